"""Dice read aloud: every spoken form of every throw, on any die; and talk that is none."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.nlu.dice_talk import BREATH_SECONDS
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Intent, Table, Turn
from engine.dice.roll import RollRequest
from tests.golden.speech_tables import cases, vocabulary
from tests.support.wordings import wordings

RECOGNIZER = load_recognizer("phase-abandon")
_UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
_PLURALS = "zeros ones twos threes fours fives sixes sevens eights nines tens elevens twelves"
_TALK = """
    the a to two too for four six won one ten my dice chips guard and no sorry that's I rolled got all fours Ana Cleo
    success hits rest . , ?
"""
UNITS, PLURALS = _UNITS.split(), _PLURALS.split()
WORDS = st.sampled_from(_TALK.split())


def waiting(*rolls: str, successes: bool = False) -> Table:
    """A table that waits for dice, each "who purpose NdS"."""
    requests = []
    for number, text in enumerate(rolls):
        who, purpose, dice = text.split()
        count, sides = map(int, dice.split("d"))
        requests.append(
            RollRequest(
                f"r{number}", who, count, purpose, "a roll", sides, purpose in {"BID"}, successes_accepted=successes
            )
        )
    return Table("phase-abandon", vocabulary(), "PLAY", "Ana", "SCENE", open_rolls=tuple(requests))


def heard(where: Table, *texts: str, by: str | None = "Ben", apart: float = 5.0, done: bool = False) -> Intent | None:
    """The report the last of several turns makes, if it makes one."""
    turns = [Turn(text, by, 10.0 + apart * number, done=len(text) if done else 0) for number, text in enumerate(texts)]
    intents = RECOGNIZER.recognize(turns[-1], where, turns[:-1])
    return next((each for each in intents if each.command == "report_dice" and each.decision != "ignore"), None)


def faces(intent: Intent | None) -> list[int] | None:
    """Faces that would be handed in without a question."""
    return intent.slots.get("values") if intent is not None and intent.decision == "act" else None


# ---------------------------------------------------------------- every throw in every form


def said_singly(thrown: Sequence[int]) -> str:
    return ", ".join(UNITS[face] for face in thrown)


def said_without_pauses(thrown: Sequence[int]) -> str:
    return " ".join(UNITS[face] for face in thrown)


def said_as_digits(thrown: Sequence[int]) -> str:
    return ", ".join(map(str, thrown)) + "."


def said_at_length(thrown: Sequence[int]) -> str:
    words = [f"{'an' if face in (8, 11, 18) else 'a'} {UNITS[face]}" for face in thrown]
    return f"I got {', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else f"I got {words[0]}"


def said_die_by_die(thrown: Sequence[int]) -> str:
    return " ".join(f"{UNITS[face].capitalize()}." for face in thrown)


def said_in_groups(thrown: Sequence[int]) -> str:
    parts = [f"{UNITS[n]} {PLURALS[face]}" if n > 1 else f"a {UNITS[face]}" for face, n in Counter(thrown).items()]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


def said_in_pairs(thrown: Sequence[int]) -> str:
    names = {1: "a {}", 2: "a pair of {}s", 3: "triple {}s"}
    parts = []
    for face, n in Counter(thrown).items():
        name = names.get(n, f"{UNITS[min(n, 20)]} {{}}s")
        parts.append(name.format(UNITS[face]).replace("sixs", "sixes"))
    return ", ".join(parts)


def said_as_plural_digits(thrown: Sequence[int]) -> str:
    parts = [f"{n} {face}s" if n > 1 else f"a {face}" for face, n in Counter(thrown).items()]
    return " and ".join(parts)


def said_with_the_rest(thrown: Sequence[int]) -> str:
    """Those alike last: "six, two, and the rest are ones"."""
    (common, n), *_ = Counter(thrown).most_common(1)
    if n == len(thrown):
        return f"nothing but {PLURALS[common]}"
    single = [face for face in thrown if face != common]
    return f"{said_singly(single)}, and the rest are {PLURALS[common]}"


FORMS = [
    said_singly,
    said_without_pauses,
    said_as_digits,
    said_at_length,
    said_die_by_die,
    said_in_groups,
    said_in_pairs,
    said_as_plural_digits,
    said_with_the_rest,
]
EXACT_ORDER = FORMS[:5]


@st.composite
def throws(draw: st.DrawFn) -> tuple[int, list[int]]:
    """Sides of a die and the faces of a throw."""
    sides = draw(st.sampled_from([3, 4, 6, 8, 10, 12]))
    return sides, draw(st.lists(st.integers(1, sides), min_size=1, max_size=8))


@given(throws(), st.sampled_from(FORMS))
@settings(max_examples=300)
def test_any_throw_is_read_back_from_any_spoken_form(throw: tuple[int, list[int]], form: object) -> None:
    """The same dice, and in the order they were read where the form has one."""
    sides, thrown = throw
    assert callable(form)
    text = form(thrown)
    found = faces(heard(waiting(f"Ben ACTION {len(thrown)}d{sides}"), text))
    assert found is not None, text
    assert sorted(found) == sorted(thrown), text
    if form in EXACT_ORDER:
        assert found == thrown, text


@given(st.integers(1, 20))
def test_any_face_of_a_twenty_sided_die_is_read_back(face: int) -> None:
    where = waiting("Ben CHECK 1d20")
    for text in (UNITS[face], f"I rolled a {face}", f"{UNITS[face].capitalize()}!", f"That's a {UNITS[face]}, sorry"):
        assert faces(heard(where, text)) == [face]


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), st.data())
def test_dice_read_in_two_breaths_come_to_the_same(thrown: list[int], data: st.DataObject) -> None:
    """Wherever the pause falls."""
    cut = data.draw(st.integers(1, len(thrown) - 1))
    found = heard(waiting(f"Ben ACTION {len(thrown)}d6"), said_singly(thrown[:cut]), said_singly(thrown[cut:]))
    assert faces(found) in (thrown, None)
    if len(thrown) - cut != len(thrown):
        assert faces(found) == thrown


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(1, 6), st.data())
def test_a_slip_of_the_tongue_is_put_right(thrown: list[int], slip: int, data: st.DataObject) -> None:
    """A wrong face followed by "no," and the right one counts once."""
    at = data.draw(st.integers(0, len(thrown) - 1))
    said = [UNITS[face] for face in thrown]
    said[at] = f"{UNITS[slip]}, no, {UNITS[thrown[at]]}"
    found = heard(waiting(f"Ben ACTION {len(thrown)}d6"), ", ".join(said))
    assert found is not None
    assert sorted(faces(found) or thrown) == sorted(thrown)
    if len(thrown) == 1:
        assert faces(found) == thrown


# ---------------------------------------------------------------- where nothing is read out


@given(st.lists(WORDS, max_size=14).map(" ".join), st.sampled_from(["Ana", "Ben", "unknown", None]))
@settings(max_examples=200)
def test_talk_without_an_open_roll_never_yields_faces(text: str, by: str | None) -> None:
    """Numbers mean dice only where dice are awaited."""
    assert heard(waiting(), text, by=by) is None


@given(st.lists(WORDS, max_size=14).map(" ".join), st.sampled_from(["Ben", None]), throws())
@settings(max_examples=200)
def test_faces_always_fit_the_roll_they_answer(text: str, by: str | None, throw: tuple[int, list[int]]) -> None:
    """Whatever is said, nothing is handed in that the dice cannot show."""
    sides, thrown = throw
    found = heard(waiting(f"Ben ACTION {len(thrown)}d{sides}", successes=True), text, by=by)
    if found is not None and "values" in found.slots:
        assert len(found.slots["values"]) == len(thrown)
        assert all(1 <= face <= sides for face in found.slots["values"])
    if found is not None and "successes" in found.slots:
        assert 0 <= found.slots["successes"] <= len(thrown)


def test_other_commands_are_not_taken_for_dice() -> None:
    """While three dice are awaited, a sentence that means something else hands in none."""
    where = waiting("Ben ACTION 3d6")
    others = [case.say for case in cases("phase-abandon.toml") if case.command != "report_dice"]
    assert [say for say in others if faces(heard(where, say)) is not None] == []


# ---------------------------------------------------------------- forms of their own


@pytest.mark.parametrize(("dice", "said", "wanted"), wordings(__file__, "faces_are_named_in_many_ways", 3))
def test_faces_are_named_in_many_ways(dice: str, said: str, wanted: list[int] | None) -> None:
    assert faces(heard(waiting(f"Ben ACTION {dice}"), said)) == wanted


@pytest.mark.parametrize(("dice", "said", "question"), wordings(__file__, "impossible_dice_are_questioned", 3))
def test_impossible_dice_are_questioned(dice: str, said: str, question: str) -> None:
    """Nothing is handed in; the question says what was heard."""
    found = heard(waiting(f"Ben ACTION {dice}"), said)
    assert found is not None
    assert (found.decision, found.question, found.missing) == ("ask", question, ("values",))


@pytest.mark.parametrize(
    ("said", "successes"), wordings(__file__, "a_count_of_successes_is_enough_where_the_rules_say_so", 2)
)
def test_a_count_of_successes_is_enough_where_the_rules_say_so(said: str, successes: int) -> None:
    found = heard(waiting("Ben CHECK 5d6", successes=True), said)
    assert found is not None
    assert (found.decision, found.slots.get("successes")) == ("act", successes)
    asked = heard(waiting("Ben CHECK 5d6"), said)
    assert asked is None or asked.decision == "ask"


def test_faces_are_preferred_to_their_count() -> None:
    """All faces and the count: the faces are handed in."""
    found = heard(waiting("Ben CHECK 2d6", successes=True), "Five, five, that's two hits.")
    assert faces(found) == [5, 5]


def test_more_successes_than_dice_are_questioned() -> None:
    found = heard(waiting("Ben CHECK 3d6", successes=True), "four hits")
    assert found is not None
    assert (found.decision, found.question) == ("ask", "Three dice, I heard four successes: how many?")


# ---------------------------------------------------------------- breaths


@pytest.mark.parametrize(("turns", "wanted"), wordings(__file__, "faces_come_in_several_breaths", 2))
def test_faces_come_in_several_breaths(turns: list[str], wanted: list[int] | None) -> None:
    assert faces(heard(waiting("Ben ACTION 3d6"), *turns)) == wanted


def test_words_acted_upon_are_not_counted_again() -> None:
    """The two dice of the help before are not the first of the next throw."""
    assert faces(heard(waiting("Ben ACTION 3d6"), "five and two", "six", done=True)) is None


def test_a_long_silence_ends_a_breath() -> None:
    assert faces(heard(waiting("Ben ACTION 3d6"), "two, four", "and a six", apart=BREATH_SECONDS + 1)) is None


# ---------------------------------------------------------------- several people

EVERYBODY = ("Ben ACTION 3d6", "Ben HELP 1d6", "Cleo HELP 2d6", "Ana LUCK 1d20")


@pytest.mark.parametrize(
    ("by", "said", "request_", "values"),
    [
        ("Ben", "two four six", ("Ben", "ACTION"), [2, 4, 6]),
        ("Ben", "four", ("Ben", "HELP"), [4]),
        ("Ben", "my helping die is a two", ("Ben", "HELP"), [2]),
        ("Cleo", "two and a one", ("Cleo", "HELP"), [2, 1]),
        ("Ana", "Cleo got two fives", ("Cleo", "HELP"), [5, 5]),
        ("Ana", "Ben's are two, two and a five", ("Ben", "ACTION"), [2, 2, 5]),
        ("Cleo", "Vex rolled two fives and a one", ("Ben", "ACTION"), [5, 5, 1]),
        ("Dov", "Cleo: five and two", ("Cleo", "HELP"), [5, 2]),
        (None, "fourteen", ("Ana", "LUCK"), [14]),
    ],
)
def test_dice_go_to_whoever_owes_them(by: str | None, said: str, request_: tuple[str, str], values: list[int]) -> None:
    """The speaker's own, or those of whoever is named."""
    found = heard(waiting(*EVERYBODY), said, by=by)
    assert found is not None
    assert (faces(found), (found.slots["player"], found.slots["purpose"])) == (values, request_)


