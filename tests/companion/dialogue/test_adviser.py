"""Second opinions during an evening: never waited for, and only what still waits is changed by them."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from audio.patience import Patience
from audio.server_client import client_of
from companion.base.clock import SystemClock
from companion.base.errors import ModelUnavailable
from companion.dialogue.adviser import Adviser
from companion.dialogue.explanations import explain, told
from companion.llm.openai_server import OpenAIModel
from companion.llm.second_opinion import SecondOpinion
from companion.nlu.types import Intent
from tests.support.clock import FakeClock
from tests.support.hostile_model import MARK, WORDS, completion
from tests.support.hostile_server import hostile_server, slowly, whole
from tests.support.sitting import Sitting, ask, intent

AGREES, TALK = ("command", "declare_action"), ("talk", "none")
CLIMBS = ("command", "use_skill")
HAGGLE = replace(ask("declare_action", player="Jay", skill="Haggling"), tipped="unsure")
WITHOUT_SKILL = replace(ask("declare_action", "skill", player="Jay"), tipped="missing")
FAINT = replace(intent("declare_action", "note", player="Jay", skill="Haggling"), tipped="faint")
SAID = "I haggle a bit, I suppose"


class Model:
    """A model that gets the plain cases right and then answers as told; it takes its time."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.answer: tuple[str, str] | None = AGREES
        self.plain: tuple[str, str] | None = None
        self.seconds = 1.0
        self.asked = 0

    def ask(self, instructions: str, question: str, reply: Any) -> Any:
        if "Climbing" in question:
            right = TALK if "Last year" in question or "Does everybody" in question else CLIMBS
            kind, command = self.plain or right
            return reply.model_validate({"kind": kind, "command": command})
        self.asked += 1
        self.clock.advance(self.seconds)
        if self.answer is None:
            raise ModelUnavailable("llm.test cannot be reached.")
        kind, command = self.answer
        return reply.model_validate({"kind": kind, "command": command})


class Evening:
    """A sitting with an adviser whose background work is done when the test says so."""

    def __init__(self, model: Any = None) -> None:
        self.clock = FakeClock()
        self.model = model or Model(self.clock)
        self.jobs: list[Callable[[], None]] = []
        adviser = Adviser(SecondOpinion(self.model, self.clock), self.clock, self.jobs.append)
        self.sitting = Sitting(clock=self.clock, adviser=adviser, mode="table")

    def think(self) -> None:
        """The model answers what it was asked."""
        while self.jobs:
            self.jobs.pop()()

    def doubt(self, meant: Intent = HAGGLE, said: str = SAID) -> None:
        self.sitting.say("Jay", said, meant)

    def settle(self) -> None:
        self.think()
        self.sitting.wait(0.25)

    @property
    def did(self) -> list[str]:
        return [each["did"] for each in self.sitting.of("opinion")]

    @property
    def question(self) -> str | None:
        waiting = self.sitting.session.question
        return waiting.text if waiting else None


@pytest.fixture
def evening() -> Evening:
    """The model has proved itself on an earlier doubt."""
    made = Evening()
    made.model.answer = TALK
    made.doubt(replace(ask("declare_action", player="Mira", skill="Locks"), tipped="unsure"), said="She picks it")
    made.settle()
    assert made.did == ["dropped the question"]
    made.model.answer = AGREES
    made.sitting.records.clear()
    return made


def test_a_doubt_the_model_agrees_with_is_carried_out(evening: Evening) -> None:
    """As on a yes, with the fields of the grammar; the explanation tells."""
    evening.doubt()
    assert evening.sitting.outcomes == []
    evening.settle()
    assert evening.did == ["acted"]
    assert evening.sitting.outcomes == [("declare_action", "awaiting_roll")]
    assert evening.sitting.owed == [("Jay", 3)]
    assert evening.question is None
    sitting = evening.sitting
    assert "Second opinion of the language model: agrees after 1.0 s, acted." in list(
        told(explain(sitting.store, sitting.campaign, "u2"))
    )


def test_a_doubt_that_is_only_talk_is_dropped(evening: Evening) -> None:
    """Nothing happens, and nothing is asked aloud any more."""
    evening.model.answer = TALK
    evening.doubt()
    evening.settle()
    assert (evening.did, evening.question, evening.sitting.outcomes) == (["dropped the question"], None, [])
    assert evening.sitting.wait(5) == []


@pytest.mark.parametrize("answer", [None, ("unclear", "none"), ("command", "none")])
def test_any_other_answer_leaves_the_question_standing(evening: Evening, answer: tuple[str, str] | None) -> None:
    """No answer included."""
    evening.model.answer = answer
    evening.doubt()
    asked = evening.question
    evening.settle()
    assert (evening.did, evening.question, evening.sitting.outcomes) == (["nothing"], asked, [])


@pytest.mark.parametrize("answer", [AGREES, TALK])
@pytest.mark.parametrize(("thinks", "fetched_after"), [(2.1, 0.0), (1.0, 3.0)])
def test_a_late_answer_changes_nothing(
    evening: Evening, answer: tuple[str, str], thinks: float, fetched_after: float
) -> None:
    """Late from the model, or fetched late."""
    evening.model.answer, evening.model.seconds = answer, thinks
    evening.doubt()
    asked = evening.question
    evening.think()
    evening.clock.advance(fetched_after)
    evening.settle()
    assert (evening.did, evening.question, evening.sitting.outcomes) == (["nothing"], asked, [])
    assert asked is not None


def test_nothing_waits_for_the_model(evening: Evening) -> None:
    """The question is put while the model has not even begun; what is sure is done meanwhile."""
    evening.doubt()
    assert (evening.model.asked, len(evening.jobs)) == (1, 1)
    assert evening.question is not None
    evening.sitting.say("Russ", "That's a conflict", intent("call_conflict", caller="Russ", nature="pirates"))
    assert ("call_conflict", "accepted") in evening.sitting.outcomes


