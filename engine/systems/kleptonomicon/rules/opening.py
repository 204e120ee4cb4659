"""Opening Credits: introductions, the Cold Open, Episodic Abilities and what they give (rules 3.1, 3.2)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded, listed, number
from engine.fields import NeededWords, Number, Thing, Words
from engine.offers import asked
from engine.phrase import EMPTY, Phrase, joined, phrase, sentence, template
from engine.systems.kleptonomicon.derived import abilities, used
from engine.systems.kleptonomicon.entities import Ability, AbilityUse, Character, Clip, Episode, Grant
from engine.systems.kleptonomicon.fields import AbilityName, Granted
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import find, find_ability, plain
from engine.systems.kleptonomicon.rules.effects import not_now
from engine.systems.kleptonomicon.rules.phases import go_to
from engine.systems.kleptonomicon.standing import episode_words
from engine.systems.kleptonomicon.state import State, episode_of, with_episode
from engine.systems.kleptonomicon.vocabulary import RUNNING, OpeningStep, Phase


class EpisodePrepared(Event):
    """The next Episode has a title."""

    told: ClassVar[str] = template("The next Episode is called {title}.")
    title: str

    def apply(self, state: State) -> Changes:
        return {"next_title": self.title}


class EpisodeStarted(Event):
    """An Episode began."""

    opens_scene: ClassVar[bool] = True
    taken_back: ClassVar[str] = template("the start of the Episode")
    number: int
    title: str | None

    def apply(self, state: State) -> Changes:
        old = state.episode
        kept = old.ability_uses if old is not None and state.house_rules.ability_use_reset == "closing" else ()
        episode = Episode(self.number, self.title, ability_uses=kept)
        return {"episode": episode, "episode_count": self.number, "next_title": None}

    def sentence(self) -> Phrase:
        return sentence(episode_words(self.number, self.title))


class CharacterIntroduced(CharacterEvent):
    """Player and PC were introduced."""

    told: ClassVar[str] = template("{character} is introduced")
    quotes: ClassVar[str] = "text"
    taken_back: ClassVar[str] = template("{character}'s introduction")
    weight: ClassVar[int] = 1
    text: str | None = None
    clip: str | None = None

    def apply(self, state: State) -> Changes:
        opening = episode_of(state).opening
        clips = opening.clips
        if self.clip is not None:
            clips = (*(each for each in clips if each.character != self.character), Clip(self.character, self.clip))
        known = tuple(name for name in opening.introduced if name != self.character)
        return with_episode(state, opening=changed(opening, introduced=(*known, self.character), clips=clips))


class IntroductionsMissing(Event):
    """Play goes on without these introductions."""

    told: ClassVar[str] = template("Not introduced: {characters}.")
    weight: ClassVar[int] = 2
    characters: tuple[str, ...]


class ColdOpenPlayed(Event):
    """The GM's opening scene was played."""

    told: ClassVar[str] = template("Cold Open")
    quotes: ClassVar[str] = "text"
    opens_scene: ClassVar[bool] = True
    taken_back: ClassVar[str] = template("the Cold Open")
    weight: ClassVar[int] = 1
    text: str

    def apply(self, state: State) -> Changes:
        opening = episode_of(state).opening
        return with_episode(state, opening=changed(opening, step=OpeningStep.COLD_OPEN, cold_open=self.text))


class PrepareEpisode(GmCommand):
    """Say what the next Episode is called."""

    talk: ClassVar[Talk] = Talk(confirm="Prepare the next Episode[: {title}]?")

    title: NeededWords

    def decide(self, ledger: Ledger, who: None) -> None:
        ledger.record(EpisodePrepared(self.title.strip()))


class StartEpisode(GmCommand):
    """Begin an Episode with its Opening Credits; `title` None = as prepared (KL-1)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.NONE, Phase.EPISODE_OVER)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Start the Episode[ {title}][, {who}]?")
    title: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        title = (self.title or "").strip() or ledger.state.next_title
        ledger.record(EpisodeStarted(ledger.state.episode_count + 1, title))
        go_to(ledger, Phase.OPENING_CREDITS)


class Introduce(OfCharacter):
    """Introduce player and PC, perhaps with a clip (KL-11, KL-12)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="Is that {character}'s introduction?")
    text: Words | None = None
    clip: Words | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        if who.is_npc:
            raise Refused("UNKNOWN_CHARACTER", phrase("Only the players' characters are introduced."))
        ledger.record(CharacterIntroduced(who.name, self.text or None, self.clip or None))


