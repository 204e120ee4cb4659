"""Rounds and Turns: their start and end, small deeds on the side (rules 3.6, 3.7, 3.11)."""

from typing import ClassVar

from engine.common.messages import Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Words
from engine.phrase import Phrase, joined, phrase, template
from engine.systems.kleptonomicon.derived import acting, next_turn, turns
from engine.systems.kleptonomicon.entities import Character, Encounter, Movement, NpcGroup, Slot
from engine.systems.kleptonomicon.fields import CharacterName, GroupName
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, CharacterEvent, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import find_character, find_group, sought
from engine.systems.kleptonomicon.rulebook import refuse_other_turn, refuse_out
from engine.systems.kleptonomicon.rules.conditions import reduce_condition
from engine.systems.kleptonomicon.rules.effects import SlowActionResolved, take_effect
from engine.systems.kleptonomicon.rules.phases import go_to
from engine.systems.kleptonomicon.rules.testing import TestDropped
from engine.systems.kleptonomicon.rules.triggers import close_triggers
from engine.systems.kleptonomicon.state import State, encounter_of, known_character, with_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import Phase


class TurnOrderSet(Event):
    """The Turn Order; everybody has all Beats."""

    taken_back: ClassVar[str] = template("the start of the Turns")
    weight: ClassVar[int] = 1
    order: tuple[Slot, ...]

    def apply(self, state: State) -> Changes:
        people = encounter_of(state).participants
        characters = tuple(
            changed(each, beats=each.sheet.beats_max, beat_debt=0) if each.name in people else each
            for each in state.characters
        )
        return {"characters": characters} | with_encounter(state, order=self.order)

    def sentence(self) -> Phrase:
        return phrase("Turn Order: {names}.", names=joined((slot.name for slot in self.order), ", "))


class RoundStarted(Event):
    """A Round began."""

    told: ClassVar[str] = template("Round {round}.")
    round: int

    def apply(self, state: State) -> Changes:
        return with_encounter(state, round=self.round)


class RoundEnded(Event):
    """A Round is over."""

    round: int


class TurnPrepared(CharacterEvent):
    """Movement and counts of a Turn are fresh."""

    leads: bool = True

    def apply(self, state: State) -> Changes:
        """Step 1 of a Turn's start (KL-46)."""
        character = known_character(state, self.character)
        kept = tuple(each for each in character.movement.improvised if each.scene)
        conditions = tuple(changed(each, gained_this_turn=0) for each in character.conditions)
        changes = with_character(
            state,
            self.character,
            movement=Movement(improvised=kept),
            free_actions_used=0,
            conditions=conditions,
        )
        return changes | (with_encounter(state, active=self.character, end_asked=None) if self.leads else {})


class TurnStarted(CharacterEvent):
    """A Turn began."""

    told: ClassVar[str] = template("{character}'s Turn, {beats}.")
    round: int
    beats: int


class UnspentBeats(CharacterEvent):
    """A Turn ends with Beats left."""

    beats: int
    asked: bool = False

    def apply(self, state: State) -> Changes:
        return with_encounter(state, end_asked=self.character) if self.asked else {}


class BeatsRefilled(CharacterEvent):
    """Beats for the next Round."""

    beats: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, beats=self.beats, beat_debt=0)


class TurnSkipped(CharacterEvent):
    """Somebody who cannot act was passed over."""

    told: ClassVar[str] = template("{character} cannot act.")
    taken_back: ClassVar[str] = template("passing over {character}")
    weight: ClassVar[int] = 2


class TurnEnded(CharacterEvent):
    """A Turn is over."""

    taken_back: ClassVar[str] = template("the end of {character}'s Turn")

    def apply(self, state: State) -> Changes:
        movement = known_character(state, self.character).movement
        kept = tuple(each for each in movement.improvised if each.scene)
        asks = tuple(ask for ask in state.style_asks if ask.character != self.character)
        return {"style_asks": asks} | with_character(state, self.character, movement=Movement(improvised=kept))


class GroupReordered(Event):
    """Members of a group act in this order."""

    told: ClassVar[str] = template("{group} act in this order: {members}.")
    weight: ClassVar[int] = 2
    group: str
    members: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        encounter = encounter_of(state)
        return with_encounter(
            state,
            groups=tuple(
                changed(each, members=self.members) if each.name == self.group else each for each in encounter.groups
            ),
            order=tuple(
                changed(each, members=self.members) if each.group and each.name == self.group else each
                for each in encounter.order
            ),
        )


