"""Deciding about game sessions: opening, group goals, get-moving roll, closing (rules 3.4, 3.14, 3.18)."""

from engine.common.words import listed
from engine.phrase import phrase, spelled
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.decide_table import ask_luck, find_group_goal
from engine.systems.phase_abandon.derived import RANK_LIMIT
from engine.systems.phase_abandon.entities import Character, GroupGoal, Obligation, Player, Skill
from engine.systems.phase_abandon.guards import living_character, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_skill, is_luck
from engine.systems.phase_abandon.obligations import obligation
from engine.systems.phase_abandon.passing import begin_scene, pass_narration
from engine.systems.phase_abandon.recovery import close_scene_effects, recover_all
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.ties import open_roll_off
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    GoalStatus,
    NarrationKind,
    ObligationKind,
    Purpose,
    RollOffReason,
    RollOffUse,
    SceneStatus,
)
from engine.systems.phase_abandon.wear import improve
from engine.systems.phase_abandon.words import counted
from engine.types import Rejected

STARTING_CHIPS = 5
GET_MOVING_DICE = 2


@rule(cmd.StartSession, "OE")
def start_session(ledger: Ledger, command: cmd.StartSession, who: str) -> Rejected | None:
    """Deal chips and ask for Luck (PA-28, R-78)."""
    state = ledger.state
    if state.session_running:
        return Rejected("E_ALREADY", phrase("The game session has started already."))
    active = [player for player in state.present if _is_active(state.character_of(player.name))]
    if len(active) < 2:
        return Rejected("E_INCOMPLETE", phrase("Two finished characters have to be at the table."))
    ledger.record(ev.SessionStarted(state.session_no + 1))
    for player in state.present:
        if player.dealt_in == 0 or ledger.rules.chips_reset_each_session:
            ledger.record(ev.ChipsDealt(player.name, _first_chips(player)))
    for player in state.present:
        ask_luck(ledger, player.name)
    return None


def _is_active(character: Character | None) -> bool:
    return character is not None and character.status is CharacterStatus.ACTIVE


def _first_chips(player: Player) -> int:
    return STARTING_CHIPS if player.carried_chips is None else player.carried_chips


def _refuse_open_roll(state: State) -> Rejected | None:
    if state.roll is not None or state.roll_off is not None:
        return Rejected("E_ROLL_OPEN", phrase("Finish the roll first."))
    return None


@rule(cmd.AddGroupGoal, "OP")
def add_group_goal(ledger: Ledger, command: cmd.AddGroupGoal, who: str) -> Rejected | None:
    """Agree on a group goal (PA-29, PA-89)."""
    state, text = ledger.state, command.text.strip()
    refusal = _refuse_open_roll(state)
    if refusal is not None:
        return refusal
    if any(goal.text.casefold() == text.casefold() and goal.status == "OPEN" for goal in state.group_goals):
        return Rejected("E_DUPLICATE", phrase("The group has that goal already."))
    order = len(state.group_goals) if command.position is None else _order_at(state, command.position)
    ledger.record(ev.GroupGoalAdded(text, command.value, order))
    return None


def _order_at(state: State, position: int) -> int:
    """Order of the open goal at a place counted from 1, or behind the last."""
    opened = [goal for goal in state.group_goals if goal.status is GoalStatus.OPEN]
    return opened[position - 1].order if position <= len(opened) else len(state.group_goals)


@rule(cmd.ChangeGroupGoal, "OP")
def change_group_goal(ledger: Ledger, command: cmd.ChangeGroupGoal, who: str) -> Rejected | None:
    """Revalue, rename, drop or move a group goal (PA-89)."""
    goal = find_group_goal(ledger, command.goal)
    if isinstance(goal, Rejected):
        return goal
    if goal.status is not GoalStatus.OPEN:
        return Rejected("E_GOAL_CLOSED", phrase("{goal} is {status}.", goal=goal.text, status=spelled(goal.status)))
    refusal = _refuse_open_roll(ledger.state)
    if refusal is not None:
        return refusal
    change = _goal_change(ledger.state, goal, command.op.strip().lower(), command.value)
    if isinstance(change, Rejected):
        return change
    ledger.record(change)
    return None


