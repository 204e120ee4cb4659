"""Questions of the companion: put once, answered by a word, a tap or a deed, gone quietly."""

from typing import Any

import pytest

from audio.types import UNKNOWN, SpeakerMatch, Utterance
from companion.dialogue import dispatch
from companion.dialogue.question_wording import deed_text, in_turn, question_text
from companion.dialogue.questions import KEEP_SECONDS, REST_SECONDS
from companion.nlu.types import Intent
from companion.play.commands import command_of
from companion.play.game import Performed
from engine.fields import CommandField, Number, OneOf, Text, YesNo, fields_of
from engine.registry import all_rulesets
from tests.support.harbour import CONFLICT, HAGGLE, after, bidding, talking, with_success
from tests.support.sitting import Sitting, act, ask

MINE = ask("declare_action", player="Jay", skill="Haggling")
YOURS = ask("declare_action", player="Russ", skill="Stealth")


def conflict_called() -> Sitting:
    """Russ calls a conflict into what Jay narrates."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    return sitting


def skill_asked() -> Sitting:
    """Jay does something without saying on which skill."""
    sitting = Sitting()
    sitting.say("Jay", "I try to talk him down", ask("declare_action", "skill", player="Jay"))
    return sitting


def test_a_protected_narration_is_asked_about_and_yes_ends_it() -> None:
    """ "Is Jay finished?" — "Yes": the narration ends, then the conflict is called, by the one who called it."""
    sitting = conflict_called()
    assert sitting.wait(3) == ["Is Jay finished?"]
    (asked,) = sitting.of("question")
    assert (asked["status"], asked["options"], asked["to"]) == ("asked", ["yes", "no"], "Russ")
    sitting.say("Jay", "Yes", act("yes"))
    assert [each["status"] for each in sitting.of("question")] == ["asked", "answered"]
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert sitting.of("command")[-1]["actor"] == "Russ"
    assert sitting.store.pending(sitting.campaign.id) is None


@pytest.mark.parametrize("tapped", [False, True])
def test_a_no_drops_it(tapped: bool) -> None:
    """Nothing is done, the next question may be asked, and a yes or a tap on nothing open does nothing."""
    sitting = conflict_called()
    before = sitting.game.state
    sitting.wait(0 if tapped else 3)
    assert not tapped or sitting.session.answer("No", actor="Jay")
    if not tapped:
        sitting.say("Jay", "No", act("no"))
    assert sitting.of("question")[-1]["status"] == "dropped"
    assert sitting.game.state is before
    assert not sitting.session.answer("yes", actor="Jay")
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state is before


def test_a_question_nobody_answers_is_dropped_and_told() -> None:
    """The companion says what holds instead; after its time a yes means nothing any more."""
    sitting = conflict_called()
    before = sitting.game.state
    assert sitting.wait(KEEP_SECONDS + 3) == ["Is Jay finished?", "No answer: Jay continues."]
    assert sitting.of("question")[-1]["status"] == "expired"
    assert sitting.session.question is None
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state is before


def test_somebody_who_does_what_is_asked_has_answered() -> None:
    """ "Is Jay finished?" — "That's me done": the conflict follows at once."""
    sitting = conflict_called()
    sitting.wait(3)
    sitting.say("Jay", "That's me done", act("end_narration", player="Jay"))
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert sitting.session.question is None


def test_a_question_settled_before_its_pause_came_is_not_asked() -> None:
    """Nobody is asked what has been answered."""
    sitting = conflict_called()
    sitting.say("Jay", "Yes", act("yes"))
    assert "Is Jay finished?" not in sitting.wait(5)


@pytest.mark.parametrize("played", [0, 600])
def test_a_question_survives_a_restart(played: float) -> None:
    """It is put again, however late in the evening, and a yes still does what it was about."""
    sitting = with_success()
    sitting.wait(played)
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    again = sitting.again()
    assert again.session.question is not None
    assert again.wait(3) == ["Is Jay finished?"]
    again.say("Jay", "Yes", act("yes"))
    assert again.outcomes == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert again.of("command")[-1]["actor"] == "Russ"


_KEPT: dict[str, Any] = {
    "question": "q1.1",
    "text": "Is Jay finished?",
    "utterance": "u1",
    "speaker": "Russ",
    "first": [{"kind": "end_narration", "player": "Jay", "actor": "Jay"}],
    "options": ["yes", "no"],
    "intent": {"category": "conflict_call", "command": "call_conflict", "slots": {"caller": "Russ"}, "missing": []},
}


@pytest.mark.parametrize(
    "damage",
    [
        {"intent": None},
        {"intent": {**_KEPT["intent"], "slots": "none"}},
        {"intent": {**_KEPT["intent"], "command": "call_confict"}},
        {"intent": {**_KEPT["intent"], "command": None}},
        {"first": [{"kind": "end_naration"}]},
        {"first": "end_narration"},
        {"speaker": ["Russ"]},
        {"question": None},
        None,
    ],
)
def test_a_question_that_cannot_be_read_is_dropped_and_told_once(damage: dict[str, Any] | None) -> None:
    """A campaign file was edited by hand, or an older companion kept it otherwise: the evening goes on."""
    sitting = with_success()
    body: Any = {**_KEPT, **damage} if damage is not None else {"command": {"kind": "call_conflict"}}
    sitting.store.save_pending(sitting.campaign.id, body)
    again = sitting.again()
    assert again.session.question is None
    assert again.wait(3) == ["I dropped an open question that can no longer be read."]
    again.say("Jay", "Yes", act("yes"))
    assert again.outcomes == []
    assert sitting.again().wait(3) == []


def test_the_record_of_a_question_is_one() -> None:
    """The record from which the damaged ones above are made is asked again."""
    sitting = with_success()
    sitting.store.save_pending(sitting.campaign.id, _KEPT)
    assert sitting.again().wait(3) == ["Is Jay finished?"]


def test_question_ids_stay_unique_over_a_restart() -> None:
    """Records of one evening can be told apart."""
    sitting = conflict_called()
    again = sitting.again()
    again.say("Jay", "No", act("no"))
    again.say("Mira", "A conflict then", act("call_conflict", caller="Mira", nature="rats"))
    first, dropped, second = sitting.of("question") + again.of("question")
    assert first["id"] == dropped["id"] != second["id"]


def test_an_unsure_command_is_asked_about_first() -> None:
    """One word decides."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", MINE)
    assert sitting.wait(3) == ["Haggling, Jay?"]
    assert sitting.outcomes == []
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]


