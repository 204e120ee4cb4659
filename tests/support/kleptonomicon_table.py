"""A table of the Kleptonomicon for tests: Gwen leads, four players with characters of their own names.

`t.refuses("CODE")` gives the table whose next command has to be refused with that code and to leave everything as is.
"""

from collections.abc import Iterable
from copy import copy
from types import SimpleNamespace
from typing import Any

from engine.common.messages import Command, Event, registered
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.history import History, RedoLast
from engine.systems.kleptonomicon.derived import available, limit, pool
from engine.systems.kleptonomicon.entities import (
    Ability,
    Character,
    Creature,
    Encounter,
    Episode,
    NpcEntry,
    Sheet,
    Skill,
    Style,
)
from engine.systems.kleptonomicon.messages import Command as KleptoCommand
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.system import RULESET
from engine.systems.kleptonomicon.vocabulary import AbilityTime, StyleSize, TriggerKind
from engine.types import Rejected

c = SimpleNamespace(**{each.__name__: each for each in registered(KleptoCommand)})
"""Every command of the game by the name of its class."""

GM = "Gwen"
PLAYERS = ("Alice", "Bob", "Carol", "David")
CREATURES = (
    Creature("wolf", "wolves", Sheet(edge_modifier=2, health_max=6)),
    Creature("goblin", "goblins", Sheet(edge_modifier=1, health_max=4)),
    Creature("orc", "orcs", Sheet(edge_modifier=0, health_max=10)),
)
ABILITIES = (
    Ability("Spell"),
    Ability("Battle Cry", AbilityTime.FREE_ACTION),
    Ability("Parry", AbilityTime.REACTION, trigger=TriggerKind.ATTACKED),
    Ability("Watchful", AbilityTime.FREE_REACTION),
    Ability("Grand Ritual", AbilityTime.SLOW_ACTION),
    Ability("Old Contacts", episodic=True),
)
POINTS = {"dodge_points_max": 2, "shield_max": 3, "health_max": 10, "vitality_max": 5, "recoveries_max": 4}


def sheet(*abilities: Ability, **fields: Any) -> Sheet:
    """A level 1 sheet with something to do on it."""
    return Sheet(abilities=(*ABILITIES, *abilities), skills=(Skill("Athletics", 0),), **{**POINTS, **fields})


def styles(**sizes: str) -> tuple[Style, ...]:
    """Movement Styles: `styles(walk="NORMAL", jump="HALF")`."""
    return tuple(Style(name, StyleSize(size)) for name, size in sizes.items())


class Klepto:
    """A history with short names for what it shows."""

    def __init__(self) -> None:
        self.history: History[Any, Any, Any] = History(RULESET)
        self.events: tuple[Any, ...] = ()
        self._next_id = 0
        self._expected: str | None = None

    # -- sending commands ------------------------------------------------------------------------------------

    def do(self, command: Command | RedoLast) -> tuple[Any, ...]:
        """Send a command; return its events."""
        before, entries = self.history.state, len(self.history)
        self._next_id += 1
        outcome = self.history.submit(command, NoDice(), f"c{self._next_id}")
        if self._expected is not None:
            assert isinstance(outcome, Rejected), f"{command} held, expected {self._expected}"
            assert outcome.code == self._expected, f"{command}: {outcome}, expected {self._expected}"
            assert outcome.reason
            assert self.history.state is before
            assert len(self.history) == entries
            return ()
        assert not isinstance(outcome, Rejected), f"{command}: {outcome.code}: {outcome.reason}"
        self.events = outcome.events
        return outcome.events

    def refuses(self, code: str) -> "Klepto":
        """The same table, whose next command must be refused with this code."""
        t = copy(self)
        t._expected, t._next_id = code, 100_000 + len(self.history)
        return t

    def rule(self, rule: str, value: Any) -> None:
        self.do(c.ChangeHouseRule(rule=rule, value=value))

    def scores(self, **scores: int) -> None:
        """Totals of open Tests, one character after the other."""
        for name, score in scores.items():
            self.do(c.SubmitScore(character=name, score=score))

    def feed(self, *faces: int) -> int:
        """Answer open Tests from a list of faces, oldest first; returns how many were used."""
        left = list(faces)
        while left and self.state.tests:
            request = RULESET.open_rolls(self.state)[0]
            taken, left = left[: request.count], left[request.count :]
            self.do(RULESET.report(Roll(request, tuple(taken))))
        return len(faces) - len(left)

    def undo(self) -> None:
        self.do(c.UndoLast())

    def redo(self) -> None:
        self.do(RedoLast())

    def ask(self, topic: str, player: str | None = None, about: str | None = None) -> str:
        return RULESET.answer(self.state, topic, player, about)

    def said(self) -> tuple[str, ...]:
        """Sentences said aloud about the latest command."""
        entries = self.history.effective()
        before = RULESET.initial_state()
        for entry in entries[:-1]:
            for event in entry.events:
                before = RULESET.evolve(before, event)
        return tuple(each.text for each in RULESET.say(before, entries[-1].events, self.state))

    # -- what it shows -----------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def encounter(self) -> Encounter:
        assert self.state.encounter is not None
        return self.state.encounter

    @property
    def episode(self) -> Episode:
        assert self.state.episode is not None
        return self.state.episode

    @property
    def kinds(self) -> list[str]:
        """Kinds of the latest events."""
        return [event.kind for event in self.events]

    def event(self, kind: str) -> Event | Any:
        """The first of the latest events of that kind."""
        return next(event for event in self.events if event.kind == kind)

    def saw(self, kind: str) -> bool:
        return kind in self.kinds

    def __getitem__(self, name: str) -> Character:
        character = self.state.character(name)
        assert character is not None, name
        return character

    def beats(self, name: str) -> int:
        return self[name].beats

    def stacks(self, name: str, condition: str = "slowed") -> tuple[int, int]:
        """Stacks and how many of them are fresh."""
        found = self[name].condition(condition)
        return (0, 0) if found is None else (found.stacks, found.gained_this_turn)

    def left(self, name: str, *of: str) -> tuple[int, ...]:
        """Movement left in all, then of each style named."""
        rules, one = self.state.house_rules, self[name]
        return (pool(one, rules), *(limit(one, style, rules) - _spent(one, style) for style in of))

    def available(self, name: str, style: str) -> int:
        return available(self[name], style, self.state.house_rules)

    @property
    def order(self) -> list[str]:
        return [slot.name for slot in self.encounter.order]

    @property
    def tested(self) -> list[str]:
        return [test.character for test in self.state.tests]