@pytest.mark.parametrize(
    ("rolls", "by", "said"),
    [
        (("Ben CHECK 5d6",), "Ben", "He got three hits on me before."),
        (("Ben CHECK 5d6",), "Ben", "I need two successes"),
        (("Ben CHECK 5d6",), "Ben", "Nothing to see here"),
        (("Ben CHECK 5d6",), "Ben", "No. I ran away, 37 years ago."),
        # What will be added.
        (("Ben BID 2d6",), "Ben", "My roll is two."),
        (("Ben BID 2d6",), "Ben", "My modifier's a two."),
        (("Ben BID 2d6",), "Ben", "Roll two, right?"),
        # For somebody else.
        (("Ben ACTION 1d6",), "Ben", "Three for you, and I'm quick anyway."),
        # Dice of people who owe none.
        (EVERYBODY, "Dov", "five and two"),
        (EVERYBODY, "Cleo", "Dov got two fives"),
    ],
)
def test_other_talk_with_numbers_reports_nothing(rolls: tuple[str, ...], by: str, said: str) -> None:
    assert heard(waiting(*rolls, successes="CHECK" in rolls[0]), said, by=by) is None


@pytest.mark.parametrize("said", wordings(__file__, "what_is_added_to_dice_is_no_face"))
def test_what_is_added_to_dice_is_no_face(said: str) -> None:
    assert faces(heard(waiting("Ben BID 2d6"), said)) == [5, 3]


