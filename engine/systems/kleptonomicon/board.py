"""The table of the Kleptonomicon for a page: Turns and Beats, Edge Saves, Reactions, foes, Credits."""

from collections.abc import Iterator

from engine.board import Bar, Board, Counter, Face, Line, Panel, Place, Throw, Tone
from engine.common.words import counted, listed
from engine.offers import owed_throws
from engine.systems.kleptonomicon.decide_reactions import can_answer
from engine.systems.kleptonomicon.derived import acting, upcoming
from engine.systems.kleptonomicon.describe import place_words
from engine.systems.kleptonomicon.entities import Character, Encounter, Episode
from engine.systems.kleptonomicon.headline import headline
from engine.systems.kleptonomicon.listening import expected, narration
from engine.systems.kleptonomicon.standing import TRIGGERS, badges, beat_debt, in_rounds, movement, points
from engine.systems.kleptonomicon.state import Player, State
from engine.systems.kleptonomicon.testing import because, roll_requests
from engine.systems.kleptonomicon.vocabulary import ClosingStep, OpeningStep, Phase


def board(state: State, viewer: str | None = None) -> Board:
    """What everybody sees; points and movement of NPCs are the GM's alone."""
    title, reason = headline(state)
    holder = narration(state)
    return Board(
        headline=title,
        reason=reason,
        holder=holder.holder,
        actions=holder.actions,
        places=tuple(_place(state, player) for player in state.players),
        bars=tuple(_bars(state)),
        counters=_counters(state),
        throws=owed_throws(roll_requests(state)) if state.tests else tuple(_lying(state)),
        order=_order(state),
        panels=tuple(panel for panel in _panels(state, viewer) if panel.lines),
        unit="Beat",
    )


def _counters(state: State) -> tuple[Counter, ...]:
    rounds = state.encounter.round if state.encounter is not None else 0
    episode = (Counter("Episode", state.episode.number),) if state.episode is not None else ()
    return (*episode, Counter("Round", rounds)) if rounds else episode


def _order(state: State) -> tuple[str, ...]:
    if state.encounter is not None and state.encounter.order and state.phase is not Phase.REWARD:
        return upcoming(state.encounter, state.house_rules)
    loose = state.phase is Phase.FREEPLAY and state.episode is not None
    return state.episode.loose_order if state.episode is not None and loose else ()


def _lying(state: State) -> Iterator[Throw]:
    """The latest Test that is done; of Advantage and Disadvantage, dice that do not count are struck (KL-25)."""
    last = state.lying
    if last is not None:
        faces, net = last.faces, last.test.net
        best_first = sorted(range(len(faces)), key=lambda at: faces[at], reverse=net > 0)
        counting = best_first[: state.house_rules.test_dice] if net else best_first
        shown = tuple(Face(face, "plain" if at in counting else "struck") for at, face in enumerate(faces))
        result = f"{because(last.test)}: {last.score}, {'passed' if last.passed else 'failed'}"
        yield Throw(state.roller_of(last.test.character), result, faces=shown, over=True)


# -- seats -------------------------------------------------------------------------------------------------------------


def _place(state: State, player: Player) -> Place:
    pc = state.character_of(player.name)
    encounter = state.encounter
    here = encounter is None or pc is None or pc.name in encounter.participants
    marks = ["GM"] if player.gm else []
    if pc is not None:
        marks += [
            *(["has the Turn"] if pc.name in acting(encounter, state.house_rules) else []),
            *badges(pc),
            *beat_debt(pc),
        ]
    return Place(
        player=player.name,
        character=pc.name if pc is not None else None,
        counters=tuple(_own_counters(state, pc)) if pc is not None else (),
        badges=tuple(marks),
        owes=tuple(_owes(state, player.name)),
        present=here,
    )


def _own_counters(state: State, pc: Character) -> Iterator[Counter]:
    if in_rounds(state):
        yield Counter("Beats", pc.beats, pc.sheet.beats_max, "plain" if pc.beats else "bad")
    yield from points(pc)


def _owes(state: State, player: str) -> Iterator[str]:
    for request in roll_requests(state):
        if request.roller == player:
            yield counted(request.count, "die", "dice")
    wanted = [each.command for each in expected(state) if each.player == player]
    yield from (text for command, text in _ANSWERS if command in wanted)


_ANSWERS = (
    ("set_tie_order", "who goes first"),
    ("confirm_turn_order", "the Turn Order"),
    ("confirm_ability", "a word on the Ability"),
    ("grant_style", "a word on the Movement Style"),
)
"""What is waited for, by the command that answers."""


# -- Credits -----------------------------------------------------------------------------------------------------------


