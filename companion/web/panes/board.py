"""The table itself: whose moment it is, the seats around it, what is live in its middle, and what lies beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nicegui.elements.mixins.text_element import TextElement

from companion.web.page import Page
from companion.web.parts import board as draw
from companion.web.parts.base import Each, Given, Part, box, button, link, text
from companion.web.parts.moves import move as draw_move
from companion.web.parts.moves import move_form as draw_form
from companion.web.portraits import landscape, portrait
from companion.web.strings import shown as in_words
from companion.web.strings import words
from companion.web.theme import seat_class
from companion.web.updates import Topic, Update
from engine.board import Bar, Board, Counter, Move, Panel, Place, Throw
from engine.common.words import listed
from engine.offers import ROLL
from engine.phrase import EMPTY

SURE, FAIR = 0.55, 0.4
"""Likeness of a voice from which it is taken as surely, or fairly surely, that person's."""


def whose_moment(board: Board) -> str | None:
    """Whoever has the word, else whoever rolls or is the only one waited for; None when that is everybody."""
    if board.holder is not None:
        return board.holder
    owing = [each.player for each in board.places if each.owes]
    rolling = [each.roller for each in board.throws if not each.over]
    awaited = dict.fromkeys([*owing, *rolling])
    return next(iter(awaited)) if len(awaited) == 1 else None


class HeroPane:
    """The player whose moment it is and the next step; and those who come after.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._part: Part[tuple[Board, str | None]] = Part(self._draw, "section", "hero", aria_label=words("hero.label"))
        self._empty: Part[str] = Part(self._draw_state, "section", "hero-state")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        shown = host.board()
        if shown is None:
            self._part.show(None)
        else:
            who = whose_moment(shown)
            of_it = tuple(each for each in shown.places if each.player == who)
            self._part.show(
                (
                    Board(
                        shown.headline,
                        shown.reason,
                        shown.holder,
                        shown.actions,
                        places=tuple(Place(each.player, each.character) for each in of_it),
                        order=shown.order,
                        unit=shown.unit,
                    ),
                    who,
                )
            )
        self._empty.show(host.state if host.state != "open" else None)

    def _draw(self, given: tuple[Board, str | None]) -> None:
        board, who = given
        players = self._page.house.host.players
        seat = [seat_class(players.index(who))] if who in players else ["seat-all"]
        with box("div", "spot", *seat):
            for each in board.places:
                portrait(each.character or each.player, self._page.house.host.key)
            with box("div", "grow"):
                draw.headline(board, who)
        if board.order:
            with box("div", "order"):
                text("h2", words("hero.order"), "small")
                with box("ol"):
                    for each_name in board.order[:6]:
                        with box("li"):
                            draw.player_name(each_name, players)

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
    """A place at the table, its number among how many, and whether the word is there."""

    place: Place
    number: int
    of: int
    holds: bool

    @property
    def at(self) -> str:
        """Its place around the table, clockwise from the upper left, as a style."""
        right = self.of // 2
        left = self.of - right
        on_right = 1 <= self.number <= right
        slot = self.number - 1 if on_right else (0 if self.number == 0 else self.of - self.number)
        among = right if on_right else left
        rows = 12 // among
        end = among > 1 and slot in {0, among - 1}
        return f"--side:{3 if on_right else 1};--row:{slot * rows + 1} / span {rows};--in:{1 if end else 0}"


class SeatsPane:
    """Everybody around the table with what they have, owe, and how surely their voice was known.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "talk", "speech", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._marks: dict[str, TextElement] = {}
        with box("section", "seats", aria_label=words("seats.label")):
            text("h2", words("seats.label"), "unseen")
            self._seats: Each[_Seat] = Each(self._draw, "div", "seat-list")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        shown, lately = host.board(), host.talk.last(1)
        places = () if shown is None else shown.places
        holder = None if shown is None else shown.holder
        around = [_Seat(each, number, len(places), each.player == holder) for number, each in enumerate(places)]
        self._seats.show(around)
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
        classes = ["holds"] * seat.holds + ["absent"] * (not place.present) + ["awaited"] * bool(place.owes)
        holder = box("article", "paper", "seat", seat_class(seat.number), *classes, aria_label=place.player)
        with holder.style(seat.at):
            with box("div", "sits"):
                portrait(place.character or place.player, self._page.house.host.key)
                with box("div", "grow"):
                    text("h3", place.player, "seat-name", "lead")
                    if place.character:
                        text("p", place.character, "faint", "small")
                self._marks[place.player] = text("span", "", "badge", "spoke-mark")
            draw.counters(place.counters)
            if place.badges or place.owes or not place.present:
                with box("div", "row", "badges"):
                    for owed in place.owes:
                        text("span", words("seats.owes", what=owed), "badge", "owes")
                    for badge in place.badges:
                        text("span", badge, "badge")
                    if not place.present:
                        text("span", words("seats.absent"), "badge")


