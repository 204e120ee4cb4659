"""Meaning of a line at a table of Phase Abandon whose rules wait for exactly that, however it is worded.

The grammar's blocks for these name one telling word only. They give way to whatever else is understood in the same
sentence. A line of which every word belongs to what is waited for is taken as said; bids and dice kept back are asked
about where it has others.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.nlu.bind_sheets import faces_in
from companion.nlu.drafts import Draft
from companion.nlu.numbers import value_of
from companion.nlu.words import word_set

_SHORT = 14
_LAST_WORDS = 8
_FEW = 5
_PLAIN_BID = 2
"""Words of a bid that the grammar's own sentences already know."""
_TALE = word_set(
    """
    was were had did would could should might if when always never he she they he's she's they're his their him her
    there how why who what where last time you'd he'd she'd said says think thought remember wonder hope wish maybe
    """
)
"""Words of tales, doubts and rules, beside which nothing that is waited for is meant."""
_NUMBERS = word_set("one two three four five six seven eight nine ten")
_AFTER_A_BID = word_set("chip chips from for it then please will on in of too here")
_SEEN = word_set("the of these those at page number has had got have left me only other")
_AGAIN = word_set("again throw roll reroll rerolls try cup hand goodbye bye back spin redo")
_GIVEN = word_set("cancel cancels lose meet goodbye bye sacrifice swap trade against away give eat eats rather both")
_KEPT = word_set("keep leave stay stays stand stands result final chances settle stick fiddling accept")
_SPARED = word_set("keep keeping save saving reserve later others rest stay stays hang spare left aside")
_MORE = word_set("another second more extra raise raising stakes top too")
_CLOSING = word_set("done finished through wrap pass talked nothing enough curtain story that over else yours")
_OWN = word_set("i i'm i've i'll my me that's nothing and okay done well")


_SURE = 1.25
"""Factor for a line without a word that belongs elsewhere: nothing needs to be asked then."""
_SELF = word_set(
    """
    i i'm i'll i've am me my mine and so okay well right then just only that's that this it is it's as a the to of for
    going be will shall let better please no oh now here with on in them these those all
    """
)
_BIDDING = _SELF | _NUMBERS
_BIDDING |= word_set("put down name say dare chip chips from make go bid risk take give spend want count single")
_HOLDING = _SELF | _NUMBERS
_HOLDING |= word_set(
    """
    keep keeping save hang stay stays reserve later others rest die dice hold holding out back want leave side next
    """
)
_ACCEPTING = _SELF | word_set(
    """
    keep leave stay stays stand stands result roll final chances settle stick fiddling accept take more go do what have
    """
)
_ENDING = _SELF | word_set(
    """
    done finished through talked out wrap side end nothing more else from pass go ahead next friends people folks lot
    curtain add say yours enough
    """
) - {"well", "it"}


_REROLLING = _SELF | _NUMBERS | _AGAIN
_REROLLING |= word_set("ones twos threes fours fives have get let's go goes once with feeling dice die take want")
_TRADING = _SELF | _NUMBERS | _GIVEN
_TRADING |= word_set("you out sixes ones go goes i'd than finger leg head damage hurt use my have say")
_RESCUING = _SELF | word_set("token tokens pool party our quick spend use take burn from us her him one save")
_HARDER = _SELF | _MORE | word_set("chip one from make trickier tricky harder worse")


def _only(draft: Draft, vocabulary: frozenset[str]) -> bool:
    """Return True where the line has no word that belongs elsewhere."""
    draft.factor *= _SURE
    return set(draft.words()) <= vocabulary


def _plainly(draft: Draft, vocabulary: frozenset[str]) -> bool:
    """Always true; a line of these words only is taken as said."""
    if set(draft.words()) <= vocabulary:
        draft.factor *= _SURE
    return True


def _waited(draft: Draft, longest: int = _SHORT) -> bool:
    """Spend the whole sentence; return True where the line is short, asks nothing, and neither tells nor doubts."""
    asked = any(each.sentence.ending == "?" for each in draft.heard.sentences)
    words = draft.words()
    draft.match = replace(draft.match, at=0, until=len(draft.each.sentence.words))
    return not asked and len(words) <= longest and not _TALE & set(words)


