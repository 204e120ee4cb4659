"""A table that types: names, turns, prompts, and dice that fall when somebody presses Enter."""

import json
from pathlib import Path

import pytest

import companion.demo
from companion.cli.typing_table import SECONDS_A_LINE, TypedTable
from tests.support.evening import WholeEvening
from tests.support.sitting import PLAYERS, Intent, Sitting, act

HAGGLE = act("declare_action", player="Jay", skill="Haggling")
DEMOS = Path(companion.demo.__file__).parent


class Typing:
    """A typed table, with what each line means said beside it."""

    def __init__(self, **options: object) -> None:
        self.sitting = Sitting(**options)  # type: ignore[arg-type]
        self.table = TypedTable(self.sitting.session, PLAYERS)

    def type(self, line: str, *intents: Intent, means: str | None = None) -> None:
        self.sitting.understands.meaning[means or line.partition(": ")[2] or line] = intents
        self.table.read(line)

    @property
    def heard(self) -> list[tuple[str | None, str]]:
        return [(each["speaker"], each["text"]) for each in self.sitting.of("utterance")]

    @property
    def said(self) -> list[str]:
        return [each["text"] for each in self.sitting.of("announcement")]


def test_a_name_and_a_colon_say_who_speaks() -> None:
    """Any case; a line without one is the last speaker's, and other colons are text."""
    typing = Typing()
    for line in ("Hello", "jay: Good evening", "and welcome", "Note: bring dice", "MIRA :  thanks"):
        typing.type(line)
    assert typing.heard == [
        (None, "Hello"),
        ("Jay", "Good evening"),
        ("Jay", "and welcome"),
        ("Jay", "Note: bring dice"),
        ("Mira", "thanks"),
    ]
    assert all(each["typed"] for each in typing.sitting.of("utterance"))


def test_a_name_alone_only_changes_who_speaks() -> None:
    typing = Typing()
    typing.type("Jay:")
    typing.type("Hello")
    assert typing.heard == [("Jay", "Hello")]


def test_every_line_is_answered_before_the_next() -> None:
    typing = Typing(mode="table")
    typing.type("Jay: I haggle", HAGGLE)
    assert typing.said == ["Haggling, three dice. Jay?"]
    typing.type("Jay: Hm")
    starts = [each["start"] for each in typing.sitting.of("utterance")]
    assert starts[1] - starts[0] == 2 * SECONDS_A_LINE


def test_enter_lets_the_app_roll() -> None:
    """Enter rolls the dice that are owed, whoever owes them; without owed dice it does nothing."""
    typing = Typing(mode="script", faces=[(5, 5, 2)])
    typing.type("")
    typing.type("Jay: I haggle", HAGGLE)
    assert typing.table.prompt == "Jay rolls 3 dice, Enter lets the app roll> "
    typing.type("  ")
    assert typing.sitting.owed == []
    assert "Jay rolls 5, 5 and 2." in typing.said[-1]
    assert typing.table.prompt == "Jay narrates> "


def test_app_dice_wait_one_line_for_second_thoughts() -> None:
    """Help and triggers come first; the line after them lets the dice fall."""
    typing = Typing(faces=[(5, 5, 2)])
    typing.type("Jay: I haggle", HAGGLE)
    assert typing.sitting.owed == [("Jay", 3)]
    typing.type("Russ: Good luck")
    assert typing.sitting.owed == []


def test_table_dice_wait_for_ever() -> None:
    typing = Typing(mode="table", faces=[(5, 5, 2)])
    typing.type("Jay: I haggle", HAGGLE)
    typing.type("Russ: Good luck")
    typing.table.finish()
    assert typing.sitting.owed == [("Jay", 3)]


def test_the_end_rolls_what_the_app_owes_and_says_what_waits() -> None:
    """One sentence typed with `companion say` is answered to its end."""
    typing = Typing(faces=[(5, 5, 2)])
    typing.type("Jay: I haggle", HAGGLE)
    typing.table.finish()
    assert typing.sitting.owed == []
    assert "Two successes." in typing.said[-1]


def test_hearing_out_rolls_nothing() -> None:
    typing = Typing(faces=[(5, 5, 2)])
    typing.type("Jay: I haggle", HAGGLE)
    typing.table.hear_out()
    assert typing.sitting.owed == [("Jay", 3)]


def test_the_table_reads_until_the_input_ends() -> None:
    typing = Typing()
    typed = ["Jay: One", "Two"]
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        if not typed:
            raise EOFError
        return typed.pop(0)

    typing.table.run(ask)
    assert [text for _, text in typing.heard] == ["One", "Two"]
    assert prompts == ["Jay narrates> "] * 3


def test_good_night_ends_the_reading() -> None:
    typing = Typing()
    typing.sitting.understands.meaning["Good night"] = (act("end_session", force=True),)
    source = iter(["Jay: Good night", "Jay: Are you still there?"])
    typing.table.run(lambda _: next(source))
    assert [text for _, text in typing.heard] == ["Good night"]
    assert typing.sitting.session.ended


@pytest.mark.parametrize("said", ["That's it for tonight.", "Good night everybody, that's it for tonight."])
@pytest.mark.parametrize("game", ["choice-pta", "kleptonomicon", "phasesix"])
def test_every_game_can_be_ended_for_the_night(tmp_path: Path, game: str, said: str) -> None:
    roster = json.loads((DEMOS / game / "roster.json").read_text(encoding="utf-8"))
    evening = WholeEvening(roster, tmp_path)
    records = evening.say(roster["players"][0]["name"], said, typed=True)
    assert evening.session.ended
    assert [each["text"] for each in records if each["type"] == "announcement"] == ["Good night. Everything is saved."]


def test_a_voice_nobody_knows_is_asked_before_the_evening_ends(tmp_path: Path) -> None:
    roster = json.loads((DEMOS / "choice-pta" / "roster.json").read_text(encoding="utf-8"))
    evening = WholeEvening(roster, tmp_path)
    evening.say(None, "That's it for tonight.")
    assert not evening.session.ended
    assert evening.session.question is not None
    assert evening.session.question.text == "End the evening?"
    evening.say("Ana", "Yes.")
    assert evening.session.ended
