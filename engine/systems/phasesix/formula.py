"""Dice formulas of weapons, potions and effects: "2", "1d3", "2d6+1" (P6-56, P6-75)."""

import re

from engine.quick_dataclass import dataclass

_FORM = re.compile(r"(?:(\d{0,2})[dw](3|6|12))?(?:(?:^|\+)(\d{1,3}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Formula:
    """So many dice of so many sides and a number on top; `dice` 0 for a plain number."""

    dice: int
    sides: int
    plus: int

    @property
    def thrown_sides(self) -> int:
        """Sides of the die on the table: a d3 is a d6."""
        return 6 if self.sides == 3 else self.sides

    def total(self, faces: tuple[int, ...], times: int = 1) -> int:
        """Sum of the faces, the number added so many times; a d3 counts half of its face, rounded up."""
        return sum((face + 1) // 2 if self.sides == 3 else face for face in faces) + times * self.plus


def parse(text: str) -> Formula | None:
    """The formula written, None when it is none."""
    plain = text.replace(" ", "")
    found = _FORM.fullmatch(plain) if plain else None
    if found is None:
        return None
    dice, sides, plus = found.groups()
    return Formula(int(dice or 1) if sides else 0, int(sides or 6), int(plus or 0))
