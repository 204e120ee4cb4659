"""Deciding about checks, group rolls and looking for things (rules 3.3, 3.4)."""

from engine.common.words import counted, number
from engine.phrase import phrase, plural
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.entities import Character, Check, GroupCheck
from engine.systems.phasesix.guards import no_dice, refuse_extras
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find_character, find_characters, find_player, party, plain
from engine.systems.phasesix.rolls import Asked, close, closes, commit, go_on, open_check
from engine.systems.phasesix.rulebook import By, leads, meant, refuse_stranger, rule
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import Trait, attribute_of, skill_of, trait_of
from engine.systems.phasesix.vocabulary import Attr, Dice, DieKind, Purpose
from engine.systems.phasesix.words import worded
from engine.types import Rejected

EVERYONE = frozenset(("everyone", "everybody", "all", "all of you", "party", "group"))


def everyone(state: State, said: tuple[str, ...]) -> tuple[Character, ...] | Rejected:
    """The characters named; all living player characters when nobody or everybody is named."""
    if not said or any(plain(name) in EVERYONE for name in said):
        return party(state) or Rejected("UNKNOWN_CHARACTER", phrase("There is nobody to roll."))
    return find_characters(state, said)


@rule(cmd.RequestCheck, By.GM)
def request_check(ledger: Ledger, command: cmd.RequestCheck, who: None) -> Rejected | None:
    """Call for a roll of one character, or of several, each for itself (P6-10)."""
    rollers = _rollers(ledger.state, command)
    if isinstance(rollers, Rejected):
        return rollers
    traits: list[tuple[Character, Trait]] = []
    for one in rollers:
        trait = trait_of(ledger.state, one, command.trait)
        if isinstance(trait, Rejected):
            return trait
        if any(check.character == one.name and check.purpose is Purpose.CHECK for check in ledger.state.checks):
            return Rejected("PENDING_ROLL", phrase("{name} still has a roll open.", name=one.name))
        traits.append((one, trait))
    for one, trait in traits:
        asked = Asked(dice=command.dice, modifier=command.difficulty, needed=command.needed)
        open_check(ledger, one.name, trait, Purpose.CHECK, asked)
    return None


def _rollers(state: State, command: cmd.RequestCheck) -> tuple[Character, ...] | Rejected:
    if command.chars:
        return everyone(state, command.chars)
    if command.char and plain(command.char) in EVERYONE:
        return everyone(state, ())
    one = meant(state, command.char, None)
    return one if isinstance(one, Rejected) else (one,)


def find_check(state: State, command: object, rolled: bool | None = None) -> Check | Rejected:
    """The open check a command means: by id, or the only one of the character or the speaker.

    Args:
        state: The table.
        command: A command with `check_id`, `char` and `actor`.
        rolled: Whether its dice have to lie; None for any.
    """
    check_id, char, actor = (getattr(command, name) for name in ("check_id", "char", "actor"))
    fits = [check for check in state.checks if check_id in (None, check.check_id)]
    if char:
        who = find_character(state, char, dead=True)
        if isinstance(who, Rejected):
            return who
        fits = [check for check in fits if check.character == who.name]
    if actor and not char and check_id is None:
        player = find_player(state, actor)
        own = [check for check in fits if isinstance(player, Rejected) or check.player == player.name]
        fits = own or (fits if not isinstance(player, Rejected) and leads(state, player.name) else [])
    wanted = [check for check in fits if rolled is None or check.rolled == rolled] or fits
    if not wanted:
        return Rejected("CHECK_CLOSED", phrase("No such roll is open."))
    return wanted[0]


def _own_check(state: State, command: object, rolled: bool | None = None) -> Check | Rejected:
    check = find_check(state, command, rolled)
    actor = getattr(command, "actor", None)
    if isinstance(check, Rejected) or not actor:
        return check
    player = find_player(state, actor)
    who = state.character(check.character)
    if isinstance(player, Rejected) or who is None:
        return check if not isinstance(player, Rejected) else player
    return refuse_stranger(state, player.name, who) or check


def _refuse_closed(check: Check) -> Rejected | None:
    if check.extras:
        return None
    return Rejected("CHECK_CLOSED", phrase("Extra dice do not work on attack and defence at this table."))


@rule(cmd.RollCheck, By.ANY)
def roll_check(ledger: Ledger, command: cmd.RollCheck, who: Character) -> Rejected | None:
    """Commit extra dice and hand in the dice of a declared check (P6-12, P6-18, P6-19)."""
    check = _own_check(ledger.state, command, rolled=False)
    if isinstance(check, Rejected):
        return check
    if check.rolled or check.dice:
        return Rejected("CHECK_CLOSED", phrase("Those dice lie already."))
    extras = command.bonus or command.destiny
    refusal = refuse_extras(ledger.who(check.character), command.bonus, command.destiny)
    refusal = refusal or (_refuse_closed(check) if extras else None)
    if refusal is not None:
        return refusal
    if not check.due and not extras:
        return no_dice(check.character)
    commit(ledger, check.check_id, command.bonus, command.destiny)
    go_on(ledger, check.check_id)
    if command.dice is None and command.successes is None:
        return None
    return hand_in(ledger, check.check_id, command.dice or (), command.successes)


