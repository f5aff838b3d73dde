"""Draws backup-tender.pdf: the text below, laid out with contents, running heads and page labels.

Run `python data/sample/make_pdf.py`; the same text gives the same bytes.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pymupdf

TARGET = Path(__file__).with_name("backup-tender.pdf")
TITLE = "Invitation to Tender: Backup and Archive Service"
RUNNING_HEAD = "Tarrowby Regional Hospital Group · Tender TRH-2026-0117"
A4 = pymupdf.paper_rect("a4")
TEXT_AREA = pymupdf.Rect(72, 84, 523, 772)
FRONT_PAGES = 2

STYLE = """
body { font-size: 11pt; line-height: 1.38; margin: 0; }
.new-page { page-break-before: always; }
h1 { font-size: 16pt; margin: 18pt 0 8pt 0; }
h2 { font-size: 12.5pt; margin: 14pt 0 5pt 0; }
p { margin: 0 0 7pt 0; text-align: justify; }
li { margin: 0 0 3pt 0; }
table { border-collapse: collapse; margin: 6pt 0 10pt 0; width: 100%; }
td, th { border: 0.6pt solid black; padding: 3pt 5pt; text-align: left; }
.title { font-size: 25pt; font-weight: bold; margin: 110pt 0 12pt 0; text-align: left; }
.subtitle { font-size: 13pt; margin: 0 0 30pt 0; text-align: left; }
.caption { font-weight: bold; margin: 8pt 0 2pt 0; }
"""

COVER = """
<p class="title">Invitation to Tender:<br>Backup and Archive Service</p>
<p class="subtitle">Tarrowby Regional Hospital Group, procurement office<br>
Reference TRH-2026-0117, issued on 2 March 2026</p>
<p>Tarrowby Regional Hospital Group invites offers for the daily backup of its clinical and
administrative systems, for three archives, and for the practice of restoring from both. This
document describes the present situation, the service that is wanted, the terms of the contract and
the way in which offers will be compared.</p>
<p>Offers must arrive by noon on 10 April 2026. Questions may be sent until 20 March 2026 to Tomas
Breck, procurement lead. The questions and their answers go to all bidders without the name of the
one who asked.</p>
"""

BODY = """
<h1>1 Background and purpose</h1>
<h2>1.1 The hospital group</h2>
<p>Tarrowby Regional Hospital Group, called the Hospital below, runs three sites: the main hospital
in Tarrowby, the rehabilitation clinic at Senn Bridge and the day surgery unit at Holm Moor. In 2025
they treated 61,000 inpatients and 240,000 outpatients. All clinical systems are operated by the
Hospital's own infrastructure team from two machine rooms on the Tarrowby site, which stand 140
metres apart.</p>
<h2>1.2 Why the service is tendered</h2>
<p>The present backup contract was signed in 2021 for a hospital that kept 190 terabytes. By the end
of 2025 the protected volume had reached 612 terabytes, the nightly backup no longer ended before
the morning round, and two of the four tape drives had been taken out of use. In November 2025 a
failed storage controller made the laboratory system unavailable for nineteen hours. No data was
lost, but nobody had restored that system since it was installed, and the restore had to be started
three times.</p>
<p>The internal audit that followed made three findings. Restores were not practised. No copy was
out of reach of an administrator's account. The forecasts of volume on which the contract rested
were older than the contract. This tender answers those findings: it buys the ability to restore,
and treats the making of copies as a means to that end.</p>
<h2>1.3 What is bought</h2>
<p>One supplier will provide, operate and support the following for the term of the contract.</p>
<ul>
<li>Daily backup of every system in Table 1.</li>
<li>A second copy at another location, and a third copy that is kept offline.</li>
<li>A records archive, an imaging archive and a research archive.</li>
<li>Restores on request, and restore tests with written results.</li>
</ul>
<h2>1.4 What is not bought</h2>
<p>The replacement of primary storage, the protection of laptops and telephones and the scanning of
paper records are not part of this tender. Mailboxes are covered by another contract and stay there
until at least 2028. Bidders may describe such services in an annex, which will not be scored.</p>
<h2>1.5 Terms used in this document</h2>
<p>A restore test is a restore of real data to a place set apart for the purpose, carried out and
timed by the supplier while a member of the Hospital's staff is present. The recovery point is the
latest moment to which a system can be brought back. The recovery time is the time from the report
of a loss to the moment at which a clinical user confirms that work can go on. Working days are
Monday to Friday, public holidays excepted.</p>

