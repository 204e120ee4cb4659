"""Lines that nothing was made of but that may ask for something: a card names what that may be."""

import pytest

from companion.cli.typing_table import TypedTable
from companion.dialogue.suggestion_cards import KEEP_SECONDS, LEAST_CHANCE, MOST_IDLE
from companion.tracker.tracker import ASK_CHANCE_HEARD
from tests.support.sitting import PLAYERS, Sitting, act
from tests.support.taught_ranker import taught

ASKS = "I'm having a word with him, that'll be Haggling."
CHAT = "My sister has a new kitchen, it took them all summer."
MAYBE = (LEAST_CHANCE + ASK_CHANCE_HEARD) / 2
"""Chance at which the tracker neither acts nor asks about what was heard, and a card is offered."""
RANKER = taught(
    word={"declare_action": MAYBE},
    summer={"declare_action": LEAST_CHANCE - 0.05},
    bid={"place_bid": 0.95},
    far={"report_dice": 0.95},
)


def sit() -> Sitting:
    return Sitting(mode="table", ranker=RANKER)


def kinds(sitting: Sitting) -> list[tuple[str, str]]:
    return [(each["to"], each["status"]) for each in sitting.of("card")]


def test_a_line_that_may_ask_for_something_is_offered_and_nothing_is_done_or_said() -> None:
    sitting = sit()
    asked = sitting.say("Jay", ASKS)
    assert sitting.wait(1) == []
    (card,) = sitting.session.cards
    assert (card.id, card.speaker, card.text) == (asked, "Jay", ASKS)
    assert card.suggestions[0].move.kind == "declare_action"
    assert dict(card.suggestions[0].known) == {"skill": "Haggling"}
    assert 1 <= len(card.suggestions) <= 3
    assert not sitting.of("command")
    assert not sitting.of("question")
    record = sitting.of("card")[0]
    assert record["options"][0] == card.suggestions[0].label
    assert "Haggling" in record["options"][0]


def test_it_is_not_offered_while_it_is_heard() -> None:
    """The next sentence never waits for a card."""
    sitting = sit()
    sitting.say("Jay", ASKS)
    assert not sitting.session.cards
    sitting.wait(0.25)
    assert sitting.session.cards


@pytest.mark.parametrize(
    ("by", "text"), [("Jay", CHAT), ("Jay", "Hm."), ("Jay", "A word " + "again " * 60), (None, ASKS)]
)
def test_chat_long_talk_and_strangers_get_no_card(by: str | None, text: str) -> None:
    sitting = sit()
    sitting.say(by, text)
    sitting.wait(1)
    assert not sitting.of("card")


def test_what_was_understood_or_comes_at_a_table_without_a_ranker_gets_no_card() -> None:
    sitting = sit()
    sitting.say("Jay", ASKS, act("declare_action", player="Jay", skill="Haggling"))
    sitting.wait(1)
    assert sitting.game.open_rolls
    plain = Sitting(mode="table")
    plain.say("Jay", ASKS)
    plain.wait(1)
    assert not sitting.of("card") + plain.of("card")


def test_a_tap_carries_it_out_as_its_speaker() -> None:
    sitting = sit()
    asked = sitting.say("Jay", ASKS)
    sitting.wait(1)
    ready = sitting.session.cards[0].suggestions[0].ready
    sitting.session.take_card(asked, {"kind": ready.kind, **dict(ready.given)})
    assert [each.roller for each in sitting.game.open_rolls] == ["Jay"]
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "taken")]
    assert sitting.session.take_card(asked, {"kind": ready.kind}) is None


def test_another_line_of_its_speaker_takes_its_place() -> None:
    sitting = sit()
    sitting.say("Jay", ASKS)
    sitting.wait(1)
    second = sitting.say("Jay", ASKS)
    sitting.wait(1)
    assert [each.id for each in sitting.session.cards] == [second]
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "withdrawn"), ("Jay", "offered")]


