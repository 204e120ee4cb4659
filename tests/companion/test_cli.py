"""Every command: what it prints, and its exit code; every mistake is one line on stderr, never a traceback."""

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from audio.errors import DeviceUnavailable
from companion import app as build
from companion import cli
from companion.cli import care
from companion.config import load_settings
from companion.store import LogEntry, open_store
from tests.support.clock import FakeClock
from tests.support.sitting import roster


@dataclass(frozen=True)
class Ran:
    """How a run of the command line went."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs `companion …` in this process; logging and warnings are put back as they were."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level

    def run(*arguments: str | Path, stdin: str | bytes = "") -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else int(left.code is not None)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    yield run
    logging.captureWarnings(False)
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign file: three players in play."""
    path = tmp_path / "harbour.json"
    path.write_text(json.dumps(roster()))
    return path


@pytest.fixture
def made(run: Run, file: Path) -> Run:
    """The command line with a campaign made."""
    assert run("new", "--from", file).code == 0
    return run


def one_sentence(ran: Ran, code: int, *parts: str) -> None:
    """A mistake told as it should be."""
    assert ran.code == code, ran
    assert ran.out == ""
    told = ran.err.strip()
    assert "\n" not in told
    assert told.endswith((".", "?", ": companion new"))
    assert "Traceback" not in told
    for part in parts:
        assert part in told


# ---------------------------------------------------------------- rules


def lines(*objects: Any) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)


START = (
    {"command": {"kind": "create_table", "name": "Thursday"}},
    {"command": {"kind": "add_player", "name": "Jay"}},
)


def test_rules_answers_every_line_and_ends_with_the_state(run: Run) -> None:
    """One JSON object a line, one more at the end, nothing on stderr."""
    ran = run("rules", "--system", "phase-abandon", stdin=lines(*START, {"command": {"kind": "dance"}}))
    *answers, last = ran.json
    assert (ran.code, ran.err) == (0, "")
    assert [each["outcome"] for each in answers] == ["accepted", "accepted", "rejected"]
    assert answers[2]["code"] == "E_UNKNOWN"
    assert set(last) == {"state", "narration"}
    assert [each["name"] for each in last["state"]["players"]] == ["Jay"]
    assert last["narration"] == {"holder": None, "kind": None, "actions": None, "order": []}


def test_rules_can_trace_the_state(run: Run) -> None:
    """After each command."""
    ran = run("rules", "--trace", stdin=lines(*START))
    assert [len(each["state"]["players"]) for each in ran.json] == [0, 1, 1]


def test_rules_is_deterministic(run: Run) -> None:
    """The same lines, the same bytes."""
    assert run("rules", stdin=lines(*START)).out == run("rules", stdin=lines(*START)).out


def test_rules_without_a_line_tells_the_empty_table(run: Run) -> None:
    """Blank lines are no lines."""
    assert len(run("rules", stdin="\n\n").lines) == 1


@pytest.mark.parametrize(
    ("stdin", "told"),
    [
        ("{\n", "Line 1 of the input is not JSON"),
        ("\n[1]\n", "Line 2 of the input is not a JSON object."),
        ('{"dice": [1]}\n', 'Line 1 of the input has no "command" object.'),
        ('{"command": "dance"}\n', 'Line 1 of the input has no "command" object.'),
        (b'{"command": {"kind": "\xff"}}\n', "The input is not UTF-8 after line 0."),
    ],
)
def test_rules_names_the_line_it_cannot_read(run: Run, stdin: str | bytes, told: str) -> None:
    """And fails."""
    one_sentence(run("rules", stdin=stdin), 1, told)


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "--system", "chess"),
        ("detect", "--system", "chess", "--roster", "r.json"),
        ("scribe", "--system", "chess", "--roster", "r.json", "--input", "t.jsonl"),
        ("listen", "--system", "chess", "--roster", "ROSTER", "--input", "t.wav"),
    ],
)
def test_an_unknown_system_is_wrong_usage(run: Run, file: Path, arguments: Sequence[str]) -> None:
    """With the systems there are."""
    one_sentence(run(*(str(file) if each == "ROSTER" else each for each in arguments)), 2, "chess", "phase-abandon")


