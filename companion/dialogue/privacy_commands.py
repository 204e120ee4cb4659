"""Commands about people's own words: off the record, strike that, I agree, I do not want to be heard, forget me."""

from collections.abc import Iterator
from contextlib import contextmanager

from audio.types import Utterance
from companion.chronicle.saved_documents import DocumentLocked
from companion.dialogue import dispatch
from companion.dialogue.admission import FORGETTING
from companion.dialogue.live_redaction import forget_live, redact_live
from companion.dialogue.session_context import SessionContext
from companion.nlu.types import Intent
from companion.store import ConsentWay

_MOST_STRUCK = 10
"""Sentences one sentence may strike."""
_WHOSE = "whose_words"
"""Field of the question whether to delete somebody's words; no name that is said in answer fills it in."""


def strike_that(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Delete the words said before this turn, or so many of them, or the speaker's own; and this turn's."""
    with told_of_papers(session, utterance.id):
        redact_live(session, [*session.notebook.latest(*struck_by(intent, utterance)), utterance.id], utterance.id)
        session.announcer.answer("Deleted from the record.", session.now, utterance.id)


def struck_by(intent: Intent, utterance: Utterance) -> tuple[int, str | None]:
    """Return how many of the latest sentences "strike that" strikes, itself among them, and of whom, if of one only."""
    by = utterance.speaker_name if intent.slots.get("own") else None
    return min(int(intent.slots.get("count", 1)), _MOST_STRUCK) + 1, by


def go_off_record(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Keep nothing from this turn on, whatever else was said in it."""
    session.listening = False
    with told_of_papers(session, utterance.id):
        redact_live(session, [utterance.id], utterance.id)
    session.announcer.answer("Off the record. Say back on the record to continue.", session.now, utterance.id)


def agree(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Somebody agrees to being heard: the speaker, or whoever an unknown voice says it is."""
    person = session.consent.one_who_speaks(intent.slots.get("player"), utterance)
    if person is None:
        _ask_who(session, utterance, "agree to being heard")
        return
    session.consent.give(person, _way(utterance))
    session.minutes.emit({"type": "consent", "person": person, "given": True, "utterance": utterance.id})
    session.announcer.answer(f"{person} agrees to being heard.", session.now, utterance.id)


def withdraw(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Somebody does not want to be heard any more; what they said so far is offered to be deleted."""
    person = session.consent.one_who_speaks(intent.slots.get("player"), utterance)
    if person is None:
        _ask_who(session, utterance, "do not want to be recorded")
        return
    session.consent.withdraw(person, _way(utterance))
    session.minutes.emit({"type": "consent", "person": person, "given": False, "utterance": utterance.id})
    session.announcer.answer(
        f"{person}, from now on I ignore what you say, and your voiceprint is deleted.", session.now, utterance.id
    )
    _offer_to_forget(session, person, utterance, f"Shall I also delete everything {person} has said?")


def forget_me(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Delete everything somebody has said in this campaign, and their voiceprint; asks before it does.

    The question is answered by nobody else who is known.
    """
    if _WHOSE in intent.slots:
        person = str(intent.slots[_WHOSE])
        if utterance.speaker_name not in {None, person}:
            session.refuse_aloud(f"Only {person} can say yes to that.", utterance.id)
            return
        with told_of_papers(session, utterance.id):
            forget_live(session, person)
            session.announcer.answer(f"Everything {person} said is deleted.", session.now)
        return
    who = session.consent.one_who_speaks(intent.slots.get("player"), utterance)
    if who is None:
        _ask_who(session, utterance, "want to be forgotten")
    else:
        _offer_to_forget(session, who, utterance, f"Delete everything {who} has said in this campaign?")


@contextmanager
def told_of_papers(session: SessionContext, cause: str | None) -> Iterator[None]:
    """Tell that the words are gone from the record, but not from saved notes that are locked; the evening goes on."""
    try:
        yield
    except DocumentLocked as problem:
        session.refuse_aloud(f"{problem} {problem.hint}", cause)


def _offer_to_forget(session: SessionContext, person: str, utterance: Utterance, question: str) -> None:
    slots = {_WHOSE: person}
    session.questions.close("withdrawn")
    dispatch.ask(
        session, Intent("table_command", FORGETTING, slots, confidence=1.0, decision="ask"), utterance, question
    )


def _ask_who(session: SessionContext, utterance: Utterance, what: str) -> None:
    name = session.consent.standings()[0].person
    session.announcer.answer(f"Say your own name with it: I, {name}, {what}.", session.now, utterance.id)


def _way(utterance: Utterance) -> ConsentWay:
    return "typed" if utterance.typed else "said"
