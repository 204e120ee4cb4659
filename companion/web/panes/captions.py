"""Captions of every announcement of the companion, and its open question with answers to tap."""

from dataclasses import dataclass
from functools import partial

from companion.web.host import Caption
from companion.web.page import Page
from companion.web.parts.base import Each, Part, box, button, text
from companion.web.strings import words
from companion.web.updates import Topic, Update

SHOWN = 3
"""Captions in sight."""
LONG = 110
"""Characters from which one is set smaller, so that all of it fits into its place."""


class CaptionsPane:
    """The latest announcements, the newest one whole; screen readers read each aloud once, as it comes.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"captions", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with box("section", "captions", aria_label=words("captions.label"), aria_live="polite"):
            self._said: Each[Caption] = Each(_draw_caption, "div")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        self._said.show(self._page.house.host.captions[-SHOWN:])


def _draw_caption(caption: Caption) -> None:
    long = len(caption.text) > LONG
    text("p", caption.text, "caption", *(["refusal"] * (caption.of == "error")), *(["long"] * long))


@dataclass(frozen=True, slots=True)
class _Asked:
    id: str
    text: str
    options: tuple[str, ...]


class QuestionPane:
    """The companion's open question; on a seat's page when it is asked of that seat or of everybody.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"question", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._part: Part[_Asked] = Part(self._draw, "div", "question")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        question = host.session.question if host.session is not None and host.state == "open" else None
        if question is not None and not self._page.actions.may_answer(question):
            question = None
        self._part.show(None if question is None else _Asked(question.id, question.text, question.options))

    def _draw(self, asked: _Asked) -> None:
        with box("section", "paper", "call", "stack", role="alertdialog", aria_label=words("question.label")):
            text("p", asked.text, "title", "serif")
            with box("div", "row"):
                for option in asked.options:
                    button(_named(option), partial(self._answer, option), *(["main"] if option == "yes" else []))
                if "no" not in asked.options:
                    button(words("question.leave"), partial(self._answer, "no"))

    async def _answer(self, option: str) -> None:
        if await self._page.do(lambda: self._page.actions.answer(option)) is False:
            self._page.notice(words("question.gone"))


def _named(option: str) -> str:
    return words(f"question.{option}") if option in {"yes", "no"} else option
