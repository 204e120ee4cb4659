"""Hearing a long recording in chunks that survive a kill."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from audio.errors import TranscriptionFailed
from audio.types import SAMPLE_RATE_HZ, Samples, Transcript, Utterance
from companion.transfer.importing.errors import WorkNotKept
from companion.transfer.importing.recognition import CHUNK_SECONDS, TrackRecognizer, hear, quiet_moment
from companion.transfer.importing.tracks import Track
from companion.transfer.importing.work import Chunk, Work, key_of, merged
from tests.support.sound import LevelDetector, LevelIdentifier, ScriptedTranscriber, silence, speech


class Tape:
    """A recording in memory that says where it was read."""

    def __init__(self, *sounds: Samples) -> None:
        self.samples = np.concatenate(sounds)
        self.read_at: list[float] = []

    @property
    def seconds(self) -> float:
        return len(self.samples) / SAMPLE_RATE_HZ

    def read(self, start: float, end: float) -> Samples:
        self.read_at.append(start)
        return self.samples[round(start * SAMPLE_RATE_HZ) : round(end * SAMPLE_RATE_HZ)]

    def close(self) -> None: ...


class Lengths:
    """Says how long each segment is, so that texts tell what was heard."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.left = stop_after

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left = None if self.left is None else self.left - 1
        return Transcript(f"about {len(samples) / SAMPLE_RATE_HZ:.1f} seconds of talk", -0.2, 0.05)


class Known:
    """Expects the names given, and every text heard so far."""

    def __init__(self, *names: str) -> None:
        self.expected = names

    def heard(self, utterance: Utterance) -> None:
        self.expected = (*self.expected, utterance.text)


def track(person: str | None = None) -> Track:
    return Track("evening", "evening.flac", lambda: open("/dev/null", "rb"), "evening", person)


def begun(folder: Path) -> Work:
    work = Work(folder, "key")
    (folder / "key").mkdir()
    return work


def talk() -> Tape:
    """Five minutes: a sentence of growing length every ten seconds."""
    return Tape(*(sound for n in range(30) for sound in (speech(1.0 + 0.1 * n), silence(9.0 - 0.1 * n))))


def told(chunks: list[Chunk]) -> list[tuple[str, float, float]]:
    return [(each.text, round(each.start, 2), round(each.end, 2)) for each in merged(chunks)]


def test_a_long_recording_is_heard_in_chunks_with_the_times_of_the_whole(tmp_path: Path) -> None:
    """Every sentence once, none cut."""
    tape, done = talk(), list[float]()
    chunks = hear([(track(), tape)], TrackRecognizer(Lengths(), LevelDetector()), Known(), begun(tmp_path), done.append)
    assert [round(start) for _, start, _ in told(chunks)] == [10 * n for n in range(30)]
    assert len(chunks) == len(tape.read_at) == 3
    assert done == [0.0, *(chunk.end for chunk in chunks)]
    assert done[-1] == tape.seconds


def test_an_interrupted_import_hears_what_an_uninterrupted_one_does(tmp_path: Path) -> None:
    """Chunks that were done are not heard again."""
    whole = hear([(track(), talk())], TrackRecognizer(Lengths(), LevelDetector()), Known(), begun(tmp_path))
    (tmp_path / "again").mkdir()
    work = begun(tmp_path / "again")
    with pytest.raises(KeyboardInterrupt):
        hear([(track(), talk())], TrackRecognizer(Lengths(stop_after=15), LevelDetector()), Known(), work)
    kept, tape = len(work.chunks()), talk()
    resumed = hear([(track(), tape)], TrackRecognizer(Lengths(), LevelDetector()), Known(), work)
    assert (kept, len(tape.read_at)) == (1, 2)
    assert told(resumed) == told(whole)
    assert [chunk.end for chunk in resumed] == [chunk.end for chunk in whole]


def test_a_line_cut_off_by_a_kill_is_heard_again(tmp_path: Path) -> None:
    """And what follows stands on a line of its own."""
    work, ears = begun(tmp_path), TrackRecognizer(Lengths(), LevelDetector())
    whole = hear([(track(), talk())], ears, Known(), work)
    kept = tmp_path / "key" / "heard.jsonl"
    kept.write_bytes(kept.read_bytes()[:-20])
    tape = talk()
    assert told(hear([(track(), tape)], ears, Known(), work)) == told(whole)
    assert len(tape.read_at) == 1
    assert len(work.chunks()) == len(whole)


def test_each_track_is_its_persons(tmp_path: Path) -> None:
    """Merged by time; nobody's voice has to be known."""
    jay = Tape(speech(1.0), silence(9.0))
    russ = Tape(silence(4.0), speech(1.0), silence(20.0))
    tracks = [(track("Jay"), jay), (track("unknown"), russ)]
    said = merged(hear(tracks, TrackRecognizer(Lengths(), LevelDetector()), Known(), begun(tmp_path)))
    assert [(each.id, each.speaker.name, round(each.start)) for each in said if each.speaker] == [
        ("u1", "Jay", 0),
        ("u2", "unknown", 4),
    ]


