"""A language model set up: where it is, which one, how it does in the test, and one switch."""

from dataclasses import replace
from functools import partial

from fastapi import Request
from nicegui import Client, background_tasks

from companion.web.app_context import AppContext
from companion.web.model_setup import ModelDeeds, ModelNow, places, standing_told
from companion.web.page import Page
from companion.web.panes import follow
from companion.web.parts.base import Given, Part, box, button, first, form, link, text
from companion.web.routes import table_page
from companion.web.strings import words
from companion.web.updates import Topic, Update


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/model")
    def model(request: Request, client: Client) -> None:
        page = Page(house, request, client, "model.title")
        follow(page, (ModelPane(page),))


class ModelPane:
    """The whole page; each part is drawn anew for itself, so that what is typed beside it stays.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"model"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._deeds = ModelDeeds(page.house.model, page.visitor)
        with page.main, box("div", "setup", "stack", "model-setup"):
            text("h1", words("model.title"), "title")
            text("p", words("model.lead"), "faint")
            self._switch: Part[tuple[str, str, bool, bool]] = Part(self._draw_switch, "section", "paper", "stack")
            with box("section", "paper", "stack", aria_label=words("model.where")):
                text("h2", words("model.where"))
                self._places: Part[tuple[tuple[str, ...] | None, bool]] = Part(self._draw_places, "div", "model-places")
                with form(self._asked, "row", "model-form", keeps=True):
                    with box("label", "stack", "grow"):
                        text("span", words("model.address"))
                        box("input", name="address", required=True, maxlength="1000", placeholder=words("model.like"))
                    text("button", words("model.ask"), type="submit")
                self._doing: Part[tuple[str, str]] = Part(self._draw_doing, "div", role="status")
                self._problem: Part[str] = Part(lambda said: text("p", said, "wrong"), "div", role="alert")
                self._key: Part[str] = Part(self._draw_key, "div", "stack")
            self._models: Part[tuple[str, tuple[str, ...]]] = Part(self._draw_models, "div", "stack")
            self._progress: Part[tuple[int, int]]
            self._test: Part[ModelNow] = Part(self._draw_test, "div", "stack", role="status")
            with box("div", "row", "step-end"):
                link(words("sound.done"), "/", "link-button")
        background_tasks.create(page.do(self._deeds.look))

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        now = self._page.house.model.now
        usable = now.standing not in {None, "none"} or bool(now.off)
        self._switch.show((now.helps, now.off, usable, now.unkept))
        self._places.show((now.answering, now.state == "looking"))
        self._doing.show((now.state, now.server) if now.state in {"asking", "saving"} else None)
        self._problem.show(now.problem or None)
        self._key.show(now.server if now.wants_key and now.state != "asking" else None)
        self._models.show((now.server, now.models) if now.models else None)
        tested = now.state in {"loading", "testing"} or now.standing is not None
        self._test.show(replace(now, state="idle", done=0, of=0) if tested else None)
        if now.standing is None and tested:
            self._progress.show((now.done, now.of))

    def _draw_switch(self, shown: tuple[str, str, bool, bool]) -> None:
        helps, off, usable, unkept = shown
        with box("div", "row"):
            switch = button(words("model.switch"), partial(self._help, not helps), "switch", role="switch")
            switch.props["aria-checked"] = "true" if helps else "false"
            if not (helps or usable):
                switch.props["disabled"] = True
        told = words("model.helps", model=helps) if helps else words("model.off", model=off) if off else ""
        text("p", told or words("model.ready" if usable else "model.nothing"))
        if unkept:
            text("p", words("model.unkept"), "wrong")

    def _draw_places(self, shown: tuple[tuple[str, ...] | None, bool]) -> None:
        there, looking = shown
        for name, host in places():
            with box("div", "model-place"):
                button(name, partial(self._ask, name, ""))
                found = name in (there or ())
                state = "model.answers" if found else "model.looking" if looking else None
                text("span", words(state) if state else host, "small", "tone-good" if found else "faint")

    def _draw_doing(self, shown: tuple[str, str]) -> None:
        state, server = shown
        text("p", words(f"model.state.{state}", server=server) if server else words("model.state.asking_it"))

    def _draw_key(self, server: str) -> None:
        with form(self._keyed, "row", "model-form"):
            with box("label", "stack", "grow"):
                text("span", words("model.key", server=server))
                box("input", name="key", type="password", required=True, maxlength="1000", autocomplete="off")
            text("button", words("model.try_key"), "main", type="submit")
        text("p", words("model.key_goes"), "small", "faint")

    def _draw_models(self, shown: tuple[str, tuple[str, ...]]) -> None:
        server, models = shown
        with box("section", "paper", "stack", aria_label=words("model.which", server=server)):
            text("h2", words("model.which", server=server))
            text("p", self._page.house.model.now.leaves)
            with form(self._tested, "row", "model-form", keeps=True):
                with box("label", "stack", "grow"):
                    text("span", words("model.name"))
                    with box("select", name="model"):
                        for each in models:
                            text("option", each, value=each)
                text("button", words("model.test"), "main", type="submit")
            text("p", words("model.test_is"), "small", "faint")

    def _draw_test(self, now: ModelNow) -> None:
        with box("section", "paper", "stack", aria_label=words("model.tested", model=now.model)):
            text("h2", words("model.tested", model=now.model))
            if now.standing is None:
                self._progress = Part(self._draw_progress, "div", "stack")
                with box("div", "row"):  # beside what moves on, so that it is there when the finger is lifted
                    button(words("model.stop"), self._stop)
                return
            text("p", standing_told(now.standing), *(["wrong"] if now.standing == "none" else ["lead"]))
            text("p", now.result)
            if not now.priced:
                self._draw_price()
            if now.standing != "none" and not now.helps:
                with box("div", "row"):
                    button(words("model.let_help"), partial(self._help, True), "main")

    def _draw_progress(self, lines: tuple[int, int]) -> None:
        done, of = lines
        text("p", words("model.state.testing", done=done, of=of) if of else words("model.state.loading"))
        with box("div", "bar"), box("div", "track"):
            box("div", "fill", style=f"width: {100 * done // max(of, 1)}%")

    def _draw_price(self) -> None:
        text("p", words("model.price"), "small", "faint")
        with form(self._priced, "row", "model-form", keeps=True):
            for name in ("read", "written"):
                with box("label", "stack"):
                    text("span", words(f"model.{name}"))
                    box("input", name=name, inputmode="decimal", required=True, maxlength="20", size="8")
            text("button", words("model.tell_price"), type="submit")

    async def _ask(self, said: str, key: str) -> None:
        await self._page.do(lambda: self._deeds.ask(said, key))

    async def _asked(self, given: Given) -> None:
        await self._ask(first(given, "address"), "")

    async def _keyed(self, given: Given) -> None:
        await self._ask("", first(given, "key"))

    async def _tested(self, given: Given) -> None:
        await self._page.do(lambda: self._deeds.test(first(given, "model")))

    async def _priced(self, given: Given) -> None:
        await self._page.do(lambda: self._deeds.price(first(given, "read"), first(given, "written")))

    async def _stop(self) -> None:
        await self._page.do(self._deeds.stop)

    async def _help(self, on: bool) -> None:
        await self._page.do(lambda: self._deeds.help(on))
