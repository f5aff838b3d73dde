"""Words of the closed classes, which say how a question is put and not what it is about.

Articles, pronouns, prepositions, conjunctions, auxiliaries and question words. The published stop
lists are wider: they also drop words such as "test", "value" or "year", which analysts ask about.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from notebook_core.text.terms import question_terms, terms

_WORDS: dict[str, str] = {
    "en": """
        a an the this that these those some any each every all both no not only own same such than
        too very so i me my we us our you your he him his she her it its they them their who whom
        whose which what where when why how much many long often of in on at by for with about
        against between into through during before after above below to from up down out off over
        under again then once here there and or but if because as until while is are was were be
        been being am do does did doing have has had having can could may might must shall should
        will would according tell say says said describe explain please give list name know let
    """,
    "de": """
        der die das den dem des ein eine einen einem einer eines kein keine und oder aber wenn weil
        als dass ob zu zum zur von vom mit bei nach aus in im an am auf über unter vor für gegen
        durch ohne um bis seit beim ins je worin woran womit wodurch wofür wobei ich du er sie es
        wir ihr mich dich sich uns ihn ihm ihnen mein dein sein unser euer wer wen wem wessen was wo
        wann warum wie wieso welche welcher welches welchen wieviel viel viele ist sind war waren
        bin bist wird werden wurde wurden hat haben hatte hatten kann können konnte muss müssen
        musste soll sollen darf dürfen nicht nur auch noch schon sehr so dann hier da dort dieser
        diese dieses jeder jede jedes man lange
    """,
    "fr": """
        le la les l un une des du de d au aux et ou mais si que qu qui quoi dont où quand comment
        pourquoi combien quel quelle quels quelles ce cet cette ces je tu il elle on nous vous ils
        elles me te se lui leur mon ton son ma ta sa mes tes ses notre votre nos vos leurs à dans
        par pour sur sous avec sans chez entre vers depuis pendant est sont était étaient été être
        ai as a avons avez ont avait avaient avoir peut peuvent doit doivent faut ne pas plus très
        tout tous toute toutes y en c n s j m t
    """,
    "es": """
        el la los las un una unos unas lo de del a al y e o u pero si que quien quién quienes cuál
        cuáles qué cuándo cuando dónde donde cómo como cuánto cuánta cuántos cuántas por para con
        sin sobre entre desde hasta en es son era eran fue fueron ser sido está están estaba estar
        ha han había haber tiene tienen puede pueden debe deben se me te le les nos su sus mi mis
        tu tus este esta estos estas ese esa eso no sí más muy ya también yo él ella ellos ellas
    """,
    "pt": """
        o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem
        sobre entre até desde e ou mas se que quem qual quais quando onde como quanto quanta quantos
        quantas porque é são era eram foi foram ser sido está estão estava ter tem têm tinha há pode
        podem deve devem se me te lhe lhes nos seu sua seus suas meu minha este esta estes estas
        esse essa isso não sim mais muito já também eu ele ela eles elas ao aos à às
    """,
    "it": """
        il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle
        da dal dalla in nel nella con su per tra fra e o ma se che chi cui quale quali quando dove
        come quanto quanta quanti quante perché è sono era erano essere stato ha hanno aveva avere
        può possono deve devono si mi ti ci vi suo sua suoi sue mio questo questa questi queste non
        più molto già anche io lui lei loro l d
    """,
    "nl": """
        de het een en of maar als dat die dit deze wie wat waar wanneer waarom hoe welke welk
        hoeveel van in op aan bij met voor naar uit door over onder tot sinds zonder is zijn was
        waren ben wordt worden werd heeft hebben had kan kunnen moet moeten mag zal zou ik jij
        je hij zij ze wij we hun hem haar mijn zijn ons niet geen ook nog al zeer er om te
    """,
}


@cache
def function_terms(language: str) -> frozenset[str]:
    """The function words of a language (ISO 639-1) as `terms` gives them; none if it is unknown."""
    words = _WORDS.get(language, "")
    return frozenset(terms(words, language)) | frozenset(terms(words, ""))


def asked_terms(question: str, languages: Collection[str]) -> tuple[str, ...]:
    """What to look for in sources of these languages: the question's terms, sorted, without those
    that only say how it is put, unless it has no others.

    "What" and "did" are rare enough in prose to outweigh what is asked about. They are left out by
    language: "war" is one in German, but not in English.
    """
    return tuple(sorted(_said(question, languages))) or question_terms(question, languages)


def only_function_words(question: str, languages: Collection[str]) -> bool:
    """Whether the question, which holds words, says in none of the languages what it is about."""
    return not _said(question, languages)


def asked_in(question: str, language: str, languages: Collection[str]) -> frozenset[str]:
    """Those of `asked_terms` that a source in one of the languages can hold."""
    return _said_in(question, language, languages) or frozenset(terms(question, language))


def _said(question: str, languages: Collection[str]) -> frozenset[str]:
    return frozenset[str]().union(*(_said_in(question, one, languages) for one in languages))


def _said_in(question: str, language: str, languages: Collection[str]) -> frozenset[str]:
    if language:
        return frozenset(terms(question, language)) - function_terms(language)
    known = {one for one in languages if one} or {"en"}
    return frozenset(terms(question, "")).difference(*map(function_terms, known))
