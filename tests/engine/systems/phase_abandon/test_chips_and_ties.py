"""Chips, payments, ties, presence and the shape of a game session (rules 3.1)."""

import pytest

from tests.support.deal import scene
from tests.support.table import table


def test_a_game_session_passes_through_every_phase() -> None:
    """PA-1: lobby, setting, characters, opening, play and closed follow each other; a later session opens again."""
    t = table("P", "Q")
    seen = [t.phase]
    t.begin_setting()
    seen.append(t.phase)
    t.finish_setting()
    seen.append(t.phase)
    t.quick_character("P")
    t.quick_character("Q")
    seen.append(t.phase)
    t.open_play(holder="P")
    seen.append(t.phase)
    t.end_session()
    seen.append(t.phase)
    t.start_session()
    seen.append(t.phase)
    assert seen == ["LOBBY", "SETTING", "CHARACTERS", "OPENING", "PLAY", "CLOSED", "OPENING"]


def test_the_setting_may_be_skipped() -> None:
    """PA-1: finishing the setting at once leads from the lobby to the characters."""
    t = table("P", "Q")
    t.finish_setting()
    assert t.phase == "CHARACTERS"


def test_a_table_has_at_most_eight_players_with_names_of_their_own() -> None:
    """PA-1: the ninth player is E_LIMIT; a second one of the same name, however written, is E_DUPLICATE."""
    table(*"ABCDEFGH").refuses("E_LIMIT").add_player("I")
    table("Ana", "Ben").refuses("E_DUPLICATE").add_player("ana")


def test_one_active_player_is_not_enough() -> None:
    """PA-1: a game session starts with two or more active characters, else E_INCOMPLETE."""
    t = table("P", "Q")
    t.finish_setting()
    t.quick_character("P")
    t.quick_character("Q")
    t.absent("Q")
    t.refuses("E_INCOMPLETE").start_session()


def test_dice_are_asked_for_and_waited_for() -> None:
    """PA-2: an action leads to a request, and nothing is resolved until faces are reported."""
    s = scene(skills={"P": {"Haggling": 3}})
    s.declare("P", "Haggling")
    assert s.asked == [("P", 3, "ACTION")]
    assert not s.happened("RollResolved")
    s.dice("P", 4, 4, 4)
    assert s.asked == []
    assert s.outcome == "SUCCESS"


def test_house_rules_are_fixed_while_something_is_open() -> None:
    """PA-3: no house rule changes during a roll (E_ROLL_OPEN) or during bidding (E_BID_OPEN)."""
    s = scene()
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").rule("min_bid", 1)
    s.withdraw("P")
    s.conflict("P")
    s.refuses("E_BID_OPEN").rule("min_bid", 1)


def test_a_changed_house_rule_leaves_the_past_alone() -> None:
    """PA-3: a change counts for later commands only."""
    s = scene(skills={"P": {"Haggling": 2}})
    s.act("P", "Haggling", 4, 1)
    s.settle_ties()
    assert s.skill("P", "Haggling").damage == 1
    s.rule("break_even_blocks_damage", True)
    assert s.skill("P", "Haggling").damage == 1


def test_unknown_house_rules_and_values_are_refused() -> None:
    """PA-3: E_RULE names a rule or a value nobody knows."""
    s = scene()
    s.refuses("E_RULE").rule("gravity", "off")
    s.refuses("E_RULE").rule("tie_break", "arm_wrestling")
    s.refuses("E_RULE").rule("recovery_heart", 6)


def test_there_is_no_bank() -> None:
    """PA-4: a check, a pay-off and a conflict move chips about and make none."""
    s = scene(chips={"P": 5, "Q": 5, "R": 5})
    s.check("Q", "P", "Wits")
    s.dice("P", 2, 3, 3)
    s.end()
    s.conflict("R")
    s.bids(P=2, Q=1, R=0)
    s.dice("P", 1, 2)
    s.dice("Q", 6)
    assert sum(s.chips.values()) == 15


def test_v66_a_payment_somebody_chooses_needs_the_chips() -> None:
    """V-66, PA-5: asking for a check with no chips is refused with E_NO_CHIPS."""
    s = scene(chips={"P": 5, "Q": 0, "R": 5})
    s.refuses("E_NO_CHIPS").check("Q", "P", "Wits")


def test_every_chosen_payment_needs_the_chips() -> None:
    """PA-5: difficulty, help, conflicts and requests of connections are all refused with E_NO_CHIPS."""
    s = scene(chips={"P": 0, "Q": 0, "R": 1}, connections={"P": {"Marta": 1}}, holder="P")
    s.refuses("E_NO_CHIPS").conflict("Q")
    s.refuses("E_NO_CHIPS").check("R", "P", "Wits", extra_difficulty=1)
    s.check("R", "P", "Wits")
    s.refuses("E_NO_CHIPS").harder("Q")
    s.refuses("E_NO_CHIPS").help("Q", "Wits", 1)
    broke = scene(chips={"P": 0, "Q": 0}, connections={"P": {"Marta": 1}}, players="PQ")
    broke.rule("tie_break", "seat_order")
    broke.refuses("E_NO_CHIPS", "E_NOT_HIGHEST").invoke("Q", "P", "Marta")


