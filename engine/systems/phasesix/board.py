"""The table for a page: who acts or rolls, seats with hearts and dice, throws owed and lying."""

from collections.abc import Iterator

from engine.board import Bar, Board, Face, Mark, Place, Throw, Tone
from engine.common.words import counted
from engine.phrase import Phrase, phrase, plural, verbatim
from engine.systems.phasesix.derived import rolls_on
from engine.systems.phasesix.entities import Character, Check, Die, Outcome, Player, State
from engine.systems.phasesix.entities import Throw as Owed
from engine.systems.phasesix.headline import headline_of
from engine.systems.phasesix.listening import expected, narration
from engine.systems.phasesix.panels import panels
from engine.systems.phasesix.people import counters_of, hero_of, plights
from engine.systems.phasesix.rules.checks import TOLD_OTHERWISE
from engine.systems.phasesix.vocabulary import Dice, DieKind
from engine.systems.phasesix.words import worded

_OWED = (
    (("state_hits",), phrase("say how many hits the parry left")),
    (("evade", "parry"), phrase("evade, parry or take the hits")),
    (("react", "pass_reaction"), phrase("react or pass")),
    (("close_check",), phrase("add dice or leave the roll")),
    (("add_bonus_die", "add_destiny_die"), phrase("add extra dice, or none")),
    (("record_tick",), phrase("write down a tick")),
)
"""Answers a player may owe, the most urgent first, as phrases; the first of overlapping ones is told."""


def board(state: State, viewer: str | None = None) -> Board:
    """The table as one viewer sees it; sheets of foes are for whoever leads the story."""
    view = narration(state)
    headline, reason = headline_of(state)
    return Board(
        headline,
        reason,
        view.holder,
        view.actions,
        tuple(_place(state, player) for player in state.players),
        tuple(_bars(state)),
        throws=tuple(_throws(state)),
        order=tuple(_order(state)),
        panels=panels(state, viewer),
        unit=plural("action", "actions", view.actions or 0),
    )


def _order(state: State) -> Iterator[str]:
    """Those who act after whoever has priority, this round and then the next; those who cannot are left out (P6-33)."""
    combat = state.combat
    if combat is None or combat.holder is None:
        return
    after = (*combat.combatants[combat.cursor + 1 :], *combat.combatants[: combat.cursor])
    for who in map(state.character, (one.name for one in after)):
        if who is not None and not who.incapacitated:
            yield who.name


def _place(state: State, player: Player) -> Place:
    who = hero_of(state, player.name)
    fights = state.combat is None or player.gm or any(_in_fight(state, one, player) for one in state.characters)
    return Place(
        player.name,
        who.name if who is not None else None,
        tuple(counters_of(state, who)) if who is not None else (),
        tuple(_badges(state, player, who)),
        tuple(_owes(state, player.name)),
        present=fights and not (who is not None and who.dead),
    )


def _in_fight(state: State, who: Character, player: Player) -> bool:
    return who.player == player.name and state.combat is not None and state.combat.of(who.name) is not None


def _badges(state: State, player: Player, who: Character | None) -> Iterator[Phrase]:
    if player.gm:
        yield phrase("GM")
    combat = state.combat
    if combat is not None and combat.holder is not None and narration(state).holder == player.name:
        own = who is not None and who.name == combat.holder
        yield phrase("acts") if own else phrase("acts for {character}", character=combat.holder)
    if who is not None:
        yield from plights(who)


def _owes(state: State, player: str) -> Iterator[Phrase]:
    for throw in state.throws:
        if throw.request.roller == player:
            dice = counted(throw.request.count, "die", "dice")
            yield phrase("roll {dice}: {because}", dice=dice, because=throw.request.because)
    wanted = {each.command for each in expected(state) if each.player == player}
    for commands, owed in _OWED:
        if wanted & set(commands):
            yield owed
            if "pass_reaction" in wanted:
                wanted -= {"react", "pass_reaction"}
            if "close_check" in wanted:
                wanted -= {"add_bonus_die", "add_destiny_die"}


def _bars(state: State) -> Iterator[Bar]:
    """A group roll on its way."""
    group = state.group
    if group is not None:
        most = max(1, group.required)
        done = phrase("{done} of {members} have rolled", done=group.done, members=len(group.members))
        tone: Tone = "good" if group.total >= most else "plain"
        label = phrase("Group roll on {trait}", trait=worded(group.trait))
        yield Bar(label, min(group.total, most), most, done, tone)


def _throws(state: State) -> Iterator[Throw]:
    """Dice owed, with what lies already of the same check; rolls that wait for a choice; the latest that is done."""
    owed = {throw.ref for throw in state.throws}
    for throw in state.throws:
        request, check = throw.request, state.check(throw.ref)
        faces = tuple(_sixes_before(state, throw)) if check is None else tuple(_faces(state, check))
        yield Throw(request.roller, verbatim(request.because), request.count, request.sides, faces, request.request_id)
    for check in state.checks:
        if check.check_id not in owed:
            what = phrase("{trait} of {character}", trait=worded(check.trait), character=check.character)
            yield Throw(check.player, what, faces=tuple(_faces(state, check)))
    if state.lying is not None and state.last is not None:
        yield Throw(state.lying.player, _came_to(state.last), faces=tuple(_faces(state, state.lying)), over=True)


def _came_to(last: Outcome) -> Phrase:
    """The outcome of a roll; of rolls where every success counts there is no enough."""
    what = phrase(
        "{trait} of {character}: {successes}",
        trait=worded(last.trait),
        character=last.character,
        successes=counted(last.successes, "success", "successes"),
    )
    if last.purpose in TOLD_OTHERWISE:
        return what
    return phrase("{roll}, enough", roll=what) if last.success else phrase("{roll}, not enough", roll=what)


def _sixes_before(state: State, throw: Owed) -> Iterator[Face]:
    """The sixes an initiative die is rolled on from (P6-27)."""
    combat = state.combat
    if combat is not None and throw.request.purpose == Dice.INITIATIVE:
        rolling = (one for one in (*combat.combatants, *combat.joining) if one.name == throw.ref)
        yield from (Face(6, "again") for one in rolling for _ in range(one.score // 6))


def _faces(state: State, check: Check) -> Iterator[Face]:
    """The dice that lie: replaced ones are struck, sixes may be rolled on, the rest reached the minimum or not."""
    again = state.house_rules.reroll_scope == "all"
    replaced = tuple(die for die in check.old if again or die.kind is DieKind.NATURAL)
    yield from (Face(face, "struck") for die in replaced for face in die.faces)
    for die in check.dice:
        yield from (Face(face) for face in die.faces[:-1])
        yield from (Face(face, _mark(state, check, die)) for face in die.faces[-1:])


def _mark(state: State, check: Check, die: Die) -> Mark:
    if not check.rolled and rolls_on(check, die, state.house_rules):
        return "again"
    return "success" if die.success else "failure"
