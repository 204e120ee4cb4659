"""Fields of a move as a line fills them, by their declared types, and what no field took."""

from dataclasses import replace
from typing import Any

import pytest

from companion.nlu.line_words import Line
from companion.nlu.move_slots import NOTHING_FILLED, Filled, filled, left_over, repaired
from engine.board import Field, Move, Option
from engine.phrase import phrase
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings

NAMES = Vocabulary(
    (
        PlayerWords("Jay", "Herik", (("skill", "Locks"), ("skill", "Stealth"))),
        PlayerWords("Russ", "Bartok", (("skill", "Haggling"),)),
        PlayerWords("Mira", "Yvaine"),
    ),
    (("opponent", "Ghoul One"), ("opponent", "Ghoul Two")),
)
OWN = frozenset({"jay", "herik"})


def options(*values: Any) -> tuple[Option, ...]:
    return tuple(Option(value, phrase("{value}", value=value)) for value in values)


def field(name: str, shape: Any = "choice", *values: Any, **more: Any) -> Field:
    return Field(name, phrase("{name}", name=name.replace("_", " ")), shape, options(*values), **more)


SKILL = field("skill", "choice", "Locks", "Stealth", "Haggling")
FOE = field("target", "choice", "Ghoul One", "Ghoul Two")
PERSON = field("target", "choice", "Jay", "Russ", "Mira")
CHARACTER = field("target", "choice", "Herik", "Bartok", "Yvaine")
ODE = field("style", "choice", "the_suffering_poet", "the_cheerful_poet", "the_silent_monk")
PACK = field("foes", "choices", "ghoul", "hound", "old ghoul")
BANDIT, THREE, MUMMY, TWO, OGRE = (
    {"kind": "bandit"},
    {"kind": "bandit", "count": 3},
    {"kind": "mummy"},
    {"kind": "mummy", "count": 2},
    "Ogre King",
)
LABELS = ((BANDIT, "Bandit"), (THREE, "3 Bandits"), (MUMMY, "Mummy"), (TWO, "2 Mummies"), (OGRE, "Ogre King"))
CAST = Field("foes", phrase("foes"), "choices", tuple(Option(each, phrase(label)) for each, label in LABELS))
LYING = field("dice", "choices", "2", "3", "5", least=1)
COUNT = field("count", "number", least=1)
CROWD = field("targets", "choices", "Herik", "Bartok", "Yvaine", least=1, most=2)
CHIPS, DICE = field("chips", "number"), field("dice", "number")
FACES = field("values", "faces", least=2, most=6)


def fill(
    text: str, *fields: Field, own: frozenset[str] = OWN, addressed: frozenset[str] = frozenset(), **more: Any
) -> Filled:
    return filled(Move("do_deed", phrase("Do it"), fields=fields, **more), Line.of(text, NAMES), own, addressed)


