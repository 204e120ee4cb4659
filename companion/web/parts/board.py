"""Draws the values of `engine.board`: counters, bars, panels, cards, dice. Any system, no rule."""

from collections.abc import Sequence
from dataclasses import replace

from companion.web.parts.base import box, text
from companion.web.strings import shown, words
from companion.web.theme import seat_class
from engine.board import Bar, Board, Card, Counter, Face, Line, Panel, Throw

_LONG = 40
"""Characters from which a value stands below its label."""

_DRAWN = 12
"""Chips, hearts and the like that are drawn one by one at most."""

_MARKS = {"success": "✓", "failure": "–", "again": "↻", "struck": "✕"}


def headline(board: Board, who: str | None) -> None:
    """Draw whose moment it is, large enough for three metres, and the next step in one line.

    Args:
        board: The table.
        who: The player; None for everybody.
    """
    said = shown(board.headline)
    leads = who is not None and said.startswith(f"{who} ")
    if not leads:
        text("p", who or words("hero.everybody"), "who", aria_hidden="true")
    with box("div", "next-step"):
        with box("h1", "headline"):
            if leads and who is not None:
                text("span", who, "who")
                text("span", said.removeprefix(who))
            else:
                text("span", said)
        if board.reason:
            text("span", board.reason, "reason")
        if board.actions is not None:
            text("span", words("board.actions", count=board.actions, unit=board.unit), "actions-left")


def counters(shown: Sequence[Counter]) -> None:
    """Draw somebody's counters, each number with its word."""
    if not shown:
        return
    with box("ul", "counters"):
        for each in shown:
            drawn = each.sign if each.most or each.value or each.sign == "chip" else "number"
            with box("li", "counter", f"tone-{each.tone}", f"is-{drawn}"):
                if drawn != "number":
                    counted = f"--n:{max(0, min(each.value, _DRAWN))};--most:{min(each.most or each.value, _DRAWN)}"
                    box("i", "signs", aria_hidden="true", data_count=str(each.value)).style(counted)
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
            with box(
                "li",
                "card",
                f"tone-{each.tone}",
                *(["down"] if each.face is None else [] if each.face else ["awaited"]),
            ):
                text("span", each.owner, "owner", "small")
                if each.face != "":
                    face = words("board.face_down") if each.face is None else each.face
                    text("strong", face, "unseen" if each.face is None else "serif")
                if each.detail:
                    text("span", each.detail, "detail", "small")
                if each.code:
                    text("span", words("board.code", code=each.code), "small")


def conflict(panels: Sequence[Panel]) -> None:
    """The conflict across the whole width: the stake of each, with what each has laid down."""
    laid = [card for each in panels for card in each.cards]
    owners = {shown(card.owner) for card in laid}
    for each in panels:
        if each.lines or each.counters or each.bars:
            with box("div", "row", "fought"):
                text("h2", each.title)
                counters(each.counters)
            for line in each.lines:
                if shown(line.label) not in owners:
                    with box("p", "stake", f"tone-{line.tone}"):
                        text("strong", line.label)
                        text("span", line.value)
                        text("span", line.detail, "faint", "small")
    stakes = {shown(line.label): line for each in panels for line in each.lines}
    with box("ul", "laid"):
        for name in dict.fromkeys(shown(card.owner) for card in laid):
            with box("li", "stack"):
                if name in stakes:
                    text("p", stakes[name].value, "serif", "lead")
                    text("p", stakes[name].detail, "small", f"tone-{stakes[name].tone}")
                cards([card for card in laid if shown(card.owner) == name])


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
