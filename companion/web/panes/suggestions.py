"""Possible requests in lines that were left alone: quiet cards with a button for each thing meant."""

from dataclasses import dataclass, replace
from functools import partial

from companion.nlu.ranking import Suggestion
from companion.web.page import Page
from companion.web.parts.base import Each, Given, box, button, text
from companion.web.parts.moves import move as draw_move
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.board import Move


@dataclass(frozen=True, slots=True)
class _Shown:
    id: str
    text: str
    suggestions: tuple[Suggestion, ...]


class SuggestionsPane:
    """Cards of everybody on the table's page, without secrets; on a seat's page its own.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"cards", "talk", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._cards: Each[_Shown] = Each(
            self._draw,
            "div",
            "stack",
            "left-alone",
            role="region",
            aria_label=words("left_alone.label"),
            aria_live="polite",
        )

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host, seat = self._page.house.host, self._page.visitor.seat
        cards = host.session.cards if host.session is not None and host.state == "open" else ()
        shown = [
            _Shown(each.id, each.text, each.public if seat is None else each.suggestions)
            for each in cards
            if seat in {None, each.speaker}
        ]
        self._cards.show([each for each in shown if each.suggestions])

    def _draw(self, card: _Shown) -> None:
        with box("section", "paper", "stack", role="group", aria_label=words("left_alone.card")):
            text("p", words("left_alone.heard", said=card.text))
            for each in card.suggestions:
                ready = replace(each.ready, label=each.label, owed=False)
                needed = tuple(field for field in ready.fields if not field.optional)
                draw_move(replace(ready, fields=needed), partial(self._take, card.id, each))
            button(words("left_alone.leave"), partial(self._leave, card.id), "small", "quiet")

    async def _take(self, card: str, chosen: Suggestion, _: Move, given: Given) -> bool:
        return await self._page.tried(lambda: self._page.actions.take_card(card, chosen, given))

    async def _leave(self, card: str) -> None:
        await self._page.do(lambda: self._page.actions.leave_card(card))
