"""Portraits on the table, and views made from words: always the same for the same name; nothing is downloaded."""

import hashlib
from base64 import b64encode
from functools import cache

from nicegui.element import Element

from companion.web.art import face
from companion.web.parts.base import address_in, box


def portrait(name: str, campaign: str | None) -> None:
    """A face for somebody of a campaign on the colour of their seat; whoever cannot see it misses nothing."""
    element = box("span", "portrait", aria_hidden="true")
    element.style["background-image"] = f"url({address_in(element.client, face(name, campaign))})"


_SKIES = (("#1b2b45", "#d98a5b"), ("#2a1f3d", "#b86f7c"), ("#10302f", "#d9b36b"), ("#22303a", "#7fa6a8"))


def landscape(element: Element, name: str) -> None:
    """Put a view behind an element, always the same one for the same words: a sky, its light, three ranges of hills."""
    # The library's own reading of styles ends at the first semicolon.
    drawn = b64encode(_view(name).encode()).decode()
    element.style["background-image"] = f"url(data:image/svg+xml;base64,{drawn})"


@cache
def _view(name: str) -> str:
    at = hashlib.sha256(name.encode()).digest()
    top, low = _SKIES[at[0] % len(_SKIES)]
    hills = "".join(
        f'<path fill="{top}" opacity="{0.45 + 0.25 * far}" d="M0 {y} Q{60 + at[4 + far] % 90}'
        f" {y - 10 - at[8 + far] % 26}"
        f' {150 + at[12 + far] % 60} {y} T400 {y - at[16 + far] % 16} V120 H0z"/>'
        for far, y in enumerate((70, 88, 104))
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120" preserveAspectRatio="none">'
        f'<linearGradient id="s" x2="0" y2="1"><stop stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
        f'</linearGradient><path fill="url(#s)" d="M0 0h400v120H0z"/>'
        f'<circle cx="{60 + at[2]}" cy="{24 + at[3] % 30}" r="13"'
        f' fill="#ffe9c4" opacity=".85"/>{hills}</svg>'
    )
