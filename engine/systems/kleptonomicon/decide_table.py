"""Deciding about the table, its people, sheets, settings and evenings."""

from engine.common.house_rules import Setting
from engine.phrase import Phrase, capital, joined, phrase, spelled
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import Ability, Character, NpcGroup, Sheet
from engine.systems.kleptonomicon.fields import PATHS
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_creature, find_player, plain, plural, singular
from engine.systems.kleptonomicon.rulebook import By, rule
from engine.systems.kleptonomicon.settings import SETTING_BY_NAME
from engine.systems.kleptonomicon.vocabulary import ENCOUNTER, EVERYONE_WORDS, RESET_POOLS
from engine.types import Rejected

MOST_PLAYERS = 12
MOST = 9999
_NAMELESS = Rejected("EMPTY_TEXT", phrase("The name is missing."))


@rule(cmd.CreateTable, By.ANYBODY)
def create_table(ledger: Ledger, command: cmd.CreateTable, _: None) -> Rejected | None:
    """Open a table."""
    if ledger.state.name is not None:
        return Rejected("DUPLICATE_NAME", phrase("The table is open already."))
    ledger.record(ev.TableCreated(command.name.strip()))
    return None


@rule(cmd.AddPlayer, By.ANYBODY)
def add_player(ledger: Ledger, command: cmd.AddPlayer, _: None) -> Rejected | None:
    """Seat a player; at most one game master."""
    name = command.name.strip()
    players = ledger.state.players
    if any(plain(player.name) == plain(name) for player in players) or plain(name) in EVERYONE_WORDS:
        return _taken(name)
    if command.gm and ledger.state.gm is not None:
        return Rejected("DUPLICATE_NAME", phrase("{gm} is the game master.", gm=ledger.state.gm))
    if len(players) >= MOST_PLAYERS:
        return Rejected("BAD_VALUE", phrase("At most {count} people fit at the table.", count=MOST_PLAYERS))
    ledger.record(ev.PlayerAdded(name, command.gm))
    return None


def _taken(name: str) -> Rejected:
    said = phrase("Somebody is called {name} already, or the word means something else.", name=name)
    return Rejected("DUPLICATE_NAME", said)


@rule(cmd.CreateCharacter, By.ANYBODY)
def create_character(ledger: Ledger, command: cmd.CreateCharacter, _: None) -> Rejected | None:
    """A player's PC."""
    player = find_player(ledger.state, command.player or command.actor)
    if isinstance(player, Rejected):
        return player
    if player.gm:
        return Rejected("BAD_VALUE", phrase("The game master's characters are NPCs."))
    if ledger.state.character_of(player.name) is not None:
        return Rejected("DUPLICATE_NAME", phrase("{name} has a character already.", name=player.name))
    sheet = command.sheet or Sheet()
    refusal = _refuse_name(ledger, command.name, player.name) or refuse_sheet(sheet)
    if refusal is None:
        ledger.record(ev.CharacterCreated(command.name.strip(), player.name, tidy(sheet)))
    return refusal


def _refuse_name(ledger: Ledger, said: str, player: str | None = None) -> Rejected | None:
    """A character's name is its own; it may be its player's too."""
    name = plain(said)
    if not name:
        return _NAMELESS
    taken = [each.name for each in ledger.state.characters]
    taken += [each.name for each in ledger.state.players if each.name != player]
    if name in {plain(each) for each in taken} or name in EVERYONE_WORDS:
        return _taken(said.strip())
    return None


@rule(cmd.AddCreature, By.GM)
def add_creature(ledger: Ledger, command: cmd.AddCreature, _: None) -> Rejected | None:
    """Make a kind of NPC known; one of the same name is replaced (KL-28)."""
    creature = command.creature
    if not creature.name.strip():
        return _NAMELESS
    refusal = refuse_sheet(creature.sheet)
    if refusal is None:
        name = plain(creature.name)
        several = plain(creature.plural) or plural(name)
        ledger.record(ev.CreatureAdded(type(creature)(name, several, tidy(creature.sheet))))
    return refusal


