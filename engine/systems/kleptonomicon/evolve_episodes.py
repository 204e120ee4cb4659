"""Folding facts of Episodes and of Tests."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import used
from engine.systems.kleptonomicon.entities import (
    AbilityUse,
    Clip,
    ClosedTest,
    Closing,
    Deed,
    Episode,
    Grant,
    LongUse,
    Movement,
    Resolution,
    Solution,
)
from engine.systems.kleptonomicon.fold import episode_of, with_character, with_episode
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import ENCOUNTER, ClosingStep, OpeningStep, Phase

HANDLERS: Handlers[State, Event] = Handlers()
HANDLERS.nothing_for(ev.IntroductionsMissing)


def counted_up(uses: tuple[AbilityUse, ...], character: str, ability: str = "") -> tuple[AbilityUse, ...]:
    """One use more."""
    count = used(uses, character, ability) + 1
    others = tuple(use for use in uses if (use.character, use.ability) != (character, ability))
    return (*others, AbilityUse(character, ability, count))


@HANDLERS.on(ev.EpisodePrepared)
def _prepared(state: State, event: ev.EpisodePrepared) -> Changes:
    return {"next_title": event.title}


@HANDLERS.on(ev.EpisodeStarted)
def _started(state: State, event: ev.EpisodeStarted) -> Changes:
    old = state.episode
    kept = old.ability_uses if old is not None and state.house_rules.ability_use_reset == "closing" else ()
    episode = Episode(event.number, event.title, ability_uses=kept)
    return {"episode": episode, "episode_count": event.number, "next_title": None}


@HANDLERS.on(ev.PhaseChanged)
def _phase(state: State, event: ev.PhaseChanged) -> Changes:
    """Leaving an Encounter forgets it; so do style questions and deeds that belong to the moment."""
    changes: Changes = {"phase": event.phase, "deeds": (), "style_asks": (), "long_use": None}
    if event.previous in ENCOUNTER and event.phase not in ENCOUNTER:
        staying = tuple(each for each in state.characters if each.lasting)
        changes |= {"encounter": None, "characters": staying}
        changes["tests"] = tuple(test for test in state.tests if any(each.name == test.character for each in staying))
    if event.phase is Phase.CLOSING_CREDITS:
        changes |= with_episode(state, closing=Closing())
    return changes


@HANDLERS.on(ev.CharacterIntroduced)
def _introduced(state: State, event: ev.CharacterIntroduced) -> Changes:
    opening = episode_of(state).opening
    clips = opening.clips
    if event.clip is not None:
        clips = (*(each for each in clips if each.character != event.character), Clip(event.character, event.clip))
    known = tuple(name for name in opening.introduced if name != event.character)
    return with_episode(state, opening=changed(opening, introduced=(*known, event.character), clips=clips))


@HANDLERS.on(ev.ColdOpenPlayed)
def _cold_open(state: State, event: ev.ColdOpenPlayed) -> Changes:
    opening = episode_of(state).opening
    return with_episode(state, opening=changed(opening, step=OpeningStep.COLD_OPEN, cold_open=event.text))


@HANDLERS.on(ev.EpisodicStepOpened)
def _episodic_step(state: State, event: ev.EpisodicStepOpened) -> Changes:
    return with_episode(state, opening=changed(episode_of(state).opening, step=OpeningStep.EPISODIC))


@HANDLERS.on(ev.EpisodicAbilityUsed)
def _episodic(state: State, event: ev.EpisodicAbilityUsed) -> Changes:
    opening = episode_of(state).opening
    uses = (*opening.episodic_used, AbilityUse(event.character, event.ability))
    return with_episode(state, opening=changed(opening, episodic_used=uses))


@HANDLERS.on(ev.GrantAdded)
def _grant(state: State, event: ev.GrantAdded) -> Changes:
    grant = Grant(event.character, event.ability, event.text, event.amount)
    return with_episode(state, grants=(*episode_of(state).grants, grant))


@HANDLERS.on(ev.LooseOrderSet)
def _loose_order(state: State, event: ev.LooseOrderSet) -> Changes:
    return with_episode(state, loose_order=event.order)


@HANDLERS.on(ev.ImprovisedDeed)
def _deed(state: State, event: ev.ImprovisedDeed) -> Changes:
    others = tuple(deed for deed in state.deeds if deed.character != event.character)
    changes: Changes = {"deeds": (*others, Deed(event.character, event.text, event.policy))}
    episode = episode_of(state)
    solutions = episode.solutions
    if event.tag is not None:
        old = next((each for each in solutions if each.tag == event.tag), Solution(event.tag))
        rest = tuple(each for each in solutions if each is not old)
        solutions = (*rest, changed(old, uses=old.uses + 1))
    spotlight = episode.spotlight
    if state.phase is Phase.FREEPLAY:
        spotlight = counted_up(spotlight, event.character)
    return changes | with_episode(state, solutions=solutions, spotlight=spotlight)


@HANDLERS.on(ev.SolutionDiscouraged)
def _discouraged(state: State, event: ev.SolutionDiscouraged) -> Changes:
    return _no_test(state, event) if event.refused else {}


@HANDLERS.on(ev.DeedImpossible)
def _no_test(state: State, event: ev.DeedImpossible | ev.SolutionDiscouraged) -> Changes:
    return {"deeds": tuple(deed for deed in state.deeds if deed.character != event.character)}


@HANDLERS.on(ev.SolutionFlagged)
def _flagged(state: State, event: ev.SolutionFlagged) -> Changes:
    solutions = episode_of(state).solutions
    old = next((each for each in solutions if each.tag == event.tag), Solution(event.tag))
    rest = tuple(each for each in solutions if each is not old)
    return with_episode(state, solutions=(*rest, changed(old, policy=event.policy)))


@HANDLERS.on(ev.LongAbility)
def _long(state: State, event: ev.LongAbility) -> Changes:
    return {"long_use": LongUse(event.character, event.ability, event.minutes, event.targets)}


@HANDLERS.on(ev.LongAbilityDecided)
def _long_decided(state: State, event: ev.LongAbilityDecided) -> Changes:
    return {"long_use": None}


@HANDLERS.on(ev.TimePassesSet)
def _time(state: State, event: ev.TimePassesSet) -> Changes:
    closing = episode_of(state).closing or Closing()
    step = ClosingStep.RESOLUTIONS if event.passes else ClosingStep.RESETS
    return with_episode(state, closing=changed(closing, time_passes=event.passes, step=step))


@HANDLERS.on(ev.ScenePlayed)
def _scene(state: State, event: ev.ScenePlayed) -> Changes:
    closing = episode_of(state).closing or Closing()
    return with_episode(state, closing=changed(closing, scenes=(*closing.scenes, event.text)))


@HANDLERS.on(ev.ResolutionPlayed)
def _resolution(state: State, event: ev.ResolutionPlayed) -> Changes:
    """The last player's resolution opens the resets."""
    closing = episode_of(state).closing or Closing()
    others = tuple(each for each in closing.resolutions if each.character != event.character)
    played = (*others, Resolution(event.character, event.text))
    done = {each.name for each in state.pcs} <= {each.character for each in played}
    step = ClosingStep.RESETS if done else closing.step
    return with_episode(state, closing=changed(closing, resolutions=played, step=step))


