"""Checks from opening to closing (rules 3.3): pools, dice owed, sixes rolled on, extra dice, leaving a roll."""

from typing import Annotated, Any, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import Worded, counted, listed, number
from engine.fields import MOST_NUMBER, Id
from engine.offers import ROLL
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, template
from engine.quick_dataclass import dataclass
from engine.systems.phasesix.agenda import closes
from engine.systems.phasesix.derived import (
    REST_ROLLS,
    can_help,
    clipped,
    condition_modifier,
    explodes,
    minimum,
    rolls_on,
    takes_extras,
)
from engine.systems.phasesix.entities import Character, Check, Outcome, State, Throw
from engine.systems.phasesix.fold import known, known_check, with_character, with_check
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Event, OwnCommand, OwnEvent, Silent, Told
from engine.systems.phasesix.naming import find_character
from engine.systems.phasesix.rulebook import leads, refuse_stranger, speaking
from engine.systems.phasesix.traits import Trait
from engine.systems.phasesix.vocabulary import Cond, Dice, DieKind, Purpose
from engine.systems.phasesix.words import worded
from engine.types import Spoken

OPEN_ENDED = REST_ROLLS | {Purpose.HIT, Purpose.GROUP, Purpose.CAST, Purpose.POISONED, Purpose.SHOCKED}
"""Rolls where every further success counts (P6-21 b)."""

WAITING = frozenset((Purpose.CHECK, Purpose.GROUP, Purpose.OBSERVE, Purpose.EVADE, Purpose.PARRY))
"""Rolls without natural dice that wait for somebody to commit extra dice."""

TOLD_OTHERWISE = frozenset(Purpose) - {Purpose.CHECK, Purpose.DEED, Purpose.THROW, Purpose.AID, Purpose.OBSERVE}
"""Rolls whose consequence says enough."""


class CheckRequested(Event):
    """A check is open."""

    weight: ClassVar[int] = 0
    check: Check

    def apply(self, state: State) -> Changes:
        return {"checks": (*state.checks, self.check), "lying": None, "count": state.count + 1}

    def sentence(self) -> Phrase:
        check = self.check
        roll = phrase(
            "{character}, {trait}: {dice}, {least} or more",
            character=check.character,
            trait=worded(check.trait),
            dice=counted(max(0, check.pool), "die", "dice"),
            least=check.eff_min,
        )
        if check.needed <= 1:
            return roll
        return phrase("{roll}, {successes} needed", roll=roll, successes=counted(check.needed, "success", "successes"))

    def undone(self) -> Phrase:
        return phrase("{character}'s {trait} check", character=self.check.character, trait=worded(self.check.trait))


class CheckImpossible(OwnEvent, Told):
    """A roll without dice fails by itself (P6-12)."""

    told: ClassVar[str] = template("{character} has no dice for {trait}")
    trait: Annotated[str, Worded(worded)]


class CheckWithdrawn(Event):
    """A check that was not thrown is given up."""

    told: ClassVar[str] = template("{character} does not roll {trait}")
    check_id: str
    character: str
    trait: Annotated[str, Worded(worded)]

    def apply(self, state: State) -> Changes:
        check = known_check(state, self.check_id)
        throws = tuple(throw for throw in state.throws if throw.ref != check.check_id)
        return {"checks": replaced(state.checks, check, None), "throws": throws}


class DiceLeft(Event):
    """Dice of a roll that are still owed, such as a six rolled on, are not thrown any more."""

    told: ClassVar[str] = template("{character} throws no more dice")
    check_id: str
    character: str

    def apply(self, state: State) -> Changes:
        check = known_check(state, self.check_id)
        throws = tuple(throw for throw in state.throws if throw.ref != check.check_id)
        return {"checks": replaced(state.checks, check, changed(check, due=(), rolled=True)), "throws": throws}


class ExtraDiceUsed(Event, base=True):
    """Extra dice are committed to a check.

    Attributes:
        die: Kind of the dice; its value names the gauge they are taken from.
        purpose: Purpose of the throw that they join if it is owed already.
    """

    die: ClassVar[DieKind]
    purpose: ClassVar[Dice]
    weight: ClassVar[int] = 1
    check_id: str
    character: str
    count: int
    left: int

    def apply(self, state: State) -> Changes:
        gauge = clipped(getattr(known(state, self.character), self.die.value), self.left)
        changes = with_character(state, self.character, **{self.die.value: gauge})
        if self.count > MOST_NUMBER:
            raise ValueError(self.count)
        due = (*known_check(state, self.check_id).due, *(self.die,) * self.count)
        changes |= with_check(state, self.check_id, due=due)
        owed = [one for one in state.throws if (one.ref, one.request.purpose) == (self.check_id, self.purpose)]
        if owed:
            request = changed(owed[0].request, count=owed[0].request.count + self.count)
            changes["throws"] = replaced(state.throws, owed[0], Throw(request, self.check_id))
        return changes


