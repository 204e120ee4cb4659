"""Keeps the data worked out from grammar files beside the compiled modules, so that a start need not read templates.

Only what tells which templates a sentence can match is kept, as JSON; a template that passes is read from its source
then. A file belongs to the texts and the code it was made from, by their checksum; any other is made anew. It lies in
`__pycache__`, under the rights of the modules themselves; where that cannot be written, nothing is kept.
"""

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from companion.base.atomic_files import SHARED, write_whole
from companion.base.file_limits import LARGEST_BYTES
from engine.quick_dataclass import dataclass

Needs = tuple[tuple[frozenset[str], ...], int]
"""Word sets of which a sentence must have at least one word each to match a template, and the fewest pieces it has."""

_READERS = ("grammar", "grammar_files", "kept_grammars", "numbers", "templates", "words")
"""Modules that what is kept depends on."""


@dataclass(frozen=True, slots=True)
class KeptGrammar:
    """Data worked out from the files of one grammar.

    Attributes:
        data: Of each file, in their order, what its TOML says.
        needs: Of each template, in the order they are read.
        literals: Every plain word of every template.
    """

    data: Sequence[Mapping[str, Any]]
    needs: Sequence[Needs]
    literals: frozenset[str]


def checksum(texts: Iterable[str]) -> str:
    """Checksum of texts a grammar is made from, and of the code that reads them; empty where that cannot be read."""
    found = sha256()
    try:
        code = [Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8") for module in _READERS]
    except OSError:
        return ""
    for text in (*code, *texts):
        found.update(f"{len(text)}:{text}".encode())
    return found.hexdigest()


def kept_grammar(language: str, slug: str, wanted: str) -> KeptGrammar | None:
    """The kept data of a grammar; None when there is nothing with this checksum, or it cannot be read."""
    try:
        place = _place(language, slug)
        if not wanted or place.stat().st_size > LARGEST_BYTES:
            return None
        kept = json.loads(place.read_bytes())
        if kept["checksum"] != wanted:
            return None
        sets = [frozenset(words.split(" ")) for words in kept["sets"]]
        needs = [(tuple(sets[number] for number in each), int(least)) for least, *each in kept["needs"]]
        return KeptGrammar(kept["data"], needs, frozenset(kept["literals"].split(" ")))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def keep_grammar(language: str, slug: str, fits: str, grammar: KeptGrammar) -> None:
    """Keep what was worked out, under its checksum; where no compiled modules are kept, neither is this."""
    if not fits or sys.dont_write_bytecode:
        return
    numbers: dict[frozenset[str], int] = {}
    needs = [[least, *(numbers.setdefault(words, len(numbers)) for words in each)] for each, least in grammar.needs]
    body = {
        "checksum": fits,
        "data": grammar.data,
        "sets": [_joined(words) for words in numbers],
        "needs": needs,
        "literals": _joined(grammar.literals),
    }
    with contextlib.suppress(OSError, TypeError):
        place = _place(language, slug)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps(body, ensure_ascii=False), SHARED)


def _place(language: str, slug: str) -> Path:
    module = Path(__file__).with_name(f"grammar-{language}-{slug}.py")
    return Path(cache_from_source(str(module))).with_suffix(".json")


def _joined(words: Iterable[str]) -> str:
    return " ".join(sorted(words))


class ReadWhenAsked(Mapping[str, Any]):
    """Rules by name, each read when a template first uses it.

    Args:
        texts: The rules as written, all of them checked before.
        read: Reads one, given its text and these rules.
    """

    def __init__(self, texts: Mapping[str, str], read: Any) -> None:
        self._texts, self._read = texts, read
        self._done: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._done:
            self._done[name] = self._read(self._texts[name], self)
        return self._done[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
