"""`companion import`: recordings to an evening, and every mistake as one sentence."""

import json
import os
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.types import Samples, Transcript
from companion.app import wiring
from companion.base.config import load_settings
from companion.store import Store, open_store
from tests.support.clock import FakeClock
from tests.support.command_line import Run
from tests.support.privacy import files_with
from tests.support.sound import LevelDetector, silence, speech, tape

STORY = {
    0.3: "There's a ferrywoman on the quay. Her name is Benna Harrow.",
    0.5: "Benna Harrow wants silver, and she holds the bridge.",
    0.7: "I roll Haggling.",
}


class Levels:
    """Words by the loudness of the sound; may be interrupted."""

    def __init__(self, left: int | None = None) -> None:
        self.left = left

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left = None if self.left is None else self.left - 1
        level = float(np.median(samples[samples > 0.1]))
        return Transcript(min(STORY.items(), key=lambda each: abs(each[0] - level))[1], -0.2, 0.05)


@pytest.fixture(autouse=True)
def ears(monkeypatch: pytest.MonkeyPatch) -> None:
    """A listener that knows loud from quiet."""
    monkeypatch.setattr(wiring, "transcriber", lambda settings: Levels())
    monkeypatch.setattr(wiring, "voice_detector", LevelDetector)


def store() -> Store:
    return open_store(load_settings().database, FakeClock())


def kept() -> list[tuple[int, str | None, str]]:
    with store() as opened:
        return [
            (evening.number, each.speaker, each.text)
            for evening in opened.evenings(1)
            for each in opened.utterances(1, evening.number)
        ]


@pytest.fixture
def tracks(tmp_path: Path) -> Path:
    """Two people, one track each, as a recorder of voice chats leaves them."""
    folder = tmp_path / "craig"
    folder.mkdir()
    tape(folder / "1-jay_12.flac", speech(4.0, 0.3), silence(9.0), speech(4.0, 0.7), silence(2.0))
    tape(folder / "2-mira.flac", silence(6.0), speech(4.0, 0.5), silence(2.0))
    (folder / "info.txt").write_text("Start time:\t2025-11-07T20:00:00.000Z\n")
    return folder


EVENING = [(1, "Jay", STORY[0.3]), (1, "Mira", STORY[0.5]), (1, "Jay", STORY[0.7])]


def test_tracks_become_an_evening_with_notes_chronicle_and_recap(made: Run, tracks: Path) -> None:
    code, out, err = made("import", tracks)
    assert (code, err) == (0, "")
    assert kept() == EVENING
    assert out.startswith("Evening 1: 3 utterances.\n")
    assert "Benna Harrow" in out
    home = load_settings().data_dir
    notes = (home / "notes" / "harbour-1.md").read_text()
    assert "2025-11-07" in notes
    assert "Benna Harrow" in (home / "notes" / "harbour-1-recap.txt").read_text()
    assert json.loads((home / "notes" / "harbour-1-chronicle.json").read_text())["npcs"][0]["name"] == "Benna Harrow"
    assert [path.suffix for path in (home / "imports").iterdir()] == [".done"]
    with store() as opened:
        assert {each.evening for each in opened.read(1)} == {None}