def _spoke(likeness: float | None) -> str:
    if likeness is None:
        return words("seats.spoke")
    sure = "sure" if likeness >= SURE else "fair" if likeness >= FAIR else "unsure"
    return words(f"seats.voice_{sure}", percent=round(100 * max(0.0, likeness)))


def _empty(panel: Panel) -> bool:
    return not (panel.lines or panel.bars or panel.counters or panel.cards)


class LivePane:
    """Draw the middle of the table: the scene, the conflict, whose turn it is.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with box("div", "stack", "live-now"):
            self._fought: Part[tuple[Panel, ...]] = Part(self._draw_conflict, "div")
            self._bars: Each[Bar] = Each(draw.bar, "div", "stack", "live-bars")
            self._order: Each[Panel] = Each(draw.panel, "div", "stack", "in-order")
            self._scene: Each[Panel] = Each(self._draw_scene, "div", "stack")
            self._common: Part[tuple[Counter, ...]] = Part(draw.counters, "div", "commons")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        shown = self._page.house.host.board() or Board(EMPTY)
        live = [each for each in shown.panels if not _empty(each)]
        fought = tuple(each for each in live if each.where == "conflict")
        self._fought.show(fought or None)
        self._bars.show([each for each in shown.bars if fought or each.tone == "strong"])
        self._order.show([each for each in live if each.where == "order"])
        self._scene.show([each for each in live if each.where == "scene"])
        self._common.show(shown.counters or None)

    def _draw_conflict(self, panels: tuple[Panel, ...]) -> None:
        with box("section", "conflict", "stack", aria_label=panels[0].title):
            draw.conflict(panels)

    def _draw_scene(self, panel: Panel) -> None:
        with box("section", "scene", aria_label=panel.title):
            first = panel.lines[0]
            picture = in_words(first.value) or in_words(panel.title)
            view = box("div", "view")
            landscape(view, picture)
            with view:
                text("h2", panel.title, "unseen")
                text("p", first.label, "small")
                text("p", first.value, "serif", "lead")
                if first.detail:
                    text("p", first.detail, "small")
            draw.lines(panel.lines[1:], panel.title)


class ProgressPane:
    """Aims the table works towards, and everything of the system that is not live.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with box("div", "stack"):
            self._goals: Part[tuple[Bar, ...]] = Part(self._draw, "div")
            self._panels: Each[Panel] = Each(draw.panel, "div", "stack")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        shown = self._page.house.host.board()
        panels = () if shown is None else shown.panels
        fought = any(each.where == "conflict" for each in panels)
        bars = () if shown is None or fought else tuple(each for each in shown.bars if each.tone != "strong")
        self._goals.show(bars or None)
        self._panels.show([each for each in panels if each.where == "aside" and not _empty(each)])

    def _draw(self, bars: tuple[Bar, ...]) -> None:
        with box("section", "paper", "stack", aria_label=words("progress.label")):
            text("h2", words("progress.label"))
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
            self._private: Part[tuple[str, ...]] = Part(_draw_private, "div")
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
        private = tuple(name for name in host.players if any(each.owed and each.secret for each in host.moves(name)))
        self._private.show(private or None)
        own = [(name, replace(each, owed=each.owed and name not in private)) for name, each in owed]
        self._owed.show([each for each, by in zip(own, owed, strict=True) if by not in taken])

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
                    button(words("tray.roll"), self._roll, "app-rolls")
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
        offered = self._page.house.host.moves(name)
        asked = next((each for each in offered if replace(each, owed=move.owed) == move), move)
        return await self._page.once(given, lambda: self._page.actions.move(asked, given, name))

    async def _roll(self) -> None:
        await self._page.do(self._page.actions.roll)


def _draw_private(names: tuple[str, ...]) -> None:
    """Tell who has to do something that the others must not see, and where that is done."""
    with box("section", "paper", "needs-phone"):
        text("span", words("tray.private", players=listed(names)), "grow")
        link(words("tray.phones"), "/phones", "link-button")
