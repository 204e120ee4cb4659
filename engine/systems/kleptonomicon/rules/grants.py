"""Cashing in what an Episodic Ability gave (rules 3.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.folding import Changes
from engine.common.rules import Refused, found
from engine.common.values import changed
from engine.fields import Number, Thing
from engine.offers import asked
from engine.phrase import Phrase, joined, phrase
from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
from engine.systems.kleptonomicon.entities import Character, Grant
from engine.systems.kleptonomicon.fields import CharacterName
from engine.systems.kleptonomicon.fold import episode_of, with_episode
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, Command, Event
from engine.systems.kleptonomicon.naming import find
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RUNNING, Phase
from engine.types import Spoken

FREEPLAY = phrase("Freeplay")


def grants_left(state: State, character: str) -> tuple[Grant, ...]:
    """What a character may still cash in."""
    grants = state.episode.grants if state.episode is not None else ()
    return tuple(each for each in grants if each.character == character and each.spent < each.amount)


@dataclass(frozen=True, slots=True)
class GrantSpent(Event):
    """Some of it was cashed in."""

    kind: ClassVar[str] = "grant_spent"
    character: str
    ability: str
    amount: int
    left: int

    def apply(self, state: State) -> Changes:
        """What the Ability gave is spent but for what is left."""
        whose = (self.character, self.ability)
        grants = tuple(
            changed(each, spent=each.amount - self.left) if (each.character, each.ability) == whose else each
            for each in episode_of(state).grants
        )
        return with_episode(state, grants=grants)

    def sentence(self) -> Phrase:
        """Who cashes in how much of what."""
        return phrase(
            "{character} cashes in {amount} of {ability}, {left} left.",
            character=self.character,
            amount=self.amount,
            ability=self.ability,
            left=self.left,
        )

    def aloud(self) -> Spoken:
        """The same."""
        return Spoken(self.sentence(), 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendGrant(Command):
    """Cash in what an Episodic Ability gave; None = the only one left (KL-16)."""

    kind: ClassVar[str] = "spend_grant"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    by: ClassVar[By] = By.OWNER
    phases: ClassVar[tuple[Phase, ...]] = tuple(RUNNING)
    character: CharacterName | None = None
    ability: Annotated[str, Thing("grant", "character")] | None = None
    amount: Annotated[int, Number(1, otherwise=phrase("At least 1 is spent."))] = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Take some of what is left."""
        grant = self._meant(ledger, who)
        rest = grant.amount - grant.spent - self.amount
        if rest < 0:
            left = grant.amount - grant.spent
            raise Refused("GRANT_EMPTY", phrase("Only {amount} of {grant} are left.", amount=left, grant=grant.text))
        ledger.record(GrantSpent(who.name, grant.ability, self.amount, rest))

    def _meant(self, ledger: Ledger, who: Character) -> Grant:
        """The one named, also one that is used up, else the only one left."""
        left = grants_left(ledger.state, who.name)
        if not left:
            raise Refused("GRANT_EMPTY", phrase("{name} has nothing left to cash in.", name=who.name))
        if self.ability:
            own = tuple(each for each in ledger.episode.grants if each.character == who.name)
            what = phrase("grant")
            named = find(own, lambda each: f"{each.ability} {each.text}", self.ability, what, "GRANT_EMPTY")
            return found(named)
        if len(left) > 1:
            names = joined((each.text for each in left), ", ")
            raise Refused("GRANT_EMPTY", phrase("Say which: {names}.", names=names))
        return left[0]

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """A form for each grant of a character that is not used up."""
        for grant in grants_left(state, who):
            given = (("character", who), ("ability", f"{grant.ability} {grant.text}"))
            amount = asked(cls, "amount", phrase("How many"), state, who, grant.amount - grant.spent)
            yield Move(cls.kind, phrase("Cash in {grant}", grant=grant.text), FREEPLAY, given, (amount,))
