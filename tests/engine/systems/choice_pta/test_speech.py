"""Things said aloud, answered and reminded of (rules 4 and 6.7)."""

import pytest

from engine.systems.choice_pta.answers import TOPICS
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import fight, in_scene, table


def reminded(t) -> list[str]:
    return [spoken.text for spoken in RULESET.remind(t.state)]


def test_opening_an_evening_is_short() -> None:
    """PTA-3, PTA-19: no numbers nobody asked for."""
    t = table()
    t.start()
    assert t.said == ("The hands are dealt.",)
    t.scene()
    assert t.said == ("Scene one, Gwen's.",)
    t.call("extended")
    assert t.said == ("An extended conflict. What is at stake?",)
    real = table(mode="physical")
    real.start()
    assert real.said == ("Deal four cards to each player, and five to Gwen.",)


def test_cards_are_asked_for_and_counted_down() -> None:
    """PTA-31, PTA-35: who plays, and that all cards are down; the mode only as a detail."""
    t = fight("Ana", "mob")
    assert t.said[-1] == "Cards, please: Vesna and mob."
    t.chance("Vesna")
    assert t.said == ("Vesna plays a random card.",)
    assert reminded(t) == ["Still to play: mob."]
    t.choice("mob")
    assert t.said == ("Gwen, choose a card for mob on your own page.",)
    t.lay("mob", "K♦")
    assert t.said == ("Mob plays a random card.", "All cards are played. Any bonuses? Then reveal.")
    assert reminded(t) == []


def test_n14_n16_n17_after_the_reveal() -> None:
    """N14, N16, N17, PTA-39: totals, standings, traits to be worked in; what is still to be told."""
    t = fight("Ana", "Ben", "mob", kind="extended", goal=3)
    t.all_down({"Vesna": "K♦", "mob": "Q♦", "Harrow": "9♦"})
    t.trait("Ana", "clever")
    t.reveal()
    assert t.said[:2] == ("Vesna seventeen, mob twelve, Harrow nine.", "A victory card for Vesna and mob.")
    assert reminded(t) == ["Still to narrate or pass: Harrow, mob and Vesna."]
    t.take("Vesna")
    assert t.said == ("Remember clever.",)


def test_n20_n21_n22_options() -> None:
    """N20, N21, N22: fate, the fallen, and mooks are announced; the fallen owe no turn."""
    t = fight(
        "Ana", "Ben", "mob", "goons", kind="extended", lock={"hand_of_fate": "exact", "mooks": True}, mooks={"goons": 3}
    )
    t.showdown({"Vesna": "K♦", "mob": "K♦", "Harrow": "Q♦", "goons": "9♦"}, ["8♠", "5♠"])
    assert "Hand of Fate! Vesna over mob." in t.said
    assert reminded(t) == ["mob: out of the fight, or fight on harmed?"]
    t.fate("mob", "out")
    assert "Mob is out of the fight." in t.said
    t.take_out("Vesna")
    assert t.said == ("One of three goons down.",)
    assert "mob" not in reminded(t)[0]


def test_the_end_of_a_conflict_is_told() -> None:
    """PTA-47, PTA-78: who wins, and what was at stake."""
    t = fight("Ana", "mob")
    t.showdown({"Vesna": "K♦", "mob": "9♦"})
    t.close()
    assert t.said == ("The conflict is over. Vesna wins: Ana wins.",)
    t.call()
    t.cancel()
    assert t.said == ("The conflict is cancelled.",)


