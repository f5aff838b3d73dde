"""Decodes the bytes of a text: what is declared, what is certain, then what is likely."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from notebook_core.errors import UnreadableSource
from notebook_core.readers.wide import told_by_nuls, told_by_spelling

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COMMON = (
    *("cp1250", "iso8859-2", "cp1251", "koi8-r", "koi8-u", "iso8859-5", "cp866", "cp1253"),
    *("cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "mac-roman", "cp850"),
    *("gb18030", "big5hkscs", "cp932", "euc_jis_2004", "cp949", "iso2022_jp_2", "iso2022_kr"),
    *("utf-16-le", "utf-16-be"),
)
"""What texts are met in; the others that are known look alike and are seldom meant."""
_COMMON_WEIGHT = 1.3
_MOST_COMMON_WEIGHT = 1.4  # cp1252

_ESCAPED = re.compile(rb"\x1b\$[)@A-D(]|~\{[!-~]{2}")  # ISO 2022 and HZ: valid UTF-8, all ASCII
_HZ = re.compile(rb"~\{(?:[!-w][!-~])+~\}")
_NOT_DECODED = re.compile(r"[\udc80-\udcff]")
_UTF8_SEQUENCE = re.compile(
    rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_WORD = re.compile(r"[^\W\d_]+(?:[¡-¿×÷][^\W\d_]+)*")
_ODD = re.compile(
    r"[a-zà-öø-ÿа-яё][A-ZÀ-ÖØ-ÞА-Я]+[a-zà-öø-ÿа-яё]"  # a capital inside a word
    r"|[^\W\d_][¡-¿×÷][^\W\d_]"  # a sign inside a word
    r"|[A-Za-z][\u0370-\u1dff]|[\u0370-\u1dff][A-Za-z]"  # two scripts in one word
)
_LATIN_2_ONLY = re.compile(
    rb"[a-z\xe0-\xff][\xa1\xa5\xa6\xa9\xab\xae\xb1\xb5\xb6\xb9\xbb\xbe][a-z\xe0-\xff]"
)
_NEVER_WRITTEN = regex.compile(r"[\p{Co}\p{Cn}\p{Cs}]")
_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x1b"))
MOST_CONTROLS = 0.1
_TOLERATED_ODD = 0.2
_MOST_REPLACED = 0.01
_SAMPLE = 200_000


@dataclass(frozen=True)
class Decoded:
    """A text, the codec that gave it, how many bytes were replaced, and whether it is a guess."""

    text: str
    encoding: str
    replaced: int = 0
    guessed: bool = False

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader of the text should know of how it was decoded."""
        said = []
        if self.guessed:
            said.append(f"The encoding isn't declared; it was read as {self.encoding}.")
        if self.replaced == 1:
            said.append("1 unreadable byte was replaced by “\ufffd”.")
        elif self.replaced:
            said.append(f"{self.replaced:,} unreadable bytes were replaced by “\ufffd”.")
        return tuple(said)


