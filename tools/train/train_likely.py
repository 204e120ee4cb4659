"""Teaches what lines ask for that nothing was made of: `python -m tools.train.train_likely --talk FILE [--keep]`.

The wordings come from the golden sentences, the weights from those, from the evenings of strangers and from talk of
another game that asks for nothing (`--talk`, one JSON line a turn with `text`, `seconds` and `procedural`). Told is
how often a card would have named the right thing at a table that was left out, and how many there would be in an hour
of that talk, none of which was learnt from. `--keep` writes what all of them teach.
"""

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import companion.nlu
from companion.nlu.likely import MEASURES, SIGNS, Numbers, Seat, measured
from companion.nlu.likely_words import Said, Wording, learnt, packed
from engine.registry import find_ruleset, infos
from tests.golden.speech_tables import cases, sentences
from tools.bench.stranger_steps import THROWS, Step
from tools.bench.stranger_table import StrangerTable, kept_apart
from tools.bench.strangers import EVENINGS, Playing

WEIGHTS = Path(companion.nlu.__file__).parent / "weights" / "en"
ABOUT = (
    "Learnt from tests/golden, tools/bench/evenings and CRD3 (Rameshkumar and Bailey, ACL 2020), CC BY-SA 4.0. "
    "tools/train/train_likely.py"
)
CHANCES = (0.7, 0.65, 0.62, 0.6, 0.55, 0.5, 0.45, 0.4)
GOLDEN_WEIGHT, TALK_WEIGHT, EVENING_WEIGHT = 0.15, 0.6, 2.0
ROUNDS, STEP, SHRINK = 300, 0.05, 0.002
TURNS = 2400
"""Turns of talk learnt from, and again those counted."""


@dataclass(frozen=True)
class Line:
    """A line, who says it at which table, and what it asks for."""

    slug: str
    text: str
    seat: Seat
    wanted: frozenset[str]
    evening: str = ""
    alone: bool = False
    weight: float = 1.0


@dataclass(frozen=True)
class Example:
    """A line in numbers."""

    line: Line
    kinds: tuple[str, ...]
    fits: Numbers
    idle: Numbers


class Listening(Playing):
    """An evening that notes what could have been done at each line."""

    def __init__(self, table: StrangerTable) -> None:
        super().__init__(table, told=True)
        self.lines: list[Line] = []

    def _hear(self, number: int, line: str, steps: Sequence[Step]) -> None:
        game, alone = self._table.session.game, self._count.alone
        speaker, _, text = line.partition(": ")
        seat = seat_of(game.ruleset, game.state, speaker)
        super()._hear(number, line, steps)
        wanted = named(kind for step in steps if not step.mark for kind, _ in step.readings)
        if wanted or not steps:
            slug, left = game.ruleset.info.slug, self._count.alone > alone
            self.lines.append(Line(slug, text, seat, wanted, self._count.name, left, EVENING_WEIGHT))


def named(kinds: Iterable[str]) -> frozenset[str]:
    """Kinds of commands by the names of their moves."""
    return frozenset("report_dice" if kind in THROWS else kind for kind in kinds)


def seat_of(ruleset: Any, state: Any, speaker: str | None) -> Seat:
    """Return what somebody may do in a state."""
    moves = ruleset.moves(state, speaker) if speaker else ()
    return Seat(moves, ruleset.vocabulary(state), ruleset.narration(state).holder == speaker)


def evenings() -> Iterator[Line]:
    """Every line of the evenings that may be learnt from."""
    for folder in sorted(path.parent for path in EVENINGS.glob("*/evening.md")):
        if not kept_apart(folder):
            with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
                playing = Listening(table)
                playing.play()
            yield from playing.lines


def golden(slug: str) -> Iterator[Line]:
    """Golden sentences of a system, those kept apart too; those of Phase Abandon are said at no real table."""
    ruleset, seats = find_ruleset(slug), {}
    for case in (*sentences(slug), *(cases("held-out.toml") if slug == "phase-abandon" else ())):
        place = case.place, case.speaker
        if place not in seats:
            real = case.place.state is not None
            seats[place] = (
                seat_of(ruleset, case.place.state, case.speaker) if real else Seat((), case.place.table.vocabulary)
            )
        wanted = named(() if case.never else (case.command,))
        yield Line(slug, case.say, seats[place], wanted, weight=GOLDEN_WEIGHT)


def wording_of(slug: str, lines: Sequence[Line]) -> Wording:
    """Learn the wording of a system from golden sentences and the habits of evenings."""
    sentences = [
        (min(line.wanted, default=""), Said.of(line.text, line.seat.vocabulary).features) for line in golden(slug)
    ]
    allowed, used = Counter[str](), Counter[str]()
    for line in lines:
        kinds = {move.kind for move in line.seat.moves}
        allowed.update(kinds)
        used.update(kinds & line.wanted)
    return learnt(sentences, {kind: math.log((used[kind] + 0.3) / (allowed[kind] + 6)) for kind in allowed})


def example(line: Line, wording: Wording) -> Example | None:
    """A line in numbers; None where it asks for what cannot be tapped."""
    kinds = {move.kind for move in line.seat.moves}
    if not kinds or (line.wanted and not line.wanted & kinds):
        return None
    moves, fits, idle = measured(Said.of(line.text, line.seat.vocabulary), line.seat, wording)
    return Example(line, tuple(move.kind for move in moves), fits, idle)


