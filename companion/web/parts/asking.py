"""Draws a question of a system's form: its fields, what is counted while they are filled in, and what is wrong."""

from collections.abc import Callable, Mapping, Sequence

from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from companion.play.library import Library
from companion.play.setup_answers import Part, options_of, spent
from companion.web.parts.base import Part as Redrawn
from companion.web.parts.base import box, text
from companion.web.strings import counted, words
from engine.form import Ask, Column
from engine.phrase import capital, joined, spelled

MANY = 12
"""Choices that lie side by side; more are folded away."""
FEWEST_ROWS = 3
SPARE_ROWS = 2
"""Empty rows after the last one filled in: who goes on by keyboard is faster than a row can be added."""
LONGEST = "2000"
LARGEST = 9999
_TAPPED = """(event) => {{
  const field = event.currentTarget.closest('.column').querySelector('input');
  field.value = Math.min({most}, Math.max({least}, (parseInt(field.value) || 0) + {step}));
  field.dispatchEvent(new Event('input', {{bubbles: true}}));
}}"""


class Mistake:
    """Line that tells the mistake in a field; empty while there is none.

    Args:
        field: Name of the field.
    """

    def __init__(self, field: str) -> None:
        self.id = f"wrong-{_plain(field)}"
        self._line = text("p", "", "wrong", id=self.id)
        self._fields: list[Element] = []

    def of(self, *fields: Element) -> None:
        """Tell readers of the screen which fields it is about."""
        for each in fields:
            each.props["aria-describedby"] = self.id
        self._fields += fields

    @property
    def shown(self) -> bool:
        """True while a mistake is shown."""
        return bool(self._line.text)

    def say(self, sentence: str) -> None:
        """Show a sentence, or take it away."""
        if self._line.text == sentence:
            return
        self._line.set_text(sentence)
        for each in self._fields:
            each.props["aria-invalid"] = "true" if sentence else "false"
            each.update()


