"""Who narrates now, with kind, limit and reason (rules section 4)."""

from engine.common.words import listed
from engine.systems.phase_abandon.events.rolls import RollResolved
from engine.systems.phase_abandon.events.story import BidPotWon, NarrationPassed
from engine.systems.phase_abandon.events.table import GetMovingWon, RollOffWon
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import NarrationKind, ObligationKind, RollOffReason
from engine.systems.phase_abandon.words import counted
from engine.types import Spoken

_TOLD_WITH = {
    ObligationKind.INJURY: "a setback from the one",
    ObligationKind.MENTION_HELP: "the help",
    ObligationKind.MENTION_RESCUE: "the rescue",
    ObligationKind.SET_UP: "the set-up first",
}
_TOLD_SO = {
    ObligationKind.NO_HARM: ", no harm done",
    ObligationKind.HARM_RELATION: ", and it strains the connection",
    ObligationKind.NURTURE_RELATION: ", and it strengthens the connection",
}


def handed(batch: Batch, passed: NarrationPassed) -> Spoken:
    """One sentence naming holder, kind, limit and reason; lighter when nothing changes hands."""
    before = batch.before.narration
    same = before is not None and before.holder == passed.holder
    if passed.resumes or (same and passed.narration is NarrationKind.FREE and not batch.has(RollResolved)):
        return Spoken(f"{passed.holder} goes on.", 2 if passed.resumes else 1)
    return Spoken(f"{_reason(batch, passed)}{passed.holder} {_task(passed)}{_obligations(passed)}.", 3)


def _task(passed: NarrationPassed) -> str:
    kind = passed.narration
    if kind is NarrationKind.SCENE:
        return "begins the next scene" if passed.reason in {"N-21", "N-25"} else "sets the scene"
    if kind is NarrationKind.FAILURE_RESULT:
        return "narrates the failure"
    if kind is NarrationKind.BREAK_EVEN_RESULT:
        return "narrates a draw"
    if kind is NarrationKind.WRAP_UP:
        return "wraps it up, no limit"
    if kind is NarrationKind.GOAL_COMPLETION:
        return "tells how the goal is reached, no limit"
    if kind is NarrationKind.CONFLICT_NATURE:
        return "says what it is about"
    if passed.actions_allowed is not None:
        return f"narrates, {counted(passed.actions_allowed, 'action')}"
    return "narrates"


def _obligations(passed: NarrationPassed) -> str:
    kinds = dict.fromkeys(each.kind for each in passed.obligations)
    included = [_TOLD_WITH[kind] for kind in kinds if kind in _TOLD_WITH]
    manner = "".join(_TOLD_SO[kind] for kind in kinds if kind in _TOLD_SO)
    return manner + (f", with {listed(included)}" if included else "")


def _reason(batch: Batch, passed: NarrationPassed) -> str:
    """Why this player, unless the sentences before have just said so."""
    if passed.narration in {NarrationKind.FAILURE_RESULT, NarrationKind.BREAK_EVEN_RESULT}:
        return _failure_reason(batch, passed)
    if passed.reason in {"N-1", "N-2"} or batch.has(GetMovingWon):
        return ""
    if pot := batch.first(BidPotWon):
        return f"{pot.winner} wins {counted(pot.pot, 'chip')}: " if pot.winner == passed.holder else ""
    if passed.narration is NarrationKind.WRAP_UP:
        return "That is the whole challenge: "
    if batch.has(RollResolved) or _settled(batch, RollOffReason.HIGHEST):
        return ""
    if passed.narration in {NarrationKind.FREE, NarrationKind.SCENE} and _richest(batch, passed.holder):
        return "Most chips: "
    return ""


def _failure_reason(batch: Batch, passed: NarrationPassed) -> str:
    roll = batch.before.roll
    last = batch.before.last_roll
    requester = roll.requester if roll is not None else last.requester if last is not None else None
    if requester == passed.holder and passed.reason in {"N-10", "N-11"}:
        return "Called the check: "
    return "" if _settled(batch, RollOffReason.LOWEST) else "Fewest chips: "


def _settled(batch: Batch, reason: RollOffReason) -> bool:
    return any(won.reason is reason for won in batch.all(RollOffWon))


def _richest(batch: Batch, player: str) -> bool:
    chips = batch.chips(player)
    return chips is not None and chips == max(each.chips for each in batch.after.present)
