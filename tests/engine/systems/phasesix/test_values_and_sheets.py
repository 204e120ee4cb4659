"""Values, creation and advancement (rules 3.1, 3.2, 3.14)."""

from engine.systems.phasesix.entities import Deltas, Knowledge, Library, Lineage, Note, SkillBase, Template, Value
from engine.systems.phasesix.skills import base_pair
from engine.systems.phasesix.traits import trait_of
from engine.systems.phasesix.vocabulary import ATTRS, Attr, Category
from tests.support.phasesix_table import Table, c, scene, table, write


def hagen(t: Table) -> Table:
    return t.do(c.CreateCharacter(actor="Ana", name="Hagen"))


def value(t: Table, name: str, trait: str) -> int:
    found = trait_of(t.state, t.who(name), trait)
    return int(found.value)


def test_an_attribute_is_its_number_of_dice() -> None:
    """P6-1, P6-10: one die for one; negative values are allowed; six are of the persona, six of the physis."""
    assert [one.is_physis for one in ATTRS] == [False] * 6 + [True] * 6
    t = scene(Hagen={"attributes": {"charm": -2, "logic": 3}, "bonus_dice": 1})
    assert t.check("Hagen", "logic").owed == [("Ana", 3, "POOL")]
    t.do(c.CloseCheck(actor="Ana"))
    assert t.check("Hagen", "charm").owed == []


def test_everybody_has_all_skills() -> None:
    """P6-2: a skill nobody wrote down has a value of nothing, knowledge belongs to one person."""
    t = scene(Hagen={"knowledge": (Knowledge("Runes", "History", 2),)}, Luta={})
    assert value(t, "Luta", "Orientation") == 0
    assert value(t, "Hagen", "runes") == 2
    t.refuses("BAD_VALUE").check("Luta", "runes")


def test_skills_derived_from_two_attributes() -> None:
    """P6-3, P6-4, P6R-2, P6R-3, P6V-56: base and own value, halves as the house rounds them."""
    t = scene(Hagen={"attributes": {"education": 3, "conscientiousness": 4}, "skills": {"Magic Knowledge": -1}})
    assert value(t, "Hagen", "magic knowledge") == -1
    t.rule("skill_mode", "derived")
    assert value(t, "Hagen", "magic knowledge") == 3
    assert value(t.rule("half_rounding", "down"), "Hagen", "magic knowledge") == 2


def test_bases_nobody_knows() -> None:
    """P6-4: half a pair is no pair; the library can complete it."""
    t = scene(Hagen={"attributes": {"willpower": 3, "logic": 1}}).rule("skill_mode", "derived")
    t.refuses("SKILL_BASE_UNDEFINED").check("Hagen", "courage")
    courage = SkillBase("Courage", (Attr.WILLPOWER, Attr.LOGIC))
    t.do(c.AddToLibrary(library=Library(skills=(courage,)))).check("Hagen", "courage")
    assert t.owed == [("Ana", 2, "POOL")]


def test_intimidation_has_three_readings() -> None:
    """P6R-1: the explicit pair, or one with Willpower."""
    t = scene(Hagen={})
    pairs = {"app_con": (Attr.APPREHENSION, Attr.CONSCIENTIOUSNESS)}
    pairs |= {"wil_app": (Attr.WILLPOWER, Attr.APPREHENSION), "wil_con": (Attr.WILLPOWER, Attr.CONSCIENTIOUSNESS)}
    for setting, pair in pairs.items():
        assert base_pair(t.rule("intimidation_base", setting).state, "Intimidation") == pair


def test_words_for_traits() -> None:
    """P6R-5: people say valour, the rules say Courage; a number of dice is a trait too."""
    t = scene(Hagen={"skills": {"Courage": 3}, "evasion": 2})
    assert [value(t, "Hagen", word) for word in ("valour", "COURAGE", "dodge", "7 dice", "hand")] == [3, 3, 2, 7, 0]


