"""Which questions lean on the one before them, and which stand by themselves, by language."""

import pytest

from notebook_core.text.following import LONGEST_LEANING, leans

BEFORE = {
    "en": "What is the notice period of the contract?",
    "de": "Wie lang ist die Kündigungsfrist des Vertrags?",
    "fr": "Quel est le délai de préavis du contrat ?",
    "es": "¿Cuál es el plazo de preaviso del contrato?",
    "pt": "Qual é o prazo de aviso prévio do contrato?",
    "zh": "合同的通知期是多长？",
}
LEANING = {
    "en": """
        and for the other one?
        Why?
        why not?
        What about 2024?
        how much does it cost?
        How so?
        And Quillmere?
        What about the support hours of Quillmere?
        When was it founded?
        Who is responsible for it?
        Tell me more
        Anything else?
        What does that mean?
        Why is that?
        Since when?
        By how much?
        How many pages?
        Who signed?
        And who signed?
        Its price?
        What are their obligations?
        Does it apply to contractors?
        Which one is cheaper?
        For Quillmere?
        In 2024?
        2024?
        And in Germany?
        How do these periods differ?
        Is that clause enforceable?
        What else does the contract say?
        Compare them.
        Can you give an example?
        the second one?
        Are there exceptions to this?
        What happens then?
        How many people work there?
        Which is cheaper?
        Who approved that?
        But why did it fail?
        Does the same apply to contractors?
        What did he say about it?
        How does Quillmere test it?
        Under which conditions?
        and when does it end?
        what is its price?
        And the notice period?
        Also in Germany?
        Is it free?
        How long?
        What do the other sources say?
        Summarise it
        and the price?
        and the records archive?
        who signs it?
        and how often?
        is that a hard limit?
        what if it fails?
        What happens if they miss it?
        and in the second proposal?
        How about Northwind?
        Could you explain?
        what are the exceptions to that
        Does this also hold for weekends?
        who decides that?
        and what does the other vendor say?
        Where does it say so?
        what's the reason?
        for whom?
        till when?
        Which page?
        Was he paid?
        And before 2020?
        and after?
        how many of them failed?
        ok and the penalty?
        Are they allowed to refuse?
        What about weekends and holidays?
        Is the second one cheaper?
        More on that please
        what else?
        And the price per hour?
        Did it pass?
    """,
    "de": """
        und für die andere?
        Warum?
        Und 2024?
        Was kostet das?
        Wie viel kostet es?
        Wann wurde sie gegründet?
        Wer ist dafür zuständig?
        Und bei Quillmere?
        Wie hoch ist ihr Umsatz?
        Was bedeutet das?
        Gilt das auch für Praktikanten?
        Was ist mit 2024?
        Seit wann?
        Wie sieht es bei Quillmere aus?
        Und warum?
        Wer arbeitet dort?
        Gilt dasselbe für Praktikanten?
        Kann das gekündigt werden?
        Warum ist das so?
        Und die anderen?
        Wer hat ihn unterschrieben?
        Wie lange dauert das?
        und das Archiv?
        Wer unterschreibt ihn?
        Und wie oft?
        Ist das eine harte Grenze?
        Was passiert, wenn er scheitert?
        Und im zweiten Angebot?
        Wie sieht es mit Feiertagen aus?
        Auf welcher Seite?
        Wer entscheidet darüber?
        Was noch?
        Und der Preis?
        Gilt es auch am Wochenende?
        Wie hoch sind ihre Kosten?
        Aus welchem Grund?
        Was sagt der andere Anbieter?
        Ab wann?
    """,
    "fr": """
        et pour l'autre ?
        Pourquoi ?
        Et en 2024 ?
        Combien ça coûte ?
        Combien coûte-t-il ?
        Et pour Quillmere ?
        Qui l'a signé ?
        Quand a-t-elle été fondée ?
        Qu'en est-il de 2024 ?
        Quel est son prix ?
        Pourquoi est-ce important ?
        Et les autres ?
        Depuis quand ?
        Qui en est responsable ?
        Que signifie cela ?
        Quelles sont leurs obligations ?
        et l'archive ?
        Qui le signe ?
        Et à quelle fréquence ?
        Que se passe-t-il s'il échoue ?
        Et dans la deuxième offre ?
        À quelle page ?
        Qui en décide ?
        Quoi d'autre ?
        Et le prix ?
        Est-ce valable le week-end ?
        Quels sont ses coûts ?
        Que dit l'autre fournisseur ?
        À partir de quand ?
        Combien de pages ?
    """,
    "es": """
        ¿y por qué?
        ¿Por qué?
        ¿Y en 2024?
        ¿Cuánto cuesta?
        ¿Y para el otro?
        ¿Quién lo firmó?
        ¿Qué hay de 2024?
        ¿Cuál es su precio?
        ¿Y Quillmere?
        ¿Cuándo vence?
        ¿Qué significa eso?
        ¿Y los demás?
        ¿Desde cuándo?
        ¿Se aplica también a ellos?
        ¿Y la otra?
        ¿y el archivo?
        ¿Quién lo firma?
        ¿Y con qué frecuencia?
        ¿Qué pasa si falla?
        ¿Y en la segunda oferta?
        ¿En qué página?
        ¿Quién decide eso?
        ¿Qué más?
        ¿Y el precio?
        ¿Cuáles son sus costes?
        ¿Qué dice el otro proveedor?
        ¿A partir de cuándo?
        ¿Cuántas páginas?
        ¿Es obligatorio?
    """,
    "pt": """
        e quanto custa?
        Por quê?
        E em 2024?
        Quanto custa?
        E para o outro?
        Quem o assinou?
        Qual é o seu preço?
        E a Quillmere?
        O que significa isso?
        Desde quando?
        Quando é que ele termina?
        E os outros?
        Que tal 2024?
        E quem é responsável por isso?
        e o arquivo?
        Quem o assina?
        E com que frequência?
        O que acontece se falhar?
        E na segunda proposta?
        Em que página?
        Quem decide isso?
        Que mais?
        E o preço?
        Quais são os seus custos?
        O que diz o outro fornecedor?
        A partir de quando?
        Quantas páginas?
    """,
    "zh": """
        为什么？
        那另一个呢？
        2024年呢？
        它多少钱？
        多少钱？
        他们什么时候签的合同？
        那通知期呢？
        还有呢？
        什么时候开始？
        谁签署的？
        那Quillmere呢？
        这是什么意思？
        其他的呢？
        前者多少钱？
        贵吗？
        为什么失败？
        那影像档案呢？
        谁签字？
        多久一次？
        第二份方案呢？
        在哪一页？
        谁来决定这件事？
        还有什么？
        价格呢？
        它的费用是多少？
        另一家供应商怎么说？
        从什么时候开始？
        有例外吗？
    """,
}
STANDING = {
    "en": """
        What is the notice period?
        Why did the audit fail?
        Quillmere
        notice period
        What is phishing?
        Who is Quillmere?
        How do I resign?
        When a contract ends, who pays for it?
        Who founded the company and when did they sell it?
        Does the contract limit its liability?
        Is it allowed to smoke in the hall?
        How long does it take to restore the archive?
        Is it true that the audit failed?
        What is this document about?
        How many vendors are there?
        What time is it in Tokyo?
        Is the fee the same as the price?
        Do both contracts have the same notice period?
        What is the fee that Quillmere charges?
        What happens to those who leave early?
        after sales service
        on call duty
        How often are restores tested?
        Which vendors took part in the tender?
        ERR-4012
        Who won the chess championship of 1972?
        Tell me about the audit
        List the risks
        How much does the restore test cost?
        What does the board say about the budget?
        Explain the restore test of the imaging archive
        Why does the report recommend the second offer?
        Are there exceptions to the rule?
        By when must the report be filed?
        Who was the former CEO?
        Can one of the parties terminate early?
        How does one apply for leave?
        What was revenue in 2023?
        Is parking free?
        Where is Quillmere based?
        What must an employee do if they are ill?
        And who won the chess championship?
        In which year was Quillmere founded?
        What must be done before a restore test begins?
        Who signs the restore report?
        How often are backups tested?
        What does Northwind charge per hour?
        What are the penalties for late delivery?
        Does the policy cover water damage?
        what is the maximum file size
        Describe the escalation process
        Where are backups stored?
        When does the tender close?
        Which supplier offers the longest support hours?
        How does the vendor protect its data centre?
        If a test fails, who repeats it?
        Is there a penalty for late restores?
        How much is it to hire a consultant?
        Why is it important to test restores?
        What should be done when that limit is exceeded?
        Who is on the board?
        What is an SLA?
        Who are the authors of this report?
        backup retention
        gdpr
        Define force majeure
        Which of the two offers is cheaper?
        What do the two vendors say about weekends?
        Compare the offers
        How do the proposals differ?
        What was the outcome of the audit in 2023?
        Are there risks?
        In what year was the clinic opened?
        Who won the 1972 chess championship?
    """,
    "de": """
        Wie lang ist die Kündigungsfrist?
        Warum ist die Prüfung gescheitert?
        Gibt es eine Kündigungsfrist?
        Wie lange dauert es, bis das Archiv wiederhergestellt ist?
        Was ist Phishing?
        Wer ist Quillmere?
        Wann endet das Angebot?
        Worum geht es in diesem Dokument?
        Wie viel kostet das Angebot von Quillmere?
        Können Sie die Kündigungsfrist nennen?
        Wie hoch ist Ihr Umsatz 2023?
        Welche Anbieter haben teilgenommen?
        Kündigungsfrist
        Wie kündige ich?
        Ist es erlaubt, im Saal zu rauchen?
        Wann muss der Bericht fertig sein?
        Wer zahlt, wenn der Vertrag endet und er verlängert wird?
        Wer unterschreibt den Bericht?
        Wie oft werden Sicherungen geprüft?
        Was verlangt Northwind pro Stunde?
        Welche Strafen gelten bei Verzug?
        Deckt die Police Wasserschäden?
        Wo werden Sicherungen gespeichert?
        Wann endet die Ausschreibung?
        Welcher Anbieter ist günstiger?
        Gibt es eine Strafe bei Verzug?
        Wie unterscheiden sich die Angebote?
        Sicherung Aufbewahrung
        Was ist höhere Gewalt?
        Wer sind die Autoren dieses Berichts?
        Warum ist es wichtig, Sicherungen zu testen?
    """,
    "fr": """
        Quel est le délai de préavis ?
        Pourquoi l'audit a-t-il échoué ?
        Pourquoi le contrat prévoit-il une pénalité ?
        Y a-t-il un délai de préavis ?
        Qu'est-ce que la TVA ?
        Qui est Quillmere ?
        Est-il possible de résilier le contrat ?
        De quoi parle ce document ?
        Combien coûte le test de restauration ?
        Quels fournisseurs ont participé ?
        Le contrat limite-t-il sa durée ?
        Faut-il un préavis écrit ?
        délai de préavis
        Que dit celui qui signe le contrat ?
        Qui signe le rapport ?
        À quelle fréquence les sauvegardes sont-elles testées ?
        Combien facture Northwind par heure ?
        Quelles sont les pénalités de retard ?
        Où sont stockées les sauvegardes ?
        Quand se termine l'appel d'offres ?
        Quel fournisseur est le moins cher ?
        Y a-t-il une pénalité de retard ?
        Qu'est-ce que la force majeure ?
        Pourquoi est-il important de tester ?
        Comment l'hôpital protège-t-il ses données ?
    """,
    "es": """
        ¿Cuál es el plazo de preaviso?
        ¿Por qué fracasó la auditoría?
        ¿Quién es Quillmere?
        ¿Qué es la rescisión?
        ¿Cuánto cuesta la prueba de restauración?
        ¿Cuándo puedo rescindir el contrato?
        plazo de preaviso
        ¿Qué dice este documento sobre los precios?
        ¿El contrato limita su duración?
        ¿Es posible rescindir el contrato?
        ¿Quién firma el informe?
        ¿Con qué frecuencia se prueban las copias?
        ¿Cuánto cobra Northwind por hora?
        ¿Cuáles son las penalizaciones por retraso?
        ¿Dónde se guardan las copias?
        ¿Cuándo termina la licitación?
        ¿Hay una penalización por retraso?
        ¿Qué es la fuerza mayor?
        ¿Por qué es importante probar las copias?
    """,
    "pt": """
        Qual é o prazo de aviso prévio?
        Por que a auditoria falhou?
        Quem é Quillmere?
        O que é rescisão?
        Quanto custa o teste de restauração?
        É obrigatório o seguro?
        prazo de aviso
        O que diz este documento sobre preços?
        O contrato limita a sua duração?
        Quem assina o relatório?
        Com que frequência os backups são testados?
        Quanto cobra a Northwind por hora?
        Quais são as multas por atraso?
        Onde são guardados os backups?
        Quando termina o concurso?
        Há uma multa por atraso?
        O que é força maior?
        Por que é importante testar os backups?
    """,
    "zh": """
        通知期是多长？
        审计为什么失败？
        为什么审计失败？
        什么是备份？
        谁是张三？
        会议什么时候开始？
        费用是多少？
        这份文件讲什么？
        合同的其他条款有哪些？
        公司及其员工有多少？
        通知期
        恢复测试需要多长时间？
        备份在哪里？
        谁签署恢复报告？
        备份多久测试一次？
        Northwind每小时收费多少？
        延迟交付的罚款是多少？
        备份存放在哪里？
        招标什么时候结束？
        哪个供应商支持时间最长？
        什么是不可抗力？
        为什么要测试恢复？
        供应商如何保护其数据中心？
        两份方案有什么区别？
        比较各个报价
    """,
}