def decode(data: bytes, declared: str = "") -> Decoded:
    """The text of `data`, without its byte order mark.

    In this order: a byte order mark, the pattern of NULs that UTF-16 and UTF-32 leave, UTF-16
    that spells something, if there are control characters, valid UTF-8, the `declared` charset,
    UTF-8 with a few damaged bytes, UTF-16 that spells something, then detection. Nothing is ever
    dropped: bytes that stand for nothing become U+FFFD and are counted. Raises UnreadableSource,
    naming the best guess, when what detection gives doesn't read as text.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _replacing(data[len(mark) :], encoding)
    if encoding := told_by_nuls(data):
        return _replacing(data, encoding)
    controls = share_of_controls(data)
    if controls and (encoding := told_by_spelling(data, has_controls=True)):
        return _guessed(data, encoding)
    codec = _codec(declared)
    if not (_ESCAPED.search(data) and (codec or _is_escaped(data))):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = None  # then it is in one of the other encodings
        if text is not None and controls <= MOST_CONTROLS:
            return Decoded(text, "utf-8")
    if codec and (by_declaration := _few_replaced(data, codec)):
        return by_declaration
    if _mostly_utf8(data):
        return _replacing(data, "utf-8")
    if encoding := told_by_spelling(data, has_controls=False):
        return _guessed(data, encoding)
    return _detected(data)


def share_of_controls(data: bytes) -> float:
    """The share of bytes, at the beginning, that are control characters which no text holds."""
    sample = data[:_SAMPLE]
    return 1 - len(sample.translate(None, _CONTROLS)) / max(len(sample), 1)


def _is_escaped(data: bytes) -> bool:
    """Whether it is ISO 2022 or HZ even if nothing says so: in HZ most of it is between escapes."""
    sample = data[:_SAMPLE]
    return b"\x1b$" in data or 2 * sum(map(len, _HZ.findall(sample))) > len(sample)


def _codec(declared: str) -> str:
    """Python's name of a declared charset; "" when there is no such codec for text.

    Latin-1 stands for windows-1252, as in the Encoding Standard (encoding.spec.whatwg.org).
    """
    try:
        name = codecs.lookup(declared.strip().strip("\"'")).name
        b"".decode(name)
    except (LookupError, ValueError):
        return ""
    supersets = {
        "iso8859-1": "cp1252",
        "ascii": "cp1252",
        "gb2312": "gb18030",
        "gbk": "gb18030",
        "shift_jis": "cp932",
        "euc_kr": "cp949",
        "big5": "big5hkscs",
        "iso8859-9": "cp1254",
    }
    return supersets.get(name, name)


def _replacing(data: bytes, encoding: str) -> Decoded:
    """Decode, with U+FFFD in place of each byte (UTF-8) or unit that stands for nothing."""
    if not encoding.startswith(("utf-16", "utf-32")):
        text, replaced = _NOT_DECODED.subn("\ufffd", data.decode(encoding, "surrogateescape"))
        return Decoded(text, encoding, replaced)
    text = data.decode(encoding, "replace")
    return Decoded(text, encoding, text.count("\ufffd") - _own_replacements(data, encoding))


def _guessed(data: bytes, encoding: str) -> Decoded:
    return replace(_replacing(data, encoding), guessed=True)


def _own_replacements(data: bytes, encoding: str) -> int:
    return data.decode(encoding, "ignore").count("\ufffd")  # counted only, never used as text


def _few_replaced(data: bytes, encoding: str) -> Decoded | None:
    try:
        decoded = _replacing(data, encoding)
    except UnicodeDecodeError:  # a codec that can't step over what it doesn't know
        return None
    return decoded if decoded.replaced <= len(data) * _MOST_REPLACED else None


def _mostly_utf8(data: bytes) -> bool:
    """Whether more UTF-8 sequences than damaged bytes are there.

    In other encodings such sequences come about by chance only, among many invalid ones.
    """
    damaged = len(_NOT_DECODED.findall(data.decode("utf-8", "surrogateescape")))
    return len(_UTF8_SEQUENCE.findall(data)) > damaged


def _detected(data: bytes) -> Decoded:
    """The most likely candidate whose text reads as text."""
    guess = ""
    for encoding in _likely(data):
        guess = guess or encoding
        decoded = _few_replaced(data, encoding)
        if decoded and _reads_as_text(decoded.text):
            return Decoded(decoded.text, encoding, decoded.replaced, guessed=True)
    reason = f" The best guess is {guess}, but that doesn't read as text." if guess else ""
    raise UnreadableSource(
        f"The encoding of this text can't be told.{reason} Save it as UTF-8, then add it again."
    )


def _likely(data: bytes) -> Iterator[str]:
    """Encodings by likelihood: how well chardet finds that they fit, and how common they are."""
    fits = _fits(data) + (_fits(data.replace(b"\0", b"")) if b"\0" in data else [])
    for _, name in sorted(fits, key=lambda fit: -fit[0]):
        if name == "cp1250" and _is_latin_2(data):
            yield "iso8859-2"
        yield name


def _fits(data: bytes) -> list[tuple[float, str]]:
    import chardet

    # Line ends first, since “BM” or “MZ” at the start would be taken for an image or a program.
    found = chardet.detect_all(b"\n\n" + data[:_SAMPLE], compat_names=False, ignore_threshold=True)
    return [(one["confidence"] * _weight(name), name) for one in found if (name := one["encoding"])]


def _weight(encoding: str) -> float:
    if encoding == "cp1252":
        return _MOST_COMMON_WEIGHT
    return _COMMON_WEIGHT if encoding in _COMMON else 1.0


def _is_latin_2(data: bytes) -> bool:
    """ISO 8859-2 differs from cp1250 in a few letters, which there are signs or unused."""
    return not re.search(rb"[\x80-\x9f]", data) and bool(_LATIN_2_ONLY.search(data))


def _reads_as_text(text: str) -> bool:
    """Whether few of the words beyond ASCII are of a shape that only a wrong codec gives."""
    sample = text[:_SAMPLE]
    if len(_NEVER_WRITTEN.findall(sample)) > len(sample) * _MOST_REPLACED:
        return False
    words = [word for word in _WORD.findall(sample) if not word.isascii()]
    odd = sum(1 for word in words if _ODD.search(word))
    return odd <= len(words) * _TOLERATED_ODD