def test_what_is_missing_is_asked_for_and_named() -> None:
    """A yes is no answer to "Which skill, Jay?", a skill is."""
    sitting = skill_asked()
    assert sitting.wait(3) == ["Which skill, Jay?"]
    assert sitting.of("question")[0]["options"] == ["Haggling", "Jay's Common Sense"]
    sitting.say("Jay", "Yes", act("yes"))
    sitting.say("Jay", "Jay", act("choose", option="Jay"))
    assert sitting.session.question is not None
    assert sitting.outcomes == []
    sitting.say("Jay", "Haggling", act("choose", option="Haggling"))
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]
    assert sitting.of("command")[0]["fields"]["skill"] == "Haggling"
    assert sitting.session.question is None


def test_two_missing_things_are_asked_for_one_after_the_other() -> None:
    """A check needs somebody and a skill."""
    sitting = Sitting()
    sitting.say("Russ", "Here's a chip, roll for it", ask("request_skill_check", "target", "skill", requester="Russ"))
    assert sitting.wait(3) == ["Who should roll?"]
    sitting.say("Russ", "Jay", act("choose", option="Jay"))
    assert sitting.wait(3) == ["Which skill, Jay?"]
    sitting.say("Russ", "Haggling", act("choose", option="Haggling"))
    assert sitting.outcomes == [("request_skill_check", "awaiting_roll")]