def test_n19_bribes_are_put_as_questions() -> None:
    """PTA-61, N19: who offers what to whom, and the answer."""
    t = in_scene(tokens={"Ana": 1})
    t.bribe("Ana", "Ben")
    assert t.said == ("Ben, Ana offers one token: the lights fail. Deal?",)
    t.reply("Ben", "refuse")
    assert t.said == ("Ben refuses.",)
    t.suggest("Ana", "Ben", "it rains")
    t.price("Ben")
    assert t.said == ("Ana, Ben wants one token for that. Deal?",)
    t.reply("Ana")
    assert t.said == ("Ben takes the offer: it rains.",)


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_every_question_has_an_answer(topic: str) -> None:
    """PTA-44, SEC-1: at any moment, for anybody."""
    tables = [table(), in_scene(), fight("Ana", "Ben", "mob", kind="extended")]
    done = fight("Ana", "mob")
    done.showdown({"Vesna": "K♦", "mob": "9♦"})
    tables.append(done)
    for t in tables:
        for who in (None, "Ana", "GM", "Nobody"):
            assert t.ask(topic, who).endswith((".", "?"))


def test_answers_are_to_the_point() -> None:
    """PTA-38, PTA-41, PTA-71: tokens, marks, limits, standings, phase, narrator."""
    t = fight("Ana", "Ben", "mob", kind="extended", tokens={"Ana": 1})
    assert t.ask("tokens", "Ana") == "Ana has one token."
    assert t.ask("pool") == "One token in the pool."
    assert t.ask("limits") == "The GM may add three tokens more this round, at most two on one card."
    assert t.ask("phase") == "Round one. Cards are being played."
    assert t.ask("hand", "Ana") == "Ana holds four cards. The cards are only shown on the player's own page."
    assert t.ask("stakes", about="mob") == "Mob: mob wins."
    assert t.ask("goal") == "The victory goal is three."
    t.bribe("Ana", "Ben")
    assert t.ask("tokens", "Ana") == "Ana has one token, one of them offered."
    assert t.ask("offers") == "Ana offers Ben one token."
    t.all_down({"Vesna": "K♦", "mob": "Q♦", "Harrow": "9♦"})
    t.trait("Ana", "clever")
    assert t.ask("marks", about="clever") == "Clever has one mark and clever has no marks."
    assert t.ask("marks", "Ana") == "Ana's marks: brave zero, clever one and kind zero."
    t.reveal()
    assert t.ask("standings") == "Standings: Vesna one card, mob one card, Harrow no cards."
    assert t.ask("narrator") == "Harrow may narrate next."
    t.take("mob")
    assert t.ask("narrator") == "Mob is being narrated."
    assert t.ask("outcome") == "By the cards: Vesna gets it all, mob gets a part, Harrow gets nothing."
    assert t.ask("weather").startswith("You can ask about")


def test_listeners_learn_names_and_what_is_owed() -> None:
    """PTA-23, PTA-31: people, protagonists, traits, stakes and code words; who owes a card or an answer."""
    t = fight("Ana", "goons", mooks=None, tokens={"Ana": 1})
    words = RULESET.vocabulary(t.state)
    ana, gm = words.player("Ana"), words.player("Gwen")
    assert (ana.character, ana.of("trait")) == ("Vesna", ("brave", "clever", "kind"))
    assert len(ana.of("code")) == 4
    assert gm.of("stake") == ("goons",)
    t.bribe("Ana", "Ben")
    assert {(each.command, each.player) for each in RULESET.expected(t.state)} == {
        ("answer_bribe", "Ben"),
        ("play_choice", "Ana"),
        ("play_choice", "Gwen"),
    }
    t.showdown({"Vesna": "K♦", "goons": "9♦"})
    assert RULESET.narration(t.state).order == ("Gwen", "Ana")
    t.take("goons")
    assert RULESET.narration(t.state).holder == "Gwen"
    assert RULESET.settle(t.state) is None


def test_the_tally_of_an_evening() -> None:
    """PTA-8: tokens, marks and pool, as the notes end with them."""
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.chance("Vesna")
    t.trait("Ana", "brave")
    assert RULESET.tally(t.state) == (
        "Ana: one token, brave one mark",
        "Ben: no tokens",
        "Gwen: four tokens",
        "Pool: one token",
    )
