"""Dice read aloud: which open roll a turn answers, and with what."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.nlu.dice_alone import faces_alone
from companion.nlu.dice_fit import (
    Fit,
    bare_total,
    fit,
    question_about,
    question_about_an_echo,
    question_about_successes,
)
from companion.nlu.dice_sentences import Number, Talk, numbers_read, successes_read
from companion.nlu.dice_shares import read_shares
from companion.nlu.hearing import Heard
from companion.nlu.types import Table, Turn
from companion.nlu.words import word_set
from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass

BREATH_SECONDS = 20.0
"""Seconds after the first faces of a roll in which the rest may follow."""

_RESTART = word_set("no sorry wait actually mean read rest again i")
_UNSAYS = re.compile(
    r"\b(?:no|nope|nah|wait) (?:(?:it's|that's|they're|it is|that is|they are|those are) not|(?:it|that) isn't"
    r"|they aren't)(?: (?:that|them|it|those|right|true))?$"
)
"""The end of a sentence whose faces are none: "Snake eyes... no, it's not!"."""
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
_LIST = 3
"""Words that sound like numbers are believed without a real one among them from this many on."""
_DOUBT = 0.62
_AMONG_TALK = 0.9
"""Confidence in faces that stand by themselves among other talk."""
_SEVERAL = 0.95
"""Confidence in dice of several throws that come out even."""
_PLAIN = 0.8
"""Score from which on faces need no question."""
_ASK = 0.6
_OTHERS_ROLLED = word_set("rolled got has rolls threw gets had dice")
_OWN_WORDS = word_set("i i'm i've i'd me my mine")
_THROWN = word_set("rolled threw landed")
_SUMMED = word_set("total together altogether makes sum all")


@dataclass(frozen=True, slots=True)
class Report:
    """Dice read out for one request.

    Attributes:
        request: The roll it answers.
        values: Faces, None when only a total or a count was said or nothing fits.
        total: Sum said instead of faces, or with them.
        sentence: Index of the sentence with the first face.
        at: First word.
        until: After the last word in that sentence.
        confidence: 0 to 1.
        end: Sentence and word after the last number, where that stands in a later sentence.
        sure: False when two readings fit.
        successes: Count of successes said instead of faces.
        question: What to ask when the faces do not fit; empty when the usual question does.
        others: Dice of other requests that were read out in the same breath.
    """

    request: RollRequest
    values: tuple[int, ...] | None
    total: int | None
    sentence: int
    at: int
    until: int
    confidence: float
    end: tuple[int, int] | None = None
    sure: bool = True
    successes: int | None = None
    question: str = ""
    others: tuple["Report", ...] = ()

    @property
    def whole(self) -> bool:
        """True where the rules can use it as it is."""
        return self.values is not None or self.total is not None or self.successes is not None

    def slots(self, table: Table) -> dict[str, Any]:
        """Fields of the command that hands the dice in; the request is named where its roller owes more than one."""
        faces = None if self.values is None else list(self.values)
        said = {"values": faces, "total": self.total, "successes": self.successes}
        slots: dict[str, Any] = {"player": self.request.roller, "purpose": self.request.purpose}
        slots |= {name: value for name, value in said.items() if value is not None}
        if sum(roll.roller == self.request.roller for roll in table.open_rolls) > 1:
            slots["request_id"] = self.request.request_id
        return slots


def read_report(heard: Heard, talk: Talk, earlier: Sequence[Heard] = ()) -> Report | None:
    """The open roll this turn answers, if it does.

    Args:
        heard: The turn.
        talk: Words that belong to reading out dice.
        earlier: What the same speaker said just before and nobody has used yet: the first of the faces may be there.
    """
    if not heard.table.open_rolls or _compares_counts(heard):
        return None
    several = _several(heard, talk)
    if several is not None:
        return several
    requests = _addressed(heard)
    found = [report for request, factor in requests for report in _reports(heard, request, factor, talk, earlier)]
    if not found:
        return None
    whole = [report for report in found if report.whole]
    best = max(whole or found, key=lambda report: report.confidence)
    known = heard.turn.speaker in {player.name for player in heard.table.vocabulary.players}
    rivals = {report.request.roller for report in whole if report.confidence >= best.confidence - 0.02}
    if not known and len(rivals) > 1:
        return replace(best, confidence=_ASK, sure=False)
    return best


def _several(heard: Heard, talk: Talk) -> Report | None:
    """Dice of several requests read out in one sentence: the first of them, with the others."""
    found = read_shares(heard, talk)
    if found is None:
        return None
    reports = [
        Report(share.request, share.faces or None, share.total, found.sentence, found.at, found.until, _SEVERAL)
        for share in found.shares
    ]
    return replace(reports[0], others=tuple(reports[1:]))


@dataclass(frozen=True, slots=True)
class Again:
    """Statements about dice that were read out before.

    Attributes:
        report: All of them once more; None when that is not said.
        corrects: True where the words say that something was wrong.
        partly: True where they say so of some of the dice only.
        swap: The face that is right and the one that is not ("fives, not twos").
    """

    report: Report | None = None
    corrects: bool = False
    partly: bool = False
    swap: tuple[int, int] | None = None


def read_again(heard: Heard, talk: Talk, corrects: frozenset[str], denies: frozenset[str]) -> Again:
    """Read the statements of a turn about dice that were read out before.

    Args:
        heard: The turn, at a table where these dice are owed.
        talk: Words that belong to reading out dice.
        corrects: Words that may begin a correction, of several dice at once.
        denies: Those that plainly say that something was wrong.
    """
    words = _words(heard)
    if any(each.sentence.ending == "?" for each in heard.sentences):
        return Again()
    talk = replace(talk, chaff=talk.chaff | corrects | denies)
    report = read_report(heard, talk)
    wrong = bool(words & denies)
    if report is not None and report.whole and report.sure and not _one_die(heard, report):
        return Again(report, wrong or (report.request.count > 1 and bool(words & corrects)))
    own = [roll for roll in heard.table.open_rolls if roll.roller == heard.turn.speaker]
    numbers = [number for roll in own[:1] for number in numbers_read(heard, roll, talk)]
    right = [number.said.faces[0] for number in numbers if not number.denied]
    denied = [number.said.faces[0] for number in numbers if number.denied]
    swap = (right[0], denied[0]) if wrong and len(right) == len(denied) == 1 else None
    return Again(corrects=swap is not None, partly=wrong and bool(numbers), swap=swap)


def _one_die(heard: Heard, report: Report) -> bool:
    """Return True where a number said instead of several faces may also be one of them ("sorry, that was a six")."""
    return (
        report.values is None
        and report.total is not None
        and report.total <= report.request.sides
        and not (_words(heard) & _SUMMED)
    )


def breaths(turn: Turn, before: Sequence[Turn]) -> tuple[Turn, ...]:
    """Words the same speaker said in the breath or two before a turn, without those already acted upon."""
    same = [each for each in before if each.speaker == turn.speaker]
    recent = [each for each in same[-2:] if 0 <= turn.time - each.time <= BREATH_SECONDS and turn.time]
    return tuple(replace(each, text=each.text[each.done :]) for each in recent if each.text[each.done :].strip())


def _compares_counts(heard: Heard) -> bool:
    """Return True where chips are counted against what a display shows ("I've got five chips. It says four.")."""
    words = _words(heard)
    return bool(words & {"chips", "chip"}) and bool(words & {"says", "shows", "thinks", "reckons", "claims"})


def _words(heard: Heard) -> set[str]:
    return {word.text for each in heard.sentences for word in each.sentence.words}


def _addressed(heard: Heard) -> list[tuple[RollRequest, float]]:
    """Open rolls this turn can be about, the likeliest first."""
    table, speaker = heard.table, heard.turn.speaker
    named = {thing.owner for mention in heard.mentions() for thing in mention.of("player", "character")} - {speaker}
    theirs = [(roll, 0.95) for roll in table.open_rolls if roll.roller in named]
    own = [(roll, 1.0) for roll in table.open_rolls if roll.roller == speaker]
    told = bool(_words(heard) & _OTHERS_ROLLED) or _hers(heard, {roll.roller for roll, _ in theirs})
    if theirs and (told or not own):
        return theirs
    if named and told and not _words(heard) & _OWN_WORDS:
        return []
    if own:
        return _by_purpose(heard, own)
    if speaker is None or table.vocabulary.player(speaker) is None:
        return _by_purpose(heard, [(roll, 0.93) for roll in table.open_rolls])
    return []


def _hers(heard: Heard, rollers: set[str]) -> bool:
    """Return True where dice are called somebody's ("Mira's are two and a five")."""
    return any(
        each.sentence.words[mention.until - 1].owns
        for each in heard.sentences
        for mention in each.mentions
        if any(thing.owner in rollers for thing in mention.of("player", "character"))
    )


