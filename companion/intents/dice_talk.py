"""Faces read aloud: which numbers of a turn answer which open roll."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from companion.intents.hearing import Heard, HeardSentence
from companion.intents.numbers import Said, run_of_faces, said_numbers
from companion.intents.types import Table
from companion.intents.words import word_set
from engine.dice.roll import RollRequest

_PRONOUN_BEFORE = frozenset(
    {
        "extra",
        "bonus",
        "free",
        "spare",
        "new",
        "that",
        "this",
        "last",
        "other",
        "next",
        "first",
        "which",
        "no",
        "any",
        "every",
        "lucky",
        "only",
        "right",
    }
)
_PRONOUN_AFTER = frozenset({"more", "second", "moment", "minute", "sec", "of", "day", "time", "thing"})
_AGAIN = word_set(
    """
    again is goes turns becomes gives explodes explode i comes keep keeps gets rolls was makes one
    """
)
_NOT_DICE = word_set(
    """
    need if when want hope chips chip minutes minute hours seconds gold coins points past o'clock odds who why
    how people men guards happy once never always usually should would could wish give keep reroll cancel trade
    bid-on which years rank tokens token else wait-for until session yesterday ago remember with more
    """
)
_RESTART = word_set("no sorry wait actually mean read rest again i")
_SUMS = word_set("so that's makes make is total altogether equals sum all it's")
_PURPOSE_WORDS: Mapping[str, str] = {
    "helping": "HELP",
    "help": "HELP",
    "luck": "LUCK",
    "bid": "BID",
    "moving": "GET_MOVING",
    "tie": "ROLL_OFF",
    "breaker": "ROLL_OFF",
}
_MOST_NUMBERS = 40
_THROWN = frozenset({"rolled", "got", "dice", "die", "dies", "dyes", "landed", "threw", "say"})


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its place in the turn."""

    said: Said
    sentence: int
    lead: str
    leads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Report:
    """Dice read out for one request.

    Attributes:
        request: The roll it answers.
        values: Faces, None when only a total was said or nothing fits.
        total: Sum said instead of faces, or with them.
        sentence: Index of the sentence with the first face.
        at: First word.
        until: After the last word in that sentence.
        confidence: 0 to 1.
        sure: False when two readings fit.
    """

    request: RollRequest
    values: tuple[int, ...] | None
    total: int | None
    sentence: int
    at: int
    until: int
    confidence: float
    sure: bool = True


def read_report(heard: Heard, chaff: frozenset[str], leads: frozenset[str]) -> Report | None:
    """The open roll this turn answers, if it does.

    Args:
        heard: The turn.
        chaff: Words that may stand around faces.
        leads: Words that begin a report.
    """
    if _compares_counts(heard):
        return None
    requests = _addressed(heard)
    found = [report for request, factor in requests for report in _reports(heard, request, factor, chaff, leads)]
    if not found:
        return None
    whole = [report for report in found if report.values is not None or report.total is not None]
    best = max(whole or found, key=lambda report: report.confidence)
    known = heard.turn.speaker in {player.name for player in heard.table.vocabulary.players}
    rivals = {report.request.roller for report in whole if report.confidence >= best.confidence - 0.02}
    if not known and len(rivals) > 1:
        return Report(best.request, best.values, best.total, best.sentence, best.at, best.until, 0.6, sure=False)
    return best


def _compares_counts(heard: Heard) -> bool:
    """Whether chips are counted against what a display shows ("I've got five chips. It says four.")."""
    words = {word.text for each in heard.sentences for word in each.sentence.words}
    return bool(words & {"chips", "chip"}) and bool(words & {"says", "shows", "thinks", "reckons", "claims"})


