"""A seat's own character: skills as they count now, goals, connections, and whatever else only its player sees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.web.page import Page
from companion.web.parts import board as draw
from companion.web.parts.base import Each, Part, box, button, fold, text
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.board import Card, Line, Move, Panel


@dataclass(frozen=True, slots=True)
class _Skill:
    """A line of the sheet, and the move that uses it now: the value of which field is its place in the choice."""

    line: Line
    move: Move
    field: str
    place: str


class SheetPane:
    """The own sheet without the hand, which lies open on its own.

    Args:
        page: The seat's page.
        seat: Whose it is.
    """

    topics: frozenset[Topic] = frozenset({"board"})

    def __init__(self, page: Page, seat: str) -> None:
        self._page = page
        self._host = page.house.host
        self._seat = seat
        with fold(words("own.sheet"), is_open=True):
            self._skills: Part[tuple[_Skill, ...]] = Part(self._draw_skills, "div")
            self._panels: Each[Panel] = Each(draw.panel, "div", "stack", "sheet")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        panels = self._host.sheet(self._seat)
        self._skills.show(tuple(_usable(panels, self._host.moves(self._seat))) or None)
        self._panels.show([each for each in map(_without_hand, panels) if each != Panel(each.title)])

    def _draw_skills(self, skills: tuple[_Skill, ...]) -> None:
        with box("section", "skills", aria_label=words("own.skills")):
            text("h3", words("own.skills"))
            with box("div", "keys"):
                for each in skills:
                    with button("", partial(self._use, each), title=each.move.label):
                        text("span", each.line.label)
                        text("b", each.line.value)

    async def _use(self, skill: _Skill) -> None:
        given = {skill.field: [skill.place]}
        await self._page.tried(lambda: self._page.actions.move(skill.move, given, self._seat))


def _usable(panels: Sequence[Panel], moves: Sequence[Move]) -> Iterator[_Skill]:
    """Numbered lines of the sheet that a move asks for and nothing else; it has to be about this sheet, not another."""
    lines = {str(line.label): line for panel in panels for line in panel.lines if str(line.value)[:1].isdigit()}
    for move in moves:
        needed = [field for field in move.fields if not field.optional]
        if move.secret or len(needed) != 1 or needed[0].shape != "choice":
            continue
        places = {str(option.value): str(place) for place, option in enumerate(needed[0].options)}
        if 2 * len(places.keys() & lines.keys()) > len(places):
            yield from (
                _Skill(lines.pop(name), move, needed[0].name, places[name]) for name in [*lines] if name in places
            )


def hand_on(panels: Sequence[Panel]) -> tuple[Card, ...]:
    """The cards of a sheet that lie in its player's own hand."""
    return tuple(card for panel in panels for card in panel.cards if card.code is not None)


def _without_hand(panel: Panel) -> Panel:
    return replace(panel, cards=tuple(card for card in panel.cards if card.code is None))
