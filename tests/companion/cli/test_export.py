"""`companion export` and `companion import-json`."""

import json
from pathlib import Path

import pytest

from tests.companion.recaps.test_cli_recap import played
from tests.companion.test_cli import Run, file, made, one_sentence, run

__all__ = ["file", "made", "played", "run"]


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
def test_every_form_goes_to_the_screen(played: Run, form: str, part: str) -> None:
    """Unless a file is named."""
    ran = played("export", "--form", form)
    assert (ran.code, ran.err) == (0, "")
    assert part in ran.out


def test_a_vault_is_written_again_and_says_what_it_kept(played: Run, tmp_path: Path) -> None:
    """What was changed by hand stays, and the sentence says so."""
    vault = tmp_path / "vault"
    assert "written." in played("export", "--form", "vault", "--out", vault).out
    played("play", stdin="Russ: Dorothea hides the silver crown below the old mill.\n")
    note = vault / "People" / "Dorothea.md"
    note.write_text("She is my sister.")
    ran = played("export", "--form", "vault", "--out", vault)
    assert note.read_text() == "She is my sister."
    assert "People/Dorothea.md was changed by hand and is kept; what is new is in People/Dorothea (new).md." in ran.err
    assert "old mill" in (note.parent / "Dorothea (new).md").read_text()


def test_a_campaign_moves_to_another_computer(played: Run, tmp_path: Path) -> None:
    """Written out, read in under another name, and the same again."""
    moved, again = tmp_path / "moved.json", tmp_path / "again.json"
    played("export", "--form", "json", "--out", moved)
    ran = played("import-json", moved, "--name", "Moved")
    assert ran.out.startswith("Moved: evenings 1, sentences 3, ")
    played("export", "--form", "json", "--campaign", "moved", "--out", again)
    assert json.loads(again.read_text())["log"] == json.loads(moved.read_text())["log"]
    assert played("recap", "moved").out == played("recap", "harbour").out


def test_mistakes_are_told_in_a_sentence(played: Run, tmp_path: Path) -> None:
    """With the exit code that fits."""
    shared = tmp_path / "shared.json"
    one_sentence(played("export", "--form", "vault"), 2, "--out")
    one_sentence(played("export", "--form", "html", "--secrets", "Zorro"), 2, "Jay, Russ, Mira are")
    one_sentence(played("import-json", tmp_path / "none.json"), 1, "cannot be read")
    shared.write_bytes(b"\xff\xfe")
    one_sentence(played("import-json", shared), 1, "not UTF-8")
    shared.write_text("{}")
    one_sentence(played("import-json", shared), 1, "holds no campaign")
    played("export", "--form", "json", "--player-safe", "--out", shared)
    one_sentence(played("import-json", shared), 1, "no secrets in it")
    played("export", "--form", "json", "--out", shared)
    one_sentence(played("import-json", shared), 1, "already a campaign called 'Harbour'")
