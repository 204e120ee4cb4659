"""Taps around a roll: declaring, asking for checks, helping, re-rolling, trading, rescuing (rules 3.5, 3.6, 3.11)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.common.words import listed
from engine.offers import ROLL, choice
from engine.phrase import phrase, verbatim
from engine.systems.phase_abandon.choices import skill_choice
from engine.systems.phase_abandon.decide_checks import most_difficulty
from engine.systems.phase_abandon.decide_rolls import most_held_out
from engine.systems.phase_abandon.derived import may_reroll, split_shape
from engine.systems.phase_abandon.entities import LiveRoll
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.rules.help import OfferHelp
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.steps import luck_rerolls
from engine.systems.phase_abandon.vocabulary import RollStep
from engine.systems.phase_abandon.words import counted

ACT = phrase("Act")


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
    yield from OfferHelp.moves(state, player)
    yield Move("add_difficulty", phrase("Make it harder for {player} (a chip)", player=roll.roller), ROLL)
    yield Move("withdraw_roll", phrase("Take the check back"), ROLL)


# -- deeds -------------------------------------------------------------------------------------------------------------


def declaring(state: State, player: str) -> Iterator[Move]:
    """An action of one's own, and checks on others."""
    character = state.character_of(player)
    if character is not None:
        fields = (skill_choice(state, character, luck=True), Field("description", phrase("What you do"), optional=True))
        yield Move("declare_action", phrase("Act"), ACT, (), fields)
    for other in state.present:
        if other.name != player:
            yield from _check(state, player, other.name)


def _check(state: State, player: str, target: str) -> Iterator[Move]:
    character, seated = state.character_of(target), state.player(player)
    if character is None or seated is None:
        return
    fields = [skill_choice(state, character, luck=True), Field("reason", phrase("Why"), optional=True)]
    harder = min(most_difficulty(Ledger(state)), seated.chips - 1)
    if harder > 0:
        by = phrase("Harder by, a chip each")
        fields.append(Field("extra_difficulty", by, "number", (), 0, harder, optional=True))
    label = phrase("Call a check on {player} (a chip)", player=target)
    yield Move("request_skill_check", label, ACT, (("target", target),), tuple(fields))
