"""State of listening, always in sight, with one big button to stop it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.web.host import EveningHost, Speech
from companion.web.parts.base import Part, box, button, text
from companion.web.strings import words
from companion.web.updates import Topic, Update


@dataclass(frozen=True, slots=True)
class _Hearing:
    state: str
    problem: str


class ListeningPane:
    """The state of listening and its switch.

    Args:
        host: The evening whose ears they are.
        listen: Has it listen, or no longer.
        switched_here: Whether listening is begun and ended on this page.
    """

    topics: frozenset[Topic] = frozenset({"ears", "speech", "campaign", "talk"})

    def __init__(self, host: EveningHost, listen: Callable[[bool], Awaitable[None]], *, switched_here: bool) -> None:
        self._host, self._listen, self._switched_here = host, listen, switched_here
        with box("div", "row", "listening"):
            with box("div"):
                self._part: Part[_Hearing] = Part(self._draw, "div", role="status")
                # Apart from what is told aloud to whoever cannot see the page: they hear that somebody speaks.
                self._speaks = text("p", "", "speaks")
            # Apart from what is told: it must not be drawn anew under a finger because somebody begins to speak.
            self._switch: Part[bool] = Part(self._draw_switch, "div")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._host
        session = host.session
        asleep = session is not None and not session.listening
        state = "asleep" if asleep and host.hearing == "on" else host.hearing
        shown = _Hearing(state if host.state == "open" else "over", host.hearing_problem)
        self._part.show(shown)
        speech = host.speech if shown.state == "on" else None
        self._speaks.set_text(_told(speech) if speech is not None else "")
        self._switch.show(shown.state == "off" if self._switched_here and shown.state != "over" else None)

    def _draw(self, hearing: _Hearing) -> None:
        with box("div", "hearing", f"is-{hearing.state}"):
            text("strong", words(f"listening.{hearing.state}"))
            if hearing.problem:
                text("span", hearing.problem, "small", "tone-bad")

    def _draw_switch(self, off: bool) -> None:
        if off:
            button(words("listening.start"), lambda: self._listen(True), "main")
        else:
            button(words("listening.stop"), lambda: self._listen(False), "stop", "big")


def _told(speech: Speech) -> str:
    return words("listening.somebody_speaks") if speech.by is None else words("listening.speaks", player=speech.by)
