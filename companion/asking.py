"""Putting the companion's questions to the table, and taking the answer: said, typed, tapped, or shown by a deed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.desk import Desk
from companion.intents.bind import command_json
from companion.intents.numbers import ORDINALS, value_of
from companion.intents.types import Intent
from companion.questions import Question
from companion.turns import speaker_of
from companion.wording import changed, question_text
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.step import advance
from engine.types import Rejected

_LISTS = frozenset({"chars", "targets"})
_PEOPLE = _LISTS | {"target", "player", "requester", "caller", "char", "character"}
_THINGS = frozenset({"skill", "connection", "item", "goal", "ability"})
_COUNTS = frozenset({"dice", "chips", "count", "value", "amount", "units"})
_LUCK = "luck"


def ask(session: Desk, intent: Intent, utterance: Utterance, text: str | None = None) -> None:
    """Put the question that an intent needs answered; nothing when it would change nothing.

    Args:
        session: The evening.
        intent: What a yes carries out, or what an answer completes.
        utterance: Sentence it is about.
        text: The question; made from the intent when None.
    """
    speaker = speaker_of(utterance)
    first: tuple[Mapping[str, Any], ...] = ()
    if text is None:
        change = what_changes(session, intent, speaker)
        if change == "":
            return
        text = change or question_text(intent, speaker)
    holder = session.game.ruleset.narration(session.game.state).holder
    if holder and session.refusal(intent, speaker) == "E_PROTECTED":
        first = ({"kind": "end_narration", "player": holder, "actor": holder},)
        if holder == speaker:
            _finish_and_act(session, first[0], intent, utterance)
            return
        text = f"Is {holder} finished?"
    session.questions.ask(text, intent, utterance.id, speaker, session.now, first)


def what_changes(session: Desk, intent: Intent, speaker: str | None) -> str | None:
    """The number an intent would set, as a question; empty when the book says so already, None when it sets none."""
    if intent.command is None or intent.missing:
        return None
    try:
        command = session.game.parse({"actor": speaker, **command_json(intent)})
    except BadField:
        return None
    outcome, _ = advance(session.game.ruleset, session.game.state, command, NoDice())
    if isinstance(outcome, Rejected):
        return None
    set_right = next((event for event in outcome.events if hasattr(event, "old") and hasattr(event, "new")), None)
    if set_right is None or not hasattr(set_right, "path"):
        return None
    if set_right.old == set_right.new:
        return ""
    return changed(set_right.old, set_right.new, getattr(set_right, "player", None), set_right.path)


def _finish_and_act(session: Desk, end: Mapping[str, Any], intent: Intent, utterance: Utterance) -> None:
    """A narrator who goes on to the next deed has finished telling the last one."""
    if session.perform(session.game.parse(end), utterance).accepted:
        session.act(replace(intent, decision="act", refused=None), utterance, speaker_of(utterance))


def carry_out(session: Desk, utterance: Utterance) -> None:
    """Do what the open question asks, as on a yes."""
    question = session.questions.open
    if question is None or question.intent.missing:
        return
    session.questions.close("answered")
    for data in question.first:
        if not session.perform(session.game.parse(data), utterance).accepted:
            return
    session.act(replace(question.intent, decision="act", confidence=1.0), utterance, question.speaker)


def settled_by(session: Desk, command: Any, utterance: Utterance) -> None:
    """Settle the open question when somebody does what it asks instead of saying yes."""
    question = session.questions.open
    if question is None:
        return
    if command.kind in {data["kind"] for data in question.first}:
        session.questions.close("answered")
        session.act(replace(question.intent, decision="act", confidence=1.0), utterance, question.speaker)
    elif command.kind == question.intent.command and _same_doer(command, question):
        session.questions.close("answered")


def settled_by_hand(session: Desk, command: Any) -> None:
    """Settle the open question when a tap, or the app's own dice, did what it asks for."""
    question = session.questions.open
    if question is not None:
        tapped = Utterance(question.utterance_id, "", None, session.now, session.now, typed=True)
        settled_by(session, command, tapped)


def _same_doer(command: Any, question: Question) -> bool:
    """Whether a command is what was asked about, and not the same deed of another player."""
    doer = getattr(command, "player", None)
    return doer is None or doer == question.intent.slots.get("player", question.speaker)


def answer(session: Desk, option: str, actor: str | None) -> bool:
    """Answer the open question by one of its options, as a tap does; False when it is no answer to it.

    Args:
        session: The evening.
        option: "yes", "no", or a name or number the question asks for, in any case.
        actor: Player who answers.
    """
    question = session.questions.open
    if question is None:
        return False
    match = SpeakerMatch(actor, 1.0) if actor else None
    tapped = Utterance(question.utterance_id, option, match, session.now, session.now, typed=True)
    said = option.strip().casefold()
    if said == "yes" and not question.intent.missing:
        carry_out(session, tapped)
    elif said == "no":
        session.questions.close("dropped")
    else:
        return choose(session, _spelled(session, said) or said, tapped)
    return True


def _spelled(session: Desk, said: str) -> str | None:
    """A name of the table in its own spelling."""
    players = session.game.ruleset.vocabulary(session.game.state).players
    names = [player.name for player in players] + [name for player in players for _, name in player.things]
    return next((name for name in names if name.casefold() == said), None)


def choose(session: Desk, option: Any, utterance: Utterance) -> bool:
    """Take a name, a number or a place in the list as the answer; False when it answers nothing.

    Args:
        session: The evening.
        option: What was named.
        utterance: The answer.
    """
    question = session.questions.open
    if question is None:
        return False
    value = _placed(option, question.options)
    field = _field_named(session, question.intent, value)
    if field is None:
        return False
    session.questions.close("answered")
    slots = {**question.intent.slots, field: _value(field, value)}
    missing = tuple(name for name in question.intent.missing if name != field)
    filled = replace(question.intent, slots=slots, missing=missing, decision="act", confidence=1.0)
    if missing:
        session.ask(filled, replace(utterance, speaker=_match(question.speaker)))
    else:
        session.act(filled, utterance, question.speaker)
    return True


def _match(speaker: str | None) -> SpeakerMatch | None:
    return SpeakerMatch(speaker, 1.0) if speaker else None


def _placed(option: Any, offered: tuple[str, ...]) -> Any:
    """The choice an ordinal points at ("the second one"); what was named otherwise."""
    choices = [each for each in offered if each not in {"yes", "no"}]
    place = len(choices) if option == "last" else ORDINALS.get(str(option).casefold(), 0)
    return choices[place - 1] if 0 < place <= len(choices) else option


def _field_named(session: Desk, intent: Intent, option: Any) -> str | None:
    """The field of an intent that a name or number can stand for; None when it fits none."""
    if option is None or option == "":
        return None
    players = session.game.ruleset.vocabulary(session.game.state).players
    people = {name for player in players for name in (player.name, player.character)}
    if _number(option) is not None:
        fields = _COUNTS
    else:
        fields = _PEOPLE if option in people else _THINGS
        if fields is _THINGS and _spelled(session, str(option).casefold()) is None and option != _LUCK:
            return None
    candidates = intent.missing or tuple(name for name, value in intent.slots.items() if value)
    return next((name for name in candidates if name in fields), None)


def _number(option: Any) -> int | None:
    return option if isinstance(option, int) else value_of(str(option).casefold().split())


def _value(field: str, option: Any) -> Any:
    if field in _COUNTS:
        return _number(option)
    if field in _LISTS:
        return [option]
    return "none" if option == _LUCK else option
