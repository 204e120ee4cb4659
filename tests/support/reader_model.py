"""A language model that answers as told, and what a table talks about for it to read."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from companion.base.errors import ModelReplyError
from companion.chronicle.extractor import Chronicle, NoteExtractor, TalkLine
from companion.llm.port import Usage
from engine.vocabulary import PlayerWords, Vocabulary

R = TypeVar("R", bound=BaseModel)
Answer = Callable[[str, dict[str, Any]], Any]

TABLE = Vocabulary((PlayerWords("Jay", "Herik", (("skill", "Haggling"),)), PlayerWords("Mira", "Bartok")))

TALK = (
    ("Jay", "Anyone want tea before we start? My sister Carla baked a cake."),
    ("Mira", "There's a woman at the quay. Her name is Clara Winslow, she's the harbour master."),
    ("Jay", "Herik walks over to Clara Winslow and bows."),
    ("Mira", "Clara laughs at us, and Tobin steps out from behind her with the old lantern."),
    ("Jay", "Tobin promises to bring two barrels of salt before dawn."),
    ("Mira", "Bartok follows Tobin down to Gull Street."),
)


def lines_of(talk: Sequence[tuple[str | None, str]] = TALK) -> list[TalkLine]:
    """Lines u1, u2 … ten seconds apart."""
    return [TalkLine(f"u{at}", text, speaker, 10.0 * at, 10.0 * at + 5) for at, (speaker, text) in enumerate(talk, 1)]


def heard(lines: Sequence[TalkLine], vocabulary: Vocabulary = TABLE) -> Chronicle:
    """Return the embedded scribe's chronicle of lines."""
    scribe = NoteExtractor(vocabulary)
    for line in lines:
        scribe.heard(line)
    return scribe.chronicle()


def shown(question: str) -> dict[str, Any]:
    """The variables of a question about notes: the numbered talk, earlier findings, what was refused."""
    found = dict(re.findall(r'^(Lines|Earlier|Entries)[^"]*: (".*")$', question, re.MULTILINE))
    return {
        "talk": json.loads(found["Lines"]),
        "known": json.loads(found["Earlier"]),
        "again": json.loads(found["Entries"]),
    }


def notes(**lists: Any) -> dict[str, Any]:
    """An answer of recorded shape: the lists given, the others empty."""
    kinds = "scenes people places things goals connections threads consequences quotes wrong"
    return {**{kind: [] for kind in kinds.split()}, **lists}


def person(name: str, *lines: int, role: str = "", **own: Any) -> dict[str, Any]:
    """Somebody in an answer."""
    told = {"aliases": [], "wants": "", "relations": "", "attitude": "", **own}
    return {"name": name, "lines": list(lines), "role": role, **told}


def place(name: str, *lines: int, about: str = "") -> dict[str, Any]:
    """A place in an answer."""
    return {"name": name, "lines": list(lines), "about": about}


def thing(name: str, *lines: int, about: str = "", holder: str = "") -> dict[str, Any]:
    """A thing in an answer."""
    return {"name": name, "lines": list(lines), "about": about, "holder": holder}


PLAIN = notes(
    people=[person("Marta Quill", 2, 3, role="ferrywoman"), person("Odwin", 4)], places=[place("Heron Landing", 2)]
)
"""A right answer about the plain scene."""


class ReaderModel:
    """Answers the plain scene rightly, and everything else as the function given says.

    Args:
        answer: From a question and its variables to an answer: a value for the form, text, or an exception.
        plain: Answer about the plain scene.
    """

    def __init__(self, answer: Answer, plain: Any = None) -> None:
        self._answer = answer
        self._plain = PLAIN if plain is None else plain
        self.asked: list[str] = []
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """One question counts 100 tokens, its answer 10."""
        return self._usage

    def ask(self, instructions: str, question: str, reply: type[R]) -> R:
        """See `LanguageModel.ask`."""
        self.asked.append(question)
        answer = self._reply(question)
        if isinstance(answer, Exception):
            raise answer
        self._usage += Usage(1, 100, 10)
        try:
            return reply.model_validate_json(answer if isinstance(answer, str) else json.dumps(answer))
        except ValidationError as exc:
            raise ModelReplyError("The model's answer does not fit.") from exc

    def _reply(self, question: str) -> Any:
        if "\nLines, numbered: " not in question:
            return self._answer(question, {})
        variables = shown(question)
        return self._plain if "Marta Quill" in variables["talk"] else self._answer(question, variables)


def names(shown: dict[str, Any], people: Sequence[str] = (), places: Sequence[str] = (), **roles: str) -> Any:
    """An answer with the people and places of these names that the talk says; roles with spaces as underscores."""
    told = [each.partition(" ") for each in shown["talk"].splitlines()]

    def lines(name: str) -> list[int]:
        return [int(number) for number, _, text in told if name in text]

    said = [person(each, *lines(each), role=roles.get(each.replace(" ", "_"), "")) for each in people if lines(each)]
    return notes(people=said, places=[place(each, *lines(each)) for each in places if lines(each)])
