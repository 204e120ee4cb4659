"""Forms whose content the browser keeps until it was taken in, whatever happens to the connection or the server."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import Response
from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from companion.web.parts.base import Given, box, first, given_in
from companion.web.strings import words

SCRIPT = Path(__file__).parents[1] / "kept.js"
SCRIPT_PATH = "/look/kept.js"

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
    """Where a form shows what was sent and not taken in yet."""
    return box(
        "ol",
        "waiting",
        aria_label=words("kept.label"),
        aria_live="polite",
        data_again=words("kept.again"),
        data_away=words("kept.away"),
    )


@cache
def _script() -> str:
    return SCRIPT.read_text(encoding="utf-8")


def serve_kept(app: FastAPI) -> None:
    """Serve the script that keeps and sends; a changed one has another address, so browsers may keep it."""
    version = hashlib.sha256(_script().encode()).hexdigest()[:12]

    @app.get(SCRIPT_PATH, include_in_schema=False)
    def script() -> Response:
        return Response(_script(), media_type="text/javascript", headers={"cache-control": "private, max-age=86400"})

    ui.add_head_html(f'<script src="{SCRIPT_PATH}?v={version}"></script>', shared=True)
