"""Thrown dice: re-rolls, trades, rescues, explosions, and the steps between them (rules 3.6)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from engine.board import Field, Move, Option
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Place, Words
from engine.offers import ROLL
from engine.phrase import Phrase, phrase, spelled, template, verbatim
from engine.systems.phase_abandon.derived import awaits_explosion, is_live_one, is_natural_six, may_reroll, own_tokens
from engine.systems.phase_abandon.entities import Die, LiveRoll, State
from engine.systems.phase_abandon.fields import DiceThatLie, Face
from engine.systems.phase_abandon.fold import live
from engine.systems.phase_abandon.guards import live_roll, own_roll, refuse_before_throw
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.rules.counting import resolve
from engine.systems.phase_abandon.rules.rolls import RollStepChanged, thrown_roll
from engine.systems.phase_abandon.rules.wear import LuckLost
from engine.systems.phase_abandon.vocabulary import DieOrigin, DieStatus, Purpose, RollKind, RollStep
from engine.systems.phase_abandon.words import counted, dice_in_figures, in_figures
from engine.types import Spoken


class DiceRerolled(Event):
    """Dice picked up again; `luck` of the re-rolls were paid from Luck."""

    taken_back: ClassVar[str] = template("the re-roll")
    roll: str
    indexes: tuple[int, ...]
    set_aside: tuple[int, ...]
    rerolls_left: int
    luck: int = 0

    def apply(self, state: State) -> Changes:
        roll = live(state)
        dice = tuple(
            changed(die, status=DieStatus.SET_ASIDE) if die.index in self.set_aside else die for die in roll.dice
        )
        return {"roll": changed(roll, dice=dice, rerolling=self.indexes, rerolls_left=self.rerolls_left)}

    def sentence(self) -> Phrase:
        return phrase(
            "{dice} rerolled, {rerolls} left.",
            dice=dice_in_figures(len(self.indexes)),
            rerolls=in_figures(self.rerolls_left, "re-roll", "re-rolls"),
        )


class RerollLeft(Event):
    """Dice picked up again are not thrown: they count as they lay."""

    told: ClassVar[str] = template("The dice stay as they lie.")
    roll: str

    def apply(self, state: State) -> Changes:
        owed = tuple(each for each in state.dice_requests if each.purpose != Purpose.REROLL)
        return {"roll": changed(live(state), rerolling=()), "dice_requests": owed}


class SixTraded(Event):
    """A 6 and a 1 leave the roll."""

    told: ClassVar[str] = template("A six and a one cancel each other.")
    taken_back: ClassVar[str] = template("the six traded for the one")
    roll: str
    six_index: int
    one_index: int

    def apply(self, state: State) -> Changes:
        roll = live(state)
        pair = (self.six_index, self.one_index)
        dice = tuple(changed(die, status=DieStatus.CANCELLED) if die.index in pair else die for die in roll.dice)
        return {"roll": changed(roll, dice=dice)}


class PoolTokenSpent(Event):
    """A token removes a 1 of the roller."""

    told: ClassVar[str] = template("{player} spends a token and removes a one; {pool} left.")
    taken_back: ClassVar[str] = template("{player}'s token")
    roll: str
    player: str
    one_index: int
    pool: int
    story: str | None = None

    def apply(self, state: State) -> Changes:
        roll = live(state)
        if state.house_rules.pool_token_removes == "damage_only":
            dice = _with_die(roll, self.one_index, spared=True)
        else:
            dice = _with_die(roll, self.one_index, status=DieStatus.CANCELLED)
        borrowed = roll.borrowed + (1 if state.party_pool == 0 else 0)
        return {"roll": changed(roll, dice=dice, rescued=True, borrowed=borrowed), "party_pool": self.pool}

    def aloud(self) -> Spoken:
        left = phrase("the pool is empty")
        if self.pool:
            left = phrase("{tokens} left", tokens=counted(self.pool, "token", "tokens"))
        return Spoken(phrase("{player} spends a token: the one is gone, {left}.", player=self.player, left=left), 2)


def _with_die(roll: LiveRoll, index: int, **changes: object) -> tuple[Die, ...]:
    return tuple(changed(die, **changes) if die.index == index else die for die in roll.dice)


_NEXT = {RollStep.REROLL: RollStep.TRADE, RollStep.TRADE: RollStep.EXPLODE, RollStep.EXPLODE: RollStep.COUNT}


def leave_steps(ledger: Ledger, accepted: bool = False) -> None:
    """Go on to the first step with something to decide, or count the roll; `accepted` leaves the present one."""
    roll = ledger.state.roll
    if roll is None or roll.step is RollStep.THROW or roll.rerolling:
        return
    step = _NEXT.get(roll.step, roll.step) if accepted else roll.step
    automatic = ledger.rules.auto_advance
    if not _has_steps(ledger.state, roll):
        step, automatic = RollStep.COUNT, True
    while step is not RollStep.COUNT and automatic and _nothing_to_do(ledger.state, roll, step):
        step = _NEXT[step]
    if step is RollStep.COUNT and all(helper.values is not None for helper in roll.helpers):
        resolve(ledger, roll)
        return
    if step is not roll.step:
        ledger.record(RollStepChanged(roll.roll_id, step))
    asked = any(request.purpose == Purpose.EXPLODE for request in ledger.state.dice_requests)
    if step is RollStep.EXPLODE and automatic and not asked:
        ask_explosions(ledger)


def _has_steps(state: State, roll: LiveRoll) -> bool:
    """Connection dice are counted as they fall, unless the house treats a call as an action (R-65)."""
    if roll.kind is RollKind.CONNECTION_REQUEST:
        return False
    return roll.kind is not RollKind.CONNECTION or state.house_rules.connection_roll_is_action


def _nothing_to_do(state: State, roll: LiveRoll, step: RollStep) -> bool:
    rules = state.house_rules
    if step is RollStep.REROLL:
        allowance = roll.rerolls_left + luck_rerolls(state, roll)
        return not allowance or not any(may_reroll(die, rules) for die in roll.dice)
    if step is RollStep.EXPLODE:
        return not any(awaits_explosion(die, rules) for die in roll.dice)
    one = any(is_live_one(die) for die in roll.dice)
    six = any(is_natural_six(die, rules) for die in roll.dice)
    return not one or not (six or state.party_pool + own_tokens(roll, rules))


def luck_rerolls(state: State, roll: LiveRoll) -> int:
    """Re-rolls that points of Luck may still buy (R-48)."""
    rules = state.house_rules
    character = state.character(roll.character_id)
    bought = rules.luck_reroll == "one_die_per_point" and rules.luck_enabled and roll.connection is None
    return character.luck or 0 if bought and character is not None else 0


def ask_explosions(ledger: Ledger) -> None:
    """Ask for one extra die per 6 that waits for it."""
    roll = ledger.state.roll
    if roll is None:
        return
    count = sum(awaits_explosion(die, ledger.rules) for die in roll.dice)
    ledger.ask_dice(roll.roller, count, Purpose.EXPLODE, "sixes rolled again", roll.roll_id)


def _thrown(ledger: Ledger, who: str, steps: tuple[RollStep, ...]) -> LiveRoll:
    """The actor's own roll in one of these steps, with no dice in hand."""
    roll = own_roll(ledger.state, who)
    refuse_before_throw(roll)
    if roll.step not in steps:
        raise Refused("E_STEP", phrase("The roll is past that; it is at {step}.", step=spelled(roll.step)))
    return roll