class BonusDieUsed(ExtraDiceUsed):
    """Bonus dice are committed to a check (P6-18)."""

    taken_back: ClassVar[str] = template("{character}'s bonus die")
    die: ClassVar[DieKind] = DieKind.BONUS
    purpose: ClassVar[Dice] = Dice.POOL

    def sentence(self) -> Phrase:
        dice = counted(self.count, "bonus die", "bonus dice")
        left = number(self.left) if self.left else phrase("none")
        return phrase("{character} adds {dice}, {left} left", character=self.character, dice=dice, left=left)


class DestinyDieUsed(ExtraDiceUsed):
    """Destiny dice are committed to a check (P6-19)."""

    taken_back: ClassVar[str] = template("{character}'s destiny die")
    die: ClassVar[DieKind] = DieKind.DESTINY
    purpose: ClassVar[Dice] = Dice.DESTINY

    def sentence(self) -> Phrase:
        dice = counted(self.count, "destiny die", "destiny dice")
        left = number(self.left) if self.left else phrase("none")
        return phrase("{character} adds {dice}, {left} left", character=self.character, dice=dice, left=left)


class CheckRolled(Silent):
    """The dice of a check lie (P6-14); `kept_old` when a reroll was worse and the house keeps the better."""

    check_id: str
    character: str
    totals: tuple[int, ...]
    successes: int
    kept_old: bool = False

    def apply(self, state: State) -> Changes:
        check = known_check(state, self.check_id)
        dice = check.old if self.kept_old else check.dice
        return with_check(state, self.check_id, rolled=True, dice=dice, old=())

    def aloud_at(self, table: State) -> Spoken | None:
        check = table.check(self.check_id)
        if check is None or check.due or any(throw.ref == check.check_id for throw in table.throws):
            return None
        offer = offers(table, check)
        successes = counted(self.successes, "success", "successes")
        stands = phrase("{character}: {successes}.", character=check.character, successes=successes)
        return Spoken(joined((stands, offer)), 3) if offer else None


class CheckResolved(Event):
    """A check is closed (P6-21)."""

    check_id: str
    character: str
    trait: str
    purpose: Purpose
    successes: int
    success: bool
    best: int
    needed: int

    def apply(self, state: State) -> Changes:
        check = known_check(state, self.check_id)
        last = Outcome(self.check_id, self.character, self.trait, self.purpose, self.successes, self.success, self.best)
        throws = tuple(throw for throw in state.throws if throw.ref != check.check_id)
        return {"checks": replaced(state.checks, check, None), "last": last, "lying": check, "throws": throws}

    def sentence(self) -> Phrase:
        if self.purpose in TOLD_OTHERWISE:
            return EMPTY
        successes = counted(self.successes, "success", "successes")
        return phrase(
            "{character}: {successes} on {trait}",
            character=self.character,
            successes=successes,
            trait=worded(self.trait),
        )

    def aloud(self) -> Spoken | None:
        if self.purpose in TOLD_OTHERWISE:
            return None
        who, successes = self.character, counted(self.successes, "success", "successes")
        if not 0 < self.successes < self.needed:
            return Spoken(phrase("{character}: {successes}.", character=who, successes=successes), 2)
        needed = number(self.needed)
        text = phrase("{character}: {successes}, {needed} needed.", character=who, successes=successes, needed=needed)
        return Spoken(text, 2)


def offers(state: State, check: Check) -> Phrase:
    """Dice left to add to an open roll, as a question; empty when nothing is."""
    who = state.character(check.character)
    if who is None or not check.extras:
        return EMPTY
    left = []
    if who.bonus.now:
        left.append(counted(who.bonus.now, "bonus die", "bonus dice"))
    if who.destiny.now:
        left.append(counted(who.destiny.now, "destiny die", "destiny dice"))
    if who.rerolls.now and check.rolled:
        left.append(counted(who.rerolls.now, "reroll", "rerolls"))
    return capital(phrase("{dice} left; add dice or keep the roll?", dice=listed(left, "or"))) if left else EMPTY


@dataclass(frozen=True, slots=True)
class Asked:
    """The particulars of a roll, besides who rolls and on what.

    Attributes:
        dice: Situational dice.
        modifier: Added to the minimum roll, conditions apart.
        fixed: Minimum roll that nothing alters (cover).
        refs: What the check belongs to.
        bonus: Bonus dice committed at once; likewise `destiny`.
    """

    dice: int = 0
    modifier: int = 0
    needed: int = 1
    fixed: int | None = None
    refs: tuple[str, ...] = ()
    bonus: int = 0
    destiny: int = 0


