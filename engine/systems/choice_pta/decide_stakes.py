"""Deciding about calling a conflict, its stakes and options (rules 3.3)."""

from dataclasses import replace
from itertools import combinations

from engine.phrase import phrase, plural
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.decide_table import refuse_in_conflict
from engine.systems.choice_pta.derived import active_parts, gm_card_cap, gm_limit, players_counted
from engine.systems.choice_pta.entities import Conflict, Opposition, Options, Participant, Seat
from engine.systems.choice_pta.guards import own_part, which
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part, find_seat, matches
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.stakes import opposes
from engine.systems.choice_pta.vocabulary import FateRule, Kind, Phase
from engine.types import Rejected

GM_LABEL = "GM"


@rule(cmd.CallConflict, scene=True)
def call_conflict(ledger: Ledger, command: cmd.CallConflict, who: str) -> Rejected | None:
    """Turn to the cards (PTA-21, R-53)."""
    refusal = refuse_in_conflict(ledger) or _refuse_call(ledger, who)
    if refusal is not None:
        return refusal
    kind = Kind(command.conflict.strip().lower())
    goal = ledger.rules.victory_goal_default if kind is Kind.EXTENDED else None
    ledger.record(ev.ConflictCalled(f"conflict-{ledger.state.conflict_count + 1}", kind, who or ledger.gm, goal))
    for said in dict.fromkeys(name.strip() for name in command.participants if name.strip()):
        _take_part(ledger, said)
    return None


def _refuse_call(ledger: Ledger, who: str) -> Rejected | None:
    if not ledger.state.sitting_no:
        return Rejected("WRONG_PHASE", phrase("Deal the hands first."))
    if ledger.rules.conflict_call_by == "gm" and who not in ("", ledger.gm):
        return Rejected("GM_ONLY", phrase("Only the GM calls conflicts at this table."))
    most, scene = ledger.rules.conflicts_per_scene, ledger.state.scene
    if isinstance(most, int) and scene is not None and scene.conflicts >= most:
        return Rejected("CONFLICT_LIMIT", phrase("This scene has had its conflict."))
    return None


def _take_part(ledger: Ledger, said: str) -> None:
    """Somebody named in the call: a person, or else something of the GM's."""
    seat = find_seat(ledger.state, said)
    if isinstance(seat, Seat) and not ledger.conflict.parts_of(seat.name):
        ledger.record(ev.StakeSet(part_name(seat), seat.name, ""))
    elif not isinstance(seat, Seat) and ledger.conflict.part(said) is None:
        ledger.record(ev.StakeSet(said, ledger.gm, ""))


def part_name(seat: Seat) -> str:
    """What a seat's participant is called: the protagonist, else the player."""
    if seat.is_gm:
        return GM_LABEL
    return seat.protagonist.name if seat.protagonist is not None and seat.protagonist.name else seat.name


@rule(cmd.SetStake, Phase.STAKES, Phase.ROUND_NARRATION, acts="player", for_others=True)
def set_stake(ledger: Ledger, command: cmd.SetStake, who: str) -> Rejected | None:
    """State or restate what a participant gets; it joins if it takes no part yet (PTA-22, PTA-23)."""
    name = _participant(ledger, command, who)
    if isinstance(name, Rejected):
        return name
    part, seat = ledger.conflict.part(name[0]), name[1]
    if not command.text.strip():
        return Rejected("STAKE_MISSING", phrase("Say what is at stake."))
    late = _refuse_late(ledger, part, seat)
    if late is not None:
        return late
    mooks = command.mook if command.mook is not None else part.mooks if part is not None else None
    if mooks is not None and (mooks < 1 or seat != ledger.gm):
        return Rejected("NOT_A_MOOK_GROUP", phrase("A group of mooks belongs to the GM and has at least one."))
    ledger.record(ev.StakeSet(name[0], seat, command.text.strip(), mooks))
    return None


def _refuse_late(ledger: Ledger, part: Participant | None, seat: str) -> Rejected | None:
    """After the cards began, only a newcomer may join, where the house allows it (PTA-70, R-74)."""
    if ledger.conflict.phase is Phase.STAKES:
        return None
    joining = part is None and seat != ledger.gm and ledger.rules.late_entry == "join_next_round"
    return None if joining else Rejected("WRONG_PHASE", phrase("The stakes of this conflict are locked."))


