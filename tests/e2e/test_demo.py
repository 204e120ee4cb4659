"""The recorded evening that comes with the companion, through its real speech recognition, rules, voice and notes."""

import json
from pathlib import Path

import pytest
import soundfile

from companion import cli
from companion.demo import demo_of, demos
from tools.recording.check import faults


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


def test_the_demo_does_what_it_has_to_and_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`companion demo --out FOLDER`: every command, every holder, every person in the notes; and it was said aloud."""
    monkeypatch.setattr("sys.argv", ["companion", "demo", "--out", str(folder)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code in (0, None)
    assert faults(folder) == []
    records = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    spoken = [each for each in records if each["type"] == "announcement"]
    assert len(spoken) > 10
    assert all("latency_to_audio" in each for each in spoken)
    assert records[-1]["type"] == "state"
    voice = soundfile.info(folder / "voice.wav")
    assert voice.duration > 30
    assert voice.duration < soundfile.info(demo_of("phase-abandon").recording).duration + 30
    shown = capsys.readouterr().out
    assert "The night mail" in shown
    assert "end of speech to decision" in shown


@pytest.mark.parametrize("slug", [slug for slug in demos() if slug != "phase-abandon"])
def test_other_games_are_heard_as_they_are_written(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A minute and more of each: every command, the holder after each, what is said aloud, and notes of it."""
    monkeypatch.setattr("sys.argv", ["companion", "demo", "--system", slug, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code in (0, None)
    assert faults(tmp_path, slug) == []
    assert soundfile.info(demo_of(slug).recording).duration > 60
    expected = json.loads(demo_of(slug).expected.read_text(encoding="utf-8"))
    records = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    said = " ".join(each["text"] for each in records if each["type"] == "announcement")
    assert said == " ".join(expected["said"])
    notes = (tmp_path / "notes.md").read_text(encoding="utf-8")
    people = json.loads(demo_of(slug).roster.read_text(encoding="utf-8"))["players"]
    assert all(each["character"]["name"] in notes for each in people if "character" in each)
    assert "## 1." in notes
