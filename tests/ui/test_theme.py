"""Every text can be read on every background that it can meet, in both themes (WCAG 2.2, 1.4.3)."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
STYLES = sorted((ROOT / "pages" / "parts").glob("*.css"))
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "gray")
SMALLEST_RATIO = 4.5


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def pairs(theme: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each (text, background) that Streamlit or a component of ours puts together."""
    grounds = ["backgroundColor", "secondaryBackgroundColor", "codeBackgroundColor"]
    for text in ("textColor", "linkColor", "codeTextColor", "grayTextColor", "redTextColor"):
        for ground in grounds:
            yield theme[text], theme[ground]
    for colour in COLOURS:
        yield theme[f"{colour}TextColor"], theme[f"{colour}BackgroundColor"]
        yield theme["textColor"], theme[f"{colour}BackgroundColor"]
    yield "#ffffff", theme["primaryColor"]


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_text_stands_out_from_every_background_it_meets(name: str) -> None:
    too_faint = [pair for pair in pairs(THEME[name]) if contrast(*pair) < SMALLEST_RATIO]
    assert too_faint == []


def test_contrast_is_computed_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_components_take_all_their_colours_from_the_theme() -> None:
    assert STYLES, "the components have style sheets"
    for path in STYLES:
        css = path.read_text(encoding="utf-8")
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(|\bopacity\s*:", css), path
        for value in re.findall(
            r"(?<![-\w])(?:background|color|background-color)\s*:\s*([^;]+);", css
        ):
            assert re.fullmatch(r"var\(--st-[\w-]+\)|inherit|none|transparent", value), (
                path,
                value,
            )


def test_components_pair_texts_and_backgrounds_that_the_theme_pairs() -> None:
    """A rule that sets a coloured background sets the text that belongs on it."""
    for path in STYLES:
        css = path.read_text(encoding="utf-8")
        for body in re.findall(r"\{([^{}]*)\}", css):
            for colour in re.findall(r"background:\s*var\(--st-(\w+)-background-color\)", body):
                if colour in COLOURS:
                    assert f"color: var(--st-{colour}-text-color)" in body, (path, body)
