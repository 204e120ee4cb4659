"""Words of everybody who may be heard are admitted, and of nobody else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from audio.types import UNKNOWN
from companion.base.errors import UnknownEntry
from companion.privacy.consent import ConsentMode, ConsentRegister, ConsentStatus, Strangers, consents, give
from companion.store import Campaign, Store, open_store
from tests.support.clock import FakeClock
from tests.support.harbour import talking
from tests.support.privacy import files_with
from tests.support.sitting import Sitting

HOW = "Say: I agree to being heard."


class Voices:
    """Voiceprints that only know whether they are there."""

    def __init__(self) -> None:
        self.kept = {"Jay", "Russ", "Mira"}

    def forget(self, person: str) -> bool:
        known = person in self.kept
        self.kept.discard(person)
        return known


@pytest.fixture
def voices() -> Voices:
    return Voices()


Asking = Callable[..., Sitting]


@pytest.fixture
def asking(voices: Voices) -> Asking:
    """A table understood by the real grammar, in a mode of consent."""

    def sit(mode: ConsentMode, strangers: Strangers = "auto", **options: object) -> Sitting:
        def desk(store: Store, campaign: Campaign) -> ConsentRegister:
            return ConsentRegister(store, campaign, mode, strangers, voices.forget)

        return talking(consent=desk, **options)

    return sit


def said(sitting: Sitting) -> list[str]:
    return [each.text for each in sitting.store.utterances(1)]


def test_required_consent_keeps_out_whoever_did_not_give_it(asking: Asking) -> None:
    """No row, no record, no deed; they are told once, and heard from when they agree."""
    sitting = asking("require")
    records = len(sitting.records)
    sitting.say("Jay", "I roll Haggling")
    sitting.say("Jay", "Hello? I roll Haggling")
    assert sitting.wait(3) == [f"Jay, I ignore what you say until you agree. {HOW}"]
    assert (said(sitting), sitting.outcomes) == ([], [])
    assert [each["type"] for each in sitting.records[records:]] == ["announcement"]
    sitting.say("Jay", "I agree to being heard")
    assert sitting.wait(3) == ["Jay agrees to being heard."]
    sitting.say("Jay", "I roll Haggling")
    assert said(sitting) == ["I agree to being heard", "I roll Haggling"]
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]


def test_typed_words_are_treated_like_spoken_ones(asking: Asking) -> None:
    """A name before the line is a name, whoever typed it; lines without one are nobody's voice."""
    sitting = asking("require")
    sitting.say("Jay", "I roll Haggling", typed=True)
    sitting.say(None, "The rain stops", typed=True)
    assert said(sitting) == ["The rain stops"]
    sitting.say("Jay", "I agree to being heard", typed=True)
    assert sitting.store.consents(1)[0].way == "typed"


@pytest.mark.parametrize(
    ("mode", "strangers", "withdrawn", "kept"),
    [
        ("off", "auto", False, True),
        ("remind", "auto", False, True),
        ("require", "auto", False, False),
        ("require", "keep", False, True),
        ("off", "drop", False, False),
        ("off", "auto", True, False),
        ("off", "keep", True, True),
    ],
)
def test_unknown_voices(asking: Asking, mode: ConsentMode, strangers: Strangers, withdrawn: bool, kept: bool) -> None:
    """They may be those of somebody who is left out; what becomes of them is a setting."""
    sitting = asking(mode, strangers)
    if withdrawn:
        sitting.store.add_consent(1, "Russ", False, "page")
    sitting.say(UNKNOWN, "The rain stops")
    assert said(sitting) == (["The rain stops"] if kept else [])


def test_an_unknown_voice_agrees_by_its_name(asking: Asking) -> None:
    """Without one nobody can tell who agrees; with another player's voice nobody agrees for them."""
    sitting = asking("require")
    sitting.say(UNKNOWN, "I agree to being heard")
    (told,) = sitting.wait(3)
    assert told.endswith("To agree, say your name: I, Jay, agree to being heard.")
    sitting.say(UNKNOWN, "I, Mira, agree to being heard")
    sitting.say("Mira", "I, Russ, agree to being heard")
    assert [each.person for each in sitting.store.consents(1)] == ["Mira"]
    assert sitting.wait(3)[-1].startswith("Say your own name with it: I, Jay,")


def test_everybody_is_reminded_once_and_heard_all_the_same(asking: Asking) -> None:
    """Only of those nobody has heard from, and not where people type."""
    sitting = asking("remind")
    give(sitting.store, sitting.campaign, "Mira", "page")
    sitting.say("Jay", "The rain stops", typed=True)
    assert sitting.wait(3) == []
    sitting.say("Jay", "I roll Haggling")
    sitting.say("Russ", "Good luck")
    told = sitting.wait(3)
    assert told.count(f"No consent to being heard yet: Jay, Russ. {HOW}") == 1
    assert len(said(sitting)) == 3


