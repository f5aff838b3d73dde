"""Words, by language, that tell what kind of thing a question asks for and a sentence gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class KindWords:
    """The words of one language; "|" separates phrases, each may be a regular expression.

    The first six ask for a kind by themselves. The `*_nouns` do when they follow `which`: "which
    year" asks for a time. `spans_of_time` and `numerals` stand for figures, `because` introduces
    a reason, and `denials` turn a statement round. `date` asks for no less than a date.
    """

    person: str
    time: str
    place: str
    number: str
    duration: str
    reason: str
    which: str
    person_nouns: str
    time_nouns: str
    place_nouns: str
    number_nouns: str
    spans_of_time: str
    numerals: str
    because: str
    denials: str
    before_a_place: str
    date: str


ENGLISH = KindWords(
    person="who|whom|whose",
    time="when",
    place="where",
    number="how (?:many|much|large|big|far|high|tall|deep|fast|old|wide|heavy|hot|cold)",
    duration="how (?:long|soon|often)",
    reason="why",
    which="what|which",
    person_nouns="person|king|leader|president|emperor|general|author|scientist|politician"
    "|governor|queen|minister|man|woman|actor|singer|commander|explorer|officer|historian"
    "|philosopher|director|name",
    time_nouns="years?|dates?|day|month|time|century|decade|period|era|age|season|deadline",
    place_nouns="city|country|place|location|town|region|area|county|continent|river|island"
    "|capital|province|village|state|nation|street|building|part|territory",
    number_nouns="number|percentage|percent|amount|share|proportion|population|rate|size|height"
    "|length|width|distance|ratio|temperature|weight|price|cost|fraction|value|revenue",
    spans_of_time="seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?"
    "|century|centuries|times|daily|weekly|monthly|yearly",
    numerals="two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    "|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy"
    "|eighty|ninety|hundreds?|thousands?|million|billion|dozen|half|third|quarter|twice|percent",
    because="because|due|since|therefore|thus|so that|in order|reason|as a result|caused?"
    "|owing|led to|hence|to (?:avoid|prevent|protect|ensure|gain|escape|make|get)|for fear"
    "|allow|allowed|enable|enabled",
    denials="not|never|cannot|without|neither|nor|can't|don't|doesn't|didn't|isn't|aren't"
    "|wasn't|weren't|won't|hasn't|haven't|hadn't",
    before_a_place="in|at|near|from|to|into|on|across|around|outside|through|towards?|off|between",
    date="since when|until when|by when|(?:what|which|exact) (?:date|day)|what time",
)
GERMAN = KindWords(
    person="wer|wen|wem|wessen",
    time="wann",
    place="wo|wohin|woher",
    number="wie ?viele?|wie (?:groß|hoch|weit|tief|schnell|alt|breit|schwer|teuer)",
    duration="wie (?:lange|bald|oft)",
    reason="warum|weshalb|wieso",
    which="welche[rsnm]?|was|wie",
    person_nouns="person|könig|leiter|leiterin|präsident|präsidentin|kaiser|autor|autorin|minister"
    "|ministerin|mann|frau|name",
    time_nouns="jahr|jahre|datum|tag|monat|zeit|jahrhundert|jahrzehnt|zeitraum|frist|termin",
    place_nouns="stadt|land|ort|region|gebiet|fluss|insel|hauptstadt|dorf|staat|straße|gebäude",
    number_nouns="zahl|anzahl|anteil|prozentsatz|betrag|höhe|länge|breite|abstand|entfernung"
    "|temperatur|gewicht|preis|kosten|wert|umsatz|größe",
    spans_of_time="sekunden?|minuten?|stunden?|tagen?|tage|wochen?|monate?n?|jahre?n?|jahrzehnte?n?"
    "|jahrhunderte?n?|täglich|wöchentlich|monatlich|jährlich|mal",
    numerals="zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig"
    "|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|millionen?|milliarden?|dutzend"
    "|hälfte|drittel|viertel|prozent",
    because="weil|denn|wegen|aufgrund|daher|deshalb|darum|damit|um zu|grund|infolge|dadurch|führte",
    denials="nicht|nie|niemals|kein|keine[rsnm]?|ohne|weder",
    before_a_place="in|im|bei|beim|nach|aus|an|am|auf|von|vom|zu|zur|zum|durch|zwischen|nahe",
    date="seit wann|bis wann|welche[mnrs]? (?:datum|tag)|wie spät|um wie ?viel uhr",
)
FRENCH = KindWords(
    person="qui",
    time="quand",
    place="où",
    number="combien|à quelle (?:distance|hauteur|profondeur|vitesse)",
    duration="combien de temps|depuis quand|à quelle fréquence",
    reason="pourquoi",
    which="quel|quelle|quels|quelles|lequel|laquelle",
    person_nouns="personne|roi|reine|chef|président|présidente|auteur|ministre|homme|femme|nom",
    time_nouns="année|années|an|date|jour|mois|heure|siècle|décennie|période|délai|époque",
    place_nouns="ville|pays|lieu|endroit|région|zone|rivière|île|capitale|village|état|rue|bâtiment",
    number_nouns="nombre|pourcentage|montant|part|proportion|taux|taille|hauteur|longueur|largeur"
    "|distance|température|poids|prix|coût|valeur|revenu",
    spans_of_time="secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?|décennies?|siècles?"
    "|fois",
    numerals="deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante"
    "|cinquante|soixante|cents?|mille|millions?|milliards?|moitié|tiers|quart|pourcent",
    because="parce que|parce qu|car|puisque|grâce à|en raison|donc|afin|pour que|raison|à cause",
    denials="ne|n|pas|jamais|sans|aucune?|ni",
    before_a_place="à|au|aux|en|dans|de|du|des|vers|près|sur|entre|par",
    date="depuis quand|jusqu'à quand|quelle date|quel jour|quelle heure",
)
SPANISH = KindWords(
    person="quién|quiénes|quien",
    time="cuándo|cuando",
    place="dónde|adónde|donde",
    number="cuánto|cuánta|cuántos|cuántas|a qué (?:distancia|altura|velocidad)",
    duration="cuánto tiempo|cada cuánto|hasta cuándo|desde cuándo",
    reason="por qué",
    which="qué|cuál|cuáles",
    person_nouns="persona|rey|reina|líder|presidente|presidenta|autor|autora|ministro|ministra"
    "|hombre|mujer|nombre",
    time_nouns="año|años|fecha|día|mes|hora|siglo|década|período|periodo|plazo|época",
    place_nouns="ciudad|país|lugar|sitio|región|zona|río|isla|capital|pueblo|estado|calle|edificio",
    number_nouns="número|porcentaje|cantidad|importe|parte|proporción|tasa|tamaño|altura|longitud"
    "|anchura|distancia|temperatura|peso|precio|coste|costo|valor|ingreso",
    spans_of_time="segundos?|minutos?|horas?|días?|semanas?|mes|meses|años?|décadas?|siglos?|veces",
    numerals="dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta"
    "|cincuenta|sesenta|cien|cientos?|mil|millón|millones|mitad|tercio|cuarto",
    because="porque|ya que|debido|puesto que|gracias a|por eso|para que|a fin de|razón|a causa",
    denials="no|nunca|jamás|sin|ningún|ninguna|ni|tampoco",
    before_a_place="en|a|al|de|del|desde|hacia|cerca|entre|por|sobre",
    date="desde cuándo|hasta cuándo|qué fecha|qué día|qué hora",
)
PORTUGUESE = KindWords(
    person="quem",
    time="quando",
    place="onde|aonde",
    number="quanto|quanta|quantos|quantas|a que (?:distância|altura|velocidade)",
    duration="quanto tempo|com que frequência|desde quando|até quando",
    reason="por que|por quê|porquê",
    which="que|qual|quais",
    person_nouns="pessoa|rei|rainha|líder|presidente|autor|autora|ministro|ministra|homem|mulher"
    "|nome",
    time_nouns="ano|anos|data|dia|mês|hora|século|década|período|prazo|época",
    place_nouns="cidade|país|lugar|local|região|zona|rio|ilha|capital|aldeia|estado|rua|edifício",
    number_nouns="número|percentagem|porcentagem|quantia|valor|parte|proporção|taxa|tamanho|altura"
    "|comprimento|largura|distância|temperatura|peso|preço|custo|receita",
    spans_of_time="segundos?|minutos?|horas?|dias?|semanas?|mês|meses|anos?|décadas?|séculos?|vezes",
    numerals="dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|trinta|quarenta"
    "|cinquenta|sessenta|cem|centos?|mil|milhão|milhões|metade|terço|quarto",
    because="porque|pois|já que|devido|graças a|por isso|para que|a fim de|razão|por causa",
    denials="não|nunca|jamais|sem|nenhum|nenhuma|nem|tampouco",
    before_a_place="em|no|na|nos|nas|a|ao|à|de|do|da|para|perto|entre|por",
    date="desde quando|até quando|que data|qual data|que dia|que horas",
)
CHINESE = KindWords(
    person="谁|哪位|何人",
    time="什么时候|何时|几时|哪一?年|哪一?天|几月|几号",
    place="哪里|哪儿|何处|何地|在哪",
    number="多少|几个|多大|多高|多远|多深|多快|几",
    duration="多久|多长时间|几天|几年|几小时",
    reason="为什么|为何|原因是",
    which="什么|哪个|哪些|哪一",
    person_nouns="人|总统|国王|作者|部长|名字",
    time_nouns="年|日期|时间|世纪|年代|期限",
    place_nouns="城市|国家|地方|地点|地区|河|岛|首都|省",
    number_nouns="数|数量|比例|百分比|金额|价格|费用|温度|距离|高度|长度|重量",
    spans_of_time="秒|分钟|小时|天|日|周|星期|月|年|世纪|次",
    numerals="[一二两三四五六七八九十百千万亿半]",
    because="因为|由于|因此|所以|为了|以便|导致|原因",
    denials="不|没|没有|无|未|非|别",
    before_a_place="在|到|从|位于|往",
    date="从什么时候|自何时|哪一?天|几号|几点|什么日期",
)

_SPELLED = "|".join([
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half past|quarter (?:past|to)",
    "ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb",
    "une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze",
    "una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce",
    "uma|duas|três|quatro|sete|oito|nove|dez|doze",
])  # fmt: skip
_ORDINALS = "|".join([
    r"\d{1,2}(?:st|nd|rd|th|\.|er|e|º|ª)?|first|second|third|fourth|fifth|sixth|seventh|tenth|last",
    "(?:erste|zweite|dritte|vierte|fünfte|sechste|siebte|zehnte|letzte)[nrsm]?",
    "premier|deuxième|troisième|quatrième|cinquième|sixième|septième|dixième|dernier",
    "primer|segundo|tercer|cuarto|quinto|sexto|séptimo|décimo|último",
    "primeiro|terceiro|quarto|sétimo",
])  # fmt: skip
_HOUR = rf"(?:\d{{1,2}}|{_SPELLED})"
DAYS_AND_HOURS = "|".join([
    r"\d{1,2}[:h]\d\d|\d{1,2} ?h|\d{1,2}(?:\.\d\d)? ?(?:[ap]\.?m|uhr)|noon|midnight",
    rf"{_HOUR} (?:o['’]clock|uhr)|mittags?|mitternacht",
    rf"(?:at|from|until|till|by) {_HOUR}(?= *(?:$|[.,;!?)]|and|to|in|on|every|each)\b)",
    rf"(?:at|from|until|till|by) {_HOUR}(?= *(?:$|[.,;!?)]))",
    rf"(?:à|vers|dès|de|jusqu['’]à) {_HOUR} heures?|midi|minuit",
    rf"las? {_HOUR}|mediodía|medianoche|às {_HOUR}|à uma|meio-dia|meia-noite",
    rf"(?:{_ORDINALS}) (?:[\p{{L}}-]+ )?(?:day|werktag|tag|jour|día|dia)",
    rf"(?:day|tag|jour|día|dia) {_HOUR}|am \d{{1,2}}\.",
    "[0-9一二两三四五六七八九十]+[点點时]|(?:星期|周|礼拜)[一二三四五六日天]",
])  # fmt: skip
"""A time of day, or a day of several, beside the names of the days; of all languages, since what
is one in one of them is none of another."""

WORDS = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "pt": PORTUGUESE,
    "zh": CHINESE,
}


def kind_words(language: str) -> KindWords:
    """The words of a language (ISO 639-1); the English ones where there are none."""
    return WORDS.get(language, ENGLISH)
