"""Fields of what is heard at a table of any game, where no rules and no names are known."""

import re
from collections.abc import Callable, Mapping

from companion.intents.drafts import Draft
from companion.intents.numbers import said_numbers

_PLAIN = frozenset({"check", "roll", "dice", "die", "saving", "throw", "save"})
_GROUP = frozenset({"everybody", "all", "guys", "both", "y'all"})
_ROLLED = frozenset(
    "rolled got hit hits misses natural damage nat total points rolls roll damage. crit critical dirty suffer suffers takes take plus".split()
)
_ASKS_FOR_DICE = re.compile(
    r"\b(?:roll|rolled|rolling|check|save|saving throw|attack|damage|initiative|to hit|what did you get|what'd you get)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 40


def _check(draft: Draft) -> bool:
    """Skill as said and who is to roll."""
    skill = " ".join(draft.plain("skill"))
    skill = re.sub(r"^(?:a|an|the|your|another|one|quick|me|like|some) ", "", skill)
    if skill and skill not in _PLAIN:
        draft.slots["skill"] = skill
    words = set(draft.words())
    draft.slots["target"] = "everybody" if words & _GROUP else None
    return True


def _conflict(draft: Draft) -> bool:
    draft.slots["target"] = "everybody" if set(draft.words()) & _GROUP else None
    return True


def _dice(draft: Draft) -> bool:
    """Every number of the sentence that reports, when talk before it or the words themselves are about dice."""
    sentence = draft.each.sentence
    words = sentence.words
    said = [one for one in said_numbers(words, sides=200) if not _aside(draft, one.at, one.until)]
    values = [face for one in said for face in one.faces]
    if not values:
        return False
    strong = bool({word.text for word in words} & _ROLLED)
    asked = any(_ASKS_FOR_DICE.search(turn.text) for turn in draft.before[-2:])
    if not strong and not asked and not (len(words) <= 2 and max(values) >= 7 and len(draft.words()) <= 6):
        return False
    if len(words) > _MOST_WORDS:
        return False
    if not strong and max(values) <= 2 and len(words) > 3:
        return False
    draft.slots["values"] = values
    if not (asked or strong):
        draft.factor = 0.5
    elif not (asked and strong):
        draft.factor = 0.8 if strong else 0.85
    return True


def _aside(draft: Draft, at: int, until: int) -> bool:
    """Whether a number counts something other than dice results."""
    words = draft.each.sentence.words
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
    } or before in {"dc", "ac", "level"}


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
