"""Recognises pages that are no pages: shells, checks for robots, soft 404s, paywalls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from notebook_core.errors import FetchFailed, NoText
from notebook_core.extraction import Block

_CHALLENGE_TITLE = re.compile(
    "just a moment|attention required|access (?:to this page has been )?denied|robot check|"
    "are you (?:a )?(?:human|robot)|pardon our interruption|security check|human verification",
    re.I,
)
_CHALLENGE_PARTS = re.compile(
    "challenge-platform|cf[-_]chl|g-recaptcha|h-captcha|cf-turnstile|datadome|px-captcha|incapsula",
    re.I,
)
_CHALLENGE = re.compile(
    "checking your browser|verif(?:y|ying) (?:that )?you are (?:a )?human|unusual traffic|"
    "not a robot|enable javascript and cookies|captcha",
    re.I,
)
_WANTS_SCRIPTS = re.compile(
    "(?:enable|activate|turn on|requires?|needs?) javascript|"
    "javascript (?:is )?(?:required|disabled)",
    re.I,
)
_EMPTY_ROOT = re.compile(r"""<div id=["']?(?:root|app|__next|__nuxt)["']?[^>]*>\s*</div>""", re.I)
_MISSING = re.compile(
    r"^(?:error )?404\b|\b404\b.*not found|^(?:page |file )?not found\b|"
    r"page (?:can't|cannot) be found|^seite nicht gefunden|^page introuvable|"
    r"^página no encontrada|^pagina non trovata|^stránka nenalezena|^nie znaleziono strony",
    re.I,
)
_PAYWALL = re.compile(
    "subscribe (?:now )?to (?:continue|keep) reading|"
    "to continue reading,? (?:please )?(?:subscribe|log ?in|sign in|register)|"
    "this (?:article|content|story) is (?:only )?(?:available )?(?:for|to) (?:our )?subscribers|"
    "pour lire la suite|réservé aux abonnés|nur für abonnenten|sólo para suscriptores|"
    "solo per gli abbonati|pouze pro předplatitele",
    re.I,
)
_SENDS_ON = re.compile(r"<meta[^>]+http-equiv=[\"']?refresh", re.I)
_NOT_FREE = re.compile(r'"isAccessibleForFree"\s*:\s*"?false', re.I)
_SHELL = 200
_STUB = 600
_TEASER = 1_500


@dataclass(frozen=True)
class PageSigns:
    """What the checks look at besides the extracted text."""

    name: str
    titles: tuple[str, ...]
    visible: str
    source: str


def require_page(blocks: Sequence[Block], signs: PageSigns) -> None:
    """Raise, saying what the page is instead, unless it is a page to read.

    Only short texts are looked at: a long one is a page, whatever words are in it. Raises
    FetchFailed, NoText.
    """
    name, length = signs.name, sum(len(line.text) for one in blocks for line in one.lines)
    if length < _STUB and _is_challenge(signs):
        raise FetchFailed(
            f"“{name}” shows a check for robots instead of the page; open it in a browser, save "
            "it and add the file."
        )
    if not length and _SENDS_ON.search(signs.source):
        raise FetchFailed(f"“{name}” only sends on to another address; add that one instead.")
    if length < _SHELL and _is_shell(signs):
        raise NoText(
            f"“{name}” is built by scripts in the browser and holds no text itself; open it there, "
            "save it as PDF and add that."
        )
    if length < _STUB and any(map(_MISSING.search, signs.titles)):
        raise FetchFailed(f"“{name}” says that there is no such page; check the address.")
    if length < _TEASER and (_NOT_FREE.search(signs.source) or _PAYWALL.search(signs.visible)):
        raise FetchFailed(
            f"“{name}” shows only its beginning without a subscription; paste the text that you "
            "can read instead."
        )


def _is_challenge(signs: PageSigns) -> bool:
    if any(map(_CHALLENGE_TITLE.match, signs.titles)):
        return True
    return bool(_CHALLENGE_PARTS.search(signs.source) and _CHALLENGE.search(signs.visible))


def _is_shell(signs: PageSigns) -> bool:
    if "<script" not in signs.source.lower():
        return False
    is_empty = not any(map(str.isalnum, signs.visible))
    return bool(is_empty or _EMPTY_ROOT.search(signs.source) or _WANTS_SCRIPTS.search(signs.source))
