"""Draws the moves a player may make now: a button, or a form with what is still to be filled in."""

from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby

from companion.web.parts.base import Given, box, button, form, text
from companion.web.strings import words
from engine.board import Field, Move

Make = Callable[[Move, Given], Awaitable[None] | None]
"""Makes a move with what was filled in; everything is checked behind it."""

_PUT_FACE = (
    "(event) => {{ const at = event.target.form.elements['{name}']; at.value = (at.value + ' {face}').trim(); }}"
)


def moves(shown: Sequence[Move], make: Make) -> None:
    """Every move, what is owed first, the rest under their headings."""
    owed = [each for each in shown if each.owed]
    if owed:
        with box("section", "stack", "owed", aria_label=words("moves.owed")):
            text("h2", words("moves.owed"))
            for each in owed:
                move(each, make)
    for heading, group in groupby((each for each in shown if not each.owed), key=lambda each: each.group):
        with box("section", "stack", aria_label=heading or words("moves.more")):
            text("h3", heading or words("moves.more"))
            for each in group:
                move(each, make)


def move(shown: Move, make: Make) -> None:
    """One move."""
    if not shown.fields:
        button(shown.label, lambda: make(shown, {}), *(["main"] if shown.owed else []))
        return
    with box("details", "move", **({"open": True} if shown.owed else {})):
        text("summary", shown.label, "lead")
        move_form(shown, make)


def move_form(shown: Move, make: Make) -> None:
    """What a move still needs, to be filled in."""
    with form(lambda given: make(shown, given), "stack", aria_label=shown.label):
        for each in shown.fields:
            field(each, secret=shown.secret)
        with box("div", "row"):
            text("button", words("moves.do"), "main", type="submit")


def field(shown: Field, *, secret: bool = False) -> None:
    """What a move still needs to know. Choices send their place in the list, never a value of their own."""
    if shown.shape == "choices":
        with box("fieldset"):
            text("legend", shown.label)
            for place, option in enumerate(shown.options):
                with box("label", "choice"):
                    box("input", type="checkbox", name=shown.name, value=str(place))
                    text("span", option.label)
        return
    with box("div", "stack"):
        with box("label", "stack"):
            text("span", shown.label)
            _input(shown, secret)
        if shown.shape == "faces":
            _face_buttons(shown)


def _input(shown: Field, secret: bool) -> None:
    attributes: dict[str, str | bool] = {"name": shown.name}
    if not shown.optional:
        attributes["required"] = True
    if shown.shape == "choice":
        with box("select", **attributes):
            if shown.optional:
                text("option", words("moves.none"), value="")
            for place, option in enumerate(shown.options):
                text("option", option.label, value=str(place))
        return
    if shown.shape == "number":
        limits = {"min": str(shown.least)} | ({} if shown.most is None else {"max": str(shown.most)})
        box("input", type="number", inputmode="numeric", **limits, **attributes)
        return
    if shown.shape == "faces":
        box("input", inputmode="numeric", placeholder=words("moves.faces_example"), **attributes)
        return
    box("input", type="password" if secret else "text", **attributes)


def _face_buttons(shown: Field) -> None:
    with box("div", "row", role="group", aria_label=words("moves.tap_faces")):
        for face in range(1, (shown.most or 6) + 1):
            key = text("button", str(face), type="button")
            key.on("click", js_handler=_PUT_FACE.format(name=shown.name, face=face))
