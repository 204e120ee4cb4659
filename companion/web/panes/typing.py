"""Typing for anybody: what can be said can be typed."""

from companion.web.page import Page
from companion.web.parts.base import Given, Part, box, first, text
from companion.web.parts.kept import kept_form, waiting_list
from companion.web.strings import words
from companion.web.updates import Topic, Update


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
