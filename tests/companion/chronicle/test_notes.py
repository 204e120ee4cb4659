import re
from datetime import UTC, datetime
from pathlib import Path

from companion.chronicle.extractor import (
    EveningNotes,
    Happening,
    NoteExtractor,
    TalkLine,
    render_notes,
)
from engine.common.messages import Event
from engine.systems.phase_abandon.system import RULESET
from tests.support.deal import scene

GOLDEN = Path(__file__).parents[2] / "golden" / "notes" / "velvet-room.md"
ANCHOR = re.compile(r"\[u\d{2}(?: \d\d:\d\d)?(?:, u\d{2}(?: \d\d:\d\d)?)*\]$")


class Table:
    """Plays an evening: talk and the commands it led to."""

    def __init__(self, **options):
        self.table = scene(**options)
        self.before = self.table.state
        self.lines, self.happenings = [], []

    def says(self, speaker, text, *commands):
        """Somebody says something; each command is (method, arguments…) of the table."""
        line = TalkLine(
            f"u{len(self.lines) + 1:02}", text, speaker, len(self.lines) * 12.0, len(self.lines) * 12.0 + 9.0
        )
        self.lines.append(line)
        for method, *arguments in commands:
            getattr(self.table, method)(*arguments)
            self.happenings.append(Happening(len(self.happenings), self.table.events, line.id))

    def takes_back(self, speaker, text):
        self.says(speaker, text, ("undo",))
        self.happenings.pop()
        last = self.happenings.pop()
        self.happenings.append(Happening(last.position, last.events, last.utterance, undone=True))

    def evening(self, **options):
        scribe = NoteExtractor(RULESET.vocabulary(self.before))
        for line in self.lines:
            scribe.heard(line)
        for happening in self.happenings:
            scribe.recorded(happening)
        values = {
            "title": "The Velvet Room",
            "date": "14 March 2026",
            "lines": tuple(self.lines),
            "happenings": tuple(self.happenings),
            "chronicle": scribe.chronicle(),
            "before": self.before,
            "after": self.table.state,
            "slug": "phase-abandon",
            "describe": RULESET.describe,
            "cast": tuple((each.name, each.character) for each in RULESET.vocabulary(self.table.state).players),
            "tally": RULESET.tally(self.table.state),
            "started": datetime(2026, 3, 14, 19, 30, tzinfo=UTC),
            "number": 2,
        }
        return EveningNotes(**{**values, **options})


def velvet_room():
    t = Table(
        players=("Tom", "Aisha", "Lena"),
        skills={"Tom": {"Fast Talk": 3}, "Aisha": {"Singing": 4}, "Lena": {"Chemistry": 3}},
        chips={"Tom": 4, "Aisha": 6, "Lena": 5},
        connections={"Tom": {"Sal Russo": 3}},
        goals={"Aisha": [("sing at the Palladium", 200), ("pay off the band", 100)]},
        group_goals=[("find the missing ledger", 20)],
        holder="Aisha",
        pool=1,
    )
    t.says("Tom", "Did anybody watch the match on Saturday? Henderson was terrible.")
    t.says(
        "Aisha",
        "Okay, I set the scene. We're in the Velvet Room, it's two in the morning, and there's a piano player "
        "nobody is listening to.",
        ("set_scene", "Aisha", "the Velvet Room at two in the morning"),
    )
    t.says("Aisha", "Behind the bar there's a big woman with a scar, everybody calls her Mama Odette.")
    t.says("Lena", "Tom, here's a chip. I want a Fast Talk check for that.")
    t.says("Aisha", "No, mine. Chip to Tom, Fast Talk, please.", ("check", "Aisha", "Tom", "Fast Talk"))
    t.says("Tom", "Four, two, one.", ("dice", "Tom", 4, 2, 1))
    t.takes_back("Tom", "No wait, undo that, the one was a five.")
    t.says("Tom", "Four, two, five.", ("dice", "Tom", 4, 2, 5))
    t.says(
        "Tom",
        "First, Mama Odette laughs. Second, um, she tells him that a man called Felix Brandauer was asking about the "
        "ledger. That's me done.",
        ("end",),
    )
    t.says("Lena", "I call a conflict, chip for you. Brandauer's thugs come through the kitchen.", ("conflict", "Lena"))
    t.says("Tom", "I bid two.", ("bid", "Tom", 2))
    t.says("Aisha", "One.", ("bid", "Aisha", 1))
    t.says("Lena", "Nothing from me.", ("bid", "Lena", 0))
    t.says("Tom", "Three and a two.", ("dice", "Tom", 3, 2))
    t.says("Aisha", "Only a one.", ("dice", "Aisha", 1))
    t.says(
        "Tom",
        "Brandauer draws a razor, and he smiles at the piano player.",
        ("set_scene", "Tom", "Razors between the tables", True),
    )
    t.says("Aisha", "My hero grabs the microphone and sings. I use Singing.", ("declare", "Aisha", "Singing"))
    t.says("Aisha", "Six, six, five, four.", ("dice", "Aisha", 6, 6, 5, 4))
    t.says("Aisha", "Five and a five!", ("dice", "Aisha", 5, 5))
    t.says(
        "Aisha",
        "The whole room starts to sing, and Brandauer drops the razor and he hands me the ledger. That's it.",
        ("end",),
        ("settle_ties",),
    )
    t.says("Aisha", "Eight points on the Palladium. The reward, I mean.", ("claim", "Aisha", "sing at the Palladium"))
    t.says("Lena", "I'd like Mama Odette as a connection.", ("connect", "Lena", "Mama Odette"))
    t.says("Lena", "That was seven chips for me, not six.", ("correct", "chips", 7, "Lena"))
    t.says("Tom", "Okay, let's end the session.", ("end_session",))
    return t