# ---------------------------------------------------------------- detect


def test_detect_answers_every_line(run: Run, file: Path) -> None:
    """With the fields of the contract."""
    talk = lines(
        {"id": "a", "text": "Jay, give me a Haggling check, here's a chip.", "speaker": "Russ", "weather": "fine"},
        {"id": "b", "text": "Mind the map, that's gravy.", "speaker": "Mira", "time": 4},
    )
    first, second = run("detect", "--roster", file, stdin=talk).json
    (intent,) = first["intents"]
    assert (first["id"], intent["category"], intent["command"]) == ("a", "check_request", "request_skill_check")
    assert (intent["slots"]["target"], intent["slots"]["skill"]) == ("Jay", "Haggling")
    assert set(intent) == {"category", "command", "slots", "span", "confidence", "decision"}
    assert intent["decision"] == "act"
    assert second == {"id": "b", "intents": []}


def test_detect_needs_no_roster_for_any_dice_game(run: Run) -> None:
    """`--profile any-rpg`."""
    ran = run("detect", "--profile", "any-rpg", stdin=lines({"id": 1, "text": "Roll a perception check for me, Ben."}))
    (answer,) = ran.json
    assert [each["category"] for each in answer["intents"]] == ["check_request"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("detect",), "--roster"),
        (("detect", "--profile", "bridge"), "any-rpg"),
        (("detect", "--sytem", "x"), "--sytem"),
        (("dance",), "dance"),
        (("rules", "--trace", "extra"), "extra"),
        (("listen", "--realtime"), "--input"),
        (("scribe", "--input", "x", "--roster", "y", "--llm", "localhost"), "llm_url"),
        (("export", "--form", "poem"), "'vault', 'json', 'transcript', 'vtt', 'srt'"),
    ],
)
def test_wrong_usage_is_exit_code_2(run: Run, arguments: Sequence[str], told: str) -> None:
    """Nothing on stdout, no traceback."""
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert told in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"id": 1}, '"text" must be text'),
        ({"text": 7}, '"text" must be text'),
        ({"text": "hi", "speaker": 7}, '"speaker" must be a name or null'),
        ({"text": "hi", "time": "noon"}, '"time" must be a number of seconds'),
        ({"text": "hi", "before": ["earlier"]}, '"before" must be a list of objects'),
        ({"text": "hi", "before": {"text": "earlier"}}, '"before" must be a list of objects'),
    ],
)
def test_talk_of_the_wrong_type_is_named(run: Run, line: Any, told: str) -> None:
    """By line and entry."""
    one_sentence(run("detect", "--profile", "any-rpg", stdin=lines(line)), 1, "Line 1 of the input: ", told)


# ---------------------------------------------------------------- scribe and identify


def test_scribe_writes_one_object(run: Run, file: Path, tmp_path: Path) -> None:
    """Every entry with the lines it rests on."""
    transcript = tmp_path / "talk.jsonl"
    talked = (
        "There's a woman at the quay. Her name is Clara Winslow, she's the harbour master.",
        "Clara laughs at us.",
    )
    talk = [
        {"id": f"u{at}", "speaker": "Jay", "start": at, "end": at + 1, "text": text} for at, text in enumerate(talked)
    ]
    transcript.write_text(lines(*talk))
    ran = run("scribe", "--input", transcript, "--roster", file, "--llm", "none")
    (told,) = ran.json
    assert set(told) == {"npcs", "goals", "connections", "places", "items", "threads", "recap"}
    (person,) = told["npcs"]
    assert (person["name"], person["evidence"]) == ("Clara Winslow", ["u0", "u1"])
    assert set(told["recap"]) == {"text", "evidence"}


