"""`companion chronicle` and `companion search`: what a campaign remembers, set right and found."""

import re
from pathlib import Path

import pytest

from tests.support.command_line import After, Run, one_sentence

TALK = """Jay: And there's this ferrywoman sitting on a boat. Her name is Benna Harrow.
Jay: So Benna laughs, and she hands Bartok an oar.
Mira: I promise Benna that Yvaine will bring her boat back before dawn.
"""


@pytest.fixture
def played(after: After) -> Run:
    return after(TALK)


def test_the_chronicle_lists_who_is_known_with_where_it_was_said(played: Run) -> None:
    """Kind by kind, or one kind only; JSON with the evidence."""
    assert played("chronicle", "people").lines[:1] == ["People"]
    assert "Benna Harrow (ferrywoman; met by Bartok" in played("chronicle").out
    (data,) = played("chronicle", "promises", "--json").json
    assert [each["ref"] for each in data["promises"]] == ["1/u3"]
    assert played("chronicle", "places").lines == ["Harbour does not have any places yet."]


def test_a_correction_is_made_listed_and_taken_back(played: Run) -> None:
    """Each has a number; the latest one is undone unless another is named."""
    assert played("chronicle", "rename", "benna", "Bena Harro").lines == ["Correction 1: benna is called Bena Harro."]
    assert "Bena Harro (ferrywoman" in played("chronicle", "people").out
    assert played("chronicle", "undo").lines == ["Correction 2: correction 1 is undone."]
    assert "Benna Harrow (ferrywoman" in played("chronicle", "people").out
    listed = played("chronicle", "corrections").lines
    assert [line.endswith("(undone)") for line in listed] == [True, False]
    played("chronicle", "close", "1/u3")
    assert "resolved" in played("chronicle", "promises").out


def test_a_note_is_written_found_and_taken_back(played: Run) -> None:
    """By somebody of the table or by nobody in particular; what cannot be kept is one sentence."""
    assert played("chronicle", "note", "benna", "Owes us a ferry.", "--by", "mira").code == 0
    line = "“Owes us a ferry.” (written by Mira, correction 1)"
    assert f"    {line}" in played("chronicle", "people").lines
    assert played("search", "ferry", "owes").lines == [f"Benna Harrow: {line}"]
    assert played("search", "owes", "--json").json == [
        {"about": "Benna Harrow", "written": 1, "by": "Mira", "text": "Owes us a ferry."}
    ]
    assert "- Of **Benna Harrow**: “Owes us a ferry.” (Mira, 20" in played("notes").out
    one_sentence(played("chronicle", "note", "Zed", "words"), 1, "chronicle has no entry")
    one_sentence(played("chronicle", "note", "benna", "x" * 100_000), 1, "this one has 100,000")
    one_sentence(played("chronicle", "note", "benna", "words", "--by", "Zed"), 1, "Zed is not at this table")
    one_sentence(played("chronicle", "people", "--by", "Mira"), 2, "--by requires the action note")
    played("chronicle", "undo")
    assert played("search", "owes").lines == ["No results for owes."]


def test_one_who_is_two_two_who_are_one_and_what_is_doubted(played: Run) -> None:
    played("chronicle", "rename", "Benna Harrow", "Mother Harrow")
    assert "also Benna Harrow, Benna" in played("chronicle", "people").out
    played("chronicle", "undo")
    assert played("chronicle", "split", "Benna Harrow", "Benna").code == 0
    assert [re.split(r" [(\[]", line.strip())[0] for line in played("chronicle", "people").lines[1:]] == [
        "Benna Harrow",
        "Benna",
    ]
    played("chronicle", "merge", "Benna", "Benna Harrow")
    assert len(played("chronicle", "people").lines) == 2
    assert played("chronicle", "uncertain", "Benna Harrow").lines == ["Correction 5: Benna Harrow is uncertain."]
    assert "[inferred, 1/u1 to 1/u3]" in played("chronicle", "people").out
    one_sentence(played("chronicle", "uncertain", "Benna Harrow"), 1, "chronicle has no entry")
    played("chronicle", "certain", "Benna Harrow")
    played("chronicle", "role", "Benna Harrow", "smuggler")
    assert "Benna Harrow (smuggler" in played("chronicle", "people").out
    played("chronicle", "forget", "Benna Harrow")
    assert played("chronicle", "people").lines == ["Harbour does not have any people yet."]


def test_what_is_set_right_stands_in_what_is_written_out(played: Run, tmp_path: Path) -> None:
    played("chronicle", "rename", "Benna Harrow", "Vesna Lund")
    assert "**Vesna Lund**" in played("notes").out
    recap = played("recap", "--length", "full").out
    assert "Vesna" in recap
    assert "Benna" not in recap
    vault = tmp_path / "vault"
    played("export", "--form", "vault", "--out", str(vault))
    assert [each.name for each in (vault / "People").iterdir()] == ["Vesna Lund.md"]
    played("chronicle", "undo")
    played("export", "--form", "vault", "--out", str(vault))
    assert [each.name for each in (vault / "People").iterdir()] == ["Benna Harrow.md"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("dance",), 2, "There is no action 'dance'"),
        (("merge", "Benna"), 2, "takes NAME INTO"),
        (("forget", " "), 2, "takes NAME"),
        (("people", "Benna"), 2, "takes no arguments"),
        (("undo", "first"), 2, "number of a correction"),
        (("undo",), 1, "There is no correction to undo."),
        (("undo", "7"), 1, "There is no correction 7."),
        (("forget", "Nobody"), 1, "chronicle has no entry"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    played: Run, arguments: tuple[str, ...], code: int, told: str
) -> None:
    one_sentence(played("chronicle", *arguments), code, told)
    assert played("chronicle", "corrections").lines == ["There are no corrections yet."]


def test_a_search_shows_where_something_was_said(played: Run) -> None:
    assert played("search", "oar").lines == ["1/u2 Jay: So Benna laughs, and she hands Bartok an oar."]
    assert [each["utterance"] for each in played("search", "benna", "--limit", "2", "--json").json] == ["u3", "u2"]
    assert played("search", "zanzibar").lines == ["No results for zanzibar."]
