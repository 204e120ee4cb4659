"""Dice of several throws read out in one sentence: "the thugs have a one and a three", "Ana has five, Ben two".

Who is named, and what a throw is for, tell whose a number is. It has to come out even: each throw that is meant gets
all of its dice, and no number is left over.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from companion.nlu.dice_sentences import Talk, is_other_talk, refers
from companion.nlu.dice_wording import NOT_DICE, purpose_words
from companion.nlu.faces import Said, said_numbers
from companion.nlu.hearing import Heard, HeardSentence
from companion.nlu.names import fold
from companion.nlu.numbers import face_of
from companion.nlu.words import word_set
from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass

_OWN = word_set("i i'm i've i'd me my mine")
_JOINTS = word_set("and but while whereas")
_AROUND = word_set(
    "the these those other left right one ones second guys them against versus each both but while mr mrs"
)
_EACH = word_set("each both")
_SUMS = word_set("so makes make that's total altogether together all")


@dataclass(frozen=True, slots=True)
class Share:
    """Result of one throw: its faces, or the sum that was said instead."""

    request: RollRequest
    faces: tuple[int, ...]
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """Several throws read out in one sentence, from its first word to after its last number."""

    shares: tuple[Share, ...]
    sentence: int
    at: int
    until: int


_Rolls = tuple[RollRequest, ...]


@dataclass(slots=True)
class _Run:
    """Numbers of the same throws; `each` where one number stands for all of them."""

    rolls: _Rolls | None
    said: list[Said] = field(default_factory=list)
    each: bool = False
    leads: list[str] = field(default_factory=list)


def read_shares(heard: Heard, talk: Talk) -> Shares | None:
    """The throws of the first sentence that reads out several; None where it does not come out even.

    Args:
        heard: The turn.
        talk: Words that belong to reading out dice.
    """
    rolls = heard.table.open_rolls
    if len(rolls) < 2:
        return None
    own = tuple(roll for roll in rolls if roll.roller == heard.turn.speaker)
    for each in heard.sentences:
        names = dict(_names(each, rolls, own))
        said = list(_numbers(each, names, max(roll.sides for roll in rolls)))
        if not said:
            continue
        if each.sentence.quoted or each.sentence.ending == "?" or _says_more(each, names, said, talk):
            return None
        for runs in _ways(each, names, said, own):
            shares = _filled(runs)
            if shares is not None:
                return Shares(shares, each.index, 0, max(one.until for one in said))
        return None
    return None


def _names(each: HeardSentence, rolls: _Rolls, own: _Rolls) -> Iterator[tuple[int, tuple[int, _Rolls]]]:
    """First words of names, each with the word after it and the throws it stands for."""
    taken: set[int] = set()
    for mention in each.mentions:
        owners = {thing.owner for thing in mention.of("player", "character")}
        meant = tuple(roll for roll in rolls if roll.roller in owners)
        called = [fold(thing.name) for thing in mention.things]
        for_it = tuple(roll for roll in rolls if any(name in fold(roll.because) for name in called))
        meant = tuple(roll for roll in meant if roll in for_it) or meant or for_it
        if meant:
            taken |= set(range(mention.at, mention.until))
            yield mention.at, (mention.until, meant)
    for at, word in enumerate(each.sentence.words):
        if at in taken:
            continue
        if word.text in _OWN and own:
            yield at, (at + 1, own)
        else:
            meant = tuple(roll for roll in rolls if word.text.removesuffix("s") in purpose_words(roll))
            if meant:
                yield at, (at + 1, meant)


def _numbers(each: HeardSentence, names: Mapping[int, tuple[int, _Rolls]], sides: int) -> Iterator[Said]:
    """Numbers outside of names that are no pronouns ("the other one") and count nobody ("the two thugs")."""
    words, start = each.sentence.words, 0
    stops = [*sorted(names), len(words)]
    for stop in stops:
        for one in said_numbers(words[start:stop], sides):
            placed = replace(one, at=one.at + start, until=one.until + start)
            if not refers(each, placed) and not (
                placed.until == stop in names and _counts(each, placed, names[stop][1])
            ):
                yield placed
        start = names[stop][0] if stop in names else stop


def _counts(each: HeardSentence, said: Said, rolls: _Rolls) -> bool:
    """Return True where a number before a name only tells how many bear it."""
    return said.faces == (len(rolls),) and len(rolls) > 1 and not each.sentence.words[said.until - 1].pause


def _says_more(each: HeardSentence, names: Mapping[int, tuple[int, _Rolls]], said: Sequence[Said], talk: Talk) -> bool:
    """Return True where the sentence does anything but read out dice."""
    texts = each.sentence.texts
    covered = {at for one in said for at in range(one.at, one.until)}
    covered |= {at for start, (until, _) in names.items() for at in range(start, until)}
    rest = {text for at, text in enumerate(texts) if at not in covered and face_of(text) is None}
    return is_other_talk(texts) or bool(rest - talk.chaff - _AROUND or (rest & NOT_DICE) - talk.chaff)


def _ways(
    each: HeardSentence, names: Mapping[int, tuple[int, _Rolls]], said: Sequence[Said], own: _Rolls
) -> Iterator[list[_Run]]:
    """Yield possible owners of the numbers: a name counts from its clause on; before the first, one's own."""
    clauses = _clauses(each)
    inside = [[at for at in range(*clause) if at in names] for clause in clauses]
    named = [min(places, key=lambda at: len(names[at][1]), default=None) for places in inside]
    ahead = next((names[at][1] for at in named if at is not None), None)
    texts = each.sentence.texts
    for first in dict.fromkeys([own, ahead]):
        runs: list[_Run] = []
        current = first or None
        for clause, name in zip(clauses, named, strict=True):
            current = names[name][1] if name is not None else current
            here = [one for one in said if clause[0] <= one.at < clause[1]]
            if here and (not runs or runs[-1].rolls != current):
                runs.append(_Run(current))
            if here:
                runs[-1].said += here
                runs[-1].leads += texts[clause[0] : clause[1]]
                runs[-1].each |= bool(_EACH & set(texts[clause[0] : clause[1]]))
        yield runs