def test_voices_of_a_whole_table_are_told_apart(tmp_path: Path) -> None:
    """By the voiceprints handed in."""
    tape = Tape(speech(1.0, 0.3), silence(2.0), speech(1.0, 0.6), silence(2.0))
    ears = TrackRecognizer(Lengths(), LevelDetector(), LevelIdentifier(Jay=0.3, Mira=0.6))
    said = merged(hear([(track(), tape)], ears, Known(), begun(tmp_path)))
    assert [each.speaker and each.speaker.name for each in said] == ["Jay", "Mira"]
    kept = merged(Work(tmp_path, "key").chunks())
    assert kept == tuple(said)


def test_names_are_expected_and_failures_counted(tmp_path: Path) -> None:
    """A sentence the recogniser fails on does not end the import."""
    recogniser = ScriptedTranscriber(TranscriptionFailed("It failed."), "Benna waits.")
    tape = Tape(speech(1.0), silence(2.0), speech(1.0), silence(2.0))
    (chunk,) = hear([(track(), tape)], TrackRecognizer(recogniser, LevelDetector()), Known("Benna"), begun(tmp_path))
    assert ([each.text for each in chunk.heard], chunk.failed) == (["Benna waits."], 1)
    assert recogniser.hotwords == [("Benna",)] * 2


def test_names_the_story_brought_are_expected_from_then_on(tmp_path: Path) -> None:
    """Also after an interruption, as if there had been none."""
    work, sound = begun(tmp_path), (speech(1.0), silence(2.0), speech(1.0), silence(2.0))
    recogniser = ScriptedTranscriber("Her name is Benna.", RuntimeError("stopped"), "Benna waits.", "She nods.")
    tracks = [(track("Jay"), Tape(*sound[:2])), (track("Mira"), Tape(*sound))]
    with pytest.raises(RuntimeError, match="stopped"):
        hear(tracks, TrackRecognizer(recogniser, LevelDetector()), Known("Jay"), work)
    hear(tracks, TrackRecognizer(recogniser, LevelDetector()), Known("Jay"), work)
    first, second = "Her name is Benna.", "Benna waits."
    assert recogniser.hotwords == [("Jay",), ("Jay", first), ("Jay", first), ("Jay", first, second)]


def test_tracks_go_forward_together(tmp_path: Path) -> None:
    """So that a name is learnt on one before it is answered on another."""
    order: list[int] = []

    class Noting(Tape):
        def read(self, start: float, end: float) -> Samples:
            order.append(round(start) // 60)
            return super().read(start, end)

    tapes = [Noting(*(silence(10.0) for _ in range(25))) for _ in range(2)]
    hear(
        [(track("Jay"), tapes[0]), (track("Mira"), tapes[1])],
        TrackRecognizer(Lengths(), LevelDetector()),
        Known(),
        begun(tmp_path),
    )
    assert order == sorted(order)
    assert len(order) == 6


def test_a_recording_without_a_word_is_an_evening_without_one(tmp_path: Path) -> None:
    """Nothing is invented."""
    (chunk,) = hear(
        [(track(), Tape(silence(3.0)))], TrackRecognizer(Lengths(), LevelDetector()), Known(), begun(tmp_path)
    )
    assert (chunk.heard, chunk.end) == ((), pytest.approx(3.0, abs=0.04))


def test_a_chunk_ends_at_its_quietest_moment() -> None:
    """Near its end, the later of two."""
    sound = np.concatenate((speech(CHUNK_SECONDS - 10.0), silence(1.0), speech(4.0), silence(1.0), speech(4.0)))
    assert CHUNK_SECONDS - 5.0 < quiet_moment(sound) / SAMPLE_RATE_HZ < CHUNK_SECONDS - 4.0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """With the way to go on."""
    work = begun(tmp_path)
    (tmp_path / "key" / "heard.jsonl").symlink_to("/dev/full")
    with pytest.raises(WorkNotKept, match="No space left on device") as failed:
        hear([(track(), Tape(speech(1.0), silence(2.0)))], TrackRecognizer(Lengths(), LevelDetector()), Known(), work)
    assert "the same command then continues" in failed.value.hint
    assert failed.value.retryable


def test_words_are_thrown_away_once_they_are_an_evening(tmp_path: Path) -> None:
    """Also those a kill left behind; that it was imported stays known until it is forgotten."""
    work = begun(tmp_path)
    work.keep(Chunk(0, 1.0, (Utterance("u1", "Hello."),)))
    assert work.imported_as() is None
    work.finish(3)
    assert [path.name for path in tmp_path.iterdir()] == ["key.done"]
    (tmp_path / "key").mkdir()
    assert work.imported_as() == 3
    assert [path.name for path in tmp_path.iterdir()] == ["key.done"]
    work.forget()
    assert list(tmp_path.iterdir()) == []


def test_work_is_another_where_anything_that_matters_is() -> None:
    """Another person on a track, or another speech model."""
    keys = {key_of([track()], "base"), key_of([track("Jay")], "base"), key_of([track()], "small")}
    assert len(keys) == 3
