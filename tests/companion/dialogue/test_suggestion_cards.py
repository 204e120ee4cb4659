"""Lines that were left alone but ask for something: a card names what it may be, or a question where that is sure."""

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.cli.typing_table import TypedTable
from companion.dialogue.suggestion_cards import KEEP_SECONDS, LEAST_CHANCE, MOST_IDLE, Standing, SuggestionCards
from companion.nlu.likely import Likely, Ranking, Seat, Suggestion, load_likely
from engine.board import Field, Move, Option
from engine.registry import infos
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.sitting import PLAYERS, Sitting, act, ask

ASKS = "I'm having a word with him, that'll be Haggling."
PLAINLY_ASKS = "I want to have a go at Haggling with him."
CHAT = "My sister has a new kitchen, it took them all summer."


def kinds(sitting: Sitting) -> list[tuple[str, str]]:
    return [(each["to"], each["status"]) for each in sitting.of("card")]


def test_a_line_that_asks_for_something_is_offered_and_nothing_is_done_or_said() -> None:
    sitting = Sitting(mode="table")
    asked = sitting.say("Jay", ASKS)
    assert sitting.wait(1) == []
    (card,) = sitting.session.cards
    assert (card.id, card.speaker, card.text) == (asked, "Jay", ASKS)
    assert card.suggestions[0].move.kind == "declare_action"
    assert dict(card.suggestions[0].known) == {"skill": "Haggling"}
    assert 1 <= len(card.suggestions) <= 3
    assert not sitting.of("command")
    record = sitting.of("card")[0]
    assert record["options"][0] == card.suggestions[0].label
    assert "Haggling" in record["options"][0]


def test_it_is_not_ranked_while_it_is_heard() -> None:
    """The next sentence never waits for a card."""
    sitting = Sitting()
    sitting.say("Jay", ASKS)
    assert not sitting.session.cards
    sitting.wait(0.25)
    assert sitting.session.cards


@pytest.mark.parametrize("by", ["Jay", None])
@pytest.mark.parametrize("text", [CHAT, "Hm.", "Pass the crisps, would you?"])
def test_chat_gets_no_card(by: str | None, text: str) -> None:
    sitting = Sitting()
    sitting.say(by, text)
    sitting.wait(1)
    assert not sitting.of("card")


def test_what_was_understood_asked_about_or_said_by_a_stranger_gets_no_card() -> None:
    sitting = Sitting(mode="table")
    sitting.say(None, ASKS)
    sitting.wait(1)
    sitting.say("Jay", ASKS, act("declare_action", player="Jay", skill="Haggling"))
    sitting.wait(1)
    assert not sitting.of("card")
    assert sitting.game.open_rolls


def test_a_tap_carries_it_out_as_its_speaker() -> None:
    sitting = Sitting(mode="table")
    asked = sitting.say("Jay", ASKS)
    sitting.wait(1)
    ready = sitting.session.cards[0].suggestions[0].ready
    sitting.session.take_card(asked, {"kind": ready.kind, **dict(ready.given)})
    assert [each.roller for each in sitting.game.open_rolls] == ["Jay"]
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "taken")]
    assert sitting.session.take_card(asked, {"kind": ready.kind}) is None


def test_it_goes_with_the_next_thing_its_speaker_does_and_stays_while_others_do_something() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", ASKS)
    sitting.wait(1)
    sitting.session.submit({"kind": "add_group_goal", "text": "get home", "value": 5}, actor="Russ")
    sitting.wait(1)
    assert sitting.session.cards
    sitting.session.submit({"kind": "set_scene", "description": "a hold full of rats"}, actor="Jay")
    sitting.wait(1)
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "withdrawn")]


def test_it_goes_by_itself_and_with_its_words() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", ASKS)
    sitting.wait(KEEP_SECONDS + 2, step=1)
    assert kinds(sitting) == [("Jay", "offered"), ("Jay", "expired")]
    struck = sitting.say("Jay", ASKS)
    sitting.wait(1)
    assert sitting.session.cards
    sitting.session.strike([struck])
    assert not sitting.session.cards


def test_what_the_rules_no_longer_take_is_offered_no_longer() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", ASKS)
    sitting.wait(1)
    sitting.session.submit({"kind": "call_conflict"}, actor="Russ")
    sitting.wait(1)
    assert all(each.move.kind == "place_bid" for card in sitting.session.cards for each in card.suggestions)


def test_after_some_cards_that_nobody_took_there_are_no_more_for_an_hour() -> None:
    sitting = Sitting(mode="table")
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
    sitting = Sitting(mode="table")
    sitting.session.submit({"kind": "declare_action", "skill": "Haggling"}, actor="Jay")
    sitting.wait(20)
    sitting.say("Jay", "A four and a five so far.")
    sitting.wait(1)
    assert not sitting.of("card")


