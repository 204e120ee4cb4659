"""Group goals: agreeing on them and counting them down (PA-29, PA-86 to PA-89)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import number
from engine.fields import Either, NeededWords
from engine.offers import choice
from engine.phrase import Phrase, phrase, spelled, template
from engine.systems.phase_abandon.entities import GroupGoal, State
from engine.systems.phase_abandon.fields import GoalChange, GoalPlace, GroupGoalName
from engine.systems.phase_abandon.fold import first
from engine.systems.phase_abandon.guards import MOST_ENTRIES
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.naming import find_open
from engine.systems.phase_abandon.rules.goals import RewardGranted
from engine.systems.phase_abandon.rules.rolls import drop_split
from engine.systems.phase_abandon.rules.scenes import SceneEnded
from engine.systems.phase_abandon.vocabulary import GoalStatus, SceneStatus

GROUP_GOALS = phrase("Group goals")
_GROUP_GOAL = phrase("group goal"), phrase("group goals")


class GroupGoalAdded(Event):
    """The group agrees on a goal; `order` counts from 0."""

    told: ClassVar[str] = template("Group goal: {goal}, {value}.")
    taken_back: ClassVar[str] = template("the group goal {goal}")
    goal: str
    value: int
    order: int

    def apply(self, state: State) -> Changes:
        goal = GroupGoal(self.goal, self.value, self.value, self.order)
        goals = list(state.group_goals)
        goals.insert(self.order, goal)
        return {"group_goals": _renumbered(goals)}


def _renumbered(goals: list[GroupGoal]) -> tuple[GroupGoal, ...]:
    return tuple(goal if goal.order == place else changed(goal, order=place) for place, goal in enumerate(goals))


class GroupGoalChanged(Event):
    """A group goal is revalued, renamed, dropped or moved."""

    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the change of the group goal {goal}")
    goal: str
    op: str
    old: int | str
    new: int | str

    def apply(self, state: State) -> Changes:
        goal = first(
            state.group_goals, lambda goal: goal.text == self.goal and goal.status is GoalStatus.OPEN, "group goal"
        )
        if self.op == "move":
            goals = [other for other in state.group_goals if other is not goal]
            goals.insert(int(self.new), goal)
            return {"group_goals": _renumbered(goals)}
        if self.op == "drop":
            new = changed(goal, status=GoalStatus.DROPPED)
        elif self.op == "rename":
            new = changed(goal, text=self.new)
        else:
            value = int(self.new)
            new = changed(goal, value_left=value, value_initial=max(value, goal.value_initial))
        return {"group_goals": replaced(state.group_goals, goal, new)}

    def sentence(self) -> Phrase:
        points = number(self.new) if isinstance(self.new, int) else self.new
        return {
            "drop": phrase("Group goal dropped: {goal}.", goal=self.goal),
            "rename": phrase("The group goal is now: {goal}.", goal=self.new),
            "move": phrase("Group goal moved: {goal}.", goal=self.goal),
        }.get(self.op, phrase("Group goal {goal} is now {points}.", goal=self.goal, points=points))


def _group_goal(state: State, text: str, /, **changes: object) -> Changes:
    goal = first(state.group_goals, lambda goal: goal.text == text and goal.status is GoalStatus.OPEN, "group goal")
    return {"group_goals": replaced(state.group_goals, goal, changed(goal, **changes))}


class GroupGoalReduced(Event):
    """The group goal shrinks."""

    told: ClassVar[str] = template("{left} left to {goal}.")
    goal: str
    by: str
    amount: int
    left: int

    def apply(self, state: State) -> Changes:
        return _group_goal(state, self.goal, value_left=self.left)


class GroupGoalCompleted(Event):
    """The group goal is reached."""

    told: ClassVar[str] = template("The group goal is reached: {goal}.")
    goal: str
    by: str

    def apply(self, state: State) -> Changes:
        changes = _group_goal(state, self.goal, status=GoalStatus.DONE)
        if state.last_roll is not None:
            changes["last_roll"] = changed(state.last_roll, group_goal_done=self.goal)
        return changes


class AddGroupGoal(Command):
    """Agree on a group goal (PA-29); `position` from 1, None = last."""

    taps: ClassVar[tuple[Move, ...]] = (
        Move(
            "add_group_goal",
            phrase("Add a group goal"),
            GROUP_GOALS,
            (),
            (Field("text", phrase("Goal")), Field("value", phrase("Points"), "number", (), 1)),
        ),
    )
    phases: ClassVar[str] = "OP"
    talk: ClassVar[Talk] = Talk(confirm="A group goal[ of {value:point|points}]: {text}?")
    text: NeededWords
    value: GoalPlace
    position: GoalPlace | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Agree on a group goal (PA-29, PA-89)."""
        state, text = ledger.state, self.text.strip()
        _refuse_open_roll(state)
        if any(goal.text.casefold() == text.casefold() and goal.status == "OPEN" for goal in state.group_goals):
            raise Refused("E_DUPLICATE", phrase("The group already has that goal."))
        if sum(goal.status is GoalStatus.OPEN for goal in state.group_goals) >= MOST_ENTRIES:
            raise Refused("E_LIMIT", phrase("A group has at most {count} open goals.", count=MOST_ENTRIES))
        order = len(state.group_goals) if self.position is None else _order_at(state, self.position)
        ledger.record(GroupGoalAdded(text, self.value, order))


