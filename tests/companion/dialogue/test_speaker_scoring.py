import pytest
from hypothesis import given
from hypothesis import strategies as st

from audio.types import UNKNOWN
from companion.dialogue.speaker_scoring import Clue, Person, Scene, clues_in, speaks_as, spoken_to, weigh
from tests.support.wordings import wordings

PEOPLE = (Person("Jay", "Herik"), Person("Russ", "Bartok the Red"), Person("Mira"))
NAMES = ("Jay", "Russ", "Mira")


def scene(**changes):
    return Scene(PEOPLE, changes.pop("answers", {}), **changes)


def test_a_clear_voice_decides_alone() -> None:
    """Nothing the table expects outweighs two clear seconds of somebody else."""
    verdict = weigh({"Jay": 7.0, "Russ": -3.0, "Mira": -4.0}, NAMES, [Clue("Russ", 3.0, "owes these dice")])
    assert verdict.speaker == "Jay"
    assert verdict.score > 0.99
    assert verdict.reasons == ()


def test_what_is_owed_decides_between_doubtful_voices() -> None:
    """Dice read out in a second are taken from the one who owes them, and the reason says so."""
    heard = {"Jay": 0.4, "Russ": 0.9, "Mira": -2.0}
    assert weigh(heard, NAMES, []).speaker == UNKNOWN
    verdict = weigh(heard, NAMES, [Clue("Jay", 3.0, "owes these dice")])
    assert (verdict.speaker, verdict.reasons) == ("Jay", ("owes these dice",))
    assert verdict.alternatives[0][0] == "Russ"


def test_a_stranger_stays_a_stranger() -> None:
    """A voice unlike everybody's is nobody's, even where somebody owes an answer."""
    far = dict.fromkeys(NAMES, -6.0)
    verdict = weigh(far, NAMES, [Clue("Mira", 3.0, "is expected to give this answer")])
    assert verdict.speaker == UNKNOWN
    assert verdict.score > 0.9


def test_without_voices_only_what_is_certain_names_somebody() -> None:
    """Nobody enrolled: words that answer just what one player owes are theirs, everything else is nobody's."""
    assert weigh({}, NAMES, [Clue("Jay", 0.4, "holds narration")]).speaker == UNKNOWN
    assert weigh({}, NAMES, [Clue("Jay", 3.0, "owes these dice")]).speaker == "Jay"
    both = [Clue("Jay", 3.0, "owes these dice"), Clue("Mira", 3.0, "owes these dice")]
    assert weigh({}, NAMES, both).speaker == UNKNOWN


def test_somebody_not_enrolled_sounds_like_a_stranger() -> None:
    """With one voice unknown to the companion, what is owed can still give the words to that player."""
    far = {"Jay": -5.0, "Russ": -6.0}
    assert weigh(far, NAMES, []).speaker == UNKNOWN
    assert weigh(far, NAMES, [Clue("Mira", 3.0, "owes these dice")]).speaker == "Mira"


@given(
    st.dictionaries(st.sampled_from(NAMES), st.floats(-8, 8)),
    st.lists(st.tuples(st.sampled_from(NAMES), st.floats(-4, 4)), max_size=4),
)
def test_probabilities_are_probabilities(voice: dict[str, float], clues: list[tuple[str, float]]) -> None:
    """Speaker and alternatives are everybody and the stranger once, and sum to one."""
    verdict = weigh(voice, NAMES, [Clue(player, weight, "") for player, weight in clues])
    told = [(verdict.speaker, verdict.score), *verdict.alternatives]
    assert sorted(name for name, _ in told) == sorted((*NAMES, UNKNOWN))
    assert sum(share for _, share in told) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Russ, your dice.", {"Russ"}),
        ("What do you do, Herik?", {"Jay"}),
        ("Okay Mira, two dice.", {"Mira"}),
        ("That's not good, right? Bartok?", {"Russ"}),
        ("Come here. Jay, you too, Mira.", {"Jay", "Mira"}),
        ("Russ swings me round on the rope.", set()),
        ("I give Mira a chip.", set()),
        ("The redhead, I mean.", set()),
        ("", set()),
    ],
)
def test_names_that_are_called(text: str, players: set[str]) -> None:
    """People spoken to are told apart from people spoken of."""
    assert spoken_to(text, PEOPLE).keys() == players


def test_a_character_that_is_called_excludes_its_player_less() -> None:
    """ "Herik, climbs up" was perhaps no call: a clear voice outweighs it, and not the player's own name."""
    heard = {"Jay": 3.0, "Russ": 1.0}
    assert weigh(heard, NAMES, clues_in("Herik, climbs up.", scene())).speaker == "Jay"
    assert weigh(heard, NAMES, clues_in("Jay, you climb up.", scene())).speaker != "Jay"


@pytest.mark.parametrize(("text", "own"), wordings(__file__, "own_character", 2))
def test_own_character(text: str, own: bool) -> None:
    """Only words that make the character one's own count; of a character everybody may speak."""
    assert speaks_as(text, Person("Jay", "Herik")) is own
    assert not speaks_as(text, Person("Jay"))


def test_clues_of_a_turn() -> None:
    """Owed, asked, spoken to, narrating: each is a clue with its reason."""
    found = clues_in(
        "Okay Jay, three.",
        scene(
            answers={"Mira": "this answer"},
            holder="Jay",
            before="Mira, what do you bid?",
            before_by="Jay",
        ),
    )
    told = {(clue.player, clue.reason, clue.weight > 0) for clue in found}
    assert told == {
        ("Mira", "is expected to give this answer", True),
        ("Mira", "was just asked", True),
        ("Jay", "holds narration", True),
        ("Jay", "is spoken to", False),
    }


def test_nobody_is_asked_by_a_plain_sentence() -> None:
    """A name called without a question expects no answer, and nobody answers themselves."""
    assert clues_in("Yes.", scene(before="Well done, Mira.", before_by="Jay")) == ()
    assert clues_in("Yes.", scene(before="Mira, where was I?", before_by="Mira")) == ()