def test_another_name_corrects_what_is_asked() -> None:
    """ "Haggling, Jay?" — "My Common Sense"."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", MINE)
    sitting.wait(3)
    sitting.say("Jay", "Common Sense", act("choose", option="Jay's Common Sense"))
    assert sitting.of("command")[0]["fields"]["skill"] == "Jay's Common Sense"


def test_while_one_question_is_open_no_second_is_asked() -> None:
    """One at a time."""
    sitting = conflict_called()
    sitting.say("Mira", "Haggling maybe", ask("declare_action", player="Mira", skill="Locks"))
    assert sitting.wait(5) == ["Is Jay finished?"]
    assert len(sitting.of("question")) == 1


# ---------------------------------------------------------------- what is asked, and once


def test_a_misheard_skill_near_one_of_the_rollers_is_asked_about() -> None:
    """Never rolled on Luck in silence; one word puts it right, whoever says it."""
    sitting = talking()
    sitting.say("Russ", "Here's a chip, give me a paddling check, Jay.")
    assert sitting.wait(3) == ["A Haggling check for Jay?"]
    assert sitting.session.question is not None
    assert sitting.session.question.options == ("yes", "no", "Streetwise")
    sitting.say("Mira", "Streetwise.")
    assert sitting.owed == [("Jay", 2)]
    assert sitting.of("command")[-1]["actor"] == "Russ"


def test_a_misheard_skill_near_nothing_is_asked_for() -> None:
    """Luck is one of the answers, not the way out."""
    sitting = talking()
    sitting.say("Russ", "Here's a chip, give me a swimming check, Jay.")
    assert sitting.wait(3) == ["Which skill, Jay?"]
    assert sitting.chips == {"Jay": 6, "Russ": 5, "Mira": 4}
    sitting.say("Jay", "Luck.")
    assert sitting.of("command")[-1]["fields"]["skill"] == "none"
    assert sitting.chips["Russ"] == 4


def test_anybodys_no_cancels_even_a_strangers() -> None:
    """It costs nothing to leave something undone."""
    sitting = talking()
    sitting.say("Russ", "Here's a chip, give me a swimming check, Jay.")
    sitting.say(UNKNOWN, "No.")
    assert sitting.session.question is None
    assert sitting.outcomes == []


def test_a_strangers_yes_is_no_answer() -> None:
    """Only people of the table may say yes."""
    sitting = talking()
    sitting.say("Russ", "Mira has seven chips.")
    sitting.say(UNKNOWN, "Yes.")
    assert sitting.chips["Mira"] == 4
    assert sitting.session.question is not None


def test_a_yes_in_the_same_breath_answers_nothing() -> None:
    """Whoever says both has not heard the question."""
    sitting = talking()
    sitting.say("Jay", "Jay has ten chips. Yes. Yes, do it.")
    assert sitting.chips["Jay"] == 6


@pytest.mark.parametrize("refuse", [True, False])
def test_the_same_thing_is_not_asked_twice_in_a_while(refuse: bool) -> None:
    """Neither after a no nor after silence; later it may be asked again."""
    sitting = Sitting()
    unsure = ask("declare_action", player="Jay", skill="Haggling", description="to the captain")
    again = ask("declare_action", player="Jay", skill="Haggling", description="in other words")
    sitting.say("Jay", "Haggling maybe", unsure)
    if refuse:
        sitting.say("Mira", "No", act("no"))
    sitting.wait(KEEP_SECONDS + 1)
    sitting.say("Jay", "Haggling perhaps", again)
    assert sitting.session.question is None
    sitting.wait(REST_SECONDS)
    sitting.say("Jay", "Haggling possibly", again)
    assert sitting.session.question is not None


def test_another_player_may_be_asked_the_same() -> None:
    """Only the same words of the same speaker are the same question."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", MINE)
    sitting.say("Mira", "No", act("no"))
    sitting.say("Russ", "Haggling maybe", ask("declare_action", player="Jay", skill="Haggling"))
    assert sitting.session.question is not None


def test_the_same_deed_of_another_player_is_no_answer() -> None:
    """Mira's bid says nothing about Jay's."""
    sitting = bidding(mode="table")
    sitting.say("Jay", "Mine", ask("place_bid", player="Jay", chips=4))
    sitting.say("Mira", "My bid", act("place_bid", player="Mira", chips=3))
    assert sitting.session.question is not None
    sitting.say("Jay", "I said two", act("place_bid", player="Jay", chips=2))
    assert sitting.session.question is None


def test_an_undo_drops_the_question() -> None:
    """It was about what is gone."""
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Mira", "Locks maybe", ask("declare_action", player="Mira", skill="Locks"))
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.session.question is None
    assert sitting.of("question")[-1]["status"] == "withdrawn"


# ---------------------------------------------------------------- one after the other


