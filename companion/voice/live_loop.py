"""The two ways to sit at a table: beside a recording that runs as fast as it can be heard, and live."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from audio.types import SAMPLE_RATE_HZ, Utterance
from companion.chronicle.extractor.language import parser
from companion.dialogue.session import Session
from companion.voice.speech import Voice, announce
from engine.common.words import counted

if TYPE_CHECKING:  # the page opens without the libraries of speech
    from audio.listen import Listener

STEP_SECONDS = 0.25
"""Step in which time passes between the sentences of a recording."""

TICK_SECONDS = 0.05
"""Interval at which a live table is looked after."""

HEARD_AGAIN = "I can hear you again."

LOST_SECONDS = 1.0
"""So much lost sound is worth a word; the next when it is twice as much."""

CLOSING_SECONDS = 4.0
"""Time after the last sound in which the rest is still said."""


class Watch(Protocol):
    """A screen or page that wants to know how listening goes."""

    def progress(self, position: float) -> None:
        """Seconds of sound heard so far."""


def sit_beside_recording(
    session: Session,
    listener: Listener,
    voice: Voice | None,
    *,
    tell_time: Callable[[float], None] = lambda seconds: None,
    watch: Watch | None = None,
) -> None:
    """Play an evening from a recording, as fast as it can be heard; the same recording gives the same evening.

    Args:
        session: The evening.
        listener: Listener on the recording, not live.
        voice: Speaks the announcements; None shows them only.
        tell_time: Called with the seconds of audio an announcement starts at, before it is spoken.
        watch: Called with the position in the recording.
    """
    since = heard_until = session.now
    session.voices.learner = listener.speakers
    _warm_up(session)
    _prepare(session, listener)

    def tell(now: float) -> None:
        tell_time(now - since)

    for utterance in _at(since, listener.utterances()):
        _let_time_pass(session, voice, heard_until, utterance.start, tell)
        session.hear(utterance)
        heard_until = max(heard_until, utterance.end)
        _prepare(session, listener)
        if watch is not None:
            watch.progress(listener.position)
    _let_time_pass(session, voice, heard_until, since + listener.position + CLOSING_SECONDS, tell)


def _at(since: float, heard: Iterator[Utterance]) -> Iterator[Utterance]:
    """Shift utterances timed from 0 into the time of an evening that has begun before."""
    return (replace(each, start=since + each.start, end=since + each.end) for each in heard)


def _warm_up(session: Session) -> None:
    """Load and compile what the first sentences would wait for, while nobody speaks yet; seconds."""
    parser()
    session.turns.warm_up()


def _prepare(session: Session, listener: Listener) -> None:
    listener.hotwords = session.hotwords
    listener.expecting_short_answer = session.expecting_short_answer


def _let_time_pass(
    session: Session, voice: Voice | None, since: float, until: float, tell_time: Callable[[float], None]
) -> None:
    now = since
    while now < until:
        now = min(now + STEP_SECONDS, until)
        session.pass_time(now)
        while announcement := session.due():
            tell_time(now)
            announce(session, announcement, voice)


class LiveTable:
    """A microphone evening: one thread hears and decides, another watches for pauses to speak in.

    Args:
        session: The evening.
        listener: Live listener.
        voice: Speaks the announcements; None shows them only.
    """

    def __init__(self, session: Session, listener: Listener, voice: Voice | None) -> None:
        self._session = session
        self._listener = listener
        self._since = session.now
        self._voice = voice
        self._over = threading.Event()
        self._at_once = False
        self._asked_to_end = False
        self._trouble = ""
        self._told_lost = 0.0
        self._problem: BaseException | None = None

    def run(self) -> None:
        """Listen until the source ends, the table says good night, or `stop`.

        Raises:
            AudioError: The microphone cannot be opened.
            StoreError: The log could not be written.
        """
        speaker = threading.Thread(target=self._look_after, name="announcer", daemon=True)
        speaker.start()
        self._session.voices.learner = self._listener.speakers
        _warm_up(self._session)
        _prepare(self._session, self._listener)
        try:
            for utterance in _at(self._since, self._listener.utterances()):
                if self._at_once:
                    break
                self._session.hear(utterance)
                _prepare(self._session, self._listener)
                if self._over.is_set() or self._asked_to_end:
                    break
        finally:
            self._over.set()
            self._listener.close()  # also where hearing failed
            speaker.join(timeout=10.0)
        if self._problem is not None:
            raise self._problem

    def stop(self, *, at_once: bool = False) -> None:
        """End the evening's listening; safe from another thread.

        Args:
            at_once: Whether what is still being said is not taken in, and nothing that waits is rolled or said.
        """
        self._at_once = self._at_once or at_once
        self._over.set()
        if at_once and self._voice:
            self._voice.stop()
        self._listener.close()

    def interrupt(self) -> None:
        """End the evening's listening when what is in hand is done; safe in a signal handler, as it takes no lock."""
        self._asked_to_end = True

    def _look_after(self) -> None:
        try:
            while not self._over.wait(TICK_SECONDS):
                self._tick(self._listener.speech_running)
            if not self._at_once:
                self._session.pass_time(self._since + self._listener.position + CLOSING_SECONDS)
            while not self._at_once and (announcement := self._session.due()):
                announce(self._session, announcement, self._voice)
            while self._voice and self._voice.speaking:
                self._over.wait(TICK_SECONDS) or threading.Event().wait(TICK_SECONDS)
        except Exception as problem:  # handed to the hearing thread, which raises it
            self._problem = problem
            self.stop()

    def _tick(self, someone_speaking: bool) -> None:
        if self._asked_to_end:
            self.stop()
        self._tell_of_trouble(self._listener.trouble)
        self._tell_of_loss(self._listener.counters.dropped_samples / SAMPLE_RATE_HZ)
        self._session.pass_time(self._since + self._listener.position, someone_speaking)
        if self._voice and self._voice.speaking:
            return
        announcement = self._session.due(someone_speaking)
        if announcement is not None:
            announce(self._session, announcement, self._voice)
        if self._session.ended and not self._session.announcer.waiting:
            self.stop()

    def _tell_of_trouble(self, trouble: str) -> None:
        """Tell the table once when nothing is heard any more, and once when all is well again."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._session.notice(trouble or HEARD_AGAIN)

    def _tell_of_loss(self, seconds: float) -> None:
        """Tell the table how much was not heard, and seldom, as a slow computer loses a little again and again."""
        if seconds >= max(LOST_SECONDS, 2 * self._told_lost):
            self._told_lost = seconds
            much = (
                counted(round(seconds), "second", "seconds")
                if seconds < 90
                else counted(round(seconds / 60), "minute", "minutes")
            )
            self._session.notice(f"I missed about {much} of what was said: the computer was asleep or is too slow.")
