"""Moves of a seat now: those the table waits for, the cards in hand, and every other move under its heading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from companion.web.page import Page
from companion.web.panes.seat_sheet import hand_on
from companion.web.parts import board as draw
from companion.web.parts.base import Each, Given, Part, box, button, fold, text
from companion.web.parts.moves import move as draw_move
from companion.web.parts.moves import move_form
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.board import Card, Move, Throw


@dataclass(frozen=True, slots=True)
class _Held:
    """A card in hand, and the moves that play it."""

    card: Card
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class _Dice:
    """A throw that lies open, and this seat's moves that hand its dice in."""

    throw: Throw
    answers: tuple[Move, ...]


class OwnMovesPane:
    """Everything the own seat may do, what is owed first.

    Args:
        page: The seat's page.
        seat: Whose it is.
    """

    topics: frozenset[Topic] = frozenset({"board"})

    def __init__(self, page: Page, seat: str) -> None:
        self._page = page
        self._seat = seat
        with box("div", "stack") as self._waiting:
            self._waits: Part[bool] = Part(lambda waits: text("h2", words("moves.owed")), "div", aria_live="polite")
            self._dice: Each[_Dice] = Each(self._draw_dice, "div", "stack")
            self._lying: dict[str, Part[Throw]] = {}
            with box("section", "stack", "hand", aria_label=words("own.hand")) as self._holding:
                text("h2", words("own.hand"))
                text("p", words("own.how_to_play"), "small", "faint")
                self._hand: Each[_Held] = Each(self._draw_held, "div", "held-cards")
            self._owed: Each[Move] = Each(self._draw_owed, "div", "stack")
        with box("section", "stack", "others", aria_label=words("own.moves")):
            self._groups: Each[str] = Each(self._draw_group, "div", "stack")
        self._under: dict[str, Each[Move]] = {}

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        shown = host.board(self._seat)
        if shown is None:
            return
        offered = host.moves(self._seat)
        held = [_Held(card, _playing(card, offered)) for card in hand_on(host.sheet(self._seat))]
        left = [each for each in offered if not any(each in card.moves for card in held)]
        dice = [_Dice(each, _answering(each, left)) for each in shown.throws if not each.over]
        dice.sort(key=lambda each: not each.answers)
        taken = [move for each in dice for move in each.answers]
        owed = [each for each in left if each.owed and each not in taken]
        waits = any(each.owed for each in offered)
        self._waits.show(waits or None)
        self._dice.show(dice)
        # Faces read aloud fall beside the keys, which stay where a finger is.
        awaited = {each.request_id: each for each in shown.throws if each.request_id is not None}
        self._lying = {request: self._lying[request] for request in awaited}
        for request, each in awaited.items():
            self._lying[request].show(draw.filled_up(each, host.partly.get(request, ())))
        self._owed.show(owed)
        self._waiting.set_visibility(waits or bool(dice or held))
        self._hand.show(held)
        self._holding.set_visibility(bool(held))
        self._show_groups([each for each in left if not each.owed and each not in taken])

    def _show_groups(self, offered: Sequence[Move]) -> None:
        named = groupby(sorted(offered, key=attrgetter("group")), key=attrgetter("group"))
        by_heading = {heading or words("moves.more"): list(group) for heading, group in named}
        headings = [each.group or words("moves.more") for each in offered]
        self._groups.show(tuple(dict.fromkeys(headings)))
        for heading, group in by_heading.items():
            self._under[heading].show(group)

    def _draw_group(self, heading: str) -> None:
        with fold(heading, is_open=not self._under):
            self._under[heading] = Each(lambda each: draw_move(each, self._make), "div", "stack", "choices")

    def _draw_owed(self, move: Move) -> None:
        if not move.fields:
            draw_move(move, self._make)
            return
        with box("div", "paper", "call", "stack"):
            text("h3", move.label)
            move_form(move, self._make)

    def _draw_dice(self, dice: _Dice) -> None:
        if not dice.answers:
            with box("section", "paper", "stack"):
                self._lie(dice.throw, draw.throw)
            return
        with box("section", "paper", "stack", "call"):
            text("h3", dice.answers[0].label)
            self._lie(dice.throw, _draw_lying)
            move_form(dice.answers[0], self._make, kept=self._page.kept_as(f"dice {dice.throw.request_id}"))
            button(words("own.roll"), self._roll, "app-rolls")
            for each in dice.answers[1:]:
                draw_move(replace(each, owed=False), self._make)

    def _lie(self, throw: Throw, drawn: Callable[[Throw], None]) -> None:
        dice = Part(drawn, "div", "stack")
        dice.show(throw)
        if throw.request_id is not None:
            self._lying[throw.request_id] = dice

    def _draw_held(self, held: _Held) -> None:
        if not held.moves:
            with box("div", "card", "held"):
                _draw_face(held.card)
            return
        with box("details", "card", "held", "playable", name="hand"):
            with box("summary"):
                _draw_face(held.card)
            with box("div", "stack"):
                for each in held.moves:
                    draw_move(each, self._make)

    async def _make(self, move: Move, given: Given) -> bool:
        return await self._page.once(given, lambda: self._page.actions.move(move, given))

    async def _roll(self) -> None:
        await self._page.do(self._page.actions.roll)


def _draw_lying(throw: Throw) -> None:
    if throw.faces:
        draw.dice(throw.faces, throw.wanted)


def _playing(card: Card, offered: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that name a card by its code word."""
    return tuple(each for each in offered if card.code in dict(each.given).values())


def _answering(throw: Throw, offered: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that hand in the dice of a throw: its faces, or what they came to."""
    wanted = throw.request_id
    return () if wanted is None else tuple(each for each in offered if dict(each.given).get("request_id") == wanted)


def _draw_face(card: Card) -> None:
    text("strong", card.face or words("board.face_down"), "serif")
    if card.detail:
        text("span", card.detail, "small")
    if card.code:
        text("span", words("own.code", code=card.code), "small", "faint")
