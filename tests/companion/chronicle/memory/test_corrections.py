"""Corrections by the table are applied in order, reversible, and harmless if there is nothing to change."""

from datetime import UTC, datetime

import pytest

from companion.chronicle.memory.corrections import (
    AnyCorrection,
    Close,
    Forget,
    Merge,
    Rename,
    SetRole,
    Split,
    Undo,
    corrected,
    correction_json,
    effective,
    spelling,
)
from companion.chronicle.memory.values import Entry, Memory, Quote
from companion.store import Correction


def quote(words: str, at: int = 1, evening: int = 1) -> Quote:
    return Quote(evening, f"u{at}", float(at), "Hannah", words)


GAULT = Entry(
    "person",
    "Bertram Gault",
    "said",
    (quote("Bertram Gault laughs.", 1), quote("Gault joins the table.", 2), quote("Bertram leaves.", 3)),
    aliases=("Gault", "Bertram"),
    role="foreman",
)
OLIVER = Entry("person", "Oliver", "said", (quote("Oliver waves.", 4),))
PROMISE = Entry("promise", "I promise it.", "said", (quote("I promise it.", 7, evening=2),), role="promise")
MEMORY = Memory(people=(GAULT, OLIVER), promises=(PROMISE,))


def after(*corrections: AnyCorrection) -> Memory:
    now = datetime(2026, 3, 14, tzinfo=UTC)
    stored = [Correction(number, correction_json(each), now) for number, each in enumerate(corrections, 1)]
    return corrected(MEMORY, effective(stored))


def names(memory: Memory) -> list[str]:
    return [each.name for each in memory.people]


def test_a_renamed_somebody_keeps_the_old_name_as_another_form() -> None:
    (_, olvir) = after(Rename("oliver", "Olvir")).people
    assert (olvir.name, olvir.aliases) == ("Olvir", ("Oliver",))
    assert names(after(Rename("Bertram", "Bert Gault"))) == ["Bert Gault", "Oliver"]


def test_a_name_that_is_taken_makes_two_one() -> None:
    (gault,) = after(Rename("Oliver", "Bertram Gault")).people
    assert gault.aliases == ("Gault", "Bertram", "Oliver")
    assert [each.utterance for each in gault.evidence] == ["u1", "u2", "u3", "u4"]


def test_two_who_are_one_are_merged_and_come_apart_when_it_is_undone() -> None:
    assert names(after(Merge("Oliver", "Gault"))) == ["Bertram Gault"]
    assert after(Merge("Oliver", "Gault"), Undo(1)) == MEMORY
    assert names(after(Merge("Oliver", "Gault"), Undo(1), Undo(2))) == ["Bertram Gault"]


def test_a_form_of_a_name_is_split_off_with_the_sentences_that_only_name_it() -> None:
    gault, bertram, _ = after(Split("Gault", "Bertram")).people
    assert (gault.aliases, [each.utterance for each in gault.evidence]) == (("Gault",), ["u1", "u2"])
    assert (bertram.name, [each.utterance for each in bertram.evidence]) == ("Bertram", ["u3"])


def test_somebody_is_forgotten_and_given_a_role_and_a_promise_is_settled() -> None:
    found = after(Forget("oliver"), SetRole("Gault", "smuggler"), Close("2/u7"))
    assert [(each.name, each.role) for each in found.people] == [("Bertram Gault", "smuggler")]
    assert found.promises[0].closed
    assert after(Forget("2/u7")).promises == ()


BOTH = "I promise to pay and I promise to come."
TWO = tuple(
    Entry("promise", f"I promise {what}.", "said", (quote(BOTH, 7),), nth=at) for at, what in enumerate("ab", 1)
)
AROUND = Memory(
    people=(Entry("person", "Gull", "said", (quote("Gull waves.", 2),)),),
    places=(Entry("place", "Gull", "said", (quote("We are at the Gull.", 3),)),),
    connections=(Entry("connection", "Gull", "rules"),),
    threads=(Entry("thread", "Who pays?", "said", (quote(BOTH, 7),)),),
    promises=TWO,
    lines=(Entry("line", BOTH, "said", (quote(BOTH, 7),)),),
)


def test_every_entry_has_a_key_of_its_own() -> None:
    keys = ["Gull", "Gull (place)", "Gull (connection)", "1/u7 thread", "1/u7 promise", "1/u7 promise 2", "1/u7 line"]
    assert [each.key for each in AROUND] == keys


@pytest.mark.parametrize("which", range(7))
def test_forgetting_one_entry_leaves_the_others_of_its_name_or_sentence(which: int) -> None:
    entries = list(AROUND)
    left = corrected(AROUND, [(1, Forget(entries[which].key))])
    assert list(left) == entries[:which] + entries[which + 1 :]
    closed = [each.key for each in corrected(AROUND, [(1, Close(entries[which].key))]) if each.closed]
    assert closed == ([entries[which].key] if entries[which].kind in {"thread", "promise"} else [])


@pytest.mark.parametrize(
    ("said", "gone"), [("Gull", "Gull"), ("gull", "Gull"), ("gull (place)", None), ("1/u7", "1/u7 thread")]
)
def test_what_is_named_loosely_reaches_one_entry_at_most(said: str, gone: str | None) -> None:
    left = [each.key for each in corrected(AROUND, [(1, Forget(said))])]
    assert left == [each.key for each in AROUND if each.key != gone]


@pytest.mark.parametrize(
    "correction",
    [
        Rename("Nobody", "Somebody"),
        Merge("Oliver", "Oliver"),
        Merge("Oliver", "Nobody"),
        Split("Gault", "Oliver"),
        Forget("Bertram"),
        SetRole("Nobody", "smuggler"),
        Close("1/u1"),
    ],
)
def test_what_finds_nothing_changes_nothing_and_is_told(correction: AnyCorrection) -> None:
    """A form of somebody's name is not forgotten with them; people are never settled."""
    found = after(correction)
    assert found.idle == (1,)
    assert (found.people, found.promises) == (MEMORY.people, MEMORY.promises)


def test_corrections_build_on_each_other() -> None:
    found = after(Rename("Oliver", "Olvir"), SetRole("Olvir", "clerk"), Merge("Gault", "Olvir"), Undo(1))
    assert found.idle == (2, 3)
    assert names(found) == ["Bertram Gault", "Oliver"]


def test_words_are_spelt_as_the_table_says_the_name_now() -> None:
    """Full and in part, however often it was changed; a name that is only told more fully stays as it was said."""
    spell = spelling([Rename("Benna Harrow", "Bena Harro"), Rename("Oliver", "Oliver Twist"), Rename("Bena", "Vena")])
    assert spell("Benna waves. Benna Harrow's boat sinks, and Oliver laughs.") == (
        "Vena waves. Bena Harro's boat sinks, and Oliver laughs."
    )
    assert after(Rename("Oliver", "Olvir")).people[1].evidence[0].words == "Olvir waves."
    assert after(Rename("Oliver", "Olvir"), Undo(1)) == MEMORY
