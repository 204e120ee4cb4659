"""Initiative, rounds, priority, movement, bought and stolen actions (rules 3.5 to 3.7)."""

from engine.systems.phasesix.entities import Library, Side, Value, Weapon
from engine.systems.phasesix.system import RULESET
from tests.support.phasesix_table import Table, c, scene, write


def duel(**hagen: object) -> Table:
    """Hagen acts first, then a thug."""
    return scene(Hagen=hagen, Thug={}).fight("Hagen", "Thug")


def order(t: Table) -> list[str]:
    return [one.name for one in t.state.combat.combatants]


def test_initiative() -> None:
    """P6-27, P6-29, P6-30, P6I-9, P6I-10: one die, even in shock, sixes again, plus Quickness; no actions yet."""
    t = scene(Hagen={"attributes": {"quickness": 2}}, Luta={}, Thug={})
    t.do(c.ApplyCondition(char="Hagen", cond="shocked", value=3)).rule("tick_round_one", False)
    t.refuses("NOT_GM").do(c.StartCombat(actor="Ana"))
    t.do(c.StartCombat(actor="Gia"))
    assert [roller for roller, *_ in t.owed] == ["Ana", "Ben", "Gia"]
    t.do(c.SubmitDice(actor="Ben", dice=(6,)))
    assert t.owed[1] == ("Ben", 1, "INITIATIVE")
    t.do(c.SubmitDice(actor="Ben", dice=(4,))).do(c.SubmitDice(actor="Gia", dice=(5,)))
    t.do(c.SubmitDice(actor="Ana", dice=(3,)))
    assert [(one.name, one.score) for one in t.state.combat.combatants] == [("Luta", 11), ("Thug", 6), ("Hagen", 5)]
    assert [t.actions(name) for name in ("Luta", "Thug", "Hagen")] == [2, 0, 0]
    t.refuses("IN_COMBAT").do(c.StartCombat())


def test_who_fights() -> None:
    """P6-27: those named, new foes of the library, at least two."""
    t = scene(Hagen={})
    t.refuses("NO_PARTICIPANTS").do(c.StartCombat())
    t.refuses("UNKNOWN_CHARACTER").do(c.StartCombat(foes=("dragon",)))
    t.do(c.StartCombat(foes=("thug", "Thugs", "guard")))
    assert [one.name for one in t.state.combat.combatants] == ["Hagen", "Thug One", "Thug Two", "Guard"]
    assert t.who("Thug One").weapons[0].name == "Club"


def test_ties() -> None:
    """P6-28, P6R-13: Quickness, Deftness, then a roll-off, player characters, or the listing."""
    sheets = {"Thug": {}, "Hagen": {}, "Luta": {"attributes": {"deftness": 2}}}
    t = scene(**sheets).do(c.StartCombat()).feed(3, 3, 3)
    assert t.owed == [("Gia", 1, "ROLL_OFF"), ("Ana", 1, "ROLL_OFF")]
    t.feed(6, 2, 6, 6, 1)
    assert order(t) == ["Luta", "Hagen", "Thug"]
    for final, last in (("pc_first", ["Hagen", "Thug"]), ("listing", ["Thug", "Hagen"])):
        t = scene(**sheets).rule("initiative_final_tie", final).do(c.StartCombat()).feed(3, 3, 3)
        assert order(t) == ["Luta", *last]
    again = scene(**sheets).do(c.StartCombat()).feed(3, 3, 3).feed(2, 2)
    assert len(again.owed) == 2


def test_latecomers() -> None:
    """P6-31: they take their place; if it has passed they act next round."""
    t = scene(Hagen={}, Thug={}).fight("Hagen", "Thug", dice=(5, 2))
    write(t, "Boss")
    t.pass_("Hagen").do(c.JoinCombat(actor="Gia", char="Boss")).feed(4)
    assert order(t) == ["Hagen", "Boss", "Thug"]
    t.pass_("Thug", "Hagen")
    assert t.turn == "Boss"
    t.do(c.JoinCombat(actor="Gia", foe="ghoul")).feed(1)
    assert order(t)[-1] == "Thug"
    t.refuses("BAD_VALUE").do(c.JoinCombat(char="Boss"))
    t.do(c.LeaveCombat(actor="Gia", char="Boss"))
    assert (order(t), t.turn) == (["Hagen", "Ghoul", "Thug"], "Ghoul")


