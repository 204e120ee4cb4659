"""The seat's phone as a microphone: one button, and a light that shows whether it listens."""

from companion.web.auth import SEAT_MICROPHONE
from companion.web.page import Page
from companion.web.parts.base import box, button, text
from companion.web.strings import words
from companion.web.updates import Topic, Update

_STATES = ("off", "asking", "wait", "on", "away", "refused", "insecure", "unable")


class SeatMicrophonePane:
    """Lends and takes back the microphone of the device the page is open on; `microphone.js` does it.

    Args:
        page: The seat's page.
    """

    topics: frozenset[Topic] = frozenset()

    def __init__(self, page: Page) -> None:
        self._page = page
        said = {f"data_said_{state}": words(f"phone_microphone.{state}") for state in _STATES}
        with box("section", "paper", "stack", "phone-microphone", data_microphone=True, data_state="off", **said):
            text("p", words("phone_microphone.about"), "small")
            with box("p", role="status"):
                box("span", "light", aria_hidden="true")
                text("strong", words("phone_microphone.off"), data_said=True)
            with box("div", "row"):
                button(words("phone_microphone.start"), self._start, "main", "lends")
                button(words("phone_microphone.stop"), self._stop, "stop", "takes-back")

    def redraw(self, change: Update) -> None:
        """Nothing: the browser knows."""

    async def _start(self) -> None:
        """Whoever lends a microphone agrees to being heard; then the browser asks for it."""
        if await self._page.do(self._agree):
            self._page.run(f"companionMicrophone.start('{self._page.address(SEAT_MICROPHONE)}')")

    def _agree(self) -> bool:
        self._page.actions.consent(True)
        return True

    def _stop(self) -> None:
        self._page.run("companionMicrophone.stop()")
