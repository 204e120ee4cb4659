"""Deciding about Freeplay: deeds, tricks, long Abilities (rules 3.3)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character, plain
from engine.systems.kleptonomicon.rulebook import By, refuse_out, rule
from engine.systems.kleptonomicon.testing import tested
from engine.systems.kleptonomicon.vocabulary import (
    RUNNING,
    ClosingStep,
    Phase,
    SolutionPolicy,
    TestKind,
)
from engine.types import Rejected


@rule(cmd.SetLooseOrder, By.GM, Phase.FREEPLAY)
def set_loose_order(ledger: Ledger, command: cmd.SetLooseOrder, _: None) -> Rejected | None:
    """A hint only; nobody is bound by it (KL-17)."""
    order: list[str] = []
    for said in command.order:
        character = find_character(ledger.state, said)
        if isinstance(character, Rejected):
            return character
        order.append(character.name)
    ledger.record(ev.LooseOrderSet(tuple(dict.fromkeys(order))))
    return None


@rule(cmd.Improvise, By.OWNER, Phase.FREEPLAY, Phase.PAUSE, Phase.REWARD, Phase.CLOSING_CREDITS, waits=True)
def improvise(ledger: Ledger, command: cmd.Improvise, character: Character) -> Rejected | None:
    """A deed no Ability covers; a worn-out trick gets no Test (KL-19, KL-21)."""
    closing = ledger.episode.closing
    if ledger.state.phase is Phase.CLOSING_CREDITS and closing is not None and closing.step is not ClosingStep.SCENES:
        return Rejected("WRONG_PHASE", phrase("The closing scenes are over."))
    refusal = refuse_out(character)
    if refusal is not None:
        return refusal
    tag = plain(command.solution_tag or "") or None
    known = next((each for each in ledger.episode.solutions if each.tag == tag), None)
    policy = known.policy if known is not None and known.uses else SolutionPolicy.FREE
    ledger.record(ev.ImprovisedDeed(character.name, command.text.strip(), tag, policy))
    if policy is SolutionPolicy.BAN:
        ledger.record(ev.SolutionDiscouraged(character.name))
    return None


@rule(cmd.FlagSolution, By.GM, *RUNNING)
def flag_solution(ledger: Ledger, command: cmd.FlagSolution, _: None) -> Rejected | None:
    """What a trick brings when it is tried again (KL-21)."""
    tag = plain(command.tag)
    if not tag:
        return Rejected("BAD_VALUE", phrase("Name the trick, and say free, disadvantage or ban."))
    ledger.record(ev.SolutionFlagged(tag, SolutionPolicy(command.policy.strip().lower())))
    return None


@rule(cmd.DeclareImpossible, By.GM, *RUNNING)
def declare_impossible(ledger: Ledger, command: cmd.DeclareImpossible, _: None) -> Rejected | None:
    """A deed fails without a Test; one asked for is struck off (KL-19)."""
    character = tested(ledger, command.character)
    if isinstance(character, Rejected):
        return character
    for test in ledger.state.tests:
        if test.character == character.name and test.kind is TestKind.SKILL:
            ledger.record(ev.TestDropped(test.test_id, character.name))
    ledger.record(ev.DeedImpossible(character.name, command.text.strip()))
    return None


@rule(cmd.ConfirmAbility, By.GM, Phase.FREEPLAY, Phase.PAUSE)
def confirm_ability(ledger: Ledger, command: cmd.ConfirmAbility, _: None) -> Rejected | None:
    """The GM's word on an Ability that takes minutes (KL-18)."""
    waiting = ledger.state.long_use
    if waiting is None:
        return Rejected("NOT_ASKED", phrase("No Ability waits for your word."))
    ledger.record(ev.LongAbilityDecided(waiting.character, waiting.ability, command.allowed))
    if command.allowed:
        ledger.record(ev.AbilityUsed(waiting.character, waiting.ability, waiting.targets))
    return None
