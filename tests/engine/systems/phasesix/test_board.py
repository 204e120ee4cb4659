"""The table as a page shows it: who acts or rolls and why, hearts and dice of every seat, dice that lie, sheets."""

from typing import Any

from engine.board import Bar, Counter, Face, Line, Place, Throw
from engine.systems.phasesix.entities import Item, Knowledge, Weapon
from engine.systems.phasesix.system import RULESET
from tests.support.phasesix_table import Table, c, scene, table

HAGEN: dict[str, Any] = {
    "attributes": {"strength": 4, "quickness": 3},
    "skills": {"Courage": 3, "Hand to Hand": 2},
    "knowledge": (Knowledge("Etiquette", "Courage", 1),),
    "weapons": (Weapon("Sword", wounds="2"),),
    "bonus_dice": 2,
    "rerolls": 1,
}
GUARD: dict[str, Any] = {"skills": {"Hand to Hand": 2}, "weapons": (Weapon("Club"),), "max_health": 9}


def board(t: Table, viewer: str | None = None) -> Any:
    return RULESET.board(t.state, viewer)


def says(t: Table) -> tuple[str, str]:
    """Headline and reason."""
    return board(t).headline, board(t).reason


def place(t: Table, player: str) -> Place:
    (found,) = (each for each in board(t).places if each.player == player)
    assert isinstance(found, Place)
    return found


def panel(t: Table, title: str, viewer: str | None = None) -> Any:
    (found,) = (each for each in board(t, viewer).panels if each.title == title)
    return found


def titles(t: Table, viewer: str | None = None) -> list[str]:
    return [each.title for each in board(t, viewer).panels]


def lines(panels: Any, title: str) -> dict[str, tuple[str, str]]:
    """Value and detail of every line of a sheet's panel."""
    (found,) = (each for each in panels if each.title == title)
    return {line.label: (line.value, line.detail) for line in found.lines}


def test_without_a_roll_or_a_fight_the_gm_leads() -> None:
    assert RULESET.board(RULESET.initial_state()).headline == "No table yet"
    t = table()
    assert says(t) == ("No session is running", "")
    t.do(c.StartSession())
    assert says(t) == ("Gia leads the story", "")
    assert [each.player for each in board(t).places] == ["Gia", "Ana", "Ben", "Cleo"]
    assert place(t, "Gia").badges == ("GM",)


def test_a_seat_shows_hearts_and_dice() -> None:
    """Conditions are badges; few hearts strike the eye; stress and arcana only where they are played."""
    t = scene("horror", Hagen=HAGEN)
    assert place(t, "Ana") == Place(
        "Ana",
        "Hagen",
        (Counter("hearts", 6, 6), Counter("bonus dice", 2, 2), Counter("rerolls", 1, 1), Counter("stress", 0, 8)),
    )
    t.do(c.TakeWounds(char="Hagen", count=4)).do(c.GiveBoost(char="Hagen"))
    t.do(c.ApplyCondition(char="Hagen", cond="bleeding", value=2))
    hearts, boosts, *_ = place(t, "Ana").counters
    assert (hearts, boosts) == (Counter("hearts", 2, 6, "bad"), Counter("boost", 1))
    assert place(t, "Ana").badges == ("bleeding 2",)
    t.do(c.DeclareDead(char="Hagen"))
    assert place(t, "Ana").badges == ("dead",)
    assert not place(t, "Ana").present


