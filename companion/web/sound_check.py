"""Microphone and loudspeaker tried before anybody plays: how loud, how noisy, what is understood, what is heard."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np

from audio.errors import AudioError, DeviceUnavailable
from audio.loudness import rms_dbfs
from audio.ports import AudioSource, Transcriber, VoiceDetector
from audio.room_sound import advice, measure
from audio.types import Samples
from companion.base.errors import CompanionError, told
from companion.web.strings import catalogue, words
from engine.phrase import made

LISTEN_SECONDS = 6.0
LEVELS = 12
"""Steps of the level meter."""
_QUIETEST_DBFS = -60.0

SoundState = Literal["off", "starting", "listening", "working", "speaking"]


class SoundCheckUnderWay(CompanionError):
    """The microphone or the loudspeaker is being tried."""


class Gear(Protocol):
    """Microphone, loudspeaker and what understands, as the composition root makes them."""

    def microphone(self) -> AudioSource:
        """The microphone; opened when sound is asked for."""

    def detector(self) -> VoiceDetector:
        """Tells talk from the rest."""

    def transcriber(self) -> Transcriber:
        """Turns talk into words; takes seconds.

        Raises:
            AudioError: A model is missing.
        """

    def speak(self, text: str) -> str:
        """Say something aloud, to its end; why it could not be said, or an empty sentence."""


@dataclass(frozen=True, slots=True)
class Sounded:
    """Progress of a trial.

    Attributes:
        state: off: nothing is being tried.
        level: Loudness right now, 0 to `LEVELS`.
        seconds: Whole seconds listened so far.
        room: How the room sounds, one sentence; empty before anything was heard.
        hint: What to do about it; empty when all is well.
        understood: What was understood; None before, empty when nothing was.
        problem: Why the microphone could not be tried.
        said: Whether the loudspeaker was tried.
        silent: Why nothing was said aloud.
    """

    state: SoundState = "off"
    level: int = 0
    seconds: int = 0
    room: str = ""
    hint: str = ""
    understood: str | None = None
    problem: str = ""
    said: bool = False
    silent: str = ""


class SoundCheck:
    """Tries one thing at a time, in a thread of its own. Safe to call from several threads.

    Args:
        gear: Makes what is tried.
        hush: Lets the evening's ears pause.
        listen: Lets them go on.
        changed: Told whenever it is further.
    """

    def __init__(
        self,
        gear: Callable[[], Gear],
        hush: Callable[[], None],
        listen: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        self._gear = gear
        self._hush = hush
        self._listen = listen
        self._changed = changed
        self._lock = threading.Lock()
        self._end = threading.Event()
        self.now = Sounded()

    @property
    def under_way(self) -> bool:
        """True while something is being tried."""
        return self.now.state != "off"

    def try_microphone(self) -> None:
        """Listen for a moment, measure the room and understand a sentence; returns at once.

        Raises:
            SoundCheckUnderWay: Something is being tried already.
        """
        self._begin(replace(self.now, state="starting", level=0, seconds=0, problem=""), self._hear)

    def try_loudspeaker(self) -> None:
        """Say a sentence aloud; returns at once.

        Raises:
            SoundCheckUnderWay: Something is being tried already.
        """
        self._begin(replace(self.now, state="speaking", silent=""), self._speak)

    def stop(self) -> None:
        """Listen no longer; what was heard so far counts."""
        self._end.set()

    def _begin(self, first: Sounded, work: Callable[[Gear], Sounded]) -> None:
        with self._lock:
            if self.under_way:
                raise SoundCheckUnderWay(words("sound.under_way"))
            self.now = first
            self._end.clear()
        threading.Thread(target=self._work, args=(work,), name="sound check", daemon=True).start()
        self._changed()

    def _work(self, work: Callable[[Gear], Sounded]) -> None:
        try:
            self._hush()
            self._show(work(self._gear()))
        except (AudioError, CompanionError) as problem:
            self._show(replace(self.now, problem=told(problem)))
        finally:
            # The ears first: whatever begins once this is over has to find them listening.
            self._listen()
            self._show(replace(self.now, state="off", level=0))

    def _hear(self, gear: Gear) -> Sounded:
        samples = self._recorded(gear.microphone())
        self._show(replace(self.now, state="working", level=0))
        room = measure(samples, gear.detector())
        heard = advice(room)
        sentence = made(heard.template, heard.values)
        self._show(replace(self.now, room=sentence, hint=made(heard.todo, {}), understood=None))
        # Recognisers invent words for silence.
        understood = "" if room.speech_dbfs is None else gear.transcriber().transcribe(samples).text
        return replace(self.now, understood=understood.strip())

    def _recorded(self, source: AudioSource) -> Samples:
        sound: list[Samples] = [np.zeros(0, dtype=np.float32)]
        try:
            for chunk in source.chunks():
                sound.append(chunk.samples)
                level, seconds = level_of(chunk.samples), int(chunk.start)
                if (self.now.state, self.now.level, self.now.seconds) != ("listening", level, seconds):
                    self._show(replace(self.now, state="listening", level=level, seconds=seconds))
                if source.trouble:
                    raise DeviceUnavailable(source.trouble)
                if chunk.start >= LISTEN_SECONDS or self._end.is_set():
                    break
        finally:
            source.close()
        return np.concatenate(sound)

    def _speak(self, gear: Gear) -> Sounded:
        silent = gear.speak(catalogue()["sound.hello"])
        return replace(self.now, said=True, silent=silent)

    def _show(self, now: Sounded) -> None:
        self.now = now
        self._changed()


def level_of(samples: Samples) -> int:
    """Return the loudness of a sound, from 0 for none to `LEVELS` for full scale."""
    return max(0, min(LEVELS, round((rms_dbfs(samples) - _QUIETEST_DBFS) / -_QUIETEST_DBFS * LEVELS)))
