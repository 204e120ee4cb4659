"""Sources of faces, and the message when a file of them cannot be used."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import DiceOptionError
from companion.play.dice import DiceChoice, ScriptFileDice, SeededDice, load_script, parse_dice_option
from engine.dice.cards import Card
from engine.dice.roll import RollRequest
from engine.dice.source import RollNeeded
from tests.support.cards import standard_deck


def request(count: int = 1, roller: str = "Jay", sides: int = 6) -> RollRequest:
    return RollRequest("r1", roller, count, "ACTION", "a check", sides)


def choice(tmp_path: Path, content: Any) -> DiceChoice:
    file = tmp_path / "faces.json"
    file.write_text(json.dumps(content))
    return load_script(file)


def script(tmp_path: Path, content: Any) -> ScriptFileDice:
    source = choice(tmp_path, content).source
    assert isinstance(source, ScriptFileDice)
    return source


def test_the_same_seed_rolls_the_same() -> None:
    one, two = parse_dice_option("seed:7"), parse_dice_option("seed:7")
    assert one.mode == "seed"
    assert [one.source.roll(request(5)).faces for _ in range(9)] == [
        two.source.roll(request(5)).faces for _ in range(9)
    ]


def test_rolled_faces_cover_the_die_and_nothing_else() -> None:
    dice = SeededDice(random.Random(1))
    for sides in (2, 6, 20):
        assert set(dice.roll(request(1000, sides=sides)).faces) == set(range(1, sides + 1))


def test_app_dice_answer_and_table_dice_ask() -> None:
    assert len(parse_dice_option("app").source.roll(request(3)).faces) == 3
    table = parse_dice_option("table")
    assert table.mode == "table"
    with pytest.raises(RollNeeded):
        table.source.roll(request())


def test_single_numbers_are_handed_out_die_by_die(tmp_path: Path) -> None:
    dice = script(tmp_path, [2, 4, 6, 1])
    assert dice.roll(request(3)).faces == (2, 4, 6)
    assert dice.roll(request(1)).faces == (1,)
    assert dice.left == 0


def test_lists_are_whole_throws(tmp_path: Path) -> None:
    """A throw in the file must have as many dice as the rules ask for."""
    dice = script(tmp_path, [[2, 4], [5, 5, 5]])
    assert dice.roll(request(2)).faces == (2, 4)
    with pytest.raises(DiceOptionError, match="roll 2 has 3 faces, but Jay rolls 2d6 for ACTION"):
        dice.roll(request(2))


def test_throws_with_a_player_are_only_that_players(tmp_path: Path) -> None:
    """A script that has lost step with the game says so instead of giving somebody else's faces."""
    dice = script(tmp_path, [{"player": "Jay", "values": [3]}, {"player": "Jay", "values": [4]}])
    assert dice.roll(request(roller="jay")).faces == (3,)
    with pytest.raises(DiceOptionError, match="roll 2 is Jay's, but Mira rolls 1d6"):
        dice.roll(request(roller="Mira"))


def test_of_expected_results_only_unspoken_throws_are_the_apps(tmp_path: Path) -> None:
    """Faces read aloud are heard; the app rolls the rest."""
    dice = script(
        tmp_path,
        {
            "dice": [
                {"player": "Jay", "values": [1], "spoken": True},
                {"player": "Jay", "values": [6], "spoken": False, "total": None},
            ]
        },
    )
    assert dice.left == 1
    assert dice.roll(request()).faces == (6,)


def test_a_used_up_script_says_what_was_wanted(tmp_path: Path) -> None:
    with pytest.raises(DiceOptionError, match="the faces are used up, but Jay rolls 2d6 for ACTION"):
        script(tmp_path, [1]).roll(request(2))


def test_a_face_the_die_does_not_have_is_refused_when_it_is_rolled(tmp_path: Path) -> None:
    with pytest.raises(DiceOptionError, match=r"\[7\] cannot come from d6"):
        script(tmp_path, [7]).roll(request())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([0], "roll 1 has the face 0"),
        ([[1, -2]], "roll 1 has the face -2"),
        ([[1], [True]], "roll 2 has the face true"),
        ([[1.5]], "roll 1 has the face 1.5"),
        ([[]], "roll 1 has no faces"),
        ([{"player": "Jay"}], "is not a roll"),
        ([{"player": 3, "values": [1]}], "is not a roll"),
        (["six"], 'roll 1 is "six", which is not a roll'),
        ({"faces": [1]}, "contains no list of faces"),
    ],
)
def test_impossible_files_are_refused_on_reading(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(DiceOptionError) as caught:
        script(tmp_path, content)
    assert message in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("option", ["", "d20", "seed:", "seed:x", "seed:-1", "seed:²", "script:", "app:1", "table:2"])
def test_unknown_options_are_refused_with_the_known_ones(option: str) -> None:
    with pytest.raises(DiceOptionError) as caught:
        parse_dice_option(option)
    assert caught.value.hint == "Use app, table, seed:NUMBER or script:FACES.json."


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("[1, ")
    for path, message in ((tmp_path / "no.json", "cannot be read"), (tmp_path, "cannot be read"), (broken, "not JSON")):
        with pytest.raises(DiceOptionError, match=message) as caught:
            parse_dice_option(f"script:{path}")
        assert str(path) in str(caught.value)


def test_the_same_seed_deals_the_same_cards_and_another_does_not() -> None:
    one, two, other = (parse_dice_option(f"seed:{seed}").cards.shuffle(standard_deck()) for seed in (7, 7, 8))
    assert one == two != other
    assert sorted(map(str, one.cards)) == sorted(map(str, standard_deck().cards))


def test_cards_of_a_script_are_dealt_first(tmp_path: Path) -> None:
    """A file of cards decides the draws it names; the rest comes in the same order every time."""
    first, again = (choice(tmp_path, {"cards": ["Q♣", "10h"]}).cards for _ in range(2))
    drawn, rest = first.draw(first.shuffle(standard_deck()), 2)
    assert drawn == (Card("queen", "clubs"), Card("10", "hearts"))
    assert again.draw(again.shuffle(standard_deck()), 2)[1] == rest


@pytest.mark.parametrize("cards", ["Q♣", ["Q of cups"], [3]])
def test_cards_that_do_not_exist_are_refused(tmp_path: Path, cards: Any) -> None:
    with pytest.raises(DiceOptionError, match=r"faces\.json.*(cards|card)"):
        choice(tmp_path, {"cards": cards})
