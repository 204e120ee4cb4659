"""Words around faces that name none: dice that are kept, faces that did not come, praise, curses, and asides."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.nlu.faces import Said
from companion.nlu.hearing import HeardSentence
from companion.nlu.numbers import UNITS, face_of, plural_face
from companion.nlu.words import Word, plain_word, word_set
from engine.dice.roll import RollRequest

NOT_DICE = word_set(
    """
    need if when want hope chips chip minutes minute hours seconds gold coins points past o'clock odds who why
    how people men guards happy once never always usually should would could wish give keep reroll cancel trade
    bid-on which years rank tokens token else wait-for until session yesterday ago remember with more
    """
)
_DOUBTS = NOT_DICE | word_set("know think maybe or sure either perhaps guess said says told asked")
DOUBTS = _DOUBTS - {"with"}
"""Words of talk that may be about dice without reading any out."""

_KEEPING = word_set("keep keeps keeping kept drop drops dropping dropped lose losing ignore ignoring discard")
_BEST = word_set("best worst top bottom highest lowest higher lower better")
_OF_THOSE = word_set("the my a an and of them those these dice die ones")
_EDGE = word_set("advantage disadvantage")
_THEN = word_set("because so and then as for")
_NOTHING = word_set("nothing none nobody")
_THAN = word_set("above over beyond under below than higher lower better worse")
_LINKS = word_set("the my a an and of on that this for with in")
_MOST_ADJECTIVES = 2
_MANY = 3
"""Dice of a roll from which on somebody may say something else before and between the faces."""
_LONGEST_PREAMBLE = 8
_LEAST_NAME = 3
"""Letters from which on a word of what a throw is for tells it from others."""
_A = (["a"], ["an"])
_ADDING = word_set("plus with and add adding by")
_OWN = word_set("my the that")
_IS = word_set("is a an of at just only")
_MODIFIER = 3
"""Highest number behind the name of what is rolled on that is no total of dice."""


@lru_cache(maxsize=64)
def purpose_words(request: RollRequest) -> frozenset[str]:
    """Words that tell which throw is meant: those of what it is for, in the singular."""
    words = (plain_word(word).removesuffix("s") for word in (request.purpose, *request.because.split()))
    return frozenset(word for word in words if len(word) >= _LEAST_NAME and face_of(word) is None)


def silent_words(each: HeardSentence, request: RollRequest) -> set[int]:
    """Places of words, numbers among them, that say something about the dice and name no face of them."""
    found: set[int] = set()
    for at in range(len(each.sentence.words)):
        if at not in found:
            found |= set(_not_thrown(each, at) or _counted_dice(each, at) or _kept(each, at, request))
    return found


def modifier(each: HeardSentence, said: Said, request: RollRequest) -> range:
    """The words that tell what is added to dice and is no face of them: "plus my two", "two on top", "Stealth two"."""
    texts, names = each.sentence.texts, {at for at, word in enumerate(each.sentence.words) if word.capital}
    if not request.total_accepted or request.count == 1 or len(said.faces) > 1 or said.also is not None:
        return range(0)
    before, after = texts[: said.at], texts[said.until : said.until + 2]
    if after == ["on", "top"] or (after[:1] in (["for"], ["from"]) and said.until + 1 in names):
        return range(said.at, said.until + 2)
    whole = sum(face_of(text) is not None for text in before) >= request.count
    if whole and after in (["for", "my"], ["from", "my"]):
        return range(said.at, min(said.until + 3, len(texts)))
    if after[:1] in (["bonus"], ["modifier"]):
        return range(said.at, said.until + 1)
    if before[-2:-1] and before[-2] in _ADDING and before[-1] in _OWN:
        return range(said.at - 2, said.until)
    if before[-1:] in (["add"], ["adding"]):
        return range(said.at - 1, said.until)
    names_it = [text for text in before if text not in _IS]
    told = bool(names_it) and names_it[-1].removesuffix("s") in purpose_words(request) | {"modifier", "bonus"}
    return range(len(names_it) - 1, said.until) if told and said.faces[0] <= _MODIFIER else range(0)


def _not_thrown(each: HeardSentence, at: int) -> range:
    """Faces that did not come: "no sixes", "nothing above a two"."""
    texts = each.sentence.texts
    here, ahead = texts[at], texts[at + 1 : at + 2]
    if here == "no" and ahead and plural_face(ahead[0]) is not None and not each.sentence.words[at].pause:
        return range(at, at + 2)
    if here in _NOTHING and ahead and ahead[0] in _THAN:
        face = next((place for place in range(at + 2, min(at + 5, len(texts))) if face_of(texts[place])), None)
        return range(at, at if face is None else face + 1)
    return range(0)


def _counted_dice(each: HeardSentence, at: int) -> range:
    """Places of words that say how many dice there are: "one measly die", "rolling three"; empty where none do."""
    words, texts = each.sentence.words, each.sentence.texts
    if texts[at] in {"rolling", "throwing"} and texts[at + 1 : at + 2] and texts[at + 1] in UNITS:
        return range(at, at + 2)
    reach = range(at + 2, at + 2 + _MOST_ADJECTIVES)
    ahead = next((place for place in reach if texts[place : place + 1] == ["die"]), 0)
    between = words[at + 1 : ahead]
    plain = bool(between) and not any(word.pause or face_of(word.text) or word.text in _LINKS for word in between)
    return range(at, ahead + 1) if texts[at] in UNITS and plain and not words[at].pause else range(0)


def _kept(each: HeardSentence, at: int, request: RollRequest) -> range:
    """Places of words that say which added dice count, or why not all: "keep two", "I drop the one", "advantage"."""
    words, texts = each.sentence.words, each.sentence.texts
    if not request.total_accepted or request.count < _MANY:
        return range(0)
    if texts[at] in _EDGE:
        return range(at, at + 1)
    if texts[at] not in _KEEPING | _BEST:
        return range(0)
    until = at + 1
    while until < len(words) and not words[until - 1].pause and _may_be_kept(texts[until]):
        until += 1
    ends = until == len(words) or words[until - 1].pause or texts[at] in _BEST or texts[until] in _THEN
    return range(at, until) if ends and any(face_of(text) for text in texts[at:until]) else range(0)


def _may_be_kept(text: str) -> bool:
    return text in _BEST | _OF_THOSE or face_of(text) is not None


def adjectives(each: HeardSentence, said: Said, chaff: frozenset[str]) -> set[int]:
    """Words that only praise or curse a face: "a measly two", where nothing else is counted by it."""
    words, texts = each.sentence.words, each.sentence.texts
    ends = said.until >= len(words) or words[said.until - 1].pause or texts[said.until] in chaff
    article = next(
        (at for at in range(said.at - 1, said.at - 2 - _MOST_ADJECTIVES, -1) if texts[at : at + 1] in _A), -1
    )
    between = set(range(article + 1, said.at))
    plain = not any(texts[at] in NOT_DICE or words[at].pause or words[at].owns for at in between)
    return between if ends and article >= 0 and plain else set()


def asides(each: HeardSentence, every: Sequence[Said], request: RollRequest, text: str) -> set[int]:
    """Words that name no face, with a pause between them and the faces ("it fell off the table").

    Args:
        each: A sentence that names as many faces as are wanted.
        every: Its numbers.
        request: Dice the table waits for.
        text: The whole turn.
    """
    words = each.sentence.words
    numbers = {at for one in every for at in range(one.at, one.until)}
    silent = [part for part in _parts(words) if part.start < max(numbers) and not numbers & set(part)]
    before = [part for part in silent if part.start < min(numbers)]
    if request.count < _MANY:
        silent = before if before and _colon(words, before[-1].stop, text) else []
    faces = [face for one in every for face in one.faces]
    counting = faces == list(range(1, len(faces) + 1))
    names = any(mention.at < before[-1].stop for mention in each.mentions) if before else False
    if before and (names or before[-1].stop > _LONGEST_PREAMBLE or (counting and request.count > 1)):
        silent = [part for part in silent if part not in before]
    said = {words[at].text for part in silent for at in part}
    return set() if said & _DOUBTS else {at for part in silent for at in part}


def _parts(words: Sequence[Word]) -> Iterator[range]:
    """Stretches of words between pauses."""
    ends = [at + 1 for at, word in enumerate(words) if word.pause]
    return (range(start, end) for start, end in pairwise([0, *ends, len(words)]))


def _colon(words: Sequence[Word], at: int, text: str) -> bool:
    return 0 < at < len(words) and ":" in text[words[at - 1].end : words[at].start]