def _refuse_open_roll(state: State) -> None:
    if state.roll is not None or state.roll_off is not None:
        raise Refused("E_ROLL_OPEN", phrase("Finish the roll first."))


def _order_at(state: State, position: int) -> int:
    """Order of the open goal at a place counted from 1, or behind the last."""
    opened = [goal for goal in state.group_goals if goal.status is GoalStatus.OPEN]
    return opened[position - 1].order if position <= len(opened) else len(state.group_goals)


class ChangeGroupGoal(Command):
    """Revalue, rename, drop or move a group goal (PA-89).

    Attributes:
        goal: Text, number from 1, "current" or "last".
        op: "revalue", "rename", "drop" or "move".
        value: New points, new text or new position from 1.
    """

    phases: ClassVar[str] = "OP"
    talk: ClassVar[Talk] = Talk(confirm="Change the group goal {goal}[ to {value:point|points}]?")
    goal: GroupGoalName
    op: GoalChange
    value: Annotated[int | str | None, Either()] = None

    def decide(self, ledger: Ledger, who: str) -> None:
        goal = find_group_goal(ledger, self.goal)
        if goal.status is not GoalStatus.OPEN:
            raise Refused("E_GOAL_CLOSED", phrase("{goal} is {status}.", goal=goal.text, status=spelled(goal.status)))
        _refuse_open_roll(ledger.state)
        ledger.record(_goal_change(ledger.state, goal, self.op.strip().lower(), self.value))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        opened = [goal.text for goal in state.group_goals if goal.status is GoalStatus.OPEN]
        if not opened:
            return
        goal = choice("goal", phrase("Goal"), opened)
        for op, label, value in (
            ("revalue", phrase("Change the points of a group goal"), Field("value", phrase("Points"), "number", (), 1)),
            ("rename", phrase("Rename a group goal"), Field("value", phrase("New text"))),
            ("move", phrase("Move a group goal"), Field("value", phrase("Place"), "number", (), 1, len(opened))),
        ):
            yield Move(cls.kind, label, GROUP_GOALS, (("op", op),), (goal, value))
        yield Move(cls.kind, phrase("Drop a group goal"), GROUP_GOALS, (("op", "drop"),), (goal,))


def _goal_change(state: State, goal: GroupGoal, op: str, value: int | str | None) -> GroupGoalChanged:
    if op == "drop":
        return GroupGoalChanged(goal.text, op, GoalStatus.OPEN.value, GoalStatus.DROPPED.value)
    if op == "rename":
        text = str(value or "").strip()
        if not text:
            raise Refused("E_EMPTY", phrase("The new text is missing."))
        return GroupGoalChanged(goal.text, op, goal.text, text)
    number = int(str(value)) if str(value).isdecimal() and len(str(value)) < 10 else 0
    if number < 1:
        raise Refused("E_RANGE", phrase("That takes a number from one."))
    if op == "revalue":
        return GroupGoalChanged(goal.text, op, goal.value_left, number)
    others = [other for other in state.group_goals if other is not goal]
    behind = [other for other in others if other.status is GoalStatus.OPEN]
    place = others.index(behind[number - 1]) if number <= len(behind) else len(others)
    return GroupGoalChanged(goal.text, op, goal.order, place)


def find_group_goal(ledger: Ledger, said: str) -> GroupGoal:
    """A group goal by text, number among the open ones, "current" or "last"; open ones come first."""
    if said.strip().casefold() != "current":
        return find_open(ledger.state.group_goals, said, _GROUP_GOAL)
    current = ledger.state.current_group_goal
    if current is None:
        raise Refused("E_UNKNOWN", phrase("No group goal is open."))
    return current


def reduce_group_goal(ledger: Ledger, roller: str, points: int) -> tuple[GroupGoal, ...]:
    """Take points off the current group goal; returns the goals finished (PA-86, R-56)."""
    finished: list[GroupGoal] = []
    goal = ledger.state.current_group_goal
    while points and goal is not None:
        amount = min(points, goal.value_left)
        left = goal.value_left - amount
        ledger.record(GroupGoalReduced(goal.text, roller, amount, left))
        if left:
            break
        ledger.record(GroupGoalCompleted(goal.text, roller))
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
            ledger.record(RewardGranted(roller, goal.value_initial, scene.scene_id))
    if challenge and ledger.rules.goal_zero_in_challenge == "scene_ends" and scene.status is SceneStatus.OPEN:
        drop_split(ledger, roller)
        ledger.record(SceneEnded(scene.scene_id, SceneStatus.WRAPPED))
