"""Draws what a move still needs to know: words, numbers, choices, faces; keys for a thumb where there are few."""

from collections.abc import Sequence

from companion.web.parts.base import box, text
from companion.web.strings import words
from engine.board import Field

FEW = 7
"""Answers that lie side by side as keys; more become a list to open, or a number to type."""
MOST_KEYS = 12
"""Highest face that has a key of its own; other dice are typed."""

_READ = "const at = event.target.form.elements['{name}']; const read = at.value.split(/[\\s,]+/).filter(Boolean);"
_PUT_FACE = f"(event) => {{{{ {_READ} if (read.length < {{count}}) at.value = [...read, '{{face}}'].join(' '); }}}}"
_TAKE_FACE = f"(event) => {{{{ {_READ} at.value = read.slice(0, -1).join(' '); }}}}"


def field(shown: Field, *, secret: bool = False) -> None:
    """Draw a field a move still needs. Choices send their place in the list, never a value of their own.

    Args:
        shown: The field.
        secret: Whether words filled in are not shown on the screen.
    """
    if shown.shape == "faces":
        _faces(shown)
    elif shown.shape == "choices":
        _some(shown)
    elif (keys := _keys(shown)) is not None:
        _one(shown, keys)
    else:
        with box("label", "stack"):
            text("span", shown.label)
            _input(shown, secret)


def _keys(shown: Field) -> Sequence[tuple[str, str]] | None:
    """Return the value sent and the text read of each answer that gets a key; None where they are too many."""
    none = [("", words("moves.none"))] if shown.optional else []
    if shown.shape == "choice" and len(shown.options) <= FEW:
        return [*none, *((str(place), option.label) for place, option in enumerate(shown.options))]
    if shown.shape == "number" and shown.most is not None and shown.most - shown.least < FEW:
        return [*none, *((str(number), str(number)) for number in range(shown.least, shown.most + 1))]
    return None


def _one(shown: Field, keys: Sequence[tuple[str, str]]) -> None:
    with box("fieldset"):
        text("legend", shown.label)
        with box("div", "keys"):
            for value, label in keys:
                chosen: dict[str, str | bool] = {"checked": True} if value == "" or len(keys) == 1 else {}
                with box("label", "key"):
                    box("input", type="radio", name=shown.name, value=value, required=not shown.optional, **chosen)
                    text("span", label)


def _some(shown: Field) -> None:
    with box("fieldset"):
        text("legend", shown.label)
        with box("div", "keys"):
            for place, option in enumerate(shown.options):
                with box("label", "key"):
                    box("input", type="checkbox", name=shown.name, value=str(place))
                    text("span", option.label)


def _faces(shown: Field) -> None:
    """Dice read off the table: a key for every face, the last one taken back, all of it still to be typed as well."""
    sides, count = shown.most or 6, shown.least
    with box("fieldset", "faces"):
        text("legend", shown.label)
        wanted = " ".join("?" * count)
        box(
            "input", "read", name=shown.name, inputmode="numeric", placeholder=wanted, aria_label=shown.label,
            required=True,
        )  # fmt: skip
        with box("div", "keypad", role="group", aria_label=words("moves.tap_faces")):
            for face in range(1, sides + 1 if sides <= MOST_KEYS else 1):
                key = text("button", str(face), type="button")
                key.on("click", js_handler=_PUT_FACE.format(name=shown.name, face=face, count=count))
            back = text("button", words("moves.take_back"), type="button")
            back.on("click", js_handler=_TAKE_FACE.format(name=shown.name))


def _input(shown: Field, secret: bool) -> None:
    attributes: dict[str, str | bool] = {"name": shown.name, "required": not shown.optional}
    if shown.shape == "choice":
        with box("select", **attributes):
            if shown.optional:
                text("option", words("moves.none"), value="")
            for place, option in enumerate(shown.options):
                text("option", option.label, value=str(place))
    elif shown.shape == "number":
        limits = {"min": str(shown.least)} | ({} if shown.most is None else {"max": str(shown.most)})
        box("input", type="number", inputmode="numeric", **limits, **attributes)
    else:
        box("input", type="password" if secret else "text", maxlength="2000", **attributes)
