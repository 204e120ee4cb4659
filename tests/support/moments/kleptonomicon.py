"""Moments of an evening of the Kleptonomicon at which sentences are said.

Gwen leads; Alice plays Vex, Bob plays Rook, Carol plays Wren.
"""

import tomllib
from pathlib import Path
from typing import Any

import engine.systems.kleptonomicon
from engine.common.messages import Command
from engine.dice.source import NoDice
from engine.step import advance
from engine.systems.kleptonomicon.entities import Ability
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.system import RULESET
from engine.types import Rejected
from tests.support.kleptonomicon_table import c, npcs

GM = "Gwen"
_LIBRARY = tomllib.loads((Path(engine.systems.kleptonomicon.__file__).parent / "library.toml").read_text("utf-8"))
_POINTS = {"health": 10, "vitality": 5, "shield": 3, "dodge_points": 2, "recoveries": 4}


def _player(name: str, character: str, **sheet: Any) -> dict[str, Any]:
    return {"name": name, "character": {"name": character, "sheet": {**_POINTS, **sheet}}}


ROSTER: dict[str, Any] = {
    "game": "kleptonomicon",
    "title": "Thursday",
    "players": [
        {"name": GM, "role": "gm"},
        _player(
            "Alice",
            "Vex",
            skills={"Athletics": 1, "Stealth": 2},
            abilities=[
                "Case the Joint",
                "Old Contacts",
                "Forged Papers",
                "Parry",
                "Shield Flash",
                "Ember",
                "Battle Cry",
            ],
        ),
        _player(
            "Bob",
            "Rook",
            skills={"Athletics": 0},
            abilities=["Lucky Charm", "Riposte", "Watchful", "Grand Ritual", "Mending Word"],
            styles={"walk": "normal", "jump": "half", "climb": "half"},
        ),
        _player("Carol", "Wren", skills={"Thievery": 2}, abilities=["Stocked Pantry", "Snare Shot"], sneaky=True),
    ],
    "library": _LIBRARY,
}


def _play(state: State, *commands: Command) -> State:
    for command in commands:
        outcome, state = advance(RULESET, state, command, NoDice())
        assert not isinstance(outcome, Rejected), f"{command}: {outcome}"
    return state


def moments() -> dict[str, State]:
    """Named states, each reached by play."""
    before = _play(RULESET.initial_state(), *RULESET.setup(ROSTER))
    opening = _play(before, c.StartEpisode())
    episodic = _play(opening, c.BeginEpisodicStep())
    freeplay = _play(
        episodic, c.UseEpisodicAbility(actor="Alice", ability="old contacts", grant_text="favours", amount=2),
        c.EndOpeningCredits(),
    )  # fmt: skip
    tested = _play(freeplay, c.RequestTest(actor=GM, character="Vex", skill="Stealth"))
    hidden = _play(freeplay, c.RequestTest(actor=GM, character="Vex", skill="Stealth", adv=1))
    initiative = _play(freeplay, c.StartEncounter(npcs=npcs("2 wolves", "goblin", "orc")))
    saving = _play(initiative, c.BeginEdgeSaves())
    tied = _failed(saving, Vex=3, Rook=4, Wren=9)
    ordered = _play(tied, c.SetTieOrder(order=("Vex", "Rook")))
    while ordered.tests:
        ordered = _play(ordered, c.SubmitScore(score=9))
    main = _fight(freeplay)
    rook = _play(main, c.EndTurn(actor="Alice"))
    goblins = _play(rook, c.EndTurn(actor="Bob"), c.EndTurn(actor="Carol"), c.EndTurn(actor=GM))
    hurt = _play(
        main, c.RecordDamage(actor="Alice", amount=4), c.ApplyCondition(actor="Alice", name="slowed", stacks=2)
    )
    reward = _play(hurt, c.EndEncounter())
    closing = _play(freeplay, c.StartClosingCredits())
    return {
        "before": before,
        "opening": opening,
        "episodic": episodic,
        "freeplay": freeplay,
        "papers": _play(
            freeplay,
            c.LearnAbility(actor="Bob", ability=Ability("Forge", duration_minutes=10)),
            c.UseAbility(actor="Bob", ability="Forge"),
        ),
        "tested": tested,
        "hidden": hidden,
        "initiative": initiative,
        "saving": saving,
        "tied": tied,
        "ordered": ordered,
        "main": main,
        "rook": rook,
        "goblins": goblins,
        "attacked": _play(goblins, c.UseAbility(actor=GM, ability="melee attack", targets=("Vex",))),
        "leaving": _play(goblins, c.Move(actor=GM, units=2, leaves_reach_of=("Vex", "Rook"))),
        "climbing": _play(main, c.ImproviseMovement(actor="Alice", style="climb", method="the curtain")),
        "hurt": hurt,
        "sitting": _play(main, c.StartSession()),
        "moved": _play(main, c.Move(actor="Alice", units=3)),
        "pause": _play(main, c.PauseEncounter()),
        "reward": reward,
        "closing": closing,
        "resolutions": _play(closing, c.SetTimePasses()),
        "resets": _play(closing, c.SetTimePasses(passes=False)),
        "done": _play(closing, c.SetTimePasses(passes=False), c.ApplyResets()),
    }


def _failed(state: State, **scores: int) -> State:
    return _play(state, *(c.SubmitScore(character=name, score=score) for name, score in scores.items()))


def _fight(freeplay: State) -> State:
    """Vex, Rook, Wren, then a wolf, two goblins and an orc."""
    state = _play(freeplay, c.StartEncounter(npcs=npcs("orc", "2 goblins", "wolf")), c.BeginEdgeSaves())
    while state.tests:
        state = _play(state, c.SubmitScore(test_id=state.tests[0].test_id, score=12))
    return _play(state, c.SetTieOrder(order=("Vex", "Rook", "Wren")), c.ConfirmTurnOrder())
