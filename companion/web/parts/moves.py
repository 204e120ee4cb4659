"""Draws the moves a player may make now: a button, or a form with what is still to be filled in."""

from collections.abc import Awaitable, Callable

from nicegui.element import Element

from companion.web.parts.base import Given, box, button, form, text
from companion.web.parts.fields import field
from companion.web.parts.kept import kept_form
from companion.web.strings import words
from engine.board import Move

Make = Callable[[Move, Given], Awaitable[bool]]
"""Makes a move with what was filled in, and tells whether it was taken; everything is checked behind it."""


def move(shown: Move, make: Make, saying: str = "") -> None:
    """One move: a button, or what opens its form, and a sentence that asks for the same; what is owed lies open."""
    if not shown.fields:
        button(shown.label, lambda: _made(make, shown), *(["main"] if shown.owed else []))
        _said(saying)
        return
    with box("details", "move", open=shown.owed) as holder:
        text("summary", shown.label)
        _said(saying)
        move_form(shown, make, None if shown.owed else holder)


def _said(saying: str) -> None:
    if saying:
        text("p", words("moves.said", sentence=saying), "small", "faint")


def move_form(shown: Move, make: Make, holder: Element | None = None, kept: str | None = None) -> None:
    """Draw the form for a move's open fields; it is emptied once the move was taken, and kept when it was not.

    Args:
        shown: The move.
        make: Makes it.
        holder: What to close once the move was taken.
        kept: Name under which the browser keeps what is filled in; it is lost with the page when None.
    """

    async def sent(given: Given) -> bool:
        taken = await make(shown, given)
        if taken and not filled_in.is_deleted:
            filled_in.run_method("reset")
            if holder is not None:
                holder.run_method("removeAttribute", "open")
        return taken

    label = shown.label
    filled_in = (
        form(sent, "stack", keeps=True, aria_label=label)
        if kept is None
        else kept_form(sent, kept, "stack", aria_label=label)
    )
    with filled_in:
        for each in shown.fields:
            field(each, secret=shown.secret)
        text("button", words("moves.do"), "main", type="submit")


async def _made(make: Make, shown: Move) -> None:
    await make(shown, {})
