"""Draws one step of setting up a campaign: what is filled in, what is counted, what is wrong beside its field."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from nicegui.elements.mixins.text_element import TextElement

from companion.play.ready import ready_heroes
from companion.play.setup_answers import Part
from companion.web.art import cover, face
from companion.web.campaign_setup import TABLE, CampaignSetup, CheckedSetup, columns_of
from companion.web.parts.asking import Asked, Mistake, counted_line, line
from companion.web.parts.base import address_in, box, text
from companion.web.parts.dice_asked import draw_dice
from companion.web.strings import counted, helped, shown, words
from engine.common.house_rules import Setting, SettingValue
from engine.form import Ask
from engine.phrase import capital, joined, spelled, verbatim
from engine.registry import infos

FEWEST_SEATS, MOST_SEATS = 2, 8
_FILTER = """(event) => {
  const wanted = event.target.value.toLowerCase();
  for (const rule of document.querySelectorAll('.rule')) {
    rule.hidden = !rule.dataset.words.includes(wanted) && !rule.querySelector('select, input').value;
  }
}"""


class Step:
    """One step as drawn here and now.

    Args:
        set_up: What is filled in.
        step: "game", "rules", "players", the seat of a character, "table" or "review".
    """

    def __init__(self, set_up: CampaignSetup, step: str) -> None:
        self._set_up = set_up
        self._draft = set_up.draft
        self._mistakes: dict[str, Mistake] = {}
        self._asked: list[Asked] = []
        self._counter: TextElement | None = None
        text("h1", step_title(set_up, step), "title", id="step", tabindex="-1")
        draw: Mapping[str, Callable[[], None]] = {
            "game": self._draw_game,
            "rules": self._draw_rules,
            "players": self._draw_players,
            TABLE: partial(self._draw_asks, TABLE),
            "review": self._draw_review,
        }
        draw.get(step, partial(self._draw_character, step))()

    @property
    def is_wrong(self) -> bool:
        """True while a mistake is shown."""
        return any(mistake.shown for mistake in self._mistakes.values())

    def count(self) -> None:
        """Count what is filled in now, and give more rows where they are needed."""
        for asked in self._asked:
            about = asked.field.partition(":")[0]
            asked.show(self._draft.rows(asked.field, columns_of(asked.ask)), self._likely(about))
        if self._counter is not None:
            self._counter.set_text(self._ruled())

    def tell(self, checked: CheckedSetup, *, shown_only: bool = False) -> None:
        """Show what is wrong, or only take away what is right by now."""
        for field, mistake in self._mistakes.items():
            if mistake.shown or not shown_only:
                mistake.say(checked.mistakes.get(field, ""))

    def _draw_game(self) -> None:
        text("p", words("setup.lead"), "faint")
        _, self._mistakes["title"] = line(
            words("setup.name"), "title", self._draft.first("title"), placeholder=words("setup.name_example")
        )
        with box("fieldset"):
            text("legend", words("setup.game"))
            with box("div", "stack"):
                for info in infos():
                    on: dict[str, str | bool] = {"checked": True} if info is self._set_up.ruleset.info else {}
                    with box("label", "option", "game"):
                        box("input", type="radio", name="game", value=info.slug, **on)
                        with box("span", "grow") as told:
                            text("span", info.title, "option-name", "lead", "serif")
                            text("span", words(f"start.mood.{info.slug}"), "hint")
                            text("span", words(f"start.players.{info.slug}"), "small", "faint", "hint")
                        box("img", src=address_in(told.client, cover(info.slug)), alt="", width="112", height="70")

    def _draw_rules(self) -> None:
        ruled = self._set_up.form
        text("p", words("setup.rules.lead"), "faint")
        preset = next((ask for ask in ruled.asks if ask.entry == "preset"), None)
        if preset is not None:
            self._draw_ask(preset, TABLE, words("setup.rules.preset"))
        self._counter = counted_line()
        self._counter.set_text(self._ruled())
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
        with box("div", "rule", data_words=shown(setting.explanation).lower()):
            with box("label"):
                text("span", setting.explanation)
                if not setting.values:
                    limits = words("setup.rules.usual_number", usual=_value(setting, usual), options=setting.options)
                    drawn = box("input", name=name, value=said, placeholder=limits)
                else:
                    with box("select", name=name) as drawn:
                        text("option", words("setup.rules.usual", usual=_value(setting, usual)), value="")
                        for value in setting.values:
                            on: dict[str, str | bool] = {"selected": True} if said == str(value) else {}
                            text("option", _value(setting, value), value=str(value), **on)
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
                    for way, shown in (
                        ("up", at > 0),
                        ("down", at < len(seats) - 1),
                        ("drop", len(seats) > FEWEST_SEATS),
                    ):
                        spoken = words(f"setup.players.{way}_one", place=at + 1)
                        off: dict[str, str | bool] = {} if shown else {"disabled": True}
                        text(
                            "button",
                            words(f"setup.players.{way}"),
                            "small",
                            aria_label=spoken,
                            **deed(f"{way} {seat}"),
                            **off,
                        )
        self._mistakes["player"] = Mistake("player")
        if len(seats) < MOST_SEATS:
            with box("div", "row"):
                text("button", words("setup.players.more"), **deed("more"))
        self._draw_master()
        draw_dice(self._draft.first("dice"))

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
        self._draw_casting(seat)
        _, self._mistakes[field] = line(words("setup.character", player=player), field, self._draft.first(field))
        self._draw_asks(seat)

    def _draw_casting(self, seat: str) -> None:
        """Characters to take as they are; nobody has to fill in a sheet."""
        others = {name for other, name in self._set_up.hero_names.items() if other != seat}
        with box("div", "stack", role="group", aria_label=words("setup.cast")):
            text("p", words("setup.cast"), "help")
            with box("div", "ready-heroes"):
                for hero in ready_heroes(self._set_up.ruleset.info.slug):
                    if hero["name"] not in others:
                        with box("button", "ready-hero", **deed(f"ready {hero['name']}")) as chosen:
                            box("img", src=address_in(chosen.client, face(hero["name"])), alt="")
                            text("span", hero["name"])
                text("button", words("setup.random"), **deed("random"))
                text("button", words("setup.clear"), **deed("clear"))

    def _draw_asks(self, about: str) -> None:
        if about == TABLE and not self._set_up.asks(about):
            text("p", words("setup.nothing_asked"))
        elif about == TABLE:
            text("p", words("setup.later"), "faint")
        for ask in self._set_up.asks(about):
            character = self._draft.first(f"{about}:character.name") or words("setup.the_character")
            player = self._set_up.names.get(about, "")
            self._draw_ask(ask, about, shown(ask.question).format(player=player, character=character))

    def _draw_review(self) -> None:
        checked = self._set_up.check()
        data = checked.data
        self._mistakes["review"] = Mistake("review")
        if checked.mistakes:
            text("p", words("setup.review.open"))
            with box("ul", "stack", "still-wrong"):
                for field, sentence in checked.mistakes.items():
                    with box("li", "row"):
                        step = step_of(field)
                        text("button", step_name(self._set_up, step), "small", **deed(f"go {step}"))
                        what = self._called(field)
                        said = words("setup.review.fact", what=what, said=sentence) if what else sentence
                        text("span", said, "wrong")
        else:
            text("p", words("setup.review.ready"))
        with box("dl", "reviewed"):
            self._draw_fact(words("setup.name"), str(data.get("title", "")))
            self._draw_fact(words("setup.game"), self._set_up.ruleset.info.title)
            self._draw_fact(words("setup.rules.title"), self._ruled(), self._rules_set())
            for player in data["players"]:
                seat = next(seat for seat, name in self._set_up.names.items() if name == player["name"])
                mastering = self._set_up.form.game_master if seat == self._set_up.master else None
                hero = mastering or player.get("character", {}).get("name")
                chosen = self._chosen(seat) if seat in self._set_up.heroes else ()
                self._draw_fact(player["name"], hero or words("setup.review.nobody"), chosen)
            if world := tuple(self._chosen(TABLE)):
                self._draw_fact(words("setup.step.table"), "", world)

    def _draw_fact(self, name: str, value: str, more: Iterable[tuple[str, str]] = ()) -> None:
        text("dt", name, "faint")
        with box("dd"):
            text("p", value)
            for what, said in more:
                text("p", words("setup.review.fact", what=what, said=said), "small")

    def _called(self, field: str) -> str:
        """Return the name of a field where it is not in sight; empty for one that needs no name."""
        about, _, entry = field.partition(":")
        if entry == "character.name":
            return words("setup.character", player=self._set_up.names[about])
        return words("setup.name") if field == "title" else _entry_name(entry)

    def _rules_set(self) -> Iterator[tuple[str, str]]:
        for each in self._set_up.form.settings:
            if said := self._draft.first(f"rule.{each.name}"):
                value = each.parse(said)
                yield shown(each.explanation).rstrip("."), said if value is None else _value(each, value)

    def _chosen(self, about: str) -> Iterator[tuple[str, str]]:
        """Yield the answers about a seat's character or the table: the name of the entry, and the answer."""
        for ask in self._set_up.asks(about):
            parts = self._draft.parts(f"{about}:{ask.entry}", columns_of(ask))
            if parts:
                yield (
                    _entry_name(ask.entry),
                    joined((_answer(ask, part) for part in parts), words("setup.review.between")),
                )

    def _draw_ask(self, ask: Ask, about: str, said: str) -> None:
        field = f"{about}:{ask.entry}"
        rows = self._draft.rows(field, columns_of(ask))
        asked = Asked(
            ask, field, said[:1].upper() + said[1:], rows, self._set_up.library, self._likely(about), self._help
        )
        self._asked.append(asked)
        self._mistakes[field] = asked.mistake

    def _help(self, entry: str) -> str:
        """Help in one line for an entry, or a choice of one ("character.sheet.abilities.Parry"); else nothing."""
        return helped(f"setup.help.{self._set_up.ruleset.info.slug}.{entry}")

    def _likely(self, about: str) -> Mapping[str, Sequence[str]]:
        heroes = [self._set_up.names[seat] for seat in self._set_up.heroes]
        return {"players": heroes, "skills": [each for each in self._draft.all(f"{about}:character.skills.0") if each]}

    def _ruled(self) -> str:
        changed = sum(bool(self._draft.first(f"rule.{each.name}")) for each in self._set_up.form.settings)
        preset = self._draft.first(f"{TABLE}:preset.0")
        return " · ".join(
            [
                *([spelled(preset)] if preset else []),
                counted("setup.rules.changed", changed) if changed else words("setup.rules.none"),
            ]
        )


