"""Draws the values of `engine.board`: counters, bars, panels, cards, dice. Any system, no rule."""

from collections.abc import Sequence
from dataclasses import replace

from companion.web.parts.base import box, text
from companion.web.strings import words
from companion.web.theme import seat_class
from engine.board import Bar, Board, Card, Counter, Face, Line, Panel, Throw

_LONG = 40
"""Characters from which a value stands below its label."""

_MARKS = {"success": "✓", "failure": "–", "again": "↻", "struck": "✕"}


def headline(board: Board) -> None:
    """Draw the player who has the word now, why, and the actions left; large enough for two metres."""
    text("h1", board.headline, "headline")
    if board.reason:
        text("p", board.reason, "reason", "lead")
    if board.actions is not None:
        text("p", words("board.actions", count=board.actions, unit=board.unit), "actions-left", "lead")


def counters(shown: Sequence[Counter]) -> None:
    """Draw somebody's counters, each number with its word."""
    if not shown:
        return
    with box("ul", "counters"):
        for each in shown:
            with box("li", "counter", f"tone-{each.tone}"):
                if each.most is None:
                    text("b", str(each.value), "alone")
                else:
                    text("b", words("board.of", value=each.value, most=each.most))
                text("span", each.label)


def bar(shown: Bar) -> None:
    """Progress, as a bar and as numbers."""
    share = 100 * max(0, min(shown.value, shown.most)) / max(1, shown.most)
    with box("div", "bar"):
        with box("div", "row"):
            text("span", shown.label, "grow")
            text("b", words("board.of", value=shown.value, most=shown.most))
        with box(
            "div", "track", role="meter", aria_label=shown.label, aria_valuemin="0",
            aria_valuemax=str(shown.most), aria_valuenow=str(shown.value),
        ):  # fmt: skip
            box("div", "fill", f"tone-{shown.tone}").style(f"width: {share:.1f}%")
        if shown.detail:
            text("p", shown.detail, "faint", "small")


def lines(shown: Sequence[Line], title: str = "") -> None:
    """Lines of a sheet: what, how much, and what else to know; a label that repeats the title is not shown again."""
    if not shown:
        return
    with box("dl", "lines"):
        for each in shown:
            repeats = each.label == title
            text("dt", each.label, f"tone-{each.tone}", *["unseen"] * repeats)
            text("dd", each.value, f"tone-{each.tone}", *["long"] * (repeats or len(each.value) > _LONG))
            if each.detail:
                text("dd", each.detail, "detail")


def panel(shown: Panel) -> None:
    """A titled part of the page; nothing when it is empty."""
    if not (shown.lines or shown.bars or shown.counters or shown.cards):
        return
    with box("section", "paper", "stack", aria_label=shown.title):
        text("h2", shown.title)
        counters(shown.counters)
        for each in shown.bars:
            bar(each)
        lines(shown.lines, shown.title)
        cards(shown.cards)


def cards(shown: Sequence[Card]) -> None:
    """Cards on the table or in a hand; one nobody may see lies face down."""
    if not shown:
        return
    with box("ul", "cards"):
        for each in shown:
            with box("li", "card", f"tone-{each.tone}", *([] if each.face else ["down"])):
                text("span", each.owner, "owner", "small")
                text("strong", each.face or words("board.face_down"), "unseen" if each.face is None else "serif")
                if each.detail:
                    text("span", each.detail, "detail", "small")
                if each.code:
                    text("span", words("board.code", code=each.code), "small")


def throw(shown: Throw) -> None:
    """A throw: whose, what for, the dice that lie and places for those still to come."""
    text("h2", words("board.threw" if shown.over else "board.throw", roller=shown.roller))
    text("p", shown.because, "faint")
    dice(shown.faces, shown.wanted)


def dice(faces: Sequence[Face], wanted: int = 0) -> None:
    """Dice that lie, and places for those still to come."""
    with box("ul", "dice"):
        for each in faces:
            die(each)
        for _ in range(wanted):
            with box("li", "die", "wanted"):
                text("b", "?", aria_hidden="true")
                text("span", words("board.wanted"), "unseen")


def filled_up(throw: Throw, read: tuple[int, ...]) -> Throw:
    """A throw with the faces read aloud so far in their places."""
    if not throw.wanted or not read:
        return throw
    return replace(throw, wanted=throw.wanted - len(read), faces=(*throw.faces, *(Face(each) for each in read)))


def die(face: Face) -> None:
    """One die; what it counts as is told by a sign and a word besides its colour."""
    with box("li", "die", face.mark):
        text("b", str(face.value))
        if face.mark != "plain":
            text("span", _MARKS[face.mark], "mark", aria_hidden="true")
            text("span", words(f"board.mark.{face.mark}"), "unseen")


def player_name(name: str, players: Sequence[str], tag: str = "span") -> None:
    """A player's name in the colour of the seat."""
    place = players.index(name) if name in players else None
    text(tag, name, *(["seat-name", seat_class(place)] if place is not None else ["faint"]))
