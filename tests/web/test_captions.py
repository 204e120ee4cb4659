"""The present speaker, shown during speech: seen by everybody at the table, told to nobody, kept nowhere."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser import Screen, Served
from tests.support.phones import Phone
from tests.web.test_table import harbour
from tests.web.test_taps import Talked

TOLD_ALOUD = "each => each.closest('[aria-live], [role=status], [role=alert], [role=log]') !== null"
ANIMATION = "each => getComputedStyle(each, '::before').animationName"


PLACES = """[...document.querySelectorAll('.listening, header button, header nav, .seat, .area-middle')].map(
  (each) => each.getBoundingClientRect()).flatMap(({top, left, height}) => [top, left, height].map(Math.round))"""
"""Positions of the parts of the page."""


def seats_that_speak(screen: Screen) -> Locator:
    """Seats with a mark that says so in a word."""
    return screen.page.locator("article.seat", has=screen.page.get_by_text("is speaking", exact=True))


@pytest.mark.parametrize("width", [360, 1440])
def test_somebody_speaks_at_once_and_who_as_soon_as_the_voice_is_sure(
    served: Served,
    table: Callable[..., Screen],
    phones: Callable[..., Phone],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
) -> None:
    """Gone with the speech; nothing moves meanwhile, no screen reader is interrupted, nothing need move to be seen."""
    served.play(harbour())
    ears: Any = Talked()
    monkeypatch.setattr(served.host, "_ears", ears)
    screen, phone = table(viewport={"width": width, "height": 900}), phones("Russ")
    told = screen.page.locator(".listening .speaks")
    expect(told).to_be_empty()
    before, kept = screen.page.evaluate(PLACES), len(served.host.talk)

    ears.speech_running = True
    expect(told).to_have_text("Someone is speaking")
    assert screen.page.evaluate(PLACES) == before
    expect(seats_that_speak(screen)).to_have_count(0)
    ears.speaker = "Jay"
    expect(told).to_have_text("Jay is speaking")
    expect(phone.page.locator(".listening .speaks")).to_have_text("Jay is speaking")
    expect(seats_that_speak(screen)).to_have_count(1)
    expect(seats_that_speak(screen).locator("h3")).to_have_text("Jay")

    mark = screen.page.locator(".spoke-mark.speaks")
    assert [each.evaluate(TOLD_ALOUD) for each in (told, mark)] == [False, False]
    expect(screen.page.get_by_role("status").first).to_have_text("Listening")
    assert mark.evaluate(ANIMATION) == "talking"
    screen.page.emulate_media(reduced_motion="reduce")
    assert [each.evaluate(ANIMATION) for each in (told, mark)] == ["none", "none"]
    screen.page.emulate_media(reduced_motion="no-preference")
    assert screen.page.evaluate(PLACES) == before

    ears.speech_running, ears.speaker = False, None
    expect(told).to_be_empty()
    expect(seats_that_speak(screen)).to_have_count(0)
    assert len(served.host.talk) == kept


def test_nobody_is_shown_speaking_at_a_table_that_is_not_listened_to(
    served: Served, table: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    served.play(harbour())
    ears: Any = Talked()
    ears.speech_running, ears.speaker = True, "Jay"
    monkeypatch.setattr(served.host, "_ears", ears)
    screen = table()
    screen.shows(".listening .speaks", "Jay is speaking")
    screen.say("Russ", "Stop listening.")
    screen.shows(".hearing", "start listening")
    expect(screen.page.locator(".listening .speaks")).to_be_empty()
    expect(seats_that_speak(screen)).to_have_count(0)
