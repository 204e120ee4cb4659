"""Microphone and loudspeaker tried: what is told, and that something else can be tried afterwards."""

import threading
from collections.abc import Callable

import pytest

from audio.capture import WENT_AWAY
from audio.errors import DeviceUnavailable
from audio.ports import AudioSource, Transcriber, VoiceDetector
from audio.types import Samples
from companion.web.sound_check import SoundCheck
from tests.support.browser import until
from tests.support.sound import LevelDetector, ScriptedSource, ScriptedTranscriber, silence, speech


class Bench:
    """A microphone that hears these sounds, a recogniser, and a loudspeaker.

    Args:
        sounds: What there is to hear.
        problem: What opening the microphone raises.
        trouble: What goes wrong with it while it listens.
    """

    def __init__(self, *sounds: Samples, problem: Exception | None = None, trouble: str = "") -> None:
        self.source = ScriptedSource(*sounds or (silence(1.0),))
        self.source.trouble = trouble
        self.recogniser = ScriptedTranscriber("seven ships came in")
        self._problem = problem

    def microphone(self) -> AudioSource:
        if self._problem is not None:
            raise self._problem
        return self.source

    def detector(self) -> VoiceDetector:
        return LevelDetector()

    def transcriber(self) -> Transcriber:
        return self.recogniser

    def speak(self, text: str) -> str:
        return ""


class Evening:
    """The evening's ears, which listened before."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hush(self) -> None:
        self.heard.append("hushed")

    def listen(self) -> None:
        self.heard.append("listens")


def tried(
    bench: Bench, evening: Evening, check: Callable[[SoundCheck], None] = SoundCheck.try_microphone
) -> SoundCheck:
    """Try something to its end."""
    found = SoundCheck(lambda: bench, evening.hush, evening.listen, lambda: None)
    check(found)
    until(lambda: not found.under_way, what="the end")
    return found


def test_a_sentence_is_understood() -> None:
    """The room's sound and the sentence are reported; the evening is listened to again."""
    evening = Evening()
    found = tried(Bench(silence(1.0), speech(2.0), silence(1.0)), evening)
    assert (found.now.understood, found.now.problem, found.under_way) == ("seven ships came in", "", False)
    assert evening.heard == ["hushed", "listens"]


def test_silence_is_never_said_to_be_understood() -> None:
    bench = Bench(silence(2.0))
    found = tried(bench, Evening())
    assert (found.now.understood, bench.recogniser.heard) == ("", [])
    assert "silence" in found.now.room


@pytest.mark.parametrize(
    ("bench", "told"),
    [
        (Bench(problem=DeviceUnavailable("There is none.", "Plug one in.")), "There is none. Plug one in."),
        (Bench(trouble=WENT_AWAY), WENT_AWAY),
    ],
)
def test_a_microphone_that_is_not_there_or_goes_away_is_told(bench: Bench, told: str) -> None:
    found = tried(bench, Evening())
    assert (found.now.problem, found.now.room, found.under_way) == (told, "", False)


def test_a_loudspeaker_is_tried() -> None:
    assert tried(Bench(), Evening(), SoundCheck.try_loudspeaker).now.said


def test_a_bug_keeps_nobody_from_trying_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens, the trial is over and the ears go on; the bug is not hidden."""
    bugs: list[object] = []
    monkeypatch.setattr(threading, "excepthook", bugs.append)
    evening = Evening()
    found = tried(Bench(problem=ZeroDivisionError()), evening)
    until(lambda: bugs, what="the bug")
    assert not found.under_way
    assert evening.heard == ["hushed", "listens"]
