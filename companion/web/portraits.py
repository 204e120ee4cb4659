"""Portraits made from a name: always the same face for the same character, drawn here, nothing downloaded."""

import hashlib
from base64 import b64encode
from functools import cache

from nicegui.element import Element

from companion.web.parts.base import box

_SKIN = ("#f3d3b6", "#e3b48c", "#c98e62", "#9c6540", "#6f452c")
_HAIR = ("#2a1d16", "#5a3520", "#8c5a2b", "#c8a05a", "#a9a39a", "#3d2a3f")
_CLOAK = ("#27323f", "#3b2f4a", "#2f4237", "#4a2f2c", "#443a26", "#2c3a4f")
_HAIRSTYLES = (
    '<path d="M20 29c0-13 24-15 24 0 0-6-6-8-12-8s-12 2-12 8z"/>',
    '<path d="M18 42V28c0-16 28-16 28 0v14l-4-2V29c-3-5-17-5-20 0v11z"/>',
    '<path d="M20 30c-3-14 10-15 14-13 8-2 13 6 10 13-2-7-5-8-9-8-6 0-12 1-15 8z"/><circle cx="32" cy="13" r="5"/>',
    '<path d="M19 27c2-12 24-13 26 0l-5-4-5 2-6-3-6 3z"/>',
    '<path d="M17 46c-2-8 0-14 2-20 3-11 23-11 26 0 2 6 4 12 2 20l-6-3c2-6 1-12-1-16-5-3-11-3-16 0-2 4-3 10-1 16z"/>',
)
_HATS = (
    "",
    "",
    '<path d="M13 24c6 3 32 3 38 0l-7-3c-1-11-23-11-24 0z"/>',
    '<path d="M17 46c-4-14 0-33 15-34 15 1 19 20 15 34l-5-6c1-11-2-17-10-18-8 1-11 7-10 18z"/>',
    '<path d="M19 22c0-10 26-10 26 0l-1 3H20z"/><path d="M40 22l10 3-6 2z"/>',
)
_BEARDS = (
    "",
    "",
    '<path d="M22 34c2 12 18 12 20 0-3 4-6 3-10 3s-7 1-10-3z"/>',
    '<path d="M27 37c2-2 8-2 10 0-2 1-8 1-10 0z"/>',
)


def portrait(name: str, *classes: str) -> None:
    """A face for somebody on the colour of their seat; whoever cannot see it misses nothing."""
    _picture(box("span", "portrait", *classes, aria_hidden="true"), _drawing(name))


def _picture(element: Element, drawn: str) -> None:
    """Put a drawing behind an element; the library's own reading of styles ends at the first semicolon."""
    element.style["background-image"] = f"url(data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()})"


@cache
def _drawing(name: str) -> str:
    """One picture in SVG; every part is chosen by the name."""
    chance = iter(hashlib.sha256(name.encode()).digest())

    def one(of: tuple[str, ...]) -> str:
        return of[next(chance) % len(of)]

    skin, hair, cloak, trim = one(_SKIN), one(_HAIR), one(_CLOAK), one(_HAIR)
    style, hat, beard = one(_HAIRSTYLES), one(_HATS), one(_BEARDS)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<path fill="{cloak}" d="M6 64c1-16 14-20 26-20s25 4 26 20z"/>'
        f'<path fill="{trim}" opacity=".5" d="M24 45l8 12 8-12 5 1-13 18-13-18z"/>'
        f'<path fill="{skin}" d="M27 40h10v7c-3 4-7 4-10 0z"/>'
        f'<ellipse cx="32" cy="31" rx="11.5" ry="13" fill="{skin}"/>'
        f'<path d="M32 18c8 0 11.500 6 11.500 13S38 44 32 44z" opacity=".12"/><g fill="{hair}">{style}{beard}</g>'
        '<circle cx="27.500" cy="31" r="1.500"/><circle cx="36.500" cy="31" r="1.500"/>'
        '<path d="M29 38q3 1.500 6 0" fill="none" stroke="#000" opacity=".55" stroke-width="1.200"/>'
        f'<g fill="{cloak}">{hat}</g></svg>'
    )


_SKIES = (("#1b2b45", "#d98a5b"), ("#2a1f3d", "#b86f7c"), ("#10302f", "#d9b36b"), ("#22303a", "#7fa6a8"))


def landscape(element: Element, name: str) -> None:
    """Put a view behind an element, always the same one for the same words: a sky, its light, three ranges of hills."""
    _picture(element, _view(name))


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