PLAIN = Asked()


def open_check(ledger: Ledger, name: str, trait: Trait, purpose: Purpose, asked: Asked = PLAIN) -> str:
    """Open a check and ask for its dice; returns its id. A roll that nobody can make fails at once (P6-12)."""
    state, who = ledger.state, ledger.who(name)
    pool, eff_min = pool_of(who, trait, asked), eff_min_of(ledger, who, trait, purpose, asked)
    check = Check(
        ledger.new_id("check"),
        name,
        who.player,
        trait.label,
        purpose,
        pool,
        eff_min,
        asked.needed,
        explodes(state, name, purpose),
        takes_extras(state, name, purpose),
        purpose in OPEN_ENDED,
        (DieKind.NATURAL,) * max(0, pool),
        refs=asked.refs,
    )
    ledger.record(CheckRequested(check))
    commit(ledger, check.check_id, asked.bonus, asked.destiny)
    now = ledger.check(check.check_id)
    if now.due or (check.extras and can_help(ledger.who(name)) and purpose in WAITING):
        go_on(ledger, check.check_id)
    else:
        ledger.record(CheckImpossible(name, trait.label))
        close(ledger, now)
    return check.check_id


def pool_of(who: Character, trait: Trait, asked: Asked) -> int:
    """Natural dice (P6-11); conditions do not touch cover."""
    return trait.value + asked.dice - (0 if asked.fixed is not None else who.cond(Cond.SHOCKED))


def eff_min_of(ledger: Ledger, who: Character, trait: Trait, purpose: Purpose, asked: Asked) -> int:
    """Effective minimum roll (P6-13)."""
    if asked.fixed is not None:
        return asked.fixed
    modifier = condition_modifier(ledger.state, who, purpose, trait.what, trait.manual)
    return minimum(ledger.state, who, asked.modifier + modifier)


def commit(ledger: Ledger, check_id: str, bonus: int, destiny: int) -> None:
    """Spend extra dice on a check; the caller has made sure they are there."""
    who = ledger.who(ledger.check(check_id).character)
    if bonus:
        ledger.record(BonusDieUsed(check_id, who.name, bonus, who.bonus.now - bonus))
    if destiny:
        ledger.record(DestinyDieUsed(check_id, who.name, destiny, who.destiny.now - destiny))


def go_on(ledger: Ledger, check_id: str) -> None:
    """Ask for the next dice of a check in the order of P6-17, or settle it."""
    check = ledger.check(check_id)
    if any(throw.ref == check_id for throw in ledger.state.throws):
        return
    plain = sum(kind is not DieKind.DESTINY for kind in check.due)
    if plain:
        ledger.ask(check.character, plain, Dice.POOL, check.trait, check_id)
        return
    again = sum(rolls_on(check, die, ledger.rules) for die in check.dice)
    if again:
        ledger.ask(check.character, again, Dice.EXPLODE, f"{check.trait}, sixes rolled again", check_id)
    elif check.due:
        ledger.ask(check.character, len(check.due), Dice.DESTINY, f"{check.trait}, destiny", check_id)
    elif check.dice:
        _settle(ledger, check)


def _settle(ledger: Ledger, check: Check) -> None:
    old = sum(die.success for die in check.old)
    kept_old = ledger.rules.reroll_keep == "better" and bool(check.old) and old > check.successes
    dice, successes = (check.old, old) if kept_old else (check.dice, check.successes)
    totals = tuple(die.total for die in dice)
    ledger.record(CheckRolled(check.check_id, check.character, totals, successes, kept_old))
    enough = (successes >= check.needed and not check.open_ended) or _nothing_more(ledger.state, check, successes)
    if enough or not check.extras or not can_help(ledger.who(check.character)):
        close(ledger, ledger.check(check.check_id))


def _nothing_more(state: State, check: Check, successes: int) -> bool:
    """No further success would change anything: the group has its sum, or nothing is left to recover (P6-21, P6-76)."""
    who, group = known(state, check.character), state.group
    if check.purpose is Purpose.GROUP and group is not None:
        others = sum(each.successes for each in state.checks if each.rolled and each.check_id != check.check_id)
        return bool(group.required) and group.total + others + successes >= group.required
    missing = {
        Purpose.REST_HEARTS: who.empty,
        Purpose.REST_ARCANA: who.arcana.most - who.arcana.now,
        Purpose.REST_STRESS: who.stress,
    }
    return check.purpose in missing and successes >= missing[check.purpose]


