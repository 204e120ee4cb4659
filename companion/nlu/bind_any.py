"""Fields of what is heard at a table of any game, where no rules and no names are known."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.nlu.common_words import COMMON_WORDS
from companion.nlu.drafts import Draft
from companion.nlu.faces import Said, said_numbers
from companion.nlu.hearing import HeardSentence
from companion.nlu.types import Category
from companion.nlu.words import Word, split, word_set

_ROLLED = word_set(
    """
    rolled got hit hits misses natural damage nat total points rolls roll crit critical dirty suffer suffers takes take
    plus
    """
)
_ASKS_FOR_DICE = re.compile(
    r"\b(?:roll|rolled|rolling|check|save|saving throw|attack|damage|initiative|to hit|what (?:did|'d) you get)\b",
    re.IGNORECASE,
)
_ROLL_WORDS = word_set("check perception stealth attack initiative advantage disadvantage insight roll hit checking")
_MOST_WORDS = 40
_SHORT = 7
_NOT_A_COUNT = 7
_MOST_SIDES = 200
_LARGEST = 999
"""Nobody reads out more than this; longer numbers are telephone numbers or noise."""

# ------------------------------------------------------------ conditions of the grammar


def _dice(draft: Draft) -> bool:
    """Numbers of a sentence are a report when talk before it or the words themselves are about dice."""
    words = draft.each.sentence.words
    values = _values(draft.each)
    if not values or len(words) > _MOST_WORDS:
        return False
    strong = bool({word.text for word in words} & _ROLLED)
    asked = any(_ASKS_FOR_DICE.search(turn.text) for turn in draft.before[-2:]) or _about_dice(draft)
    framed = len(words) <= _SHORT and max(values) >= _NOT_A_COUNT
    if not strong and not asked and not framed:
        return False
    if not strong and max(values) <= 2 and len(words) > 3:
        return False
    draft.factor = 1.0 if asked and strong else 0.8 if strong or asked else 0.5
    return True


def _about_dice(draft: Draft) -> bool:
    """Return True where earlier words of the same turn are about a roll."""
    earlier = draft.heard.sentences[: draft.each.index]
    return any(word.text in _ROLL_WORDS for each in earlier for word in each.sentence.words)


def _handover(draft: Draft) -> bool:
    """Passing the floor happens at the end of what somebody says, or is all they say."""
    return draft.words_after() <= 12 or len(draft.words()) <= 30


def _action(draft: Draft) -> bool:
    """A question that is no request to act is no deed."""
    words = draft.each.sentence.words
    if draft.each.sentence.ending == "?" and _form(draft) == "state":
        return len(words) < 25 and "you" not in {word.text for word in words}
    return True


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "any_dice": _dice,
    "any_handover": _handover,
    "any_action": _action,
}

# ------------------------------------------------------------ fields


def fill(category: Category, draft: Draft, parts: Sequence[int]) -> dict[str, Any]:
    """Fields of one thing heard.

    Args:
        category: What it is.
        draft: The words that say it.
        parts: Sentences of the turn that belong to it.
    """
    if category in {"check_request", "check_offer"}:
        return {**_skill(draft), "target": _target(draft)}
    if category == "conflict_call":
        return {"target": _target(draft)}
    if category == "dice_report":
        return _report(draft, [draft.heard.sentences[at] for at in parts])
    return {"form": _form(draft)} if category == "declared_action" else {}


_EVERYBODY = frozenset({"everybody", "guys", "y'all"})
_SOME = re.compile(
    r"\b(?:you guys both|both(?: of you)?(?: guys)?|(?:one|the rest|all) of you|every(?:one|body) else|you all)\b"
)
_POINTING = frozenset({"for", "as", "need", "want", "have"})


def _target(draft: Draft) -> str | None:
    """Return the one to roll, as said: a name, "everyone" or part of the group; None when only "you" is meant."""
    words = draft.each.sentence.words
    some = _SOME.search(draft.heard.text(draft.each, 0, len(words)).lower())
    if some:
        return "everyone" if "all" in some.group().split() else some.group()
    return _called(draft.each) or ("everyone" if _EVERYBODY & {word.text for word in words} else None)


def _called(each: HeardSentence) -> str | None:
    """A name called out between pauses ("Vera, make a check"), or pointed at ("a check for Vera")."""
    skills = {at for mention in each.mentions if mention.of("skill") for at in range(mention.at, mention.until)}
    words = each.sentence.words
    for at, word in enumerate(words):
        if not word.capital or at in skills or word.text in COMMON_WORDS or word.text[:2] in {"i", "i'"}:
            continue
        if word.pause or (at and (words[at - 1].pause or words[at - 1].text in _POINTING)):
            return word.text.capitalize()
    return None


def _form(draft: Draft) -> str:
    first = draft.each.sentence.words[draft.match.at].text
    return "ask" if first in {"can", "could", "may", "might", "am", "is"} else "state"


_PLAIN = word_set("check checks roll rolls dice die saving throw throws save saves test it that them this one for")
_BEFORE_A_SKILL = re.compile(
    r"^(?:(?:i|we|a|an|the|your|my|another|one|quick|me|like|some|additional|of|for|on|new) )+", re.IGNORECASE
)
_ATTACKS = re.compile(
    r"\b(?:(?:melee|ranged|spell|sneak|weapon|opportunity|unarmed) )*attack(?: damage)?\b|\b(?:damage|grapple|death)\b"
)


def _skill(draft: Draft) -> dict[str, str]:
    """The skill as said; no field at all where only dice are named."""
    words = draft.each.sentence.texts
    at, until = _skill_words(draft, words)
    said = _BEFORE_A_SKILL.sub("", draft.heard.text(draft.each, at, until).lower())
    if not said or words[until : until + 1] == ["attack"] or set(said.split()) <= _PLAIN | {"attack", "damage"}:
        attack = _ATTACKS.search(" ".join(words))
        said = attack.group() if attack else ""
    return {"skill": said} if said else {}


def _skill_words(draft: Draft, words: Sequence[str]) -> tuple[int, int]:
    """First and after last word of the skill, or of the choice of two."""
    _, at, until = draft.match.slots.get("skill", ("", 0, len(words)))
    named = [each for each in draft.each.mentions if each.of("skill")]
    inside = [each for each in named if at <= each.at < until]
    if inside:
        at, until = inside[0].at, inside[0].until
    elif "skill" not in draft.match.slots:
        return 0, 0
    for each in named:
        if words[until : each.at] == ["or"]:
            until = each.until
        if words[each.until : at] == ["or"]:
            at = each.at
    return at, until


# ------------------------------------------------------------ numbers

_COUNTED = word_set(
    """
    foot feet gold silver copper minute minutes round rounds hour hours day days people person time times attack attacks
    more target targets piece pieces of dice die turn turns action actions second seconds level levels thing things way
    ways arrow arrows d4 d6 d8 d10 d12 d20
    """
)
_MEASURES = word_set("dc ac level number modifier bonus proficiency minus class")
_RESULT_ONE = word_set("a an natural nat plus and or rolled roll got just only is was total another by")
_SUPPOSED = word_set("if when whenever unless")


_AMOUNT = word_set("damage points point healing heal heals health")
_TOTAL = frozenset({"total", "altogether"})


def _report(draft: Draft, parts: Sequence[HeardSentence]) -> dict[str, Any]:
    """Results, and whether they are a roll, an amount, or only somebody's echo of what was just said."""
    values = [value for each in parts for value in _values(each)]
    said = {number for turn in draft.before for each in split(turn.text) for number in _numbers(each.words)}
    if values and said.issuperset(values):
        return {"values": values, "kind": "echo"}
    return {"values": values, "kind": "amount" if any(map(_tells_an_amount, parts)) else "roll"}