@pytest.mark.parametrize("word", ["yes", "no"])
def test_an_answer_of_the_table_is_quicker(evening: Evening, word: str) -> None:
    """Then the opinion is nobody's business."""
    evening.doubt()
    evening.sitting.say("Jay", word, intent(word))
    done = list(evening.sitting.outcomes)
    evening.settle()
    assert evening.did == ["nothing"]
    assert evening.sitting.outcomes == done


def test_what_is_missing_cannot_be_supplied(evening: Evening) -> None:
    """Agreeing does not tell the skill."""
    evening.doubt(WITHOUT_SKILL)
    asked = evening.question
    evening.settle()
    assert (evening.did, evening.question, evening.sitting.outcomes) == (["nothing"], asked, [])


def test_a_near_miss_the_model_agrees_with_is_asked_about(evening: Evening) -> None:
    """Not carried out: the grammar was too unsure for that."""
    evening.doubt(FAINT)
    assert evening.question is None
    evening.settle()
    assert evening.did == ["asked"]
    assert evening.question is not None
    assert evening.sitting.outcomes == []


def test_one_doubt_at_a_time(evening: Evening) -> None:
    """A busy model is not asked about the next one."""
    evening.doubt()
    evening.doubt(said="I haggle some more")
    assert len(evening.jobs) == 1


def test_a_question_that_was_not_put_needs_no_opinion(evening: Evening) -> None:
    """Another one is open."""
    evening.doubt(replace(WITHOUT_SKILL, tipped="protected"), said="I do it")
    asked = evening.question
    evening.doubt()
    assert evening.question == asked
    assert evening.jobs == []


def test_what_is_sure_or_refused_is_not_asked_about(evening: Evening) -> None:
    """The model hears nothing of it."""
    evening.doubt(intent("declare_action", player="Jay", skill="Haggling"))
    evening.doubt(replace(ask("call_conflict", caller="Jay"), tipped="protected"), said="A conflict")
    assert evening.jobs == []


@pytest.mark.parametrize("plain", [CLIMBS, TALK])
def test_a_model_that_fails_plain_cases_is_never_asked_again(
    plain: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Such as one that agrees with everything; it is reported once, and nothing said is in the log."""
    evening = Evening()
    evening.model.plain = plain
    with caplog.at_level(logging.INFO):
        evening.doubt()
        asked = evening.question
        evening.settle()
        evening.sitting.say("Jay", "No", intent("no"))
        evening.doubt(said="I haggle some more")
    assert (evening.did, evening.model.asked, evening.jobs) == (["nothing"], 0, [])
    assert asked is not None
    assert len(caplog.records) == 1
    assert "haggle" not in caplog.text


class Failing(Model):
    """Fails in a way nobody has thought of, once."""

    def ask(self, instructions: str, question: str, reply: Any) -> Any:
        if "Climbing" not in question and self.asked == 0:
            self.asked += 1
            raise RuntimeError("nobody has thought of this")
        return super().ask(instructions, question, reply)


def test_a_failure_nobody_has_thought_of_is_no_opinion_and_the_next_doubt_has_its_turn() -> None:
    evening = Evening(Failing(FakeClock()))
    evening.doubt(replace(ask("declare_action", player="Mira", skill="Locks"), tipped="unsure"), said="She picks it")
    with pytest.raises(RuntimeError):
        evening.think()
    evening.sitting.wait(0.25)
    assert (evening.did, evening.sitting.outcomes) == (["nothing"], [])
    evening.sitting.say("Jay", "No", intent("no"))
    evening.doubt()
    assert len(evening.jobs) == 1


class Turning(Model):
    """Gets the plain cases right, and answers from then on what a server means harm with."""

    def __init__(self, clock: FakeClock, server: OpenAIModel) -> None:
        super().__init__(clock)
        self.server = server

    def ask(self, instructions: str, question: str, reply: Any) -> Any:
        if "Climbing" in question:
            return super().ask(instructions, question, reply)
        return self.server.ask(instructions, question, reply)


@pytest.mark.parametrize("words", WORDS.values(), ids=list(WORDS))
def test_a_model_that_turns_on_the_table_changes_nothing(words: str) -> None:
    """No deed, nothing said, and none of its words in the log, the records, or why something was understood."""
    with hostile_server(whole(completion(words))) as server:
        client = client_of(server.url, None)
        evening = Evening(Turning(FakeClock(), OpenAIModel(client, SystemClock(), "m", Patience(5.0, attempts=1))))
        sitting = evening.sitting
        evening.doubt()
        asked = evening.question
        evening.think()
        said = sitting.wait(0.25)
        client.close()
    assert (evening.did, evening.question, sitting.outcomes, said) == (["nothing"], asked, [], [])
    assert MARK not in f"{sitting.records}{list(told(explain(sitting.store, sitting.campaign, 'u1')))}"


def test_play_never_waits_for_a_server_that_never_answers() -> None:
    """Neither when somebody speaks nor as time passes."""
    with hostile_server(slowly(b"", b"", 0.8)) as server:
        client = client_of(server.url, None)
        model = OpenAIModel(client, SystemClock(), "m", Patience(0.4, attempts=1))
        sitting = Sitting(adviser=Adviser(SecondOpinion(model, SystemClock()), SystemClock()), mode="table")
        began = time.monotonic()
        sitting.say("Jay", SAID, HAGGLE)
        sitting.wait(0.25)
        assert time.monotonic() - began < 0.4
        assert server.closed.wait(5.0)
        client.close()