class FreeActionUsed(CharacterEvent):
    """An improvised Free Action."""

    told: ClassVar[str] = template("{character}, for free")
    quotes: ClassVar[str] = "text"
    taken_back: ClassVar[str] = template("{character}'s free action")
    weight: ClassVar[int] = 1
    text: str
    count: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, free_actions_used=self.count)


class FreeReactionUsed(CharacterEvent):
    """An improvised Free Reaction."""

    told: ClassVar[str] = template("{character}, quickly")
    quotes: ClassVar[str] = "text"
    taken_back: ClassVar[str] = template("{character}'s reply")
    weight: ClassVar[int] = 1
    text: str
    reply: str


def begin_rounds(ledger: Ledger, order: tuple[Slot, ...]) -> None:
    """The Main Phase begins: all Beats, Round 1, first place (KL-42)."""
    ledger.record(TurnOrderSet(order))
    go_to(ledger, Phase.MAIN)
    ledger.record(RoundStarted(1))
    start_turn(ledger, turns(order, ledger.rules)[0])


def start_turn(ledger: Ledger, name: str) -> None:
    """Fresh movement, then Slow Actions take effect, then the Turn is announced; Beats stay (KL-46)."""
    ledger.record(TurnPrepared(name))
    everyone = acting(ledger.encounter, ledger.rules)
    for other in everyone:
        if other != name:
            ledger.record(TurnPrepared(other, leads=False))
    resolve_slow_actions(ledger)
    ledger.record(TurnStarted(name, ledger.encounter.round, ledger.character(name).beats))


def resolve_slow_actions(ledger: Ledger) -> None:
    """Slow Actions of whoever has the Turn take effect, those started in this Turn excepted (KL-46, KLI-16)."""
    encounter = ledger.encounter
    everyone = acting(encounter, ledger.rules)
    for slow in encounter.slow_actions:
        if slow.character in everyone and slow.started_round < encounter.round:
            ledger.record(SlowActionResolved(slow.character, slow.ability, slow.targets))
            take_effect(ledger, ledger.character(slow.character), slow.ability, slow.targets)


def close_turn(ledger: Ledger) -> None:
    """Conditions fade, Beats come back, movement is cleared, triggers close (KL-77 to KL-79)."""
    for name in acting(ledger.encounter, ledger.rules):
        _fade(ledger, ledger.character(name))
        character = ledger.character(name)
        beats = max(0, character.sheet.beats_max - character.beat_debt)
        ledger.record(BeatsRefilled(name, beats))
        ledger.record(TurnEnded(name))
    if ledger.rules.reaction_window != "gm":
        close_triggers(ledger)


def _fade(ledger: Ledger, character: Character) -> None:
    """Each Fleeting Condition sheds a Stack, fresh ones excepted (KL-77, KL-80, KLR-21)."""
    exception = ledger.rules.npc_fresh_stack_exception or not character.is_npc
    for condition in character.conditions:
        fresh = condition.gained_this_turn if exception else 0
        if condition.fleeting and condition.stacks > fresh:
            reduce_condition(ledger, character.name, condition, 1)


def go_on(ledger: Ledger, new_round: bool = False) -> None:
    """The next Turn; after the last place a new Round begins in the same order (KL-44)."""
    encounter = ledger.encounter
    name, wraps = next_turn(encounter, ledger.rules)
    if new_round:
        name, wraps = turns(encounter.order, ledger.rules)[0], True
    enter(ledger, name, wraps)


def enter(ledger: Ledger, name: str, wraps: bool) -> None:
    """Start somebody's Turn, in a new Round when the last one is over."""
    if wraps:
        _next_round(ledger)
    start_turn(ledger, name)


def hold_turn(ledger: Ledger, name: str, wraps: bool) -> None:
    """A Turn that begins while the Encounter is paused waits for its end."""
    if wraps:
        _next_round(ledger)
    ledger.record(TurnPrepared(name, leads=False))


def _next_round(ledger: Ledger) -> None:
    number = ledger.encounter.round
    ledger.record(RoundEnded(number))
    ledger.record(RoundStarted(number + 1))


