"""Ready-made campaigns and characters made by chance: legal by the rules, and editable without losing anything."""

from random import Random
from typing import Any

import pytest

from companion.play.library import library_of
from companion.play.ready import parts_of, random_hero, ready_campaign, ready_heroes, ready_systems
from companion.play.setup_answers import put_into, refusal, value_of
from engine.registry import find_ruleset, infos


def test_every_game_has_one() -> None:
    assert set(ready_systems()) == {each.slug for each in infos()}


@pytest.mark.parametrize("slug", ready_systems())
def test_a_ready_campaign_is_legal_and_has_four_characters(slug: str) -> None:
    """As a whole, and for as few as two players who run a character."""
    ruleset, data = find_ruleset(slug), ready_campaign(slug)
    assert refusal(ruleset, data) is None
    assert len(ready_heroes(slug)) == 4
    data["players"] = data["players"][:3]
    assert refusal(ruleset, data) is None


@pytest.mark.parametrize("slug", ready_systems())
def test_answers_taken_from_a_ready_campaign_give_the_same_one(slug: str) -> None:
    ruleset, data = find_ruleset(slug), ready_campaign(slug)
    for player in (each for each in data["players"] if "character" in each):
        made: dict[str, Any] = {}
        put_into(made, "character.name", player["character"]["name"])
        for ask in ruleset.form.asks:
            if ask.of_character:
                put_into(made, ask.entry, value_of(ask, parts_of(ask, player), library_of(ruleset)))
        told = {**player["character"]}
        if not any(ask.entry == "character.blurbs" for ask in ruleset.form.asks):
            told.pop("blurbs", None)
        assert made["character"] == told


@pytest.mark.parametrize("slug", ready_systems())
def test_characters_made_by_chance_are_legal(slug: str) -> None:
    ruleset, random = find_ruleset(slug), Random(7)
    for _ in range(25):
        data = ready_campaign(slug)
        for player in (each for each in data["players"] if "character" in each):
            taken = [each.get("character", {}).get("name", "") for each in data["players"]]
            name, answers = random_hero(slug, ruleset.form, taken, random)
            player["character"] = {"name": name}
            for ask in ruleset.form.asks:
                if ask.entry in answers:
                    put_into(player, ask.entry, value_of(ask, answers[ask.entry], library_of(ruleset)))
        assert refusal(ruleset, data) is None
