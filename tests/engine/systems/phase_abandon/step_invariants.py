"""Invariants of the rules document about one command and its events, one check each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.systems.phase_abandon import derived
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.system import RULESET
from tests.engine.systems.phase_abandon.state_invariants import skills_of

DEFAULTS = HouseRules()


@dataclass
class Step:
    """One accepted command: the state before and after, and every event with the states around it."""

    before: Any
    command: Any
    events: tuple[Any, ...]
    after: Any

    @cached_property
    def folds(self) -> list[tuple[Any, Any, Any]]:
        """(state before, event, state after) of each event."""
        found, state = [], self.before
        for event in self.events:
            new = RULESET.evolve(state, event)
            found.append((state, event, new))
            state = new
        return found

    def of(self, *kinds: str) -> Iterator[tuple[Any, Any, Any]]:
        return (fold for fold in self.folds if fold[1].kind in kinds)

    def default(self, *rules: str) -> bool:
        """True while these house rules are at their default."""
        now = self.before.house_rules
        return all(getattr(now, rule) == getattr(DEFAULTS, rule) for rule in rules)


def goals_of(state: Any) -> dict[tuple[str, str, int], Any]:
    return {
        (character.name, goal.text, number): goal
        for character in state.characters
        for number, goal in enumerate(character.goals)
    }


def check_inv_2(step: Step) -> None:
    """INV-2: chips enter play by dealing, leave it with the session, and otherwise only change hands."""
    for before, event, after in step.folds:
        if event.kind not in ("chips_dealt", "session_ended", "state_corrected"):
            assert before.total_chips == after.total_chips, event


def check_inv_4(step: Step) -> None:
    """INV-4: a transfer takes from one player what it gives to another."""
    for before, event, after in step.of("chips_transferred"):
        assert event.from_ != event.to
        assert event.amount > 0
        assert before.player(event.from_).chips - event.amount == after.player(event.from_).chips == event.from_balance
        assert before.player(event.to).chips + event.amount == after.player(event.to).chips == event.to_balance


def check_inv_5(step: Step) -> None:
    """INV-5: bids stay with their owners until revealed, then lie in the pot, then go to the winner whole."""
    for before, event, after in step.of("bid_placed", "bids_revealed", "bid_pot_won"):
        if event.kind == "bid_placed":
            assert [player.chips for player in before.players] == [player.chips for player in after.players]
            assert after.conflict.pot == 0
        elif event.kind == "bids_revealed":
            assert after.conflict.pot == event.pot == sum(bid.number for bid in event.bids)
        else:
            winner = before.player(event.winner).chips
            assert after.player(event.winner).chips == winner + event.pot
            assert event.pot == before.conflict.pot


def check_inv_6(step: Step) -> None:
    """INV-6: the pool grows by live initial sixes and shrinks by tokens spent or shared."""
    default = step.default("help_six_counts", "reroll_six_feeds_pool", "connection_roll_is_action", "pool_same_roll")
    sixes = 0
    for before, event, after in step.folds:
        change = after.party_pool - before.party_pool
        if event.kind == "roll_resolved":
            sixes = event.initial_sixes if event.kind_of_roll in ("ACTION", "CHECK") else 0
        if event.kind == "pool_tokens_added":
            assert change == event.count
            assert not default or change == sixes
        elif event.kind == "pool_token_spent":
            assert change in (-1, 0) if not default else change == -1
        elif event.kind not in ("session_ended", "state_corrected", "improvement_granted", "roll_off_won"):
            assert change == 0, event


def check_inv_10_ranks(step: Step) -> None:
    """INV-10: a rank never falls."""
    if step.command.kind == "correct_state":
        return
    ranks = {(each.name, skill.name): skill.rank for each in step.before.characters for skill in skills_of(each)}
    for each in step.after.characters:
        for skill in skills_of(each):
            assert skill.rank >= ranks.get((each.name, skill.name), 0)


def check_inv_8_dead(step: Step) -> None:
    """INV-8: the dead stay dead."""
    for each in step.before.characters:
        if each.status == "DEAD":
            assert step.after.character(each.name).status == "DEAD"


def check_inv_11(step: Step) -> None:
    """INV-11: nothing is trained that is still damaged."""
    for before, event, _ in step.of("advancement_gained"):
        skill = next(each for each in skills_of(before.character(event.character)) if each.name == event.skill)
        assert skill.damage == 0


def check_inv_13_falls(step: Step) -> None:
    """INV-13: what is left of a challenge never rises but by correction."""
    for before, event, after in step.folds:
        same = before.scene and after.scene and before.scene.scene_id == after.scene.scene_id
        if same and event.kind != "state_corrected":
            assert after.scene.challenge_left <= before.scene.challenge_left


def check_inv_14(step: Step) -> None:
    """INV-14: what is left of a goal rises only when it is raised, revalued or corrected, and is never negative."""
    for before, event, after in step.folds:
        old = goals_of(before)
        for key, goal in goals_of(after).items():
            assert 0 <= goal.value_left <= goal.value_initial
            if key in old and event.kind not in ("goal_raised", "state_corrected"):
                assert goal.value_left <= old[key].value_left
        group = {goal.text: goal.value_left for goal in before.group_goals}
        for goal in after.group_goals:
            assert goal.value_left >= 0
            if event.kind not in ("group_goal_changed", "state_corrected"):
                assert goal.value_left <= group.get(goal.text, goal.value_left)


def check_inv_15(step: Step) -> None:
    """INV-15: rolls lower the current group goal and no other."""
    for before, event, _ in step.of("group_goal_reduced"):
        current = next(goal for goal in before.group_goals if goal.status == "OPEN" and goal.value_left > 0)
        assert event.goal == current.text
        assert event.amount > 0


def check_inv_16(step: Step) -> None:
    """INV-16: inside a challenge a roll takes no more from the group goal than its natural sixes or its successes."""
    if not step.default("challenge_goal_six", "challenge_goal_six_on_failure", "help_six_counts"):
        return
    resolved = None
    for before, event, _ in step.folds:
        if event.kind == "roll_resolved":
            resolved, challenge, taken = event, derived.in_challenge(before), 0
        if event.kind == "group_goal_reduced" and resolved is not None and challenge:
            taken += event.amount
            assert taken <= min(resolved.natural_sixes, resolved.successes)


def check_inv_18(step: Step) -> None:
    """INV-18: nobody narrates the failure of their own roll."""
    for before, event, _ in step.of("narration_passed"):
        if event.narration == "FAILURE_RESULT" and not event.resumes:
            assert event.holder != before.last_roll.roller


def check_inv_19(step: Step) -> None:
    """INV-19: a success allows as many actions as it has successes; failures, wrap-ups and goal ends have no limit."""
    for before, event, _ in step.of("narration_passed"):
        if event.narration == "SUCCESS_RESULT" and not event.resumes:
            assert event.actions_allowed == before.last_roll.successes >= 1
        elif event.narration in ("FAILURE_RESULT", "BREAK_EVEN_RESULT", "WRAP_UP", "GOAL_COMPLETION"):
            assert event.actions_allowed is None


def check_inv_20(step: Step) -> None:
    """INV-20: handed to the highest, narration goes to somebody with most chips; after a tie to who won it."""
    winner = None
    for before, event, _ in step.folds:
        if event.kind == "roll_off_won":
            winner = event.winner
        if event.kind != "narration_passed" or event.narration not in ("SCENE", "FREE"):
            continue
        if event.reason != "N-25" and not _hands_over(step, before):
            continue
        highest = [player.name for player in derived.highest(before)]
        assert event.holder in highest
        if len(highest) > 1 and before.house_rules.tie_break == "roll_d6":
            assert event.holder == winner


def _hands_over(step: Step, now: Any) -> bool:
    """True when the narration that has just ended was to be followed by the highest."""
    told = now.narration
    return told is not None and told.then == "HIGHEST_CHIPS" and step.command.kind in ("end_narration", "report_dice")


def check_inv_21(step: Step) -> None:
    """INV-21: at most five own dice at once, all that are not held out, and no more re-rolls than there are."""
    for _, event, after in step.of("dice_requested"):
        roll = after.roll
        if event.purpose in ("ACTION", "CHECK"):
            assert 1 <= event.count <= 5
            if roll.group is None and after.house_rules.hold_out_reduces == "thrown_dice":
                assert event.count + roll.held_out == min(5, roll.effective)
        if event.purpose == "REROLL":
            assert event.count <= 5
    for before, _event, after in step.of("dice_rerolled"):
        assert after.roll.rerolls_left >= 0
        assert after.roll.rerolls_left <= before.roll.rerolls_left
        assert before.roll.rerolls_left <= (15 if before.house_rules.reroll_allowance == "full_sets" else 10)
        assert (
            before.roll.group is None
            or before.house_rules.split_keeps_rerolls
            or before.house_rules.luck_reroll != "off"
        )


def check_inv_22(step: Step) -> None:
    """INV-22: ones and sixes, set-aside and cancelled dice are never thrown again."""
    for before, event, _ in step.of("dice_rerolled"):
        for index in event.indexes:
            die = before.roll.dice[index]
            assert 2 <= die.face <= 5
            assert die.status == "OPEN"


def check_inv_23(step: Step) -> None:
    """INV-23: the count of a roll comes from its live dice alone."""
    for before, event, _ in step.of("roll_resolved"):
        if before.roll is not None and before.roll.dice:
            assert (event.successes, event.failures) == counted(before.roll, before.house_rules)[:2]
            live = [die for die in before.roll.dice if die.status != "CANCELLED"]
            assert event.live_ones <= sum(die.face == 1 for die in live) + _chain_ones(live)
            assert event.natural_sixes <= sum(die.face == 6 for die in live) + 20 * before.house_rules.help_six_counts
            assert event.initial_sixes <= event.natural_sixes or not before.house_rules.reroll_six_is_natural


def _chain_ones(dice: list[Any]) -> int:
    return sum(face == 1 for die in dice for face in die.chain)


def counted(roll: Any, rules: HouseRules) -> tuple[int, int, int]:
    """Successes, failures and net as PA-50 counts them, written down a second time."""
    live = [die for die in roll.dice if die.status != "CANCELLED"]
    chain = [face for die in live for face in die.chain]
    helping = [face for helper in roll.helpers for face in helper.values or ()]
    own_failures = sum(die.face <= 3 for die in live)
    if rules.explosion_failures_count:
        own_failures += sum(face <= 3 for face in chain)
    good = sum(die.face >= 4 for die in live) + sum(face >= 4 for face in (*chain, *helping))
    good = max(0, good - roll.extra_difficulty)
    bad = sum(face <= 3 for face in helping)
    net = good - bad - own_failures
    if rules.help_failures == "add_failures":
        return good, own_failures + bad, net
    return max(0, good - bad), own_failures, net


def check_inv_25(step: Step) -> None:
    """INV-25: the outcome is the sign of the net count."""
    for before, event, _ in step.of("roll_resolved"):
        sign = "SUCCESS" if event.net > 0 else "FAILURE" if event.net < 0 else "BREAK_EVEN"
        if event.kind_of_roll != "CONNECTION_REQUEST" and before.roll is not None and before.roll.dice:
            assert event.outcome == sign
            assert event.net == counted(before.roll, before.house_rules)[2]


def check_inv_26(step: Step) -> None:
    """INV-26: a roll damages no more than the dice that were thrown."""
    thrown = 0
    for before, event, _ in step.folds:
        if event.kind == "roll_resolved" and before.roll is not None:
            thrown = sum(1 + len(die.chain) for die in before.roll.dice)
        if event.kind == "skill_damaged":
            assert 1 <= event.amount <= thrown


def check_inv_27(step: Step) -> None:
    """INV-27: failed and break-even rolls lower neither challenge nor group goal."""
    if step.default("failed_roll_reduces_challenge", "challenge_goal_six_on_failure"):
        outcome = None
        for _, event, _ in step.folds:
            outcome = event.outcome if event.kind == "roll_resolved" else outcome
            assert event.kind not in ("challenge_reduced", "group_goal_reduced") or outcome == "SUCCESS"


def check_inv_29_ends(step: Step) -> None:
    """INV-29: no narration ends while a roll is open."""
    for before, _, _ in step.of("narration_ended"):
        assert before.roll is None


def check_inv_36(step: Step) -> None:
    """INV-36: an atonement goal is worth 50, 75 or 100 and does not shrink while it is open."""
    old = goals_of(step.before)
    for key, goal in goals_of(step.after).items():
        if goal.kind == "PRINCIPLE_RESOLUTION":
            assert goal.value_initial in (50, 75, 100)
            assert key not in old or goal.value_initial >= old[key].value_initial


def check_inv_39(step: Step) -> None:
    """INV-39: a reward is worth the rating of the scene just wrapped, and there is one per scene."""
    granted = [(before, event) for before, event, _ in step.of("reward_granted")]
    if step.default("group_goal_reward"):
        assert len(granted) <= 1
        for before, event in granted:
            assert event.points == before.scene.challenge_rating
            assert before.scene.status == "WRAPPED" or before.scene.challenge_left == 0


def check_inv_7(step: Step) -> None:
    """INV-7: nobody spends more than five setting chips, and locks are at least 1 and never fall."""
    assert all(detail.lock >= 1 for detail in step.after.setting_details)
    for before, event, _ in step.of("setting_detail_modified"):
        old = next(detail for detail in before.setting_details if detail.text == event.detail)
        assert event.lock >= old.lock
    for player in step.after.players:
        spent = sum(
            entry.spent
            for detail in step.after.setting_details
            for entry in detail.history
            if entry.author == player.name
        )
        assert spent <= 5


STEP_CHECKS: tuple[Callable[[Step], None], ...] = (
    check_inv_2,
    check_inv_4,
    check_inv_5,
    check_inv_6,
    check_inv_7,
    check_inv_8_dead,
    check_inv_10_ranks,
    check_inv_11,
    check_inv_13_falls,
    check_inv_14,
    check_inv_15,
    check_inv_16,
    check_inv_18,
    check_inv_19,
    check_inv_20,
    check_inv_21,
    check_inv_22,
    check_inv_23,
    check_inv_25,
    check_inv_26,
    check_inv_27,
    check_inv_29_ends,
    check_inv_36,
    check_inv_39,
)