def _bars(state: State) -> Iterator[Bar]:
    episode = state.episode
    if episode is None or not state.pcs:
        return
    most = len(state.pcs)
    if state.phase is Phase.OPENING_CREDITS and episode.opening.step is OpeningStep.INTRODUCTIONS:
        yield Bar("Introductions", len(episode.opening.introduced), most)
    closing = episode.closing
    if state.phase is Phase.CLOSING_CREDITS and closing is not None and closing.step is ClosingStep.RESOLUTIONS:
        yield Bar("Resolutions", len(closing.resolutions), most)


# -- panels ------------------------------------------------------------------------------------------------------------


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    encounter = state.encounter
    if encounter is not None:
        yield Panel("Open to Reactions", tuple(_reactions(state, encounter)))
        yield from _turn(state, encounter, viewer)
        yield Panel("Edge Saves", tuple(_saves(encounter)) if state.phase is Phase.INITIATIVE else ())
        yield Panel("Turn Order", tuple(_slots(encounter)) if state.phase is not Phase.REWARD else ())
        yield Panel("NPCs", tuple(_npcs(state, encounter, viewer)))
        yield Panel(
            "Slow Actions",
            tuple(Line(each.character, each.ability, listed(each.targets)) for each in encounter.slow_actions),
        )
    yield Panel("For the GM to say", tuple(_asked(state)))
    if state.episode is not None:
        yield from _episode(state.episode)


def _reactions(state: State, encounter: Encounter) -> Iterator[Line]:
    for trigger in encounter.triggers:
        whom = f"on {trigger.subject}" if trigger.subject else ""
        yield Line(trigger.source or "The world", trigger.text or TRIGGERS[trigger.kind], whom, "strong")
    able = [pc.name for pc in state.pcs if can_answer(state, pc)]
    if able:
        yield Line("May react", listed(able))


def _turn(state: State, encounter: Encounter, viewer: str | None) -> Iterator[Panel]:
    """Movement of whoever has the Turn; an NPC's only for the GM."""
    for name in acting(encounter, state.house_rules):
        active = state.character(name)
        if active is not None and (not active.is_npc or (viewer is not None and viewer == state.gm)):
            yield movement(state, active)


def _saves(encounter: Encounter) -> Iterator[Line]:
    for group in encounter.groups:
        now: Tone = "strong" if group.name == encounter.against else "plain"
        yield Line(group.name, f"Edge {group.edge_modifier:+d}", listed(group.members), now)
    for score in encounter.scores:
        result = "passed" if score.passed else "failed"
        tone: Tone = "good" if score.passed else "bad"
        yield Line(score.character, f"{score.score} {result}", f"against {score.group}", tone)
    for gap in encounter.gaps:
        place = place_words(gap.key)
        yield Line(place[0].upper() + place[1:], listed(gap.order), "undecided" if gap.tied else "")


def _slots(encounter: Encounter) -> Iterator[Line]:
    for slot in encounter.order:
        current = encounter.current in slot.members
        yield Line(slot.name, listed(slot.members) if slot.group else "", "", "strong" if current else "plain")


def _npcs(state: State, encounter: Encounter, viewer: str | None) -> Iterator[Line]:
    full = viewer is not None and viewer == state.gm
    for name in encounter.participants:
        npc = state.character(name)
        if npc is not None and npc.is_npc:
            own = [f"{each.label} {each.value} of {each.most}" for each in points(npc)] if full else []
            own += beat_debt(npc) if full else ()
            beats = [counted(npc.beats, "Beat")] if in_rounds(state) else []
            yield Line(name, ", ".join([*own, *beats]), ", ".join(badges(npc)), "bad" if npc.out else "plain")


def _asked(state: State) -> Iterator[Line]:
    if state.long_use is not None:
        use = state.long_use
        yield Line(use.character, use.ability, counted(use.minutes, "minute"), "strong")
    for ask in state.style_asks:
        yield Line(ask.character, f"wants to {ask.style}", ask.method, "strong")
    for deed in state.deeds:
        yield Line(deed.character, deed.text or "does something", _tried(deed.policy.value))


def _tried(policy: str) -> str:
    return "" if policy == "free" else "tried before: no Test" if policy == "ban" else "tried before: Disadvantage"


def _episode(episode: Episode) -> Iterator[Panel]:
    left = [each for each in episode.grants if each.spent < each.amount]
    yield Panel(
        "To be cashed in",
        tuple(Line(each.character, each.text, f"{each.amount - each.spent} of {each.amount}") for each in left),
    )
    yield Panel(
        "Tricks",
        tuple(Line(each.tag, counted(each.uses, "time"), _tried(each.policy.value)) for each in episode.solutions),
    )
    cold_open = episode.opening.cold_open
    lines = [Line("Title", episode.title)] if episode.title else []
    lines += [Line("Cold Open", cold_open)] if cold_open else []
    lines += [Line(clip.character, clip.text) for clip in episode.opening.clips]
    yield Panel("Episode", tuple(lines))
