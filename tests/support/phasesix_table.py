"""A table of Phase Six in few words: every command is expected to hold, dice come from a feed.

`table()` seats a GM and players; `scene(...)` gives them characters. `t.refuses("CODE")` is the table whose next
command has to be refused with that code and to leave everything as it was.
"""

import tomllib
from collections.abc import Mapping
from copy import copy
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import engine.systems.phasesix as package
from engine.codec import to_json
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.history import History, RedoLast
from engine.systems.phasesix.entities import Value, Weapon
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import Cond
from engine.types import Rejected

c: Any = SimpleNamespace(**{each.__name__: each for each in RULESET.command_types})
"""Every command of the game: `c.RequestCheck`."""

LIBRARY_FILE = Path(package.__file__).parent / "library.toml"
RIFLE = Weapon("Rifle", "firearm", 20, modes=("single", "semi", "burst", "full_auto"))  # type: ignore[arg-type]
SWORD = Weapon("Sword", "melee", 1)


@cache
def library_data() -> Mapping[str, Any]:
    """Content of the library file."""
    return tomllib.loads(LIBRARY_FILE.read_text(encoding="utf-8"))


@cache
def _with_library(extensions: tuple[str, ...]) -> History[Any, Any, Any]:
    roster = {"players": [{"name": "Gia", "role": "gm"}], "phase": "BETWEEN", "library": library_data()}
    history: History[Any, Any, Any] = History(RULESET)
    for number, command in enumerate(RULESET.setup({**roster, "table": {"extensions": list(extensions)}})):
        assert not isinstance(history.submit(command, NoDice(), f"s{number}"), Rejected)
    return history