def belongs_together(one: HeardSentence, then: HeardSentence) -> bool:
    """Return True where two sentences read out one result: parts and their total, not a hit and then its damage."""
    if _tells_an_amount(one) == _tells_an_amount(then):
        return True
    return sum(_values(one)) in _values(then) or any(word.text in _TOTAL for word in then.sentence.words)


def _tells_an_amount(each: HeardSentence) -> bool:
    return any(word.text in _AMOUNT for word in each.sentence.words)


def _numbers(words: Sequence[Word]) -> list[int]:
    return [face for said in said_numbers(words, sides=_MOST_SIDES) for face in said.faces]


def _values(each: HeardSentence) -> list[int]:
    """Results read out in a sentence: its numbers without counts, measures, bonuses and what is only supposed."""
    words = each.sentence.texts
    results: list[int] = []
    for said in said_numbers(each.sentence.words, sides=_MOST_SIDES):
        added = words[said.at - 1] == "plus" if said.at else False
        if not _aside(words, said) and (results or not added):
            results += [face for face in said.faces if face <= _LARGEST]
    return results


def _aside(words: Sequence[str], said: Said) -> bool:
    """Return True where a number counts something other than what dice show."""
    before, after = words[max(0, said.at - 4) : said.at], words[said.until : said.until + 1]
    if after and after[0] in _COUNTED and after != ["of"]:
        return True
    if after == ["of"] and words[said.until + 1 : said.until + 2] in (["them"], ["those"], ["these"], ["you"], ["us"]):
        return True
    if before and (before[-1] in _MEASURES or set(before) & _SUPPOSED):
        return True
    if {"modifier", "bonus"} & set(before) or before[-2:] in (["not", "a"], ["not", "an"]):
        return True
    return said.faces == (1,) and words[said.at] == "one" and not _result_one(words, said.at)


def _result_one(words: Sequence[str], at: int) -> bool:
    """Return True where "one" is what a die shows: a one, plus one, one point of damage; not the one over there."""
    if len(words) == 1 or (at and words[at - 1] in _RESULT_ONE):
        return True
    return bool(_AMOUNT & set(words[at + 1 : at + 4]))
