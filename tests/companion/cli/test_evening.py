"""`companion say`, `play` and `listen`: an evening typed or heard."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.errors import DeviceUnavailable
from audio.types import SAMPLE_RATE_HZ
from audio.wav import read_audio
from companion.app import wiring
from companion.app.timings import DECISION, STAGES, WORDS
from companion.demo import demo_of
from tests.support.command_line import PLAYED, Run, one_sentence
from tests.support.sound import tape


def test_what_is_said_is_no_book(made: Run) -> None:
    one_sentence(made("say", "a" * 10_001), 2, "A line has at most 10000 characters.")


def test_a_typed_sentence_counts_as_said(made: Run) -> None:
    """It is heard, done and answered; the evening goes on with the next one."""
    ran = made("say", "Jay, here's a chip, give me a Haggling check.", "--by", "russ", "--dice", "table")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].endswith("Russ: Jay, here's a chip, give me a Haggling check.")
    assert any(line.strip().startswith("✓ request skill check") for line in ran.lines)
    assert any("» Haggling, three dice. Jay?" in line for line in ran.lines)
    ran = made("say", "Five, four, two.", "--by", "Jay", "--dice", "table", "--json")
    records = ran.json
    (done,) = [each for each in records if each["type"] == "command"]
    assert (done["kind"], done["outcome"], done["utterance"]) == ("report_dice", "accepted", "u2")


def test_the_app_rolls_for_those_who_type(made: Run) -> None:
    ran = made("say", "I roll Haggling.", "--by", "Jay", "--dice", "seed:3", "--json")
    done = [each["kind"] for each in ran.json if each["type"] == "command"]
    assert done[:2] == ["declare_action", "report_dice"]


def test_a_wrong_player_is_wrong_usage(made: Run) -> None:
    one_sentence(made("say", "Hello", "--by", "Bob"), 2, "Bob is not at this table; players: Jay, Russ, Mira.")
    one_sentence(made("enroll", "Bob"), 2, "Bob is not at this table; players: Jay, Russ, Mira.")


@pytest.mark.parametrize("dice", ["d20", "seed:x"])
def test_a_wrong_dice_option_is_told(made: Run, dice: str) -> None:
    ran = made("say", "Hello", "--by", "Jay", "--dice", dice)
    one_sentence(ran, 2, "command line: dice")


def test_a_script_of_faces_that_is_not_there_is_told(made: Run, tmp_path: Path) -> None:
    ran = made("say", "Hello", "--by", "Jay", "--dice", f"script:{tmp_path / 'no.json'}")
    one_sentence(ran, 1, "no.json", "cannot be read")


def test_an_evening_is_typed(made: Run) -> None:
    """Names and colons; a line without one is the last speaker's."""
    ran = made("play", "--dice", "table", stdin=PLAYED)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "Harbour: Jay, Russ, Mira. Start a line with a name and a colon."
    said = [line.split(" ", 1)[1] for line in ran.lines if line[:1].isdigit()]
    assert [line.split(":")[0] for line in said] == ["Russ", "Jay", "Jay", "Jay", "Russ"]


def test_an_evening_is_typed_for_programs(made: Run) -> None:
    ran = made("play", "--json", "--dice", "table", stdin=PLAYED)
    assert {each["type"] for each in ran.json} >= {"utterance", "intent", "command", "event", "announcement"}


def test_good_night_ends_the_evening(made: Run) -> None:
    assert made("play", stdin="Jay: That's it for tonight.\nJay: not heard any more\n").code == 0
    assert "not heard" not in made("export", "--form", "transcript").out
    made("say", "Hello again", "--by", "Jay")
    assert made("export", "--form", "transcript", "--evening", "1").lines
    assert [each["text"] for each in made("export", "--form", "transcript").json] == ["Hello again"]


@pytest.fixture
def bad_recordings(tmp_path: Path) -> dict[str, Path]:
    damaged = tmp_path / "damaged.wav"
    damaged.write_bytes(b"RIFF\x00\x00\x00\x00WAVEjunk" + b"\x00" * 40)
    empty = tmp_path / "empty.wav"
    empty.write_bytes(b"")
    silent = tape(tmp_path / "zero.wav", np.zeros(0, dtype=np.float32))
    return {"missing": tmp_path / "no.wav", "damaged": damaged, "empty": empty, "zero": silent, "folder": tmp_path}


