"""First aid: boosts, stabilising, bandaging (P6-72 to P6-74)."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import InWords, Worded, counted
from engine.offers import choice
from engine.phrase import phrase, template
from engine.systems.phasesix.agenda import builds, does, follows
from engine.systems.phasesix.entities import Character, Deed, State
from engine.systems.phasesix.fields import AidPurpose, ItemName, Target, TraitName, Who
from engine.systems.phasesix.fold import known, with_character, with_condition
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnEvent
from engine.systems.phasesix.naming import find_character, plain
from engine.systems.phasesix.rulebook import meant, refuse_stranger, speaking
from engine.systems.phasesix.rules.checks import Asked
from engine.systems.phasesix.rules.deeds import act, cost_of, roll_for
from engine.systems.phasesix.rules.harm import boost
from engine.systems.phasesix.rules.things import carried, use_up
from engine.systems.phasesix.skills import FIRST_AID
from engine.systems.phasesix.taps import DEEDS, people, prefixed, self_first
from engine.systems.phasesix.traits import trait_of
from engine.systems.phasesix.vocabulary import Aid, Cond, DeedKind, Purpose

_WORDS = {"stabilize": Aid.STABILISE, "bleeding": Aid.BANDAGE, "save": Aid.STABILISE, "give first aid": Aid.BOOST}
_LABELS = (
    (Aid.STABILISE, phrase("stabilise somebody")),
    (Aid.BANDAGE, phrase("bandage somebody")),
    (Aid.BOOST, phrase("give first aid")),
)


class Stabilised(OwnEvent):
    """Dying is over (P6-72)."""

    told: ClassVar[str] = template("{character} is stable")
    helper: str

    def apply(self, state: State) -> Changes:
        return with_condition(state, self.character, Cond.DYING, 0, stabilised=0)


class AidFailed(Event):
    """First aid brings nothing, or too little yet (P6-72); `gathered` when successes add up."""

    told: ClassVar[str] = template("{helper} cannot help {character}: {successes}, {needed} needed")
    helper: str
    character: str
    successes: Annotated[int, Worded(lambda successes: counted(successes, "success", "successes"))]
    needed: InWords
    gathered: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, stabilised=self.gathered)


class BleedingStopped(OwnEvent):
    """A bleeding is bandaged (P6-74)."""

    told: ClassVar[str] = template("{character} is no longer bleeding")
    helper: str

    def apply(self, state: State) -> Changes:
        return with_condition(state, self.character, Cond.BLEEDING, 0)


class FirstAid(Command):
    """Help somebody hurt (P6-72 to P6-74).

    Attributes:
        helper: Who helps; the speaker's character when left out.
        target: Who is helped; the only one who needs it when left out.
        purpose: "boost", "stabilise" or "bandage"; None for what is most urgent.
        skill: First Aid, Medicine or another skill that helps.
        item: Aid at hand.
    """

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Does {helper} give[ {target}] first aid?")
    helper: Who | None = None
    target: Target | None = None
    purpose: AidPurpose | None = None
    skill: TraitName | None = None
    item: ItemName | None = None
    as_rider: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        state, speaker = ledger.state, speaking(ledger.state, self.actor)
        helper = meant(state, self.helper, speaker)
        refuse_stranger(state, speaker, helper)
        act(ledger, helper, DeedKind.FIRST_AID, self)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = known(state, who)
        target = Field("target", phrase("Whom"), "choice", people(self_first(state, character)))
        items = [item.name for item in character.items if item.boosts and item.uses != 0]
        helping = (choice("item", phrase("With"), items, optional=True),) if items else ()
        for aid, label in _LABELS:
            given = (("helper", who), ("purpose", aid.value))
            yield Move(cls.kind, prefixed(state, character, label), DEEDS, given, (target, *helping))


def _patient(state: State, who: Character, said: str | None) -> Character:
    """The one named, or the only one in need."""
    if said:
        return find_character(state, said)
    for cond in (Cond.DYING, Cond.BLEEDING):
        hurt = [one for one in state.characters if one.cond(cond) and not one.dead and one.name != who.name]
        if len(hurt) == 1:
            return hurt[0]
    raise Refused("AMBIGUOUS_NAME", phrase("Say who is helped."))


def _purpose(state: State, patient: Character, said: str | None) -> Aid:
    if state.house_rules.first_aid_combined and not said:
        return Aid.ALL
    if said:
        word = plain(said)
        known = _WORDS.get(word) or next((aid for aid in Aid if aid == word), None)
        if known is None:
            raise Refused("BAD_VALUE", phrase("First aid gives a boost, stabilises or bandages."))
        return known
    if patient.cond(Cond.DYING):
        return Aid.STABILISE
    return Aid.BANDAGE if patient.cond(Cond.BLEEDING) else Aid.BOOST


@builds(DeedKind.FIRST_AID)
def _first_aid(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    state = ledger.state
    patient = _patient(state, who, command.target)
    aid = _purpose(state, patient, command.purpose)
    if aid is Aid.STABILISE and not patient.cond(Cond.DYING):
        raise Refused("NOT_DYING", phrase("{name} is not dying.", name=patient.name))
    if aid is Aid.BANDAGE and not patient.cond(Cond.BLEEDING):
        raise Refused("NOT_BLEEDING", phrase("{name} is not bleeding.", name=patient.name))
    skill = trait_of(state, who, getattr(command, "skill", None) or getattr(command, "trait", None) or FIRST_AID)
    item = carried(who, command.item) if command.item else None
    if command.item and (item is None or item.uses == 0):
        raise Refused(
            "BAD_VALUE", phrase("{character} has no {item} to help with.", character=who.name, item=command.item)
        )
    refuse_no_dice(state, who, Purpose.AID, skill.value)
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        cost_of(state, "use_object"),
        targets=(patient.name,),
        aid=aid,
        trait=skill.label,
        item=item.name if item is not None else "",
        difficulty=getattr(command, "difficulty", 0),
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.FIRST_AID)
def _help(ledger: Ledger, deed: Deed) -> bool:
    state, helper = ledger.state, ledger.who(deed.actor)
    if deed.item:
        use_up(ledger, deed)
    needed = max(1, ledger.who(deed.target).cond(Cond.DYING)) if deed.aid in (Aid.STABILISE, Aid.ALL) else 1
    return roll_for(ledger, deed, lambda: trait_of(state, helper, deed.trait), Purpose.AID, Asked(needed=needed))


@follows(DeedKind.FIRST_AID)
def _helped(ledger: Ledger, deed: Deed) -> bool:
    patient = ledger.who(deed.target)
    if patient.dead:
        return True
    every = deed.aid is Aid.ALL
    if (deed.aid is Aid.STABILISE or every) and patient.cond(Cond.DYING):
        _stabilise(ledger, deed)
    elif not deed.hits:
        ledger.record(AidFailed(deed.actor, patient.name, 0, 1, patient.stabilised))
    if deed.hits and (deed.aid is Aid.BANDAGE or every) and patient.cond(Cond.BLEEDING):
        ledger.record(BleedingStopped(patient.name, deed.actor))
    if deed.hits and (deed.aid is Aid.BOOST or every):
        item = carried(ledger.who(deed.actor), deed.item) if deed.item else None
        boost(ledger, patient.name, max(1, item.boosts if item is not None else 1))
    return True


def _stabilise(ledger: Ledger, deed: Deed) -> None:
    """Successes of one roll reach the dying value, or add up by house rule (P6-72)."""
    patient = ledger.who(deed.target)
    needed = patient.cond(Cond.DYING)
    before = patient.stabilised if ledger.rules.stabilise_accumulates else 0
    if before + deed.hits >= needed:
        ledger.record(Stabilised(patient.name, deed.actor))
        return
    gathered = before + deed.hits if ledger.rules.stabilise_accumulates else 0
    ledger.record(AidFailed(deed.actor, patient.name, deed.hits, needed, gathered))
