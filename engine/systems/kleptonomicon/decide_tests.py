"""Deciding about Tests: asking, and handing in faces or Scores (rules 3.4)."""

from engine.common.words import counted, number
from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.decide_initiative import begin_edge_saves
from engine.systems.kleptonomicon.derived import dice_count, score_of, skill_modifier
from engine.systems.kleptonomicon.entities import Character, OpenTest
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character, find_player, plain
from engine.systems.kleptonomicon.rulebook import By, refuse_pending, rule
from engine.systems.kleptonomicon.testing import close_test, open_test, tested
from engine.systems.kleptonomicon.vocabulary import EVERYONE_WORDS, RUNNING, Phase, SolutionPolicy, TestKind
from engine.types import Rejected


@rule(cmd.RequestTest, By.GM, *RUNNING)
def request_test(ledger: Ledger, command: cmd.RequestTest, _: None) -> Rejected | None:
    """Ask one or all PCs for a Test (KL-19, KL-24); Edge Saves for all begin those of the Initiative Phase."""
    kind = TestKind(command.test.strip().upper().replace(" ", "_"))
    everyone = plain(command.character or "") in EVERYONE_WORDS
    if everyone and kind is TestKind.EDGE_SAVE and ledger.state.phase is Phase.INITIATIVE:
        return begin_edge_saves(ledger, cmd.BeginEdgeSaves(actor=command.actor), None)
    if everyone:
        people: tuple[Character, ...] = ledger.state.pcs
    else:
        named = tested(ledger, command.character)
        if isinstance(named, Rejected):
            return named
        people = (named,)
    for character in people:
        refusal = refuse_pending(ledger.state, character)
        if refusal is not None:
            return refusal
    if not people:
        return Rejected("UNKNOWN_CHARACTER", phrase("There are no characters to be tested."))
    for character in people:
        _request(ledger, command, kind, character)
    return None


def _request(ledger: Ledger, command: cmd.RequestTest, kind: TestKind, character: Character) -> None:
    """One Test; a trick tried again weighs on it, or gets none (KL-21)."""
    deed = next((each for each in ledger.state.deeds if each.character == character.name), None)
    policy = deed.policy if deed is not None and kind is TestKind.SKILL else SolutionPolicy.FREE
    if policy is SolutionPolicy.BAN:
        ledger.record(ev.SolutionDiscouraged(character.name, refused=True))
        return
    sheet = character.sheet
    edge = kind is TestKind.EDGE_SAVE
    known = sheet.edge_modifier if edge else skill_modifier(sheet, command.skill)
    modifier = command.modifier if command.modifier is not None else known
    skill = (command.skill or "").strip() or None
    test = OpenTest("", character.name, kind, modifier, skill=None if edge else skill, reason=command.reason.strip())
    hidden = edge and character.sneaky and ledger.state.phase is Phase.INITIATIVE
    worn_out = policy is SolutionPolicy.DISADVANTAGE
    open_test(ledger, test, command.adv + hidden, command.dis + worn_out)


@rule(cmd.SubmitDice, By.ANYBODY)
def submit_dice(ledger: Ledger, command: cmd.SubmitDice, _: None) -> Rejected | None:
    """Faces of a Test (KL-26, KL-27)."""
    test = _open(ledger, command)
    if isinstance(test, Rejected):
        return test
    count, sides = dice_count(test.net, ledger.rules), ledger.rules.test_sides
    if len(command.dice) != count:
        dice, given = counted(count, "die", "dice"), number(len(command.dice))
        said = phrase("{character} rolls {dice}, not {given}.", character=test.character, dice=dice, given=given)
        return Rejected("DICE_COUNT", said)
    if any(not 1 <= face <= sides for face in command.dice):
        return Rejected("DICE_RANGE", phrase("Dice show 1 to {sides}.", sides=sides))
    close_test(ledger, test, score_of(test, command.dice, ledger.rules), command.dice)
    return None


@rule(cmd.SubmitScore, By.ANYBODY)
def submit_score(ledger: Ledger, command: cmd.SubmitScore, _: None) -> Rejected | None:
    """A finished total, taken as it is said (KL-26)."""
    test = _open(ledger, command)
    if isinstance(test, Rejected):
        return test
    close_test(ledger, test, command.score)
    return None


def _open(ledger: Ledger, command: cmd.SubmitDice | cmd.SubmitScore) -> OpenTest | Rejected:
    """The Test meant: the one named, the oldest of a named character, of the speaker, or of all."""
    tests = ledger.state.tests
    if command.test_id is not None:
        tests = tuple(test for test in tests if test.test_id == command.test_id)
    if command.character:
        character = find_character(ledger.state, command.character)
        if isinstance(character, Rejected):
            return character
        tests = tuple(test for test in tests if test.character == character.name)
    if not tests:
        return Rejected("NO_SUCH_TEST", phrase("No such Test is open."))
    return _of_speaker(ledger, command.actor, tests, bool(command.test_id or command.character))


def _of_speaker(ledger: Ledger, actor: str | None, tests: tuple[OpenTest, ...], named: bool) -> OpenTest | Rejected:
    """Players hand in their own dice; the GM's go to NPCs first, then to anybody."""
    speaker = find_player(ledger.state, actor) if actor is not None else None
    if isinstance(speaker, Rejected):
        return speaker
    if speaker is None or (ledger.state.gm is None and named):
        return tests[0]
    own = tuple(test for test in tests if ledger.state.roller_of(test.character) == speaker.name)
    if own:
        return own[0]
    if speaker.gm and (named or len(tests) == 1):
        return tests[0]
    if speaker.gm:
        return Rejected("PENDING_RESOLUTION", phrase("Say whose Test that is."))
    if named:
        return Rejected(
            "NOT_OWNER", phrase("{character}'s dice are read by their own player.", character=tests[0].character)
        )
    return Rejected("NO_SUCH_TEST", phrase("{name} has no Test to roll.", name=speaker.name))


@rule(cmd.DropTest, By.GM)
def drop_test(ledger: Ledger, command: cmd.DropTest, _: None) -> Rejected | None:
    """Strike off a Test that is not needed after all; Edge Saves of the Initiative Phase have to be made."""
    tests = tuple(test for test in ledger.state.tests if test.kind is not TestKind.EDGE_SAVE or test.group is None)
    if command.character:
        character = find_character(ledger.state, command.character)
        if isinstance(character, Rejected):
            return character
        tests = tuple(test for test in tests if test.character == character.name)
    if not tests:
        return Rejected("NO_SUCH_TEST", phrase("No such Test is open."))
    ledger.record(ev.TestDropped(tests[-1].test_id, tests[-1].character))
    return None
