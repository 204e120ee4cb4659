"""One line per thing that happens, as `companion listen --events` writes it and the screen shows it.

Every record is a JSON-safe dict with `type` and `t_wall` (seconds of wall clock since the evening was opened):

- utterance: id, start, end (seconds of audio), speaker (name, `unknown` or null), speaker_score, text, latency, typed
- intent: utterance, category, command, slots, span, confidence, decision
- command: command_id, kind, actor, fields, outcome, utterance, utterance_end, holder; code and reason when rejected
- event: kind and the event's public fields, command_id
- announcement: text, weight, cause, latency_to_audio where it was spoken
- question: id, text, to, options, status (asked, answered, dropped, expired)
- note: text, utterance
- state: narration and chips, the last line
"""

import json
from collections.abc import Callable
from typing import IO, Any

Record = dict[str, Any]
Emit = Callable[[Record], None]


class JsonLines:
    """Writes records to a text stream, one a line, flushed so that a killed process loses nothing written."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def __call__(self, record: Record) -> None:
        """Write one record."""
        self._stream.write(json.dumps(record, ensure_ascii=False) + "\n")
        self._stream.flush()