def _goal_change(state: State, goal: GroupGoal, op: str, value: int | str | None) -> ev.GroupGoalChanged | Rejected:
    if op == "drop":
        return ev.GroupGoalChanged(goal.text, op, GoalStatus.OPEN.value, GoalStatus.DROPPED.value)
    if op == "rename":
        text = str(value or "").strip()
        if not text:
            return Rejected("E_EMPTY", phrase("The new text is missing."))
        return ev.GroupGoalChanged(goal.text, op, goal.text, text)
    number = int(str(value)) if str(value).isdecimal() else 0
    if number < 1:
        return Rejected("E_RANGE", phrase("That takes a number from one."))
    if op == "revalue":
        return ev.GroupGoalChanged(goal.text, op, goal.value_left, number)
    others = [other for other in state.group_goals if other is not goal]
    behind = [other for other in others if other.status is GoalStatus.OPEN]
    place = others.index(behind[number - 1]) if number <= len(behind) else len(others)
    return ev.GroupGoalChanged(goal.text, op, goal.order, place)


@rule(cmd.CallGetMoving, "O")
def call_get_moving(ledger: Ledger, command: cmd.CallGetMoving, who: str) -> Rejected | None:
    """Everybody throws 2d6 (PA-31)."""
    state = ledger.state
    if not state.session_running:
        return Rejected("E_PHASE", phrase("Start the game session first."))
    refusal = refuse_unless_idle(state)
    if refusal is not None:
        return refusal
    if state.current_group_goal is None:
        return Rejected("E_NO_GROUP_GOAL", phrase("Agree on a group goal first."))
    if len(state.present) < 2:
        return Rejected("E_INCOMPLETE", phrase("Two players have to be at the table."))
    ledger.record(ev.GetMovingCalled())
    ask_get_moving(ledger, tuple(player.name for player in state.present))
    return None


def ask_get_moving(ledger: Ledger, names: tuple[str, ...]) -> None:
    """Ask these players for 2d6."""
    for name in names:
        ledger.ask_dice(name, GET_MOVING_DICE, Purpose.GET_MOVING, "get-moving roll", faces=False)


def finish_get_moving(ledger: Ledger) -> None:
    """All totals are in: the highest begins, ties are told apart first (PA-31, R-13)."""
    moving = ledger.state.get_moving
    if moving is None:
        return
    # Only those who threw again in the latest round are still in it, with their latest total.
    thrown = [total.player for total in moving.totals]
    rounds = max(map(thrown.count, moving.candidates))
    latest = {total.player: total.number for total in moving.totals if thrown.count(total.player) == rounds}
    best = max(latest.values())
    tied = tuple(name for name in moving.candidates if latest.get(name) == best)
    if len(tied) == 1:
        get_moving(ledger, tied[0])
    elif ledger.rules.get_moving_tie == "repeat_2d6":
        ask_get_moving(ledger, tied)
    else:
        open_roll_off(ledger, tied, RollOffReason.GET_MOVING, RollOffUse.GET_MOVING)


def get_moving(ledger: Ledger, winner: str) -> None:
    """The winner opens the first scene (PA-32, N-1, R-12)."""
    moving = ledger.state.get_moving
    totals = {total.player: total.number for total in moving.totals} if moving is not None else {}
    ledger.record(ev.GetMovingWon(winner, totals.get(winner, 0)))
    begin_scene(ledger, winner)
    owed: tuple[Obligation, ...] = ()
    if ledger.rules.opening_setup == "winner":
        owed = (obligation(ObligationKind.SET_UP),)
    pass_narration(ledger, winner, NarrationKind.SCENE, "N-1", obligations=owed)


