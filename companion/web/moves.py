"""From what a page's form sends to the command of a move: everything is checked against what was offered."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.base import plain_text
from companion.base.errors import TextRefused, told
from companion.web.strings import words
from engine.board import Field, Move

LONGEST_WORDS = 2_000
"""Characters of one filled-in text."""
MOST_CHOICES = 100


class _Unfit(Exception):
    """Raised where the answers filled in do not fit; the message is for the person who gave them."""


def filled(move: Move, values: Mapping[str, Any]) -> dict[str, Any] | str:
    """The command of a move with its fields filled in, or one sentence about what does not fit.

    Args:
        move: As the rules offer it now.
        values: By field name: a text, or a list of texts for choices and faces. What is not a field is ignored.
            Options are chosen by their place in the list, from 0.
    """
    command: dict[str, Any] = {"kind": move.kind, **dict(move.given)}
    for field in move.fields:
        try:
            value = _value(field, values.get(field.name))
        except _Unfit as problem:
            return str(problem)
        if value is not None:
            command[field.name] = value
    return command


def _value(field: Field, given: Any) -> Any:
    texts = [str(each).strip()[:LONGEST_WORDS] for each in _list(given)]
    texts = [each for each in texts if each]
    if not texts:
        if field.optional or (field.shape == "choices" and field.least == 0):
            return [] if field.shape == "choices" and not field.optional else None
        raise _Unfit(words("moves.missing", field=field.label))
    if field.shape == "text":
        return _line(field, texts[0])
    if field.shape == "number":
        return _number(field, texts[0], field.least, field.most)
    if field.shape == "choice":
        return _option(field, texts[0])
    if field.shape == "choices":
        return _some(field, [_option(field, each) for each in dict.fromkeys(texts)])
    return _faces(field, [part for each in texts for part in each.replace(",", " ").split()])


def _line(field: Field, text: str) -> str:
    try:
        return plain_text.line(text, field.label)
    except TextRefused as problem:
        raise _Unfit(told(problem)) from problem


def _list(given: Any) -> Sequence[Any]:
    many = given if isinstance(given, list | tuple) else [] if given is None else [given]
    return many[:MOST_CHOICES]


def _number(field: Field, text: str, least: int, most: int | None) -> int:
    try:
        number = int(text)
    except ValueError:
        raise _Unfit(words("moves.number", field=field.label)) from None
    if number < least or (most is not None and number > most):
        wanted = "moves.at_least" if most is None else "moves.between"
        raise _Unfit(words(wanted, field=field.label, least=least, most=most))
    return number


def _option(field: Field, place: str) -> Any:
    if not place.isdecimal() or int(place) >= len(field.options):
        raise _Unfit(words("moves.choice", field=field.label))
    return field.options[int(place)].value


def _some(field: Field, chosen: list[Any]) -> list[Any]:
    if len(chosen) < field.least or (field.most is not None and len(chosen) > field.most):
        most = len(field.options) if field.most is None else field.most
        raise _Unfit(words("moves.between_choices", field=field.label, least=field.least, most=most))
    return chosen


def _faces(field: Field, faces: list[str]) -> list[int]:
    if len(faces) != field.least:
        raise _Unfit(words("moves.faces", field=field.label, count=field.least, most=field.most or 6))
    return [_number(field, each, 1, field.most or 6) for each in faces]