@pytest.mark.parametrize("kind", ["missing", "damaged", "empty", "zero", "folder"])
def test_a_recording_that_cannot_be_used_is_told(
    made: Run, file: Path, bad_recordings: dict[str, Path], kind: str
) -> None:
    path = bad_recordings[kind]
    one_sentence(made("listen", "--input", path, "--roster", file, "--mute"), 1, str(path))
    one_sentence(made("listen", "--input", path, "--mute"), 1, str(path))
    one_sentence(made("enroll", "Jay", path), 1, str(path))


def test_records_that_cannot_be_written_are_told(made: Run, file: Path, tmp_path: Path) -> None:
    sound = tape(tmp_path / "s.wav", np.zeros(1600, dtype=np.float32))
    ran = made("listen", "--input", sound, "--roster", file, "--events", tmp_path / "no" / "e.jsonl")
    one_sentence(ran, 1, "e.jsonl cannot be written", "Choose another place.")
    (tmp_path / "file").write_text("")
    one_sentence(made("demo", "--out", tmp_path / "file"), 1, "cannot be created")


def test_enrolment_clips_that_are_not_there_are_told(made: Run, file: Path, tmp_path: Path) -> None:
    sound = tape(tmp_path / "s.wav", np.zeros(1600, dtype=np.float32))
    for arguments in (
        ("listen", "--input", sound, "--roster", file, "--enroll", tmp_path / "no"),
        ("identify", "--input", sound, "--enroll", tmp_path / "no"),
    ):
        one_sentence(made(*arguments), 1, str(tmp_path / "no"))


def test_listening_without_a_microphone_is_told(made: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the evening is given back; that this computer is slow is reported as well, at the first listening."""

    def none(*_: Any) -> Any:
        raise DeviceUnavailable("There is no microphone.", "Plug one in, or play by typing: companion play.")

    monkeypatch.setattr(wiring, "microphone", none)
    monkeypatch.setattr(wiring, "hearing_seconds", lambda settings: 3.2)
    monkeypatch.setattr("audio.weights.tiny_installed", lambda: False)
    ran = made("listen", "--mute")
    assert ran.code == 1
    assert "5 seconds of speech take packaged-base 3.2 seconds here" in ran.err
    assert "There is no microphone. Plug one in" in ran.err
    assert "Traceback" not in ran.err
    assert "3.2 seconds" not in made("listen", "--mute").err
    assert made("say", "Hello", "--by", "Jay").code == 0


def test_a_recording_chooses_no_model(made: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this computer is: nothing is measured for it."""
    monkeypatch.setattr(wiring, "hearing_seconds", lambda settings: pytest.fail("measured for a recording"))
    sound = tape(tmp_path / "s.wav", np.zeros(16_000, dtype=np.float32))
    for pace in ((), ("--realtime",)):
        assert made("listen", "--input", sound, "--mute", *pace).code == 0
    assert not list(tmp_path.rglob("hearing-speed.json"))
    assert not list(tmp_path.rglob("companion.toml"))


def test_timings_tell_every_stage_with_median_and_95th_percentile(made: Run, tmp_path: Path) -> None:
    """Stages run from the silence after a sentence to its decision; costs are told too."""
    demo = demo_of("phase-abandon")
    sound = tape(tmp_path / "s.wav", read_audio(demo.recording)[: 12 * SAMPLE_RATE_HZ])
    ran = made("listen", "--input", sound, "--mute", "--timings")
    cells = [[each.strip() for each in line.split("│")[1:-1]] for line in ran.lines]
    rows = {row[0]: row[1:] for row in cells if len(row) == 4}
    assert rows.keys() == {*STAGES.values(), WORDS, DECISION}
    for times, median, high in rows.values():
        assert int(times) >= 2
        assert 0 <= float(median) <= float(high)
    assert "seconds of processor time" in ran.out
    assert "95 % s" in ran.out
