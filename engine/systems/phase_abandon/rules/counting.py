"""From final dice to consequences, in the order of PA-52."""

from typing import Annotated, ClassVar

from engine.common.values import Changes, changed
from engine.common.words import Worded
from engine.phrase import Phrase, capital, phrase, template
from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.derived import in_challenge, is_live_one, is_natural_six, is_success
from engine.systems.phase_abandon.entities import LiveRoll, ResolvedRoll, State
from engine.systems.phase_abandon.fold import first, known_character, live
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.rules.aftermath import follow_up
from engine.systems.phase_abandon.rules.conflicts import reduce_challenge
from engine.systems.phase_abandon.rules.connections import (
    ROLLED,
    ConnectionChanged,
    ConnectionRequestOpened,
)
from engine.systems.phase_abandon.rules.dice import ROLL_PURPOSES
from engine.systems.phase_abandon.rules.group_goals import reduce_group_goal, reward_for_group_goal
from engine.systems.phase_abandon.rules.wear import train, wear
from engine.systems.phase_abandon.vocabulary import DieOrigin, RollKind, RollOutcome, RollStep
from engine.systems.phase_abandon.words import counted, in_figures
from engine.types import Spoken

_OUTCOMES = {
    RollOutcome.SUCCESS: phrase("Success"),
    RollOutcome.FAILURE: phrase("Failure"),
    RollOutcome.BREAK_EVEN: phrase("Break even"),
}


class RollResolved(Event):
    """The count of a roll, all that follows from it comes after."""

    told: ClassVar[str] = template("{outcome} for {roller}: {successes}, {failures}.")
    roll: str
    kind_of_roll: RollKind
    roller: str
    outcome: Annotated[RollOutcome, Worded(_OUTCOMES.get)]
    successes: Annotated[int, Worded(lambda count: in_figures(count, "success", "successes"))]
    failures: Annotated[int, Worded(lambda count: in_figures(count, "failure", "failures"))]
    net: int
    natural_sixes: int
    initial_sixes: int
    live_ones: int
    explosion_successes: int
    actions_allowed: int
    exploded_sixes: int = 0

    def apply(self, state: State) -> Changes:
        roll = live(state)
        resolved = ResolvedRoll(
            roll_id=self.roll,
            kind=self.kind_of_roll,
            roller=self.roller,
            outcome=self.outcome,
            successes=self.successes,
            live_ones=self.live_ones,
            actions_allowed=self.actions_allowed,
            requester=roll.requester,
            helped=bool(roll.helpers),
            rescued=roll.rescued,
            previous_holder=state.narration.holder if state.narration else None,
            dice=roll.dice,
        )
        requests = tuple(request for request in state.dice_requests if request.purpose not in ROLL_PURPOSES)
        changes: Changes = {"roll": None, "last_roll": resolved, "dice_requests": requests}
        if state.split_queue:
            changes["split_roll"] = _next_group(roll)
        return changes


def _next_group(roll: LiveRoll) -> LiveRoll:
    """The roll as its next group starts: same skill and dice, nothing thrown, helped or paid."""
    return changed(
        roll,
        step=RollStep.THROW,
        dice=(),
        rerolling=(),
        held_out=0,
        helpers=(),
        payments=(),
        extra_difficulty=0,
        borrowed=0,
        rescued=False,
        group_no=roll.group_no + 1,
    )


