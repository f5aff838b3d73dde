"""Sections: the blocks of a text under their headings, packed into drafts of passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from notebook_core.domain import BlockKind, BlockSpan, Heading, SourceText
from notebook_core.ports import TokenCounter
from notebook_core.text.context import embedding_context
from notebook_core.text.pieces import Piece, count, counted, cut, joined
from notebook_core.text.spans import join_headings

SPECIAL_TOKENS = 2
"""What the embedding model puts around every text: a token before it and one after."""

_FEWEST_TOKENS = 40
KEPT_WHOLE = ("code", "table")

Path = tuple[str, ...]


@dataclass(frozen=True)
class Unit:
    """A block, from `body` on, with the headings right before it.

    `body_path` is the block's heading path, `path` the one that holds for its headings too.
    """

    start: int
    body: int
    end: int
    kind: BlockKind
    path: Path
    body_path: Path


@dataclass(frozen=True)
class Draft:
    """A passage in the making, and the heading path that holds for all of it."""

    piece: Piece
    path: Path


class Room:
    """How many tokens a passage may have beside its context and the model's special tokens."""

    def __init__(self, title: str, count_tokens: TokenCounter, token_limit: int) -> None:
        self._title, self._count_tokens, self._limit = title, count_tokens, token_limit
        self._context_tokens: dict[Path, int] = {}

    def learn(self, paths: Iterable[Path]) -> None:
        """Count the contexts of many heading paths at once."""
        new = [path for path in dict.fromkeys(paths) if path not in self._context_tokens]
        contexts = [embedding_context(self._title, join_headings(path)) for path in new]
        self._context_tokens.update(zip(new, count(contexts, self._count_tokens), strict=True))

    def under(self, path: Path) -> int:
        self.learn([path])
        return max(1, self._limit - SPECIAL_TOKENS - self._context_tokens[path])

    def of(self, section: Iterable[Unit]) -> int:
        """The least room under any heading path of the section."""
        paths = {path for unit in section for path in (unit.path, unit.body_path)}
        return min(self.under(path) for path in paths)


def sections_of(source_text: SourceText) -> list[list[Unit]]:
    """The units of a text by section: headings begin one. Together they hold every block."""
    blocks = source_text.blocks or (BlockSpan(0, len(source_text.text), "paragraph"),)
    sections: list[list[Unit]] = []
    heads: list[tuple[BlockSpan, Path]] = []
    for block, path in zip(blocks, _paths(source_text.headings, blocks), strict=True):
        if block.kind == "heading":
            heads.append((block, path))
        elif heads or not sections:
            sections.append([_unit(heads, block, path)])
            heads = []
        else:
            sections[-1].append(_unit([], block, path))
    if heads:
        sections.append([_unit(heads[:-1], *heads[-1])])
    return sections


def by_structure(
    text: str, sections: Sequence[Sequence[Unit]], room: Room, count_tokens: TokenCounter
) -> list[Draft]:
    """Whole blocks packed inside their section; what doesn't fit whole is cut."""
    units = [unit for section in sections for unit in section]
    most = max((room.under(unit.path) for unit in units), default=1)
    heads = counted(text, [(unit.start, unit.body) for unit in units], most, count_tokens)
    bodies = counted(text, [(unit.body, unit.end) for unit in units], most, count_tokens)
    pieces = iter(zip(units, heads, bodies, strict=True))
    drafts: list[Draft] = []
    for section in sections:
        most = room.of(section)
        parts = [
            part
            for _, (unit, head, body) in zip(section, pieces, strict=False)
            for part in _parts(text, unit, head, body, most, count_tokens)
        ]
        drafts.extend(packed(parts, most))
    return drafts


def packed(drafts: Iterable[Draft], most: int) -> Iterator[Draft]:
    """Neighbouring drafts joined while they have at most `most` tokens together."""
    last: Draft | None = None
    for draft in drafts:
        if last and last.piece.tokens + draft.piece.tokens <= most:
            last = _together(last, draft)
        else:
            if last:
                yield last
            last = draft
    if last:
        yield last


def without_scraps(drafts: Sequence[Draft], room: Room) -> list[Draft]:
    """The drafts, those of under 40 tokens joined with a neighbour where the two fit: with the one
    that shares more of its heading path, else with the other."""
    room.learn(common(one.path, other.path) for one, other in pairwise(drafts))
    kept = _scraps_joined(drafts, room, choosy=True)
    return _scraps_joined(kept, room, choosy=False)


def _scraps_joined(drafts: Sequence[Draft], room: Room, *, choosy: bool) -> list[Draft]:
    kept: list[Draft] = []
    for draft, following in zip_longest(drafts, drafts[1:]):
        last = kept[-1] if kept else None
        if last and _is_scrap(last, draft, following if choosy else None):
            whole = _together(last, draft)
            if whole.piece.tokens <= room.under(whole.path):
                kept[-1] = whole
                continue
        kept.append(draft)
    return kept


def _is_scrap(last: Draft, draft: Draft, following: Draft | None) -> bool:
    """Whether one of the two is too small to stand alone and belongs to the other."""
    if last.piece.tokens < _FEWEST_TOKENS:
        return True
    if draft.piece.tokens >= _FEWEST_TOKENS:
        return False
    shared = len(common(last.path, draft.path))
    return following is None or shared >= len(common(draft.path, following.path))


def common(first: Path, second: Path) -> Path:
    """The heading path that two paths share."""
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return first[:shared]


def _together(first: Draft, second: Draft) -> Draft:
    return Draft(joined(first.piece, second.piece), common(first.path, second.path))


def _parts(
    text: str, unit: Unit, head: Piece, body: Piece, most: int, count_tokens: TokenCounter
) -> list[Draft]:
    """The unit whole if it fits, else its parts, to be packed."""
    whole = joined(head, body)
    if whole.tokens <= most:
        return [Draft(whole, unit.path)]
    heads = [Draft(part, unit.path) for part in cut(text, head, most, count_tokens)]
    if unit.kind in KEPT_WHOLE and body.tokens <= most:
        return [*heads, Draft(body, unit.body_path)]
    bodies = cut(text, body, most, count_tokens, by_line=unit.kind == "code")
    return [*heads, *(Draft(part, unit.body_path) for part in bodies)]


def _unit(heads: Sequence[tuple[BlockSpan, Path]], block: BlockSpan, path: Path) -> Unit:
    start = heads[0][0].start if heads else block.start
    shared = path
    for _, head_path in heads:
        shared = common(shared, head_path)
    return Unit(start, block.start, block.end, block.kind, shared, path)


def _paths(headings: Sequence[Heading], blocks: Sequence[BlockSpan]) -> Iterator[Path]:
    """The heading path at each block, in one pass over both."""
    above: list[Heading] = []
    coming = iter(headings)
    upcoming = next(coming, None)
    for block in blocks:
        while upcoming and upcoming.start <= block.start:
            while above and above[-1].level >= upcoming.level:
                above.pop()
            above.append(upcoming)
            upcoming = next(coming, None)
        yield tuple(heading.title for heading in above)
