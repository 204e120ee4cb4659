"""Later corrections: undo, another skill, another number, another speaker."""

from pathlib import Path
from typing import Any

import pytest

from audio.types import UNKNOWN, SpeakerMatch, Utterance
from companion.dialogue.question_wording import number_word
from companion.play.ready import ready_campaign
from tests.support.evening import WholeEvening
from tests.support.harbour import HAGGLE, after, talking, with_success
from tests.support.sitting import Sitting, act


def test_undo_takes_the_apps_dice_with_the_command() -> None:
    """One undo, one decision of the table."""
    sitting = with_success()
    before = len(sitting.game.recorded)
    sitting.say("Russ", "Undo that", act("undo_last"))
    assert len(sitting.game.recorded) == before + 1
    assert sitting.owed == []
    assert sitting.game.ruleset.narration(sitting.game.state).kind == "SCENE"
    (said,) = sitting.wait(3)
    assert said == "Undone: Jay's Haggling roll."
    assert sitting.wait(30) == []


def test_undo_silences_what_waited() -> None:
    """Results of what no longer counts are not announced."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.wait(5) == ["Undone: Jay's Haggling roll."]


def test_undo_leaves_dice_the_table_threw_owed_again() -> None:
    """Spoken dice are a command of their own: "one die was upside down"."""
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Five, five, two", act("report_dice", player="Jay", values=[5, 5, 2]))
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.owed == [("Jay", 3)]
    sitting.say("Jay", "Five, five, five", act("report_dice", player="Jay", values=[5, 5, 5]))
    assert sitting.outcomes[-1] == ("report_dice", "accepted")


def test_redo_brings_command_and_dice_back() -> None:
    """The same faces, the same chips; what follows an undo cannot be redone."""
    sitting = with_success()
    state = sitting.game.state
    sitting.say("Russ", "Undo that", act("undo_last"))
    sitting.say("Russ", "Redo", act("redo_last"))
    assert sitting.game.state == state
    assert sitting.wait(2)[-1] == "Redone."
    sitting.say("Russ", "Redo again", act("redo_last"))
    assert sitting.outcomes[-1] == ("redo_last", "rejected")


def test_undo_stops_at_the_campaign_file() -> None:
    """The table was set up by nobody's word."""
    sitting = Sitting()
    before = sitting.game.state
    sitting.say("Russ", "Undo that", act("undo_last"))
    assert sitting.wait(2) == ["There is nothing to undo."]
    assert sitting.game.state is before


# ---------------------------------------------------------------- several steps back


def test_the_last_two_are_undone_together() -> None:
    """And reported as one."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "I hold back one die."))
    sitting.say("Jay", "Undo the last two.")
    assert sitting.owed == []
    assert sitting.outcomes[-2:] == [("undo_last", "awaiting_roll"), ("undo_last", "accepted")]
    assert len(sitting.wait(3)) == 1


def test_more_steps_than_there_are_stop_at_the_first() -> None:
    """The campaign file's own setup stays."""
    sitting = after(("Jay", "I roll Haggling."))
    sitting.say("Jay", "Undo the last three.")
    assert sitting.owed == []
    assert "There is nothing to undo." in sitting.wait(3)


# ---------------------------------------------------------------- another skill


def test_another_skill_is_taken_at_once_while_no_dice_lie() -> None:
    """Nothing hangs on the old one yet."""
    sitting = after(("Jay", "I roll Haggling."))
    sitting.say("Jay", "No, I meant Streetwise.")
    assert sitting.wait(3) == ["Streetwise, two dice. Jay?"]
    assert sitting.owed == [("Jay", 2)]
    assert not sitting.of("question")


def test_the_skill_of_a_check_is_its_askers_to_correct() -> None:
    """The chip is paid once."""
    sitting = after(("Russ", "Here's a chip, give me a Haggling check, Jay."))
    sitting.say("Russ", "Sorry, I meant Streetwise.")
    assert sitting.owed == [("Jay", 2)]
    assert sitting.chips == {"Jay": 7, "Russ": 4, "Mira": 4}


