import pytest

from engine.errors import UnknownRuleset
from engine.registry import RULESETS, find_ruleset


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.info.slug)
def test_a_system_answers_to_its_slug_its_title_and_its_spoken_names(ruleset) -> None:
    """However it is written or said, in any case and with any separators."""
    info = ruleset.info
    for name in (info.slug, info.title, *info.aliases):
        for said in (name, name.upper(), name.replace("-", " "), f" {name} "):
            assert find_ruleset(said) is ruleset


def test_slugs_and_names_are_unique() -> None:
    """No two systems answer to one name."""
    names = [name.casefold() for each in RULESETS for name in {each.info.slug, each.info.title, *each.info.aliases}]
    assert len({each.info.slug for each in RULESETS}) == len(RULESETS)
    assert len(set(names)) == len(names)


def test_the_first_system_is_phase_abandon() -> None:
    """The default is the game without a game master the companion began with."""
    assert RULESETS[0].info.slug == "phase-abandon"


def test_an_unknown_name_lists_the_known_ones() -> None:
    """The error helps whoever mistyped."""
    with pytest.raises(UnknownRuleset, match="phase-abandon") as caught:
        find_ruleset("poker")
    assert caught.value.name == "poker"
    assert "phase-abandon" in caught.value.known


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.info.slug)
def test_a_system_says_where_it_comes_from(ruleset) -> None:
    """Edition and licence of the game's text are stated."""
    assert ruleset.info.edition
    assert ruleset.info.licence
