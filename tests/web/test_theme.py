"""The look: words can be read on what they stand on, by day and by night."""

import re
from itertools import product

import pytest

from companion.web.theme import DAY, NIGHT, SEATS_BY_DAY, SEATS_BY_NIGHT, SHEETS, Look, Palette, stylesheet

LIGHTS = [pytest.param(DAY, SEATS_BY_DAY, id="day"), pytest.param(NIGHT, SEATS_BY_NIGHT, id="night")]


def brightness(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("palette", "seats"), LIGHTS)
def test_words_have_contrast_wherever_they_stand(palette: Palette, seats: tuple[str, ...]) -> None:
    """AA, 4.5 to 1, for every colour words are written in on every ground they are written on."""
    inks = (palette.ink, palette.faint, palette.felt, palette.brass, palette.good, palette.bad, *seats)
    grounds = (palette.table, palette.paper, palette.raised)
    weak = {(ink, on): contrast(ink, on) for ink, on in product(inks, grounds) if contrast(ink, on) < 4.5}
    assert weak == {}
    assert contrast(palette.on_felt, palette.felt) >= 4.5
    assert contrast(palette.on_bad, palette.bad) >= 4.5


@pytest.mark.parametrize(("palette", "seats"), LIGHTS)
def test_what_can_be_used_has_an_outline_that_shows(palette: Palette, seats: tuple[str, ...]) -> None:
    """3 to 1 for rims of buttons, inputs and dice, and for the ring around what has the focus."""
    for on in (palette.table, palette.paper, palette.raised):
        assert contrast(palette.rim, on) >= 3.0
        assert contrast(palette.felt, on) >= 3.0


def test_the_sheet_names_no_colour_and_no_size_of_its_own() -> None:
    """Colours and sizes of type come from the theme, and every variable used is one of its own."""
    own = "\n".join(each.read_text(encoding="utf-8") for each in SHEETS)
    assert (
        re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", re.sub(r"@media print \{.*?\n\}", "", own, flags=re.S)) == []
    )
    assert [
        each for each in re.findall(r"font-size: ([^;]+);", own) if "var(" not in each and "calc(" not in each
    ] == []
    defined = set(re.findall(r"(--[\w-]+)\s*:", stylesheet()))
    assert set(re.findall(r"var\((--[\w-]+)", stylesheet())) <= defined


@pytest.mark.parametrize("cookie", ["night.large", "auto.usual", "day.largest"])
def test_a_look_is_remembered(cookie: str) -> None:
    assert Look.remembered(cookie).cookie == cookie


@pytest.mark.parametrize("cookie", [None, "", "x", "night.<script>", "night", ".large", "a.b.c"])
def test_odd_looks_are_the_usual_one(cookie: str | None) -> None:
    assert Look.remembered(cookie).classes in {
        "light-auto size-usual",
        "light-night size-usual",
        "light-auto size-large",
    }