def two_doubts() -> Sitting:
    """Jay is asked whether he haggles; Russ said something doubtful meanwhile."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", MINE)
    sitting.say("Russ", "Stealth maybe", YOURS)
    assert sitting.wait(3) == ["Haggling, Jay?"]
    return sitting


def test_the_next_question_waits_for_a_no() -> None:
    sitting = two_doubts()
    sitting.say("Jay", "No", act("no"))
    assert sitting.wait(3) == ["Stealth, Russ?"]


def test_the_next_question_waits_until_the_first_has_lapsed() -> None:
    sitting = two_doubts()
    assert sitting.wait(KEEP_SECONDS + 3)[-1] == "Stealth, Russ?"


def test_a_question_that_lost_its_sense_is_not_put() -> None:
    """Jay's yes begins his action, so that Russ cannot begin one."""
    sitting = two_doubts()
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.wait(KEEP_SECONDS) != []
    assert sitting.session.question is None
    assert len(sitting.of("question", status="asked")) == 1


def test_what_was_done_meanwhile_is_not_asked_about() -> None:
    sitting = two_doubts()
    sitting.say("Russ", "Stealth, really", act("declare_action", player="Russ", skill="Stealth"))
    sitting.say("Jay", "No", act("no"))
    sitting.wait(3)
    assert sitting.session.question is None


def test_struck_words_are_not_asked_about() -> None:
    sitting = two_doubts()
    sitting.session.strike([sitting.of("utterance")[-1]["id"]])
    sitting.say("Jay", "No", act("no"))
    sitting.wait(3)
    assert sitting.session.question is None


def test_the_same_doubt_is_put_once() -> None:
    sitting = two_doubts()
    sitting.say("Jay", "Haggling maybe, I said", MINE)
    sitting.say("Jay", "No", act("no"))
    sitting.wait(3)
    assert [each["to"] for each in sitting.of("question", status="asked")] == ["Jay", "Russ"]


# ---------------------------------------------------------------- answers by a tap


@pytest.mark.parametrize(
    ("option", "skill"), [("haggling", "Haggling"), ("Luck", "none"), ("second", "Jay's Common Sense")]
)
def test_a_tap_answers_as_a_word_does(option: str, skill: str) -> None:
    """The page sends one of the options, Luck or a place in the list, and who tapped."""
    sitting = skill_asked()
    assert sitting.session.answer(option, actor="Mira")
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]
    (done,) = sitting.of("command")
    assert (done["actor"], done["utterance"], done["fields"]["skill"]) == ("Jay", "u1", skill)
    assert sitting.of("question")[-1]["status"] == "answered"


@pytest.mark.parametrize("option", ["yes", "Surgery", "Russ", "", "7"])
def test_a_tap_that_answers_nothing_leaves_the_question_open(option: str) -> None:
    """A skill was asked for."""
    sitting = skill_asked()
    assert not sitting.session.answer(option, actor="Jay")
    assert sitting.session.question is not None
    assert sitting.outcomes == []


@pytest.mark.parametrize("answer", ["Two.", "2", "Just two dice."])
def test_a_number_answers_a_question_for_one(answer: str) -> None:
    """A number of dice for help counts as an answer: said, typed or tapped."""
    sitting = after(("Russ", "Here's a chip, give me a Haggling check, Jay."))
    dispatch.ask(sitting.session, ask("offer_help", "dice", player="Mira", skill="Sailing"), said(sitting, "Mira"))
    assert sitting.wait(3) == ["How many dice, Mira?"]
    sitting.say("Mira", answer)
    assert sitting.of("command")[-1]["fields"]["dice"] == 2
    assert sitting.chips["Mira"] == 2


def said(sitting: Sitting, by: str) -> Utterance:
    """A sentence of somebody, as a question is about it."""
    return Utterance("u1", "I help", SpeakerMatch(by, 0.9), sitting.now, sitting.now)


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (ask("declare_action", player="Jay", skill="none"), "Luck, Jay?"),
        (ask("offer_help", player="Mira", dice=2, skill="Sailing"), "Two helping dice, Mira?"),
        (ask("offer_help", player="Mira", dice=1, skill="Sailing"), "One helping die, Mira?"),
        (ask("end_session"), "End the session?"),
        (ask("place_bid", player="Jay", chips=4), "Was that your bid, Jay?"),
        (ask("add_connection", "npc_name", player="Jay"), "What is the name?"),
        (ask("learn_dance", player="Jay", value=3), "Learn dance, Jay, three?"),
        (ask("request_skill_check", "skill", requester="Jay", target="Russ"), "Which skill, Russ?"),
    ],
)
def test_a_question_is_short_and_names_what_will_happen(intent: Intent, text: str) -> None:
    """One word answers it; bids stay secret."""
    assert question_text(intent, "Jay", command_of("phase-abandon", intent.command)) == text