@pytest.mark.parametrize(("answer", "owed"), [("Yes.", [("Jay", 2)]), ("No.", [])])
def test_after_the_dice_another_skill_is_asked_about(answer: str, owed: list[tuple[str, int]]) -> None:
    """On a yes the old roll is gone and the new dice are owed; on a no everything stays."""
    sitting = after(("Jay", "I roll Haggling."), mode="app", faces=[(5, 5, 2)])
    before = sitting.game.state
    sitting.say("Jay", "No, I meant Streetwise.")
    assert sitting.wait(3)[-1] == "Undo Jay's Haggling roll: Streetwise instead?"
    assert sitting.game.state is before
    sitting.say("Mira", answer)
    assert sitting.owed == owed
    assert (sitting.game.state == before) is (owed == [])


def test_what_others_said_since_is_done_again_after_the_question() -> None:
    """The extra difficulty somebody bought still stands with the other skill."""
    sitting = after(
        ("Russ", "Here's a chip, give me a Haggling check, Jay."), ("Mira", "Another chip from me to make it harder.")
    )
    assert sitting.chips["Mira"] == 3
    sitting.say("Russ", "No, I meant Streetwise.")
    assert sitting.wait(3)[-1].endswith("Streetwise instead?")
    sitting.say("Russ", "Yes.")
    assert sitting.owed == [("Jay", 2)]
    assert sitting.chips["Mira"] == 3


def test_a_skill_nobody_rolls_with_corrects_nothing() -> None:
    """Stealth is Russ's, not Jay's."""
    sitting = after(("Jay", "I roll Haggling."))
    before = sitting.game.state
    sitting.say("Jay", "No, I meant Stealth.", typed=True)
    assert sitting.game.state is before
    assert sitting.wait(3) == ["I do not know what that corrects."]


def test_the_skill_it_is_already_is_acknowledged() -> None:
    """And nothing is written."""
    sitting = after(("Jay", "I roll Haggling."))
    length = len(sitting.game.recorded)
    sitting.say("Jay", "I meant Haggling.")
    assert sitting.wait(3) == ["Haggling already."]
    assert len(sitting.game.recorded) == length


# ---------------------------------------------------------------- another number


def test_dice_held_back_are_counted_anew() -> None:
    """The number in what the speaker did last."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "I hold back two dice."))
    assert sitting.owed == [("Jay", 1)]
    sitting.say("Jay", "No wait, make that one.")
    assert sitting.owed == [("Jay", 2)]


def test_two_chips_for_a_check_make_it_harder() -> None:
    """The second chip is the extra difficulty."""
    sitting = after(("Russ", "Here's a chip, give me a Haggling check, Jay."))
    sitting.say("Russ", "No wait, make that two.")
    assert sitting.of("command")[-1]["fields"]["extra_difficulty"] == 1
    assert sitting.chips == {"Jay": 8, "Russ": 3, "Mira": 4}


def test_a_bid_is_changed_only_after_asking_when_others_have_bid_since() -> None:
    """The question keeps the secret, and the other bids stand."""
    sitting = after(("Russ", "That's a conflict!"), ("Russ", "I bid two."), ("Mira", "I bid one."))
    sitting.say("Russ", "No wait, make that three.")
    assert sitting.wait(3) == ["Another bid, Russ?"]
    sitting.say("Russ", "Yes.")
    sitting.say("Jay", "I bid nothing.")
    (revealed,) = sitting.of("event", kind="bids_revealed")
    assert {each["player"]: each["number"] for each in revealed["bids"]} == {"Russ": 3, "Mira": 1, "Jay": 0}


@pytest.mark.parametrize("since", [(), (("Mira", "I bid one."),)], ids=["bid last", "others bid since"])
@pytest.mark.parametrize(
    ("by", "text"), [("Russ", "It was four, not three."), (None, "Make that three."), (UNKNOWN, "Four instead.")]
)
def test_nobody_else_reads_or_changes_a_secret_bid(
    by: str | None, text: str, since: tuple[tuple[str, str], ...]
) -> None:
    """Whatever Jay bid, others are answered the same, and the bid stands."""
    told = []
    for bid in (3, 1):
        sitting = after(("Russ", "That's a conflict!"), ("Jay", f"I bid {number_word(bid)}."), *since)
        length = len(sitting.game.recorded)
        sitting.say(by, text, typed=True)
        told.append((sitting.wait(5), sitting.session.question, len(sitting.game.recorded) - length))
        bids = {each.player: each.number for each in sitting.game.state.conflict.bids}
        assert bids["Jay"] == bid
    assert told[0] == told[1]


def test_a_die_misread_is_swapped() -> None:
    """Even while the app's rules offer to throw the supposed six again."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Five, six, two."))
    assert sitting.owed == [("Jay", 1)]
    sitting.say("Jay", "That was a four, not a six.")
    assert sitting.of("command")[-1]["fields"]["values"] == [5, 4, 2]
    assert sitting.owed == []


