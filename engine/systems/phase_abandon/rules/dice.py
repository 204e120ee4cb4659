"""Dice the table owes, and what they do to the live roll once they are thrown (PA-2)."""

from engine.common.values import Changes, changed
from engine.common.words import listed, number
from engine.dice.roll import RollRequest
from engine.phrase import Phrase, joined, phrase
from engine.systems.phase_abandon.derived import awaits_explosion
from engine.systems.phase_abandon.entities import Count, Die, LiveRoll, State
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import DieOrigin, Purpose, RollStep
from engine.systems.phase_abandon.words import dice_in_figures
from engine.types import Spoken

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


class DiceRequested(Event):
    """The table owes dice; a newer request of the same purpose and player replaces the older one."""

    request: str
    roll: str | None
    purpose: Purpose
    player: str
    count: int
    faces_needed: bool
    because: str

    def apply(self, state: State) -> Changes:
        new = RollRequest(
            request_id=self.request,
            roller=self.player,
            count=self.count,
            purpose=self.purpose.value,
            because=self.because,
            total_accepted=not self.faces_needed,
        )
        requests = list(state.dice_requests)
        for place, old in enumerate(requests):
            if old.purpose == new.purpose and old.roller == new.roller:
                requests[place] = new
                break
        else:
            requests.append(new)
        return {"dice_requests": tuple(requests), "dice_request_count": state.dice_request_count + 1}

    def sentence(self) -> Phrase:
        if self.purpose is Purpose.LUCK:
            return phrase("{player} rolls 1 die for Luck.", player=self.player)
        dice = dice_in_figures(self.count)
        return phrase("{player} rolls {dice}, {because}.", player=self.player, dice=dice, because=self.because)


class DiceReported(Event):
    """Dice as thrown; `values` is empty when only the total was said."""

    request: str
    player: str
    purpose: Purpose
    values: tuple[int, ...]
    total: int

    def apply(self, state: State) -> Changes:
        rest = tuple(request for request in state.dice_requests if request.request_id != self.request)
        changes: Changes = {"dice_requests": rest}
        if state.roll is not None and self.purpose in ROLL_PURPOSES:
            changes["roll"] = fold_throw(state.roll, self, state.house_rules)
        elif self.purpose is Purpose.GET_MOVING and state.get_moving is not None:
            totals = (*state.get_moving.totals, Count(self.player, self.total))
            changes["get_moving"] = changed(state.get_moving, totals=totals)
        elif self.purpose is Purpose.ROLL_OFF and state.roll_off is not None:
            values = (*state.roll_off.values, Count(self.player, self.total))
            changes["roll_off"] = changed(state.roll_off, values=values)
        elif self.purpose is Purpose.BID and state.conflict is not None:
            totals = (*state.conflict.totals, Count(self.player, self.total))
            changes["conflict"] = changed(state.conflict, totals=totals)
        return changes

    def sentence(self) -> Phrase:
        if not self.values:
            return phrase("{player} rolled {total} in all.", player=self.player, total=self.total)
        return phrase("{player} rolled {faces}.", player=self.player, faces=listed(map(str, self.values)))

    def aloud(self) -> Spoken:
        faces = joined(map(number, self.values), ", ") or number(self.total)
        return Spoken(phrase("{player}: {faces}.", player=self.player, faces=faces), 1)


def fold_throw(roll: LiveRoll, event: DiceReported, rules: HouseRules) -> LiveRoll:
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
