"""Takes HTML out of Markdown: tags, comments and scripts go, their words and all code stay."""

from __future__ import annotations

import re
from collections.abc import Container

from markdown_it.common.html_blocks import block_names

_ATTRIBUTE = r"""\s+[A-Za-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?"""
_MARKUP = re.compile(
    rf"""
      (?P<kept>
        \\[<`\\]                                          # an escaped sign
        | (?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).){{0,5000}}?(?<!`)(?P=ticks)(?!`)  # code
      )
    | (?P<hidden>
        <!--(?:-?>|(?:(?!<!--).)*?-->)
        | <(?P<silent>script|style|template)\b[^<>]*>
          (?:(?:(?!<(?P=silent)\b).)*?</(?P=silent)\s*>|(?:(?!\n[ \t]*\n).)*)
        | <!doctype\b[^<>]*>
      )
    | (?P<cell></t[dh]\s*>\s*<t[dh](?:{_ATTRIBUTE})*\s*>)
    | <(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<attributes>(?:{_ATTRIBUTE})*)\s*/?>
    """,
    re.X | re.S | re.I,
)
_CLOSING = re.compile(r"</([A-Za-z][A-Za-z0-9]*)\s*>")
_DATA_URI = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.=+-]+)*,[\w+/=%.~!*:@&$-]{100,}")

_INLINE = re.compile(
    "a|abbr|acronym|audio|b|bdi|bdo|big|br|button|canvas|cite|code|data|del|dfn|em|embed|font|i|"
    "iframe|img|input|ins|kbd|label|map|mark|meter|nobr|object|output|path|picture|pre|progress|q|"
    "rb|rp|rt|ruby|s|samp|script|select|small|span|strike|strong|style|sub|sup|svg|template|"
    "textarea|time|tt|u|var|video|wbr"
)
_BLOCKS = frozenset(block_names) | {"br", "pre"}
_ENDS_BY_ITSELF = re.compile(
    "area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|"  # void elements
    "dd|dt|li|option|p|rp|rt|tbody|td|tfoot|th|thead|tr"  # whose end may be left out
)
_BREAK = "\0"  # what a block's tag leaves until it is known whether it stood between two words
_GLUED = re.compile(rf"(?<=[^\s{_BREAK}]){_BREAK}+(?=[^\s{_BREAK}])")


EMBEDDED_LEFT_OUT = "Embedded files were left out; “data:” and their type stand in their place."


def without_data_uris(text: str) -> str:
    """`text` with a short placeholder for each embedded file.

    >>> without_data_uris("![map](data:image/png;base64," + "iVBO" * 50 + ")")
    '![map](data:image/png)'
    """
    return _DATA_URI.sub(lambda match: f"data:{match[1] or 'text/plain'}", text)


def without_html(text: str) -> str:
    """`text`, which holds no fenced or indented code, without its HTML.

    What only looks like a tag stays: comparisons, `List<String>`, `<name AT host>`, elements that
    HTML doesn't have, one that is mentioned and never closed, and whatever is in a code span.

    >>> without_html("Press <kbd>F5</kbd>.<br>If 2 < 3, read <draft-name-00> and `<b>`.")
    'Press F5. If 2 < 3, read <draft-name-00> and `<b>`.'
    """
    if "<" not in text:
        return text
    closed = {name.lower() for name in _CLOSING.findall(text)}
    broken = _MARKUP.sub(lambda match: _replacement(match, closed), text.replace(_BREAK, ""))
    return _GLUED.sub(" ", broken).replace(_BREAK, "")


def _replacement(match: re.Match[str], closed: Container[str]) -> str:
    if match["kept"]:
        return match[0]
    if match["cell"]:
        return " | "
    if match["hidden"]:
        return ""
    if not _is_tag(match, closed):
        return match[0]
    return _BREAK if match["name"].lower() in _BLOCKS else ""


def _is_tag(match: re.Match[str], closed: Container[str]) -> bool:
    written, name = match["name"], match["name"].lower()
    if not _INLINE.fullmatch(name) and name not in _BLOCKS:
        return False
    if not (written.islower() or written.isupper()):  # a type of some language: List<Object>
        return False
    is_whole = name in closed or _ENDS_BY_ITSELF.fullmatch(name)
    return bool(match["close"] or "=" in match["attributes"] or is_whole)
