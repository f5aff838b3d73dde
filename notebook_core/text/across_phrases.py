"""The words by which a question shows that it asks each source: phrases in six languages.

Forms of a word count as they stand: "Compare the prices" asks for a comparison, "Who compares the
prices?" doesn't.
"""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "en": """
        ^ compare
        ^ contrast
        ^ comparison of|between
        how do|does|did … compare
        do|does|did … differ
        what differs between|in
        the|a|any|main|key|there difference|differences between
        the|any|main|key|there differences in
        versus
        vs
        do … and … SAY
        do … DOCUMENTS … SAY
        does each|every DOCUMENT
        does each|every … SAY
        what each|every … SAY
        what the|my|these|our|all|both DOCUMENTS SAY
        in|across|from|to all|both DOCUMENTS
        in|across|from|to each|every DOCUMENT
        in|across|from|to each|all|both of|the|my|these DOCUMENTS
        in|across|from|to each|all|both of the|my|these DOCUMENTS
        per source
        do … have in common
        which of the|my|these|your DOCUMENTS
        which sources
        which DOCUMENTS … SAY
    """,
    "de": """
        ^ vergleich|vergleiche|vergleichen|vergleicht
        können|könnten|könntest|kannst|möchte|bitte … vergleichen
        ^ stelle|stell|stellen|stellt … gegenüber
        unterscheidet|unterscheiden sich
        sich … unterscheidet|unterscheiden
        der|den|die|ein|einen|welche|welcher|welchen|keine|keinen unterschied|unterschiede zwischen
        im vergleich zu|zum|zur
        versus
        vs
        was SAY … und … über|zu|zum|zur
        was SAY … DOCUMENTS
        was SAY|sagt|steht … jede|jeder|jedes|jedem DOCUMENT
        in|aus|laut allen|beiden|jeder|jedem DOCUMENTS
        in|aus|laut jeder|jedem DOCUMENT
        welche|welcher|welches der|dieser|meiner DOCUMENTS
        welche|welchen quellen
        welche|welchen DOCUMENTS … SAY
    """,
    "fr": """
        ^ compare|comparez|comparer|comparons
        en quoi … diffère|diffèrent
        comment … diffère|diffèrent
        la|les|une|des|quelle|quelles différence|différences entre
        quelle|quelles différence|différences y a t il entre
        versus
        vs
        que|qu SAY … et … sur|de|du|des|à|au
        que|qu SAY … DOCUMENTS
        que dit|demande chaque DOCUMENT
        dans|selon|par chaque DOCUMENT
        dans|selon toutes|tous les|mes|ces DOCUMENTS
        lequel|laquelle|lesquels|lesquelles des|de … DOCUMENTS
        quelles sources
        quels|quelles DOCUMENTS … SAY
    """,
    "es": """
        ^ compara|compare|comparar|comparad|comparen
        en qué … difieren|difiere|diferencian|diferencia
        cómo … difieren|difiere|comparan
        la|las|una|qué|cuál diferencia|diferencias entre
        la|las|qué diferencia|diferencias hay entre
        versus
        vs
        qué SAY … y … sobre|de|del|acerca
        qué SAY … DOCUMENTS
        qué dice|pide cada DOCUMENT
        en|según|por cada DOCUMENT
        en|según todas|todos|ambas|ambos las|los|mis|estas|estos DOCUMENTS
        en|según ambas|ambos DOCUMENTS
        cuál|cuáles de las|los|mis|estas|estos DOCUMENTS
        qué|cuáles fuentes
        qué DOCUMENTS … SAY
    """,
    "pt": """
        ^ compare|compara|comparar|comparem
        em que … diferem|difere|distinguem
        como … diferem|difere|comparam
        a|as|uma|que|qual diferença|diferenças entre
        que|quais diferença|diferenças há|existem entre
        versus
        vs
        o que SAY … e … sobre|de|do|da
        o que SAY … DOCUMENTS
        o que diz|pede cada DOCUMENT
        em|segundo|por cada DOCUMENT
        em|segundo todas|todos|ambas|ambos as|os DOCUMENTS
        qual|quais das|dos|destas|destes DOCUMENTS
        que|quais fontes
        que|quais DOCUMENTS … SAY
    """,
    "zh": """
        ^ 比较
        ^ 对比
        ^ 比較
        ^ 對比
        比较一下
        比較一下
        有何不同
        有什么不同
        有什麼不同
        有何区别
        有什么区别
        有什麼區別
        有何差异
        有什么差异
        有什麼差異
        之间的差异
        之间的区别
        的不同之处
        分别怎么说
        各来源
        各个来源
        各來源
        每个来源
        每個來源
        每份文件
        每个文件
        各文件
        各份文件
        所有来源
        所有來源
        哪些来源
        哪些來源
        哪些文件
        哪份文件
        哪个文件
    """,
}
"""A phrase a line. "^" is where the question begins, "…" any number of words, "a|b" either word;
DOCUMENT, DOCUMENTS and SAY stand for the words of `WORDS`."""

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "DOCUMENT": "source|document|file|text|report|paper|note|article",
        "DOCUMENTS": "sources|documents|files|texts|reports|papers|notes|articles",
        "SAY": "say|says|state|states|mention|mentions|claim|claims|ask|asks|promise|promises"
        "|require|requires|offer|offers|agree|disagree|contain|discuss|cover",
    },
    "de": {
        "DOCUMENT": "quelle|dokument|datei|text|bericht|artikel|schreiben",
        "DOCUMENTS": "quellen|dokumente|dokumenten|dateien|texte|texten|berichte|berichten|artikel",
        "SAY": "sagen|nennen|fordern|verlangen|versprechen|bieten|schreiben|erwähnen|behandeln",
    },
    "fr": {
        "DOCUMENT": "source|document|fichier|texte|rapport|article",
        "DOCUMENTS": "sources|documents|fichiers|textes|rapports|articles",
        "SAY": "disent|demandent|exigent|promettent|offrent|indiquent|mentionnent|prévoient",
    },
    "es": {
        "DOCUMENT": "fuente|documento|archivo|texto|informe|artículo",
        "DOCUMENTS": "fuentes|documentos|archivos|textos|informes|artículos",
        "SAY": "dicen|piden|exigen|prometen|ofrecen|indican|mencionan|establecen",
    },
    "pt": {
        "DOCUMENT": "fonte|documento|arquivo|ficheiro|texto|relatório|artigo",
        "DOCUMENTS": "fontes|documentos|arquivos|ficheiros|textos|relatórios|artigos",
        "SAY": "dizem|pedem|exigem|prometem|oferecem|indicam|mencionam|estabelecem",
    },
    "zh": {},
}
"""What stands for the names in the phrases of each language."""

