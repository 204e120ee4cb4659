"""Composes a recap: picks what fits its length, puts it in order, words it in its tone, and has it checked."""

from collections.abc import Iterable, Iterator, Sequence

from companion.chronicle.extractor.markdown import tidy
from companion.chronicle.extractor.model import ChronicleEntry, Remark
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.extractor.standing import standing_of
from companion.chronicle.recaps.check import check, sources_of
from companion.chronicle.recaps.material import RecapMaterial, material_of
from companion.chronicle.recaps.model import WORDS_A_SECOND, Length, Recap, RecapRequest, RecapSentence
from companion.chronicle.recaps.retold import retold
from companion.chronicle.recaps.tones import Tone

_ROOM: dict[Length, int | None] = {"short": int(30 * WORDS_A_SECOND), "page": 380, "full": None}
_GOALS: dict[Length, int] = {"short": 1, "page": 1, "full": 20}
_LONGEST_GOAL = 14
_THREADS: dict[Length, int] = {"short": 0, "page": 3, "full": 20}
_WRITTEN: dict[Length, int] = {"short": 0, "page": 3, "full": 20}


class UnknownSeat(KeyError):
    """Nobody of that name sits at the table."""


def make_recap(evening: EveningNotes, wish: RecapRequest, tone: Tone, *, running: bool = False) -> Recap:
    """Make a recap of an evening; every sentence that is left has passed the check.

    Args:
        evening: The evening.
        wish: Length and point of view; `seen_by` is a player or character of the evening.
        tone: Wording.
        running: Whether the evening is still going on.

    Raises:
        UnknownSeat: Nobody is called as `wish.seen_by` says.
    """
    player = None if wish.seen_by is None else seat_of(evening, wish.seen_by)
    opening = opening_of(evening, wish, tone, running=running)
    ending = () if running else (RecapSentence(tone.closing),)
    wanted = tuple(_wanted(evening, player, _GOALS[wish.length], tone))
    frame = sum(_length(each.text) for each in (RecapSentence(opening), *wanted, *ending))
    chosen = _choose(material_of(evening, player), _ROOM[wish.length], frame)
    loose = _open(evening.chronicle.threads, chosen, _THREADS[wish.length], tone, player)
    body = _worded(chosen, tone, scenes=wish.length != "short")
    written = _written(evening.written, _WRITTEN[wish.length], tone, player)
    composed = (RecapSentence(opening), *wanted, *body, *loose, *written, *ending)
    kept, faults = check(composed, sources_of(evening), tone)
    told = any(sentence.utterances or sentence.positions for sentence in kept)
    return Recap(kept if told else (), faults)


def opening_of(evening: EveningNotes, wish: RecapRequest, tone: Tone, *, running: bool) -> str:
    """The first sentence of a recap; it tells no fact."""
    if wish.seen_by is not None:
        return tone.seen_by.format(who=_spelt(evening, wish.seen_by))
    return tone.so_far if running else tone.opening


def seat_of(evening: EveningNotes, name: str) -> str:
    """The player meant by a player's or character's name, any case.

    Raises:
        UnknownSeat: Nobody of that name sits at the table.
    """
    for seat in evening.cast:
        if name.casefold() in {each.casefold() for each in seat if each}:
            return seat[0]
    raise UnknownSeat(name)


def _spelt(evening: EveningNotes, name: str) -> str:
    known = (each for seat in evening.cast for each in seat if each)
    return next(each for each in known if each.casefold() == name.casefold())


def _choose(material: Sequence[RecapMaterial], room: int | None, frame: int) -> list[RecapMaterial]:
    """Choose what fits beside the words of the frame: the beginning and the end, then the weightiest, in order.

    Sentences of one utterance are chosen together: "she" and "it" of the second mean somebody of the first.
    """
    units: dict[tuple[tuple[str, ...], tuple[int, ...]], list[RecapMaterial]] = {}
    for each in material:
        units.setdefault((each.utterances, () if each.kind == "said" else each.positions), []).append(each)
    if room is None:
        return _once(each for unit in units.values() for each in unit)
    worded = [at for at, unit in enumerate(units.values()) if any(each.text for each in unit)]
    first = next((at for at in worded), None)

    def rank(at: int, unit: list[RecapMaterial]) -> tuple[bool, float, int]:
        must = at == first or any(each.ending for each in unit)
        return must, max(each.weight for each in unit) + _OUTCOME * (unit[0].kind == "fact"), at

    left, chosen = room - frame, set[int]()
    for at, unit in sorted(enumerate(units.values()), key=lambda each: rank(*each), reverse=True):
        length = sum(_length(each.text) for each in unit)
        if length <= left and any(each.text for each in unit):
            chosen.add(at)
            left -= length
    return _once(each for at, unit in enumerate(units.values()) for each in unit if at in chosen)


_OUTCOME = 1.0
"""A decision of the rules matters more than one more sentence about it."""


def _once(told: Iterable[RecapMaterial]) -> list[RecapMaterial]:
    """The same without sentences that were told already."""
    kept: dict[str, RecapMaterial] = {}
    return [each for each in told if not each.text or kept.setdefault(each.text.casefold(), each) is each]


def _length(text: str) -> int:
    return len(text.split())


def _worded(chosen: Iterable[RecapMaterial], tone: Tone, *, scenes: bool) -> Iterator[RecapSentence]:
    """Sentences in order; where a scene begins after something was told, the tone turns the page."""
    turns = 0
    told = False
    for each in chosen:
        if each.kind in {"scene", "fight"} and scenes and told and tone.between:
            yield RecapSentence(tone.between[turns % len(tone.between)], each.utterances, each.positions)
            turns, told = turns + 1, False
        if each.text:
            text = tone.fight.format(fact=each.text) if each.kind == "fight" else each.text
            yield RecapSentence(text, each.utterances, each.positions)
            told = True


def _wanted(evening: EveningNotes, player: str | None, most: int, tone: Tone) -> Iterator[RecapSentence]:
    """The group's goal, and whether it is reached; in a player's evening that player's aims too."""
    goals = [each for each in standing_of(evening.after).goals if each.owner is None or each.owner == player]
    for goal in [each for each in goals if len(each.text.split()) <= _LONGEST_GOAL][:most]:
        yield RecapSentence((tone.wanted if goal.left else tone.reached).format(goal=goal.text.rstrip(".")))


def _written(remarks: Iterable[Remark], count: int, tone: Tone, player: str | None) -> Iterator[RecapSentence]:
    """Yield the latest notes of the table, quoted; in a player's evening those of that player."""
    theirs = [each for each in remarks if player in {None, each.by}]
    for each in theirs[max(0, len(theirs) - count) :]:
        yield RecapSentence(tone.written.format(about=each.about, fact=each.text), remarks=(each.number,))


def _open(
    threads: Sequence[ChronicleEntry], told: Sequence[RecapMaterial], count: int, tone: Tone, player: str | None
) -> Iterator[RecapSentence]:
    """Loose ends that were not told already and read the same from anybody; in a player's evening that player's."""
    known = {utterance for each in told for utterance in each.utterances}
    said = [entry.evidence[0] for entry in threads]
    loose = [each for each in said if each.utterance not in known and player in {None, each.speaker}]
    for each in [each for each in loose if retold(each.words, None) == tidy(each.words)][:count]:
        yield RecapSentence(tone.still_open.format(fact=tidy(each.words)), (each.utterance,))
