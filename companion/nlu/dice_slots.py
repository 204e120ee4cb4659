"""Dice that a line reads out, where so many are wanted: told by their run, their sum, or their count."""

from collections.abc import Sequence

from companion.nlu.line_words import Line, Token
from companion.nlu.numbers import ORDINALS
from companion.nlu.words import word_set

_BETWEEN = word_set("a an and another then")
"""Words between the numbers of a list."""
_ADDED = word_set("plus add adding bonus")
"""Words before a number that is no die and is added to them."""
_SIX_AND_ITS_NEXT = 2


def told_dice(line: Line, count: int, most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces a line reads out, and the numbers of it that they account for.

    Args:
        line: What was said.
        count: Dice that are wanted.
        most: Highest face.
    """
    faces = line.faces
    if len(faces) == count:
        return faces, faces
    on_dice = tuple(face for face in faces if face <= most)
    if count == 1 and len(on_dice) == _SIX_AND_ITS_NEXT:
        return on_dice[-1:], faces
    told = _runs(line.tokens)
    several_dice = count == 1 and (len(told) > _SIX_AND_ITS_NEXT or any(len(run) > 1 for run in told))
    if len(first := _first_run(line.tokens)) == count and not several_dice:
        return first, (*faces, *line.numbers)
    runs = [run for run in told if len(run) == count > 1]
    if len(runs) == 1:
        return runs[0], (*faces, *line.numbers)
    explained = _explained(line.tokens, count, most) if count > 1 else ()
    return (explained, (*faces, *line.numbers)) if explained else (faces, faces)


def _runs(tokens: Sequence[Token]) -> list[tuple[int, ...]]:
    """Numbers that are told one after the other, as "five, four and a two"."""
    return [tuple(number for at in run if (number := tokens[at].number) is not None) for run in _runs_at(tokens) if run]


def _runs_at(tokens: Sequence[Token]) -> list[list[int]]:
    """Places of numbers that are told one after the other."""
    found: list[list[int]] = [[]]
    for at, token in enumerate(tokens):
        if token.number is not None and token.word not in ORDINALS:
            found[-1].append(at)
        elif token.word not in _BETWEEN and found[-1]:
            found.append([])
    return found


def _first_run(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Numbers that a line begins with, as "four, to which I add three" does; empty where it begins otherwise."""
    first = next((token for token in tokens if token.word not in _BETWEEN), None)
    begins = first is not None and first.number is not None and first.word not in ORDINALS
    return _runs(tokens)[0] if begins else ()


def _explained(tokens: Sequence[Token], count: int, most: int) -> tuple[int, ...]:
    """The only dice of a line whose other numbers are their sum, their count or something added; empty without."""
    numbered = ((at, each.number) for at, each in enumerate(tokens) if each.word not in ORDINALS)
    told = [(at, number) for at, number in numbered if number is not None]
    listed = [at for run in _runs_at(tokens) if len(run) > 1 for at in run]
    strong = [(at, number) for at, number in told if tokens[at].stem == "#n" or at in listed]
    for numbers in (told, strong):
        found = {
            tuple(number for _, number in numbers[first : first + count])
            for first in range(len(numbers) - count + 1)
            if _are_dice(tokens, numbers[:first], numbers[first : first + count], numbers[first + count :], told)
        }
        found = {dice for dice in found if all(1 <= die <= most for die in dice)}
        if found:
            return found.pop() if len(found) == 1 else ()
    return ()


_Numbers = Sequence[tuple[int, int]]


def _are_dice(tokens: Sequence[Token], before: _Numbers, dice: _Numbers, behind: _Numbers, told: _Numbers) -> bool:
    """Return True where numbers before dice tell how many they are, and those behind what they come to."""
    total = sum(number for _, number in dice)
    added = [number for at, number in behind if at and tokens[at - 1].word in _ADDED]
    others = [number for pair in told if pair not in dice for number in pair[1:]]
    sums = {total, total + sum(added), *(total + number for number in others)}
    apart = all(any(each.word not in _BETWEEN for each in tokens[at + 1 : dice[0][0]]) for at, _ in before)
    counted = apart and all(number == len(dice) for _, number in before)
    return counted and all(number in sums or number in added for _, number in behind)