@rule(cmd.AddNpc, By.GM)
def add_npc(ledger: Ledger, command: cmd.AddNpc, _: None) -> Rejected | None:
    """Name a lasting NPC; without a sheet it has its kind's."""
    known = find_creature(ledger.state, command.creature) if command.creature.strip() else None
    sheet = command.sheet or (known.sheet if known is not None else Sheet())
    refusal = _refuse_name(ledger, command.name) or refuse_sheet(sheet)
    if refusal is None:
        kind = known.name if known is not None else singular(command.creature)
        ledger.record(ev.CharacterCreated(command.name.strip(), None, tidy(sheet), kind))
    return refusal


@rule(cmd.PrepareGroup, By.GM)
def prepare_group(ledger: Ledger, command: cmd.PrepareGroup, _: None) -> Rejected | None:
    """Write down a group for later."""
    if not command.name.strip() or not command.members or not all(each.strip() for each in command.members):
        return Rejected("EMPTY_TEXT", phrase("The name or a member is missing."))
    modifier = command.edge_modifier if command.edge_modifier is not None else 0
    stated = ("stated",) if command.edge_modifier is not None else ()
    ledger.record(ev.GroupPrepared(NpcGroup(command.name.strip(), command.members, modifier, stated)))
    return None


@rule(cmd.DefineStyle, By.GM)
def define_style(ledger: Ledger, command: cmd.DefineStyle, _: None) -> Rejected | None:
    """Make a Movement Style known (KL-74, KLR-28)."""
    interruption = (command.interruption or "").strip() or None
    ledger.record(ev.StyleDefined(plain(command.name), interruption))
    return None


@rule(cmd.DefineCondition, By.GM)
def define_condition(ledger: Ledger, command: cmd.DefineCondition, _: None) -> Rejected | None:
    """Make a Status Condition known."""
    ledger.record(ev.ConditionDefined(plain(command.name), command.fleeting))
    return None


@rule(cmd.WriteSheet, By.OWNER)
def write_sheet(ledger: Ledger, command: cmd.WriteSheet, character: Character) -> Rejected | None:
    """Replace what stands on a sheet (KL-92)."""
    refusal = refuse_sheet(command.sheet)
    if refusal is None:
        ledger.record(ev.SheetWritten(character.name, tidy(command.sheet)))
    return refusal


@rule(cmd.LearnAbility, By.OWNER)
def learn_ability(ledger: Ledger, command: cmd.LearnAbility, character: Character) -> Rejected | None:
    """Write a new Ability on a sheet; one of the same name is replaced (KL-92)."""
    refusal = _refuse_ability(command.ability)
    if refusal is None:
        ledger.record(ev.AbilityLearned(character.name, command.ability))
    return refusal


@rule(cmd.ChangeHouseRule, By.ANYBODY)
def change_house_rule(ledger: Ledger, command: cmd.ChangeHouseRule, _: None) -> Rejected | None:
    """Set one house rule (rules section 7)."""
    setting = SETTING_BY_NAME.get(command.rule.strip().lower().replace(" ", "_"))
    if setting is None:
        return Rejected("UNKNOWN_SETTING", phrase('There is no house rule "{rule}".', rule=command.rule))
    value = setting.parse(command.value)
    if value is None:
        return Rejected("BAD_VALUE", phrase("{rule} may be {values}.", rule=setting.name, values=_allowed(setting)))
    ledger.record(ev.HouseRuleChanged(setting.name, value))
    return None


def _allowed(setting: Setting) -> Phrase:
    if setting.values:
        return joined((str(each).lower() for each in setting.values), ", ")
    if setting.low is None:
        return phrase("a list with commas, or none")
    return phrase("{low} to {high}", low=setting.low, high=setting.high)


@rule(cmd.CorrectState, By.OWNER)
def correct_state(ledger: Ledger, command: cmd.CorrectState, character: Character) -> Rejected | None:
    """Set a number the table agrees on."""
    path = command.path.strip().lower().replace(" ", "_")
    if path not in PATHS:
        return Rejected("BAD_VALUE", phrase("What can be corrected is {numbers}.", numbers=joined(PATHS, ", ")))
    most = getattr(character.sheet, f"{path}_max", MOST)
    least = 1 if path == "level" else 0
    if not least <= command.value <= most:
        number = capital(spelled(path))
        said = phrase("{number} may be {least} to {most}.", number=number, least=least, most=most)
        return Rejected("BAD_VALUE", said)
    old = character.sheet.level if path == "level" else getattr(character, path)
    ledger.record(ev.StateCorrected(character.name, path, old, command.value, command.reason.strip()))
    return None


