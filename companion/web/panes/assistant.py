"""Settings for the companion's part in play: readiness to act, and the person or app that rolls."""

from dataclasses import dataclass
from functools import partial

from companion.dialogue.confirmation_policy import LEVELS
from companion.nlu.recognize import Trust
from companion.web.page import Page
from companion.web.parts.base import Part, box, button, fold, text
from companion.web.strings import words
from companion.web.updates import Topic, Update


@dataclass(frozen=True, slots=True)
class _Manners:
    trust: Trust
    app_rolls: bool


class AssistantPane:
    """The manners of the running evening, each to be changed by a tap.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"ears", "log", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with fold(words("manners.label")):
            self._part: Part[_Manners] = Part(self._draw, "div", "stack")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        session = host.session if host.state == "open" else None
        self._part.show(None if session is None else _Manners(session.trust, session.rolls_unasked))

    def _draw(self, manners: _Manners) -> None:
        with box("div", "stack", role="group", aria_label=words("manners.trust.label")):
            text("h3", words("manners.trust.label"))
            with box("div", "row"):
                for level in LEVELS:
                    pressed = str(level == manners.trust).lower()
                    button(words(f"manners.trust.{level}"), partial(self._trust, level), aria_pressed=pressed)
        with box("div", "stack", role="group", aria_label=words("manners.dice.label")):
            text("h3", words("manners.dice.label"))
            with box("div", "row"):
                for by, app in (("app", True), ("table", False)):
                    pressed = str(app == manners.app_rolls).lower()
                    button(words(f"manners.dice.{by}"), partial(self._rolls, app), aria_pressed=pressed)

    async def _trust(self, level: Trust) -> None:
        await self._page.do(lambda: self._page.actions.trust(level))

    async def _rolls(self, app: bool) -> None:
        await self._page.do(lambda: self._page.actions.app_rolls(app))
