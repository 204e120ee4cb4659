"""Dice handed in: whose they are, what they are for, how they lie (rules 3.3)."""

from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import counted, listed, number
from engine.fields import Id, PlayerName
from engine.phrase import Phrase, phrase, plural
from engine.systems.phasesix.agenda import lands
from engine.systems.phasesix.derived import reaches, rolls_on
from engine.systems.phasesix.entities import Check, Die, State, Throw
from engine.systems.phasesix.fields import ExtraDice, Face, Successes
from engine.systems.phasesix.fold import known_check, with_combat, with_combatant
from engine.systems.phasesix.guards import no_dice, no_extras, refuse_extras
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.ledger import POOLED, Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnCommand
from engine.systems.phasesix.rulebook import leads, speaking
from engine.systems.phasesix.rules.checks import commit, go_on, own_check
from engine.systems.phasesix.vocabulary import Dice, DieKind


class DiceRolled(Event):
    """Dice fell; `successes` when only their count was said."""

    weight: ClassVar[int] = 0
    request_id: str
    ref: str
    player: str
    purpose: Dice
    faces: tuple[int, ...]
    successes: int | None = None

    def apply(self, state: State) -> Changes:
        throw = next(throw for throw in state.throws if throw.request.request_id == self.request_id)
        changes: Changes = {"throws": replaced(state.throws, throw, None)}
        if self.purpose in (Dice.POOL, Dice.EXPLODE, Dice.DESTINY):
            check = known_check(state, self.ref)
            return changes | {"checks": replaced(state.checks, check, _landed(check, self, state.house_rules))}
        if self.purpose is Dice.INITIATIVE:
            return changes | _initiative(state, self)
        if self.purpose is Dice.ROLL_OFF:
            return changes | _roll_off(state, self)
        return changes

    def sentence(self) -> Phrase:
        if self.successes is not None and not self.faces:
            successes = counted(self.successes, "success", "successes")
            return phrase("{player} has {successes}", player=self.player, successes=successes)
        return phrase("{player} rolls {faces}", player=self.player, faces=listed(map(str, self.faces)))


def _landed(check: Check, event: DiceRolled, rules: HouseRules) -> Check:
    """The check with the dice of one throw on the table."""
    if event.purpose is Dice.EXPLODE:
        return changed(check, dice=_rolled_on(check, event, rules))
    destiny = event.purpose is Dice.DESTINY
    kinds = tuple(kind for kind in check.due if (kind is DieKind.DESTINY) == destiny)
    rest = tuple(kind for kind in check.due if (kind is DieKind.DESTINY) != destiny)
    if event.successes is not None:
        new = tuple(Die(kind, (), at < event.successes) for at, kind in enumerate(kinds))
    else:
        new = tuple(
            Die(kind, (face,), reaches(check, kind, face, rules))
            for kind, face in zip(kinds, event.faces, strict=False)
        )
    return changed(check, dice=(*check.dice, *new), due=rest)


def _rolled_on(check: Check, event: DiceRolled, rules: HouseRules) -> tuple[Die, ...]:
    """The dice with one more face each for those rolled on; only told successes leave no faces behind."""
    dice, thrown = [], 0
    for die in check.dice:
        if not rolls_on(check, die, rules):
            dice.append(die)
            continue
        if event.successes is not None:
            dice.append(Die(die.kind, (), thrown < event.successes))
        else:
            faces = (*die.faces, event.faces[thrown])
            dice.append(Die(die.kind, faces, reaches(check, die.kind, sum(faces), rules)))
        thrown += 1
    return tuple(dice)


def _initiative(state: State, event: DiceRolled) -> Changes:
    combat = state.combat
    late = next((one for one in combat.joining if one.name == event.ref), None) if combat is not None else None
    if combat is not None and late is not None:
        grown = changed(late, score=late.score + event.faces[0])
        return with_combat(state, joining=replaced(combat.joining, late, grown))
    one = combat.of(event.ref) if combat is not None else None
    return with_combatant(state, event.ref, score=one.score + event.faces[0]) if one is not None else {}


def _roll_off(state: State, event: DiceRolled) -> Changes:
    """A further 6 belongs to the same roll-off, so it is added to its total (P6-28)."""
    one = state.combat.of(event.ref) if state.combat is not None else None
    if one is None:
        return {}
    again = bool(one.ties) and one.ties[-1] > 0 and one.ties[-1] % 6 == 0
    ties = (*one.ties[:-1], one.ties[-1] + event.faces[0]) if again else (*one.ties, event.faces[0])
    return with_combatant(state, event.ref, ties=ties)


