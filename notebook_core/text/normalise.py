"""Normalise: one form of a text in which the same words are always the same characters."""

from __future__ import annotations

import unicodedata

import regex

_SURROGATE = regex.compile(r"[\ud800-\udfff]")
_LINE_END = regex.compile(r"\r\n|[\r\v\f\x85\u2028\u2029]")
_WORD_BROKEN_AT_LINE_END = regex.compile(r"(?<!\xad)\xad++[\t ]*+\n[\t ]*+(?=\w)")
_NEVER_SEEN = regex.compile(
    r"(\U0001f3f4[\U000e0020-\U000e007e]{1,6}\U000e007f)"  # but the flag of a region is seen
    r"|[[\p{Cc}--[\t\n]]"  # NUL and the other controls
    r"\p{Bidi_Control}\p{Noncharacter_Code_Point}"
    r"\xad\u034f\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb"  # soft hyphens, width-less blanks
    r"\U000e0000-\U000e007f]",  # tags, in which whole sentences can hide
    flags=regex.VERSION1,
)
_ODD_SPACE = regex.compile(r"[\p{Zs}--[ ]]", flags=regex.VERSION1)
_LIGATURE = regex.compile(r"[\ufb00-\ufb06]")
_JOINING_SCRIPT = (
    r"[[\p{Arabic}\p{Syriac}\p{Mongolian}\p{Nko}\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}"
    r"\p{Oriya}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}\p{Khmer}\p{Myanmar}"
    r"\u064b-\u0655\u0670]&&[\p{L}\p{M}]]"
)
_EMOJI = r"[\p{Extended_Pictographic}\p{Emoji_Modifier}]"
_IDLE_JOINER = regex.compile(
    rf"(?<!{_JOINING_SCRIPT})\u200c"
    rf"|(?<!{_JOINING_SCRIPT})(?<!{_EMOJI}\ufe0f?)\u200d"
    rf"|(?<!{_JOINING_SCRIPT})\u200d(?!{_EMOJI})",
    flags=regex.VERSION1,
)
_LEADING_TABS = regex.compile(r"^ *\t[\t ]*", flags=regex.MULTILINE)
_TRAILING_BLANKS = regex.compile(r"(?<! ) ++$", flags=regex.MULTILINE)
_BLANK_LINES = regex.compile(r"\n{3,}")
_TAB_WIDTH = 4


def normalise(text: str) -> str:
    """The text as it is stored, searched and quoted; applied twice it is the same.

    Line ends become `\\n`, odd spaces and tabs a plain space (4 for a tab that indents), ligatures
    their letters; what is never seen goes, joiners stay where a script or an emoji needs them;
    blanks at line ends go, blank lines are one at most and none stand at the ends; lone surrogates
    become U+FFFD. NFC (Unicode Standard Annex 15) comes last.
    """
    if text.isascii() and text.isprintable():  # most lines: nothing to do but the end
        return text.rstrip(" ")
    text = unicodedata.normalize("NFC", without_surrogates(text))
    text = _LINE_END.sub("\n", text)
    text = _WORD_BROKEN_AT_LINE_END.sub("", text)
    text = _NEVER_SEEN.sub(r"\1", text)
    text = _ODD_SPACE.sub(" ", text)
    text = _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _IDLE_JOINER.sub("", text)
    text = _LEADING_TABS.sub(_as_spaces, text).replace("\t", " ")
    text = _TRAILING_BLANKS.sub("", text)
    text = _BLANK_LINES.sub("\n\n", text).strip("\n")
    return unicodedata.normalize("NFC", text)


def normalise_title(text: str) -> str:
    """The same on one line, for titles and headings."""
    return " ".join(normalise(text).split())


def without_surrogates(text: str) -> str:
    """Surrogate pairs become the character they stand for, lone surrogates U+FFFD."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _as_spaces(indentation: regex.Match[str]) -> str:
    return indentation[0].replace("\t", " " * _TAB_WIDTH)
