"""The classifier of table talk: its file, its probabilities and what it sees of a sentence."""

import json

import numpy as np
import pytest

from companion.base.errors import GrammarError
from companion.nlu.classifier import Classifier, Scorer, load_classifier, packed, unpacked
from companion.nlu.features import BUCKETS, Reading, read, sentence_features
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Table, Turn
from engine.vocabulary import Vocabulary

TABLE = Table("any-rpg", Vocabulary())


def small() -> Classifier:
    weights = np.zeros(BUCKETS + 1)
    weights[7], weights[9], weights[-1] = 2.54, -1.0, 0.25
    return Classifier({"handover": Scorer(weights, slope=1.5, shift=-0.5)}, frozenset({"evening 1"}))


def test_a_file_keeps_what_was_trained() -> None:
    back = unpacked(json.loads(json.dumps(packed(small(), "About."))), "test")
    assert back.episodes == {"evening 1"}
    for features in ([7], [9], [7, 9], []):
        before, after = (each.probabilities([features])["handover"][0] for each in (small(), back))
        assert after == pytest.approx(before, abs=0.01)


def test_probability_is_that_of_slope_and_shift_and_rises_with_the_score() -> None:
    scorer = small().scorers["handover"]
    assert scorer.score([7, 9]) == pytest.approx(1.79)
    assert scorer.probability(1.0) == pytest.approx(1 / (1 + np.exp(-1.0)))
    chances = [scorer.probability(score) for score in (-1e9, -1.0, 0.0, 2.0, 1e9)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] <= 1


def test_weights_for_other_features_are_refused() -> None:
    with pytest.raises(GrammarError, match="other features"):
        unpacked({**packed(small(), ""), "buckets": 8}, "test")


def test_weights_for_an_unknown_category_are_refused() -> None:
    content = packed(small(), "")
    with pytest.raises(GrammarError, match="other features"):
        unpacked({**content, "categories": {"weather": content["categories"]["handover"]}}, "test")


def test_only_the_profile_for_any_game_has_weights_and_they_say_where_they_come_from() -> None:
    assert load_classifier("phase-abandon") is None
    shipped = load_classifier("any-rpg")
    assert shipped is not None
    assert len(shipped.scorers) == 6
    assert shipped.episodes


def reading(text: str, speaker: str | None = None) -> Reading:
    return read(Turn(text, speaker), load_recognizer("any-rpg"), TABLE)


def test_names_and_numbers_are_seen_by_kind_only() -> None:
    assert reading("I hit Gorbag with a 17.").tokens == reading("I hit Elrondir with a 22.").tokens


def test_features_do_not_know_anybodys_name() -> None:
    one = sentence_features(reading("Roll for it.", "Ana"), [reading("May I?", "Ben")], "Ana")
    other = sentence_features(reading("Roll for it.", "Zoe"), [reading("May I?", "Kim")], "Zoe")
    assert one == other


def test_who_leads_and_what_was_said_before_are_seen() -> None:
    now, before = reading("17.", "Ana"), [reading("What did you roll?", "Ben")]
    seen = sentence_features(now, before, None)
    assert seen != sentence_features(now, [], None)
    assert seen != sentence_features(now, before, "Ben")


def test_every_sentence_has_its_own_sorted_features() -> None:
    features = sentence_features(reading("Look at that. Roll stealth."), [], None)
    assert len(features) == 2
    assert all(row == sorted(set(row)) for row in features)
    assert features[0] != features[1]


def test_a_turn_without_words_has_none() -> None:
    assert sentence_features(reading("…"), [], None) == []
