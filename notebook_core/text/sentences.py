"""Sentences: the one splitter, for evidence, extractive answers and claims.

Lines are sorted into runs first: a paragraph, a list item, a heading, a table row, a line of code.
Only prose is split further, by sentencex (Wikimedia's splitter), and each of its cuts is checked
for what a splitter for English can't know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import regex
from sentencex import segment

from notebook_core.text.abbreviations import BEFORE_A_NUMBER, NEVER_LAST
from notebook_core.text.spans import slice_text

_SURROGATE = regex.compile(r"[\ud800-\udfff]")
_LINE = regex.compile(r"[^\n]*\n|[^\n]+")
_LINE_END = regex.compile(r"\n")
_NOTES = regex.compile(r"(?:\[[\w ,–-]{1,20}\])+(?=\s|$)")
_WORDS_START = regex.compile(r"\S")
_BLANK = regex.compile(r"[ >]*$")
_FENCE = regex.compile(r"[ >]*(`{3,}|~{3,})[^`]*$")
_HEADING = regex.compile(r" {0,3}#{1,6}(?= |$)")
_RULE = regex.compile(r" *([-=*_])(?: *\1)++ *$")
_GLUED_SENTENCES = regex.compile(r"[.!?] +\p{Lu}")
_ITEM = regex.compile(r"[ >]*(?:[-*+•◦▪‣·●○■□➢]|\(?1[.)]|\(\d{1,2}\)|\(?\p{L}\)|\([ivx]+\)) +\S")
_SERIAL_ITEM = regex.compile(r"[ >]*(?:\(?\d{1,3}(?:\.\d{1,3})*[.)]|[–—]) +\S")
_QUOTED = regex.compile(r" {0,3}>")
_STARTS_HIGH = regex.compile(r"\W*[\p{Lu}\p{N}]")
_FEW_LINES, _MANY_LINES = 3, 6

_WINDOW = 10_000
_REACH = 80
_FINAL = regex.compile(
    r"[.!?…‽:;。！？．｡；：؟۔।॥።։][\p{Pe}\p{Pf}\p{Pi}\"'*_`]*(?: ?\[[\w ,–-]{1,20}\])*\s*$"
)
_GLUED_ON = regex.compile(r"[^\p{Lu}\p{N}\s][.!?][\p{Pe}\p{Pf}\"'*_]*$")
_ENDS_WITHOUT_SPACE = regex.compile(r"[。！？．｡；：।॥።։][\p{Pe}\p{Pf}\"']*$|\]$")
_CAPITALISED = regex.compile(r"[\p{Ps}\p{Pi}\"']*\p{Lu}\p{Ll}")
_BRACKETED_SENTENCE = regex.compile(
    r"\((?:[^()\s]++\s++){2,80}+[^()\s]*\p{Ll}{3}(?<!\betc)[.!?][\"'”’]*\)\s+(?=[\p{Lu}“\"(])"
)
_ENUMERATOR = regex.compile(r"\((\d{1,3}|\p{L}|[ivx]{1,5})\)(?= )")
_NOTE_NUMBER = regex.compile(r"\p{Ll}{4}[.!?][\"'”’)]*\d{1,3}\s+(?=[\p{Lu}“\"(])")
_MARKER_ALONE = regex.compile(
    r"[\s>]*(?:[-*+•–—] *)?[(§*_]*(?:\d{1,3}(?:\.\d{1,3})*|\p{L}|[ivxIVX]{1,5})[.)]+[*_]*\s*$"
)
_LAST_WORD = regex.compile(r"(?<![\p{L}\p{M}])([\p{L}\p{M}]+)\.\s*$")
_SHORT_OR_ORDINAL = regex.compile(r"(?<![\w\p{M}])(?:[\p{L}\p{M}]{1,4}|\d{1,2})\.\s*$")
_LOWER_CASE_WORD = regex.compile(r"\p{Ll}+(?![\w\p{M}:/@-])")
_GERMAN_ORDINAL = regex.compile(
    r"(?<!I )\b(?:[Aa]m|[Ii]m|[Vv]om|[Zz]um|[Bb]eim|[Dd]er|[Dd]ie|[Dd]as|[Dd]en|[Dd]em|[Dd]es"
    r"|[Aa]b|[Bb]is|[Ss]eit)\s\d{1,2}\.\s*$"
)
_CJK_QUOTE_END = regex.compile(r"[」』]$")


@dataclass
class _Run:
    """Lines that belong together; `prose` may be split further."""

    start: int
    end: int
    first_line: str
    prose: bool


def sentences(text: str) -> list[tuple[int, int]]:
    """The spans of the sentences; they tile the text: blanks belong to the piece before them.

    List items, headings, table rows, rules and lines of code start a piece of their own, and a
    blank line always ends one. Inside a paragraph line ends count as spaces, unless its lines are
    plainly entries of their own. A text of blanks alone is one piece, "" has none.
    """
    text = _SURROGATE.sub("\ufffd", text)  # sentencex takes valid text only
    runs = list(_runs(text))
    starts = [0, *(run.start for run in runs[1:])] if text else []
    for run in runs:
        if run.prose:
            starts.extend(run.start + cut for cut in _cuts(slice_text(text, run.start, run.end)))
    return list(pairwise([*sorted(starts), len(text)]))


def _runs(text: str) -> Iterator[_Run]:
    run: _Run | None = None
    fence, apart = "", False
    for match in _LINE.finditer(text):
        line = match[0].rstrip("\n")
        if _BLANK.match(line):
            apart = True
            continue
        opened = _FENCE.match(line)
        whole = bool(fence or opened or _is_whole(line))
        if run and not (apart or whole or _starts_an_item(run, line)):
            run.end = match.start() + len(line)
            continue
        if run:
            yield run
        run = _Run(match.start(), match.start() + len(line), line, prose=not whole)
        apart = whole
        if fence:
            fence = "" if _closes(fence, line) else fence
        elif opened:
            fence = opened[1]
    if run:
        yield run


def is_row(line: str) -> bool:
    """Whether the line is a row of a table: in bars, or with a bar between its cells."""
    return line.lstrip().startswith("|") or (" | " in line and not _GLUED_SENTENCES.search(line))


def begins_item(line: str, *, in_list: bool) -> bool:
    """Whether the line is the first of a list item.

    A line of wrapped prose may start with "12. ": such a number begins an item only in a list.
    """
    return bool(_ITEM.match(line) or (in_list and _SERIAL_ITEM.match(line)))


def _is_whole(line: str) -> bool:
    """Whether the line is a heading, a rule or a table row: never wrapped, never split."""
    return bool(is_row(line) or _HEADING.match(line) or _RULE.match(line))


def _starts_an_item(run: _Run, line: str) -> bool:
    """Whether the line starts a list item or a quote."""
    if begins_item(line, in_list=begins_item(run.first_line, in_list=True)):
        return True
    return bool(_QUOTED.match(line) and not _QUOTED.match(run.first_line))


def _closes(fence: str, line: str) -> bool:
    marks = line.strip(" >")
    return len(marks) >= len(fence) and marks == fence[0] * len(marks)


def _cuts(run: str) -> list[int]:
    """The offsets inside a run of prose at which a new piece starts."""
    cuts = set(_sentence_cuts(run))
    for end in (_BRACKETED_SENTENCE, _NOTE_NUMBER):
        cuts.update(match.end() for match in end.finditer(run))
    line_starts = {match.end() for match in _LINE_END.finditer(run)}
    if line_starts and _lines_are_entries(run, split_inside=bool(cuts - line_starts)):
        cuts |= line_starts
    return sorted(cuts)


def _lines_are_entries(run: str, *, split_inside: bool) -> bool:
    """Whether the lines of a paragraph are entries (a form, a log) and not wrapped prose.

    Then they all start with capitals or figures, and there are many of them, or each is one piece
    and ends early: the first word of the next line would have had room.
    """
    lines = run.split("\n")
    if len(lines) < _FEW_LINES or not all(_STARTS_HIGH.match(line) for line in lines[1:]):
        return False
    if len(lines) >= _MANY_LINES and not run.isupper():
        return True
    width = max(map(len, lines))
    return not split_inside and all(
        len(line) + 1 + len(following.split(maxsplit=1)[0]) <= width
        for line, following in pairwise(lines)
    )


def _sentence_cuts(run: str) -> Iterator[int]:
    """Cuts between sentences; a window at a time, since sentencex is quadratic on open quotes."""
    begin = position = 0
    masked = _ENUMERATOR.sub(r"X\1x", run)  # sentencex leaves what follows "(4)" in one piece
    while position < len(run):
        window = masked[position : position + _WINDOW]
        pieces = segment("en", window)
        if position + _WINDOW < len(run) and len(pieces) > 1:
            pieces.pop()  # it may go on in the next window
        for piece in pieces:
            position += len(piece)
            cut = _end_of_piece(run, position)
            if cut < len(run) and _is_boundary(run, begin, cut):
                yield cut
                begin = cut


def _end_of_piece(run: str, position: int) -> int:
    """Where the piece that ends at `position` ends with its notes ("[2]") and blanks."""
    notes = None if run[position - 1].isspace() else _NOTES.match(run, position)
    words = _WORDS_START.search(run, notes.end() if notes else position)
    return words.start() if words else len(run)


def _is_boundary(run: str, begin: int, cut: int) -> bool:
    left, right = run[max(begin, cut - _REACH) : cut], run[cut : cut + _REACH]
    if not _FINAL.search(left):
        return False
    if cut - begin < _REACH and _MARKER_ALONE.match(left):
        return False
    if not (left[-1].isspace() or right[0].isspace()):
        return _is_boundary_without_space(left, right)
    return not _goes_on_after_abbreviation(left, right.lstrip())


def _is_boundary_without_space(left: str, right: str) -> bool:
    if _CJK_QUOTE_END.search(left) and "\u3040" <= right[0] <= "\u309f":
        return False  # 「…。」と: the sentence that quotes goes on
    if _ENDS_WITHOUT_SPACE.search(left):
        return True
    return bool(_GLUED_ON.search(left) and _CAPITALISED.match(right))


def _goes_on_after_abbreviation(left: str, right: str) -> bool:
    if _SHORT_OR_ORDINAL.search(left) and _LOWER_CASE_WORD.match(right):
        return True
    if _GERMAN_ORDINAL.search(left):
        return True
    word = _LAST_WORD.search(left)
    if not word:
        return False
    if right[:1].isdecimal() and word[1].casefold() in BEFORE_A_NUMBER:
        return True
    return word[1].casefold() in NEVER_LAST
