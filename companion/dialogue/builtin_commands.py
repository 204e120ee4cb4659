"""Commands the companion carries out itself: rolling, undoing, answering, listening, settling its own questions."""

from collections.abc import Mapping
from dataclasses import replace

from audio.types import Utterance
from companion.chronicle.saved_documents import DocumentNotSaved
from companion.dialogue import answering, corrections, dice_corrections, dispatch
from companion.dialogue.admission import AGREEING, FORGETTING, GOING_OFF, STRIKING, WAKING, WITHDRAWING
from companion.dialogue.chronicle_commands import apart_known, call_known, note_about, same_known, take_back_lately
from companion.dialogue.command_executor import perform
from companion.dialogue.confirmation_policy import certain
from companion.dialogue.correction_targets import mean_other
from companion.dialogue.explanations import RECENT_SECONDS, why_lately
from companion.dialogue.guide import lead
from companion.dialogue.privacy_commands import agree, forget_me, go_off_record, strike_that, withdraw
from companion.dialogue.recap_commands import stop_telling, tell_recap
from companion.dialogue.self_questions import not_meant, tell_heard, tell_listening, tell_waiting
from companion.dialogue.session_context import Handler, SessionContext
from companion.dialogue.story_answers import tell_known, tell_met, tell_open, tell_promises
from companion.dialogue.suggested_sentences import get_started, tell_sayable
from companion.nlu.recognize import Trust
from companion.nlu.types import Intent
from engine.common.messages import ASK_KIND, UNDO_KIND
from engine.history import REDO_KIND, RedoLast
from engine.types import Rejected

_TRUSTED: Mapping[Trust, str] = {
    "careful": "I will ask before important actions.",
    "normal": "I will ask when I am not sure.",
    "brisk": "I will only ask for missing details.",
}
_OF_EVERYBODY = frozenset({"chips"})
"""Topics that mean everybody unless a player is named; others mean whoever asks."""


