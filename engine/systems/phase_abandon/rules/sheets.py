"""Character sheets, from the first line to the finished character (rules 3.3)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed, number
from engine.fields import NeededWords, NewName, Number, SkillName, Words
from engine.offers import choice
from engine.phrase import Phrase, joined, phrase, plural, template
from engine.systems.phase_abandon.choices import CHARACTER, YES_NO
from engine.systems.phase_abandon.derived import BLURBS, DEAREST_RANK
from engine.systems.phase_abandon.entities import Character, Proposal, Skill, State
from engine.systems.phase_abandon.fields import SheetRank
from engine.systems.phase_abandon.fold import (
    known_character,
    phase_after_characters,
    with_character,
    with_player,
)
from engine.systems.phase_abandon.guards import MOST_ENTRIES, draft, living_character, refuse_known_skill
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, PlayerCommand
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.rules.goals import STARTING_TOTAL, starting_total
from engine.systems.phase_abandon.rules.principles import PRINCIPLES
from engine.systems.phase_abandon.rules.sessions import ask_luck
from engine.systems.phase_abandon.vocabulary import CharacterStatus, ProposalSubject
from engine.systems.phase_abandon.words import counted, noting


class CharacterCreated(CharacterEvent):
    """A sheet is begun."""

    told: ClassVar[str] = template("{player} plays {character}.")
    weight: ClassVar[int] = 1
    player: str

    def apply(self, state: State) -> Changes:
        changes = with_player(state, self.player, character_id=self.character)
        return {**changes, "characters": (*state.characters, Character(self.character, self.player))}


class BlurbSet(CharacterEvent):
    """One of three blurbs; `slot` from 1."""

    told: ClassVar[str] = template("{character}: {text}.")
    weight: ClassVar[int] = 1
    slot: int
    text: str

    def apply(self, state: State) -> Changes:
        if not 1 <= self.slot <= BLURBS:
            raise ValueError(self.slot)
        blurbs = [*known_character(state, self.character).blurbs]
        blurbs += [""] * (self.slot - len(blurbs))
        blurbs[self.slot - 1] = self.text
        return with_character(state, self.character, blurbs=tuple(blurbs))


class SkillBought(CharacterEvent):
    """A skill on the sheet and what it cost."""

    weight: ClassVar[int] = 1
    skill: Skill
    cost: int
    proposal: str

    def apply(self, state: State) -> Changes:
        return _bought(state, self.character, self.skill, self.cost, self.proposal)

    def sentence(self) -> Phrase:
        rank = number(self.skill.rank)
        return phrase("{character} has {skill} at {rank}.", character=self.character, skill=self.skill.name, rank=rank)

    def undone(self) -> Phrase:
        return phrase("{skill} for {character}", skill=self.skill.name, character=self.character)


class SpecialItemBought(CharacterEvent):
    """An item on the sheet; paid in skill points, or in improvement chips once the character is active."""

    weight: ClassVar[int] = 1
    item: Skill
    cost: int
    proposal: str

    def apply(self, state: State) -> Changes:
        return _bought(state, self.character, self.item, self.cost, self.proposal)

    def sentence(self) -> Phrase:
        rank = number(self.item.rank)
        return phrase("{character} owns {item} at {rank}.", character=self.character, item=self.item.name, rank=rank)

    def undone(self) -> Phrase:
        return phrase("{item} for {character}", item=self.item.name, character=self.character)


def _bought(state: State, name: str, skill: Skill, cost: int, proposal: str) -> Changes:
    character = known_character(state, name)
    place = "items" if skill.is_item else "skills"
    paid = "skill_points_left" if character.status is CharacterStatus.DRAFT else "improvement_chips"
    kind = ProposalSubject.ITEM if skill.is_item else ProposalSubject.SKILL
    changes = with_character(
        state, name, **{place: (*getattr(character, place), skill), paid: getattr(character, paid) - cost}
    )
    return {**changes, "proposals": (*state.proposals, Proposal(proposal, name, kind, skill.name))}


class EquipmentNoted(CharacterEvent):
    """Equipment on the sheet."""

    told: ClassVar[str] = template("{character} carries {text}.")
    weight: ClassVar[int] = 1
    text: str

    def apply(self, state: State) -> Changes:
        equipment = (*known_character(state, self.character).equipment, self.text)
        return with_character(state, self.character, equipment=equipment)


class CharacterFinished(CharacterEvent):
    """The character may act; `warnings` names what is unusual."""

    weight: ClassVar[int] = 1
    warnings: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        chips = character.improvement_chips
        if state.house_rules.unspent_skill_points == "improvement":
            chips += character.skill_points_left
        changes = with_character(
            state, self.character, status=CharacterStatus.ACTIVE, skill_points_left=0, improvement_chips=chips
        )
        return {**changes, "phase": phase_after_characters(changed(state, **changes))}

    def sentence(self) -> Phrase:
        return noting(phrase("{character} is ready", character=self.character), self.warnings)


class CreateCharacter(PlayerCommand):
    """Begin a character sheet."""

    taps: ClassVar[tuple[Move, ...]] = (
        Move("create_character", phrase("Create a character"), CHARACTER, (), (Field("name", phrase("Name")),)),
    )
    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="The character {name} for {player}?")
    name: NewName

    def decide(self, ledger: Ledger, who: str) -> None:
        """Begin a sheet; one living character per player (PA-1)."""
        state, name = ledger.state, self.name.strip()
        current = state.character_of(who)
        if current is not None and current.status is not CharacterStatus.DEAD:
            raise Refused("E_ALREADY", phrase("{player} plays {character}.", player=who, character=current.name))
        if any(character.name.casefold() == name.casefold() for character in state.characters):
            raise Refused("E_DUPLICATE", phrase("There is already a character called {character}.", character=name))
        ledger.record(CharacterCreated(name, who))


class SetBlurb(PlayerCommand):
    """Write one of the three blurbs (PA-18); `slot` 1 to 3, None = next free."""

    taps: ClassVar[tuple[Move, ...]] = (
        Move("set_blurb", phrase("Add a blurb"), CHARACTER, (), (Field("text", phrase("Blurb")),)),
    )
    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="A blurb for {player}: {text}?")
    text: NeededWords
    slot: Annotated[int, Number(1, BLURBS, judged=True)] | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        character = draft(ledger.state, who)
        blank = next((at for at, text in enumerate(character.blurbs) if not text), len(character.blurbs))
        slot = self.slot if self.slot is not None else blank + 1
        if not 1 <= slot <= BLURBS:
            raise Refused("E_LIMIT", phrase("A character has three blurbs."))
        ledger.record(BlurbSet(character.name, slot, self.text.strip()))


class SheetEntry(PlayerCommand, base=True):
    """A skill or an item to be bought, with its sheet lines (PA-20, PA-21)."""

    name: NewName
    rank: SheetRank
    success_effect: NeededWords
    critical_failure_effect: NeededWords
    notes: Words = ""
    crit_heart: SheetRank = 0

    def bought(self, character: Character) -> Skill:
        """The entry as it comes on the sheet of a character that can pay for it.

        Raises:
            Refused: It is too dear, or the character has one of that name.
        """
        drafting = character.status is CharacterStatus.DRAFT
        budget = character.skill_points_left if drafting else character.improvement_chips
        if self.rank > budget:
            left = counted(budget, "point", "points") if drafting else counted(budget, "chip", "chips")
            raise Refused("E_BUDGET", phrase("{character} has {left} left.", character=character.name, left=left))
        refuse_known_skill(character, self.name)
        lines = self.success_effect, self.critical_failure_effect, self.notes
        return Skill(self.name.strip(), self.rank, *lines, crit_heart=self.crit_heart)


class AddSkill(SheetEntry):
    """Buy a skill with its four sheet lines (PA-20, PA-21)."""

    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="The skill {name}[ at {rank}], {player}?")

    def decide(self, ledger: Ledger, who: str) -> None:
        character = draft(ledger.state, who)
        skill = self.bought(character)
        ledger.record(SkillBought(character.name, skill, self.rank, ledger.next_proposal_id()))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None:
            yield Move(cls.kind, phrase("Add a skill"), CHARACTER, (), _lines(character))


class AddSpecialItem(SheetEntry):
    """Buy a special item of power (PA-20, PA-21)."""

    phases: ClassVar[str] = "COPE"
    talk: ClassVar[Talk] = Talk(confirm="The item {name}[ at {rank}], {player}?")
    breaks_at_zero: bool = False
    recharge: Words = ""
    linked_to: SkillName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Buy an item; once the character is active only from improvement chips, if the table allows it (R-62)."""
        character = living_character(ledger.state, who)
        drafting = character.status is CharacterStatus.DRAFT
        if not drafting and (ledger.rules.item_after_creation != "by_improvement" or self.rank < 1):
            raise Refused("E_PHASE", phrase("The sheet of {character} is finished.", character=character.name))
        item = changed(
            self.bought(character),
            is_item=True,
            breaks_at_zero=self.breaks_at_zero,
            recharge=self.recharge,
            linked_to=self.linked_to,
        )
        ledger.record(SpecialItemBought(character.name, item, self.rank, ledger.next_proposal_id()))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None:
            item = (
                *_lines(character),
                choice("breaks_at_zero", phrase("Breaks at zero"), YES_NO, optional=True),
                Field("recharge", phrase("How it recharges"), optional=True),
            )
            yield Move(cls.kind, phrase("Add a special item of power"), CHARACTER, (), item)