<h1>2 Present situation</h1>
<h2>2.1 Systems and volumes</h2>
<p>Table 1 lists the systems to be protected. Volumes were measured on 31 December 2025, and growth
is the mean of the three years before that date. Bidders plan for the growth stated and offer a
price for each further terabyte.</p>
<p class="caption">Table 1: Systems, classes and volumes</p>
<table>
<tr><th>System</th><th>Class</th><th>Volume</th><th>Daily change</th><th>Growth a year</th></tr>
<tr><td>Patient records</td><td>A</td><td>84 TB</td><td>310 GB</td><td>9 %</td></tr>
<tr><td>Laboratory</td><td>A</td><td>37 TB</td><td>145 GB</td><td>7 %</td></tr>
<tr><td>Pharmacy</td><td>A</td><td>11 TB</td><td>40 GB</td><td>4 %</td></tr>
<tr><td>Imaging</td><td>B</td><td>402 TB</td><td>690 GB</td><td>18 %</td></tr>
<tr><td>File shares</td><td>B</td><td>52 TB</td><td>120 GB</td><td>6 %</td></tr>
<tr><td>Research</td><td>C</td><td>19 TB</td><td>15 GB</td><td>11 %</td></tr>
<tr><td>Training and test</td><td>C</td><td>7 TB</td><td></td><td>2 %</td></tr>
</table>
<p>Imaging decides the size of the service. The imaging system holds 402 terabytes and grows by 18
percent a year, so that it will pass 650 terabytes in the third year of the contract. The daily
change of the training and test systems was not measured; it is known to be small.</p>
<h2>2.2 Network</h2>
<p>The machine rooms are joined by two fibres of 100 gigabits per second that take separate ducts.
The line to the outside carries 10 gigabits per second, of which the backup may use 4 between 20:00
and 06:00 and 1 at all other times. Lines are paid for by the Hospital and need no price in the
offer. A bidder who needs more capacity states how much, and why.</p>
<h2>2.3 Known weaknesses</h2>
<p>Four weaknesses are stated here, so that no bidder has to discover them after the award.</p>
<ul>
<li>A consistent copy of the laboratory database can be taken only between 02:00 and 03:30, while
the analysers are being rinsed.</li>
<li>The imaging system writes each study as many small files, 0.6 megabytes on average. Methods that
walk through every file have never finished in one night.</li>
<li>The research file server has no owner in the infrastructure team, and part of its access rights
is undocumented.</li>
<li>Both machine rooms depend on the same electrical feed. A second feed is planned for 2028 and
must not be assumed.</li>
</ul>
<h2>2.4 The present backup service</h2>
<p>The present service writes to magnetic tape in the second machine room, with software that its
maker no longer maintains. The full backup starts on Friday at 20:00 and ends, on average, on Sunday
at 15:30; in 2025 eleven of them ran into Monday morning. Cartridges are collected by a courier
every Wednesday and kept in a bank vault at Senn Bridge. The runbook of the present service is
handed out to bidders on request.</p>

