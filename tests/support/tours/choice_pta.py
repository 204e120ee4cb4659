"""Evenings of Choice Based PTA that use every command and let every event happen."""

from engine.history import History
from engine.systems.choice_pta.rules.bonuses import WithdrawBonus
from engine.systems.choice_pta.rules.gifts import GiveRandomCard
from engine.systems.choice_pta.rules.mooks_and_fate import KeepMooks
from engine.systems.choice_pta.rules.playing import NameCard, RetractCard
from engine.systems.choice_pta.rules.scenes import StartScene
from engine.systems.choice_pta.rules.stakes import DropStake
from tests.support.choice_pta_table import Table, fight, table


def histories() -> tuple[History, ...]:
    """Whole evenings."""
    tables = (_talk(), _cards(), _fight_with_mooks(), _fate(), _real_cards(), _long_evening(), _random_standing())
    return tuple(t.history for t in tables)


def _talk() -> Table:
    """Everything outside the cards."""
    t = table("Ana Ben Cleo", hidden_discards=False)
    t.setting("bribe_max_tokens", 2)
    t.correct("pool", "Ana", 2)
    t.roster(add=["Eli"])
    t.roster(remove=["Eli"])
    t.start()
    t.mulligan("Ana")
    t.do(StartScene(actor="Ana", present=("Ana", "Ben"), description="the docks at night"))
    t.presence("Cleo", True)
    t.presence("Cleo", False)
    t.award("Ben", "Cleo")
    t.suggest("Ben", "Ana", "a siren howls")
    t.reply("Ana", "accept_free")
    t.suggest("Ana", "Ben", "it rains")
    t.price("Ben")
    t.reply("Ana")
    t.bribe("Cleo", purpose="scene_entry")
    t.reply("Ana")
    t.bribe("Ana", "Ben")
    t.reply("Ben", "refuse")
    t.bribe("Ana", "Ben")
    t.withdraw("Ana")
    t.undo()
    t.withdraw("Ana")
    t.end_scene()
    t.roster(add=["Fay"])
    return t


def _cards() -> Table:
    """A simple conflict between players with everything that may happen before the reveal."""
    options = {"retract_before_reveal": True, "bonus_withdrawal": True}
    t = fight("Ana", "Ben", tokens={"Ana": 2}, players="Ana Ben Cleo", replace_timing="after_reveal", **options)
    t.redraw("Ana")
    t.do(NameCard(actor="Ana"))
    t.choice("Vesna")
    t.choice("Vesna", t.hand("Ana")[0])
    t.trait("Ana")
    t.spend("Ana")
    t.do(WithdrawBonus(actor="Ana"))
    t.do(RetractCard(actor="Ana"))
    t.lay("Vesna", "K♥")
    t.choice("Harrow", t.hand("Ben")[0])
    t.reveal()
    t.take("Harrow")
    t.outsider("Cleo", "Harrow")
    t.finish("Harrow")
    t.claim("Vesna", "last")
    t.veto("Vesna", "Harrow")
    t.rule("Ana")
    t.close()
    t.call("simple", "Ana", "mob")
    t.do(DropStake(part_id="mob"))
    t.cancel()
    return t


def _fight_with_mooks() -> Table:
    """An extended conflict with a bank, mooks, gifts and a reopened turn."""
    t = fight(
        *("Ana", "Ben", "goons"),
        kind="extended",
        goal=3,
        mooks={"goons": 3},
        tokens={"Ana": 1},
        opposed=[("Ana", "Ben")],
        replace_timing="after_round",
    )
    t.all_down({"Vesna": "A♦", "goons": "A♥", "Harrow": "9♦"})
    t.spend("Ana", against="GM")
    t.reveal()
    t.take_out("Vesna")
    t.do(KeepMooks(actor="Gwen", n=3))
    t.next_round()
    t.showdown({"Vesna": "K♦", "goons": "9♥", "Harrow": "10♦"})
    t.next_round()
    t.showdown({"Vesna": "Q♦", "goons": "8♥", "Harrow": "J♦"})
    t.narrate("goons")
    t.gift("Harrow", "goons", "ten")
    t.gift("Vesna", "goons", "ace of diamonds")
    t.close()
    return t


def _fate() -> Table:
    """Out, harmed, destroyed, adopted, and a last gift."""
    lock = {"hand_of_fate": "exact"}
    t = fight("Ana", "Ben", "Cleo", "mob", "boss", kind="extended", players="Ana Ben Cleo", lock=lock)
    t.showdown({"Vesna": "K♦", "mob": "K♦", "Harrow": "9♦", "Juno": "10♦", "boss": "4♦"}, ["5♠", "8♠"])
    t.fate("Vesna", "fight_on")
    t.next_round()
    t.showdown({"Vesna": "Q♦", "mob": "Q♦", "Harrow": "10♥", "Juno": "9♥", "boss": "3♦"}, ["6♠", "9♠"])
    t.adopt("Harrow", "Vesna")
    t.next_round()
    t.showdown({"mob": "A♦", "Harrow": "J♦", "Juno": "8♠", "boss": "2♦"})
    t.sacrifice("Vesna", "Harrow", "7♠")
    t.close()
    t.call("extended")
    for who in ("Ana", "Ben", "mob"):
        t.stake(who)
    t.goal(4)
    t.lock(hand_of_fate="lethal")
    t.showdown({"Vesna": "K♠", "mob": "K♥", "Harrow": "5♦"}, ["3♥", "4♥"])
    t.fate("Vesna", "out")
    return t


def _real_cards() -> Table:
    """Cards that people read out, down to a sacrifice."""
    lock = {"hand_of_fate": "exact"}
    t = fight("Ana", "Ben", "Cleo", "mob", kind="extended", players="Ana Ben Cleo", lock=lock, mode="physical")
    rounds = (
        ("ten of hearts", "ten of hearts", "nine of clubs", "four of clubs"),
        ("jack of hearts", "jack of hearts", "eight of clubs", "three of clubs"),
        ("", "ace of clubs", "five of clubs", "two of clubs"),
    )
    draws = (("two of spades", "four of spades"), ("three of spades", "five of spades"))
    for number, cards in enumerate(rounds):
        if number:
            t.next_round()
        for part in t.conflict.active:
            t.choice(part)
        t.reveal()
        for part, card in zip(("Vesna", "mob", "Harrow", "Juno"), cards, strict=True):
            if card:
                t.declare(part, card)
        if number < 2:
            t.declare("Vesna", draws[number][0])
            t.declare("mob", draws[number][1])
        if t.phase == "REVEALED":
            t.fate("Vesna", "fight_on")
    t.do(GiveRandomCard(actor="Ana", to="Ben"))
    t.declare("Vesna", "queen of diamonds")
    t.close()
    return t


def _long_evening() -> Table:
    """One shared deck that runs out again and again."""
    t = Table()
    t.create([f"P{number}" for number in range(10)], deck_layout="single", jokers_per_deck=0)
    for player in t.state.players:
        t.hero(player.name)
    t.start()
    for seat in t.state.seats:
        t.mulligan(seat.name)
    return t


def _random_standing() -> Table:
    """Equal piles that draw for their place."""
    t = fight("Ana", "Ben", "mob", kind="extended", goal=1, victory_goal_min=1, set_exact_tie="random_draw")
    t.showdown({"Vesna": "A♦", "mob": "A♦", "Harrow": "9♦"}, ["8♠", "5♠", "9♠", "6♠"])
    return t
