"""Fields of what the GM of Phase Six asks for and hands out: difficulties, successes, hits, conditions."""

import re
from collections.abc import Callable, Mapping

from companion.nlu.bind_phasesix_gist import by_leader, gist, next_word, standing
from companion.nlu.bind_phasesix_people import (
    EVERYBODY,
    addressed,
    dealt,
    names_in,
    several_of_a_kind,
    speaker,
    told_of,
)
from companion.nlu.drafts import Draft
from companion.nlu.numbers import SPOKEN, value_in, value_of
from companion.nlu.words import word_set

_HARDER = re.compile(rf"\b(plus|minus|difficulty) ({SPOKEN})\b|\b({SPOKEN}) (?:more )?(?:on top|harder|(easier))\b")
_NEEDED = re.compile(
    rf"\b({SPOKEN}) (?:success|successes|needed|together|in total|in all|all in all|between|(?:is )?enough|will do|"
    r"or more)\b"
    rf"|\b(?:need(?:s|ed)?|wants?|takes?|asks? for) (?:at least )?({SPOKEN})\b"
)
_HOW_HARD = re.compile(
    rf"\b(?:needs?|takes?|wants?|it's|that's|make (?:it|that)|i'd say|with|at least)\b.*\b{SPOKEN} success(?:es)?\b"
    rf"|^(?:(?:and|so|but|that's|it's|make it|make that|with|at|say) )*"
    rf"(?:(?:plus|minus|difficulty) {SPOKEN}|{SPOKEN} (?:more )?(?:harder|easier|on top))\b"
)
_NAMES = ("fighter", "character", "player", "attribute", "skill", "knowledge")
_TOO_FEW = re.compile(
    rf"\b(?:just |only )?{SPOKEN} (?:success |successes )?(?:alone )?"
    r"(?:won't|isn't|is not|will not|wouldn't|aren't|doesn't|don't|can't|not) "
)
_TOGETHER = re.compile(
    r"\b(?:together|group|party|team|add up|sum|total|all in all|in all|pot|pool|combined|as one|"
    r"between (?:the|all|you|both))\b"
)
_DEMANDS = word_set(
    """
    a an your for with on of some me roll check is it's that's this that have against to by then so and or say make
    quick little bit please need needs want wants test try take takes comes under see how one let's plain ordinary
    normal simple
    """
)
"""Words before a trait that is asked for."""
_ASKED = word_set(
    "roll check test for on with at plus minus difficulty from please then now here and in dice holds does again to"
) | {""}
"""Words behind a trait that is asked for."""
_STORY_WORDS = word_set("you your you're you'll you've everybody all both")
_EACH = re.compile(rf"\b({SPOKEN}) wounds? (?:each|per hit|apiece)\b")
_PIERCING = re.compile(rf"\bpiercing ({SPOKEN})\b")
_EXTRA_WOUNDS = re.compile(rf"\b({SPOKEN}) (?:bonus|extra) wounds?\b")
_CONDITIONS = ("bleeding", "poisoned", "shocked", "burning", "unconscious", "dying", "hunkered")
_ON_FIRE = frozenset({"fire", "flames", "ablaze"})
_SIDES = 6


def _checked(draft: Draft) -> bool:
    """A roll the GM asks for: who, how hard, how many successes."""
    speaker(draft)
    if set(draft.each.sentence.texts) & EVERYBODY:
        draft.slots["chars"] = ["everyone"]
    else:
        addressed(draft)
    _harder(draft)
    needed = _needed(draft)
    if needed is not None:
        draft.slots["needed"] = needed
    if _all_in_one(draft):
        return False
    return "trait" in draft.slots or _dice_as_trait(draft)


def _all_in_one(draft: Draft) -> bool:
    """Return True where everybody's successes count together: then it is a group roll."""
    words = set(draft.words())
    needed = _needed(draft)
    return needed is not None and bool(words & EVERYBODY) and bool(_TOGETHER.search(" ".join(draft.words())))


def _demanded(draft: Draft) -> bool:
    """Return True where the trait is asked of somebody, and not talked about."""
    at = draft.match.slots["trait"]
    words = draft.each.sentence.words
    first = at[1] - 1 if at[1] and words[at[1] - 1].text == "your" else at[1]
    before = words[first - 1] if first else None
    asked = before is None or before.pause or before.text in _DEMANDS or before.owns
    somebody = names_in(draft) or told_of(draft) or _STORY_WORDS & set(draft.words())
    behind = [word.text for word in words[at[2] : at[2] + 2]]
    goes_on = behind[:1] == ["and"] and behind[1:] not in (["i"], ["we"], ["you"], ["it"], ["it's"])
    return by_leader(draft) and asked and bool(somebody) and next_word(draft, at[2]) in _ASKED and not goes_on


