"""A first evening is led step by step; whole ones stand in tests/golden/evenings."""

import json
import re
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

from companion.dialogue.guide import steps_of, worded
from companion.nlu.examples import load_examples
from engine.registry import all_rulesets
from tests.companion.dialogue.test_suggested_sentences import SLUGS, evening, told

EVENINGS = Path(__file__).parents[2] / "golden" / "evenings"


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda each: each.info.slug)
def test_every_game_has_about_ten_steps_of_its_own_commands(ruleset: object) -> None:
    slug, steps = ruleset.info.slug, steps_of(ruleset.info.slug)  # type: ignore[attr-defined]
    kinds = {command.kind for command in ruleset.command_types}  # type: ignore[attr-defined]
    assert 10 <= len(steps) <= 12
    assert {step.after for step in steps[1:]} <= kinds
    named = {name for step in steps for _, name, _, _ in Formatter().parse(step.say) if name}
    assert named <= kinds & load_examples(slug).keys()


@pytest.mark.parametrize("slug", SLUGS)
def test_what_it_says_can_be_said_is_done_in_the_golden_evening(slug: str) -> None:
    """Sentences that stand in a step as they are, without an example of a command."""
    lines = [json.loads(line) for line in (EVENINGS / slug / "first-evening.jsonl").read_text("utf-8").splitlines()]
    pairs = pairwise(lines)
    done = {str(line.get("heard", "")).rstrip(".!?") for line, then in pairs if "command" in then}
    quoted = {said for step in steps_of(slug) for said in re.findall("“([^“”{}]+)”", step.say)}
    assert {said.rstrip(".!?") for said in quoted} - {"Good night, companion"} <= done


@pytest.mark.parametrize("slug", SLUGS)
def test_it_names_no_field_and_ends_each_sentence_once(slug: str, tmp_path: Path) -> None:
    table = evening(slug, tmp_path)
    for step in steps_of(slug):
        text = worded(table.session, step)
        assert not re.search(r"[{}…]|\.”\.|\.\.|  ", text), text
        assert text.endswith((".", "?”", "!”")), text


def test_it_leads_on_from_where_the_table_stands_and_stops_when_asked(tmp_path: Path) -> None:
    table = evening("choice-pta", tmp_path)
    table.say("Gwen", "Deal the hands", typed=True)
    assert told(table.say("Ana", "Companion, guide us.", typed=True))[0].startswith("Whose scene it is")
    assert told(table.say("Ana", "Companion, stop guiding us.", typed=True)) == ["You know the way."]
    assert not any("want different things" in each for each in told(table.say("Ana", "Next scene, on the roof.")))
