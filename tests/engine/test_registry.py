import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import UnknownRuleset
from engine.registry import all_rulesets, find_info, find_ruleset, infos

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("info", infos(), ids=lambda info: info.slug)
def test_a_system_answers_to_its_slug_its_title_and_its_spoken_names(info) -> None:
    for name in (info.slug, info.title, *info.aliases):
        for said in (name, name.upper(), name.replace("-", " "), f" {name} "):
            assert find_info(said) is info
            assert find_ruleset(said).info is info


def test_every_folder_of_a_game_is_found() -> None:
    folders = {each.parent.name for each in (ROOT / "engine" / "systems").glob("*/system.py")}
    assert len(infos()) == len(all_rulesets()) == len(folders)
    assert {type(each).__module__.split(".")[2] for each in all_rulesets()} == folders


def test_slugs_and_names_are_unique() -> None:
    names = [name.casefold() for each in infos() for name in {each.slug, each.title, *each.aliases}]
    assert len({each.slug for each in infos()}) == len(infos())
    assert len(set(names)) == len(names)


def test_games_are_listed_as_they_always_were() -> None:
    assert [each.slug for each in infos()][:4] == ["phase-abandon", "kleptonomicon", "phasesix", "choice-pta"]


def test_an_unknown_name_lists_the_known_ones() -> None:
    for find in (find_info, find_ruleset):
        with pytest.raises(UnknownRuleset, match="phase-abandon") as caught:
            find("poker")
        assert caught.value.name == "poker"
        assert "phase-abandon" in caught.value.known


@pytest.mark.parametrize("info", infos(), ids=lambda info: info.slug)
def test_a_system_says_where_it_comes_from(info) -> None:
    assert info.edition
    assert info.licence


def loaded(code: str) -> set[str]:
    """Modules of games that are loaded once this code has run, each without `engine.systems.`."""
    told = "import sys; print(*(name for name in sys.modules if name.startswith('engine.systems.')))"
    run = subprocess.run([sys.executable, "-c", f"{code}; {told}"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return {name.removeprefix("engine.systems.") for name in run.stdout.split()}


def test_what_is_told_of_games_needs_none_of_their_rules() -> None:
    names = loaded("from engine.registry import infos; [each.title for each in infos()]")
    assert len(names) == len(infos())
    assert not [name for name in names if "." in name]


@pytest.mark.parametrize("slug", [info.slug for info in infos()])
def test_loading_one_game_loads_no_rules_of_another(slug: str) -> None:
    rules = {
        name for name in loaded(f"from engine.registry import find_ruleset; find_ruleset({slug!r})") if "." in name
    }
    own = type(find_ruleset(slug)).__module__.split(".")[2]
    assert f"{own}.decide" in rules
    assert {name.split(".")[0] for name in rules} == {own}