def test_rounds() -> None:
    """P6-32, P6I-8: everybody once, in order, then from the first again."""
    t = scene(Hagen={}, Luta={}, Thug={}).fight("Hagen", "Thug", "Luta")
    seen = []
    for _ in range(6):
        seen.append((t.state.combat.round, t.turn))
        t.pass_(t.turn)
    assert seen == [(number, name) for number in (1, 2) for name in ("Hagen", "Thug", "Luta")]


def test_round_start() -> None:
    """P6-33, P6R-32: conditions before the first priority, in the first round too unless the house says so."""
    t = scene(Hagen={}, Thug={}).do(c.ApplyCondition(char="Thug", cond="bleeding")).fight("Hagen", "Thug")
    assert (t.turn, t.owed) == (None, [("Gia", 1, "POOL")])
    assert t.feed(5).turn == "Hagen"
    t = scene(Hagen={}, Thug={}).do(c.ApplyCondition(char="Thug", cond="bleeding")).rule("tick_round_one", False)
    assert t.fight("Hagen", "Thug").turn == "Hagen"


def test_gaining_priority() -> None:
    """P6-34: actions are set anew; those who cannot act are passed over, the dead leave."""
    t = scene(Hagen={}, Luta={}, Mira={}, Thug={}).fight("Hagen", "Luta", "Mira", "Thug")
    t.do(c.ApplyCondition(char="Luta", cond="unconscious", value=2)).do(c.DeclareDead(actor="Gia", char="Mira"))
    t.pass_("Hagen")
    assert t.turn == "Thug"
    assert t.has("priority_skipped")
    assert order(t) == ["Hagen", "Luta", "Thug"]


def test_nobody_can_act() -> None:
    """P6-34: a fight nobody can go on with stands still until the GM says so."""
    t = scene(Hagen={"attributes": {"resistance": 1}}, Thug={"attributes": {"resistance": 1}}).fight("Hagen", "Thug")
    t.do(c.TakeWounds(char="Thug", count=6)).do(c.TakeWounds(char="Hagen", count=6)).feed(5, 5)
    assert (t.has("nobody_can_act"), t.turn) == (True, None)
    t.do(c.PassPriority(actor="Gia"))
    assert len(t.owed) == 1
    t.feed(5, 5).do(c.Heal(actor="Gia", char="Hagen")).do(c.PassPriority(actor="Gia")).feed(5)
    assert t.turn == "Hagen"


def test_keeping_actions() -> None:
    """P6-35: one deed after the other, what is left stays for reactions."""
    t = duel()
    t.refuses("NOT_YOUR_PRIORITY").do(c.PassPriority(char="Thug"))
    t.do(c.Walk(actor="Ana")).pass_("Hagen")
    assert (t.event("priority_passed").kept, t.actions("Hagen")) == (1, 1)


def test_deeds_cost_actions() -> None:
    """P6-36, P6R-48: one each, other costs from the library or the GM."""
    t = duel(weapons=(Weapon("Bow", "firearm", 20, ammo=0, magazine=1, reload_actions=2),))
    t.do(c.Reload(actor="Ana"))
    assert (t.actions("Hagen"), t.who("Hagen").weapons[0].ammo) == (0, 1)
    t.refuses("NO_ACTIONS").do(c.CustomDeed(actor="Ana", text="pick the lock"))
    t = duel().do(c.AddToLibrary(library=Library(deeds=(Value("walk", 2),)))).do(c.Walk(actor="Ana"))
    assert t.actions("Hagen") == 0
    t = duel(skills={"Mechanics": 2}).do(c.CustomDeed(actor="Ana", text="pick the lock", trait="mechanics", cost=2))
    t.feed(5, 1)
    assert (t.event("custom_done").success, t.actions("Hagen")) == (True, 0)


