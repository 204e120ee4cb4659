"""Numbers read out against the dice a request wants: which of them are its faces, and what to ask when none fit."""

from collections.abc import Iterator, Sequence
from itertools import product

from companion.nlu.dice_sentences import Number
from companion.nlu.numbers import UNITS
from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass

_RESTART = frozenset({"no", "sorry", "wait", "actually", "mean", "read", "rest", "again", "i"})
_SUMS = frozenset({"so", "that's", "makes", "make", "is", "total", "altogether", "equals", "sum", "all", "it's"})
_CORRECTS = frozenset({"no", "nope", "sorry", "wait", "actually", "mean", "rather", "correction", "scratch", "oops"})
_SURELY_CORRECTS = frozenset({"mean", "correction", "scratch", "rather"})
_TOTALS = frozenset({"so", "total", "altogether", "makes"})
_MOST_ADDED = 9
_ADDS = frozenset({"plus", "minus", "bonus", "modifier"})
_INCLUDED = frozenset({"with", "including", "counting", "already", "after"})
_MOST_CHOICES = 16
_AGAIN = 2
"""Faces from which on a part of the dice may have been read before all of them."""
_NEAR = 0.1
_UNSAID = 0.3
_SURE = 0.97

Flat = list[tuple[int, int]]
"""Faces with the index of the number that named them."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The faces numbers stand for.

    Attributes:
        values: As many as the request wants, each within its sides.
        score: 0 to 1.
        total: Their sum when it was said as well.
        sure: False when other faces fit as well.
    """

    values: tuple[int, ...]
    score: float
    total: int | None = None
    sure: bool = True


def fit(numbers: Sequence[Number], request: RollRequest) -> Fit | None:
    """The best reading of the numbers as dice of the request, None when they do not fit."""
    readings = [fit for flat, price in _choices(numbers) for fit in _windows(flat, price, numbers, request)]
    readings.sort(key=lambda reading: -reading.score)
    if not readings:
        return None
    best = readings[0]
    near = [each for each in readings if each.score > best.score - _NEAR]
    rivals = {tuple(sorted(each.values)) for each in near if best.total is None or each.total is not None}
    return best if len(rivals) == 1 else Fit(best.values, best.score, best.total, sure=False)


def bare_total(numbers: Sequence[Number], request: RollRequest) -> int | None:
    """The sum that was said instead of faces, where the request accepts it."""
    if not request.total_accepted or request.count == 1:
        return None
    added = sum(face for number in numbers[1:] if _adds(number) for face in number.said.faces)
    plain = [face for number in numbers if not _ADDS & set(number.leads) for face in number.said.faces]
    if not plain or set(plain) - {plain[0], plain[0] + added}:
        return None
    total = plain[0] + added
    return total if request.count <= total <= request.count * request.sides + _MOST_ADDED else None


def _adds(number: Number) -> bool:
    """Return True where a number is still to be added to the dice ("plus two", but not "with my plus two")."""
    return bool(_ADDS & set(number.leads)) and not _INCLUDED & set(number.leads)


def _choices(numbers: Sequence[Number]) -> Iterator[tuple[Flat, float]]:
    """Ways to take the numbers, with what each takes off the score: as said, and with corrections carried out.

    "Three fours" may also be a three and a four.
    """
    options = [[each.said.faces] if each.said.also is None else [each.said.faces, each.said.also] for each in numbers]
    denied = any(each.denied for each in numbers)
    corrected = any(_SURELY_CORRECTS & set(each.leads) for each in numbers[1:])
    for chosen in list(product(*options))[:_MOST_CHOICES]:
        if not denied:
            yield [(face, index) for index, faces in enumerate(chosen) for face in faces], _UNSAID if corrected else 0.0
        if denied or any(_CORRECTS & set(each.leads) for each in numbers[1:]):
            yield _corrected(chosen, numbers), 0.0


def _corrected(chosen: Sequence[tuple[int, ...]], numbers: Sequence[Number]) -> Flat:
    """The faces with those put right that were taken back: "four, no, five", "not a four, a five"."""
    flat: Flat = []
    place: int | None = None
    for index, (faces, number) in enumerate(zip(chosen, numbers, strict=True)):
        if number.denied:
            wrong = [at for at, (face, _) in enumerate(flat) if face in faces]
            place = wrong[-1] if wrong else None
            flat = [pair for at, pair in enumerate(flat) if at != place]
            continue
        if flat and index and _CORRECTS & set(number.leads) and not numbers[index - 1].denied:
            last = flat[-1][1]
            flat = [pair for pair in flat if pair[1] != last]
        at = len(flat) if place is None else place
        flat[at:at] = [(face, index) for face in faces]
        place = None
    return flat


