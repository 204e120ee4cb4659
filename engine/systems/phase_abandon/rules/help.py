"""Helping somebody's roll with dice of an own skill (rules 3.12)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Number, SkillName
from engine.offers import ROLL, asked
from engine.phrase import Phrase, phrase, template
from engine.systems.phase_abandon.choices import skill_choice
from engine.systems.phase_abandon.derived import base_dice, capped
from engine.systems.phase_abandon.entities import Helper, State
from engine.systems.phase_abandon.fold import live
from engine.systems.phase_abandon.guards import (
    active_character,
    refuse_after_throw,
    refuse_broken,
    refuse_poor,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.naming import all_skills, find_skill
from engine.systems.phase_abandon.vocabulary import ChipReason, Purpose, RollKind
from engine.systems.phase_abandon.words import dice, dice_in_figures
from engine.types import Spoken

_HELPED = (RollKind.ACTION, RollKind.CHECK)


def most_help(state: State, player: str) -> int:
    """Most dice a player may lend of any of their skills: a chip each, and no more than each gives (PA-78, R-33)."""
    seated, character = state.player(player), state.character_of(player)
    if seated is None or character is None or state.house_rules.help_dice_cap != "helper_effective":
        return seated.chips if seated is not None else 0
    own = (capped(base_dice(character, each, state.house_rules)) for each in all_skills(character))
    return min(seated.chips, max(1, min(own, default=1)))


class HelpOffered(Event):
    """Helping dice are bought."""

    taken_back: ClassVar[str] = template("{player}'s help with {skill}")
    roll: str
    player: str
    skill: str
    dice: int

    def apply(self, state: State) -> Changes:
        roll = live(state)
        return {"roll": changed(roll, helpers=(*roll.helpers, Helper(self.player, self.skill, self.dice)))}

    def sentence(self) -> Phrase:
        number = dice_in_figures(self.dice)
        return phrase("{player} helps with {dice} of {skill}.", player=self.player, dice=number, skill=self.skill)

    def aloud(self) -> Spoken:
        told = phrase(
            "{player} helps with {skill}, {dice}.", player=self.player, skill=self.skill, dice=dice(self.dice)
        )
        return Spoken(told, 2)


class OfferHelp(PlayerCommand):
    """Buy helping dice for somebody's roll before it is thrown (PA-78 to PA-80, R-33)."""

    talk: ClassVar[Talk] = Talk(confirm="{dice:helping die|helping dice}, {player}?", main=True)
    skill: SkillName
    dice: Annotated[
        int,
        Number(
            1,
            most_help,
            few=True,
            ask="How many dice, {who}?",
            otherwise=phrase("Help takes at least one die."),
        ),
    ]

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = ledger.state.roll
        if roll is None or roll.kind not in _HELPED:
            raise Refused("E_NO_ROLL", phrase("No action or check is open."))
        refuse_after_throw(roll)
        if roll.roller == who:
            raise Refused("E_SELF", phrase("Somebody else has to help."))
        character = active_character(ledger.state, who)
        skill = find_skill(character, self.skill)
        refuse_broken(skill)
        if any(helper.player == who for helper in roll.helpers):
            raise Refused("E_ALREADY", phrase("{player} already helps with this roll.", player=who))
        most = capped(base_dice(character, skill, ledger.rules))
        if ledger.rules.help_dice_cap == "helper_effective" and self.dice > most:
            raise Refused("E_LIMIT", phrase("{skill} helps with {dice} at most.", skill=skill.name, dice=dice(most)))
        refuse_poor(ledger.state, who, self.dice)
        ledger.record(HelpOffered(roll.roll_id, who, skill.name, self.dice))
        ledger.pay(who, roll.roller, self.dice, ChipReason.HELP)
        ledger.ask_dice(who, self.dice, Purpose.HELP, f"help for {roll.roller}", roll.roll_id)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll, character, seated = state.roll, state.character_of(who), state.player(who)
        if roll is not None and character is not None and seated is not None and seated.chips:
            number = asked(cls, "dice", phrase("Dice, a chip each"), state, who)
            fields = (skill_choice(state, character), number)
            yield Move(cls.kind, phrase("Help {player}", player=roll.roller), ROLL, (), fields)
