"""Trains the ranker of moves: `python -m tools.train.train_ranker [--talk FILE…] [--keep]`.

Learnt from are the examples of each game, its golden sentences, the evenings of strangers that may be learnt from, and
talk of another game that asks for nothing (`--talk`, one JSON line a turn with `text`, and `labels` or `procedural`).
Reported is how many lines of each evening would be acted on, rightly and wrongly, by weights that never saw it.
`--keep` writes what all of them teach.
"""

import argparse
import json
import math
import random
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import companion.nlu
from audio.onnx import open_session
from companion.nlu.line_words import Line
from companion.nlu.meaning import SCALE, TAUGHT, WIDTH, Meaning, SentenceEncoder
from companion.nlu.move_ranker import MEASURES, SIGNS, MoveRanker, Numbers
from companion.nlu.ranking import SPOKEN_KINDS, Seat, spoken_moves
from companion.nlu.word_model import NOTHING, WordModel
from companion.nlu.words import word_set
from companion.play.roster import load_roster
from engine.registry import find_info, find_ruleset, infos
from engine.vocabulary import Vocabulary
from tests.golden.speech_tables import cases, sentences
from tools.bench.stranger_steps import SPOKEN, THROWS, Step
from tools.bench.stranger_table import StrangerTable, kept_apart
from tools.bench.strangers import EVENINGS, Playing
from tools.train.slot_training import Request, choices, hits, slot_weights

WEIGHTS = Path(companion.nlu.__file__).parent / "weights" / "en"
EXAMPLES = Path(__file__).parent / "examples" / "en"
_IDLE = "Hm."
"""Typed in place of each line: a request is carried out, whatever the companion makes of the words."""
DICE = "report_dice"
"""The one name under which dice are handed in here; games have names of their own for it."""
FOLDS = 3
EPOCHS, RATE, DECAY = 7, 0.3, 1e-5
ROUNDS, STEP, SHRINK = 300, 0.05, 0.002
TURNS = 4000
"""Turns of talk that are learnt from for each game, each in a moment of its own."""
GOLDEN_WEIGHT, EXAMPLE_WEIGHT, TALK_WEIGHT, EVENING_WEIGHT, MISPLACED_WEIGHT = 0.5, 1.0, 1.1, 2.0, 0.6
SEED = 7
BATCH, VECTOR_EPOCHS, VECTOR_RATE, VECTOR_DECAY = 32, 4, 0.02, 0.03
MISPLACED = 1
"""Moments at which each request is said although its speaker may do nothing of the kind: all else is wrong there."""
CHANCES = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5)


@dataclass(frozen=True)
class Moment:
    """A moment of a table: who may do what."""

    seats: Mapping[str, Seat]


@dataclass(frozen=True)
class Said:
    """Something that was said, by whom at which moment, and the kinds it asks for; nothing for talk.

    Attributes:
        group: Lines that are held out together: an evening, or a fold.
        weight: How much it counts.
        seat: The speaker's; None for a sentence that only teaches words.
        asks: Whether it may be meant there; its words mean the same where it may not.
        taught: Whether the encoder was taught by it and knows it by heart; it teaches kinds, but weighs nothing.
    """

    text: str
    kinds: tuple[str, ...]
    group: str
    weight: float
    vocabulary: Vocabulary
    seat: Seat | None = None
    asks: bool = True
    taught: bool = False

    @property
    def meant(self) -> tuple[str, ...]:
        """Kinds that it asks for where it is said."""
        return self.kinds if self.asks else ()