class RerollDice(PlayerCommand):
    """Throw dice showing 2 to 5 again (PA-45).

    Attributes:
        dice: Indexes from 0 in reported order, or one of the words "last", "rest" (all but `keep`) and "lowestN".
        faces: Faces instead of indexes; each means the first open die showing it.
        keep: Faces of dice to set aside.
    """

    talk: ClassVar[Talk] = Talk(confirm="Roll again, {player}[: {faces}]?", after_dice=True)
    dice: Annotated[str | tuple[int, ...], DiceThatLie] = ()
    faces: tuple[Face, ...] = ()
    keep: tuple[Face, ...] = ()

    def decide(self, ledger: Ledger, who: str) -> None:
        """Pick up dice showing 2 to 5 again (PA-45, R-23, R-24, R-48)."""
        roll = _thrown(ledger, who, (RollStep.REROLL,))
        picked = _picked(ledger, roll, self)
        paid_by_luck = max(0, len(picked) - roll.rerolls_left)
        if paid_by_luck > luck_rerolls(ledger.state, roll):
            rerolls = counted(roll.rerolls_left, "re-roll", "re-rolls")
            raise Refused("E_NO_REROLLS", phrase("Left: {rerolls}.", rerolls=rerolls))
        if any(not may_reroll(roll.dice[index], ledger.rules) for index in picked):
            raise Refused("E_DIE_LOCKED", phrase("Only open dice showing 2 to 5 can be rerolled."))
        kept = _kept(ledger, roll, self.keep, picked)
        left = max(0, roll.rerolls_left - len(picked))
        ledger.record(DiceRerolled(roll.roll_id, picked, kept, left, paid_by_luck))
        character = ledger.state.character(roll.character_id)
        if paid_by_luck and character is not None:
            ledger.record(LuckLost(character.name, (character.luck or 0) - paid_by_luck))
        ledger.ask_dice(who, len(picked), Purpose.REROLL, "re-roll", roll.roll_id)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = thrown_roll(state, who)
        if roll is None:
            return
        open_dice = tuple(
            Option(die.index, verbatim(die.face)) for die in roll.dice if may_reroll(die, state.house_rules)
        )
        most = min(len(open_dice), roll.rerolls_left + luck_rerolls(state, roll))
        if most:
            which = Field("dice", phrase("Dice"), "choices", open_dice, 1, most)
            label = phrase("Re-roll dice ({rerolls} left)", rerolls=counted(roll.rerolls_left, "re-roll", "re-rolls"))
            yield Move(cls.kind, label, ROLL, (), (which,))