def step_of(field: str) -> str:
    """The step a field is filled in on."""
    if field.startswith("rule.") or field == f"{TABLE}:preset":
        return "rules"
    about = field.partition(":")[0]
    return {"title": "game", "player": "players"}.get(about, about)


def step_name(set_up: CampaignSetup, step: str) -> str:
    """Return the name of a step in a word or two."""
    player = set_up.names.get(step)
    return words(f"setup.step.{step}") if player is None else words("setup.step.character", player=player)


def step_title(set_up: CampaignSetup, step: str) -> str:
    """Return the heading of a step."""
    return step_name(set_up, step) if step in set_up.names else words(f"setup.step_title.{step}")


def deed(what: str) -> dict[str, str | bool]:
    """Attributes of a button that sends the form and says what is wanted."""
    return {"type": "submit", "name": "deed", "value": what}


def _entry_name(entry: str) -> str:
    """An entry of the campaign file as people read it: "Skills", "Guiding principles"."""
    return capital(spelled(entry.rpartition(".")[2]))


def _answer(ask: Ask, part: Part) -> str:
    """One part of an answer as people read it."""
    if not ask.columns:
        return " ".join(each for each in part if each) if ask.library or not ask.options else spelled(part[0])
    cells = zip(ask.columns, part, strict=False)
    return joined(dict(column.options).get(said, verbatim(said)) for column, said in cells if said)


def _value(setting: Setting, value: SettingValue) -> str:
    """Return a value of a house rule, as people read it."""
    return words("setup.yes" if value else "setup.no") if isinstance(value, bool) else setting.label(value)