def test_scribe_names_a_transcript_it_cannot_read(run: Run, file: Path, tmp_path: Path) -> None:
    """Missing, no text, or with a line that is none."""
    one_sentence(run("scribe", "--input", tmp_path / "no.jsonl", "--roster", file), 1, "cannot be read")
    (tmp_path / "bad.jsonl").write_text('{"text": "hi"}\n{"text": 7}\n')
    one_sentence(run("scribe", "--input", tmp_path / "bad.jsonl", "--roster", file), 1, "Line 2", '"text"')


# ---------------------------------------------------------------- campaigns


def test_a_campaign_is_made_from_a_file(run: Run, file: Path) -> None:
    """And says what to do next."""
    ran = run("new", "--from", file, "--name", "Thursday")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Thursday: Jay, Russ, Mira. Next: companion enroll Jay and so on, then companion (or companion play, to type). "
        "Begin with: Let's start the session.\n"
    )


ANSWERS = (
    "",
    "Phandar",
    "Jay, Russ",
    *("Herik", "Haggling 3, Locks 2", "tall, loud", "find my brother 300", "Yargert", ""),
    *("Bartok", "Stealth 5", "", "grow 300", "", ""),
    *("", ""),
    "find the ship 30",
    "",
)


def test_a_campaign_is_made_by_answering(run: Run) -> None:
    """Line by line from standard input; it can be played at once."""
    ran = run("new", stdin="\n".join(ANSWERS) + "\n")
    assert ran.code == 0, ran
    assert ran.lines[-1].startswith("Phandar: Jay, Russ. Next: companion enroll Jay and so on, then companion (")
    told = json.loads(run("export", "--form", "roster").out)
    assert [each["character"]["name"] for each in told["players"]] == ["Herik", "Bartok"]
    assert told["players"][0]["character"]["connections"] == [{"name": "Yargert", "value": 1}]
    assert run("say", "Who has narration?", "--by", "Jay").code == 0


def test_a_campaign_half_answered_is_not_made(run: Run) -> None:
    """The person left."""
    ran = run("new", stdin="\nPhandar\nJay, Russ\n")
    assert ran.code == 1
    assert ran.err == "The questions were not answered to the end; no campaign was made.\n"
    one_sentence(run("log"), 1, "There is no campaign yet. Make one with: companion new")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "it is not JSON"),
        ("[]", "it must be an object"),
        ('{"game": "phase-abandon"}', "players"),
        ('{"game": "phase-abandon", "players": [{"nam": "Jay"}]}', "players[0]"),
        ('{"game": "chess", "players": [{"name": "Jay"}, {"name": "Russ"}]}', "chess"),
        ('{"game": "phase-abandon", "players": [{"name": "Jay", "chips": -1}]}', "players[0].chips"),
        (json.dumps(roster(holder="Nobody")), "Nobody is none of the players"),
        (json.dumps(roster(house_rules={"gravity": True})), "change house rule"),
    ],
)
def test_an_unusable_campaign_file_is_told(run: Run, tmp_path: Path, content: str, told: str) -> None:
    """The entry is named; nothing is made."""
    (tmp_path / "r.json").write_text(content)
    one_sentence(run("new", "--from", tmp_path / "r.json"), 1, told)
    one_sentence(run("log"), 1, "There is no campaign yet.")


def test_a_campaign_file_that_is_not_there_is_told(run: Run, tmp_path: Path) -> None:
    """As is a folder in its place, and one that is no text."""
    one_sentence(run("new", "--from", tmp_path / "no.json"), 1, "no.json", "there is no such file")
    one_sentence(run("new", "--from", tmp_path), 1, "it cannot be read")
    (tmp_path / "r.json").write_bytes(b"\xff\xfe\x00")
    one_sentence(run("new", "--from", tmp_path / "r.json"), 1, "not a JSON file in UTF-8")


def test_a_name_can_be_taken_once(made: Run, file: Path) -> None:
    """Upper and lower case count as the same."""
    one_sentence(made("new", "--from", file, "--name", "HARBOUR"), 1, "There is already a campaign", "another name")


