"""Deciding about conflicts, bids and wrap-up rewards (rules 3.15)."""

from engine.phrase import phrase, spelled
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import least_bid, most_bid
from engine.systems.phase_abandon.entities import Character, Conflict, Count, PersonalGoal
from engine.systems.phase_abandon.guards import (
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_goal
from engine.systems.phase_abandon.passing import interrupt, pass_narration
from engine.systems.phase_abandon.progress import reduce_goal
from engine.systems.phase_abandon.recovery import close_scene_effects
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.ties import open_roll_off
from engine.systems.phase_abandon.vocabulary import (
    ChipReason,
    ConflictStep,
    GoalStatus,
    NarrationKind,
    Purpose,
    RollOffReason,
    RollOffUse,
    SceneStatus,
)
from engine.types import Rejected


@rule(cmd.CallConflict, "P", acts="caller")
def call_conflict(ledger: Ledger, command: cmd.CallConflict, who: str) -> Rejected | None:
    """Call a conflict and open the bidding (PA-90, R-15, R-16, R-73)."""
    state, holder = ledger.state, ledger.holder
    nested = ledger.rules.nested_conflict == "replace"
    refusal = (
        refuse_unless_idle(state)
        or refuse_if_protected(state, conflict=True)
        or (None if nested else refuse_in_challenge(state))
    )
    if refusal is not None:
        return refusal
    if command.natural and who != holder:
        return Rejected("E_NOT_HOLDER", phrase("Only the narrator, {holder}, calls a natural conflict.", holder=holder))
    cost = 0 if who == holder else ledger.rules.conflict_call_cost
    refusal = refuse_poor(state, who, cost)
    if refusal is not None:
        return refusal
    interrupt(ledger, who)
    ledger.record(ev.ConflictCalled(who, who == holder, command.nature.strip()))
    if cost and holder is not None:
        ledger.pay(who, holder, cost, ChipReason.CONFLICT_CALL)
    if ledger.rules.conflict_nature_by == "caller":
        pass_narration(ledger, who, NarrationKind.CONFLICT_NATURE, "N-19" if who == holder else "N-18")
    ledger.record(ev.BiddingOpened(tuple(player.name for player in ledger.state.present)))
    return None


@rule(cmd.PlaceBid, "P", acts="player")
def place_bid(ledger: Ledger, command: cmd.PlaceBid, who: str) -> Rejected | None:
    """Stake chips secretly; the last bid reveals all (PA-92, R-70, R-71)."""
    conflict = ledger.state.conflict
    if conflict is None or conflict.step is not ConflictStep.BIDDING:
        return Rejected("E_NO_BID", phrase("No bidding is running."))
    least, most = least_bid(ledger.state, who), most_bid(ledger.state, who)
    if not least <= command.chips <= most:
        return Rejected("E_RANGE", phrase("{player} bids {least} to {most}.", player=who, least=least, most=most))
    if any(bid.player == who for bid in conflict.bids):
        return Rejected("E_ALREADY", phrase("{player} has bid already.", player=who))
    ledger.record(ev.BidPlaced(who, command.chips))
    if len(conflict.bids) + 1 == len(conflict.bidders):
        _all_bids_in(ledger)
    return None


def _all_bids_in(ledger: Ledger) -> None:
    conflict = ledger.state.conflict
    if conflict is None:
        return
    placed = {bid.player: bid.number for bid in conflict.bids}
    bids = tuple(Count(name, placed[name]) for name in conflict.bidders)
    pot = sum(placed.values())
    if pot == 0:
        ledger.record(ev.ConflictFizzled(conflict.resume_holder))
        pass_narration(ledger, conflict.resume_holder, NarrationKind.FREE, "N-31")
        return
    ledger.record(ev.BidsRevealed(bids, pot))
    for bid in bids:
        if bid.number:
            ledger.ask_dice(bid.player, bid.number, Purpose.BID, "challenge roll", faces=False)


def finish_bids(ledger: Ledger) -> None:
    """All challenge dice are in: the highest total wins, ties are rolled off (PA-95, R-72)."""
    conflict = ledger.state.conflict
    if conflict is None:
        return
    best = max(total.number for total in conflict.totals)
    tied = tuple(name for name in conflict.bidders if any(total == Count(name, best) for total in conflict.totals))
    if len(tied) > 1:
        open_roll_off(ledger, tied, RollOffReason.BID, RollOffUse.BID)
    else:
        win_bid(ledger, tied[0])


def win_bid(ledger: Ledger, winner: str) -> None:
    """The winner takes the pot and sets the challenge scene (PA-95, PA-96, N-20)."""
    conflict = ledger.state.conflict
    if conflict is None:
        return
    ledger.record(ev.BidPotWon(winner, conflict.pot, _by_seat(conflict)))
    scene = ledger.state.scene
    if scene is not None and scene.status is SceneStatus.OPEN:
        ledger.record(ev.SceneEnded(scene.scene_id, SceneStatus.REPLACED))
    close_scene_effects(ledger)
    rating = sum(total.number for total in conflict.totals)
    scene_id = f"scene-{ledger.state.scene_count + 1}"
    combat = ledger.rules.combat_flag == "every_challenge"
    ledger.record(ev.ChallengeSceneStarted(scene_id, rating, combat, winner, conflict.nature))
    pass_narration(ledger, winner, NarrationKind.SCENE, "N-20")


def _by_seat(conflict: Conflict) -> tuple[Count, ...]:
    totals = {total.player: total for total in conflict.totals}
    return tuple(totals[name] for name in conflict.bidders if name in totals)


@rule(cmd.ClaimReward, "PE", acts="player")
def claim_reward(ledger: Ledger, command: cmd.ClaimReward, who: str) -> Rejected | None:
    """Take a reward off one own goal (PA-100, R-55)."""
    state = ledger.state
    refusal = refuse_unless_idle(state)
    if refusal is not None:
        return refusal
    reward = next((reward for reward in state.rewards if reward.player == who), None)
    if reward is None:
        return Rejected("E_NO_REWARD", phrase("{player} has no reward to claim.", player=who))
    character = state.character_of(who)
    goal = _own_goal(ledger, who, character, command.goal)
    if isinstance(goal, Rejected):
        return goal
    if character is None:
        return Rejected("E_UNKNOWN", phrase("{player} has no character.", player=who))
    targets = [goal]
    if ledger.rules.reward_overflow == "next_goal":
        targets += [other for other in character.goals if other.status is GoalStatus.OPEN and other is not goal]
    used = _used(reward.points, targets)
    ledger.record(ev.RewardClaimed(who, goal.text, reward.points, used))
    left = used
    for target in targets:
        if left:
            left -= reduce_goal(ledger, character.name, who, target, left)
    return None


def _used(points: int, targets: list[PersonalGoal]) -> int:
    return min(points, sum(goal.value_left for goal in targets))


def _own_goal(ledger: Ledger, who: str, character: Character | None, said: str) -> PersonalGoal | Rejected:
    no_goal = phrase("{player} has no goal {goal!r}.", player=who, goal=said)
    found: PersonalGoal | Rejected = Rejected("E_UNKNOWN", no_goal)
    if character is not None:
        found = find_goal(character, said)
    if isinstance(found, PersonalGoal):
        if found.status is not GoalStatus.OPEN:
            closed = phrase("{goal} is {status}.", goal=found.text, status=spelled(found.status))
            return Rejected("E_GOAL_CLOSED", closed)
        return found
    foreign = [other for other in ledger.state.characters if other is not character and _has_goal(other, said)]
    if found.code == "E_UNKNOWN" and foreign:
        return Rejected("E_NOT_OWNER", phrase("That is a goal of {character}.", character=foreign[0].name))
    return found


def _has_goal(character: Character, said: str) -> bool:
    return not said.strip().isdecimal() and isinstance(find_goal(character, said), PersonalGoal)
