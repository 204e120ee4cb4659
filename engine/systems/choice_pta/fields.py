"""Types for the fields of commands of Choice Based PTA (see `engine.fields`)."""

from typing import Annotated

from engine.dice.cards import RANKS, SUITS
from engine.fields import Number, OneOf, Person, Thing
from engine.phrase import phrase
from engine.systems.choice_pta.cards import COLOURS, JOKER
from engine.systems.choice_pta.vocabulary import (
    Against,
    CardMode,
    Fate,
    FateRule,
    Kind,
    OfferPurpose,
    Position,
    Purpose,
    Reply,
)

# -- who and what ------------------------------------------------------------------------------------------------------

SeatName = Annotated[str, Person()]
StakeName = Annotated[str, Thing("stake", "")]
TraitName = Annotated[str, Thing("trait")]
OfferName = Annotated[str, Thing("offer", "")]
SettingName = Annotated[str, Thing("house_rule", "")]
CardName = Annotated[str, Thing("card", "")]
CodeWord = Annotated[str, Thing("code", "")]

# -- numbers -----------------------------------------------------------------------------------------------------------

Tokens = Annotated[int, Number(1, few=True, judged=True)]
Price = Annotated[
    int, Number(1, few=True, code="NOT_ENOUGH_TOKENS", otherwise=phrase("A price is at least one token."))
]
Mooks = Annotated[int, Number(1, judged=True)]
Players = Annotated[int, Number(1, 10, few=True, judged=True)]
TraitPlace = Annotated[int, Number(1, judged=True)]

# -- words of the rules ------------------------------------------------------------------------------------------------

ConflictKind = Annotated[
    str,
    OneOf(tuple(Kind), code="AMBIGUOUS", otherwise=phrase("Say whether the conflict is simple or extended.")),
]
HandOfFate = Annotated[
    str, OneOf(tuple(FateRule), code="OPTION_OFF", otherwise=phrase("The Hand of Fate is off, exact or lethal."))
]
Cards = Annotated[str, OneOf(tuple(CardMode), code="BAD_SETTING", otherwise=phrase("Cards are virtual or physical."))]
FateChoice = Annotated[
    str,
    OneOf(tuple(Fate), code="AMBIGUOUS", otherwise=phrase("Say whether to leave the fight or to fight on.")),
]
OrderPlace = Annotated[
    str,
    OneOf(tuple(Position), code="AMBIGUOUS", otherwise=phrase("Say first, last, or before or after whom.")),
]
Answer = Annotated[str, OneOf(tuple(Reply), code="AMBIGUOUS", otherwise=phrase("Say accept, accept free, or refuse."))]
BribeFor = Annotated[str, OneOf(tuple(OfferPurpose), judged=True)]
Rank = Annotated[str, OneOf((*RANKS, JOKER), judged=True)]
Suit = Annotated[str, OneOf((*SUITS, *COLOURS), judged=True)]
CardPurpose = Annotated[str, OneOf(tuple(Purpose), judged=True)]
Side = Annotated[str, OneOf(tuple(Against), judged=True)]