@rule(cmd.EndSession, "P")
def end_session(ledger: Ledger, command: cmd.EndSession, who: str) -> Rejected | None:
    """Close the evening; tokens left over may be rolled for first (PA-112, R-37)."""
    state = ledger.state
    refusal = refuse_unless_idle(state)
    if refusal is not None:
        return refusal
    if not command.force and any(_can_claim(state, reward.player) for reward in state.rewards):
        names = listed(dict.fromkeys(reward.player for reward in state.rewards))
        pending = phrase("{names} may still claim a reward; say so if it is given up.", names=names)
        return Rejected("E_REWARD_PENDING", pending)
    names_present = tuple(player.name for player in state.present)
    if ledger.rules.pool_remainder == "roll_off" and state.party_pool % len(names_present):
        open_roll_off(ledger, names_present, RollOffReason.HIGHEST, RollOffUse.POOL)
    else:
        close_session(ledger, None)
    return None


def _can_claim(state: State, player: str) -> bool:
    character = state.character_of(player)
    return character is not None and any(goal.status is GoalStatus.OPEN for goal in character.goals)


def close_session(ledger: Ledger, remainder_to: str | None) -> None:
    """End scene and session and share out Luck and tokens (PA-112, PA-113)."""
    for reward in ledger.state.rewards:
        ledger.record(ev.RewardForfeited(reward.player, reward.points))
    scene = ledger.state.scene
    if scene is not None and scene.status is SceneStatus.OPEN:
        ledger.record(ev.SceneEnded(scene.scene_id, SceneStatus.LULLED))
    close_scene_effects(ledger)
    if ledger.rules.recovery == "per_session":
        recover_all(ledger)
    state = ledger.state
    share, left = divmod(state.party_pool, len(state.present))
    grants = [
        (character, share if owner.present else 0, left if owner.name == remainder_to else 0)
        for owner in state.players
        if (character := state.character_of(owner.name)) is not None
        and character.status not in (CharacterStatus.DRAFT, CharacterStatus.DEAD)
    ]
    kept = left if ledger.rules.pool_remainder == "carry_over" else 0
    ledger.record(ev.SessionEnded(state.session_no, kept))
    for character, even, extra in grants:
        ledger.record(ev.ImprovementGranted(character.name, character.luck or 0, even + extra))


@rule(cmd.SpendImprovement, "EO", acts="player")
def spend_improvement(ledger: Ledger, command: cmd.SpendImprovement, who: str) -> Rejected | None:
    """Repair or train a skill with improvement chips (PA-114)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    chips = character.improvement_chips if command.chips is None else command.chips
    if chips < 1:
        return Rejected("E_BUDGET" if command.chips is None else "E_RANGE", phrase("That takes at least one chip."))
    skill = find_skill(character, command.skill)
    if isinstance(skill, Rejected):
        vital = command.skill.strip().casefold() == "heart" or is_luck(command.skill)
        return Rejected("E_NOT_IMPROVABLE", phrase("Heart and Luck cannot be improved.")) if vital else skill
    if chips > character.improvement_chips:
        has = counted(character.improvement_chips, "improvement chip", "improvement chips")
        return Rejected("E_BUDGET", phrase("{character} has {chips}.", character=character.name, chips=has))
    refusal = _refuse_improvement(skill)
    if refusal is None:
        ledger.record(ev.ImprovementSpent(character.name, skill.name, chips))
        for _ in range(chips):
            improve(ledger, character.name, skill.name)
    return refusal


def _refuse_improvement(skill: Skill) -> Rejected | None:
    if skill.broken:
        return Rejected("E_BROKEN", phrase("{skill} is broken for good.", skill=skill.name))
    if skill.rank >= RANK_LIMIT and not skill.damage:
        return Rejected("E_NOT_IMPROVABLE", phrase("{skill} is at its highest rank.", skill=skill.name))
    return None
