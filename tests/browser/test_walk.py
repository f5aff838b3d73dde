"""The main job in a real browser, from the first visit to a citation that survives a reload."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser

RULE = "The restore test must finish within four hours."
HANDBOOK = f"""# Handbook 👩‍👩‍👧

## Records

The records archive is copied each night. {RULE} It is signed by the archivist.

## Imaging

The imaging archive of the radiology department is copied each week. {RULE} It is signed by
the radiographer, and costs $5 to $7 an hour.

## Cafeteria

The cafeteria opens at noon and sells soup.
"""
QUESTION = "How long may the restore test of the imaging archive take?"


@pytest.fixture(scope="module")
def app(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The app on a data folder that nobody used before."""
    root = Path(__file__).parents[2]
    with serve(root / "app.py", tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def page(browser: Browser, app: Any, watching: Callable[[Page, str], Any]) -> Iterator[Page]:
    """A page of the app; when the test is over, nothing may have come alive."""
    context = browser.new_context(base_url=app.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(30_000)
    seen = watching(page, app.url)
    yield page
    context.close()
    assert seen.dialogs == []
    assert seen.foreign_requests == []
    assert seen.complaints == []


def create_notebook(page: Page, title: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="New notebook").click()
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Add sources")).to_be_visible(timeout=30_000)


def add_file(page: Page, name: str, text: str) -> None:
    page.locator("input[type=file]").first.set_input_files(
        {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}
    )
    expect(page.get_by_role("button", name=f"Remove {name}")).to_be_visible()
    page.get_by_role("button", name="Add to the notebook").click()
    expect(page.get_by_text("1 source added")).to_be_visible(timeout=30_000)


def ask(page: Page, question: str) -> Locator:
    """Ask and return the finished answer."""
    answers = page.locator("[data-testid=stChatMessage] .answer[aria-busy=false]:not(.plain)")
    before = answers.count()
    box = page.get_by_test_id("stChatInputTextArea")
    expect(box).to_be_enabled(timeout=30_000)
    box.fill(question)
    box.press("Enter")
    expect(answers).to_have_count(before + 1, timeout=60_000)
    return answers.last


def wait_until_still(page: Page) -> None:
    """No script runs, nothing waits to be drawn, and nothing moves or fades any more.

    What turns for ever has no end to wait for. Asked again and again with a limit, since a page
    that waits by itself for an animation may wait for ever.
    """
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    page.wait_for_function(
        """() => document.getAnimations().every((animation) =>
            animation.playState !== "running"
            || animation.effect.getComputedTiming().endTime === Infinity)"""
    )


def words_before_mark(page: Page) -> str:
    """The text of the source up to the highlight."""
    return str(page.locator(".words").evaluate("words => words.firstChild.textContent"))


def test_the_first_visit_is_one_screen_with_two_ways_on(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Groundnote")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Open the sample")).to_be_visible()
    expect(page.get_by_role("button", name="New notebook")).to_be_visible()


def test_a_citation_opens_the_occurrence_that_was_cited_and_survives_a_reload(page: Page) -> None:
    create_notebook(page, "Walk")
    add_file(page, "handbook.md", HANDBOOK)
    page.get_by_role("link", name="Ask your sources").click()
    expect(page.get_by_placeholder("Ask your 1 ready source")).to_be_visible(timeout=60_000)
    answer = ask(page, QUESTION)
    claim = answer.locator("li, p", has_text=RULE).first
    quote_of_chip = claim.locator(".chip").last
    quote = quote_of_chip.get_attribute("title")
    assert quote == RULE

    quote_of_chip.click()
    mark = page.locator("mark")
    expect(mark).to_be_in_viewport()
    assert mark.text_content() == RULE
    assert "Imaging" in words_before_mark(page), "the second occurrence is the one that was meant"
    expect(page.locator(".passage .place")).to_contain_text("Imaging")

    page.reload()
    expect(page.locator(".answer .chip").first).to_be_visible(timeout=30_000)
    page.locator(".answer .chip", has_text=quote_of_chip.text_content() or "").first.click()
    expect(page.locator("mark")).to_have_text(RULE)

    page.get_by_role("link", name="Open the whole source").click()
    expect(page.get_by_text("Back to the questions")).to_be_visible()
    expect(page.locator("mark")).to_have_text(RULE)
    assert "Imaging" in words_before_mark(page)
    page.goto(page.url)
    expect(page.locator("mark")).to_have_text(RULE)
    expect(page.locator("mark")).to_be_in_viewport()


def test_the_sample_opens_with_its_questions_and_answers_from_the_cited_place(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open the sample").click()
    suggestion = page.get_by_role("button", name=QUESTION)
    expect(suggestion).to_be_enabled(timeout=120_000)
    expect(page.get_by_placeholder("Ask your 5 ready sources")).to_be_visible(timeout=120_000)
    suggestion.click()
    claim = page.locator(".answer li, .answer p", has_text=RULE).first
    expect(claim.locator(".chip").last).to_be_visible(timeout=60_000)
    claim.locator(".chip").last.click()
    expect(page.locator("mark")).to_have_text(RULE)
    assert words_before_mark(page).count(RULE) == 1, "it stands twice, and the second was meant"


def test_more_from_a_source_opens_the_very_sentence(page: Page) -> None:
    create_notebook(page, "More")
    lines = (f"The pump of line {n} must rest for {n} minutes 👩‍👩‍👧." for n in range(11, 19))
    add_file(page, "pumps.md", "\n\n".join(lines))
    page.get_by_role("link", name="Ask your sources").click()
    expect(page.get_by_placeholder("Ask your 1 ready source")).to_be_visible(timeout=60_000)
    cited = ask(page, "How long must the pump rest?").locator(".chip")
    quotes = {chip.get_attribute("title") for chip in cited.all()}

    page.get_by_role("button", name="More from pumps").click()
    expect(page.get_by_text("What this source says next, not quoted above:")).to_be_visible()
    further = page.locator("[data-testid=stExpanderDetails] .cards").last.locator(".card")
    expect(further).to_have_count(5)
    shown = further.locator(".excerpt").all_text_contents()
    assert not quotes & set(shown)
    further.last.click()
    expect(page.locator("mark")).to_have_text(shown[-1])
    expect(page.locator("mark")).to_be_in_viewport()
    page.get_by_role("link", name="Open the whole source").click()
    expect(page.locator("mark")).to_have_text(shown[-1])


NASTY = "<img src=x onerror=alert(1)> $5 to $7 :red[x] *b* [l](javascript:alert(2)) ~a~ &lt;"


def test_nasty_names_texts_and_questions_stay_text(page: Page) -> None:
    create_notebook(page, NASTY)
    expect(page.get_by_role("heading", name=NASTY.split(" $")[0])).to_be_visible()
    add_file(page, "a_b *c* $x$ <b>.md", f"Note: the lighthouse keeper wrote {NASTY} in his log.")
    page.get_by_role("link", name="Ask your sources").click()
    question = f"What did the lighthouse keeper write in his log? {NASTY}"
    expect(page.get_by_placeholder("Ask your 1 ready source")).to_be_visible(timeout=60_000)
    answer = ask(page, question)
    assert page.locator(".answer.plain").first.text_content() == question
    answer.locator(".chip").first.click()
    expect(page.locator("mark")).to_contain_text("lighthouse keeper wrote")
    quote = answer.locator(".chip").first.get_attribute("title") or ""
    assert page.locator("mark").text_content() == quote
    page.get_by_role("link", name="Notebooks").click()
    expect(page.get_by_text(NASTY, exact=True).first).to_be_visible()
    assert page.title() == "Groundnote"


def test_files_dropped_on_the_question_box_become_sources(page: Page) -> None:
    create_notebook(page, "Dropped")
    page.get_by_role("link", name="Ask", exact=True).click()
    expect(page.get_by_placeholder("Add a source, then ask")).to_be_visible(timeout=30_000)
    page.locator("[data-testid=stChatInput] input[type=file]").set_input_files(
        {"name": "dropped.txt", "mimeType": "text/plain", "buffer": RULE.encode()}
    )
    page.get_by_test_id("stChatInputSubmitButton").click()
    expect(page.get_by_text("dropped.txt").first).to_be_visible(timeout=30_000)
    expect(page.get_by_placeholder("Ask your 1 ready source")).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_read_and_fits_a_phone(
    page: Page, faint_texts: Callable[[Page], list[str]], scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    create_notebook(page, f"Look {scheme}")
    add_file(page, "handbook.md", HANDBOOK)
    page.get_by_role("link", name="Ask your sources").click()
    expect(page.get_by_placeholder("Ask your 1 ready source")).to_be_visible(timeout=60_000)
    ask(page, QUESTION).locator(".chip").first.click()
    expect(page.locator("mark")).to_be_visible()
    drawn = {page.url: ".answer .chip", "/": "h1", "/sources": "[data-testid=stDataFrame]"}
    page.get_by_role("link", name="Open the whole source").click()
    expect(page.get_by_text("Back to the questions")).to_be_visible()
    for address, last_part in (drawn | {page.url: "mark"}).items():
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(address)
        expect(page.locator(last_part).first).to_be_visible()
        wait_until_still(page)
        assert faint_texts(page) == [], address
        page.set_viewport_size({"width": 360, "height": 740})
        wait_until_still(page)
        expect(page.locator("html")).to_have_js_property("scrollWidth", 360)
        assert faint_texts(page) == [], address


def test_a_point_of_an_evaluation_opens_its_answer_and_the_highlighted_passage(page: Page) -> None:
    create_notebook(page, "Evaluated")
    add_file(page, "handbook.md", HANDBOOK)
    expect(page.get_by_text("ready", exact=True).first).to_be_attached(timeout=60_000)
    page.get_by_role("link", name="Evaluate").first.click()
    page.get_by_role("button", name="Cases of your own").click()
    expected = {"source": "handbook.md", "quote": RULE, "occurrence": 2}
    cases = [
        {"question": QUESTION, "expect": [expected]},
        {"question": "Who won the chess championship of 1972?"},
    ]
    page.locator("input[type=file]").last.set_input_files(
        {
            "name": "cases.jsonl",
            "mimeType": "application/jsonl",
            "buffer": "\n".join(json.dumps(case) for case in cases).encode(),
        }
    )
    page.get_by_role("button", name="Ask them").click()
    points = page.get_by_test_id("stVegaLiteChart").last.locator(
        "path[aria-roledescription=circle]"
    )
    expect(points).to_have_count(2, timeout=60_000)
    wait_until_still(page)
    points.first.click()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible(timeout=30_000)
    expect(page.locator("mark")).to_have_text(RULE)
    assert words_before_mark(page).count(RULE) == 1


def test_what_was_searched_for_a_follow_up_is_said_and_changed_by_keyboard(
    page: Page, faint_texts: Callable[[Page], list[str]]
) -> None:
    page.emulate_media(color_scheme="dark")
    create_notebook(page, "Follow-ups")
    add_file(page, "handbook.md", HANDBOOK)
    page.get_by_role("link", name="Ask your sources").click()
    expect(page.get_by_placeholder("Ask your 1 ready source")).to_be_visible(timeout=60_000)
    ask(page, QUESTION)
    follow_up = "and of the records archive?"
    ask(page, follow_up)
    searched = page.get_by_text(f"Searched for: {follow_up} (")
    expect(searched).to_be_visible()
    wait_until_still(page)

    page.get_by_role("button", name="Change", exact=True).press("Enter")
    field = page.get_by_label("Search for")
    expect(field).to_have_value((searched.text_content() or "").removeprefix("Searched for: "))
    wait_until_still(page)
    assert faint_texts(page) == []
    field.fill("When does the cafeteria open?")
    field.press("Enter")
    changed = page.get_by_text("Searched for: When does the cafeteria open?")
    expect(changed).to_be_visible(timeout=60_000)
    expect(field).to_be_hidden()
    claim = page.locator(".answer li, .answer p", has_text="The cafeteria opens at noon")
    expect(claim.last).to_be_visible()
    assert page.locator(".answer.plain").last.text_content() == follow_up

    page.reload()
    expect(changed).to_be_visible(timeout=30_000)
    expect(searched).to_be_visible()
