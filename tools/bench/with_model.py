"""Benchmark of what a capable language model adds to evenings of strangers.

`python -m tools.bench.with_model [FOLDER…]` types each evening twice as it is, with every question answered as its line
meant it: without a model, and with a stand-in for a capable one, which knows what lines ask for and answers from the
moves it is shown. It tells what the way through the rules, the tracker and the form makes of perfect readings; a real
model reads some lines wrong. Evenings that are kept apart are left out.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.base.clock import SystemClock
from companion.dialogue.adviser import Adviser
from companion.llm.port import MeteredModel
from tools.bench.capable_model import CapableModel
from tools.bench.stranger_as_is import AsItIs, AsItIsTable
from tools.bench.stranger_table import StrangerTable, kept_apart
from tools.bench.strangers import EVENINGS

_MANY_TOKENS = 10**9
"""An evening is typed in seconds: the bound of an hour would end it at once."""

_NO_MOVE = "other"
"""Kind of what a line asks for and no move of its speaker does."""

Meanings = Mapping[str, Sequence[tuple[str, Mapping[str, Any]]]]


@dataclass(frozen=True, slots=True)
class Gain:
    """An evening without a model and with one.

    Attributes:
        expected: What people ask for.
        without: Result without.
        helped: Result with one.
        questions: Questions the model was asked.
        tokens: Tokens of all of them.
    """

    expected: int
    without: AsItIs
    helped: AsItIs
    questions: int
    tokens: int


def meanings_of(table: StrangerTable) -> Meanings:
    """Requests of each line by its words: the moves of its own speaker."""
    found: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for number, line in enumerate(table.talk, 1):
        speaker, _, words = line.partition(": ")
        steps = [each for each in table.steps if each.line == number]
        own = [(each.kind, each.fields) for each in steps if each.mark != "?" and each.actor == speaker]
        found[words.strip()] = own or [(_NO_MOVE, {}) for _ in steps[:1]]
    return found


def measured(folder: Path, model_for: Callable[[Meanings], MeteredModel] = CapableModel) -> Gain:
    """Play an evening without a model and with one that is made of what its lines ask for."""
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        without = AsItIsTable(table, answering=True).play()
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        model = model_for(meanings_of(table))
        table.advise(Adviser(model, lambda: "act", SystemClock(), lambda job: job(), _MANY_TOKENS, "act"))
        helped = AsItIsTable(table, answering=True).play()
        expected = sum(not each.mark for each in table.steps)
    return Gain(expected, without, helped, model.usage.questions, model.usage.tokens)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure evenings and print a line for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, help="evenings; all that teach when left out")
    given = parser.parse_args(arguments).folders
    folders = given or sorted(each.parent for each in EVENINGS.glob("*/evening.md"))
    with suppress(BrokenPipeError):
        for folder in (each for each in folders if not kept_apart(each)):
            gain = measured(folder)
            told = [
                f"{each.right} right, {each.wrong} wrong, {each.asked} asked" for each in (gain.without, gain.helped)
            ]
            cost = f"{gain.questions} questions, {gain.tokens} tokens"
            sys.stdout.write(f"{folder.name}: of {gain.expected}: {told[0]}; with a model {told[1]} ({cost})\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