def test_templates_are_bought_with_career_points() -> None:
    """P6-6: any categories in any mix, several occupations, as long as points last."""
    t = hagen(table())
    for name in ("Medic", "Burglar", "Soldier", "Lucky Dog"):
        t.do(c.TakeTemplate(actor="Ana", template=name))
    assert t.who("Hagen").career_points == 50 - 36
    t.do(c.TakeTemplate(actor="Ana", template="Bodyguard"))
    t.refuses("INSUFFICIENT_CAREER_POINTS").do(c.TakeTemplate(actor="Ana", template="Charming"))


def test_what_is_on_offer() -> None:
    """P6-7, P6R-43: era, extension, requirements; twice only by house rule."""
    t = hagen(table())
    t.refuses("NOT_AVAILABLE").do(c.TakeTemplate(actor="Ana", template="Apprentice"))
    t.do(c.ChooseEra(actor="Gia", epoch="antiquity"))
    t.refuses("NOT_AVAILABLE").do(c.TakeTemplate(actor="Ana", template="Engineer"))
    t.refuses("MISSING_REQUIREMENT").do(c.TakeTemplate(actor="Ana", template="Military Academy"))
    t.do(c.TakeTemplate(actor="Ana", template="Stubborn"))
    t.refuses("DUPLICATE_TEMPLATE").do(c.TakeTemplate(actor="Ana", template="Stubborn"))
    t.rule("duplicate_templates", True).do(c.TakeTemplate(actor="Ana", template="Stubborn"))
    assert t.who("Hagen").attr(Attr.WILLPOWER) == 3


def test_all_changes_of_a_template_add_up() -> None:
    """P6-8, P6R-47: on top of the lineage; rules text and shadows are only kept."""
    deltas = Deltas((Value("logic", 2),), (Value("Nature", 1),), 1, 1, 1, 1, 1, 2, 1, 2, 3, 1)
    note = Note("Owes money", "to everybody")
    template = Template("Everything", Category.TALENT, 1, deltas, shadows=(note,), rules_text="Once a day, maybe.")
    t = hagen(table()).do(c.AddToLibrary(library=Library(templates=(template,))))
    who = t.do(c.TakeTemplate(actor="Ana", template="everything")).who("Hagen")
    assert (who.attr(Attr.LOGIC), who.skills) == (3, (Value("Nature", 1),))
    assert [gauge.now for gauge in (who.bonus, who.destiny, who.rerolls, who.arcana)] == [1, 1, 1, 2]
    assert (who.protection, who.evasion, who.max_health, who.hearts, who.actions_max) == (1, 2, 8, 8, 3)
    assert (who.sp_total, who.stress_shift, who.shadows) == (3, 1, (note,))
    assert who.templates[-1].rules_text


def test_creation_ends() -> None:
    """P6-9, P6V-51: what is left is reputation, nothing is bought with career points afterwards."""
    t = hagen(table())
    for name in ("Trivium", "Bodyguard"):
        t.do(c.TakeTemplate(actor="Ana", template=name))
    who = t.do(c.FinishCharacter(actor="Ana")).who("Hagen")
    assert (who.rep_used, who.rep_collected, who.career_points) == (0, 26, 0)
    t.refuses("CHARACTER_FINISHED").do(c.TakeTemplate(actor="Ana", template="Medic"))
    t.refuses("CHARACTER_FINISHED").do(c.FinishCharacter(actor="Ana"))


def test_lineages() -> None:
    """P6-6: starting values of humans, and of others from the library."""
    t = table().do(c.CreateCharacter(actor="Ana", name="Hagen"))
    human = t.who("Hagen")
    assert (human.career_points, human.actions_max, human.min_roll, human.evasion, human.hearts) == (50, 2, 5, 1, 6)
    t.do(c.AddToLibrary(library=Library(lineages=(Lineage("giant", (Value("strength", 3),), 40, max_health=9),))))
    giant = t.do(c.CreateCharacter(actor="Ben", name="Gog", lineage="Giant")).who("Gog")
    assert (giant.attr(Attr.STRENGTH), giant.max_health, giant.career_points) == (3, 9, 40)
    t.refuses("BAD_VALUE").do(c.CreateCharacter(actor="Cleo", name="Magog", lineage="dragon"))


