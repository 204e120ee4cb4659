"""Drafts as campaign files: every system, mistakes by field, and a draft that survives."""

from pathlib import Path
from typing import Any

import pytest

from companion.play.roster import Roster
from companion.play.setup import state_of
from companion.web.campaign_setup import CampaignSetup
from companion.web.setup_draft import DraftUnreadable, SetupDraft, moved
from engine.registry import find_ruleset

SEATS = {"title": ["Vaults"], "seat": ["p1", "p2"], "player": ["Gwen", "Ada"], "master": ["p1"]}
PHASE_ABANDON = {
    "game": ["phase-abandon"],
    "p1:character.name": ["Herik"],
    "p1:character.skills.0": ["Haggling", "", "Locks"],
    "p1:character.skills.1": ["3", "", "2"],
    "p2:character.name": ["Bartok"],
    "p2:character.skills.0": ["Stealth"],
    "p2:character.skills.1": ["5"],
}
KLEPTONOMICON = {
    "game": ["kleptonomicon"],
    "p2:character.name": ["Vex"],
    "p2:character.sheet.abilities.0": ["Parry", "Case the Joint"],
    "p2:character.sheet.health.0": ["10"],
    "table:table.episode.0": ["The Glass Vault"],
}
PHASE_SIX = {
    "game": ["phasesix"],
    "p2:character.name": ["Ilse"],
    "p2:character.sheet.attributes.0": ["strength"],
    "p2:character.sheet.attributes.1": ["3"],
    "table:table.extensions.0": ["magic"],
}


def set_up(tmp_path: Path, **fields: list[str]) -> CampaignSetup:
    draft = SetupDraft(tmp_path / "draft.json")
    draft.take({**SEATS, **fields}, ("",))
    return CampaignSetup(draft)


@pytest.mark.parametrize("fields", [PHASE_ABANDON, KLEPTONOMICON, PHASE_SIX], ids=lambda fields: fields["game"][0])
def test_what_is_filled_in_is_a_campaign_the_rules_take(tmp_path: Path, fields: dict[str, Any]) -> None:
    checked = set_up(tmp_path, **fields).check()
    assert checked.mistakes == {}
    roster = Roster.from_json(checked.data)
    assert roster.names == ("Gwen", "Ada")
    state_of(find_ruleset(roster.game), roster.to_json())
    assert (roster.players[0].role == "gm") is (fields is not PHASE_ABANDON)


@pytest.mark.parametrize(
    ("field", "value", "where", "told"),
    [
        ("title", ["VAULTS OLD"], "title", "There is already a campaign called VAULTS OLD; choose another name."),
        ("player", ["Gwen", "gwen"], "player", "Enter each name once; upper and lower case count as the same."),
        ("player", ["Gwen", ""], "player", "A table has 2 to 8 players, not 1."),
        ("p2:character.name", ["herik"], "p2:character.name", "There is already somebody called herik."),
        ("p1:character.skills.1", ["3", "", "x"], "p1:character.skills", "'Locks' has no number behind it"),
        ("rule.min_bid", ["7"], "rule.min_bid", "Choose one of: 0, 1."),
        ("p1:character.principles.1", ["Swimming"], "p1:character.principles", "Text|Guiding principle"),
        ("table:table.details.0", ["Nobody"], "table:table.details", "is required"),
    ],
)
def test_a_mistake_stands_beside_its_field(tmp_path: Path, field: str, value: list[str], where: str, told: str) -> None:
    made = set_up(tmp_path, **{**PHASE_ABANDON, field: value})
    made = CampaignSetup(made.draft, lambda: ["Vaults old"])
    assert list(made.check().mistakes) == [where]
    assert any(part in made.check().mistakes[where] for part in told.split("|"))


def test_the_rules_say_which_answer_they_refuse(tmp_path: Path) -> None:
    vow = {f"p1:character.principles.{column}": [said] for column, said in enumerate(("never lie", "Swimming"))}
    mistakes = set_up(tmp_path, **PHASE_ABANDON, **vow).check().mistakes
    assert mistakes == {"p1:character.principles": "there is no skill 'Swimming' on this sheet."}


def test_a_draft_comes_back(tmp_path: Path) -> None:
    """As it was; damaged ones are told; thrown away it is gone."""
    made = set_up(tmp_path, **PHASE_ABANDON).draft
    made.keep()
    again = SetupDraft(tmp_path / "draft.json")
    again.recall()
    assert again.fields == made.fields
    (tmp_path / "draft.json").write_text('{"title": 1}')
    with pytest.raises(DraftUnreadable, match="cannot be read"):
        again.recall()
    again.forget()
    again.recall()
    assert again.fields == {}


def test_a_form_changes_its_own_fields_only(tmp_path: Path) -> None:
    draft = set_up(tmp_path, **KLEPTONOMICON).draft
    draft.take({"p2:character.name": ["V" * 9_000], "title": ["Stolen"]}, ("p2:",))
    assert draft.first("title") == "Vaults"
    assert len(draft.first("p2:character.name")) == 2_000
    assert draft.all("p2:character.sheet.abilities.0") == []


def test_seats_are_moved() -> None:
    assert moved(("a", "b", "c"), "a", 1) == ["b", "a", "c"]
    assert moved(("a", "b", "c"), "c", -1) == ["a", "c", "b"]
    assert moved(("a", "b", "c"), "a", -1) == ["a", "b", "c"]