def test_dice_fill_the_tray_and_sixes_are_thrown_again() -> None:
    """P6-14, P6-15: what lies, what counts, and what is still to be thrown; then what is left to choose."""
    t = scene(Hagen=HAGEN)
    t.check("Hagen", "Courage", difficulty=2, needed=3)
    assert says(t) == ("Ana rolls three dice", "Courage of Hagen, 7 or more.")
    assert board(t).throws == (Throw("Ana", "Courage", 3, 6, (), "dice-2"),)
    assert place(t, "Ana").owes == ("roll three dice: Courage", "add extra dice, or none")
    t.feed(6, 2, 6)
    (throw,) = board(t).throws
    assert (throw.wanted, throw.faces) == (2, (Face(6, "again"), Face(2, "failure"), Face(6, "again")))
    t.feed(1, 3)
    (throw,) = board(t).throws
    assert (throw.wanted, throw.request_id, throw.because) == (0, None, "Courage of Hagen")
    assert throw.faces == (Face(6), Face(1, "success"), Face(2, "failure"), Face(6), Face(3, "success"))
    assert says(t) == ("Ana: add dice or leave it?", "Courage of Hagen, two successes.")
    assert place(t, "Ana").owes == ("add dice or leave the roll",)
    assert panel(t, "Open rolls").lines == (Line("Hagen: Courage", "two successes", "3 dice, 7 or more, 3 needed"),)


def test_dice_a_reroll_replaces_are_struck() -> None:
    """P6-20: until the new ones lie."""
    t = scene(Hagen=HAGEN)
    t.check("Hagen", "Courage", needed=2).feed(1, 5, 3)
    t.do(c.Reroll(char="Hagen"))
    (throw,) = board(t).throws
    assert (throw.wanted, throw.faces) == (3, (Face(1, "struck"), Face(5, "struck"), Face(3, "struck")))
    t.feed(2, 2, 4)
    (throw,) = board(t).throws
    assert throw.faces == (Face(2, "failure"), Face(2, "failure"), Face(4, "failure"))


def test_the_latest_roll_lies_on_the_table_until_dice_are_thrown_again() -> None:
    """The roll, and whether it was enough; not after a fight has begun with other dice, nor the session."""
    t = scene(Hagen={"skills": {"Courage": 2}}, Guard=GUARD)
    assert board(t).throws == ()
    t.check("Hagen", "Courage", needed=2).feed(5, 1)
    faces = (Face(5, "success"), Face(1, "failure"))
    assert board(t).throws == (Throw("Ana", "Courage of Hagen: one success, not enough", faces=faces, over=True),)
    t.check("Hagen", "Courage")
    assert [throw.over for throw in board(t).throws] == [False]
    t.feed(5, 1)
    assert [throw.because for throw in board(t).throws] == ["Courage of Hagen: one success, enough"]
    t.do(c.EndSession())
    assert board(t).throws == ()
    t.do(c.StartSession()).check("Hagen", "Courage").feed(5, 1)
    assert board(t).throws != ()
    t.do(c.StartCombat(participants=("Hagen", "Guard"))).feed(5, 1)
    assert board(t).throws == ()


def test_the_dice_of_an_attack_lie_there_while_it_is_answered() -> None:
    """P6-60: until a parry is rolled; of a roll whose consequence says enough only the successes are told."""
    t = scene(Hagen=HAGEN, Luta=HAGEN, Guard=GUARD).fight("Guard", "Hagen", "Luta")
    t.pass_("Guard", "Hagen", "Luta")
    t.do(c.Attack(char="Guard", target="Hagen")).feed(5, 6)
    (throw,) = board(t).throws
    assert (throw.roller, throw.over, [each.value for each in throw.faces]) == ("Gia", True, [5, 6])
    assert throw.because == "Hand to Hand of Guard: two successes"


def test_a_group_roll_has_a_bar() -> None:
    """P6-25: successes of all members together."""
    t = scene(Hagen=HAGEN, Luta={"skills": {"Courage": 2}})
    t.do(c.RequestGroupCheck(trait="Courage", required=3))
    assert says(t) == ("Group roll on Courage", "Still to roll: Ana and Ben.")
    t.feed(5, 5, 1)
    t.do(c.CloseCheck(char="Hagen"))
    assert board(t).bars == (Bar("Group roll on Courage", 2, 3, "1 of 2 have rolled"),)
    assert says(t)[1] == "Still to roll: Ben."


