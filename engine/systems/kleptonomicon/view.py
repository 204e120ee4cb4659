"""A state as one player may see it: everything but the sheets of NPCs, which are the GM's."""

from collections.abc import Mapping
from typing import Any

from engine.codec import to_json
from engine.phrase import Phrase, joined, phrase
from engine.systems.kleptonomicon.derived import abilities, available, cap, limit, pool, styles, turns
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.rules.testing import roll_requests
from engine.systems.kleptonomicon.standing import points_left
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS

_TABLE = ("name", "phase", "episode", "encounter", "deeds", "style_asks", "long_use", "session_open", "house_rules")


def view(state: State, viewer: str | None = None) -> Mapping[str, Any]:
    """The table as JSON: seats, phase, Turn Order, open Tests and sheets."""
    sees_npcs = viewer is not None and viewer == state.gm
    encounter = state.encounter
    return {
        **{name: to_json(getattr(state, name)) for name in _TABLE},
        "players": [to_json(player) for player in state.players],
        "turns": list(turns(encounter.order, state.house_rules)) if encounter is not None else [],
        "open_rolls": [to_json(request) for request in roll_requests(state)],
        "characters": [_character(state, each, sees_npcs or not each.is_npc) for each in state.characters],
    }


def secrets(state: State, player: str) -> tuple[Phrase, ...]:
    """Points and Beats of NPCs that take part, for the GM; nobody else has secrets."""
    if player != state.gm or state.encounter is None:
        return ()
    npcs = (state.character(name) for name in state.encounter.participants)
    return tuple(_standing(npc) for npc in npcs if npc is not None and npc.is_npc)


def _standing(npc: Character) -> Phrase:
    points = points_left(npc, (pool for pool in RESET_POOLS if getattr(npc.sheet, f"{pool}_max")))
    beats = phrase("Beats {beats}", beats=npc.beats)
    return phrase("{character}: {points}", character=npc.name, points=joined([*points, beats], ", "))


def _character(state: State, character: Character, full: bool) -> dict[str, Any]:
    rules = state.house_rules
    seen: dict[str, Any] = {
        "name": character.name,
        "player": character.player,
        "creature": character.creature,
        "conditions": to_json(character.conditions),
        "active_style": character.active_style,
        "falling": character.falling,
        "out": character.out,
        "sneaky": character.sneaky,
        "beats": character.beats,
    }
    if not full:
        return seen
    sheet = character.sheet
    return seen | {
        "beats_max": sheet.beats_max,
        "level": sheet.level,
        "edge_modifier": sheet.edge_modifier,
        "xp": character.xp,
        "pools": {each: [getattr(character, each), getattr(sheet, f"{each}_max")] for each in RESET_POOLS},
        "skills": to_json(sheet.skills),
        "abilities": to_json(abilities(sheet)),
        "upgrades": list(sheet.upgrades),
        "movement": {
            "cap": cap(character, rules),
            "left": pool(character, rules),
            "styles": {
                style: [available(character, style, rules), limit(character, style, rules)]
                for style in styles(character)
            },
        },
    }