class Listening(Playing):
    """An evening that notes what could have been done at each line."""

    def __init__(self, table: StrangerTable) -> None:
        super().__init__(table, told=True)
        self.lines: list[Said] = []
        self.moments: list[Moment] = []
        self.requests: list[Request] = []

    def _hear(self, number: int, line: str, steps: Sequence[Step]) -> None:
        moment = moment_of(self._table.session.game)
        speaker, _, text = line.partition(": ")
        asked = tuple(named(step.kind) for step in steps if not step.mark and step.kind not in SPOKEN - SPOKEN_KINDS)
        known = moment.seats.get(speaker)  # somebody who joins later may speak before
        if known is not None and not (steps and not asked):
            seat = replace(known, after=self._before(number, speaker))
            self.lines.append(Said(text, asked, self._table.name, EVENING_WEIGHT, seat.vocabulary, seat))
        self.moments.append(moment)
        for step in steps:
            place = moment.seats.get(step.actor)
            if place is not None and not step.mark and step.kind not in SPOKEN - SPOKEN_KINDS:
                place = replace(place, after=self._before(number, step.actor))
                said = Line.of(text, place.vocabulary)
                self.requests.append(Request(said, place, step.kind, step.fields, step.unsaid, self._table.name))
        super()._hear(number, f"{speaker}: {_IDLE}", steps)

    def _before(self, number: int, speaker: str) -> str | None:
        """The other person who spoke last before a line."""
        before = (each.partition(": ")[0] for each in reversed(self._table.talk[: number - 1]))
        return next((each for each in before if each != speaker), None)


def taught_evenings() -> frozenset[str]:
    """Names of the evenings that the encoder was taught by."""
    return frozenset(json.loads((WEIGHTS / TAUGHT).read_text(encoding="utf-8"))["evenings"])


def moment_of(game: Any) -> Moment:
    """Return the moves and words of everybody at a table now."""
    ruleset, state = game.ruleset, game.state
    vocabulary, holder = ruleset.vocabulary(state), ruleset.narration(state).holder
    return Moment(
        {
            each.name: Seat(ruleset.moves(state, each.name), vocabulary, each.name, holder == each.name)
            for each in vocabulary.players
        }
    )


def named(kind: str) -> str:
    """A kind of command by the name it has here."""
    return DICE if kind in THROWS else kind


def evenings(slug: str) -> tuple[list[Said], list[Moment], list[Request]]:
    """Every line of the evenings of a game that may be learnt from, the moments, and what was asked for."""
    known = taught_evenings()
    lines: list[Said] = []
    moments: list[Moment] = []
    requests: list[Request] = []
    for folder in sorted(path.parent for path in EVENINGS.glob("*/evening.md")):
        if kept_apart(folder) or find_info(load_roster(folder / "roster.json").game).slug != slug:
            continue
        with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
            playing = Listening(table)
            playing.play()
        lines += [replace(each, taught=folder.name in known) for each in playing.lines]
        moments += playing.moments
        requests += playing.requests
    return lines, moments, requests


def golden(slug: str) -> Iterator[Said]:
    """Golden sentences of a game, with the moments that have a state."""
    ruleset = find_ruleset(slug)
    seats: dict[Any, Seat | None] = {}
    for number, case in enumerate((*sentences(slug), *(cases("held-out.toml") if slug == "phase-abandon" else ()))):
        place, speaker = case.place, case.speaker
        if (id(place), speaker) not in seats:
            real = place.state is not None and speaker is not None
            holder = ruleset.narration(place.state).holder if real else None
            moves = ruleset.moves(place.state, speaker) if real and speaker else ()
            seats[id(place), speaker] = (
                Seat(moves, place.table.vocabulary, speaker, holder == speaker) if real else None
            )
        kinds = () if case.never else (named(case.command),)
        group, seat = f"{number % FOLDS}", seats[id(place), speaker]
        yield Said(case.say, kinds, group, GOLDEN_WEIGHT, place.table.vocabulary, seat, taught=True)


