"""One line per thing that happens, as `companion listen --events` writes it and the screen shows it.

Every record is a JSON-safe dict with `type` and `t_wall` (seconds of wall clock since the evening was opened):

- utterance: id, start, end (seconds into the evening), speaker (name, `unknown` or null), speaker_score, text, typed,
  latency (seconds from the last sound to the words), stages (seconds each step took)
- decision: utterance, end (seconds into the evening, as an announcement's `at`), latency (seconds from the last sound
  until all that it asks for was done); only of what was heard
- intent: utterance, category, command, slots, span, confidence, decision, tipped (what tipped it);
  inferred (the utterance it was most probably asked for by) where no sentence is known that means it
- command: command_id, kind, actor, fields, outcome, utterance, utterance_end, holder; code and reason when rejected
- event: kind and the event's public fields, command_id
- announcement: text, weight, cause, latency_to_audio where it was spoken
- question: id, text, to, options, status (asked, answered, dropped, expired, withdrawn)
- card: id (its utterance), to, options (what a tap would do; of what is secret nothing), kinds, status (offered, taken,
  left, expired, withdrawn): a line that was left alone but looks like a request
- opinion: utterance, commands, seconds, tokens_this_hour, did: what a language model reads in an unclear line
- read: tokens: a language model has written notes of a scene, which cost so many tokens in this run
- note: text, utterance; struck where words were taken from the record
- credit: utterance, player: who really said it; reword: utterance, text: what was really said
- consent: person, given, utterance
- pause: somebody whose words are not kept held up the X-card; speaker (who typed it, else null)
- state: narration and chips, the last line
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

from audio.types import Utterance
from companion.base.characters import json_text
from companion.base.errors import CompanionError
from companion.dialogue.announcer import Announcement
from companion.nlu.trace import Reading, Trace
from companion.nlu.types import Intent
from engine.codec import to_json
from engine.phrase import phrase
from engine.types import PUBLIC, AwaitingRoll, Rejected

Record = dict[str, Any]
Emit = Callable[[Record], None]


class RecordsNotKept(CompanionError):
    """The stream of records takes no more."""


class JsonLines:
    """Writes records to a text stream, one a line, flushed so that a killed process loses nothing written."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def __call__(self, record: Record) -> None:
        """Write one record.

        Raises:
            RecordsNotKept: There is no room for it.
        """
        try:
            self._stream.write(json_text(record) + "\n")
            self._stream.flush()
        except BrokenPipeError:  # whoever read them has gone
            raise
        except OSError as problem:
            message = phrase("The records cannot be written: {strerror}.", strerror=problem.strerror)
            raise RecordsNotKept(message, phrase("Free some space; everything confirmed so far is saved.")) from problem


def utterance_record(utterance: Utterance) -> Record:
    """Something heard or typed."""
    speaker, latency = utterance.speaker, utterance.latency
    return {
        "type": "utterance",
        "id": utterance.id,
        "start": round(utterance.start, 3),
        "end": round(utterance.end, 3),
        "speaker": speaker.name if speaker else None,
        "speaker_score": round(speaker.score, 3) if speaker else None,
        "text": utterance.text,
        "latency": None if latency is None else round(latency, 3),
        "typed": utterance.typed,
        "stages": {name: round(seconds, 3) for name, seconds in utterance.stages.items()},
    }


def decision_record(utterance_id: str, end: float, latency: float) -> Record:
    """Something heard has been dealt with."""
    return {"type": "decision", "utterance": utterance_id, "end": round(end, 3), "latency": round(latency, 3)}


def intent_record(intent: Intent, utterance_id: str) -> Record:
    """Return the record of an intent and its utterance."""
    return {
        "type": "intent",
        "utterance": utterance_id,
        "category": intent.category,
        "command": intent.command,
        "slots": plain(intent.slots),
        "span": list(intent.span),
        "confidence": round(intent.confidence, 3),
        "decision": intent.decision,
        "tipped": intent.tipped,
    }


LONGEST_TEMPLATE = 120
"""Characters of a template that an explanation keeps."""


