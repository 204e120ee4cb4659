"""Requested checks and extra difficulty (rules 3.11)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Number, Words
from engine.offers import ROLL
from engine.phrase import Phrase, phrase, template
from engine.systems.phase_abandon.choices import ACT, skill_choice
from engine.systems.phase_abandon.derived import DICE_LIMIT, reroll_allowance
from engine.systems.phase_abandon.entities import Character, LiveRoll, Skill, State
from engine.systems.phase_abandon.fields import AnyPlayer, SkillOfTarget, Target
from engine.systems.phase_abandon.fold import damage_of, live
from engine.systems.phase_abandon.guards import (
    active_character,
    refuse_absent,
    refuse_after_throw,
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event, PlayerCommand
from engine.systems.phase_abandon.naming import find_player, find_skill, is_luck, skills_meant
from engine.systems.phase_abandon.rules.actions import prepare
from engine.systems.phase_abandon.rules.counting import fail_without_dice
from engine.systems.phase_abandon.rules.narration import interrupt
from engine.systems.phase_abandon.rules.rolls import ask_throw
from engine.systems.phase_abandon.vocabulary import ChipReason, RollKind
from engine.systems.phase_abandon.words import counted, dice_and_rerolls, in_figures
from engine.types import Spoken

MOST_HARDER = 99
"""Times a check may be made harder where the house rules know no limit."""


class SkillCheckRequested(Event):
    """A check is called and paid."""

    roll: str
    requester: str
    target: str
    character: str
    skill: str | None
    asked: str | None
    effective: int
    thrown: int
    rerolls: int
    was_worn: bool
    reason: str | None = None

    def apply(self, state: State) -> Changes:
        roll = LiveRoll(
            roll_id=self.roll,
            kind=RollKind.CHECK,
            roller=self.target,
            character_id=self.character,
            skill_id=self.skill,
            requester=self.requester,
            description=self.reason or "",
            effective=self.effective,
            rerolls_left=self.rerolls,
            was_worn=self.was_worn,
            damage_before=damage_of(state, self.character, self.skill),
        )
        return {"roll": roll, "roll_count": state.roll_count + 1}

    def sentence(self) -> Phrase:
        return phrase(
            "{player} asks {target} for a {skill} check with {dice}.",
            player=self.requester,
            target=self.target,
            skill=self.skill or phrase("Luck"),
            dice=dice_and_rerolls(self.thrown, self.rerolls),
        )

    def aloud(self) -> Spoken | None:
        if self.skill is not None or not self.asked or self.asked.casefold() in {"luck", "none"}:
            return None
        return Spoken(phrase("No {skill} on the sheet of {character}.", skill=self.asked, character=self.character), 2)

    def undone(self) -> Phrase:
        return phrase("the {skill} check on {player}", skill=self.skill or phrase("Luck"), player=self.target)


class DifficultyAdded(Event):
    """A check got harder; `total` successes will be taken off."""

    taken_back: ClassVar[str] = template("{player}'s extra difficulty")
    roll: str
    player: str
    total: int

    def apply(self, state: State) -> Changes:
        return {"roll": changed(live(state), extra_difficulty=self.total)}

    def sentence(self) -> Phrase:
        return phrase(
            "{player} makes it harder, {successes} off.",
            player=self.player,
            successes=in_figures(self.total, "success", "successes"),
        )

    def aloud(self) -> Spoken:
        successes = counted(self.total, "success", "successes")
        return Spoken(phrase("{player} makes it harder: {successes} less.", player=self.player, successes=successes), 2)


class RequestSkillCheck(Command):
    """Pay a chip to make somebody roll (PA-72, PA-73)."""

    phases: ClassVar[str] = "P"
    acts: ClassVar[str] = "requester"
    talk: ClassVar[Talk] = Talk(confirm="A {skill} check for {target}?", main=True, of_others=True, throws="CHECK")
    requester: AnyPlayer = ""
    target: Target = ""
    skill: SkillOfTarget | None = None
    reason: Words | None = None
    extra_difficulty: Annotated[int, Number(0, otherwise=phrase("Extra difficulty is at least 0."))] = 0

    def decide(self, ledger: Ledger, who: str) -> None:
        """Pay a chip to make somebody roll (PA-72 to PA-74, R-74, R-80)."""
        state = ledger.state
        target = find_player(state, self.target or _only_target(ledger, who))
        refuse_absent(target)
        extra = self.extra_difficulty
        _refuse_pair(ledger, who, target.name)
        if extra > most_difficulty(ledger.rules):
            raise Refused("E_LIMIT", phrase("A check gets harder only once."))
        refuse_poor(state, who, 1 + extra)
        refuse_unless_idle(state)
        refuse_if_protected(state)
        if not ledger.rules.checks_in_challenge:
            refuse_in_challenge(state)
        character = active_character(state, target.name)
        skill = _tested(character, self.skill)
        interrupt(ledger, who)
        _open_check(ledger, self, who, character, skill)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        seated = state.player(who)
        for other in state.present:
            character = state.character_of(other.name)
            if other.name == who or character is None or seated is None:
                continue
            fields = [skill_choice(state, character, luck=True), Field("reason", phrase("Why"), optional=True)]
            harder = min(most_difficulty(state.house_rules), seated.chips - 1)
            if harder > 0:
                by = phrase("Harder by, a chip each")
                fields.append(Field("extra_difficulty", by, "number", (), 0, harder, optional=True))
            label = phrase("Call a check on {player} (a chip)", player=other.name)
            yield Move(cls.kind, label, ACT, (("target", other.name),), tuple(fields))


def _tested(character: Character, said: str | None) -> Skill | None:
    """The skill of a check is free text: what the character lacks, or has broken, is rolled on Luck (PA-73)."""
    if said is None or is_luck(said) or not skills_meant(character, said, loose=False):
        return None
    skill = find_skill(character, said, loose=False)
    return None if skill.broken else skill


def _only_target(ledger: Ledger, requester: str) -> str | None:
    """The target when nobody is named: the narrator, or the only other player."""
    if ledger.holder != requester:
        return ledger.holder
    others = [player.name for player in ledger.state.present if player.name != requester]
    return others[0] if len(others) == 1 else None


def most_difficulty(rules: HouseRules) -> int:
    """Successes that may be taken off a check (R-34)."""
    most = rules.extra_difficulty_max
    return most if isinstance(most, int) else MOST_HARDER


def _refuse_pair(ledger: Ledger, requester: str, target: str) -> None:
    if requester == target:
        raise Refused("E_SELF", phrase("Somebody else has to be tested."))
    if ledger.rules.check_pairs == "anyone" or ledger.holder in (requester, target):
        return
    raise Refused("E_CHECK_PAIR", phrase("A check needs the narrator, {holder}, on one side.", holder=ledger.holder))


def _open_check(
    ledger: Ledger, command: RequestSkillCheck, who: str, character: Character, skill: Skill | None
) -> None:
    prepared = prepare(ledger.state, character, skill)
    dice = prepared.effective
    if dice == 0 and ledger.rules.zero_dice_check == "one_die":
        dice = 1
    ledger.record(
        SkillCheckRequested(
            roll=ledger.next_roll_id(),
            requester=who,
            target=character.owner,
            character=character.name,
            skill=prepared.skill.name if prepared.skill is not None else None,
            asked=command.skill,
            effective=dice,
            thrown=min(DICE_LIMIT, dice),
            rerolls=reroll_allowance(dice, ledger.rules),
            was_worn=prepared.was_worn,
            reason=command.reason,
        )
    )
    ledger.pay(who, character.owner, 1, ChipReason.CHECK)
    for _ in range(command.extra_difficulty):
        _make_harder(ledger, who, character.owner)
    roll = ledger.state.roll
    if dice == 0 and roll is not None:
        fail_without_dice(ledger, roll)
    else:
        ask_throw(ledger)


def _make_harder(ledger: Ledger, payer: str, roller: str) -> None:
    roll = ledger.state.roll
    if roll is not None:
        ledger.record(DifficultyAdded(roll.roll_id, payer, roll.extra_difficulty + 1))
        ledger.pay(payer, roller, 1, ChipReason.DIFFICULTY)


class AddDifficulty(PlayerCommand):
    """Pay a chip to take one success off a check (PA-74)."""

    talk: ClassVar[Talk] = Talk(confirm="A chip to make it harder, {player}?")

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = ledger.state.roll
        if roll is None or roll.kind is not RollKind.CHECK:
            raise Refused("E_NO_ROLL", phrase("No requested check is open."))
        refuse_after_throw(roll)
        if roll.roller == who:
            raise Refused("E_SELF", phrase("Somebody else has to make it harder."))
        if ledger.rules.extra_difficulty_giver == "requester" and roll.requester != who:
            only = phrase("Only {player}, who asked for the check, may make it harder.", player=roll.requester)
            raise Refused("E_NOT_OWNER", only)
        if roll.extra_difficulty >= most_difficulty(ledger.rules):
            raise Refused("E_LIMIT", phrase("The check has already been made harder."))
        refuse_poor(ledger.state, who, 1)
        _make_harder(ledger, who, roll.roller)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = state.roll
        if roll is not None and roll.roller != who:
            yield Move(cls.kind, phrase("Make it harder for {player} (a chip)", player=roll.roller), ROLL)
