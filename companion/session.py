"""The session loop: what is heard or typed goes in, the game moves, and what is to be said comes out.

One `Session` serves one evening. Voice, keyboard and page all call `hear`; everything that happens is handed to the
observer as records (see `companion.records`).
"""

import math
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from audio.types import UNKNOWN, Utterance
from companion.announce import Announcement, Announcer
from companion.clock import Clock
from companion.dice import DiceChoice
from companion.dice_desk import DiceDesk, Pace
from companion.game import Game, Performed
from companion.intents.bind import command_json
from companion.intents.recognize import Recognizer
from companion.intents.types import Intent, Table, Turn
from companion.notebook import Notebook
from companion.questions import Question, QuestionDesk, question_text
from companion.records import Emit, Record
from companion.store import StoredUtterance
from companion.table import table_of
from engine.codec import to_json
from engine.dice.roll import Roll
from engine.errors import BadField
from engine.history import RedoLast
from engine.types import PUBLIC, AwaitingRoll, Rejected, Spoken

REMIND_SECONDS = 20.0
"""How long the companion keeps quiet about forgotten dice after it has spoken of them."""


class Session:
    """Hears turns, moves the game, asks when unsure, and says what happened. Safe to call from several threads.

    Args:
        game: Campaign played; its evening must have begun.
        recognizer: Understanding.
        announcer: Decides when something may be said.
        notebook: Writes the notes.
        dice: Who rolls.
        clock: Wall clock of records.
        emit: Observer of every record.
        pace: Patience of the app's dice.
    """

    def __init__(
        self,
        game: Game,
        recognizer: Recognizer,
        announcer: Announcer,
        notebook: Notebook,
        dice: DiceChoice,
        clock: Clock,
        emit: Emit,
        pace: Pace | None = None,
    ) -> None:
        self.game = game
        self.announcer = announcer
        self.notebook = notebook
        self.listening = True
        self.ended = False
        self._recognizer = recognizer
        self._clock = clock
        self._observe = emit
        self._lock = threading.RLock()
        self._opened = clock.monotonic()
        self._now = 0.0
        self._last_speech = 0.0
        self._reminded = -REMIND_SECONDS
        self._before: deque[Turn] = deque(maxlen=4)
        self._heard = notebook.heard_before
        self._questions = QuestionDesk(game, announcer, self._emit)
        self._dice = DiceDesk(game, dice, self._hand_in, self._refuse_aloud, pace)
        self._dice.note(game.state, 0.0, game.latest_root)

    # What others may read

    @property
    def table(self) -> Table:
        """What the table is doing, as understanding sees it."""
        open_question = self._questions.open is not None
        return table_of(self.game.ruleset, self.game.state, self.notebook.names, open_question)

    @property
    def hotwords(self) -> tuple[str, ...]:
        """Names likely to be said: players, characters, what is on their sheets, people and places of the story."""
        players = self.game.ruleset.vocabulary(self.game.state).players
        names = [name for player in players for name in (player.name, player.character) if name]
        names += [name for kind in ("connection", "skill", "item") for player in players for name in player.of(kind)]
        return tuple(dict.fromkeys([*names, *self.notebook.names]))

    @property
    def expecting_short_answer(self) -> bool:
        """Whether dice, a bid or a yes or no are awaited."""
        owed = any(not answer.optional for answer in self.game.ruleset.expected(self.game.state))
        return bool(self.game.open_rolls) or owed or self._questions.open is not None

    @property
    def question(self) -> Question | None:
        """The open question of the companion."""
        return self._questions.open

    @property
    def rolls_unasked(self) -> bool:
        """Whether the app rolls without being asked."""
        return self._dice.automatic

    # What comes in

    def hear(self, utterance: Utterance) -> Utterance:
        """Take in something said or typed and do what it asks for.

        Returns:
            The utterance under the id it has in the log.

        Raises:
            StoreError: The log could not be written; what the records say so far is safe, nothing else was done.
        """
        with self._lock:
            self._now = max(self._now, utterance.end)
            self._questions.expire(self._now)
            utterance = replace(utterance, id=f"u{self._heard + 1}")
            turn = _turn(utterance)
            if not self.listening and not self._wakes(turn):
                return utterance
            self._keep(utterance)
            self._heard += 1
            self._last_speech = max(self._last_speech, utterance.end)
            self.notebook.heard(utterance)
            self._understand(turn, utterance)
            self._before.append(turn)
            return utterance

    def _wakes(self, turn: Turn) -> bool:
        return any(each.command == _WAKING for each in self._recognize(turn))

    def _recognize(self, turn: Turn, said_first: tuple[Turn, ...] = ()) -> tuple[Intent, ...]:
        return self._recognizer.recognize(turn, self.table, (*self._before, *said_first), self.game.refusal)

    def _understand(self, turn: Turn, utterance: Utterance) -> None:
        """Do what a turn asks for, in the order of its words.

        Once something was carried out, the rest of the turn is understood anew: "Five, four, two. I re-roll the two."
        asks for a re-roll that did not exist before the faces were in.
        """
        done = 0
        said_first: tuple[Turn, ...] = ()
        while done < len(turn.text):
            rest = replace(turn, text=turn.text[done:])
            until = done
            for intent in self._recognize(rest, said_first):
                here = replace(intent, span=(intent.span[0] + done, intent.span[1] + done))
                length = len(self.game.recorded)
                self._take(here, utterance)
                if len(self.game.recorded) > length and here.span[1] > done:
                    until = here.span[1]
                    break
            if until == done:
                return
            said_first = (replace(turn, text=turn.text[:until]),)
            done = until

    def submit(self, data: Mapping[str, Any], *, actor: str | None = None) -> Performed | Rejected:
        """Carry out a command given as JSON, as a tap on the page or a script does.

        Returns:
            What became of it; `Rejected` with code E_FORM when a field does not fit.
        """
        with self._lock:
            try:
                command = self.game.parse({**data, "actor": actor or data.get("actor")})
            except BadField as problem:
                return Rejected("E_FORM", f"{problem}.")
            return self._perform(command, None)

    def pass_time(self, now_seconds: float, someone_speaking: bool = False, *, roll: bool = True) -> None:
        """Let time go by: expire the question, and roll the app's dice when nobody wants to add anything.

        Args:
            now_seconds: Seconds since listening began.
            someone_speaking: True while somebody talks.
            roll: False where quiet means nothing, as between typed lines.
        """
        with self._lock:
            self._now = max(self._now, now_seconds)
            if someone_speaking:
                self._last_speech = self._now
            self._questions.expire(self._now)
            if roll:
                self._dice.roll_when_quiet(self._now, self._last_speech)

    def roll_open(self) -> bool:
        """Throw every die the table owes by the app now; False when none was owed."""
        with self._lock:
            return self._dice.roll(lambda request: True, None)

    # What goes out

    def due(self, someone_speaking: bool = False) -> Announcement | None:
        """The next thing to say, when this is the moment; the caller speaks it and reports with `said`."""
        with self._lock:
            return self.announcer.due(self._now, self._last_speech or None, someone_speaking)

    def said(self, announcement: Announcement, latency_to_audio: float | None = None) -> None:
        """Record an announcement that is being made.

        Args:
            announcement: As given by `due`.
            latency_to_audio: Seconds from the moment it was due to its first sound; None when it is only shown.
        """
        record: Record = {
            "type": "announcement",
            "text": announcement.text,
            "weight": announcement.priority,
            "of": announcement.kind,
            "cause": announcement.cause,
            "at": round(self._now, 3),
        }
        if latency_to_audio is not None:
            record["latency_to_audio"] = round(latency_to_audio, 3)
        with self._lock:
            game = self.game
            if game.evening is not None:
                game.store.add_announcement(game.campaign.id, game.evening, announcement.text, announcement.cause)
            self._emit(record)

    def report_state(self) -> None:
        """Emit the closing record: narration and chips."""
        with self._lock:
            narration = self.game.ruleset.narration(self.game.state)
            chips = {player.name: player.chips for player in getattr(self.game.state, "players", ())}
            self._emit({"type": "state", "narration": to_json(narration), "chips": chips})

    # Intents

    def _take(self, intent: Intent, utterance: Utterance) -> None:
        if intent.decision == "ignore":
            return
        self._emit(
            {
                "type": "intent",
                "utterance": utterance.id,
                "category": intent.category,
                "command": intent.command,
                "slots": _json_slots(intent.slots),
                "span": list(intent.span),
                "confidence": round(intent.confidence, 3),
                "decision": intent.decision,
            }
        )
        if intent.decision == "act" or intent.command == _WAKING:
            self._act(intent, utterance, speaker_of(utterance))
        elif intent.decision == "ask":
            self._ask(intent, utterance)
        else:
            self._note(intent, utterance)
            if intent.command and intent.refused and not intent.missing:
                self._explain(intent, utterance)

    def _explain(self, intent: Intent, utterance: Utterance) -> None:
        """What the rules would not take now: typed talk is told why, spoken talk only when dice were forgotten."""
        try:
            command = self.game.parse({"actor": speaker_of(utterance), **command_json(intent)})
        except BadField:
            return
        refusal = self.game.refused(command)
        if refusal is None:
            return
        self._emit_command(intent.command, speaker_of(utterance), intent.slots, utterance, refusal)
        if utterance.typed:
            self._refuse_aloud(refusal.reason, utterance.id)
        else:
            self._remind()

    def _remind(self) -> None:
        """The table went on although it owes dice: say so, once in a while."""
        if self._now - self._reminded >= REMIND_SECONDS:
            owed = self.game.ruleset.remind(self.game.state)
            self._reminded = self._now if owed else self._reminded
            self.announcer.results(owed, self._now)

    def _act(self, intent: Intent, utterance: Utterance, speaker: str | None) -> None:
        own = _OWN.get(intent.command or "")
        if own is not None:
            own(self, intent, utterance)
            return
        try:
            command = self.game.parse({"actor": speaker, **command_json(intent)})
        except BadField as problem:
            self._emit_command(intent.command, speaker, intent.slots, utterance, Rejected("E_FORM", f"{problem}."))
            self._refuse_aloud("I did not get all of that. Please say it again.", utterance.id)
            return
        for settling in self.game.way_to(command):
            self._perform(settling, utterance)
        performed = self._perform(command, utterance)
        if not isinstance(performed.outcome, Rejected):
            self._dice.roll_remembered(self._now, utterance.id)
            self._answered_by(command, utterance)
        elif performed.outcome.code == "E_PROTECTED":
            self._ask(intent, utterance)
        else:
            self._refuse_aloud(performed.outcome.reason, utterance.id)

    def _ask(self, intent: Intent, utterance: Utterance) -> None:
        speaker = speaker_of(utterance)
        text = question_text(intent, speaker)
        first: tuple[Mapping[str, Any], ...] = ()
        holder = self.game.ruleset.narration(self.game.state).holder
        if holder and self._refusal(intent, speaker) == "E_PROTECTED":
            text = f"Is {holder} finished?"
            first = ({"kind": "end_narration", "player": holder, "actor": holder},)
        self._questions.ask(text, intent, utterance.id, speaker, self._now, first)

    def _answered_by(self, command: Any, utterance: Utterance) -> None:
        """Settle the open question when somebody does what it asks instead of saying yes."""
        question = self._questions.open
        if question is None:
            return
        if command.kind in {data["kind"] for data in question.first}:
            self._questions.close("answered")
            self._act(replace(question.intent, decision="act", confidence=1.0), utterance, question.speaker)
        elif command.kind == question.intent.command:
            self._questions.close("answered")

    def _refusal(self, intent: Intent, speaker: str | None) -> str | None:
        if intent.command is None or intent.command in _OWN or intent.missing:
            return None
        data = {"actor": speaker, **command_json(intent)}
        return self.game.refusal(str(data.pop("kind")), data)

    def _refuse_aloud(self, reason: str, utterance_id: str | None) -> None:
        self.announcer.refuse(reason, self._now, utterance_id)

    # Commands

    def _perform(self, command: Any, utterance: Utterance | None, root: str | None = None) -> Performed:
        game = self.game
        performed = game.perform(command, utterance_id=utterance.id if utterance else None, root=root)
        actor = command.actor or (speaker_of(utterance) if utterance else None)
        self._emit_performed(performed, actor, utterance)
        if performed.entry is None:
            return performed
        if performed.taken_back:
            self._announce_undo(performed)
        else:
            for cause in self._dice.asked_for(performed.before, performed.after):
                self.announcer.withdraw(cause)
            spoken = game.ruleset.say(performed.before, performed.events, performed.after)
            self.announcer.results(spoken, self._now, performed.command_id)
        self.notebook.recorded(game.recorded[-1], performed)
        self._dice.note(performed.after, self._now, root or performed.command_id)
        over = command.kind == "end_session" or (self.ended and command.kind != "start_session")
        self.ended = over and not performed.taken_back
        return performed

    def _announce_undo(self, performed: Performed) -> None:
        root = self.game.recorded[-1].entry.root
        for recorded in self.game.recorded:
            if recorded.entry.root == root:
                self.announcer.withdraw(recorded.entry.command_id)
        what = self.game.ruleset.summarise(performed.taken_back, performed.after)
        self.announcer.answer(f"Undone: {what}.", self._now, performed.command_id)

    def _hand_in(self, roll: Roll, root: str | None, utterance_id: str | None) -> bool:
        """Say and report dice the app rolled."""
        faces = [str(face) for face in roll.faces]
        shown = faces[0] if len(faces) == 1 else f"{', '.join(faces[:-1])} and {faces[-1]}"
        self.announcer.results([Spoken(f"{roll.request.roller} rolls {shown}.", 2)], self._now, self.game.next_id)
        said = Utterance(utterance_id, "", end=self._now) if utterance_id else None
        return self._perform(self.game.ruleset.report(roll), said, root).accepted

    # The companion's own commands

    def _roll_for_me(self, intent: Intent, utterance: Utterance) -> None:
        self._dice.roll_for(intent.slots.get("player") or speaker_of(utterance), self._now, utterance.id)

    def _undo(self, intent: Intent, utterance: Utterance) -> None:
        performed = self._perform(self.game.parse({"kind": "undo_last", "actor": speaker_of(utterance)}), utterance)
        if isinstance(performed.outcome, Rejected):
            self._refuse_aloud(performed.outcome.reason, utterance.id)

    def _redo(self, intent: Intent, utterance: Utterance) -> None:
        performed = self._perform(RedoLast(actor=speaker_of(utterance)), utterance)
        if isinstance(performed.outcome, Rejected):
            self._refuse_aloud(performed.outcome.reason, utterance.id)
        else:
            self.announcer.answer("Done again.", self._now, performed.command_id)

    def _answer_status(self, intent: Intent, utterance: Utterance) -> None:
        slots = intent.slots
        about = next((str(slots[name]) for name in ("about", "skill", "connection", "goal") if slots.get(name)), None)
        player = slots.get("player") or speaker_of(utterance)
        self._answer(
            intent, utterance, self.game.ruleset.answer(self.game.state, str(slots.get("topic")), player, about)
        )

    def _answer_last_time(self, intent: Intent, utterance: Utterance) -> None:
        self._answer(intent, utterance, self.notebook.last_time())

    def _answer(self, intent: Intent, utterance: Utterance, text: str) -> None:
        self._emit_command(intent.command, speaker_of(utterance), intent.slots, utterance, None)
        self.announcer.answer(text, self._now, utterance.id)

    def _repeat(self, intent: Intent, utterance: Utterance) -> None:
        if not self.announcer.repeat(self._now):
            self.announcer.answer("I have not said anything yet.", self._now, utterance.id)

    def _stop_listening(self, intent: Intent, utterance: Utterance) -> None:
        self.listening = False
        self.announcer.answer("I stop listening. Say start listening to have me back.", self._now, utterance.id)

    def _start_listening(self, intent: Intent, utterance: Utterance) -> None:
        if not self.listening:
            self.listening = True
            self.announcer.answer("I am listening.", self._now, utterance.id)

    def _strike(self, intent: Intent, utterance: Utterance) -> None:
        """Delete the words said before this turn, and this turn's."""
        struck = self.notebook.strike_latest(2)
        self._before.clear()
        if self._questions.open is not None and self._questions.open.utterance_id in struck:
            self._questions.close("dropped")
        self._emit({"type": "note", "utterance": utterance.id, "text": "struck from the record", "struck": struck})
        self.announcer.answer("Struck from the record.", self._now, utterance.id)

    def _fall_quiet(self, intent: Intent, utterance: Utterance) -> None:
        self.announcer.verbosity = "quiet"

    def _speak_again(self, intent: Intent, utterance: Utterance) -> None:
        self.announcer.verbosity = "normal"
        self.announcer.answer("I speak again.", self._now, utterance.id)

    def _speak_more(self, intent: Intent, utterance: Utterance) -> None:
        self.announcer.verbosity = "full"
        self.announcer.answer("I say everything now.", self._now, utterance.id)

    def _leave_dice(self, intent: Intent, utterance: Utterance) -> None:
        self._dice.leave_to_table()
        self.announcer.answer("You roll, and read the faces to me.", self._now, utterance.id)

    def _save_notes(self, intent: Intent, utterance: Utterance) -> None:
        try:
            where = self.notebook.save()
        except OSError as problem:
            self._refuse_aloud(f"The notes cannot be saved: {problem.strerror}.", utterance.id)
            return
        text = f"The notes are saved as {where}." if where else "There is nowhere to save notes to."
        self._answer(intent, utterance, text)

    def _note(self, intent: Intent, utterance: Utterance) -> None:
        text = str(intent.slots.get("text") or utterance.text)
        self._emit({"type": "note", "utterance": utterance.id, "text": text, "category": intent.category})

    def _yes(self, intent: Intent, utterance: Utterance) -> None:
        question = self._questions.open
        if question is None or question.intent.missing:
            return
        self._questions.close("answered")
        for data in question.first:
            if not self._perform(self.game.parse(data), utterance).accepted:
                return
        self._act(replace(question.intent, decision="act", confidence=1.0), utterance, question.speaker)

    def _no(self, intent: Intent, utterance: Utterance) -> None:
        self._questions.close("dropped")

    def _choose(self, intent: Intent, utterance: Utterance) -> None:
        """An answer that names what the question asked for: act with it."""
        question = self._questions.open
        field = None if question is None else self._field_named(question.intent, intent.slots.get("option"))
        if question is None or field is None:
            return
        self._questions.close("answered")
        slots = {**question.intent.slots, field: intent.slots["option"]}
        missing = tuple(name for name in question.intent.missing if name != field)
        filled = replace(question.intent, slots=slots, missing=missing, decision="act", confidence=1.0)
        if missing:
            self._ask(filled, utterance)
        else:
            self._act(filled, utterance, question.speaker)

    def _field_named(self, intent: Intent, option: str | None) -> str | None:
        """The field of an intent that a name can stand for; None when it fits none."""
        if option is None:
            return None
        players = [player.name for player in self.game.ruleset.vocabulary(self.game.state).players]
        fields = _PEOPLE if option in players else _THINGS
        open_first = [*intent.missing, *(name for name, value in intent.slots.items() if value)]
        return next((name for name in open_first if name in fields), None)

    # Records

    def _keep(self, utterance: Utterance) -> None:
        speaker = utterance.speaker
        kept = StoredUtterance(
            id=utterance.id,
            text=utterance.text,
            speaker=speaker.name if speaker else None,
            score=speaker.score if speaker else None,
            start=utterance.start,
            end=utterance.end,
            typed=utterance.typed,
            latency=utterance.latency,
        )
        if self.game.evening is not None:
            self.game.store.add_utterance(self.game.campaign.id, self.game.evening, kept)
        self._emit(
            {
                "type": "utterance",
                "id": kept.id,
                "start": round(kept.start, 3),
                "end": round(kept.end, 3),
                "speaker": kept.speaker,
                "speaker_score": None if kept.score is None else round(kept.score, 3),
                "text": kept.text,
                "latency": None if kept.latency is None else round(kept.latency, 3),
                "typed": kept.typed,
                "stages": {name: round(seconds, 3) for name, seconds in utterance.stages.items()},
            }
        )

    def _emit_performed(self, performed: Performed, actor: str | None, utterance: Utterance | None) -> None:
        fields = {name: value for name, value in to_json(performed.command).items() if name not in {"kind", "actor"}}
        self._emit_command(performed.command.kind, actor, fields, utterance, performed.outcome, performed.command_id)
        for event in performed.events:
            if event.visibility == PUBLIC:
                self._emit({"type": "event", "command_id": performed.command_id, **to_json(event)})

    def _emit_command(
        self,
        kind: str | None,
        actor: str | None,
        fields: Mapping[str, Any],
        utterance: Utterance | None,
        outcome: Any,
        command_id: str | None = None,
    ) -> None:
        record: Record = {
            "type": "command",
            "command_id": command_id,
            "kind": kind,
            "actor": actor,
            "fields": _json_slots(fields),
            "outcome": _outcome_word(outcome),
            "utterance": utterance.id if utterance else None,
            "utterance_end": round(utterance.end if utterance else self._now, 3),
            "holder": self.game.ruleset.narration(self.game.state).holder,
        }
        if isinstance(outcome, Rejected):
            record |= {"code": outcome.code, "reason": outcome.reason}
        self._emit(record)

    def _emit(self, record: Record) -> None:
        record["t_wall"] = round(self._clock.monotonic() - self._opened, 3)
        self._observe(record)