def test_it_goes_with_the_next_thing_its_speaker_does_and_stays_while_others_do_something() -> None:
    sitting = sit()
    sitting.say("Jay", ASKS)
    sitting.wait(1)
    sitting.session.submit({"kind": "add_group_goal", "text": "get home", "value": 5}, actor="Russ")
    sitting.wait(1)
    assert sitting.session.cards
    sitting.session.submit({"kind": "set_scene", "description": "a hold full of rats"}, actor="Jay")
    sitting.wait(1)
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "withdrawn")]


def test_it_goes_by_itself_and_with_its_words() -> None:
    sitting = sit()
    sitting.say("Jay", ASKS)
    sitting.wait(KEEP_SECONDS + 2, step=1)
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "expired")]
    struck = sitting.say("Jay", ASKS)
    sitting.wait(1)
    assert sitting.session.cards
    sitting.session.strike([struck])
    assert not sitting.session.cards


def test_what_the_rules_no_longer_take_is_offered_no_longer() -> None:
    sitting = sit()
    sitting.say("Jay", ASKS)
    sitting.wait(1)
    sitting.session.submit({"kind": "call_conflict"}, actor="Russ")
    sitting.wait(1)
    left = [each.move.kind for card in sitting.session.cards for each in card.suggestions]
    assert "declare_action" not in left


def test_after_some_cards_that_nobody_took_there_are_no_more_for_an_hour() -> None:
    sitting = sit()
    for _ in range(MOST_IDLE + 1):
        asked = sitting.say("Jay", ASKS)
        sitting.wait(1)
        sitting.session.leave_card(asked)
    assert [status for _, status in kinds(sitting)] == ["offered", "left"] * MOST_IDLE
    sitting.wait(3600, step=60)
    sitting.say("Jay", ASKS)
    sitting.wait(1)
    assert sitting.session.cards


def test_some_of_the_dice_that_are_owed_are_no_request() -> None:
    sitting = sit()
    sitting.session.submit({"kind": "declare_action", "skill": "Haggling"}, actor="Jay")
    sitting.wait(20)
    sitting.say("Jay", "A four and a five so far.")
    sitting.wait(1)
    assert not sitting.of("card")
    assert sitting.owed


def test_what_is_secret_stands_on_no_record() -> None:
    """A bid not said is its bidder's own: neither the move nor its fields are told, and nothing is done or asked."""
    sitting = sit()
    sitting.session.submit({"kind": "call_conflict"}, actor="Jay")
    sitting.wait(20)
    sitting.say("Jay", "I reckon some chips from me for this bid.")
    sitting.wait(1)
    (card,) = sitting.session.cards
    assert card.suggestions[0].move.kind == "place_bid"
    assert card.suggestions[0].known == ()
    assert "place_bid" not in [each.move.kind for each in card.public]
    assert "place_bid" not in sitting.of("card")[0]["kinds"]
    assert not sitting.of("question")


def typed_table() -> tuple[Sitting, TypedTable]:
    """A table that wants no questions, so that typed lines that are not done lie as cards."""
    sitting = sit()
    sitting.session.trust_more(1)
    return sitting, TypedTable(sitting.session, PLAYERS)


def test_a_typed_number_takes_what_was_offered() -> None:
    sitting, table = typed_table()
    table.read(f"Jay: {ASKS}")
    assert sitting.session.cards
    table.read("1")
    assert [each["kind"] for each in sitting.of("command")] == ["declare_action"]
    assert [each["text"] for each in sitting.of("utterance")] == [ASKS]


def test_a_typed_number_means_the_dice_that_are_owed_first() -> None:
    sitting, table = typed_table()
    table.read(f"Jay: {ASKS}")
    sitting.session.submit({"kind": "declare_action", "skill": "Stealth"}, actor="Russ")
    table.read("Jay: 2")
    assert [each["text"] for each in sitting.of("utterance")] == [ASKS, "2"]
