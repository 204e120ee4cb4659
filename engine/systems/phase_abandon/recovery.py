"""What time heals: fates nobody chose, recovery between scenes and sessions (PA-70, R-45)."""

from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.entities import Character
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.vocabulary import CharacterStatus

FULL_HEART = 5
_OUT = (CharacterStatus.DRAFT, CharacterStatus.DEAD)


def close_scene_effects(ledger: Ledger) -> None:
    """At the end of a scene a fallen character is incapacitated; with `per_scene` everybody recovers."""
    for character in ledger.state.characters:
        if character.status is CharacterStatus.DOWN:
            ledger.record(ev.FateChosen(character.name, "incapacitated"))
    if ledger.rules.recovery == "per_scene":
        recover_all(ledger)


def recover_all(ledger: Ledger) -> None:
    """Heart and skills of all living characters are whole again."""
    for character in ledger.state.characters:
        if character.status not in _OUT:
            _recover(ledger, character)


def _recover(ledger: Ledger, character: Character) -> None:
    for skill in all_skills(character):
        if skill.damage and not skill.broken:
            ledger.record(ev.DamageHealed(character.name, skill.name, skill.damage, 0))
    if character.status is CharacterStatus.INCAPACITATED:
        ledger.record(ev.CharacterRecovered(character.name, FULL_HEART))
    elif character.heart < FULL_HEART:
        ledger.record(ev.HeartRestored(character.name, FULL_HEART - character.heart, FULL_HEART))
