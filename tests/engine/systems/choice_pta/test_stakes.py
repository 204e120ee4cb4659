"""Calling a conflict, stakes, opposition, locking, cancelling (rules 3.3)."""

import pytest

from engine.systems.choice_pta.rules.stakes import DropStake, SetOpposition, SetStake
from engine.systems.choice_pta.stakes import opposes
from tests.support.choice_pta_table import Table, fight, in_scene, table


def opposed(t: Table, a: str, b: str) -> bool:
    return opposes(t.conflict, a, b, t.state.gm.name)


def test_anybody_calls_a_conflict() -> None:
    """PTA-21, R-53: in an open scene, when none runs, unless `conflict_call_by` or `conflicts_per_scene` limit it."""
    t = table()
    t.start()
    t.refuses("NO_SCENE").call()
    t.scene()
    t.refuses("AMBIGUOUS").call("quarrel")
    t.call("simple", "Ana", "the storm", by="Ben")
    assert t.event("conflict_called").called_by == "Ben"
    assert [(part.name, part.seat) for part in t.conflict.participants] == [("Vesna", "Ana"), ("the storm", "Gwen")]
    t.refuses("CONFLICT_RUNNING").call()
    t.cancel()
    t.call("extended", by="Ana")
    t = in_scene(conflict_call_by="gm", conflicts_per_scene=1)
    t.refuses("GM_ONLY").call(by="Ana")
    t.call(by="Gwen")
    t.cancel()
    t.refuses("CONFLICT_LIMIT").call()
    t.end_scene()
    t.scene()
    t.call()


def test_stakes_of_players_and_of_the_gm() -> None:
    """PTA-22, PTA-23: one for a player, several for the GM; all may be edited until they are locked."""
    t = in_scene()
    t.refuses("NO_CONFLICT").stake("Ana")
    t.call()
    t.stake("Ana", "to win")
    t.stake("Ana", "to escape")
    assert t.part("Vesna").stake == "to escape"
    t.refuses("ONE_STAKE_PER_PLAYER").stake("Ana", new=True)
    t.refuses("ONE_STAKE_PER_PLAYER").do(SetStake(player="Ana", label="shadow", text="x"))
    t.refuses("STAKE_MISSING").stake("Ana", " ")
    t.refuses("NOT_YOUR_SEAT").do(SetStake(actor="Ben", player="Ana", text="mine"))
    t.refuses("NOT_YOUR_STAKE").do(SetStake(actor="Ben", label="Vesna's", text="mine"))
    t.do(SetStake(actor="Gwen", text="the bomb goes off"))
    t.do(SetStake(actor="Gwen", text="the flood comes", new=True))
    t.do(SetStake(actor="Gwen", label="guards", text="they catch her"))
    assert [part.name for part in t.conflict.parts_of("Gwen")] == ["GM", "GM 2", "guards"]
    t.do(SetStake(actor="Gwen", text="the bomb is a dud"))
    assert t.part("GM").stake == "the bomb is a dud"
    t.do(SetStake(actor="Gwen", label="the guards", text="they let her go"))
    assert t.part("guards").stake == "they let her go"
    t.do(DropStake(actor="Gwen", part_id="GM 2"))
    assert t.conflict.part("GM 2") is None
    t.refuses("NOT_YOUR_STAKE").do(DropStake(actor="Ana", part_id="guards"))


def test_whoever_was_named_in_the_call_states_the_stake_later() -> None:
    """PTA-23, PTA-27: a stake nobody has stated keeps the stakes open."""
    t = in_scene()
    t.call("simple", "Ana", "guards")
    t.refuses("STAKE_MISSING").lock()
    t.do(SetStake(actor="Ana", text="out"))
    t.do(SetStake(actor="Gwen", text="they catch her"))
    assert t.part("guards").stake == "they catch her"
    t.lock()


def test_who_opposes_whom_by_default() -> None:
    """PTA-24: players against the GM and not each other; without the GM all against all; pairs may be set."""
    t = in_scene("Ana Ben Cleo")
    t.call()
    for who in ("Ana", "Ben", "Cleo"):
        t.stake(who)
    assert opposed(t, "Vesna", "Harrow")
    t.oppose("Ana", "Ben", opposes=False)
    assert not opposed(t, "Vesna", "Harrow")
    assert opposed(t, "Vesna", "Juno")
    t.stake("mob")
    assert opposed(t, "Vesna", "mob")
    assert not opposed(t, "Vesna", "Juno")
    t.do(SetOpposition(actor="Ana", b="Juno"))
    assert opposed(t, "Juno", "Vesna")
    t.refuses("UNKNOWN_PARTICIPANT").oppose("Ana", "Vesna")
    t.refuses("UNKNOWN_PARTICIPANT").oppose("Ana", "zeppelin")


