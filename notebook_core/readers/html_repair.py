"""Prepares a tree of HTML for extraction: inline text that trafilatura would lose is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_UNWRAPPED = ("time", "nobr", "bdi", "bdo", "wbr", "data", "output", "label", "ruby", "rb", "rp")
_UNSEEN = (
    "title",
    "script",
    "style",
    "template",
    "noscript",
    "iframe",
    "object",
    "embed",
    "svg",
    "canvas",
)
_FRAMES = ("nav", "footer", "aside", "form", "button", "select", "textarea", "dialog", "menu")
_MOSTLY_LINKS = 0.8


def repair(tree: HtmlElement) -> None:
    """Unwrap or rename, in place, what trafilatura drops together with its text.

    That is the text of `time` and other inline elements, quotation marks of `q`, readings of
    `ruby`, lists in table cells, `center` and `figcaption`.
    """
    for quote in list(tree.iter("q")):
        _enclose(quote, "“", "”")
        quote.drop_tag()
    for reading in list(tree.iter("rt")):
        if reading.getprevious() is None or reading.getprevious().tag != "rp":
            _enclose(reading, "(", ")")
        reading.drop_tag()
    for element in list(tree.iter(*_UNWRAPPED)):
        element.drop_tag()
    for cell in list(tree.iter("td", "th")):
        _flatten_lists(cell)
    for element in tree.iter("center", "figure"):
        element.tag = "div"
    for element in tree.iter("figcaption"):
        element.tag = "p"


def keep_only_visible(tree: HtmlElement) -> None:
    """Take out, in place, what a browser doesn't show, and what frames a page: menus, footers."""
    for element in list(tree.iter(*_UNSEEN, *_FRAMES)):
        element.drop_tree()
    for element in list(tree.iter("ul", "ol", "div")):
        if element.getparent() is not None and _is_menu(element):
            element.drop_tree()
    for element in tree.xpath("//*[@hidden or @aria-hidden='true' or contains(@style, 'none')]"):
        style = element.get("style", "").replace(" ", "").lower()
        is_hidden = "hidden" in element.attrib or element.get("aria-hidden") == "true"
        if (is_hidden or "display:none" in style) and element.getparent() is not None:
            element.drop_tree()


def _enclose(element: HtmlElement, before: str, after: str) -> None:
    element.text = before + (element.text or "")
    if len(element):
        element[-1].tail = (element[-1].tail or "") + after
    else:
        element.text += after


def _flatten_lists(cell: HtmlElement) -> None:
    for item in list(cell.iter("li")):
        if item.getnext() is not None:
            item.tail = "; " + (item.tail or "").lstrip()
        item.drop_tag()
    for items in list(cell.iter("ul", "ol")):
        before = items.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + " "
        elif items.getparent().text:
            items.getparent().text += " "
        items.drop_tag()


def _is_menu(element: HtmlElement) -> bool:
    """Whether almost all of its text is in several links."""
    links = list(element.iter("a"))
    if len(links) < 3:
        return False
    length = len("".join(element.itertext()).split())
    linked = sum(len("".join(link.itertext()).split()) for link in links)
    return linked > length * _MOSTLY_LINKS