def hand_in(ledger: Ledger, ref: str, faces: tuple[int, ...], successes: int | None) -> Rejected | None:
    """Give faces to the dice owed for a check; what is left over goes to sixes rolled on and destiny dice."""
    while True:
        throw = next((one for one in ledger.state.throws if one.ref == ref), None)
        if throw is None:
            return Rejected("DICE_COUNT", phrase("Those are more dice than were wanted.")) if faces else None
        request, purpose = throw.request, Dice(throw.request.purpose)
        now, faces = faces[: request.count], faces[request.count :]
        refusal = refuse_faces(now, successes, request.count, request.sides)
        if refusal is not None:
            return refusal
        said = successes if not now else None
        ledger.record(ev.DiceRolled(request.request_id, ref, request.roller, purpose, now, said))
        go_on(ledger, ref)
        successes = None
        if not faces:
            return None


def refuse_faces(faces: tuple[int, ...], successes: int | None, count: int, sides: int) -> Rejected | None:
    """Faces, or a count of successes, that such dice can show."""
    if any(not 1 <= face <= sides for face in faces):
        return Rejected("DICE_RANGE", phrase("Faces go from 1 to {sides}.", sides=sides))
    if faces or successes is None:
        if len(faces) == count:
            return None
        wanted, got = counted(count, "die", "dice"), number(len(faces))
        return Rejected("DICE_COUNT", phrase("Wanted: {dice}, not {number}.", dice=wanted, number=got))
    if 0 <= successes <= count:
        return None
    return Rejected(
        "DICE_COUNT", plural("One die has 0 or 1 success.", "{count} dice have 0 to {count} successes.", count)
    )


@rule(cmd.AddBonusDie, By.ANY)
def add_bonus_die(ledger: Ledger, command: cmd.AddBonusDie, who: Character) -> Rejected | None:
    """Add bonus dice before or after the roll (P6-18)."""
    return _add(ledger, command, command.count, 0)


@rule(cmd.AddDestinyDie, By.ANY)
def add_destiny_die(ledger: Ledger, command: cmd.AddDestinyDie, who: Character) -> Rejected | None:
    """Add destiny dice before or after the roll (P6-19)."""
    return _add(ledger, command, 0, command.count)


def _add(ledger: Ledger, command: cmd.AddBonusDie | cmd.AddDestinyDie, bonus: int, destiny: int) -> Rejected | None:
    check = _own_check(ledger.state, command)
    if isinstance(check, Rejected):
        return check
    refusal = _refuse_closed(check) or refuse_extras(ledger.who(check.character), bonus, destiny)
    if refusal is not None:
        return refusal
    commit(ledger, check.check_id, bonus, destiny)
    go_on(ledger, check.check_id)
    return None


@rule(cmd.Reroll, By.ANY)
def reroll(ledger: Ledger, command: cmd.Reroll, who: Character) -> Rejected | None:
    """Throw every die again for a reroll or a destiny die (P6-20)."""
    check = _own_check(ledger.state, command, rolled=True)
    if isinstance(check, Rejected):
        return check
    roller = ledger.who(check.character)
    pay = (command.pay or ("reroll" if roller.rerolls.now else "destiny")).strip().lower()
    natural = any(die.kind is DieKind.NATURAL for die in check.dice)
    if not check.rolled or (not natural and _only_natural(ledger)):
        return Rejected("NOTHING_TO_REROLL", phrase("No dice lie on the table that could be thrown again."))
    if command.pay is None and not roller.rerolls.now and not roller.destiny.now:
        return Rejected("NO_REROLLS", phrase("{name} has no reroll left.", name=roller.name))
    if pay == "reroll" and not roller.rerolls.now:
        return Rejected("NO_REROLLS", phrase("{name} has no reroll left.", name=roller.name))
    refusal = _refuse_closed(check) or refuse_extras(roller, 0, 1 if pay == "destiny" else 0)
    if refusal is not None:
        return refusal
    left = (roller.rerolls if pay == "reroll" else roller.destiny).now - 1
    ledger.record(ev.Rerolled(check.check_id, roller.name, pay, left))
    go_on(ledger, check.check_id)
    return None


def _only_natural(ledger: Ledger) -> bool:
    return ledger.rules.reroll_needs_natural or ledger.rules.reroll_scope == "natural"


@rule(cmd.CloseCheck, By.ANY)
def close_check(ledger: Ledger, command: cmd.CloseCheck, who: Character) -> Rejected | None:
    """Leave a roll as it is; one without dice fails, one not thrown yet is given up (P6-12, P6-21)."""
    check = _own_check(ledger.state, command)
    if isinstance(check, Rejected):
        return check
    if check.rolled and not any(throw.ref == check.check_id for throw in ledger.state.throws):
        close(ledger, check)
        return None
    if not check.due and not check.dice:
        ledger.record(ev.CheckImpossible(check.character, check.trait))
        close(ledger, check)
        return None
    if check.dice or not _may_be_given_up(ledger, check):
        one, trait = check.character, worded(check.trait)
        return Rejected("PENDING_ROLL", phrase("{character} rolls {trait} first.", character=one, trait=trait))
    ledger.record(ev.CheckWithdrawn(check.check_id, check.character, check.trait))
    if check.purpose is Purpose.GROUP:
        _member_done(ledger, check.character, 0)
    return None


