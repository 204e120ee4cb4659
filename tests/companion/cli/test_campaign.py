"""`companion new`, `notes`, `log` and `undo`."""

import json
from pathlib import Path

import pytest

from companion.nlu.word_list import WordList
from tests.support.command_line import Run, one_sentence
from tests.support.sitting import roster


def test_a_campaign_is_made_from_a_file(run: Run, file: Path) -> None:
    ran = run("new", "--from", file, "--name", "Thursday")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Thursday: Jay, Russ, Mira. Next: companion enroll Jay and so on, then companion (or companion play, to type). "
        "Start with: Let's start the session.\n"
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
    ran = run("new", stdin="\nPhandar\nJay, Russ\n")
    assert ran.code == 1
    assert ran.err == "Not all questions were answered; no campaign was created.\n"
    one_sentence(run("log"), 1, "There is no campaign yet. Create one with: companion new")


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
    (tmp_path / "r.json").write_text(content)
    one_sentence(run("new", "--from", tmp_path / "r.json"), 1, told)
    one_sentence(run("log"), 1, "There is no campaign yet.")


def test_a_campaign_file_that_is_not_there_is_told(run: Run, tmp_path: Path) -> None:
    one_sentence(run("new", "--from", tmp_path / "no.json"), 1, "no.json", "there is no such file")
    one_sentence(run("new", "--from", tmp_path), 1, "it cannot be read")
    (tmp_path / "r.json").write_bytes(b"\xff\xfe\x00")
    one_sentence(run("new", "--from", tmp_path / "r.json"), 1, "not a JSON file in UTF-8")


def test_a_name_can_be_taken_once(made: Run, file: Path) -> None:
    one_sentence(made("new", "--from", file, "--name", "HARBOUR"), 1, "There is already a campaign", "another name")


def test_a_campaign_is_made_with_its_words_or_not_at_all(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before its words were learnt: the same command makes it."""
    file = tmp_path / "words.json"
    file.write_text(json.dumps({**roster(), "words": [{"spelled": "Kezzal", "heard": "castle"}]}))
    with monkeypatch.context() as kill:
        kill.setattr(WordList, "learn_names", _killed)
        assert run("new", "--from", file).code == 130
    assert run("new", "--from", file).code == 0


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


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
    one_sentence(made("notes"), 1, "Harbour has not been played yet.")


def test_the_log_tells_entry_by_entry(played: Run) -> None:
    ran = played("log", "--last", "3")
    assert len(ran.lines) == 3
    assert "“Jay, here's a chip, give me a Haggling check.”" in ran.lines[0]
    assert "Russ gives Jay 1 chip." in ran.lines[0]
    assert "“Five, four, two.”" in ran.lines[1]


def test_the_log_keeps_secret_bids(made: Run) -> None:
    talk = "Russ: I call a conflict! Pirates!\nMira: I bid three.\n"
    assert made("play", "--dice", "table", "--json", stdin=talk).code == 0
    bid = made("log", "--last", "1").out
    assert "place bid" in bid
    assert "3 chips" not in bid


def test_undo_takes_the_latest_command_back(played: Run) -> None:
    ran = played("undo")
    assert ran.code == 0
    assert "Undone: the end of Jay's narration." in ran.out
    ran = played("undo")
    assert "Undone: Jay's Haggling roll." in ran.out
    assert "rolls" not in ran.out
    told = played("log", "--last", "4").lines  # the roll, the end of narration, and what undid each
    position = int(told[-1].split()[0])
    assert [line.split(maxsplit=3)[3] for line in told[-2:]] == [
        f"undone: entry {position - 2}",
        f"undone: entry {position - 3}",
    ]


def test_undo_without_anything_to_undo_is_told(made: Run) -> None:
    one_sentence(made("undo"), 1, "There is nothing to undo.")