def _bid_waited(draft: Draft) -> bool:
    """The one number of the line, where nothing is counted with it."""
    at = draft.match.at
    texts = draft.each.sentence.texts
    paused = draft.each.sentence.words[at].pause
    behind = "" if paused or at + 1 == len(texts) else texts[at + 1]
    before = texts[at - 1] if at else ""
    numbers = [word for word in draft.words() if word in _NUMBERS or word.isdecimal()]
    if len(numbers) != 1 or before in _SEEN or (behind and behind not in _AFTER_A_BID):
        return False
    if (
        len(texts) <= _PLAIN_BID
        or "bid" in texts
        or (behind == "of" and not {"mine", "my"} & set(texts[at + 2 : at + 3]))
    ):
        return False
    draft.slots["chips"] = value_of(numbers)
    if len(draft.words()) > _LAST_WORDS or not (draft.first_person() or len(texts) <= _FEW):
        return False
    return not {"dice", "die"} & set(draft.words()) and _waited(draft) and _plainly(draft, _BIDDING)


def _reroll_waited(draft: Draft) -> bool:
    """Faces beside a word that sends dice back."""
    words = set(draft.words())
    faces = [face for face in faces_in(draft.words()) if face < 6]
    if not faces or not words & _AGAIN or {"rolled", "we", "always"} & words:
        return False
    draft.slots["faces"] = faces
    return _waited(draft) and _only(draft, _REROLLING)


def _trade_waited(draft: Draft) -> bool:
    """A six beside a word that gives it away."""
    words = set(draft.words())
    return bool(words & _GIVEN) and _waited(draft) and _only(draft, _TRADING)


def _hold_waited(draft: Draft) -> bool:
    """A number of dice beside a word that keeps some back: that many, or the others."""
    words = draft.words()
    numbers = [word for word in words if word in _NUMBERS or word.isdecimal()]
    roll = next((each for each in draft.heard.table.open_rolls if each.roller == draft.actor), None)
    if len(numbers) != 1 or roll is None or not _SPARED & set(words) or {"eye", "eyes", "mine", "yours"} & set(words):
        return False
    said = value_of(numbers) or 0
    count = roll.count - said if {"others", "rest", "other"} & set(words) else said
    draft.slots["count"] = count
    dice = set(words) <= _HOLDING or bool({"dice", "die", "them"} & set(words))
    return dice and 0 < count < roll.count and _waited(draft) and _plainly(draft, _HOLDING)


def _harder_waited(draft: Draft) -> bool:
    """One chip more from somebody who helps with nothing."""
    words = set(draft.words())
    return bool(words & _MORE) and _waited(draft) and _only(draft, _HARDER)


def _end_waited(draft: Draft) -> bool:
    """A few words at the end of what is told, about the telling itself."""
    words = draft.each.sentence.texts
    last = draft.each.index == len(draft.heard.sentences) - 1
    fits = last and len(words) <= _LAST_WORDS and words[0] in _OWN and not _TALE & set(words)
    named = draft.things(("skill", "item", "connection", "player", "character"))
    draft.match = replace(draft.match, at=0, until=len(words))
    fits = fits and not named and draft.each.sentence.ending != "?" and not {"you", "it", "we"} & set(words)
    return fits and " ".join(words[-2:]) != "done for" and _only(draft, _ENDING)


def _conflict_waited(draft: Draft) -> bool:
    """A conflict and a chip in one line."""
    words = draft.words()
    text = " ".join(words)
    paid = bool({"chip", "chips"} & set(words)) and not re.search(
        r"\b(?:how|cost|costs|if|was|were|had|should)\b", text
    )
    draft.match = replace(draft.match, at=0, until=len(draft.each.sentence.words))
    draft.slots["nature"] = draft.heard.turn.text.strip()
    return paid and len(words) <= 2 * _SHORT


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "bid_waited": _bid_waited,
    "none_waited": lambda draft: (
        (draft.first_person() or not {"nothing", "none", "zero"}.isdisjoint(draft.words()))
        and _waited(draft, _LAST_WORDS)
    ),
    "reroll_waited": _reroll_waited,
    "trade_waited": _trade_waited,
    "accept_waited": lambda draft: (
        not faces_in(draft.words()) and _waited(draft, _LAST_WORDS + 2) and _only(draft, _ACCEPTING)
    ),
    "hold_waited": _hold_waited,
    "harder_waited": _harder_waited,
    "token_waited": lambda draft: _waited(draft) and _only(draft, _RESCUING),
    "end_waited": _end_waited,
    "conflict_waited": _conflict_waited,
}
