"""Which sentences of a turn read out dice, and the numbers in them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.intents.faces import Said, run_of_faces, said_numbers
from companion.intents.hearing import Heard, HeardSentence
from companion.intents.numbers import face_of
from companion.intents.words import word_set
from engine.dice.roll import RollRequest

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
NOT_DICE = word_set(
    """
    need if when want hope chips chip minutes minute hours seconds gold coins points past o'clock odds who why
    how people men guards happy once never always usually should would could wish give keep reroll cancel trade
    bid-on which years rank tokens token else wait-for until session yesterday ago remember with more
    """
)
_OTHER_TALK = ("last time", "down one to go", "one down", "my go", "one for me one", "two for one")
_THROWN = word_set("rolled got dice die dies dyes landed threw say")
_GOOD = word_set("success successes hit hits")
_BAD = word_set("failure failures miss misses fail fails")
_NONE = word_set("no zero nothing none nil nada zip failed")
_LONGEST_LEAD = 3
_MOST_ADJECTIVES = 2
_A = (["a"], ["an"])
_WITH_ASIDES = 3
"""Dice of a roll from which on somebody may say something else between the faces."""
_JOINTS = word_set("and so oh okay well")
_DOUBTS = NOT_DICE | word_set("know think maybe or sure either perhaps guess said says told asked")


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
        leads: Words between the number before it and this one.

    """

    said: Said
    sentence: int
    leads: tuple[str, ...]

    @property
    def denied(self) -> bool:
        """Whether it is named only to be put right ("not a four")."""
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
        every = _said(each, request, loose, known)
        said = [one for one in every if not refers(each, one, request)]
        if said and _reads_dice(each, said, every, request, talk, known):
            found += _with_leads(each, [one for one in said if not _tallies(each, one)])
    return found


def _with_leads(each: HeardSentence, said: Sequence[Said]) -> Iterator[Number]:
    previous = 0
    for one in said:
        leads = tuple(word.text for word in each.sentence.words[previous : one.at])
        yield Number(one, each.index, leads)
        previous = one.until


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
        rest = {text for at, text in enumerate(texts) if at not in covered} - talk.chaff - _GOOD - _BAD - _NONE
        count = None if rest else _successes_in(each, said, texts, request.count)
        if count is not None:
            return Tally(count, each.index, 0, len(texts))
    return _nothing(heard, talk) if request.successes_accepted else None


def _nothing(heard: Heard, talk: Talk) -> Tally | None:
    """No success, where the turn says nothing else ("Nothing, all ones and twos")."""
    bare = word_set("nothing none nada zip failed")
    first = next((each for each in heard.sentences if set(each.sentence.texts) & bare), None)
    texts = {word.text for each in heard.sentences for word in each.sentence.words}
    rest = {text for text in texts if face_of(text) is None} - talk.chaff - _BAD - _NONE
    asked = any(each.sentence.ending == "?" for each in heard.sentences)
    return None if first is None or rest or asked else Tally(0, first.index, 0, len(first.sentence.words))


def _successes_in(each: HeardSentence, said: Sequence[Said], texts: Sequence[str], dice: int) -> int | None:
    counted = next((one for one in said if _tallies(each, one) and texts[one.until] in _GOOD), None)
    if counted is not None:
        return counted.faces[0]
    if _NONE & set(texts) and _GOOD & set(texts):
        return 0
    if "all" in texts and _GOOD & set(texts):
        return dice
    single = {"success", "hit"} & set(texts) and {"a", "another"} & set(texts) and not said
    return 1 if single else None


