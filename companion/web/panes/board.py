"""The table itself: who has the word, the seats, progress, dice, order, and what the system shows besides."""

from collections.abc import Iterator
from dataclasses import dataclass

from nicegui.elements.mixins.text_element import TextElement

from companion.web.page import Page
from companion.web.parts import board as draw
from companion.web.parts.base import Each, Given, Part, box, button, link, text
from companion.web.parts.moves import move as draw_move
from companion.web.parts.moves import move_form as draw_form
from companion.web.strings import words
from companion.web.theme import seat_class
from companion.web.updates import Topic, Update
from engine.board import Bar, Board, Counter, Move, Panel, Place, Throw
from engine.offers import ROLL

SURE, FAIR = 0.55, 0.4
"""Likeness of a voice from which it is taken as surely, or fairly surely, that person's."""


class HeroPane:
    """The player who has the word now and why, and those who come after.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._part: Part[Board] = Part(self._draw, "section", "hero", aria_label=words("hero.label"))
        self._empty: Part[str] = Part(self._draw_state, "section", "hero-state")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        shown = host.board()
        self._part.show(
            None
            if shown is None
            else Board(shown.headline, shown.reason, shown.holder, shown.actions, order=shown.order, unit=shown.unit)
        )
        self._empty.show(host.state if host.state != "open" else None)

    def _draw(self, board: Board) -> None:
        with box("div", "grow"):
            draw.headline(board)
        if board.order:
            with box("div", "order"):
                text("h2", words("hero.order"))
                with box("ol"):
                    for each in board.order:
                        with box("li"):
                            draw.player_name(each, self._page.house.host.players)

    def _draw_state(self, state: str) -> None:
        text("h1" if state == "none" else "p", words(f"hero.{state}"), "serif", "title")
        with box("div", "row"):
            if state == "over" and self._page.visitor.is_table:
                button(words("hero.again"), self._again, "main")
            elif self._page.visitor.is_table:
                known = bool(self._page.house.store.campaigns())
                if known:
                    link(words("hero.choose"), "/start", "link-button", "main")
                link(words("hero.set_up"), "/new", "link-button", *([] if known else ["main"]))

    async def _again(self) -> None:
        await self._page.do(self._page.actions.begin_again)


@dataclass(frozen=True, slots=True)
class _Seat:
    """A place at the table, its number, and whether the word is there."""

    place: Place
    number: int
    holds: bool


class SeatsPane:
    """Everybody around the table with what they have, owe, and how surely their voice was known.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "talk", "speech", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._marks: dict[str, TextElement] = {}
        with box("section", "stack", "seats", aria_label=words("seats.label")):
            text("h2", words("seats.label"), "unseen")
            self._seats: Each[_Seat] = Each(self._draw, "div", "seat-list")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        shown, lately = host.board(), host.talk.last(1)
        places = () if shown is None else shown.places
        holder = None if shown is None else shown.holder
        self._seats.show([_Seat(each, number, each.player == holder) for number, each in enumerate(places)])
        speaking = None if host.speech is None else host.speech.by
        said = {each.speaker: _spoke(None if each.typed else each.score) for each in lately if not each.struck}
        for each in places:
            speaks = each.player == speaking
            mark, told = self._marks[each.player], words("seats.speaks") if speaks else said.get(each.player, "")
            mark.set_visibility(told != "")
            mark.set_text(told)
            mark.classes(add="speaks" if speaks else "", remove="" if speaks else "speaks")

    def _draw(self, seat: _Seat) -> None:
        place = seat.place
        classes = ["holds"] * seat.holds + ["absent"] * (not place.present)
        with box("article", "paper", "seat", seat_class(seat.number), *classes, aria_label=place.player):
            with box("div", "row"):
                with box("div", "grow"):
                    text("h3", place.player, "seat-name", "lead")
                    if place.character:
                        text("p", place.character, "faint")
                self._marks[place.player] = text("span", "", "badge", "spoke-mark")
            draw.counters(place.counters)
            with box("div", "row"):
                for badge in place.badges:
                    text("span", badge, "badge")
                if not place.present:
                    text("span", words("seats.absent"), "badge")
                for owed in place.owes:
                    text("span", words("seats.owes", what=owed), "badge", "owes")


