"""Typing and tapping for anybody: what can be said can be typed, and what may be done now can be tapped."""

from companion.web.page import Page
from companion.web.parts.base import Each, Given, Part, box, first, fold, text
from companion.web.parts.kept import kept_form, waiting_list
from companion.web.parts.moves import move as draw_move
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.board import Move


class SayPane:
    """One line to type as any player, or as the seat's own.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        hint = words("say.what" if page.visitor.is_table else "say.own")
        label = words("say.label")
        with kept_form(self._say, "", "row", "say", clears="words", aria_label=label) as self._form:
            waiting_list()
            if page.visitor.is_table:
                with box("label"):
                    text("span", words("say.who"), "unseen")
                    self._who: Part[tuple[str, ...]] = Part(_names, "select", name="by")
            else:
                self._who = Part(lambda names: None, "span", "unseen")
            with box("label", "grow"):
                text("span", hint, "unseen")
                line = box("input", name="words", placeholder=hint, maxlength="2000")
                line.on("input", self._page.actions.types, args=[], throttle=0.5)
            text("button", words("say.do"), "main", type="submit")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        # What was typed for one campaign waits for it, also when another one is opened first.
        self._form.props["data-kept"] = self._page.kept_as("say")
        self._form.update()
        self._who.show(self._page.house.host.players or None)

    async def _say(self, given: Given) -> bool:
        said, by = first(given, "words"), first(given, "by") or None
        return await self._page.once(given, lambda: self._page.actions.say(said, by))


def _names(names: tuple[str, ...]) -> None:
    for name in names:
        text("option", name, value=name)


class MovesPane:
    """Everything somebody may do now by a tap; on the table's page for whoever is chosen, without their secrets.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"board", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._player: str | None = None
        self._open = False
        with fold(words("tapping.label")).classes("moves") as folded, box("div", "stack"):
            folded.on("toggle", lambda event: self._unfold(event.args is True), js_handler="(e) => emit(e.target.open)")
            with box("label", "row"):
                text("span", words("tapping.who"))
                self._who: Part[tuple[str, ...]] = Part(_names, "select", name="by")
                self._who.box.on(
                    "change", lambda event: self._choose(str(event.args)), js_handler="(e) => emit(e.target.value)"
                )
            self._moves: Each[tuple[str, Move | str, str]] = Each(
                self._draw, "div", "stack", "choices", data_empty=words("tapping.empty")
            )

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        players = self._page.house.host.players
        self._who.show(players or None)
        if self._player not in players:
            self._player = players[0] if players else None
        self._show_moves()

    def _unfold(self, open_now: bool) -> None:
        """Draw the moves only where somebody looks at them."""
        self._open = open_now
        self._show_moves()

    def _choose(self, player: str) -> None:
        if player in self._page.house.host.players:
            self._player = player
            self._show_moves()

    def _show_moves(self) -> None:
        player = self._player
        offered = () if player is None or not self._open else self._page.house.host.moves(player)
        sayings = dict(self._page.house.host.sayings(player)) if player and offered else {}
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

    def _draw(self, shown: tuple[str, Move | str, str]) -> None:
        player, move, saying = shown
        if isinstance(move, str):
            text("h3", move)
        else:
            draw_move(move, lambda each, given: self._make(each, given, player), saying)

    async def _make(self, move: Move, given: Given, player: str) -> bool:
        return await self._page.tried(lambda: self._page.actions.move(move, given, player))
