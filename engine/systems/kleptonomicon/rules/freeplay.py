"""Freeplay: deeds, tricks, long Abilities, and Tests the GM asks for (rules 3.3, 3.4)."""

from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed
from engine.fields import Words
from engine.phrase import Phrase, capital, phrase, sentence, template
from engine.systems.kleptonomicon.derived import skill_modifier
from engine.systems.kleptonomicon.entities import Character, Deed, LongUse, OpenTest, Solution
from engine.systems.kleptonomicon.fields import (
    Advantages,
    AnyNumber,
    CharacterName,
    Policy,
    SkillOfCharacter,
    TestWord,
    Trick,
)
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, CharacterEvent, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import find_character, plain
from engine.systems.kleptonomicon.rulebook import refuse_out, refuse_pending
from engine.systems.kleptonomicon.rules.effects import AbilityUsed
from engine.systems.kleptonomicon.rules.initiative import BeginEdgeSaves
from engine.systems.kleptonomicon.rules.testing import TestDropped, open_test, tested
from engine.systems.kleptonomicon.state import State, counted_up, episode_of, with_episode
from engine.systems.kleptonomicon.vocabulary import (
    EVERYONE_WORDS,
    RUNNING,
    ClosingStep,
    Phase,
    SolutionPolicy,
    TestKind,
)


class LooseOrderSet(Event):
    """A hint who speaks in which order."""

    weight: ClassVar[int] = 1
    order: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return with_episode(state, loose_order=self.order)

    def sentence(self) -> Phrase:
        return sentence(phrase("Loose order: {names}", names=listed(self.order) or phrase("none")))


class ImprovisedDeed(CharacterEvent):
    """Somebody does something no Ability covers; `policy` is what its trick brings."""

    told: ClassVar[str] = template("{character} improvises")
    quotes: ClassVar[str] = "text"
    taken_back: ClassVar[str] = template("{character}'s deed")
    weight: ClassVar[int] = 1
    text: str
    tag: str | None = None
    policy: SolutionPolicy = SolutionPolicy.FREE

    def apply(self, state: State) -> Changes:
        others = tuple(deed for deed in state.deeds if deed.character != self.character)
        changes: Changes = {"deeds": (*others, Deed(self.character, self.text, self.policy))}
        episode = episode_of(state)
        solutions = episode.solutions
        if self.tag is not None:
            old = next((each for each in solutions if each.tag == self.tag), Solution(self.tag))
            rest = tuple(each for each in solutions if each is not old)
            solutions = (*rest, changed(old, uses=old.uses + 1))
        spotlight = episode.spotlight
        if state.phase is Phase.FREEPLAY:
            spotlight = counted_up(spotlight, self.character)
        return changes | with_episode(state, solutions=solutions, spotlight=spotlight)


class SolutionDiscouraged(CharacterEvent):
    """The trick is worn out; no Test for it. `refused` when one was asked for all the same."""

    told: ClassVar[str] = template("{character} has used that trick too often; no Test for it.")
    weight: ClassVar[int] = 2
    refused: bool = False

    def apply(self, state: State) -> Changes:
        return tested_or_given_up(state, self.character) if self.refused else {}


class DeedImpossible(CharacterEvent):
    """A deed failed without a Test."""

    told: ClassVar[str] = template("Impossible, {character} fails")
    quotes: ClassVar[str] = "text"
    weight: ClassVar[int] = 2
    text: str

    def apply(self, state: State) -> Changes:
        return tested_or_given_up(state, self.character)


class SolutionFlagged(Event):
    """The trick has a consequence when it is tried again."""

    weight: ClassVar[int] = 1
    tag: str
    policy: SolutionPolicy

    def apply(self, state: State) -> Changes:
        solutions = episode_of(state).solutions
        old = next((each for each in solutions if each.tag == self.tag), Solution(self.tag))
        rest = tuple(each for each in solutions if each is not old)
        return with_episode(state, solutions=(*rest, changed(old, policy=self.policy)))

    def sentence(self) -> Phrase:
        return phrase("{trick}, tried again: {ruling}.", trick=capital(self.tag), ruling=_POLICIES[self.policy])