def _by_purpose(heard: Heard, rolls: list[tuple[RollRequest, float]]) -> list[tuple[RollRequest, float]]:
    wanted = {_PURPOSE_WORDS[word] for word in _words(heard) & set(_PURPOSE_WORDS)}
    chosen = [pair for pair in rolls if pair[0].purpose in wanted]
    return chosen or rolls


def _reports(
    heard: Heard, request: RollRequest, factor: float, talk: Talk, earlier: Sequence[Heard]
) -> Iterator[Report]:
    """Yield readings of the turn for one request: exact words first, then words that only sound like numbers."""
    first = [number for each in earlier for number in _first_breath(each, request, talk)]
    for loose in (False, True):
        numbers = numbers_read(heard, request, talk, loose, _count(first))
        if len(numbers) > _MOST_NUMBERS or (loose and not _believable(heard, numbers, request.count)):
            continue
        report = _report(heard, request, numbers, first, factor * (0.88 if loose else 1.0)) if numbers else None
        if not loose and (report is None or not report.whole):
            report = _successes(heard, request, talk, factor) or report
        if report is not None and (report.whole or not loose):
            yield report
            if report.whole:
                return
    alone = [] if first else faces_alone(heard, request, talk)
    report = _report(heard, request, alone, first, factor * _AMONG_TALK) if alone else None
    if report is not None and report.whole:
        yield report


