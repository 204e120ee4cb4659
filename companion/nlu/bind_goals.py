"""Fields of the commands about goals: the group's, and those that teach a skill."""

import re
from collections.abc import Callable, Mapping

from companion.nlu.drafts import Draft
from companion.nlu.numbers import ORDINALS, SPOKEN, TENS, value_of
from engine.common.answers import word_meant
from engine.systems import phase_abandon, phasesix
from engine.systems.phase_abandon import explained as pa_explained
from engine.systems.phase_abandon import house_rules as pa_rules
from engine.systems.phasesix import explained as p6_explained
from engine.systems.phasesix import house_rules as p6_rules


def _skill_goal(draft: Draft) -> bool:
    name = str(draft.slots.get("skill_name", "")).strip(" ,.")
    if not name:
        return False
    draft.slots["skill_name"] = name
    draft.slots.setdefault("goal_text", f"learn {name}")
    return True


def _lesson(draft: Draft) -> bool:
    """The skill that was learned, without the rank said after it."""
    draft.slots["goal"] = re.sub(
        r"\s+(?:at|rank)\s+(?:one|1)$", "", str(draft.slots.get("goal", "")), flags=re.IGNORECASE
    )
    return bool(draft.slots["goal"])


_TENS_LEFT = re.compile(rf"(?<![ ,])[ ,]++({'|'.join(TENS)})[- ]*$", re.IGNORECASE)
_TEN = 10


def _group_goal(draft: Draft) -> bool:
    text = re.sub(r"^(?:is|to|is to)\s+", "", str(draft.slots.get("text", "")).strip(" ,"), flags=re.IGNORECASE)
    tens = _TENS_LEFT.search(text)
    if tens and 0 < int(draft.slots.get("value", 0)) < _TEN:
        draft.slots["value"] += value_of([tens[1].lower()])
        text = text[: tens.start()]
    draft.slots["text"] = text
    said = draft.plain("position")
    if said and said[0] == "last":
        draft.slots.pop("position", None)
    return bool(text)


_WORTH = re.compile(
    rf"(?<![, ])[, ]++(?:(?:for|say|at|worth|make it|let's say) )*(?:a )?({SPOKEN}|hundred)(?: points?)?$",
    re.IGNORECASE,
)


def _group_goal_behind(draft: Draft) -> bool:
    """A group goal told in the sentence behind the one that asks for it, with its value last."""
    told = draft.heard.turn.text[draft.each.sentence.end :].strip(" ,.;:!?-–—")
    worth = _WORTH.search(told)
    if worth is None:
        return False
    draft.slots |= {"text": told[: worth.start()].strip(" ,."), "value": value_of(worth[1].lower().split())}
    return bool(draft.slots["text"])


def _which_group_goal(draft: Draft) -> bool:
    """A group goal by number, by "last", or by its words."""
    if draft.slots.get("op") == "rename":
        draft.slots["value"] = draft.said("value")
    if draft.slots.get("op") == "move" and "value" not in draft.slots:
        draft.slots["value"] = 1
    said = re.sub(r"^(?:the|that|our)\s+", "", draft.said("goal").lower())
    said = re.sub(r"\s*\b(?:group )?goal\b\s*", " ", said).strip()
    if said in {"", "that", "the", "it"}:
        draft.slots["goal"] = "current"
        return True
    number = ORDINALS.get(said) or value_of([said])
    draft.slots["goal"] = str(number) if number else said
    return True


def _changed_goal(draft: Draft) -> bool:
    """An own goal and its new points or text; an atonement is the goal that mends a vow."""
    draft.slots["text"] = draft.said("text").strip(" ,.:") or None
    if draft.mention("goal") is None:
        if draft.slots["text"] is None:
            return False
        draft.slots["goal"] = "resolve the broken principle"
        draft.slots["text"] = re.sub(r"^(?:is |will be )?(?:to )?", "", draft.slots["text"])
        return True
    meant = draft.thing("goal", ("goal",), draft.speaker) or draft.thing("goal", ("goal",))
    if meant is None:
        return False
    draft.slots["goal"] = meant.name
    if meant.owner and draft.actor != meant.owner:
        draft.actor = meant.owner
    return True


def _rule_word(draft: Draft) -> bool:
    """A word of the rules is asked about."""
    word = word_meant(_EXPLAINED[draft.heard.table.slug], draft.said("about"))
    draft.slots["about"] = word
    return word is not None


def _switched_on(draft: Draft) -> bool:
    """A house rule, asked about by some of its words; nothing but rules is asked about so."""
    about, slug = draft.said("about").strip(" ?.,"), draft.heard.table.slug
    if not about:
        return True
    draft.slots["about"] = about
    said = {word.removesuffix("s") for word in about.casefold().replace("-", "").split()}
    return any(said <= each.words() for each in _SETTINGS[slug])


_EXPLAINED = {phase_abandon.INFO.slug: pa_explained.EXPLAINED, phasesix.INFO.slug: p6_explained.EXPLAINED}
_SETTINGS = {phase_abandon.INFO.slug: pa_rules.SETTINGS, phasesix.INFO.slug: p6_rules.SETTINGS}

CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "skill_goal": _skill_goal,
    "lesson": _lesson,
    "group_goal": _group_goal,
    "group_goal_behind": _group_goal_behind,
    "which_group_goal": _which_group_goal,
    "changed_goal": _changed_goal,
    "rule_word": _rule_word,
    "switched_on": _switched_on,
}