@rule(cmd.SetSneaky, By.OWNER)
def set_sneaky(ledger: Ledger, command: cmd.SetSneaky, character: Character) -> Rejected | None:
    """A PC is hidden, or noticed (KL-34)."""
    if character.sneaky != command.sneaky:
        ledger.record(ev.SneakyChanged(character.name, command.sneaky))
    return None


@rule(cmd.SetOut, By.OWNER)
def set_out(ledger: Ledger, command: cmd.SetOut, character: Character) -> Rejected | None:
    """A character can no longer act: Slow Actions of theirs are lost (KL-47, KL-54)."""
    if character.out == command.out:
        return None
    ledger.record(ev.OutChanged(character.name, command.out))
    if command.out:
        lose_slow_actions(ledger, character.name)
    return None


def lose_slow_actions(ledger: Ledger, character: str) -> None:
    """Slow Actions of somebody who can no longer act or leaves never take effect (KL-54)."""
    if ledger.state.phase not in ENCOUNTER:
        return
    for slow in ledger.encounter.slow_actions:
        if slow.character == character:
            ledger.record(ev.SlowActionLost(character, slow.ability))


@rule(cmd.StartSession, By.GM)
def start_session(ledger: Ledger, command: cmd.StartSession, _: None) -> Rejected | None:
    """An evening begins; nothing else changes (KL-10)."""
    if ledger.state.session_open:
        return Rejected("SESSION_STATE", phrase("The session is running already."))
    episode = ledger.state.episode
    ledger.record(ev.SessionStarted(episode.sessions + 1 if episode is not None else 0))
    return None


@rule(cmd.EndSession, By.GM)
def end_session(ledger: Ledger, command: cmd.EndSession, _: None) -> Rejected | None:
    """An evening ends; nothing else changes (KL-10)."""
    if not ledger.state.session_open:
        return Rejected("SESSION_STATE", phrase("No session is running."))
    ledger.record(ev.SessionEnded())
    return None


# -- sheets ------------------------------------------------------------------------------------------------------------


def tidy(sheet: Sheet) -> Sheet:
    """The sheet with Movement Styles and Skills in small letters, as they are looked up."""
    styles = tuple(type(each)(plain(each.name), each.size) for each in sheet.styles)
    skills = tuple(type(each)(each.name.strip(), each.modifier) for each in sheet.skills)
    values = {name: getattr(sheet, name) for name in Sheet.__slots__} | {"styles": styles, "skills": skills}
    return Sheet(**values)


def refuse_sheet(sheet: Sheet) -> Rejected | None:
    """Numbers of a sheet are possible and its entries have names of their own."""
    numbers = [sheet.beats_max, *(getattr(sheet, f"{pool}_max") for pool in RESET_POOLS)]
    if not 1 <= sheet.level <= MOST or not all(0 <= number <= MOST for number in numbers):
        return Rejected("BAD_VALUE", phrase("A level is at least 1, and no maximum is below 0."))
    skills, known = [each.name for each in sheet.skills], [each.name for each in sheet.abilities]
    styles = [each.name for each in sheet.styles]
    for names, missing, twice in (
        (skills, phrase("The name of a Skill is missing."), phrase("A Skill is there twice.")),
        (known, phrase("The name of an Ability is missing."), phrase("An Ability is there twice.")),
        (styles, phrase("The name of a Movement Style is missing."), phrase("A Movement Style is there twice.")),
    ):
        plain_names = [plain(name) for name in names]
        if not all(plain_names):
            return Rejected("EMPTY_TEXT", missing)
        if len(set(plain_names)) != len(plain_names):
            return Rejected("DUPLICATE_NAME", twice)
    return next((bad for each in sheet.abilities if (bad := _refuse_ability(each)) is not None), None)


def _refuse_ability(ability: Ability) -> Rejected | None:
    uses, reach = ability.uses_per_episode, ability.reach
    wrong = (uses is not None and uses < 1) or (reach is not None and reach < 0) or ability.duration_minutes < 0
    if (
        wrong
        or not ability.name.strip()
        or any(each.stacks < 1 or not each.condition.strip() for each in ability.inflicts)
    ):
        return Rejected(
            "BAD_VALUE", phrase("An Ability needs a name, and its uses, reach, minutes and Stacks make sense.")
        )
    return None