def _first_breath(heard: Heard, request: RollRequest, talk: Talk) -> list[Number]:
    """Numbers of an earlier turn that can be the first faces of this request."""
    numbers = numbers_read(heard, request, talk)
    fitting = 0 < _count(numbers) < request.count and all(
        1 <= face <= request.sides for number in numbers for face in number.said.faces
    )
    return [replace(number, sentence=-1) for number in numbers] if fitting else []


def _count(numbers: Sequence[Number]) -> int:
    return sum(len(number.said.faces) for number in numbers if not number.denied)


def _believable(heard: Heard, numbers: Sequence[Number], count: int) -> bool:
    """Return True where words that sound like numbers are among real ones, alone, or make a list as long as wanted."""
    real = sum(not number.said.loose for number in numbers)
    if real == len(numbers):
        return False
    alone = all(len(each.sentence.words) <= 1 for each in heard.sentences)
    spoken = _words(heard) - {"a", "an", "and"}
    listed = len(numbers) == count >= _LIST and len(spoken) <= count
    return alone or listed or real * 2 >= len(numbers)


def _report(
    heard: Heard, request: RollRequest, numbers: Sequence[Number], first: Sequence[Number], factor: float
) -> Report | None:
    begun = [number for number in numbers if number.sentence == numbers[0].sentence]
    at, until = begun[0].said.at, begun[-1].said.until
    found, last = _fit_sentences(heard, request, numbers, begun)
    if found is None and first:
        found, last = fit([*first, *numbers], request), numbers[-1]
    sentence = numbers[0].sentence
    end = (last.sentence, last.said.until) if last.sentence > sentence else None
    echoed = request.count > 1 and _echoes(heard, numbers)
    total = bare_total(numbers, request)
    if found is not None and echoed and total is not None:
        question = question_about_an_echo(total, found.values)
        return Report(request, None, None, sentence, at, until, _ASK, sure=False, question=question)
    if found is not None:
        doubt = _DOUBT if echoed else 1.0
        report = Report(request, found.values, None, sentence, at, until, factor * doubt, end)
        return _fitted(found, request, numbers, report)
    if total is not None:
        return Report(request, None, total, sentence, at, until, 0.93 * factor)
    return _incomplete(
        heard, request, [*first, *numbers], Report(request, None, None, sentence, at, until, _ASK, sure=False)
    )


