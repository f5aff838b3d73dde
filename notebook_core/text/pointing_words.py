"""The words by which a question points at what was said before it, by language."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from notebook_core.text.terms import terms


@dataclass(frozen=True)
class Pointing:
    """How one language points back.

    `pronouns` stand for what another clause named, `possessives` also for what their own clause
    named before them; `articles` are pronouns where no noun follows; those in `formal` address
    somebody when they have a capital. `pointers` point back wherever they stand; in `idioms` the
    words point at nothing. `joins` open a question that goes on from another, `about` one that
    only exchanges what it is asked about. `hollow` words say no more of a subject than function
    words do. `asks` are question words, `breaks` begin a clause, `relates` are prepositions. Next
    to one of `names` (articles, forms of "to be" and "to mean", who asks) one word is subject
    enough.
    """

    pronouns: frozenset[str]
    possessives: frozenset[str]
    articles: frozenset[str]
    formal: frozenset[str]
    pointers: regex.Pattern[str]
    idioms: regex.Pattern[str]
    joins: frozenset[str]
    about: regex.Pattern[str]
    hollow: frozenset[str]
    asks: frozenset[str]
    breaks: frozenset[str]
    relates: frozenset[str]
    names: frozenset[str]


def _spelled(words: str) -> frozenset[str]:
    """Words that accents tell apart."""
    return frozenset(words.split())


def _words(words: str) -> frozenset[str]:
    """Words in lower case and without accents, as `terms` gives them unstemmed."""
    return frozenset(terms(words, ""))


def _phrases(*patterns: str) -> regex.Pattern[str]:
    """Any of the patterns, over words in that form with one blank between them."""
    return regex.compile(rf"\b(?:{'|'.join(patterns)})(?!\w)")


POINTING: dict[str, Pointing] = {
    "en": Pointing(
        pronouns=_spelled("it they them he him she this these those"),
        possessives=_spelled("its their theirs his her hers"),
        articles=frozenset(),
        formal=frozenset(),
        pointers=_phrases(
            r"(?:the|each) others?(?! than)",
            r"(?:what|who|where|anything|anyone|something) else",
            r"(?:that|this|other|another|first|second|third|last|next|previous|newer|older)"
            r" ones?(?! of| that| who| which)",
            r"which one",
            r"^which (?:is|was|are|were)",
            r"^(?:how|why|when|where|is|was|does|did) that",
            r"the same (?:for|in|with|at|to|on|true|apply|hold|go)",
            r"the latter",
            r"(?:the former|the rest|the same|that|there|then|vice versa)$",
        ),
        idioms=_phrases(
            r"^(?:ok|okay|yes|no|thanks|well|so)(?= (?:and|but|what|how)\b)",
            r"(?<=what time is )it",
            r"(?<=\b(?:is|are|was|were) )there",
            r"there(?= (?:is|are|was|were)\b)",
            r"those(?= (?:who|that|which)\b)",
            r"(?:this|these)(?= (?:year|quarter|month|week|document|source|notebook|report|paper"
            r"|text|file|page|article|book|study|chapter|section|contract|tender|offer|policy"
            r"|agreement)s?\b)",
            r"it(?= (?:takes?|took|costs?|makes? sense)(?: \w+){0,6}? to (?!the |an? ))",
            r"(?<=\b(?:is|was|be) )it(?= (?:\w+ ){0,2}(?:to (?!the |an? )|that |whether ))",
            r"it(?= (?:is|was|be) (?:\w+ ){1,2}(?:to (?!the |an? )|that |whether ))",
        ),
        joins=_spelled("and but or plus also"),
        about=_phrases("what about", "how about", "what of", "what if", "same for"),
        hollow=_words(
            """else also more most exactly precisely really actually sure correct right true mean
            means meant come happen happens happened happening detail details example examples
            elaborate possible thing things way instead still already yet now ok okay thanks thank
            well another other others one ones yes further just since ago first second third last
            next previous kind sort reason reasons difference latter former rest versa vice back
            big large high old far however therefore moreover furthermore additionally plus don
            doesn didn isn aren wasn weren wouldn couldn shouldn hasn haven hadn ll ve re"""
        ),
        asks=_words("who whom whose which what where when why how"),
        breaks=_words(
            """and or but if because as until while before after who whom whose which what where
            when why how that than unless whether"""
        ),
        relates=_words(
            """of on at by for with without about against between during from in under to within per
            since till until"""
        ),
        names=_words(
            """a an the is are was were be been am s i we you my our your one someone mean means
            meant"""
        ),
    ),
    "de": Pointing(
        pronouns=_spelled(
            """er es ihn ihm sie ihnen dies diese dieser dieses diesen diesem dort dafür davon damit
            dazu darüber dagegen danach davor dabei daran darin daraus dadurch darauf darunter"""
        ),
        possessives=_spelled("sein seine seiner seinen seinem seines ihr ihre ihrer ihren ihrem"),
        articles=_spelled("das"),
        formal=_spelled("sie ihnen ihr ihre ihrer ihren ihrem"),
        pointers=_phrases(
            r"(?:der|die|das|den|dem|des|eine?[mnrs]?) andere[mnrs]?",
            r"(?:das|die|der|den|dem)selben?",
            r"(?:letzter|erster)e[mnrs]?",
            r"(?:was|wer|sonst) (?:noch|sonst)",
        ),
        idioms=_phrases(
            r"(?<=(?:gibt|geht|handelt) )es",
            r"es(?= (?:gibt|geht|handelt))",
            r"es(?= .*\b(?:dass|ob|bis|zu)\b)",
            r"(?:dafur|davon|damit|dazu|daran|dagegen)(?= (?:dass|zu) )",
            r"diese[mnrs]?(?= (?:jahr|monat|woche|quartal|dokument|quelle|notizbuch|bericht|text"
            r"|datei|seite|artikel|buch|studie|kapitel|abschnitt|vertrag|angebot)(?:e?[ns]|es)?\b)",
        ),
        joins=_spelled("und aber oder auch"),
        about=_phrases(
            "was ist mit",
            "wie ist es (?:mit|bei)",
            "wie steht es (?:mit|um)",
            "wie (?:sieht|schaut) (?:es|das) (?:mit|bei|fur|in)",
        ),
        hollow=_words(
            """andere anderen anderer anderes anderem weiter weitere mehr genau genauer beispiel
            beispiele bedeutet bedeuten heißt heißen passiert passierte eigentlich wirklich sicher
            richtig grund gründe unterschied noch auch sonst erste ersten zweite zweiten dritte
            dritten letzte letzten nächste nächsten ja nein danke bitte etwa denn mal doch jetzt nun
            damals weswegen inwiefern inwieweit trotzdem erklären erklär konkret stattdessen
            derselbe dieselbe dasselbe denselben demselben letztere letzterer letzteres erstere
            ersterer ersteres stimmt gib sag nenn hoch groß lang weit alt"""
        ),
        asks=_words(
            """wer wen wem wessen was wo wann warum wie wieso welche welcher welches welchen welchem
            wieviel wofür wovon wozu womit worum worüber wodurch woran worin weshalb"""
        ),
        breaks=_words(
            """und oder aber wenn weil als dass ob bis wer wen wem wessen was wo wann warum wie
            wieso sobald solange falls während"""
        ),
        relates=_words(
            "ab in im an am auf bei beim für gegen mit nach ohne seit um unter von vom vor zu"
        ),
        names=_words(
            """der die das den dem des ein eine einen einem einer eines ist sind war waren bin sein
            ich wir sie man bedeutet bedeuten heißt heißen"""
        ),
    ),
    "fr": Pointing(
        pronouns=_spelled("ça ca cela ceci celui celle ceux celles lui eux cet cette ces"),
        possessives=_spelled("il elle ils elles son sa ses leur leurs"),
        articles=frozenset(),
        formal=frozenset(),
        pointers=_phrases(
            r"(?:l|les?|la|d|un|une|des|aux?|du) autres?",
            r"(?:le|la|les) memes?$",
            r"la meme chose",
            r"ce dernier|cette derniere|ces derni(?:er|ere)s",
            r"(?:quoi|qui|rien|qu y a t il) d autre",
            r"^(?:qui|quand|ou|combien|comment) (?:en|y)",
            r"^(?:(?:pourquoi|quand|ou|comment|en quoi) )?est ce(?! qu)",
            r"^(?:combien|quand|ou|pourquoi|comment) \w+ (?:t )?(?:il|elle)s?",
        ),
        idioms=_phrases(
            r"(?<=(?:y a t|y avait|faut|s agit) )il",
            r"il(?= (?:y a|y avait|faut|s agit))",
            r"est il(?= \w+ (?:de|d|que|qu)\b)",
            r"il est(?= \w+ (?:de|d|que|qu)\b)",
            r"l(?= (?:a|as|ai|ont|avez|avons|avait|avaient)\b)",
            r"(?<=^(?:qui|quand|ou|comment) )(?:le|la|les)(?= \w+$)",
            r"(?:celui|celle|ceux|celles)(?= (?:qui|que|qu|de|du|des|d|dont)\b)",
            r"(?:cet|cette|ces)(?= (?:annee|mois|semaine|trimestre|document|source|rapport|texte"
            r"|fichier|page|article|etude|chapitre|section|contrat|offre)s?\b)",
        ),
        joins=_spelled("et mais ou aussi"),
        about=_phrases(r"qu en est il", "quid", "et si", "en ce qui concerne", "pour ce qui est"),
        hollow=_words(
            """autre autres même mêmes plus exactement précisément vraiment exemple exemples
            signifie dire veut passe passé arrivé détail détails raison raisons différence alors
            donc aussi encore ensuite sinon vrai sûr oui non merci premier première second seconde
            deuxième troisième dernier dernière suivant suivante maintenant chose explique expliquer
            expliquez précisez cependant quid partir"""
        ),
        asks=_words("qui que qu quoi où quand comment pourquoi combien quel quelle quels quelles"),
        breaks=_words("et ou mais si que qu qui quoi dont où quand comment pourquoi lorsque avant"),
        relates=_words("à au aux chez dans de du des d en entre par pour sans sous sur vers avec"),
        names=_words(
            """le la les l un une est sont était étaient être suis je j nous vous on y signifie
            signifient veut veulent désigne"""
        ),
    ),
    "es": Pointing(
        pronouns=_spelled(
            """él ella ellos ellas ello eso esto aquello este esta estos estas ese esa esos esas
            aquel aquella aquellos aquellas"""
        ),
        possessives=_spelled("su sus suyo suya suyos suyas"),
        articles=frozenset(),
        formal=frozenset(),
        pointers=_phrases(
            r"(?:el|la|los|las|lo|un|una|del|al) otr[oa]s?",
            r"(?:el|la|lo) mism[oa]$",
            r"lo mismo",
            r"est[ea] ultim[oa]",
            r"(?:que|algo|quien) mas",
            r"^(?:es|son|era|fue|esta|estan) \w+$",
        ),
        idioms=_phrases(
            r"(?:este|esta|estos|estas|ese|esa)(?= (?:ano|mes|semana|trimestre|documento|fuente"
            r"|informe|texto|archivo|pagina|articulo|estudio|capitulo|seccion|contrato|oferta)s?\b)",
            r"estas?(?= \w+[aei]d[oa]s?\b)",
        ),
        joins=_spelled("y e pero o también tambien"),
        about=_phrases(r"que (?:hay|pasa|ocurre|sucede) (?:de|del|con)", "que tal", "y si"),
        hollow=_words(
            """más otro otra otros otras mismo misma exactamente ejemplo ejemplos significa quiere
            decir ocurre pasa pasó sucede tiempo entonces además detalle detalles motivo motivos
            razón diferencia verdad cierto seguro primero primera segundo segunda tercero último
            última siguiente anterior ahora luego antes después gracias explica explicar dame cosa
            tal hay sin embargo partir"""
        ),
        asks=_words(
            "quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas por qué"
        ),
        breaks=_words("y e o pero si que cuando porque como donde quien antes aunque mientras"),
        relates=_words("a al con de del desde en entre hasta para por según sin sobre"),
        names=_words(
            """el la los las un una unos unas es son era eran fue está están hay yo nosotros usted
            significa significan quiere"""
        ),
    ),
    "pt": Pointing(
        pronouns=_spelled(
            """ele ela eles elas nele nela neles nelas isso isto aquilo disso disto nisso nisto este
            esta estes estas esse essa esses essas deste desta desse dessa neste nesta nesse nessa
            aquele aquela aqueles aquelas"""
        ),
        possessives=_spelled("seu sua seus suas dele dela deles delas"),
        articles=frozenset(),
        formal=frozenset(),
        pointers=_phrases(
            r"(?:o|a|os|as|um|uma|do|da|dos|das|no|na|pelo|pela|ao) outr[oa]s?",
            r"(?:o|a) mesm[oa]$",
            r"o mesmo",
            r"est[ea] ultim[oa]",
            r"(?:que|algo|quem) mais",
            r"^(?:e|sao|era|foi|esta|estao) \w+$",
        ),
        idioms=_phrases(
            r"o(?= que\b)",
            r"[dn]?es[st][ea]s?(?= (?:ano|mes|semana|trimestre|documento|fonte|relatorio|texto"
            r"|arquivo|ficheiro|pagina|artigo|estudo|capitulo|secao|contrato|oferta|proposta)s?\b)",
            r"esta(?= (?:\w+[aei]d[oa]|\w+[aei]ndo)s?\b)",
            r"(?<=^(?:quem|quando|onde|como) )[oa]s?(?= \w+$)",
        ),
        joins=_spelled("e mas ou também tambem"),
        about=_phrases("que tal", r"quanto a[os]?s?", "e se"),
        hollow=_words(
            """mais outro outra outros outras mesmo mesma exatamente exemplo exemplos significa quer
            dizer acontece aconteceu tempo então além detalhe detalhes motivo motivos razão
            diferença verdade certo primeiro primeira segundo segunda terceiro último última
            seguinte anterior agora depois antes obrigado obrigada explica explicar explique coisa
            tal porém contudo partir"""
        ),
        asks=_words(
            "quem que quê qual quais quando onde como quanto quanta quantos quantas porque por quê"
        ),
        breaks=_words("e ou mas se que quando porque como onde quem antes embora enquanto"),
        relates=_words("a ao à com de do da desde em no na entre até para por pelo pela sem sobre"),
        names=_words(
            """o a os as um uma uns umas é são era eram foi está estão há tem eu nós você
            significa significam quer"""
        ),
    ),
}