def test_distances() -> None:
    """P6-37: less than nothing is nothing, more than the limit is too far; hunkered people crawl, P6R-34."""
    t = duel(attributes={"quickness": 2})
    t.refuses("TOO_FAR").do(c.Run(actor="Ana", metres=6))
    t.do(c.Run(actor="Ana", metres=-3))
    assert t.event("moved_metres").metres == 0
    t.refuses("NOT_HUNKERED").do(c.Crawl(actor="Ana", metres=1))
    t.refuses("NOT_HUNKERED").do(c.StandUp(actor="Ana"))
    t.do(c.Hunker(actor="Ana")).pass_("Hagen", "Thug")
    t.refuses("HUNKERED").do(c.Walk(actor="Ana"))
    t.refuses("ALREADY_HUNKERED").do(c.Hunker(actor="Ana"))
    t.do(c.Crawl(actor="Ana", metres=2)).rule("hunkered_blocks_walk_run", False).do(c.Walk(actor="Ana"))
    assert t.actions("Hagen") == 0


def test_walk_pays() -> None:
    """P6-38, P6R-14, P6V-45: one deed right after the walk goes with it, at +2, and is no movement."""
    t = duel(skills={"Hand to Hand": 3})
    t.refuses("NO_RIDER").do(c.Attack(actor="Ana", as_rider=True))
    t.refuses("TOO_FAR").do(c.Walk(actor="Ana", metres=3))
    t.do(c.Walk(actor="Ana", metres=2)).do(c.Attack(actor="Ana", as_rider=True))
    assert (t.actions("Hagen"), t.state.checks[0].eff_min) == (1, 7)
    assert t.feed(6, 6, 1).who("Thug").hearts == 6
    t.do(c.Walk(actor="Ana"))
    assert t.actions("Hagen") == 0


def test_a_walk_and_an_attack_in_one_breath() -> None:
    """P6-38: the walk is done first, people may react to it, then the attack goes with it."""
    t = duel(skills={"Hand to Hand": 3}).do(c.Walk(actor="Ana", metres=1, then="attack"))
    assert (t.actions("Hagen"), t.state.checks[0].eff_min) == (1, 7)
    t = scene(Hagen={"skills": {"Hand to Hand": 3}}, Thug={}).fight("Thug", "Hagen").pass_("Thug")
    t.do(c.Walk(actor="Ana", metres=1, then="attack", target="Thug"))
    assert not t.owed
    t.do(c.PassReaction(char="Thug"))
    assert t.owed == [("Ana", 3, "POOL")]
    t = duel(skills={"Hand to Hand": 3}).rule("walk_rider", "other_pays").do(c.Walk(actor="Ana", then="attack"))
    assert t.actions("Hagen") == 1
    duel().rule("walk_rider", "none").refuses("NO_RIDER").do(c.Walk(actor="Ana", then="attack"))


def test_the_other_deed_pays() -> None:
    """P6R-14: the walk is free when another deed follows; left alone it is paid in the end."""
    t = duel(skills={"Hand to Hand": 3}).rule("walk_rider", "other_pays").do(c.Walk(actor="Ana", coupled=True))
    assert t.actions("Hagen") == 2
    t.do(c.Attack(actor="Ana", as_rider=True))
    assert (t.actions("Hagen"), t.state.checks[0].eff_min) == (1, 7)
    t = duel().rule("walk_rider", "other_pays").do(c.Walk(actor="Ana", coupled=True)).pass_("Hagen")
    assert t.actions("Hagen") == 1
    t = duel().rule("walk_rider", "other_pays").do(c.Walk(actor="Ana", coupled=True)).do(c.Hunker(actor="Ana"))
    assert t.actions("Hagen") == 0
    t = duel(skills={"Hand to Hand": 3}).rule("walk_rider", "none").do(c.Walk(actor="Ana"))
    t.refuses("NO_RIDER").do(c.Attack(actor="Ana", as_rider=True))