def _spoke(likeness: float | None) -> str:
    if likeness is None:
        return words("seats.spoke")
    sure = "sure" if likeness >= SURE else "fair" if likeness >= FAIR else "unsure"
    return words(f"seats.voice_{sure}", percent=round(100 * max(0.0, likeness)))


class ProgressPane:
    """Aims the table works towards, and things that belong to everybody.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with box("div", "stack"):
            self._common: Part[tuple[tuple[Bar, ...], tuple[Counter, ...]]] = Part(self._draw, "div")
            self._panels: Each[Panel] = Each(draw.panel, "div", "stack")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        shown = self._page.house.host.board()
        common = None if shown is None or not (shown.bars or shown.counters) else (shown.bars, shown.counters)
        self._common.show(common)
        self._panels.show(() if shown is None else [each for each in shown.panels if each != Panel(each.title)])

    def _draw(self, common: tuple[tuple[Bar, ...], tuple[Counter, ...]]) -> None:
        bars, counters = common
        with box("section", "paper", "stack", aria_label=words("progress.label")):
            text("h2", words("progress.label"))
            draw.counters(counters)
            for each in bars:
                draw.bar(each)


@dataclass(frozen=True, slots=True)
class _Owed:
    """A throw, who answers it with which move, and what may be done while only a choice is open."""

    throw: Throw
    answer: tuple[str, Move] | None = None
    choices: tuple[tuple[str, Move], ...] = ()


class TrayPane:
    """Dice owed and dice that lie, and what everybody owes the rules that is no secret.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with box("div", "stack", "tray"):
            self._throws: Each[_Owed] = Each(self._draw_throw, "div", "stack")
            self._dice: dict[str, Part[Throw]] = {}
            self._owed: Each[tuple[str, Move]] = Each(self._draw_owed, "div", "stack")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        shown = host.board()
        throws = () if shown is None else shown.throws
        owed = [(name, each) for name in host.players for each in host.moves(name) if each.owed and not each.secret]
        answers = {dict(each.given).get("request_id"): (name, each) for name, each in reversed(owed)}
        lying = [(each, answers.get(each.request_id) if each.request_id else None) for each in throws]
        choosing = next((each for each in throws if each.request_id is None and not each.over), None)
        choices = tuple(self._choices()) if choosing is not None else ()
        self._throws.show([_Owed(each, by, choices if each is choosing else ()) for each, by in lying])
        # Faces read aloud fall beside the keys, which stay where a finger is.
        awaited = {each.request_id: each for each in throws if each.request_id is not None}
        self._dice = {request: self._dice[request] for request in awaited}
        for request, each in awaited.items():
            self._dice[request].show(draw.filled_up(each, host.partly.get(request, ())))
        taken = [by for _, by in lying]
        self._owed.show([each for each in owed if each not in taken])

    def _choices(self) -> Iterator[tuple[str, Move]]:
        host = self._page.house.host
        for name in host.players:
            yield from ((name, each) for each in host.moves(name) if each.group == ROLL and not each.owed)

    def _draw_throw(self, shown: _Owed) -> None:
        throw = shown.throw
        if throw.over:
            with box("section", "paper", "stack", "faint", aria_label=words("board.threw", roller=throw.roller)):
                draw.throw(throw)
            return
        with box("section", "paper", "stack", "call", aria_label=words("board.throw", roller=throw.roller)):
            dice = Part(draw.throw, "div", "stack")
            dice.show(throw)
            if throw.request_id is not None:
                self._dice[throw.request_id] = dice
            if shown.answer is not None:
                name, move = shown.answer
                kept = self._page.kept_as(f"dice {throw.request_id}")
                draw_form(move, lambda each, given: self._make(each, given, name), kept=kept)
            if throw.wanted:
                with box("div", "row"):
                    button(words("tray.roll"), self._roll)
            for each in shown.choices:
                self._draw_choice(each)

    def _draw_choice(self, choice: tuple[str, Move]) -> None:
        name, move = choice
        with box("div", "stack"):
            draw.player_name(name, self._page.house.host.players)
            draw_move(move, lambda each, given: self._make(each, given, name))

    def _draw_owed(self, owed: tuple[str, Move]) -> None:
        with box("div", "paper", "stack"):
            self._draw_choice(owed)

    async def _make(self, move: Move, given: Given, name: str) -> bool:
        return await self._page.once(given, lambda: self._page.actions.move(move, given, name))

    async def _roll(self) -> None:
        await self._page.do(self._page.actions.roll)
