"""Faces that stand by themselves among other talk ("There we go, six!", "Mine went on the floor, but it's a two.").

A clause between two pauses that holds faces and hardly a word more reads them out, where those clauses together come to
exactly the dice the speaker owes. Whatever else is said around them may be anything but a deed, a tale, a doubt or a
count.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.nlu.dice_sentences import Number, Talk, refers
from companion.nlu.dice_wording import DOUBTS
from companion.nlu.faces import Said, said_numbers
from companion.nlu.hearing import Heard, HeardSentence
from companion.nlu.words import word_set
from engine.dice.roll import RollRequest

_LONGEST = 24
"""Words of a turn; what is longer is a tale."""
_LONGEST_LEAD = 4
_COUNTED = 3
"""Numbers from which on "one, two, three" is somebody counting."""
_TALES = (
    DOUBTS
    | word_set(
        """
        was were had did last before ever if would could should don't didn't wasn't can't won't isn't not bid bids beat
        beats unit units hit hits wound wounds stack stacks level round rounds page number
        """
    )
) - word_set("who never why happy")
_BEFORE = word_set("but now for they're they've become became")
_SHOWS = (["came", "up"], ["comes", "up"])
_BETWEEN = word_set("a an and then another plus also")
_BEHIND = _BETWEEN | word_set("too now")
_TO = word_set("for on")
_WHOSE = word_set("me mine starters start a my die the")
_POINTS = word_set("the those these your of")


def faces_alone(heard: Heard, request: RollRequest, talk: Talk) -> list[Number]:
    """The faces of a request its roller reads out among other talk; none where they do not come out even.

    Args:
        heard: The turn.
        request: Dice the table waits for.
        talk: Words that belong to reading out dice.
    """
    texts = [word.text for each in heard.sentences for word in each.sentence.words]
    asks = any(each.sentence.ending == "?" or each.sentence.quoted for each in heard.sentences)
    deed = any(mention.of("skill", "item", "connection") for mention in heard.mentions())
    if heard.turn.speaker != request.roller or asks or deed or len(texts) > _LONGEST or set(texts) & _TALES:
        return []
    roller = heard.table.vocabulary.player(request.roller)
    own = frozenset((roller.character or "").lower().split()) if roller is not None else frozenset()
    found = [number for each in heard.sentences for number in _alone(each, request, talk, own)]
    faces = [face for number in found for face in number.said.faces]
    counts = len(faces) >= _COUNTED and faces == list(range(1, len(faces) + 1))
    fits = len(faces) == request.count and all(1 <= face <= request.sides for face in faces)
    return found if fits and not counts else []


def _alone(each: HeardSentence, request: RollRequest, talk: Talk, own: frozenset[str]) -> Iterator[Number]:
    words, texts = each.sentence.words, each.sentence.texts
    named = {at for mention in each.mentions for at in range(mention.at, mention.until)}
    said = [one for one in said_numbers(words, request.sides, False, request.count, 0) if one.at not in named]
    ends = [0, *(at + 1 for at, word in enumerate(words) if word.pause and at + 1 < len(words)), len(words)]
    for start, end in pairwise(ends):
        here = [one for one in said if start <= one.at and one.until <= end and not refers(each, one, request)]
        if here and _only_faces(texts, start, end, here, talk, own):
            yield from (Number(one, each.index, ()) for one in here)


def _only_faces(
    texts: Sequence[str], start: int, end: int, here: Sequence[Said], talk: Talk, own: frozenset[str]
) -> bool:
    """Return True where a clause holds faces, and else only words that lead to them, join them or trail off."""
    lead, tail = texts[start : here[0].at], texts[here[-1].until : end]
    covered = {at for one in here for at in range(one.at, one.until)}
    joints = {texts[at] for at in range(here[0].at, here[-1].until) if at not in covered}
    led = len(lead) <= _LONGEST_LEAD and set(lead) <= talk.chaff | _BEFORE
    shown = len(here) == 1 and list(lead[-2:]) in _SHOWS
    pointed = any(one.at > start and texts[one.at - 1] in _POINTS for one in here)
    ended = set(tail) <= _BEHIND or tail[0] in {"that", "which"} or (tail[0] in _TO and set(tail[1:]) <= _WHOSE | own)
    return (led or shown) and not pointed and joints <= _BETWEEN and ended