class ColdOpen(GmCommand):
    """Play the GM's opening scene (KL-13)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="Is that the Cold Open[, {who}]?")
    text: Words

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.episode.opening.step is OpeningStep.EPISODIC:
            raise Refused("WRONG_STEP", phrase("The Cold Open comes before Episodic Abilities."))
        ledger.record(ColdOpenPlayed(self.text.strip()))


class EndOpeningCredits(GmCommand):
    """Go on to Freeplay (KL-2)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="On to Freeplay[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        leave_opening(ledger)
        go_to(ledger, Phase.FREEPLAY)


def leave_opening(ledger: Ledger) -> None:
    """Opening Credits end with their last step; missing introductions are told, or forbidden (KL-2)."""
    opening = ledger.episode.opening
    if opening.step is not OpeningStep.EPISODIC:
        raise Refused("WRONG_STEP", phrase("Episodic Abilities come first; say “Any Episodic Abilities?”."))
    if ledger.state.tests:
        name = ledger.state.tests[0].character
        raise Refused("PENDING_RESOLUTION", phrase("{name} still has a Test to roll.", name=name))
    missing = tuple(pc.name for pc in ledger.state.pcs if pc.name not in opening.introduced)
    if missing and ledger.rules.require_introductions:
        raise Refused("INTROS_MISSING", phrase("Still to be introduced: {names}.", names=joined(missing, ", ")))
    if missing:
        ledger.record(IntroductionsMissing(missing))


class EpisodicStepOpened(Event):
    """Episodic Abilities may be used by these."""

    taken_back: ClassVar[str] = template("the step of Episodic Abilities")
    told: ClassVar[str] = template("Episodic Abilities: {characters}.")
    characters: Annotated[tuple[str, ...], Worded(lambda names: listed(names) or phrase("nobody has one"))]

    def apply(self, state: State) -> Changes:
        return with_episode(state, opening=changed(episode_of(state).opening, step=OpeningStep.EPISODIC))


class EpisodicAbilityUsed(CharacterEvent):
    """An Episodic Ability was used."""

    told: ClassVar[str] = template("{character} uses {ability}.")
    taken_back: ClassVar[str] = template("{character}'s {ability}")
    ability: str

    def apply(self, state: State) -> Changes:
        opening = episode_of(state).opening
        uses = (*opening.episodic_used, AbilityUse(self.character, self.ability))
        return with_episode(state, opening=changed(opening, episodic_used=uses))


class GrantAdded(CharacterEvent):
    """It gave something for this Episode."""

    ability: str
    text: str
    amount: int

    def apply(self, state: State) -> Changes:
        grant = Grant(self.character, self.ability, self.text, self.amount)
        return with_episode(state, grants=(*episode_of(state).grants, grant))

    def sentence(self) -> Phrase:
        if self.text != self.ability:
            return granted(self)
        return EMPTY


def granted(grant: GrantAdded) -> Phrase:
    """The thing an Episodic Ability gave."""
    return phrase("{character} has {amount} {grant}.", character=grant.character, amount=grant.amount, grant=grant.text)


class BeginEpisodicStep(GmCommand):
    """Ask for Episodic Abilities (KL-14)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="Ask for Episodic Abilities[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.episode.opening.step is OpeningStep.EPISODIC:
            raise Refused("WRONG_STEP", phrase("Episodic Abilities are already being asked for."))
        unused = tuple(pc.name for pc in ledger.state.pcs if unused_episodic(ledger.state, pc))
        ledger.record(EpisodicStepOpened(unused))


def unused_episodic(state: State, character: Character) -> tuple[Ability, ...]:
    """Episodic Abilities of a character not used this Episode."""
    uses = state.episode.opening.episodic_used if state.episode is not None else ()
    return tuple(
        each for each in character.sheet.abilities if each.episodic and not used(uses, character.name, each.name)
    )


class UseEpisodicAbility(OfCharacter):
    """Use an Episodic Ability; None = the only unused one (KL-14 to KL-16)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {character} use {ability}?")

    ability: AbilityName | None = None
    grant_text: Words | None = None
    amount: Granted | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        ability = self._episodic(ledger, who)
        refuse_episodic_now(ledger)
        if used(ledger.episode.opening.episodic_used, who.name, ability.name):
            said = phrase("{name} has used {ability} this Episode.", name=who.name, ability=ability.name)
            raise Refused("EPISODIC_USED", said)
        ledger.record(EpisodicAbilityUsed(who.name, ability.name))
        text = (self.grant_text or "").strip() or ability.name
        ledger.record(GrantAdded(who.name, ability.name, text, self.amount or 1))

    def _episodic(self, ledger: Ledger, character: Character) -> Ability:
        if self.ability:
            found = find_ability(character, self.ability)
            if not found.episodic:
                raise Refused("NOT_EPISODIC", not_now(ledger.state, found))
            return found
        own = tuple(each for each in character.sheet.abilities if each.episodic)
        unused = unused_episodic(ledger.state, character) or own
        if len(unused) == 1:
            return unused[0]
        if not own:
            raise Refused("NOT_EPISODIC", phrase("{name} has no Episodic Ability.", name=character.name))
        said = phrase("Say which: {names}.", names=joined((each.name for each in unused), ", "))
        raise Refused("UNKNOWN_ABILITY", said)