@pytest.mark.parametrize(
    "arguments",
    [("listen",), ("say", "Hello"), ("play",), ("notes",), ("log",), ("undo",), ("export",), ("enroll", "Jay")],
)
def test_without_a_campaign_one_is_told_to_make_one(run: Run, arguments: Sequence[str]) -> None:
    """By every command that needs one."""
    one_sentence(run(*arguments), 1, "There is no campaign yet. Make one with: companion new")


def test_an_unknown_campaign_is_told_with_those_there_are(made: Run) -> None:
    """As somebody may have mistyped it."""
    one_sentence(made("log", "--campaign", "Harbor"), 1, "There is no campaign 'Harbor'.", "There are: Harbour.")


# ---------------------------------------------------------------- playing


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
    """With a seed, always the same."""
    ran = made("say", "I roll Haggling.", "--by", "Jay", "--dice", "seed:3", "--json")
    done = [each["kind"] for each in ran.json if each["type"] == "command"]
    assert done[:2] == ["declare_action", "report_dice"]


def test_a_wrong_player_is_wrong_usage(made: Run) -> None:
    """Those at the table are named."""
    one_sentence(made("say", "Hello", "--by", "Bob"), 2, "Bob is not at this table; Jay, Russ, Mira are.")
    one_sentence(made("enroll", "Bob"), 2, "Bob is not at this table; Jay, Russ, Mira are.")


@pytest.mark.parametrize("dice", ["d20", "seed:x"])
def test_a_wrong_dice_option_is_told(made: Run, dice: str) -> None:
    """Before anything is played."""
    ran = made("say", "Hello", "--by", "Jay", "--dice", dice)
    one_sentence(ran, 2, "command line: dice")


def test_a_script_of_faces_that_is_not_there_is_told(made: Run, tmp_path: Path) -> None:
    """With its path."""
    ran = made("say", "Hello", "--by", "Jay", "--dice", f"script:{tmp_path / 'no.json'}")
    one_sentence(ran, 1, "no.json", "cannot be read")


PLAYED = """\
Russ: Jay, here's a chip, give me a Haggling check.
Jay: Five, four, two.
There is an old ferryman. His name is Oldric Vane, and he limps.
Jay: That's me done.
Russ: <b>Oldric</b> hates [pirates](http://x)
"""


@pytest.fixture
def played(made: Run) -> Run:
    """The command line with half an evening played."""
    assert made("play", "--dice", "table", stdin=PLAYED).code == 0
    return made


def test_an_evening_is_typed(made: Run) -> None:
    """Names and colons; a line without one is the last speaker's."""
    ran = made("play", "--dice", "table", stdin=PLAYED)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0] == "Harbour: Jay, Russ, Mira. Begin a line with a name and a colon."
    said = [line.split(" ", 1)[1] for line in ran.lines if line[:1].isdigit()]
    assert [line.split(":")[0] for line in said] == ["Russ", "Jay", "Jay", "Jay", "Russ"]


def test_an_evening_is_typed_for_programs(made: Run) -> None:
    """Every line a record."""
    ran = made("play", "--json", "--dice", "table", stdin=PLAYED)
    assert {each["type"] for each in ran.json} >= {"utterance", "intent", "command", "event", "announcement"}


def test_notes_are_markdown_of_what_was_said(played: Run, tmp_path: Path) -> None:
    """To the screen or a file; what people said cannot format."""
    ran = played("notes")
    assert ran.lines[0].startswith("# Harbour")
    assert "Oldric Vane" in ran.out
    assert "<b>" not in ran.out
    out = tmp_path / "notes.md"
    assert played("notes", "--out", out).out == f"Written to {out}.\n"
    assert out.read_text(encoding="utf-8") == ran.out
    one_sentence(played("notes", "--out", tmp_path), 1, "cannot be written", "Choose another place.")
    one_sentence(played("notes", "--evening", "7"), 1, "Harbour has no evening 7.")
    assert played("notes", "--evening", "0").code == 2
    assert played("log", "--last", "0").code == 2


def test_a_campaign_not_played_has_no_notes(made: Run) -> None:
    """Nothing to print."""
    one_sentence(made("notes"), 1, "Harbour has not been played yet.")


