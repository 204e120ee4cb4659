"""What reported dice do to the live roll."""

from engine.common.values import changed
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import awaits_explosion
from engine.systems.phase_abandon.entities import Die, LiveRoll
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.vocabulary import DieOrigin, Purpose, RollStep

ROLL_PURPOSES = frozenset(
    (
        Purpose.ACTION,
        Purpose.CHECK,
        Purpose.HELP,
        Purpose.REROLL,
        Purpose.EXPLODE,
        Purpose.CONNECTION,
        Purpose.REQUEST,
    )
)
"""Dice that belong to the live roll."""


def fold_throw(roll: LiveRoll, event: ev.DiceReported, rules: HouseRules) -> LiveRoll:
    """The live roll with further dice on the table."""
    if event.purpose is Purpose.HELP:
        helpers = tuple(
            changed(helper, values=event.values) if helper.player == event.player else helper for helper in roll.helpers
        )
        return changed(roll, helpers=helpers)
    if event.purpose is Purpose.REROLL:
        return changed(roll, dice=_rethrown(roll, event.values), rerolling=())
    if event.purpose is Purpose.EXPLODE:
        return changed(roll, dice=_exploded(roll, event.values, rules))
    dice = tuple(Die(index, (face,)) for index, face in enumerate(event.values))
    return changed(roll, dice=dice, step=RollStep.REROLL)


def _rethrown(roll: LiveRoll, values: tuple[int, ...]) -> tuple[Die, ...]:
    faces = dict(zip(roll.rerolling, values, strict=True))
    return tuple(
        changed(die, faces=(*die.faces, faces[die.index]), origin=DieOrigin.REROLL) if die.index in faces else die
        for die in roll.dice
    )


def _exploded(roll: LiveRoll, values: tuple[int, ...], rules: HouseRules) -> tuple[Die, ...]:
    faces = iter(values)
    return tuple(
        changed(die, chain=(*die.chain, next(faces))) if awaits_explosion(die, rules) else die for die in roll.dice
    )
