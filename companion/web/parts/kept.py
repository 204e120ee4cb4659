"""Forms whose content the browser keeps until it was taken in, whatever happens to the connection or the server."""

import json
from collections.abc import Awaitable, Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from companion.web.parts.base import Given, box, first, given_in
from companion.web.strings import words

NUMBER = "sent_as"
"""Field with the number the browser gave to what it sends; the same one whenever it sends that again."""

Taken = Callable[[Given], Awaitable[bool]]
"""Takes what was filled in, with its number; whether it was taken in."""


def kept_form(taken: Taken, kept: str, *classes: str, clears: str | None = None, **attributes: str | bool) -> Element:
    """A form that is sent until it was answered, in order and once; what was refused waits for whoever typed it.

    Args:
        taken: Takes what was filled in.
        kept: What tells its content from that of other forms, also after a restart.
        classes: Its classes.
        clears: Name of the one field to empty after sending; what is filled in stays until it was taken when None.
        attributes: Further attributes, as for `box`.
    """
    if clears is not None:
        attributes["data_clears"] = clears
    element = box("form", *classes, autocomplete="off", data_kept=kept, **attributes)
    client = element.client

    async def delivered(event: GenericEventArguments) -> None:
        given = given_in(event.args)
        number, answer = first(given, NUMBER), await taken(given)
        if not client.is_deleted:
            client.run_javascript(f"companionAnswered({json.dumps(number)}, {json.dumps(answer)})")

    element.on("deliver", delivered, js_handler="(event) => emit(event.detail)")
    return element


def waiting_list() -> Element:
    """Return the list in which a form shows entries that were sent and not taken in yet."""
    return box(
        "ol",
        "waiting",
        aria_label=words("kept.label"),
        aria_live="polite",
        data_again=words("kept.again"),
        data_away=words("kept.away"),
        data_left=words("kept.left"),
        data_full=words("kept.full"),
    )
