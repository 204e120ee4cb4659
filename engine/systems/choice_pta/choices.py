"""Headings of moves, and what many of them let people choose from."""

from engine.board import Option
from engine.offers import options
from engine.phrase import EMPTY, Phrase, phrase, verbatim
from engine.systems.choice_pta.entities import Conflict, Participant, Seat

CONFLICT, STAKES, CARDS, BONUSES = phrase("Conflict"), phrase("Stakes"), phrase("Cards"), phrase("Bonuses")
NARRATION, VICTORY, FATE = phrase("Narration"), phrase("Victory cards"), phrase("Fate")
OFFERS, SCENE, TABLE, TOKENS = phrase("Offers"), phrase("Scene"), phrase("Table"), phrase("Tokens")


def people(seats: tuple[Seat, ...]) -> tuple[Option, ...]:
    """Seats, each with its protagonist."""
    return tuple(Option(seat.name, verbatim(seat.name + _playing(seat))) for seat in seats)


def _playing(seat: Seat) -> str:
    who = seat.protagonist
    return f" ({who.name})" if who is not None and who.name else ""


def parts_of(parts: tuple[Participant, ...]) -> tuple[Option, ...]:
    """Participants."""
    return options(part.name for part in parts)


def for_which(conflict: Conflict, part: Participant) -> Phrase:
    """The stake a label is about, to stand behind it where somebody has several."""
    return phrase(" for {name}", name=part.name) if len(conflict.parts_of(part.seat)) > 1 else EMPTY
