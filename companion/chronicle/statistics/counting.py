"""Adds up talk, throws and narration; pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.chronicle.statistics.values import CounterLine, CounterPoint, Held, NarrationShare, TalkShare, Throws
from companion.play.roster import UNKNOWN_SPEAKER
from companion.store import StoredUtterance


def talk_shares(said: Iterable[StoredUtterance]) -> tuple[TalkShare, ...]:
    """Return everybody's share of the talk, most words first."""
    utterances: Counter[str | None] = Counter()
    words: Counter[str | None] = Counter()
    seconds: dict[str | None, float] = defaultdict(float)
    for each in said:
        player = None if each.speaker == UNKNOWN_SPEAKER else each.speaker
        utterances[player] += 1
        words[player] += len(each.text.split())
        seconds[player] += 0.0 if each.typed else max(0.0, each.end - each.start)
    all_words, all_seconds = words.total(), sum(seconds.values())
    shares = (
        TalkShare(
            player,
            times,
            words[player],
            seconds[player],
            _part(words[player], all_words),
            _part(seconds[player], all_seconds),
        )
        for player, times in utterances.items()
    )
    return tuple(sorted(shares, key=lambda share: (-share.words, -share.seconds)))


@dataclass(frozen=True, slots=True)
class Thrown:
    """Faces somebody threw at once.

    Attributes:
        player: Who.
        sides: Highest face of each die.
        faces: What fell.
        success_from: Lowest face that is a success by itself; None where that says nothing.
    """

    player: str
    sides: int
    faces: tuple[int, ...]
    success_from: int | None = None


def throws_by_player(thrown: Iterable[Thrown]) -> tuple[Throws, ...]:
    """Faces by player and size of dice, in the order they were first thrown."""
    found: dict[tuple[str, int], Throws] = {}
    for each in thrown:
        known = found.get((each.player, each.sides)) or Throws(each.player, each.sides, (0,) * each.sides)
        found[each.player, each.sides] = _with(known, each)
    return tuple(found.values())


def _with(known: Throws, thrown: Thrown) -> Throws:
    fell = Counter(thrown.faces)
    faces = tuple(times + fell[face] for face, times in enumerate(known.faces, start=1))
    if thrown.success_from is None:
        return replace(known, faces=faces)
    good = max(0, thrown.sides + 1 - thrown.success_from)
    return replace(
        known,
        faces=faces,
        counted=known.counted + len(thrown.faces),
        successes=known.successes + sum(face >= thrown.success_from for face in thrown.faces),
        expected_successes=known.expected_successes + len(thrown.faces) * good / thrown.sides,
    )


def narration_shares(narration: Sequence[Held]) -> tuple[NarrationShare, ...]:
    """Return everybody's share of narration, longest first."""
    seconds: dict[str | None, float] = defaultdict(float)
    for each in narration:
        seconds[each.player] += each.seconds
    times = Counter(each.player for each in narration)
    total = sum(seconds.values())
    shares = (NarrationShare(player, times[player], held, _part(held, total)) for player, held in seconds.items())
    return tuple(sorted(shares, key=lambda share: -share.seconds))


def counters_of_all(evenings: Iterable[tuple[float, Iterable[CounterLine]]]) -> tuple[CounterLine, ...]:
    """Every counter through all evenings, one evening after the other.

    Args:
        evenings: How long each was, in seconds, and its counters; first one first.
    """
    points: dict[tuple[str | None, str], list[CounterPoint]] = {}
    begun = 0.0
    for seconds, lines in evenings:
        for line in lines:
            known = points.setdefault((line.player, line.label), [])
            moved = [replace(each, second=begun + each.second) for each in line.points]
            known += moved[1:] if known and known[-1].value == moved[0].value else moved
        begun += seconds
    return tuple(CounterLine(player, label, tuple(found)) for (player, label), found in points.items())


def _part(value: float, total: float) -> float:
    return value / total if total else 0.0
