"""Untrusted text in widgets and components: shown exactly, and never alive."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from pages.parts.answer_nodes import nodes

pytestmark = pytest.mark.browser

MOUNTED = Path(__file__).parent / "mounted"
NASTY = json.loads((MOUNTED / "nasty.json").read_text(encoding="utf-8"))
ORDINARY = json.loads((MOUNTED / "ordinary.json").read_text(encoding="utf-8"))
MARKDOWN = "[data-testid=stMarkdownContainer]"
ALIVE = "a, em, strong, code, del, img, svg, script, iframe, style, input, [role=img], .katex"


Open = Callable[..., Page]


@pytest.fixture
def mounted(browser: Browser, mounted_app: Any, watching: Any) -> Iterator[Open]:
    """Opens `/?show=NAME`; after the test, nothing may have come alive."""
    context = browser.new_context(base_url=mounted_app.url, viewport={"width": 1000, "height": 800})
    page = context.new_page()
    seen = watching(page, mounted_app.url)

    def open_show(name: str, **media: str) -> Page:
        if media:
            page.emulate_media(**media)
        page.goto(f"/?show={name}")
        expect(page.get_by_text("all drawn", exact=True)).to_be_visible(timeout=60_000)
        page.wait_for_load_state("networkidle")
        return page

    yield open_show
    title = page.title()
    context.close()
    assert title == "Mounted"
    assert seen.dialogs == []
    assert seen.foreign_requests == []
    assert seen.complaints == []


def texts(page: Page, selector: str, count: int = len(NASTY)) -> list[str]:
    """The texts of all elements that match, once there are `count` of them with content."""
    expect(page.locator(selector)).to_have_count(count)
    return page.locator(selector).evaluate_all("found => found.map(e => e.textContent)")


LABELS = (
    f"[data-testid=stMarkdown] {MARKDOWN}:not([data-testid=stExpander] *)",
    "[data-testid=stCaptionContainer]",
    f"[data-testid=stCheckbox] {MARKDOWN}",
    f"[data-testid=stButton] {MARKDOWN}",
    f"[data-testid=stAlert] {MARKDOWN}",
    f"[data-testid=stExpander] summary {MARKDOWN}",
    f"[data-testid=stPopover] {MARKDOWN}",
    f"[data-testid=stRadio] [role=radiogroup] {MARKDOWN}",
)


def test_widgets_show_untrusted_text_exactly(mounted: Open) -> None:
    page = mounted("widgets")
    for selector in LABELS:
        assert texts(page, selector) == NASTY, selector
        assert page.locator(selector).locator(ALIVE).count() == 0, selector


def test_a_tick_is_named_by_the_title_itself(mounted: Open) -> None:
    page = mounted("names")
    for title in ORDINARY:
        expect(page.get_by_role("checkbox", name=title, exact=True)).to_have_count(1)
    shown = texts(page, f"[data-testid=stCheckbox] {MARKDOWN}", len(ORDINARY))
    assert shown == ORDINARY


def opened_options(page: Page) -> Locator:
    """The options of the one select box. A page that is still settling closes what was opened."""
    options = page.get_by_role("option")
    for _ in range(6):
        page.locator("[data-testid=stSelectbox] button").click()
        try:
            options.first.wait_for(timeout=5_000)
        except Error:
            continue
        return options
    pytest.fail("the select box didn't open")


def test_a_select_box_shows_untrusted_text_exactly(mounted: Open) -> None:
    page = mounted("widgets")
    options = opened_options(page)
    shown = options.evaluate_all("found => found.map(e => e.textContent)")
    assert shown
    assert shown == NASTY[: len(shown)]


def test_a_toast_shows_untrusted_text_exactly(mounted: Open) -> None:
    page = mounted("toasts")
    shown = texts(page, f"[data-testid=stToast] {MARKDOWN}", 4)
    assert sorted(shown) == sorted(NASTY[:4])


def test_a_question_is_shown_exactly(mounted: Open) -> None:
    page = mounted("texts")
    assert texts(page, ".answer") == NASTY
    assert page.locator(".answer").locator(ALIVE).count() == 0


def test_escaped_source_text_in_an_answer_is_shown_as_it_is(mounted: Open) -> None:
    page = mounted("escaped")
    assert texts(page, ".answer") == [" ".join(text.split()) for text in NASTY]
    assert page.locator(".answer").locator(ALIVE).count() == 0


def test_an_answer_in_nasty_markdown_stays_inert(mounted: Open) -> None:
    page = mounted("raw")
    shown = texts(page, ".answer")
    expected = [visible(nodes(text)) for text in NASTY]
    assert shown == expected
    forbidden = "img, svg, script, iframe, style, input, [onerror], [onload], [style]"
    assert page.locator(".answer").locator(forbidden).count() == 0
    for link in page.locator(".answer a").all():
        assert (link.get_attribute("href") or "").startswith("https://")
        assert link.get_attribute("rel") == "noopener noreferrer nofollow"


def visible(tree: list) -> str:
    """The text that the page makes of a tree of nodes."""
    parts = []
    for node in tree:
        if isinstance(node, str):
            parts.append(node)
        elif "cite" in node:
            parts.append(str(node["cite"]))
        else:
            parts.append(visible(node["children"]))
            parts.append(f" ({node['host']})" if node["tag"] == "a" else "")
    return "".join(parts)


def test_evidence_cards_show_titles_places_and_quotes_exactly(mounted: Open) -> None:
    page = mounted("cards")
    for part in ("title", "place", "excerpt"):
        assert texts(page, f".card .{part}") == NASTY
    assert page.locator(".cards").locator(ALIVE).count() == 0


def test_a_passage_marks_exactly_the_quote(mounted: Open) -> None:
    page = mounted("passages")
    for part in (".title", ".place", ".notice", "blockquote", "mark"):
        assert texts(page, f".passage {part}") == NASTY, part
    before = texts(page, ".passage .words")
    assert before == [f"before {text}\n{text} after" for text in NASTY]
    assert page.locator(".passage").locator(ALIVE).count() == 0


def test_a_citation_is_named_by_its_source_and_can_be_clicked(mounted: Open) -> None:
    page = mounted("chips")
    names = page.locator(".chip").evaluate_all(
        "found => found.map(e => [e.getAttribute('aria-label'), e.title])"
    )
    assert names == [
        [f"Citation {n}: {title}, page 4", title] for n, title in enumerate([*NASTY, "plain"], 1)
    ]
    page.get_by_role("button", name=f"Citation {len(NASTY) + 1}: plain, page 4").click()
    expect(page.get_by_text(f"clicked {len(NASTY) + 1}", exact=True)).to_be_visible()


def test_citations_work_by_keyboard_in_every_place(mounted: Open) -> None:
    page = mounted("answer")
    for place in ("strong", "h5", "li", "table"):
        chip = page.locator(f".answer {place} .chip").first
        chip.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"clicked {chip.text_content()}", exact=True)).to_be_visible()
    page.get_by_role("button", name="1 Source 1").click()
    expect(page.get_by_text("card 1", exact=True)).to_be_visible()


def test_a_citation_that_can_not_be_opened_says_why_and_is_no_button(mounted: Open) -> None:
    page = mounted("answer")
    dead = page.locator(".answer .dead")
    assert dead.all_text_contents() == ["3 · source removed", "4 · unverified", "77 · unverified"]
    assert page.locator(".answer button[data-n='3'], .answer button[data-n='4']").count() == 0
    assert page.locator(".answer code").first.text_content() == "code {{cite:9}}"
    assert page.locator(".answer [aria-current]").all_text_contents() == ["2", "2"]


def test_a_link_shows_its_real_host_and_opens_elsewhere(mounted: Open) -> None:
    page = mounted("answer")
    link = page.locator(".answer a")
    assert link.get_attribute("href") == "https://list.example/a"
    assert link.get_attribute("target") == "_blank"
    assert page.locator(".answer .host").text_content() == " (list.example)"


def test_a_passage_scrolls_to_its_mark_and_focuses_it(mounted: Open) -> None:
    page = mounted("passage")
    mark = page.locator("mark")
    expect(mark).to_have_text("Exactly 👩‍👩‍👧 this,\n灯塔 é, and no more.", use_inner_text=False)
    expect(mark).to_be_in_viewport()
    expect(mark).to_be_focused()
    frame, box = page.locator(".text").bounding_box(), mark.bounding_box()
    assert frame is not None
    assert box is not None
    assert frame["y"] <= box["y"]
    assert box["y"] + box["height"] <= frame["y"] + frame["height"]
    assert page.locator(".cut").count() == 2


def test_the_citations_of_an_answer_are_walked_with_arrows(mounted: Open) -> None:
    page = mounted("passage")
    expect(page.get_by_text("2 of 3", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next citation").click()
    expect(page.get_by_text("3 of 3", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Next citation")).to_be_disabled()
    page.get_by_role("button", name="Previous citation").click()
    expect(page.get_by_text("2 of 3", exact=True)).to_be_visible()


def test_a_removed_source_leaves_its_quote_and_a_notice(mounted: Open) -> None:
    gone = mounted("passage").locator(".passage").nth(1)
    expect(gone.locator(".notice")).to_have_text("Source removed.")
    expect(gone.locator("blockquote")).to_have_text("the kept quote")
    expect(gone.locator("mark")).to_have_count(0)


def test_focus_stays_where_it_is_while_an_answer_streams(mounted: Open) -> None:
    page = mounted("stream")
    chip = page.locator(".chip")
    chip.focus()
    before = page.locator(".answer").text_content()
    expect(page.locator(".answer")).not_to_have_text(before or "")
    expect(chip).to_be_focused()
    assert page.locator(".answer").get_attribute("aria-busy") == "true"


def test_a_citation_that_is_clicked_while_its_answer_ends_is_opened(
    browser: Browser, mounted_app: Any
) -> None:
    """The click asks for the fragment that showed the stream, which isn't there any more."""
    page = browser.new_page(base_url=mounted_app.url)
    page.goto("/?show=ending")
    expect(page.get_by_text("ending", exact=True)).to_be_visible(timeout=60_000)
    page.locator(".chip").click()
    expect(page.get_by_text("clicked 1", exact=True)).to_be_visible()
    expect(page.locator(".answer")).to_have_text("First 1. And it ends.")
    page.close()


