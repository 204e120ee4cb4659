"""Sentences of a turn that read out dice, and the numbers in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.nlu.dice_wording import DOUBTS, NOT_DICE, adjectives, asides, modifier, purpose_words, silent_words
from companion.nlu.faces import BAD, GOOD, Said, run_of_faces, said_numbers
from companion.nlu.hearing import Heard, HeardSentence
from companion.nlu.numbers import face_of
from companion.nlu.words import word_set
from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass

_PRONOUN_BEFORE = word_set(
    """
    extra bonus free spare new that this last other next first second third fourth fifth which no any every lucky
    only right left
    """
)
_PRONOUN_AFTER = word_set("more second moment minute sec of day time thing")
_AGAIN = word_set(
    """
    again is goes turns becomes gives explodes explode i comes keep keeps gets rolls was makes one
    """
)
_OTHER_TALK = (
    "last time",
    "count with",
    "count of",
    "count to",
    "down one to go",
    "one down",
    "my go",
    "one for me one",
    "two for one",
)
_THROWN = word_set("rolled got dice die dies dyes landed threw say does")
_RENAMES = word_set("is was are were should be really actually a an")
_OOPS = word_set("no nope sorry wait actually oops mean")
_EVERYBODY_HAS = re.compile(
    r"\b(?:(?:we|you|they|we've|you've|they've) (?:all|both|each)|everybody|everyone|everybody's|everyone's"
    r"|(?:all|both) (?:of (?:us|you|them) )?(?:on|at))"
    r"(?: (?:have|has|got|still|only|just|a))*$"
)
_SHARES = word_set("every half single most")
_ONES = word_set("a one single")
_NONE = word_set("no zero nothing none nil nada zip failed")
_LONGEST_LEAD = 3
_JOINTS = word_set("and so oh okay well")


@dataclass(frozen=True, slots=True)
class Talk:
    """Words that belong to reading out dice.

    Attributes:
        chaff: May stand around faces.
        leads: Begin a report.
    """

    chaff: frozenset[str]
    leads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its place in the turn.

    Attributes:
        said: The number.
        sentence: Index of its sentence; below 0 when it was said in an earlier breath.
        leads: Words between the number before it and this one, and "not" for one that is put right behind it.
    """

    said: Said
    sentence: int
    leads: tuple[str, ...]

    @property
    def denied(self) -> bool:
        """True where it is named only to be put right ("not a four", "sorry, the six is a two")."""
        plain = [word for word in self.leads if word not in {"a", "an", "natural", "nat"}]
        return plain[-1:] == ["not"]


def numbers_read(heard: Heard, request: RollRequest, talk: Talk, loose: bool = False, before: int = 0) -> list[Number]:
    """Numbers of those sentences that do nothing but read out dice.

    Args:
        heard: The turn.
        request: Dice the table waits for.
        talk: Words that belong to it.
        loose: Whether words that merely sound like numbers count.
        before: Dice read out in an earlier breath.
    """
    found: list[Number] = []
    for each in heard.sentences:
        if each.sentence.quoted:
            continue
        known = before + sum(len(one.said.faces) for one in found if one.said.faces[0] <= request.sides)
        silent = silent_words(each, request)
        every = [one for one in _said(each, request, loose, known) if one.at not in silent]
        said = [one for one in every if not refers(each, one, request)]
        added = {one.at: modifier(each, one, request) for one in said}
        silent |= {at for words in added.values() for at in words}
        faces = known + sum(len(one.faces) for one in said if not added[one.at])
        if faces == request.count and every:
            silent |= asides(each, every, request, heard.turn.text)
        if said and _reads_dice(each, said, every, silent, request, talk):
            numbers = _with_leads(each, [one for one in said if not _tallies(each, one)])
            found += (replace(one, leads=(*one.leads, "modifier")) if added[one.said.at] else one for one in numbers)
    return found


def _with_leads(each: HeardSentence, said: Sequence[Said]) -> Iterator[Number]:
    ends = [0, *(one.until for one in said)]
    leads = [
        tuple(word.text for word in each.sentence.words[end : one.at]) for end, one in zip(ends, said, strict=False)
    ]
    for one, before, after in zip(said, leads, [*leads[1:], ()], strict=False):
        renamed = before[-1:] == ("the",) and _OOPS & set(before) and after and set(after) <= _RENAMES
        yield Number(one, each.index, (*before, "not") if renamed else before)


