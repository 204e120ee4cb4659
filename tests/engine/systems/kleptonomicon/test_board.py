"""A page about a table of the Kleptonomicon: Turns and Beats, Edge Saves, Reactions, Credits."""

from engine.board import Bar, Board, Counter, Face, Line, Panel, Place, Throw
from engine.systems.kleptonomicon.entities import Ability
from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import GM, Klepto, c, fight, freeplay, initiative, npcs, opening, sheet, table

BARE = {f"{pool}_max": 0 for pool in ("dodge_points", "shield", "vitality", "recoveries")}


def board(t: Klepto, viewer: str | None = None) -> Board:
    return RULESET.board(t.state, viewer)


def headline(t: Klepto) -> tuple[str, str]:
    shown = board(t)
    return shown.headline, shown.reason


def panel(t: Klepto, title: str, viewer: str | None = None) -> Panel | None:
    return next((each for each in board(t, viewer).panels if each.title == title), None)


# -- the whole board ---------------------------------------------------------------------------------------------------


def test_a_turn_as_everybody_sees_it() -> None:
    """KL-42 to KL-46: Beats, points, movement of whoever has the Turn, Turn Order, NPCs without their points."""
    t = fight(("Alice", "Bob"), Alice=sheet(**BARE), Bob=sheet(**BARE))
    t.do(c.Move(character="Alice", style="walk", units=3))
    t.do(c.ApplyCondition(target="Orc", name="slowed"))
    assert board(t) == Board(
        headline="Round 1: Alice's Turn",
        holder="Alice",
        actions=2,
        places=(
            Place("Gwen", badges=("GM",)),
            Place("Alice", "Alice", (Counter("Beats", 2, 2), Counter("Health", 10, 10)), ("has the Turn",)),
            Place("Bob", "Bob", (Counter("Beats", 2, 2), Counter("Health", 10, 10))),
        ),
        counters=(Counter("Episode", 1), Counter("Round", 1)),
        throws=(Throw("Bob", "Bob's Edge Save against Orcs: 12, passed", over=True),),
        order=("Bob", "Orc"),
        panels=(
            Panel(
                "Movement of Alice",
                (Line("In all", "one unit left"), Line("walk", "1 of 4", "active"), Line("jump", "1 of 2")),
            ),
            Panel("Turn Order", (Line("Alice", tone="strong"), Line("Bob"), Line("Orcs", "Orc"))),
            Panel("NPCs", (Line("Orc", "two Beats", "slowed 1"),)),
            Panel("Episode", (Line("Title", "The Glass Vault"),)),
        ),
        unit="Beats",
    )


# -- headline and reason -----------------------------------------------------------------------------------------------


def test_nobody_is_next_once_the_fight_is_over(t: Klepto) -> None:
    """KL-6: in the Reward Phase no Turn Order is shown any more; who was there is."""
    t.do(c.EndEncounter())
    assert headline(t)[0] == "Rewards"
    assert board(t).order == ()
    assert panel(t, "Turn Order") is None
    assert panel(t, "NPCs") is not None


def test_the_opening_credits_go_round_the_table() -> None:
    """KL-10 to KL-14."""
    t = table(("Alice", "Bob"))
    t.do(c.PrepareEpisode(title="The Glass Vault"))
    assert headline(t) == ("Between Episodes", "Next comes The Glass Vault.")
    t.do(c.StartEpisode())
    assert headline(t) == ("Alice introduces Alice", "The Opening Credits go around the table.")
    assert board(t).bars == (Bar("Introductions", 0, 2),)
    t.do(c.Introduce(character="Alice"))
    assert headline(t)[0] == "Bob introduces Bob"
    t.do(c.Introduce(character="Bob"))
    assert headline(t) == ("The Cold Open", "The GM sets the first scene.")
    t.do(c.BeginEpisodicStep())
    assert headline(t) == ("Episodic Abilities, please", "Unused by Alice and Bob.")
    t.do(c.EndOpeningCredits())
    assert headline(t) == ("Freeplay", "")


