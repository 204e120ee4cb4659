"""Examples the ranker learns from are in order; training puts each sentence where it may and may not be meant."""

import json
import random
import re
import tomllib
from collections import Counter
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from companion.nlu.ranking import Seat
from companion.play.commands import commands_of
from companion.play.roster import load_roster
from engine.board import Field, Move, Option
from engine.registry import infos
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.word_vectors import WordVectors
from tools.bench.stranger_table import kept_apart
from tools.bench.strangers import EVENINGS
from tools.train.train_ranker import (
    EXAMPLES,
    Moment,
    Said,
    examples,
    habits_of,
    misplaced,
    spoken,
    talk,
    taught_evenings,
    trained,
)

FREE = {"n", "someone", "thing"}
NAMES = Vocabulary(
    (PlayerWords("Jay", "Herik", (("skill", "Locks"), ("skill", "Stealth"))), PlayerWords("Russ", "Yargert"))
)
FIELD = Field("skill", "Skill", "choice", (Option("Locks", "Locks"), Option("Stealth", "Stealth")))
ROLL, REST = Move("roll", "Roll a skill", fields=(FIELD,)), Move("rest", "Rest for a night")


def written(slug: str) -> list[Path]:
    return sorted((EXAMPLES / slug).glob("*.toml"))


@pytest.mark.parametrize("slug", [info.slug for info in infos()])
def test_examples_name_commands_of_the_game_and_their_fields(slug: str) -> None:
    known = commands_of(slug)
    counts = []
    for path in written(slug):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        assert path.stem == "none" or path.stem in known or path.stem == "ask_status", path
        places = FREE | (
            {each.name for each in fields(known[path.stem])} if path.stem in known else {"player", "skill"}
        )
        for text in (*content.get("say", ()), *content.get("near", ())):
            assert set(re.findall(r"\{(\w+)\}", text)) <= places | {"about", "topic"}, (path.name, text)
        assert len(set(content.get("say", ()))) == len(content.get("say", ()))
        counts.append(len(content.get("say", ())))
    assert len(counts) > 40
    assert sorted(counts)[len(counts) // 2] >= 30


def test_the_encoder_was_taught_by_evenings_that_are_there_and_by_none_kept_apart() -> None:
    """Chances are weighed on the others of each game, so some have to be left."""
    known = taught_evenings()
    left = Counter[str]()
    for folder in (path.parent for path in EVENINGS.glob("*/evening.md")):
        assert not (folder.name in known and kept_apart(folder)), folder.name
        left[load_roster(folder / "roster.json").game] += folder.name not in known and not kept_apart(folder)
    assert known
    assert all((EVENINGS / name / "evening.md").is_file() for name in known)
    assert min(left.values()) > 5


def seat(*moves: Move) -> Seat:
    return Seat(moves, NAMES, "Jay")


def test_a_request_is_also_said_where_it_cannot_be_meant() -> None:
    here, elsewhere = seat(ROLL), Moment({"Jay": seat(REST)})
    (found,) = misplaced([Said("I roll.", ("roll",), "0", 1.0, NAMES, here)], [elsewhere], random.Random(1))
    assert (found.kinds, found.meant) == (("roll",), ())
    assert found.seat == elsewhere.seats["Jay"]


def test_what_is_learnt_is_the_same_each_time_and_tells_kinds_apart() -> None:
    moments = [Moment({"Jay": seat(ROLL, REST)})]
    texts = {
        "roll": "I roll {skill} on the lock",
        "rest": "we lie down and sleep till morning",
        "": "nice weather we have",
    }
    said = [
        Said(
            f"{spoken(text, NAMES, random.Random(at))} {at}",
            (kind,) if kind else (),
            f"{at % 3}",
            1.0,
            NAMES,
            seat(ROLL, REST),
        )
        for kind, text in texts.items()
        for at in range(12)
    ]
    first, lines = trained(said, [], habits_of(said), 7, WordVectors())
    again, _ = trained(said, [], habits_of(said), 7, WordVectors())
    assert np.array_equal(first.fits, again.fits)
    assert len(lines) == len(said)
    assert first.rank("I roll Stealth on the lock, twelve", moments[0].seats["Jay"]).suggestions[0].move.kind == "roll"
    assert first.rank("we lie down and sleep", moments[0].seats["Jay"]).suggestions[0].move.kind == "rest"
    assert first.rank("nice weather we have", moments[0].seats["Jay"]).chance < 0.5


def test_lines_the_encoder_knows_by_heart_teach_kinds_and_weigh_nothing() -> None:
    fresh = [Said(f"I roll {at}", ("roll",), f"{at % 3}", 1.0, NAMES, seat(ROLL)) for at in range(6)]
    known = [Said(f"we rest {at}", ("rest",), f"{at % 3}", 1.0, NAMES, seat(REST), taught=True) for at in range(6)]
    ranker, lines = trained([*fresh, *known], [], {}, 7, WordVectors())
    assert [each.said for each in lines] == sorted(fresh, key=lambda each: each.group)
    assert "rest" in ranker.words.kinds


def test_examples_and_half_of_the_talk_are_known_to_the_encoder(tmp_path: Path) -> None:
    moments = [Moment({"Jay": seat(ROLL)})]
    assert all(each.taught for each in examples("phase-abandon", moments, random.Random(1)))
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(json.dumps({"text": f"lovely weather {at}"}) for at in range(200)), encoding="utf-8")
    known = [each.taught for each in talk([path], moments, random.Random(1))]
    assert 70 < sum(known) < 130


def test_examples_are_said_at_moments_where_they_may_be_meant() -> None:
    """A sentence whose kind nobody may do at any moment only teaches words."""
    said = list(
        examples("phase-abandon", [Moment({"Jay": seat(Move("set_scene", "Describe the scene"))})], random.Random(1))
    )
    placed = {kind for each in said if each.seat is not None for kind in each.kinds}
    assert placed == {"set_scene"}
    assert {"place_bid", "call_conflict"} <= {kind for each in said for kind in each.kinds}