UNASKED = {"ask_status", "create_table", "place_bid"}


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda each: each.info.slug)
def test_every_deed_has_a_question_in_words(ruleset: Any) -> None:
    """Nothing but letters and the marks of a sentence: no digits, no names of fields, no empty places."""
    for command in ruleset.command_types:
        if command.kind in UNASKED:
            continue
        sample = {each.name: value for each in fields_of(command) if (value := _sample(each)) is not None}
        for slots in (sample, {name: True if name == "present" else value for name, value in sample.items()}):
            text = deed_text(command, slots, "Gwen")
            assert text is not None, command.kind
            assert text.endswith(("?", "stands.")), text
            assert not set(text) & set("0123456789_{}[]|"), text
            assert "  " not in text, text


def _sample(field: CommandField) -> Any:
    kind = field.type
    value: Any = kind.choices[0] if isinstance(kind, OneOf) else 2 if isinstance(kind, Number) else "Rook"
    if isinstance(kind, YesNo):
        return False
    return (value, value) if field.many and not isinstance(kind, Text) else value


@pytest.mark.parametrize(
    ("slug", "kind", "slots", "text"),
    [
        ("kleptonomicon", "record_damage", {"target": "Rook", "amount": 2}, "Take two health off Rook, Gwen?"),
        ("kleptonomicon", "request_test", {"character": "Vex"}, "Ask Vex for a Test, Gwen?"),
        ("kleptonomicon", "cold_open", {"text": "Rain over the old quarter."}, "Is that the Cold Open, Gwen?"),
        ("phasesix", "request_group_check", {"trait": "Perception", "required": 3},
         "A group roll on Perception, three successes needed?"),
        ("phasesix", "apply_condition", {"char": "Luta", "cond": "bleeding"}, "Give Luta the condition bleeding?"),
        ("phasesix", "start_combat", {"foes": ("Brigand", "Thug")}, "Start a fight with Brigand and Thug, Gwen?"),
        ("phasesix", "take_wounds", {"char": "Luta", "count": 1}, "One wound for Luta?"),
        ("choice-pta", "spend_tokens", {"n": 2}, "Two tokens on a card?"),
        ("phase-abandon", "declare_action", {}, None),
    ],
)  # fmt: skip
def test_a_deed_is_asked_about_in_the_words_of_its_command(slug: str, kind: str, slots: Any, text: str | None) -> None:
    assert deed_text(command_of(slug, kind), slots, "Gwen") == text


def test_two_steps_are_one_question_after_the_other() -> None:
    """Whoever is asked is named once, and names keep their capital."""
    asked = ["Ask for Episodic Abilities, Gwen?", "On to Freeplay, Gwen?"]
    assert in_turn(asked, "Gwen") == "Ask for Episodic Abilities? Then on to Freeplay, Gwen?"
    assert in_turn(["Turn the cards up?", "Vex runs?"], None, {"Vex"}) == "Turn the cards up? Then Vex runs?"


def test_a_question_about_what_cannot_be_any_more_is_never_put() -> None:
    """A conflict was called by a tap before there was a pause to ask about a check in."""
    sitting = Sitting()
    sitting.say("Jay", "I end my turn", act("end_narration", player="Jay"))
    check = ask("request_skill_check", requester="Russ", target="Jay", skill="Haggling")
    sitting.say("Russ", "That may need Haggling", check)
    assert sitting.session.question is not None
    assert isinstance(sitting.session.submit({"kind": "call_conflict", "caller": "Mira"}, actor="Mira"), Performed)
    assert not [each for each in sitting.wait(5) if each.endswith("?")]
    assert sitting.of("question")[-1]["status"] == "withdrawn"


def test_a_question_whether_to_undo_is_withdrawn_when_something_else_is_done() -> None:
    """A late yes would undo that instead."""
    sitting = Sitting()
    sitting.say("Jay", "I end my turn", act("end_narration", player="Jay"))
    sitting.say("Russ", "Undo that, maybe", ask("undo_last"))
    assert sitting.session.question is not None
    sitting.say("Jay", "I haggle", act("declare_action", player="Jay", skill="Haggling"))
    assert sitting.outcomes[-1] == ("declare_action", "awaiting_roll")
    assert sitting.session.question is None
    assert sitting.of("question")[-1]["status"] == "withdrawn"