def explanation(utterance: Utterance, trace: Trace) -> Record:
    """Return the reasons for an utterance's reading, small enough to be kept with each; empty entries are left out.

    Entries: `heard` (how sure the words are, 0 to 1), `voices` (name and likeness, nearest first), `who` (what besides
    the voice spoke for that person), `limits` (confidence to act, ask and note), `names`, `quoted` and `readings` (see
    `companion.nlu.trace`). The store adds `before` where the words were corrected: what stood in their place.
    """
    latest = {(each.command, each.span): each for each in trace.readings}
    match = utterance.speaker
    voices = [] if match is None else [(match.name, match.score), *([match.runner_up] if match.runner_up else [])]
    body: Record = {
        "heard": 1.0 if utterance.typed else round(math.exp(min(0.0, utterance.avg_logprob)), 3),
        "voices": [] if utterance.typed else [[name, round(score, 3)] for name, score in voices],
        "who": list(match.because) if match else [],
        "limits": [round(limit, 3) for limit in trace.limits],
        "names": [[each.words, each.name, each.kind, each.score] for each in trace.names],
        "quoted": trace.quoted,
        "readings": [_reading(each) for each in latest.values()],
    }
    return _without_gaps(body)


def _reading(reading: Reading) -> Record:
    intent, template = reading.intent, reading.template
    told: Record = {
        "command": reading.command,
        "template": template if len(template) <= LONGEST_TEMPLATE else f"{template[:LONGEST_TEMPLATE]}…",
        "words": reading.words,
        "fate": reading.fate,
        "because": reading.because,
        "word": reading.word,
        "said": dict(reading.said),
    }
    if intent is not None:
        told |= {
            "decision": intent.decision,
            "tipped": intent.tipped,
            "confidence": intent.confidence,
            "factors": list(reading.factors),
            "slots": plain(intent.slots),
            "missing": list(intent.missing),
            "refused": intent.refused,
        }
    return _without_gaps(told)


def _without_gaps(record: Record) -> Record:
    return {name: value for name, value in record.items() if value not in (None, "", [], {})}


def command_record(
    kind: str | None,
    actor: str | None,
    fields: Mapping[str, Any],
    outcome: Any,
    holder: str | None,
    *,
    command_id: str | None = None,
    utterance_id: str | None = None,
    utterance_end: float = 0.0,
) -> Record:
    """Return the record of a command's outcome; `outcome` None means something the companion did itself."""
    record: Record = {
        "type": "command",
        "command_id": command_id,
        "kind": kind,
        "actor": actor,
        "fields": plain(fields),
        "outcome": _outcome_word(outcome),
        "utterance": utterance_id,
        "utterance_end": round(utterance_end, 3),
        "holder": holder,
    }
    if isinstance(outcome, Rejected):
        record |= {"code": outcome.code, "reason": outcome.reason}
    return record


def event_records(events: tuple[Any, ...], command_id: str) -> Iterator[Record]:
    """The facts everybody may see."""
    for event in events:
        if event.visibility == PUBLIC:
            yield {"type": "event", "command_id": command_id, **to_json(event)}


def announcement_record(announcement: Announcement, at: float, latency_to_audio: float | None) -> Record:
    """Something the companion says."""
    record: Record = {
        "type": "announcement",
        "text": announcement.text,
        "weight": announcement.priority,
        "of": announcement.kind,
        "cause": announcement.cause,
        "at": round(at, 3),
    }
    if latency_to_audio is not None:
        record["latency_to_audio"] = round(latency_to_audio, 3)
    return record


def plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Field values as JSON: tuples become lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def _outcome_word(outcome: Any) -> str:
    if isinstance(outcome, Rejected):
        return "rejected"
    return "awaiting_roll" if isinstance(outcome, AwaitingRoll) else "accepted"


def all_of(*observers: Emit) -> Emit:
    """One observer that hands every record to several."""

    def tell(record: Record) -> None:
        for observer in observers:
            observer(record)

    return tell