def test_a_die_misread_before_something_else_happened_is_asked_about() -> None:
    """The story has gone on since; a no leaves it alone."""
    sitting = after(
        ("Jay", "I roll Haggling."), ("Jay", "Five, four, two."), ("Jay", "That's me done."), ("Mira", "I roll Locks.")
    )
    before = sitting.game.state
    sitting.say("Jay", "That was a three, not a four.")
    (question,) = sitting.wait(3)
    assert question.startswith("Undo ")
    sitting.say("Mira", "No.")
    assert sitting.game.state is before


def test_chips_are_meant_where_no_die_can_be() -> None:
    """Jay has six, and a die has no seven."""
    sitting = talking()
    sitting.say("Jay", "That was seven, not six.")
    assert sitting.chips["Jay"] == 7


def test_a_number_nobody_has_corrects_nothing() -> None:
    """Typed talk gets an answer, spoken talk was meant for somebody else."""
    sitting = talking()
    sitting.say("Jay", "That was nine, not eight.")
    assert sitting.wait(3) == []
    sitting.say("Jay", "That was nine, not eight.", typed=True)
    assert sitting.wait(3) == ["I do not know what that corrects."]
    assert sitting.outcomes == []


def test_a_bid_put_right_in_the_same_breath_is_no_die() -> None:
    """Its words were used for the bid, and the dice that are owed since are still to be thrown."""
    sitting = talking()
    sitting.say("Russ", "That's a conflict")
    sitting.say("Jay", "I'm done.")
    for player in ("Russ", "Jay"):
        sitting.say(player, "I bid two chips.")
    sitting.say("Mira", "Two for me as well. No, one.")
    assert [kind for kind, _ in sitting.outcomes if kind == "report_dice"] == []
    assert sitting.owed == [("Jay", 2), ("Russ", 2), ("Mira", 1)]


# ---------------------------------------------------------------- what others did


def _led(tmp_path: Path, game: str, *deeds: dict[str, Any], by: str = "Gwen") -> WholeEvening:
    """An evening of a game with a GM, Gwen, at which this was tapped."""
    evening = WholeEvening(ready_campaign(game), tmp_path)
    evening.tap("Gwen", {"kind": "start_session"})
    for deed in deeds:
        evening.tap(by, deed)
    return evening


def _told(evening: WholeEvening, by: str | None, text: str) -> list[str]:
    return [each["text"] for each in evening.say(by, text, typed=True) if each["type"] == "announcement"]