<h1>3 Required service</h1>
<p>This section says what must be achieved and leaves the means to the bidder. Where a figure is
given, it is a limit, not an average: one night, one job or one request that misses it counts as a
miss and appears in the monthly report.</p>
<h2>3.1 Daily backup</h2>
<p>Every system is backed up at least once a day without a person having to start it. A job that
fails is repeated once; if it fails again, it is reported to the duty desk at once and to the
service manager by eight in the morning. Backup traffic must not raise the response time of a
clinical system by more than five percent, measured at the ten most used screens of the patient
record.</p>
<p>The supplier keeps daily backups for five weeks, month-end backups for thirteen months and one
backup of each year for three years. A longer period is the task of an archive and never of a
backup. Systems that the Hospital adds during the term are taken into the service within ten working
days.</p>
<h2>3.2 Copies</h2>
<p>Besides the primary data there are always two copies. The second copy is kept at a location at
least 30 kilometres from Tarrowby that draws on another electricity supplier. The offline copy must
be impossible to change or delete for 35 days, whatever account is used, including the accounts of
the supplier. How this is achieved, by removed media or by a lock that the storage itself enforces,
is left to the bidder, who shows it in the trial restore.</p>
<h2>3.3 Restores on request</h2>
<p>The Hospital expects about 90 requests a month, most of them for single files. Single files and
folders are returned within one working day, extracts from a database within two, whole systems
according to their class. The person who asked confirms that the data is what was wanted. Requests
are part of the monthly price and are not counted.</p>
<h2>3.4 Monitoring and reports</h2>
<p>The infrastructure team sees the state of every job on a screen in its own office, and receives
an alarm through its existing telephone gateway. By the fifth working day of each month the supplier
delivers a report that lists failed and repeated jobs, volumes by system, restores carried out with
their times, and changes made to the service. A figure that cannot be measured is left blank and
explained rather than estimated.</p>
<h2>3.5 Restore practice</h2>
<p>Each class A system is restored in full twice a year and each class B system once. The supplier
proposes the weeks; the Hospital chooses the system and names it on the morning of the test. A
result is recorded even when a test is stopped, with the reason and the step that had been reached.
Ines Halvard, head of infrastructure, reports the results to the hospital board every half year.</p>
<h2>3.6 Acceptance</h2>
<p>The service for a system is accepted when thirty daily backups in a row have succeeded and one
restore test of that system has succeeded. The monthly price for a system is due from the day of its
acceptance. A fault found later does not undo the acceptance, but it is put right at the supplier's
cost, and the restore test is repeated.</p>

<h1>4 Archives</h1>
<p>An archive keeps the only copy that the law requires, in a form that can still be read when the
system that made it has gone. The Hospital therefore asks for three archives apart from the backup,
each with its own rules and its own restore test. Their data may share equipment with the backup if
a fault in one cannot damage the other.</p>
<h2>4.1 Records archive</h2>
<p>The records archive holds closed patient records, consent forms and discharge letters. At the end
of 2025 it held 46 million documents in 21 terabytes. Documents are kept for thirty years after the
last treatment, in the form in which they were signed, together with the signature and its
certificate. A search by patient number and date of birth returns the list of documents within ten
seconds.</p>
<p>Once in every quarter the supplier restores the complete files of 200 patients, drawn at random
by the records office, to the test system. The restore test must finish within four hours. Every
document is then compared with the checksum taken on the day on which it was archived, and the
records office signs the result. If one checksum differs, the test has failed and is repeated within
ten working days with a new draw.</p>
<p>Access to the records archive is granted by the records office alone. Each look at a document is
logged with the name of the person and the reason given, and a list of these entries is sent to the
data protection officer every month.</p>
<h2 class="new-page">4.2 Imaging archive</h2>
<p>The imaging archive holds finished studies from radiology, cardiology and endoscopy. Studies are
kept for ten years, and those of children until the patient's twenty-eighth birthday. Studies
younger than eighteen months stay on fast storage. Older ones may move to slower storage, provided
that the first image appears within 60 seconds of being called up. Images are never compressed with
loss, and the original header of each file is kept.</p>
<p>Twice a year the supplier restores one complete day of imaging studies, about 1.9 terabytes, to a
viewing station that has no connection to the live system. The restore test must finish within four
hours. A radiologist then opens forty studies of her own choice and confirms that all series are
present and that the measurements stored with the images can be read. A test that ends in time but
shows a missing series has failed.</p>
<p>When the imaging system is replaced, which is expected within the term, the supplier hands over
the archive in a standard format at the price stated in the offer. Zoë Lindqvist, who manages
clinical imaging, decides which studies count as finished.</p>
<h2>4.3 Research archive</h2>
<p>The research archive holds the data sets of completed studies with their protocols. They are kept
for fifteen years and are read rarely. A restore of one complete study is tested once a year and
must finish within two working days. The ethics committee may order that a data set be deleted
early; the supplier then deletes it from all copies and confirms this in writing.</p>