def examples(slug: str, moments: Sequence[Moment], chance: random.Random) -> Iterator[Said]:
    """The example sentences of a game, each at a moment where it may be meant, its places filled with what is there."""
    able: dict[str, list[Seat]] = defaultdict(list)
    seats = [seat for moment in moments for seat in moment.seats.values()]
    for seat in seats:
        for kind in {named(move.kind) for move in seat.moves}:
            able[kind].append(seat)
    for kind, content in _written(slug):
        for number, text in enumerate(content.get("say", ())):
            seat = chance.choice(able.get(kind) or seats)
            said = spoken(text, seat.vocabulary, chance)
            group, there = f"{number % FOLDS}", seat if able.get(kind) else None
            yield Said(said, (kind,), group, EXAMPLE_WEIGHT, seat.vocabulary, there, taught=True)
        for number, text in enumerate(content.get("near", ())):
            seat = chance.choice(able.get(kind) or seats)
            said = spoken(text, seat.vocabulary, chance)
            yield Said(said, (), f"{number % FOLDS}", EXAMPLE_WEIGHT, seat.vocabulary, seat, taught=True)


def examples_of(slug: str) -> Iterator[tuple[str, str]]:
    """Every example sentence of a game with its kind, places unfilled; `NOTHING` for one that only comes near."""
    for kind, content in _written(slug):
        yield from ((kind, text) for text in content.get("say", ()))
        yield from ((NOTHING, text) for text in content.get("near", ()))


