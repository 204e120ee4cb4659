"""Latest lines of the transcript, as a seat puts them right: words that were its own, and its own words."""

from functools import partial

from companion.web.page import Page
from companion.web.parts.base import Each, Given, box, button, first, fold, form, text
from companion.web.parts.board import player_name
from companion.web.strings import words
from companion.web.transcript import TranscriptLine
from companion.web.updates import Topic, Update

LATELY = 6
"""Sentences in reach."""


class LatelyPane:
    """The last sentences, each with what this seat may put right about it.

    Args:
        page: The seat's page.
        seat: Whose it is.
    """

    topics: frozenset[Topic] = frozenset({"talk"})

    def __init__(self, page: Page, seat: str) -> None:
        self._page = page
        self._seat = seat
        with fold(words("own.lately"), is_open=True) as self._fold:
            self._lines: Each[TranscriptLine] = Each(self._draw, "div", "stack", "lately")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        lately = [each for each in self._page.house.host.talk.last(LATELY) if not each.struck]
        self._lines.show(lately)
        self._fold.set_visibility(bool(lately))

    def _draw(self, line: TranscriptLine) -> None:
        with box("div", "said"):
            player_name(line.speaker or words("talk.somebody"), self._page.house.host.players, "p")
            text("p", line.text, *(["faint"] if not line.settled else []))
            if line.speaker != self._seat:
                button(words("own.mine"), partial(self._claim, line), "small", "quiet")
            else:
                self._draw_own(line)

    def _draw_own(self, line: TranscriptLine) -> None:
        with box("details"):
            text("summary", words("talk.correct"), "small")
            with form(partial(self._reword, line), "stack"):
                box("input", name="words", value=line.text, aria_label=words("talk.what"), required=True)
                with box("div", "row"):
                    text("button", words("talk.reword"), type="submit")
                    button(words("talk.strike"), partial(self._strike, line), "quiet")

    async def _claim(self, line: TranscriptLine) -> None:
        await self._page.do(lambda: self._page.actions.credit(line.id, self._seat))

    async def _reword(self, line: TranscriptLine, given: Given) -> None:
        await self._page.do(lambda: self._page.actions.reword(line.id, first(given, "words")))

    async def _strike(self, line: TranscriptLine) -> None:
        await self._page.do(lambda: self._page.actions.strike(line.id))
