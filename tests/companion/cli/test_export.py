"""`companion export` and `companion import-json`."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run, one_sentence


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ("notes", "# Harbour\n"),
        ("markdown", "# Harbour\n\n## Evening 1\n\nHere is what has happened so far."),
        ("html", "<h2>Evening 1, "),
        ("transcript", '"text": "The old ferryman Kasimir'),
        ("vtt", "<v Russ>A woman called Dorothea"),
        ("srt", "Russ: A woman called Dorothea"),
        ("golden", '{"heard": "The old ferryman Kasimir'),
        ("roster", '"game": "phase-abandon"'),
        ("json", '"format": "table-companion/campaign"'),
    ],
)
def test_every_form_goes_to_the_screen(narrated: Run, form: str, part: str) -> None:
    ran = narrated("export", "--form", form)
    assert (ran.code, ran.err) == (0, "")
    assert part in ran.out


def test_a_vault_is_written_again_and_says_what_it_kept(narrated: Run, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    assert "written." in narrated("export", "--form", "vault", "--out", vault).out
    narrated("play", stdin="Russ: Dorothea hides the silver crown below the old mill.\n")
    note = vault / "People" / "Dorothea.md"
    note.write_text("She is my sister.")
    ran = narrated("export", "--form", "vault", "--out", vault)
    assert note.read_text() == "She is my sister."
    assert "People/Dorothea.md was edited and is kept; the new version is in People/Dorothea (new).md." in ran.err
    assert "old mill" in (note.parent / "Dorothea (new).md").read_text()


def test_a_campaign_moves_to_another_computer(narrated: Run, tmp_path: Path) -> None:
    moved, again = tmp_path / "moved.json", tmp_path / "again.json"
    narrated("export", "--form", "json", "--out", moved)
    ran = narrated("import-json", moved, "--name", "Moved")
    assert ran.out.startswith("Moved: evenings 1, sentences 3, ")
    narrated("export", "--form", "json", "--campaign", "moved", "--out", again)
    assert json.loads(again.read_text())["log"] == json.loads(moved.read_text())["log"]
    assert narrated("recap", "-c", "moved").out == narrated("recap", "-c", "harbour").out


def test_mistakes_are_told_in_a_sentence(narrated: Run, tmp_path: Path) -> None:
    shared = tmp_path / "shared.json"
    one_sentence(narrated("export", "--form", "vault"), 2, "--out")
    one_sentence(narrated("export", "--form", "html", "--secrets", "Zorro"), 2, "players: Jay, Russ, Mira")
    one_sentence(narrated("import-json", tmp_path / "none.json"), 1, "cannot be read")
    shared.write_bytes(b"\xff\xfe")
    one_sentence(narrated("import-json", shared), 1, "not UTF-8")
    shared.write_text("{}")
    one_sentence(narrated("import-json", shared), 1, "contains no campaign")
    narrated("export", "--form", "json", "--player-safe", "--out", shared)
    one_sentence(narrated("import-json", shared), 1, "contains no secrets")
    narrated("export", "--form", "json", "--out", shared)
    one_sentence(narrated("import-json", shared), 1, "already a campaign called 'Harbour'")


def test_export_has_four_forms(played: Run, file: Path, tmp_path: Path) -> None:
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
    out = played("export", "--form", "golden", "--rename").out
    assert not [name for name in ("Jay", "Russ", "Mira") if name in out]
