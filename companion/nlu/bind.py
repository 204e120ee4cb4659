"""From matched words to the fields of a command, and from an intent to the command's JSON form."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from companion.nlu import (
    bind_any,
    bind_choice_pta,
    bind_goals,
    bind_kleptonomicon,
    bind_kleptonomicon_cast,
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
from companion.play.commands import command_of

CHOOSE = "choose"
"""The answer to an open question."""

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


def _of_others(draft: Draft) -> bool:
    """Return True where people speak of others in such a sentence without others acting."""
    command = draft.pattern.command
    return command == CHOOSE or command_of(draft.heard.table.slug, command).talk.of_others


def complete(draft: Draft) -> bool:
    """Fill in fields and actor; False when the words do not mean this command after all."""
    if draft.pattern.most_words and len(draft.words()) > draft.pattern.most_words:
        return False
    named = draft.owner("by")
    draft.actor = named or draft.speaker
    if named and named != draft.speaker:
        draft.factor *= 0.92
    if named is None and draft.pattern.actor in {"player", "actor"} and not _of_others(draft):
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
    """Fields that words may fill; whatever was said where nothing is known of them."""
    return draft.pattern.fields or OWN_FIELDS.get(draft.pattern.command, draft.slots)


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
    **bind_kleptonomicon_cast.CHECKS,
    **bind_kleptonomicon_told.CHECKS,
    **bind_kleptonomicon_gists.CHECKS,
    **bind_kleptonomicon_free.CHECKS,
    **bind_kleptonomicon_whom.CHECKS,
    **bind_choice_pta.CHECKS,
}
"""Extra conditions a grammar may name."""

OWN_FIELDS: Mapping[str, frozenset[str]] = {
    "note": frozenset({"text"}),
    CHOOSE: frozenset({"player", "option"}),
}
"""Fields of commands of the companion that are filled otherwise than by name."""