_POLICIES = {
    SolutionPolicy.FREE: phrase("no drawback"),
    SolutionPolicy.DISADVANTAGE: phrase("Disadvantage"),
    SolutionPolicy.BAN: phrase("no Test any more"),
}


class LongAbility(CharacterEvent):
    """An Ability of minutes waits for the GM's word."""

    told: ClassVar[str] = template("{character}'s {ability} takes {minutes}; the GM decides.")
    ability: str
    minutes: int
    targets: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        return {"long_use": LongUse(self.character, self.ability, self.minutes, self.targets)}


class LongAbilityDecided(CharacterEvent):
    """The GM's word on it."""

    told: ClassVar[str] = template("{character}'s {ability} goes ahead.")
    depends: ClassVar[str] = "allowed"
    otherwise: ClassVar[str] = template("{character}'s {ability} does not happen.")
    weight: ClassVar[int] = 2
    ability: str
    allowed: bool

    def apply(self, state: State) -> Changes:
        return {"long_use": None}


def tested_or_given_up(state: State, character: str) -> Changes:
    """The deed of this character waits for no Test."""
    return {"deeds": tuple(deed for deed in state.deeds if deed.character != character)}


class SetLooseOrder(GmCommand):
    """Say who should get a word in which order in Freeplay; a hint (KL-17)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY,)
    talk: ClassVar[Talk] = Talk(confirm="Suggest that order[, {who}]?")
    order: tuple[CharacterName, ...]

    def decide(self, ledger: Ledger, who: None) -> None:
        order = dict.fromkeys(find_character(ledger.state, said).name for said in self.order)
        ledger.record(LooseOrderSet(tuple(order)))


class Improvise(OfCharacter):
    """Do something no Ability covers (KL-19)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.PAUSE, Phase.REWARD, Phase.CLOSING_CREDITS)
    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="An improvised Action for {character}?")
    text: Words = ""
    solution_tag: Trick | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        """A deed no Ability covers; a worn-out trick gets no Test (KL-19, KL-21)."""
        closing = ledger.episode.closing
        if (
            ledger.state.phase is Phase.CLOSING_CREDITS
            and closing is not None
            and closing.step is not ClosingStep.SCENES
        ):
            raise Refused("WRONG_PHASE", phrase("The closing scenes are over."))
        refuse_out(who)
        tag = plain(self.solution_tag or "") or None
        known = next((each for each in ledger.episode.solutions if each.tag == tag), None)
        policy = known.policy if known is not None and known.uses else SolutionPolicy.FREE
        ledger.record(ImprovisedDeed(who.name, self.text.strip(), tag, policy))
        if policy is SolutionPolicy.BAN:
            ledger.record(SolutionDiscouraged(who.name))


class FlagSolution(GmCommand):
    """Say what happens when a trick is tried again: "free", "disadvantage", "ban" (KL-21)."""

    phases: ClassVar[tuple[Phase, ...]] = tuple(RUNNING)
    talk: ClassVar[Talk] = Talk(confirm="Rule on the trick {tag}?")
    tag: Trick
    policy: Policy = "disadvantage"

    def decide(self, ledger: Ledger, who: None) -> None:
        tag = plain(self.tag)
        if not tag:
            raise Refused("BAD_VALUE", phrase("Name the trick, and say free, disadvantage or ban."))
        ledger.record(SolutionFlagged(tag, SolutionPolicy(self.policy.strip().lower())))


class DeclareImpossible(OfCharacter):
    """A deed fails without a Test (KL-19)."""

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = tuple(RUNNING)
    talk: ClassVar[Talk] = Talk(confirm="Is that impossible for {character}?")
    text: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        character = tested(ledger, self.character)
        for test in ledger.state.tests:
            if test.character == character.name and test.kind is TestKind.SKILL:
                ledger.record(TestDropped(test.test_id, character.name))
        ledger.record(DeedImpossible(character.name, self.text.strip()))