def _participant(ledger: Ledger, command: cmd.SetStake, who: str) -> tuple[str, str] | Rejected:
    """Name and owner of the participant the stake is for."""
    speaker = find_seat(ledger.state, command.actor) if command.actor else None
    if command.label:
        return _labelled(ledger, command, who, speaker if isinstance(speaker, Seat) else None)
    if isinstance(speaker, Seat) and speaker.name != who:
        return Rejected("NOT_YOUR_SEAT", phrase("{player} states that stake.", player=who))
    own = ledger.conflict.parts_of(who)
    if who != ledger.gm:
        if own and command.new:
            return Rejected("ONE_STAKE_PER_PLAYER", phrase("{player} has a stake already.", player=who))
        return own[0].name if own else part_name(ledger.seat(who)), who
    blank = [part for part in own if not part.stake]
    if blank and not command.new:
        return (blank[0].name, who) if len(blank) == 1 else which(blank)
    unnamed = next((part.name for part in own if part.name == GM_LABEL), None)
    if unnamed is not None and not command.new:
        return unnamed, who
    return _free_label(ledger.conflict), who


def _free_label(conflict: Conflict) -> str:
    names = {part.name for part in conflict.participants}
    number = 2
    while GM_LABEL in names and f"{GM_LABEL} {number}" in names:
        number += 1
    return f"{GM_LABEL} {number}" if GM_LABEL in names else GM_LABEL


def _labelled(ledger: Ledger, command: cmd.SetStake, who: str, speaker: Seat | None) -> tuple[str, str] | Rejected:
    label = (command.label or "").strip()
    found = matches(ledger.conflict.participants, lambda part: (part.name,), label)
    seat = find_seat(ledger.state, label)
    if len(found) == 1 and not command.new:
        name, owner = found[0].name, found[0].seat
    elif isinstance(seat, Seat):
        return _participant(ledger, cmd.SetStake(actor=command.actor, new=command.new), seat.name)
    else:
        name, owner = label, who if command.player else ledger.gm
    if speaker is not None and speaker.name != owner:
        return Rejected("NOT_YOUR_STAKE", phrase("{player} states the stake of {name}.", player=owner, name=name))
    mine = ledger.conflict.parts_of(owner)
    if owner != ledger.gm and mine and name != mine[0].name:
        return Rejected("ONE_STAKE_PER_PLAYER", phrase("{player} has a stake already.", player=owner))
    return name, owner


@rule(cmd.DropStake, Phase.STAKES)
def drop_stake(ledger: Ledger, command: cmd.DropStake, who: str) -> Rejected | None:
    """Take a participant out again (PTA-27)."""
    part = own_part(ledger, who, command.part_id)
    if isinstance(part, Rejected):
        return part
    ledger.record(ev.StakeDropped(part.name))
    return None


@rule(cmd.SetOpposition, Phase.STAKES)
def set_opposition(ledger: Ledger, command: cmd.SetOpposition, who: str) -> Rejected | None:
    """Say whether two stakes can both come true (PTA-24, PTA-25, R-55)."""
    one = find_part(ledger.state, ledger.conflict, command.a) if command.a else own_part(ledger, who, None)
    other = find_part(ledger.state, ledger.conflict, command.b)
    if isinstance(one, Rejected):
        return one
    if isinstance(other, Rejected):
        return other
    if one == other:
        return Rejected("UNKNOWN_PARTICIPANT", phrase("Name two different stakes."))
    both_gm = one.seat == other.seat == ledger.gm
    if both_gm and command.opposes and not _gm_may_oppose(ledger):
        return Rejected("GM_STAKES_OPPOSE", phrase("Two stakes of the GM never oppose each other."))
    ledger.record(ev.OppositionSet(one.name, other.name, command.opposes))
    return None


def _gm_may_oppose(ledger: Ledger) -> bool:
    return ledger.rules.gm_stakes_may_oppose == "simple_only" and not ledger.conflict.is_extended


@rule(cmd.LockStakes, Phase.STAKES)
def lock_stakes(ledger: Ledger, command: cmd.LockStakes, who: str) -> Rejected | None:
    """Freeze stakes, opposition and options, and open the first round (PTA-27)."""
    fate = FateRule(command.hand_of_fate.strip().lower())
    refusal = _refuse_stakes(ledger) or _refuse_options(ledger, command.mooks)
    if refusal is not None:
        return refusal
    conflict = ledger.conflict
    names = tuple(part.name for part in conflict.participants)
    pairs = tuple(Opposition(a, b, opposes(conflict, a, b, ledger.gm)) for a, b in combinations(names, 2))
    ledger.record(ev.StakesLocked(names, pairs, Options(command.mooks, fate), conflict.goal))
    _bring_in(ledger)
    open_round(ledger, 1)
    return None


