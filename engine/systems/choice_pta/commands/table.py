"""Commands about the table, its sittings and scenes, and tokens outside the cards (rules 3.1, 3.3, 3.10, 3.11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.house_rules import SettingValue
from engine.common.messages import Talk
from engine.fields import Either, PlayerName, SkillName, Words
from engine.systems.choice_pta.fields import (
    Answer,
    Cards,
    Offer,
    OfferName,
    Players,
    Price,
    Seat,
    SettingName,
    Tokens,
    TraitName,
    TraitPlace,
)
from engine.systems.choice_pta.messages import Command


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A house rule and the value the table wants."""

    name: str
    value: SettingValue


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable(Command):
    """Open a table (PTA-1).

    Attributes:
        players: Names in seat order, without the GM.
        gm: Name of the GM; the speaker when they say they are ("I"), else "GM".
        count: Number of players when nobody is named; they are called "Player 1" and so on.
        settings: House rules that differ from the defaults.
        card_mode: "virtual" or "physical".
    """

    kind: ClassVar[str] = "create_table"
    players: tuple[Words, ...] = ()
    gm: Words | None = None
    count: Players | None = None
    settings: tuple[SettingChoice, ...] = ()
    card_mode: Cards = "virtual"


@dataclass(frozen=True, slots=True, kw_only=True)
class DefineProtagonist(Command):
    """Write down a main character, whole or in parts (PTA-5).

    Attributes:
        name: None leaves the name as it is.
        traits: None leaves the traits as they are.
        trait: A single one; behind the others unless `position` says where.
        position: From 1, where a single trait goes; None when `traits` is the whole list.
    """

    kind: ClassVar[str] = "define_protagonist"
    player: PlayerName = ""
    name: Words | None = None
    traits: tuple[Words, ...] | None = None
    trait: TraitName | None = None
    position: TraitPlace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSitting(Command):
    """Begin an evening: marks cleared, hands dealt, mulligans back (PTA-3, PTA-6)."""

    kind: ClassVar[str] = "start_sitting"
    talk: ClassVar[Talk] = Talk(confirm="Deal the hands?")


@dataclass(frozen=True, slots=True, kw_only=True)
class UseMulligan(Command):
    """Replace the starting hand, once and free (PTA-7)."""

    kind: ClassVar[str] = "use_mulligan"
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartScene(Command):
    """Open a scene (PTA-19).

    Attributes:
        owner: Whose scene it is; the speaker's when empty.
        present: Players or protagonists who are in it; "everyone" means all.
        description: Where it plays.
    """

    kind: ClassVar[str] = "start_scene"
    owner: Seat = ""
    present: tuple[Seat, ...] = ()
    description: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndScene(Command):
    """Close the scene."""

    kind: ClassVar[str] = "end_scene"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresence(Command):
    """A protagonist enters or leaves the scene (PTA-20); `player` may be "everyone"."""

    kind: ClassVar[str] = "set_presence"
    talk: ClassVar[Talk] = Talk(of_others=True)
    player: PlayerName = ""
    here: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRoster(Command):
    """Players join and leave between conflicts (PTA-9)."""

    kind: ClassVar[str] = "change_roster"
    add: tuple[Words, ...] = ()
    remove: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSetting(Command):
    """Set one house rule (rules section 7)."""

    kind: ClassVar[str] = "change_setting"
    name: SettingName
    value: Annotated[SettingValue, Either()]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectTokens(Command):
    """Put miscounted tokens right; none are made or lost.

    Attributes:
        from_: A person, or "pool".
        to: Likewise.
        n: At least 1.
        reason: Why the table corrects.
    """

    kind: ClassVar[str] = "correct_tokens"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    from_: Seat
    to: Seat
    n: Tokens = 1
    reason: Words = "miscounted"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardToken(Command):
    """Move a pool token to another player, once a scene (PTA-59)."""

    kind: ClassVar[str] = "award_token"
    player: PlayerName = ""
    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestNarration(Command):
    """Suggest something for the story (PTA-60); nobody in particular is asked when `to` is empty."""

    kind: ClassVar[str] = "suggest_narration"
    player: PlayerName = ""
    to: Seat = ""
    content: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferBribe(Command):
    """Offer tokens for a piece of narration or for entering a scene (PTA-61, PTA-63).

    Attributes:
        to: Who is to accept; the scene's owner for a scene entry, the narrator else, when empty.
        purpose: "narration" or "scene_entry".
    """

    kind: ClassVar[str] = "offer_bribe"
    player: PlayerName = ""
    to: Seat = ""
    content: Words = ""
    amount: Tokens = 1
    purpose: Offer = "narration"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPrice(Command):
    """Name tokens as the price of a suggestion (PTA-61); the latest one put to the speaker when none is named."""

    kind: ClassVar[str] = "ask_price"
    player: PlayerName = ""
    suggestion_id: OfferName | None = None
    amount: Price = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerBribe(Command):
    """Accept, accept for free or refuse a bribe, a suggestion or a price (PTA-61).

    Attributes:
        offer_id: Id of the offer or name of the other person; the only open one when None.
        answer: "accept", "accept_free" or "refuse".
    """

    kind: ClassVar[str] = "answer_bribe"
    player: PlayerName = ""
    offer_id: OfferName | None = None
    answer: Answer = "accept"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawBribe(Command):
    """Take an open offer back (PTA-61)."""

    kind: ClassVar[str] = "withdraw_bribe"
    player: PlayerName = ""
    offer_id: OfferName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(Command):
    """Take back the latest command of the same phase; carried out by `engine.history`."""

    kind: ClassVar[str] = "undo_last"
    talk: ClassVar[Talk] = Talk(once=True)
    reason: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskStatus(Command):
    """A question about what everybody may know (`Query` of the rules document); changes nothing.

    Attributes:
        topic: One of `answers.TOPICS`.
        about: Trait or stake asked about.
    """

    kind: ClassVar[str] = "ask_status"
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words
    player: PlayerName = ""
    skill: SkillName | None = None
    about: Words | None = None
