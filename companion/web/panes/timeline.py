"""Talk, dice and log as one timeline: every line with what came of it, put right by a tap, and deeds nobody said."""

from dataclasses import replace
from functools import partial

from nicegui.element import Element

from companion.dialogue import explanations as why
from companion.nlu.ranking import Suggestion
from companion.web.action_log import LoggedAction
from companion.web.outcomes import Outcome
from companion.web.page import Page
from companion.web.parts.base import Given, Part, box, button, first, form, text
from companion.web.parts.moves import move as draw_move
from companion.web.strings import words
from companion.web.theme import seat_class
from companion.web.transcript import TranscriptLine
from companion.web.updates import Topic, Update
from engine.board import Move
from engine.phrase import joined

WINDOW = 60
"""Lines drawn at once, however long the evening."""
LOOSE = 24
"""Deeds in sight that no line of tonight asked for: taps, and dice of the app."""
FILTERS = ("all", "talk", "dice", "log")
_SIGNS = {
    "done": "✓",
    "story": "·",
    "asked": "?",
    "answered": "»",
    "refused": "✕",
    "unsure": "?",
    "undone": "↶",
    "heard": "…",
}


class TimelinePane:
    """A window onto the evening; the latest of it unless somebody looks back.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"talk", "campaign", "question", "log"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._until: int | None = None
        self._lines: dict[str, LineView] = {}
        self._loose: dict[str, tuple[LoggedAction, Element]] = {}
        self._doubted: str | None = None
        with box("section", "talk", aria_label=words("talk.label")):
            with box("div", "row", "filters", role="radiogroup", aria_label=words("timeline.label")):
                for each in FILTERS:
                    chosen: dict[str, str | bool] = {"checked": True} if each == "all" else {}
                    with box("label", "tab", "small"):
                        box("input", type="radio", name="shown", value=each, **chosen)
                        text("span", words(f"timeline.{each}"))
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
        if "log" in change.topics:
            self._show_deeds()

    def _show_deeds(self) -> None:
        """Hang every deed under the line it came from; those nobody said stand between the lines."""
        deeds = self._page.house.host.deeds
        by_line: dict[str, list[LoggedAction]] = {}
        for each in deeds:
            by_line.setdefault(each.line if each.line in self._lines else "", []).append(each)
        for line, view in self._lines.items():
            view.show_deeds(tuple(by_line.get(line, ())))
        loose = by_line.get("", [])[-LOOSE:] if self._until is None else []
        for root in [each for each in self._loose if each not in {deed.root for deed in loose}]:
            self._loose.pop(root)[1].delete()
        for each in loose:
            self._show_loose(each, deeds)

    def _show_loose(self, deed: LoggedAction, deeds: tuple[LoggedAction, ...]) -> None:
        known = self._loose.get(deed.root)
        if known is not None and known[0] == deed:
            return
        if known is None:
            with self._list:
                element = box("li", "loose", id=f"deed-{deed.root}")
            self._place(element, deed, deeds)
        else:
            element = known[1]
            element.clear()
        self._loose[deed.root] = (deed, element)
        with element:
            DeedView(self._page, deed)

    def _place(self, element: Element, deed: LoggedAction, deeds: tuple[LoggedAction, ...]) -> None:
        """Put a deed before the first line that a later deed came from."""
        later = next((each.line for each in deeds if each.position > deed.position and each.line in self._lines), None)
        if later is not None:
            element.move(self._list, self._list.default_slot.children.index(self._lines[later].element))

    def _draw_line(self, utterance_id: str) -> None:
        line = self._page.house.host.talk.line(utterance_id)
        if line is None:
            return
        view = self._lines.get(line.id)
        if view is not None:
            view.show(line, line.id == self._doubted, self._page.house.host.outcomes.of(line.id))
        elif self._until is None:
            self._add(line)
            if len(self._lines) > WINDOW:
                self._lines.pop(next(iter(self._lines))).element.delete()
                self._earlier.set_visibility(True)

    def _add(self, line: TranscriptLine) -> None:
        with self._list:
            outcome = self._page.house.host.outcomes.of(line.id)
            self._lines[line.id] = LineView(self._page, line, line.id == self._doubted, outcome)

    def _draw_window(self) -> None:
        talk = self._page.house.host.talk
        self._list.clear()
        self._lines.clear()
        self._loose.clear()
        for each in talk.last(WINDOW, self._until):
            self._add(each)
        self._show_deeds()
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
        outcome: What came of it, as far as it is known.
    """

    def __init__(self, page: Page, line: TranscriptLine, doubted: bool, outcome: Outcome | None) -> None:
        self._page = page
        self._line = line
        self._doubted, self._outcome = doubted, outcome
        self._editor: Element | None = None
        self.element = box("li", "line", id=f"said-{line.id}")
        with self.element:
            self._name = text("span", "")
            self._words = button("", self._toggle, "words", title=words("talk.correct"), aria_expanded="false")
            self._mark: Part[tuple[str, str]] = Part(_draw_mark, "div", "outcome")
            self._deeds: Part[tuple[LoggedAction, ...]] = Part(self._draw_deeds, "div", "came-of-it")
        self._known: tuple[LoggedAction, ...] = ()
        self.show(line, doubted, outcome)

    def show_deeds(self, deeds: tuple[LoggedAction, ...]) -> None:
        """Draw what came of the line."""
        self._known = deeds
        self._deeds.show(deeds or None)
        self._show_mark()

    def _draw_deeds(self, deeds: tuple[LoggedAction, ...]) -> None:
        for each in deeds:
            DeedView(self._page, each)

    def _show_mark(self) -> None:
        """One sign and word for what came of it."""
        outcome = self._outcome
        kind, why_so = ("story", "") if outcome is None else (outcome.kind, outcome.why)
        if self._known:
            kind, why_so = ("undone" if all(each.undone for each in self._known) else "done"), ""
        elif self._doubted:
            kind = "asked"
        elif outcome is None and not self._line.settled:
            kind = "heard"
        elif kind == "asked":
            kind, why_so = "story", ""
        self._mark.show(None if self._line.struck else (kind, why_so))

    def show(self, line: TranscriptLine, doubted: bool, outcome: Outcome | None) -> None:
        """Draw the line as it is now."""
        self._doubted, self._outcome = doubted, outcome
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
        self._show_mark()

    async def _toggle(self) -> None:
        if self._editor is not None:
            self._close()
            return
        self._words.props("aria-expanded=true")
        with self.element:
            self._editor = box("div", "stack", "editor")
        with self._editor:
            self._draw_editor()
        await self._draw_meanings()

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
        self._meant = box("div", "stack", "meant", role="group", aria_label=words("talk.meant"))
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

    async def _draw_meanings(self) -> None:
        """Moves the words may have asked for, each made by one tap in the place of what was made of them."""
        editor, line = self._editor, self._line.id
        found = await self._page.do(lambda: self._page.actions.meanings(line)) or ()
        if editor is None or editor is not self._editor or editor.is_deleted or not (found or self._known):
            return
        with self._meant:
            text("span", words("talk.meant"))
            for each in found:
                ready = replace(each.ready, label=each.label, owed=False)
                needed = tuple(field for field in ready.fields if not field.optional)
                draw_move(replace(ready, fields=needed), partial(self._mean, each))
            if any(not each.undone for each in self._known):
                button(words("talk.story"), self._was_story)

    async def _was_story(self) -> None:
        await self._mean(None, None, {})

    async def _mean(self, chosen: Suggestion | None, _: Move | None, given: Given) -> bool:
        taken = await self._page.tried(lambda: self._page.actions.mean(self._line.id, chosen, given))
        if taken:
            self._close()
        return taken

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


