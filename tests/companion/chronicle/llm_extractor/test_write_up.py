"""Batches are read one by one: kept at once, stopped at any time, never asked about twice, never over budget."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.chronicle.llm_extractor.batches import Batch, batches_of
from companion.chronicle.llm_extractor.findings import standing
from companion.chronicle.llm_extractor.reader import ModelReader
from companion.chronicle.llm_extractor.write_up import MOST_TRIES, MemoryShelf, Progress, WriteUp, write_up
from tests.support.reader_model import PLAIN, TABLE, TALK, ReaderModel, heard, lines_of, names, notes, person

LINES = lines_of((*TALK, *TALK, *TALK))
CHRONICLE = heard(LINES)
BATCHES = tuple(
    replace(batches_of(LINES[at : at + 6], TABLE)[0], number=number) for number, at in enumerate((0, 6, 12), 1)
)
MUCH = 1_000_000


def everybody(_question: str, shown: dict[str, Any]) -> Any:
    return names(shown, ["Clara Winslow", "Tobin"])


def run(
    model: ReaderModel, shelf: MemoryShelf, budget: int = MUCH, batches: Sequence[Batch] = BATCHES, **more: Any
) -> WriteUp:
    return write_up(batches, ModelReader(model, TABLE, CHRONICLE), shelf, budget, **more)


def test_every_batch_is_read_and_told(shelf: MemoryShelf) -> None:
    reached: list[Progress] = []
    model = ReaderModel(everybody)
    done = run(model, shelf, watch=reached.append)
    assert (done.ended, done.waiting, done.failed) == ("done", 0, 0)
    assert len(done.findings) == 3
    assert [(each.done, each.total, each.usage.tokens) for each in reached] == [(1, 3, 220), (2, 3, 330), (3, 3, 440)]
    assert done.usage == model.usage
    assert done.usage.questions == 4


@pytest.fixture
def shelf() -> MemoryShelf:
    return MemoryShelf()


def test_work_goes_on_where_it_stopped(shelf: MemoryShelf) -> None:
    """Stopped after the first batch; the next run asks about the other two only."""
    model = ReaderModel(everybody)
    stopped = run(model, shelf, stopped=lambda: len(shelf.batches) == 1)
    assert (stopped.ended, stopped.waiting, len(stopped.findings)) == ("stopped", 2, 1)
    asked = len(model.asked)
    done = run(model, shelf)
    assert (done.ended, len(done.findings), len(model.asked) - asked) == ("done", 3, 3)
    again = run(model, shelf)
    assert (again.ended, again.findings, len(model.asked)) == ("done", done.findings, asked + 3)


def test_changed_words_are_read_anew(shelf: MemoryShelf) -> None:
    model = ReaderModel(everybody)
    run(model, shelf)
    shorter = (Batch(1, BATCHES[0].lines[:-1]), *BATCHES[1:])
    before = len(model.asked)
    done = run(model, shelf, batches=shorter)
    assert len(model.asked) == before + 2  # the plain scene and the changed batch
    assert all("u6" not in each.lines for each in done.findings[0].kept)


def test_each_batch_knows_what_was_found_in_the_others(shelf: MemoryShelf) -> None:
    """And may take it back: what a later one calls wrong does not count any more."""
    seen: list[str] = []

    def corrects(question: str, shown: dict[str, Any]) -> Any:
        seen.append(shown["known"])
        answer = names(shown, ["Tobin"] if len(seen) < 3 else [])
        return {**answer, "wrong": [{"code": "k1", "lines": [4]}] if len(seen) == 3 else []}

    done = run(ReaderModel(corrects), shelf)
    assert [each.splitlines() for each in seen] == [
        ["none"],
        ["k1 person Tobin"],
        ["k1 person Tobin", "k2 person Tobin"],
    ]
    assert standing(done.findings) == ()


@pytest.mark.parametrize("budget", range(0, 24_000, 1_900))
def test_the_budget_is_never_exceeded(budget: int) -> None:
    """Whatever it is; what costs were paid in earlier runs counts."""
    shelf, model = MemoryShelf(), ReaderModel(everybody)
    reader = ModelReader(model, TABLE, CHRONICLE)
    price = max(reader.price(each) for each in BATCHES)
    first = run(model, shelf, budget)
    second = run(model, shelf, budget)
    spent = model.usage.tokens
    assert spent <= budget
    assert (first.ended == "budget") == (first.waiting > 0)
    assert second.usage.tokens == spent
    if first.ended == "budget":
        assert budget - spent < price + reader.probe_price


def test_prices_are_no_lower_than_what_is_asked() -> None:
    model = ReaderModel(everybody)
    reader = ModelReader(model, TABLE, CHRONICLE)
    reader.read(BATCHES[0])
    assert reader.price(BATCHES[0]) > len(model.asked[0]) / 3


def test_a_broken_answer_is_asked_for_once_more(shelf: MemoryShelf) -> None:
    """Then the batch has failed; it is tried in another run, and after that given up."""
    answers = iter(["{", '{"people": []}', "nonsense", "", "{}", "[]", "no"])
    model = ReaderModel(lambda question, shown: next(answers) if "u1" else None)
    one = BATCHES[:1]
    for run_number in range(1, MOST_TRIES + 1):
        done = run(model, shelf, batches=one)
        assert (done.ended, done.failed, done.findings) == ("done", 1, ())
        assert done.waiting == (1 if run_number < MOST_TRIES else 0)
    asked = len(model.asked)
    assert asked == MOST_TRIES * 3
    run(model, shelf, batches=one)
    assert len(model.asked) == asked


def test_one_broken_answer_does_not_lose_the_batch(shelf: MemoryShelf) -> None:
    answers = iter([ModelReplyError("broken"), notes(people=[person("Tobin", 4)])])
    done = run(ReaderModel(lambda question, shown: next(answers)), shelf, batches=BATCHES[:1])
    assert [each.name for findings in done.findings for each in findings.kept] == ["Tobin"]


def test_an_absent_server_ends_the_run(shelf: MemoryShelf) -> None:
    answers = iter([notes(), ModelUnavailable("llm.test cannot be reached.")])
    done = run(ReaderModel(lambda question, shown: next(answers)), shelf)
    assert (done.ended, done.problem, done.waiting) == ("unavailable", "llm.test cannot be reached.", 2)
    assert len(done.findings) == 1


@pytest.mark.parametrize(
    "plain",
    [
        {**PLAIN, "people": [*PLAIN["people"], person("Grey Gull", 4)]},
        {**PLAIN, "people": [*PLAIN["people"], person("Petra", 1)]},
        {**PLAIN, "people": PLAIN["people"][:1]},
        {**PLAIN, "places": []},
        {},
    ],
)
def test_a_model_that_misreads_a_plain_scene_is_not_asked(shelf: MemoryShelf, plain: Any) -> None:
    model = ReaderModel(everybody, plain)
    done = run(model, shelf)
    assert (done.ended, done.waiting, done.findings, len(model.asked)) == ("unsound", 3, (), 1)
    assert done.usage.questions == 1


def test_a_stop_in_the_middle_of_a_question_loses_one_batch_only(shelf: MemoryShelf) -> None:
    answers = iter([notes()])

    def second_is_interrupted(_question: str, _shown: dict[str, Any]) -> Any:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    with pytest.raises(KeyboardInterrupt):
        run(ReaderModel(second_is_interrupted), shelf)
    assert [kept.tries for kept in shelf.batches.values()] == [1]
    assert shelf.usage.questions == 2
