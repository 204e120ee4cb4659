"""House rules: what each may be set to, in words for a menu.

A game's `HouseRules` declares each with `one_of`, `switch` or `between`; `settings_of` gives them to menus.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.phrase import Phrase, spelled, verbatim

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

    def parse(self, value: object) -> SettingValue | None:
        """The value meant by a spoken or written one ("on", "5"), None when it is not allowed."""
        said = str(value).strip().lower().replace(" ", "_")
        if self.low is not None and self.high is not None:
            return int(said) if said.isdecimal() and self.low <= int(said) <= self.high else None
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


def settings_of(rules: type[Any]) -> tuple[Setting, ...]:
    """Every house rule of a game's `HouseRules`, in the order of their fields."""
    return tuple(each.metadata["shape"](name=each.name, **each.metadata["told"]) for each in fields(rules))