def _bring_in(ledger: Ledger) -> None:
    """Taking part makes protagonists present (PTA-22)."""
    scene = ledger.state.scene
    for part in ledger.conflict.participants:
        if scene is not None and part.seat != ledger.gm and part.seat not in scene.present:
            ledger.record(ev.PresenceChanged(part.seat, True))


def open_round(ledger: Ledger, number: int) -> None:
    """Let every active participant commit a card (PTA-65)."""
    state = ledger.state
    conflict = replace(ledger.conflict, players_counted=players_counted(state, ledger.conflict))
    active = tuple(part.name for part in active_parts(conflict))
    limit, cap = gm_limit(state, conflict), gm_card_cap(state, conflict)
    ledger.record(ev.RoundOpened(number, active, conflict.players_counted, limit, cap))


def _refuse_stakes(ledger: Ledger) -> Rejected | None:
    """PTA-22 to PTA-26, in the order of the rules document."""
    conflict = ledger.conflict
    parts = conflict.participants
    players = players_counted(ledger.state, conflict)
    if not players:
        return Rejected("NO_PLAYER_INVOLVED", phrase("At least one player takes part in a conflict."))
    if len(parts) < 2:
        return Rejected("TOO_FEW_PARTICIPANTS", phrase("A conflict needs two stakes at least."))
    silent = next((part.name for part in parts if not part.stake), None)
    if silent is not None:
        return Rejected("STAKE_MISSING", phrase("What does {name} want? The stake is missing.", name=silent))
    refusal = _refuse_opposition(ledger)
    if refusal is not None:
        return refusal
    table = ledger.rules.gm_stake_limit_basis == "table"
    most = len(ledger.state.players) if table else players
    if len(conflict.parts_of(ledger.gm)) > most:
        return Rejected(
            "TOO_MANY_GM_STAKES",
            plural(
                "The GM may hold {count} stake in this conflict.",
                "The GM may hold {count} stakes in this conflict.",
                most,
            ),
        )
    fewest = ledger.rules.extended_min_participants
    if conflict.is_extended and len(parts) < fewest:
        return Rejected("EXTENDED_NEEDS_THREE", phrase("An extended conflict needs {number} stakes.", number=fewest))
    return None


def _refuse_opposition(ledger: Ledger) -> Rejected | None:
    conflict, gm = ledger.conflict, ledger.gm
    parts = conflict.participants
    if len(parts) == 2 and not opposes(conflict, parts[0].name, parts[1].name, gm):
        return Rejected("MUST_OPPOSE", phrase("Two stakes alone have to oppose each other."))
    for part in parts:
        rivals = [each for each in parts if opposes(conflict, part.name, each.name, gm)]
        if not rivals or (part.seat == gm and all(each.seat == gm for each in rivals)):
            no_player = phrase("{name}'s stake does not oppose a player's stake.", name=part.name)
            nobody = phrase("{name}'s stake does not oppose any other stake.", name=part.name)
            return Rejected("STAKE_OPPOSES_NOBODY", no_player if part.seat == gm else nobody)
        if part.seat == gm and not _gm_may_oppose(ledger) and any(each.seat == gm for each in rivals):
            return Rejected("GM_STAKES_OPPOSE", phrase("Two stakes of the GM never oppose each other."))
    return None


def _refuse_options(ledger: Ledger, mooks: bool) -> Rejected | None:
    """Mooks need their option, and extended conflicts unless the house allows more (PTA-79, R-75)."""
    conflict = ledger.conflict
    groups = [part.name for part in conflict.participants if part.mooks is not None]
    if groups and not mooks:
        told = phrase("{group} are mooks; lock the stakes with mooks, or make them a plain stake.", group=groups[0])
        return Rejected("OPTION_OFF", told)
    if mooks and not conflict.is_extended and ledger.rules.mooks_scope == "extended":
        return Rejected("OPTION_OFF", phrase("Mooks are for extended conflicts."))
    return None