def _clauses(each: HeardSentence) -> list[tuple[int, int]]:
    """Stretches of words between pauses and joining words, as (first, after last)."""
    words = each.sentence.words
    cuts = [at for at in range(1, len(words)) if words[at - 1].pause or words[at].text in _JOINTS]
    return list(zip([0, *cuts], [*cuts, len(words)], strict=True))


def _filled(runs: Iterable[_Run]) -> tuple[Share, ...] | None:
    """The throws with their dice; None where they do not come out even, or are not several."""
    found: list[Share] = []
    for run in runs:
        shares = () if run.rolls is None else _fill(run, run.rolls)
        if not shares:
            return None
        found += shares
    ids = {share.request.request_id for share in found}
    return tuple(found) if len(found) == len(ids) >= 2 else None


def _fill(run: _Run, rolls: _Rolls) -> tuple[Share, ...]:
    """Dice for all of these throws, in their order; nothing where a number is missing or left over."""
    if len({(roll.count, roll.purpose, roll.sides) for roll in rolls}) > 1:
        return ()
    faces = [face for one in run.said for face in one.faces]
    if run.each and len(set(faces)) == 1 and rolls[0].count == 1 and len(run.said) == 1:
        faces = faces[:1] * len(rolls)
    if len(rolls) == 1 and rolls[0].total_accepted and rolls[0].count > 1:
        return _summed(run, rolls[0], faces)
    if len(faces) != sum(roll.count for roll in rolls) or any(not 1 <= face <= rolls[0].sides for face in faces):
        return ()
    step = rolls[0].count
    return tuple(Share(roll, tuple(faces[at * step : (at + 1) * step])) for at, roll in enumerate(rolls))


def _summed(run: _Run, roll: RollRequest, faces: Sequence[int]) -> tuple[Share, ...]:
    """A throw whose dice are added up: its faces with or without their sum, or the sum alone."""
    if len(faces) == 1 and roll.count <= faces[0] <= roll.count * roll.sides:
        return (Share(roll, (), faces[0]),)
    values = tuple(faces[: roll.count])
    rest = list(faces[roll.count :])
    whole = len(values) == roll.count and all(1 <= face <= roll.sides for face in values)
    return (Share(roll, values),) if whole and (not rest or (rest == [sum(values)] and _SUMS & set(run.leads))) else ()
