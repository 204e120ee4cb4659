"""Listening as a page switches it on and off: ears and voice around the running evening, in a thread of their own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from audio.errors import AudioError
from companion.base.errors import CompanionError, told
from companion.dialogue.session import Session
from companion.voice.live_loop import LiveTable
from companion.voice.speech import Voice
from companion.web.strings import words

if TYPE_CHECKING:  # the page opens without the libraries of speech
    from audio.listen import Listener

log = logging.getLogger(__name__)

Hearing = Literal["off", "starting", "on", "stopping"]

PAUSE_SECONDS = 20.0
"""Most seconds a sentence that is still being heard may take until the ears have paused."""


class MicrophoneTaken(CompanionError):
    """The ears have not let go of the microphone yet."""


class Equipment(Protocol):
    """Equipment for listening, as the composition root makes it."""

    def open(self, warn: Callable[[str], None]) -> tuple[Listener, Voice | None]:
        """Ears on the microphone and a voice; takes seconds.

        Raises:
            AudioError: There is no microphone, or a model is missing.
        """

    def close(self) -> None:
        """Keep what was learnt while listening."""


class MicrophoneListener:
    """Starts and stops listening for one evening. Safe to call from several threads.

    Args:
        session: The evening.
        equipment: Makes ears and voice.
        changed: Told whenever the state of hearing is another.
    """

    def __init__(self, session: Session, equipment: Equipment, changed: Callable[[], None]) -> None:
        self._session = session
        self._equipment = equipment
        self._changed = changed
        self._lock = threading.Lock()
        self._hearing: Hearing = "off"
        self._table: LiveTable | None = None
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._paused = False
        self._goes_on = False
        self.problem: str = ""
        """Why listening ended or something is missing, for people; empty when all is well."""

    @property
    def hearing(self) -> Hearing:
        """State of listening now."""
        return self._hearing

    @property
    def speech_running(self) -> bool:
        """True while somebody is talking."""
        listener = self._listener
        return listener is not None and listener.speech_running

    @property
    def speaker(self) -> str | None:
        """The player who talks right now, once that is sure."""
        listener = self._listener
        return None if listener is None else listener.speaker

    @property
    def trouble(self) -> str:
        """Problem with listening, one sentence; empty when all is well."""
        listener = self._listener
        return self.problem or ("" if listener is None else listener.trouble)

    def start(self) -> None:
        """Begin to listen; nothing when it does already, or the evening was given back."""
        with self._lock:
            self._start()
        self._changed()

    def _start(self) -> None:
        if self._hearing == "off" and not self._session.left:
            self._hearing, self._paused, self._goes_on, self.problem = "starting", False, False, ""
            self._thread = threading.Thread(target=self._run, name="ears", daemon=True)
            self._thread.start()

    def stop(self, *, at_once: bool = False) -> None:
        """Stop listening now, also after a pause; returns at once.

        Args:
            at_once: Whether what is still being said is not taken in, and nothing that waits is rolled or said.
        """
        self._stop(pausing=False, at_once=at_once)

    def pause(self) -> None:
        """Stop listening until `resume`, and wait until the microphone is free.

        Raises:
            MicrophoneTaken: What was said last is still being heard.
        """
        self._stop(pausing=True)
        self.join(PAUSE_SECONDS)
        if self._hearing != "off":
            raise MicrophoneTaken(words("listening.taken"), words("listening.taken_hint"))

    def resume(self) -> None:
        """Go on listening, unless it did not before the pause, or somebody stopped it meanwhile."""
        with self._lock:
            if not self._paused:
                return
            # Still busy with what was said last: they go on after that.
            self._goes_on = self._hearing == "stopping"
            self._start()
        self._changed()

    def _stop(self, *, pausing: bool, at_once: bool = False) -> None:
        with self._lock:
            if at_once and self._table is not None:
                self._table.stop(at_once=True)
            self._paused = pausing and (self._goes_on or self._hearing in {"starting", "on"})
            self._goes_on = False
            if self._hearing in {"off", "stopping"}:
                return
            self._hearing = "stopping"
            if self._table is not None:
                self._table.stop()
        self._changed()

    def join(self, seconds: float) -> None:
        """Wait until listening has ended."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _run(self) -> None:
        voice: Voice | None = None
        try:
            listener, voice = self._equipment.open(self._warn)
            if self._begin(listener, voice) and self._table is not None:
                self._table.run()
        except (AudioError, CompanionError) as problem:
            self._warn(told(problem))
        finally:
            if voice is not None:
                voice.close()
            self._put_away()
            with self._lock:
                self._hearing, self._table, self._listener = "off", None, None
                if self._goes_on:
                    self._start()
            self._changed()

    def _put_away(self) -> None:
        try:
            self._equipment.close()
        except (AudioError, CompanionError) as problem:  # what was learnt of the voices could not be kept
            self._warn(told(problem))

    def _begin(self, listener: Listener, voice: Voice | None) -> bool:
        """Sit down at the table; False when it was stopped while everything was being made ready."""
        with self._lock:
            if self._hearing == "stopping":
                listener.close()
                return False
            self._listener, self._table = listener, LiveTable(self._session, listener, voice)
            self._hearing = "on"
        self._changed()
        return True

    def _warn(self, sentence: str) -> None:
        log.warning("%s", sentence)
        self.problem = sentence
        self._changed()
