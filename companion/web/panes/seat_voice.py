"""A person and the microphone: whether they agree to being heard, whether their voice is known, and being forgotten."""

from dataclasses import dataclass, replace

from companion.web.page import Page
from companion.web.parts.base import Given, Part, box, button, first, fold, form, text
from companion.web.parts.board import bar
from companion.web.strings import words
from companion.web.updates import Topic, Update
from companion.web.voice_enrollment import EnrollmentProgress, Voices
from engine.board import Bar


@dataclass(frozen=True, slots=True)
class _Standing:
    """A player's answer about being heard, whether their voice is known, and the lesson that is theirs.

    How far that is moves on its own, so that its button stays under a finger.
    """

    given: bool | None
    known: bool
    lesson: EnrollmentProgress | None


class VoicePane:
    """Consent and voice of one person.

    Args:
        page: The seat's page, or the table's.
        seat: Whose it is.
        title: What it is headed with; what a seat's own page says when None.
    """

    topics: frozenset[Topic] = frozenset({"voices"})

    def __init__(self, page: Page, seat: str, title: str | None = None) -> None:
        self._page = page
        self._seat = seat
        with fold(title or words("voice.title")) as folded:
            self._part: Part[_Standing] = Part(self._draw, "div", "stack", aria_live="polite")
            self._progress: Part[Bar] | None = None
            self._draw_forgetting()
        with folded.default_slot.children[0]:
            self._summary: Part[str] = Part(lambda said: text("span", said), "span", "small", "faint", "standing")
        self._summary.box.set_visibility(title is not None)

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        session, lessons = host.session, host.lessons
        if session is None or lessons is None:
            return
        given = next((each.given for each in session.consent.standings() if each.person == self._seat), None)
        lesson = lessons.latest if lessons.latest is not None and lessons.latest.player == self._seat else None
        shown = None if lesson is None else replace(lesson, seconds=0)
        known = lessons.voices.known(self._seat)
        self._part.show(_Standing(given, known, shown))
        agreed = words(f"voice.summary.{_stands(given)}")
        self._summary.show(f"{agreed}, {words('voice.summary.known')}" if known else agreed)
        if lesson is not None and self._progress is not None:
            most = int(lessons.voices.seconds)
            label = words("voice.progress", seconds=lesson.seconds, most=most)
            self._progress.show(Bar(label, lesson.seconds, most))

    def _draw(self, standing: _Standing) -> None:
        self._progress = None
        self._draw_consent(standing.given)
        if standing.given is False:
            return
        lessons = self._page.house.host.lessons
        if standing.lesson is not None and not standing.lesson.is_over and lessons is not None:
            self._draw_lesson(standing.lesson, lessons.voices)
        else:
            self._draw_voice(standing)

    def _draw_consent(self, given: bool | None) -> None:
        text("p", words(f"voice.{_stands(given)}"))
        with box("div", "row"):
            if not given:
                button(words("voice.agree"), self._agree, "main")
            if given is not False:
                button(words("voice.withdraw"), self._withdraw)

    def _draw_voice(self, standing: _Standing) -> None:
        lesson = standing.lesson
        if lesson is not None and lesson.state == "failed":
            text("p", lesson.problem, "tone-bad")
        elif lesson is not None and lesson.state == "stopped":
            text("p", words("voice.stopped"), "faint")
        taught = standing.known and lesson is not None and lesson.state == "known"
        text("p", words("voice.taught" if taught else "voice.known" if standing.known else "voice.unknown"))
        with box("div", "row"):
            button(words("voice.relearn" if standing.known else "voice.learn"), self._learn)
            if standing.known:
                button(words("voice.forget"), self._forget, "quiet")

    def _draw_lesson(self, lesson: EnrollmentProgress, voices: Voices) -> None:
        text("p", words(f"voice.{lesson.state}"))
        if lesson.state == "reading":
            for sentence in voices.sentences:
                text("p", sentence, "lead", "serif")
            # Nobody is interrupted by every second of their own reading.
            self._progress = Part(bar, "div", aria_live="off")
        button(words("voice.stop"), self._stop)

    def _draw_forgetting(self) -> None:
        own = self._page.visitor.seat is not None
        with box("details"):
            text(
                "summary", words("forgetting.own") if own else words("forgetting.somebody", player=self._seat), "small"
            )
            with form(self._forget_everything, "stack"):
                text("p", words("forgetting.about", player=self._seat), "small")
                with box("label", "stack"):
                    text("span", words("forgetting.confirm", player=self._seat))
                    box("input", name="name", required=True)
                with box("div", "row"):
                    text("button", words("forgetting.do"), "stop", type="submit")
            self._told: Part[tuple[str, ...]] = Part(_draw_told, "div", "stack", role="status")

    async def _forget_everything(self, given: Given) -> None:
        told = await self._page.do(lambda: self._page.forget(self._seat, first(given, "name")))
        if told is not None and self._page.visitor.is_table:
            self._told.show(told)
        elif told is not None:
            self._page.part(told)

    async def _agree(self) -> None:
        await self._page.do(lambda: self._page.actions.consent(True, self._seat))

    async def _withdraw(self) -> None:
        await self._page.do(lambda: self._page.actions.consent(False, self._seat))

    async def _learn(self) -> None:
        await self._page.do(lambda: self._page.actions.learn_voice(self._seat))

    async def _forget(self) -> None:
        await self._page.do(lambda: self._page.actions.forget_voice(self._seat))

    async def _stop(self) -> None:
        await self._page.do(self._page.actions.stop_learning)


def _stands(given: bool | None) -> str:
    return "silent" if given is None else "agreed" if given else "withdrawn"


def _draw_told(told: tuple[str, ...]) -> None:
    for each in told:
        text("p", each)
