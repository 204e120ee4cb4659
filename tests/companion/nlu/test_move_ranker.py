"""Ranking of moves: the word model, and what is made of its chances and of the fields a line fills."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.base.errors import GrammarError
from companion.nlu import ranking
from companion.nlu.line_words import Line
from companion.nlu.meaning import WIDTH, Meaning
from companion.nlu.move_ranker import MEASURES, SIGNS, MoveRanker, load_ranker
from companion.nlu.move_slots import Filled
from companion.nlu.ranking import Ranking, Seat, Suggestion, has_ranker
from companion.nlu.word_model import NOTHING, WordModel
from engine.board import Field, Move, Option
from engine.phrase import phrase
from engine.registry import infos
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.taught_ranker import taught
from tests.support.word_vectors import WordVectors

NAMES = Vocabulary((PlayerWords("Jay", "Herik", (("skill", "Locks"),)), PlayerWords("Russ", "Bartok")))
SKILL = Field(
    "skill",
    phrase("Skill"),
    "choice",
    (Option("Locks", phrase("Locks, 3")), Option("Stealth", phrase("Stealth, 2"))),
)
CHIPS = Field("chips", phrase("Chips"), "number", least=1)
ROLL = Move("declare_action", phrase("Roll a skill"), fields=(SKILL,))
REST = Move("rest", phrase("Rest"))
DICE = Move("report_dice", phrase("Dice"), fields=(Field("values", phrase("Dice"), "faces", least=2, most=6),))


def model() -> WordModel:
    words = ("pick", "open", "sleep", "< pick")
    weights = np.array([[0.0, 3.0, -1.2], [-0.7, 2.1, 0.0], [0.0, -1.0, 4.0], [0.1, 0.9, 0.0]], np.float32)
    columns = {word: row for row, word in enumerate(words)}
    return WordModel(columns, (NOTHING, "declare_action", "rest"), weights, np.array([1.0, 0.0, 0.2], np.float32))


def ranker(**changes: float) -> MoveRanker:
    """The words decide, and a choice that is made counts as much as `made`."""
    fits, idle = np.zeros(MEASURES), np.zeros(SIGNS)
    fits[0] = idle[1] = 1.0
    fits[4] = changes.get("made", 0.0)
    return MoveRanker(model(), {}, fits, idle)


def seat(*moves: Move, player: str | None = "Jay") -> Seat:
    return Seat(moves, NAMES, player)


def kinds(ranking: Ranking) -> list[str]:
    return [each.move.kind for each in ranking.suggestions]


# Words


@pytest.mark.parametrize("text", ["I pick it open.", "Pick, pick, pick.", "We sleep.", "What a lovely kitchen."])
def test_a_packed_model_tells_nearly_the_same(text: str) -> None:
    features = Line.of(text, NAMES).features
    before, after = model().log_chances(features), WordModel.unpacked(model().packed()).log_chances(features)
    assert before == pytest.approx(after, abs=0.05)
    assert sum(np.exp(list(before.values()))) == pytest.approx(1.0, abs=1e-5)


def test_unknown_words_tell_nothing_but_that_they_are_unknown() -> None:
    features = Line.of("Lovely kitchen", NAMES).features
    assert model().log_chances(features) == model().log_chances({})
    assert model().known_share(features) == 0.0
    assert model().known_share(Line.of("pick lovely", NAMES).features) == 0.5


def test_words_and_vector_count_alike() -> None:
    line, encoder = Line.of("We sleep.", NAMES), WordVectors()
    weights = np.zeros((WIDTH, 3), np.float32)
    weights[:, 1] = 0.1 * encoder.vector(line.plain)
    meaning = Meaning(encoder, model().kinds, weights, np.zeros(3, np.float32))
    words, vector = model().log_chances(line.features), meaning.log_chances(line.plain)
    both = replace(ranker(), meaning=meaning).log_chances(line)
    assert sum(np.exp(list(both.values()))) == pytest.approx(1.0, abs=1e-5)
    for kind in model().kinds:
        apart = (words[kind] + vector[kind] - words["rest"] - vector["rest"]) / 2
        assert both[kind] - both["rest"] == pytest.approx(apart, abs=1e-4)


# Ranking


def test_moves_are_ranked_by_the_words_among_those_that_are_offered() -> None:
    assert kinds(ranker().rank("I pick it open.", seat(REST, ROLL))) == ["declare_action", "rest"]
    assert kinds(ranker().rank("We sleep.", seat(REST, ROLL))) == ["rest", "declare_action"]
    found = ranker().rank("We sleep.", seat(ROLL))
    assert kinds(found) == ["declare_action"]
    assert found.chance < 0.2
    assert found.elsewhere[0][0] == "rest"
    assert found.elsewhere[0][1] > 0.5


def test_a_move_that_the_line_fills_is_likelier() -> None:
    text, at = "I pick at the locks.", seat(ROLL, REST)
    assert ranker(made=2.0).rank(text, at).first > ranker().rank(text, at).first
    assert dict(ranker().rank(text, at).suggestions[0].known) == {"skill": "Locks"}


def test_of_one_kind_the_move_that_fits_best_is_taken_and_two_as_good_are_not_whole() -> None:
    small, long = (
        Move("rest", phrase("Rest {hours} hours", hours=hours), given=(("hours", hours),)) for hours in (2, 8)
    )
    sure = ranker().rank("We sleep eight hours.", seat(small, long)).suggestions[0]
    assert (sure.move, sure.whole) == (long, True)
    assert not ranker().rank("We sleep.", seat(small, long)).suggestions[0].whole


@pytest.mark.parametrize("text", ["", "  ", "pick " * 61])
def test_what_is_empty_or_too_long_is_not_ranked(text: str) -> None:
    assert ranker().rank(text, seat(ROLL)) == Ranking()


def test_where_nothing_may_be_done_only_what_the_words_ask_for_is_told() -> None:
    found = ranker().rank("We sleep.", seat())
    assert (found.chance, found.first, found.suggestions) == (0.0, 0.0, ())
    assert [kind for kind, _ in found.elsewhere] == ["rest", "declare_action"]


@pytest.mark.parametrize(("text", "half"), [("Throw a four so far", True), ("Throw a four, a five", False)])
def test_some_of_the_dice_are_half_read(text: str, half: bool) -> None:
    assert taught(throw={"report_dice": 0.9}).rank(text, seat(DICE)).half_read is half


# A suggestion


@pytest.mark.parametrize(
    ("move", "filling", "spare", "whole"),
    [
        (ROLL, Filled((("skill", "Locks"),)), set(), True),
        (ROLL, Filled(), set(), False),
        (ROLL, Filled(), {"skill"}, True),
        (ROLL, Filled((("skill", "Locks"),), numbers=(3,)), set(), False),
        (ROLL, Filled((("skill", "Locks"),), people=frozenset({"russ"})), set(), False),
        (ROLL, Filled((("skill", "Locks"),), alone=False), set(), False),
        (Move("place_bid", phrase("Bid"), secret=True), Filled(), set(), False),
    ],
)
def test_it_is_whole_where_nothing_is_lacking_or_left_over(
    move: Move, filling: Filled, spare: set[str], whole: bool
) -> None:
    assert Suggestion(move, filling, spare=frozenset(spare)).whole is whole


def test_it_lacks_what_is_neither_filled_nor_optional_nor_spare() -> None:
    reason = Field("reason", phrase("Why"), optional=True)
    move = Move("declare_action", phrase("Roll"), fields=(SKILL, CHIPS, reason))
    known = Filled((("skill", "Locks"),))
    assert Suggestion(move, known).lacks == (CHIPS,)
    assert Suggestion(move, known, spare=frozenset({"chips"})).lacks == ()


def test_what_is_known_stands_on_the_button_shortened_and_the_rest_is_left() -> None:
    suggestion = Suggestion(
        Move("declare_action", phrase("Roll"), fields=(SKILL, CHIPS)), Filled((("skill", "Locks"),))
    )
    assert suggestion.label == "Roll: Locks, 3"
    assert (suggestion.ready.given, suggestion.ready.fields) == ((("skill", "Locks"),), (CHIPS,))
    scene = Move("set_scene", phrase("Describe the scene"), fields=(Field("text", phrase("The scene")),))
    long = Suggestion(scene, Filled((("text", "rain " * 40),)))
    assert long.label.endswith("rain…")
    assert len(long.label) < 70


def test_a_speaker_is_known_by_both_names() -> None:
    assert seat(player="Jay").own == {"jay", "herik"}
    assert seat(player="Zoe").own == {"zoe"}
    assert seat(player=None).own == set()


# Weights


def test_every_game_has_weights_and_a_free_table_has_none() -> None:
    encoder = WordVectors()
    assert all(load_ranker(info.slug, "en", encoder).habits for info in infos())
    assert [has_ranker(slug, "en") for slug in ("phase-abandon", "any-rpg")] == [True, False]


@pytest.mark.parametrize("more", [{"fits": np.zeros(MEASURES - 1), "vector_levels": []}, {"fits": np.zeros(MEASURES)}])
def test_weights_for_other_measures_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any]
) -> None:
    place = tmp_path / "weights" / "en"
    place.mkdir(parents=True)
    np.savez(place / "old.npz", idle=np.zeros(SIGNS), **more)
    monkeypatch.setattr(ranking, "files", lambda package: tmp_path)
    with pytest.raises(GrammarError, match=r"made for other measures"):
        load_ranker("old", "en", WordVectors())
