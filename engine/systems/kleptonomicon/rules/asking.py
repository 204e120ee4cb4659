"""Tests the GM asks for, and strikes off (rules 3.4)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.rules import Refused
from engine.fields import Words
from engine.phrase import phrase
from engine.systems.kleptonomicon.derived import skill_modifier
from engine.systems.kleptonomicon.entities import Character, OpenTest
from engine.systems.kleptonomicon.fields import Advantages, AnyNumber, SkillOfCharacter, TestWord
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, OfCharacter
from engine.systems.kleptonomicon.naming import find_character, plain
from engine.systems.kleptonomicon.rulebook import refuse_pending
from engine.systems.kleptonomicon.rules.freeplay import SolutionDiscouraged
from engine.systems.kleptonomicon.rules.initiative import BeginEdgeSaves
from engine.systems.kleptonomicon.rules.testing import TestDropped, open_test, tested
from engine.systems.kleptonomicon.vocabulary import EVERYONE_WORDS, RUNNING, Phase, SolutionPolicy, TestKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTest(OfCharacter):
    """Ask for a Test (KL-19, KL-24).

    Attributes:
        character: Whoever is tested; "everyone" for all PCs.
        test: "SKILL" or "EDGE_SAVE".
        modifier: None = what the sheet says.
        adv: Advantages.
        dis: Disadvantages.
    """

    kind: ClassVar[str] = "request_test"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = tuple(RUNNING)
    test: TestWord = "SKILL"
    skill: SkillOfCharacter | None = None
    modifier: AnyNumber | None = None
    adv: Advantages = 0
    dis: Advantages = 0
    reason: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        """Ask one or all PCs for a Test (KL-19, KL-24); Edge Saves for all begin those of the Initiative Phase."""
        kind = TestKind(self.test.strip().upper().replace(" ", "_"))
        everyone = plain(self.character or "") in EVERYONE_WORDS
        if everyone and kind is TestKind.EDGE_SAVE and ledger.state.phase is Phase.INITIATIVE:
            return BeginEdgeSaves(actor=self.actor).decide(ledger, None)
        people = ledger.state.pcs if everyone else (tested(ledger, self.character),)
        for character in people:
            refuse_pending(ledger.state, character)
        if not people:
            raise Refused("UNKNOWN_CHARACTER", phrase("There are no characters to be tested."))
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DropTest(OfCharacter):
    """Strike a Test off before it is rolled; None = the only open one."""

    kind: ClassVar[str] = "drop_test"
    by: ClassVar[By] = By.GM

    def decide(self, ledger: Ledger, who: None) -> None:
        """Strike off a Test that is not needed after all; Edge Saves of the Initiative Phase have to be made."""
        tests = tuple(test for test in ledger.state.tests if test.kind is not TestKind.EDGE_SAVE or test.group is None)
        if self.character:
            character = find_character(ledger.state, self.character)
            tests = tuple(test for test in tests if test.character == character.name)
        if not tests:
            raise Refused("NO_SUCH_TEST", phrase("No such Test is open."))
        ledger.record(TestDropped(tests[-1].test_id, tests[-1].character))
