"""A campaign set up step by step: game, players, characters, the world, house rules; what is left out is filled in."""

from random import SystemRandom

from fastapi import Request
from nicegui import Client

from companion.play.ready import random_hero, ready_heroes
from companion.store import Campaign
from companion.web.app_context import AppContext
from companion.web.campaign_setup import FIRST_SEATS, TABLE, CampaignSetup
from companion.web.campaigns import Campaigns
from companion.web.page import Page
from companion.web.parts.base import Given, box, first, form, text
from companion.web.parts.set_up_steps import FEWEST_SEATS, MOST_SEATS, Step, deed, step_name, step_of
from companion.web.routes import table_page
from companion.web.setup_draft import moved
from companion.web.strings import words

_FOCUS = "requestAnimationFrame(() => document.querySelector('[aria-invalid=true]')?.focus());"
_TOP = "requestAnimationFrame(() => { document.querySelector('#step')?.focus(); window.scrollTo(0, 0); });"


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/new")
    async def new(request: Request, client: Client) -> None:
        await SetUpPage(Page(house, request, client, "setup.title")).show()


class SetUpPage:
    """The steps, one at a time; what is filled in is kept as it is typed.

    Args:
        page: The page drawn into.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._campaigns = Campaigns(page.house, page.visitor)
        self._draft = self._campaigns.draft()
        self._set_up = CampaignSetup(self._draft, lambda: [each.name for each, _ in self._campaigns.listed()])

    async def show(self) -> None:
        """Draw the step that was open last."""
        await self._page.do(self._draft.recall)
        with self._page.main:
            self._body = box("div", "setup")
        self._draw()

    @property
    def _steps(self) -> tuple[str, ...]:
        return ("game", "players", *self._set_up.heroes, TABLE, "rules", "review")

    @property
    def _step(self) -> str:
        step = self._draft.first("step")
        return step if step in self._steps else "game"

    def _draw(self) -> None:
        self._body.clear()
        step = self._step
        with self._body, form(self._sent, "setup-form", keeps=True, changed=self._changed, novalidate=True):
            # Enter in a field means going on, not the first button of the page.
            text("button", words("setup.next"), "unseen", type="submit", tabindex="-1", aria_hidden="true")
            self._draw_ways(step)
            with box("section", "paper", "stack", "step"):
                self._drawn = Step(self._set_up, step)
                self._draw_end(step)

    def _draw_ways(self, step: str) -> None:
        with box("nav", "steps", aria_label=words("setup.steps")), box("ol"):
            for each in self._steps:
                with box("li"):
                    here: dict[str, str | bool] = {"aria_current": "step"} if each == step else {}
                    text("button", step_name(self._set_up, each), "quiet", **deed(f"go {each}"), **here)

    def _draw_end(self, step: str) -> None:
        with box("div", "row", "step-end"):
            if step != "game":
                text("button", words("setup.back"), **deed("back"))
            if step == "review":
                text("button", words("setup.create"), "main", **deed("create"))
            else:
                if step not in {"game", "rules"}:
                    text("button", words("setup.rest"), **deed("rest"))
                text("button", words("setup.next"), "main", **deed("next"))
        with box("details", "small"):
            text("summary", words("setup.anew"), "faint")
            text("button", words("setup.forget"), **deed("forget"))

    async def _changed(self, given: Given) -> None:
        """Keep what is typed, and count."""
        preset = self._set_up.preset
        self._take(given)
        if self._set_up.preset != preset:
            self._draw()
        drawn = self._drawn
        drawn.count()
        if drawn.is_wrong:
            # Only what was wrong and is right now: nobody is told of new mistakes while they are typing.
            checked = await self._page.do(self._set_up.check)
            if checked is not None:
                drawn.tell(checked, shown_only=True)
        await self._page.do(self._draft.keep)

    async def _sent(self, given: Given) -> None:
        """A button was pressed, or Enter: keep everything, then do it."""
        self._take(given)
        what, _, which = first(given, "deed").partition(" ")
        if what in {"up", "down", "drop", "more"}:
            self._seat(what, which)
            self._draw()
        elif what in {"ready", "random", "clear"} and self._step in self._set_up.heroes:
            self._cast(what, which)
            self._draw()
        elif what == "rest":
            self._set_up.fill_heroes()
            self._set_up.fill_world()
            self._go("review")
        elif what == "go" and which in self._steps:
            self._go(which)
        elif what == "back":
            self._go(self._steps[max(0, self._steps.index(self._step) - 1)])
        elif what == "forget":
            await self._page.do(self._draft.forget)
            self._go("game")
            return
        elif what == "create" or self._step == "review":
            await self._create()
            return
        else:
            await self._next()
        await self._page.do(self._draft.keep)

    def _take(self, given: Given) -> None:
        step = self._step
        own = {
            "game": ("title", "game"),
            "rules": ("rule.", f"{TABLE}:preset"),
            "players": ("seat", "player", "master", "dice"),
            "review": (),
            TABLE: tuple(f"{TABLE}:{ask.entry}" for ask in self._set_up.asks(TABLE)),
        }
        self._draft.take(given, own.get(step, (f"{step}:",)))

    def _seat(self, what: str, which: str) -> None:
        seats = list(self._set_up.seats)
        names = dict(zip(seats, [*self._draft.all("player"), *[""] * len(seats)], strict=False))
        if what == "more" and len(seats) < MOST_SEATS:
            seats.append(next(name for name in map("p{}".format, range(1, 99)) if name not in seats))
        elif which in seats and what == "drop" and len(seats) > FEWEST_SEATS:
            seats.remove(which)
            self._draft.take({}, (f"{which}:",))
        elif which in seats and what in {"up", "down"}:
            seats = moved(seats, which, -1 if what == "up" else 1)
        self._draft.put("seat", *seats)
        self._draft.put("player", *(names.get(seat, "") for seat in seats))

    def _cast(self, what: str, which: str) -> None:
        """Give a player a ready-made character, one made by chance, or an empty sheet."""
        seat, set_up = self._step, self._set_up
        slug = set_up.ruleset.info.slug
        if what == "ready":
            chosen = next((hero for hero in ready_heroes(slug) if hero["name"] == which), None)
            if chosen is not None:
                set_up.fill_hero(seat, chosen)
        elif what == "random":
            name, answers = random_hero(slug, set_up.form, tuple(set_up.hero_names.values()), SystemRandom())
            set_up.put_hero(seat, name, answers)
        else:
            set_up.put_hero(seat, "", {})

    async def _next(self) -> None:
        step = self._step
        checked = await self._page.do(self._set_up.check)
        if checked is None:
            return
        if any(step_of(field) == step for field in checked.mistakes):
            self._drawn.count()
            self._drawn.tell(checked)
            self._page.run(_FOCUS)
            return
        if step == "players":
            self._set_up.fill_heroes()
            self._set_up.fill_world()
        self._go(self._steps[self._steps.index(step) + 1])

    def _go(self, step: str) -> None:
        if step != "game" and not self._draft.fields.get("seat"):
            self._draft.put("seat", *FIRST_SEATS)
        self._draft.put("step", step)
        self._page.notice("")
        self._draw()
        self._page.run(_TOP)

    async def _create(self) -> None:
        checked = await self._page.do(self._set_up.check)
        if checked is None or checked.mistakes:
            self._draw()
            return
        dice = "table" if self._draft.first("dice") == "table" else "app"
        made: Campaign | None = await self._page.do(lambda: self._campaigns.make(checked.data, settings={"dice": dice}))
        if made is None:
            return
        await self._page.do(self._draft.forget)
        await self._page.do(lambda: self._campaigns.open(made.id))
        if self._page.house.host.state == "open":
            self._page.go("/")
