"""A language model writes notes beside a running evening: scene by scene, never waited for, never on a sheet."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from companion.base.errors import ModelUnavailable
from companion.chronicle.llm_extractor.batches import MOST_LETTERS
from companion.dialogue.note_writer import REST_SECONDS, NoteWriter
from engine.phrase import verbatim
from tests.support.clock import FakeClock
from tests.support.reader_model import TALK, ReaderModel, names, notes
from tests.support.sitting import Sitting, act
from tests.support.taught_ranker import taught

SECRET = "The crown jewels of Zorblax lie under the bed."


def line_of(shown: dict[str, Any], words: str) -> int:
    return next(int(each.partition(" ")[0]) for each in shown["talk"].splitlines() if words in each)


def of_the_quay(_question: str, shown: dict[str, Any]) -> Any:
    """People, a scene, an aim and a tie; recorded in shape, written by hand."""
    told = names(shown, ["Clara Winslow", "Tobin"])
    clara, street = line_of(shown, "Clara laughs"), line_of(shown, "Gull Street")
    return {
        **told,
        "scenes": [{"title": "The quay", "happened": "Clara laughs.", "outcome": "", "lines": [clara]}],
        "goals": [{"goal": "follows Tobin down", "of": "Bartok", "why": "", "progress": "", "lines": [street]}],
        "connections": [{"name": "Clara", "of": "Herik", "about": "", "lines": [clara]}],
    }


class Evening:
    """A sitting whose language model answers when the test says so."""

    def __init__(self, answer: Callable[..., Any] = of_the_quay, **more: Any) -> None:
        self.clock = FakeClock()
        self.model = ReaderModel(answer)
        self.jobs: list[Callable[[], None]] = []
        self.writer = NoteWriter(self.model, self.clock, 1_000_000, MOST_LETTERS, self.jobs.append)
        self.sitting = Sitting(clock=self.clock, writer=self.writer, ranker=taught(), **more)

    def play(self) -> None:
        """The talk of the quay, and a second scene."""
        for speaker, text in TALK:
            self.sitting.say({"Mira": "Russ"}.get(speaker, speaker), text)
        self.sitting.say("Jay", "The lighthouse, then.", act("set_scene", player="Jay", description="the lighthouse"))
        self.sitting.wait(0.25)

    def think(self) -> None:
        while self.jobs:
            self.jobs.pop()()
        self.sitting.wait(0.25)

    @property
    def scenes(self) -> list[str]:
        return [each.name for each in self.sitting.session.today().chronicle.scenes]


def test_a_scene_that_is_over_is_read_in_the_background_and_joins_the_notes() -> None:
    evening = Evening()
    evening.play()
    assert (len(evening.jobs), evening.scenes, evening.model.asked) == (1, [], [])
    evening.think()
    assert evening.scenes == ["The quay"]
    assert "lighthouse, then" not in "".join(evening.model.asked)
    assert [each["type"] for each in evening.sitting.of("read")] == ["read"]
    assert "**The quay**; happened: Clara laughs." in evening.sitting.session.notebook.notes()
    evening.sitting.wait(5.0)
    assert evening.jobs == []


def test_aims_and_ties_lie_as_cards_and_are_written_by_a_tap_only() -> None:
    evening = Evening()
    evening.play()
    before = evening.sitting.game.state
    evening.think()
    evening.sitting.wait(0.25)
    cards = {each.speaker: each for each in evening.sitting.session.cards}
    assert {by: str(each.suggestions[0].label) for by, each in cards.items()} == {
        "Jay": "Add a connection: Clara",
        "Russ": "Add a personal goal: follows Tobin down",
    }
    assert evening.sitting.game.state is before
    move = cards["Jay"].suggestions[0].ready
    evening.sitting.session.take_card(cards["Jay"].id, {"kind": move.kind, **dict(move.given)})
    assert evening.sitting.outcomes[-1][0] == "add_connection"


def test_what_is_struck_or_off_the_record_is_never_sent_and_what_came_of_it_is_gone() -> None:
    evening = Evening()
    said = evening.sitting.say("Jay", SECRET)
    evening.sitting.store.strike(evening.sitting.campaign.id, 1, [said])
    evening.sitting.session.notebook.forget({1: [said]}, lambda text: text == SECRET, reworded=False)
    evening.play()
    evening.think()
    assert not any("Zorblax" in each for each in evening.model.asked)
    store, campaign = evening.sitting.store, evening.sitting.campaign
    store.strike(campaign.id, 1, ["u5"])
    assert (store.batches(campaign.id, 1), evening.scenes) == ((), [])


def test_a_server_that_is_away_changes_nothing_and_is_asked_again_later(caplog: pytest.LogCaptureFixture) -> None:
    answers: list[Any] = [ModelUnavailable(verbatim("llm.test cannot be reached."))]
    evening = Evening(lambda question, shown: answers[0] if answers else of_the_quay(question, shown))
    evening.play()
    with caplog.at_level(logging.WARNING):
        evening.think()
    assert "without the language model for now: llm.test cannot be reached." in caplog.text
    assert (evening.scenes, evening.sitting.session.cards, evening.jobs) == ([], (), [])
    answers.clear()
    evening.clock.advance(REST_SECONDS + 1)
    evening.sitting.wait(0.25)
    evening.think()
    assert evening.scenes == ["The quay"]


def test_a_model_that_misreads_a_plain_scene_is_left_alone() -> None:
    evening = Evening()
    evening.model._plain = notes()
    evening.play()
    evening.think()
    asked = len(evening.model.asked)
    evening.play()
    evening.think()
    assert (len(evening.model.asked), asked, evening.scenes) == (1, 1, [])


def test_a_model_that_is_switched_off_is_told_no_more_of_the_evening() -> None:
    """Neither of a scene that is about to be read, nor of the next one of those that are being read."""
    evening = Evening()
    evening.play()
    evening.play()
    session, ask = evening.sitting.session, evening.model.ask

    def switched_off(*asked: Any) -> Any:
        session.helped_by(None, None)
        return ask(*asked)

    evening.model.ask = switched_off  # type: ignore[method-assign, assignment]
    evening.think()
    assert len(evening.model.asked) == 2  # the plain scene, and the one that was being read
    again = Evening()
    again.play()
    again.sitting.session.helped_by(None, None)
    again.think()
    assert again.model.asked == []


@pytest.mark.parametrize("laid", [False, True])
def test_a_card_is_gone_with_any_line_it_rests_on(laid: bool) -> None:
    """The words of a goal may be of one line, and the last that is cited another one."""

    def of_the_salt(_question: str, shown: dict[str, Any]) -> Any:
        lines = [line_of(shown, "barrels of salt"), line_of(shown, "Gull Street")]
        return notes(
            goals=[{"goal": "bring two barrels of salt", "of": "Bartok", "why": "", "progress": "", "lines": lines}]
        )

    evening = Evening(of_the_salt)
    evening.play()
    evening.jobs.pop()()
    session = evening.sitting.session
    if laid:
        evening.sitting.wait(0.25)
        assert "two barrels of salt" in str(session.cards[0].suggestions[0].label)
    session.strike(["u5"])
    assert session.cards == ()
    evening.sitting.wait(0.25)
    assert session.cards == ()
