"""Answers to the companion's open question: a yes, a no, a name, a number or a place in the list."""

import re
from dataclasses import replace
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.dialogue import dispatch
from companion.dialogue.question_wording import declared_type
from companion.dialogue.session_context import SessionContext
from companion.nlu.numbers import ORDINALS, value_in
from companion.nlu.types import Intent
from engine.fields import Faces

_LISTS = frozenset({"chars", "targets"})
_PEOPLE = _LISTS | {"target", "player", "requester", "caller", "char", "character", "to", "other", "provoked_by"}
_THINGS = frozenset({"skill", "connection", "item", "goal", "ability", "weapon", "principle", "trait"})
_COUNTS = frozenset({"health", "dice", "chips", "count", "value", "amount", "units", "n"})
_FACES = frozenset({"values", "dice"})
ANSWERED = _PEOPLE | _THINGS | _COUNTS | _FACES
"""Fields that a name or numbers answer a question about."""
_LUCK = "luck"
_FOES = frozenset({"npc", "group", "creature"})
"""Words of games for those who belong to nobody at the table."""


def answer(session: SessionContext, option: str, actor: str | None, *, own_page: bool = False) -> bool:
    """Answer the open question by one of its options, as a tap does; False when it is no answer to it.

    Args:
        session: The evening.
        option: "yes", "no", or a name or number the question asks for, in any case.
        actor: Player who answers.
        own_page: Whether they do so on a page of their own.
    """
    question = session.questions.open
    if question is None:
        return False
    match = SpeakerMatch(actor, 1.0) if actor else None
    tapped = Utterance(question.utterance_id, option, match, session.now, session.now, typed=True, own_page=own_page)
    said = option.strip().casefold()
    if said == "yes" and not question.intent.missing:
        dispatch.carry_out(session, tapped)
    elif said == "no":
        session.questions.close("dropped")
        session.follower.denied(question)
    else:
        return choose(session, _spelled(session, said) or said, tapped)
    return True


def is_anothers(session: SessionContext, utterance: Utterance) -> bool:
    """Return True for an answer to a question put to somebody else, and tell whoever typed it."""
    question = session.questions.open
    if question is None or question.may_be_settled_by(utterance):
        return False
    session.refuse_aloud(f"That question is {question.speaker}'s.", utterance.id)
    return True


def _spelled(session: SessionContext, said: str) -> str | None:
    """A name of the table in its own spelling."""
    players = session.game.ruleset.vocabulary(session.game.state).players
    names = [player.name for player in players] + [name for player in players for _, name in player.things]
    return next((name for name in names if name.casefold() == said), None)


def choose(session: SessionContext, option: Any, utterance: Utterance) -> bool:
    """Take a name, a number or a place in the list as the answer; False when it answers nothing.

    Args:
        session: The evening.
        option: What was named.
        utterance: The answer.
    """
    question = session.questions.open
    if question is None or not question.may_be_settled_by(utterance):
        return False
    value = _placed(option, question.options)
    faces = _faces_in(value) if _wants_faces(session, question.intent) else []
    field = question.intent.missing[0] if faces else _field_named(session, question.intent, value)
    if field is None:
        return False
    session.questions.close("answered")
    slots = {**question.intent.slots, field: faces or _value(field, value)}
    missing = tuple(name for name in question.intent.missing if name != field)
    filled = replace(question.intent, slots=slots, missing=missing, decision="act", confidence=1.0)
    if missing:
        dispatch.ask(session, filled, replace(utterance, speaker=_match(question.speaker)))
    else:
        dispatch.act(session, filled, utterance, question.speaker)
    return True


def _wants_faces(session: SessionContext, intent: Intent) -> bool:
    """Return True where the faces of dice are missing."""
    command = session.game.command_of(intent.command)
    return bool(intent.missing) and isinstance(declared_type(command, intent.missing[0]), Faces)


def _faces_in(option: Any) -> list[int]:
    """The numbers of an answer: "five and three"."""
    numbers = (_number(word) for word in re.findall(r"\w+", str(option)))
    return [number for number in numbers if number is not None]


def _match(speaker: str | None) -> SpeakerMatch | None:
    return SpeakerMatch(speaker, 1.0) if speaker else None


def _placed(option: Any, offered: tuple[str, ...]) -> Any:
    """The choice an ordinal points at ("the second one"); what was named otherwise."""
    choices = [each for each in offered if each not in {"yes", "no"}]
    place = len(choices) if option == "last" else ORDINALS.get(str(option).casefold(), 0)
    return choices[place - 1] if 0 < place <= len(choices) else option


def _field_named(session: SessionContext, intent: Intent, option: Any) -> str | None:
    """The field of an intent that a name or number can stand for; None when it fits none."""
    if option is None or option == "":
        return None
    known = session.game.ruleset.vocabulary(session.game.state)
    people = {name for each in known.players for name in (each.name, each.character, *each.of("opponent"))}
    people |= {name for kind, name in known.shared if kind in _FOES}
    if _number(option) is not None:
        fields = _COUNTS
    else:
        fields = _PEOPLE if option in people else _THINGS
        if fields is _THINGS and _spelled(session, str(option).casefold()) is None and option != _LUCK:
            return None
    candidates = intent.missing or tuple(name for name, value in intent.slots.items() if value)
    return next((name for name in candidates if name in fields), None)


def _number(option: Any) -> int | None:
    return option if isinstance(option, int) else value_in(str(option).casefold())


def _value(field: str, option: Any) -> Any:
    if field in _COUNTS:
        return _number(option)
    if field in _LISTS:
        return [option]
    return "none" if option == _LUCK else option
