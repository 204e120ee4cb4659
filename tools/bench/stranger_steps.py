"""Evenings as strangers wrote them: lines of talk with what each asks for, and whether a command did that."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.base.errors import CompanionError
from companion.play.roster import Roster
from engine.phrase import phrase
from tools.bench.evening import WORDING, Record, folded, same_deed

SPOKEN = frozenset({"ask_status", "repeat", "note"})
"""Commands that are answered or written down; nothing is carried out."""

AHEAD = 2
"""Lines by which a deed may come before its own: dice can be complete before the last word about them."""

_BY_ITSELF = {
    "accept_roll": frozenset({"explode_sixes", "trade_six", "spend_pool_token", "reroll_dice"}),
    "close_check": frozenset({"reroll", "add_bonus_die", "add_destiny_die"}),
    "explode_sixes": frozenset(),
    "pass_reaction": frozenset(),
    "close_reactions": frozenset(),
    "ask_status": frozenset(),
}
"""Commands that may happen without being asked for, and the choices they would cut off."""

THROWS = frozenset({"report_dice", "submit_dice", "submit_score"})
"""Commands that hand in dice, under which name ever."""
_FACES = frozenset({"values", "dice", "score", "total"})
_EVERYBODY = ["everyone"]
"""Value of a field that names every player with a character."""
_SUMMED = frozenset({"GET_MOVING", "BID"})
_PERSON = ("player", "character", "char")


class EveningUnreadable(CompanionError):
    """A written evening is not in the form that its README tells."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Something a line asks for.

    Attributes:
        line: Number of that line among the lines of talk.
        actor: Who asks.
        readings: Commands that do it, each with its kind and the fields that have to be right; the plain one first.
        unsaid: More fields of the plain one, for carrying it out.
        mark: Empty for what has to happen; "?" for what may, "*" for what may and is carried out with what its line
            missed, "+" for what may and is carried out also where nothing came of its line.
    """

    line: int
    actor: str
    readings: tuple[tuple[str, Mapping[str, Any]], ...]
    unsaid: Mapping[str, Any]
    mark: str

    @property
    def kind(self) -> str:
        """Kind of the plain reading."""
        return self.readings[0][0]

    @property
    def fields(self) -> Mapping[str, Any]:
        """Fields that have to be right in the plain reading."""
        return self.readings[0][1]


def read_evening(path: Path) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Lines of talk, and what they ask for.

    Raises:
        EveningUnreadable: There is no such file, or a line of it is neither talk nor a step.
    """
    if not path.is_file():
        raise EveningUnreadable(
            phrase("{path} is not there.", path=path), phrase("Name folders with evening.md and roster.json.")
        )
    talk: list[str] = []
    steps: list[Step] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        said, step = re.fullmatch(r"- (\w+: .+)", raw), re.fullmatch(r"  >([?*+]?) (\w.+)", raw)
        if said:
            talk.append(said[1])
        elif step and talk:
            steps.append(_step(len(talk), talk[-1].partition(":")[0], step[1], step[2]))
        elif raw.strip() and not raw.startswith("#"):
            message = phrase("{path}: line {number} is neither talk nor a step.", path=path, number=number)
            raise EveningUnreadable(
                message, phrase("Talk is `- NAME: words`; below it stands `  > kind; field=value`.")
            )
    return tuple(talk), tuple(steps)


def unbidden(steps: Sequence[Step], line: int) -> frozenset[str]:
    """Commands that may happen at a line without being asked for: those that cut off no choice there or soon."""
    soon = {step.kind for step in steps if line <= step.line <= line + AHEAD}
    return frozenset(kind for kind, choices in _BY_ITSELF.items() if not choices & soon)


def _step(line: int, speaker: str, mark: str, text: str) -> Step:
    readings: list[tuple[str, Mapping[str, Any]]] = []
    unsaid: dict[str, Any] = {}
    actor = speaker
    for reading in text.split(" | "):
        kind, *pairs = (part.strip() for part in reading.split(";"))
        given = {name: _value(value) for name, _, value in (pair.partition("=") for pair in pairs)}
        actor = given.pop("by", actor)
        unsaid |= {name[1:]: value for name, value in given.items() if name.startswith("!")}
        readings.append((kind, {name: value for name, value in given.items() if not name.startswith("!")}))
    return Step(line, actor, tuple(readings), unsaid, mark)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