<h1>5 Recovery objectives</h1>
<h2>5.1 Classes</h2>
<p>Table 2 gives the recovery point and the recovery time for each class. They apply to the loss of
a single system on any day of the week. A bidder who offers shorter times gains points under 9.2,
but only for times that the trial restore has shown.</p>
<p class="caption">Table 2: Recovery point and recovery time by class</p>
<table>
<tr><th>Class</th><th>Systems</th><th>Recovery point</th><th>Recovery time</th></tr>
<tr><td>A</td><td>Patient records, laboratory, pharmacy</td><td>1 hour</td><td>2 hours</td></tr>
<tr><td>B</td><td>Imaging, file shares</td><td>24 hours</td><td>12 hours</td></tr>
<tr><td>C</td><td>Research, training and test</td><td>7 days</td><td>3 working days</td></tr>
</table>
<h2>5.2 How the time is measured</h2>
<p>The clock starts when the duty manager reports the loss by telephone, not when the supplier opens
a ticket. It stops when a clinical user named beforehand has signed in and confirms that the last
entry before the recovery point is there. Time in which the supplier waits for a decision of the
Hospital does not count, if the wait was reported when it began.</p>
<h2 class="new-page">5.3 Loss of the site</h2>
<p>If both machine rooms are lost, the supplier provides class A systems from the second location
within 24 hours and class B systems within 72 hours, reduced to half of their usual capacity if need
be. This case is practised on paper every year, and in fact once during the first two years of the
contract. The Hospital provides the staff who test the systems; the supplier provides desks for
twelve of them at the second location.</p>

<h1>6 Security and data protection</h1>
<h2>6.1 Encryption and keys</h2>
<p>Data is encrypted before it leaves the Hospital's network. The keys are made and kept by the
Hospital, and the supplier must not hold a copy of them. Each key is divided among three holders, of
whom two must act together. The offer describes how a restore proceeds when one of the holders
cannot be reached at night.</p>
<h2>6.2 Place of storage</h2>
<p>All copies stay within the country, and administration from abroad is not allowed, not even for a
single support case. Subcontractors are named in the offer with their task and their address. A
change of subcontractor needs the written consent of the Hospital, which is given or refused within
twenty working days.</p>
<h2>6.3 Administration</h2>
<p>Administrators of the supplier use accounts that are separate from those of the Hospital and have
no rights in its clinical systems. Two people must agree before a backup or an archived document is
deleted ahead of time. Logs of administration are kept for 24 months in a place that administrators
can read but not write to.</p>
<h2>6.4 Incidents</h2>
<p>The supplier reports a suspected loss or disclosure of data by telephone within 24 hours of
noticing it, and in writing within three working days. The written report says which data is
concerned, what has been done so far, and what is not yet known. Samir Okafor, the data protection
officer, is the person to whom both reports go.</p>
<h2>6.5 Proof</h2>
<p>The supplier holds a certificate for the management of information security that covers the
places where the data is kept, and renews it without a gap. The Hospital may inspect these places
once a year, and again after each incident, with five working days' warning.</p>

