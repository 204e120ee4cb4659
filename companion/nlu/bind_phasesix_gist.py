"""The gist at a table of Phase Six: whether a thing that is named is meant to be used now, however that is worded.

The grammar has blocks that give what has to be named only; their checks begin with p6_ask. They never carry anything
out: they lead to a question where the sentence tells of nothing else, and where nothing surer was understood in it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile

from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.words import Word, word_set

Check = Callable[[Draft], bool]

_UNSURE = 0.75
_BREATH = 24
"""Words of a sentence that is short enough to mean one thing."""
_PAST = word_set(
    """
    was were had did got took gave went came said told thought fell bought found knew saw lost left made kept ran drew
    used paid fought wasn't weren't didn't ago once
    """
)
_PERFECT = word_set("has have having be been is are get gets got being getting")
"""Words after which a past participle tells how things are now."""
_TALK = word_set(
    """
    much many every per should still only like old needs usually or if than thinks hope hopes wish believes
    """
)
"""Words that tell how things are, or might be, in the part of the sentence where the thing is named."""
_IMAGINED = word_set("would wouldn't could couldn't maybe perhaps might")
_RATHER = word_set("rather like love say sooner")
_STATES = word_set("poisoned shocked needed exhausted hundred")
_LONG = 4
"""Letters of words in -ed that tell nothing: need, bed, shed."""
_REASONS = word_set("where because since as while whereas whether though although after before when until")
_CAN = word_set("can can't won't don't doesn't")
_OWN_SUBJECT = word_set("i i'm i've i'll i'd my")
_IS = word_set(
    "is are was were isn't aren't has have hasn't costs cost adds means counts count looks look does do says shows"
)
_OTHERS = word_set("he he's she she's his her him")
_WITHDRAWN = re.compile(
    r"(?:no|nope|wait|actually|sorry|oh) (?:no|wait|hang on|hold on|hold up|sorry|not|stop)\b"
    r"|(?:hang|hold) on\b|scratch that\b"
)
_HELD = re.compile(
    r"\b(?:stays?|keep|keeps|keeping|save|saves|saving|remains?|leave|leaves|leaving|not|don't|won't|no|never|without|"
    r"untouched|waste|wasting|gives?|adds?|earns?|costs?|refresh|should)\b"
)
_STAYS = re.compile(
    r"\b(?:stays?|remains?|untouched|wasting|(?:not|won't|don't) \w+ing|"
    r"(?:won't|don't|not) (?:spend|use|waste|need|touch)|without)\b"
)
_USED = word_set(
    "for on to in into then please goes comes out now here too as from it this that and with on again so there"
) | {""}
_FOR_THIS = re.compile(
    r"\b(?:that's|this is|that is|it's) (?:what|why) .*\b(?:for|saved|saving|kept|keeping|have|had|got)\b"
)
_HEARSAY = re.compile(
    r"\b(?:they|people|some) say\b|\bi (?:hear|heard|read)\b|\bin (?:a|the|another|one|my) (?:film|book|movie|other)\b"
)


def gist(check: Check, aside: Check) -> Check:
    """Make a check for a block of the grammar that names the thing only: fields, and that it is meant now.

    Args:
        check: Fills the fields.
        aside: Gives True where it is meant now.
    """

    def judged(draft: Draft) -> bool:
        fits = not taken_back(draft) and not tells_of_it(draft) and check(draft) and aside(draft)
        draft.factor = min(draft.factor, _UNSURE)
        draft.match = replace(draft.match, at=0, until=len(draft.each.sentence.words))
        return fits

    return judged


def standing(check: Check) -> Check:
    """The check, where the next sentence does not take it back."""
    return lambda draft: not taken_back(draft) and check(draft)


def taken_back(draft: Draft) -> bool:
    """Return True where the next sentence takes this one back: "Full auto! No, hang on, …"."""
    following = draft.heard.sentences[draft.each.index + 1 : draft.each.index + 2]
    return any(_WITHDRAWN.match(each.sentence.plain()) for each in following)


def tells_of_it(draft: Draft) -> bool:
    """Return True where the sentence may be a tale, of what is over or of how things are."""
    sentence = draft.each.sentence
    imagined = any(word in _IMAGINED or (word.endswith("'d") and word != "i'd") for word in sentence.texts)
    if len(sentence.words) > _BREATH or _HEARSAY.search(sentence.plain()) or imagined:
        return True
    here = [word.text for word in clause(draft)]
    return not _TALK.isdisjoint(here) or _over(here) or ("i'd" in here and not _RATHER.intersection(here))


def _over(words: list[str]) -> bool:
    """Return True where a part of a sentence is told in the past."""
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        past = word in _PAST or (word.endswith("ed") and len(word) > _LONG and word not in _STATES)
        if past and before not in _PERFECT and not before.endswith(("'ve", "'s", "'m", "'re")):
            return True
    return False


def _parts(each: HeardSentence) -> Iterator[list[Word]]:
    """The words from pause to pause, without the reason in front of what "I" do, or behind."""
    part: list[Word] = []
    for word in each.sentence.words:
        part.append(word)
        if word.pause:
            yield _without_reason(part)
            part = []
    if part:
        yield _without_reason(part)


def _without_reason(part: list[Word]) -> list[Word]:
    end = next((at for at in range(1, len(part) - 2) if part[at].text == "so" and part[at + 2].text in _CAN), len(part))
    part = part[:end]
    if part[0].text not in _REASONS:
        return part
    return next((part[at:] for at in range(2, len(part)) if part[at].text in _OWN_SUBJECT), part)


def clause(draft: Draft) -> list[Word]:
    """The part of the sentence in which the match stands, without a reason behind it."""
    words = draft.each.sentence.words
    begin, end = words[draft.match.at].start, words[min(draft.match.until, len(words)) - 1].end
    here = [part for part in _parts(draft.each) if part and part[0].start <= end and begin <= part[-1].end]
    kept = [word for part in here for word in part] or list(words)
    return list(takewhile(lambda word: word.end <= end or word.text not in _REASONS, kept))


def as_it_is(draft: Draft, until: int) -> bool:
    """Return True where the words from there tell how the thing before them is: "my bonus dice are green"."""
    return next_word(draft, until) in _IS


def next_word(draft: Draft, until: int) -> str:
    """The word right behind a place, empty at a pause."""
    words = draft.each.sentence.words
    return words[until].text if until < len(words) and not words[until - 1].pause else ""


def spends(draft: Draft) -> bool:
    """Return True where the thing named last is used by whoever owns it."""
    words = draft.each.sentence.texts
    others = draft.named_players(besides=draft.speaker) or not _OTHERS.isdisjoint(words)
    text = draft.each.sentence.plain()
    held = _HELD.search(" ".join(word.text for word in clause(draft))) and not _FOR_THIS.search(text)
    return next_word(draft, draft.match.until) in _USED and not others and not held


def buys(draft: Draft) -> bool:
    """Return True where something is paid by whoever owns it."""
    others = draft.named_players(besides=draft.speaker) or not _OTHERS.isdisjoint(draft.each.sentence.texts)
    return not others and _HELD.search(draft.each.sentence.plain()) is None


def keeps(draft: Draft) -> bool:
    """Return True where something is kept: "the destiny die stays in my pocket"."""
    words, text = draft.each.sentence.texts, draft.each.sentence.plain()
    others = draft.named_players(besides=draft.speaker) or not _OTHERS.isdisjoint(words)
    declined = words[0] in {"no", "nope", "nah", "not"}
    return not others and bool(_STAYS.search(text) or (declined and _HELD.search(text)))


def by_leader(draft: Draft) -> bool:
    """Return True where somebody speaks who plays no character of the players'."""
    return all(player.name != draft.speaker or player.character is None for player in draft.players())
