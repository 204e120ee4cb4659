"""Composes a recap: picks what fits its length, puts it in order, words it in its tone, and has it checked."""

from collections.abc import Iterable, Iterator, Sequence

from companion.chronicle.extractor.last_time import as_heard
from companion.chronicle.extractor.markdown import tidy
from companion.chronicle.extractor.model import ChronicleEntry, Remark
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.recaps.check import check, sources_of
from companion.chronicle.recaps.material import OWN_WORDS, RecapMaterial, material_of
from companion.chronicle.recaps.model import WORDS_A_SECOND, Length, Recap, RecapRequest, RecapSentence
from companion.chronicle.recaps.tones import Tone

_ROOM: dict[Length, int | None] = {"short": int(30 * WORDS_A_SECOND), "page": 380, "full": None}
_LIGHTEST: dict[Length, float] = {"short": 1.5, "page": 1.0, "full": 0.3}
_PEOPLE: dict[Length, int] = {"short": 4, "page": 8, "full": 100}
_THREADS: dict[Length, int] = {"short": 0, "page": 3, "full": 20}
_WRITTEN: dict[Length, int] = {"short": 0, "page": 3, "full": 20}
_FACTS_SHARE = 0.4
"""Part of the room that facts of the log take first; talk fills the rest, and more facts where there is little talk."""


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
    named = () if player else tuple(_named(evening.chronicle.npcs, _PEOPLE[wish.length], tone))
    frame = sum(_length(each.text) for each in (RecapSentence(opening), *named, *ending))
    chosen = _choose(material_of(evening, player), wish.length, frame, _length(tone.in_words))
    loose = _open(evening.chronicle.threads, chosen, _THREADS[wish.length], tone, player)
    body = _worded(chosen, tone, scenes=wish.length != "short")
    written = _written(evening.written, _WRITTEN[wish.length], tone, player)
    composed = (RecapSentence(opening), *body, *named, *loose, *written, *ending)
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


def _choose(material: Sequence[RecapMaterial], length: Length, frame: int, quoting: int) -> list[RecapMaterial]:
    """Choose the material that fits beside the words of the frame, the weightiest first, back in order."""
    room = _ROOM[length]
    if room is None:
        return [each for each in material if each.weight >= _LIGHTEST[length]]
    ranked = sorted(enumerate(material), key=lambda each: (-each[1].weight, -each[0]))
    facts = [each for each in ranked if each[1].kind != "said"]
    chosen: dict[int, RecapMaterial] = {}
    for several, space in ((facts, room * _FACTS_SHARE), (ranked, room - frame)):
        for at, each in several:
            spent = sum(_room_of(other, quoting) for other in chosen.values())
            fits = each.weight >= _LIGHTEST[length] and spent + _room_of(each, quoting) <= space
            if fits and all(other.text != each.text for other in chosen.values()):
                chosen[at] = each
    return [chosen[at] for at in sorted(chosen)]


def _room_of(each: RecapMaterial, quoting: int) -> int:
    return _length(each.text) + (quoting if each.who else 0)


def _length(text: str) -> int:
    return len(text.split())


def _worded(chosen: Iterable[RecapMaterial], tone: Tone, *, scenes: bool) -> Iterator[RecapSentence]:
    """Sentences in order; where a scene begins after something was told, the tone turns the page."""
    turns = 0
    told = False
    for each in chosen:
        if each.kind == "scene" and scenes and told and tone.between:
            yield RecapSentence(tone.between[turns % len(tone.between)], each.utterances, each.positions)
            turns, told = turns + 1, False
        if each.text:
            text = each.text if each.who is None else tone.in_words.format(who=each.who, fact=each.text)
            yield RecapSentence(text, each.utterances, each.positions)
            told = True


def _named(npcs: Sequence[ChronicleEntry], count: int, tone: Tone) -> Iterator[RecapSentence]:
    """Whom the story spoke of most."""
    often = sorted(npcs, key=lambda entry: -len(entry.evidence))[:count]
    people = [entry for entry in npcs if entry in often]
    if people:
        cited = tuple(dict.fromkeys(each.utterance for entry in people for each in entry.evidence))
        yield RecapSentence(tone.named.format(people=enumerated([as_heard(entry) for entry in people])), cited)


def enumerated(names: Sequence[str]) -> str:
    """Names as one phrase ("Marta, Old Tom and Yargert")."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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
    for each in [each for each in loose if not OWN_WORDS.search(each.words)][:count]:
        yield RecapSentence(tone.still_open.format(fact=tidy(each.words)), (each.utterance,))
