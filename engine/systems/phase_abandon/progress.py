"""Counting down challenges, group goals and personal goals (rules 3.13 to 3.15)."""

from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.entities import GroupGoal, PersonalGoal
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.passing import complete_goal_narration, drop_split
from engine.systems.phase_abandon.vocabulary import SceneStatus


def reduce_challenge(ledger: Ledger, roller: str, successes: int) -> None:
    """Take successes off the challenge; the last point wraps the scene and earns its rating (PA-91, PA-99, PA-100)."""
    scene = ledger.state.scene
    if scene is None:
        return
    amount = min(successes, scene.challenge_left)
    left = scene.challenge_left - amount
    ledger.record(ev.ChallengeReduced(scene.scene_id, roller, amount, left))
    if left == 0:
        ledger.record(ev.ChallengeCleared(scene.scene_id, roller, scene.challenge_rating))
        ledger.record(ev.RewardGranted(roller, scene.challenge_rating, scene.scene_id))


def reduce_group_goal(ledger: Ledger, roller: str, points: int) -> tuple[GroupGoal, ...]:
    """Take points off the current group goal; returns the goals finished (PA-86, R-56)."""
    finished: list[GroupGoal] = []
    goal = ledger.state.current_group_goal
    while points and goal is not None:
        amount = min(points, goal.value_left)
        left = goal.value_left - amount
        ledger.record(ev.GroupGoalReduced(goal.text, roller, amount, left))
        if left:
            break
        ledger.record(ev.GroupGoalCompleted(goal.text, roller))
        finished.append(goal)
        points = points - amount if ledger.rules.group_goal_overflow == "next_goal" else 0
        goal = ledger.state.current_group_goal
    return tuple(finished)


def reward_for_group_goal(ledger: Ledger, roller: str, finished: tuple[GroupGoal, ...], challenge: bool) -> None:
    """House rules about a finished group goal (R-54, R-86)."""
    scene = ledger.state.scene
    if not finished or scene is None:
        return
    if ledger.rules.group_goal_reward == "goal_value":
        for goal in finished:
            ledger.record(ev.RewardGranted(roller, goal.value_initial, scene.scene_id))
    if challenge and ledger.rules.goal_zero_in_challenge == "scene_ends" and scene.status is SceneStatus.OPEN:
        drop_split(ledger, roller)
        ledger.record(ev.SceneEnded(scene.scene_id, SceneStatus.WRAPPED))


def reduce_goal(ledger: Ledger, character: str, owner: str, goal: PersonalGoal, points: int) -> int:
    """Take points off a personal goal, tell its end if reached; returns the points used (PA-81)."""
    used = min(points, goal.value_left)
    left = goal.value_left - used
    ledger.record(ev.GoalReduced(character, goal.text, used, left))
    if left == 0:
        ledger.record(ev.GoalCompleted(character, goal.text))
        complete_goal_narration(ledger, owner, goal.text)
    return used
