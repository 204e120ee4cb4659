"""The live transcript: faint until settled, every line named, who spoke and what was said put right by a tap."""

from functools import partial

from nicegui.element import Element

from companion.web.page import Page
from companion.web.parts.base import Given, box, button, first, form, text
from companion.web.strings import words
from companion.web.theme import seat_class
from companion.web.transcript import TranscriptLine
from companion.web.updates import Topic, Update

WINDOW = 60
"""Lines drawn at once, however long the evening."""


class TranscriptPane:
    """A window onto the talk; the latest lines unless somebody looks back.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"talk", "campaign", "question"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._until: int | None = None
        self._lines: dict[str, LineView] = {}
        self._doubted: str | None = None
        with box("section", "paper", "talk", aria_label=words("talk.label")):
            with box("div", "row"):
                text("h2", words("talk.label"), "grow")
                self._earlier = button(words("talk.earlier"), self._look_back, "quiet", "small")
                self._latest = button(words("talk.latest"), self._look_at_latest, "quiet", "small")
            with box("div", "scroller", tabindex="0"):
                self._list = box("ol", "talk-lines", data_empty=words("talk.empty"))

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        host = self._page.house.host
        question = host.session.question if host.session is not None else None
        doubted, before = (question.utterance_id if question else None), self._doubted
        self._doubted = doubted
        if "campaign" in change.topics:
            self._until = None
            self._draw_window()
            return
        touched = [*change.lines, *(each for each in {before, doubted} if each is not None and before != doubted)]
        for each in dict.fromkeys(touched):
            self._draw_line(each)

    def _draw_line(self, utterance_id: str) -> None:
        line = self._page.house.host.talk.line(utterance_id)
        if line is None:
            return
        view = self._lines.get(line.id)
        if view is not None:
            view.show(line, line.id == self._doubted)
        elif self._until is None:
            self._add(line)
            if len(self._lines) > WINDOW:
                self._lines.pop(next(iter(self._lines))).element.delete()
                self._earlier.set_visibility(True)

    def _add(self, line: TranscriptLine) -> None:
        with self._list:
            self._lines[line.id] = LineView(self._page, line, line.id == self._doubted)

    def _draw_window(self) -> None:
        talk = self._page.house.host.talk
        self._list.clear()
        self._lines.clear()
        for each in talk.last(WINDOW, self._until):
            self._add(each)
        end = len(talk) if self._until is None else self._until
        self._earlier.set_visibility(end > WINDOW)
        self._latest.set_visibility(self._until is not None)

    def _look_back(self) -> None:
        end = len(self._page.house.host.talk) if self._until is None else self._until
        self._until = max(WINDOW, end - WINDOW // 2)
        self._draw_window()

    def _look_at_latest(self) -> None:
        self._until = None
        self._draw_window()


class LineView:
    """One line of talk and, once tapped, what puts it right.

    Args:
        page: The page it is on.
        line: What was said.
        doubted: Whether the companion asks about it.
    """

    def __init__(self, page: Page, line: TranscriptLine, doubted: bool) -> None:
        self._page = page
        self._line = line
        self._editor: Element | None = None
        self.element = box("li", "line", id=f"said-{line.id}")
        with self.element:
            self._name = text("span", "")
            self._words = button("", self._toggle, "words", title=words("talk.correct"), aria_expanded="false")
        self.show(line, doubted)

    def show(self, line: TranscriptLine, doubted: bool) -> None:
        """Draw the line as it is now."""
        players = self._page.house.host.players
        known = line.speaker in players
        self._line = line
        self._name.set_text(line.speaker if known and line.speaker else words("talk.somebody"))
        self._name.classes(replace=f"seat-name {seat_class(players.index(line.speaker))}" if known else "faint")
        self._words.set_text(words("talk.struck") if line.struck else line.text)
        faint = not line.settled or doubted or line.struck
        self.element.classes(add="faint" if faint else "", remove="" if faint else "faint")
        if line.struck:
            self._words.props("disabled")
        if line.struck:
            self._close()

    def _toggle(self) -> None:
        if self._editor is not None:
            self._close()
            return
        self._words.props("aria-expanded=true")
        with self.element:
            self._editor = box("div", "stack", "editor")
        with self._editor:
            self._draw_editor()

    def _close(self) -> None:
        if self._editor is not None:
            self._editor.delete()
            self._editor = None
            self._words.props("aria-expanded=false")

    def _draw_editor(self) -> None:
        seat = self._page.visitor.seat
        with box("div", "row", role="group", aria_label=words("talk.who")):
            text("span", words("talk.who"))
            for name in self._page.house.host.players if seat is None else (seat,):
                button(name, partial(self._credit, name), "small", aria_pressed=str(name == self._line.speaker).lower())
        with form(self._reword, "row"):
            box("input", "grow", name="words", value=self._line.text, aria_label=words("talk.what"), required=True)
            text("button", words("talk.reword"), type="submit")
        with form(self._spell, "row"):
            box("input", name="heard", placeholder=words("talk.heard"), aria_label=words("talk.heard"), required=True)
            box(
                "input",
                name="spelled",
                placeholder=words("talk.spelled"),
                aria_label=words("talk.spelled"),
                required=True,
            )
            text("button", words("talk.spell"), type="submit")
        with box("div", "row"):
            button(words("talk.strike"), self._strike, "quiet")
            button(words("talk.close"), self._close, "quiet")

    async def _credit(self, player: str) -> None:
        self._close()
        await self._page.do(lambda: self._page.actions.credit(self._line.id, player))

    async def _reword(self, given: Given) -> None:
        self._close()
        await self._page.do(lambda: self._page.actions.reword(self._line.id, first(given, "words")))

    async def _spell(self, given: Given) -> None:
        self._close()
        await self._page.do(lambda: self._page.actions.spell(first(given, "heard"), first(given, "spelled")))

    async def _strike(self) -> None:
        self._close()
        await self._page.do(lambda: self._page.actions.strike(self._line.id))
