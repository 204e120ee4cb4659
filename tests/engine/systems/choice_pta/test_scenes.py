"""Scenes, presence, awards, suggestions and bribes (rules 3.3, 3.10, 3.11)."""

import pytest

from engine.systems.choice_pta.rules.offers import OfferBribe
from engine.systems.choice_pta.rules.scenes import StartScene
from tests.support.choice_pta_table import fight, in_scene, table


def test_a_scene_has_an_owner_and_people_in_it() -> None:
    """PTA-19: it clears every award; what is in the pool stays."""
    t = table()
    t.scene()
    t.refuses("WRONG_PHASE").call()
    t.end_scene()
    t.start()
    t.refuses("NO_SCENE").end_scene()
    t.do(StartScene(actor="Ana", present=("Vesna", "Ben"), description="the docks at night"))
    assert (t.state.scene.owner, t.state.scene.present) == ("Ana", ("Ana", "Ben"))
    t.refuses("SCENE_OPEN").scene()
    t.award("Ana", "Ben")
    t.end_scene()
    assert t.event("scene_ended").pool == 1
    t.scene()
    assert not t.state.seat("Ana").award_used


def test_coming_and_going() -> None:
    """PTA-20, PTA-22: participants stay; everybody may be marked at once."""
    t = table()
    t.start()
    t.refuses("NO_SCENE").presence("Ana", True)
    t.scene(present=())
    t.presence("everyone", True)
    assert t.state.scene.present == ("Ana", "Ben")
    t.refuses("ALREADY_PRESENT").presence("Ana", True)
    t.refuses("ALREADY_PRESENT").presence("everybody", True)
    t.presence("Harrow", False)
    t.refuses("NOT_PRESENT").presence("Ben", False)
    t.call()
    t.stake("Ben")
    t.stake("mob")
    t.lock()
    assert "Ben" in t.state.scene.present
    t.refuses("IN_CONFLICT").presence("Ben", False)
    t.refuses("CONFLICT_RUNNING").end_scene()


def test_a_scene_may_cost_a_bribe() -> None:
    """R-51: `scene_entry_needs_bribe`; by default the owner may admit anybody for free."""
    t = table(scene_entry_needs_bribe=True)
    t.give(Ana=1)
    t.start()
    t.scene(present=())
    t.refuses("ENTRY_NEEDS_BRIBE").presence("Ana", True)
    t.bribe("Ana", purpose="scene_entry")
    t.reply("Gwen")
    assert t.state.scene.present == ("Ana",)


def test_awards_go_from_player_to_player() -> None:
    """PTA-20, PTA-40, PTA-59, R-52, INV-11: never to or from the GM; spent at once, even from outside the scene."""
    t = table()
    t.start()
    t.refuses("NO_SCENE").award("Ana", "Ben")
    t = fight("Ana", "mob")
    t.refuses("GM_CANNOT_AWARD").award("Gwen", "Ben")
    t.refuses("AWARD_TO_GM").award("Ana", "GM")
    t.award("Ana", "Ben")
    t.chance("Vesna")
    t.presence("Ben", False)
    t.refuses("NOT_PRESENT").trait("Ben", "brave", "Vesna")
    t.spend("Ben", 1, "Vesna")
    t = in_scene(award_self=True)
    t.award("Ana", "Ana")
    assert t.tokens("Ana") == [1]


def test_suggestions_are_free() -> None:
    """PTA-60: anybody, any time; a yes costs nothing."""
    t = in_scene()
    t.refuses("NO_SELF_OFFER").suggest("Ana", "Ana")
    t.suggest("Ana", "Ben", "it rains")
    t.reply("Ben")
    assert t.kinds() == ["bribe_accepted_free"]
    t.suggest("Ana", "")
    t.reply("Ben", "refuse")


def test_a_price_for_a_suggestion() -> None:
    """PTA-61: the person asked names a token, anybody of everybody; the payer decides."""
    t = in_scene(tokens={"Ana": 1})
    t.suggest("Ana", "Ben")
    t.refuses("BRIBE_TOO_BIG").price("Ben", amount=2)
    t.refuses("NOT_YOUR_OFFER").price("Gwen", suggestion_id="offer-1")
    t.price("Ben")
    t.refuses("NOT_YOUR_OFFER").reply("Ben", "accept", "offer-1")
    t.reply("Ana")
    assert t.tokens("Ana", "Ben") == [0, 1]
    t.refuses("OFFER_CLOSED").price("Ben", suggestion_id="offer-1")
    t.suggest("Ana", "Ben")
    t.price("Ben")
    t.refuses("NOT_ENOUGH_TOKENS").reply("Ana")
    t.reply("Ana", "refuse")
    t = in_scene(tokens={"Ana": 1})
    t.suggest("Ana", "")
    t.price("Ben")
    t.reply("Ana")
    assert t.tokens("Ana", "Ben") == [0, 1]


