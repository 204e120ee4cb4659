"""What the companion does itself when asked: rolling, undoing, answering, listening, settling its own questions."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from audio.types import Utterance
from companion.announce import Announcer
from companion.dice_desk import DiceDesk
from companion.game import Game, Performed
from companion.intents.types import Intent
from companion.notebook import Notebook
from companion.questions import QuestionDesk
from companion.records import Record
from companion.turns import TurnReader, speaker_of
from engine.history import RedoLast
from engine.types import Rejected


class Desk(Protocol):
    """What a session lends to these commands."""

    game: Game
    announcer: Announcer
    notebook: Notebook
    dice: DiceDesk
    questions: QuestionDesk
    turns: TurnReader
    listening: bool
    now: float

    def act(self, intent: Intent, utterance: Utterance, speaker: str | None) -> None:
        """Carry out an intent."""
        ...

    def ask(self, intent: Intent, utterance: Utterance) -> None:
        """Put the question an intent needs answered."""
        ...

    def perform(self, command: Any, utterance: Utterance | None, root: str | None = None) -> Performed:
        """Carry out a command."""
        ...

    def carry_out_question(self, utterance: Utterance) -> None:
        """Do what the open question asks."""
        ...

    def refuse_aloud(self, reason: str, utterance_id: str | None) -> None:
        """Say why something was not done."""
        ...

    def note(self, intent: Intent, utterance: Utterance) -> None:
        """Record something worth noting."""
        ...

    def emit(self, record: Record) -> None:
        """Hand a record to the observer."""
        ...

    def emit_command(
        self,
        kind: str | None,
        actor: str | None,
        fields: Mapping[str, Any],
        utterance: Utterance | None,
        outcome: Any,
        command_id: str | None = None,
    ) -> None:
        """Record what became of a command."""
        ...


WAKING = "start_listening"
_PEOPLE = frozenset({"target", "player", "requester", "caller"})
_OF_EVERYBODY = frozenset({"chips"})
"""Topics that mean everybody unless a player is named; others mean whoever asks."""
_THINGS = frozenset({"skill", "connection", "item", "goal"})


def _roll_for_me(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.dice.roll_for(intent.slots.get("player") or speaker_of(utterance), session.now, utterance.id)


def _undo(session: Desk, intent: Intent, utterance: Utterance) -> None:
    performed = session.perform(session.game.parse({"kind": "undo_last", "actor": speaker_of(utterance)}), utterance)
    if isinstance(performed.outcome, Rejected):
        session.refuse_aloud(performed.outcome.reason, utterance.id)


def _redo(session: Desk, intent: Intent, utterance: Utterance) -> None:
    performed = session.perform(RedoLast(actor=speaker_of(utterance)), utterance)
    if isinstance(performed.outcome, Rejected):
        session.refuse_aloud(performed.outcome.reason, utterance.id)
    else:
        session.announcer.answer("Done again.", session.now, performed.command_id)


def _answer_status(session: Desk, intent: Intent, utterance: Utterance) -> None:
    slots = intent.slots
    topic = str(slots.get("topic"))
    about = next((str(slots[name]) for name in ("about", "skill", "connection", "goal") if slots.get(name)), None)
    player = slots.get("player") or (None if topic in _OF_EVERYBODY else speaker_of(utterance))
    _answer(session, intent, utterance, session.game.ruleset.answer(session.game.state, topic, player, about))


def _answer_last_time(session: Desk, intent: Intent, utterance: Utterance) -> None:
    _answer(session, intent, utterance, session.notebook.last_time())


def _answer(session: Desk, intent: Intent, utterance: Utterance, text: str) -> None:
    fields = {"topic": intent.command, **intent.slots}
    session.emit_command("ask_status", speaker_of(utterance), fields, utterance, None)
    session.announcer.answer(text, session.now, utterance.id)


def _repeat(session: Desk, intent: Intent, utterance: Utterance) -> None:
    if not session.announcer.repeat(session.now):
        session.announcer.answer("I have not said anything yet.", session.now, utterance.id)


def _stop_listening(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.listening = False
    session.announcer.answer("I stop listening. Say start listening to have me back.", session.now, utterance.id)


def _start_listening(session: Desk, intent: Intent, utterance: Utterance) -> None:
    if not session.listening:
        session.listening = True
        session.announcer.answer("I am listening.", session.now, utterance.id)


def _strike(session: Desk, intent: Intent, utterance: Utterance) -> None:
    """Delete the words said before this turn, and this turn's."""
    struck = session.notebook.strike_latest(2)
    session.turns.forget()
    if session.questions.open is not None and session.questions.open.utterance_id in struck:
        session.questions.close("dropped")
    session.emit({"type": "note", "utterance": utterance.id, "text": "struck from the record", "struck": struck})
    session.announcer.answer("Struck from the record.", session.now, utterance.id)