BEFORE_AN_ORDER = """
    please can could would will you i we want need like to let us me s now and so then
    bitte kannst könntest können könnten du sie ich wir möchte möchten will
    peux pourrais pouvez pourriez tu vous il plaît je veux voudrais
    puedes podrías puede podría por favor quiero pode poderia podes você quero gostaria de
    请 帮 我 你 能 可 以 想 要 請 幫
"""
"""Words that may stand before what "^" begins with."""

HOW_IT_IS_PUT = """
    ask|asks|promise|promises|state|states|mention|mentions|claim|claims|demand|demands
    the two
    verlangt|verlangen|fordert|fordern|verspricht|versprechen|nennt|nennen|bietet|bieten|steht
    beide|beiden|beider
    die|den|der zwei
    demande|demandent|exige|exigent|promet|promettent|indique|indiquent|dit|disent
    les|des deux
    pide|piden|exige|exigen|promete|prometen|indica|indican|dice|dicen|ambas|ambos
    las|los dos
    pede|pedem|exigem|prometem|indicam|diz|dizem
    as|os|das|dos duas|dois
    两|这|各|每 个|份|种
    这 两 个|份|种
    怎么说
    是什么
    是多少
    来源对
    的
"""
"""Phrases, in the form of `PHRASES`, for how a question across sources is put: which say nothing on
what it is about."""
