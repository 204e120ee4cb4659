"""Calling for rolls: of one, of several, of a group together (P6-10, P6-25); looking for conspicuous things (P6-26)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, counted, listed, number
from engine.offers import choice
from engine.phrase import Phrase, capital, phrase, spelled, template, verbatim
from engine.systems.phasesix.agenda import checks_due, closes, refuse_pending
from engine.systems.phasesix.entities import Character, Check, GroupCheck, State
from engine.systems.phasesix.fields import (
    LIMIT,
    AskedDice,
    AskedDifficulty,
    Difficulty,
    Needed,
    NeededTogether,
    TraitName,
    Who,
)
from engine.systems.phasesix.fold import known
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnEvent, Told
from engine.systems.phasesix.naming import everyone, find_characters, means_everyone
from engine.systems.phasesix.rulebook import meant, refuse_stranger, speaking
from engine.systems.phasesix.rules.checks import Asked, close, open_check
from engine.systems.phasesix.skills import all_skills
from engine.systems.phasesix.taps import CHECKS, HARDER, anybody, living, people, prefixed, some
from engine.systems.phasesix.traits import Trait, attribute_of, skill_of, trait_of
from engine.systems.phasesix.vocabulary import ATTRS, Attr, Purpose
from engine.systems.phasesix.words import worded


class RequestCheck(Command):
    """Call for a roll (P6-10).

    Attributes:
        char: Who rolls; the only player character when left out.
        trait: Attribute, skill, knowledge, "evasion", or a number of dice.
        dice: Situational dice, negative to take away (P6-11).
        chars: Several characters who all roll for themselves; "everyone" for all player characters.
    """

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="A roll on {trait} for {chars|char}?")
    trait: TraitName
    char: Who | None = None
    difficulty: AskedDifficulty = 0
    needed: Needed = 1
    dice: AskedDice = 0
    chars: tuple[Who, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        rollers = _rollers(ledger.state, self)
        traits: list[tuple[Character, Trait]] = []
        for one in rollers:
            trait = trait_of(ledger.state, one, self.trait)
            if any(check.character == one.name and check.purpose is Purpose.CHECK for check in ledger.state.checks):
                raise Refused("PENDING_ROLL", phrase("{name} still has a roll open.", name=one.name))
            traits.append((one, trait))
        for one, trait in traits:
            asked = Asked(dice=self.dice, modifier=self.difficulty, needed=self.needed)
            open_check(ledger, one.name, trait, Purpose.CHECK, asked)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        trait = choice("trait", phrase("What"), traits_offered(state))
        rest = (
            HARDER,
            Field("needed", phrase("Successes needed"), "number", least=1, optional=True),
            Field("dice", phrase("Dice more or less"), "number", least=-LIMIT, most=LIMIT, optional=True),
        )
        yield Move(cls.kind, phrase("Call for a roll"), CHECKS, fields=(anybody(state), trait, *rest))
        all_of_them = (("chars", ("everyone",)),)
        yield Move(cls.kind, phrase("Call for a roll of everybody"), CHECKS, all_of_them, (trait, *rest))


def traits_offered(state: State) -> Iterator[tuple[str, Phrase]]:
    """Every trait of this table, with its label."""
    labels = {name: worded(name) for name in all_skills(state)}
    labels |= {each.value: spelled(each) for each in ATTRS}
    labels |= {one.name: verbatim(one.name) for who in state.characters for one in who.knowledge}
    labels["evasion"] = phrase("evasion")
    yield from ((name, capital(label)) for name, label in labels.items())


def _rollers(state: State, command: RequestCheck) -> tuple[Character, ...]:
    if command.chars:
        return everyone(state, command.chars)
    if command.char and means_everyone(command.char):
        return everyone(state, ())
    return (meant(state, command.char, None),)


class GroupCheckRequested(Event):
    """A group roll begins (P6-25)."""

    weight: ClassVar[int] = 0
    group: GroupCheck

    def apply(self, state: State) -> Changes:
        return {"group": self.group, "count": state.count + 1}

    def sentence(self) -> Phrase:
        return _members(self.group)

    def undone(self) -> Phrase:
        return phrase("the group roll on {trait}", trait=worded(self.group.trait))


class GroupMemberRolled(OwnEvent):
    """A member's successes join the sum."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("{character} adds {successes}, {total} so far")
    successes: InWords
    total: InWords

    def apply(self, state: State) -> Changes:
        return (
            {} if state.group is None else {"group": changed(state.group, total=self.total, done=state.group.done + 1)}
        )


