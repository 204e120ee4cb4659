"""Deciding about the table, its people, library, house rules and corrections."""

from engine.phrase import capital, joined, phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.corrections import PATHS, SIGNED, number_named, value_at
from engine.systems.phasesix.derived import stress_limit
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import plain
from engine.systems.phasesix.rulebook import By, meant, rule
from engine.systems.phasesix.settings import SETTING_BY_NAME
from engine.systems.phasesix.skills import all_skills
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS
from engine.systems.phasesix.words import EPOCHS
from engine.types import Rejected

EXTENSIONS = ("magic", "horror")
LIMIT = 999


def _era(epoch: str, extensions: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | Rejected:
    """Era and optional rules as the rules name them."""
    known = next((one for one in EPOCHS if plain(epoch) and plain(epoch) in plain(one)), None)
    if epoch and known is None:
        return Rejected("BAD_VALUE", phrase("Eras are: {epochs}.", epochs=joined(EPOCHS, "; ")))
    chosen = tuple(dict.fromkeys(plain(one) for one in extensions))
    if set(chosen) - set(EXTENSIONS):
        return Rejected("BAD_VALUE", phrase("The optional rules are magic and horror."))
    return str(known or ""), chosen


@rule(cmd.CreateTable, By.ANY)
def create_table(ledger: Ledger, command: cmd.CreateTable, who: None) -> Rejected | None:
    """Open a table once."""
    if ledger.state.name is not None:
        return Rejected("BAD_VALUE", phrase("The table {name} is open already.", name=ledger.state.name))
    era = _era(command.epoch, command.extensions)
    if isinstance(era, Rejected):
        return era
    if not command.name.strip():
        return Rejected("BAD_VALUE", phrase("A table has a name."))
    ledger.record(ev.TableCreated(command.name.strip(), *era))
    return None


@rule(cmd.AddPlayer, By.ANY)
def add_player(ledger: Ledger, command: cmd.AddPlayer, who: None) -> Rejected | None:
    """Seat somebody; one of them may be the GM."""
    state, name, role = ledger.state, command.name.strip(), command.role.strip().lower()
    if not name:
        return Rejected("BAD_VALUE", phrase("Say a name, and whether they play or lead."))
    if any(player.name.casefold() == name.casefold() for player in state.players):
        return Rejected("BAD_VALUE", phrase("{name} sits at the table already; take another name.", name=name))
    if role == "gm" and state.gm is not None:
        return Rejected("BAD_VALUE", phrase("{gm} leads this story.", gm=state.gm))
    ledger.record(ev.PlayerSeated(name, role == "gm"))
    return None


@rule(cmd.AddToLibrary, By.ANY)
def add_to_library(ledger: Ledger, command: cmd.AddToLibrary, who: None) -> Rejected | None:
    """Put things on offer."""
    ledger.record(ev.LibraryAdded(command.library))
    return None


@rule(cmd.ChangeHouseRule, By.GM)
def change_house_rule(ledger: Ledger, command: cmd.ChangeHouseRule, who: None) -> Rejected | None:
    """Set one house rule."""
    setting = SETTING_BY_NAME.get(command.rule.strip().lower().replace(" ", "_"))
    value = setting.parse(command.value) if setting is not None else None
    if setting is None or value is None:
        if setting is None:
            return Rejected("BAD_VALUE", phrase('"{rule}" is no house rule here.', rule=command.rule))
        return Rejected("BAD_VALUE", phrase('"{rule}" may be {values}.', rule=command.rule, values=setting.options))
    ledger.record(ev.HouseRuleChanged(setting.name, getattr(ledger.rules, setting.name), value))
    return None


@rule(cmd.ChooseEra, By.GM)
def choose_era(ledger: Ledger, command: cmd.ChooseEra, who: None) -> Rejected | None:
    """Set the era and the optional rules."""
    state = ledger.state
    extensions = state.extensions if command.extensions is None else command.extensions
    era = _era(state.epoch if command.epoch is None else command.epoch, extensions)
    if isinstance(era, Rejected):
        return era
    ledger.record(ev.EraChosen(*era))
    return None


@rule(cmd.CorrectState, By.ANY)
def correct_state(ledger: Ledger, command: cmd.CorrectState, who: None) -> Rejected | None:
    """Set a number of a sheet after table agreement."""
    target = meant(ledger.state, command.char, command.actor, dead=True)
    if isinstance(target, Rejected):
        return target
    path = _path(ledger.state, command.path)
    if path is None or not command.reason.strip():
        return Rejected("BAD_VALUE", phrase("Say what is corrected, and why."))
    refusal = _refuse_number(ledger, target, path, command.value)
    if refusal is None:
        ledger.record(
            ev.StateCorrected(target.name, path, value_at(target, path), command.value, command.reason.strip())
        )
    return refusal


def _path(state: State, said: str) -> str | None:
    word = said.strip().casefold()
    if word.replace(" ", "_") in PATHS:
        return word.replace(" ", "_")
    if word in ATTRS:
        return word
    return next((name for name in all_skills(state) if name.casefold() == word), None)


def _refuse_number(ledger: Ledger, who: Character, path: str, value: int) -> Rejected | None:
    signed = path in SIGNED or path not in PATHS
    low = -LIMIT if signed else 1 if path in ("max_health", "max_stress", "min_roll") else 0
    most = {
        "hearts": who.max_health,
        "stress": stress_limit(who, ledger.rules) - 1,
        "reputation_used": who.rep_collected,
        "bonus_dice": who.bonus.most,
        "rerolls": who.rerolls.most,
        "arcana": who.arcana.most,
    }.get(path, LIMIT)
    low = {
        "max_health": max(1, who.hearts),
        "reputation": who.rep_used,
        "spell_points": who.sp_spent,
        "max_stress": max(1, who.stress + 1 - who.stress_shift),
    }.get(path, low)
    if low <= value <= most:
        return None
    text = phrase(
        "{value} of {character} goes from {least} to {most}.",
        value=number_named(path),
        character=who.name,
        least=low,
        most=most,
    )
    return Rejected("BAD_VALUE", capital(text))


@rule(cmd.StartSession, By.GM)
def start_session(ledger: Ledger, command: cmd.StartSession, who: None) -> Rejected | None:
    """Begin a game session."""
    if ledger.state.session_active:
        return Rejected("SESSION_STATE", phrase("The session is running."))
    ledger.record(ev.SessionStarted(ledger.state.session_no + 1))
    return None


@rule(cmd.EndSession, By.GM)
def end_session(ledger: Ledger, command: cmd.EndSession, who: None) -> Rejected | None:
    """End the game session."""
    if not ledger.state.session_active:
        return Rejected("SESSION_STATE", phrase("No session is running."))
    refusal = refuse_pending(ledger.state)
    if refusal is None and ledger.state.combat is not None:
        refusal = Rejected("IN_COMBAT", phrase("End the fight first."))
    if refusal is None:
        ledger.record(ev.SessionEnded(ledger.state.session_no))
    return refusal


@rule(cmd.AskStatus, By.ANY)
def ask_status(ledger: Ledger, command: cmd.AskStatus, who: None) -> Rejected | None:
    """Answered by `answers.answer`; changes nothing."""
    return None


@rule(cmd.UndoLast, By.ANY)
def undo_last(ledger: Ledger, command: cmd.UndoLast, who: None) -> Rejected | None:
    """Carried out by the history, which alone knows what came last."""
    return None
