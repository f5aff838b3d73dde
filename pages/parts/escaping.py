"""Untrusted text in Streamlit's own widgets: shown exactly as it is, and short enough to fit."""

import re
import unicodedata

import regex

_SEAM = ":small[]"
_ACTIVE = re.compile(
    r"""
    [\\`*~$<>\[\]@]                           # at any place
    | & (?= \#?\w+; )                          # a character reference
    | (?<! [^\W_] ) _ | _ (?! [^\W_] )         # emphasis, but not inside a word
    | : (?! \s | \d+[\s,.;)] )                 # icons, colours and addresses, but not 10:30
    | ^ [#+=|-]                               # a block
    | [-=!] $                                 # who knows what comes next
    | [-=] (?= [-=<>~] ) | (?<= [-=<>~] ) [-=]
    | (?<= [:@<>=~-] ) [({]                   # after a seam, which it would belong to
    """,
    re.VERBOSE,
)
_LIST_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
_REWRITTEN_AFTER = frozenset(":@<>-=~")
_BREAKS = re.compile(r"[\t\n\f\r]|^ | $| (?= )|(?<= ) ")
_BARE_ADDRESS = re.compile(r"www(?=\.)", re.IGNORECASE)
_TAKEN_AWAY = regex.compile(r"[^\P{Emoji}\x00-\x7f]|\p{Cf}|[0-9#*][\ufe0f\u20e3]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_JOINER = "\u200d"


def literal(text: str) -> str:
    r"""Markdown that a label, caption, message or toast of Streamlit shows as exactly `text`.

    Backslashes (CommonMark, section 2.4) disarm the syntax itself, where there is any: of a
    checkbox the Markdown is also the name that assistive technology reads out, so ordinary
    punctuation stays bare. What Streamlit replaces afterwards in the text they leave behind (icons
    such as `:material_home:`, arrows such as `->`, bare addresses) is cut in two by an empty
    directive, which leaves no trace on the page. White space that Markdown would drop or take for
    a new paragraph is written as a character reference.

    >>> literal("a*b")
    'a\\*b'
    >>> literal("Budget 2024-25 (final_v2).pdf")
    'Budget 2024-25 (final_v2).pdf'
    >>> literal("a:b")
    'a\\::small[]b'
    """
    text = _SURROGATE.sub("\ufffd", text)
    escaped = _LIST_NUMBER.sub(r"\1\\\2", _ACTIVE.sub(_escape, text))
    escaped = _BREAKS.sub(lambda match: f"&#{ord(match[0])};", escaped)
    escaped = _BARE_ADDRESS.sub(lambda match: match[0] + _SEAM, escaped)
    # Messages take a leading emoji away as their icon, and the parser a leading byte order mark.
    return _SEAM + escaped if _TAKEN_AWAY.match(text) else escaped


def _escape(match: re.Match[str]) -> str:
    return "\\" + match[0] + (_SEAM if match[0] in _REWRITTEN_AFTER else "")


def shortened(text: str, limit: int = 60) -> str:
    """`text` on one line in at most `limit` characters, its end (a file's extension) kept.

    >>> shortened("a very long name.tar.gz", 16)
    'a very lon…ar.gz'
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    tail = line[_unbroken(line, len(line) - limit // 3, reach=limit // 3) :]
    return line[: _unbroken(line, limit - len(tail) - 1, reach=limit // 3)] + "…" + tail


def _unbroken(text: str, cut: int, reach: int) -> int:
    """The last place from `cut` to `reach` before it that parts no letter from its marks."""
    for place in range(cut, max(cut - reach, 0), -1):
        if not _is_mark(text[place]) and text[place - 1] != _JOINER:
            return place
    return max(cut, 0)


def _is_mark(character: str) -> bool:
    """Whether it belongs to the character before: accents, variation selectors, skin tones."""
    return character == _JOINER or unicodedata.category(character) in ("Mn", "Mc", "Me", "Sk")
