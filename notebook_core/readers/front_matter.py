"""Takes the YAML front matter off a Markdown file, and title and date out of it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from notebook_core.readers.dates import own_date

_KEY = re.compile(r"(?P<key>[^\W\d][\w .-]{0,39}):(?:\s+(?P<value>.*))?$")
_REST = re.compile(
    r"\s|[-#\]}\"']|$"
)  # an indented, listed, commented or bracketed part of a value
_COMMENT = re.compile(r"\s+#.*$")
_BLOCK_SCALAR = re.compile(r"[|>][-+\d]*$")


@dataclass(frozen=True)
class FrontMatter:
    """What front matter says of its document, and the number of lines that it takes (0: none)."""

    title: str = ""
    dated: date | None = None
    lines: int = 0


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """The front matter at the beginning of a file.

    Front matter is what stands between `---` on the very first line and the next `---` or `...`
    and begins with `key:`. It need not be valid YAML, since files with a slip in it are common;
    but text between two rules, or after a rule without a partner, is text.

    >>> read_front_matter(["---", 'title: "Dredging: plan"', "tags: [a", "---", "# One"])
    FrontMatter(title='Dredging: plan', dated=None, lines=4)
    """
    if not lines or lines[0].rstrip() != "---":
        return FrontMatter()
    closing = (n for n, line in enumerate(lines) if n and line.rstrip() in ("---", "..."))
    end = next(closing, 0)
    inside = lines[1:end]
    if not inside or not _KEY.match(inside[0]):
        return FrontMatter()
    if not all(_KEY.match(line) or _REST.match(line) for line in inside):
        return FrontMatter()
    return FrontMatter(_value(inside, "title"), own_date(_value(inside, "date")), end + 1)


def _value(lines: Sequence[str], key: str) -> str:
    for number, line in enumerate(lines):
        match = _KEY.match(line)
        if match and match["key"].lower() == key:
            value = (match["value"] or "").strip()
            if value and not _BLOCK_SCALAR.match(value):
                return _unquoted(value)
            return " ".join(_indented_after(lines, number))
    return ""


def _indented_after(lines: Sequence[str], number: int) -> list[str]:
    words: list[str] = []
    for line in lines[number + 1 :]:
        if not line[:1].isspace():
            break
        words.append(line.strip())
    return words


def _unquoted(value: str) -> str:
    """A YAML scalar's text: in double quotes it has JSON's escapes, in single ones `''`."""
    if value.startswith("'"):
        return value[1:].rsplit("'", 1)[0].replace("''", "'")
    if value.startswith('"'):
        try:
            return str(json.loads(value[: value.rindex('"') + 1]))
        except ValueError:
            return value.strip('"')
    return _COMMENT.sub("", value)
