"""Fields of what is heard at a table of any game, where no rules and no names are known."""

import re
from collections.abc import Callable, Mapping

from companion.intents.drafts import Draft
from companion.intents.faces import said_numbers
from companion.intents.hearing import HeardSentence
from companion.intents.words import word_set

_PLAIN = frozenset({"check", "roll", "dice", "die", "saving", "throw", "save"})
_GROUP = frozenset({"everybody", "all", "guys", "both", "y'all"})
_ROLLED = word_set(
    """
    rolled got hit hits misses natural damage nat total points rolls roll damage. crit critical dirty suffer
    suffers takes take plus
    """
)
_ASKS_FOR_DICE = re.compile(
    r"\b(?:roll|rolled|rolling|check|save|saving throw|attack|damage|initiative|to hit|what (?:did|'d) you get)\b",
    re.IGNORECASE,
)
_FRAMES = frozenset({"that's", "so", "it's", "another", "one", "plus", "total", "first", "next"})
_ROLL_WORDS = word_set("check perception stealth attack initiative advantage disadvantage insight roll hit checking")
_MOST_WORDS = 40
_SHORT = 7
_NOT_A_COUNT = 7


def _check(draft: Draft) -> bool:
    """Skill as said and who is to roll."""
    skill = " ".join(draft.plain("skill"))
    skill = re.sub(r"^(?:a|an|the|your|another|one|quick|me|like|some) ", "", skill)
    if skill and skill not in _PLAIN:
        draft.slots["skill"] = skill
    elif "skill" not in draft.slots:
        _skill_nearby(draft)
    words = set(draft.words())
    draft.slots["target"] = "everybody" if words & _GROUP else None
    return True


def _skill_nearby(draft: Draft) -> None:
    """The skill a plain roll is for, when the sentence says it elsewhere ("and add your dexterity")."""
    mention = next((each for each in draft.each.mentions if each.of("skill")), None)
    if mention is not None:
        draft.slots["skill"] = " ".join(word.text for word in draft.each.words(mention.at, mention.until))
        return
    words = [word.text for word in draft.each.sentence.words]
    plain = next((word for word in ("damage", "attack", "initiative", "grapple") if word in words), None)
    if plain:
        draft.slots["skill"] = plain


def _conflict(draft: Draft) -> bool:
    draft.slots["target"] = "everybody" if set(draft.words()) & _GROUP else None
    return True


def _dice(draft: Draft) -> bool:
    """Every number of the sentence that reports, when talk before it or the words themselves are about dice."""
    words = draft.each.sentence.words
    values = _values(draft, draft.each)
    if not values or len(words) > _MOST_WORDS:
        return False
    strong = bool({word.text for word in words} & _ROLLED)
    asked = any(_ASKS_FOR_DICE.search(turn.text) for turn in draft.before[-2:]) or _about_dice(draft)
    framed = len(words) <= _SHORT and max(values) >= _NOT_A_COUNT
    if not strong and not asked and not framed:
        return False
    if not strong and max(values) <= 2 and len(words) > 3:
        return False
    draft.slots["values"] = [value for each in draft.heard.sentences for value in _part(draft, each)]
    draft.factor = 1.0 if asked and strong else 0.8 if strong or asked else 0.5
    return True


def _part(draft: Draft, each: HeardSentence) -> list[int]:
    """Numbers a sentence adds to the report: the matched one, and short ones that say little else."""
    if each.index == draft.each.index:
        return _values(draft, each)
    words = {word.text for word in each.sentence.words}
    short = len(each.sentence.words) <= _SHORT or words & {"damage", "points", "natural"}
    return _values(draft, each) if short and (len(words) <= 3 or words & _ROLLED or words & _FRAMES) else []


def _values(draft: Draft, each: HeardSentence) -> list[int]:
    said = said_numbers(each.sentence.words, sides=200)
    return [face for one in said if not _aside(each, one.at, one.until) for face in one.faces]


def _about_dice(draft: Draft) -> bool:
    """Whether earlier words of the same turn are about a roll."""
    words = {word.text for each in draft.heard.sentences[: draft.each.index] for word in each.sentence.words}
    return bool(
        words
        & {
            "check",
            "perception",
            "stealth",
            "attack",
            "initiative",
            "advantage",
            "disadvantage",
            "insight",
            "roll",
            "hit",
            "checking",
        }
    )


def _aside(each: HeardSentence, at: int, until: int) -> bool:
    """Whether a number counts something other than dice results."""
    words = each.sentence.words
    before = words[at - 1].text if at else ""
    after = words[until].text if until < len(words) else ""
    if words[at].text == "one" and (
        before in {"that", "this", "the", "first", "second", "last", "other", "which", "no", "each", "next", "every"}
        or after in {"of", "more", "is", "was"}
    ):
        return True
    return after in {
        "feet",
        "foot",
        "gold",
        "minutes",
        "rounds",
        "hours",
        "people",
        "times",
        "attacks",
        "d6",
        "d8",
        "more",
        "targets",
        "pieces",
    } or before in {"dc", "ac", "level", "number"}


def _handover(draft: Draft) -> bool:
    """Passing the floor happens at the end of what somebody says, or is all they say."""
    return draft.words_after() <= 12 or len(draft.words()) <= 30


def _action(draft: Draft) -> bool:
    """Form of a declared deed; speech between characters and plans are left out as far as words show them."""
    words = draft.each.sentence.words
    draft.slots["form"] = (
        "ask" if words[draft.match.at].text in {"can", "could", "may", "might", "am", "is"} else "state"
    )
    if draft.each.sentence.ending == "?" and draft.slots["form"] == "state":
        return len(words) < 25 and "you" not in {word.text for word in words}
    return True


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "any_check": _check,
    "any_conflict": _conflict,
    "any_dice": _dice,
    "any_handover": _handover,
    "any_action": _action,
}