def test_bribes_reserve_their_token() -> None:
    """PTA-61, PTA-64, R-49, R-50: it cannot be spent elsewhere until answered or withdrawn; nobody has to accept."""
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.refuses("BRIBE_TOO_BIG").do(OfferBribe(actor="Gwen", to="Ana", amount=2))
    t.refuses("NOT_ENOUGH_TOKENS").bribe("Ben", "Ana")
    t.bribe("Ana", "Ben")
    t.chance("Vesna")
    t.refuses("NOT_ENOUGH_TOKENS").spend("Ana")
    t.refuses("NOT_YOUR_OFFER").withdraw("Ben")
    t.withdraw("Ana")
    t.refuses("OFFER_CLOSED").withdraw("Ana", "offer-1")
    t.refuses("OFFER_CLOSED").reply("Ben")
    t.bribe("Ana", "Ben")
    t.reply("Ben", "accept_free")
    assert t.tokens("Ana", "Ben") == [1, 0]
    t.refuses("OFFER_CLOSED").reply("Ben", "accept", "offer-2")
    t.spend("Ana")


def test_a_token_into_the_scene() -> None:
    """PTA-63, R-51, R-74: to its owner; into a running conflict as a helper only."""
    t = table("Ana Ben Cleo")
    t.give(Ana=1, Ben=1)
    t.start()
    t.refuses("NO_SCENE").bribe("Ana", "Ben", purpose="scene_entry")
    t.scene(owner="Cleo", present=("Cleo",))
    t.refuses("NOT_SCENE_OWNER").bribe("Ana", "Ben", purpose="scene_entry")
    t.bribe("Ana", purpose="scene_entry")
    t.reply("Cleo")
    assert t.tokens("Ana", "Cleo") == [0, 1]
    assert t.state.scene.present == ("Cleo", "Ana")
    t.give(Ana=1)
    t.refuses("ALREADY_PRESENT").bribe("Ana", purpose="scene_entry")
    t.call()
    t.stake("Cleo")
    t.stake("mob")
    t.lock()
    t.chance("Juno")
    t.bribe("Ben", purpose="scene_entry")
    t.reply("Cleo", "accept_free")
    t.trait("Ben", "brave", "Juno")


def test_to_whom_is_asked_back() -> None:
    """PTA-61: a bribe without an addressee goes to whoever narrates, else the scene's owner, else asked back."""
    t = in_scene(tokens={"Ana": 1})
    t.refuses("UNKNOWN_SEAT").bribe("Gwen")
    t.refuses("NO_SELF_OFFER").bribe("Ana", "Ana")
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.showdown({"Vesna": "K♦", "mob": "Q♦"})
    t.take("mob")
    t.bribe("Ana")
    assert t.event("bribe_offered").to == "Gwen"


def test_whose_offer_is_asked_back() -> None:
    """PTA-61: of several offers the payer's name tells which one."""
    t = in_scene("Ana Ben Cleo", tokens={"Ana": 1, "Ben": 1})
    t.bribe("Ana", "Cleo")
    t.bribe("Ben", "Cleo")
    t.refuses("AMBIGUOUS").reply("Cleo")
    t.refuses("AMBIGUOUS").reply("Cleo", "perhaps", "offer-1")
    t.reply("Cleo", offer="Ben")
    assert t.tokens("Ana", "Ben", "Cleo") == [1, 0, 1]


@pytest.mark.parametrize(
    ("payer", "to", "options", "amount", "place"),
    [
        ("Gwen", "Ana", {"gm_bribe_flow": "recipient"}, 1, "Ana"),
        ("Gwen", "Ana", {"gm_bribe_flow": "pool"}, 1, "pool"),
        ("Ana", "Gwen", {"kind": "extended", "bribe_to_gm_extended": "gm"}, 1, "Gwen"),
        ("Ana", "Ben", {"bribe_max_tokens": 2}, 2, "Ben"),
    ],
)
def test_where_a_bribe_goes(payer: str, to: str, options: dict, amount: int, place: str) -> None:
    """R-47, R-48, R-49: by `gm_bribe_flow` and `bribe_to_gm_extended`; as big as `bribe_max_tokens` allows."""
    t = fight("Ana", "Ben", "mob", tokens={"Ana": 2}, **options)
    before = t.tokens(place)[0]
    t.bribe(payer, to, amount=amount)
    t.reply(to)
    assert t.tokens(place) == [before + amount]
    in_scene(gm_bribe_flow="forbidden").refuses("OPTION_OFF").bribe("Gwen", "Ana")
