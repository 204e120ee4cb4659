"""Opening Credits: introductions and the Cold Open (rules 3.1)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.folding import Changes
from engine.common.rules import Refused
from engine.common.values import changed
from engine.common.words import listed
from engine.fields import NeededWords, Words
from engine.phrase import Phrase, joined, phrase, sentence, template
from engine.systems.kleptonomicon.entities import Character, Clip, Episode
from engine.systems.kleptonomicon.fold import episode_of, with_episode
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, Command, Event, OfCharacter
from engine.systems.kleptonomicon.rules.phases import go_to
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import OpeningStep, Phase
from engine.systems.kleptonomicon.words import episode_words, told


@dataclass(frozen=True, slots=True)
class EpisodePrepared(Event):
    """The next Episode has a title."""

    kind: ClassVar[str] = "episode_prepared"
    told: ClassVar[str] = template("The next Episode is called {title}.")
    title: str

    def apply(self, state: State) -> Changes:
        """The title waits for the next Episode."""
        return {"next_title": self.title}


@dataclass(frozen=True, slots=True)
class EpisodeStarted(Event):
    """An Episode began."""

    kind: ClassVar[str] = "episode_started"
    opens_scene: ClassVar[bool] = True
    taken_back: ClassVar[str] = template("the start of Episode {number}")
    number: int
    title: str | None

    def apply(self, state: State) -> Changes:
        """The Episode is fresh; uses of Abilities stay where only Closing Credits reset them."""
        old = state.episode
        kept = old.ability_uses if old is not None and state.house_rules.ability_use_reset == "closing" else ()
        episode = Episode(self.number, self.title, ability_uses=kept)
        return {"episode": episode, "episode_count": self.number, "next_title": None}

    def sentence(self) -> Phrase:
        """The Episode with its title."""
        return sentence(episode_words(self.number, self.title))


@dataclass(frozen=True, slots=True)
class CharacterIntroduced(Event):
    """Player and PC were introduced."""

    kind: ClassVar[str] = "character_introduced"
    taken_back: ClassVar[str] = template("{character}'s introduction")
    weight: ClassVar[int] = 1
    character: str
    text: str | None = None
    clip: str | None = None

    def apply(self, state: State) -> Changes:
        """They are introduced, with their latest clip."""
        opening = episode_of(state).opening
        clips = opening.clips
        if self.clip is not None:
            clips = (*(each for each in clips if each.character != self.character), Clip(self.character, self.clip))
        known = tuple(name for name in opening.introduced if name != self.character)
        return with_episode(state, opening=changed(opening, introduced=(*known, self.character), clips=clips))

    def sentence(self) -> Phrase:
        """The introduction, in their words."""
        return told(phrase("{character} is introduced", character=self.character), self.text)


@dataclass(frozen=True, slots=True)
class IntroductionsMissing(Event):
    """Play goes on without these introductions."""

    kind: ClassVar[str] = "introductions_missing"
    weight: ClassVar[int] = 2
    characters: tuple[str, ...]

    def sentence(self) -> Phrase:
        """The characters left out."""
        return phrase("Not introduced: {characters}.", characters=listed(self.characters))


@dataclass(frozen=True, slots=True)
class ColdOpenPlayed(Event):
    """The GM's opening scene was played."""

    kind: ClassVar[str] = "cold_open_played"
    opens_scene: ClassVar[bool] = True
    taken_back: ClassVar[str] = template("the Cold Open")
    weight: ClassVar[int] = 1
    text: str

    def apply(self, state: State) -> Changes:
        """The Opening Credits are at the Cold Open."""
        opening = episode_of(state).opening
        return with_episode(state, opening=changed(opening, step=OpeningStep.COLD_OPEN, cold_open=self.text))

    def sentence(self) -> Phrase:
        """The scene, in the GM's words."""
        return told(phrase("Cold Open"), self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareEpisode(Command):
    """Say what the next Episode is called."""

    kind: ClassVar[str] = "prepare_episode"
    by: ClassVar[By] = By.GM
    title: NeededWords

    def decide(self, ledger: Ledger, who: None) -> None:
        """Say what the next Episode is called."""
        ledger.record(EpisodePrepared(self.title.strip()))


@dataclass(frozen=True, slots=True, kw_only=True)
class StartEpisode(Command):
    """Begin an Episode with its Opening Credits; `title` None = as prepared (KL-1)."""

    kind: ClassVar[str] = "start_episode"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.NONE, Phase.EPISODE_OVER)
    transition: ClassVar[bool] = True
    title: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Begin an Episode (KL-1)."""
        title = (self.title or "").strip() or ledger.state.next_title
        ledger.record(EpisodeStarted(ledger.state.episode_count + 1, title))
        go_to(ledger, Phase.OPENING_CREDITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduce(OfCharacter):
    """Introduce player and PC, perhaps with a clip (KL-11, KL-12)."""

    kind: ClassVar[str] = "introduce"
    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    text: Words | None = None
    clip: Words | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Introduce a PC, in any order (KL-11, KL-12)."""
        if who.is_npc:
            raise Refused("UNKNOWN_CHARACTER", phrase("Only the players' characters are introduced."))
        ledger.record(CharacterIntroduced(who.name, self.text or None, self.clip or None))


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdOpen(Command):
    """Play the GM's opening scene (KL-13)."""

    kind: ClassVar[str] = "cold_open"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    text: Words

    def decide(self, ledger: Ledger, who: None) -> None:
        """Play the opening scene, before Episodic Abilities (KL-13)."""
        if ledger.episode.opening.step is OpeningStep.EPISODIC:
            raise Refused("WRONG_STEP", phrase("The Cold Open comes before Episodic Abilities."))
        ledger.record(ColdOpenPlayed(self.text.strip()))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOpeningCredits(Command):
    """Go on to Freeplay (KL-2)."""

    kind: ClassVar[str] = "end_opening_credits"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.OPENING_CREDITS,)
    transition: ClassVar[bool] = True

    def decide(self, ledger: Ledger, who: None) -> None:
        """Go on to Freeplay (KL-2)."""
        leave_opening(ledger)
        go_to(ledger, Phase.FREEPLAY)


def leave_opening(ledger: Ledger) -> None:
    """Opening Credits end with their last step; missing introductions are told, or forbidden (KL-2)."""
    opening = ledger.episode.opening
    if opening.step is not OpeningStep.EPISODIC:
        raise Refused("WRONG_STEP", phrase("Ask for Episodic Abilities first; they close the Opening Credits."))
    if ledger.state.tests:
        name = ledger.state.tests[0].character
        raise Refused("PENDING_RESOLUTION", phrase("{name} still has a Test to roll.", name=name))
    missing = tuple(pc.name for pc in ledger.state.pcs if pc.name not in opening.introduced)
    if missing and ledger.rules.require_introductions:
        raise Refused("INTROS_MISSING", phrase("Still to be introduced: {names}.", names=joined(missing, ", ")))
    if missing:
        ledger.record(IntroductionsMissing(missing))
