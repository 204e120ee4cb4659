"""Movement, Dash and improvised Movement Styles (rules 3.8 to 3.10)."""

from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import counted, listed
from engine.fields import Words
from engine.phrase import Phrase, phrase, template
from engine.systems.kleptonomicon.derived import acting, available, left, pool, skill_modifier, spent, styles
from engine.systems.kleptonomicon.entities import Character, OpenTest, StyleAsk, StyleUnits
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, Size, StyleName, Units
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, CharacterEvent, OfCharacter
from engine.systems.kleptonomicon.naming import find_character, find_characters, plain
from engine.systems.kleptonomicon.rulebook import refuse_no_beats, refuse_other_turn, refuse_out
from engine.systems.kleptonomicon.rules.conditions import gain_condition, interrupt
from engine.systems.kleptonomicon.rules.effects import BeatSpent, going_on
from engine.systems.kleptonomicon.rules.testing import follows, open_test
from engine.systems.kleptonomicon.rules.triggers import commit, open_trigger
from engine.systems.kleptonomicon.state import State, known_character, with_character
from engine.systems.kleptonomicon.vocabulary import ATHLETICS, SLOWED, UNITS, Phase, StyleSize, TestKind, TriggerKind

MOST_DASHES = 2


class Moved(CharacterEvent):
    """Somebody moved; what is left of the style and in all."""

    told: ClassVar[str] = template("{character} moves {units} ({style}).")
    taken_back: ClassVar[str] = template("{character}'s movement")
    style: str
    units: int
    left: int
    pool: int

    def apply(self, state: State) -> Changes:
        movement = known_character(state, self.character).movement
        spent = with_units(movement.spent, self.style, self.units)
        changes = with_character(state, self.character, movement=changed(movement, spent=spent))
        return changes | {"encounter": going_on(state)}


class StyleActivated(CharacterEvent):
    """The rules of this style are in force."""

    style: str

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, active_style=self.style, falling=False)


class MovementAdjusted(CharacterEvent):
    """The GM gave movement back or took some."""

    style: str
    delta: int

    def apply(self, state: State) -> Changes:
        movement = known_character(state, self.character).movement
        spent = with_units(movement.spent, self.style, self.delta)
        return with_character(state, self.character, movement=changed(movement, spent=spent))

    def sentence(self) -> Phrase:
        units = counted(abs(self.delta), "unit", "units")
        if self.delta < 0:
            return phrase("{character} gets back {units} of movement.", character=self.character, units=units)
        return phrase("{character} pays {units} of movement.", character=self.character, units=units)


def with_units(entries: tuple[StyleUnits, ...], style: str, delta: int) -> tuple[StyleUnits, ...]:
    """Units of a style changed by `delta`; an entry that reaches 0 goes."""
    old = next((each for each in entries if each.style == style), StyleUnits(style, 0))
    new = changed(old, units=old.units + delta)
    rest = tuple(each for each in entries if each.style != style)
    return (*rest, new) if new.units else rest


class DashBegun(CharacterEvent):
    """Somebody dashes, for the first or second time."""

    taken_back: ClassVar[str] = template("{character}'s Dash")
    count: int

    def apply(self, state: State) -> Changes:
        movement = known_character(state, self.character).movement
        return with_character(state, self.character, movement=changed(movement, dash_count=self.count))


class Dashed(CharacterEvent):
    """Movement is multiplied for the rest of the Turn."""

    mult: int

    def apply(self, state: State) -> Changes:
        movement = known_character(state, self.character).movement
        return with_character(state, self.character, movement=changed(movement, mult=self.mult))

    def sentence(self) -> Phrase:
        if self.mult > 2:
            return phrase("{character}'s movement is tripled.", character=self.character)
        return phrase("{character}'s movement is doubled.", character=self.character)


class ImprovisedStyleAsked(CharacterEvent):
    """Somebody wants to improvise a Movement Style."""

    told: ClassVar[str] = template("{character} wants to improvise {style}")
    quotes: ClassVar[str] = "method"
    taken_back: ClassVar[str] = template("{character} asking to {style}")
    style: str
    method: str

    def apply(self, state: State) -> Changes:
        others = tuple(each for each in state.style_asks if each.character != self.character)
        return {"style_asks": (*others, StyleAsk(self.character, self.style, self.method))}


