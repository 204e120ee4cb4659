"""Types of the fields of commands of the Kleptonomicon (see `engine.fields`)."""

from typing import Annotated

from engine.fields import Faces, Number, OneOf, Thing
from engine.phrase import joined, phrase
from engine.systems.kleptonomicon.vocabulary import (
    RESET_POOLS,
    AbilityTime,
    Pool,
    RecoveryKind,
    ResetMode,
    SolutionPolicy,
    StyleSize,
    TestKind,
    TriggerKind,
)

MOST_STACKS = 99
MOST_ADVANTAGES = 9

# -- who and what ------------------------------------------------------------------------------------------------------

CharacterName = Annotated[str, Thing("character", "")]
AbilityName = Annotated[str, Thing("ability", "character")]
SkillOfCharacter = Annotated[str, Thing("skill", "character")]
StyleName = Annotated[str, Thing("style", "")]
GroupName = Annotated[str, Thing("group", "")]
CreatureName = Annotated[str, Thing("creature", "")]
ConditionName = Annotated[str, Thing("condition", "")]
Trick = Annotated[str, Thing("solution", "")]
RuleName = Annotated[str, Thing("house_rule", "")]
PATHS = ("beats", "xp", "level", *RESET_POOLS)
Correctable = Annotated[str, OneOf(PATHS, judged=True)]

# -- numbers and faces -------------------------------------------------------------------------------------------------

_TEST = phrase("A Test is for a Skill or an Edge Save, with a handful of Advantages at most.")
_RECOVERY = phrase("Recover with Dodges Up, Shields Up or Heal Up.")

Face = Annotated[int, Faces()]
Count = Annotated[int, Number(1, few=True, judged=True)]
AnyNumber = Annotated[int, Number()]
Units = Annotated[int, Number(1, judged=True)]
Distance = Annotated[int, Number(0, code="BAD_DISTANCE", otherwise=phrase("A distance is not below 0."))]
Points = Annotated[int, Number(1, judged=True)]
Granted = Annotated[int, Number(1, otherwise=phrase("A grant is at least 1."))]
Advantages = Annotated[int, Number(0, MOST_ADVANTAGES, otherwise=_TEST)]
StackCount = Annotated[int, Number(1, MOST_STACKS, otherwise=phrase("Name the condition, with at least one Stack."))]
StacksTaken = Annotated[int, Number(1, otherwise=phrase("At least one Stack is taken."))]
Regained = Annotated[int, Number(0, otherwise=_RECOVERY)]

# -- words of the rules ------------------------------------------------------------------------------------------------

TestWord = Annotated[str, OneOf((TestKind.SKILL, TestKind.EDGE_SAVE), otherwise=_TEST)]
Size = Annotated[
    str, OneOf((StyleSize.HALF, StyleSize.NORMAL), otherwise=phrase("An improvised style is half or normal."))
]
Policy = Annotated[
    str,
    OneOf(tuple(SolutionPolicy), otherwise=phrase("Name the trick, and say free, disadvantage or ban.")),
]
TriggerWord = Annotated[
    str,
    OneOf(
        tuple(TriggerKind),
        otherwise=phrase("A trigger is one of {kinds}.", kinds=joined(map(str.lower, TriggerKind), ", ")),
    ),
]
Reset = Annotated[str, OneOf(tuple(ResetMode), otherwise=phrase("Reset full, half, none or custom."))]
Recovery = Annotated[str, OneOf((*RecoveryKind, "all"), otherwise=_RECOVERY)]
ResetPool = Annotated[str, OneOf(RESET_POOLS)]
PoolName = Annotated[str, OneOf(tuple(Pool), judged=True)]
Time = Annotated[str, OneOf((AbilityTime.ACTION, AbilityTime.SLOW_ACTION), judged=True)]