_WAKING = "start_listening"
_PEOPLE = frozenset({"target", "player", "requester", "caller"})
_THINGS = frozenset({"skill", "connection", "item", "goal"})

Handler = Callable[[Session, Intent, Utterance], None]

_OWN: Mapping[str, Handler] = {
    "roll_for_me": Session._roll_for_me,
    "undo_last": Session._undo,
    "redo_last": Session._redo,
    "ask_status": Session._answer_status,
    "recap": Session._answer_last_time,
    "repeat": Session._repeat,
    "stop_listening": Session._stop_listening,
    "start_listening": Session._start_listening,
    "strike": Session._strike,
    "off_the_record": Session._strike,
    "mute": Session._fall_quiet,
    "quieter": Session._fall_quiet,
    "unmute": Session._speak_again,
    "louder": Session._speak_more,
    "roll_real_dice": Session._leave_dice,
    "save_notes": Session._save_notes,
    "note": Session._note,
    "yes": Session._yes,
    "no": Session._no,
    "choose": Session._choose,
}
"""What the companion does itself; every other intent is a command of the rules."""


def speaker_of(utterance: Utterance) -> str | None:
    """The player who speaks; None for strangers and voices nobody can name."""
    match = utterance.speaker
    return None if match is None or match.name == UNKNOWN else match.name


def _turn(utterance: Utterance) -> Turn:
    heard = 1.0 if utterance.typed else math.exp(min(0.0, utterance.avg_logprob))
    speaker = utterance.speaker.name if utterance.speaker else None
    return Turn(utterance.text, speaker, utterance.start, heard, utterance.typed)


def _json_slots(slots: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in slots.items()}


def _outcome_word(outcome: Any) -> str:
    if isinstance(outcome, Rejected):
        return "rejected"
    return "awaiting_roll" if isinstance(outcome, AwaitingRoll) else "accepted"