def test_an_initiative_die_that_is_rolled_on_lies_there() -> None:
    """P6-27: every six so far."""
    t = scene(Hagen=HAGEN, Guard=GUARD)
    t.do(c.StartCombat(participants=("Hagen", "Guard")))
    t.feed(6)
    assert [throw.faces for throw in board(t).throws] == [(Face(6, "again"),), ()]
    t.feed(6)
    assert board(t).throws[0].faces == (Face(6, "again"), Face(6, "again"))


def test_a_fight_shows_its_order_and_whose_turn_it_is() -> None:
    """P6-27 to P6-35: initiative, actions, who follows, who is not in it."""
    t = scene(Hagen=HAGEN, Luta={}, Guard=GUARD)
    t.do(c.StartCombat(participants=("Hagen", "Guard")))
    assert says(t) == ("Roll for initiative", "Still to roll: Ana and Gia.")
    assert titles(t)[0] == "Fight, initiative"
    t.feed(5, 1)
    assert says(t) == ("Round 1: Hagen acts", "Initiative 8, two actions left.")
    assert (board(t).holder, board(t).actions, board(t).order) == ("Ana", 2, ("Guard",))
    assert panel(t, "Fight, round 1").lines == (
        Line("Hagen", "two actions", "players, initiative 8", "strong"),
        Line("Guard", "no actions", "foes, initiative 2"),
    )
    assert place(t, "Ana").badges == ("acts",)
    assert place(t, "Ana").counters[1] == Counter("actions", 2, tone="strong")
    assert not place(t, "Ben").present
    t.pass_("Hagen")
    assert says(t)[0] == "Round 1: Guard acts"
    assert place(t, "Gia").badges == ("GM", "acts for Guard")


def test_an_attack_asks_its_target_first() -> None:
    """P6-41, P6-60: evade or parry, others may react; whoever answered is marked."""
    t = scene(Hagen=HAGEN, Luta=HAGEN, Guard=GUARD).fight("Guard", "Hagen", "Luta")
    t.pass_("Guard", "Hagen", "Luta")
    t.do(c.Attack(char="Guard", target="Hagen")).feed(5, 6)
    assert says(t) == ("Hagen: evade, parry, or take it?", "Guard attacks Hagen with the Club: two hits.")
    assert place(t, "Ana").owes == ("evade, parry or take the hits",)
    assert place(t, "Ben").owes == ("react or pass",)
    t.do(c.PassReaction(char="Hagen"))
    assert says(t)[0] == "Luta: react?"
    assert panel(t, "Reactions").lines == (
        Line("Guard attacks Hagen with the Club: two hits", tone="strong"),
        Line("Hagen", "passes"),
        Line("Luta", "may react", tone="strong"),
    )


def test_a_parry_may_be_judged() -> None:
    """P6-62: where the GM says how many hits are left."""
    t = scene(Hagen=HAGEN, Guard=GUARD).rule("parry_mode", "gm").fight("Guard", "Hagen")
    t.pass_("Guard", "Hagen")
    t.do(c.Attack(char="Guard", target="Hagen")).feed(5, 6)
    t.do(c.Parry(char="Hagen")).feed(5, 5)
    assert says(t) == ("Gia judges the parry", "Guard attacks Hagen with the Club: two hits.")
    assert place(t, "Gia").owes == ("say how many hits the parry left",)


def test_hearts_of_foes_are_for_the_gm() -> None:
    """Everybody sees what is wrong with somebody; the sheet of a foe only the GM."""
    t = scene(Hagen=HAGEN, Guard=GUARD)
    t.do(c.TakeWounds(char="Guard", count=2)).do(c.ApplyCondition(char="Guard", cond="burning"))
    for viewer in (None, "Ana"):
        foes = panel(t, "Foes and bystanders", viewer)
        assert (foes.lines, foes.bars) == ((Line("Guard", "burning 1", tone="bad"),), ())
        assert RULESET.sheet(t.state, "Gia", viewer) == ()
    assert panel(t, "Foes and bystanders", "Gia").bars == (Bar("Guard", 7, 9),)
    assert RULESET.sheet(t.state, "Gia", "Gia")[0].title == "Guard"
    assert RULESET.sheet(t.state, "Ana", "Ben") == RULESET.sheet(t.state, "Ana", "Ana")