class GroupCheckResolved(Event):
    """A group roll is complete (P6-25)."""

    trait: str
    total: int
    required: int
    success: bool

    def apply(self, state: State) -> Changes:
        """The sum decides: rolls of it that are still open are not needed any more."""
        aside = {check.check_id for check in state.checks if check.purpose is Purpose.GROUP}
        checks = tuple(check for check in state.checks if check.check_id not in aside)
        throws = tuple(throw for throw in state.throws if throw.ref not in aside)
        return {"group": None, "checks": checks, "throws": throws}

    def sentence(self) -> Phrase:
        successes = counted(self.total, "success", "successes")
        if not self.required:
            return phrase("Together {successes}", successes=successes)
        return phrase("Together {successes} of {required}", successes=successes, required=number(self.required))


def _members(group: GroupCheck) -> Phrase:
    trait, members = worded(group.trait), listed(group.members)
    if not group.required:
        return phrase("Group roll on {trait}: {members}", trait=trait, members=members)
    return phrase(
        "Group roll on {trait}, {required} needed: {members}",
        trait=trait,
        required=number(group.required),
        members=members,
    )


class RequestGroupCheck(Command):
    """Call for a group roll (P6-25); `required` None when the number stays open, `members` empty for all players."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="A group roll on {trait}[, {required:success|successes} needed]?")
    trait: TraitName
    required: NeededTogether | None = None
    difficulty: Difficulty = 0
    members: tuple[Who, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        state = ledger.state
        if state.group is not None or checks_due(state):
            refuse_pending(state)
            raise Refused("PENDING_ROLL", phrase("A group roll is still open."))
        members = everyone(state, self.members)
        traits = [trait_of(state, one, self.trait) for one in members]
        names = tuple(one.name for one in members)
        group = GroupCheck(ledger.new_id("group"), traits[0].label, self.difficulty, self.required or 0, names)
        ledger.record(GroupCheckRequested(group))
        asked = Asked(modifier=self.difficulty, refs=(group.group_id,))
        for name, trait in zip(names, traits, strict=True):
            open_check(ledger, name, trait, Purpose.GROUP, asked)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        trait = choice("trait", phrase("What"), traits_offered(state))
        required = Field("required", phrase("Successes needed together"), "number", least=1, optional=True)
        together = (trait, required, HARDER, some("members", living(state)))
        yield Move(cls.kind, phrase("Call for a group roll"), CHECKS, fields=together)


@closes(Purpose.GROUP)
def _member_done(ledger: Ledger, check: Check, successes: int) -> None:
    group = ledger.state.group
    if group is None:
        return
    total = group.total + successes
    ledger.record(GroupMemberRolled(check.character, successes, total))
    lying = [each for each in ledger.state.checks if each.purpose is Purpose.GROUP and each.rolled]
    if group.required > total and lying and total + sum(each.successes for each in lying) >= group.required:
        close(ledger, lying[0])
    elif group.done + 1 == len(group.members) or 0 < group.required <= total:
        success = total >= (group.required or 1)
        ledger.record(GroupCheckResolved(group.trait, total, group.required, success))


class ConcealmentResolved(Told):
    """Somebody looked for conspicuous things (P6-26)."""

    observer: str
    targets: tuple[str, ...]
    spotted: bool
    item: str

    def sentence(self) -> Phrase:
        if not self.spotted:
            return phrase("{observer} notices nothing", observer=self.observer)
        if not self.item:
            return phrase("{observer} notices something", observer=self.observer)
        return phrase("{observer} notices the {item}", observer=self.observer, item=self.item)


class Observe(Command):
    """Look for conspicuous things somebody carries (P6-26)."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Does {observer} look for something hidden?")
    observer: Who | None = None
    targets: tuple[Who, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        state, speaker = ledger.state, speaking(ledger.state, self.actor)
        observer = meant(state, self.observer, speaker)
        refuse_stranger(state, speaker, observer)
        targets = find_characters(state, self.targets)
        if not targets:
            raise Refused("BAD_VALUE", phrase("Say who is watched."))
        thing, highest = most_conspicuous(targets)
        refs = (thing, *(one.name for one in targets))
        trait = _sharp_eyes(state, observer)
        open_check(ledger, observer.name, trait, Purpose.OBSERVE, Asked(dice=highest, refs=refs))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = known(state, who)
        others = tuple(one for one in living(state) if one.name != who)
        if others and state.combat is None:
            targets = Field("targets", phrase("At whom"), "choices", people(others), least=1)
            label = prefixed(state, character, phrase("look for conspicuous things"))
            yield Move(cls.kind, label, CHECKS, (("observer", who),), (targets,))


def _sharp_eyes(state: State, observer: Character) -> Trait:
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
    ledger.record(ConcealmentResolved(check.character, tuple(names), spotted, thing if spotted else ""))
