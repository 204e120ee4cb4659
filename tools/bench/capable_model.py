"""A stand-in for a capable model: given what each line means, it answers from the prompt alone, as a model would."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from companion.base.errors import ModelReplyError
from companion.llm.port import Usage
from engine.phrase import EMPTY, phrase

Meant = Sequence[tuple[str, Mapping[str, Any]]]
"""Kinds and fields of the commands that a line asks for; empty for talk."""


class CapableModel:
    """Knows lines by their words, and finds the moves for them in the question.

    Args:
        meanings: By the words of a line; others are talk.
    """

    server = "stand-in.test"
    name = "stand-in for a capable model"
    address = "http://stand-in.test/v1"

    def __init__(self, meanings: Mapping[str, Meant]) -> None:
        self.meanings = meanings
        self.usage = Usage()
        self.asked: list[str] = []
        self.fault: Callable[[], None] = lambda: None

    def choose(self) -> str:
        """Return its name."""
        return self.name

    def ping(self) -> tuple[str, ...]:
        """Return the names of the models there."""
        return (self.name,)

    def ask(self, instructions: str, question: str, reply: type[BaseModel]) -> Any:
        """Answer from the question alone."""
        self.asked.append(question)
        self.usage += Usage(1, (len(instructions) + len(question)) // 4, 50)
        self.fault()
        try:
            return reply.model_validate(self.answer(question))
        except ValidationError as problem:
            raise ModelReplyError(phrase("The stand-in was not told every field."), EMPTY) from problem

    def answer(self, question: str) -> dict[str, Any]:
        """The answer to a question, as JSON."""
        talk = {number: (speaker, text) for number, speaker, text in _LINE.findall(_part(question, "Said lately"))}
        moves = _part(question, "Moves allowed now")
        lines = []
        for each in _part(question, "Unclear lines").split(", "):
            speaker, text = talk[each]
            meant = self.meanings.get(text, ())
            found = [command for one in meant for command in _move(moves, speaker, text, *one)]
            asks = "moves" if found else "other" if meant else "talk"
            lines.append({"line": each, "asks": asks, "commands": found})
        return {"lines": lines}


_LINE = re.compile(r"^(\S+) ([^:\n]+): (.*)$", re.MULTILINE)
_MOVE = re.compile(r"^(m\d+) \[(.*?)\] (\w+): ([^<\n]*?)(?: <(.*?)>)?(?: \((f_.*)\))?$", re.MULTILINE)


def _part(question: str, heading: str) -> str:
    found = next(each for each in question.splitlines() if each.startswith(heading))
    return str(json.loads(found[found.index(': "') + 2 :]))


def _move(moves: str, speaker: str, text: str, kind: str, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The first move of a kind that takes the fields which its options and its label know."""
    best: tuple[int, dict[str, Any]] | None = None
    for code, players, each, _, given, told in _MOVE.findall(moves):
        if each != kind or speaker not in players.split(", "):
            continue
        names = re.findall(r"(?:^|; )f_(\w+), ", told)
        filled = {f"f_{name}": _value(fields.get(name, _unsaid(told, name, text))) for name in names}
        settled = given.split(", ")
        if any(name in _names(settled) and f"{name} {value}" not in settled for name, value in fields.items()):
            continue
        if any(name not in {*names, *_names(settled)} for name in fields):
            continue
        fits = sum(f"{name} {value}" in settled for name, value in fields.items()) - len(names)
        if best is None or fits > best[0]:
            best = fits, {"words": text, "move": code, **filled}
    return [] if best is None else [best[1]]


def _names(settled: Sequence[str]) -> set[str]:
    return {each.partition(" ")[0] for each in settled}


def _unsaid(told: str, name: str, text: str) -> str | None:
    """Words that have to be given are the line's own."""
    wanted = re.search(rf"f_{name}, [^:]*: words as said(, may be null)?", told)
    return text if wanted is not None and wanted[1] is None else None


def _value(value: Any) -> Any:
    return str(value) if isinstance(value, bool) else value
