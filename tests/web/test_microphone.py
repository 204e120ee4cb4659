"""Listening as the page switches it: on, off, in the middle of getting ready, and when there is no microphone."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from audio.errors import DeviceUnavailable
from audio.listen import ListenerCounters
from audio.types import SpeakerMatch, Utterance
from companion.privacy.speaker_embeddings import EmbeddingNotSaved
from companion.web.microphone import MicrophoneListener, MicrophoneTaken
from tests.support.browser import until
from tests.support.harbour import talking
from tests.support.sitting import Sitting


class ScriptedListener:
    """Ears that hear what the test says, on a clock of their own that begins at 0."""

    speakers = speaker = None
    speech_running = False
    trouble = ""
    position = 0.0
    counters = ListenerCounters()

    def __init__(self) -> None:
        self.hotwords: tuple[str, ...] = ()
        self.expecting_short_answer = False
        self._heard: queue.Queue[Utterance | None] = queue.Queue()

    def hear(self, by: str, text: str, start: float) -> None:
        self._heard.put(Utterance("live", text, SpeakerMatch(by, 0.9), start, start + 1.0, avg_logprob=-0.1))

    def utterances(self) -> Iterator[Utterance]:
        while (said := self._heard.get()) is not None:
            yield said

    def close(self) -> None:
        self._heard.put(None)


class ScriptedEquipment:
    """A microphone that may be missing, and that is closed once for each time it was opened."""

    def __init__(self, problem: Exception | None = None, before: Callable[[], None] = lambda: None) -> None:
        self.listener = ScriptedListener()
        self.closed = 0
        self._problem = problem
        self._before = before

    def open(self, warn: Callable[[str], None]) -> tuple[Any, None]:
        self._before()
        if self._problem is not None:
            raise self._problem
        return self.listener, None

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def sitting() -> Sitting:
    """A table that has been typed to for ten minutes."""
    found = talking()
    found.now = 600.0
    found.say("Jay", "We go to the ferry.", typed=True)
    return found


def test_what_is_heard_goes_on_at_the_evenings_own_clock(sitting: Sitting) -> None:
    """Ears begin at their second 0; their words come after those typed before."""
    equipment = ScriptedEquipment()
    ears = MicrophoneListener(sitting.session, equipment, lambda: None)
    ears.start()
    until(lambda: ears.hearing == "on", what="hearing")
    equipment.listener.hear("Russ", "Here's a chip, give me a Haggling check, Jay", 2.0)
    until(lambda: sitting.owed == [("Jay", 3)], what="the check")
    assert sitting.of("utterance", speaker="Russ")[0]["start"] >= 602.0
    assert "Haggling" in equipment.listener.hotwords
    ears.stop()
    until(lambda: ears.hearing == "off", what="the end")
    assert equipment.closed == 1


def test_stopping_while_it_gets_ready_never_listens(sitting: Sitting) -> None:
    equipment = ScriptedEquipment(before=lambda: ears.stop())
    states: list[str] = []
    ears = MicrophoneListener(sitting.session, equipment, lambda: states.append(ears.hearing))
    ears.start()
    ears.join(60)
    until(lambda: ears.hearing == "off")
    assert "on" not in states


def test_a_missing_microphone_is_told_and_can_be_tried_again(sitting: Sitting) -> None:
    equipment = ScriptedEquipment(DeviceUnavailable("There is no microphone.", "Plug one in."))
    ears = MicrophoneListener(sitting.session, equipment, lambda: None)
    for _ in range(2):
        ears.start()
        ears.join(60)
        assert (ears.hearing, ears.trouble) == ("off", "There is no microphone. Plug one in.")


def test_starting_twice_listens_once(sitting: Sitting) -> None:
    equipment = ScriptedEquipment()
    ears = MicrophoneListener(sitting.session, equipment, lambda: None)
    ears.start()
    ears.start()
    until(lambda: ears.hearing == "on")
    ears.stop()
    ears.stop()
    ears.join(60)
    assert equipment.closed == 1


@pytest.mark.parametrize("meanwhile", ["nothing", "stopped", "off before"])
def test_a_pause_ends_as_people_left_it(sitting: Sitting, meanwhile: str) -> None:
    """Ears go on after a pause, but not where somebody stopped them meanwhile, or they did not listen before."""
    equipment = ScriptedEquipment()
    ears = MicrophoneListener(sitting.session, equipment, lambda: None)
    if meanwhile != "off before":
        ears.start()
        until(lambda: ears.hearing == "on", what="hearing")
    ears.pause()
    assert ears.hearing == "off"
    if meanwhile == "stopped":
        ears.stop()
    equipment.listener = ScriptedListener()
    ears.resume()
    assert (ears.hearing != "off") is (meanwhile == "nothing")
    ears.stop()
    ears.join(60)


def test_ears_that_do_not_let_go_of_the_microphone_are_told(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else begins to listen beside them, and they go on by themselves once that pause is over."""
    monkeypatch.setattr("companion.web.microphone.PAUSE_SECONDS", 0.05)
    goes_on = threading.Event()

    def before() -> None:
        until(goes_on.is_set, 60)
        equipment.listener = ScriptedListener()

    equipment = ScriptedEquipment(before=before)
    ears = MicrophoneListener(sitting.session, equipment, lambda: None)
    ears.start()
    for _ in range(2):
        with pytest.raises(MicrophoneTaken, match="still processing"):
            ears.pause()
        ears.resume()
    goes_on.set()
    until(lambda: ears.hearing == "on", what="hearing")
    ears.stop()
    ears.join(60)


def test_voices_that_cannot_be_kept_leave_no_ear_open(sitting: Sitting) -> None:
    """Lessons learnt of them are lost and told; listening is off and can be switched on again."""

    class Full(ScriptedEquipment):
        def close(self) -> None:
            super().close()
            raise EmbeddingNotSaved("The voice cannot be kept.", "Make room.")

    equipment = Full()
    ears = MicrophoneListener(sitting.session, equipment, lambda: None)
    ears.start()
    until(lambda: ears.hearing == "on", what="hearing")
    equipment.listener.close()
    until(lambda: ears.hearing == "off", what="the end")
    assert (ears.problem, equipment.closed) == ("The voice cannot be kept. Make room.", 1)
