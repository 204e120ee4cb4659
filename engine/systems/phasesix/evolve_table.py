"""Folding facts about the table, its library, its sheets and magic learned."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed, replaced
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.corrections import corrected
from engine.systems.phasesix.derived import with_deltas
from engine.systems.phasesix.entities import Character, Library, Player, Template
from engine.systems.phasesix.fold import known, with_character, with_sheet
from engine.systems.phasesix.library import merged
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.state import State

HANDLERS: Handlers[State, Event] = Handlers()
on = HANDLERS.on


@on(ev.TableCreated)
def _table_created(state: State, event: ev.TableCreated) -> Changes:
    return {"name": event.name, "epoch": event.epoch, "extensions": event.extensions}


@on(ev.PlayerSeated)
def _player_seated(state: State, event: ev.PlayerSeated) -> Changes:
    return {"players": (*state.players, Player(event.player, event.gm))}


@on(ev.LibraryAdded)
def _library_added(state: State, event: ev.LibraryAdded) -> Changes:
    library: Library = merged(state.library, event.library)
    return {"library": library}


@on(ev.HouseRuleChanged)
def _house_rule_changed(state: State, event: ev.HouseRuleChanged) -> Changes:
    return {"house_rules": changed(state.house_rules, **{event.rule: event.new})}


@on(ev.EraChosen)
def _era_chosen(state: State, event: ev.EraChosen) -> Changes:
    return {"epoch": event.epoch, "extensions": event.extensions}


@on(ev.StateCorrected)
def _state_corrected(state: State, event: ev.StateCorrected) -> Changes:
    return with_sheet(state, corrected(known(state, event.character), event.path, event.new))


@on(ev.CommandUndone)
def _command_undone(state: State, event: ev.CommandUndone) -> Changes:
    return {}


@on(ev.SessionStarted)
def _session_started(state: State, event: ev.SessionStarted) -> Changes:
    return {"session_active": True, "session_no": event.session_no}


@on(ev.SessionEnded)
def _session_ended(state: State, event: ev.SessionEnded) -> Changes:
    return {"session_active": False, "lying": None}


@on(ev.CharacterCreated)
def _character_created(state: State, event: ev.CharacterCreated) -> Changes:
    return {"characters": (*state.characters, event.character)}


@on(ev.SheetWritten, ev.GearChanged)
def _sheet_written(state: State, event: ev.SheetWritten | ev.GearChanged) -> Changes:
    return with_sheet(state, event.character)


@on(ev.TemplateTaken)
def _template_taken(state: State, event: ev.TemplateTaken) -> Changes:
    sheet = _with_template(known(state, event.character), event.template, fill=True)
    return with_sheet(state, changed(sheet, career_points=event.left))


@on(ev.TemplateBought)
def _template_bought(state: State, event: ev.TemplateBought) -> Changes:
    sheet = _with_template(known(state, event.character), event.template, fill=False)
    return with_sheet(state, changed(sheet, rep_used=sheet.rep_used + event.template.cost))


def _with_template(who: Character, template: Template, fill: bool) -> Character:
    return changed(
        with_deltas(who, template.deltas, fill),
        templates=(*who.templates, template),
        knowledge=(*who.knowledge, *template.knowledge),
        shadows=(*who.shadows, *template.shadows),
        blood=who.blood or template.arcana_payment == "wounds",
    )


@on(ev.CharacterFinished)
def _character_finished(state: State, event: ev.CharacterFinished) -> Changes:
    collected = known(state, event.character).rep_collected + event.to_reputation
    return with_character(state, event.character, finished=True, career_points=0, rep_collected=collected)


@on(ev.ReputationGained)
def _reputation_gained(state: State, event: ev.ReputationGained) -> Changes:
    return with_character(state, event.character, rep_collected=event.collected)


@on(ev.SpellLearned)
def _spell_learned(state: State, event: ev.SpellLearned) -> Changes:
    who = known(state, event.character)
    spent = who.sp_spent + event.spell.points
    return with_character(state, who.name, spells=(*who.spells, event.spell), sp_spent=spent)


@on(ev.SpellForgotten)
def _spell_forgotten(state: State, event: ev.SpellForgotten) -> Changes:
    who = known(state, event.character)
    spells = tuple(spell for spell in who.spells if spell.label != event.spell)
    return with_character(state, who.name, spells=spells, sp_spent=who.sp_spent - event.refund)


@on(ev.SpellModified)
def _spell_modified(state: State, event: ev.SpellModified) -> Changes:
    who = known(state, event.character)
    old = next(spell for spell in who.spells if spell.label == event.old)
    spent = who.sp_spent + event.spell.points - old.points
    return with_character(state, who.name, spells=replaced(who.spells, old, event.spell), sp_spent=spent)


@on(ev.TickRecorded)
def _tick_recorded(state: State, event: ev.TickRecorded) -> Changes:
    who = known(state, event.character)
    tick = next(one for one in who.ticks if one.name == event.name)
    sheet = with_deltas(who, event.deltas, fill=False)
    written = changed(tick, text=event.text, pending=False, deltas=event.deltas)
    return with_sheet(state, changed(sheet, ticks=replaced(who.ticks, tick, written)))


@on(ev.TickRemoved)
def _tick_removed(state: State, event: ev.TickRemoved) -> Changes:
    who = known(state, event.character)
    tick = next(one for one in who.ticks if one.name == event.name)
    sheet = with_deltas(who, tick.deltas, fill=False, sign=-1)
    return with_sheet(state, changed(sheet, ticks=replaced(who.ticks, tick, None)))