class StyleGranted(CharacterEvent):
    """They may, this far."""

    told: ClassVar[str] = template("{character} may {style}, {units}.")
    depends: ClassVar[str] = "tracked"
    otherwise: ClassVar[str] = template("{character} may {style}.")
    taken_back: ClassVar[str] = template("{character}'s {style}")
    weight: ClassVar[int] = 2
    style: str
    units: int
    scene: bool = False
    tracked: bool = True

    def apply(self, state: State) -> Changes:
        changes = answered(state, self.character)
        if not self.tracked:
            return changes
        movement = known_character(state, self.character).movement
        others = tuple(each for each in movement.improvised if each.style != self.style)
        improvised = (*others, StyleUnits(self.style, self.units, self.scene))
        return changes | with_character(state, self.character, movement=changed(movement, improvised=improvised))


class StyleDenied(CharacterEvent):
    """They may not."""

    told: ClassVar[str] = template("{character} cannot {style}.")
    weight: ClassVar[int] = 2
    style: str

    def apply(self, state: State) -> Changes:
        return answered(state, self.character)


def answered(state: State, character: str) -> Changes:
    """The question this character asked is open no longer."""
    return {"style_asks": tuple(each for each in state.style_asks if each.character != character)}


class Move(OfCharacter):
    """Move in a style (KL-60 to KL-65).

    Attributes:
        style: None = the active one.
        leaves_reach_of: Enemies whose Swinging Distance is left.
    """

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {character} move[ {units:unit|units}]?")
    style: StyleName | None = None
    units: Units
    leaves_reach_of: tuple[CharacterName, ...] = ()

    def decide(self, ledger: Ledger, who: Character) -> None:
        style = plain(self.style or "") or who.active_style or next(iter(styles(who)), "walk")
        enemies = find_characters(ledger.state, self.leaves_reach_of)
        refuse_other_turn(ledger, who)
        refuse_out(who)
        _refuse_distance(ledger, who, style, self.units)
        commit(ledger)
        rules = ledger.rules
        rest = left(who, style, rules) - self.units
        ledger.record(Moved(who.name, style, self.units, rest, pool(who, rules) - self.units))
        if who.active_style != style or who.falling:
            ledger.record(StyleActivated(who.name, style))
        for enemy in enemies:
            open_trigger(ledger, TriggerKind.LEFT_SWINGING, who.name, enemy)


def _refuse_distance(ledger: Ledger, character: Character, style: str, units: int) -> None:
    """Units fit the style and what is left (KL-63)."""
    rules = ledger.rules
    if units < 1:
        raise Refused("BAD_DISTANCE", phrase("Movement is counted in whole units, at least one."))
    if style not in styles(character):
        known = listed(styles(character)) or phrase("stay put")
        said = phrase("{name} cannot {style}, only {styles}.", name=character.name, style=style, styles=known)
        raise Refused("STYLE_UNAVAILABLE", said)
    if units > pool(character, rules):
        rest = counted(pool(character, rules), "unit", "units")
        said = phrase("{name} has {units} of movement left.", name=character.name, units=rest)
        raise Refused("POOL_EXHAUSTED", said)
    if units > available(character, style, rules):
        rest = counted(available(character, style, rules), "unit", "units")
        said = phrase("{name} can {style} only {units} more.", name=character.name, style=style, units=rest)
        raise Refused("STYLE_EXHAUSTED", said)


class AdjustMovement(OfCharacter):
    """Give movement back, or take more (KL-65); `delta` is added to what is spent."""

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    whose: ClassVar[str | None] = "character"
    talk: ClassVar[Talk] = Talk(confirm="Change the movement of {character}?")
    style: StyleName | None = None
    delta: AnyNumber

    def decide(self, ledger: Ledger, who: Character) -> None:
        style = plain(self.style or "") or (who.active_style or "")
        after = spent(who, style) + self.delta
        fits = after >= 0 and available(who, style, ledger.rules) >= self.delta
        if style not in styles(who) or not fits or not self.delta:
            moved = counted(spent(who, style), "unit", "units")
            said = phrase("{name} has moved {units} in that style.", name=who.name, units=moved)
            raise Refused("BAD_DISTANCE", said)
        ledger.record(MovementAdjusted(who.name, style, self.delta))


