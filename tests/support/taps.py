"""Pressing what a page offers: moves filled in, by first or by random answers, and carried out."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from random import Random
from typing import Any

from engine.board import Field, Move
from engine.codec import KindReader
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.history import History
from engine.offers import filled
from engine.step import advance, fold
from engine.types import Outcome

MOST = 5
"""Above this no number is tried where a field has no limit."""


def people(ruleset: Any, state: Any) -> tuple[str, ...]:
    """Names of the players of a table, in seat order."""
    return tuple(words.name for words in ruleset.vocabulary(state).players)


def pressed(ruleset: Any, state: Any, player: str, data: dict[str, Any]) -> tuple[Outcome[Any], Any]:
    """Return the rules' outcome for a filled move of this player, and the state after it."""
    return advance(ruleset, state, _command(ruleset, state, player, data), NoDice())


def _command(ruleset: Any, state: Any, player: str, data: dict[str, Any]) -> Any:
    """As a page sends it; dice read out become the system's own report."""
    if data["kind"] == "report_dice":
        request = next(each for each in ruleset.open_rolls(state) if each.request_id == data["request_id"])
        faces = tuple(data.get("values", ()))
        return replace(ruleset.report(Roll(request, faces, data.get("total"), data.get("successes"))), actor=player)
    return KindReader(ruleset.command_types)({**data, "actor": player})


def never_offered(
    ruleset: Any, histories: Iterable[History[Any, Any, Any]], beside: Set[str], taps: Mapping[str, str]
) -> set[str]:
    """Kinds of commands that nobody was offered just before they were given, at any time of these evenings.

    Args:
        ruleset: The system played.
        histories: Evenings that use every command.
        beside: Kinds nobody has to be offered.
        taps: Kinds whose tap is a move of another kind.
    """
    left = {cls.kind for cls in ruleset.command_types} - beside
    for history in histories:
        state = ruleset.initial_state()
        for entry in history.effective():
            kind = entry.command.kind
            if kind in left and taps.get(kind, kind) in _kinds_offered(ruleset, state):
                left.remove(kind)
            state = fold(ruleset, state, entry.events)
    return left


def _kinds_offered(ruleset: Any, state: Any) -> set[str]:
    return {move.kind for player in people(ruleset, state) for move in ruleset.moves(state, player)}


def first_answers(move: Move) -> list[dict[str, Any]]:
    """The move with and without its optional fields, and with every single option of every choice."""
    ways = [filled(move), filled(move, optional=False)]
    for field in move.fields:
        if field.shape == "choice":
            ways += [{**filled(move), field.name: option.value} for option in field.options]
    return ways


def random_answers(move: Move, rng: Random) -> dict[str, Any]:
    """The move as somebody might fill it in."""
    wanted = [field for field in move.fields if not field.optional or rng.random() < 0.5]
    return {"kind": move.kind, **dict(move.given), **{field.name: _answer(field, rng) for field in wanted}}


def _answer(field: Field, rng: Random) -> Any:
    if field.shape == "text":
        return rng.choice(("something", "a boat", "the old mill", "revenge"))
    if field.shape == "number":
        return rng.randint(field.least, field.least + MOST if field.most is None else field.most)
    if field.shape == "faces":
        return [rng.choice((1, 2, 3, 4, 5, 6, 6)) % (field.most or 6) + 1 for _ in range(field.least)]
    values = [option.value for option in field.options]
    if field.shape == "choice":
        return rng.choice(values)
    most = len(values) if field.most is None else min(field.most, len(values))
    return rng.sample(values, rng.randint(min(field.least, most), most))