def test_buying_actions() -> None:
    """P6-44, P6R-18: a bonus die or, unless the house says no, a destiny die; beyond the maximum."""
    t = duel(bonus_dice=1, destiny_dice=1).do(c.BuyAction(actor="Ana")).do(c.BuyAction(actor="Ana"))
    assert (t.actions("Hagen"), t.who("Hagen").bonus.now, t.who("Hagen").destiny.now) == (4, 0, 0)
    t.refuses("NO_BONUS_DICE").do(c.BuyAction(actor="Ana"))
    t.refuses("NO_DESTINY_DICE").do(c.BuyAction(actor="Ana", pay="destiny"))
    t = duel(destiny_dice=1).rule("destiny_buys_action", False)
    t.refuses("NO_BONUS_DICE").do(c.BuyAction(actor="Ana"))


def test_stealing() -> None:
    """P6-45, P6R-17, P6V-20: from an opponent, for a destiny die; kept actions stay, the next refresh is short."""
    duel().refuses("NO_DESTINY_DICE").do(c.StealAction(actor="Ana"))
    t = scene(Hagen={"destiny_dice": 3}, Luta={}, Thug={}).fight("Thug", "Hagen", "Luta").pass_("Thug")
    t.refuses("NOT_AN_OPPONENT").do(c.StealAction(actor="Ana", victim="Luta"))
    t.do(c.StealAction(actor="Ana"))
    assert (t.actions("Hagen"), t.actions("Thug"), t.fighter("Thug").stolen_next) == (3, 2, 1)
    t.rule("steal_scope", "kept_first").do(c.StealAction(actor="Ana"))
    assert (t.actions("Thug"), t.fighter("Thug").stolen_next) == (1, 1)
    t.rule("steal_scope", "next_refresh").do(c.StealAction(actor="Ana"))
    t.do(c.GrantDestiny(actor="Gia", char="Hagen"))
    t.refuses("NOTHING_TO_STEAL").do(c.StealAction(actor="Ana"))
    t.pass_("Hagen", "Luta")
    assert (t.turn, t.actions("Thug")) == ("Thug", 0)


def test_who_may_buy_and_steal() -> None:
    """P6-46: somebody in a running fight who can act."""
    t = scene(Hagen={"bonus_dice": 1}, Thug={})
    t.refuses("NO_COMBAT").do(c.BuyAction(actor="Ana"))
    t.fight("Hagen", "Thug").do(c.ApplyCondition(char="Hagen", cond="unconscious"))
    t.refuses("INCAPACITATED").do(c.BuyAction(actor="Ana"))
    t.refuses("INCAPACITATED").do(c.Walk(actor="Ana"))


def test_sides() -> None:
    """P6-45: who stands together may be said."""
    t = scene(Hagen={"destiny_dice": 1}, Luta={})
    t.do(c.StartCombat(sides=(Side("red", ("Hagen",)), Side("blue", ("Luta",))))).feed(5, 1)
    assert t.do(c.StealAction(actor="Ana")).fighter("Luta").stolen_next == 1


def test_the_end_of_a_fight() -> None:
    """The GM ends it; what was open is dropped, kept actions with it."""
    t = duel().do(c.Walk(actor="Ana"))
    t.refuses("NOT_GM").do(c.EndCombat(actor="Ana"))
    t.do(c.EndCombat(actor="Gia"))
    assert (t.state.combat, t.state.phase, RULESET.open_rolls(t.state)) == (None, "FREE", ())
    t.refuses("NO_COMBAT").do(c.EndCombat(actor="Gia"))
    t.refuses("NO_COMBAT").do(c.Walk(actor="Ana"))


def test_only_on_ones_turn() -> None:
    """P6-35: without priority there are only reactions; dice that are owed come first."""
    t = scene(Hagen={"skills": {"Hand to Hand": 1}}, Luta={}, Thug={}).fight("Hagen", "Luta", "Thug")
    t.refuses("NOT_YOUR_PRIORITY").do(c.Walk(actor="Ben"))
    t.refuses("NOT_OWNER").do(c.Walk(actor="Ben", char="Hagen"))
    t.do(c.Attack(actor="Ana"))
    t.refuses("PENDING_ROLL").do(c.Walk(actor="Ana"))
    t.refuses("PENDING_ROLL").do(c.PassPriority(actor="Ana"))
