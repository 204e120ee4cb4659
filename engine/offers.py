"""Moves to offer: a system lists what might be done, and its own rules are asked which of it they would take."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from engine.board import Field, Move, Option, Throw
from engine.codec import KindReader
from engine.common.messages import DICE_KIND
from engine.common.words import counted
from engine.dice.roll import RollRequest
from engine.dice.source import DiceSource, NoDice, RollNeeded
from engine.fields import Number, fields_of
from engine.phrase import Phrase, phrase, verbatim
from engine.types import Rejected

S = TypeVar("S")

ROLL = phrase("Roll")
"""Heading of what may be done about dice that lie."""
DICE = phrase("Dice")
"""Heading of moves that hand in thrown dice."""


def filled(move: Move, optional: bool = True) -> dict[str, Any]:
    """The move as a command's JSON with a first answer in every field: first options, least numbers, threes, a word.

    Args:
        move: What is offered.
        optional: Whether fields that may be left out are filled too.
    """
    answers = {field.name: _first(field) for field in move.fields if optional or not field.optional}
    return {"kind": move.kind, **dict(move.given), **answers}


def _first(field: Field) -> Any:
    if field.shape == "text":
        return "something"
    if field.shape == "number":
        return field.least
    if field.shape == "faces":
        return [3] * field.least
    values = [option.value for option in field.options]
    return values[0] if field.shape == "choice" else values[: max(1, field.least)]


class Offers(Generic[S]):
    """Asks the rules of one system what they would take; nothing is carried out.

    Args:
        command_types: Every command of the system.
        decide: The system's `decide`.
    """

    def __init__(
        self, command_types: Iterable[type[Any]], decide: Callable[[S, Any, DiceSource], tuple[Any, ...] | Rejected]
    ) -> None:
        self._read = KindReader(command_types)
        self._decide = decide

    def taken(self, state: S, player: str, moves: Iterable[Move]) -> tuple[Move, ...]:
        """The moves this player may make, owed ones first, each choice reduced to what the rules would take."""
        fitting = (self._fitting(state, player, move) for move in moves)
        return tuple(sorted((move for move in fitting if move is not None), key=lambda move: not move.owed))

    def _fitting(self, state: S, player: str, move: Move) -> Move | None:
        for field in move.fields:
            if field.shape == "choice":
                kept = tuple(each for each in field.options if self._chosen(state, player, move, field, each))
                if not kept and not field.optional:
                    return None
                move = _with(move, field.name, *((replace(field, options=kept),) if kept else ()))
        bare = not any(field.optional for field in move.fields) or self._takes(state, player, move, optional=False)
        return move if bare and self._takes(state, player, move) else None

    def _chosen(self, state: S, player: str, move: Move, field: Field, option: Option) -> bool:
        """Return True if the rules accept one option without the other fields that may be left out."""
        alone = replace(field, options=(option,), optional=False)
        return self._takes(state, player, _with(move, field.name, alone), optional=False)

    def _takes(self, state: S, player: str, move: Move, optional: bool = True) -> bool:
        command = self._read({**filled(move, optional), "actor": player})
        try:
            return not isinstance(self._decide(state, command, NoDice()), Rejected)
        except RollNeeded:
            return True


def _with(move: Move, name: str, *instead: Field) -> Move:
    """The move with something else in place of one field, or without it."""
    at = [field.name for field in move.fields].index(name)
    return replace(move, fields=(*move.fields[:at], *instead, *move.fields[at + 1 :]))


def options(values: Iterable[Any]) -> tuple[Option, ...]:
    """Things to choose from: plain words, or pairs of value and label."""
    return tuple(Option(*each) if isinstance(each, tuple) else Option(each, verbatim(str(each))) for each in values)


def choice(name: str, label: Phrase, values: Iterable[Any], optional: bool = False) -> Field:
    """A field for one of several things (see `options`)."""
    return Field(name, label, "choice", options(values), optional=optional)


def asked(command: type[Any], name: str, label: Phrase, state: Any, who: str, most: int | None = None) -> Field:
    """A number that a move still needs, within the range that its command declares.

    Args:
        command: The command.
        name: Its field.
        label: Question or name beside the input.
        state: The table.
        who: Who gives it.
        most: The largest number for this very move; as declared when None.
    """
    declared = next(each.type for each in fields_of(command) if each.name == name)
    least, end = declared.range_in(state, who) if isinstance(declared, Number) else (None, None)
    return Field(name, label, "number", (), least or 0, end if most is None else most)


def dice_moves(requests: Iterable[RollRequest], player: str) -> Iterator[Move]:
    """Handing in each throw this player owes: its faces, or what the request accepts instead."""
    for request in requests:
        if request.roller != player:
            continue
        given, why = (("request_id", request.request_id),), request.because
        dice = phrase("Throw {dice}: {because}", dice=counted(request.count, "die", "dice"), because=why)
        ways = [(dice, Field("values", phrase("Faces"), "faces", least=request.count, most=request.sides))]
        if request.total_accepted:
            total = Field("total", phrase("Total"), "number", least=request.count)
            ways.append((phrase("Say the total: {because}", because=why), total))
        if request.successes_accepted:
            hits = Field("successes", phrase("Successes"), "number", most=request.count)
            ways.append((phrase("Say the successes: {because}", because=why), hits))
        yield from (Move(DICE_KIND, label, DICE, given, (field,), owed=True) for label, field in ways)


def owed_throws(requests: Iterable[RollRequest]) -> tuple[Throw, ...]:
    """Dice the table owes, as the page shows them."""
    return tuple(
        Throw(each.roller, verbatim(each.because), each.count, each.sides, (), each.request_id) for each in requests
    )