@pytest.mark.parametrize("mode", ["off", "remind", "require"])
def test_who_takes_consent_back_is_left_out_in_every_mode(asking: Asking, voices: Voices, mode: ConsentMode) -> None:
    """At once and after a restart; the voiceprint is gone, and deleting the rest is offered."""
    sitting = asking(mode)
    for person in ("Jay", "Russ", "Mira"):
        give(sitting.store, sitting.campaign, person, "page")
    sitting.say("Mira", "I don't want to be recorded any more")
    told = sitting.wait(3)
    assert told[0] == "Mira, from now on I ignore what you say, and your voiceprint is deleted."
    assert told[1] == "Shall I also delete everything Mira has said?"
    assert "Mira" not in voices.kept
    sitting.say("Mira", "Zanzibar is nice")
    sitting.say("Jay", "The rain stops")
    again = sitting.again(recognizer=sitting.understands)
    again.say("Mira", "Zanzibar is very nice")
    assert said(sitting) == ["I don't want to be recorded any more", "The rain stops"]


def test_somebody_left_out_may_still_be_forgotten(asking: Asking) -> None:
    """Their yes to the question about it counts, and is deleted with the rest."""
    sitting = asking("remind")
    sitting.say("Mira", "Zanzibar is nice")
    sitting.say("Mira", "I don't want to be recorded any more")
    sitting.wait(3)
    sitting.say("Mira", "Yes")
    assert sitting.wait(3)[-1] == "Everything Mira said is deleted."
    assert said(sitting) == ["", "", ""]
    assert [(each.person, each.given) for each in sitting.store.consents(1)] == [("Mira", False)]


def test_forgetting_is_asked_about_first(asking: Asking) -> None:
    """A no keeps everything."""
    sitting = asking("off")
    sitting.say("Mira", "The rain stops")
    sitting.say("Mira", "Companion, forget me")
    assert sitting.wait(3) == ["Delete everything Mira has said in this campaign?"]
    sitting.say("Mira", "No")
    assert "The rain stops" in said(sitting)


@pytest.mark.parametrize("answers", [("Mira",), ("I meant Mira",), ("that wasn't me, that was Mira", "yes")])
def test_nobody_has_somebody_else_forgotten(asking: Asking, voices: Voices, answers: tuple[str, ...]) -> None:
    """Not by naming them in answer, and not by crediting words to them."""
    sitting = asking("off")
    sitting.say("Mira", "Zanzibar is nice")
    sitting.say("Jay", "Companion, forget me", typed=True)
    sitting.wait(3)
    for each in answers:
        sitting.say("Jay", each, typed=True)
        sitting.wait(3)
    assert "Zanzibar is nice" in said(sitting)
    assert "Mira" in voices.kept


@pytest.mark.parametrize("answer", ["Mira", "mira"])
def test_a_tap_on_a_name_is_no_answer_to_whether_to_forget(asking: Asking, answer: str) -> None:
    """Neither a seat's nor the table's."""
    sitting = asking("off")
    sitting.say("Mira", "Zanzibar is nice")
    sitting.say("Jay", "Companion, forget me")
    assert [sitting.session.answer(answer, actor=each) for each in ("Jay", None)] == [False, False]
    assert "Zanzibar is nice" in said(sitting)


def test_only_who_is_to_be_forgotten_says_yes(asking: Asking) -> None:
    """Not somebody else who is known, nor by crediting a yes; the table's page may."""
    sitting = asking("off")
    sitting.say("Mira", "Zanzibar is nice")
    sitting.say("Mira", "I don't want to be recorded any more")
    sitting.wait(3)
    sitting.say("Jay", "Yes", typed=True)
    assert sitting.wait(3)[-1] == "Only Mira can say yes to that."
    sitting.say("Mira", "Companion, forget me")
    sitting.wait(3)
    sitting.say("Jay", "Ahoy", typed=True)
    sitting.say("Jay", "That wasn't me, that was Mira", typed=True)
    assert sitting.wait(3)[-1] == "Deleted from the record, as Mira is not to be heard."
    assert "Zanzibar is nice" in said(sitting)
    assert sitting.session.answer("yes", actor=None)
    assert sitting.wait(3)[-1] == "Everything Mira said is deleted."