def close(ledger: Ledger, check: Check) -> None:
    """Close a check and let its consequences follow."""
    successes = check.successes
    ledger.record(
        CheckResolved(
            check.check_id,
            check.character,
            check.trait,
            check.purpose,
            successes,
            successes >= check.needed,
            check.best,
            check.needed,
        )
    )
    closes[check.purpose](ledger, check, successes)


@closes(Purpose.CHECK)
def _plain_check(ledger: Ledger, check: Check, successes: int) -> None:
    """The story goes on from here."""


def own_check(state: State, command: Any, rolled: bool | None = None) -> Check:
    """The open check that a command of its roller means: by id, or the only one of the character or the speaker.

    Args:
        state: The table.
        command: A command with `check_id`, `char` and `actor`.
        rolled: Its dice have to lie, or must not; None for any.

    Raises:
        Refused: There is none, or it is somebody else's.
    """
    fits = [check for check in state.checks if command.check_id in (None, check.check_id)]
    if command.char:
        character = find_character(state, command.char, dead=True).name
        fits = [check for check in fits if check.character == character]
    speaker = speaking(state, command.actor)
    if speaker and not command.char and command.check_id is None:
        own = [check for check in fits if check.player == speaker]
        fits = own or (fits if leads(state, speaker) else [])
    lying = [check for check in fits if check.rolled == (True if rolled is None else rolled)]
    wanted = (lying or fits)[::-1]  # the latest is meant
    if not wanted:
        raise Refused("CHECK_CLOSED", _over(state, speaker))
    refuse_stranger(state, speaker, known(state, wanted[0].character))
    return wanted[0]


def _over(state: State, speaker: str | None) -> Phrase:
    """The refusal for a roll that is not open: it is somebody's turn, or the last one is over."""
    last, holder = state.last, state.combat.holder if state.combat is not None else None
    if holder is not None and known(state, holder).player != speaker:
        return phrase("No roll is open; {character} has priority.", character=holder)
    if last is None:
        return phrase("No such roll is open.")
    successes = counted(last.successes, "success", "successes")
    roll = phrase("{character}'s {trait} roll", character=last.character, trait=worded(last.trait))
    return phrase("No such roll is open. {roll} is over, with {successes}.", roll=roll, successes=successes)


def roll_named(check: Check) -> Phrase:
    """A roll as taps name it."""
    return phrase("{trait} of {character}", trait=worded(check.trait), character=check.character)


class CloseCheck(OwnCommand):
    """Leave a roll as it is (P6-21); one not thrown yet is given up.

    Attributes:
        unthrown: Whether dice may stay unthrown that are still owed for a roll which has begun.
    """

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Keep the roll[{unthrown: without the dice that are missing|}], {char}?")
    check_id: Id | None = None
    unthrown: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        """Leave a roll as it is; one without dice fails, one not thrown yet is given up (P6-12, P6-21)."""
        check = own_check(ledger.state, self)
        if check.rolled and not any(throw.ref == check.check_id for throw in ledger.state.throws):
            close(ledger, check)
        elif not check.due and not check.dice:
            ledger.record(CheckImpossible(check.character, check.trait))
            close(ledger, check)
        elif self.unthrown and check.dice:
            ledger.record(DiceLeft(check.check_id, check.character))
            close(ledger, known_check(ledger.state, check.check_id))
        else:
            _give_up(ledger, check)

    @classmethod
    def move(cls, check: Check) -> Move:
        """The button of one open roll."""
        what, waits = roll_named(check), check.rolled or not check.due
        leave = phrase("Keep the roll: {roll}", roll=what) if waits else phrase("Cancel the roll: {roll}", roll=what)
        return Move(cls.kind, leave, ROLL, (("check_id", check.check_id),), owed=waits)


def _give_up(ledger: Ledger, check: Check) -> None:
    if check.dice or not _may_be_given_up(ledger, check):
        one, trait = check.character, worded(check.trait)
        raise Refused("PENDING_ROLL", phrase("{character} rolls {trait} first.", character=one, trait=trait))
    ledger.record(CheckWithdrawn(check.check_id, check.character, check.trait))
    if check.purpose is Purpose.GROUP:
        closes[Purpose.GROUP](ledger, check, 0)


def _may_be_given_up(ledger: Ledger, check: Check) -> bool:
    if check.purpose in (Purpose.POISONED, Purpose.SHOCKED, Purpose.UNCONSCIOUS):
        return not ledger.rules.auto_condition_rolls
    return check.purpose in (Purpose.CHECK, Purpose.GROUP, Purpose.OBSERVE)