class ConfirmAbility(GmCommand):
    """The GM's word on an Ability that takes minutes (KL-18)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.PAUSE)
    talk: ClassVar[Talk] = Talk(confirm="{allowed:Allow|Refuse} the Ability[, {who}]?")
    allowed: bool = True

    def decide(self, ledger: Ledger, who: None) -> None:
        waiting = ledger.state.long_use
        if waiting is None:
            raise Refused("NOT_ASKED", phrase("No Ability is waiting for your decision."))
        ledger.record(LongAbilityDecided(waiting.character, waiting.ability, self.allowed))
        if self.allowed:
            ledger.record(AbilityUsed(waiting.character, waiting.ability, waiting.targets))


class RequestTest(OfCharacter):
    """Ask for a Test (KL-19, KL-24).

    Attributes:
        character: Whoever is tested; "everyone" for all PCs.
        test: "SKILL" or "EDGE_SAVE".
        modifier: None = what the sheet says.
        adv: Advantages.
        dis: Disadvantages.
    """

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = tuple(RUNNING)
    talk: ClassVar[Talk] = Talk(confirm="Ask {character} for a Test[ of {skill}][, {who}]?")
    test: TestWord = "SKILL"
    skill: SkillOfCharacter | None = None
    modifier: AnyNumber | None = None
    adv: Advantages = 0
    dis: Advantages = 0
    reason: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        kind = TestKind(self.test.strip().upper().replace(" ", "_"))
        everyone = plain(self.character or "") in EVERYONE_WORDS
        if everyone and kind is TestKind.EDGE_SAVE and ledger.state.phase is Phase.INITIATIVE:
            return BeginEdgeSaves(actor=self.actor).decide(ledger, None)
        people = ledger.state.pcs if everyone else (tested(ledger, self.character),)
        for character in people:
            refuse_pending(ledger.state, character)
        if not people:
            raise Refused("UNKNOWN_CHARACTER", phrase("There are no characters to test."))
        for character in people:
            self._request(ledger, kind, character)

    def _request(self, ledger: Ledger, kind: TestKind, character: Character) -> None:
        """One Test; a trick tried again weighs on it, or gets none (KL-21)."""
        deed = next((each for each in ledger.state.deeds if each.character == character.name), None)
        policy = deed.policy if deed is not None and kind is TestKind.SKILL else SolutionPolicy.FREE
        if policy is SolutionPolicy.BAN:
            ledger.record(SolutionDiscouraged(character.name, refused=True))
            return
        sheet = character.sheet
        edge = kind is TestKind.EDGE_SAVE
        known = sheet.edge_modifier if edge else skill_modifier(sheet, self.skill)
        modifier = self.modifier if self.modifier is not None else known
        skill = (self.skill or "").strip() or None
        test = OpenTest("", character.name, kind, modifier, skill=None if edge else skill, reason=self.reason.strip())
        hidden = edge and character.sneaky and ledger.state.phase is Phase.INITIATIVE
        worn_out = policy is SolutionPolicy.DISADVANTAGE
        open_test(ledger, test, self.adv + hidden, self.dis + worn_out)


class DropTest(OfCharacter):
    """Strike a Test off before it is rolled; None = the only open one."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Take back the Test of {character}?")

    def decide(self, ledger: Ledger, who: None) -> None:
        """Strike off a Test that is not needed after all; Edge Saves of the Initiative Phase have to be made."""
        tests = tuple(test for test in ledger.state.tests if test.kind is not TestKind.EDGE_SAVE or test.group is None)
        if self.character:
            character = find_character(ledger.state, self.character)
            tests = tuple(test for test in tests if test.character == character.name)
        if not tests:
            raise Refused("NO_SUCH_TEST", phrase("No such Test is open."))
        ledger.record(TestDropped(tests[-1].test_id, tests[-1].character))
