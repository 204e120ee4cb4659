"""A campaign set up step by step: name and game, house rules, players, characters, the table; then looked over."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from fastapi import Request
from nicegui import Client, ui
from nicegui.elements.mixins.text_element import TextElement

from companion.store import Campaign
from companion.web.campaigns import Campaigns
from companion.web.draft import DRAFT_FILE, Draft, moved
from companion.web.house import House
from companion.web.page import Page
from companion.web.parts.asking import Asked, Mistake, counted_line, line
from companion.web.parts.base import Given, box, first, form, text
from companion.web.set_up import FIRST_SEATS, TABLE, Checked, SetUp, columns_of
from companion.web.strings import counted, words
from engine.common.house_rules import Setting, SettingValue
from engine.form import Ask
from engine.registry import RULESETS

FEWEST_SEATS, MOST_SEATS = 2, 8
_FILTER = """(event) => {
  const wanted = event.target.value.toLowerCase();
  for (const rule of document.querySelectorAll('.rule')) {
    rule.hidden = !rule.dataset.words.includes(wanted) && !rule.querySelector('select, input').value;
  }
}"""
_FOCUS = "requestAnimationFrame(() => document.querySelector('[aria-invalid=true]')?.focus());"
_TOP = "requestAnimationFrame(() => { document.querySelector('#step')?.focus(); window.scrollTo(0, 0); });"


def register(house: House) -> None:
    """Add the page to the server."""

    @ui.page("/new")
    async def new(request: Request, client: Client) -> None:
        await SetUpPage(Page(house, request, client, "setup.title")).show()


class SetUpPage:
    """The steps, one at a time; what is filled in is kept as it is typed.

    Args:
        page: The page drawn into.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._draft = Draft(page.house.settings.data_dir / DRAFT_FILE)
        self._set_up = SetUp(self._draft, lambda: [each.name for each in page.house.store.campaigns()])
        self._campaigns = Campaigns(page.house, page.visitor)
        self._mistakes: dict[str, Mistake] = {}
        self._asked: list[Asked] = []
        self._counter: TextElement | None = None

    async def show(self) -> None:
        """Draw the step that was open last."""
        await self._page.do(self._draft.recall)
        with self._page.main:
            self._body = box("div", "setup")
        self._draw()

    @property
    def _steps(self) -> tuple[str, ...]:
        return ("game", "rules", "players", *self._set_up.heroes, TABLE, "review")

    @property
    def _step(self) -> str:
        step = self._draft.first("step")
        return step if step in self._steps else "game"

    def _draw(self, checked: Checked | None = None) -> None:
        self._body.clear()
        self._mistakes, self._asked = {}, []
        step = self._step
        with self._body, form(self._sent, "setup-form", keeps=True, changed=self._changed, novalidate=True):
            # Enter in a field means going on, not the first button of the page.
            text("button", words("setup.next"), "unseen", type="submit", tabindex="-1", aria_hidden="true")
            self._draw_ways(step)
            with box("section", "paper", "stack", "step"):
                text("h1", self._title(step), "title", id="step", tabindex="-1")
                self._draw_step(step)
                self._draw_end(step)
        if checked is not None:
            self._tell(checked)

    def _draw_ways(self, step: str) -> None:
        with box("nav", "steps", aria_label=words("setup.steps")), box("ol"):
            for each in self._steps:
                with box("li"):
                    here: dict[str, str | bool] = {"aria_current": "step"} if each == step else {}
                    text("button", self._name(each), "quiet", **_deed(f"go {each}"), **here)

    def _draw_step(self, step: str) -> None:
        draw: Mapping[str, Callable[[], None]] = {
            "game": self._draw_game,
            "rules": self._draw_rules,
            "players": self._draw_players,
            TABLE: partial(self._draw_asks, TABLE),
            "review": self._draw_review,
        }
        draw.get(step, partial(self._draw_character, step))()

    def _draw_end(self, step: str) -> None:
        with box("div", "row", "step-end"):
            if step != "game":
                text("button", words("setup.back"), **_deed("back"))
            if step == "review":
                text("button", words("setup.create"), "main", **_deed("create"))
            else:
                text("button", words("setup.next"), "main", **_deed("next"))
        with box("details", "small"):
            text("summary", words("setup.anew"), "faint")
            text("button", words("setup.forget"), **_deed("forget"))

    # Steps

    def _draw_game(self) -> None:
        text("p", words("setup.lead"), "faint")
        _, self._mistakes["title"] = line(
            words("setup.name"), "title", self._draft.first("title"), placeholder=words("setup.name_example")
        )
        with box("fieldset"):
            text("legend", words("setup.game"))
            with box("div", "stack"):
                for ruleset in RULESETS:
                    on: dict[str, str | bool] = {"checked": True} if ruleset is self._set_up.ruleset else {}
                    with box("label", "option", "game"):
                        box("input", type="radio", name="game", value=ruleset.info.slug, **on)
                        with box("span"):
                            text("span", ruleset.info.title, "option-name", "lead", "serif")
                            text("span", ruleset.info.covers, "hint")
                            text("span", words("setup.left", what=ruleset.info.left_to_table), "small", "faint", "hint")

    def _draw_rules(self) -> None:
        ruled = self._set_up.form
        text("p", words("setup.rules.lead"), "faint")
        preset = next((ask for ask in ruled.asks if ask.entry == "preset"), None)
        if preset is not None:
            self._draw_ask(preset, TABLE, words("setup.rules.preset"))
        self._counter = counted_line()
        self._count_rules()
        changed = any(self._draft.first(f"rule.{each.name}") for each in ruled.settings)
        with box("details", "rules", **({"open": True} if changed else {})):
            text("summary", words("setup.rules.single"))
            find = box(
                "input", type="search", aria_label=words("setup.rules.find"), placeholder=words("setup.rules.find")
            )
            find.on("input", js_handler=_FILTER)
            for setting in ruled.settings:
                self._draw_rule(setting)

    def _draw_rule(self, setting: Setting) -> None:
        name, usual = f"rule.{setting.name}", self._set_up.preset.get(setting.name, setting.default)
        said = self._draft.first(name)
        with box("div", "rule", data_words=setting.explanation.lower()):
            with box("label"):
                text("span", setting.explanation)
                if not setting.values:
                    limits = words("setup.rules.usual_number", usual=_value(usual), options=setting.options)
                    drawn = box("input", name=name, value=said, placeholder=limits)
                else:
                    with box("select", name=name) as drawn:
                        text("option", words("setup.rules.usual", usual=_value(usual)), value="")
                        for value in setting.values:
                            on: dict[str, str | bool] = {"selected": True} if said == str(value) else {}
                            text("option", _value(value), value=str(value), **on)
            self._mistakes[name] = Mistake(name)
            self._mistakes[name].of(drawn)

    def _draw_players(self) -> None:
        text("p", words("setup.players.lead"), "faint")
        seats, names = self._set_up.seats, self._draft.all("player")
        with box("ol", "seats-to-fill"):
            for at, seat in enumerate(seats):
                with box("li", "row"):
                    box("input", type="hidden", name="seat", value=seat)
                    label = words("setup.players.one", place=at + 1)
                    box(
                        "input", "grow", name="player", value=names[at] if at < len(names) else "", aria_label=label,
                        maxlength="80", placeholder=label, aria_describedby="wrong-player",
                    )  # fmt: skip
                    for deed, shown in (
                        ("up", at > 0),
                        ("down", at < len(seats) - 1),
                        ("drop", len(seats) > FEWEST_SEATS),
                    ):
                        spoken = words(f"setup.players.{deed}_one", place=at + 1)
                        off: dict[str, str | bool] = {} if shown else {"disabled": True}
                        text(
                            "button",
                            words(f"setup.players.{deed}"),
                            "small",
                            aria_label=spoken,
                            **_deed(f"{deed} {seat}"),
                            **off,
                        )
        self._mistakes["player"] = Mistake("player")
        if len(seats) < MOST_SEATS:
            with box("div", "row"):
                text("button", words("setup.players.more"), **_deed("more"))
        self._draw_master()

    def _draw_master(self) -> None:
        title = self._set_up.form.game_master
        if title is None:
            return
        with box("label", "stack"):
            text("span", words("setup.players.master", title=title))
            with box("select", name="master"):
                for at, seat in enumerate(self._set_up.seats):
                    on: dict[str, str | bool] = {"selected": True} if seat == self._set_up.master else {}
                    named = self._set_up.names.get(seat) or words("setup.players.one", place=at + 1)
                    text("option", named, value=seat, **on)

    def _draw_character(self, seat: str) -> None:
        player = self._set_up.names[seat]
        field = f"{seat}:character.name"
        _, self._mistakes[field] = line(words("setup.character", player=player), field, self._draft.first(field))
        self._draw_asks(seat)

    def _draw_asks(self, about: str) -> None:
        if about == TABLE and not self._set_up.asks(about):
            text("p", words("setup.nothing_asked"))
        elif about == TABLE:
            text("p", words("setup.later"), "faint")
        for ask in self._set_up.asks(about):
            character = self._draft.first(f"{about}:character.name") or words("setup.the_character")
            player = self._set_up.names.get(about, "")
            self._draw_ask(ask, about, ask.question.format(player=player, character=character))

    def _draw_review(self) -> None:
        checked = self._set_up.check()
        data = checked.data
        self._mistakes["review"] = Mistake("review")
        if checked.mistakes:
            text("p", words("setup.review.open"))
            with box("ul", "stack"):
                for field, sentence in checked.mistakes.items():
                    with box("li", "row"):
                        step = self._step_of(field)
                        text("button", self._name(step), "small", **_deed(f"go {step}"))
                        text("span", sentence, "wrong")
        else:
            text("p", words("setup.review.ready"))
        with box("dl", "reviewed"):
            self._draw_fact(words("setup.name"), str(data.get("title", "")))
            self._draw_fact(words("setup.game"), self._set_up.ruleset.info.title)
            self._draw_fact(words("setup.rules.title"), self._ruled())
            for player in data["players"]:
                hero = player.get("character", {}).get("name") or self._set_up.form.game_master or ""
                self._draw_fact(player["name"], hero if hero else words("setup.review.nobody"))

    def _draw_fact(self, name: str, value: str) -> None:
        text("dt", name, "faint")
        text("dd", value)

    def _draw_ask(self, ask: Ask, about: str, said: str) -> None:
        field = f"{about}:{ask.entry}"
        rows = self._draft.rows(field, columns_of(ask))
        asked = Asked(ask, field, said, rows, self._set_up.library, self._likely(about))
        self._asked.append(asked)
        self._mistakes[field] = asked.mistake

    # What people do

    async def _changed(self, given: Given) -> None:
        """Keep what is typed, and count."""
        preset = self._set_up.preset
        self._take(given)
        likely = {asked.field: self._likely(asked.field.partition(":")[0]) for asked in self._asked}
        for asked in self._asked:
            asked.show(self._draft.rows(asked.field, columns_of(asked.ask)), likely[asked.field])
        if self._step == "rules":
            if self._set_up.preset != preset:
                self._draw()
            self._count_rules()
        if any(mistake.shown for mistake in self._mistakes.values()):
            await self._look_again()
        await self._page.do(self._draft.keep)

    async def _look_again(self) -> None:
        """Take away what was wrong and is right now; nobody is told of new mistakes while they are typing."""
        shown = {field: mistake for field, mistake in self._mistakes.items() if mistake.shown}
        checked = await self._page.do(self._set_up.check)
        if checked is not None:
            for field, mistake in shown.items():
                mistake.say(checked.mistakes.get(field, ""))

    async def _sent(self, given: Given) -> None:
        """A button was pressed, or Enter: keep everything, then do it."""
        self._take(given)
        deed, _, which = first(given, "deed").partition(" ")
        if deed in {"up", "down", "drop", "more"}:
            self._seat(deed, which)
            self._draw()
        elif deed == "go" and which in self._steps:
            self._go(which)
        elif deed == "back":
            self._go(self._steps[max(0, self._steps.index(self._step) - 1)])
        elif deed == "forget":
            await self._page.do(self._draft.forget)
            self._go("game")
            return
        elif deed == "create" or self._step == "review":
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
            "players": ("seat", "player", "master"),
            "review": (),
            TABLE: tuple(f"{TABLE}:{ask.entry}" for ask in self._set_up.asks(TABLE)),
        }
        self._draft.take(given, own.get(step, (f"{step}:",)))

    def _seat(self, deed: str, which: str) -> None:
        seats = list(self._set_up.seats)
        names = dict(zip(seats, [*self._draft.all("player"), *[""] * len(seats)], strict=False))
        if deed == "more" and len(seats) < MOST_SEATS:
            seats.append(next(name for name in map("p{}".format, range(1, 99)) if name not in seats))
        elif which in seats and deed == "drop" and len(seats) > FEWEST_SEATS:
            seats.remove(which)
            self._draft.take({}, (f"{which}:",))
        elif which in seats and deed in {"up", "down"}:
            seats = moved(seats, which, -1 if deed == "up" else 1)
        self._draft.put("seat", *seats)
        self._draft.put("player", *(names.get(seat, "") for seat in seats))

    async def _next(self) -> None:
        step = self._step
        checked = await self._page.do(self._set_up.check)
        if checked is None:
            return
        if any(self._step_of(field) == step for field in checked.mistakes):
            self._tell(checked)
            self._page.run(_FOCUS)
            return
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
        made: Campaign | None = await self._page.do(lambda: self._campaigns.make(checked.data))
        if made is None:
            return
        await self._page.do(self._draft.forget)
        await self._page.do(lambda: self._campaigns.open(made.id))
        if self._page.house.host.state == "open":
            self._page.go("/sound")

    # What is shown

    def _tell(self, checked: Checked) -> None:
        for field, mistake in self._mistakes.items():
            mistake.say(checked.mistakes.get(field, ""))

    def _step_of(self, field: str) -> str:
        about = field.partition(":")[0]
        known = {"title": "game", "player": "players", "review": "review"}
        if field.startswith("rule.") or field == f"{TABLE}:preset":
            return "rules"
        return known.get(about, about)

    def _title(self, step: str) -> str:
        return self._name(step) if step in self._set_up.names else words(f"setup.step_title.{step}")

    def _name(self, step: str) -> str:
        player = self._set_up.names.get(step)
        return words(f"setup.step.{step}") if player is None else words("setup.step.character", player=player)

    def _likely(self, about: str) -> Mapping[str, Sequence[str]]:
        heroes = [self._set_up.names[seat] for seat in self._set_up.heroes]
        return {"players": heroes, "skills": [each for each in self._draft.all(f"{about}:character.skills.0") if each]}

    def _ruled(self) -> str:
        changed = sum(bool(self._draft.first(f"rule.{each.name}")) for each in self._set_up.form.settings)
        preset = self._draft.first(f"{TABLE}:preset.0")
        return " · ".join(
            [
                *([_value(preset)] if preset else []),
                counted("setup.rules.changed", changed) if changed else words("setup.rules.none"),
            ]
        )

    def _count_rules(self) -> None:
        if self._counter is not None:
            self._counter.set_text(self._ruled())


def _deed(what: str) -> dict[str, str | bool]:
    """Attributes of a button that sends the form and says what is wanted."""
    return {"type": "submit", "name": "deed", "value": what}


def _value(value: SettingValue) -> str:
    """What a house rule is set to, as people read it."""
    if isinstance(value, bool):
        return words("setup.yes" if value else "setup.no")
    return str(value).replace("_", " ")
