"""A pause for everybody, no questions asked; and the latest deed with a way back."""

from functools import partial

from companion.web.action_log import LoggedAction
from companion.web.page import Page
from companion.web.parts.base import Part, box, button, text
from companion.web.strings import words
from companion.web.updates import Topic, Update


class PausePane:
    """Covers the page while somebody has asked for a pause, until they or the table go on.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"ears", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._shown: Part[int] = Part(self._draw_shown, "div", "toast-place", role="status")
        self._part: Part[tuple[bool, bool]] = Part(self._draw, "div", "pause-cover", aria_live="assertive")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host, is_table = self._page.house.host, self._page.visitor.is_table
        here = host.state == "open"
        paused = (self._page.actions.may_go_on, is_table and host.pauses.often)
        self._part.show(paused if here and host.pauses.on else None)
        self._shown.show((host.pauses.shown if here and is_table else 0) or None)

    def _draw(self, shown: tuple[bool, bool]) -> None:
        may_go_on, often = shown
        with box("section", "paused", "stack", role="alertdialog", aria_label=words("pause.title")):
            text("h2", words("pause.title"), "title")
            text("p", words("pause.about"), "lead")
            if may_go_on:
                button(words("pause.go_on"), self._go_on, "main", "big", autofocus=True)
            else:
                text("p", words("pause.others"), "faint")
            if often:
                text("p", words("pause.often"), "small", "faint")
                button(words("pause.show_only"), self._show_only, "quiet")

    def _draw_shown(self, _: int) -> None:
        with box("div", "toast", "lasting"):
            text("span", words("pause.shown"), "grow")
            button(words("pause.stop"), self._pause, "main")
            button(words("pause.leave"), self._go_on)

    async def _pause(self) -> None:
        await self._page.do(self._page.actions.pause)

    async def _go_on(self) -> None:
        await self._page.do(self._page.actions.go_on)

    async def _show_only(self) -> None:
        await self._page.do(lambda: self._page.actions.go_on(show_only=True))


def draw_pause(page: Page) -> None:
    """The X-card: one tap pauses play and listening."""

    async def pause() -> None:
        await page.do(page.actions.pause)

    button(words("pause.card"), pause, "x-card", data_key="x", aria_label=words("pause.do"), title=words("pause.do"))


class UndoPane:
    """The latest deed for a moment, to be undone by a tap; and what was undone, to be done again.

    Args:
        page: The table's page.
    """

    topics: frozenset[Topic] = frozenset({"log", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._seen: LoggedAction | None = None
        self._part: Part[LoggedAction] = Part(self._draw, "div", "toast-place", role="status")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        latest = max(host.deeds, key=lambda each: each.position, default=None)
        if "campaign" in change.topics:
            self._part.show(None)
        elif latest is not None and latest != self._seen:
            self._part.show(latest if host.state == "open" else None)
        self._seen = latest

    def _draw(self, deed: LoggedAction) -> None:
        with box("div", "toast", *(["lasting"] * deed.undone)):
            text("span", words("undo.undone", what=deed.told[0]) if deed.undone else deed.told[0], "grow")
            if deed.undone:
                button(words("undo.back"), self._put_back, "small")
            else:
                button(words("undo.do"), partial(self._undo, deed), "small")

    async def _undo(self, deed: LoggedAction) -> None:
        await self._page.tried(lambda: self._page.actions.take_back(deed.root))

    async def _put_back(self) -> None:
        await self._page.tried(self._page.actions.put_back)
