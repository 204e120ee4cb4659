"""After the count: pay-off and who tells the result (PA-53 to PA-56, PA-75, PA-76, PA-107; rows N-3 to N-16)."""

from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.derived import lowest_others
from engine.systems.phase_abandon.entities import NarrationTask, Obligation, Player, ResolvedRoll
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.rules.narration import obligation, pass_narration
from engine.systems.phase_abandon.rules.roll_offs import settle
from engine.systems.phase_abandon.vocabulary import (
    ChipReason,
    NarrationKind,
    ObligationKind,
    RollKind,
    RollOffReason,
    RollOffUse,
    RollOutcome,
    Then,
)

LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Telling:
    """The teller and the payee of a result that is no success; `LOWEST` stands for the lowest other player."""

    teller: str
    payee: str | None
    kind: NarrationKind
    then: Then
    reason: str
    then_player: str | None = None


def follow_up(ledger: Ledger, lowest: str | None = None) -> None:
    """Pay-off and narration of the latest roll; `lowest` is the winner of a roll-off among the lowest."""
    last = ledger.state.last_roll
    if last is None or last.kind is RollKind.CONNECTION_REQUEST:
        return
    if last.outcome is RollOutcome.SUCCESS:
        _tell_success(ledger, last)
        return
    telling = _telling(ledger, last)
    payee = telling.payee if ledger.player(last.roller).chips else None
    ended = last.cleared or last.group_goal_done is not None
    if lowest is None and LOWEST in (payee, None if ended else telling.teller):
        lowest = settle(ledger, _tied(ledger, last), RollOffReason.LOWEST, RollOffUse.AFTERMATH)
        if lowest is None:
            return
    payee = _paid(ledger, last, lowest) if payee == LOWEST else payee
    if payee is not None:
        connection = last.kind is RollKind.CONNECTION
        reason = ChipReason.CONNECTION_FAILURE if connection else ChipReason.FAILURE
        ledger.pay(last.roller, payee, 1, reason)
    if ended:
        _tell_ending(ledger, last)
        return
    teller = lowest if telling.teller == LOWEST and lowest is not None else telling.teller
    pass_narration(
        ledger,
        teller,
        telling.kind,
        telling.reason,
        telling.then,
        obligations=_obligations(last, telling.kind),
        then_player=telling.then_player,
    )


def _tied(ledger: Ledger, last: ResolvedRoll) -> tuple[Player, ...]:
    own = last.outcome is RollOutcome.BREAK_EVEN and ledger.rules.break_even_narrator == "lowest_including_roller"
    return lowest_others(ledger.state, None if own else last.roller)


def _paid(ledger: Ledger, last: ResolvedRoll, lowest: str | None) -> str | None:
    """The roller may tell an own break even by house rule but is never paid; then the first seat among the others."""
    return lowest_others(ledger.state, last.roller)[0].name if lowest == last.roller else lowest


def _telling(ledger: Ledger, last: ResolvedRoll) -> Telling:
    rules = ledger.rules
    if last.outcome is RollOutcome.FAILURE:
        return _failure(ledger, last)
    if last.kind is RollKind.CONNECTION and rules.connection_break_even == "as_failure":
        return _failure(ledger, last)
    payee = LOWEST if rules.break_even_payoff else None
    kind = NarrationKind.BREAK_EVEN_RESULT
    if rules.break_even_narrator == "as_failure":
        failed = _failure(ledger, last)
        return Telling(failed.teller, payee, kind, failed.then, "N-6", failed.then_player)
    then, then_player = _then_after_other(ledger, last)
    return Telling(LOWEST, payee, kind, then, "N-6", then_player)


