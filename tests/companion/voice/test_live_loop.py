"""Sitting at a table with a listener and a voice: beside a recording, and live."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from audio.errors import DeviceUnavailable, SynthesisFailed
from audio.listen import ListenerCounters
from audio.types import SAMPLE_RATE_HZ, Samples, SpeakerMatch, Utterance
from companion.base.errors import StoreFull
from companion.chronicle.extractor.language import parser
from companion.voice.live_loop import CLOSING_SECONDS, HEARD_AGAIN, LiveTable, sit_beside_recording
from companion.voice.speech import Voice
from tests.support.sitting import Intent, Sitting, act

HAGGLE = act("declare_action", player="Jay", skill="Haggling")


def said(start: float, end: float, by: str, text: str) -> Utterance:
    return Utterance("live", text, SpeakerMatch(by, 0.9), start, end, latency=0.4, stages={"transcribe": 0.2})


class Ears:
    """Hears what it is told to, and keeps what it was told to expect."""

    def __init__(self, *heard: Utterance | Callable[[], Any], length: float = 20.0) -> None:
        self.hotwords: Sequence[str] = ()
        self.expecting_short_answer = False
        self.position = 0.0
        self.speech_running = False
        self.trouble = ""
        self.counters = ListenerCounters()
        self.speakers = None
        self.expected: list[tuple[bool, bool]] = []
        self.closed = threading.Event()
        self._heard = heard
        self._length = length

    def utterances(self) -> Iterator[Utterance]:
        for each in self._heard:
            self.expected.append((self.expecting_short_answer, "Haggling" in self.hotwords))
            if isinstance(each, Utterance):
                self.position = each.end
                yield each
            else:
                each()
        self.position = self._length

    def close(self) -> None:
        self.closed.set()


class Mouth:
    """A synthesizer and its loudspeaker: says how long after the call the first sound came, on a clock of its own."""

    sample_rate_hz = 16_000

    def __init__(self, seconds: float = 0.2, fails_on: str = "") -> None:
        self.now = 0.0
        self.spoken: list[str] = []
        self.played: list[int] = []
        self.speaking = False
        self._seconds = seconds
        self._fails_on = fails_on

    def warm_up(self) -> None: ...

    def speak(self, text: str) -> Iterator[Samples]:
        if self._fails_on and self._fails_on in text:
            raise SynthesisFailed("The voice failed.")
        self.spoken.append(text)
        for _ in range(2):
            self.now += self._seconds
            yield np.zeros(160, dtype=np.float32)

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        self.played.append(len(samples))

    def stop(self) -> None:
        self.speaking = False

    def close(self) -> None: ...

    @property
    def voice(self) -> Voice:
        return Voice(self, self, lambda: self.now)


def understood(sitting: Sitting, **meaning: tuple[Intent, ...]) -> Sitting:
    sitting.understands.meaning = {text.replace("_", " "): intents for text, intents in meaning.items()}
    return sitting


# ---------------------------------------------------------------- beside a recording


def test_a_recording_is_played_with_the_app_speaking_in_its_pauses() -> None:
    """Dice are asked for in the first pause, roll after a quiet while, and the result is said before the next words."""
    sitting = understood(Sitting(faces=[(5, 5, 2)]), I_haggle=(HAGGLE,))
    ears = Ears(said(1.0, 2.0, "Jay", "I haggle"), said(8.0, 9.0, "Jay", "He nods."), length=12.0)
    times: list[float] = []
    sit_beside_recording(sitting.session, ears, None, tell_time=times.append)
    assert [each["text"] for each in sitting.of("announcement")] == [
        "Haggling, three dice. Jay?",
        "Jay rolls 5, 5 and 2. Two successes. 28 left of the group goal. Jay narrates, two actions.",
    ]
    assert times == [each["at"] for each in sitting.of("announcement")] == [2.25, 3.5]
    assert [each["type"] for each in sitting.records if each["type"] in {"utterance", "announcement"}] == [
        *("utterance", "announcement", "announcement", "utterance"),
    ]
    assert "latency_to_audio" not in sitting.of("announcement")[0]


def test_the_same_recording_gives_the_same_evening() -> None:
    evenings = []
    for _ in range(2):
        sitting = understood(Sitting(faces=[(5, 5, 2)]), I_haggle=(HAGGLE,))
        sit_beside_recording(sitting.session, Ears(said(1.0, 2.0, "Jay", "I haggle")), None)
        evenings.append(sitting.records)
    assert evenings[0] == evenings[1]


def test_the_ears_are_told_names_and_short_answers() -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))
    ears = Ears(said(1.0, 2.0, "Jay", "I haggle"), said(3.0, 4.0, "Jay", "Well"))
    sit_beside_recording(sitting.session, ears, None)
    assert ears.expected == [(False, True), (True, True)]


def test_what_waits_at_the_end_is_still_said() -> None:
    sitting = understood(Sitting(faces=[(5, 5, 2)]), I_haggle=(HAGGLE,))
    sit_beside_recording(sitting.session, Ears(said(1.0, 2.0, "Jay", "I haggle"), length=2.0), None)
    assert sitting.owed == []
    assert sitting.of("announcement")[-1]["at"] <= 2.0 + CLOSING_SECONDS


def test_nothing_is_said_between_sentences_without_a_pause() -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))
    ears = Ears(said(1.0, 2.0, "Jay", "I haggle"), said(2.1, 6.0, "Mira", "And the rain falls"), length=6.1)
    sit_beside_recording(sitting.session, ears, None)
    kinds = [each["type"] for each in sitting.records if each["type"] in {"utterance", "announcement"}]
    assert kinds == ["utterance", "utterance", "announcement"]


def test_progress_is_watched() -> None:
    sitting, seen = Sitting(), []

    class Watching:
        def progress(self, position: float) -> None:
            seen.append(position)

    sit_beside_recording(sitting.session, Ears(said(1, 2, "Jay", "a"), said(3, 4, "Jay", "b")), None, watch=Watching())
    assert seen == [2, 4]


def test_announcements_are_spoken_and_their_delay_kept() -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))
    mouth = Mouth(seconds=0.15)
    sit_beside_recording(sitting.session, Ears(said(1.0, 2.0, "Jay", "I haggle")), mouth.voice)
    assert mouth.spoken == ["Haggling, three dice. Jay?"]
    assert mouth.played == [160, 160]
    assert sitting.of("announcement")[0]["latency_to_audio"] == 0.15


def test_a_text_the_voice_fails_on_is_still_shown() -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))
    voice = Mouth(fails_on="Haggling").voice
    sit_beside_recording(sitting.session, Ears(said(1.0, 2.0, "Jay", "I haggle")), voice)
    (shown,) = sitting.of("announcement")
    assert shown["text"] == "Haggling, three dice. Jay?"
    assert "latency_to_audio" not in shown
    assert voice.failures == 1


# ---------------------------------------------------------------- live


def until(true: Callable[[], bool]) -> Callable[[], None]:
    """Something to do instead of hearing: wait until this holds."""

    def wait() -> None:
        for _ in range(6_000):
            if true():
                return
            threading.Event().wait(0.01)
        raise AssertionError("it never happened")

    return wait


def test_a_live_table_is_spoken_to_while_the_ears_go_on() -> None:
    """The announcement is made by another thread while hearing waits for the next words."""
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))
    mouth = Mouth()
    ears = Ears(
        said(1.0, 2.0, "Jay", "I haggle"), lambda: setattr(ears, "position", 3.0), until(lambda: bool(mouth.spoken))
    )
    LiveTable(sitting.session, ears, mouth.voice).run()
    assert mouth.spoken == ["Haggling, three dice. Jay?"]


def test_a_live_table_is_not_spoken_to_while_somebody_talks() -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))
    ears = Ears(said(1.0, 2.0, "Jay", "I haggle"), lambda: threading.Event().wait(0.2), length=2.0)
    ears.speech_running = True
    spoken_early: list[int] = []
    ears._heard = (*ears._heard, lambda: spoken_early.append(len(sitting.of("announcement"))))
    LiveTable(sitting.session, ears, None).run()
    assert spoken_early == [0]
    assert len(sitting.of("announcement")) == 1


def test_good_night_ends_listening_by_itself() -> None:
    sitting = understood(Sitting(), Good_night=(act("end_session", force=True),))
    ears = Ears(
        said(1.0, 2.0, "Jay", "Good night"),
        lambda: setattr(ears, "position", 9.0),
        lambda: ears.closed.wait(60) or pytest.fail("it went on listening"),
    )
    LiveTable(sitting.session, ears, None).run()
    assert sitting.session.ended
    assert not sitting.announcer.waiting


@pytest.mark.parametrize("live", [True, False])
def test_the_first_sentence_does_not_wait_for_what_it_is_understood_with(
    live: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser of notes and the compiled grammar are there before the first sound is asked for."""
    parser.cache_clear()
    loaded: list[object] = []
    session = Sitting().session
    monkeypatch.setattr(session.turns, "warm_up", lambda: loaded.append("grammar"))
    ears = Ears(lambda: loaded.append(parser.cache_info().currsize))
    LiveTable(session, ears, None).run() if live else sit_beside_recording(session, ears, None)
    assert loaded == ["grammar", 1]


