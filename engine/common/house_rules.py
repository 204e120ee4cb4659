"""House rules: what each may be set to, in words for a menu.

A game's `HouseRules` declares each with `one_of`, `switch` or `between`; `settings_of` gives them to menus.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.phrase import Phrase, joined, phrase, spelled, verbatim

SettingValue = bool | int | str

_SPOKEN = {"on": "true", "yes": "true", "off": "false", "no": "false"}


@dataclass(frozen=True, slots=True)
class Setting:
    """One house rule.

    Attributes:
        name: Field of the system's `HouseRules`.
        ruling: Ruling or rule it comes from.
        default: Value at a table that changes nothing.
        values: What it may be; empty for a number between `low` and `high`.
        explanation: One line for a menu.
        low: The smallest number, where `values` is empty.
        high: The largest one.
        labels: Words in a menu for named values whose own name does not say enough.
    """

    name: str
    ruling: str
    default: SettingValue
    values: tuple[SettingValue, ...]
    explanation: Phrase
    low: int | None = None
    high: int | None = None
    labels: Mapping[str, Phrase] = field(default_factory=dict)

    def label(self, value: int | str) -> Phrase:
        """A number or a named value in words for a menu."""
        return verbatim(value) if isinstance(value, int) else self.labels.get(value) or spelled(value)

    def words(self) -> set[str]:
        """The words by which it may be asked about, in the singular."""
        text = f"{self.name.replace('_', ' ')} {self.explanation}".casefold().replace("-", "")
        return {word.removesuffix("s") for word in re.findall(r"\w+", text)}

    def told(self, value: SettingValue) -> Phrase:
        """The rule with a value, in a sentence."""
        shown = (phrase("yes") if value else phrase("no")) if isinstance(value, bool) else self.label(value)
        return phrase("{rule}: {value}.", rule=self.explanation, value=shown)

    def parse(self, value: object) -> SettingValue | None:
        """The value meant by a spoken or written one ("on", "5"), None when it is not allowed."""
        said = str(value).strip().lower().replace(" ", "_")
        if self.low is not None and self.high is not None:
            return int(said) if said.isdecimal() and len(said) < 10 and self.low <= int(said) <= self.high else None
        if any(isinstance(option, bool) for option in self.values):
            said = _SPOKEN.get(said, said)
        return next((option for option in self.values if str(option).lower() == said), None)

    @property
    def options(self) -> str:
        """Allowed values, for a refusal."""
        return ", ".join(map(str, self.values)) or f"{self.low} to {self.high}"


def rule(
    ruling: str,
    usual: SettingValue,
    values: tuple[SettingValue, ...],
    explanation: Phrase,
    shape: type[Setting] = Setting,
    **more: Any,
) -> Any:
    """A field of a game's `HouseRules`, with what there is to say of it (see `Setting`, made of the `shape`)."""
    told = {"ruling": ruling, "default": usual, "values": values, "explanation": explanation, **more}
    return field(default=usual, metadata={"shape": shape, "told": told})


def one_of(ruling: str, values: tuple[SettingValue, ...], explanation: Phrase, **labels: Phrase) -> Any:
    """A house rule with named values, the usual one first; `labels` are words for those whose name says too little."""
    return rule(ruling, values[0], values, explanation, labels=labels)


def switch(ruling: str, usual: bool, explanation: Phrase) -> Any:
    """A house rule that is on or off."""
    return rule(ruling, usual, (usual, not usual), explanation)


def between(ruling: str, usual: int, low: int, high: int, explanation: Phrase) -> Any:
    """A house rule that is a number of this range, both ends included."""
    return rule(ruling, usual, (), explanation, low=low, high=high)


def settings_told(settings: Iterable[Setting], rules: object, about: str | None) -> Phrase:
    """Tell the house rules that bear the words asked about, or those that are not as usual."""
    said = {
        word.removesuffix("s")
        for word in re.findall(r"\w+", (about or "").casefold().replace("-", ""))
        if len(word) > 3
    }
    asked = [each for each in settings if said and said <= each.words()]
    asked.sort(
        key=lambda each: (
            re.findall(r"\w+", each.explanation.casefold().replace("-", ""))[0].removesuffix("s") not in said
        )
    )
    shown = asked[:3] or [each for each in settings if getattr(rules, each.name) != each.default]
    told = joined(each.told(getattr(rules, each.name)) for each in shown)
    if told and (asked or not said):
        return told
    return phrase("No house rule is called that.") if said else phrase("Every house rule is as usual.")


def settings_of(rules: type[Any]) -> tuple[Setting, ...]:
    """Every house rule of a game's `HouseRules`, in the order of their fields."""
    return tuple(each.metadata["shape"](name=each.name, **each.metadata["told"]) for each in fields(rules))
