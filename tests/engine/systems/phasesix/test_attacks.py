"""Attacks, weapons, throwing (rules 3.8, 3.9)."""

import pytest

from engine.systems.phasesix.entities import Weapon
from engine.systems.phasesix.rules.attacks import default_mode
from engine.systems.phasesix.vocabulary import Mode

SINGLE, SEMI, BURST, AUTO = Mode.SINGLE, Mode.SEMI, Mode.BURST, Mode.FULL_AUTO


def gun(**more: object) -> Weapon:
    return Weapon("Gun", **{"weapon_kind": "firearm", "range_m": 20, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("modes", "stated", "default"),
    [
        ((SINGLE, SEMI, BURST, AUTO), None, BURST),
        ((SINGLE, SEMI), None, SEMI),
        ((SINGLE, AUTO), None, SINGLE),
        ((AUTO,), None, AUTO),
        ((SINGLE, BURST), SINGLE, SINGLE),
        ((), None, None),
    ],
)
def test_default_modes(modes: tuple[Mode, ...], stated: Mode | None, default: Mode | None) -> None:
    """P6-50: weapon data, else burst, else semi; full auto only alone."""
    assert default_mode(gun(modes=modes, default_mode=stated)) is default