def _roll_for_me(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    player = intent.slots.get("player") or utterance.speaker_name
    if intent.slots.get("always"):
        session.dice.take_over(player)
        session.announcer.answer(f"I will roll for {player or 'everybody'} from now on.", session.now, utterance.id)
    session.dice.roll_for(player, session.now, utterance.id)


def _undo(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    if take_back_lately(session, utterance):
        return
    performed = perform(session, session.game.parse({"kind": UNDO_KIND, "actor": utterance.speaker_name}), utterance)
    session.follower.put_right(None)  # what stood in the way of earlier lines is gone, but nobody asks for them now
    if isinstance(performed.outcome, Rejected):
        session.refuse_aloud(performed.outcome.reason, utterance.id)


def _redo(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    performed = perform(session, RedoLast(actor=utterance.speaker_name), utterance)
    if isinstance(performed.outcome, Rejected):
        session.refuse_aloud(performed.outcome.reason, utterance.id)
    else:
        session.announcer.answer("Redone.", session.now, performed.command_id)


def _answer_status(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    slots = intent.slots
    topic = str(slots.get("topic"))
    about = next((str(slots[name]) for name in ("about", "skill", "connection", "goal") if slots.get(name)), None)
    player = slots.get("player") or (None if topic in _OF_EVERYBODY else utterance.speaker_name)
    _answer(session, intent, utterance, session.game.ruleset.answer(session.game.state, topic, player, about))


def _answer(session: SessionContext, intent: Intent, utterance: Utterance, text: str) -> None:
    fields = {"topic": intent.command, **intent.slots}
    session.minutes.command(ASK_KIND, utterance.speaker_name, fields, utterance, None, now=session.now)
    session.announcer.answer(text, session.now, utterance.id)


def _say_why(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Explain the latest deed; a question people may have put to each other is left to them."""
    game, nothing = session.game, intent.slots.get("about") == "nothing"
    refusal = session.announcer.last_refusal if nothing else None
    if refusal is not None and session.now - refusal[0] <= RECENT_SECONDS:
        _answer(session, intent, utterance, refusal[1].text)
        return
    text = why_lately(game.store, game.campaign, game.evening or 0, utterance.id, nothing=nothing)
    if text is not None or utterance.typed:
        _answer(session, intent, utterance, text or "I have not done anything recently.")


def _repeat(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    question = session.questions.open
    if intent.slots.get("of") == "question" and question is not None:
        session.announcer.answer(question.text, session.now, utterance.id)
    elif not session.announcer.repeat(session.now):
        session.announcer.answer("I have not said anything yet.", session.now, utterance.id)


def _stop_listening(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    session.listening = False
    session.announcer.answer("I have stopped listening. Say start listening to continue.", session.now, utterance.id)


def _start_listening(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    if not session.listening:
        session.listening = True
        session.announcer.answer("I am listening.", session.now, utterance.id)


def _fall_quiet(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    session.announcer.verbosity = "quiet"
    session.announcer.stop_telling()


def _speak_again(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    session.announcer.verbosity = "normal"
    session.announcer.answer("Announcements are on again.", session.now, utterance.id)


def _speak_more(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    session.announcer.verbosity = "full"
    session.announcer.answer("I will announce everything.", session.now, utterance.id)


def _leave_dice(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    player = (intent.slots.get("player") or utterance.speaker_name) if intent.slots.get("own") else None
    session.dice.leave_to_table(player)
    who = "You" if player in {None, utterance.speaker_name} else player
    roll, read = ("roll", "read") if who == "You" else ("rolls", "reads")
    session.announcer.answer(f"{who} {roll}, and {read} the faces to me.", session.now, utterance.id)


def _end_evening(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Good night: the rules end their session where they have one, and the evening is over."""
    if not (intent.slots.get("sure") or certain(utterance)):
        dispatch.ask(session, replace(intent, slots={"sure": True}), utterance)
        return
    ends = session.game.kind_that("ends_session")
    if ends is not None and session.game.refusal(ends, {}) is None:
        dispatch.act(session, replace(intent, command=ends, slots={}), utterance, utterance.speaker_name)
        return
    if session.game.evening is not None:  # first: what the table hears to be over stays over after a crash
        session.game.store.end_evening(session.game.campaign.id, session.game.evening)
    session.ended = True
    _answer(session, intent, utterance, "Good night. Everything is saved.")


def _save_notes(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    try:
        where = session.notebook.save()
    except DocumentNotSaved as problem:
        session.refuse_aloud(f"{problem} {problem.hint}", utterance.id)
        return
    text = f"The notes are saved as {where}." if where else "There is no folder to save notes in."
    _answer(session, intent, utterance, text)


def _yes(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    if not answering.is_anothers(session, utterance):
        dispatch.carry_out(session, utterance)


def _no(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    if not answering.is_anothers(session, utterance) and (question := session.questions.close("dropped")) is not None:
        session.follower.denied(question)


def _choose(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    if not answering.is_anothers(session, utterance):
        answering.choose(session, intent.slots.get("option"), utterance)


def _mean_skill(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Another skill: the answer to an open question about one, else a correction of what was done."""
    if not answering.choose(session, intent.slots.get("skill"), utterance):
        corrections.change_skill(session, intent, utterance)


def _ask_more(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    session.trust_more(-1)
    session.announcer.answer(_TRUSTED[session.trust], session.now, utterance.id)


def _ask_less(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    session.trust_more(1)
    session.announcer.answer(_TRUSTED[session.trust], session.now, utterance.id)


def _mean_other(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Somebody or something else: the answer to an open question about it, else a correction of what was done."""
    if not any(answering.choose(session, name, utterance) for name in intent.slots["meant"]):
        mean_other(session, intent, utterance)


def _not_that(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Another number; where nobody gave the wrong one, the dice just read out may have been misheard."""
    if not corrections.not_that(session, intent, utterance) and not dice_corrections.ask_again(session, utterance):
        corrections.nothing_meant(session, utterance)


OWN: Mapping[str, Handler] = {
    "roll_for_me": _roll_for_me,
    UNDO_KIND: _undo,
    REDO_KIND: _redo,
    ASK_KIND: _answer_status,
    "recap": tell_recap,
    "stop_telling": stop_telling,
    "why": _say_why,
    "repeat": _repeat,
    "stop_listening": _stop_listening,
    WAKING: _start_listening,
    STRIKING: strike_that,
    GOING_OFF: go_off_record,
    AGREEING: agree,
    WITHDRAWING: withdraw,
    FORGETTING: forget_me,
    "mute": _fall_quiet,
    "quieter": _fall_quiet,
    "unmute": _speak_again,
    "louder": _speak_more,
    "roll_real_dice": _leave_dice,
    "save_notes": _save_notes,
    "end_evening": _end_evening,
    "note": dispatch.note,
    "yes": _yes,
    "no": _no,
    "choose": _choose,
    "ask_more": _ask_more,
    "ask_less": _ask_less,
    "ask_known": tell_known,
    "ask_met": tell_met,
    "ask_promises": tell_promises,
    "ask_open": tell_open,
    "call_known": call_known,
    "same_known": same_known,
    "apart_known": apart_known,
    "note_about": note_about,
    "undo_several": corrections.undo_several,
    "change_skill": _mean_skill,
    "mean_other": _mean_other,
    "ask_waiting": tell_waiting,
    "ask_heard": tell_heard,
    "ask_listening": tell_listening,
    "ask_help": tell_sayable,
    "get_started": get_started,
    "guide_us": lead,
    "not_meant": not_meant,
    "make_that": corrections.make_that,
    "not_that": _not_that,
    dice_corrections.READ_AGAIN: dice_corrections.misheard,
    "recredit": corrections.other_speaker,
}
"""Commands the companion carries out itself; every other intent is a command of the rules."""