@pytest.mark.parametrize(
    ("text", "fields", "known"),
    [
        # whole names, numbers in them as words and in any order
        ("Now for locks, I say.", (SKILL,), {"skill": "Locks"}),
        ("I hit ghoul two.", (FOE,), {"target": "Ghoul Two"}),
        ("I hit the second ghoul.", (FOE,), {"target": "Ghoul Two"}),
        ("The first of the ghouls gets it.", (FOE,), {"target": "Ghoul One"}),
        ("I hit a ghoul.", (FOE,), {}),
        # words of its own, but not those it shares with others
        ("The suffering one, please.", (ODE,), {"style": "the_suffering_poet"}),
        ("The poet, please.", (ODE,), {}),
        ("The silent monk it is.", (ODE,), {"style": "the_silent_monk"}),
        # people, by either name, oneself, and those by whom something else is told
        ("That hits Russ.", (PERSON,), {"target": "Russ"}),
        ("That hits Russ.", (CHARACTER,), {"target": "Bartok"}),
        ("Let me have it, my treat.", (PERSON,), {"target": "Jay"}),
        ("Russ, look at Mira's shoulder.", (PERSON,), {"target": "Russ"}),
        ("The one Russ shot jumps at Mira.", (PERSON,), {"target": "Mira"}),
        ("Mira's shoulder hurts.", (CHARACTER,), {}),
        ("Mira's shoulder hurts.", (replace(CHARACTER, optional=True),), {"target": "Yvaine"}),
        ("Russ, roll for locks.", (PERSON, SKILL), {"target": "Russ", "skill": "Locks"}),
        ("Russ or Mira, that is the question.", (PERSON,), {}),
        ("Russ, hit Mira.", (PERSON,), {}),
        # some of them
        ("Two ghouls and a hound come in.", (PACK,), {"foes": ["ghoul", "ghoul", "hound"]}),
        ("Big lads in aprons, ghouls, the pair of them.", (PACK,), {"foes": ["ghoul", "ghoul"]}),
        ("There are three of them, and ghouls they are.", (PACK,), {"foes": ["ghoul", "ghoul", "ghoul"]}),
        ("Two, or three, in any case ghouls.", (PACK,), {}),
        ("Three bandits and the ogre, against you two.", (CAST,), {"foes": [THREE, OGRE]}),
        ("There's two mummies and a bandit.", (CAST,), {"foes": [BANDIT, TWO]}),
        ("The king sits there.", (CAST,), {"foes": [OGRE]}),
        ("A king sits there.", (CAST,), {}),
        ("Two, once more.", (LYING,), {"dice": ["2"]}),
        ("Three wounds, no, he has that hat. Two, call it two.", (COUNT,), {"count": 2}),
        ("I give you three, sorry, make it two.", (COUNT,), {"count": 2}),
        ("Three! No. I mean two.", (COUNT,), {"count": 2}),
        ("Three, and no more than that.", (COUNT,), {"count": 3}),
        ("I call on Jay and on Bartok too.", (CROWD,), {"targets": ["Herik", "Bartok"]}),
        ("Jay, Russ and Mira, all of you.", (CROWD,), {}),
        # numbers
        ("Two chips and four dice.", (CHIPS, DICE), {"chips": 2, "dice": 4}),
        ("Four more dice, two chips.", (CHIPS, DICE), {"chips": 2, "dice": 4}),
        ("Two and four.", (CHIPS, DICE), {}),
        ("I put in three.", (CHIPS,), {"chips": 3}),
        ("Three or four, whatever.", (CHIPS,), {}),
        ("Just the one from here.", (CHIPS,), {"chips": 1}),
        ("One more chip.", (CHIPS,), {"chips": 1}),
        ("A single chip.", (CHIPS,), {"chips": 1}),
        ("A chip, a die.", (CHIPS, DICE), {"chips": 1}),
        ("Do it: two and a token.", (CHIPS,), {"chips": 2}),
        ("A deed for Russ.", (field("chips", "number"),), {"chips": 1}),
        ("A deed for Russ.", (field("harder_by", "number", optional=True),), {}),
        ("Nothing from here.", (CHIPS,), {"chips": 0}),
        ("No chips this time.", (CHIPS,), {"chips": 0}),
        ("Nothing.", (field("chips", "number", least=1),), {}),
        ("Nine chips.", (field("chips", "number", most=5),), {}),
        ("Locks, three chips.", (SKILL, CHIPS), {"skill": "Locks", "chips": 3}),
        # dice
        ("A four and a five.", (FACES,), {"values": [4, 5]}),
        ("A four so far.", (FACES,), {}),
        ("A four.", (field("values", "faces", least=1, most=6),), {"values": [4]}),
        ("A four and a five, and then a two.", (field("values", "faces", least=1, most=6),), {}),
        ("Six, and it's a three. Nine!", (field("values", "faces", least=1, most=6),), {"values": [3]}),
        ("No, not the four, a five.", (field("values", "faces", least=1, most=6),), {"values": [5]}),
        # words
        ("The rain stands in the street.", (field("description", "text"),), {"description": "{text}"}),
        ("Rain!", (field("description", "text"),), {}),
        ("The rain stands in the street.", (field("description", "text", optional=True),), {}),
        ("We meet Lu Tannhauser at the inn.", (field("npc_name", "text"),), {"npc_name": "Lu Tannhauser"}),
        ("Then we meet an old sailor.", (field("npc_name", "text"),), {"npc_name": "{text}"}),
        ("Then we meet an old sailor.", (field("npc_name", "text"), field("why", "text")), {}),
    ],
)
def test_fields_are_filled_by_what_they_declare(text: str, fields: tuple[Field, ...], known: dict[str, Any]) -> None:
    expected = {name: text if value == "{text}" else value for name, value in known.items()}
    assert dict(fill(text, *fields).values) == expected


@pytest.mark.parametrize(
    ("text", "fields", "given", "numbers", "people"),
    [
        ("Locks, and three more.", (SKILL,), (), (3,), set()),
        ("Locks, three chips.", (SKILL, CHIPS), (), (), set()),
        ("I rest for eight hours.", (), (("hours", 8),), (), set()),
        ("I rest for nine hours.", (), (("hours", 8),), (9,), set()),
        ("I hit ghoul two.", (FOE,), (), (), set()),
        ("Against you three, and the four of us.", (), (), (), set()),
        ("Once more, just the one.", (), (), (), set()),
        ("A four and a five.", (FACES,), (), (), set()),
        ("Russ and Locks.", (SKILL,), (), (), {"russ", "bartok"}),
        ("That hits Russ.", (CHARACTER,), (), (), set()),
        ("Do it with Russ.", (), (("target", "Russ"),), (), set()),
        ("Do it with Bartok and Mira.", (), (("target", "Russ"),), (), {"mira", "yvaine"}),
        ("Herik picks locks.", (SKILL,), (), (), set()),
        ("Mira's bag has three pockets and Russ knows.", (field("story", "text"),), (), (), set()),
    ],
)
def test_what_no_field_took_is_told(
    text: str, fields: tuple[Field, ...], given: tuple[tuple[str, Any], ...], numbers: tuple[int, ...], people: set[str]
) -> None:
    found = fill(text, *fields, given=given)
    assert (found.numbers, set(found.people)) == (numbers, people)


