"""Scores of the golden sentences, and the floors none of them may fall below.

`speech/floors.toml` holds, for each game, set of sentences and command, how many are right of how many. `make golden`
raises a floor where more is understood, and lowers none: that is done by hand, where people can review it.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.golden.speech_tables import FOLDER, Case, cases, sentences, shortfalls, understood

FLOORS = FOLDER / "floors.toml"
ABOUT = """\
# How many golden sentences are understood, and of how many: for each game, set of sentences and command. Written by
# `make golden`, which only raises.
"""
SAID, KEPT_APART = "said", "kept apart"
NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
DIGITS = {word: number for number, word in enumerate(NUMBERS.split())}


def digits(text: str) -> str:
    return re.sub(r"\b(" + "|".join(DIGITS) + r")\b", lambda found: str(DIGITS[found[1].lower()]), text, flags=re.I)


NOISE: Mapping[str, Callable[[str], str]] = {
    "lower case": str.lower,
    "digits for words": digits,
    "no punctuation": lambda text: re.sub(r"[,.!?;:]", " ", text),
    "neither capitals nor punctuation": lambda text: re.sub(r"[,.!?;:]", " ", text).lower(),
    "no apostrophes": lambda text: text.replace("'", ""),
}
"""Spelling, case and punctuation are the recogniser's guess."""
NOISY = {"phase-abandon": "phase-abandon.toml"}
HELD_OUT = {"phase-abandon": "held-out.toml"}


@dataclass
class Score:
    """Score of a command: right sentences, and the faults of the others."""

    right: int = 0
    of: int = 0
    missed: list[str] = field(default_factory=list)

    def count(self, told: str, wrong: list[str]) -> None:
        self.of += 1
        self.right += not wrong
        self.missed += [f"{told}: {'; '.join(wrong)}"] if wrong else []

    def below(self, right: int, of: int) -> bool:
        """Fewer than that, or a smaller share."""
        return self.right < right or self.right * of < right * self.of

    def above(self, right: int, of: int) -> bool:
        return (self.right, self.of) != (right, of) and not self.below(right, of)


Scores = Mapping[str, Mapping[str, Score]]
"""Set of sentences to command to score."""
Floors = dict[str, dict[str, list[int]]]


def heard(case: Case, text: str) -> list[str]:
    return shortfalls(case, understood(case.place, text, case.speaker))


def scored(slug: str) -> Scores:
    """Scores of a game: its sentences, the same with noise, and those kept apart."""
    scores: dict[str, dict[str, Score]] = defaultdict(lambda: defaultdict(Score))
    for case in sentences(slug):
        if not case.never:
            scores[SAID][case.command].count(str(case), heard(case, case.say))
    for case in cases(NOISY[slug]) if slug in NOISY else ():
        for name, change in NOISE.items() if not case.never else ():
            scores[name][case.command].count(f"{case.speaker}: {change(case.say)}", heard(case, change(case.say)))
    for case in cases(HELD_OUT[slug]) if slug in HELD_OUT else ():
        # Nobody is to write a wording for a sentence that is kept apart, so none is shown.
        score = scores[KEPT_APART]["harmless" if case.never else "understood"]
        score.count("a sentence kept apart", ["not as it should be"] if heard(case, case.say) else [])
    return scores


def fired(slug: str) -> Iterator[str]:
    """Near-misses that lead to something: nothing may hang on a recogniser's spelling, or on who says them."""
    people = sorted({each.name for case in sentences(slug) for each in case.place.table.vocabulary.players})
    for case in filter(lambda case: case.never, sentences(slug)):
        for speaker in dict.fromkeys((case.speaker, *(() if case.only else (*people, "unknown", None)))):
            wrong = shortfalls(case, understood(case.place, case.say, speaker))
            yield from (f"{case}, said by {speaker}: {each}" for each in wrong)
    for case in cases(NOISY[slug]) if slug in NOISY else ():
        for name, change in NOISE.items() if case.never else ():
            yield from (f"{case}, {name}: {each}" for each in heard(case, change(case.say)))


def floors_of(slug: str, place: Path = FLOORS) -> Floors:
    found: Floors = tomllib.loads(place.read_text(encoding="utf-8")).get(slug, {})
    return found


def fallen(scores: Scores, floors: Floors) -> Iterator[str]:
    """Floors that do not hold, each with every sentence its command misses."""
    for name, commands in scores.items():
        for command, score in commands.items():
            right, of = floors.get(name, {}).get(command, (0, 0))
            if not of:
                yield f"{name}, {command}: has no floor yet; `make golden` writes one"
            elif score.below(right, of):
                yield f"{name}, {command}: {score.right} of {score.of} are right, {right} of {of} were"
                yield from (f"    {each}" for each in score.missed)
    for name, commands_with_floor in floors.items():
        for command in sorted(commands_with_floor.keys() - scores.get(name, {}).keys()):
            yield f"{name}, {command}: has a floor and no sentence"


def risen(scores: Scores, floors: Floors) -> Iterator[str]:
    """Yield the commands that are better than their floor."""
    for name, commands in scores.items():
        for command, score in commands.items():
            right, of = floors.get(name, {}).get(command, (0, 0))
            if of and score.above(right, of):
                yield f"{name}, {command}: {score.right} of {score.of}, {right} of {of} before"


def raise_floors(slug: str, scores: Scores, place: Path = FLOORS) -> None:
    """Write what is better than its floor, or has none yet; leave every other floor as it is."""
    every = tomllib.loads(place.read_text(encoding="utf-8"))
    mine = every.setdefault(slug, {})
    for name, commands in scores.items():
        for command, score in commands.items():
            if not score.below(*mine.setdefault(name, {}).get(command, (0, 0))):
                mine[name][command] = [score.right, score.of]
    lines = [ABOUT]
    for game in sorted(every):
        for name, commands_with_floor in every[game].items():
            lines.append(f'\n[{game}."{name}"]\n')
            lines += [f"{command} = {numbers}\n" for command, numbers in sorted(commands_with_floor.items())]
    place.write_text("".join(lines), encoding="utf-8")