@pytest.mark.parametrize("said", ["We've all got five, so we roll.", "Everybody's got a five.", "We're both on five."])
def test_what_all_have_is_no_face(said: str) -> None:
    assert heard(waiting("Ben ROLL_OFF 1d6"), said) is None
    assert faces(heard(waiting("Ben ROLL_OFF 1d6"), f"{said} Three, me.")) == [3]


@pytest.mark.parametrize(
    ("dice", "said", "decision"),
    [
        ("2d6", "Three. Three!", "ask"),
        ("1d6", "Three. Three!", "act"),
        ("2d6", "Three. Three.", "act"),
        ("2d6", "Three! Three!", "act"),
        ("3d6", "A three, a three and a six!", "act"),
    ],
)
def test_an_echo_of_oneself_may_be_no_other_die(dice: str, said: str, decision: str) -> None:
    report = heard(waiting(f"Ben ACTION {dice}"), said)
    assert report is not None
    assert report.decision == decision


def test_a_number_said_twice_is_asked_about_where_it_may_be_the_sum() -> None:
    asked = heard(waiting("Ben BID 2d6"), "Three. Three!")
    assert asked is not None
    assert (asked.missing, asked.question) == (("values",), "Is it three altogether, or three and three?")
    told = heard(waiting("Ben BID 2d6"), "Three and three!")
    assert told is not None
    assert (told.decision, faces(told)) == ("act", [3, 3])
