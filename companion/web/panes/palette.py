"""Actions: three moves that fit now with the words that say them, and a palette of every move and command."""

from dataclasses import dataclass
from functools import partial

from companion.web.host import EveningHost
from companion.web.page import Page
from companion.web.panes.board import whose_moment
from companion.web.panes.safety import draw_pause
from companion.web.parts.base import Each, Given, Part, box, button, link, text
from companion.web.parts.moves import move as draw_move
from companion.web.strings import shown as in_words
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.board import Move

FITTING = 3
"""Moves offered beside the line to type."""

RECENT = 12
"""Lines of talk whose words are not offered first again."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A move that fits now: whose, the words that say it, and whether it is the step that comes next."""

    player: str
    move: Move
    saying: str
    next: bool

    @property
    def ready(self) -> bool:
        """True where a tap makes it, as nothing has to be filled in."""
        return all(each.optional for each in self.move.fields)


def fitting(host: EveningHost) -> tuple[Fit, ...]:
    """Moves that fit now, the table's next step first; nothing while no evening runs."""
    shown, game = host.board(), host.game
    if shown is None or game is None or host.state != "open":
        return ()
    step = game.ruleset.next_step(game.state)
    begins, whose = (None if step is None else step.kind), whose_moment(shown)
    said = {(line.speaker, line.text) for line in host.talk.last(RECENT)}
    found: list[tuple[tuple[bool, bool, int], Fit]] = []
    for player in host.players if whose is None or begins else (whose,):
        sayings = host.sayings(player)
        order = {kind: place for place, kind in enumerate(sayings)}
        for each in host.moves(player):
            if each.kind in sayings and not (each.owed or each.secret):
                fit = Fit(player, each, sayings[each.kind], each.kind == begins)
                found.append(((not fit.next, (player, fit.saying) in said, order[each.kind]), fit))
    kinds: dict[str, Fit] = {}
    for _, fit in sorted(found, key=lambda each: each[0]):
        kinds.setdefault(fit.move.kind, fit)
    return tuple(kinds.values())[:FITTING]


class FittingPane:
    """Three moves that fit now; those that need words put them into the line to type.

    Args:
        page: The table's page.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign", "talk"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._moves: Part[tuple[Fit, ...]] = Part(
            self._draw_all, "div", "fitting", role="group", aria_label=words("fitting.label")
        )

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        self._moves.show(fitting(self._page.house.host))

    def _draw_all(self, moves: tuple[Fit, ...]) -> None:
        for each in moves:
            hint = words("fitting.now" if each.ready else "fitting.hint")
            fit = button("", partial(self._tap, each), "fit", *["main"] * each.next, title=hint)
            with fit:
                text("b", words("fitting.next", move=in_words(each.move.label)) if each.next else each.move.label)
                text("span", words("fitting.said", player=each.player, sentence=each.saying), "small", "faint")

    async def _tap(self, fit: Fit) -> None:
        if fit.ready:
            await self._page.tried(lambda: self._page.actions.move(fit.move, {}, fit.player))
        else:
            self._page.run(f"companionFill({_quoted(fit.player)}, {_quoted(fit.saying)})")


def _quoted(said: str) -> str:
    """A text as a script reads it, whatever is in it."""
    return "decodeURIComponent('" + "".join(f"%{byte:02x}" for byte in said.encode()) + "')"


class PalettePane:
    """Every move of the rules and every command, found by typing; opened by a key or a tap.

    Args:
        page: The table's page.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._player: str | None = None
        self._open = False
        with box("div", "tools"):
            text("button", words("palette.open"), "tool", type="button", data_key="/", title=words("palette.keys"))
            text("button", words("tv.do"), "tool", "tv-key", type="button", data_key="t", title=words("tv.about"))
            draw_pause(page)
        with box("dialog", "palette", "paper", aria_label=words("palette.label")) as self._dialog:
            self._dialog.on("toggle", lambda event: self._unfold(event.args is True), js_handler=_TOGGLED)
            with box("div", "row", "palette-head"):
                box("input", "grow", "find", type="search", placeholder=words("palette.find"),
                    aria_label=words("palette.find"))  # fmt: skip
                with box("label", "row"):
                    text("span", words("tapping.who"), "unseen")
                    self._who: Part[tuple[str, ...]] = Part(_names, "select", name="by")
                    self._who.box.on(
                        "change", lambda event: self._choose(str(event.args)), js_handler="(e) => emit(e.target.value)"
                    )
                text("button", words("palette.close"), "quiet", "close", type="button")
            with box("div", "found", "stack"):
                self._moves: Each[tuple[str, Move | str, str]] = Each(
                    self._draw, "div", "stack", "choices", data_empty=words("tapping.empty")
                )
                self._commands: Part[tuple[str, ...]] = Part(self._draw_commands, "div", "stack", "choices")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        players = self._page.house.host.players
        self._who.show(players or None)
        if self._player not in players:
            self._player = players[0] if players else None
        if self._open:
            self._show()

    def _unfold(self, open_now: bool) -> None:
        """Draw the moves only where somebody looks at them."""
        self._open = open_now
        if open_now:
            self._show()

    def _choose(self, player: str) -> None:
        if player in self._page.house.host.players:
            self._player = player
            self._show()

    def _show(self) -> None:
        host, player = self._page.house.host, self._player
        offered = host.moves(player) if player is not None else ()
        sayings = dict(host.sayings(player)) if player and offered else {}
        shown: list[tuple[str, Move | str, str]] = []
        groups: set[str] = set()
        for each in offered:
            if each.owed or each.secret:
                continue
            if each.group and each.group not in groups:
                groups.add(each.group)
                shown.append((player or "", each.group, ""))
            shown.append((player or "", each, sayings.pop(each.kind, "")))
        self._moves.show(shown)
        session = host.session
        said = host.sayings(player) if session is not None and player is not None else {}
        own = tuple(said[kind] for kind in (session.own if session is not None else ()) if kind in said)
        self._commands.show((player or "", *own) if own else None)

    def _draw(self, shown: tuple[str, Move | str, str]) -> None:
        player, move, saying = shown
        if isinstance(move, str):
            text("h3", move)
        else:
            draw_move(move, lambda each, given: self._make(each, given, player), saying)

    def _draw_commands(self, given: tuple[str, ...]) -> None:
        player, *sentences = given
        text("h3", words("palette.commands"))
        for said in sentences:
            button(words("palette.said", sentence=said), partial(self._say, said, player))
        text("h3", words("palette.pages"))
        for name, address in _PAGES:
            link(words(name), address, "link-button")

    async def _say(self, said: str, player: str) -> None:
        self._page.run("document.querySelector('dialog.palette').close()")
        await self._page.do(lambda: self._page.actions.say(said, player))

    async def _make(self, move: Move, given: Given, player: str) -> bool:
        taken = await self._page.tried(lambda: self._page.actions.move(move, given, player))
        if taken:
            self._page.run("document.querySelector('dialog.palette')?.close()")
        return taken


_TOGGLED = "(event) => emit(event.newState === 'open')"
_PAGES = tuple((f"page.way.{name}", f"/{name}") for name in ("sound", "phones", "library", "statistics"))


def _names(names: tuple[str, ...]) -> None:
    for name in names:
        text("option", name, value=name)
