"""Refuses a PDF without words that could be quoted, and says what its pages hold instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from notebook_core.errors import NoText
from notebook_core.readers.pdf_page import PageContent, is_wordless
from notebook_core.wording import counted

_MOST_WORDLESS = 1 / 3
_SEEN = re.compile(r"\w")
_STAMP = re.compile(
    r"\W*(?:draft|copy|void|specimen|sample|confidential|entwurf|kopie|muster|vertraulich|brouillon|"
    r"copie|confidentiel|borrador|copia|confidencial|rascunho|bozza|riservato|kopia|návrh|koncept|"
    r"草稿|副本|机密|下書き|写し)\W*",
    re.I,
)
_XFA = re.compile(r"please wait\W.*proper contents of the document", re.I | re.S)


def require_words(pages: Sequence[PageContent], name: str, *, taken: Sequence[PageContent]) -> None:
    """Raise NoText unless there are words on enough of the pages.

    `pages` are without what repeats from page to page, `taken` are the same with it.
    """
    wordless = [page for page in pages if is_wordless(page)]
    unreadable = sum(1 for page in wordless if page.unreadable)
    if unreadable * 2 > len(pages):
        raise NoText(
            f"The text of “{name}” ({counted(len(pages), 'page')}) can't be read, since its fonts "
            "don't say which letters they draw; add a version made another way."
        )
    if len(wordless) > len(pages) * _MOST_WORDLESS:
        raise NoText(
            f"“{name}” looks like a scan: hardly a word can be read on "
            f"{_share(len(wordless), len(pages))}. Recognising text in pictures is not available "
            "yet; add a version with text."
        )
    words = list(_words(pages))
    if not words:
        raise NoText(_without_words(name, taken))
    if all(map(_STAMP.fullmatch, words)):
        raise NoText(f"“{name}” says only “{words[0]}”; choose a file that holds more text.")
    if _XFA.match(" ".join(words)):
        raise NoText(
            f"“{name}” is a form that only some programs can show (XFA); print it as PDF there "
            "and add that."
        )


def _words(pages: Iterable[PageContent]) -> Iterator[str]:
    for page in pages:
        yield from (one.text for one in page.fragments if _SEEN.search(one.text))


def _share(wordless: int, pages: int) -> str:
    """
    >>> _share(1, 1), _share(3, 3), _share(2, 3)
    ('its 1 page', 'its 3 pages', '2 of its 3 pages')
    """
    return f"{'' if wordless == pages else f'{wordless:,} of '}its {counted(pages, 'page')}"


def _without_words(name: str, taken: Iterable[PageContent]) -> str:
    hidden = (one for page in taken for one in (*page.fragments, *page.aside))
    if any(_SEEN.search(one.text) for one in hidden):
        return (
            f"“{name}” holds page numbers, running heads or what looks like a watermark, and no "
            "other text; choose a file that holds some."
        )
    return f"There is no text in “{name}”; choose a file that holds some."
