"""Group rolls: the successes of all members add up (P6-25)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Field, Move
from engine.common.folding import Changes
from engine.common.rules import Refused
from engine.common.values import changed
from engine.common.words import counted, listed, number
from engine.offers import choice
from engine.phrase import Phrase, phrase
from engine.systems.phasesix.agenda import closes
from engine.systems.phasesix.entities import Check, GroupCheck
from engine.systems.phasesix.fields import Difficulty, NeededTogether, TraitName, Who
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event
from engine.systems.phasesix.naming import everyone
from engine.systems.phasesix.rules.checks import Asked, open_check, traits_offered
from engine.systems.phasesix.state import State
from engine.systems.phasesix.taps import CHECKS, HARDER, living, some
from engine.systems.phasesix.traits import trait_of
from engine.systems.phasesix.vocabulary import Purpose
from engine.systems.phasesix.words import worded


@dataclass(frozen=True, slots=True)
class GroupCheckRequested(Event):
    """A group roll begins (P6-25)."""

    kind: ClassVar[str] = "group_check_requested"
    group: GroupCheck

    def apply(self, state: State) -> Changes:
        """The group roll runs."""
        return {"group": self.group, "count": state.count + 1}

    def sentence(self) -> Phrase:
        """Trait, successes needed, members."""
        return _members(self.group)

    def undone(self) -> Phrase:
        """Which roll."""
        return phrase("the group roll on {trait}", trait=worded(self.group.trait))


@dataclass(frozen=True, slots=True)
class GroupMemberRolled(Event):
    """A member's successes join the sum."""

    kind: ClassVar[str] = "group_member_rolled"
    weight: ClassVar[int] = 1
    character: str
    successes: int
    total: int

    def apply(self, state: State) -> Changes:
        """The new sum."""
        return (
            {} if state.group is None else {"group": changed(state.group, total=self.total, done=state.group.done + 1)}
        )

    def sentence(self) -> Phrase:
        """The successes, and the sum so far."""
        return phrase(
            "{character} adds {successes}, {total} so far",
            character=self.character,
            successes=number(self.successes),
            total=number(self.total),
        )


@dataclass(frozen=True, slots=True)
class GroupCheckResolved(Event):
    """A group roll is complete (P6-25)."""

    kind: ClassVar[str] = "group_check_resolved"
    weight: ClassVar[int] = 2
    trait: str
    total: int
    required: int
    success: bool

    def apply(self, state: State) -> Changes:
        """No group roll runs."""
        return {"group": None}

    def sentence(self) -> Phrase:
        """The sum, and how many were needed."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestGroupCheck(Command):
    """Call for a group roll (P6-25); `required` None when the number stays open, `members` empty for all players."""

    kind: ClassVar[str] = "request_group_check"
    by: ClassVar[By] = By.GM
    trait: TraitName
    required: NeededTogether | None = None
    difficulty: Difficulty = 0
    members: tuple[Who, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        """Call for a group roll (P6-25)."""
        state = ledger.state
        if state.group is not None or state.checks:
            raise Refused("PENDING_ROLL", phrase("Another roll is still open."))
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
        """A trait, for all or some."""
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
    if group.done + 1 == len(group.members):
        success = total >= (group.required or 1)
        ledger.record(GroupCheckResolved(group.trait, total, group.required, success))
