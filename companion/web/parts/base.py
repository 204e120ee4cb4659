"""The smallest pieces: plain elements with words in them, all of which is escaped text."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from nicegui import Client
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from companion.web.auth import prefix_of
from companion.web.strings import shown

T = TypeVar("T")

Deed = Callable[[], Awaitable[None] | None]
"""Something to do when a button is pressed."""

Given = Mapping[str, list[str]]
"""Texts a form sent, by field name, from somebody nobody has checked."""

Sent = Callable[[Given], Awaitable[object] | None]

CHANGE_SECONDS = 0.3
"""Seconds between two looks at a form that is being filled in."""

_SEND = """(event) => {{
  const given = {{}};
  for (const [name, value] of new FormData(event.target, event.submitter)) (given[name] ??= []).push(String(value));
  emit(given);
  {then}
}}"""


_CHANGE = """(event) => {
  const given = {};
  for (const [name, value] of new FormData(event.currentTarget)) (given[name] ??= []).push(String(value));
  emit(given);
}"""


def box(tag: str = "div", *classes: str, **attributes: str | bool) -> Element:
    """An element that holds others.

    Args:
        tag: HTML tag.
        classes: Its classes.
        attributes: Further attributes; `_` stands for `-`, `aria_label` for aria-label. Values may be anybody's words.
    """
    return _dressed(Element(tag), classes, attributes)


class Words(TextElement):
    """An element with words in it, which may be replaced by others."""

    def set_text(self, text: str) -> Self:
        """Show other words, in the page's language."""
        super().set_text(shown(text))
        return self


def text(tag: str, said: str, *classes: str, **attributes: str | bool) -> TextElement:
    """An element with words in it; they are never read as HTML, and control characters in them are shown."""
    element = Words(tag=tag, text=shown(said))
    _dressed(element, classes, attributes)
    return element


def fold(title: str, *, is_open: bool = False) -> Element:
    """A sheet of paper under its title, opened and closed by tapping that; what is drawn into it lies inside."""
    element = box("details", "paper", "fold", open=is_open)
    with element:
        text("summary", title, "lead", "serif")
    return element


def button(said: str, deed: Deed, *classes: str, **attributes: str | bool) -> TextElement:
    """A button that does something on the server."""
    element = text("button", said, *classes, type="button", **attributes)
    element.on("click", lambda _: deed(), args=[])
    return element


def link(said: str, address: str, *classes: str) -> TextElement:
    """A link to another of our pages.

    Args:
        said: Words of the link.
        address: Path within this house; never made of anybody's words.
        classes: Its classes.
    """
    element = text("a", said, *classes)
    element.props["href"] = address_in(element.client, address)
    return element


def address_in(client: Client, path: str) -> str:
    """Address of a path within this house for whoever a page was drawn for; one that begins with no slash stays."""
    return f"{prefix_of(client.request.headers)}{path}" if path.startswith("/") else path


def form(
    sent: Sent,
    *classes: str,
    clears: str | None = None,
    keeps: bool = False,
    changed: Sent | None = None,
    **attributes: str | bool,
) -> Element:
    """A form; what is filled in stays in the browser until it is sent.

    Args:
        sent: Takes what was filled in.
        classes: Its classes.
        clears: Name of the one field to empty after sending; all of them when None.
        keeps: Whether everything stays filled in instead.
        changed: Takes what is filled in so far, shortly after any of it changed.
        attributes: Further attributes, as for `box`.
    """
    element = box("form", *classes, autocomplete="off", **attributes)
    then = "event.target.reset();" if clears is None else f"event.target.elements['{clears}'].value = '';"
    then = "" if keeps else then

    def received(event: GenericEventArguments) -> Awaitable[object] | None:
        return sent(given_in(event.args))

    element.on("submit.prevent", received, js_handler=_SEND.format(then=then))
    if changed is not None:
        element.on("input", lambda event: changed(given_in(event.args)), js_handler=_CHANGE, throttle=CHANGE_SECONDS)
    return element


def given_in(args: Any) -> dict[str, list[str]]:
    """Return the texts a form sent by field name, whatever shape the browser gave it."""
    if not isinstance(args, dict):
        return {}
    return {str(name): [str(each) for each in values] for name, values in args.items() if isinstance(values, list)}


def first(given: Given, name: str) -> str:
    """The text given in a field; empty when there is none."""
    return next(iter(given.get(name, ())), "")


def _dressed(element: Element, classes: tuple[str, ...], attributes: Mapping[str, str | bool]) -> Element:
    if classes:
        element.classes(" ".join(classes))
    for name, value in attributes.items():
        # A value is what a field begins with, so it is set once: drawing the page again keeps what was typed since.
        known = "^value" if name == "value" else name.rstrip("_").replace("_", "-")
        element.props[known] = shown(value) if isinstance(value, str) else value
    return element


class Each(Generic[T]):
    """A row of values, each drawn once: what is still there keeps its place in the browser, half-filled forms too.

    Args:
        draw: Draws one value.
        tag: HTML tag around all of them.
        classes: Its classes.
        attributes: Further attributes, as for `box`.
    """

    def __init__(self, draw: Callable[[T], object], tag: str = "div", *classes: str, **attributes: str | bool) -> None:
        self.box = box(tag, *classes, **attributes)
        self._draw = draw
        self._shown: list[tuple[T, Element]] = []

    def show(self, values: Sequence[T]) -> None:
        """Draw what is new, take away what is gone, and keep the order."""
        left, self._shown = self._shown, []
        for value in values:
            at = next((at for at, (each, _) in enumerate(left) if each == value), None)
            self._shown.append(left.pop(at) if at is not None else (value, self._drawn(value)))
        for _, element in left:
            element.delete()
        for place, (_, element) in enumerate(self._shown):
            if self.box.default_slot.children[place] is not element:
                element.move(self.box, place)

    def _drawn(self, value: T) -> Element:
        with self.box, box("div", "stack") as element:
            self._draw(value)
        return element


class Part(Generic[T]):
    """A part of a page that is drawn again only when its value is another one.

    Args:
        draw: Draws a value into the part.
        tag: HTML tag of the part.
        classes: Its classes.
        attributes: Further attributes, as for `box`.
    """

    def __init__(self, draw: Callable[[T], object], tag: str = "div", *classes: str, **attributes: str | bool) -> None:
        self.box = box(tag, *classes, **attributes)
        self._draw = draw
        self._shown: T | None = None

    def show(self, value: T | None) -> None:
        """Draw a value unless it is there already; nothing is drawn for None."""
        if value == self._shown:
            return
        self._shown = value
        self.box.clear()
        if value is not None:
            with self.box:
                self._draw(value)