def test_only_whole_names_are_exact() -> None:
    assert fill("The silent monk it is.", ODE).exact
    assert not fill("The suffering one, please.", ODE).exact


def test_somebody_whom_nobody_knows_has_nothing_of_their_own() -> None:
    assert fill("Let me have it.", PERSON, own=frozenset()).values == ()


def test_of_a_secret_move_only_a_number_is_filled() -> None:
    assert dict(fill("Three chips.", CHIPS, secret=True).values) == {"chips": 3}
    assert fill("Three chips.", secret=True) is NOTHING_FILLED
    assert fill("The silent monk and three chips.", ODE, CHIPS, secret=True) is NOTHING_FILLED


def test_of_some_to_choose_a_name_said_by_the_way_counts_where_no_other_is_named() -> None:
    assert dict(fill("Plants both heels in Bartok's chest.", CROWD).values) == {"targets": ["Bartok"]}
    assert dict(fill("Yvaine, with Bartok's sword.", CROWD).values) == {"targets": ["Yvaine"]}


def test_a_number_that_is_denied_is_not_meant() -> None:
    assert dict(fill("I put down two, never three.", CHIPS).values) == {"chips": 2}
    assert fill("Two or three.", CHIPS).values == ()


HARDER = Field("difficulty", phrase("Harder by, added to the roll"), "number", optional=True)
MORE = Field("dice", phrase("Dice more or less"), "number", optional=True)
ADVANTAGE = Field("adv", phrase("Advantages"), "number", optional=True)
CHIP_EACH = Field("extra", phrase("Harder by, a chip each"), "number", optional=True)
AMONG_FOES = field("targets", "choices", "Ghoul One", "Ghoul Two", least=1)


@pytest.mark.parametrize(
    ("text", "fields", "known"),
    [
        ("Two more on the difficulty, please.", (HARDER, MORE), {"difficulty": 2}),
        ("You get two dice more.", (HARDER, MORE), {"dice": 2}),
        ("Make it harder by two.", (HARDER, MORE), {"difficulty": 2}),
        ("Three more on the difficulty and two dice on top.", (HARDER, MORE), {"difficulty": 3, "dice": 2}),
        ("You roll that with advantage.", (ADVANTAGE,), {"adv": 1}),
        ("A chip for you, and show me.", (CHIP_EACH,), {}),
        ("The odd one, the second ghoul.", (AMONG_FOES,), {"targets": ["Ghoul Two"]}),
        ("Five and a three, so nine with the one on top.", (FACES,), {"values": [5, 3]}),
        ("I put a bandage on that, I do.", (PERSON,), {}),
    ],
)
def test_numbers_and_names_go_to_the_field_they_stand_by(
    text: str, fields: tuple[Field, ...], known: dict[str, Any]
) -> None:
    assert dict(fill(text, *fields).values) == known


def test_a_new_name_is_taken_whole() -> None:
    name = Field("npc_name", phrase("Name"), "text")
    filling = fill("Oh, I know Ezra. So put Ezra Loft on my sheet, Russ.", name)
    assert dict(filling.values) == {"npc_name": "Ezra Loft"}


@pytest.mark.parametrize(
    ("text", "fields", "over"),
    [
        ("Russ rolls for locks.", {"player": "Russ", "skill": "Locks"}, False),
        ("Russ rolls for locks.", {"player": "Bartok", "skill": "Locks"}, False),
        ("Russ rolls for locks.", {"skill": "Locks"}, True),
        ("Two chips on locks.", {"skill": "Locks"}, True),
        ("Two chips on locks.", {"skill": "Locks", "chips": 2}, False),
        ("Ghoul two gets it.", {"targets": ("Ghoul Two",)}, False),
    ],
)
def test_what_no_field_has_is_left_over(text: str, fields: dict[str, Any], over: bool) -> None:
    assert left_over(Line.of(text, NAMES), fields, OWN) is over


@pytest.mark.parametrize(
    ("text", "whom"), wordings(__file__, "who_spoke_before_is_meant_where_the_line_points_at_one_and_names_nobody", 2)
)
def test_who_spoke_before_is_meant_where_the_line_points_at_one_and_names_nobody(text: str, whom: str | None) -> None:
    assert dict(fill(text, PERSON, addressed=frozenset({"russ", "bartok"})).values).get("target") == whom


@pytest.mark.parametrize(
    ("text", "faces"), wordings(__file__, "dice_that_a_line_begins_with_are_taken_before_what_is_added", 2)
)
def test_dice_that_a_line_begins_with_are_taken_before_what_is_added(text: str, faces: list[int] | None) -> None:
    assert dict(fill(text, FACES).values).get("values") == faces


@pytest.mark.parametrize(
    ("text", "count"), wordings(__file__, "a_number_taken_back_gives_way_to_the_one_in_its_stead", 2)
)
def test_a_number_taken_back_gives_way_to_the_one_in_its_stead(text: str, count: int) -> None:
    fields = {"count": 3, "who": "Jay", "done": True}
    assert repaired(Line.of(text, NAMES), fields) == {**fields, "count": count}
