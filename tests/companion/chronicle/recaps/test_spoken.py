import pytest

from companion.chronicle.recaps import RecapRequest, load_tone, tone_names
from companion.dialogue.announcer import Announcer
from companion.dialogue.recap_commands import wish_in
from tests.support.harbour import talking

NAMES = ("Herik", "Jay", "Bartok", "Russ", "Yvaine", "Mira")
PLAIN, BARDIC = load_tone("plain"), load_tone("bardic")
STORY = (
    ("Jay", "The old ferryman Kasimir waits at the pier with a broken lantern."),
    ("Russ", "A woman called Dorothea steals the silver crown from the ferryman Kasimir."),
    ("Mira", "The old ferryman Kasimir weeps, and he looks at the island behind the pier."),
)


def sitting():
    """The harbour table after three sentences of story."""
    s = talking()
    for by, text in STORY:
        s.say(by, text)
    return s


def said(s):
    return [record["text"] for record in s.records if record["type"] == "announcement"]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("what happened last time?", RecapRequest()),
        ("the long version", RecapRequest("page")),
        ("Tell us the whole story as a bard", RecapRequest("full", "bardic")),
        ("tell us last time in a noir tone", RecapRequest("short", "noir")),
        ("give us the recap like a ship's log", RecapRequest("short", "log-book")),
        ("the full recap as Herik saw it", RecapRequest("full", "plain", "Herik")),
        ("tell us what happened to Mira", RecapRequest("short", "plain", "Mira")),
    ],
)
def test_a_request_says_how_long_in_which_tone_and_whose(text, wish):
    assert wish_in(text, NAMES, tone_names()) == wish


@pytest.mark.parametrize(
    "text",
    [
        *("What happened last time?", "Tell us what happened last time as a bard.", "The long version, please."),
        *("Companion, give us the full recap.", "Tell us last session as Herik saw it.", "Tell it again like a bard."),
        *("Tell us everything that happened tonight.", "Give us a short recap of tonight."),
    ],
)
def test_these_requests_are_understood(text):
    s = sitting()
    s.say("Jay", text)
    s.wait(2)
    assert said(s)[-1] in {PLAIN.so_far, BARDIC.so_far, PLAIN.seen_by.format(who="Herik")}


@pytest.mark.parametrize(
    "text",
    [
        *("She tells us the long story of her family.", "He told it like a bard would."),
        *("The bard gives us a recap of the war.", "We tell Kasimir everything that happened."),
    ],
)
def test_talk_about_tales_is_no_request(text):
    s = sitting()
    s.say("Jay", text)
    s.wait(2)
    assert said(s) == []


def test_a_recap_is_told_sentence_by_sentence():
    s = sitting()
    s.say("Jay", "Tell us the long version as a bard.")
    s.wait(1)
    assert said(s) == [BARDIC.so_far]
    s.wait(60)
    assert len(said(s)) > 3
    assert any("Dorothea steals the silver crown" in text for text in said(s))


def test_stop_ends_a_recap_and_means_nothing_afterwards():
    s = sitting()
    s.say("Jay", "Tell us the long version.")
    s.wait(1)
    s.say("Mira", "Stop.")
    s.wait(60)
    assert said(s) == [PLAIN.so_far]
    s.records.clear()
    s.say("Mira", "Stop.")
    assert [record for record in s.records if record["type"] == "intent"] == []


def test_a_tone_of_the_tables_own_that_cannot_be_used_is_told(tmp_path):
    s = sitting()
    s.session.notebook.tones = tmp_path
    (tmp_path / "grim.toml").write_text('opening = "In 1920."')
    s.say("Jay", "Tell us what happened tonight as a bard.")
    s.wait(1)
    assert said(s) == [BARDIC.so_far]
    (tmp_path / "bardic.toml").write_text('opening = "In 1920."')
    s.say("Jay", "Tell us what happened tonight as a bard.")
    s.wait(1)
    assert said(s)[-1].startswith("tone bardic")


def test_nothing_to_tell_is_said_so():
    s = talking()
    s.say("Jay", "What happened last time?")
    s.wait(1)
    assert said(s) == ["There is nothing to recap yet."]


class TestTale:
    """Pacing of a tale by the announcer."""

    def test_sentences_leave_time_to_say_stop(self):
        announcer = Announcer()
        announcer.tell(["one two three four five six seven eight nine ten eleven twelve thirteen", "end"], 100.0)
        assert announcer.due(100.0, None, False).text.startswith("one")
        assert announcer.due(104.0, None, False) is None
        assert announcer.due(106.0, None, False).text == "end"
        assert not announcer.telling

    def test_somebody_who_talks_is_not_talked_over(self):
        announcer = Announcer()
        announcer.tell(["one"], 100.0)
        assert announcer.due(100.0, None, True) is None
        assert announcer.due(101.0, 100.9, False) is None
        assert announcer.due(102.0, 100.9, False).text == "one"

    def test_other_announcements_come_first(self):
        announcer = Announcer()
        announcer.tell(["one", "two"], 100.0)
        announcer.refuse("No.", 100.0)
        assert [announcer.due(at, None, False).text for at in (100.0, 100.1)] == ["No.", "one"]

    def test_a_table_that_talks_on_has_heard_enough(self):
        announcer = Announcer()
        announcer.tell(["one", "two"], 100.0)
        announcer.due(100.0, None, False)
        assert announcer.due(140.0, None, False) is None
        assert not announcer.telling

    def test_another_tale_takes_its_place(self):
        announcer = Announcer()
        announcer.tell(["one", "two"], 100.0)
        announcer.tell(["three"], 100.0)
        assert announcer.due(100.0, None, False).text == "three"
        assert announcer.stop_telling() is False