def refuse_episodic_now(ledger: Ledger) -> None:
    """Episodic Abilities belong to their step; the house may let the GM allow them later (KL-15)."""
    state = ledger.state
    if state.phase is Phase.OPENING_CREDITS:
        if ledger.episode.opening.step is OpeningStep.EPISODIC:
            return
        raise Refused("WRONG_STEP", phrase("Episodic Abilities are used at the end of the Opening Credits."))
    allowed = ledger.rules.episodic_outside_opening == "gm" and ledger.by_gm and state.phase in RUNNING
    if allowed:
        return
    raise Refused("EPISODIC_WRONG_PHASE", phrase("Episodic Abilities are for the Opening Credits."))


FREEPLAY = phrase("Freeplay")


def grants_left(state: State, character: str) -> tuple[Grant, ...]:
    """Everything a character may still cash in."""
    grants = state.episode.grants if state.episode is not None else ()
    return tuple(each for each in grants if each.character == character and each.spent < each.amount)


class GrantSpent(CharacterEvent):
    """Some of it was cashed in."""

    told: ClassVar[str] = template("{character} cashes in {amount} of {ability}, {left} left.")
    taken_back: ClassVar[str] = template("{character}'s {ability}")
    weight: ClassVar[int] = 2
    ability: str
    amount: InWords
    left: InWords

    def apply(self, state: State) -> Changes:
        whose = (self.character, self.ability)
        grants = tuple(
            changed(each, spent=each.amount - self.left) if (each.character, each.ability) == whose else each
            for each in episode_of(state).grants
        )
        return with_episode(state, grants=grants)


class SpendGrant(OfCharacter):
    """Cash in what an Episodic Ability gave; None = the only one left (KL-16)."""

    phases: ClassVar[tuple[Phase, ...]] = tuple(RUNNING)
    talk: ClassVar[Talk] = Talk(confirm="Cash in[ {amount} of] {ability}, {character}?")
    ability: Annotated[str, Thing("grant", "character")] | None = None
    amount: Annotated[int, Number(1, otherwise=phrase("At least 1 is spent."))] = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        grant = self._meant(ledger, who)
        rest = grant.amount - grant.spent - self.amount
        if rest < 0:
            left = number(rest + self.amount)
            few = phrase("No more than {amount} of {grant} can be spent.", amount=left, grant=grant.text)
            raise Refused("GRANT_EMPTY", few)
        ledger.record(GrantSpent(who.name, grant.ability, self.amount, rest))

    def _meant(self, ledger: Ledger, who: Character) -> Grant:
        """The one named, also one that is used up, else the only one left."""
        left = grants_left(ledger.state, who.name)
        wanted = plain(self.ability or "")
        other = next((each for each in abilities(who.sheet) if plain(each.name) == wanted and not each.episodic), None)
        if other is not None:
            raise Refused("GRANT_EMPTY", not_now(ledger.state, other))
        if not left:
            raise Refused("GRANT_EMPTY", phrase("{name} has nothing left to cash in.", name=who.name))
        if self.ability:
            own = tuple(each for each in ledger.episode.grants if each.character == who.name)
            what = phrase("grant")
            return find(own, lambda each: f"{each.ability} {each.text}", self.ability, what, "GRANT_EMPTY")
        if len(left) > 1:
            names = joined((each.text for each in left), ", ")
            raise Refused("GRANT_EMPTY", phrase("Say which: {names}.", names=names))
        return left[0]

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        left = grants_left(state, who)
        for grant in left:
            several = sum(each.ability == grant.ability for each in left) > 1
            name = f"{grant.ability} {grant.text}" if several else grant.ability
            given = (("character", who), ("ability", name))
            amount = asked(cls, "amount", phrase("How many"), state, who, grant.amount - grant.spent)
            yield Move(cls.kind, phrase("Cash in {grant}", grant=grant.text), FREEPLAY, given, (amount,))
