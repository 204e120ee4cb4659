"""Waiting of the companion or the rules never stays silent, whatever the table does instead."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.demo import demo_of
from companion.dialogue.reminders import CHOICE_AGAIN_SECONDS, CHOICE_LEFT_SECONDS, OWED_AGAIN_SECONDS
from tests.support.evening import WholeEvening
from tests.support.harbour import after
from tests.support.sitting import Sitting

LONG = CHOICE_LEFT_SECONDS + 15


def _choice() -> Sitting:
    return after(("Jay", "I roll Haggling."), ("Jay", "Six, one, two."))


def _skill() -> Sitting:
    return after(("Russ", "Here's a chip, give me a swimming check, Jay."))


def _doubt() -> Sitting:
    return after(("Russ", "Mira has seven chips."))


def _faces() -> Sitting:
    return after(("Jay", "I roll Haggling."), ("Jay", "Five, five, two."), ("Jay", "You misheard me."))


HOLDS = {
    "keep it": (_choice, "No choice was made, so the result stays."),
    "which skill": (_skill, "Skipped."),
    "a number": (_doubt, "No answer: nothing changed."),
    "which faces": (_faces, "No answer: nothing changed."),
}
MEANWHILE: dict[str, tuple[tuple[str, str], ...]] = {
    "silence": (),
    "another topic": (("Mira", "Has anybody seen the pencil?"), ("Jay", "It is under the map.")),
    "an unrelated roll": (("Mira", "My dice show a three, but those are only for luck."),),
    "another speaker": (("Russ", "The captain looks at the two of you and frowns."),),
}


@pytest.mark.parametrize("meanwhile", MEANWHILE)
@pytest.mark.parametrize("hold", HOLDS)
def test_every_hold_ends_and_says_so(hold: str, meanwhile: str) -> None:
    """After its time play goes on, and the table hears what holds instead."""
    made, told = HOLDS[hold]
    sitting = made()
    for by, text in MEANWHILE[meanwhile]:
        sitting.say(by, text)
    assert told in " ".join(sitting.wait(LONG))
    assert sitting.session.question is None
    rules, state = sitting.game.ruleset, sitting.game.state
    assert rules.settle(state) is None or any(each.free for each in rules.expected(state))


def test_what_only_helps_is_kept_open_and_asked_about_again() -> None:
    """A six that may roll again, or a re-roll, is nobody's to give away but the roller's."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Six, five, two."))
    assert "The six may roll again. Jay?" in " ".join(sitting.wait(CHOICE_LEFT_SECONDS * 4))
    assert sitting.owed == [("Jay", 1)]
    sitting.say("Jay", "Five.")
    assert sitting.owed == []


def test_a_choice_is_asked_about_once_more_before_it_is_left() -> None:
    """Whoever thinks it over has time, and an undo brings the choice back."""
    sitting = _choice()
    sitting.wait(1)
    assert sitting.wait(CHOICE_AGAIN_SECONDS) == ["Jay, keep the result?"]
    sitting.wait(CHOICE_LEFT_SECONDS - CHOICE_AGAIN_SECONDS)
    assert sitting.outcomes[-1][0] == "accept_roll"
    sitting.say("Jay", "Undo that.")
    assert sitting.game.ruleset.settle(sitting.game.state) is not None


def test_nothing_is_left_while_somebody_speaks_or_nobody_is_heard() -> None:
    """A break with the microphone off ends no choice."""
    sitting = _choice()
    sitting.wait(LONG, someone_speaking=True)
    assert sitting.game.ruleset.settle(sitting.game.state) is not None
    sitting.session.listening = False
    sitting.wait(LONG)
    assert sitting.game.ruleset.settle(sitting.game.state) is not None


def test_dice_that_are_owed_are_asked_for_twice_more() -> None:
    """Never taken, never forgotten, and no nagging."""
    sitting = after(("Jay", "I roll Haggling."))
    assert sitting.wait(OWED_AGAIN_SECONDS[-1] * 3) == ["Haggling, three dice. Jay?"] * 2
    assert sitting.owed == [("Jay", 3)]


def test_bids_that_are_missing_are_asked_for_by_name() -> None:
    """Without a word about the others."""
    sitting = after(("Russ", "Here's a chip, I call a conflict, pirates!"), ("Jay", "I'm in with two."))
    assert sitting.wait(OWED_AGAIN_SECONDS[0] + 5)[-1] == "Still waiting for Russ and Mira."


def _lines(game: str, count: int) -> list[tuple[str, str]]:
    said = tomllib.loads((demo_of(game).roster.parent / "evening.toml").read_text())["lines"]
    return [(each["by"], each["text"]) for each in said[:count]]


def _still_to_roll(said: str) -> bool:
    return "Stealth" in said


def _still_to_play(said: str) -> bool:
    return "Still to play" in said


def _stays(said: str) -> bool:
    return "No choice was made, so the result stays." in said


@pytest.mark.parametrize(
    ("game", "count", "told"),
    [("kleptonomicon", 11, _still_to_roll), ("choice-pta", 9, _still_to_play), ("phasesix", 17, _stays)],
)
def test_other_games_are_reminded_too(tmp_path: Path, game: str, count: int, told: Callable[[str], bool]) -> None:
    """Dice, cards, and extra dice nobody takes."""
    evening = WholeEvening(json.loads(demo_of(game).roster.read_text()), tmp_path)
    for by, text in _lines(game, count):
        evening.say(by, text)
    before = len(evening.records)
    evening.wait(CHOICE_LEFT_SECONDS + 15)
    assert told(" ".join(str(each["text"]) for each in evening.records[before:] if each["type"] == "announcement"))
