"""Looking for conspicuous things that somebody carries (P6-26)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Field, Move
from engine.common.rules import Refused
from engine.phrase import Phrase, phrase
from engine.systems.phasesix.agenda import closes
from engine.systems.phasesix.entities import Character, Check
from engine.systems.phasesix.fields import Who
from engine.systems.phasesix.fold import known
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Told
from engine.systems.phasesix.naming import find_characters
from engine.systems.phasesix.rulebook import meant, refuse_stranger, speaking
from engine.systems.phasesix.rules.checks import Asked, open_check
from engine.systems.phasesix.state import State
from engine.systems.phasesix.taps import CHECKS, living, people, prefixed
from engine.systems.phasesix.traits import Trait, attribute_of, skill_of
from engine.systems.phasesix.vocabulary import Attr, Purpose


@dataclass(frozen=True, slots=True)
class ConcealmentResolved(Told):
    """Somebody looked for conspicuous things (P6-26)."""

    kind: ClassVar[str] = "concealment_resolved"
    weight: ClassVar[int] = 2
    observer: str
    targets: tuple[str, ...]
    spotted: bool
    item: str

    def sentence(self) -> Phrase:
        """What is noticed."""
        if not self.spotted:
            return phrase("{observer} notices nothing", observer=self.observer)
        if not self.item:
            return phrase("{observer} notices something", observer=self.observer)
        return phrase("{observer} notices the {item}", observer=self.observer, item=self.item)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe(Command):
    """Look for conspicuous things somebody carries (P6-26)."""

    kind: ClassVar[str] = "observe"
    by: ClassVar[By] = By.ANY
    observer: Who | None = None
    targets: tuple[Who, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        """Look for conspicuous things (P6-26)."""
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
        """Outside fights, at others."""
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