def test_the_log_tells_entry_by_entry(played: Run) -> None:
    """With the sentence behind each, newest last."""
    ran = played("log", "--last", "3")
    assert len(ran.lines) == 3
    assert "“Jay, here's a chip, give me a Haggling check.”" in ran.lines[0]
    assert "Russ gives Jay 1 chip." in ran.lines[0]
    assert "“Five, four, two.”" in ran.lines[1]


def test_the_log_keeps_secret_bids(made: Run) -> None:
    """Until the rules reveal them."""
    talk = "Russ: I call a conflict! Pirates!\nMira: I bid three.\n"
    assert made("play", "--dice", "table", "--json", stdin=talk).code == 0
    bid = made("log", "--last", "1").out
    assert "place bid" in bid
    assert "3 chips" not in bid


def test_undo_takes_the_latest_command_back(played: Run) -> None:
    """It says which, rolls nothing, and the log strikes it through."""
    ran = played("undo")
    assert ran.code == 0
    assert "Undone: the end of Jay's narration." in ran.out
    ran = played("undo")
    assert "Undone: Jay's Haggling roll." in ran.out
    assert "rolls" not in ran.out
    told = played("log", "--last", "4").lines  # the roll, the end of narration, and what took each back
    position = int(told[-1].split()[0])
    assert [line.split(maxsplit=3)[3] for line in told[-2:]] == [
        f"undone: entry {position - 2}",
        f"undone: entry {position - 3}",
    ]


def test_undo_without_anything_to_undo_is_told(made: Run) -> None:
    """What the campaign file says stays."""
    one_sentence(made("undo"), 1, "There is nothing left to undo.")


def test_export_has_four_forms(played: Run, file: Path, tmp_path: Path) -> None:
    """Notes, transcript, a replayable record, and the campaign file."""
    assert played("export").out == played("notes").out
    transcript = played("export", "--form", "transcript").json
    assert [each["speaker"] for each in transcript] == ["Russ", "Jay", "Jay", "Jay", "Russ"]
    assert set(transcript[0]) == {"id", "speaker", "start", "end", "text"}
    golden = played("export", "--form", "golden").json
    assert [next(iter(each)) for each in golden][:2] == ["heard", "command"]
    assert any("said" in each for each in golden)
    assert json.loads(played("export", "--form", "roster").out)["title"] == "Harbour"
    out = tmp_path / "again.json"
    assert played("export", "--form", "roster", "--out", out).code == 0
    assert played("new", "--from", out, "--name", "Again").code == 0


def test_export_can_rename_the_people(played: Run) -> None:
    """For sharing: no player's name is left."""
    out = played("export", "--form", "golden", "--rename").out
    assert not [name for name in ("Jay", "Russ", "Mira") if name in out]


def test_good_night_ends_the_evening(made: Run) -> None:
    """The next one is another evening."""
    assert made("play", stdin="Jay: That's it for tonight.\nJay: not heard any more\n").code == 0
    assert "not heard" not in made("export", "--form", "transcript").out
    made("say", "Hello again", "--by", "Jay")
    assert made("export", "--form", "transcript", "--evening", "1").lines
    assert [each["text"] for each in made("export", "--form", "transcript").json] == ["Hello again"]


# ---------------------------------------------------------------- recordings


def wav(path: Path, samples: Any) -> Path:
    soundfile.write(path, samples, 16_000)
    return path


@pytest.fixture
def bad_recordings(tmp_path: Path) -> dict[str, Path]:
    damaged = tmp_path / "damaged.wav"
    damaged.write_bytes(b"RIFF\x00\x00\x00\x00WAVEjunk" + b"\x00" * 40)
    empty = tmp_path / "empty.wav"
    empty.write_bytes(b"")
    silent = wav(tmp_path / "zero.wav", np.zeros(0, dtype=np.float32))
    return {"missing": tmp_path / "no.wav", "damaged": damaged, "empty": empty, "zero": silent, "folder": tmp_path}


