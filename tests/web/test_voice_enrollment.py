"""Voices learnt beside a running evening: the ears pause and go on, one lesson at a time, nothing of a stopped one."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from audio.errors import EnrolmentRejected
from audio.ports import AudioSource, Transcriber, VoiceDetector
from companion.web.actions import NotAllowed
from companion.web.microphone import MicrophoneTaken
from companion.web.sound_check import SoundCheck, SoundCheckUnderWay
from companion.web.voice_enrollment import EnrollmentUnderWay, VoiceEnrollment
from tests.support.browser import Served, until
from tests.support.phones import Phone
from tests.support.sound import LevelDetector, ScriptedSource, silence
from tests.web.test_host import Inn
from tests.web.test_table import harbour


class ScriptedVoices:
    """A microphone that goes on as it is told to.

    Args:
        problem: What goes wrong at the end; nothing when None.
    """

    sentences = ("The tide is late.", "So is the ferry.", "Nobody minds.")
    seconds = 4.0

    def __init__(self, problem: EnrolmentRejected | None = None) -> None:
        self.problem = problem
        self.further = threading.Semaphore(0)
        self.kept: set[str] = set()

    def known(self, player: str) -> bool:
        """Return True where a lesson was finished."""
        return player in self.kept

    def learn(self, player: str, heard: Callable[[float], None]) -> None:
        """Hear one second each time it may go further."""
        for second in range(5):
            heard(float(second))
            assert self.further.acquire(timeout=60)
            heard(second + 0.5)
        if self.problem is not None:
            raise self.problem
        self.kept.add(player)

    def forget(self, player: str) -> bool:
        """Forget a voice."""
        known = player in self.kept
        self.kept.discard(player)
        return known


class ScriptedEars:
    """Ears that only remember what they are told.

    Args:
        problem: Why they do not pause; they do when None.
    """

    def __init__(self, problem: MicrophoneTaken | None = None) -> None:
        self._problem = problem
        self.told: list[str] = []

    def pause(self) -> None:
        """Listen no longer for now."""
        self.told.append("pause")
        if self._problem is not None:
            raise self._problem

    def resume(self) -> None:
        """Go on."""
        self.told.append("resume")


def lessons(voices: ScriptedVoices, ears: ScriptedEars | None = None) -> VoiceEnrollment:
    """Lessons with a scripted microphone."""
    return VoiceEnrollment(voices, ears or ScriptedEars(), lambda: None)  # type: ignore[arg-type]


def state(taught: VoiceEnrollment) -> str:
    """Return the state of the latest lesson; empty where there is none."""
    return taught.latest.state if taught.latest is not None else ""


def test_a_voice_is_learnt_and_the_ears_go_on() -> None:
    """The ears pause first and listen again afterwards; seconds are told as they are heard."""
    voices, ears = ScriptedVoices(), ScriptedEars()
    taught = lessons(voices, ears)
    taught.start("Jay")
    until(lambda: state(taught) == "reading")
    assert ears.told == ["pause"]
    voices.further.release(2)
    until(lambda: taught.latest is not None and taught.latest.seconds == 2)
    voices.further.release(3)
    until(lambda: state(taught) == "known")
    assert (ears.told, voices.known("Jay")) == (["pause", "resume"], True)


def test_ears_that_still_hear_are_not_talked_into() -> None:
    ears, voices = ScriptedEars(MicrophoneTaken("It is busy.", "Wait a moment.")), ScriptedVoices()
    taught = lessons(voices, ears)
    taught.start("Jay")
    until(lambda: state(taught) == "failed")
    assert taught.latest is not None
    assert (taught.latest.problem, voices.kept) == ("It is busy. Wait a moment.", set())


def test_a_stopped_lesson_leaves_nothing() -> None:
    """Stopped in the middle: no voice is kept, the microphone is free, and another lesson may begin."""
    voices = ScriptedVoices()
    taught = lessons(voices)
    taught.start("Jay")
    until(lambda: state(taught) == "reading")
    taught.stop()
    voices.further.release()
    until(lambda: state(taught) == "stopped")
    assert not voices.known("Jay")
    taught.start("Russ")
    voices.further.release(5)
    until(lambda: state(taught) == "known")
    assert voices.kept == {"Russ"}


def test_one_lesson_at_a_time() -> None:
    voices = ScriptedVoices()
    taught = lessons(voices)
    taught.start("Jay")
    with pytest.raises(EnrollmentUnderWay, match="Jay's voice"):
        taught.start("Russ")
    taught.stop()
    voices.further.release()
    taught.close()


def test_what_went_wrong_is_told() -> None:
    voices = ScriptedVoices(EnrolmentRejected("Too little speech was heard.", "Come closer."))
    taught = lessons(voices)
    taught.start("Jay")
    voices.further.release(5)
    until(lambda: state(taught) == "failed")
    assert taught.latest is not None
    assert taught.latest.problem == "Too little speech was heard. Come closer."


def test_a_voice_forgotten_while_it_is_learnt_is_not_kept() -> None:
    """Also where the last second had been heard; a lesson of somebody else goes on."""
    voices = ScriptedVoices()
    taught = lessons(voices)
    taught.start("Jay")
    voices.further.release(4)
    until(lambda: taught.latest is not None and taught.latest.seconds == 4)
    taught.end("Russ")
    assert taught.under_way
    threading.Timer(0.1, voices.further.release).start()
    taught.forget("Jay")
    assert not taught.under_way
    assert voices.kept == set()


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    """The harbour table on a host."""
    found = Inn(tmp_path)
    yield found
    found.close()


def test_consent_is_a_persons_own(inn: Inn) -> None:
    """A seat agrees for itself; one that took it back cannot be taught, and its voiceprint is gone."""
    jay = inn.seat("Jay")
    jay.consent(True)
    assert inn.host.session is not None
    given = {each.person: each.given for each in inn.host.session.consent.standings()}
    assert given == {"Jay": True, "Russ": None, "Mira": None}
    with pytest.raises(NotAllowed):
        jay.consent(False, "Russ")
    jay.consent(False)
    with pytest.raises(NotAllowed, match="consent is needed first"):
        jay.learn_voice()
    with pytest.raises(NotAllowed):
        jay.forget_voice("Russ")


@pytest.mark.parametrize("deed", ["withdraw", "forget"])
def test_whoever_takes_consent_back_during_their_lesson_is_not_learnt(inn: Inn, deed: str) -> None:
    voices = ScriptedVoices()
    inn.host.lessons = VoiceEnrollment(voices, ScriptedEars(), lambda: None)  # type: ignore[arg-type]
    jay = inn.seat("Jay")
    jay.learn_voice()
    threading.Timer(0.1, lambda: voices.further.release(5)).start()
    jay.consent(False) if deed == "withdraw" else jay.forget("Jay", "Jay")
    assert not inn.host.lessons.under_way
    assert voices.kept == set()


def test_the_table_cannot_listen_during_a_lesson(inn: Inn) -> None:
    """There is one microphone; a seat can end its own lesson only."""
    voices = ScriptedVoices()
    inn.host.lessons = VoiceEnrollment(voices, ScriptedEars(), lambda: None)  # type: ignore[arg-type]
    inn.seat("Jay").learn_voice()
    with pytest.raises(EnrollmentUnderWay):
        inn.table.listen(True)
    with pytest.raises(NotAllowed):
        inn.seat("Russ").stop_learning()
    inn.seat("Jay").stop_learning()
    voices.further.release()
    until(lambda: inn.host.lessons is not None and not inn.host.lessons.under_way)


class Waiting:
    """A microphone that opens when it may."""

    def __init__(self) -> None:
        self.opens = threading.Event()

    def microphone(self) -> AudioSource:
        """Silence, as soon as it may."""
        assert self.opens.wait(60)
        return ScriptedSource(silence(1.0))

    def detector(self) -> VoiceDetector:
        """Hears nobody."""
        return LevelDetector()

    def transcriber(self) -> Transcriber:
        """Never asked: nobody speaks."""
        raise AssertionError

    def speak(self, text: str) -> str:
        """Never asked."""
        raise AssertionError


def test_of_everything_begun_at_once_one_thing_has_the_microphone(inn: Inn) -> None:
    """Tabs that begin lessons and trials in the same moment: one begins, the others are told why."""
    for _ in range(20):
        voices = ScriptedVoices()
        inn.host.lessons = VoiceEnrollment(voices, ScriptedEars(), lambda: None)  # type: ignore[arg-type]
        bench = Waiting()
        inn.host.sound_check = SoundCheck(lambda bench=bench: bench, *[lambda: None] * 3)  # type: ignore[misc]
        together = threading.Barrier(4)

        def begun(deed: Callable[[], None], together: threading.Barrier = together) -> bool:
            together.wait(60)
            try:
                deed()
            except (EnrollmentUnderWay, SoundCheckUnderWay):
                return False
            return True

        jay, table = inn.seat("Jay"), inn.table
        deeds = (jay.learn_voice, jay.learn_voice, table.try_microphone, table.try_microphone)
        with ThreadPoolExecutor(4) as tabs:
            assert sorted(tabs.map(begun, deeds)) == [False, False, False, True]
        jay.stop_learning()
        bench.opens.set()
        voices.further.release()
        inn.host.lessons.close()
        until(lambda: not inn.host.sound_check.under_way, seconds=60)


def test_a_phone_agrees_and_teaches_its_voice(
    served: Served, phones: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Consent given, three sentences read with progress, the voice known, deleted, consent taken back."""
    voices = ScriptedVoices()
    monkeypatch.setattr(served.opens, "voices", lambda campaign: voices)
    served.play(harbour())
    jay = phones("Jay")
    pane = jay.fold("Microphone and consent")
    pane.get_by_role("button", name="I agree to being heard").click()
    jay.shows("#main", "You agreed to being heard.")
    pane.get_by_role("button", name="Record my voice").click()
    jay.shows("#main", "So is the ferry.")
    voices.further.release(2)
    jay.shows("#main", "2 of 4 seconds")
    assert pane.get_by_role("meter").evaluate("each => each.closest('[aria-live]').ariaLive") == "off"
    voices.further.release(3)
    jay.shows("#main", "your voice is known now")
    pane.get_by_role("button", name="Delete my voice").click()
    jay.shows("#main", "Your voice is not known yet.")
    pane.get_by_role("button", name="I do not want to be heard").click()
    jay.shows("#main", "what you say is ignored")
