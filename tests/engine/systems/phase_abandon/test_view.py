"""The state as everybody may see it, and as one player may."""

from engine.systems.phase_abandon.system import RULESET
from tests.support.deal import scene


def test_a_bid_is_seen_by_its_bidder_only_until_all_are_in() -> None:
    """PA-92: the table and the others see that somebody has bid, not how much."""
    s = scene(players=["Jay", "Russ", "Mira"], chips={"Jay": 5, "Russ": 5, "Mira": 5}, holder="Jay")
    s.conflict("Russ")
    s.bid("Jay", 3)
    s.bid("Mira", 2)

    def bids(viewer: str | None) -> dict[str, int | None]:
        return {bid["player"]: bid["number"] for bid in RULESET.view(s.state, viewer)["conflict"]["bids"]}

    assert bids(None) == bids("Russ") == {"Jay": None, "Mira": None}
    assert bids("Jay") == {"Jay": 3, "Mira": None}
    assert RULESET.secrets(s.state, "Jay") == ("You bid three chips.",)
    assert RULESET.secrets(s.state, "Russ") == ()
    s.bid("Russ", 1)
    assert bids(None) == {"Jay": 3, "Mira": 2, "Russ": 1}
    assert RULESET.secrets(s.state, "Jay") == ()


def test_everything_else_is_public() -> None:
    s = scene(players=["Jay", "Russ"], holder="Jay")
    assert RULESET.view(s.state, "Jay") == RULESET.view(s.state, "Russ") == RULESET.view(s.state)
    assert RULESET.view(s.state)["narration"]["holder"] == "Jay"