class EndTurn(OfCharacter):
    """End a Turn (KL-47, KL-77 to KL-79)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    waits: ClassVar[bool] = True
    means: ClassVar[Meaning] = "ends_turn"
    talk: ClassVar[Talk] = Talk(confirm="Is the Turn of {character} over?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        """The Turn ends when its owner says so; Beats left are lost (KL-47, KL-50)."""
        refuse_other_turn(ledger, who)
        left = ledger.character(who.name).beats
        asked = ledger.rules.confirm_unspent_beats and ledger.encounter.end_asked != who.name
        if left and not who.out:
            ledger.record(UnspentBeats(who.name, left, asked))
            if asked:
                return
        _pass_on(ledger)


def _pass_on(ledger: Ledger) -> None:
    close_turn(ledger)
    go_on(ledger)


class SkipTurn(OfCharacter):
    """End the Turn of somebody who cannot act (KL-47)."""

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    whose: ClassVar[str | None] = "character"
    talk: ClassVar[Talk] = Talk(confirm="Skip the Turn of {character}?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        refuse_other_turn(ledger, who)
        for test in ledger.state.tests:
            if test.character in acting(ledger.encounter, ledger.rules):
                ledger.record(TestDropped(test.test_id, test.character))
        ledger.record(TurnSkipped(who.name))
        _pass_on(ledger)


class ReorderGroup(GmCommand):
    """Order members of a group before they act (KL-43)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE, Phase.MAIN, Phase.PAUSE)
    talk: ClassVar[Talk] = Talk(confirm="A new order for {group}?")
    group: GroupName
    members: tuple[CharacterName, ...]

    def decide(self, ledger: Ledger, who: None) -> None:
        """Members of a group in another order, before they act; Turns themselves are not swapped (KL-43, KL-48)."""
        encounter = ledger.encounter
        if sought(find_group, encounter, self.group) is None:
            someone = sought(find_character, ledger.state, self.group)
            if someone is not None and someone.name in encounter.participants:
                raise Refused("UNSUPPORTED", phrase("The rules do not allow delaying, holding or swapping Turns."))
        group = find_group(encounter, self.group)
        names = [find_character(ledger.state, said).name for said in self.members]
        if any(name not in group.members for name in names):
            raise Refused("UNSUPPORTED", phrase("The rules do not allow swapping Turns between places."))
        if _begun(encounter, group):
            raise Refused("SLOT_STARTED", phrase("{group} have begun to act this Round.", group=group.name))
        order = tuple(dict.fromkeys((*names, *group.members)))
        ledger.record(GroupReordered(group.name, order))


def _begun(encounter: Encounter, group: NpcGroup) -> bool:
    """The place of this group has come this Round."""
    slots = [slot.name for slot in encounter.order]
    here = encounter.slot_of(encounter.current)
    return here is not None and group.name in slots and slots.index(group.name) <= slots.index(here.name)


class ImproviseFree(OfCharacter):
    """A small deed that costs no Beat (KL-57)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Something small for free, {character}?")
    text: Words = ""
    gm_ok: bool = False

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Two small deeds a Turn without asking, more with the GM's word (KL-57, KLR-22)."""
        refuse_other_turn(ledger, who)
        refuse_out(who)
        count = who.free_actions_used + 1
        if count > ledger.rules.free_actions_guaranteed and not (self.gm_ok or ledger.by_gm):
            said = phrase("That is one free action too many; the game master has to allow it.")
            raise Refused("FREE_ACTION_LIMIT", said)
        ledger.record(FreeActionUsed(who.name, self.text.strip(), count))


class ImproviseFreeReaction(OfCharacter):
    """A quick reply out of turn (KL-58).

    Attributes:
        reply: "speech", or what else it is.
    """

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    talk: ClassVar[Talk] = Talk(confirm="Something said out of turn, {character}?")
    text: Words = ""
    reply: Words = "speech"
    gm_ok: bool = False

    def decide(self, ledger: Ledger, who: Character) -> None:
        """A short reply is always allowed, other quick deeds with the GM's word (KL-58)."""
        refuse_out(who)
        speech = self.reply.strip().lower() == "speech"
        if not speech and not (self.gm_ok or ledger.by_gm):
            said = phrase("Only talk is free out of turn; the game master has to allow the rest.")
            raise Refused("GM_APPROVAL_REQUIRED", said)
        ledger.record(FreeReactionUsed(who.name, self.text.strip(), self.reply.strip() or "speech"))