def _picked(ledger: Ledger, roll: LiveRoll, command: RerollDice) -> tuple[int, ...]:
    """Indexes of the dice named, each once, in ascending order."""
    open_dice = [die for die in roll.dice if may_reroll(die, ledger.rules)]
    if isinstance(command.dice, str):
        found = _by_word(open_dice, command.dice.strip().lower(), command.keep)
    else:
        if any(not 0 <= index < len(roll.dice) for index in command.dice):
            raise Refused("E_RANGE", phrase("Dice are counted from 0 to {last}.", last=len(roll.dice) - 1))
        found = list(dict.fromkeys(command.dice))
    for face in command.faces:
        match = next((die.index for die in _openest(roll.dice) if die.face == face and die.index not in found), None)
        if match is None:
            raise Refused("E_DIE_LOCKED", phrase("No further die shows {face}.", face=face))
        found.append(match)
    if not found:
        raise Refused("E_RANGE", phrase("Say which dice to reroll."))
    return tuple(sorted(found))


def _openest(dice: tuple[Die, ...]) -> list[Die]:
    """Dice still open before those set aside or cancelled."""
    return sorted(dice, key=lambda die: die.status is not DieStatus.OPEN)


def _by_word(dice: list[Die], word: str, keep: tuple[int, ...]) -> list[int]:
    if word == "last":
        return [die.index for die in dice[-1:]]
    if word.startswith("lowest"):
        count = int(word.removeprefix("lowest")) if word.removeprefix("lowest").isdecimal() else 1
        return [die.index for die in sorted(dice, key=lambda die: die.face)[:count]]
    if word not in ("rest", "all"):
        return []
    kept = list(keep)
    rest = []
    for die in dice:
        if die.face in kept:
            kept.remove(die.face)
        else:
            rest.append(die.index)
    return rest


def _kept(ledger: Ledger, roll: LiveRoll, keep: Sequence[int], picked: tuple[int, ...]) -> tuple[int, ...]:
    """Indexes of dice set aside: those showing the faces kept, or all others by house rule."""
    others = [die for die in roll.dice if die.index not in picked and die.status is DieStatus.OPEN]
    if ledger.rules.implicit_set_aside:
        return tuple(die.index for die in others)
    kept: list[int] = []
    for face in keep:
        match = next((die.index for die in others if die.face == face and die.index not in kept), None)
        if match is not None:
            kept.append(match)
    return tuple(sorted(kept))


