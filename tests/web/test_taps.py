"""Taps in a real browser: what was under the finger as it came down counts, whatever is drawn until it is lifted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from companion.web.keys import Visitor
from tests.support.browser import Screen, Served, until
from tests.web.test_table import harbour

Table = Callable[..., Screen]

CHECK = "Here's a chip, give me a Haggling check, Jay"


@contextmanager
def pressed(screen: Screen, button: Locator) -> Iterator[None]:
    """A finger on a button, lifted where it came down once everything inside has happened."""
    button.scroll_into_view_if_needed()
    place = button.bounding_box()
    assert place is not None
    screen.page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    screen.page.mouse.down()
    yield
    screen.page.mouse.up()


class Talked:
    """Ears at a table where somebody may begin to speak."""

    hearing = "on"
    trouble = ""
    speech_running = False
    speaker: str | None = None

    def stop(self) -> None:
        """Listen no longer."""
        self.hearing = "off"

    def join(self, seconds: float) -> None:
        """Ended at once."""


def test_stop_stops_though_somebody_begins_to_speak_under_the_finger(
    served: Served, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state beside the button is drawn anew; the button stays."""
    served.play(harbour())
    ears: Any = Talked()
    monkeypatch.setattr(served.host, "_ears", ears)
    screen = table()
    with pressed(screen, screen.page.get_by_role("button", name="Stop listening")):
        ears.speech_running = True
        screen.shows(".listening", "Someone is speaking")
    until(lambda: ears.hearing == "off", seconds=60, what="silence")


def test_a_face_is_tapped_while_another_is_read_aloud(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table()
    screen.say("Russ", CHECK)
    keys = screen.page.get_by_role("group", name="Tap the faces")
    with pressed(screen, keys.get_by_role("button", name="5", exact=True)):
        served.house.actions(Visitor()).say("two, four and", "Jay")
        expect(screen.page.locator(".die.wanted")).to_have_count(1)
    expect(screen.page.locator(".tray input[name=values]")).to_have_value("5")


def test_what_moved_away_under_the_finger_is_what_was_meant(served: Served, table: Table) -> None:
    """A new deed lies where the old one was as the finger is lifted: the old one is taken back."""
    served.play(harbour())
    screen = table()
    note(served, "Mira", "a rope")
    screen.latest("a rope")
    with pressed(screen, screen.page.locator(".deed").get_by_role("button", name="Undo").last):
        note(served, "Russ", "a lamp")
        screen.latest("a lamp")
    expect(screen.page.locator(".deed.undone").filter(has_text="a rope")).to_have_count(1)


def note(served: Served, player: str, equipment: str) -> None:
    """Somebody notes what they have with them, on another page."""
    move = next(each for each in served.host.moves(player) if each.kind == "note_equipment")
    assert served.house.actions(Visitor()).move(move, {"text": [equipment]}, player) == ""
