"""Log of the actions, each with its reason and a way to undo it."""

from functools import partial

from nicegui.element import Element

from companion.dialogue import explanations as why
from companion.web.action_log import LoggedAction
from companion.web.page import Page
from companion.web.parts.base import Each, box, button, text
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.phrase import joined

FIRST = 4
"""Deeds shown before somebody asks for more."""


class LogPane:
    """The latest deeds, newest first.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"log", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._shown = FIRST
        with box("section", "paper", "log", aria_label=words("log.label")):
            text("h2", words("log.label"))
            self._deeds: Each[LoggedAction] = Each(self._draw, "div", "deeds", data_empty=words("log.empty"))
            self._more = button(words("log.more"), self._show_more, "quiet")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        deeds = self._page.house.host.deeds[::-1]
        self._deeds.show(deeds[: self._shown])
        self._more.set_visibility(len(deeds) > self._shown)

    def _show_more(self) -> None:
        self._shown += 6 * FIRST
        self.redraw(Update(self.topics))

    def _draw(self, deed: LoggedAction) -> None:
        with box("article", "deed", *(["undone"] * deed.undone)):
            text("p", deed.told[0], "first")
            if deed.told[1:]:
                text("p", joined(deed.told[1:]), "small", "rest")
            if deed.words:
                text("p", words("log.said", words=deed.words), "faint", "small")
            if deed.undone:
                text("p", words("log.undone"), "small")
            with box("div", "row"):
                if not deed.undone:
                    button(words("log.undo"), partial(self._undo, deed), "quiet", "small")
                button(words("log.why"), lambda: self._tell_why(deed, reasons), "quiet", "small")
            reasons = box("div", "stack", aria_live="polite")

    async def _undo(self, deed: LoggedAction) -> None:
        await self._page.tried(lambda: self._page.actions.take_back(deed.root))

    async def _tell_why(self, deed: LoggedAction, reasons: Element) -> None:
        if deed.tapped_by is not None:
            reasons.clear()
            with reasons:
                text("p", words("log.tapped", player=deed.tapped_by))
            return
        house = self._page.house
        game = house.host.game
        if game is None:
            return
        told = await self._page.do(lambda: why.explain(house.store, game.campaign, str(deed.position)))
        if told is None or reasons.is_deleted:
            return
        reasons.clear()
        with reasons:
            text("p", told.sentence)
            with box("details"):
                text("summary", words("log.whole"), "small")
                for line in why.told(told):
                    text("p", line, "small", "faint")
