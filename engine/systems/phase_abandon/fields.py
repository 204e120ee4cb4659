"""Types of the fields of commands of Phase Abandon (see `engine.fields`)."""

from typing import Annotated

from engine.fields import Faces, Number, OneOf, Person, Thing
from engine.phrase import phrase
from engine.systems.phase_abandon.derived import DEAREST_RANK, least_bid, most_bid
from engine.systems.phase_abandon.vocabulary import GoalKind

# -- who ---------------------------------------------------------------------------------------------------------------

AnyPlayer = Annotated[str, Person()]
Target = Annotated[str, Person(ask="Who should roll?")]

# -- what is on their sheets -------------------------------------------------------------------------------------------

_SKILL, _GOAL, _CONNECTION = "Which skill, {who}?", "Which goal, {who}?", "Which connection, {who}?"

SkillOfTarget = Annotated[str, Thing("skill", "target", ask=_SKILL)]
NeededSkill = Annotated[str, Thing("skill", ask=_SKILL, blank=False)]
GoalName = Annotated[str, Thing("goal", ask=_GOAL)]
NeededGoal = Annotated[str, Thing("goal", ask=_GOAL, blank=False)]
GroupGoalName = Annotated[str, Thing("group_goal", "", ask=_GOAL, blank=False)]
ConnectionName = Annotated[str, Thing("connection", ask=_CONNECTION)]
NeededConnection = Annotated[str, Thing("connection", ask=_CONNECTION, blank=False)]
ConnectionOfTarget = Annotated[str, Thing("connection", "target", ask=_CONNECTION, blank=False)]
ItemName = Annotated[str, Thing("item")]
Principle = Annotated[str, Thing("principle")]
ProposalName = Annotated[str, Thing("proposal", "")]
Detail = Annotated[str, Thing("setting_detail", "", blank=False)]
RuleName = Annotated[str, Thing("house_rule", "")]
Preset = Annotated[str, Thing("preset", "")]

# -- numbers and faces -------------------------------------------------------------------------------------------------

_HOW_MANY = "How many chips, {who}?"

Chips = Annotated[int, Number(1, few=True, judged=True, ask=_HOW_MANY)]
BidChips = Annotated[int, Number(least_bid, most_bid, few=True, ask=_HOW_MANY)]
DetailChips = Annotated[int, Number(1, few=True, ask=_HOW_MANY, otherwise=phrase("A detail costs at least one chip."))]
DiceCount = Annotated[int, Number(1, few=True, judged=True, ask="How many dice, {who}?")]
Face = Annotated[int, Faces(ask="Which faces, {who}?")]
DiceThatLie = Faces(ask="How many dice, {who}?")
SheetRank = Annotated[int, Number(0, DEAREST_RANK, otherwise=phrase("Rank and Heart cost go from 0 to 5."))]
GoalPlace = Annotated[
    int, Number(1, otherwise=phrase("A group goal is worth at least one point, places count from one."))
]

# -- words of the rules ------------------------------------------------------------------------------------------------

_PERSONAL = phrase("A goal is STARTING or FOLLOW_UP and worth at least one point.")

PersonalGoalKind = Annotated[str, OneOf((GoalKind.STARTING, GoalKind.FOLLOW_UP), otherwise=_PERSONAL)]
PersonalGoalValue = Annotated[int, Number(1, otherwise=_PERSONAL)]
FATES = {"die": "die", "dies": "die", "dead": "die", "death": "die"}
FATES |= {"incapacitated": "incapacitated", "incapacitate": "incapacitated", "unconscious": "incapacitated"}
Fate = Annotated[
    str,
    OneOf(("die", "incapacitated"), tuple(FATES), blank=False, otherwise=phrase("The fate is die or incapacitated.")),
]
Mode = Annotated[str, OneOf(("atoned", "changed"), otherwise=phrase("The vow is either atoned or changed."))]
GoalChange = Annotated[
    str,
    OneOf(
        ("revalue", "rename", "drop", "move"),
        blank=False,
        otherwise=phrase("A group goal can be revalued, renamed, dropped or moved."),
    ),
]