def test_v44_a_broke_player_fails_for_free() -> None:
    """V-44, PA-5, R-10, INV-28: with no chips the compulsory pay-off is skipped and narration passes as ever."""
    s = scene(chips={"P": 0, "Q": 5, "R": 7}, skills={"P": {"Haggling": 1}})
    s.act("P", "Haggling", 3)
    assert s.outcome == "FAILURE"
    assert s.chips == {"P": 0, "Q": 5, "R": 7}
    assert s.holder == "Q"
    s.end()
    assert s.holder == "R"


def test_v42_the_roller_is_never_the_lowest_other() -> None:
    """V-42, PA-6, R-8: the poorest player pays the next poorest, who tells the failure."""
    s = scene(chips={"P": 1, "Q": 4, "R": 6}, skills={"P": {"Haggling": 2}})
    s.act("P", "Haggling", 2, 3)
    assert s.outcome == "FAILURE"
    assert s.chips == {"P": 0, "Q": 5, "R": 6}
    assert s.holder == "Q"
    s.end()
    assert s.holder == "R"


def test_the_highest_is_found_when_narration_is_handed_over() -> None:
    """PA-7: chips that move during the narration count for who goes on, and the one who just failed may be it."""
    s = scene(chips={"P": 6, "Q": 3, "R": 5}, skills={"P": {"Haggling": 1}})
    s.act("P", "Haggling", 2)
    assert (s.chips, s.holder) == ({"P": 5, "Q": 4, "R": 5}, "Q")
    s.end()
    assert s.candidates == ["P", "R"]
    s.dice("P", 6)
    s.dice("R", 2)
    assert s.holder == "P"


def test_v43_a_tie_for_lowest_is_rolled_off_and_so_is_the_tie_for_highest() -> None:
    """V-43, PA-6, PA-7, PA-8, PA-9, N-27: one roll-off settles pay-off and narration; a second tie gets its own."""
    s = scene(chips={"P": 5, "Q": 3, "R": 3}, skills={"P": {"Haggling": 1}}, holder="Q")
    s.act("P", "Haggling", 2)
    assert s.candidates == ["Q", "R"]
    assert s.chips == {"P": 5, "Q": 3, "R": 3}
    s.dice("Q", 3)
    s.dice("R", 5)
    assert s.chips == {"P": 4, "Q": 3, "R": 4}
    assert (s.holder, s.count("RollOffOpened")) == ("R", 1)
    s.end()
    assert s.candidates == ["P", "R"]
    s.dice("P", 4)
    s.dice("R", 2)
    assert s.holder == "P"


def test_those_tied_for_the_highest_face_throw_again() -> None:
    """PA-8: only the tied repeat, a 6 does not explode and feeds nothing, and the old holder holds meanwhile."""
    s = scene(chips={"P": 5, "Q": 3, "R": 3, "S": 3}, players="PQRS", skills={"P": {"Haggling": 1}}, holder="S", pool=0)
    s.act("P", "Haggling", 2)
    s.dice("Q", 6)
    s.dice("R", 6)
    s.dice("S", 1)
    assert s.candidates == ["Q", "R"]
    assert s.holder == "S"
    s.dice("R", 4)
    s.dice("Q", 2)
    assert s.holder == "R"
    assert s.pool == 0
    assert s.chips == {"P": 4, "Q": 3, "R": 4, "S": 3}


def test_a_player_with_a_dead_character_still_takes_part() -> None:
    """PA-10: the player keeps chips, bids, is paid and narrates failures; only the character is out."""
    s = scene(chips={"P": 5, "Q": 2, "R": 5}, skills={"P": {"Haggling": 1}})
    s.kill("Q")
    assert s.character("Q").status.upper() == "DEAD"
    s.act("P", "Haggling", 2)
    assert (s.holder, s.chips["Q"]) == ("Q", 3)
    s.end("Q")
    s.settle_ties()
    s.refuses("E_CHARACTER_OUT").declare("Q", "Wits")
    s.conflict("Q")
    s.bids(P=0, Q=1, R=0)
    s.dice("Q", 3)
    assert s.holder == "Q"


def test_an_absent_player_keeps_the_chips_and_is_asked_nothing() -> None:
    """PA-10: whoever is away is neither lowest nor highest, bids nothing, and is refused with E_ABSENT."""
    s = scene(chips={"P": 5, "Q": 1, "R": 9, "S": 3}, players="PQRS", skills={"P": {"Haggling": 1}}, holder="P")
    s.absent("Q")
    s.absent("R")
    s.refuses("E_ABSENT").declare("Q", "Wits")
    s.act("P", "Haggling", 2)
    assert s.holder == "S"
    assert s.chips == {"P": 4, "Q": 1, "R": 9, "S": 4}
    s.end()
    assert s.candidates == ["P", "S"]
    s.dice("P", 5)
    s.dice("S", 1)
    s.conflict("S")
    assert s.bidders == ["P", "S"]


