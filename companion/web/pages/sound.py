"""Before the first evening, and whenever something sounds wrong: microphone, loudspeaker, and who is heard."""

from dataclasses import dataclass, replace

from fastapi import Request
from nicegui import Client
from nicegui.element import Element

from companion.web.app_context import AppContext
from companion.web.page import Page
from companion.web.panes import follow
from companion.web.panes.seat_voice import VoicePane
from companion.web.parts.base import Part, box, button, link, text
from companion.web.routes import table_page
from companion.web.sound_check import LEVELS, LISTEN_SECONDS, Sounded
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.phrase import joined


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/sound")
    def sound(request: Request, client: Client) -> None:
        draw_sound(Page(house, request, client, "sound.title"))


def draw_sound(page: Page) -> None:
    """Draw the whole page and keep it up to date."""
    with page.main, box("div", "setup", "stack"):
        text("h1", words("sound.title"), "title")
        text("p", words("sound.lead"), "faint")
        microphone = MicrophonePane(page)
        loudspeaker = LoudspeakerPane(page)
        people = PeoplePane(page)
        with box("div", "row", "step-end"):
            link(words("sound.done"), "/", "link-button", "main")
    follow(page, (microphone, loudspeaker, people))


def _titled(title: str) -> Element:
    """A sheet of paper with its title on it."""
    with box("section", "paper", "stack", aria_label=title) as sheet:
        text("h2", title)
    return sheet


class MicrophonePane:
    """The level, the noise of the room, and a sentence understood.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"sound"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with _titled(words("sound.microphone")):
            self._part: Part[Sounded] = Part(self._draw, "div", "stack", role="status")
            label = words("sound.level")
            self._meter = box(
                "div", "level", role="meter", aria_label=label, aria_valuemin="0", aria_valuemax=str(LEVELS),
                aria_valuenow="0",
            )  # fmt: skip
            with self._meter:
                self._steps = [box("span") for _ in range(LEVELS)]
            # Apart from what is told: nobody is interrupted by every second of their own reading.
            self._seconds = text("p", "", "small", "faint")
            self._buttons: Part[bool] = Part(self._draw_buttons, "div", "row")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        now = self._page.house.host.sound_check.now
        self._part.show(replace(now, level=0, seconds=0))
        most = int(LISTEN_SECONDS)
        listening = now.state == "listening"
        self._seconds.set_text(words("sound.seconds", seconds=now.seconds, most=most) if listening else "")
        for at, step in enumerate(self._steps):
            step.classes(add="on" if at < now.level else "", remove="" if at < now.level else "on")
        self._meter.props["aria-valuenow"] = str(now.level)
        self._meter.update()
        self._buttons.show(now.state in {"starting", "listening"})

    def _draw(self, now: Sounded) -> None:
        if now.state in {"starting", "listening", "working"}:
            text("p", words(f"sound.state.{now.state}"))
            if now.state == "listening":
                text("p", words("sound.sentence"), "lead", "serif")
            return
        if now.problem:
            text("p", now.problem, "wrong")
        elif now.room:
            text("p", joined([now.room, now.hint]), *(["wrong"] if now.hint else []))
            if now.understood is not None:
                text("p", words("sound.understood", text=now.understood) if now.understood else words("sound.nothing"))
        else:
            text("p", words("sound.say", text=words("sound.sentence")))

    def _draw_buttons(self, listening: bool) -> None:
        if listening:
            button(words("sound.stop"), self._stop)
        else:
            button(words("sound.try_microphone"), self._try)

    async def _try(self) -> None:
        await self._page.do(self._page.actions.try_microphone)

    async def _stop(self) -> None:
        await self._page.do(self._page.actions.stop_trying)


class LoudspeakerPane:
    """A sentence said aloud.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"sound"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with _titled(words("sound.loudspeaker")):
            self._part: Part[tuple[str, bool, str]] = Part(self._draw, "div", "stack", role="status")
            with box("div", "row"):
                button(words("sound.try_loudspeaker"), self._try)

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        now = self._page.house.host.sound_check.now
        self._part.show(("speaking" if now.state == "speaking" else "", now.said, now.silent))

    def _draw(self, shown: tuple[str, bool, str]) -> None:
        speaking, said, silent = shown
        if speaking:
            text("p", words("sound.state.speaking", text=words("sound.hello")))
        elif silent:
            text("p", silent, "wrong")
        else:
            text("p", words("sound.heard" if said else "sound.not_tried"))

    async def _try(self) -> None:
        await self._page.do(self._page.actions.try_loudspeaker)


@dataclass(frozen=True, slots=True)
class _People:
    campaign: int
    names: tuple[str, ...]


class PeoplePane:
    """Everybody of the campaign being played: whether they agree to being heard, and whether their voice is known.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"voices", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._voices: list[VoicePane] = []
        with box("section", "stack", aria_label=words("sound.people.title")):
            text("h2", words("sound.people.title"))
            self._state: Part[str] = Part(lambda state: text("p", words(f"sound.people.{state}")))
            self._part: Part[_People] = Part(self._draw, "div", "stack")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        playing = host.game is not None and host.state == "open"
        self._state.show("lead" if playing else "nobody")
        self._part.show(_People(host.game.campaign.id, host.players) if playing and host.game else None)
        for voice in self._voices if playing else ():
            voice.redraw(change)

    def _draw(self, people: _People) -> None:
        self._voices = [VoicePane(self._page, name, name) for name in people.names]
