"""Edge Saves, ties and the Turn Order (rules 3.5)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import Worded, counted, listed, number
from engine.phrase import Phrase, joined, phrase, plural, template
from engine.systems.kleptonomicon.entities import Gap, NpcGroup, OpenTest, SaveScore, Slot
from engine.systems.kleptonomicon.fields import CharacterName, GroupName
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, Command, Event, GmCommand
from engine.systems.kleptonomicon.naming import find_character, plain, sought
from engine.systems.kleptonomicon.rules.groups import CombatantAdded
from engine.systems.kleptonomicon.rules.testing import TestDropped, follows, open_test
from engine.systems.kleptonomicon.rules.turns import begin_rounds
from engine.systems.kleptonomicon.standing import place_words
from engine.systems.kleptonomicon.state import State, encounter_of, known_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import ALL_PASSED, Phase, TestKind

MOST_GROUPS = 4


class GroupCountWarned(Event):
    """Fewer groups than the book wants."""

    told: ClassVar[str] = template("Only {count}; the rulebook asks for two to four.")
    count: Annotated[int, Worded(lambda count: counted(count, "group", "groups"))]


class SavesAgainst(Event):
    """Edge Saves against this group; None when all are made."""

    told: ClassVar[str] = template("Edge Saves against {group}.")
    depends: ClassVar[str] = "group"
    taken_back: ClassVar[str] = template("the Edge Saves")
    group: str | None

    def apply(self, state: State) -> Changes:
        encounter = encounter_of(state)
        begun = encounter.saves_begun
        pcs = tuple(name for name in encounter.participants if not known_character(state, name).is_npc)
        remaining = encounter.remaining if begun else pcs
        return with_encounter(state, against=self.group, saves_begun=True, remaining=remaining)


class EdgePlaced(Event):
    """These PCs come after this group, or ahead of all."""

    weight: ClassVar[int] = 2
    key: str
    characters: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        encounter = encounter_of(state)
        remaining = tuple(name for name in encounter.remaining if name not in self.characters)
        return with_encounter(state, remaining=remaining, gaps=(*encounter.gaps, Gap(self.key, (self.characters,))))

    def sentence(self) -> Phrase:
        return plural(
            "{names} comes {place}.",
            "{names} come {place}.",
            len(self.characters),
            names=listed(self.characters),
            place=place_words(self.key),
        )


class TieDecisionRequested(Event):
    """They have to say who goes first."""

    key: str
    characters: tuple[str, ...]
    scores: tuple[SaveScore, ...] = ()


class TieResolved(Event):
    """Their order; those together in one part are still equal."""

    taken_back: ClassVar[str] = template("the order")
    weight: ClassVar[int] = 2
    key: str
    order: tuple[tuple[str, ...], ...]

    def apply(self, state: State) -> Changes:
        together = {name for part in self.order for name in part}

        def ordered(gap: Gap) -> Gap:
            if gap.key != self.key:
                return gap
            blocks = ((self.order if set(block) == together else (block,)) for block in gap.blocks)
            return Gap(gap.key, tuple(part for parts in blocks for part in parts))

        return with_encounter(state, gaps=tuple(ordered(gap) for gap in encounter_of(state).gaps))

    def sentence(self) -> Phrase:
        return phrase("In order: {names}.", names=joined((name for part in self.order for name in part), ", "))


class BeginEdgeSaves(GmCommand):
    """Begin the Edge Saves (KL-32, KL-33)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="Begin the Edge Saves[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        encounter, rules = ledger.encounter, ledger.rules
        if encounter.saves_begun:
            raise Refused("SAVES_STARTED", phrase("Edge Saves have already begun."))
        count = len(encounter.groups)
        few = (count == 1 and rules.group_count_policy == "strict") or (count == 0 and not rules.allow_pc_only)
        if few and not count:
            raise Refused(
                "GROUP_COUNT", phrase("Nobody is there to fight yet; say who joins, such as “two wolves join”.")
            )
        if count > MOST_GROUPS or few:
            said = phrase("There are {count} groups; merge or split them into two to four.", count=number(count))
            raise Refused("GROUP_COUNT", said)
        if count == 1:
            ledger.record(GroupCountWarned(count))
        _next_group(ledger)