def test_who_makes_whom() -> None:
    t = table()
    t.refuses("NOT_GM").do(c.CreateCharacter(actor="Ana", name="Thief", char_kind="npc"))
    t.refuses("NOT_OWNER").do(c.CreateCharacter(actor="Ana", name="Luta", player="Ben"))
    t.do(c.CreateCharacter(actor="GM", name="Thief", char_kind="npc"))
    assert t.who("Thief").player == "Gia"
    t.do(c.CreateCharacter(actor="gm", name="Old Ghoul", foe="ghoul"))
    assert t.who("Old Ghoul").skills


def test_reputation() -> None:
    """P6-97: single awards and adventures, outside five to ten it only warns."""
    t = scene(Hagen={}, Luta={})
    t.do(c.AwardReputation(actor="Gia", amount=7))
    assert not t.event("reputation_gained").warning
    assert [t.who(name).rep_collected for name in ("Hagen", "Luta")] == [7, 7]
    t.do(c.AwardReputation(actor="Gia", amount=2, chars=("Hagen",)))
    assert t.event("reputation_gained").warning
    t.do(c.AwardReputation(actor="Gia", amount=1, chars=("Hagen",), scope="single"))
    assert not t.event("reputation_gained").warning
    t.refuses("NOT_GM").do(c.AwardReputation(actor="Ana", amount=5))


def test_buying_with_reputation() -> None:
    """P6-98, P6V-52: after the session, open categories, as long as it lasts; new maxima wait for a rest."""
    t = scene(Hagen={"reputation": 12})
    t.refuses("SESSION_IN_PROGRESS").do(c.BuyTemplate(actor="Ana", template="Lucky Dog"))
    t.do(c.EndSession(actor="Gia"))
    t.refuses("CATEGORY_CLOSED").do(c.BuyTemplate(actor="Ana", template="Trivium"))
    t.do(c.BuyTemplate(actor="Ana", template="Lucky Dog"))
    assert (t.who("Hagen").destiny.now, t.who("Hagen").destiny.most, t.who("Hagen").rep_used) == (0, 1, 6)
    t.refuses("INSUFFICIENT_REPUTATION").do(c.BuyTemplate(actor="Ana", template="Fencing"))
    t.do(c.CorrectState(char="Hagen", path="reputation_used", value=5, reason="miscounted"))
    t.do(c.BuyTemplate(actor="Ana", template="Fencing"))
    assert (t.who("Hagen").rep_used, t.who("Hagen").rep_collected) == (12, 12)
    t.do(c.Rest(actor="Gia"))
    assert t.who("Hagen").destiny.now == 1


def test_gear() -> None:
    t = scene(Hagen={}).do(c.Equip(actor="Ana", thing="chain mail")).do(c.Equip(actor="Ana", thing="knife"))
    assert (t.who("Hagen").protection, t.who("Hagen").evasion) == (2, 0)
    t.refuses("BAD_VALUE").do(c.Equip(actor="Ana", thing="knife"))
    t.do(c.PutAway(actor="Ana", thing="chain"))
    assert (t.who("Hagen").protection, t.who("Hagen").evasion, len(t.who("Hagen").weapons)) == (0, 1, 1)


def test_sheets_are_checked() -> None:
    t = table()
    write(t, "Hagen")
    for wrong in (
        {"attributes": (Value("courage", 2),)},
        {"max_health": 0},
        {"hearts": -1},
        {"reputation_used": 3},
        {"skills": (Value(" ", 1),)},
        {"stress": 8},
    ):
        t.refuses("BAD_VALUE").do(c.WriteSheet(char="Hagen", **wrong))
    t.do(c.WriteSheet(char="Hagen", max_health=4))
    assert t.who("Hagen").hearts == 4