def _spent(character: Character, style: str) -> int:
    return sum(each.units for each in character.movement.spent if each.style == style)


# -- tables at some point of play --------------------------------------------------------------------------------------


def table(players: Iterable[str] = PLAYERS, gm: str | None = GM, **sheets: Sheet) -> Klepto:
    """People and characters, nothing begun."""
    t = Klepto()
    t.do(c.CreateTable(name="Thursday"))
    if gm is not None:
        t.do(c.AddPlayer(name=gm, gm=True))
    for creature in CREATURES:
        t.do(c.AddCreature(creature=creature))
    for player in players:
        t.do(c.AddPlayer(name=player))
        t.do(c.CreateCharacter(player=player, name=player, sheet=sheets.get(player) or sheet()))
    return t


def opening(*args: Any, **kwargs: Any) -> Klepto:
    """In the Opening Credits."""
    t = table(*args, **kwargs)
    t.do(c.StartEpisode(title="The Glass Vault"))
    return t


def freeplay(*args: Any, **kwargs: Any) -> Klepto:
    """In Freeplay."""
    t = opening(*args, **kwargs)
    t.do(c.BeginEpisodicStep())
    t.do(c.EndOpeningCredits())
    return t


def npcs(*words: str) -> tuple[NpcEntry, ...]:
    """Entries from words such as "2 wolves" and "orc"."""
    found = []
    for each in words:
        first, _, rest = each.partition(" ")
        found.append(NpcEntry(rest, int(first)) if first.isdigit() else NpcEntry(each))
    return tuple(found)


WOLVES_GOBLINS_ORCS = npcs("2 wolves", "2 goblins", "orc")


def initiative(*args: Any, foes: tuple[NpcEntry, ...] = WOLVES_GOBLINS_ORCS, **kwargs: Any) -> Klepto:
    """An Encounter has begun."""
    t = freeplay(*args, **kwargs)
    t.do(c.StartEncounter(npcs=foes))
    return t


def fight(order: Iterable[str] = ("Alice", "Bob"), foes: tuple[NpcEntry, ...] = (), **kwargs: Any) -> Klepto:
    """Round 1 of a fight: PCs in this order, then the NPCs (an orc), the first PC's Turn."""
    names = tuple(order)
    t = initiative(names, foes=foes or npcs("orc"), **kwargs)
    t.do(c.BeginEdgeSaves())
    while t.state.tests:
        t.do(c.SubmitScore(test_id=t.state.tests[0].test_id, score=12))
    if len(names) > 1:
        t.do(c.SetTieOrder(order=names))
    t.do(c.ConfirmTurnOrder())
    return t


def end_turns(t: Klepto, count: int) -> None:
    """End that many Turns, whoever has them."""
    for _ in range(count):
        t.do(c.EndTurn(character=t.encounter.active))
