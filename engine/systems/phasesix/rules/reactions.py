"""Reactions: deeds in answer to deeds, letting things happen, closing the time for it (P6-39 to P6-43)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Words
from engine.phrase import Phrase, phrase, template
from engine.systems.phasesix.agenda import builds, checks_due, refuse_pending, throws_due
from engine.systems.phasesix.entities import Character, Deed, State
from engine.systems.phasesix.fields import (
    AidPurpose,
    Cover,
    Difficulty,
    FireMode,
    ItemName,
    Metres,
    OwnSpell,
    Reaction,
    Target,
    TraitName,
    WeaponName,
)
from engine.systems.phasesix.fold import running, with_combat
from engine.systems.phasesix.guards import parry_unjudged
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnCommand, OwnEvent
from engine.systems.phasesix.naming import plain
from engine.systems.phasesix.rules.attacks import default_mode
from engine.systems.phasesix.rules.casting import CastSpell
from engine.systems.phasesix.rules.checks import close
from engine.systems.phasesix.rules.deeds import CustomDeed, spend
from engine.systems.phasesix.rules.defence import Evade, Parry
from engine.systems.phasesix.rules.windows import (
    answered,
    close_if_answered,
    close_window,
    no_window,
    refuse_reactor,
    waiting,
)
from engine.systems.phasesix.taps import REACTIONS, tap
from engine.systems.phasesix.vocabulary import DeedKind, Mode

_KINDS = {
    "use": DeedKind.USE_OBJECT,
    "throw": DeedKind.THROW_OBJECT,
    "shoot": DeedKind.ATTACK,
    "stand": DeedKind.STAND_UP,
}
_FIELDS = {"helper": "char", "instance": "spell"}
"""Fields of a deed's own command that `React` calls otherwise."""

_DEEDS = {CastSpell.kind: DeedKind.CAST.value, CustomDeed.kind: DeedKind.CUSTOM.value}
"""Deeds whose command has another name."""


class ReactionQueued(Event):
    """A reaction comes after the consequences (P6-41)."""

    deed: Deed

    def apply(self, state: State) -> Changes:
        window = running(state).window
        if window is None:
            return {}
        answer = changed(
            window,
            queued=(*window.queued, self.deed),
            answered=(*window.answered, self.deed.actor),
            reacted=(*window.reacted, self.deed.actor),
        )
        return with_combat(state, window=answer) | {"count": state.count + 1}

    def sentence(self) -> Phrase:
        return phrase("{character} reacts", character=self.deed.actor)

    def undone(self) -> Phrase:
        return phrase("{character}'s reaction", character=self.deed.actor)


class ReactionPassed(OwnEvent):
    """Somebody does not react."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("{character} does not react")

    def apply(self, state: State) -> Changes:
        return answered(state, self.character, reacted=False)


class React(OwnCommand):
    """Answer somebody's deed with one of one's own (P6-39 to P6-42).

    Attributes:
        deed: What is done: a `DeedKind`; the further fields are those of that deed's command.
    """

    talk: ClassVar[Talk] = Talk(confirm="Does {char} react?")

    deed: Reaction
    target: Target | None = None
    weapon: WeaponName | None = None
    mode: FireMode | None = None
    distance: Metres | None = None
    cover: Cover | None = None
    from_behind: bool = False
    difficulty: Difficulty = 0
    metres: Metres | None = None
    item: ItemName | None = None
    spell: OwnSpell | None = None
    purpose: AidPurpose | None = None
    trait: TraitName | None = None
    text: Words | None = None

    @classmethod
    def likely(cls, state: State) -> tuple[str, ...]:
        return waiting(state)

    def decide(self, ledger: Ledger, who: Character) -> None:
        word = plain(self.deed)
        if word in ("evade", "dodge"):
            Evade(char=who.name).decide(ledger, who)
        elif word == "parry":
            Parry(actor=self.actor, char=who.name, with_=self.weapon).decide(ledger, who)
        else:
            self._answer(ledger, who, _KINDS.get(word) or next((one for one in DeedKind if plain(one) == word), None))

    def _answer(self, ledger: Ledger, who: Character, kind: DeedKind | None) -> None:
        refuse_pending(ledger.state)
        refuse_reactor(ledger, who, 1)
        if kind is None or (ledger.combat.window is not None and ledger.combat.window.defence):
            raise Refused("BAD_VALUE" if kind is None else "NO_WINDOW", phrase("Say what the reaction is."))
        deed = builds[kind](ledger, who, kind, self)
        refuse_reactor(ledger, who, deed.cost)
        _refuse_full_auto(who, deed)
        spend(ledger, who.name, 1, kind.value)
        ledger.record(ReactionQueued(changed(deed, reaction=True, rider=False, coupled=False)))
        close_if_answered(ledger)

    @classmethod
    def by_deed(cls, move: Move) -> Move:
        """The tap of a deed as one in answer to another."""
        given = tuple((_FIELDS.get(name, name), value) for name, value in move.given)
        fields = tuple(
            replace(field, name="target", shape="choice", most=None) if field.name == "targets" else field
            for field in move.fields
        )
        deed = ("deed", _DEEDS.get(move.kind, move.kind))
        return Move(cls.kind, phrase("React: {move}", move=move.label), REACTIONS, (*given, deed), fields)


def _refuse_full_auto(who: Character, deed: Deed) -> None:
    """Full-auto fire off the default takes a whole turn (P6-52)."""
    weapon = next((one for one in who.weapons if one.name == deed.weapon), None)
    if weapon is None or deed.mode is not Mode.FULL_AUTO or default_mode(weapon) is Mode.FULL_AUTO:
        return None
    raise Refused("BAD_MODE", phrase("Full auto takes all actions of a turn; it cannot be a reaction."))


class PassReaction(OwnCommand):
    """Not react to the deed."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} let it happen?")

    @classmethod
    def likely(cls, state: State) -> tuple[str, ...]:
        return waiting(state)

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Not react to the deed (P6-43)."""
        refuse_pending(ledger.state)
        if who.name not in waiting(ledger.state):
            raise no_window()
        ledger.record(ReactionPassed(who.name))
        close_if_answered(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield tap(cls, state, who, phrase("let it happen"), REACTIONS, owed=True)


class CloseReactions(Command):
    """Nobody else reacts (P6-43)."""

    by: ClassVar[By] = By.GM
    taps: ClassVar[tuple[Move, ...]] = (Move("close_reactions", phrase("End reactions"), REACTIONS),)
    talk: ClassVar[Talk] = Talk(confirm="Are the reactions over[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        for check in checks_due(ledger.state):
            if check.rolled and not throws_due(ledger.state):
                close(ledger, check)
        refuse_pending(ledger.state)
        combat = ledger.state.combat
        if combat is None or (combat.window is None and not ledger.events):
            raise no_window()
        if combat.window is not None and combat.window.judging:
            raise parry_unjudged()
        close_window(ledger)