@dataclass(frozen=True, slots=True)
class Tally:
    """A count of successes said aloud, in the sentence of that index, from its first word to after its last."""

    count: int
    sentence: int
    at: int
    until: int


def successes_read(heard: Heard, request: RollRequest, talk: Talk) -> Tally | None:
    """The count of successes a turn tells: "two hits", "a success", "all successes", "nothing"."""
    for each in heard.sentences:
        texts = each.sentence.texts
        if each.sentence.quoted or each.sentence.ending == "?" or set(texts) & NOT_DICE - talk.chaff:
            continue
        said = said_numbers(each.sentence.words)
        covered = {at for one in said for at in range(one.at, one.until)}
        covered |= {at for mention in each.mentions for at in range(mention.at, mention.until)}
        rest = {text for at, text in enumerate(texts) if at not in covered} - talk.chaff - GOOD - BAD - _NONE - _SHARES
        count = None if rest else _successes_in(each, said, texts, request.count)
        if count is not None:
            return Tally(count, each.index, 0, len(texts))
    return _nothing(heard, talk) if request.successes_accepted else None


def _nothing(heard: Heard, talk: Talk) -> Tally | None:
    """No success, where the turn says nothing else ("Nothing, all ones and twos")."""
    bare = word_set("nothing none nada zip failed")
    first = next((each for each in heard.sentences if set(each.sentence.texts) & bare), None)
    texts = {word.text for each in heard.sentences for word in each.sentence.words}
    rest = {text for text in texts if face_of(text) is None} - talk.chaff - BAD - _NONE
    asked = any(each.sentence.ending == "?" for each in heard.sentences)
    return None if first is None or rest or asked else Tally(0, first.index, 0, len(first.sentence.words))


def _successes_in(each: HeardSentence, said: Sequence[Said], texts: Sequence[str], dice: int) -> int | None:
    if any(
        texts[at] == "not" and set(texts[at + 1 : at + 4]) & _ONES and GOOD & set(texts[at + 1 : at + 4])
        for at in range(len(texts))
    ):
        return 0
    if texts[:1] == ["every"] and GOOD & set(texts):
        return dice
    counted = next((one for one in said if _tallies(each, one) and texts[one.until] in GOOD), None)
    if counted is not None:
        return counted.faces[0]
    if _NONE & set(texts) and GOOD & set(texts):
        return 0
    if "all" in texts and GOOD & set(texts):
        return dice
    single = {"success", "hit"} & set(texts) and {"a", "another"} & set(texts) and not said
    return 1 if single else None


def _tallies(each: HeardSentence, said: Said) -> bool:
    """Return True where the number counts successes instead of naming a face."""
    words = each.sentence.words
    return len(said.faces) == 1 and said.until < len(words) and words[said.until].text in GOOD | BAD


def _said(each: HeardSentence, request: RollRequest, loose: bool, known: int) -> list[Said]:
    words = each.sentence.words
    digits = [at for at, word in enumerate(words) if word.text.isdecimal()]
    plain = [words[at].text for at in digits]
    summed = request.total_accepted and len(plain) == 1 and int(plain[0]) <= request.count * request.sides
    run = None if summed or not digits else run_of_faces(plain, request.count, request.sides)
    if run and digits[-1] - digits[0] == len(digits) - 1:
        return [Said(run, digits[0], digits[-1] + 1)]
    single = next((at for at in digits if run_of_faces([words[at].text], request.count, request.sides)), None)
    if single is not None and request.count > 1 and not summed:
        faces = run_of_faces([words[single].text], request.count, request.sides)
        return [Said(faces, single, single + 1)] if faces else []
    return said_numbers(words, request.sides, loose, request.count, known)


_AGAIN_THROWN = frozenset({"EXPLODE", "REROLL"})
_OF_THEM = word_set("the that my those both these")


