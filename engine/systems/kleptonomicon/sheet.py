"""A character's sheet for a page; the GM's shows the NPCs of the Encounter."""

from collections.abc import Iterator

from engine.board import Line, Panel, Tone
from engine.phrase import EMPTY, phrase, spelled, verbatim
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.standing import (
    ability_line,
    badges,
    beat_debt,
    in_rounds,
    movement,
    named,
    points_bars,
    sheet_abilities,
    titled,
)
from engine.systems.kleptonomicon.state import State


def sheet(state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
    """A player's character; NPCs only on the GM's own page."""
    panels: list[Panel] = []
    pc = state.character_of(player)
    if pc is not None:
        panels += _character(state, pc)
    if player == viewer and player == state.gm and state.encounter is not None:
        npcs = (state.character(name) for name in state.encounter.participants)
        panels += [_npc(state, npc) for npc in npcs if npc is not None and npc.is_npc]
    return tuple(panel for panel in panels if panel.lines or panel.bars)


def _character(state: State, pc: Character) -> Iterator[Panel]:
    yield Panel(phrase("Points"), bars=points_bars(pc))
    yield Panel(phrase("Now"), tuple(_now(pc)))
    if in_rounds(state):
        yield movement(state, pc)
    yield Panel(phrase("Abilities"), tuple(ability_line(state, pc, each) for each in sheet_abilities(pc)))
    yield Panel(
        phrase("Skills"),
        tuple(Line(titled(each.name), phrase("{modifier:+d}", modifier=each.modifier)) for each in pc.sheet.skills),
    )
    yield Panel(
        phrase("Movement Styles"),
        tuple(Line(named(each.name), spelled(each.size)) for each in pc.sheet.styles),
    )
    grants = state.episode.grants if state.episode is not None else ()
    own = [each for each in grants if each.character == pc.name]
    yield Panel(
        phrase("Can be cashed in"),
        tuple(
            Line(verbatim(each.text), phrase("{left} of {most}", left=each.amount - each.spent, most=each.amount))
            for each in own
        ),
    )
    yield Panel(phrase("Notes"), tuple(_written(pc)))


def _now(character: Character) -> Iterator[Line]:
    beats, most = character.beats, character.sheet.beats_max
    tone: Tone = "plain" if beats else "bad"
    yield Line(phrase("Beats"), phrase("{beats} of {most}", beats=beats, most=most), EMPTY, tone)
    yield from (Line(each) for each in (*badges(character), *beat_debt(character)))


def _written(pc: Character) -> Iterator[Line]:
    yield Line(phrase("Level"), verbatim(pc.sheet.level))
    yield Line(phrase("Experience"), verbatim(pc.xp))
    yield Line(phrase("Edge Save"), phrase("{modifier:+d}", modifier=pc.sheet.edge_modifier))
    yield from (Line(phrase("Upgrade"), verbatim(text)) for text in pc.sheet.upgrades)


def _npc(state: State, npc: Character) -> Panel:
    lines = (*_now(npc), *(ability_line(state, npc, each) for each in sheet_abilities(npc)))
    return Panel(verbatim(npc.name), lines, points_bars(npc))
