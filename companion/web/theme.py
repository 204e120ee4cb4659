"""The look of every page: one palette for day and one for night, nine sizes of type, and the sheet made of them."""

import hashlib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from fastapi.responses import Response

from companion.web.routes import shared_file

SHEETS = tuple(Path(__file__).parent / f"{name}.css" for name in ("theme", "first", "stage"))
"""Style sheets of all pages, of the first minutes, and of the table."""
SHEET_PATH = "/look/theme.css"
LOOK_COOKIE = "companion_look"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one light, as #rrggbb.

    Attributes:
        table: Behind everything.
        paper: What things lie on.
        raised: What lies on paper: buttons, dice, inputs.
        edge: Lines between things; never the only sign of a thing one can use.
        rim: Outline of what can be used, 3:1 against what it lies on.
        ink: Words.
        faint: Words that matter less, and words not settled yet.
        felt: What is to be noticed or done next.
        on_felt: Words on `felt`.
        brass: What is rare and good: sixes, the narrator.
        good: What went well.
        bad: What went wrong, and the one button that stops.
        on_bad: Words on `bad`.
    """

    table: str
    paper: str
    raised: str
    edge: str
    rim: str
    ink: str
    faint: str
    felt: str
    on_felt: str
    brass: str
    good: str
    bad: str
    on_bad: str


DAY = Palette(
    table="#ece5d8", paper="#faf6ee", raised="#fffdf9", edge="#ddd2bf", rim="#857a68", ink="#262119", faint="#5e5647",
    felt="#1d5a49", on_felt="#ffffff", brass="#7d5200", good="#1f6339", bad="#9c2b1f", on_bad="#ffffff",
)  # fmt: skip
NIGHT = Palette(
    table="#14120f", paper="#1f1c18", raised="#2a2621", edge="#3b352d", rim="#8d8272", ink="#f2ebdf", faint="#b9ad9b",
    felt="#8ad0b5", on_felt="#10251e", brass="#e6b863", good="#8fd3a3", bad="#f3a093", on_bad="#2f0d08",
)  # fmt: skip

SEATS_BY_DAY = ("#1c5c8c", "#8f3a1c", "#4c5f11", "#6d3f92", "#0f6166", "#8c2f5c", "#70521a", "#3f4c9c")
SEATS_BY_NIGHT = ("#8fc3ee", "#f0a98a", "#bccd7c", "#cdaeee", "#7fd0d2", "#eda6c7", "#dcbd7e", "#b0b9f5")
"""One colour a seat, by place; the name always stands beside it."""

SHADES = "--dark:#000000;--light:#ffffff;--shade:#00000066;--shade-deep:#000000cc;"
"""Shadows, and words on pictures, by day and by night."""

SIZES = {
    "tiny": "0.8125rem",
    "small": "0.875rem",
    "body": "1rem",
    "lead": "1.25rem",
    "step": "1.375rem",
    "title": "1.625rem",
    "number": "2.25rem",
    "die": "3.25rem",
    "huge": "clamp(2.25rem, 1.2rem + 3.6vw, 5.75rem)",
}

Light = Literal["auto", "day", "night"]
Size = Literal["usual", "large", "largest"]


@dataclass(frozen=True, slots=True)
class Look:
    """Appearance one browser wants the pages to have.

    Attributes:
        light: Day or night; `auto` follows the device.
        size: Size of all text.
    """

    light: Light = "auto"
    size: Size = "usual"

    @property
    def classes(self) -> str:
        """Classes of the page's outermost element."""
        return f"light-{self.light} size-{self.size}"

    @property
    def cookie(self) -> str:
        """Value it is remembered by."""
        return f"{self.light}.{self.size}"

    @classmethod
    def remembered(cls, cookie: str | None) -> "Look":
        """The look of a cookie; the usual one for anything else."""
        lights: tuple[Light, ...] = ("auto", "day", "night")
        sizes: tuple[Size, ...] = ("usual", "large", "largest")
        light, _, size = (cookie or "").partition(".")
        return cls(
            next((each for each in lights if each == light), "auto"),
            next((each for each in sizes if each == size), "usual"),
        )


def seat_class(place: int) -> str:
    """Class that gives something the colour of a seat."""
    return f"seat-{place % len(SEATS_BY_DAY)}"


@cache
def stylesheet() -> str:
    """The whole sheet: colours and sizes as variables, then what is drawn with them."""
    day, night = _variables(DAY, SEATS_BY_DAY), _variables(NIGHT, SEATS_BY_NIGHT)
    sizes = "".join(f"--{name}-type:{size};" for name, size in SIZES.items())
    seats = "".join(f".seat-{place}{{--seat:var(--seat-{place})}}" for place in range(len(SEATS_BY_DAY)))
    sheets = "\n".join(each.read_text(encoding="utf-8") for each in SHEETS)
    return (
        f":root{{{sizes}{SHADES}{day}color-scheme:light}}"
        f"@media (prefers-color-scheme:dark){{:root:not(:has(.light-day)){{{night}color-scheme:dark}}}}"
        f":root:has(.light-night){{{night}color-scheme:dark}}"
        f".conflict{{{night}}}"
        f"{seats}\n{sheets}"
    )


def _variables(palette: Palette, seats: tuple[str, ...]) -> str:
    named = {name.replace("_", "-"): colour for name, colour in asdict(palette).items()}
    named |= {f"seat-{place}": colour for place, colour in enumerate(seats)}
    return "".join(f"--{name}:{colour};" for name, colour in named.items())


@cache
def sheet_address() -> str:
    """Path of the sheet; a changed one has another, so browsers may keep it."""
    return f"{SHEET_PATH}?v={hashlib.sha256(stylesheet().encode()).hexdigest()[:12]}"


def serve_look() -> None:
    """Serve the sheet."""

    @shared_file(SHEET_PATH)
    def sheet() -> Response:
        return Response(stylesheet(), media_type="text/css", headers={"cache-control": "private, max-age=86400"})
