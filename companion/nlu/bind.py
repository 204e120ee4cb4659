"""From matched words to the fields of a command, and from an intent to the command's JSON form."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from companion.nlu import (
    bind_any,
    bind_choice_pta,
    bind_goals,
    bind_kleptonomicon,
    bind_kleptonomicon_free,
    bind_kleptonomicon_gists,
    bind_kleptonomicon_told,
    bind_kleptonomicon_whom,
    bind_phasesix_fights,
    bind_phasesix_people,
    bind_phasesix_rolls,
    bind_rolls,
    bind_sheets,
    bind_skills,
    bind_story,
    bind_waited,
)
from companion.nlu.drafts import Draft
from companion.nlu.types import Intent

Check = Callable[[Draft], bool]
"""Completes a draft; False when the words do not mean this command after all."""


def command_json(intent: Intent) -> dict[str, Any]:
    """JSON form of the command an intent means, as `engine.codec` reads it: `kind` and the fields.

    Raises:
        ValueError: The intent means no command.
    """
    if intent.command is None:
        raise ValueError("an intent that is only noted means no command")
    return {"kind": intent.command, **intent.slots}


_OWN_WORDS = frozenset(
    {
        "ask_around",
        "end_narration",
        "count_action",
        "set_scene",
        "request_skill_check",
        "invoke_connection",
        "set_presence",
        "choose",
    }
)
"""Commands whose sentences are about others without others acting."""


def _other_subject(draft: Draft) -> str | None:
    """Owner of a character the sentence is about, when the speaker does not speak of themselves."""
    words = draft.each.sentence.texts
    if {"i", "i'm", "i'll", "i'd", "my", "let's", "me"} & set(words):
        return None
    first = next(iter(draft.each.mentions), None)
    if first is None or first.at > 2 or not first.of("character"):
        return None
    owner = first.of("character")[0].owner
    return owner if owner != draft.speaker else None


def complete(draft: Draft) -> bool:
    """Fill in fields and actor; False when the words do not mean this command after all."""
    if draft.pattern.most_words and len(draft.words()) > draft.pattern.most_words:
        return False
    named = draft.owner("by")
    draft.actor = named or draft.speaker
    if named and named != draft.speaker:
        draft.factor *= 0.92
    if named is None and draft.pattern.actor in {"player", "actor"} and draft.pattern.command not in _OWN_WORDS:
        subject = _other_subject(draft)
        if subject is not None:
            draft.actor = subject
            draft.factor *= 0.92
    draft.take_plain_slots()
    if not draft.take_names():
        return False
    draft.missing += [name for name in draft.pattern.missing if name not in draft.missing]
    check = CHECKS.get(draft.pattern.check)
    if check is not None and not check(draft):
        return False
    if draft.pattern.actor:
        if draft.actor is None:
            draft.missing.insert(0, draft.pattern.actor)
        else:
            draft.slots.setdefault(draft.pattern.actor, draft.actor)
    wanted = _fields(draft)
    draft.slots = {name: value for name, value in draft.slots.items() if name in wanted}
    draft.ask_which()
    return True


def _fields(draft: Draft) -> Collection[str]:
    """Fields the command may be given; a system that uses the name of a known command for its own decides itself."""
    own, known = draft.pattern.fields, FIELDS.get(draft.pattern.command, frozenset())
    return known if known and (not own or known <= own) else own or draft.slots


CHECKS: Mapping[str, Check] = {
    **bind_rolls.CHECKS,
    **bind_skills.CHECKS,
    **bind_goals.CHECKS,
    **bind_waited.CHECKS,
    **bind_story.CHECKS,
    **bind_sheets.CHECKS,
    **bind_any.CHECKS,
    **bind_phasesix_people.CHECKS,
    **bind_phasesix_fights.CHECKS,
    **bind_phasesix_rolls.CHECKS,
    **bind_kleptonomicon.CHECKS,
    **bind_kleptonomicon_told.CHECKS,
    **bind_kleptonomicon_gists.CHECKS,
    **bind_kleptonomicon_free.CHECKS,
    **bind_kleptonomicon_whom.CHECKS,
    **bind_choice_pta.CHECKS,
}
"""Extra conditions a grammar may name."""

FIELDS: Mapping[str, frozenset[str]] = {
    "declare_action": frozenset({"player", "description", "skill", "hold_out", "split", "principle"}),
    "request_skill_check": frozenset({"requester", "target", "skill", "reason", "extra_difficulty"}),
    "add_difficulty": frozenset({"player"}),
    "offer_help": frozenset({"player", "skill", "dice"}),
    "hold_out_dice": frozenset({"player", "count"}),
    "split_dice": frozenset({"player", "shape"}),
    "invoke_trigger": frozenset({"player", "principle"}),
    "reroll_dice": frozenset({"player", "dice", "faces", "keep"}),
    "trade_six": frozenset({"player"}),
    "spend_pool_token": frozenset({"player", "story"}),
    "call_connection": frozenset({"player", "connection", "dice", "request_text"}),
    "invoke_connection": frozenset({"player", "target", "connection", "request_text"}),
    "settle_connection_request": frozenset({"player", "request", "fulfilled", "raise"}),
    "claim_reward": frozenset({"player", "goal"}),
    "break_principle": frozenset({"player", "principle"}),
    "resolve_principle": frozenset({"player", "principle", "mode", "new_text"}),
    "call_conflict": frozenset({"caller", "nature", "natural"}),
    "end_narration": frozenset({"player", "called_by"}),
    "set_scene": frozenset({"player", "description", "combat"}),
    "count_action": frozenset({"player"}),
    "correct_state": frozenset({"path", "value", "reason", "player", "skill", "connection", "goal"}),
    "ask_status": frozenset({"topic", "player", "skill", "about"}),
    "heal_damage": frozenset({"target", "skill", "amount", "heart"}),
    "recharge_item": frozenset({"player", "item"}),
    "note": frozenset({"text"}),
    "add_special_item": frozenset(
        {"player", "name", "rank", "breaks_at_zero", "linked_to", "success_effect", "critical_failure_effect"}
    ),
    "add_principle": frozenset({"player", "text", "linked_skill", "condition", "bonus_dice"}),
    "add_connection": frozenset({"player", "npc_name"}),
    "call_get_moving": frozenset(),
    "propose_skill_goal": frozenset({"player", "goal_text", "skill_name"}),
    "choose": frozenset({"player", "option"}),
}
"""Fields of commands that are filled otherwise than by name; those of every other command are its own."""
