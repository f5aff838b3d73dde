"""Finds the date that a web page gives of itself, in its markup alone.

htmldate, which trafilatura brings, also takes a date out of a title, an image's address or the
text, where it may be that of anything; a date that is shown to readers must not be guessed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from notebook_core.readers.dates import own_date

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_META_NAMES = re.compile(
    r"(?:article|og):published_time|date|pub-?date|publish_?date|publication_date|datepublished"
    r"|dc\.date(?:\.issued|\.created)?|dcterms\.(?:date|issued|created)"
    r"|citation_(?:publication_)?date|parsely-pub-date|sailthru\.date",
    re.I,
)
_SAYS_WHEN = re.compile(r"(?<![a-z])(?:by-?line|publish|posted|dated?|updated|pub-?date)", re.I)
_LEVELS_ABOVE = 2


def page_date(tree: HtmlElement) -> date | None:
    """The date of publication in structured data, else in a meta element, else the one that a
    `time` element marks as the page's; None where there is none, or where several differ."""
    for found in (_in_structured_data(tree), _in_meta(tree), _in_time_elements(tree)):
        dates = {own for written in found if (own := own_date(written))}
        if dates:
            return dates.pop() if len(dates) == 1 else None
    return None


def _in_structured_data(tree: HtmlElement) -> Iterator[str]:
    for script in tree.iter("script"):
        if script.get("type", "").strip().lower() == "application/ld+json":
            try:
                yield from _published(json.loads(script.text or ""))
            except (ValueError, RecursionError):
                continue


def _published(value: Any) -> Iterator[str]:
    """Every `datePublished` (schema.org) in a JSON value."""
    if isinstance(value, dict):
        if isinstance(value.get("datePublished"), str):
            yield value["datePublished"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _published(part)


def _in_meta(tree: HtmlElement) -> Iterator[str]:
    for meta in tree.iter("meta"):
        names = (meta.get(attribute, "") for attribute in ("property", "name", "itemprop"))
        if any(map(_META_NAMES.fullmatch, names)):
            yield meta.get("content", "")


def _in_time_elements(tree: HtmlElement) -> Iterator[str]:
    for time in tree.iter("time"):
        if _is_of_the_page(time):
            yield time.get("datetime", "") or (time.text or "")


def _is_of_the_page(time: HtmlElement) -> bool:
    """Whether it is marked as the date of publication, or stands in what is named for that."""
    if "pubdate" in time.attrib or time.get("itemprop") == "datePublished":
        return True
    around = [time, *list(time.iterancestors())[:_LEVELS_ABOVE]]
    names = (element.get(attribute, "") for element in around for attribute in ("class", "id"))
    return any(map(_SAYS_WHEN.search, names))