def _failure(ledger: Ledger, last: ResolvedRoll) -> Telling:
    rules, kind = ledger.rules, NarrationKind.FAILURE_RESULT
    if last.kind is not RollKind.CHECK or last.requester is None:
        then, then_player = _then_after_other(ledger, last)
        return Telling(LOWEST, LOWEST, kind, then, "N-16" if last.kind is RollKind.CONNECTION else "N-5", then_player)
    then = Then.KEEP if rules.after_failed_check == "narrator_keeps" else Then.HIGHEST_CHIPS
    if rules.failed_check_narrator == "requester":
        teller, reason = last.requester, "N-11" if last.requester == last.previous_holder else "N-10"
    else:
        teller, reason = LOWEST, "N-12"
    payees = {"lowest_other": LOWEST, "narrator": teller, "none": None}
    return Telling(teller, payees[rules.failed_check_payoff], kind, then, reason)


def _then_after_other(ledger: Ledger, last: ResolvedRoll) -> tuple[Then, str | None]:
    """The next narrator when somebody else than the roller told the result."""
    setting = ledger.rules.after_connection_call if last.kind is RollKind.CONNECTION else "highest_chips"
    if setting == "highest_chips":
        return Then.HIGHEST_CHIPS, None
    return Then.RESUME, last.previous_holder if setting == "previous_holder" else last.roller


def _tell_success(ledger: Ledger, last: ResolvedRoll) -> None:
    if last.cleared or last.group_goal_done is not None:
        _tell_ending(ledger, last)
        return
    rules = ledger.rules
    then_player = None
    if last.kind is RollKind.ACTION:
        keeps, reason = rules.after_success_action == "roller_keeps", "N-3"
    elif last.kind is RollKind.CHECK:
        keeps = rules.after_success_check == "roller_keeps"
        reason = "N-8" if last.roller == last.previous_holder else "N-9"
    else:
        keeps, reason = rules.after_connection_call == "roller_keeps", "N-15"
        then_player = last.previous_holder if rules.after_connection_call == "previous_holder" else None
    then = Then.RESUME if then_player is not None else Then.KEEP if keeps else Then.HIGHEST_CHIPS
    pass_narration(
        ledger,
        last.roller,
        NarrationKind.SUCCESS_RESULT,
        reason,
        then,
        last.actions_allowed,
        _obligations(last, NarrationKind.SUCCESS_RESULT),
        then_player=then_player,
    )


def _tell_ending(ledger: Ledger, last: ResolvedRoll) -> None:
    """Wrap-up of a beaten challenge, then a finished group goal (PA-88, PA-99, PA-101)."""
    kind = NarrationKind.WRAP_UP if last.cleared else NarrationKind.GOAL_COMPLETION
    tasks: tuple[NarrationTask, ...] = ()
    if last.cleared and last.group_goal_done is not None:
        tasks = (NarrationTask(NarrationKind.GOAL_COMPLETION, last.roller, last.group_goal_done),)
    challenge = ledger.state.scene is not None and ledger.state.scene.kind == "CHALLENGE"
    reason = "N-21" if last.cleared else "N-24" if challenge else "N-23"
    then = Then.NEXT_TASK if tasks else Then.HIGHEST_CHIPS
    pass_narration(ledger, last.roller, kind, reason, then, obligations=_obligations(last, kind), tasks=tasks)


def _obligations(last: ResolvedRoll, kind: NarrationKind) -> tuple[Obligation, ...]:
    owed = []
    told_by_roller = kind in (NarrationKind.SUCCESS_RESULT, NarrationKind.WRAP_UP, NarrationKind.GOAL_COMPLETION)
    hurting = last.live_ones > 0 and last.kind is not RollKind.CONNECTION
    if told_by_roller and last.outcome is RollOutcome.SUCCESS and hurting:
        owed.append(obligation(ObligationKind.INJURY, last.roller))
    if kind is NarrationKind.BREAK_EVEN_RESULT:
        owed.append(obligation(ObligationKind.NO_HARM, last.roller))
    if last.helped:
        owed.append(obligation(ObligationKind.MENTION_HELP))
    if last.rescued:
        owed.append(obligation(ObligationKind.MENTION_RESCUE))
    if last.relation:
        relation = ObligationKind.HARM_RELATION if last.relation < 0 else ObligationKind.NURTURE_RELATION
        owed.append(obligation(relation))
    return tuple(owed)
