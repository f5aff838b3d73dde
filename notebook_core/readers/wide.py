"""Tells UTF-16 and UTF-32 that carry no byte order mark, by their NULs or by what they spell."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import regex

_UTF_16 = ("utf-16-le", "utf-16-be")  # the likelier one first
_UTF_32 = ("utf-32-le", "utf-32-be")
_OFTEN = 0.25
_SELDOM = 0.02
_SAMPLE = 200_000
_SPELLED = 16_384
_LEAST_LETTERS = 2
_LEAST_LETTERS_IN_DOUBT = 3
_MOST_ASCII_LETTERS = 0.7  # pairs of them spell Chinese characters, some of which are common
_LEAST_COMMON = 0.8

_NEVER_WRITTEN = regex.compile(r"[\p{Co}\p{Cn}\p{Cs}]|[^\P{Cc}\t\n\v\f\r]")
_OTHER_LETTER = regex.compile(r"[^\P{L}\p{Latin}]")
_IN_THOUSANDS = regex.compile(r"[\p{Han}\p{Hangul}]")
_TOGETHER = (
    *(r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}", r"\p{Hangul}\p{Han}"),
    *(r"\p{Cyrillic}", r"\p{Greek}", r"\p{Armenian}", r"\p{Georgian}", r"\p{Hebrew}"),
    *(r"\p{Arabic}", r"\p{Ethiopic}", r"\p{Devanagari}", r"\p{Bengali}", r"\p{Gurmukhi}"),
    *(r"\p{Gujarati}", r"\p{Oriya}", r"\p{Tamil}", r"\p{Telugu}", r"\p{Kannada}"),
    *(r"\p{Malayalam}", r"\p{Sinhala}", r"\p{Thai}", r"\p{Lao}", r"\p{Khmer}", r"\p{Myanmar}"),
    *(r"\p{Tibetan}",),
)
_SPELLINGS = [
    regex.compile(rf"[\p{{Common}}\p{{Inherited}}\p{{Latin}}{one}]*") for one in _TOGETHER
]
"""Scripts that one text is written in; the wrong codec mixes them."""

_COMMON_SIGNS: tuple[tuple[str, Callable[[bytes], bool]], ...] = (
    ("gb2312", lambda code: code[0] < 0xD8),
    ("euc_jp", lambda code: len(code) == 2 and code[0] < 0xD0),
    ("big5", lambda code: code[0] < 0xC7),
    ("euc_kr", lambda code: len(code) == 2 and code[0] < 0xC9),
)
"""What is in daily use: level 1 of GB 2312, JIS X 0208 and Big5, the syllables of KS X 1001."""


def told_by_nuls(data: bytes) -> str:
    """The encoding whose NULs stand where those of UTF-16 or UTF-32 do; "" for none."""
    if b"\0" not in data[:_SAMPLE] or len(data) < 4:
        return ""
    if encoding := next((one for one in _UTF_32 if _is_utf_32(data, one)), ""):
        return encoding
    sample = data[: _SAMPLE - _SAMPLE % 4]
    shares = [sample[i::4].count(0) / len(sample[i::4]) for i in range(4)]
    often = [share > _OFTEN for share in shares]
    seldom = [share < _SELDOM for share in shares]
    if seldom[0] and all(often[1:]):
        return "utf-32-le"
    if seldom[3] and all(often[:3]):
        return "utf-32-be"
    if seldom[0] and seldom[2] and often[1] and often[3]:
        return "utf-16-le"
    if seldom[1] and seldom[3] and often[0] and often[2]:
        return "utf-16-be"
    return ""


def told_by_spelling(data: bytes, *, has_controls: bool) -> str:
    """The UTF-16 as which it spells something in one script and in common signs; "" for none.

    Letters of most scripts hold a byte that is a control character (`has_controls`), which no
    other text does. Without one it may be another encoding, so more is asked.
    """
    letters = sum(1 for byte in data[:_SPELLED] if chr(byte).isalpha() and byte < 0x80)
    if letters >= len(data[:_SPELLED]) * _MOST_ASCII_LETTERS:
        return ""
    least = _LEAST_LETTERS if has_controls else _LEAST_LETTERS_IN_DOUBT
    return next((one for one in _UTF_16 if _spells(_decoded(data, one), least)), "")


def _is_utf_32(data: bytes, encoding: str) -> bool:
    """Whether every four bytes are a character; two of UTF-16 are beyond what there is."""
    text = _decoded(data, encoding)
    return len(text) > 1 and not _NEVER_WRITTEN.search(text)


def _decoded(data: bytes, encoding: str) -> str:
    """The beginning, decoded; "" unless all of it can be."""
    try:
        return data[:_SPELLED].decode(encoding)
    except UnicodeDecodeError as error:
        is_cut = len(data) > _SPELLED and error.start >= _SPELLED - 4
        return data[: error.start].decode(encoding) if is_cut else ""


def _spells(text: str, least_letters: int) -> bool:
    if _NEVER_WRITTEN.search(text) or len(_OTHER_LETTER.findall(text)) < least_letters:
        return False
    if not any(spelling.fullmatch(text) for spelling in _SPELLINGS):
        return False
    signs = _IN_THOUSANDS.findall(text)
    return sum(map(_is_common, signs)) >= len(signs) * _LEAST_COMMON


@cache
def _is_common(sign: str) -> bool:
    for encoding, is_common in _COMMON_SIGNS:
        try:
            if is_common(sign.encode(encoding)):
                return True
        except UnicodeEncodeError:
            continue  # it isn't in this set at all
    return False
