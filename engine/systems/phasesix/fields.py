"""Types of the fields of commands of Phase Six (see `engine.fields`)."""

from typing import Annotated

from engine.fields import Faces, Number, OneOf, Person, Thing
from engine.phrase import phrase
from engine.systems.phasesix.vocabulary import Aid, Cond, DeedKind, Kind, Mode

LIMIT = 40
"""Most dice, and most added to a minimum roll, that anybody may state."""
COVERS = (4, 5, 6)

# -- who and what ------------------------------------------------------------------------------------------------------

Who = Annotated[str, Person(ask="Who, {who}?")]
Target = Annotated[str, Person()]
Fighter = Annotated[str, Thing("fighter", "")]
FoeKind = Annotated[str, Thing("foe_kind", "")]
TraitName = Annotated[str, Thing("skill", "")]
WeaponName = Annotated[str, Thing("weapon", "char")]
ItemName = Annotated[str, Thing("item", "char")]
SpellName = Annotated[str, Thing("known_spell", "")]
OwnSpell = Annotated[str, Thing("spell", "char")]
TemplateName = Annotated[str, Thing("template", "")]
SpellChange = Annotated[str, Thing("spell_template", "")]
Gear = Annotated[str, Thing("gear", "")]
RuleName = Annotated[str, Thing("house_rule", "")]
Extension = Annotated[str, OneOf(("magic", "horror"), judged=True)]

# -- numbers and faces -------------------------------------------------------------------------------------------------

_ASKED = phrase("At least one success is needed, and difficulties stay within reason.")

Face = Annotated[int, Faces()]
AnyNumber = Annotated[int, Number()]
Successes = Annotated[int, Number(0, judged=True)]
ExtraDice = Annotated[int, Number(0, few=True, judged=True)]
Difficulty = Annotated[int, Number(-LIMIT, LIMIT, judged=True)]
AskedDifficulty = Annotated[int, Number(-LIMIT, LIMIT, otherwise=_ASKED)]
AskedDice = Annotated[int, Number(-LIMIT, LIMIT, few=True, otherwise=_ASKED)]
Needed = Annotated[int, Number(1, otherwise=_ASKED)]
NeededTogether = Annotated[int, Number(1, otherwise=phrase("A group roll needs at least one success."))]
DiceCount = Annotated[int, Number(1, few=True, otherwise=phrase("At least one die."))]
DestinyDice = Annotated[int, Number(1, few=True, otherwise=phrase("At least one destiny die."))]
Wounds = Annotated[int, Number(1, few=True, otherwise=phrase("At least one wound."))]
Hearts = Annotated[int, Number(1, few=True, otherwise=phrase("At least one heart."))]
Boosts = Annotated[int, Number(1, few=True, otherwise=phrase("At least one boost."))]
Stress = Annotated[int, Number(1, few=True, otherwise=phrase("At least one point of stress."))]
Reputation = Annotated[int, Number(1, otherwise=phrase("At least one point."))]
Level = Annotated[int, Number(1, otherwise=phrase("At least one level."))]
Cost = Annotated[int, Number(0, 9, judged=True)]
Metres = Annotated[int, Number(0, judged=True)]
Cover = Annotated[int, Number(COVERS[0], COVERS[-1], judged=True)]
Hits = Annotated[int, Number(0, judged=True)]
Hours = Annotated[int, Number(6, judged=True)]

# -- words of the rules ------------------------------------------------------------------------------------------------

RerollPay = Annotated[
    str, OneOf(("reroll", "destiny"), otherwise=phrase("A reroll is paid with a reroll or a destiny die."))
]
Role = Annotated[str, OneOf(("player", "gm"), otherwise=phrase("Say a name, and whether they play or lead."))]
CharacterKind = Annotated[str, OneOf(tuple(Kind), otherwise=phrase("A character has a name, and is a pc or an npc."))]
Condition = Annotated[str, OneOf(tuple(Cond), judged=True)]
FireMode = Annotated[str, OneOf(tuple(Mode), judged=True)]
AidPurpose = Annotated[str, OneOf(tuple(Aid), judged=True)]
Reaction = Annotated[str, OneOf(tuple(DeedKind), judged=True)]
