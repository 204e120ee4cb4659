"""The sentence that hands narration over, with kind, limit and reason (rules section 4)."""

from collections.abc import Iterator

from engine.common.words import listed
from engine.phrase import EMPTY, Phrase, joined, phrase
from engine.systems.phase_abandon.rules.conflicts import BidPotWon
from engine.systems.phase_abandon.rules.counting import RollResolved
from engine.systems.phase_abandon.rules.narration import NarrationPassed
from engine.systems.phase_abandon.rules.roll_offs import RollOffWon
from engine.systems.phase_abandon.rules.sessions import GetMovingWon
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import NarrationKind, ObligationKind, RollOffReason
from engine.systems.phase_abandon.words import counted
from engine.types import Spoken

_TOLD_WITH = {
    ObligationKind.INJURY: phrase("a setback from the one"),
    ObligationKind.MENTION_HELP: phrase("the help"),
    ObligationKind.MENTION_RESCUE: phrase("the rescue"),
    ObligationKind.SET_UP: phrase("the set-up first"),
}
_TOLD_SO = {
    ObligationKind.NO_HARM: phrase("without harm"),
    ObligationKind.HARM_RELATION: phrase("and it strains the connection"),
    ObligationKind.NURTURE_RELATION: phrase("and it strengthens the connection"),
}


def handed(batch: Batch, passed: NarrationPassed) -> Spoken:
    """One sentence naming holder, kind, limit and reason; lighter when nothing changes hands."""
    before = batch.before.narration
    same = before is not None and before.holder == passed.holder
    if passed.resumes or (same and passed.narration is NarrationKind.FREE and not batch.has(RollResolved)):
        return Spoken(phrase("{holder} goes on.", holder=passed.holder), 2 if passed.resumes else 1)
    told = joined((_task(passed), *_obligations(passed)), ", ")
    return Spoken(phrase("{told}.", told=joined((_reason(batch, passed), told), ": ")), 3)


def _task(passed: NarrationPassed) -> Phrase:
    kind, holder = passed.narration, passed.holder
    if kind is NarrationKind.SCENE and passed.reason in {"N-21", "N-25"}:
        return phrase("{holder} begins the next scene", holder=holder)
    if kind is NarrationKind.SCENE:
        return phrase("{holder} sets the scene", holder=holder)
    if kind is NarrationKind.FAILURE_RESULT:
        return phrase("{holder} narrates the failure", holder=holder)
    if kind is NarrationKind.BREAK_EVEN_RESULT:
        return phrase("{holder} narrates a draw", holder=holder)
    if kind is NarrationKind.WRAP_UP:
        return phrase("{holder} wraps it up, no limit", holder=holder)
    if kind is NarrationKind.GOAL_COMPLETION:
        return phrase("{holder} tells how the goal is reached, no limit", holder=holder)
    if kind is NarrationKind.CONFLICT_NATURE:
        return phrase("{holder} says what it is about", holder=holder)
    if passed.actions_allowed is not None:
        actions = counted(passed.actions_allowed, "action", "actions")
        return phrase("{holder} narrates, {actions}", holder=holder, actions=actions)
    return phrase("{holder} narrates", holder=holder)


def _obligations(passed: NarrationPassed) -> Iterator[Phrase]:
    kinds = dict.fromkeys(each.kind for each in passed.obligations)
    yield from (_TOLD_SO[kind] for kind in kinds if kind in _TOLD_SO)
    included = [_TOLD_WITH[kind] for kind in kinds if kind in _TOLD_WITH]
    if included:
        yield phrase("with {things}", things=listed(included))


def _reason(batch: Batch, passed: NarrationPassed) -> Phrase:
    """The reason for this player, unless the sentences before have just said so."""
    if passed.narration in {NarrationKind.FAILURE_RESULT, NarrationKind.BREAK_EVEN_RESULT}:
        return _failure_reason(batch, passed)
    if passed.reason in {"N-1", "N-2"} or batch.has(GetMovingWon):
        return EMPTY
    if pot := batch.first(BidPotWon):
        if pot.winner != passed.holder:
            return EMPTY
        return phrase("{player} wins {chips}", player=pot.winner, chips=counted(pot.pot, "chip", "chips"))
    if passed.narration is NarrationKind.WRAP_UP:
        return phrase("That is the whole challenge")
    if batch.has(RollResolved) or _settled(batch, RollOffReason.HIGHEST):
        return EMPTY
    if passed.narration in {NarrationKind.FREE, NarrationKind.SCENE} and _richest(batch, passed.holder):
        return phrase("Most chips")
    return EMPTY


def _failure_reason(batch: Batch, passed: NarrationPassed) -> Phrase:
    roll = batch.before.roll
    last = batch.before.last_roll
    requester = roll.requester if roll is not None else last.requester if last is not None else None
    if requester == passed.holder and passed.reason in {"N-10", "N-11"}:
        return phrase("Called the check")
    return EMPTY if _settled(batch, RollOffReason.LOWEST) else phrase("Fewest chips")


def _settled(batch: Batch, reason: RollOffReason) -> bool:
    return any(won.reason is reason for won in batch.all(RollOffWon))


def _richest(batch: Batch, player: str) -> bool:
    chips = batch.chips(player)
    return chips is not None and chips == max(each.chips for each in batch.after.present)