def _lines(character: Character) -> tuple[Field, ...]:
    drafting = character.status is CharacterStatus.DRAFT
    budget = character.skill_points_left if drafting else character.improvement_chips
    return (
        Field("name", phrase("Name")),
        Field("rank", phrase("Rank"), "number", (), 0 if drafting else 1, min(DEAREST_RANK, budget)),
        Field("success_effect", phrase("On a success")),
        Field("critical_failure_effect", phrase("On a critical failure")),
        Field("notes", phrase("Notes"), optional=True),
        Field("crit_heart", phrase("Heart lost per 1"), "number", (), 0, 5, optional=True),
    )


class NoteEquipment(PlayerCommand):
    """Write down equipment (PA-25)."""

    taps: ClassVar[tuple[Move, ...]] = (
        Move("note_equipment", phrase("Add equipment"), CHARACTER, (), (Field("text", phrase("Equipment")),)),
    )
    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="Equipment for {player}: {text}?")
    text: NeededWords

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        if len(character.equipment) >= MOST_ENTRIES:
            most = phrase("{character} carries at most {count} things.", character=character.name, count=MOST_ENTRIES)
            raise Refused("E_LIMIT", most)
        ledger.record(EquipmentNoted(character.name, self.text.strip()))


class FinishCharacter(PlayerCommand):
    """Check the sheet and activate the character (PA-27)."""

    taps: ClassVar[tuple[Move, ...]] = (Move("finish_character", phrase("Finish the character"), CHARACTER),)
    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="Is {player} done with the character?")

    def decide(self, ledger: Ledger, who: str) -> None:
        character = draft(ledger.state, who)
        missing = _missing(character)
        if missing:
            needs = phrase("{character} still needs {missing}.", character=character.name, missing=listed(missing))
            raise Refused("E_INCOMPLETE", needs)
        total, setting = starting_total(character), ledger.rules.starting_goal_total
        off = total != STARTING_TOTAL
        if off and setting == "enforce":
            wrong = phrase("Starting goals have to total {points}, not {total}.", points=STARTING_TOTAL, total=total)
            raise Refused("E_GOAL_TOTAL", wrong)
        waiting = _unapproved(character) if ledger.rules.require_approval else ()
        if waiting:
            unapproved = phrase("The group has not approved {entries}.", entries=joined(waiting, ", "))
            raise Refused("E_NOT_APPROVED", unapproved)
        warned = off and setting == "warn"
        warnings = (f"starting goals total {total}, not {STARTING_TOTAL}",) if warned else ()
        ledger.record(CharacterFinished(character.name, warnings))
        if ledger.state.session_running:
            ask_luck(ledger, who)


def _missing(character: Character) -> list[Phrase]:
    missing = []
    written = sum(bool(blurb) for blurb in character.blurbs)
    if written != BLURBS:
        missing.append(plural("{count} more blurb", "{count} more blurbs", BLURBS - written))
    lacking = PRINCIPLES - len(character.principles)
    if lacking:
        missing.append(plural("{count} more principle", "{count} more principles", lacking))
    names = {skill.name for skill in all_skills(character)}
    unlinked = [vow.text for vow in character.principles if vow.linked_skill_id not in names]
    return missing + [phrase("a skill for {principle}", principle=text) for text in unlinked]


def _unapproved(character: Character) -> tuple[str, ...]:
    skills = [skill.name for skill in all_skills(character) if not skill.approved]
    vows = [vow.text for vow in character.principles if not vow.approved]
    goals = [goal.text for goal in character.goals if not goal.approved]
    return (*skills, *vows, *goals)
