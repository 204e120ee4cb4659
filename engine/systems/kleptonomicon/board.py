"""The table of the Kleptonomicon for a page: Turns and Beats, Edge Saves, Reactions, foes, Credits."""

from collections.abc import Iterator

from engine.board import Bar, Board, Counter, Face, Line, Panel, Place, Throw, Tone
from engine.common.words import counted, listed
from engine.offers import owed_throws
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, verbatim
from engine.systems.kleptonomicon.derived import acting, upcoming
from engine.systems.kleptonomicon.entities import Character, Encounter, Episode
from engine.systems.kleptonomicon.headline import headline
from engine.systems.kleptonomicon.listening import expected, narration
from engine.systems.kleptonomicon.rules.abilities import can_answer
from engine.systems.kleptonomicon.rules.testing import because, roll_requests
from engine.systems.kleptonomicon.standing import (
    TRIGGERS,
    badges,
    beat_debt,
    in_rounds,
    movement,
    named,
    place_words,
    points,
)
from engine.systems.kleptonomicon.state import Player, State
from engine.systems.kleptonomicon.vocabulary import ClosingStep, OpeningStep, Phase, SolutionPolicy


def board(state: State, viewer: str | None = None) -> Board:
    """The table as everybody sees it; points and movement of NPCs are the GM's alone."""
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
        unit=plural("Beat", "Beats", holder.actions or 0),
    )


def _counters(state: State) -> tuple[Counter, ...]:
    rounds = state.encounter.round if state.encounter is not None else 0
    episode = (Counter(phrase("Episode"), state.episode.number),) if state.episode is not None else ()
    return (*episode, Counter(phrase("Round"), rounds)) if rounds else episode


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
        passed = phrase("passed") if last.passed else phrase("failed")
        result = phrase("{test}: {score}, {result}", test=because(last.test), score=last.score, result=passed)
        yield Throw(state.roller_of(last.test.character), result, faces=shown, over=True)


# -- seats -------------------------------------------------------------------------------------------------------------


