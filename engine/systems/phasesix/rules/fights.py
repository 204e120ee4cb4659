"""Fights: who takes part, who joins, leaves, notices whom, and the end (rules 3.5)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, ClassVar

from engine.board import Field, Move, Option
from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import BY_NAME, listed
from engine.fields import Words
from engine.offers import options
from engine.phrase import Phrase, phrase, template
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.derived import in_combat
from engine.systems.phasesix.entities import Character, Combat, Combatant, Side, Sight, State, Task
from engine.systems.phasesix.fields import Fighter, FoeKind, Who
from engine.systems.phasesix.fold import running, with_combat
from engine.systems.phasesix.guards import no_combat
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnCommand
from engine.systems.phasesix.naming import find_character, find_characters
from engine.systems.phasesix.rules.characters import create_foes, foe_named
from engine.systems.phasesix.rules.rounds import ask_initiative, combatant_of, drop
from engine.systems.phasesix.rules.windows import close_window
from engine.systems.phasesix.taps import FIGHT, living, people, some
from engine.systems.phasesix.vocabulary import TaskKind

OURS, THEIRS = "players", "foes"


def _foes(state: State) -> tuple[Option, ...]:
    return options(foe.name for foe in state.library.foes)


def _fighting(state: State) -> tuple[Character, ...]:
    return tuple(one for one in state.characters if in_combat(state, one.name))


class CombatStarted(Event):
    """A fight begins (P6-27)."""

    weight: ClassVar[int] = 0
    taken_back: ClassVar[str] = template("the start of the fight")
    opens_scene: ClassVar[bool] = True
    combatants: tuple[Combatant, ...]

    def apply(self, state: State) -> Changes:
        return {"combat": Combat(self.combatants)}

    def sentence(self) -> Phrase:
        return phrase("Combat: {fighters}", fighters=listed(one.name for one in self.combatants))


class StartCombat(Command):
    """Begin a fight (P6-27).

    Attributes:
        participants: Who fights; empty for all living characters.
        foes: Foes of the library that appear, one name for each of them.
        sides: Who stands together; players' characters against all others when left out.
    """

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Start a fight[ with {foes}][, {who}]?")
    participants: tuple[Fighter, ...] = ()
    foes: tuple[FoeKind, ...] = ()
    sides: tuple[Side, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.combat is not None:
            raise Refused("IN_COMBAT", phrase("A fight is already running."))
        refuse_pending(ledger.state)
        foes = create_foes(ledger, self.foes)
        fighters = self._fighters(ledger.state, foes)
        sides = {one.name: side.name for side in self.sides for one in find_characters(ledger.state, side.members)}
        if len(fighters) < 2:
            raise Refused("NO_PARTICIPANTS", phrase("A fight needs at least two; name whoever takes part."))
        combatants = tuple(combatant_of(ledger, one.name, sides.get(one.name) or _usual(one)) for one in fighters)
        ledger.record(CombatStarted(combatants))
        for combatant in combatants:
            ask_initiative(ledger, combatant.name)

    def _fighters(self, state: State, foes: tuple[Character, ...]) -> tuple[Character, ...]:
        """Those named; with nobody named all who live, with new foes alone the player characters against them."""
        if self.participants:
            named = find_characters(state, self.participants)
            return (*named, *(one for one in foes if one not in named))
        living = [one for one in state.characters if not one.dead]
        if foes:
            living = [one for one in living if one.kind == "pc" or one in foes]
        return tuple(living)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.combat is not None:
            return
        fighters = replace(some("participants", living(state)), least=2)
        yield Move(cls.kind, phrase("Start a fight"), FIGHT, fields=(fighters,))
        if state.library.foes:
            foes = Field("foes", phrase("Which foes"), "choices", _foes(state), least=1)
            yield Move(cls.kind, phrase("Start a fight with new foes"), FIGHT, fields=(foes,))


def _usual(who: Character) -> str:
    return OURS if who.kind == "pc" else THEIRS


class CombatJoined(Event):
    """A latecomer rolls for initiative (P6-31)."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("{combatant} joins the fight")
    combatant: Annotated[Combatant, BY_NAME]

    def apply(self, state: State) -> Changes:
        return with_combat(state, joining=(*running(state).joining, self.combatant))