def _dice_as_trait(draft: Draft) -> bool:
    number = draft.number("pool")
    if number is None:
        return False
    draft.slots["trait"] = f"{number} dice"
    return True


def _with_how_hard(draft: Draft) -> str:
    """The sentence and those behind it that tell how hard it is, and nothing of anybody."""
    later = [
        each.sentence.plain()
        for each in draft.heard.sentences[draft.each.index + 1 :]
        if not each.sentence.quoted
        and each.sentence.ending != "?"
        and not any(mention.of(*_NAMES) for mention in each.mentions)
        and _HOW_HARD.search(each.sentence.plain())
    ]
    return " . ".join([draft.each.sentence.plain(), *later])


def _harder(draft: Draft) -> None:
    found = _HARDER.search(_with_how_hard(draft))
    value = value_in(found.group(2) or found.group(3)) if found else None
    if found and value is not None:
        draft.slots["difficulty"] = -value if found.group(1) == "minus" or found.group(4) else value


def _needed(draft: Draft) -> int | None:
    found = _NEEDED.search(_TOO_FEW.sub("", _HARDER.sub("", _with_how_hard(draft))))
    return value_in(found.group(1) or found.group(2)) if found else None


def _group(draft: Draft) -> bool:
    """A group roll: difficulty and successes required; the last number of the sentence when nothing says what it is."""
    speaker(draft)
    _harder(draft)
    required = _needed(draft)
    if required is None and "last" in draft.match.slots:
        required = draft.number("last")
    if required is not None:
        draft.slots["required"] = required
    return True


def _faces(draft: Draft) -> bool:
    """Faces read out after the words of the pattern."""
    words = [word for word in draft.plain("said") if word not in {"a", "an", "the"}]
    faces = [value_of([word]) for word in words]
    draft.slots["dice"] = [face for face in faces if face is not None and 1 <= face <= _SIDES]
    return bool(draft.slots["dice"])


def _effect(draft: Draft) -> bool:
    """Hits stated without a roll: on whom, how many, what each does."""
    speaker(draft)
    text = draft.each.sentence.plain()
    each = _EACH.search(text)
    if each:
        draft.slots["wounds"] = str(value_in(each.group(1)))
    for name, form in (("piercing", _PIERCING), ("bonus", _EXTRA_WOUNDS)):
        found = form.search(text)
        if found:
            draft.slots[name] = value_in(found.group(1))
    if " cover" in f" {text}" and "no cover" not in text:
        draft.slots["allow_cover"] = True
    everybody = set(draft.each.sentence.texts) & EVERYBODY
    heroes = [player.character for player in draft.players() if player.character is not None]
    targets = names_in(draft) or several_of_a_kind(draft) or (heroes if everybody else [])
    if targets:
        draft.slots["targets"] = targets
    elif len(heroes) == 1:
        draft.slots["targets"] = heroes
    else:
        draft.missing.append("targets")
    return True


def _condition(draft: Draft) -> bool:
    """Fill in the condition and the one who has it; False where no condition is named."""
    words = draft.each.sentence.texts
    cond = next((word for word in words if word in _CONDITIONS), "burning" if _ON_FIRE & set(words) else None)
    if cond is None:
        return False
    draft.slots["cond"] = cond
    own = {"i", "i'm", "my"} & set(draft.each.sentence.texts)
    return speaker(draft) if own and not names_in(draft) else addressed(draft)


def _ended(draft: Draft) -> bool:
    """Fill in the condition that is over; waking ends unconsciousness."""
    words = set(draft.each.sentence.texts)
    cond = next((each for each in _CONDITIONS if each in words), "poisoned" if "poison" in words else "unconscious")
    draft.slots["cond"] = "shocked" if "shock" in words else cond
    return addressed(draft)


def _says_sum(draft: Draft) -> bool:
    """Return True where a group roll says that all count together, and how many successes it takes."""
    together = _TOGETHER.search(" ".join(draft.words()))
    return "required" in draft.slots and bool(together) and by_leader(draft)


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "p6_check": standing(_checked),
    "p6_group": standing(_group),
    "p6_faces": _faces,
    "p6_condition": _condition,
    "p6_effect": _effect,
    "p6_ended": _ended,
    "p6_ask_check": gist(_checked, _demanded),
    "p6_ask_group": gist(_group, _says_sum),
    "p6_ask_condition": gist(_condition, dealt),
}
