"""Dates that sources give of themselves: taken as they are written, or not at all."""

from __future__ import annotations

import re
from datetime import date, timedelta

EARLIEST = date(1990, 1, 1)
"""Older dates are those of clocks that were never set, or of what a page is about."""

_DATE = re.compile(r"\s*(?:D:)?(\d{4})([-/.]?)(\d\d)\2(\d\d)(?!\d{3}\b)")


def own_date(written: str) -> date | None:
    """The date at the beginning of an ISO 8601 or PDF time stamp; None for anything else, and for
    one that no source of today can have.

    >>> own_date("2026-03-02T10:00:00Z"), own_date("D:20260302100000+01'00'")
    (datetime.date(2026, 3, 2), datetime.date(2026, 3, 2))
    >>> own_date("2 March 2026"), own_date("1970-01-01"), own_date("2999-01-01")
    (None, None, None)
    """
    match = _DATE.match(written)
    if match is None:
        return None
    try:
        found = date(int(match[1]), int(match[3]), int(match[4]))
    except ValueError:
        return None
    tomorrow = date.today() + timedelta(days=1)  # it may be that day already, east of here
    return found if EARLIEST <= found <= tomorrow else None
