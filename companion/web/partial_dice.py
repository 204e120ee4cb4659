"""Dice of which only some faces have been read aloud: shown as they are spoken, counted only when all are there."""

from collections.abc import Mapping, Sequence

from companion.dialogue.session import Session
from companion.nlu.dice_talk import BREATH_SECONDS
from companion.nlu.faces import said_numbers
from companion.nlu.types import Turn
from companion.nlu.words import split
from engine.dice.roll import RollRequest

_OTHER_WORDS = 3
"""Words beside the numbers from which on a sentence is about something else."""


def partly_read(session: Session) -> Mapping[str, tuple[int, ...]]:
    """Faces read aloud so far for each roll that is owed, by its request; reads only."""
    owed, before = session.game.open_rolls, session.turns.before
    return {each.request_id: faces for each in owed if (faces := _faces(each, before, session.now))}


def _faces(request: RollRequest, before: Sequence[Turn], now: float) -> tuple[int, ...]:
    own = [each for each in before if each.speaker == request.roller and now - each.time <= BREATH_SECONDS]
    found = [face for turn in own[-2:] for face in _read(turn.text[turn.done :], request.sides)]
    return tuple(found) if len(found) < request.count else ()


def _read(text: str, sides: int) -> list[int]:
    faces: list[int] = []
    for sentence in split(text):
        said = said_numbers(sentence.words, sides)
        beside = len(sentence.words) - sum(each.until - each.at for each in said)
        if beside < _OTHER_WORDS:
            faces += [face for each in said for face in each.faces if face <= sides]
    return faces
