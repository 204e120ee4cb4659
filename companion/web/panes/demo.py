"""Strip in the head of every page of the table while a demo is watched: sound, pause, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.demo import demos
from companion.web.campaigns import Campaigns
from companion.web.parts.base import Part, box, button, link, text
from companion.web.strings import words
from companion.web.updates import Topic, Update

if TYPE_CHECKING:  # every page draws it
    from companion.web.page import Page

_LISTEN = "(() => {{ const a = document.querySelector('#demo-sound'); a.currentTime = {at}; a.{do}(); }})()"


class DemoPane:
    """The strip; nothing while no demo is watched.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"campaign", "talk"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sound = False
        self._part: Part[tuple[str, bool, bool, bool]] = Part(self._draw, "div", "demo-strip")
        self._campaigns = Campaigns(page.house, page.visitor)
        address = "" if self._slug is None else page.address(f"/demo/sound/{self._slug}")
        self._audio = box("audio", id="demo-sound", preload="none", src=address, aria_hidden="true")

    @property
    def _slug(self) -> str | None:
        player = self._campaigns.demo
        return player.slug if player is not None and player.slug in demos() else None

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        self._show()

    def _show(self) -> None:
        player = self._campaigns.demo
        slug = self._slug
        if player is None or slug is None:
            self._part.show(None)
            return
        self._audio.props["src"] = self._page.address(f"/demo/sound/{slug}")
        self._part.show((slug, player.paused, player.over, self._sound))

    def _draw(self, shown: tuple[str, bool, bool, bool]) -> None:
        slug, paused, over, sound = shown
        with box("div", "row", "demo-row", role="region", aria_label=words("demo.label")):
            text("span", words("demo.label"), "badge", "demo-badge")
            text("span", words("demo.over" if over else "demo.now"), "small", "grow")
            if over:
                link(words("demo.ready"), f"/ready?game={slug}", "link-button", "main")
            else:
                button(words("demo.silence" if sound else "demo.sound"), self._listen, aria_pressed=str(sound).lower())
                button(words("demo.go_on" if paused else "demo.pause"), self._pause)
            button(words("demo.leave"), self._leave)

    def _listen(self) -> None:
        self._sound = not self._sound
        self._hear()
        self._show()

    def _pause(self) -> None:
        player = self._campaigns.demo
        if player is not None:
            player.paused = not player.paused
            self._hear()
            self._show()

    def _hear(self) -> None:
        player = self._campaigns.demo
        if player is not None:
            playing = self._sound and not player.paused
            self._page.run(_LISTEN.format(at=round(player.seconds, 1), do="play" if playing else "pause"))

    async def _leave(self) -> None:
        await self._page.do(self._campaigns.leave_demo)
        self._page.go("/start")