def _addressed(heard: Heard) -> list[tuple[RollRequest, float]]:
    """Open rolls this turn can be about, the likeliest first."""
    table, speaker = heard.table, heard.turn.speaker
    named = {thing.owner for mention in heard.mentions() for thing in mention.of("player", "character")} - {speaker}
    theirs = [(roll, 0.95) for roll in table.open_rolls if roll.roller in named]
    if theirs and _says_who_rolled(heard):
        return theirs
    own = [(roll, 1.0) for roll in table.open_rolls if roll.roller == speaker]
    if own:
        return _by_purpose(heard, own)
    if speaker is None or table.vocabulary.player(speaker) is None:
        return _by_purpose(heard, [(roll, 0.93) for roll in table.open_rolls])
    return []


def _says_who_rolled(heard: Heard) -> bool:
    words = {word.text for each in heard.sentences for word in each.sentence.words}
    return bool(words & {"rolled", "got", "has", "rolls", "threw", "gets", "had", "dice", "die"})


def _by_purpose(heard: Heard, rolls: list[tuple[RollRequest, float]]) -> list[tuple[RollRequest, float]]:
    words = {word.text for each in heard.sentences for word in each.sentence.words}
    wanted = {_PURPOSE_WORDS[word] for word in words & set(_PURPOSE_WORDS)}
    chosen = [pair for pair in rolls if pair[0].purpose in wanted]
    return chosen or rolls


def _reports(
    heard: Heard, request: RollRequest, factor: float, chaff: frozenset[str], leads: frozenset[str]
) -> Iterator[Report]:
    for loose in (False, True):
        numbers = list(_numbers(heard, request, chaff, leads, loose))
        if not numbers or len(numbers) > _MOST_NUMBERS or (loose and not _believable(heard, numbers)):
            continue
        report = _fit(heard, request, numbers, factor * (0.88 if loose else 1.0))
        if report is not None and (report.values or report.total or not loose):
            yield report
            if report.values or report.total:
                return


def _believable(heard: Heard, numbers: Sequence[Number]) -> bool:
    """Whether words that only sound like numbers stand among real ones, or alone."""
    if not any(number.said.loose for number in numbers):
        return False
    alone = all(len(each.sentence.words) <= 1 for each in heard.sentences)
    return alone or sum(not number.said.loose for number in numbers) * 2 >= len(numbers)


def _numbers(
    heard: Heard, request: RollRequest, chaff: frozenset[str], leads: frozenset[str], loose: bool
) -> Iterator[Number]:
    """Numbers of those sentences that do nothing but read out dice."""
    for each in heard.sentences:
        if each.sentence.quoted:
            continue
        every = _said(each, request, loose)
        said = [one for one in every if not _refers(each, one, request)]
        if not said or not _reads_dice(each, said, every, request, chaff, leads):
            continue
        previous = 0
        for one in said:
            before = each.sentence.words[previous : one.at]
            yield Number(one, each.index, before[-1].text if before else "", frozenset(word.text for word in before))
            previous = one.until


def _said(each: HeardSentence, request: RollRequest, loose: bool) -> list[Said]:
    words = each.sentence.words
    for at, word in enumerate(words):
        if request.total_accepted and word.text.isdecimal() and int(word.text) <= request.count * request.sides:
            continue
        run = run_of_faces(word.text, request.count)
        if run and request.count > 1 and len(word.text) > 1:
            return [Said(run, at, at + 1)]
    return said_numbers(words, request.sides, loose, request.count)


def _refers(each: HeardSentence, said: Said, request: RollRequest) -> bool:
    """Whether the number points at a die instead of giving its face ("the six again", "the extra one")."""
    words = [word.text for word in each.sentence.words]
    before = words[said.at - 1] if said.at else ""
    after = words[said.until] if said.until < len(words) else ""
    here = words[said.at]
    if (
        before == "my"
        and after in {"done", "actions", "things", "finished", ""}
        and request.count == 1
        and len(words) < 6
    ):
        return True
    if here in {"one", "1", "ones"} and said.until == said.at + 1:
        if before in _PRONOUN_BEFORE or after in _PRONOUN_AFTER:
            return True
        if before == "the" and len(words) > 2:
            return True
    if request.purpose in {"EXPLODE", "REROLL"} and before in {"the", "that", "my", "those", "both", "these"}:
        return after in _AGAIN or (
            said.at > 1 and words[said.at - 2] in {"on", "for", "with", "from", "of", "and", "rolled"} and after != ""
        )
    return False