@HANDLERS.on(ev.ResetsApplied)
def _resets(state: State, event: ev.ResetsApplied) -> Changes:
    character = state.character(event.character)
    kept = tuple(each for each in character.conditions if each.name not in event.cleared) if character else ()
    return with_character(state, event.character, conditions=kept, **{after.pool: after.value for after in event.after})


@HANDLERS.on(ev.ResetsFinished)
def _resets_finished(state: State, event: ev.ResetsFinished) -> Changes:
    episode = episode_of(state)
    uses = () if event.abilities else episode.ability_uses
    closing = changed(episode.closing or Closing(), step=ClosingStep.DONE)
    return with_episode(state, ability_uses=uses, closing=closing)


@HANDLERS.on(ev.GrantsExpired)
def _expired(state: State, event: ev.GrantsExpired) -> Changes:
    return with_episode(state, grants=())


@HANDLERS.on(ev.EpisodeEnded)
def _ended(state: State, event: ev.EpisodeEnded) -> Changes:
    """Nothing of an Episode outlasts it; turns and points of a next one begin fresh."""
    fresh = tuple(changed(each, movement=Movement(), falling=False) for each in state.characters)
    return {"characters": fresh, "tests": (), "lying": None}


@HANDLERS.on(ev.TestRequested)
def _requested(state: State, event: ev.TestRequested) -> Changes:
    deeds = tuple(deed for deed in state.deeds if deed.character != event.test.character)
    return {
        "tests": (*state.tests, event.test), "lying": None, "test_count": state.test_count + 1, "deeds": deeds,
    }  # fmt: skip


@HANDLERS.on(ev.TestResolved)
def _resolved(state: State, event: ev.TestResolved) -> Changes:
    (test,) = (each for each in state.tests if each.test_id == event.test_id)
    return {
        "tests": tuple(each for each in state.tests if each is not test),
        "lying": ClosedTest(test, event.faces, event.score, event.passed),
    }


@HANDLERS.on(ev.TestDropped)
def _dropped(state: State, event: ev.TestDropped) -> Changes:
    return {"tests": tuple(test for test in state.tests if test.test_id != event.test_id)}
