"""Vows: taking them, breaking them, and making amends (PA-22, PA-84, PA-85)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.fields import NeededWords, Number, Thing, Words
from engine.offers import choice
from engine.phrase import Phrase, phrase, plural, template
from engine.systems.phase_abandon.choices import CHARACTER
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, PersonalGoal, Proposal, State, Trigger
from engine.systems.phase_abandon.fields import AnyPlayer, Mode, NeededSkill, Principle
from engine.systems.phase_abandon.fold import first, known_character, with_character
from engine.systems.phase_abandon.guards import draft, living_character, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, PlayerCommand
from engine.systems.phase_abandon.naming import all_skills, find_principle, find_skill
from engine.systems.phase_abandon.rules.goals import GoalAdded, GoalRaised, refuse_unfinished
from engine.systems.phase_abandon.vocabulary import GoalKind, ProposalSubject
from engine.types import Spoken

PRINCIPLES = 3
APPLIES = ("LINKED", "NOT_LINKED", "ANY")
BREAK_PENALTY = 3
ATONEMENT = (50, 75, 100)
_COVERED = (
    ("LINKED", phrase("the linked skill")),
    ("NOT_LINKED", phrase("all other skills")),
    ("ANY", phrase("any skill")),
)


class PrincipleAdded(CharacterEvent):
    """A guiding principle on the sheet."""

    weight: ClassVar[int] = 1
    principle: GuidingPrinciple
    proposal: str

    def apply(self, state: State) -> Changes:
        principles = (*known_character(state, self.character).principles, self.principle)
        proposal = Proposal(self.proposal, self.character, ProposalSubject.PRINCIPLE, self.principle.text)
        return {
            **with_character(state, self.character, principles=principles),
            "proposals": (*state.proposals, proposal),
        }

    def sentence(self) -> Phrase:
        return phrase("Principle of {character}: {principle}.", character=self.character, principle=self.principle.text)


class PrincipleBroken(CharacterEvent):
    """A vow is broken."""

    said: ClassVar[str] = template("{character} breaks a principle, {principle}: minus {penalty}.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the broken principle, {principle}")
    principle: str
    count: int
    penalty: int
    by: str | None = None

    def apply(self, state: State) -> Changes:
        return _principle(state, self.character, self.principle, break_count=self.count, penalty=self.penalty)

    def sentence(self) -> Phrase:
        return plural(
            "{character} breaks {principle}; {count} die fewer on its skill.",
            "{character} breaks {principle}; {count} dice fewer on its skill.",
            self.penalty,
            character=self.character,
            principle=self.principle,
        )


class PrincipleResolved(CharacterEvent):
    """A vow is mended or changed."""

    principle: str
    mode: str
    new_text: str | None = None

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        text = self.new_text or self.principle
        mended = changed(
            state,
            **_principle(state, self.character, self.principle, text=text, penalty=0, break_count=0, goal_id=None),
        )
        goals = tuple(
            changed(goal, settled=True)
            if goal.kind is GoalKind.PRINCIPLE_RESOLUTION and goal.principle_id == self.principle
            else goal
            for goal in character.goals
        )
        return with_character(mended, self.character, goals=goals)

    def sentence(self) -> Phrase:
        who, vow = self.character, self.principle
        if not self.new_text:
            return phrase("{character} has settled {principle}.", character=who, principle=vow)
        return phrase(
            "{character} has settled {principle}; it now reads {text}.",
            character=who,
            principle=vow,
            text=self.new_text,
        )

    def aloud(self) -> Spoken:
        reads = self.new_text or self.principle
        return Spoken(
            phrase("{character}'s principle counts again: {principle}.", character=self.character, principle=reads), 2
        )


def _principle(state: State, name: str, text: str, /, **changes: object) -> Changes:
    character = known_character(state, name)
    vow = first(character.principles, lambda vow: vow.text == text, "principle")
    return with_character(state, name, principles=replaced(character.principles, vow, changed(vow, **changes)))


class AddPrinciple(PlayerCommand):
    """Take a guiding principle with its trigger (PA-22).

    Attributes:
        applies_to: "LINKED", "NOT_LINKED", "ANY", or names of own skills.
    """

    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="A guiding principle for {player}: {text}?")
    text: NeededWords
    linked_skill: NeededSkill
    condition: NeededWords
    bonus_dice: Annotated[int, Number(1, 3, otherwise=phrase("A trigger grants one to three dice."))]
    applies_to: Annotated[str | tuple[str, ...], Thing("skill")] = "LINKED"

    def decide(self, ledger: Ledger, who: str) -> None:
        """Take a principle with its trigger (PA-22, R-60)."""
        character = draft(ledger.state, who)
        if len(character.principles) >= PRINCIPLES:
            raise Refused("E_LIMIT", phrase("A character has three principles."))
        linked = find_skill(character, self.linked_skill)
        applies = _applies_to(character, self.applies_to)
        text = self.text.strip()
        if any(vow.text.casefold() == text.casefold() for vow in character.principles):
            raise Refused("E_DUPLICATE", phrase("{character} already has that principle.", character=character.name))
        principle = GuidingPrinciple(text, linked.name, Trigger(self.condition, self.bonus_dice, applies))
        ledger.record(PrincipleAdded(character.name, principle, ledger.next_proposal_id()))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is None:
            return
        principle = (
            Field("text", phrase("Vow")),
            choice("linked_skill", phrase("Linked skill"), [each.name for each in all_skills(character)]),
            Field("condition", phrase("Grants dice when")),
            Field("bonus_dice", phrase("Dice"), "number", (), 1, 3),
            choice("applies_to", phrase("For"), _COVERED, optional=True),
        )
        yield Move(cls.kind, phrase("Add a guiding principle"), CHARACTER, (), principle)


def _applies_to(character: Character, said: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(said, str):
        word = said.strip().upper().replace(" ", "_")
        if word in APPLIES:
            return word
        said = (said,)
    names = []
    for name in said:
        skill = find_skill(character, name)
        names.append(skill.name)
    return tuple(names)


class BreakPrinciple(PlayerCommand):
    """A character acts against a principle (PA-84); `principle` None = the only one."""

    talk: ClassVar[Talk] = Talk(confirm="Did {player} break a principle[: {principle}]?", main=True)
    principle: Principle | None = None
    by: AnyPlayer | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """A vow is broken: dice lost and an atonement goal (PA-84, R-57, R-59)."""
        character = living_character(ledger.state, who)
        vow = find_principle(character, self.principle)
        refuse_unless_idle(ledger.state)
        flat = ledger.rules.principle_penalty_mode == "flat"
        count = vow.break_count + 1
        penalty = BREAK_PENALTY if flat else vow.penalty + BREAK_PENALTY
        ledger.record(PrincipleBroken(character.name, vow.text, count, penalty, self.by))
        _atone(ledger, character, vow, ATONEMENT[min(count, len(ATONEMENT)) - 1])

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None:
            which = choice("principle", phrase("Principle"), [each.text for each in character.principles])
            yield Move(cls.kind, phrase("Break a principle"), CHARACTER, (), (which,))


def _atone(ledger: Ledger, character: Character, vow: GuidingPrinciple, points: int) -> None:
    goal = next((goal for goal in character.goals if goal.text == vow.goal_id and not goal.settled), None)
    if goal is None:
        text = f"resolve the broken principle: {vow.text}"
        new = PersonalGoal(text, GoalKind.PRINCIPLE_RESOLUTION, points, points, principle_id=vow.text, approved=True)
        ledger.record(GoalAdded(character.name, new))
    elif points > goal.value_initial:
        more = points - goal.value_initial
        left = points if ledger.rules.principle_goal_raise == "reset" else goal.value_left + more
        ledger.record(GoalRaised(character.name, goal.text, goal.value_initial, points, left))


class ResolvePrinciple(PlayerCommand):
    """Lift the penalty after amends or a changed vow (PA-85).

    Attributes:
        mode: "atoned" or "changed".
    """

    phases: ClassVar[str] = "PE"
    talk: ClassVar[Talk] = Talk(confirm="Is the broken principle settled, {player}?", awaited="vow_resolved")
    principle: Principle | None = None
    mode: Mode = "atoned"
    new_text: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        vow = _broken_vow(character, self.principle)
        goal = next((goal for goal in character.goals if goal.text == vow.goal_id and not goal.settled), None)
        if goal is None:
            raise Refused("E_ALREADY", phrase("“{principle}” is not broken.", principle=vow.text))
        refuse_unfinished(goal)
        mode = self.mode.strip().lower()
        text = (self.new_text or "").strip()
        if mode == "changed" and not text:
            raise Refused("E_EMPTY", phrase("Say the new wording of the vow."))
        new_text = text if mode == "changed" else None
        ledger.record(PrincipleResolved(character.name, vow.text, mode, new_text))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is None:
            return
        mended = {goal.principle_id for goal in character.goals if goal.kind is GoalKind.PRINCIPLE_RESOLUTION}
        vows = [each.text for each in character.principles if each.text in mended]
        which = choice("principle", phrase("Principle"), vows)
        yield Move(cls.kind, phrase("Atone for a broken principle"), CHARACTER, (("mode", "atoned"),), (which,))
        reads = Field("new_text", phrase("New wording"))
        yield Move(cls.kind, phrase("Change a broken principle"), CHARACTER, (("mode", "changed"),), (which, reads))


def _broken_vow(character: Character, said: str | None) -> GuidingPrinciple:
    broken = [vow for vow in character.principles if vow.goal_id is not None]
    if not said and len(broken) == 1:
        return broken[0]
    return find_principle(character, said)