def _draw_mark(told: tuple[str, str]) -> None:
    kind, why_so = told
    with box("p", f"is-{kind}", "small"):
        text("b", _SIGNS[kind], aria_hidden="true")
        text("span", words(f"outcome.{kind}"), *(["unseen"] if kind in {"story", "done"} else []))
        if why_so:
            text("span", why_so, "said-so")


class DeedView:
    """A deed of the log, its reason and a way to undo it.

    Args:
        page: The page it is on.
        deed: What was done.
    """

    def __init__(self, page: Page, deed: LoggedAction) -> None:
        self._page, self._deed = page, deed
        with box("article", "deed", *(["undone"] * deed.undone), *(["dice-deed"] * deed.dice)):
            if not (deed.hidden and deed.line):
                text("p", deed.told[0], "first")
            if deed.told[1:]:
                text("p", joined(deed.told[1:]), "small", "rest")
            with box("div", "row"):
                if deed.undone:
                    text("p", words("log.undone"), "small")
                else:
                    button(words("log.undo"), self._undo, "quiet", "small")
                button(words("log.why"), self._tell_why, "quiet", "small")
            self._reasons = box("div", "stack", aria_live="polite")

    async def _undo(self) -> None:
        await self._page.tried(lambda: self._page.actions.take_back(self._deed.root))

    async def _tell_why(self) -> None:
        deed, house = self._deed, self._page.house
        game = house.host.game
        if game is None:
            return
        if deed.tapped_by is not None:
            self._reasons.clear()
            with self._reasons:
                text("p", words("log.tapped", player=deed.tapped_by))
            return
        told = await self._page.do(lambda: why.explain(house.store, game.campaign, str(deed.position)))
        if told is None or self._reasons.is_deleted:
            return
        self._reasons.clear()
        with self._reasons:
            text("p", told.sentence)
            with box("details"):
                text("summary", words("log.whole"), "small")
                for line in why.told(told):
                    text("p", line, "small", "faint")