def refers(each: HeardSentence, said: Said, request: RollRequest | None = None) -> bool:
    """Return True where the number points at a die or tells what all have, and gives no face ("the six again").

    Args:
        each: Its sentence.
        said: The number.
        request: Dice the table waits for; None where several throws are.
    """
    words = each.sentence.texts
    before = words[said.at - 1] if said.at and not each.sentence.words[said.at - 1].pause else ""
    paused = each.sentence.words[said.until - 1].pause
    after = words[said.until] if said.until < len(words) and not paused else ""
    here = words[said.at]
    if _EVERYBODY_HAS.search(" ".join(words[: said.at])):
        return True
    if (
        request is not None
        and before == "my"
        and after in {"done", "actions", "things", "finished", ""}
        and request.count == 1
        and len(words) < 6
    ):
        return True
    if (after in {"dice", "die"} and said.until == said.at + 1) or before in {"these", "those"}:
        return True
    if here in {"one", "1", "ones"} and said.until == said.at + 1:
        if before in _PRONOUN_BEFORE or after in _PRONOUN_AFTER:
            return True
        if each.sentence.words[said.at].owns or (before == "the" and len(words) > 2):
            return True
        if words[max(0, said.at - 2) : said.at - 1] in (["my"], ["the"]) and before and face_of(before) is None:
            return True
    if (
        request is not None
        and request.purpose in {"EXPLODE", "REROLL"}
        and before in {"the", "that", "my", "those", "both", "these"}
    ):
        return after in _AGAIN or (
            said.at > 1 and words[said.at - 2] in {"on", "for", "with", "from", "of", "and", "rolled"} and after != ""
        )
    return False


def _reads_dice(
    each: HeardSentence, said: Sequence[Said], every: Sequence[Said], silent: set[int], request: RollRequest, talk: Talk
) -> bool:
    """Return True where a sentence only reads out dice, but for the words that are silent about them."""
    texts = each.sentence.texts
    if is_other_talk(texts):
        return False
    if _opens_with_faces(each, every, request, talk):
        return True
    covered = silent | {at for one in every for at in range(one.at, one.until)}
    covered |= {
        at for mention in each.mentions if mention.of("player", "character") for at in range(mention.at, mention.until)
    }
    purpose = purpose_words(request)
    covered |= {at for at, text in enumerate(texts) if text.removesuffix("s") in purpose}
    covered |= {at for one in every for at in adjectives(each, one, talk.chaff)}
    faces = sum(len(one.faces) for one in said)
    rest = [
        text for at, text in enumerate(texts) if at not in covered and text not in talk.chaff and not text.isdecimal()
    ]
    odd = {text for at, text in enumerate(texts) if at not in silent} & NOT_DICE
    if odd - talk.chaff - purpose or (each.sentence.ending == "?" and len(texts) > 4):
        return False
    if not rest:
        return True
    if any(texts[one.until : one.until + 1] == rest[:1] and not each.words(0, one.until)[-1].pause for one in every):
        return False  # "six sisters"
    first = next((text for text in texts if text not in _JOINTS), "")
    led = first in talk.leads or bool(set(texts[: said[0].at]) & _THROWN)
    return len(rest) <= 1 and faces >= request.count and (faces >= 2 or led) and (led or faces >= 3)


def is_other_talk(texts: Sequence[str]) -> bool:
    """Return True where the words hold a turn of phrase whose numbers are no dice."""
    return any(phrase in " ".join(texts) for phrase in _OTHER_TALK)


def _opens_with_sum(each: HeardSentence, every: Sequence[Said], request: RollRequest) -> bool:
    """Return True where the sum stands in front, with a pause behind it ("Seven, I'm afraid.")."""
    summed = request.total_accepted and request.count > 1 and len(every) == 1 and each.sentence.ending != "?"
    until = every[0].until if summed else 0
    possible = summed and request.count <= every[0].faces[0] <= request.count * request.sides
    alone = possible and every[0].at == 0 and len(every[0].faces) == 1 and until < len(each.sentence.words)
    return alone and each.sentence.words[until - 1].pause and not set(each.sentence.texts) & DOUBTS


def _opens_with_faces(each: HeardSentence, every: Sequence[Said], request: RollRequest, talk: Talk) -> bool:
    """Return True where all faces come first and a pause parts them from whatever is said about them."""
    words, faces, until = each.sentence.words, 0, 0
    if _opens_with_sum(each, every, request):
        return True
    for one in every:
        if faces < request.count:
            faces, until = faces + len(one.faces), one.until
    after = [face for one in every if one.at >= until for face in one.faces]
    summed = after == [sum(face for one in every if one.at < until for face in one.faces)] and request.count > 1
    if faces != request.count or until >= len(words) or (after and not summed) or not words[until - 1].pause:
        return False
    covered = {at for one in every for at in range(one.at, one.until)}
    lead = [word.text for at, word in enumerate(words[:until]) if at not in covered]
    if each.sentence.ending == "?" or any(text not in talk.chaff for text in lead):
        return False
    return request.count > 1 or len(lead) <= _LONGEST_LEAD