<h1 class="new-page">7 Service management</h1>
<h2>7.1 Support hours</h2>
<p>Support for class A systems is available 24 hours a day on every day of the year. Support for
classes B and C is available on working days from 07:00 to 19:00. For class A a qualified engineer
answers the telephone within 15 minutes; an answering service or an automatic reply does not count
as an answer.</p>
<h2>7.2 People</h2>
<p>The supplier names a service manager and a deputy, who know the Hospital's systems and meet the
infrastructure team in Tarrowby every month. Either may be replaced, but not both within the same
six months. Engineers who come on site show a certificate of good conduct that is less than a year
old.</p>
<h2>7.3 Changes</h2>
<p>Changes to the service are announced ten working days ahead and are not made between 06:00 and
18:00. No changes are made in the last two weeks of December. An urgent correction may be made at
any time with the consent of the duty manager, and is explained in the next report.</p>
<h2>7.4 Transition</h2>
<p>The supplier reads the 3,140 tape cartridges of the present service and takes their contents into
the new one by 28 February 2027. Old and new service run side by side for eight weeks. The old one
is switched off system by system, each time after a restore test of that system has succeeded in the
new one. Cartridges that cannot be read are listed by number, and the Hospital decides whether a
specialist is to try again.</p>

<h1>8 Terms of the contract</h1>
<h2>8.1 Term</h2>
<p>The contract runs for five years from 1 September 2026. The Hospital may extend it once by two
years and declares this nine months before the end of the term.</p>
<h2>8.2 Notice</h2>
<p>After the first year either party may end the contract early with a notice period of 45 days. The
notice is given in writing and takes effect at the end of a month. The right to end the contract for
good cause is not affected.</p>
<h2>8.3 Return of data</h2>
<p>At the end of the contract the supplier returns all data within 90 days, in a format that is
agreed in the first year and tested once in the fourth. Only when the Hospital has confirmed that
the data can be read does the supplier delete its own copies and certify that it has done so.</p>
<h2>8.4 Prices and payment</h2>
<p>Prices are stated per terabyte and month for each class, and once for the transition. They are
fixed for the first 24 months and may then follow the national index of service prices, once a year
and by no more than three percent. Invoices are sent monthly and paid within 30 days of receipt.</p>
<h2>8.5 Insurance</h2>
<p>The supplier is insured for at least 5 million euros for each event of damage to data, and proves
this before the contract is signed and every January after that.</p>

<h1>9 Choice of the supplier</h1>
<h2>9.1 Conditions for taking part</h2>
<p>Bidders name two hospitals for which they have protected at least 300 terabytes each during the
last three years, with a person at each who may be asked. They add their accounts of the last three
years. Groups of bidders are admitted if one of them answers for the whole service.</p>
<h2>9.2 Criteria</h2>
<p>Offers that meet the conditions are compared by the criteria in Table 3. Each criterion is scored
from 0 to 10 by three people who do not see one another's scores. Where their scores differ by more
than three points, they meet and write down the reason for the score that is kept.</p>
<p class="caption">Table 3: Criteria and their weights</p>
<table>
<tr><th>Criterion</th><th>Weight</th><th>Basis of the score</th></tr>
<tr><td>Price over five years</td><td>40 %</td><td>Price sheet</td></tr>
<tr><td>Quality of recovery</td><td>30 %</td><td>Trial restore, concept</td></tr>
<tr><td>Security</td><td>20 %</td><td>Concept, inspection</td></tr>
<tr><td>Transition</td><td>10 %</td><td>Plan, named staff</td></tr>
</table>
<h2>9.3 Trial restore</h2>
<p>The two bidders with the best scores carry out a trial restore of 10 terabytes in Tarrowby
between 4 and 15 May 2026. Half of the data comes from the imaging system. Each bidder receives
6,000 euros for the effort. A bidder whose trial restore is not complete after two attempts is
excluded.</p>