@pytest.mark.parametrize(("rules", "chips"), [({}, 5), *(({"latecomer_chips": each}, each) for each in (0, 3, 10))])
def test_a_late_player_is_dealt_chips(rules: dict[str, int], chips: int) -> None:
    """PA-10, R-89: who sits down during a game session gets 5 chips, or as many as `latecomer_chips` says."""
    s = scene(rules=rules)
    s.add_player("Late")
    assert s.chips["Late"] == chips


def test_a_returning_player_is_not_dealt_again() -> None:
    """PA-10, R-89: coming back keeps the chips left behind."""
    s = scene(chips={"P": 5, "Q": 5, "R": 2})
    s.absent("R")
    s.present("R")
    assert s.chips["R"] == 2


def test_a_tie_of_the_holder_needs_no_dice_when_the_holder_goes_first() -> None:
    """R-11: with `tie_break=current_holder_then_roll` a tied holder simply goes on, other ties are rolled."""
    tied = {"chips": {"P": 5, "Q": 3, "R": 3}, "skills": {"P": {"Haggling": 1}}}
    s = scene(**tied, holder="R", rules={"tie_break": "current_holder_then_roll"})
    s.act("P", "Haggling", 2)
    assert s.holder == "R"
    assert s.chips == {"P": 4, "Q": 3, "R": 4}
    s.end()
    assert s.candidates == []
    assert s.holder == "R"
    others = scene(**tied, holder="P", rules={"tie_break": "current_holder_then_roll"})
    others.act("P", "Haggling", 2)
    assert others.candidates == ["Q", "R"]


def test_ties_may_go_by_seat() -> None:
    """R-11: with `tie_break=seat_order` the first seat among the tied wins without dice."""
    s = scene(
        chips={"P": 5, "Q": 3, "R": 3}, skills={"P": {"Haggling": 1}}, holder="R", rules={"tie_break": "seat_order"}
    )
    s.act("P", "Haggling", 2)
    assert (s.holder, s.chips["Q"]) == ("Q", 4)
    s.end()
    assert s.holder == "P"


def test_n29_when_the_holder_leaves_the_highest_of_the_rest_goes_on() -> None:
    """N-29: narration moves at once to the highest player present."""
    s = scene(chips={"P": 9, "Q": 3, "R": 4}, holder="P")
    s.absent("P")
    assert (s.holder, s.reason) == ("R", "N-29")


def test_n29_a_tie_after_the_holder_left_goes_to_the_next_seat() -> None:
    """N-29: tied players are not rolled off; the next seat after the leaver goes on."""
    s = scene(chips={"P": 5, "Q": 5, "R": 5, "S": 1}, players="PQRS", holder="Q")
    s.absent("Q")
    assert s.candidates == []
    assert s.holder == "R"


def test_n30_with_two_players_the_other_one_is_always_lowest() -> None:
    """N-30: at a table of two the failure is told by whoever did not roll, however rich."""
    s = scene(chips={"P": 1, "Q": 9}, players="PQ", skills={"P": {"Haggling": 1}}, holder="P")
    s.act("P", "Haggling", 2)
    assert (s.holder, s.chips) == ("Q", {"P": 0, "Q": 10})


def test_two_players_must_stay_during_play() -> None:
    """PA-10: the last but one player cannot be marked away in play (E_LIMIT)."""
    s = scene(players="PQ")
    s.refuses("E_LIMIT").absent("Q")


def test_an_unknown_player_is_refused() -> None:
    """PA-10: E_UNKNOWN for somebody who is not at the table."""
    s = scene()
    s.refuses("E_UNKNOWN").declare("Nobody", "Wits")
    s.refuses("E_UNKNOWN").absent("Nobody")


def test_r85_an_earned_chip_can_be_spent_at_once() -> None:
    """R-85: the chip a check brings is good for the next payment, there are no rounds."""
    s = scene(chips={"P": 0, "Q": 5, "R": 5}, holder="P")
    s.check("Q", "P", "Wits")
    s.dice("P", 4, 4, 2)
    s.end()
    assert s.chips["P"] == 1
    s.check("P", "R", "Wits")
    assert s.chips == {"P": 0, "Q": 4, "R": 6}


def test_who_missed_the_deal_is_dealt_in_on_sitting_down() -> None:
    """PA-10, PA-28, R-89: absent when the session started, a player gets five chips on coming, but only once."""
    s = scene()
    s.absent("R")
    s.end_session()
    s.start_session()
    assert s.chips == {"P": 5, "Q": 5, "R": 0}
    s.present("R")
    assert (s.chips["R"], s.asked) == (5, [("R", 1, "LUCK")])
    s.dice("R", 4)
    s.absent("R")
    s.correct("chips", 2, player="R")
    s.present("R")
    assert s.chips["R"] == 2


def test_nobody_comes_or_goes_during_a_roll() -> None:
    """PA-10: presence changes wait for dice (E_ROLL_OPEN) and bids (E_BID_OPEN)."""
    s = scene(holder="P")
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").absent("R")
    s.withdraw("P")
    s.conflict("P")
    s.refuses("E_BID_OPEN").absent("R")