def test_a_sheet_says_what_a_skill_is_worth_now() -> None:
    """P6-78, P6-81: fewer dice when shocked, a higher minimum roll when poisoned or hunkered, and why."""
    t = scene(Hagen=HAGEN)
    sheet = RULESET.sheet(t.state, "Ana", None)
    assert sheet[0].counters[-3:] == (Counter("minimum roll", 5), Counter("protection", 0), Counter("evasion", 1))
    assert lines(sheet, "Attributes")["Strength"] == ("4", "")
    assert lines(sheet, "Skills") == {"Courage": ("3", ""), "Hand to Hand": ("2", ""), "Etiquette": ("4", "")}
    for cond, value in (("shocked", 1), ("poisoned", 2), ("hunkered", 1)):
        t.do(c.ApplyCondition(char="Hagen", cond=cond, value=value))
    hampered = RULESET.sheet(t.state, "Ana", None)
    assert [line.label for line in hampered[0].lines] == ["poisoned 2", "shocked 1", "hunkered"]
    assert lines(hampered, "Skills") == {
        "Courage": ("2", "3 less 1: shocked, 7 or more: poisoned"),
        "Hand to Hand": ("1", "2 less 1: shocked, 8 or more: poisoned and hunkered"),
        "Etiquette": ("3", "4 less 1: shocked, 7 or more: poisoned"),
    }


def test_a_sheet_tells_gear_spells_and_growth() -> None:
    rifle = Weapon("Rifle", "firearm", 20, "1d3", 1, 2, ammo=0, magazine=9)
    t = scene(
        "magic",
        "horror",
        Hagen={
            "weapons": (rifle,),
            "items": (Item("Potion", hearts="1d3", uses=2), Item("Rope")),
            "spell_points": 20,
            "reputation": 8,
        },
    )
    t.do(c.Equip(char="Hagen", thing="Chain Mail")).do(c.EndSession())
    t.do(c.LearnSpell(char="Hagen", spell="Light", thesis="a book"))
    t.do(c.AddSpellTemplate(char="Hagen", instance="Light", template="powerful"))
    t.do(c.AddStress(count=8))
    sheet = RULESET.sheet(t.state, "Ana", None)
    armour = t.who("Hagen").armour[0]
    spell = t.who("Hagen").spells[0]
    assert lines(sheet, "Weapons") == {"Rifle": ("0 rounds", "wounds a hit: 1d3, and 1 once, 20 metres, piercing 2")}
    assert lines(sheet, "Gear") == {
        "Chain Mail": ("worn", f"protection {armour.protection:+}, evasion {armour.evasion:+}"),
        "Potion": ("2 left", "1d3 hearts"),
        "Rope": ("", ""),
    }
    assert lines(sheet, "Spells")["Light"] == (
        f"{spell.arcana} arcana",
        f"strength {spell.strength}, {spell.range_m} metres; {spell.templates[0]}",
    )
    assert lines(sheet, "Spells")["Spell points left"] == (str(20 - spell.points), "of 20")
    assert lines(sheet, "Shadows and ticks") == {"not written down yet": ("tick 1", "")}
    assert lines(sheet, "Growth")["Reputation to spend"] == ("8", "of 8")


def test_derived_skills_name_their_attributes() -> None:
    """P6-3, P6-4: where the house derives them."""
    t = scene(Hagen={"attributes": {"willpower": 4, "charm": 2}, "skills": {"Spell Casting": 1, "Stealth": 1}})
    t.rule("skill_mode", "derived")
    skills = lines(RULESET.sheet(t.state, "Ana", None), "Skills")
    assert skills["Spell Casting"] == ("4", "from Willpower and Charm")
