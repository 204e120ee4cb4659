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
    """The variables of a question about names: lists of names and items, and the talk."""
    found = dict(re.findall(r'^(Talk|Names|Things)[^:]*: (".*")$', question, re.MULTILINE))
    listed = {key: json.loads(found[key]) for key in ("Names", "Things")}
    names, items = ([] if each == "none" else each.split(", ") for each in listed.values())
    return {"names": names, "items": items, "talk": json.loads(found["Talk"])}


PLAIN = {"Marta Quill": "person", "Odwin": "person", "Heron Landing": "place", "Grey Gull": "thing"}


class ReaderModel:
    """Answers the plain scene rightly, and everything else as the function given says.

    Args:
        answer: From a question and its variables to an answer: a value for the form, text, or an exception.
        plain: Kinds of the names in the plain scene.
    """

    def __init__(self, answer: Answer, plain: dict[str, str] | None = None) -> None:
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
        if not question.startswith("Players and their characters") or "\nNames: " not in question:
            return self._answer(question, {})
        variables = shown(question)
        return names(self._plain) if "Marta Quill" in variables["names"] else self._answer(question, variables)


def names(kinds: dict[str, str], items: Sequence[str] = (), open_lines: Sequence[int] = (), **roles: str) -> Any:
    """An answer about names; roles by name with spaces as underscores."""
    told = [{"name": name, "kind": kind, "role": roles.get(name.replace(" ", "_"), "")} for name, kind in kinds.items()]
    return {"names": told, "items": list(items), "open": list(open_lines)}
