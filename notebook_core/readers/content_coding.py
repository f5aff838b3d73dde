"""Undoes the compression of an HTTP body, in steps that are small whatever comes in."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from notebook_core.errors import FetchFailed

CODINGS = ("", "identity", "gzip", "x-gzip", "deflate")

_STEP = 65_536
_GZIP_MEMBER = b"\x1f\x8b"  # of which a body may have several
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
_RAW = -zlib.MAX_WBITS


def decoded(raw: Iterable[bytes], coding: str) -> Iterator[bytes]:
    """The pieces of a body that came in one of `CODINGS`, each of 64 kB at most.

    Raises FetchFailed when it isn't in that coding or ends too early.
    """
    if coding in ("", "identity"):
        yield from raw
        return
    inflater = zlib.decompressobj(_GZIP_OR_ZLIB)
    may_be_raw = coding == "deflate"  # as some servers understand it
    for chunk in raw:
        while chunk and not inflater.eof:
            try:
                piece = inflater.decompress(chunk, _STEP)
            except zlib.error as error:
                if not may_be_raw:
                    raise FetchFailed("The page came damaged; try again later.") from error
                inflater, may_be_raw = zlib.decompressobj(_RAW), False
                continue
            may_be_raw = False
            yield piece
            chunk = inflater.unconsumed_tail
            if inflater.eof and inflater.unused_data.startswith(_GZIP_MEMBER):
                chunk, inflater = inflater.unused_data, zlib.decompressobj(_GZIP_OR_ZLIB)
    if not inflater.eof:
        raise FetchFailed("The page came only in part; try again later.")