def _reads_dice(
    each: HeardSentence,
    said: Sequence[Said],
    every: Sequence[Said],
    request: RollRequest,
    chaff: frozenset[str],
    leads: frozenset[str],
) -> bool:
    words = each.sentence.words
    if _opens_with_faces(each, every, request, chaff):
        return True
    covered = {at for one in every for at in range(one.at, one.until)}
    covered |= {
        at for mention in each.mentions if mention.of("player", "character") for at in range(mention.at, mention.until)
    }
    texts = [word.text for word in words]
    rest = [text for at, text in enumerate(texts) if at not in covered and text not in chaff and not text.isdecimal()]
    if set(texts) & _NOT_DICE and not (set(texts) & _NOT_DICE <= chaff):
        return False
    if each.sentence.ending == "?" and len(words) > 4:
        return False
    if not rest:
        return _is_about_dice(texts, said)
    faces = sum(len(one.faces) for one in said)
    led = texts[0] in leads or bool(set(texts[: said[0].at]) & _THROWN)
    return len(rest) <= 1 and faces >= request.count and (faces >= 2 or led) and (led or faces >= 3)


_LONGEST_LEAD = 3


def _opens_with_faces(each: HeardSentence, every: Sequence[Said], request: RollRequest, chaff: frozenset[str]) -> bool:
    """Whether all faces come first and a pause parts them from whatever is said about them."""
    words, faces, until = each.sentence.words, 0, 0
    for one in every:
        if faces < request.count:
            faces, until = faces + len(one.faces), one.until
    if faces != request.count or until >= len(words) or every[-1].until != until or not words[until - 1].pause:
        return False
    covered = {at for one in every for at in range(one.at, one.until)}
    lead = [word.text for at, word in enumerate(words[:until]) if at not in covered]
    if each.sentence.ending == "?" or any(text not in chaff for text in lead):
        return False
    return request.count > 1 or len(lead) <= _LONGEST_LEAD


def _is_about_dice(texts: Sequence[str], said: Sequence[Said]) -> bool:
    """Refuse the few sentences of harmless words that are about something else."""
    text = " ".join(texts)
    return not any(
        phrase in text for phrase in ("down one to go", "one down", "my go", "one for me one", "two for one")
    )


def _fit(heard: Heard, request: RollRequest, numbers: Sequence[Number], factor: float) -> Report | None:
    first_alone = [number for number in numbers if number.sentence == numbers[0].sentence]
    if len(first_alone) < len(numbers) and not _takes_back(heard, first_alone[0].sentence):
        report = _fit_all(heard, request, first_alone, factor)
        if report is not None and report.sure and report.values is not None and report.confidence >= 0.9 * factor:
            return report
    return _fit_all(heard, request, numbers, factor)


def _takes_back(heard: Heard, sentence: int) -> bool:
    """Whether a later sentence puts the faces right ("No, wait, a three.")."""
    later = (each for each in heard.sentences if each.index > sentence)
    return any(
        word.text in _RESTART - {"i", "no", "rest", "again"} for each in later for word in each.sentence.words[:3]
    )


def _fit_all(heard: Heard, request: RollRequest, numbers: Sequence[Number], factor: float) -> Report | None:
    readings = []
    for choice in _choices(numbers):
        readings += list(_windows(choice, numbers, request))
    readings.sort(key=lambda reading: -reading.score)
    first = numbers[0]
    span = _span(numbers, first.sentence)
    if not readings:
        total = _total(numbers, request)
        if total is not None:
            return Report(request, None, total, first.sentence, *span, 0.93 * factor)
        return _incomplete(heard, request, numbers, span)
    best = readings[0]
    near = [reading for reading in readings if reading.score > best.score - 0.1]
    rivals = {reading.values for reading in near if best.total is None or reading.total is not None}
    values, total = best.values, best.total if request.total_accepted else None
    if len(rivals) > 1 and len({tuple(sorted(each)) for each in rivals}) > 1:
        return Report(request, values, None, first.sentence, *span, 0.62 * factor, sure=False)
    if any(not 1 <= value <= request.sides for value in values):
        return None
    return Report(request, values, total, first.sentence, *span, best.score * factor)