def test_notes_of_an_evening(request):
    """The whole page; run with --update-golden to rewrite it, then read the difference."""
    written = render_notes(velvet_room().evening())
    if request.config.getoption("--update-golden", default=False):
        GOLDEN.write_text(written, encoding="utf-8")
    assert written == GOLDEN.read_text(encoding="utf-8")


def test_every_line_of_the_story_and_of_the_rules_ends_in_its_sentences():
    body = render_notes(velvet_room().evening()).partition("## 1.")[2].partition("## Goals")[0]
    claims = [line for line in body.splitlines() if line.startswith((">", "  -", "**", "*"))]
    assert len(claims) > 10
    assert [line for line in claims if not ANCHOR.search(line)] == []


def test_talk_around_the_table_stays_out():
    notes = render_notes(velvet_room().evening())
    assert "Henderson" not in notes
    assert "here's a chip" not in notes


def test_what_was_taken_back_is_struck_through():
    assert "~~Tom rolled 4, 2 and 1.~~ Undone." in render_notes(velvet_room().evening())


def test_bids_are_written_only_once_they_are_revealed():
    t = Table(players=("Tom", "Aisha", "Lena"), holder="Aisha")
    t.says("Lena", "I call a conflict, chip for you.", ("conflict", "Lena"))
    t.says("Tom", "I bid two.", ("bid", "Tom", 2))
    notes = render_notes(t.evening())
    assert "Tom 2" not in notes
    assert "bids" not in notes.lower()


def test_speech_cannot_format_link_or_inject():
    t = Table(players=("Tom", "Aisha"), holder="Aisha")
    t.says(
        "Aisha",
        "So the ferryman opens the door, and he says <script>alert(1)</script> [x](http://evil.example) **boo** # | "
        "`rm`.",
        ("set_scene", "Aisha", "<b>bold</b> | # heading [link](http://evil.example)"),
    )
    notes = render_notes(t.evening(title="<i>Title</i> # *x*"))
    assert "<script" not in notes
    assert "<b>" not in notes
    assert "<i>" not in notes
    assert not re.search(r"(?<!\\)\]\(", notes)
    assert "http://" not in notes
    assert "**boo**" not in notes


def test_notes_may_be_asked_for_before_anything_happened():
    t = Table(players=("Tom", "Aisha"), holder="Aisha")
    notes = render_notes(t.evening(number=None))
    assert notes.startswith("# The Velvet Room\n\n14 March 2026\n\n- Tom as **Tom's hero**\n")


def test_scenes_nobody_described_are_called_after_who_set_them():
    t = Table(players=("Ana", "Ben", "Cleo"))
    t.says("Ana", "Captain Miller waits by the gate and counts the boats.")
    told = render_notes(t.evening())
    assert "## 1. To begin with\n" in told
    assert not re.search(r" $", told, re.MULTILINE)


def test_without_a_wall_clock_times_count_from_the_start():
    notes = render_notes(velvet_room().evening(started=None))
    assert "[u02 0:12]" in notes


def test_facts_of_systems_the_notes_do_not_know_are_told_in_the_systems_own_words():
    class Omen(Event):
        kind = "omen_seen"

    t = Table(players=("Tom", "Aisha"), holder="Aisha")
    t.says("Tom", "A raven lands on the table.")
    t.happenings.append(Happening(0, (Omen(),), "u01"))
    notes = render_notes(t.evening(describe=lambda event: "An omen was seen."))
    assert "> An omen was seen. [u01 19:30]" in notes