def _windows(flat: Flat, price: float, numbers: Sequence[Number], request: RollRequest) -> Iterator[Fit]:
    """Stretches of as many faces as are wanted; what is left over must be a sum, a tally or an echo."""
    count = request.count
    for at in range(len(flat) - count + 1):
        chosen = flat[at : at + count]
        values = tuple(face for face, _ in chosen)
        torn = any(pair[1] == chosen[0][1] for pair in flat[:at]) or any(
            pair[1] == chosen[-1][1] for pair in flat[at + count :]
        )
        first = chosen[0][1]
        adds = any("modifier" in numbers[index].leads for _, index in chosen)
        adds |= first == 0 and bool(_ADDS & set(numbers[0].leads))
        if torn or adds or any(not 1 <= value <= request.sides for value in values):
            continue
        rest = flat[:at] + flat[at + count :]
        added = sum(face for face, index in rest if index > first and _ADDS & set(numbers[index].leads))
        counts = _counts(values)
        told = [face for face, index in rest if index > first] == list(counts)
        again = _read_twice([face for face, _ in flat[:at]], values) or _read_twice(
            [face for face, _ in flat[at + count :]], values
        )
        unsaid = (
            0
            if again
            else sum(
                not _explains(face, numbers[index], values, index < first, numbers[first], added)
                for face, index in rest
                if not (added and face == sum(values) + added) and not (told and index > first)
            )
        )
        sentences = {numbers[index].sentence for _, index in chosen}
        score = _SURE - price - _UNSAID * unsaid - 0.02 * at - 0.1 * (len(sentences) > 1 and len(flat) > count)
        score -= 0.15 * _apart(chosen, numbers)
        total = next((face for face, _ in rest if face == sum(values) and count > 1), None)
        if score + (0.15 if total is not None else 0.0) > 0.5:
            yield Fit(values, score if total is None else min(0.98, score + 0.15), total)


def _read_twice(others: Sequence[int], values: Sequence[int]) -> bool:
    """Return True where somebody only began to read the same dice before, or read all of them once more."""
    return len(others) >= _AGAIN and (list(others) == list(values[: len(others)]) or sorted(others) == sorted(values))


def _apart(chosen: Flat, numbers: Sequence[Number]) -> bool:
    """Return True where "three fours" is taken as a three and a four."""
    return any(
        also is not None
        and also[0] > 1
        and also != faces
        and also == tuple(face for face, each in chosen if each == index)
        for index in {index for _, index in chosen}
        for also, faces in [(numbers[index].said.also, numbers[index].said.faces)]
    )


def _kept(values: Sequence[int]) -> set[int]:
    """Sums of the best or the worst of the dice, as people tell them who keep some of the dice only."""
    ordered = sorted(values)
    return {total for count in range(2, len(ordered)) for total in (sum(ordered[:count]), sum(ordered[-count:]))}


def _counts(values: Sequence[int]) -> tuple[int, int]:
    """Counts of dice that show four or more, and of those that show less, as people count them after the faces."""
    high = sum(value >= 4 for value in values)
    return high, len(values) - high


def _explains(face: int, number: Number, values: Sequence[int], before: bool, chosen: Number, added: int) -> bool:
    """Return True where a number left over is a sum, a tally or an echo of the faces."""
    leads = set(number.leads)
    if leads & _ADDS and not before:
        return True
    if len(values) > 1 and face == sum(values):
        return True
    if before:
        return bool(set(chosen.leads) & _RESTART) or (face in values and len(values) == 1)
    if leads & _TOTALS or (leads & _SUMS and face - added in _kept(values)):
        return True
    if face in _counts(values) and (leads & _SUMS or number.sentence != chosen.sentence):
        return True
    return face in values and (len(values) == 1 or bool(leads & {"oh", "a", "ouch", "no", "ugh"}))


_WORDS = {number: word for word, number in UNITS.items()}


def question_about(faces: Sequence[int], request: RollRequest) -> str:
    """Question to ask when faces do not fit the request: too few, too many, or beyond what the die shows."""
    beyond = [face for face in faces if not 1 <= face <= request.sides]
    if beyond and len(faces) <= request.count:
        return f"A d{request.sides} shows 1 to {request.sides}, I heard {beyond[0]}: which face is it?"
    wanted, dice = _word(request.count), "die" if request.count == 1 else "dice"
    missing = request.count - len(faces)
    if missing == 0:
        return f"Is it {_listed(faces)}?"
    if missing > 0:
        rest = "what is the last one?" if missing == 1 else f"what are the other {_word(missing)}?"
        return f"I heard {_listed(faces)}: {rest}"
    if request.count == 1:
        return f"One die, I heard {_listed(faces)}: which one?"
    return f"{wanted.capitalize()} {dice}, I heard {_word(len(faces))}: which {wanted}?"


def question_about_an_echo(total: int, faces: Sequence[int]) -> str:
    """Question to ask when a number said twice is the sum of the dice, or the face of each."""
    return f"Is it {_word(total)} altogether, or {_listed(faces)}?"


def question_about_successes(count: int, request: RollRequest) -> str:
    """Question to ask when more successes were said than there are dice."""
    dice = "die" if request.count == 1 else "dice"
    return f"{_word(request.count).capitalize()} {dice}, I heard {_word(count)} successes: how many?"


def _word(number: int) -> str:
    return _WORDS.get(number, str(number))


def _listed(faces: Sequence[int]) -> str:
    said = [_word(face) for face in faces]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
