"""Sentences to commands: every game's golden sentences are scored against floors that may only rise."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.nlu.bind import command_json
from companion.nlu.types import TABLE_COMMANDS
from engine.codec import KindReader
from engine.registry import find_ruleset
from tests.golden.speech_scores import (
    ABOUT,
    SAID,
    Score,
    fallen,
    fired,
    floors_of,
    raise_floors,
    risen,
    scored,
)
from tests.golden.speech_tables import GAMES, Place, cases, recognizer, sentences, table, understood
from tests.support.failures import report


@pytest.mark.parametrize("slug", GAMES)
def test_sentences_are_understood_and_near_misses_do_nothing(
    slug: str, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """As many of each command as ever; what only sounds like one leads to nothing, whoever says it."""
    scores = scored(slug)
    if request.config.getoption("--update-golden"):
        raise_floors(slug, scores)
    better = list(risen(scores, floors_of(slug)))
    if better:
        record_property("hint", f"{slug}: more is understood, `make golden` raises the floors: {'; '.join(better)}")
    report(*fired(slug), *fallen(scores, floors_of(slug)))


def test_a_fallen_score_names_what_is_lost_and_only_a_better_one_is_written(tmp_path: Path) -> None:
    """A share that falls, a sentence taken out, a command without a floor or without a sentence."""
    place = tmp_path / "floors.toml"
    place.write_text('[ember."said"]\nbid = [2, 2]\npass = [1, 2]\ndeal = [3, 3]\n')
    scores = {
        SAID: {"bid": Score(2, 3, ["I bid: silence"]), "pass": Score(2, 2), "deal": Score(2, 2), "go": Score(1, 1)}
    }
    assert list(fallen(scores, floors_of("ember", place))) == [
        "said, bid: 2 of 3 are right, 2 of 2 were",
        "    I bid: silence",
        "said, deal: 2 of 2 are right, 3 of 3 were",
        "said, go: has no floor yet; `make golden` writes one",
    ]
    assert list(risen(scores, floors_of("ember", place))) == ["said, pass: 2 of 2, 1 of 2 before"]
    assert "said, bid: has a floor and no sentence" in fallen({}, floors_of("ember", place))
    raise_floors("ember", scores, place)
    assert place.read_text() == f'{ABOUT}\n[ember."said"]\nbid = [2, 2]\ndeal = [3, 3]\ngo = [1, 1]\npass = [2, 2]\n'


def test_every_command_that_people_can_say_has_a_sentence() -> None:
    """Commands without an example would never be noticed when they break."""
    for slug in GAMES:
        spoken = {case.command for case in sentences(slug) if not case.never}
        grammar = {pattern.command for pattern in recognizer(slug).grammar.patterns if pattern.fields}
        report(*(f"{slug}: {command}" for command in sorted(grammar - spoken)))
    written = {case.command for case in cases("phase-abandon.toml") if not case.never}
    assert {cls.kind for cls in find_ruleset("phase-abandon").command_types} <= written


def test_commands_understood_fit_the_rules_own_form() -> None:
    read = KindReader(find_ruleset("phase-abandon").command_types)
    for case in cases("phase-abandon.toml"):
        for intent in understood(case.place, case.say, case.speaker):
            needs_more = intent.missing or intent.command in TABLE_COMMANDS or intent.command is None
            if not needs_more and case.command not in {"add_player", "add_skill", "add_special_item", "add_principle"}:
                read(command_json(intent))


def test_a_bare_number_means_what_the_table_waits_for() -> None:
    """Rules 6.2: identical short answers are told apart by the state."""
    meant = {}
    for name in ("bidding", "success", "scene"):
        meant[name] = [intent.command for intent in understood(Place(table(name)), "Two.", "Ana")]
    rolled = understood(Place(table("scene", ["Ana EXPLODE 1"])), "Two.", "Ana")
    assert meant == {"bidding": ["place_bid"], "success": ["count_action"], "scene": []}
    assert [(intent.command, intent.slots["values"]) for intent in rolled] == [("report_dice", [2])]
