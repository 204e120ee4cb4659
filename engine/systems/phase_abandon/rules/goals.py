"""Personal goals and the rewards that bring them closer (PA-23, PA-81, PA-100)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.fields import NeededWords, Words
from engine.offers import choice
from engine.phrase import Phrase, capital, phrase, spelled, template
from engine.systems.phase_abandon.choices import CHARACTER
from engine.systems.phase_abandon.entities import Character, PersonalGoal, Proposal, Reward, State
from engine.systems.phase_abandon.fields import NeededGoal, PersonalGoalKind, PersonalGoalValue
from engine.systems.phase_abandon.fold import first, known_character, with_character
from engine.systems.phase_abandon.guards import MOST_ENTRIES, living_character, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, Event, PlayerCommand
from engine.systems.phase_abandon.naming import find_goal, goals_meant
from engine.systems.phase_abandon.rules.narration import complete_goal_narration
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalKind, GoalStatus, ProposalSubject
from engine.systems.phase_abandon.words import counted, noting
from engine.types import Spoken

GOAL_SLOTS = 3
STARTING_TOTAL = 300


class GoalAdded(CharacterEvent):
    """A personal goal on the sheet; `proposal` None when no approval applies."""

    goal: PersonalGoal
    proposal: str | None = None
    warnings: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        sheet: Changes = {"goals": (*character.goals, self.goal)}
        if self.goal.kind is GoalKind.PRINCIPLE_RESOLUTION:
            broken = first(character.principles, lambda vow: vow.text == self.goal.principle_id, "principle")
            sheet["principles"] = replaced(character.principles, broken, changed(broken, goal_id=self.goal.text))
        changes = with_character(state, self.character, **sheet)
        if self.proposal is not None:
            proposal = Proposal(self.proposal, self.character, ProposalSubject.GOAL, self.goal.text)
            changes["proposals"] = (*state.proposals, proposal)
        return changes

    def sentence(self) -> Phrase:
        goal = self.goal
        told = phrase(
            "Goal of {character}: {goal}, {points}", character=self.character, goal=goal.text, points=goal.value_initial
        )
        return noting(told, self.warnings)

    def undone(self) -> Phrase:
        return phrase("the goal {goal}", goal=self.goal.text)


class GoalRaised(CharacterEvent):
    """An atonement goal grows after another break."""

    told: ClassVar[str] = template("{goal} is raised to {new_initial}, {value_left} left.")
    goal: str
    old_initial: int
    new_initial: int
    value_left: int

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        goal = first(character.goals, lambda goal: goal.text == self.goal and not goal.settled, "goal")
        new = changed(goal, value_initial=self.new_initial, value_left=self.value_left, status=GoalStatus.OPEN)
        return with_character(state, self.character, goals=replaced(character.goals, goal, new))


def _open_goal(state: State, name: str, text: str) -> PersonalGoal:
    goals = known_character(state, name).goals
    return first(goals, lambda goal: goal.text == text and goal.status is GoalStatus.OPEN, "goal")


def _goal(state: State, name: str, text: str, status: GoalStatus, /, **changes: object) -> Changes:
    character = known_character(state, name)
    goal = first(character.goals, lambda goal: goal.text == text and goal.status is status and not goal.settled, "goal")
    return with_character(state, name, goals=replaced(character.goals, goal, changed(goal, **changes)))


class GoalReduced(CharacterEvent):
    """A personal goal shrinks."""

    told: ClassVar[str] = template("{left} left of {character}'s goal {goal}.")
    goal: str
    amount: int
    left: int

    def apply(self, state: State) -> Changes:
        return _goal(state, self.character, self.goal, GoalStatus.OPEN, value_left=self.left)


class GoalCompleted(CharacterEvent):
    """A personal goal is reached."""

    told: ClassVar[str] = template("{character} reaches the goal {goal}.")
    said: ClassVar[str] = template("{character} has reached a goal: {goal}.")
    weight: ClassVar[int] = 3
    goal: str

    def apply(self, state: State) -> Changes:
        return _goal(state, self.character, self.goal, GoalStatus.OPEN, status=GoalStatus.DONE)


class RewardGranted(Event):
    """A wrap-up reward to be claimed."""

    told: ClassVar[str] = template("{player} may take {points} off one own goal.")
    player: str
    points: int
    scene: str

    def apply(self, state: State) -> Changes:
        return {"rewards": (*state.rewards, Reward(self.player, self.points, self.scene))}

    def aloud(self) -> Spoken:
        points = capital(counted(self.points, "point", "points"))
        return Spoken(phrase("{points} for one of {player}'s goals.", points=points, player=self.player), 2)


def _without_reward(state: State, player: str, points: int) -> Changes:
    reward = first(state.rewards, lambda reward: reward.player == player and reward.points == points, "reward")
    return {"rewards": replaced(state.rewards, reward, None)}


class RewardClaimed(Event):
    """A reward goes to a goal."""

    told: ClassVar[str] = template("{player} takes {used} off {goal}.")
    taken_back: ClassVar[str] = template("{player}'s reward on {goal}")
    player: str
    goal: str
    points: int
    used: int

    def apply(self, state: State) -> Changes:
        return _without_reward(state, self.player, self.points)


class GoalChanged(CharacterEvent):
    """The table gives a personal goal another value or text (PA-23, PA-84)."""

    taken_back: ClassVar[str] = template("the change of the goal {goal}")
    weight: ClassVar[int] = 2
    goal: str
    text: str
    value: int
    revalued: bool = True

    def apply(self, state: State) -> Changes:
        vows = known_character(state, self.character).principles
        principles = tuple(changed(vow, goal_id=self.text) if vow.goal_id == self.goal else vow for vow in vows)
        sheet = changed(state, **with_character(state, self.character, principles=principles))
        most = max(
            self.value, self.value if self.revalued else _open_goal(state, self.character, self.goal).value_initial
        )
        new: Changes = {"text": self.text, "value_left": self.value, "value_initial": most}
        return _goal(sheet, self.character, self.goal, GoalStatus.OPEN, **new)

    def sentence(self) -> Phrase:
        return phrase("The goal is now {goal}, {points} left.", goal=self.text, points=self.value)

    def aloud(self) -> Spoken:
        points = counted(self.value, "point", "points")
        return Spoken(phrase("{goal}: {points} left. Noted.", goal=capital(self.text), points=points), 2)


class RewardForfeited(Event):
    """A reward is lost."""

    told: ClassVar[str] = template("{player}'s reward of {points} is lost.")
    player: str
    points: int

    def apply(self, state: State) -> Changes:
        return _without_reward(state, self.player, self.points)

    def aloud(self) -> Spoken:
        points = counted(self.points, "point", "points")
        return Spoken(phrase("{player} loses {points}: no open goal.", player=self.player, points=points), 2)


class AddPersonalGoal(PlayerCommand):
    """Take a personal goal (PA-23, PA-81).

    Attributes:
        value: Points; None takes the house rule's follow-up value.
        goal_kind: The rules' `kind` (that name is the command's tag): STARTING before the character is finished,
            FOLLOW_UP after; None = whichever fits.
    """

    taps: ClassVar[tuple[Move, ...]] = (
        Move(
            "add_personal_goal",
            phrase("Add a personal goal"),
            CHARACTER,
            (),
            (Field("text", phrase("Goal")), Field("value", phrase("Points"), "number", (), 1, optional=True)),
        ),
    )
    phases: ClassVar[str] = "COPE"
    talk: ClassVar[Talk] = Talk(confirm="A goal[ of {value:point|points}] for {player}: {text}?")
    text: NeededWords
    value: PersonalGoalValue | None = None
    goal_kind: PersonalGoalKind | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        drafting = character.status is CharacterStatus.DRAFT
        kind = GoalKind.STARTING if drafting else GoalKind.FOLLOW_UP
        said = (self.goal_kind or kind).upper().replace(" ", "_")
        value = self.value if self.value is not None else ledger.rules.follow_up_goal_value
        if open_slots(character, ledger.rules.goal_cap_counts_derived) >= GOAL_SLOTS:
            raise Refused("E_LIMIT", phrase("{character} has three goals open.", character=character.name))
        if said != kind:
            before = phrase("Goals of that kind are taken before the character is finished.")
            once = phrase("Goals of that kind are taken once the character is finished.")
            raise Refused("E_PHASE", once if drafting else before)
        text = self.text.strip()
        refuse_known_goal(character, text)
        goal = PersonalGoal(text, kind, value, value)
        warnings = _total_warning(ledger, character, value) if drafting else ()
        ledger.record(GoalAdded(character.name, goal, ledger.next_proposal_id(), warnings))


class ChangePersonalGoal(PlayerCommand):
    """Give an own goal another value or text: the table values it anew, an atonement gets its name (PA-23, PA-84)."""

    phases: ClassVar[str] = "COPE"
    talk: ClassVar[Talk] = Talk(confirm="Change the goal {goal}, {player}?")
    goal: NeededGoal
    value: PersonalGoalValue | None = None
    text: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        refuse_unless_idle(ledger.state)
        character, goal = _own_goal(ledger.state, who, self.goal)
        text = (self.text or "").strip()
        if not text and self.value is None:
            raise Refused("E_EMPTY", phrase("Say the new points or the new text of the goal."))
        if text and text.casefold() != goal.text.casefold():
            refuse_known_goal(character, text)
        value = goal.value_left if self.value is None else self.value
        ledger.record(GoalChanged(character.name, goal.text, text or goal.text, value, self.value is not None))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        goals = [goal.text for goal in character.goals if goal.status is GoalStatus.OPEN] if character else []
        if goals:
            which, points = choice("goal", phrase("Goal"), goals), Field("value", phrase("Points"), "number", (), 1)
            yield Move(cls.kind, phrase("Change the points of a personal goal"), CHARACTER, (), (which, points))
            name = Field("text", phrase("New text"))
            yield Move(cls.kind, phrase("Rename a personal goal"), CHARACTER, (), (which, name))


def open_slots(character: Character, derived: bool) -> int:
    """Goals that use one of the three slots; vow and skill goals only by house rule (PA-83, R-52)."""
    kinds = (GoalKind.STARTING, GoalKind.FOLLOW_UP)
    return sum(goal.status is GoalStatus.OPEN and (derived or goal.kind in kinds) for goal in character.goals)


def refuse_more_goals(character: Character) -> None:
    """There is room for another open goal on the sheet."""
    if sum(goal.status is GoalStatus.OPEN for goal in character.goals) >= MOST_ENTRIES:
        most = phrase("{character} has at most {count} open goals.", character=character.name, count=MOST_ENTRIES)
        raise Refused("E_LIMIT", most)


def refuse_known_goal(character: Character, text: str) -> None:
    """Open goals of a character have different texts."""
    if any(goal.text.casefold() == text.casefold() and goal.status is GoalStatus.OPEN for goal in character.goals):
        raise Refused("E_DUPLICATE", phrase("{character} already has that goal.", character=character.name))


def refuse_unfinished(goal: PersonalGoal) -> None:
    """The goal is reached."""
    if goal.status is not GoalStatus.DONE:
        points = counted(goal.value_left, "point", "points")
        raise Refused("E_GOAL_OPEN", phrase("The goal still has {points}.", points=points))


def starting_total(character: Character) -> int:
    """Points of all starting goals."""
    return sum(goal.value_initial for goal in character.goals if goal.kind is GoalKind.STARTING)


def _total_warning(ledger: Ledger, character: Character, more: int) -> tuple[str, ...]:
    total = starting_total(character) + more
    if ledger.rules.starting_goal_total == "ignore" or total <= STARTING_TOTAL:
        return ()
    return (f"starting goals total {total}, not {STARTING_TOTAL}",)


class ClaimReward(PlayerCommand):
    """Take a wrap-up reward off one own goal (PA-100)."""

    phases: ClassVar[str] = "PE"
    talk: ClassVar[Talk] = Talk(confirm="The reward for {goal}, {player}?", main=True, awaited="reward")
    goal: NeededGoal

    def decide(self, ledger: Ledger, who: str) -> None:
        """Take a reward off one own goal (PA-100, R-55)."""
        refuse_unless_idle(ledger.state)
        reward = next((reward for reward in ledger.state.rewards if reward.player == who), None)
        if reward is None:
            raise Refused("E_NO_REWARD", phrase("{player} has no reward to claim.", player=who))
        character, goal = _own_goal(ledger.state, who, self.goal)
        targets = [goal]
        if ledger.rules.reward_overflow == "next_goal":
            targets += [other for other in character.goals if other.status is GoalStatus.OPEN and other is not goal]
        used = min(reward.points, sum(goal.value_left for goal in targets))
        ledger.record(RewardClaimed(who, goal.text, reward.points, used))
        left = used
        for target in targets:
            if left:
                left -= reduce_goal(ledger, character.name, who, target, left)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        reward = next((each for each in state.rewards if each.player == who), None)
        character = state.character_of(who)
        if reward is not None and character is not None:
            opened = [
                (goal.text, phrase("{goal}, {points} left", goal=goal.text, points=goal.value_left))
                for goal in character.goals
                if goal.status is GoalStatus.OPEN
            ]
            label = phrase("Take {points} off a goal", points=reward.points)
            yield Move(cls.kind, label, phrase("Reward"), (), (choice("goal", phrase("Goal"), opened),))


def _own_goal(state: State, who: str, said: str) -> tuple[Character, PersonalGoal]:
    """The player's character and the open goal meant."""
    character = state.character_of(who)
    if character is None or not goals_meant(character.goals, said):
        foreign = [other for other in state.characters if other is not character and _has_goal(other, said)]
        if foreign:
            raise Refused("E_NOT_OWNER", phrase("That is a goal of {character}.", character=foreign[0].name))
    if character is None:
        raise Refused("E_UNKNOWN", phrase("{player} has no goal {goal!r}.", player=who, goal=said))
    goal = find_goal(character, said)
    if goal.status is not GoalStatus.OPEN:
        raise Refused("E_GOAL_CLOSED", phrase("{goal} is {status}.", goal=goal.text, status=spelled(goal.status)))
    return character, goal


def _has_goal(character: Character, said: str) -> bool:
    return not said.strip().isdecimal() and len(goals_meant(character.goals, said)) == 1


def reduce_goal(ledger: Ledger, character: str, owner: str, goal: PersonalGoal, points: int) -> int:
    """Take points off a personal goal, tell its end if reached; returns the points used (PA-81)."""
    used = min(points, goal.value_left)
    left = goal.value_left - used
    ledger.record(GoalReduced(character, goal.text, used, left))
    if left == 0:
        ledger.record(GoalCompleted(character, goal.text))
        complete_goal_narration(ledger, owner, goal.text)
    return used
