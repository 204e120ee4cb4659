"""Grammar files as they lie in the package: their text, and what TOML makes of it."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from companion.base.errors import GrammarError
from engine.quick_dataclass import dataclass


def text_of(language: str, name: str) -> str:
    """Text of a grammar file.

    Raises:
        GrammarError: There is none.
    """
    place = files("companion.nlu") / "grammars" / language / name
    if not place.is_file():
        raise GrammarError(f"{language}/{name}", 0, "there is no such grammar", "Look into companion/nlu/grammars.")
    return place.read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Source:
    """A grammar file.

    Attributes:
        name: What messages call it.
        text: As written.
        data: What its TOML says.
    """

    name: str
    text: str
    data: Mapping[str, Any]

    def line_of(self, part: str) -> int:
        """Line the text first appears in, 0 when it is not there literally."""
        at = self.text.find(part)
        return self.text.count("\n", 0, at) + 1 if at >= 0 else 0


def parse_source(name: str, text: str) -> Source:
    """A grammar file read from text.

    Raises:
        GrammarError: It is no TOML.
    """
    try:
        return Source(name, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        line = int(str(problem).rsplit("line ", 1)[1].split(",")[0].split(" ")[0]) if "line " in str(problem) else 0
        raise GrammarError(name, line, str(problem)) from problem