def _place(state: State, player: Player) -> Place:
    pc = state.character_of(player.name)
    encounter = state.encounter
    here = encounter is None or pc is None or pc.name in encounter.participants
    marks = [phrase("GM")] if player.gm else []
    if pc is not None:
        marks += [
            *([phrase("has the Turn")] if pc.name in acting(encounter, state.house_rules) else []),
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
        yield Counter(phrase("Beats"), pc.beats, pc.sheet.beats_max, "plain" if pc.beats else "bad", "action")
    yield from points(pc)


def _owes(state: State, player: str) -> Iterator[Phrase]:
    for request in roll_requests(state):
        if request.roller == player:
            yield phrase("roll {dice}", dice=counted(request.count, "die", "dice"))
    wanted = [each.command for each in expected(state) if each.player == player]
    yield from (text for command, text in _ANSWERS if command in wanted)


_ANSWERS = (
    ("set_tie_order", phrase("say who goes first")),
    ("confirm_turn_order", phrase("confirm the Turn Order")),
    ("confirm_ability", phrase("decide about the Ability")),
    ("grant_style", phrase("decide about the Movement Style")),
)
"""Things waited for, by the command that answers."""


# -- Credits -----------------------------------------------------------------------------------------------------------


def _bars(state: State) -> Iterator[Bar]:
    episode = state.episode
    if episode is None or not state.pcs:
        return
    most = len(state.pcs)
    if state.phase is Phase.OPENING_CREDITS and episode.opening.step is OpeningStep.INTRODUCTIONS:
        yield Bar(phrase("Introductions"), len(episode.opening.introduced), most)
    closing = episode.closing
    if state.phase is Phase.CLOSING_CREDITS and closing is not None and closing.step is ClosingStep.RESOLUTIONS:
        yield Bar(phrase("Resolutions"), len(closing.resolutions), most)


# -- panels ------------------------------------------------------------------------------------------------------------


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    encounter = state.encounter
    if encounter is not None:
        yield Panel(phrase("Open to Reactions"), tuple(_reactions(state, encounter)), where="order")
        yield from _turn(state, encounter, viewer)
        yield Panel(
            phrase("Edge Saves"), tuple(_saves(encounter)) if state.phase is Phase.INITIATIVE else (), where="order"
        )
        yield Panel(
            phrase("Turn Order"), tuple(_slots(encounter)) if state.phase is not Phase.REWARD else (), where="order"
        )
        yield Panel(phrase("NPCs"), tuple(_npcs(state, encounter, viewer)))
        yield Panel(
            phrase("Slow Actions"),
            tuple(
                Line(verbatim(each.character), named(each.ability), listed(each.targets))
                for each in encounter.slow_actions
            ),
        )
    yield Panel(phrase("For the GM to decide"), tuple(_asked(state)), where="order")
    if state.episode is not None:
        yield from _episode(state.episode)


def _reactions(state: State, encounter: Encounter) -> Iterator[Line]:
    for trigger in encounter.triggers:
        who = verbatim(trigger.source) if trigger.source else phrase("The world")
        what = named(trigger.text) or TRIGGERS[trigger.kind]
        whom = phrase("on {character}", character=trigger.subject) if trigger.subject else EMPTY
        yield Line(who, what, whom, "strong")
    able = [pc.name for pc in state.pcs if can_answer(state, pc)]
    if able:
        yield Line(phrase("May react"), listed(able))


def _turn(state: State, encounter: Encounter, viewer: str | None) -> Iterator[Panel]:
    """Movement of whoever has the Turn; an NPC's only for the GM."""
    for name in acting(encounter, state.house_rules):
        active = state.character(name)
        if active is not None and (not active.is_npc or (viewer is not None and viewer == state.gm)):
            yield movement(state, active)


def _saves(encounter: Encounter) -> Iterator[Line]:
    for group in encounter.groups:
        now: Tone = "strong" if group.name == encounter.against else "plain"
        modifier = phrase("Edge {modifier:+d}", modifier=group.edge_modifier)
        yield Line(verbatim(group.name), modifier, listed(group.members), now)
    for score in encounter.scores:
        result = phrase("passed") if score.passed else phrase("failed")
        tone: Tone = "good" if score.passed else "bad"
        said = phrase("{score} {result}", score=score.score, result=result)
        yield Line(verbatim(score.character), said, phrase("against {group}", group=score.group), tone)
    for gap in encounter.gaps:
        open_still = phrase("undecided") if gap.tied else EMPTY
        yield Line(capital(place_words(gap.key)), listed(gap.order), open_still)


def _slots(encounter: Encounter) -> Iterator[Line]:
    for slot in encounter.order:
        current = encounter.current in slot.members
        members = listed(slot.members) if slot.group else EMPTY
        yield Line(verbatim(slot.name), members, EMPTY, "strong" if current else "plain")


def _npcs(state: State, encounter: Encounter, viewer: str | None) -> Iterator[Line]:
    full = viewer is not None and viewer == state.gm
    for name in encounter.participants:
        npc = state.character(name)
        if npc is not None and npc.is_npc:
            own = [*map(_of_most, points(npc)), *beat_debt(npc)] if full else []
            beats = [counted(npc.beats, "Beat", "Beats")] if in_rounds(state) else []
            tone: Tone = "bad" if npc.out else "plain"
            yield Line(verbatim(name), joined([*own, *beats], ", "), joined(badges(npc), ", "), tone)


def _of_most(counter: Counter) -> Phrase:
    return phrase("{points} {now} of {most}", points=counter.label, now=counter.value, most=counter.most)


def _asked(state: State) -> Iterator[Line]:
    if state.long_use is not None:
        use = state.long_use
        yield Line(verbatim(use.character), verbatim(use.ability), counted(use.minutes, "minute", "minutes"), "strong")
    for ask in state.style_asks:
        yield Line(verbatim(ask.character), phrase("wants to {style}", style=ask.style), verbatim(ask.method), "strong")
    for deed in state.deeds:
        yield Line(verbatim(deed.character), verbatim(deed.text) or phrase("does something"), _tried(deed.policy))


def _tried(policy: SolutionPolicy) -> Phrase:
    return _TRIED[policy]


_TRIED = {
    SolutionPolicy.FREE: EMPTY,
    SolutionPolicy.DISADVANTAGE: phrase("tried before: Disadvantage"),
    SolutionPolicy.BAN: phrase("tried before: no Test"),
}


def _episode(episode: Episode) -> Iterator[Panel]:
    left = [each for each in episode.grants if each.spent < each.amount]
    yield Panel(
        phrase("Can be cashed in"),
        tuple(
            Line(
                verbatim(each.character),
                verbatim(each.text),
                phrase("{left} of {most}", left=each.amount - each.spent, most=each.amount),
            )
            for each in left
        ),
    )
    yield Panel(
        phrase("Tricks"),
        tuple(
            Line(verbatim(each.tag), counted(each.uses, "time", "times"), _tried(each.policy))
            for each in episode.solutions
        ),
    )
    cold_open = episode.opening.cold_open
    lines = [Line(phrase("Title"), verbatim(episode.title))] if episode.title else []
    lines += [Line(phrase("Cold Open"), verbatim(cold_open))] if cold_open else []
    lines += [Line(verbatim(clip.character), verbatim(clip.text)) for clip in episode.opening.clips]
    yield Panel(phrase("Episode"), tuple(lines), where="scene")
