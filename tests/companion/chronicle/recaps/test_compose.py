import re
from dataclasses import replace

import pytest

from companion.chronicle.recaps import RecapRequest, UnknownSeat, load_tone, make_recap
from companion.chronicle.recaps.material import as_said
from tests.companion.chronicle.test_notes import Table, velvet_room
from tests.support.wordings import wordings

PLAIN = load_tone("plain")


def told(evening, *wish, running=False):
    asked = RecapRequest(*wish)
    return make_recap(evening, asked, load_tone(asked.tone), running=running)


@pytest.fixture(scope="module")
def evening():
    return velvet_room().evening()


def test_a_short_recap_takes_half_a_minute_and_longer_ones_say_more(evening):
    short, page, full = (told(evening, length).text.split() for length in ("short", "page", "full"))
    assert 50 <= len(short) <= 85
    assert len(short) < len(page) <= 380
    assert len(page) <= len(full)


def test_a_recap_begins_and_ends_in_its_tone(evening):
    sentences = told(evening, "page", "noir").sentences
    assert sentences[0].text == "It was another long night. I kept the file, so listen."
    assert sentences[-1].text == "The file stays open. It always does."
    assert "The job on the desk: find the missing ledger." in {each.text for each in sentences}


def test_a_running_evening_has_no_ending(evening):
    text = told(evening, running=True).text
    assert text.startswith("Here is what has happened so far.")
    assert PLAIN.closing not in text


@pytest.mark.parametrize(
    ("said", "expected"), wordings(__file__, "what_somebody_says_of_themselves_is_told_of_their_character", 2)
)
def test_what_somebody_says_of_themselves_is_told_of_their_character(said, expected):
    assert as_said(said, "Hester Brine", table_leads=False) == expected


def test_you_of_somebody_who_leads_means_the_others():
    assert (
        as_said("You hear a truck behind your hall.", None, table_leads=True) == "They hear a truck behind their hall."
    )
    assert as_said("I open the gate.", "GM", table_leads=True) == ""


def test_no_dice_and_no_log_lines_are_read_aloud_and_the_beginning_and_the_end_are_told(evening):
    for length in ("short", "page", "full"):
        text = told(evening, length).text
        assert not re.search(r"\d|Scene:|Success|Bids|rating|pot of|session", text), text
        assert "They're in the Velvet Room" in text
        assert "Brandauer drops the razor and he hands Aisha's hero the ledger." in text


def test_talk_about_the_match_and_what_was_taken_back_are_not_told(evening):
    text = told(evening, "full").text
    assert "Henderson" not in text
    assert "4, 2 and 1" not in text


def test_facts_cite_the_log_and_talk_cites_its_utterance(evening):
    by_text = {each.text: each for each in told(evening, "full").sentences}
    assert by_text["Aisha beats the challenge."].positions == (14,)
    assert by_text["Mama Odette laughs."].utterances == ("u09",)


def test_an_evening_seen_by_one_puts_their_deeds_first(evening):
    text = told(evening, "short", "plain", "aisha's hero").text
    assert text.startswith("This is how it was for Aisha's hero.")
    assert "Aisha beats the challenge." in text
    assert "Tom wins" not in text


def test_what_happened_while_somebody_was_away_is_not_in_their_evening():
    t = Table(players=("Tom", "Aisha", "Lena"), holder="Aisha")
    t.says("Tom", "The old ferryman Kasimir waits at the pier with a broken lantern.")
    t.says("Lena", "I have to take a call.", ("absent", "Lena"))
    t.says("Aisha", "A woman called Dorothea steals the silver crown from the ferryman Kasimir.")
    t.says("Lena", "I am back.", ("present", "Lena"))
    t.says("Tom", "The old ferryman Kasimir weeps, and he looks at the island behind the pier.")
    evening = t.evening()
    assert "Kasimir weeps" in told(evening, "full").text
    assert "Dorothea" in told(evening, "full").text
    assert "Dorothea" not in told(evening, "full", "plain", "Lena").text
    assert "Kasimir weeps" in told(evening, "full", "plain", "Lena").text


def test_a_fact_stays_when_the_words_that_led_to_it_were_struck(evening):
    kept = tuple(line for line in evening.lines if line.id != "u19")
    recap = told(replace(evening, lines=kept), "full")
    beaten = next(each for each in recap.sentences if each.text == "Aisha beats the challenge.")
    assert (beaten.utterances, beaten.positions) == ((), (14,))
    assert recap.faults == ()


def test_nobody_of_that_name_has_no_evening(evening):
    for name in ("Zorro", ""):
        with pytest.raises(UnknownSeat):
            told(evening, "short", "plain", name)


def test_where_nothing_happened_there_is_nothing_to_tell():
    assert told(Table(players=("Tom", "Aisha"), holder="Aisha").evening()).sentences == ()