def test_what_is_secret_stands_on_no_record() -> None:
    """A bid is its bidder's own; the table reads neither the move nor its fields."""
    sitting = Sitting(mode="table")
    sitting.session.submit({"kind": "call_conflict"}, actor="Jay")
    sitting.wait(20)
    sitting.say("Jay", "I reckon two chips from me for this bid.")
    sitting.wait(1)
    (card,) = sitting.session.cards
    assert card.suggestions[0].move.kind == "place_bid"
    assert card.suggestions[0].known == ()
    assert card.public == ()
    assert sitting.of("card")[0]["options"] == sitting.of("card")[0]["kinds"] == []


def test_a_typed_number_takes_what_was_offered() -> None:
    sitting = Sitting(mode="table")
    table = TypedTable(sitting.session, PLAYERS)
    table.read(f"Jay: {ASKS}")
    assert sitting.session.cards
    table.read("1")
    assert [each["kind"] for each in sitting.of("command")] == ["declare_action"]
    assert [each["text"] for each in sitting.of("utterance")] == [ASKS]


def test_a_typed_number_means_the_dice_that_are_owed_first() -> None:
    sitting = Sitting(mode="table")
    table = TypedTable(sitting.session, PLAYERS)
    table.read(f"Jay: {ASKS}")
    sitting.session.submit({"kind": "declare_action", "skill": "Stealth"}, actor="Russ")
    table.read("Jay: 2")
    assert [each["text"] for each in sitting.of("utterance")] == [ASKS, "2"]


# Questions


class Sure(Likely):
    """Takes every line for the same."""

    def __init__(self, ranking: Ranking) -> None:
        known = load_likely("phase-abandon")
        assert known is not None
        super().__init__(known.wording, known.fits, known.idle)
        object.__setattr__(self, "ranking", ranking)

    ranking: Ranking

    def rank(self, text: str, seat: Seat) -> Ranking:
        return self.ranking


def asked(sitting: Sitting) -> list[tuple[str, str]]:
    return [(each["text"], each["status"]) for each in sitting.of("question")]


def test_what_a_line_plainly_asks_for_is_asked_about_and_nothing_is_done_before_a_yes() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", PLAINLY_ASKS, typed=True)
    sitting.wait(2)
    assert asked(sitting) == [("Act: Haggling, three dice, Jay?", "asked")]
    assert not sitting.of("command")
    assert not sitting.of("card")
    sitting.say("Jay", "Yes.", act("yes"))
    assert [each.roller for each in sitting.game.open_rolls] == ["Jay"]


def test_a_no_leaves_it_and_it_is_not_asked_again_at_once() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", PLAINLY_ASKS, typed=True)
    sitting.wait(1)
    sitting.session.answer("no")
    sitting.say("Jay", PLAINLY_ASKS, typed=True)
    sitting.wait(1)
    assert [status for _, status in asked(sitting)] == ["asked", "dropped"]
    assert not sitting.of("command")
    assert kinds(sitting) == [("Jay", "offered")]


def test_what_it_lacks_is_asked_for() -> None:
    sitting = Sitting(mode="table")
    target = Field("target", "Whom", "choice", tuple(Option(name, name) for name in ("Mira", "Russ")))
    move = Move("request_skill_check", "Call a check on somebody", given=(("skill", "Haggling"),), fields=(target,))
    alone = SuggestionCards(Sure(Ranking(0.9, 0.9, True, (Suggestion(move),))))
    line = Utterance("u1", "Somebody haggle with him, I pay.", SpeakerMatch("Jay", 1.0), 1.0, 2.0, typed=True)
    alone.heard(sitting.session, line, Standing.of(sitting.session))
    alone.look(sitting.session)
    assert asked(sitting) == [("Call a check on somebody, Jay: Mira or Russ?", "asked")]
    assert sitting.session.answer("Russ", actor="Jay")
    assert [each.roller for each in sitting.game.open_rolls] == ["Russ"]


def test_while_another_question_is_open_or_nobody_wants_questions_it_is_a_card() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", "and that's the session, maybe.", ask("end_session"))
    sitting.say("Jay", PLAINLY_ASKS, typed=True)
    sitting.wait(1)
    assert [text for text, _ in asked(sitting)] == ["End the session?"]
    brisk = Sitting(mode="table")
    brisk.session.trust_more(1)
    brisk.say("Jay", PLAINLY_ASKS, typed=True)
    brisk.wait(1)
    assert asked(brisk) == []
    assert kinds(brisk) == [("Jay", "offered")]


def test_what_was_said_among_people_is_not_asked_about() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", PLAINLY_ASKS)
    sitting.wait(2)
    assert asked(sitting) == []
    assert kinds(sitting) == [("Jay", "offered")]


def test_after_some_questions_that_nobody_said_yes_to_there_are_no_more_for_an_hour() -> None:
    sitting = Sitting(mode="table")
    for _ in range(MOST_IDLE):
        sitting.say("Jay", PLAINLY_ASKS, typed=True)
        sitting.wait(1)
        sitting.session.answer("no")
        sitting.wait(100, step=5)
    sitting.say("Jay", PLAINLY_ASKS, typed=True)
    sitting.wait(1)
    assert len(asked(sitting)) == 2 * MOST_IDLE
    assert not sitting.of("card")