def _foe(game: str, most: int) -> list[dict[str, Any]]:
    """A foe of the GM's with a hidden limit, whose number the GM has just set to five."""
    why = {"reason": "miscounted"}
    if game == "phasesix":
        made = {"kind": "create_character", "name": "Grim", "char_kind": "npc"}
        limit = {"kind": "correct_state", "char": "Grim", "path": "max_health", "value": most, **why}
        return [made, limit, {"kind": "correct_state", "char": "Grim", "path": "hearts", "value": 5, **why}]
    sheet: dict[str, Any] = {"health_max": most, "vitality_max": 4, "shield_max": 3, "dodge_points_max": 2}
    npc: dict[str, Any] = {"kind": "add_npc", "name": "Grim", "sheet": sheet}
    return [npc, {"kind": "correct_state", "character": "Grim", "path": "health", "value": 5, **why}]


@pytest.mark.parametrize("game", ["phasesix", "kleptonomicon"])
@pytest.mark.parametrize(
    ("by", "text"),
    [("Ana", "No, it was eight, not five."), (None, "Make that eight."), (None, "No, it was eight, not five.")],
)
def test_what_the_gm_alone_may_do_is_nothing_to_others(tmp_path: Path, game: str, by: str | None, text: str) -> None:
    """Within the hidden limit or beyond it: the answer is that of a table where nothing was done."""
    told = []
    for most in (6, 9):
        evening = _led(tmp_path, game, *_foe(game, most))
        before = evening.session.game.state
        told.append(_told(evening, by, text))
        assert evening.session.game.state is before
    assert told == [["I do not know what that corrects."]] * 2


@pytest.mark.parametrize("game", ["phasesix", "kleptonomicon"])
def test_the_gm_corrects_what_the_gm_did(tmp_path: Path, game: str) -> None:
    """In the GM's own name."""
    evening = _led(tmp_path, game, *_foe(game, 9))
    _told(evening, "Gwen", "No, it was eight, not five.")
    command = next(evening.session.game.history.latest()).command
    assert (command.actor, command.value) == ("Gwen", 8)


def test_an_award_of_the_gm_is_the_gms_to_change(tmp_path: Path) -> None:
    """Also where it names the character of whoever would like more."""
    award = {"kind": "award_reputation", "amount": 3, "chars": ["Helga Ruiz"]}
    evening = _led(tmp_path, "phasesix", award)
    before = evening.session.game.state
    assert _told(evening, "Ana", "No, it was ninety, not three.") == ["I do not know what that corrects."]
    assert evening.session.game.state is before


OWN = {"kind": "correct_state", "path": "reputation", "value": 5, "reason": "miscounted"}


@pytest.mark.parametrize(
    ("named", "by", "actor", "value"),
    [(False, "Ben", "Ana", 5), (True, "Ben", "Ben", 4), (True, "Gwen", "Gwen", 4), (False, None, "Ana", 4)],
    ids=["of whoever speaks", "open to all", "open to the GM", "nobody knows who"],
)
def test_a_deed_of_another_is_corrected_by_whoever_could_do_it(
    tmp_path: Path, named: bool, by: str | None, actor: str, value: int
) -> None:
    """In the name of whoever corrects; unnamed, the number of another's character would be another number."""
    deed = {**OWN, **({"char": "Helga Ruiz"} if named else {})}
    evening = _led(tmp_path, "phasesix", deed, by="Ana")
    _told(evening, by, "No, it was four, not five.")
    command = next(evening.session.game.history.latest()).command
    assert (command.actor, command.value) == (actor, value)


def test_what_nobody_known_did_nobody_known_corrects(tmp_path: Path) -> None:
    """At a table whose microphone knows no voices the GM's numbers stay correctable."""
    evening = _led(tmp_path, "phasesix", *_foe("phasesix", 9)[:2])
    evening.session.submit(_foe("phasesix", 9)[2])
    evening.wait(3)
    _told(evening, None, "No, it was eight, not five.")
    command = next(evening.session.game.history.latest()).command
    assert (command.actor, command.value) == (None, 8)