class Asked:
    """One question with its fields.

    Args:
        ask: What is asked.
        field: Beginning of the names of its fields.
        said: The question in words.
        rows: What is filled in, part by part.
        library: What the system has to choose from.
        likely: What columns are likely one of, by what they are among.
        helped: Explains an entry, or one of its choices, in a line; with nothing where there is nothing to say.
    """

    def __init__(
        self,
        ask: Ask,
        field: str,
        said: str,
        rows: Sequence[Part],
        library: Library,
        likely: Mapping[str, Sequence[str]],
        helped: Callable[[str], str] = lambda _: "",
    ) -> None:
        self.ask = ask
        self._helped = helped
        self.field = field
        self._library = library
        self._drawn = 0
        self._lists: dict[str, Redrawn[tuple[str, ...]]] = {}
        one = ask.shape in {"text", "number"}
        with box("div" if one else "fieldset", "asked"):
            if one:
                with box("label", "stack"):
                    text("span", said)
                    self._one = self._input(0, rows[0][0] if rows else "")
            else:
                text("legend", said)
            if line := helped(ask.entry):
                text("p", line, "help")
            self._counter = None if ask.total is None else text("p", "", "small", "counted", role="status")
            self._box = box("div", "answers")
            self.mistake = Mistake(field)
        self._draw(rows, likely)

    def show(self, rows: Sequence[Part], likely: Mapping[str, Sequence[str]]) -> None:
        """Count what is filled in, and give another row where the last one is taken."""
        if self._counter is not None and self.ask.total is not None:
            self._count(self._counter, self.ask.total, [row for row in rows if any(row)])
        for name, shown in self._lists.items():
            shown.show(tuple(likely.get(name, ())))
        if self.ask.shape in {"texts", "numbered", "rows"}:
            last = max((at for at, row in enumerate(rows, start=1) if any(row)), default=0)
            self._grow(last + (1 if self.ask.columns else SPARE_ROWS))

    def _draw(self, rows: Sequence[Part], likely: Mapping[str, Sequence[str]]) -> None:
        shape = self.ask.shape
        if shape in {"text", "number"}:
            self.mistake.of(self._one)
        elif shape in {"choice", "choices"}:
            self._draw_options({row[0] for row in rows if row[0]})
        else:
            self._draw_lists()
            self._grow(max(1 if self.ask.columns else FEWEST_ROWS, len(rows)), rows)
        self.show(rows, likely)

    def _input(self, column: int, value: str, label: str = "", number: bool = False, among: str = "") -> Element:
        attributes: dict[str, str | bool] = {
            "name": f"{self.field}.{column}",
            "value": value,
            "maxlength": LONGEST,
            "placeholder": _as_example(_example(self.ask, max(0, self._drawn - 1), column)),
        }
        if label:
            attributes["aria_label"] = label
        if number or self.ask.shape == "number":
            attributes |= {"inputmode": "numeric", "maxlength": "5"}
        if among:
            attributes["list"] = self._list_id(among)
        return box("input", **attributes)

    def _draw_options(self, chosen: set[str]) -> None:
        options = options_of(self.ask, self._library)
        kind = "radio" if self.ask.shape == "choice" else "checkbox"
        first = options[:1] if kind == "radio" and not chosen else ()
        with self._box:
            around = box("div", "options", *(["many"] if len(options) > MANY else []))
        with around:
            for at, option in enumerate(options):
                on: dict[str, str | bool] = {"checked": True} if option in chosen or option in first else {}
                with box("label", "option"):
                    self.mistake.of(box("input", type=kind, name=f"{self.field}.0", value=option, **on))
                    with box("span"):
                        text("span", option if self.ask.library else spelled(option), "option-name")
                        if self.ask.hints:
                            text("span", self.ask.hints[at], "small", "faint", "hint")
                        elif line := self._helped(f"{self.ask.entry.rpartition('.')[0]}.option.{option}"):
                            text("span", line, "small", "faint", "hint")

    def _draw_lists(self) -> None:
        """Draw likely values of the columns, as lists a browser suggests."""
        for name in {column.among for column in self.ask.columns if column.among}:
            self._lists[name] = Redrawn(_suggest, "datalist", id=self._list_id(name))

    def _grow(self, wanted: int, rows: Sequence[Part] = ()) -> None:
        most = wanted if self.ask.most is None else min(wanted, self.ask.most)
        while self._drawn < most:
            at = self._drawn
            self._drawn += 1
            with (
                self._box,
                box(
                    "div",
                    "answer",
                    role="group",
                    aria_label=words("setup.part", noun=self.ask.noun, number=self._drawn),
                ),
            ):
                self._draw_row(rows[at] if at < len(rows) else None)

    def _draw_row(self, row: Part | None) -> None:
        numbered = words("setup.part", noun=capital(self.ask.noun), number=self._drawn)
        if self.ask.shape == "rows":
            text("p", numbered, "small", "faint", "number-of")
            for place, column in enumerate(self.ask.columns):
                self._draw_column(place, column, row[place] if row else "")
            return
        name = self._input(0, row[0] if row else "", numbered)
        name.classes("grow")
        self.mistake.of(name)
        if self.ask.shape == "numbered":
            label = words("setup.number_of", what=numbered)
            self.mistake.of(self._input(1, row[1] if row else "", label, number=True))

    def _draw_column(self, place: int, column: Column, value: str) -> None:
        with box("div", "column", *(["short"] if column.number else [])):
            with box("label", "stack"):
                text("span", column.label, "small")
                if column.options:
                    with box("select", name=f"{self.field}.{place}") as drawn:
                        text("option", words("setup.open"), value="")
                        for kept, label in column.options:
                            on: dict[str, str | bool] = {"selected": True} if value == kept else {}
                            text("option", label, value=kept, **on)
                else:
                    drawn = self._input(place, value, number=column.number, among=column.among)
                self.mistake.of(drawn)
            if column.number and not column.optional:
                self._draw_taps(column)

    def _draw_taps(self, column: Column) -> None:
        """Buttons that count a number up and down in the browser, as chips are laid and taken."""
        what = words("setup.part_of", noun=capital(self.ask.noun), number=self._drawn, column=column.label)
        most = column.most if column.most is not None else self.ask.total
        for said, key, step in (("−", "fewer", -1), ("+", "more", 1)):
            tap = text("button", said, type="button", aria_label=words(f"setup.{key}", what=what))
            tap.on("click", js_handler=_TAPPED.format(least=column.least, most=most or LARGEST, step=step))

    def _count(self, counter: TextElement, total: int, parts: Sequence[Part]) -> None:
        sums = spent(self.ask, parts)
        if self.ask.total_by:
            named = (words("setup.spent_by", who=who, spent=sums[who], total=total) for who in sums if who)
            counter.set_text(joined(named, words("setup.between")))
        else:
            left = total - sums[""]
            shown = words("setup.spent", spent=sums[""], total=total, left=left)
            counter.set_text(counted("setup.over", -left) if left < 0 else shown)
        over = any(each > total for each in sums.values())
        counter.classes(add="over" if over else "", remove="" if over else "over")

    def _list_id(self, among: str) -> str:
        return f"likely-{_plain(self.field)}-{among}"


def _example(ask: Ask, row: int, column: int) -> str:
    """A good answer for one field; a space where there is none, as an empty field has to be known by its example."""
    if ask.shape in {"text", "number"}:
        return ask.example or " "
    parts = [part.strip() for part in ask.example.split(",")]
    if row >= len(parts):
        return " "
    if ask.shape == "numbered":
        return parts[row].rpartition(" ")[2 if column else 0] or " "
    cells = parts[row].split(";")
    return cells[column].strip() or " " if column < len(cells) else " "


def _as_example(example: str) -> str:
    """An example that nobody takes for what is filled in."""
    return words("setup.example", example=example) if example.strip() else " "


def _suggest(names: Sequence[str]) -> None:
    for name in names:
        box("option", value=name)


def line(label: str, name: str, value: str, **attributes: str | bool) -> tuple[Element, Mistake]:
    """One field to type into, with its label and the place for what is wrong with it."""
    with box("div", "asked"):
        with box("label", "stack"):
            text("span", label)
            drawn = box("input", name=name, value=value, maxlength="80", **attributes)
        mistake = Mistake(name)
        mistake.of(drawn)
    return drawn, mistake


def counted_line() -> TextElement:
    """An empty line that is read out when it changes."""
    return text("p", "", "small", role="status")


def _plain(field: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in field)