class PoolTokensAdded(Event):
    """Initial 6s feed the pool."""

    count: int
    pool: int

    def apply(self, state: State) -> Changes:
        return {"party_pool": self.pool}

    def sentence(self) -> Phrase:
        return phrase(
            "{tokens} for the party pool, {pool} in all.",
            tokens=capital(in_figures(self.count, "token", "tokens")),
            pool=self.pool,
        )

    def aloud(self) -> Spoken:
        return Spoken(phrase("{tokens} in the pool.", tokens=capital(counted(self.pool, "token", "tokens"))), 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """The count of a roll's dice (PA-50); numbers as in `RollResolved`."""

    successes: int
    failures: int
    net: int
    natural_sixes: int
    initial_sixes: int
    exploded_sixes: int
    helping_sixes: int
    live_ones: int
    explosion_successes: int
    strength: int

    @property
    def outcome(self) -> RollOutcome:
        """Sign of the net count (PA-51)."""
        if self.net == 0:
            return RollOutcome.BREAK_EVEN
        return RollOutcome.SUCCESS if self.net > 0 else RollOutcome.FAILURE


def tally(roll: LiveRoll, rules: HouseRules) -> Tally:
    """Count own live dice, explosions, help and extra difficulty (PA-50)."""
    live = [die for die in roll.dice if die.live]
    helping = [face for helper in roll.helpers for face in helper.values or ()]
    chained = [face for die in live for face in die.chain]
    own = sum(is_success(die.face) for die in live)
    exploded = sum(map(is_success, chained))
    failed = len(live) - own + (len(chained) - exploded if rules.explosion_failures_count else 0)
    helped = sum(map(is_success, helping))
    unhelpful = len(helping) - helped
    gross = max(0, own + exploded + helped - roll.extra_difficulty)
    adds = rules.help_failures == "add_failures"
    sixes = [die for die in live if die.face == 6]
    return Tally(
        successes=gross if adds else max(0, gross - unhelpful),
        failures=failed + (unhelpful if adds else 0),
        net=gross - unhelpful - failed,
        natural_sixes=sum(is_natural_six(die, rules) for die in live),
        initial_sixes=sum(die.origin is DieOrigin.INITIAL or rules.reroll_six_feeds_pool for die in sixes),
        exploded_sixes=chained.count(6),
        helping_sixes=helping.count(6),
        live_ones=sum(map(is_live_one, live)) + (chained.count(1) if rules.explosion_ones_hurt else 0),
        explosion_successes=exploded,
        strength=own,
    )


def resolve(ledger: Ledger, roll: LiveRoll) -> None:
    """Count the roll and record everything that follows, up to the next narration."""
    count = tally(roll, ledger.rules)
    record_result(ledger, roll, count)
    if roll.kind is RollKind.CONNECTION_REQUEST:
        _open_request(ledger, roll, count.strength)
        return
    if roll.kind is RollKind.CONNECTION:
        _move_connection(ledger, roll)
    trained = roll.kind is not RollKind.CONNECTION
    if trained or ledger.rules.connection_roll_is_action:
        _feed_pool(ledger, roll, count)
    if trained:
        _train_and_wear(ledger, roll, count)
    if trained or ledger.rules.connection_roll_is_action:
        _score(ledger, roll, count)
    follow_up(ledger)


def record_result(ledger: Ledger, roll: LiveRoll, count: Tally) -> None:
    """Record the outcome."""
    ledger.record(
        RollResolved(
            roll=roll.roll_id,
            kind_of_roll=roll.kind,
            roller=roll.roller,
            outcome=count.outcome,
            successes=count.successes,
            failures=count.failures,
            net=count.net,
            natural_sixes=count.natural_sixes,
            initial_sixes=count.initial_sixes,
            live_ones=count.live_ones,
            explosion_successes=count.explosion_successes,
            actions_allowed=count.successes if count.outcome is RollOutcome.SUCCESS else 0,
            exploded_sixes=count.exploded_sixes,
        )
    )


def fail_without_dice(ledger: Ledger, roll: LiveRoll) -> None:
    """A requested check nobody has dice for fails by itself (PA-36)."""
    record_result(ledger, roll, Tally(0, 0, -1, 0, 0, 0, 0, 0, 0, 0))
    follow_up(ledger)


def _feed_pool(ledger: Ledger, roll: LiveRoll, count: Tally) -> None:
    tokens = count.initial_sixes - roll.borrowed + (count.helping_sixes if ledger.rules.help_six_counts else 0)
    if tokens > 0:
        ledger.record(PoolTokensAdded(tokens, ledger.state.party_pool + tokens))


def _train_and_wear(ledger: Ledger, roll: LiveRoll, count: Tally) -> None:
    """Sixes before ones, unless the house rule lets a six repair its own roll (PA-61, R-30)."""
    hurts = not (count.outcome is RollOutcome.BREAK_EVEN and ledger.rules.break_even_blocks_damage)
    if ledger.rules.six_repairs_same_roll:
        if hurts:
            wear(ledger, roll)
        train(ledger, roll, count.natural_sixes, count.exploded_sixes)
        return
    train(ledger, roll, count.natural_sixes, count.exploded_sixes)
    if hurts:
        wear(ledger, roll)


def _score(ledger: Ledger, roll: LiveRoll, count: Tally) -> None:
    """Take points off the challenge and the group goal (PA-53, PA-86, PA-87, PA-91)."""
    rules, success = ledger.rules, count.outcome is RollOutcome.SUCCESS
    challenge = in_challenge(ledger.state)
    sixes = count.natural_sixes
    if rules.challenge_goal_six == "any_six":
        sixes += count.exploded_sixes
    if rules.help_six_counts:
        sixes += count.helping_sixes
    if challenge and (success or rules.failed_roll_reduces_challenge) and count.successes:
        reduce_challenge(ledger, roll.roller, count.successes)
    if challenge and not success:
        points = sixes if rules.challenge_goal_six_on_failure else 0
    elif challenge:
        points = min(sixes, count.successes)
    else:
        points = count.successes if success else 0
    finished = reduce_group_goal(ledger, roll.roller, points) if points else ()
    reward_for_group_goal(ledger, roll.roller, finished, challenge)


def _move_connection(ledger: Ledger, roll: LiveRoll) -> None:
    """A connection grows and suffers by its own dice (PA-108)."""
    connections = known_character(ledger.state, roll.character_id).connections
    known = first(connections, lambda known: known.npc_name == roll.connection, "connection")
    value = _moved(roll, known.value, ledger.rules)
    if value != known.value:
        ledger.record(ConnectionChanged(roll.character_id, known.npc_name, known.value, value, ROLLED))


def _moved(roll: LiveRoll, value: int, rules: HouseRules) -> int:
    """Value of a connection after its own dice: ones first, then sixes (PA-108)."""
    ones = sum(die.live and die.face == 1 for die in roll.dice)
    sixes = sum(die.live and die.face == 6 for die in roll.dice)
    if rules.connection_delta == "per_roll":
        ones, sixes = min(ones, 1), min(sixes, 1)
    return max(1, value - ones) + sixes


def _open_request(ledger: Ledger, roll: LiveRoll, strength: int) -> None:
    """Open the request of a connection, as strong as its dice show (PA-109, R-92)."""
    if ledger.rules.request_roll_changes_connection:
        _move_connection(ledger, roll)
    ledger.record(ConnectionRequestOpened(roll.request_id or "", roll.connection or "", strength))
