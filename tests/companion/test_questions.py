"""Questions of the companion: put once, answered by a word, a tap or a deed, gone quietly."""

from companion.questions import KEEP_SECONDS
from tests.support.harbour import CONFLICT, with_success
from tests.support.sitting import Sitting, act, ask


def test_a_protected_narration_is_asked_about_and_yes_ends_it() -> None:
    """ "Is Jay finished?" — "Yes": the narration ends, then the conflict is called, by the one who called it."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    assert sitting.wait(3) == ["Is Jay finished?"]
    (asked,) = sitting.of("question")
    assert (asked["status"], asked["options"], asked["to"]) == ("asked", ["yes", "no"], "Russ")
    sitting.say("Jay", "Yes", act("yes"))
    assert [each["status"] for each in sitting.of("question")] == ["asked", "answered"]
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert sitting.of("command")[-1]["actor"] == "Russ"
    assert sitting.store.pending(sitting.campaign.id) is None


def test_a_no_drops_it() -> None:
    """Nothing is done, and the next question may be asked."""
    sitting = with_success()
    before = sitting.game.state
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    sitting.say("Jay", "No", act("no"))
    assert sitting.of("question")[-1]["status"] == "dropped"
    assert sitting.game.state is before
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state is before


def test_a_question_nobody_answers_goes_quietly() -> None:
    """After its time a yes means nothing any more."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    before = sitting.game.state
    assert sitting.wait(KEEP_SECONDS + 1) == ["Is Jay finished?"]
    assert sitting.of("question")[-1]["status"] == "expired"
    assert sitting.session.question is None
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state is before


def test_somebody_who_does_what_is_asked_has_answered() -> None:
    """ "Is Jay finished?" — "That's me done": the conflict follows at once."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    sitting.say("Jay", "That's me done", act("end_narration", player="Jay"))
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert sitting.session.question is None


def test_a_question_settled_before_its_pause_came_is_not_asked() -> None:
    """Nobody is asked what has been answered."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Jay", "Yes", act("yes"))
    assert "Is Jay finished?" not in sitting.wait(5)


def test_a_question_survives_a_restart() -> None:
    """It is put again, and a yes still does what it was about."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    again = sitting.again()
    assert again.session.question is not None
    assert again.wait(3) == ["Is Jay finished?"]
    again.say("Jay", "Yes", act("yes"))
    assert again.outcomes == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert again.of("command")[-1]["actor"] == "Russ"


def test_question_ids_stay_unique_over_a_restart() -> None:
    """Records of one evening can be told apart."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    again = sitting.again()
    again.say("Jay", "No", act("no"))
    again.say("Mira", "A conflict then", act("call_conflict", caller="Mira", nature="rats"))
    first, dropped, second = sitting.of("question") + again.of("question")
    assert first["id"] == dropped["id"] != second["id"]


def test_an_unsure_command_is_asked_about_first() -> None:
    """One word decides."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", ask("declare_action", player="Jay", skill="Haggling"))
    assert sitting.wait(3) == ["Haggling, Jay?"]
    assert sitting.outcomes == []
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]


def test_what_is_missing_is_asked_for_and_named() -> None:
    """A yes is no answer to "Which skill, Jay?", a skill is."""
    sitting = Sitting()
    sitting.say("Jay", "I try to talk him down", ask("declare_action", "skill", player="Jay"))
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
    assert sitting.wait(3) == ["Who is to roll?"]
    sitting.say("Russ", "Jay", act("choose", option="Jay"))
    assert sitting.wait(3) == ["Which skill, Jay?"]
    sitting.say("Russ", "Haggling", act("choose", option="Haggling"))
    assert sitting.outcomes == [("request_skill_check", "awaiting_roll")]


def test_another_name_corrects_what_is_asked() -> None:
    """ "Haggling, Jay?" — "My Common Sense"."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", ask("declare_action", player="Jay", skill="Haggling"))
    sitting.wait(3)
    sitting.say("Jay", "Common Sense", act("choose", option="Jay's Common Sense"))
    assert sitting.of("command")[0]["fields"]["skill"] == "Jay's Common Sense"


def test_while_one_question_is_open_no_second_is_asked() -> None:
    """One at a time."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Mira", "Haggling maybe", ask("declare_action", player="Mira", skill="Locks"))
    assert sitting.wait(5) == ["Is Jay finished?"]
    assert len(sitting.of("question")) == 1