def test_gm_stakes_never_oppose_each_other() -> None:
    """PTA-25, PTA-26, R-54, R-55, R-57: unless the house lets them; nor may there be too many, or too few in all."""
    t = in_scene(gm_stakes_may_oppose="simple_only")
    t.call()
    for who in ("Ana", "Ben", "mob", "flood"):
        t.stake(who)
    t.oppose("mob", "flood")
    t.lock()
    assert fight("Ana", "mob", "flood", gm_stake_limit_basis="table").phase == "CARDS"
    assert fight("Ana", "mob", kind="extended", extended_min_participants=2).phase == "CARDS"
    t = in_scene(gm_stakes_may_oppose="simple_only")
    t.call("extended")
    for who in ("Ana", "Ben", "mob", "flood"):
        t.stake(who)
    t.refuses("GM_STAKES_OPPOSE").oppose("mob", "flood")


def test_the_victory_goal() -> None:
    """PTA-26, R-58: three unless somebody says more or the house less; simple conflicts have none."""
    t = in_scene()
    t.call()
    t.refuses("SIMPLE_HAS_NO_GOAL").goal(3)
    t.cancel()
    t.call("extended")
    assert t.conflict.goal == 3
    t.refuses("GOAL_TOO_LOW").goal(2)
    t.goal(5)
    assert t.conflict.goal == 5
    t = in_scene(victory_goal_default=4, victory_goal_min=1)
    t.call("extended")
    assert t.conflict.goal == 4
    t.goal(1)


def test_locking_freezes_everything() -> None:
    """PTA-27, R-53: stakes, opposition, goal and options; protagonists who take part are present."""
    t = in_scene()
    t.presence("Ana", False)
    t.call("extended")
    for who in ("Ana", "Ben", "mob"):
        t.stake(who)
    t.refuses("OPTION_OFF").lock(hand_of_fate="sometimes")
    t.lock(hand_of_fate="lethal")
    assert t.event("stakes_locked").goal == 3
    assert t.state.scene.present == ("Ben", "Ana")
    t.refuses("WRONG_PHASE").oppose("Ana", "Ben")
    t.refuses("WRONG_PHASE").goal(4)
    t.refuses("WRONG_PHASE").stake("Ana", "something else")
    t.refuses("CANNOT_UNDO").undo()


def test_cancelling_before_the_reveal() -> None:
    """PTA-28, PTA-45, R-24: bonuses come back unless `refund_on_cancel` is off; never after cards were turned up."""
    t = fight("Ana", "Ben", tokens={"Ana": 2})
    t.redraw("Ana")
    t.choice("Vesna", t.hand("Ana")[0])
    t.trait("Ana")
    t.spend("Ana")
    t.cancel()
    assert t.marks("Ana") == [0, 0, 0]
    assert t.tokens("Ana", "pool") == [1, 1]
    assert t.phase == "SCENE"
    assert len(t.state.deck("players").discard) == 5
    t = fight("Ana", "Ben", "mob", kind="extended", tokens={"Ana": 1})
    gm = t.tokens("Gwen")[0]
    t.redraw("Ana")
    t.cancel()
    assert t.tokens("Gwen", "bank") == [gm + 1, 0]
    t = fight("Ana", "mob", tokens={"Ana": 1}, refund_on_cancel=False)
    t.chance("Vesna")
    t.trait("Ana")
    t.spend("Ana")
    pool = t.tokens("pool")[0]
    t.cancel()
    assert (t.marks("Ana"), t.tokens("Ana", "pool")) == ([1, 0, 0], [0, pool + 1])
    t = fight("Ana", "mob")
    t.showdown({"Vesna": "K♦", "mob": "Q♦"})
    t.refuses("TOO_LATE").cancel()
    t.close()
    t.refuses("NO_CONFLICT").cancel()


@pytest.mark.parametrize("name", ["Ana", "vesna", "VESNA", "the guards", "guard", "GM"])
def test_stakes_are_named_in_any_way(name: str) -> None:
    """PTA-23: by player, protagonist, label in any case, or the GM's only one."""
    t = fight("Ana", "guards")
    t.chance("Vesna")
    t.chance("guards")
    t.spend("Gwen", 1, name)
    t.refuses("UNKNOWN_PARTICIPANT").spend("Gwen", 1, "zeppelin")
