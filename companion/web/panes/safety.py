"""A pause for everybody, no questions asked; and the latest deed with a way back."""

from companion.web.action_log import LoggedAction
from companion.web.page import Page
from companion.web.parts.base import Part, box, button, text
from companion.web.strings import words
from companion.web.updates import Topic, Update


class PausePane:
    """Covers the page while somebody has asked for a pause; whoever taps goes on.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"ears", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._part: Part[bool] = Part(self._draw, "div", "pause-cover", aria_live="assertive")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        self._part.show((host.paused and host.state == "open") or None)

    def _draw(self, _: bool) -> None:
        with box("section", "paused", "stack", role="alertdialog", aria_label=words("pause.title")):
            text("h2", words("pause.title"), "title")
            text("p", words("pause.about"), "lead")
            button(words("pause.go_on"), self._go_on, "main", "big", autofocus=True)

    async def _go_on(self) -> None:
        await self._page.do(self._page.actions.go_on)


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
                button(words("undo.do"), self._undo, "small")

    async def _undo(self) -> None:
        deed = self._seen
        if deed is not None:
            await self._page.tried(lambda: self._page.actions.take_back(deed.root))

    async def _put_back(self) -> None:
        await self._page.tried(self._page.actions.put_back)