def fitted(examples: Sequence[Example]) -> tuple[Numbers, Numbers]:
    """Weights under which what was asked for is likeliest."""
    fits, idle = np.concatenate([each.fits for each in examples]), np.stack([each.idle for each in examples])
    of = np.repeat(np.arange(len(examples)), [len(each.kinds) for each in examples])
    right = np.array([float(kind in each.line.wanted) for each in examples for kind in each.kinds])
    nothing = np.array([float(not each.line.wanted) for each in examples])
    weight = np.array([each.line.weight for each in examples])
    both = np.zeros(MEASURES + SIGNS)
    slope, spread = np.zeros_like(both), np.zeros_like(both)
    for at in range(1, ROUNDS + 1):
        move = np.exp(np.clip(fits @ both[:MEASURES], -30, 30))
        none = np.exp(np.clip(idle @ both[MEASURES:], -30, 30))
        whole = np.bincount(of, move, len(examples)) + none
        hit = np.bincount(of, move * right, len(examples)) + none * nothing
        over_moves = fits.T @ ((move / whole[of] - move * right / hit[of]) * weight[of]) / len(examples)
        over_none = idle.T @ ((none / whole - none * nothing / hit) * weight) / len(examples)
        gradient = np.concatenate([over_moves, over_none])
        gradient += SHRINK * np.concatenate([both[:MEASURES], both[MEASURES:] / 10])
        slope, spread = 0.9 * slope + 0.1 * gradient, 0.99 * spread + 0.01 * gradient**2
        both -= STEP * (slope / (1 - 0.9**at)) / (np.sqrt(spread / (1 - 0.99**at)) + 1e-8)
    return both[:MEASURES], both[MEASURES:]


def judged(each: Example, weights: tuple[Numbers, Numbers]) -> tuple[float, bool]:
    """Return the probability that a line asks for anything, and whether the right move is among the first three."""
    odds, none = np.exp(each.fits @ weights[0]), math.exp(float(each.idle @ weights[1]))
    first = [each.kinds[at] for at in np.argsort(-odds, kind="stable")[:3]]
    return float(odds.sum() / (odds.sum() + none)), bool(each.line.wanted & set(first))


def talk(path: Path, lines: Sequence[Line], chance: random.Random, seconds: list[float]) -> Iterator[Line]:
    """Turns that ask for nothing, said at tables of the evenings, half of them at one of Phase Abandon."""
    turns = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    turns = [turn for turn in turns if not turn["procedural"]]
    chance.shuffle(turns)
    plain = [line for line in lines if line.slug == "phase-abandon" and len(line.seat.moves) >= 14]
    others = [line for line in lines if line.slug != "phase-abandon" and line.seat.moves]
    for turn in turns[: 2 * TURNS]:
        seconds.append(turn["seconds"])
        at = chance.choice(plain if len(seconds) % 4 < 2 else others)
        yield Line(
            at.slug,
            turn["text"] if 2 <= len(turn["text"].split()) <= 45 else "",
            at.seat,
            frozenset(),
            weight=TALK_WEIGHT,
        )


def main() -> None:
    """Tell how well it goes at tables it was not taught by, or keep what all of them teach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--talk", type=Path, required=True)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    lines = list(evenings())
    slugs = [info.slug for info in infos()]
    wordings = {slug: wording_of(slug, [line for line in lines if line.slug == slug]) for slug in slugs}

    def in_numbers(said: Iterable[Line]) -> list[tuple[Line, Example | None]]:
        return [(line, example(line, wordings[line.slug]) if line.text else None) for line in said]

    seconds: list[float] = []
    chatter = in_numbers(talk(options.talk, lines, random.Random(7), seconds))
    known, played = in_numbers(line for slug in slugs for line in golden(slug)), in_numbers(lines)
    if options.keep:
        keep(wordings, fitted([each for _, each in (*known, *chatter[::2], *played) if each]))
    else:
        tell([each for _, each in (*known, *chatter[::2]) if each], played, chatter[1::2], seconds[1::2])


def keep(wordings: Mapping[str, Wording], weights: tuple[Numbers, Numbers]) -> None:
    """Write the files that the companion reads."""
    fits, idle = (np.round(part, 3).tolist() for part in weights)
    for slug, wording in wordings.items():
        content = {"about": ABOUT, "fits": fits, "idle": idle, **packed(wording)}
        (WEIGHTS / f"{slug}.likely.json").write_text(json.dumps(content) + "\n", encoding="utf-8")


def tell(
    known: Sequence[Example],
    played: Sequence[tuple[Line, Example | None]],
    chatter: Sequence[tuple[Line, Example | None]],
    seconds: Sequence[float],
) -> None:
    """Print what cards would have been worth at each evening, learnt from all the others."""
    names = sorted({line.evening for line, _ in played})
    shown, idle = Counter[str](), Counter[float]()
    for name in names:
        weights = fitted([*known, *(each for line, each in played if each and line.evening != name)])
        for line, each in played:
            if line.evening != name:
                continue
            likely, right = judged(each, weights) if each else (0.0, False)
            shown["asks"] += bool(line.wanted)
            shown["alone"] += line.alone
            for least in CHANCES:
                shown[f"asks {least}"] += right and likely >= least
                shown[f"alone {least}"] += right and likely >= least and line.alone
                shown[f"nothing {least}"] += likely >= least and not line.wanted
        for _, each in chatter:
            likely = judged(each, weights)[0] if each else 0.0
            idle.update(least for least in CHANCES if likely >= least)
    hours = sum(seconds) / 3600
    say = sys.stdout.write
    say(f"{shown['asks']} lines ask, {shown['alone']} of them were left alone; {hours:.2f} h of talk\n")
    for least in CHANCES:
        rate = idle[least] / len(names) / hours
        suggested, alone, unasked = (shown[f"{what} {least}"] for what in ("asks", "alone", "nothing"))
        say(f"{least}: right {suggested}, of those left alone {alone}; unasked {unasked}, {rate:.1f} an hour\n")


if __name__ == "__main__":
    main()