<h1>10 Procedure</h1>
<h2>10.1 Timetable</h2>
<ul>
<li>2 March 2026: publication of this document</li>
<li>20 March 2026: last day for questions</li>
<li>27 March 2026: answers are sent to all bidders</li>
<li>10 April 2026, 12:00: offers are due</li>
<li>4 to 15 May 2026: trial restores</li>
<li>29 May 2026: decision on the award</li>
<li>1 September 2026: the service begins</li>
</ul>
<h2>10.2 Form of the offer</h2>
<p>The offer is sent as one PDF file of at most 60 pages and one price sheet, both signed. It
follows the order of sections 3 to 8 and answers each requirement with yes, no or partly; a partly
is explained where it stands. Brochures are not read. Offers bind the bidder until 31 July 2026.</p>
<h2>10.3 Visit</h2>
<p>Bidders may visit both machine rooms on 11 or 12 March 2026, with two persons each and for two
hours at most. Questions that come up during a visit are put in writing afterwards, so that every
bidder gets the answers.</p>
<h2>10.4 Complaints</h2>
<p>A complaint about the procedure is sent to the regional review board within ten days of the event
that caused it. The Hospital waits for the board's decision before it signs the contract. Bidders
whose offers are not chosen receive their scores, with the reasons written down under 9.2, within
five working days of the decision.</p>
"""


@dataclass(frozen=True)
class Entry:
    """A heading of the body: its level, its words, and the body page it is on, counted from 1."""

    level: int
    title: str
    page: int


def lay_out(html: str, writer: pymupdf.DocumentWriter) -> tuple[list[Entry], int]:
    """Write `html` on as many pages as it takes; return its headings and the number of pages."""
    story = pymupdf.Story(html, user_css=STYLE)
    entries: list[Entry] = []
    page, more = 0, 1

    def note(position: pymupdf.ElementPosition) -> None:
        if position.heading and position.open_close & 1:
            entries.append(Entry(position.heading, position.text, page))

    while more:
        page += 1
        device = writer.begin_page(A4)
        more, _ = story.place(TEXT_AREA)
        story.element_positions(note)
        story.draw(device)
        writer.end_page()
    return entries, page


def contents_of(entries: list[Entry]) -> str:
    """The page of contents: one line for each section."""
    rows = "".join(f"<p>{e.title}, page {e.page}</p>" for e in entries if e.level == 1)
    return f"<h1>Contents</h1>{rows}"


def draw_heads(document: pymupdf.Document) -> None:
    """Put the running head on every page but the cover, and its label at the foot of each page."""
    for page in document:
        label = page.get_label()
        if page.number > 0:
            page.insert_text((72, 54), RUNNING_HEAD, fontname="helv", fontsize=8.5)
            page.draw_line((72, 60), (523, 60), width=0.5)
        width = pymupdf.get_text_length(label, fontname="helv", fontsize=9)
        page.insert_text(((A4.width - width) / 2, 800), label, fontname="helv", fontsize=9)


def build(target: Path) -> None:
    """Write the whole document to `target`."""
    draft = Path(f"{target}.draft")
    writer = pymupdf.DocumentWriter(str(draft))
    entries, _ = lay_out(BODY, writer)
    writer.close()

    writer = pymupdf.DocumentWriter(str(draft))
    front = [lay_out(html, writer)[1] for html in (COVER, contents_of(entries))]
    if sum(front) != FRONT_PAGES:
        raise ValueError(f"Cover and contents take {sum(front)} pages instead of {FRONT_PAGES}.")
    lay_out(BODY, writer)
    writer.close()

    with pymupdf.open(str(draft), filetype="pdf") as document:
        document.set_page_labels(
            [
                {"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1},
                {"startpage": FRONT_PAGES, "prefix": "", "style": "D", "firstpagenum": 1},
            ]
        )
        document.set_toc([[e.level, e.title, e.page + FRONT_PAGES] for e in entries])
        document.set_metadata({"title": TITLE, "author": "Tarrowby Regional Hospital Group"})
        draw_heads(document)
        document.subset_fonts()
        document.save(str(target), garbage=4, deflate=True, no_new_id=True)
    draft.unlink()


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
