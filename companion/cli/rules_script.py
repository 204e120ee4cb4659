"""A rules engine driven by lines of commands and faces, for scripts and experiments: `companion rules`."""

from collections.abc import Mapping
from typing import Any

from companion.base import plain_text
from companion.base.characters import each_text
from companion.base.errors import TextRefused
from engine.codec import KindReader, to_json
from engine.common.messages import ASK_KIND, UNDO_KIND
from engine.dice.cards import ScriptedCards, card_from
from engine.dice.roll import RollRequest
from engine.dice.source import NoDice, RollNeeded, ScriptedDice
from engine.errors import BadFaces, BadField
from engine.history import REDO_KIND, History, RedoLast
from engine.ruleset import Ruleset
from engine.types import Rejected

Line = Mapping[str, Any]

_OTHER_KINDS: Mapping[str, str] = {"undo": UNDO_KIND, "redo": REDO_KIND, "query": ASK_KIND}
"""Other names of these commands in some rules documents."""


class RulesScript:
    """One table, one line at a time; a line holds as a whole or changes nothing.

    Args:
        ruleset: System played.
    """

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        self._ruleset = ruleset
        self._read = KindReader([*ruleset.command_types, RedoLast])
        self._history: History[Any, Any, Any] = History(ruleset)
        self._lines = 0

    def run(self, line: Line) -> dict[str, Any]:
        """Carry out one line.

        Args:
            line: `command` with its `kind`; `dice`, faces the engine may draw for whatever is asked next; `cards`, the
                cards it draws next; `actor` (or `by` in the command); `command_id`, of which a
                repeated one changes nothing.

        Returns:
            `outcome`, `events`, and `code` with `reason` or `request` where they apply.
        """
        self._lines += 1
        kept = self._history.entries
        try:
            line = each_text(line, plain_text.text)
            return self._run(line, str(line.get("command_id") or f"line-{self._lines}"))
        except TextRefused as problem:
            return _rejected("E_RANGE", problem.message)
        except RecursionError:
            return _rejected("E_RANGE", "The line is nested too deeply.")
        except BadFaces as problem:
            self._history = History(self._ruleset, kept)
            return _rejected("E_FACE", f"{problem}.")
        except BadField as problem:
            return _rejected(_form_code(problem), f"{problem}.")

    def state(self) -> Any:
        """The state as JSON."""
        return to_json(self._history.state)

    def narration(self) -> Any:
        """Return who may narrate now: `holder`, `kind`, `actions`, `order`."""
        return to_json(self._ruleset.narration(self._history.state))

    def _run(self, line: Line, command_id: str) -> dict[str, Any]:
        given = dict(line["command"])
        given["kind"] = _OTHER_KINDS.get(str(given.get("kind")), given.get("kind"))
        command = self._read({"actor": line.get("actor") or given.get("by"), **given})
        if command.kind == ASK_KIND:
            return self._answer(command)
        outcome = self._history.submit(command, NoDice(_cards(line)), command_id)
        if isinstance(outcome, Rejected):
            return _rejected(outcome.code, outcome.reason)
        events = [*outcome.events, *self._throw(_dice(line), command_id)]
        answer: dict[str, Any] = {"outcome": "accepted", "events": [to_json(event) for event in events]}
        owed = self._ruleset.open_rolls(self._history.state)
        if owed:
            answer |= {"outcome": "awaiting_roll", "request": _request(owed[0])}
        return answer

    def _throw(self, dice: ScriptedDice, command_id: str) -> list[Any]:
        """Answer open rolls from the faces at hand, in order, as long as they last."""
        events: list[Any] = []
        while owed := self._ruleset.open_rolls(self._history.state):
            try:
                roll = dice.roll(owed[0])
            except RollNeeded:
                break
            report = self._ruleset.report(roll)
            outcome = self._history.submit(report, NoDice(), f"{command_id}.{len(events)}", command_id)
            if isinstance(outcome, Rejected):
                break
            events += outcome.events
        return events

    def _answer(self, command: Any) -> dict[str, Any]:
        about = command.skill or command.about
        text = self._ruleset.answer(self._history.state, command.topic, command.player or command.actor, about)
        return {"outcome": "accepted", "events": [], "answer": text}


def _dice(line: Line) -> ScriptedDice:
    faces = line.get("dice") or []
    if not isinstance(faces, list) or any(isinstance(face, bool) or not isinstance(face, int) for face in faces):
        raise BadFaces((), 0, 6)
    return ScriptedDice(faces)


def _cards(line: Line) -> ScriptedCards:
    names = line.get("cards") or []
    if not isinstance(names, list):
        raise BadField("cards", "a list of cards", names)
    return ScriptedCards(card_from(str(name)) for name in names)


def _rejected(code: str, reason: str) -> dict[str, Any]:
    return {"outcome": "rejected", "events": [], "code": code, "reason": reason}


def _form_code(problem: BadField) -> str:
    """Code for a command whose form is wrong: unknown kind, missing field, or a value of the wrong type."""
    if problem.field == "kind":
        return "E_UNKNOWN"
    return "E_EMPTY" if problem.got is None else "E_RANGE"


def _request(request: RollRequest) -> Any:
    return to_json(request)