@pytest.mark.parametrize("mode", ["remind", "require"])
def test_nobody_is_heard_from_a_recording_against_their_will(
    made: Run, tracks: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setenv("COMPANION_CONSENT", mode)
    with store() as opened:
        opened.add_consent(1, "Mira", False, "command")
        opened.add_consent(1, "Jay", True, "command")
    code, _, err = made("import", tracks)
    assert (code, err) == (0, "Left out, because consent is not given: 1 of 3 sentences.\n")
    assert kept() == [EVENING[0], EVENING[2]]
    assert files_with(load_settings().data_dir, ["silver"]) == {}


def test_a_recording_that_ends_before_it_claims_to_is_heard_and_told(made: Run, tracks: Path) -> None:
    """As one does whose recorder lost its power; it is not waited for in steps of a moment to its claimed end."""
    (tracks / "2-mira.flac").unlink()
    cut = tracks / "2-mira.mp3"
    soundfile.write(cut, np.zeros(60 * 16_000, dtype=np.float32), 16_000)
    os.truncate(cut, cut.stat().st_size // 2)
    code, _, err = made("import", tracks)
    assert (code, err) == (0, f"{cut} ends 30 seconds early; the rest was imported.\n")
    assert kept() == [EVENING[0], EVENING[2]]


def test_a_zip_file_is_as_good_as_a_folder(made: Run, tracks: Path, tmp_path: Path) -> None:
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(tracks.iterdir()):
            packed.write(file, file.name)
    assert made("import", archive).code == 0
    assert kept() == EVENING
    code, _, err = made("import", archive.rename(tmp_path / "other.zip"))
    assert (code, err) == (
        1,
        "This recording has already been imported as evening 1. Add --again to import it as another evening.\n",
    )
    assert made("import", tmp_path / "other.zip", "--again").code == 0
    assert [each[0] for each in kept()] == [1, 1, 1, 2, 2, 2]


def test_a_recording_of_the_whole_table_needs_voices_to_tell_people_apart(made: Run, tmp_path: Path) -> None:
    whole = tape(tmp_path / "evening.flac", speech(4.0, 0.3), silence(4.0), speech(4.0, 0.5), silence(2.0))
    code, _, err = made("import", whole)
    assert code == 0
    assert "No voice is enrolled, so speakers are not recognised" in err
    assert kept() == [(1, None, STORY[0.3]), (1, None, STORY[0.5])]


def test_rules_play_it_when_asked(made: Run, tracks: Path) -> None:
    assert made("import", tracks, "--play").code == 0
    assert kept() == EVENING
    with store() as opened:
        kinds = [each.entry.command["kind"] for each in opened.read(1) if each.evening == 1 and each.entry.command]
        assert kinds == ["declare_action"]
        assert opened.evenings(1)[0].ended is not None


def test_an_interrupted_import_goes_on(made: Run, tracks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is in the campaign before everything was heard; the campaign can be played meanwhile."""
    monkeypatch.setattr(wiring, "transcriber", lambda settings: Levels(left=2))
    code, out, err = made("import", tracks)
    assert (code, out, err) == (130, "", "Stopped. Run the same command to continue.\n")
    assert kept() == []
    assert made("say", "The rain falls.", "--by", "Jay").code == 0
    heard = Levels(left=1)
    monkeypatch.setattr(wiring, "transcriber", lambda settings: heard)
    assert made("import", tracks).code == 0
    assert [each[1:] for each in kept() if each[0] == 2] == [each[1:] for each in EVENING]


def test_an_interrupted_second_import_goes_on_too(made: Run, tracks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert made("import", tracks).code == 0
    monkeypatch.setattr(wiring, "transcriber", lambda settings: Levels(left=2))
    assert made("import", tracks, "--again").code == 130
    monkeypatch.setattr(wiring, "transcriber", lambda settings: Levels(left=1))
    assert made("import", tracks, "--again").code == 0
    assert [each[0] for each in kept()] == [1, 1, 1, 2, 2, 2]


def test_a_track_of_nobody_at_the_table_is_asked_about(made: Run, tracks: Path) -> None:
    (tracks / "2-mira.flac").rename(tracks / "2-moonchild.flac")
    code, _, err = made("import", tracks)
    assert code == 1
    assert err.startswith('No player is called moonchild. Say who it is: --map "moonchild=Jay";')
    assert made("import", tracks, "--map", "moonchild=mira").code == 0
    assert kept() == EVENING


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("nowhere.flac",), 1, "There is no recording nowhere.flac."),
        (("{tracks}", "--map", "jay"), 2, "--map jay is not TRACK=PLAYER."),
        (("{tracks}", "--map", "jay_12=Olvir"), 1, "Olvir is not at this table."),
        (("{tracks}/2-mira.flac", "--map", "mira=Mira"), 2, "--map requires recordings of one person each."),
        (("{tracks}", "--dice", "app"), 2, "--dice requires --play."),
        (("{tracks}", "-c", "Orbit"), 1, "There is no campaign 'Orbit'."),
    ],
)
def test_mistakes_are_one_sentence(made: Run, tracks: Path, arguments: tuple[str, ...], code: int, told: str) -> None:
    left, out, err = made("import", *(each.format(tracks=tracks) for each in arguments))
    assert (left, out) == (code, "")
    assert err.startswith(told)
    assert "\n" not in err.strip()
    assert kept() == []


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("2-mira.flac", b"no sound at all", "cannot be read as audio."),
        ("2-mira.flac", b"", "cannot be read as audio."),
        ("2-mira.m4a", b"sound", "has an unsupported format."),
    ],
)
def test_a_recording_that_cannot_be_used_stops_it_before_anything_is_heard(
    made: Run, tracks: Path, name: str, data: bytes, told: str
) -> None:
    (tracks / name).write_bytes(data)
    code, _, err = made("import", tracks)
    assert code == 1
    assert told in err
    assert "\n" not in err.strip()
    assert kept() == []
    assert not (load_settings().data_dir / "imports").exists()