class TradeSix(PlayerCommand):
    """Remove one own 6 together with one own 1 (PA-47); a re-rolled 6 goes first."""

    talk: ClassVar[Talk] = Talk(confirm="Trade the six for the one, {player}?", after_dice=True)
    six_index: Place | None = None
    one_index: Place | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = _thrown(ledger, who, (RollStep.REROLL, RollStep.TRADE))
        initial = sum(is_natural_six(die, ledger.rules) and die.origin is DieOrigin.INITIAL for die in roll.dice)
        sixes = [
            die
            for die in roll.dice
            if is_natural_six(die, ledger.rules) and (die.origin is DieOrigin.REROLL or initial > roll.borrowed)
        ]
        sixes.sort(key=lambda die: die.origin is DieOrigin.INITIAL)
        six = _chosen(sixes, self.six_index)
        if six is None:
            raise Refused("E_NO_SIX", phrase("No 6 of this roll can be traded."))
        one = _chosen([die for die in roll.dice if is_live_one(die)], self.one_index)
        if one is None:
            raise Refused("E_NO_ONE", phrase("The roll shows no 1 to trade."))
        ledger.record(SixTraded(roll.roll_id, six.index, one.index))
        leave_steps(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if thrown_roll(state, who) is not None:
            yield Move(cls.kind, phrase("Trade a six for a one"), ROLL)


def _chosen(dice: list[Die], index: int | None) -> Die | None:
    return next((die for die in dice if index is None or die.index == index), None)


class SpendPoolToken(PlayerCommand):
    """Rescue the roller from a 1 (PA-48)."""

    talk: ClassVar[Talk] = Talk(confirm="A token from the pool, {player}?")

    one_index: Place | None = None
    story: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Rescue the roller from a 1 (PA-48, R-36, R-38)."""
        roll = live_roll(ledger.state)
        if roll.step is RollStep.THROW:
            raise Refused("E_STEP", phrase("The dice have not been rolled yet."))
        if roll.roller == who:
            raise Refused("E_OWN_ONE", phrase("Somebody else has to spend the token."))
        pool = ledger.state.party_pool
        if pool + own_tokens(roll, ledger.rules) < 1:
            raise Refused("E_POOL_EMPTY", phrase("The party pool is empty."))
        one = _chosen([die for die in roll.dice if is_live_one(die)], self.one_index)
        if one is None:
            raise Refused("E_NO_ONE", phrase("The roll shows no 1 to remove."))
        ledger.record(PoolTokenSpent(roll.roll_id, who, one.index, max(0, pool - 1), self.story))
        leave_steps(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = state.roll
        if roll is not None and roll.roller != who:
            story = Field("story", phrase("How the rescue happens"), optional=True)
            label = phrase("Spend a token on {player}'s one", player=roll.roller)
            yield Move(cls.kind, label, ROLL, (), (story,))


class ExplodeSixes(PlayerCommand):
    """Throw live 6s again (PA-49)."""

    talk: ClassVar[Talk] = Talk(confirm="Roll the sixes again, {player}?", after_dice=True)

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = own_roll(ledger.state, who)
        refuse_before_throw(roll)
        if roll.step is RollStep.COUNT or not any(awaits_explosion(die, ledger.rules) for die in roll.dice):
            raise Refused("E_NO_SIX", phrase("There is no six to roll again."))
        if roll.step is not RollStep.EXPLODE:
            ledger.record(RollStepChanged(roll.roll_id, RollStep.EXPLODE))
        ask_explosions(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = thrown_roll(state, who)
        if roll is not None and roll.step is not RollStep.EXPLODE:
            yield Move(cls.kind, phrase("Roll the sixes again"), ROLL)


class AcceptRoll(PlayerCommand):
    """Leave the present step of the roll (PA-43).

    Attributes:
        unthrown: Whether dice that were picked up again may stay unthrown.
    """

    talk: ClassVar[Talk] = Talk(confirm="Keep the roll, {player}?", after_dice=True)
    unthrown: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = own_roll(ledger.state, who)
        if self.unthrown and roll.rerolling:
            ledger.record(RerollLeft(roll.roll_id))
        _thrown(ledger, who, (RollStep.REROLL, RollStep.TRADE, RollStep.EXPLODE))
        leave_steps(ledger, accepted=True)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = thrown_roll(state, who)
        if roll is not None:
            keep = phrase("Leave the sixes") if roll.step is RollStep.EXPLODE else phrase("Keep the dice")
            yield Move(cls.kind, keep, ROLL)