class Dash(OfCharacter):
    """Double, then triple movement (KL-66 to KL-70)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {character} dash?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        refuse_other_turn(ledger, who)
        refuse_out(who)
        costs = ledger.rules.dash_time == "action"
        if costs:
            refuse_no_beats(who)
        count = who.movement.dash_count + 1
        if count > MOST_DASHES:
            raise Refused("DASH_LIMIT", phrase("{name} has dashed twice this Round.", name=who.name))
        commit(ledger)
        if costs:
            ledger.record(BeatSpent(who.name, who.beats - 1))
        ledger.record(DashBegun(who.name, count))
        if count == 1:
            ledger.record(Dashed(who.name, 2))
        else:
            modifier = skill_modifier(who.sheet, ATHLETICS)
            open_test(ledger, OpenTest("", who.name, TestKind.DASH, modifier, skill=ATHLETICS))


@follows(TestKind.DASH)
def after_dash(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """A passed second Dash triples movement, a failed one slows (KL-68, KLR-14)."""
    if passed:
        ledger.record(Dashed(test.character, 3))
    else:
        gain_condition(ledger, test.character, SLOWED, ledger.rules.dash_fail_stacks)


class ImproviseMovement(OfCharacter):
    """Try a Movement Style that is not on the sheet (KL-75)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.MAIN, Phase.PAUSE)
    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Another way to move, {character}[: {style}]?")
    style: StyleName
    method: Words = ""

    def decide(self, ledger: Ledger, who: Character) -> None:
        style = plain(self.style)
        if not style:
            raise Refused("STYLE_UNAVAILABLE", phrase("Say how."))
        if style in {each.name for each in who.sheet.styles}:
            raise Refused("STYLE_ALREADY_KNOWN", phrase("{name} can already {style}.", name=who.name, style=style))
        if ledger.state.phase is Phase.MAIN:
            refuse_other_turn(ledger, who)
        refuse_out(who)
        ledger.record(ImprovisedStyleAsked(who.name, style, self.method.strip()))


class GrantStyle(OfCharacter):
    """Allow it; None = the only one asked for (KL-76)."""

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.MAIN, Phase.PAUSE)
    talk: ClassVar[Talk] = Talk(confirm="Allow {character} that way to move?")
    style: StyleName | None = None
    size: Size = "HALF"

    def decide(self, ledger: Ledger, who: None) -> None:
        """Half of a style, or the whole for good preparation; for this Turn or the scene (KL-76, KLR-17)."""
        asked = _asked(ledger, self)
        size = self.size.strip().upper()
        tracked = asked.character in acting(ledger.state.encounter, ledger.rules)
        scene = ledger.rules.improvised_style_duration == "scene"
        ledger.record(StyleGranted(asked.character, asked.style, UNITS[StyleSize(size)], scene, tracked))


class DenyStyle(OfCharacter):
    """Refuse it.

    Attributes:
        interrupted: Whether the failed attempt counts as the interrupted style, so that a climber falls (KL-75).
    """

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.MAIN, Phase.PAUSE)
    talk: ClassVar[Talk] = Talk(confirm="Refuse {character} that way to move?")
    style: StyleName | None = None
    interrupted: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        """Refuse it (KL-75)."""
        asked = _asked(ledger, self)
        ledger.record(StyleDenied(asked.character, asked.style))
        if self.interrupted:
            interrupt(ledger, asked.character, asked.style)


def _asked(ledger: Ledger, command: GrantStyle | DenyStyle) -> StyleAsk:
    """The question meant: the only one that fits what was said."""
    asks = ledger.state.style_asks
    if command.character:
        character = find_character(ledger.state, command.character)
        asks = tuple(ask for ask in asks if ask.character == character.name)
    if command.style:
        asks = tuple(ask for ask in asks if ask.style == plain(command.style or ""))
    if len(asks) == 1:
        return asks[0]
    several = phrase("Say whose.") if asks else phrase("Nobody has asked for that.")
    raise Refused("NOT_ASKED", several)