def listed(questions: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (language, line.strip())
        for language, lines in questions.items()
        for line in lines.strip().splitlines()
    ]


@pytest.mark.parametrize(("language", "question"), listed(LEANING))
def test_it_leans(language: str, question: str) -> None:
    assert leans(question, BEFORE[language])


@pytest.mark.parametrize(("language", "question"), listed(STANDING))
def test_it_stands_by_itself(language: str, question: str) -> None:
    assert not leans(question, BEFORE[language])


def test_the_language_of_a_word_that_two_share_is_that_of_the_question_before() -> None:
    assert leans("Por quê?", BEFORE["pt"])
    assert leans("¿Por qué?", BEFORE["es"])


def test_a_language_that_is_not_known_leans_by_a_number_alone() -> None:
    assert leans("2024?", "Каков срок уведомления?")
    assert not leans("Почему проверка провалилась?", "Каков срок уведомления?")


def test_a_long_question_stands_by_itself() -> None:
    assert not leans("and " + "why " * LONGEST_LEANING, BEFORE["en"])


@pytest.mark.parametrize("question", ["", "?!…", "🔥", "{{cite:1}}", "\ud800", "٣؟"])
def test_what_is_hardly_a_question_breaks_nothing(question: str) -> None:
    leans(question, BEFORE["en"])