class RollCheck(OwnCommand):
    """Commit extra dice before the roll, and hand in what was thrown if that is said at once (P6-12, P6-18).

    Attributes:
        dice: Faces as they fell; faces beyond the pool are those of sixes rolled on.
        successes: Only the count of successes.
    """

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Did {char} roll that?")
    check_id: Id | None = None
    bonus: ExtraDice = 0
    destiny: ExtraDice = 0
    dice: tuple[Face, ...] | None = None
    successes: Successes | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Commit extra dice and hand in the dice of a declared check (P6-12, P6-18, P6-19)."""
        check = own_check(ledger.state, self, rolled=False)
        if check.rolled or check.dice:
            raise Refused("CHECK_CLOSED", phrase("Those dice have already been rolled."))
        refuse_extras(ledger.who(check.character), self.bonus, self.destiny)
        if (self.bonus or self.destiny) and not check.extras:
            raise no_extras()
        if not (check.due or self.bonus or self.destiny):
            raise no_dice(check.character)
        commit(ledger, check.check_id, self.bonus, self.destiny)
        go_on(ledger, check.check_id)
        if self.dice is not None or self.successes is not None:
            _hand_in(ledger, check.check_id, self.dice or (), self.successes)


def _hand_in(ledger: Ledger, ref: str, faces: tuple[int, ...], successes: int | None) -> None:
    """Give faces to the dice owed for a check; what is left over goes to sixes rolled on and destiny dice."""
    while throw := next((one for one in ledger.state.throws if one.ref == ref), None):
        request, purpose = throw.request, Dice(throw.request.purpose)
        now, faces = faces[: request.count], faces[request.count :]
        _refuse_faces(now, successes, request.count, request.sides)
        said = successes if not now else None
        ledger.record(DiceRolled(request.request_id, ref, request.roller, purpose, now, said))
        go_on(ledger, ref)
        successes = None
        if not faces:
            return
    if faces:
        raise _too_many()


def _too_many() -> Refused:
    return Refused("DICE_COUNT", phrase("Those are more dice than needed."))


def _refuse_faces(faces: tuple[int, ...], successes: int | None, count: int, sides: int) -> None:
    """Faces, or a count of successes, that such dice can show."""
    if any(not 1 <= face <= sides for face in faces):
        raise Refused("DICE_RANGE", phrase("Faces go from 1 to {sides}.", sides=sides))
    if (faces or successes is None) and len(faces) != count:
        wanted, got = counted(count, "die", "dice"), number(len(faces))
        raise Refused("DICE_COUNT", phrase("Needed: {dice}, not {number}.", dice=wanted, number=got))
    if not faces and successes is not None and not 0 <= successes <= count:
        text = plural("One die has 0 or 1 success.", "{count} dice have 0 to {count} successes.", count)
        raise Refused("DICE_COUNT", text)


class SubmitDice(Command):
    """Hand in dice the table owes; without an id the ones that fit.

    Attributes:
        player: Who threw; the speaker when left out.
        dice: Faces in the order they fell; further ones are those of sixes rolled on.
        successes: Only the count of successes, for pools.
    """

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Did {player} roll[ {dice}]?")
    player: PlayerName | None = None
    dice: tuple[Face, ...] | None = None
    successes: Successes | None = None
    request_id: Id | None = None
    purpose: Id | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        faces = tuple(self.dice or ())
        throw = _throw_meant(ledger.state, self, len(faces))
        request, purpose = throw.request, Dice(throw.request.purpose)
        if purpose in POOLED:
            _hand_in(ledger, throw.ref, faces, self.successes)
            return
        now, further = faces[: request.count], faces[request.count :]
        _refuse_faces(now, None, request.count, request.sides)
        place = ledger.state.throws.index(throw)
        ledger.record(DiceRolled(request.request_id, throw.ref, request.roller, purpose, now))
        lands[purpose](ledger, throw, now, place)
        if further:
            SubmitDice(dice=further, request_id=_rolled_on_at_once(ledger, throw)).decide(ledger, who)


def _rolled_on_at_once(ledger: Ledger, throw: Throw) -> str:
    """The throw that faces beyond those wanted belong to: a six of the same initiative that was rolled on."""
    for one in ledger.state.throws:
        if one.ref == throw.ref and one.request.purpose == throw.request.purpose == Dice.INITIATIVE:
            return one.request.request_id
    raise _too_many()


def _throw_meant(state: State, command: SubmitDice, count: int) -> Throw:
    """The dice owed that were thrown: by id, else the speaker's, best those whose number fits."""
    fits = list(state.throws)
    if command.request_id is not None:
        fits = [one for one in fits if one.request.request_id == command.request_id]
    if command.purpose is not None:
        fits = [one for one in fits if one.request.purpose == command.purpose.strip().upper()]
    player = speaking(state, command.player or command.actor)
    own = [one for one in fits if one.request.roller == player]
    if fits and not own and not leads(state, player):
        owes = fits[0].request.roller
        raise Refused("NOT_OWNER", phrase("{player} has to roll, not {other}.", player=owes, other=player))
    fits = own or fits
    if not fits:
        raise Refused("NO_SUCH_REQUEST", phrase("Nobody asked for these dice."))
    return next((one for one in fits if one.request.count == count), fits[0])
