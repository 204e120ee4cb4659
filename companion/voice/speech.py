"""The companion's own voice: speaks a text through a synthesizer into a sink and says how soon it was heard."""

import logging
import re
from collections.abc import Callable

from audio.errors import AudioError, SynthesisFailed
from audio.ports import AudioSink, Synthesizer
from companion.dialogue.announcer import Announcement
from companion.dialogue.session import Session

log = logging.getLogger(__name__)

LONGEST_SENTENCE = 200
"""Letters of a sentence that are said; the companion's own are shorter, but people's words in them may fill pages."""
LONGEST_SAID = 400
"""Letters said in one go, in which nobody is heard."""


class Voice:
    """Speaks announcements; a text the voice fails on stays readable, and is counted.

    Args:
        synthesizer: Makes the sound.
        sink: Plays it.
        clock: Seconds that only go forward.
    """

    def __init__(self, synthesizer: Synthesizer, sink: AudioSink, clock: Callable[[], float]) -> None:
        self.failures = 0
        self._silent = False
        self._synthesizer = synthesizer
        self._sink = sink
        self._clock = clock

    def speak(self, text: str) -> float | None:
        """Queue a text for speaking.

        Returns:
            Seconds until its first sound was handed to the sink; None when the voice failed.
        """
        asked = self._clock()
        first: float | None = None
        try:
            for samples in self._synthesizer.speak(text):
                if self._silent:
                    break
                if first is None:
                    first = self._clock() - asked
                self._sink.play(samples, self._synthesizer.sample_rate_hz)
        except SynthesisFailed as problem:
            self.failures += 1
            log.warning("voice failed: %s", problem)
        return first

    @property
    def speaking(self) -> bool:
        """True while something is being played."""
        return self._sink.speaking

    def stop(self) -> None:
        """Fall silent now, for good."""
        self._silent = True
        self._sink.stop()

    def close(self) -> None:
        """Release the loudspeaker or finish the file."""
        try:
            self._sink.close()
        except AudioError as problem:
            log.warning("loudspeaker: %s", problem)


def announce(session: Session, announcement: Announcement, voice: Voice | None) -> None:
    """Say an announcement, or only show it, and record it; what is too long to say is shown whole."""
    session.said(announcement, voice.speak(aloud(announcement.text)) if voice else None)


def aloud(text: str) -> str:
    """The part of a text that is said aloud: its first sentences, each up to a word that still fits."""
    said: list[str] = []
    for sentence in map(_begun, re.split(r"(?<=[.!?…])\s+", text)):
        if said and len(" ".join((*said, sentence))) > LONGEST_SAID:
            break
        said.append(sentence)
    return " ".join(said)


def _begun(sentence: str) -> str:
    """The sentence, or its beginning where it is too long; a word that is longer than all that is cut in two."""
    if len(sentence) <= LONGEST_SENTENCE:
        return sentence
    end = sentence.rfind(" ", LONGEST_SENTENCE // 2, LONGEST_SENTENCE)
    return f"{sentence[: LONGEST_SENTENCE - 1 if end < 0 else end]}…"