class Table:
    """A history with short words for what is done and seen."""

    def __init__(self, history: History[Any, Any, Any]) -> None:
        self.history = history
        self.events: tuple[Any, ...] = ()
        self._before = history.state
        self._next_id = 0
        self._expected = ""

    def do(self, command: Any) -> "Table":
        """Send a command; it holds, or is refused as expected."""
        before, entries = self.history.state, len(self.history)
        self._next_id += 1
        outcome = self.history.submit(command, NoDice(), f"c{self._next_id}")
        if self._expected:
            assert isinstance(outcome, Rejected), f"{command} held, expected {self._expected}"
            assert outcome.code == self._expected, f"{command}: {outcome}"
            assert outcome.reason
            assert self.history.state is before
            assert len(self.history) == entries
            return self
        assert not isinstance(outcome, Rejected), f"{command}: {outcome.code}: {outcome.reason}"
        self.events, self._before = outcome.events, before
        return self

    def refuses(self, code: str) -> "Table":
        """The same table, whose next command must be refused."""
        t = copy(self)
        t._expected, t._next_id = code, 100_000 + len(self.history)
        return t

    def feed(self, *faces: int) -> "Table":
        """Give faces to the dice owed, one throw after the other; all of them are used."""
        left, seen, before = list(faces), [], self.state
        while left:
            owed = RULESET.open_rolls(self.state)
            assert owed, f"nobody owes dice, {left} left"
            request = owed[0]
            thrown = tuple(left[: request.count])
            assert len(thrown) == request.count, f"{request} wants more than {thrown}"
            del left[: request.count]
            self.do(RULESET.report(Roll(request, thrown)))
            seen += self.events
        self.events, self._before = tuple(seen), before
        return self

    def undo(self) -> "Table":
        return self.do(c.UndoLast())

    def redo(self) -> "Table":
        return self.do(RedoLast())

    def rule(self, rule: str, value: Any) -> "Table":
        return self.do(c.ChangeHouseRule(rule=rule, value=value))

    def check(self, char: str, trait: str, difficulty: int = 0, needed: int = 1, dice: int = 0) -> "Table":
        return self.do(c.RequestCheck(char=char, trait=trait, difficulty=difficulty, needed=needed, dice=dice))

    def has(self, kind: str) -> bool:
        """Return True if the latest events have one of this kind."""
        return any(event.kind == kind for event in self.events)

    def event(self, kind: str) -> Any:
        """The latest event of this kind."""
        return next(event for event in reversed(self.events) if event.kind == kind)

    def ask(self, topic: str, player: str | None = None, about: str | None = None) -> str:
        return RULESET.answer(self.state, topic, player, about)

    @property
    def state(self) -> Any:
        return self.history.state

    def who(self, name: str) -> Any:
        who = self.state.character(name)
        assert who is not None, name
        return who

    def cond(self, name: str, cond: str) -> int:
        return int(self.who(name).cond(Cond(cond)))

    def fighter(self, name: str) -> Any:
        one = self.state.combat.of(name)
        assert one is not None, name
        return one

    def actions(self, name: str) -> int:
        return int(self.fighter(name).actions)

    @property
    def turn(self) -> str | None:
        return None if self.state.combat is None else self.state.combat.holder

    @property
    def owed(self) -> list[tuple[str, int, str]]:
        """Players who owe dice, how many, and for what."""
        return [(one.roller, one.count, one.purpose) for one in RULESET.open_rolls(self.state)]

    @property
    def last(self) -> Any:
        """The latest closed check."""
        return self.state.last

    @property
    def sentences(self) -> list[str]:
        """What is said about the latest command or dice, details left out."""
        spoken = RULESET.say(self._before, self.events, self.state)
        return [each.text for each in spoken if each.weight >= 2]

    def json(self) -> Any:
        return to_json(self.state)

    # -- fights ------------------------------------------------------------------------------------------------

    def fight(self, *names: str, dice: tuple[int, ...] = ()) -> "Table":
        """Start a fight whose order is that of the names; a long chain of sixes for the first, and so on."""
        self.do(c.StartCombat(participants=names))
        if dice:
            return self.feed(*dice)
        chains: list[int] = []
        for place in range(len(names)):
            chains += [6] * (3 * (len(names) - 1 - place)) + [1]
        return self.feed(*chains)

    def pass_(self, *names: str) -> "Table":
        for name in names:
            self.do(c.PassPriority(char=name))
        return self

    def to_turn(self, name: str) -> "Table":
        """Pass on until this character has priority."""
        while self.turn != name:
            self.do(c.PassPriority(char=self.turn))
        return self

    def no_reactions(self) -> "Table":
        return self.do(c.CloseReactions())


def table(*extensions: str) -> Table:
    """The GM Gia and the players Ana, Ben and Cleo with the library, between sessions."""
    dealt = _with_library(extensions)
    t = Table(History(RULESET, dealt.entries))
    for name in ("Ana", "Ben", "Cleo"):
        t.do(c.AddPlayer(name=name))
    return t


ORDINARY: Mapping[str, Any] = {"attributes": {}, "skills": {}}


def scene(*extensions: str, **sheets: Mapping[str, Any]) -> Table:
    """A session with characters: Hagen is Ana's, Luta Ben's, Mira Cleo's, everybody else the GM's.

    Each sheet is what `WriteSheet` takes, with attributes and skills as plain mappings.
    """
    t = table(*extensions)
    for name, sheet in sheets.items():
        write(t, name.replace("_", " "), **sheet)
    t.do(c.StartSession())
    return t


OWNERS = {"Hagen": "Ana", "Luta": "Ben", "Mira": "Cleo", "Bob": "Cleo"}


def write(t: Table, name: str, **sheet: Any) -> Table:
    """Create a character and write its sheet."""
    player = OWNERS.get(name)
    t.do(c.CreateCharacter(name=name, char_kind="pc" if player else "npc", player=player))
    numbers = {field: _values(sheet.pop(field, {})) for field in ("attributes", "skills")}
    return t.do(c.WriteSheet(char=name, **numbers, **sheet))


def _values(numbers: Mapping[str, int]) -> tuple[Value, ...]:
    return tuple(Value(name, number) for name, number in numbers.items())