def _fitted(found: Fit, request: RollRequest, numbers: Sequence[Number], report: Report) -> Report:
    """The report of faces that fit: as they are, or with a question where other faces fit too."""
    if not found.sure:
        question = question_about([face for number in numbers for face in number.said.faces], request)
        return replace(report, values=None, confidence=_DOUBT * report.confidence, sure=False, question=question)
    total = found.total if request.total_accepted else None
    confidence = found.score * report.confidence
    question = question_about(found.values, request) if min(found.score, report.confidence) < _PLAIN else ""
    return replace(report, total=total, confidence=confidence, question=question)


def _echoes(heard: Heard, numbers: Sequence[Number]) -> bool:
    """Return True where a lone number may only cry out the one before it once more ("Three. Three!")."""
    pairs = pairwise(each.sentence for each in heard.sentences if each.index in {one.sentence for one in numbers})
    return any(
        after.ending == "!" != before.ending and len(after.words) == 1 and before.texts[-1:] == after.texts
        for before, after in pairs
    )


def _fit_sentences(
    heard: Heard, request: RollRequest, numbers: Sequence[Number], begun: Sequence[Number]
) -> tuple[Fit | None, Number]:
    """The reading of the first sentence alone where that says it all, else of the whole turn; its last number."""
    if len(begun) < len(numbers):
        unsaid = _unsays(heard, numbers)
        taken_back = unsaid or _takes_back(heard, numbers)
        last = [number for number in numbers if number.sentence == numbers[-1].sentence]
        alone = fit(last if taken_back or _slipped(begun) else begun, request)
        if alone is not None and alone.sure and alone.score >= 0.9 and (unsaid or not taken_back or request.count > 1):
            return alone, (last if taken_back or _slipped(begun) else begun)[-1]
    return fit(numbers, request), numbers[-1]


def _slipped(begun: Sequence[Number]) -> bool:
    """Return True where the first sentence puts itself right, so that all of it said once more counts instead."""
    return any(_RESTART - {"i", "rest", "again"} & set(number.leads) for number in begun[1:])


def _unsays(heard: Heard, numbers: Sequence[Number]) -> bool:
    """Return True where the faces before the last sentence that has some are said to be none."""
    before = heard.sentences[numbers[0].sentence : numbers[-1].sentence]
    return any(_UNSAYS.search(each.sentence.plain()) for each in before)


def _takes_back(heard: Heard, numbers: Sequence[Number]) -> bool:
    """Return True where a later sentence puts the faces right ("No, wait, a three.", "No, eleven.")."""
    later = [each for each in heard.sentences if each.index > numbers[0].sentence]
    faces = {number.sentence for number in numbers}
    return any(
        word.text in _RESTART - {"i", "no", "rest", "again"}
        or (word.text == "no" and word.pause and each.index in faces)
        for each in later
        for word in each.sentence.words[:3]
    )


def _incomplete(heard: Heard, request: RollRequest, numbers: Sequence[Number], report: Report) -> Report | None:
    """A report whose faces do not fit: the table is asked for what is missing or too much."""
    faces = [face for number in numbers if not number.denied for face in number.said.faces]
    near = len(faces) >= 2 and abs(len(faces) - request.count) <= 1
    impossible = len(faces) == request.count and bool(_words(heard) & _THROWN)
    near = near and any(1 <= face <= request.sides for face in faces)
    if heard.turn.speaker != request.roller or not (near or impossible):
        return None
    return replace(report, question=question_about(faces, request))


def _successes(heard: Heard, request: RollRequest, talk: Talk, factor: float) -> Report | None:
    """A count of successes: taken where the rules accept it, else the faces are asked for."""
    tally = successes_read(heard, request, talk)
    if tally is None:
        return None
    report = Report(request, None, None, tally.sentence, tally.at, tally.until, 0.95 * factor)
    if request.successes_accepted and tally.count <= request.count:
        return replace(report, successes=tally.count)
    if heard.turn.speaker != request.roller:
        return None
    question = question_about_successes(tally.count, request) if request.successes_accepted else ""
    return replace(report, confidence=_ASK, sure=False, question=question)
