"""A house rule: what it may be set to, in words for a menu."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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

    def parse(self, value: object) -> SettingValue | None:
        """The value meant by a spoken or written one ("on", "5"), None when it is not allowed."""
        said = str(value).strip().lower().replace(" ", "_")
        if self.low is not None and self.high is not None:
            return int(said) if said.isdecimal() and self.low <= int(said) <= self.high else None
        if any(isinstance(option, bool) for option in self.values):
            said = _SPOKEN.get(said, said)
        return next((option for option in self.values if str(option).lower() == said), None)

    def label(self, value: int | str) -> Phrase:
        """A number or a named value in words for a menu."""
        if isinstance(value, int):
            return verbatim(value)
        return self.labels.get(value) or spelled(value)

    @property
    def options(self) -> str:
        """Allowed values, for a refusal."""
        return ", ".join(map(str, self.values)) or f"{self.low} to {self.high}"
