"""A whole extended conflict of six players against two stakes of their GM."""

from engine.step import replay
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import fight

SIX = "Ana Ben Cleo Dev Eli Fay"


def test_six_players_against_two_stakes_of_the_gm() -> None:
    """PTA-2, PTA-26, PTA-41, PTA-67, PTA-68, PTA-71, R-9: eight cards a round, four winners, a goal of three."""
    t = fight(*SIX.split(), "storm", "smugglers", kind="extended", players=SIX)
    assert len(t.state.decks) == 7
    assert [len(t.hand(name)) for name in (*SIX.split(), "Gwen")] == [4] * 6 + [9]
    everybody = [part.name for part in t.conflict.participants]
    assert len(everybody) == 8
    rounds = 0
    while t.phase == "CARDS":
        rounds += 1
        for name in everybody:
            t.chance(name)
        t.spend("Gwen", 1, target="storm")
        t.reveal()
        assert len(t.conflict.order) == 8
        if t.phase == "ROUND_NARRATION":
            assert sum(len(t.part(name).pile) for name in everybody) == 4 * rounds
            t.next_round()
        assert replay(RULESET, t.history.events) == t.state
    assert t.phase == "FINAL_NARRATION"
    assert 3 <= rounds <= 5
    assert max(len(t.part(name).pile) for name in everybody) == 3
    t.close()
    assert t.phase not in {"CARDS", "FINAL_NARRATION"}
    assert sum(t.tokens(*SIX.split(), "Gwen", "pool")) == 18