class People:
    """Knows players by their own names and by those of their characters.

    Args:
        roster: The table.
    """

    def __init__(self, roster: Roster) -> None:
        self._players: dict[str, str] = {}
        for player in roster.players:
            known = (player.character.name, *player.character.nicknames) if player.character else ()
            self._players |= {folded(name): player.name for name in (*known, player.name)}
        self._masters = {player.name for player in roster.players if player.role == "gm"}
        self._everybody = {player.name for player in roster.players if player.character}

    def fulfils(self, deed: Record, step: Step, said_too: Mapping[str, Any] | None = None) -> bool:
        """Return True where a command did what a step asks for, with the people who were meant.

        Args:
            deed: Record of the command.
            step: What was asked for.
            said_too: More fields of the plain reading that have to be right where the command gives them.
        """
        if step.kind in SPOKEN:
            return False
        fields = {name: self._player(value) for name, value in deed["fields"].items()}
        done = {"kind": deed["kind"], "fields": fields, "actor": self._player(deed["actor"])}
        plain, *others = step.readings
        told = {name: value for name, value in (said_too or {}).items() if fields.get(name)}
        readings = ((plain[0], {**plain[1], **told}), *others)
        return any(self._is(done, kind, said, step.actor) for kind, said in readings)

    def means(self, asked: Mapping[str, Any], text: str, step: Step) -> bool:
        """Return True if a question names nobody and nothing else than a step means.

        Args:
            asked: Fields of what it asks about.
            text: What it says; whatever is not in it nobody can deny.
            step: Of the same kind.
        """
        wanted = {name: self._player(value) for name, value in {**step.fields, **step.unsaid}.items()}
        said = ((name, value) for name, value in asked.items() if folded(name) not in WORDING and str(value) in text)
        named = {name: self._player(value) for name, value in said}
        faces, meant = _faces(asked), _faces(wanted)
        if faces is not None and meant is not None and faces != meant:
            return False
        return all(folded(wanted[name]) == folded(value) for name, value in named.items() if name in wanted)

    def _is(self, done: Record, kind: str, said: Mapping[str, Any], actor: str) -> bool:
        have, wanted = done["fields"], {name: self._player(value) for name, value in said.items()}
        if kind in THROWS:
            whose, meant = _person(have) or done["actor"], _person(wanted) or actor
            return done["kind"] in THROWS and folded(whose) == folded(meant) and _same_faces(have, wanted)
        others = (have[name] for name in _PERSON if have.get(name) and name not in wanted)
        if actor not in self._masters and any(other != actor for other in others):
            return False
        # Whoever speaks of himself is left out of the fields, and so is everybody.
        told = {name: value for name, value in wanted.items() if have.get(name) or value not in (actor, _EVERYBODY)}
        return same_deed({"command": kind, "fields": told}, done)

    def _player(self, value: Any) -> Any:
        """The player in the place of a name; anything else as it is."""
        if isinstance(value, list):
            people = [self._player(each) for each in value]
            return _EVERYBODY if people and set(map(str, people)) == self._everybody else people
        return self._players.get(folded(value), value) if isinstance(value, str) else value


def _person(fields: Mapping[str, Any]) -> Any:
    return next((fields[name] for name in _PERSON if fields.get(name)), None)


def _faces(fields: Mapping[str, Any]) -> list[Any] | None:
    """Faces among the fields of a throw; None where it tells none."""
    return next((list(fields[name]) for name in _FACES if isinstance(fields.get(name), (list, tuple))), None)


def _same_faces(have: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Return True if a throw is the one that was read aloud; of some only the sum counts."""
    for name in _FACES & wanted.keys():
        found, meant = have.get(name), wanted[name]
        if found is None and have.get("purpose") in _SUMMED and isinstance(meant, list):
            found, meant = have.get("total"), sum(meant)
        if folded(found) != folded(meant):
            return False
    return True