def _written(slug: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((EXAMPLES / slug).glob("*.toml")):
        yield named(path.stem), tomllib.loads(path.read_text(encoding="utf-8"))


def held_back(text: str) -> bool:
    """Return True for the half of the talk that the encoder is not taught by: chances are weighed on it."""
    return bool(crc32(text.encode()) & 1)


_PEOPLE = word_set("player character char target to by someone who recipient helper opponent foe source healer")


def spoken(text: str, vocabulary: Vocabulary, chance: random.Random) -> str:
    """An example with its places filled by names of a table, and by numbers."""
    things: dict[str, list[str]] = defaultdict(list)
    for kind, name in [thing for player in vocabulary.players for thing in player.things] + list(vocabulary.shared):
        things[kind].append(name)
    names = [name for player in vocabulary.players for name in (player.name, player.character) if name]

    def fill(found: re.Match[str]) -> str:
        place = found[1]
        if things.get(place):
            return chance.choice(things[place])
        if place.endswith("s") and things.get(place[:-1]):
            return " and ".join(chance.sample(things[place[:-1]], min(2, len(things[place[:-1]]))))
        if place in _PEOPLE or place.rstrip("s") in _PEOPLE:
            return chance.choice(names)
        if place == "thing":
            every = [name for several in things.values() for name in several]
            return chance.choice(every or ["thing"])
        return chance.choice(["one", "two", "three", "four", "five"])

    return re.sub(r"\{(\w+)\}", fill, text)


def talk(paths: Sequence[Path], moments: Sequence[Moment], chance: random.Random) -> Iterator[Said]:
    """Turns that ask for nothing, each said at a moment of a table."""
    turns = [json.loads(row) for path in sorted(paths) for row in path.read_text(encoding="utf-8").splitlines()]
    turns = [each for each in turns if not (each.get("procedural") or each.get("labels"))]
    chance.shuffle(turns)
    for number, turn in enumerate(turns[:TURNS]):
        if 1 <= len(turn["text"].split()) <= 60:
            seat = chance.choice(list(chance.choice(moments).seats.values()))
            group, known = f"{number % FOLDS}", not held_back(turn["text"])
            yield Said(turn["text"], (), group, TALK_WEIGHT, seat.vocabulary, seat, taught=known)


def misplaced(said: Sequence[Said], moments: Sequence[Moment], chance: random.Random) -> Iterator[Said]:
    """Requests said at moments where their speaker may do nothing of the kind: they ask for nothing there."""
    seats = [seat for moment in moments for seat in moment.seats.values() if seat.moves]
    for each in said:
        for _ in range(MISPLACED if each.kinds and each.seat else 0):
            seat = chance.choice(seats)
            if not ({named(move.kind) for move in seat.moves} | SPOKEN_KINDS) & set(each.kinds):
                yield replace(each, asks=False, weight=MISPLACED_WEIGHT, vocabulary=seat.vocabulary, seat=seat)


# Words


def word_model(said: Sequence[Said], chance: random.Random) -> WordModel:
    """Multinomial logistic regression by stochastic gradient descent with rates that shrink feature by feature."""
    features = [Line.of(each.text, each.vocabulary).features for each in said]
    return _fitted_words(said, features, chance)


def _fitted_words(said: Sequence[Said], features: Sequence[Counter[str]], chance: random.Random) -> WordModel:
    spread = Counter(name for each in features for name in each)
    columns = {name: row for row, name in enumerate(sorted(name for name, count in spread.items() if count > 1))}
    kinds = tuple(sorted({kind for each in said for kind in each.kinds[:1]} | {NOTHING}))
    place = {kind: at for at, kind in enumerate(kinds)}
    weights = np.zeros((len(columns), len(kinds)), np.float32)
    bias = np.zeros(len(kinds), np.float32)
    slopes, bias_slopes = np.full((len(columns), 1), 1e-3, np.float32), np.full(len(kinds), 1e-3, np.float32)
    rows, values = [], []
    for each in features:
        length = math.sqrt(sum(count * count for count in each.values())) or 1.0
        known = [(columns[name], count / length) for name, count in each.items() if name in columns]
        rows.append(np.array([row for row, _ in known], np.int64))
        values.append(np.array([value for _, value in known], np.float32))
    order = list(range(len(said)))
    for _ in range(EPOCHS):
        chance.shuffle(order)
        for at in order:
            row, value = rows[at], values[at]
            scores = value @ weights[row] + bias
            slope = np.exp(scores - scores.max())
            slope /= slope.sum()
            slope[place[(said[at].kinds or (NOTHING,))[0]]] -= 1
            slope *= said[at].weight
            step = np.outer(value, slope) + DECAY * weights[row]
            slopes[row] += (step**2).mean(axis=1, keepdims=True)
            weights[row] -= 0.3 * RATE * step / np.sqrt(slopes[row])
            bias_slopes += slope**2
            bias -= 0.05 * slope / np.sqrt(bias_slopes)
    return WordModel(columns, kinds, weights, bias)


# Vectors


def _fitted_vectors(
    said: Sequence[Said], vectors: NDArray[np.float32], model: tuple[SentenceEncoder, WordModel]
) -> Meaning:
    """Multinomial logistic regression of the word model's classes over vectors (Adam on small batches)."""
    encoder, words = model
    place = {kind: at for at, kind in enumerate(words.kinds)}
    right = np.array([place[(each.kinds or (NOTHING,))[0]] for each in said])
    weight = np.array([each.weight for each in said], np.float32)
    chance = np.random.default_rng(SEED)
    rows = np.concatenate([SCALE * vectors, np.ones((len(said), 1))], axis=1, dtype=np.float32)
    weights = np.zeros((WIDTH + 1, len(words.kinds)), np.float32)
    decay = np.array([[VECTOR_DECAY]] * WIDTH + [[0.0]], np.float32)
    slope, spread = np.zeros_like(weights), np.zeros_like(weights)
    steps = VECTOR_EPOCHS * -(-len(said) // BATCH)
    batches = (
        order[start : start + BATCH]
        for order in (chance.permutation(len(said)) for _ in range(VECTOR_EPOCHS))
        for start in range(0, len(said), BATCH)
    )
    for at, batch in enumerate(batches, 1):
        scores = rows[batch] @ weights
        over = np.exp(scores - scores.max(axis=1, keepdims=True))
        over /= over.sum(axis=1, keepdims=True)
        over[np.arange(len(batch)), right[batch]] -= 1
        gradient = rows[batch].T @ (over * weight[batch, None] / len(batch)) + decay * weights
        slope, spread = 0.9 * slope + 0.1 * gradient, 0.99 * spread + 0.01 * gradient**2
        rate = VECTOR_RATE * (1 - at / (steps + 1))
        weights -= rate * (slope / (1 - 0.9**at)) / (np.sqrt(spread / (1 - 0.99**at)) + 1e-8)
    return Meaning(encoder, words.kinds, weights[:-1], weights[-1])


# Moves


@dataclass(frozen=True)
class Weighed:
    """A line in numbers: its moves, how well each fits, signs of nothing."""

    said: Said
    kinds: tuple[str, ...]
    fits: Numbers
    idle: Numbers


def weighed(said: Said, ranker: MoveRanker) -> Weighed | None:
    """A line in numbers; None where the encoder knows it by heart, or it asks for what nobody can tap there."""
    if said.seat is None or said.taught:
        return None
    moves = {named(move.kind) for move in said.seat.moves} | SPOKEN_KINDS
    if said.meant and not moves & set(said.meant):
        return None
    line = Line.of(said.text, said.vocabulary)
    best, fits, idle = ranker.measured(line, _renamed(said.seat), ranker.log_chances(line))
    return Weighed(said, tuple(move.kind for move, _ in best), fits, idle)


def _renamed(seat: Seat) -> Seat:
    moves = tuple(replace(move, kind=named(move.kind)) for move in seat.moves)
    return replace(seat, moves=moves)


def fitted(lines: Sequence[Weighed]) -> tuple[Numbers, Numbers]:
    """Weights of a conditional logit under which what was asked for is likeliest (Adam)."""
    fits, idle = np.concatenate([each.fits for each in lines]), np.stack([each.idle for each in lines])
    of = np.repeat(np.arange(len(lines)), [len(each.kinds) for each in lines])
    right = np.array([float(kind in each.said.meant) for each in lines for kind in each.kinds])
    nothing = np.array([float(not each.said.meant) for each in lines])
    weight = np.array([each.said.weight for each in lines])
    both = np.zeros(MEASURES + SIGNS)
    slope, spread = np.zeros_like(both), np.zeros_like(both)
    for at in range(1, ROUNDS + 1):
        move = np.exp(np.clip(fits @ both[:MEASURES], -30, 30))
        none = np.exp(np.clip(idle @ both[MEASURES:], -30, 30))
        whole = np.bincount(of, move, len(lines)) + none
        hit = np.bincount(of, move * right, len(lines)) + none * nothing
        over_moves = fits.T @ ((move / whole[of] - move * right / hit[of]) * weight[of]) / len(lines)
        over_none = idle.T @ ((none / whole - none * nothing / hit) * weight) / len(lines)
        gradient = np.concatenate([over_moves, over_none])
        gradient += SHRINK * np.concatenate([both[:MEASURES], both[MEASURES:] / 10])
        slope, spread = 0.9 * slope + 0.1 * gradient, 0.99 * spread + 0.01 * gradient**2
        both -= STEP * (slope / (1 - 0.9**at)) / (np.sqrt(spread / (1 - 0.99**at)) + 1e-8)
    return both[:MEASURES], both[MEASURES:]


def habits_of(lines: Iterable[Said]) -> dict[str, float]:
    """Return the logarithm of the share of allowed moments in which each kind is asked for."""
    allowed, used = Counter[str](), Counter[str]()
    for each in lines:
        kinds = {named(move.kind) for move in each.seat.moves} | SPOKEN_KINDS if each.seat else set()
        allowed.update(kinds)
        used.update(kinds & set(each.kinds))
    return {kind: math.log((used[kind] + 0.3) / (allowed[kind] + 6)) for kind in sorted(allowed)}


def trained(
    said: Sequence[Said],
    requests: Sequence[Request],
    habits: Mapping[str, float],
    seed: int,
    encoder: SentenceEncoder,
) -> tuple[MoveRanker, list[Weighed]]:
    """A ranker of one game; its moves are weighed by models that never saw the line."""
    chance = random.Random(seed)
    read = [Line.of(each.text, each.vocabulary) for each in said]
    placed = [at for at, each in enumerate(said) if each.asks]
    groups = sorted({each.group for each in said if each.group.isdecimal()} | {each.group for each in said})
    fold = {group: at % FOLDS for at, group in enumerate(groups)}

    topics = tuple(sorted({str(each.told["topic"]) for each in requests if "topic" in each.told}))
    spoken = spoken_moves(topics)
    filled = [
        (fold[each.group], list(choices(replace(each, seat=replace(each.seat, moves=(*each.seat.moves, *spoken))))))
        for each in requests
    ]

    def ranker(rows: Sequence[int], held: int | None = None) -> MoveRanker:
        slots = slot_weights((one for at, several in filled if at != held for one in several), chance)
        lines = [said[at] for at in rows]
        words = _fitted_words(lines, [read[at].features for at in rows], chance)
        vectors = np.stack([encoder.vector(read[at].plain) for at in rows])
        none = (np.zeros(MEASURES), np.zeros(SIGNS))
        return MoveRanker(
            words, habits, *none, meaning=_fitted_vectors(lines, vectors, (encoder, words)), slots=slots, topics=topics
        )

    weighed_lines: list[Weighed] = []
    for held in range(FOLDS):
        taught = ranker([at for at in placed if fold[said[at].group] != held], held)
        slots = hits((one for at, several in filled if at == held for one in several), taught.slots)
        sys.stdout.write(f"fields: {slots['right']} right, {slots['wrong']} wrong, {slots['open']} left open\n")
        weighed_lines += filter(None, (weighed(each, taught) for each in said if fold[each.group] == held))
    fits, idle = fitted(weighed_lines)
    return replace(ranker(placed), fits=fits, idle=idle), weighed_lines


def report(slug: str, lines: Sequence[Weighed], weights: tuple[Numbers, Numbers]) -> None:
    """Print how many lines of the evenings would be acted on, rightly and wrongly, from which chance on."""
    found = []
    for each in lines:
        odds, none = np.exp(each.fits @ weights[0]), math.exp(float(each.idle @ weights[1]))
        at = int(np.argmax(odds))
        found.append((float(odds[at] / (odds.sum() + none)), each.kinds[at] in each.said.meant, each))
    evening = [each for each in found if not each[2].said.group.isdecimal() and each[2].said.asks]
    asks = sum(bool(each.said.meant) for _, _, each in evening)
    idle = [
        each
        for each in found
        if each[2].said.group.isdecimal() and each[2].said.weight == TALK_WEIGHT and not each[2].said.kinds
    ]
    for least in CHANCES:
        right = sum(hit for chance, hit, _ in evening if chance >= least)
        wrong = sum(not hit for chance, hit, _ in evening if chance >= least)
        talk = sum(chance >= least for chance, _, _ in idle)
        sys.stdout.write(f"{slug} {least}: right {right} of {asks}, wrong {wrong}; talk {talk} of {len(idle)}\n")


def keep(slug: str, ranker: MoveRanker) -> None:
    """Write the file that the companion reads."""
    assert ranker.meaning is not None
    np.savez_compressed(
        WEIGHTS / f"{slug}.npz",
        allow_pickle=False,
        **ranker.words.packed(),
        **ranker.meaning.packed(),
        **ranker.slots.packed(),
        topics=np.array("\n".join(ranker.topics)),
        fits=np.round(ranker.fits, 3),
        idle=np.round(ranker.idle, 3),
        habit_kinds=np.array("\n".join(ranker.habits)),
        habits=np.round(list(ranker.habits.values()), 2),
    )


def main() -> None:
    """Report how well it goes at evenings it was not taught by, and keep what all of them teach where wanted."""
    parser = argparse.ArgumentParser(prog="python -m tools.train.train_ranker", description=__doc__)
    parser.add_argument("--talk", type=Path, nargs="*", default=[])
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    encoder = SentenceEncoder(open_session, kept=None)
    for slug in [info.slug for info in infos()]:
        chance = random.Random(SEED)
        lines, moments, requests = evenings(slug)
        said = [*lines, *golden(slug), *examples(slug, moments, chance), *talk(options.talk, moments, chance)]
        said += tuple(misplaced(tuple(said), moments, chance))
        ranker, measured = trained(said, requests, habits_of(lines), SEED, encoder)
        report(slug, measured, (ranker.fits, ranker.idle))
        if options.keep:
            keep(slug, ranker)


if __name__ == "__main__":
    main()