def test_stop_ends_it_from_another_thread() -> None:
    sitting = Sitting()
    ears = Ears(lambda: ears.closed.wait(60) or pytest.fail("it went on listening"))
    table = LiveTable(sitting.session, ears, None)
    threading.Timer(0.05, table.stop).start()
    table.run()
    assert ears.closed.is_set()


def test_an_interrupt_lets_the_sentence_in_hand_be_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C while somebody is being understood: their command is not lost, and the next sentence is not begun."""
    sitting = understood(Sitting(), I_haggle=(HAGGLE,))
    understand = sitting.understands.recognize

    def interrupted(*arguments: Any) -> Any:
        table.interrupt()
        return understand(*arguments)

    monkeypatch.setattr(sitting.understands, "recognize", interrupted)
    ears = Ears(said(1.0, 2.0, "Jay", "I haggle"), said(3.0, 4.0, "Jay", "I haggle"))
    table = LiveTable(sitting.session, ears, None)
    table.run()
    assert [each["kind"] for each in sitting.of("command")] == ["declare_action"]


def test_a_microphone_that_goes_away_is_told() -> None:
    def gone() -> None:
        raise DeviceUnavailable("The microphone is gone.")

    with pytest.raises(DeviceUnavailable):
        LiveTable(Sitting().session, Ears(gone), None).run()


def test_a_store_that_fails_while_speaking_ends_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))

    def full(*_: Any, **__: Any) -> Any:
        raise StoreFull("There is no space left.")

    monkeypatch.setattr(sitting.store, "add_announcement", full)
    ears = Ears(
        said(1.0, 2.0, "Jay", "I haggle"),
        lambda: setattr(ears, "position", 9.0),
        lambda: ears.closed.wait(60) or pytest.fail("it went on listening"),
    )
    with pytest.raises(StoreFull):
        LiveTable(sitting.session, ears, None).run()


def test_a_microphone_that_goes_away_is_told_once_and_the_evening_goes_on() -> None:
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))

    def told(*texts: str) -> Callable[[], bool]:
        return lambda: [each["text"] for each in sitting.of("announcement")] == list(texts)

    gone, back = "The microphone went away.", HEARD_AGAIN
    ears = Ears(
        lambda: setattr(ears, "trouble", gone),
        until(told(gone)),
        lambda: setattr(ears, "trouble", ""),
        until(told(gone, back)),
        said(5.0, 6.0, "Jay", "I haggle"),
    )
    LiveTable(sitting.session, ears, None).run()
    assert told(gone, back, "Haggling, three dice. Jay?")()


def test_lost_sound_is_told_when_it_is_a_second_and_again_when_it_is_twice_as_much() -> None:
    """A moment is not worth a word; a computer that slept says so in minutes."""
    sitting = understood(Sitting(mode="table"), I_haggle=(HAGGLE,))

    def lose(seconds: float) -> Callable[[], None]:
        return lambda: setattr(ears.counters, "dropped_samples", round(seconds * SAMPLE_RATE_HZ))

    def told(*much: str) -> Callable[[], bool]:
        sentences = [
            f"I missed about {each} of what was said: the computer was asleep or is too slow." for each in much
        ]
        return lambda: [each["text"] for each in sitting.of("announcement")] == sentences

    ears = Ears(
        lose(0.5),
        lose(2.2),
        until(told("two seconds")),
        lose(3.0),
        lose(600.0),
        until(told("two seconds", "ten minutes")),
    )
    LiveTable(sitting.session, ears, None).run()
    assert told("two seconds", "ten minutes")()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Two successes. Jay narrates.", "Two successes. Jay narrates."),
        (f"The goal: {'to sail ' * 400}. Noted.", f"The goal: {'to sail ' * 23}to… Noted."),
        (f"I do not know Bal{'thasar' * 400}.", f"I do not know Bal{'thasar' * 30}th…"),
        ("He sails. " * 80, ("He sails. " * 40).strip()),
    ],
)
def test_words_that_fill_pages_are_shown_whole_and_said_in_short(text: str, said: str) -> None:
    """Nobody is heard while the companion speaks."""
    sitting, mouth = Sitting(), Mouth()
    sitting.announcer.answer(text, 0.0)
    sit_beside_recording(sitting.session, Ears(), mouth.voice)
    assert mouth.spoken == [said]
    assert [each["text"] for each in sitting.of("announcement")] == [text.strip()]
