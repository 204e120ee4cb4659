"""The question who rolls: the app, or the people with real dice."""

from companion.web.parts.base import box, text
from companion.web.strings import words

DICE = ("app", "table")


def draw_dice(chosen: str) -> None:
    """Ask who rolls; the app where nothing was chosen yet."""
    with box("fieldset", "dice-asked"):
        text("legend", words("ready.dice.label"))
        with box("div", "row"):
            for each in DICE:
                on: dict[str, str | bool] = {"checked": True} if each == (chosen or DICE[0]) else {}
                with box("label", "choice"):
                    box("input", type="radio", name="dice", value=each, **on)
                    text("span", words(f"ready.dice.{each}"))