def test_words_about_consent_are_credited_by_nobody_else(asking: Asking) -> None:
    """Who credits words to another changes nothing about the other's consent; a tap on their own page does."""
    sitting = asking("off")
    sitting.say("Jay", "I agree to being heard", typed=True)
    sitting.say("Jay", "That wasn't me, that was Mira", typed=True)
    assert sitting.wait(3)[-1] == "Mira has to say that."
    assert ("Mira", None) in [(each.person, each.given) for each in sitting.session.consent.standings()]
    sitting.session.recredit("u1", "Mira")
    assert ("Mira", None) not in [(each.person, each.given) for each in sitting.session.consent.standings()]


@pytest.mark.parametrize("tapped", [False, True], ids=["said", "tapped"])
def test_words_of_somebody_who_took_consent_back_are_struck_and_not_credited(
    tmp_path: Path, asking: Asking, tapped: bool
) -> None:
    """With what followed while nothing hangs on it; the game goes on without them."""
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        sitting = asking("off", store=store)
        sitting.session.consent.withdraw("Mira", "page")
        sitting.say("Jay", "I roll Haggling for Zanzibar")
        assert sitting.owed == [("Jay", 3)]
        if tapped:
            sitting.session.recredit("u1", "Mira")
        else:
            sitting.say("Jay", "That wasn't me, that was Mira", typed=True)
        assert sitting.wait(3)[-1] == "Deleted from the record, as Mira is not to be heard."
        assert sitting.owed == []
        assert files_with(tmp_path, ["Zanzibar"]) == {}
        assert [each.speaker for each in store.utterances(1)] == ["Jay"] * (1 if tapped else 2)
        assert not sitting.of("credit")


def test_words_on_which_dice_hang_are_struck_at_once(asking: Asking) -> None:
    """Nothing is asked; what happened stays."""
    sitting = asking("off")
    sitting.session.consent.withdraw("Mira", "page")
    for text in ("I roll Haggling.", "Five, four, two."):
        sitting.say("Jay", text)
        sitting.wait(3)
    before = sitting.game.state
    sitting.session.recredit("u1", "Mira")
    assert sitting.session.question is None
    assert sitting.game.state == before
    assert "I roll Haggling." not in said(sitting)


def test_whoever_is_not_heard_claims_the_words_in_which_they_agree(asking: Asking) -> None:
    """Required consent is given by a tap on their own page; others do not give it for them."""
    sitting = asking("require", strangers="keep")
    sitting.session.consent.give("Jay", "page")
    for by in ("Jay", UNKNOWN):
        sitting.say(by, "I agree to being heard")
    ids = [each.id for each in sitting.store.utterances(1)]
    sitting.say("Jay", "That wasn't me, that was Mira", typed=True)
    assert ("Mira", None) in [(each.person, each.given) for each in sitting.session.consent.standings()]
    sitting.session.recredit(ids[0], "Russ", own_page=True)
    assert ("Russ", True) in [(each.person, each.given) for each in sitting.session.consent.standings()]


def test_what_people_said_about_it_is_listed(asking: Asking) -> None:
    """Players and guests, the latest word of each; somebody else is refused in one sentence."""
    sitting = asking("off", guests=[{"name": "Kim"}])
    began = sitting.clock.now()
    give(sitting.store, sitting.campaign, "kim", "page")
    assert consents(sitting.store, sitting.campaign) == (
        *(ConsentStatus(name) for name in ("Jay", "Russ", "Mira")),
        ConsentStatus("Kim", True, began),
    )
    with pytest.raises(UnknownEntry, match=r"Otto is not at this table; players: Jay, Russ, Mira, Kim\."):
        give(sitting.store, sitting.campaign, "Otto", "page")


def test_forgetting_leaves_no_byte_of_what_they_said(tmp_path: Path, asking: Asking) -> None:
    """Nor how their name is heard; the game and what others said stay."""
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        sitting = asking("off", store=store, notes=tmp_path / "notes")
        sitting.say("Jay", "The scene is the old mill")
        sitting.say("Mira", "I set the scene: a quetzal farm in Zanzibar")
        sitting.say("Mira", "Marjorie owns the farm")
        store.learn_word(1, "meera", "Mira")
        sitting.notebook.save()
        sitting.say("Mira", "Companion, forget me")
        sitting.say("Mira", "Yes")
        assert files_with(tmp_path, ["quetzal", "Zanzibar", "Marjorie", "meera"]) == {}
        assert [each.struck for each in store.utterances(1, 1)] == [False, True, True, True, True]
        assert [player.name for player in sitting.game.state.players] == ["Jay", "Russ", "Mira"]
        assert store.verify(1).ok
