"""A line typed, or a tap, on a page of one's own does nothing that is somebody else's to do."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from tests.support.evening import WholeEvening


def evening(slug: str, folder: Path) -> WholeEvening:
    """The ready-made campaign of a game, its session begun."""
    ready = files("companion.play") / "ready" / f"{slug}.toml"
    found = WholeEvening(tomllib.loads(ready.read_text(encoding="utf-8"))["campaign"], folder)
    found.tap("Gwen", {"kind": "start_session"})
    return found


def rolled(folder: Path) -> WholeEvening:
    """Ben has thrown a roll to which he may still add dice."""
    found = evening("phasesix", folder)
    found.tap("Gwen", {"kind": "request_check", "char": "Milo Ferrant", "trait": "Athletics", "needed": 9})
    (request,) = found.session.game.open_rolls
    found.tap("Ben", {"kind": "submit_dice", "player": "Ben", "dice": [1] * request.count})
    found.wait(30)
    return found


def types(table: WholeEvening, by: str, text: str, *, own_page: bool) -> list[tuple[str, Any]]:
    """Somebody types a line; kind and actor of what was written to the log."""
    before, table.now = len(table.session.game.recorded), table.now + 2
    match = SpeakerMatch(by, 1.0)
    table.session.hear(Utterance("x", text, match, table.now - 1, table.now, typed=True, own_page=own_page))
    table.wait(3)
    recorded = table.session.game.recorded
    commands = (recorded[at].entry.command for at in range(before, len(recorded)))
    return [(each["kind"], each.get("actor")) for each in commands if each is not None]


@pytest.mark.parametrize("text", ["Milo keeps the roll.", "Milo re-rolls.", "Milo adds a destiny die."])
def test_a_page_of_ones_own_does_nothing_in_anothers_name(tmp_path: Path, text: str) -> None:
    assert types(rolled(tmp_path), "Ana", text, own_page=True) == []
    assert [by for _, by in types(rolled(tmp_path), "Ana", text, own_page=False)] == ["Ben"]


def test_what_stands_in_the_way_of_a_line_is_not_settled_for_others(tmp_path: Path) -> None:
    line = "Drop and roll, out of the way of it."
    assert types(rolled(tmp_path), "Ana", line, own_page=True) == []


@pytest.mark.parametrize("tapped", [True, False])
def test_a_yes_of_a_seat_is_none_for_the_gm(tmp_path: Path, tapped: bool) -> None:
    table = evening("kleptonomicon", tmp_path)
    table.tap("Gwen", {"kind": "add_npc", "name": "Grim"})
    table.wait(30)
    types(table, "Ana", "Grim's health should be five.", own_page=True)
    question = table.session.question
    assert question is not None
    assert question.text == "Start the Episode, Gwen?"
    before = len(table.session.game.recorded)
    if tapped:
        table.session.answer("yes", actor="Ana", own_page=True)
    else:
        types(table, "Ana", "Yes.", own_page=True)
    assert len(table.session.game.recorded) == before
    table.wait(5)
    said = [each["text"] for each in table.records if each["type"] == "announcement"]
    assert "That is somebody else's to say." in said


def test_a_line_that_is_claimed_stays_one_of_a_page_of_ones_own(tmp_path: Path) -> None:
    table = rolled(tmp_path)
    assert types(table, "Cleo", "Milo keeps the roll.", own_page=True) == []
    assert types(table, "Ana", "That was me, not Cleo.", own_page=True) == []


def test_the_name_of_a_skill_typed_on_a_page_is_not_said_for_others(tmp_path: Path) -> None:
    table = rolled(tmp_path)
    table.tap("Ben", {"kind": "close_check"})
    table.wait(120)
    table.say("Ben", "Two, three and five.", typed=True)
    assert any("What are Ben's dice for?" in each.get("text", "") for each in table.records)
    assert types(table, "Ana", "Stealth.", own_page=True) == []


def test_what_others_did_is_done_again_after_a_correction_from_a_page(tmp_path: Path) -> None:
    table = evening("phasesix", tmp_path)
    types(table, "Ana", "I take two wounds.", own_page=True)
    table.tap("Gwen", {"kind": "create_character", "name": "Grim", "char_kind": "npc"})
    types(table, "Ana", "No, make that one.", own_page=True)
    types(table, "Ana", "Yes.", own_page=True)
    assert [each.name for each in table.session.game.state.characters if each.name == "Grim"] == ["Grim"]
    assert table.session.game.state.character("Helga Ruiz").hearts == 5