class JoinCombat(Command):
    """Somebody joins a running fight (P6-31); `foe` makes a new one of the library."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Does {foe|char} join the fight?")
    char: Who | None = None
    foe: FoeKind | None = None
    side: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.combat is None or not ledger.combat.round:
            raise no_combat()
        joining = self._latecomer(ledger)
        there = (*ledger.combat.combatants, *ledger.combat.joining)
        if any(one.name == joining.name for one in there):
            raise Refused("BAD_VALUE", phrase("{name} is already in the fight.", name=joining.name))
        ledger.record(CombatJoined(combatant_of(ledger, joining.name, self.side or _usual(joining))))
        ask_initiative(ledger, joining.name)

    def _latecomer(self, ledger: Ledger) -> Character:
        if not self.char and not self.foe:
            raise Refused("BAD_VALUE", phrase("Say who joins."))
        if not self.char:
            return create_foes(ledger, (self.foe or "",))[0]
        try:
            return find_character(ledger.state, self.char)
        except Refused:
            if foe_named(ledger.state, self.char) is None:
                raise
        return create_foes(ledger, (self.char,))[0]

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        others = tuple(one for one in living(state) if one not in _fighting(state))
        if others:
            joining = Field("char", phrase("Who"), "choice", people(others))
            yield Move(cls.kind, phrase("Add somebody to the fight"), FIGHT, fields=(joining,))
        if state.library.foes:
            foe = Field("foe", phrase("Which foe"), "choice", _foes(state))
            yield Move(cls.kind, phrase("Add a new foe"), FIGHT, fields=(foe,))


class LeaveCombat(OwnCommand):
    """Somebody leaves the fight."""

    by: ClassVar[By] = By.GM
    dead: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {char} leave the fight?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        if ledger.state.combat is None or not ledger.combat.round:
            raise no_combat()
        if not in_combat(ledger.state, who.name):
            raise Refused("BAD_VALUE", phrase("{character} is not in the fight.", character=who.name))
        refuse_pending(ledger.state)
        mine = ledger.combat.holder == who.name
        close_window(ledger)
        drop(ledger, who.name)
        if mine:
            ledger.queue(Task(TaskKind.NEXT), front=False)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        leaving = Field("char", phrase("Who"), "choice", people(_fighting(state)))
        yield Move(cls.kind, phrase("Remove somebody from the fight"), FIGHT, fields=(leaving,))


class PerceptionSet(Event):
    """Somebody does or does not notice somebody else (P6-39)."""

    weight: ClassVar[int] = 1
    observer: str
    noticed: str
    perceives: bool

    def apply(self, state: State) -> Changes:
        sight = Sight(self.observer, self.noticed)
        others = tuple(one for one in running(state).blind if one != sight)
        return with_combat(state, blind=others if self.perceives else (*others, sight))

    def sentence(self) -> Phrase:
        if self.perceives:
            return phrase("{observer} notices {noticed}", observer=self.observer, noticed=self.noticed)
        return phrase("{observer} does not notice {noticed}", observer=self.observer, noticed=self.noticed)


class SetPerception(Command):
    """Say whether somebody notices somebody else (P6-39)."""

    by: ClassVar[By] = By.GM
    also_read: ClassVar[Mapping[str, str]] = {"bool": "perceives"}
    talk: ClassVar[Talk] = Talk(confirm="Is it so that {observer} {perceives:notices|does not notice} {noticed}?")
    observer: Who
    noticed: Fighter
    perceives: bool = True

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.combat is None:
            raise Refused("NO_COMBAT", phrase("That needs a running fight."))
        observer, noticed = (find_character(ledger.state, name) for name in (self.observer, self.noticed))
        ledger.record(PerceptionSet(observer.name, noticed.name, self.perceives))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        there = _fighting(state)
        pair = (
            Field("observer", phrase("Who"), "choice", people(there)),
            Field("noticed", phrase("Whom"), "choice", people(there[::-1])),
        )
        yield Move(cls.kind, phrase("Say who does not notice whom"), FIGHT, (("perceives", False),), pair)
        yield Move(cls.kind, phrase("Say who notices whom"), FIGHT, (("perceives", True),), pair)


class CombatEnded(Event):
    """The fight is over."""

    told: ClassVar[str] = template("The fight is over")
    ends: ClassVar[Ending] = "fight"
    taken_back: ClassVar[str] = template("the end of the fight")
    rounds: int

    def apply(self, state: State) -> Changes:
        return {"combat": None, "checks": (), "throws": (), "group": None, "deed": None, "strike": None, "tasks": ()}


class EndCombat(Command):
    """End the fight."""

    by: ClassVar[By] = By.GM
    taps: ClassVar[tuple[Move, ...]] = (Move("end_combat", phrase("End the fight"), FIGHT),)
    talk: ClassVar[Talk] = Talk(confirm="Is the fight over[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.combat is None:
            raise no_combat()
        ledger.record(CombatEnded(ledger.combat.round))
