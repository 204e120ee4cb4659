"""Taps around a roll: declaring, asking for checks, helping, re-rolling, trading, rescuing (rules 3.5, 3.6, 3.11)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.common.words import listed
from engine.offers import ROLL, choice
from engine.phrase import Phrase, phrase, verbatim
from engine.systems.phase_abandon.decide_checks import most_difficulty
from engine.systems.phase_abandon.decide_rolls import most_held_out
from engine.systems.phase_abandon.derived import base_dice, capped, luck_dice, may_reroll, split_shape
from engine.systems.phase_abandon.entities import Character, LiveRoll, Skill
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.steps import luck_rerolls
from engine.systems.phase_abandon.vocabulary import RollStep
from engine.systems.phase_abandon.words import counted, dice

ACT = phrase("Act")
LUCK = "luck"


def of_the_roll(state: State, player: str) -> Iterator[Move]:
    """What may still be done about the live roll: by its roller, by everybody else."""
    roll = state.roll
    if roll is None:
        if state.split_roll is not None:
            yield Move("withdraw_roll", phrase("Drop the rest of the split"), ROLL)
        return
    if roll.roller == player:
        yield from (_before_throw if roll.step is RollStep.THROW else _after_throw)(state, roll)
    else:
        yield from _of_others(state, roll, player)


# -- the roller --------------------------------------------------------------------------------------------------------


def _before_throw(state: State, roll: LiveRoll) -> Iterator[Move]:
    character = state.character(roll.character_id)
    principles = [each.text for each in character.principles] if character is not None else []
    which = choice("principle", phrase("Principle"), principles)
    yield Move("invoke_trigger", phrase("Use a principle"), ROLL, (), (which,))
    shape = split_shape(roll.effective)
    if len(shape) > 1:
        yield Move("split_dice", phrase("Split the dice: {groups}", groups=listed(map(str, shape))), ROLL)
    most = _most_held_out(state, roll)
    if most:
        count = Field("count", phrase("Dice"), "number", (), 1, most)
        yield Move("hold_out_dice", phrase("Hold out dice"), ROLL, (), (count,))
    yield Move("withdraw_roll", phrase("Take the roll back"), ROLL)


def _most_held_out(state: State, roll: LiveRoll) -> int:
    if roll.connection is not None:
        return roll.effective - 1
    return (roll.group if roll.group is not None else most_held_out(Ledger(state), roll.effective)) - 1


def _after_throw(state: State, roll: LiveRoll) -> Iterator[Move]:
    open_dice = tuple(Option(die.index, verbatim(die.face)) for die in roll.dice if may_reroll(die, state.house_rules))
    most = min(len(open_dice), roll.rerolls_left + luck_rerolls(state, roll))
    if most:
        which = Field("dice", phrase("Dice"), "choices", open_dice, 1, most)
        label = phrase("Re-roll dice ({rerolls} left)", rerolls=counted(roll.rerolls_left, "re-roll", "re-rolls"))
        yield Move("reroll_dice", label, ROLL, (), (which,))
    yield Move("trade_six", phrase("Trade a six for a one"), ROLL)
    if roll.step is not RollStep.EXPLODE:
        yield Move("explode_sixes", phrase("Throw the sixes again"), ROLL)
    keep = phrase("Leave the sixes") if roll.step is RollStep.EXPLODE else phrase("Keep the dice")
    yield Move("accept_roll", keep, ROLL)


# -- the others --------------------------------------------------------------------------------------------------------


def _of_others(state: State, roll: LiveRoll, player: str) -> Iterator[Move]:
    story = Field("story", phrase("How the rescue happens"), optional=True)
    yield Move("spend_pool_token", phrase("Spend a token on {player}'s one", player=roll.roller), ROLL, (), (story,))
    character = state.character_of(player)
    seated = state.player(player)
    if character is not None and seated is not None and seated.chips:
        most = seated.chips
        if state.house_rules.help_dice_cap == "helper_effective":
            most = min(most, _least_dice(state, character))
        fields = (_skills(state, character), Field("dice", phrase("Dice, a chip each"), "number", (), 1, most))
        yield Move("offer_help", phrase("Help {player}", player=roll.roller), ROLL, (), fields)
    yield Move("add_difficulty", phrase("Make it harder for {player} (a chip)", player=roll.roller), ROLL)
    yield Move("withdraw_roll", phrase("Take the check back"), ROLL)


def _least_dice(state: State, character: Character) -> int:
    """What every skill of the character can help with, at least one."""
    own = (capped(base_dice(character, each, state.house_rules)) for each in all_skills(character))
    return max(1, min(own, default=1))


# -- deeds -------------------------------------------------------------------------------------------------------------


def declaring(state: State, player: str) -> Iterator[Move]:
    """An action of one's own, and checks on others."""
    character = state.character_of(player)
    if character is not None:
        fields = (_skills(state, character, luck=True), Field("description", phrase("What you do"), optional=True))
        yield Move("declare_action", phrase("Act"), ACT, (), fields)
    for other in state.present:
        if other.name != player:
            yield from _check(state, player, other.name)


def _check(state: State, player: str, target: str) -> Iterator[Move]:
    character, seated = state.character_of(target), state.player(player)
    if character is None or seated is None:
        return
    fields = [_skills(state, character, luck=True), Field("reason", phrase("Why"), optional=True)]
    harder = min(most_difficulty(Ledger(state)), seated.chips - 1)
    if harder > 0:
        by = phrase("Harder by, a chip each")
        fields.append(Field("extra_difficulty", by, "number", (), 0, harder, optional=True))
    label = phrase("Call a check on {player} (a chip)", player=target)
    yield Move("request_skill_check", label, ACT, (("target", target),), tuple(fields))


def _skills(state: State, character: Character, luck: bool = False) -> Field:
    known = [each for each in all_skills(character) if not each.broken]
    options = [(each.name, _told(state, character, each)) for each in known]
    if luck:
        options.append((LUCK, phrase("Luck, {dice}", dice=dice(luck_dice(character, state.house_rules)))))
    return choice("skill", phrase("Skill"), options)


def _told(state: State, character: Character, skill: Skill) -> Phrase:
    thrown = capped(base_dice(character, skill, state.house_rules))
    if not thrown:
        return phrase("{skill}, on Luck", skill=skill.name)
    return phrase("{skill}, {dice}", skill=skill.name, dice=dice(thrown))
