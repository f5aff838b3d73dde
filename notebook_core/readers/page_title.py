"""Finds the title of a web page, without the name of the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_SEPARATOR = re.compile(r"\s+[|·•»:–—-]\s+")
_LETTERS = re.compile(r"[\W_]+")


def page_title(tree: HtmlElement, url: str) -> str:
    """The heading that the page's own title repeats, else the only level 1 heading, else the
    title that it gives for sharing or in its head, without the site's name; "" when it has none.
    """
    headings = [words for heading in tree.iter("h1") if (words := _words(heading))]
    shared = _meta(tree, "og:title")
    in_head = head_title(tree)
    for heading in headings:
        if any(heading in given and len(heading) * 3 > len(given) for given in (shared, in_head)):
            return heading
    if len(headings) == 1:
        return headings[0]
    site = {_letters(_meta(tree, "og:site_name")), _letters(urlsplit(url).hostname or "")}
    return _without_site(shared or in_head, site - {""}) or next(iter(headings), "")


def head_title(tree: HtmlElement) -> str:
    """What the page's `title` element says, or ""."""
    return next((words for title in tree.iter("title") if (words := _words(title))), "")


def _without_site(title: str, site: set[str]) -> str:
    """The title up to the site's name, or after it when that comes first."""
    parts = _SEPARATOR.split(title)
    for number, part in enumerate(parts):
        if any(_letters(part) and _letters(part) in name for name in site):
            rest = parts[:number] or parts[number + 1 :]
            end = title.find(rest[-1]) + len(rest[-1]) if rest else 0
            return title[title.find(rest[0]) : end] if rest else title
    return title


def _meta(tree: HtmlElement, name: str) -> str:
    for content in tree.xpath("//meta[@property=$name or @name=$name]/@content", name=name):
        if words := " ".join(content.split()):
            return words
    return ""


def _words(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _letters(text: str) -> str:
    return _LETTERS.sub("", text).lower()