@pytest.mark.parametrize("kind", ["missing", "damaged", "empty", "zero", "folder"])
def test_a_recording_that_cannot_be_used_is_told(
    made: Run, file: Path, bad_recordings: dict[str, Path], kind: str
) -> None:
    """Whichever command was to read it."""
    path = bad_recordings[kind]
    one_sentence(made("listen", "--input", path, "--roster", file, "--mute"), 1, str(path))
    one_sentence(made("listen", "--input", path, "--mute"), 1, str(path))
    one_sentence(made("enroll", "Jay", path), 1, str(path))


def test_records_that_cannot_be_written_are_told(made: Run, file: Path, tmp_path: Path) -> None:
    """Before anything is heard."""
    sound = wav(tmp_path / "s.wav", np.zeros(1600, dtype=np.float32))
    ran = made("listen", "--input", sound, "--roster", file, "--events", tmp_path / "no" / "e.jsonl")
    one_sentence(ran, 1, "e.jsonl cannot be written", "Choose another place.")
    (tmp_path / "file").write_text("")
    one_sentence(made("demo", "--out", tmp_path / "file"), 1, "cannot be made")


def test_enrolment_clips_that_are_not_there_are_told(made: Run, file: Path, tmp_path: Path) -> None:
    """The folder is named."""
    sound = wav(tmp_path / "s.wav", np.zeros(1600, dtype=np.float32))
    for arguments in (
        ("listen", "--input", sound, "--roster", file, "--enroll", tmp_path / "no"),
        ("identify", "--input", sound, "--enroll", tmp_path / "no"),
    ):
        one_sentence(made(*arguments), 1, str(tmp_path / "no"))


def test_a_folder_without_voices_identifies_nobody(run: Run, tmp_path: Path) -> None:
    """That is a mistake in the call, not a stranger."""
    sound = wav(tmp_path / "s.wav", np.zeros(1600, dtype=np.float32))
    ran = run("identify", "--input", sound, "--enroll", tmp_path)
    one_sentence(ran, 1, f"There is no voice in {tmp_path}.", "Put enroll-<player>.flac files there.")


# ---------------------------------------------------------------- this computer


def test_devices_without_portaudio_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install."""

    def none() -> Any:
        raise DeviceUnavailable("PortAudio is not installed.", "Install libportaudio2.")

    monkeypatch.setattr(care, "list_devices", none)
    one_sentence(run("devices"), 1, "PortAudio is not installed. Install libportaudio2.")


def test_a_computer_without_devices_can_be_typed_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty table would say nothing."""
    monkeypatch.setattr(care, "list_devices", list)
    assert run("devices").out == "There are no sound devices. The companion can be typed to: companion play.\n"


def test_devices_are_listed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number and name go into the settings."""
    monkeypatch.setattr(care, "list_devices", lambda: [{"index": 3, "name": "Headset", "inputs": 1, "outputs": 2}])
    ran = run("devices")
    assert ran.code == 0
    assert any("3" in line and "Headset" in line for line in ran.lines)


def test_listening_without_a_microphone_is_told(made: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the evening is given back."""

    def none(*_: Any) -> Any:
        raise DeviceUnavailable("There is no microphone.", "Plug one in, or play by typing: companion play.")

    monkeypatch.setattr(build, "microphone", none)
    ran = made("listen", "--mute")
    assert ran.code == 1
    assert "There is no microphone. Plug one in" in ran.err
    assert "Traceback" not in ran.err
    assert made("say", "Hello", "--by", "Jay").code == 0