@dataclass(frozen=True, slots=True)
class _Reading:
    values: tuple[int, ...]
    score: float
    total: int | None = None


def _choices(numbers: Sequence[Number]) -> Iterator[list[tuple[int, int]]]:
    """Ways to take the numbers, as (face, index of its number); "three fours" may also be a three and a four."""
    options = []
    for number in numbers:
        said = number.said
        options.append([said.faces] if said.also is None else [said.faces, said.also])
    for chosen in list(product(*options))[:16]:
        yield [(face, index) for index, faces in enumerate(chosen) for face in faces]


def _windows(flat: list[tuple[int, int]], numbers: Sequence[Number], request: RollRequest) -> Iterator[_Reading]:
    count = request.count
    for at in range(len(flat) - count + 1):
        chosen = flat[at : at + count]
        values = tuple(face for face, _ in chosen)
        if any(not 1 <= value <= request.sides for value in values):
            continue
        if any(flat[k][1] == chosen[0][1] for k in range(at)) or any(
            flat[k][1] == chosen[-1][1] for k in range(at + count, len(flat))
        ):
            continue
        plural = any(
            numbers[index].said.also is not None
            and numbers[index].said.also == tuple(f for f, i in chosen if i == index)
            for _, index in chosen
        )
        score = 0.97 - (0.15 if plural else 0.0)
        total: int | None = None
        for face, index in flat[:at] + flat[at + count :]:
            explained = _explains(
                face, numbers[index], values, before=index < chosen[0][1], after=numbers[chosen[0][1]]
            )
            score -= 0.0 if explained else 0.3
            if face == sum(values) and count > 1:
                total = face
        score -= 0.02 * at + 0.1 * (len({numbers[index].sentence for _, index in chosen}) > 1 and len(flat) > count)
        if total is not None:
            score = min(0.98, score + 0.15)
        if score > 0.5:
            yield _Reading(values, score, total)


def _explains(face: int, number: Number, values: tuple[int, ...], before: bool, after: Number) -> bool:
    """Whether a number left over is a sum, a tally or an echo of the faces."""
    high = sum(value >= 4 for value in values)
    if len(values) > 1 and face == sum(values):
        return True
    if before:
        return bool(after.leads & _RESTART) or (face in values and len(values) == 1)
    if face in {high, len(values) - high} and (number.leads & (_SUMS | {"and"}) or len(values) > 2):
        return True
    return face in values and (len(values) == 1 or bool(number.leads & {"oh", "a", "ouch", "no", "ugh"}))


def _total(numbers: Sequence[Number], request: RollRequest) -> int | None:
    faces = {face for number in numbers for face in number.said.faces}
    if not request.total_accepted or len(faces) != 1:
        return None
    total = faces.pop()
    return total if request.count <= total <= request.count * request.sides and request.count > 1 else None


def _incomplete(heard: Heard, request: RollRequest, numbers: Sequence[Number], span: tuple[int, int]) -> Report | None:
    """A report that lacks faces: the table is asked for them."""
    words = {word.text for each in heard.sentences for word in each.sentence.words}
    faces = sum(len(number.said.faces) for number in numbers)
    counted = bool(words & {"success", "successes", "failure", "failures"})
    near = faces >= 2 and abs(faces - request.count) <= 1
    if heard.turn.speaker != request.roller or not (counted or near):
        return None
    return Report(request, None, None, numbers[0].sentence, *span, 0.6, sure=False)


def _span(numbers: Sequence[Number], sentence: int) -> tuple[int, int]:
    here = [number.said for number in numbers if number.sentence == sentence]
    return here[0].at, here[-1].until


def waiting_for(table: Table, player: str | None) -> bool:
    """Whether dice are awaited from this player."""
    return any(roll.roller == player for roll in table.open_rolls)
