"""Abbreviations of other languages than English after whose full stop a sentence goes on."""

from __future__ import annotations

_TITLES_AND_REFERENCES = """
    bzw vgl ggf evtl inkl exkl zzgl abzgl sog hrsg dipl geb bspw insb gem hr
    mme mmes mlle mgr env éd
    sra srta dña ud uds ee avda
    sig dott ing avv cfr
    dhr mevr bijv
    tzv např tj ul np tzn poz zob tzw
    им ул см напр тыс млн млрд руб проф акад
"""

_WHAT_IS_NUMBERED = """
    abs art nr str kap ziff tz rn rdnr bd aufl ca cca circa approx max min est tel pág págs pag cap
    núm blz č čl odst ust pkt st ч п р с стр рис гл ст табл fig figs tab vol sec sect ch eq eqs ref
    refs app no nos pp p para paras cl
"""

NEVER_LAST = frozenset(_TITLES_AND_REFERENCES.split())
"""Before a word of any kind: titles, "see", "for example"."""

BEFORE_A_NUMBER = frozenset(_WHAT_IS_NUMBERED.split())
"""Before a number only: article 5, page 12, figure 3."""