@pytest.mark.parametrize(
    ("text", "field", "known", "plain"),
    [
        ("Now for Locks.", Field("skill", "Skill", "choice", (Option("Locks", "Locks, 3"),)), True, True),
        ("Now for a lock.", Field("skill", "Skill", "choice", (Option("Locks", "Locks, 3"),)), False, True),
        ("A lock, two or three more.", Field("chips", "Chips", "number", optional=True), False, False),
        ("A lock, once more.", Field("chips", "Chips", "number", optional=True), False, True),
        ("The lock stands in the rain.", Field("text", "Words"), True, False),
        (
            "A lock for him.",
            Field("target", "Whom", "choice", (Option("Herik", "Herik"), Option("Lu", "Lu"))),
            False,
            True,
        ),
        ("A lock, then.", Field("values", "Dice", "faces", least=2), False, False),
    ],
)
def test_only_a_move_that_lacks_hardly_anything_is_asked_about(
    text: str, field: Field, known: bool, plain: bool
) -> None:
    likely = load_likely("phase-abandon")
    assert likely is not None
    names = Vocabulary((PlayerWords("Jay", None, (("skill", "Locks"),)),))
    found = likely.rank(text, Seat((Move("declare_action", "Roll for locks", fields=(field,)),), names))
    assert bool(found.suggestions[0].known) is known
    assert found.plain is plain


@pytest.mark.parametrize(("text", "plain"), [("A rest, nine hours.", False), ("A rest, eight hours.", True)])
def test_a_move_with_another_number_than_the_line_is_not_asked_about(text: str, plain: bool) -> None:
    likely = load_likely("phasesix")
    assert likely is not None
    found = likely.rank(text, Seat((Move("rest", "Rest for a night", given=(("hours", 8),)),), Vocabulary()))
    assert found.plain is plain


def test_people_are_meant_by_either_name_and_several_may_be() -> None:
    likely = load_likely("phase-abandon")
    assert likely is not None
    names = Vocabulary((PlayerWords("Jay", "Herik"), PlayerWords("Russ", "Yargert")))
    people = (Option("Herik", "Herik"), Option("Yargert", "Yargert"))
    for shape, known in (("choices", ["Herik", "Yargert"]), ("choice", None)):
        move = Move("invoke", "Call on somebody", fields=(Field("targets", "Whom", shape, people),))
        (found,) = likely.rank("I call on Jay, and on Yargert too.", Seat((move,), names)).suggestions
        assert dict(found.known).get("targets") == known


# Ranking


def test_every_game_can_be_ranked() -> None:
    assert all(load_likely(info.slug) is not None for info in infos())
    assert load_likely("any-rpg") is None


def ranked(text: str, sitting: Sitting, player: str = "Jay") -> Ranking:
    likely, game = load_likely("phase-abandon"), sitting.game
    assert likely is not None
    moves, names = game.ruleset.moves(game.state, player), game.ruleset.vocabulary(game.state)
    return likely.rank(text, Seat(moves, names, player == "Jay"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Gimme Haggling on that one, I reckon.", "declare_action"),
        ("That would be us for tonight, see you next week.", "end_session"),
        ("Right, that is my bit told, what are you all up to?", "ask_around"),
        ("Stick a new goal on the list for all of us, ten points for the lighthouse.", "add_group_goal"),
    ],
)
def test_the_right_kind_is_among_three(text: str, kind: str) -> None:
    found = ranked(text, Sitting())
    assert kind in [each.move.kind for each in found.suggestions]


def test_what_is_too_short_too_long_or_said_where_nothing_may_be_done_is_not_ranked() -> None:
    sitting = Sitting()
    assert ranked("Haggling!", sitting) == ranked("haggling " * 60, sitting) == Ranking()
    assert ranked(ASKS, sitting, "Nobody") == Ranking()
    assert ranked(CHAT, sitting).chance < LEAST_CHANCE


def test_known_fields_are_told_on_the_button_and_the_rest_is_left() -> None:
    skill = Field("skill", "Skill", "choice", (Option("Locks", "Locks, 3"), Option("Stealth", "Stealth, 2")))
    chips = Field("chips", "Chips", "number", least=1)
    move = Move("declare_action", "Roll a skill", fields=(skill, chips))
    suggestion = Suggestion(move, (("skill", "Locks"),))
    assert suggestion.label == "Roll a skill: Locks, 3"
    assert suggestion.ready.given == (("skill", "Locks"),)
    assert suggestion.ready.fields == (chips,)
    long = Suggestion(
        Move("set_scene", "Describe the scene", fields=(Field("text", "The scene"),)), (("text", "rain " * 40),)
    )
    assert len(long.label) < 70
