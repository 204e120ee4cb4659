"""Dispatch of an intent: it is carried out, asked about first, or noted.

A question may end in a deed, and a deed in a question; so both are here, with what settles a question by a deed. What
words and taps mean as an answer is in `companion.dialogue.answering`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from audio.types import Utterance
from companion.dialogue.admission import WAKING
from companion.dialogue.command_executor import perform
from companion.dialogue.confirmation_policy import ConfirmationPolicy, certain
from companion.dialogue.question_wording import changed, question_text
from companion.dialogue.questions import Postponed, Question
from companion.dialogue.records import intent_record
from companion.dialogue.session_context import SessionContext
from companion.dialogue.turn_interpreter import turn_of
from companion.nlu.bind import command_json
from companion.nlu.handing_over import hands_over
from companion.nlu.types import Intent
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.phrase import phrase
from engine.step import advance
from engine.types import PUBLIC, Rejected, Spoken

LEAST_PLAIN = 0.85
"""Confidence from which a count of chips is meant as a correction, not only told, and a deed not only described."""
_OF_THE_RULES = frozenset({"skill", "ability", "weapon", "item", "trait", "style", "foe", "opponent", "creature"})
_NO_MATTER_OF_ORDER = ("UNKNOWN", "ALREADY", "DUPLICATE", "GM")
"""Parts of codes of refusals that waiting for one's turn would not change."""


def take(session: SessionContext, intent: Intent, utterance: Utterance) -> Intent:
    """Do about an intent what this table wants done.

    Args:
        session: The evening.
        intent: As understood.
        utterance: Sentence it stands in.

    Returns:
        The intent with the decision made about it.
    """
    intent = _weighed(session, intent, utterance)
    if intent.decision == "ignore":
        return intent
    session.minutes.emit(intent_record(intent, utterance.id))
    if intent.decision == "act" or intent.command == WAKING:
        act(session, intent, utterance, utterance.speaker_name)
    elif intent.decision == "ask":
        ask(session, intent, utterance)
    else:
        note(session, intent, utterance)
        if intent.command and intent.refused and not intent.missing:
            _explain(session, intent, utterance)
    return intent


def _weighed(session: SessionContext, intent: Intent, utterance: Utterance) -> Intent:
    """The intent with the decision this table wants; what was asked about and is said again is meant."""
    if intent.command == "no" and session.questions.open is not None:
        return replace(intent, decision="act")
    speaker = utterance.speaker_name
    command = _meant(session, intent, speaker)
    decision = ConfirmationPolicy(session.turns.trusted, session.game).decide(intent, command, utterance)
    if decision == "ask" and intent.decision == "act":
        settled = session.questions.lately(intent, speaker)
        decision = "note" if settled == "dropped" else "act" if settled is not None else "ask"
    return session.turns.trace.weigh(intent, decision)


def _meant(session: SessionContext, intent: Intent, speaker: str | None) -> Any | None:
    """The command of the rules an intent stands for; None when it stands for none yet."""
    if intent.command is None or intent.command in session.own or intent.missing:
        return None
    return _parsed(session, intent, speaker)


def _parsed(session: SessionContext, intent: Intent, speaker: str | None) -> Any | None:
    try:
        return session.game.parse({"actor": speaker, **command_json(intent)})
    except BadField:
        return None


def refusal(session: SessionContext, intent: Intent, speaker: str | None) -> str | None:
    """Error code the rules would answer to an intent as said by this speaker; None when they would take it."""
    if intent.command is None or intent.command in session.own or intent.missing:
        return None
    data = {"actor": speaker, **command_json(intent)}
    return session.game.refusal(str(data.pop("kind")), data)


