"""Learning a skill or gaining an item through a goal (PA-82)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.fields import NeededWords, Words
from engine.offers import choice
from engine.phrase import phrase, template, verbatim
from engine.systems.phase_abandon.choices import CHARACTER
from engine.systems.phase_abandon.entities import Character, PersonalGoal, Skill, SkillDraft, State
from engine.systems.phase_abandon.fields import NeededGoal
from engine.systems.phase_abandon.fold import first, known_character, with_character
from engine.systems.phase_abandon.guards import living_character, refuse_known_skill
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, PlayerCommand
from engine.systems.phase_abandon.naming import by_number, find, matching
from engine.systems.phase_abandon.rules.goals import (
    GOAL_SLOTS,
    GoalAdded,
    open_slots,
    refuse_known_goal,
    refuse_more_goals,
    refuse_unfinished,
)
from engine.systems.phase_abandon.vocabulary import GoalKind, GoalStatus

SKILL_GOAL = 100
_SKILL_GOAL = phrase("skill goal"), phrase("skill goals")


class SkillLearned(CharacterEvent):
    """A new skill or item from a finished goal."""

    told: ClassVar[str] = template("{character} learns {skill} at {rank}.")
    said: ClassVar[str] = template("{character} learns {skill}, rank {rank}.")
    weight: ClassVar[int] = 2
    skill: str
    rank: int
    goal: str

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        goal = first(
            character.goals,
            lambda goal: goal.text == self.goal and not goal.settled and goal.skill_draft is not None,
            "goal",
        )
        draft = goal.skill_draft
        if draft is None:
            raise LookupError("no skill to learn")
        skill = Skill(
            draft.name,
            self.rank,
            draft.success_effect,
            draft.critical_failure_effect,
            draft.notes,
            approved=goal.approved,
            is_item=draft.item,
        )
        place = "items" if draft.item else "skills"
        goals = replaced(character.goals, goal, changed(goal, settled=True))
        return with_character(state, self.character, goals=goals, **{place: (*getattr(character, place), skill)})


class ProposeSkillGoal(PlayerCommand):
    """Write up a skill to be learned by a 100-point goal (PA-82); `goal_text` empty = "learn" and its name."""

    phases: ClassVar[str] = "OPE"
    talk: ClassVar[Talk] = Talk(confirm="A goal to learn {skill_name}, {player}?")
    skill_name: NeededWords
    goal_text: Words = ""
    success_effect: Words = ""
    critical_failure_effect: Words = ""
    notes: Words = ""
    item: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        """Write up a skill to be learned (PA-82, R-52, R-62)."""
        character = living_character(ledger.state, who)
        if self.item and ledger.rules.item_after_creation != "by_goal":
            raise Refused("E_RULE", phrase("This table does not gain items through goals."))
        refuse_known_skill(character, self.skill_name)
        if ledger.rules.goal_cap_counts_derived and open_slots(character, derived=True) >= GOAL_SLOTS:
            raise Refused("E_LIMIT", phrase("{character} has three goals open.", character=character.name))
        refuse_more_goals(character)
        name = self.skill_name.strip()
        text = self.goal_text.strip() or f"learn {name}"
        pending = any(_drafts(goal, name) for goal in character.goals)
        if pending:
            raise Refused("E_DUPLICATE", phrase("{skill} is being learned.", skill=name))
        else:
            refuse_known_goal(character, text)
        draft = SkillDraft(name, self.success_effect, self.critical_failure_effect, self.notes, self.item)
        goal = PersonalGoal(text, GoalKind.SKILL_LEARNING, SKILL_GOAL, SKILL_GOAL, skill_draft=draft)
        ledger.record(GoalAdded(character.name, goal, ledger.next_proposal_id()))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.character_of(who) is None:
            return
        fields = (
            Field("skill_name", phrase("Skill")),
            Field("success_effect", phrase("On a success"), optional=True),
            Field("critical_failure_effect", phrase("On a critical failure"), optional=True),
            Field("goal_text", phrase("Goal"), optional=True),
        )
        yield Move(cls.kind, phrase("Learn a new skill"), CHARACTER, (), fields)


def _drafts(goal: PersonalGoal, name: str) -> bool:
    draft = goal.skill_draft
    return draft is not None and not goal.settled and draft.name.casefold() == name.casefold()


class LearnSkill(PlayerCommand):
    """Write the learned skill on the sheet (PA-82); `goal` is its goal's text, number or the skill's name."""

    phases: ClassVar[str] = "PEO"
    talk: ClassVar[Talk] = Talk(confirm="Learn the new skill, {player}?", awaited="skill_ready")
    goal: NeededGoal

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        goal = _skill_goal(character, self.goal)
        refuse_unfinished(goal)
        if goal.settled or goal.skill_draft is None:
            raise Refused("E_ALREADY", phrase("That skill has been learned already."))
        if ledger.rules.require_approval and not goal.approved:
            raise Refused("E_NOT_APPROVED", phrase("The group has not approved that skill."))
        refuse_known_skill(character, goal.skill_draft.name)
        ledger.record(SkillLearned(character.name, goal.skill_draft.name, 1, goal.text))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is None:
            return
        done = [
            (goal.text, verbatim(goal.skill_draft.name))
            for goal in character.goals
            if goal.skill_draft is not None and goal.status is GoalStatus.DONE and not goal.settled
        ]
        which = choice("goal", phrase("Skill"), done)
        yield Move(cls.kind, phrase("Write the learned skill"), CHARACTER, (), (which,))


def _skill_goal(character: Character, said: str) -> PersonalGoal:
    """A skill goal by text, number among all goals, or name of its skill; unlearned ones first."""
    goals = tuple(goal for goal in character.goals if goal.skill_draft is not None)
    numbered = by_number(character.goals, said)
    if numbered is not None and numbered in goals:
        return numbered
    waiting = sorted(goals, key=lambda goal: goal.settled)
    by_skill = matching(waiting, _skill_to_learn, said, loose=False)
    return by_skill[0] if len(by_skill) == 1 else find(waiting, _text, said, _SKILL_GOAL)


def _skill_to_learn(goal: PersonalGoal) -> str:
    return goal.skill_draft.name if goal.skill_draft is not None else ""


def _text(goal: PersonalGoal) -> str:
    return goal.text
