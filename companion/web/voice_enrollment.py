"""A player's voice learnt beside a running evening: the ears pause, and the microphone is for that person alone."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from audio.errors import AudioError
from companion.base.errors import CompanionError, told
from companion.dialogue.one_at_a_time import EveningLeft
from companion.web.microphone import MicrophoneListener
from companion.web.strings import words

END_SECONDS = 20.0
"""Most seconds a lesson may take to end."""


class EnrollmentUnderWay(CompanionError):
    """Somebody's voice is being learnt, so the microphone is taken."""

    code = "lesson_under_way"


class _Stopped(Exception):
    """Raised inside a lesson to end it."""


class Voices(Protocol):
    """The voices of a campaign, as the composition root keeps and learns them."""

    @property
    def sentences(self) -> Sequence[str]:
        """Sentences to read aloud."""

    @property
    def seconds(self) -> float:
        """Seconds that reading takes."""

    def known(self, player: str) -> bool:
        """Return True where a player's voice is known."""

    def learn(self, player: str, heard: Callable[[float], None]) -> None:
        """Learn a voice from the microphone; what `heard`, told the seconds so far, raises ends it.

        Raises:
            AudioError: There is no microphone, or it heard too little speech.
        """

    def forget(self, player: str) -> bool:
        """Forget a voice; False when it was not known."""


@dataclass(frozen=True, slots=True)
class EnrollmentProgress:
    """Progress of a lesson.

    Attributes:
        player: Whose voice is learnt.
        state: starting: the ears pause; reading: the microphone listens; known, stopped, failed: it is over.
        seconds: Whole seconds heard so far.
        problem: Why it failed, for people.
    """

    player: str
    state: Literal["starting", "reading", "known", "stopped", "failed"]
    seconds: int = 0
    problem: str = ""

    @property
    def is_over(self) -> bool:
        """True once the microphone is free again."""
        return self.state not in {"starting", "reading"}


class VoiceEnrollment:
    """Learns one voice at a time, beside an evening. Safe to call from several threads.

    Args:
        voices: The campaign's voices.
        ears: What else uses the microphone; what was listening goes on afterwards.
        changed: Told whenever a lesson is further, or over.
    """

    def __init__(self, voices: Voices, ears: MicrophoneListener, changed: Callable[[], None]) -> None:
        self.voices = voices
        self._ears = ears
        self._changed = changed
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None
        self.latest: EnrollmentProgress | None = None
        """The lesson under way, or the last one."""

    @property
    def under_way(self) -> bool:
        """True while the microphone is taken."""
        return self.latest is not None and not self.latest.is_over

    def start(self, player: str) -> None:
        """Begin a lesson; returns at once.

        Raises:
            LessonUnderWay: Another one is not over yet.
            EveningLeft: The evening was given back.
        """
        with self._lock:
            if self._closed:
                raise EveningLeft(words("actions.nothing_open"))
            if self.latest is not None and self.under_way:
                raise EnrollmentUnderWay(words("voice.under_way", player=self.latest.player))
            self._end.clear()
            self.latest = EnrollmentProgress(player, "starting")
            self._thread = threading.Thread(target=self._give, args=(player,), name="lesson", daemon=True)
            self._thread.start()
        self._changed()

    def stop(self) -> None:
        """End the lesson under way; nothing of it is kept."""
        self._end.set()

    def forget(self, player: str) -> bool:
        """Forget a voice, also where it is being learnt; False when it was not known."""
        self.end(player)
        return self.voices.forget(player)

    def end(self, player: str) -> None:
        """End somebody's lesson and wait until it is over, so that their voice is not kept after this."""
        if self.latest is not None and self.latest.player == player and self.under_way:
            self.stop()
            if self._thread is not None:
                self._thread.join(END_SECONDS)

    def close(self) -> None:
        """End the lesson under way, for good: the ears are left as they are."""
        with self._lock:
            self._closed = True
        self.stop()
        if self._thread is not None:
            self._thread.join(END_SECONDS)

    def _give(self, player: str) -> None:
        ended = EnrollmentProgress(player, "stopped")
        try:
            self._ears.pause()
            self.voices.learn(player, self._heard)
            ended = EnrollmentProgress(player, "known")
        except _Stopped:
            pass
        except (AudioError, CompanionError) as problem:
            ended = EnrollmentProgress(player, "failed", problem=told(problem))
        finally:
            # The ears first: whatever begins once this is over has to find them listening.
            if not self._closed:
                self._ears.resume()
            self._show(ended)

    def _heard(self, seconds: float) -> None:
        if self._end.is_set():
            raise _Stopped
        lesson = self.latest
        if lesson is not None and (lesson.state, lesson.seconds) != ("reading", int(seconds)):
            self._show(EnrollmentProgress(lesson.player, "reading", int(seconds)))

    def _show(self, lesson: EnrollmentProgress) -> None:
        self.latest = lesson
        self._changed()