def note(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Record something worth noting."""
    text = str(intent.slots.get("text") or utterance.text)
    session.minutes.emit({"type": "note", "utterance": utterance.id, "text": text, "category": intent.category})


def _explain(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Say why the rules refuse, to typed talk and plain corrections; after other talk remind of what the table owes."""
    speaker = utterance.speaker_name
    command = _parsed(session, intent, speaker)
    refused = None if command is None else session.game.refused(command)
    if refused is None:
        return
    session.minutes.command(intent.command, speaker, intent.slots, utterance, refused, now=session.now)
    correction = session.game.command_of(intent.command).means == "corrects"
    unclear = "AMBIGUOUS" in refused.code  # which of several was meant is a question the table has to hear
    if utterance.typed or unclear or (correction and intent.confidence >= LEAST_PLAIN):
        session.refuse_aloud(refused.reason, utterance.id)
    elif not correction:
        owed = session.game.ruleset.remind(session.game.state)
        plain = (Spoken(refused.reason, 2),) if _plainly_meant(session, intent, refused, utterance) else ()
        session.announcer.remind(owed or plain, session.now)


def _plainly_meant(session: SessionContext, intent: Intent, refused: Rejected, utterance: Utterance) -> bool:
    """Return True if a deed at the wrong moment was surely meant: it names something the rules know."""
    if (
        intent.confidence < LEAST_PLAIN
        or not certain(utterance)
        or any(word in refused.code for word in _NO_MATTER_OF_ORDER)
    ):
        return False
    vocabulary = session.game.ruleset.vocabulary(session.game.state)
    things = [thing for player in vocabulary.players for thing in player.things] + list(vocabulary.shared)
    named = {name for kind, name in things if kind in _OF_THE_RULES}
    return any(value in named for value in intent.slots.values() if isinstance(value, str))


def act(session: SessionContext, intent: Intent, utterance: Utterance, speaker: str | None) -> None:
    """Carry out an intent, as said by this speaker; what the rules refuse is answered or asked about."""
    own = session.own.get(intent.command or "")
    if own is not None:
        own(session, intent, utterance)
        return
    try:
        command = session.game.parse({"actor": speaker, **command_json(intent)})
    except BadField as problem:
        refused = Rejected("E_FORM", phrase("{problem}.", problem=problem))
        session.minutes.command(intent.command, speaker, intent.slots, utterance, refused, now=session.now)
        session.refuse_aloud("I did not get all of that. Please say it again.", utterance.id)
        return
    if _what_changes(session, command) == "":
        session.announcer.answer("That is already so.", session.now, utterance.id)
        return
    for settling in session.game.way_to(command):
        perform(session, settling, utterance)
    outcome = perform(session, command, utterance).outcome
    if not isinstance(outcome, Rejected):
        session.dice.roll_remembered(session.now, utterance.id)
        settled_by(session, command, utterance)
        for slots in intent.others:
            act(session, replace(intent, slots=slots, others=()), utterance, speaker)
    elif outcome.code == "E_PROTECTED":
        ask(session, intent, utterance)
    else:
        session.refuse_aloud(outcome.reason, utterance.id)


def _what_changes(session: SessionContext, command: Any) -> str | None:
    """The number a command would set, as a question; empty when the book says so already, None when it sets none.

    None as well where not everybody may know the number there was.
    """
    outcome, _ = advance(session.game.ruleset, session.game.state, command, NoDice())
    if isinstance(outcome, Rejected):
        return None
    set_right = next((event for event in outcome.events if hasattr(event, "old") and hasattr(event, "new")), None)
    if set_right is None or not hasattr(set_right, "path") or set_right.visibility != PUBLIC:
        return None
    if set_right.old == set_right.new:
        return ""
    return changed(set_right.old, set_right.new, getattr(set_right, "player", None), set_right.path)


# Questions


def ask(session: SessionContext, intent: Intent, utterance: Utterance, text: str | None = None) -> None:
    """Put the question that an intent needs answered; nothing when it would change nothing.

    Args:
        session: The evening.
        intent: What a yes carries out, or what an answer completes.
        utterance: Sentence it is about.
        text: The question; made from the intent when None.
    """
    speaker = utterance.speaker_name
    first: tuple[Mapping[str, Any], ...] = ()
    if text is None:
        command = _meant(session, intent, speaker)
        change = None if command is None else _what_changes(session, command)
        if change == "":
            return
        text = change or question_text(intent, speaker, session.game.command_of(intent.command))
    holder = session.game.ruleset.narration(session.game.state).holder
    if holder and refusal(session, intent, speaker) == "E_PROTECTED":
        ends = session.game.kind_that("ends_narration")
        first = ({"kind": ends, "player": holder, "actor": holder},)
        if holder == speaker or (intent.tipped == "protected" and _has_stopped(session, holder)):
            _finish_and_act(session, first[0], intent, utterance)
            return
        text = f"Is {holder} finished?"
    if (question := session.questions.open) is not None:
        if utterance.typed and question.text == text:
            session.announcer.answer(text, session.now, utterance.id)
        session.questions.postpone(Postponed(text, intent, utterance, speaker))
        return
    session.questions.ask(text, intent, utterance.id, speaker, session.now, first, again=utterance.typed)


def ask_next(session: SessionContext) -> None:
    """Put the question that had to wait for another one, where its sentence still asks for the same."""
    withdraw_outdated(session)
    kept = session.questions.next_postponed()
    if kept is None or session.ended or not session.listening or kept.utterance.id in session.struck:
        return
    intents = session.turns.read_ahead(turn_of(kept.utterance), session.game.state)
    meant = next((each for each in intents if each.command == kept.intent.command), None)
    if meant is None or meant.decision not in {"act", "ask"}:
        return
    if refusal(session, meant, kept.speaker) in {None, "E_PROTECTED"}:
        ask(session, replace(meant, decision="ask"), kept.utterance)


def _has_stopped(session: SessionContext, holder: str) -> bool:
    """Return True if the narrator's last words left the story to others."""
    said = next((turn for turn in reversed(session.turns.before) if turn.speaker == holder), None)
    return said is not None and hands_over(said, session.turns.table(session.game.state))


def _finish_and_act(session: SessionContext, end: Mapping[str, Any], intent: Intent, utterance: Utterance) -> None:
    """A narrator who has stopped, or who goes on to the next deed, has finished telling the last one."""
    if perform(session, session.game.parse(end), utterance).accepted:
        act(session, replace(intent, decision="act", refused=None), utterance, utterance.speaker_name)


def carry_out(session: SessionContext, utterance: Utterance) -> None:
    """Do what the open question asks, as on a yes."""
    question = session.questions.open
    if question is None or question.intent.missing:
        return
    session.questions.close("answered")
    session.follower.answered(question.utterance_id)
    for data in question.first:
        outcome = perform(session, session.game.parse(data), utterance).outcome
        if isinstance(outcome, Rejected):
            session.refuse_aloud(outcome.reason, utterance.id)
            return
    act(session, replace(question.intent, decision="act", confidence=1.0), utterance, question.speaker)
    session.follower.done(session, question.utterance_id)
    session.follower.read_dice_after(session, question.utterance_id, question.intent)


def settled_by(session: SessionContext, command: Any, utterance: Utterance) -> None:
    """Settle the open question when somebody does what it asks instead of saying yes."""
    session.questions.forget_postponed(command.kind, utterance.speaker_name)
    question = session.questions.open
    if question is None:
        return
    if command.kind in {data["kind"] for data in question.first}:
        session.questions.close("answered")
        act(session, replace(question.intent, decision="act", confidence=1.0), utterance, question.speaker)
    elif command.kind == question.intent.command and _same_doer(command, question):
        session.questions.close("answered")


def settled_by_hand(session: SessionContext, command: Any) -> None:
    """Settle the open question when a tap, or the app's own dice, did what it asks for."""
    question = session.questions.open
    if question is not None:
        tapped = Utterance(question.utterance_id, "", None, session.now, session.now, typed=True)
        settled_by(session, command, tapped)


def withdraw_outdated(session: SessionContext) -> None:
    """Withdraw the open question where the rules would not take what it asks about any more, as when its check is gone.

    What is still missing, and what the companion does itself, may be answered as long as it is open.
    """
    question = session.questions.open
    if question is None or question.intent.missing or question.intent.command in {None, *session.own}:
        return
    refused = None if question.first else refusal(session, question.intent, question.speaker)
    if refused not in {None, "E_PROTECTED"} or session.game.after(question.first) is None:
        session.questions.close("withdrawn")


def _same_doer(command: Any, question: Question) -> bool:
    """Return True if a command is the one asked about, and not the same deed of another player."""
    doer = getattr(command, "player", None)
    return doer is None or doer == question.intent.slots.get("player", question.speaker)