def _tallies(each: HeardSentence, said: Said) -> bool:
    """Whether the number counts successes instead of naming a face."""
    words = each.sentence.words
    return len(said.faces) == 1 and said.until < len(words) and words[said.until].text in _GOOD | _BAD


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
    """Whether the number points at a die instead of giving its face ("the six again", "the extra one").

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
        if before == "the" and len(words) > 2:
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
    each: HeardSentence, said: Sequence[Said], every: Sequence[Said], request: RollRequest, talk: Talk, known: int
) -> bool:
    """Whether a sentence does nothing but read out dice, of which some are known from an earlier breath."""
    texts = each.sentence.texts
    if is_other_talk(texts):
        return False
    if _opens_with_faces(each, every, request, talk):
        return True
    covered = {at for one in every for at in range(one.at, one.until)}
    covered |= {
        at for mention in each.mentions if mention.of("player", "character") for at in range(mention.at, mention.until)
    }
    covered |= {at for one in every for at in _adjectives(each, one, talk)}
    faces = sum(len(one.faces) for one in said)
    if faces + known == request.count >= _WITH_ASIDES:
        covered |= _asides(each, every)
    rest = [
        text for at, text in enumerate(texts) if at not in covered and text not in talk.chaff and not text.isdecimal()
    ]
    odd = set(texts) & NOT_DICE
    if odd - talk.chaff or (each.sentence.ending == "?" and len(texts) > 4):
        return False
    if not rest:
        return True
    if any(texts[one.until : one.until + 1] == rest[:1] and not each.words(0, one.until)[-1].pause for one in every):
        return False  # "six sisters"
    first = next((text for text in texts if text not in _JOINTS), "")
    led = first in talk.leads or bool(set(texts[: said[0].at]) & _THROWN)
    return len(rest) <= 1 and faces >= request.count and (faces >= 2 or led) and (led or faces >= 3)


def is_other_talk(texts: Sequence[str]) -> bool:
    """Whether the words hold a turn of phrase whose numbers are no dice."""
    return any(phrase in " ".join(texts) for phrase in _OTHER_TALK)


def _adjectives(each: HeardSentence, said: Said, talk: Talk) -> set[int]:
    """Words that only praise or curse a face: "a measly two", where nothing else is counted by it."""
    words, texts = each.sentence.words, each.sentence.texts
    ends = said.until >= len(words) or words[said.until - 1].pause or texts[said.until] in talk.chaff
    article = next(
        (at for at in range(said.at - 1, said.at - 2 - _MOST_ADJECTIVES, -1) if texts[at : at + 1] in _A), -1
    )
    between = set(range(article + 1, said.at))
    plain = not any(texts[at] in NOT_DICE or words[at].pause or words[at].owns for at in between)
    return between if ends and article >= 0 and plain else set()


def _asides(each: HeardSentence, every: Sequence[Said]) -> set[int]:
    """Words between two faces, with a pause on either side, that name none ("it fell off the table")."""
    words = each.sentence.words
    numbers = {at for one in every for at in range(one.at, one.until)}
    ends = [at + 1 for at, word in enumerate(words) if word.pause]
    parts = [range(start, end) for start, end in pairwise([0, *ends, len(words)])]
    silent = [part for part in parts if min(numbers) < part.start < max(numbers) and not numbers & set(part)]
    said = {words[at].text for part in silent for at in part}
    return set() if said & _DOUBTS else {at for part in silent for at in part}


def _opens_with_sum(each: HeardSentence, every: Sequence[Said], request: RollRequest) -> bool:
    """Whether the sum stands in front, with a pause behind it ("Seven, I'm afraid.")."""
    summed = request.total_accepted and request.count > 1 and len(every) == 1 and each.sentence.ending != "?"
    until = every[0].until if summed else 0
    possible = summed and request.count <= every[0].faces[0] <= request.count * request.sides
    alone = possible and every[0].at == 0 and len(every[0].faces) == 1 and until < len(each.sentence.words)
    return alone and each.sentence.words[until - 1].pause and not set(each.sentence.texts) & _DOUBTS


def _opens_with_faces(each: HeardSentence, every: Sequence[Said], request: RollRequest, talk: Talk) -> bool:
    """Whether all faces come first and a pause parts them from whatever is said about them."""
    words, faces, until = each.sentence.words, 0, 0
    if _opens_with_sum(each, every, request):
        return True
    for one in every:
        if faces < request.count:
            faces, until = faces + len(one.faces), one.until
    if faces != request.count or until >= len(words) or every[-1].until != until or not words[until - 1].pause:
        return False
    covered = {at for one in every for at in range(one.at, one.until)}
    lead = [word.text for at, word in enumerate(words[:until]) if at not in covered]
    if each.sentence.ending == "?" or any(text not in talk.chaff for text in lead):
        return False
    return request.count > 1 or len(lead) <= _LONGEST_LEAD