class SkipEdgeSaves(GmCommand):
    """Go on without the Edge Saves that are still owed, which count as failed; equals go by seat (KL-33 to KL-36)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="Go on without the Edge Saves that are missing?")

    def decide(self, ledger: Ledger, who: None) -> None:
        if not saves_owed(ledger.state):
            raise Refused("NO_SUCH_TEST", phrase("Nobody owes an Edge Save."))
        while owed := saves_owed(ledger.state):
            for test in owed:
                ledger.record(TestDropped(test.test_id, test.character))
            encounter = ledger.encounter
            passed = {each.character for each in encounter.scores if each.group == encounter.against and each.passed}
            failed = tuple(name for name in encounter.remaining if name not in passed)
            if encounter.against is not None and failed:
                ledger.record(EdgePlaced(encounter.against, failed))
                if len(failed) > 1:
                    ledger.record(TieResolved(encounter.against, tuple((name,) for name in failed)))
            walk_on(ledger)


def saves_owed(state: State) -> tuple[OpenTest, ...]:
    """Edge Saves against groups that nobody has made; none outside of the Initiative Phase."""
    owed = (each for each in state.tests if each.kind is TestKind.EDGE_SAVE and each.group is not None)
    return tuple(owed) if state.phase is Phase.INITIATIVE else ()


def walk(groups: tuple[NpcGroup, ...], direction: str) -> tuple[NpcGroup, ...]:
    """Groups in the order Saves are made: lowest modifier first (KL-32, KLR-5)."""
    return groups[::-1] if direction == "ascending" else groups


def _next_group(ledger: Ledger) -> None:
    """Saves against the next group; once there is none, whoever is left has passed all (KL-35, KL-38)."""
    encounter = ledger.encounter
    line = [group.name for group in walk(encounter.groups, ledger.rules.save_direction)]
    at = line.index(encounter.against) + 1 if encounter.against is not None else 0
    everybody = encounter.remaining if encounter.saves_begun else tuple(_pcs(ledger))
    if at >= len(line) or not everybody:
        ledger.record(SavesAgainst(None))
        if ledger.encounter.remaining:
            place(ledger, ALL_PASSED, ledger.encounter.remaining)
        return
    ledger.record(SavesAgainst(line[at]))
    for name in ledger.encounter.remaining:
        ask_save(ledger, name, line[at])


def _pcs(ledger: Ledger) -> Iterator[str]:
    return (name for name in ledger.encounter.participants if not ledger.character(name).is_npc)


def ask_save(ledger: Ledger, name: str, group: str) -> None:
    """One Edge Save; Sneaky gives Advantage (KL-34)."""
    character = ledger.character(name)
    test = OpenTest("", name, TestKind.EDGE_SAVE, character.sheet.edge_modifier, group=group)
    open_test(ledger, test, adv=int(character.sneaky))


@follows(TestKind.EDGE_SAVE)
def after_save(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """Once all Saves against a group are in, those who failed are placed and the walk goes on (KL-35)."""
    if test.group is None or ledger.state.encounter is None:
        return
    if ledger.state.phase is not Phase.INITIATIVE:
        _arrival(ledger, test, passed)
        return
    if not any(each.group is not None for each in ledger.state.tests):
        finish_group(ledger)


def finish_group(ledger: Ledger) -> None:
    """Place those who failed against the group walked last, and go on unless they have to decide."""
    encounter = ledger.encounter
    failed = tuple(
        score.character
        for name in encounter.remaining
        for score in encounter.scores
        if score.character == name and score.group == encounter.against and not score.passed
    )
    if failed and encounter.against is not None:
        place(ledger, encounter.against, failed)
    walk_on(ledger)


def walk_on(ledger: Ledger) -> None:
    """The next group, as soon as nothing is undecided."""
    encounter = ledger.encounter
    if encounter.against is not None and open_tie(encounter.gaps) is None:
        _next_group(ledger)


def open_tie(gaps: tuple[Gap, ...]) -> Gap | None:
    """The first place where PCs still have to say who goes first."""
    return next((gap for gap in gaps if gap.tied), None)


def place(ledger: Ledger, key: str, characters: tuple[str, ...]) -> None:
    """PCs come after a group or ahead of all; several are put in order as the house has it (KL-36, KL-37)."""
    ledger.record(EdgePlaced(key, characters))
    if len(characters) < 2:
        return
    policy = ledger.rules.pc_tie_policy
    if policy == "seat":
        ledger.record(TieResolved(key, tuple((name,) for name in characters)))
    elif policy == "scores":
        compare(ledger, key, characters)
    else:
        ask_tie(ledger, key, characters)


def ask_tie(ledger: Ledger, key: str, characters: tuple[str, ...]) -> None:
    """They have to say who goes first."""
    ledger.record(TieDecisionRequested(key, characters, _scores(ledger, characters)))


def _scores(ledger: Ledger, characters: tuple[str, ...]) -> tuple[SaveScore, ...]:
    known = {score.character: score for score in ledger.encounter.scores}
    return tuple(known[name] for name in characters if name in known)


def compare(ledger: Ledger, key: str, characters: tuple[str, ...]) -> None:
    """Higher Scores go first; equal ones are asked again (KL-36)."""
    scores = {score.character: score.score for score in _scores(ledger, characters)}
    levels = sorted({scores.get(name, 0) for name in characters}, reverse=True)
    parts = tuple(tuple(name for name in characters if scores.get(name, 0) == level) for level in levels)
    ledger.record(TieResolved(key, parts))
    equal = next((part for part in parts if len(part) > 1), None)
    if equal is not None:
        ask_tie(ledger, key, equal)


class SetTieOrder(Command):
    """Deciding who goes first among PCs in the same place (KL-36).

    Attributes:
        key: Group they come after, or "all_passed"; None = the open question.
        order: First to last; whoever is left out comes after.
    """

    by: ClassVar[By] = By.ANYBODY
    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="In this order: {order}?")
    key: GroupName | None = None
    order: tuple[CharacterName, ...]

    def decide(self, ledger: Ledger, who: None) -> None:
        gap = _asked(ledger, self)
        named: list[str] = []
        for said in self.order:
            character = sought(find_character, ledger.state, said)
            if character is None or character.name not in gap.tied or character.name in named:
                named = []
                break
            named.append(character.name)
        if not named:
            said_names = joined(gap.tied, ", ")
            raise Refused("BAD_TIE_ORDER", phrase("Put {names} in order, each once.", names=said_names))
        rest = tuple(name for name in gap.tied if name not in named)
        parts = tuple((name,) for name in named) + ((rest,) if rest else ())
        ledger.record(TieResolved(gap.key, parts))
        if len(rest) > 1:
            ask_tie(ledger, gap.key, rest)
        walk_on(ledger)


class UseScoresForTie(Command):
    """Compare Edge Save Scores instead (KL-36, KL-37)."""

    by: ClassVar[By] = By.ANYBODY
    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="Compare the Scores[, {who}]?")
    key: GroupName | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        gap = _asked(ledger, self)
        compare(ledger, gap.key, gap.tied)
        walk_on(ledger)


def _asked(ledger: Ledger, command: SetTieOrder | UseScoresForTie) -> Gap:
    """The open tie meant, if the speaker has a say in it."""
    said = plain(command.key or "").replace(" ", "_")
    gaps = tuple(gap for gap in ledger.encounter.gaps if not said or plain(gap.key).replace(" ", "_") == said)
    gap = open_tie(gaps)
    if gap is None:
        raise Refused("NO_TIE", phrase("Nobody has to be put in order there."))
    owners = {ledger.character(name).player for name in gap.tied}
    actor = command.actor
    if (
        actor is None
        or ledger.by_gm
        or ledger.state.gm is None
        or actor.casefold() in {plain(each or "") for each in owners}
    ):
        return gap
    raise Refused("NOT_OWNER", phrase("That is for {names} to say.", names=joined(gap.tied, ", ")))


class ConfirmTurnOrder(GmCommand):
    """Announce the Turn Order; the Main Phase begins (KL-4)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Announce the Turn Order[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        """Announce the Turn Order; Round 1 begins (KL-4, KL-39, KL-42)."""
        encounter = ledger.encounter
        tie = open_tie(encounter.gaps)
        if tie is not None:
            names = listed(tie.tied)
            raise Refused("TIE_UNRESOLVED", phrase("{names} still have to say who goes first.", names=names))
        if not encounter.saves_begun or encounter.against is not None:
            raise Refused("TESTS_OUTSTANDING", phrase("Edge Saves come first; say “Edge Saves”."))
        begin_rounds(ledger, assembled(encounter.groups, encounter.gaps))


def assembled(groups: tuple[NpcGroup, ...], gaps: tuple[Gap, ...]) -> tuple[Slot, ...]:
    """The Turn Order: who passed all, then every group with those who failed against it (KL-39)."""
    after = {gap.key: tuple(Slot(name, (name,)) for name in gap.order) for gap in gaps}
    order = list(after.get(ALL_PASSED, ()))
    for group in groups:
        order += [Slot(group.name, group.members, group=True), *after.get(group.name, ())]
    return tuple(order)


def _arrival(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """A latecomer's Save: on to the next group, or into the Turn Order behind those already there (KL-41)."""
    line = [group.name for group in walk(ledger.encounter.groups, ledger.rules.save_direction)]
    at = line.index(test.group) if test.group in line else len(line) - 1
    if passed and at + 1 < len(line):
        ask_save(ledger, test.character, line[at + 1])
        return
    ledger.record(CombatantAdded(test.character, test.character, after=_last_in_gap(ledger, passed, test.group)))


def _last_in_gap(ledger: Ledger, passed: bool, group: str | None) -> str | None:
    """Name of the slot a latecomer goes behind; "" for the very front."""
    order = ledger.encounter.order
    names = [slot.name for slot in order]
    at = 0 if passed else names.index(group) + 1 if group in names else len(order)
    while at < len(order) and not order[at].group:
        at += 1
    return names[at - 1] if at else ""


def join_by_saves(ledger: Ledger, name: str) -> None:
    """A PC joins late: Saves against the present groups from the lowest up (KL-41)."""
    line = walk(ledger.encounter.groups, ledger.rules.save_direction)
    if line:
        ask_save(ledger, name, line[0].name)
    else:
        ledger.record(CombatantAdded(name, name))