def test_an_encounter_is_told_from_its_groups_to_its_rewards() -> None:
    """KL-3 to KL-7, KL-28 to KL-38: groups, Saves, ties, Turns, Pause, rewards."""
    t = initiative(("Alice", "Bob"), foes=npcs("2 wolves", "orc"))
    assert headline(t) == ("An Encounter begins", "The groups of NPCs are set before the Edge Saves.")
    t.do(c.BeginEdgeSaves())
    assert headline(t) == ("Edge Saves against Orcs", "Alice and Bob still have to roll.")
    t.scores(Alice=3, Bob=4)
    assert headline(t) == ("Who goes first: Alice or Bob?", "They come in the same place.")
    t.do(c.SetTieOrder(order=("Bob",)))
    assert headline(t) == ("The Turn Order is set", "All Edge Saves are made; the GM announces it.")
    t.do(c.ConfirmTurnOrder())
    assert headline(t) == ("Round 1: Wolf 1's Turn", "")
    t.do(c.PauseEncounter())
    assert headline(t) == ("Pause", "Wolf 1's Turn is held.")
    t.do(c.EndEncounter())
    assert headline(t) == ("Rewards", "Experience and recovery, then Freeplay.")


def test_the_closing_credits_end_with_the_resets() -> None:
    """KL-95 to KL-98."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.StartClosingCredits())
    assert headline(t) == ("Closing scenes", "Afterwards the GM says whether time passes.")
    t.do(c.SetTimePasses(passes=True))
    assert headline(t) == ("Alice resolves Alice's story", "Time passes.")
    t.do(c.PlayResolution(character="Alice"))
    assert board(t).bars == (Bar("Resolutions", 1, 2),)
    t.do(c.PlayResolution(character="Bob", declined=True))
    assert headline(t) == ("Resets", "The GM says how much comes back.")
    t.do(c.ApplyResets())
    assert headline(t) == ("The Episode can end", "Everybody has been reset.")


def test_the_reason_says_what_is_waited_for() -> None:
    """KL-18, KL-52: a long Ability, a Test, a Reaction."""
    t = freeplay(("Alice",), Alice=sheet(Ability("Forge Papers", duration_minutes=10)))
    t.do(c.UseAbility(character="Alice", ability="Forge Papers"))
    assert headline(t) == ("Freeplay", "Alice wants Forge Papers: ten minutes.")
    assert panel(t, "For the GM to decide") == Panel(
        "For the GM to decide", (Line("Alice", "Forge Papers", "ten minutes", "strong"),)
    )
    assert board(t).places[0].owes == ("decide about the Ability",)
    t = fight(("Alice", "Bob"))
    t.do(c.UseAbility(character="Alice", ability="melee attack", targets=("Orc",)))
    assert headline(t) == ("Round 1: Alice's Turn", "Reactions are possible.")
    assert panel(t, "Open to Reactions") == Panel(
        "Open to Reactions", (Line("Alice", "melee attack", "on Orc", "strong"), Line("May react", "Bob"))
    )


# -- Tests and Saves ---------------------------------------------------------------------------------------------------


def test_tests_lie_open_until_they_are_rolled(t: Klepto) -> None:
    """KL-24, KL-25: Disadvantage throws a die more; an NPC's Test is the GM's to roll."""
    t.do(c.RequestTest(character="Alice", skill="Athletics", dis=1))
    t.do(c.RequestTest(character="Orc"))
    first, second = t.state.tests
    assert board(t).throws == (
        Throw("Alice", "Alice's Athletics Test with Disadvantage", 3, 6, (), first.test_id),
        Throw(GM, "Orc's Test", 2, 6, (), second.test_id),
    )
    assert [place.owes for place in board(t).places] == [("roll two dice",), ("roll three dice",), ()]


def test_the_latest_test_lies_on_the_table_until_another_is_asked_for(t: Klepto) -> None:
    """KL-24, KL-25: what Disadvantage took away is struck; a Score that was said has no dice; an Encounter ends it."""
    t.do(c.RequestTest(character="Alice", skill="Athletics", dis=1))
    t.do(c.SubmitDice(test_id=t.state.tests[0].test_id, dice=(5, 6, 2)))
    faces = (Face(5), Face(6, "struck"), Face(2))
    told = "Alice's Athletics Test with Disadvantage: 7, passed"
    assert board(t).throws == (Throw("Alice", told, faces=faces, over=True),)
    t.do(c.RequestTest(character="Orc"))
    assert [throw.over for throw in board(t).throws] == [False]
    t.scores(Orc=4)
    assert board(t).throws == (Throw(GM, "Orc's Test: 4, failed", over=True),)
    t.do(c.EndEncounter())
    assert board(t).throws == ()


def test_edge_saves_are_shown_with_groups_and_scores() -> None:
    """KL-29, KL-32 to KL-36."""
    t = initiative(("Alice", "Bob"), foes=npcs("2 wolves", "orc"))
    t.do(c.BeginEdgeSaves())
    t.scores(Alice=9, Bob=4)
    saves = panel(t, "Edge Saves")
    assert saves is not None
    assert saves.lines == (
        Line("Wolves", "Edge +2", "Wolf 1 and Wolf 2", "strong"),
        Line("Orcs", "Edge +0", "Orc"),
        Line("Alice", "9 passed", "against Orcs", "good"),
        Line("Bob", "4 failed", "against Orcs", "bad"),
        Line("After Orcs", "Bob"),
    )


# -- seats and secrets -------------------------------------------------------------------------------------------------


def test_points_of_npcs_are_the_gms_alone(t: Klepto) -> None:
    """KL-43: on the GM's board and sheet, on nobody else's."""
    t.do(c.RecordDamage(target="Orc", amount=4))
    shown, secret = panel(t, "NPCs"), panel(t, "NPCs", GM)
    assert shown is not None
    assert secret is not None
    assert shown.lines == (Line("Orc", "two Beats"),)
    assert secret.lines == (Line("Orc", "Health 6 of 10, two Beats"),)
    assert panel(t, "NPCs", "Alice") == shown
    assert [each.title for each in RULESET.sheet(t.state, GM, GM)] == ["Orc"]
    assert RULESET.sheet(t.state, GM, "Alice") == ()


def test_badges_say_what_is_true_of_a_character(t: Klepto) -> None:
    """KL-34, KL-47, KL-80, KL-87."""
    t.do(c.ApplyCondition(target="Bob", name="slowed", stacks=2))
    t.do(c.SetSneaky(character="Alice"))
    t.do(c.SetOut(character="Alice"))
    assert [place.badges for place in board(t).places] == [
        ("GM",),
        ("has the Turn", "out", "sneaky"),
        ("slowed 2",),
    ]
    assert headline(t) == ("Round 1: Alice's Turn", "Alice is out.")


def test_what_an_episode_collects_is_listed() -> None:
    """KL-12, KL-16, KL-21: grants to be cashed in, worn-out tricks, clips."""
    t = opening(("Alice", "Bob"))
    t.do(c.Introduce(character="Alice", clip="a burning house"))
    t.do(c.BeginEpisodicStep())
    t.do(c.UseEpisodicAbility(character="Alice", grant_text="old favours", amount=3))
    t.do(c.EndOpeningCredits())
    t.do(c.SpendGrant(character="Alice"))
    t.do(c.Improvise(character="Bob", text="swings on the curtain", solution_tag="curtain"))
    t.do(c.FlagSolution(tag="curtain"))
    assert panel(t, "Can be cashed in") == Panel("Can be cashed in", (Line("Alice", "old favours", "2 of 3"),))
    assert panel(t, "Tricks") == Panel("Tricks", (Line("curtain", "one time", "tried before: Disadvantage"),))
    assert panel(t, "Episode") == Panel("Episode", (Line("Title", "The Glass Vault"), Line("Alice", "a burning house")))
    assert panel(t, "For the GM to decide") == Panel("For the GM to decide", (Line("Bob", "swings on the curtain"),))


# -- sheets ------------------------------------------------------------------------------------------------------------


def test_a_sheet_shows_what_counts_now() -> None:
    charm = Ability("Lucky Charm", uses_per_episode=1)
    t = freeplay(("Alice",), Alice=sheet(charm, upgrades=("keen eyes",)))
    t.do(c.RecordDamage(target="Alice", pool="shield", amount=3))
    t.do(c.UseAbility(character="Alice", ability="Lucky Charm"))
    panels = {each.title: each for each in RULESET.sheet(t.state, "Alice")}
    assert panels["Points"].bars[:2] == (Bar("Dodge Points", 2, 2), Bar("Shield", 0, 3, tone="bad"))
    assert panels["Now"].lines == (Line("Beats", "2 of 2"),)
    assert Line("Parry", "Reaction", "answers an attack") in panels["Abilities"].lines
    assert Line("Lucky Charm", "Action", "used up", "bad") in panels["Abilities"].lines
    assert Line("Old Contacts", "Action", "Episodic, 1 left this Episode") in panels["Abilities"].lines
    assert panels["Skills"].lines == (Line("Athletics", "+0"),)
    assert panels["Notes"].lines == (
        Line("Level", "1"),
        Line("Experience", "0"),
        Line("Edge Save", "+0"),
        Line("Upgrade", "keen eyes"),
    )
    assert "Movement of Alice" not in panels