def test_doctor_says_how_everything_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken parts are exit code 1, a missing microphone is a note; the effective settings follow."""
    from companion.doctor import AudioProbes

    def probes(fails: bool) -> Callable[[Any], AudioProbes]:
        def speech() -> None:
            if fails:
                raise DeviceUnavailable("The speech model is broken.")

        return lambda settings: AudioProbes(
            devices=lambda: [],
            speech_model=speech,
            voice_model=lambda: None,
            voice_encoder=lambda: None,
            hearing_seconds=lambda: 0.4,
            room=lambda: pytest.fail("there is no microphone to listen to"),
        )

    monkeypatch.setattr(build, "audio_probes", probes(False))
    ran = run("doctor")
    assert ran.code == 0, ran
    assert "Speech model" in ran.out
    assert "data_dir" in ran.out
    monkeypatch.setattr(build, "audio_probes", probes(True))
    ran = run("doctor")
    assert ran.code == 1
    assert "The speech model is broken." in " ".join(ran.out.split())


def test_a_data_folder_that_cannot_be_used_is_told(run: Run, file: Path, tmp_path: Path) -> None:
    """A file in its place, or a folder below a file."""
    (tmp_path / "file").write_text("")
    one_sentence(run("--data", tmp_path / "file" / "deeper", "new", "--from", file), 1, "cannot be made")
    one_sentence(run("--data", tmp_path / "file", "new", "--from", file), 1, str(tmp_path / "file"))


def test_settings_that_make_no_sense_are_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """File, variable and flag alike."""
    (tmp_path / "c.toml").write_text("verbosty = 'full'\n")
    one_sentence(run("--config", tmp_path / "c.toml", "log"), 1, "verbosty", "verbosity")
    one_sentence(run("--log-level", "LOUD", "log"), 2, "log_level")
    one_sentence(run("--trust", "blind", "log"), 2, "trust")
    monkeypatch.setenv("COMPANION_CPU_THREADS", "many")
    one_sentence(run("log"), 1, "cpu_threads")


def test_a_database_of_something_else_is_told(run: Run, tmp_path: Path) -> None:
    """And left as it was."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "companion.db").write_text("my diary\n" * 400)
    one_sentence(run("--data", data, "log"), 1, "is not a companion database")
    assert (data / "companion.db").read_text().startswith("my diary")


def test_a_log_of_a_newer_companion_is_told(made: Run) -> None:
    """It is neither played on nor shown by halves."""
    with open_store(load_settings().database, FakeClock()) as store:
        newer = LogEntry("committed", "c0", "c0", {"kind": "cast_spell"}, ({"kind": "spell_cast"},))
        store.append(1, 0, newer)
    for arguments in (("say", "Hello", "--by", "Jay"), ("log",), ("undo",), ("play",)):
        one_sentence(made(*arguments), 1, "entry 0 of the log", "update this one")


def test_a_campaign_open_elsewhere_is_told(made: Run) -> None:
    """Reading is allowed, writing is not."""
    with open_store(load_settings().database, FakeClock()) as store:
        store.claim(1)
        one_sentence(made("say", "Hello", "--by", "Jay"), 1, "is open in another companion")
        one_sentence(made("undo"), 1, "is open in another companion")
        assert made("export", "--form", "roster").code == 0


def test_why_tells_how_a_sentence_was_taken(made: Run) -> None:
    """In lines or as an object; what is not there is one sentence."""
    one_sentence(made("why"), 1, "Harbour has not been played yet.")
    made("say", "Jay, here's a chip, give me a Haggling check.", "--by", "Russ", "--dice", "table")
    told = made("why", "u1")
    assert told.code == 0
    assert told.lines[1] == "Heard: typed"
    assert "Carried out: request skill check (" in told.out
    (data,) = made("why", "--json").json
    assert (data["utterance"], data["reasons"]["heard"]) == ("u1", 1.0)
    one_sentence(made("why", "u7"), 1, "There is no utterance u7 in evening 1.")
    one_sentence(made("why", "u1", "--evening", "3"), 1, "Harbour has no evening 3.")


def test_help_is_there_for_every_command(run: Run) -> None:
    """With one sentence each at the least."""
    names = [command.name for command in cli.app.registered_commands]
    assert {"listen", "say", "play", "notes", "rules", "detect", "scribe", "identify", "doctor", "demo"} <= set(names)
    for name in names:
        assert name is not None
        ran = run(name, "--help")
        assert ran.code == 0
        assert len(ran.out.split()) > 10