def test_what_goes_away_by_itself_takes_nothing_along_that_somebody_opened_or_typed(
    mounted: Open, mounted_app: Any
) -> None:
    page = mounted("waiting")
    page.get_by_role("button", name="New").click()
    page.get_by_label("Title").fill("My plan")
    expect(page.get_by_text("Not yet.")).to_be_visible()
    (mounted_app.data / "done").touch()
    expect(page.get_by_text("Not yet.")).to_have_count(0)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.get_by_label("Title")).to_have_value("My plan")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("made My plan")).to_be_visible()


def test_a_page_that_is_left_while_it_is_drawn_anew_is_left(mounted: Open) -> None:
    page = mounted("leaving")
    page.get_by_role("button", name="Draw anew").click()
    expect(page.get_by_text("about to be drawn anew")).to_be_visible()
    page.get_by_role("link", name="On to the second").click()
    expect(page.get_by_role("heading", name="Second")).to_be_visible()


@pytest.mark.parametrize("show", ["answer", "passage", "widgets"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(
    mounted: Open, faint_texts: Callable[[Page], list[str]], show: str, scheme: str
) -> None:
    assert faint_texts(mounted(show, color_scheme=scheme)) == []


@pytest.mark.parametrize("show", ["answer", "passage", "cards", "texts"])
def test_nothing_is_wider_than_a_phone(mounted: Open, show: str) -> None:
    page = mounted(show)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator("html")).to_have_js_property("scrollWidth", 360)
    for part in (".answer", ".passage", ".cards"):
        for element in page.locator(part).all():
            box = element.bounding_box()
            assert box is None or box["x"] + box["width"] <= 360


def test_a_script_that_got_into_the_page_would_not_run(browser: Browser, mounted_app: Any) -> None:
    page = browser.new_page(base_url=mounted_app.url)
    page.goto("/?show=texts")
    expect(page.get_by_text("all drawn", exact=True)).to_be_visible()
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'ran'";
            document.body.append(script);
            const image = "<img src=x onerror=document.title='ran'>";
            document.body.insertAdjacentHTML("beforeend", image);
        }"""
    )
    page.wait_for_timeout(500)
    assert page.title() == "Mounted"
    page.close()
