"""The app opens in a browser."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_first_page_shows_the_name_of_the_app(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Groundnote")).to_be_visible()