def _may_be_given_up(ledger: Ledger, check: Check) -> bool:
    if check.purpose in (Purpose.POISONED, Purpose.SHOCKED, Purpose.UNCONSCIOUS):
        return not ledger.rules.auto_condition_rolls
    return check.purpose in (Purpose.CHECK, Purpose.GROUP, Purpose.OBSERVE)


@rule(cmd.RequestGroupCheck, By.GM)
def request_group_check(ledger: Ledger, command: cmd.RequestGroupCheck, who: Character) -> Rejected | None:
    """Call for a group roll (P6-25)."""
    state = ledger.state
    if state.group is not None or state.checks:
        return Rejected("PENDING_ROLL", phrase("Another roll is still open."))
    members = everyone(state, command.members)
    if isinstance(members, Rejected):
        return members
    traits = [trait_of(state, one, command.trait) for one in members]
    for trait in traits:
        if isinstance(trait, Rejected):
            return trait
    first = next(trait for trait in traits if isinstance(trait, Trait))
    names = tuple(one.name for one in members)
    group = GroupCheck(ledger.new_id("group"), first.label, command.difficulty, command.required or 0, names)
    ledger.record(ev.GroupCheckRequested(group))
    asked = Asked(modifier=command.difficulty, refs=(group.group_id,))
    for one, trait in zip(members, traits, strict=True):
        if isinstance(trait, Trait):
            open_check(ledger, one.name, trait, Purpose.GROUP, asked)
    return None


@closes(Purpose.GROUP)
def _group_member(ledger: Ledger, check: Check, successes: int) -> None:
    _member_done(ledger, check.character, successes)


def _member_done(ledger: Ledger, name: str, successes: int) -> None:
    group = ledger.state.group
    if group is None:
        return
    total = group.total + successes
    ledger.record(ev.GroupMemberRolled(name, successes, total))
    if group.done + 1 == len(group.members):
        success = total >= (group.required or 1)
        ledger.record(ev.GroupCheckResolved(group.trait, total, group.required, success))


@rule(cmd.Observe, By.ANY)
def observe(ledger: Ledger, command: cmd.Observe, who: Character) -> Rejected | None:
    """Look for conspicuous things (P6-26)."""
    state = ledger.state
    speaker = find_player(state, command.actor) if command.actor else None
    if isinstance(speaker, Rejected):
        return speaker
    observer = meant(state, command.observer, speaker.name if speaker is not None else None)
    if isinstance(observer, Rejected):
        return observer
    refusal = refuse_stranger(state, speaker.name if speaker is not None else None, observer)
    targets = find_characters(state, command.targets)
    if refusal is not None or isinstance(targets, Rejected):
        return refusal or (targets if isinstance(targets, Rejected) else None)
    if not targets:
        return Rejected("BAD_VALUE", phrase("Say who is watched."))
    trait = _sharp_eyes(state, observer)
    if isinstance(trait, Rejected):
        return trait
    thing, highest = most_conspicuous(targets)
    refs = (thing, *(one.name for one in targets))
    open_check(ledger, observer.name, trait, Purpose.OBSERVE, Asked(dice=highest, refs=refs))
    return None


def _sharp_eyes(state: State, observer: Character) -> Trait | Rejected:
    if state.house_rules.concealment_base == "attribute":
        return attribute_of(observer, Attr.APPREHENSION)
    return skill_of(state, observer, "Perception")


def most_conspicuous(targets: tuple[Character, ...]) -> tuple[str, int]:
    """The easiest thing to see on these people, and its concealment; 0 when they carry nothing (P6-26)."""
    carried: list[tuple[str, int]] = []
    for who in targets:
        carried += [(one.name, one.concealment) for one in who.items]
        carried += [(one.name, one.concealment) for one in who.weapons]
        carried += [(one.name, one.concealment) for one in who.armour]
    return max(carried, key=lambda pair: pair[1], default=("", 0))


@closes(Purpose.OBSERVE)
def _observed(ledger: Ledger, check: Check, successes: int) -> None:
    thing, *names = check.refs
    spotted = successes >= 1
    ledger.record(ev.ConcealmentResolved(check.character, tuple(names), spotted, thing if spotted else ""))


@rule(cmd.GrantDestiny, By.GM)
def grant_destiny(ledger: Ledger, command: cmd.GrantDestiny, who: Character) -> Rejected | None:
    """Hand out destiny dice, beyond the maximum if need be (P6-23)."""
    ledger.record(ev.DestinyGranted(who.name, command.count, who.destiny.now + command.count))
    return None