def test_dice_read_out_are_corrected_by_anybody() -> None:
    """Whoever sees them better."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Five, six, two."))
    sitting.say("Mira", "That was a four, not a six.")
    assert sitting.of("command")[-1]["fields"]["values"] == [5, 4, 2]


# ---------------------------------------------------------------- what the book says


def test_a_plain_statement_that_differs_is_asked_about() -> None:
    """Both numbers are named; a yes sets it right."""
    sitting = talking()
    sitting.say("Russ", "Mira has seven chips.")
    assert sitting.wait(3) == ["Mira: seven chips, not four?"]
    assert sitting.chips["Mira"] == 4
    sitting.say("Mira", "Yes.")
    assert sitting.chips["Mira"] == 7


@pytest.mark.parametrize("text", ["I'm at six chips.", "I have six chips left.", "That puts me at six."])
def test_a_plain_statement_that_agrees_is_left_alone(text: str) -> None:
    """People say aloud what the app has written down already."""
    sitting = talking()
    length = len(sitting.game.recorded)
    sitting.say("Jay", text)
    assert sitting.wait(5) == []
    assert len(sitting.game.recorded) == length


@pytest.mark.parametrize("text", ["And I pay Jay a chip.", "There you go, Jay, a chip.", "That puts me at four."])
def test_what_the_app_has_paid_is_not_paid_twice(text: str) -> None:
    """The chip went over with the check."""
    sitting = after(("Russ", "Here's a chip, give me a Haggling check, Jay."))
    chips, length = sitting.chips, len(sitting.game.recorded)
    sitting.say("Russ", text)
    assert sitting.wait(5) == []
    assert (sitting.chips, len(sitting.game.recorded)) == (chips, length)


def test_having_chips_and_paying_chips_are_two_things() -> None:
    """Being at four is a count, asked about; paying four is none."""
    sitting = talking()
    sitting.say("Jay", "I pay two chips.")
    assert sitting.wait(3) == []
    sitting.say("Jay", "I'm at two chips.")
    assert sitting.wait(3) == ["Jay: two chips, not six?"]
    assert sitting.chips["Jay"] == 6


def test_a_correction_said_twice_is_acknowledged_once_more_and_changes_nothing() -> None:
    """Four to four is no entry in the log."""
    sitting = talking()
    for expected in ("Jay has four chips. Noted.", "That is already so."):
        sitting.say("Jay", "Correction, Jay has four chips.")
        assert sitting.wait(3) == [expected]
    assert sitting.outcomes == [("correct_state", "accepted")]


def test_a_correction_does_not_settle_somebody_elses_choice() -> None:
    """Russ may still throw the six again."""
    sitting = after(("Russ", "I roll Stealth."), ("Russ", "Five, six, two."))
    before = sitting.game.state
    sitting.say("Jay", "Correction, Jay has nine chips.")
    assert sitting.wait(3) == [sitting.of("command")[-1]["reason"]]
    assert sitting.game.state is before
    assert sitting.owed == [("Russ", 1)]
    assert sitting.of("command")[-1]["code"] == "E_ROLL_OPEN"


# ---------------------------------------------------------------- another speaker


def test_words_of_another_are_taken_back_and_done_as_theirs() -> None:
    """The chip of the conflict comes from whoever called it."""
    sitting = after(("Russ", "I call a conflict, pirates!"))
    assert sitting.chips == {"Jay": 7, "Russ": 4, "Mira": 4}
    sitting.say("Russ", "Mira said that, not me.")
    assert sitting.chips == {"Jay": 7, "Russ": 5, "Mira": 3}
    assert sitting.of("command")[-1]["actor"] == "Mira"
    assert [each.speaker for each in sitting.store.utterances(1, 1)] == ["Mira", "Russ"]
    assert sitting.of("credit") == [{"type": "credit", "utterance": "u1", "player": "Mira", "t_wall": 0.0}]


def test_words_that_mean_nothing_from_another_are_only_taken_back() -> None:
    """Mira has no Stealth; it is said that nothing came of it."""
    sitting = after(("Russ", "I roll Stealth."))
    sitting.say("Russ", "That wasn't me, that was Mira.")
    assert sitting.owed == []
    assert sitting.wait(3) == ["Undone. Said by Mira, it is not a request now."]


def test_dice_that_lie_are_asked_about_before_words_change_their_speaker() -> None:
    """A tap names the words and the player; a yes carries it out."""
    sitting = after(("Russ", "I call a conflict, pirates!"), ("Russ", "I bid one."))
    sitting.session.recredit("u1", "Mira")
    (question,) = sitting.wait(3)
    assert question.startswith("Undo ")
    assert question.endswith(": Mira said it?")
    assert sitting.chips["Mira"] == 4
    assert sitting.session.answer("yes", actor="Jay")
    assert sitting.chips == {"Jay": 7, "Russ": 5, "Mira": 3}
    assert [each["kind"] for each in sitting.of("command")[-2:]] == ["call_conflict", "place_bid"]


def test_words_of_a_stranger_can_be_claimed() -> None:
    """Nothing came of them before."""
    sitting = talking()
    sitting.say(UNKNOWN, "I roll Haggling.")
    assert sitting.owed == []
    sitting.say("Jay", "That was me who said that.")
    assert sitting.owed == [("Jay", 3)]


@pytest.mark.parametrize("text", ["That wasn't me, that was Gwen.", "Gwen said that, not me."])
def test_a_page_of_ones_own_makes_no_words_somebody_elses(tmp_path: Path, text: str) -> None:
    """Ana's line is not carried out as the GM's; what she said herself she may claim."""
    evening = _led(tmp_path, "phasesix", *_foe("phasesix", 9))
    session = evening.session
    before = session.game.state
    for line in ("Correct Grim's hearts to two.", text):
        evening.now += 2
        ana = SpeakerMatch("Ana", 1.0)
        session.hear(Utterance("typed", line, ana, evening.now, evening.now, typed=True, own_page=True))
        evening.wait(3)
    said = [each["text"] for each in evening.records if each["type"] == "announcement"]
    assert said[-2:] == ["Only Gwen may say that.", "Gwen has to say that."]
    assert session.game.state is before
    assert {each.speaker for each in session.game.store.utterances(1)} == {"Ana"}


def test_words_nobody_said_cannot_be_credited() -> None:
    """It says so."""
    sitting = talking()
    sitting.session.recredit(None, "Mira")
    assert sitting.wait(3) == ["I do not know which line you mean."]


@pytest.mark.parametrize(
    "text", ["No, I meant Streetwise.", "Make that two.", "That was seven, not six.", "That was Mira, not me."]
)
def test_a_stranger_corrects_nothing(text: str) -> None:
    """Chips and dice are the players' own."""
    sitting = after(("Jay", "I roll Haggling."))
    before = sitting.game.state
    sitting.say(UNKNOWN, text)
    sitting.wait(3)
    assert sitting.game.state is before


@pytest.mark.parametrize(("restarted", "owed"), [(False, [("Jay", 3)]), (True, [])])
def test_words_put_right_are_acted_upon_unless_they_are_from_before_a_restart(
    restarted: bool, owed: list[tuple[str, int]]
) -> None:
    """The table has gone on since then, whatever the time of the new start says."""
    sitting = Sitting()
    sitting.wait(100)
    sitting.say("Jay", "I hack it")
    sitting = sitting.again() if restarted else sitting
    sitting.understands.meaning["I haggle"] = (HAGGLE,)
    sitting.session.reword("u1", "I haggle")
    assert [each.text for each in sitting.store.utterances(1, 1)] == ["I haggle"]
    assert sitting.owed == owed