def _fall_quiet(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.announcer.verbosity = "quiet"


def _speak_again(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.announcer.verbosity = "normal"
    session.announcer.answer("I speak again.", session.now, utterance.id)


def _speak_more(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.announcer.verbosity = "full"
    session.announcer.answer("I say everything now.", session.now, utterance.id)


def _leave_dice(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.dice.leave_to_table()
    session.announcer.answer("You roll, and read the faces to me.", session.now, utterance.id)


def _save_notes(session: Desk, intent: Intent, utterance: Utterance) -> None:
    try:
        where = session.notebook.save()
    except OSError as problem:
        session.refuse_aloud(f"The notes cannot be saved: {problem.strerror}.", utterance.id)
        return
    text = f"The notes are saved as {where}." if where else "There is nowhere to save notes to."
    _answer(session, intent, utterance, text)


def _yes(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.carry_out_question(utterance)


def _no(session: Desk, intent: Intent, utterance: Utterance) -> None:
    session.questions.close("dropped")


def _choose(session: Desk, intent: Intent, utterance: Utterance) -> None:
    """An answer that names what the question asked for: act with it."""
    question = session.questions.open
    field = None if question is None else _field_named(session, question.intent, intent.slots.get("option"))
    if question is None or field is None:
        return
    session.questions.close("answered")
    slots = {**question.intent.slots, field: intent.slots["option"]}
    missing = tuple(name for name in question.intent.missing if name != field)
    filled = replace(question.intent, slots=slots, missing=missing, decision="act", confidence=1.0)
    if missing:
        session.ask(filled, utterance)
    else:
        session.act(filled, utterance, question.speaker)


def _field_named(session: Desk, intent: Intent, option: str | None) -> str | None:
    """The field of an intent that a name can stand for; None when it fits none."""
    if option is None:
        return None
    players = [player.name for player in session.game.ruleset.vocabulary(session.game.state).players]
    fields = _PEOPLE if option in players else _THINGS
    open_first = [*intent.missing, *(name for name, value in intent.slots.items() if value)]
    return next((name for name in open_first if name in fields), None)


Handler = Callable[[Desk, Intent, Utterance], None]

OWN: Mapping[str, Handler] = {
    "roll_for_me": _roll_for_me,
    "undo_last": _undo,
    "redo_last": _redo,
    "ask_status": _answer_status,
    "recap": _answer_last_time,
    "repeat": _repeat,
    "stop_listening": _stop_listening,
    "start_listening": _start_listening,
    "strike": _strike,
    "off_the_record": _strike,
    "mute": _fall_quiet,
    "quieter": _fall_quiet,
    "unmute": _speak_again,
    "louder": _speak_more,
    "roll_real_dice": _leave_dice,
    "save_notes": _save_notes,
    "note": lambda session, intent, utterance: session.note(intent, utterance),
    "yes": _yes,
    "no": _no,
    "choose": _choose,
}
"""What the companion does itself; every other intent is a command of the rules."""
