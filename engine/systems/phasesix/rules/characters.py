"""Making characters: the starting values of a lineage, and foes of the library (rules 3.2)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import BY_NAME, number
from engine.fields import NewName, PlayerName, Words
from engine.offers import choice
from engine.phrase import phrase, template
from engine.systems.phasesix.derived import added
from engine.systems.phasesix.entities import Character, Foe, Gauge, Lineage, State
from engine.systems.phasesix.fields import CharacterKind, FoeKind
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event
from engine.systems.phasesix.naming import find_player, plain
from engine.systems.phasesix.rulebook import leads, speaking
from engine.systems.phasesix.taps import CHARACTER, own
from engine.systems.phasesix.vocabulary import ATTRS, Attr, Kind

HUMAN = Lineage("human")
MOST_OWN = 12
"""The most characters of one player, those that have died among them."""


def lineage_named(state: State, said: str) -> Lineage:
    """The lineage of that name; human when the library has none of it."""
    wanted = said.strip().casefold()
    return next((one for one in state.library.lineages if one.name.casefold() == wanted), HUMAN)


def is_lineage(state: State, said: str) -> bool:
    """There is such a lineage."""
    return lineage_named(state, said).name.casefold() == said.strip().casefold()


def blank(name: str, player: str, kind: Kind, lineage: Lineage) -> Character:
    """A character with nothing but the values of a lineage (P6-6)."""
    own = {value.name: value.number for value in lineage.attributes}
    return Character(
        name,
        player,
        kind,
        lineage.name,
        tuple(own.get(attribute, 1) for attribute in ATTRS),
        min_roll=lineage.min_roll,
        bonus=Gauge(lineage.bonus_dice, lineage.bonus_dice),
        destiny=Gauge(lineage.destiny_dice, lineage.destiny_dice),
        rerolls=Gauge(lineage.rerolls, lineage.rerolls),
        protection=lineage.protection,
        evasion=lineage.evasion,
        max_health=lineage.max_health,
        hearts=lineage.max_health,
        actions_max=lineage.actions,
        career_points=lineage.career_points,
        arcana=Gauge(lineage.arcana, lineage.arcana),
        sp_total=lineage.spell_points,
        max_stress=lineage.max_stress,
    )


class CharacterCreated(Event):
    """A character begins with the values of a lineage (P6-6)."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("{character} enters the story")
    character: Annotated[Character, BY_NAME]

    def apply(self, state: State) -> Changes:
        return {"characters": (*state.characters, self.character)}


def foe_named(state: State, said: str) -> Foe | None:
    """The ready-made foe of this name, plural or singular."""
    wanted = plain(said)
    forms = {wanted, wanted.removesuffix("s"), wanted.removesuffix("es")}
    return next((foe for foe in state.library.foes if plain(foe.name) in forms), None)


def create_foes(ledger: Ledger, names: tuple[str, ...]) -> tuple[Character, ...]:
    """New characters for these foes: "Thug" alone, "Thug One" and "Thug Two" together."""
    made: list[Character] = []
    for name in names:
        foe = foe_named(ledger.state, name)
        if foe is None:
            raise Refused("UNKNOWN_CHARACTER", phrase("The library has no foe “{name}”.", name=name))
        several = sum(foe_named(ledger.state, other) is foe for other in names) > 1
        made.append(create_foe(ledger, foe, _free_name(ledger.state, foe.name, several)))
    return tuple(made)


def _free_name(state: State, name: str, several: bool) -> str:
    """The name by itself for the only one of its kind, numbered on for others: "Thug Three" after two of them."""
    taken = {one.name.casefold() for one in state.characters}
    numbered = f"{name} {number(1)}".casefold() in taken
    if not several and not numbered and name.casefold() not in taken:
        return name
    count = 2 if name.casefold() in taken else 1
    while f"{name} {number(count)}".casefold() in taken:
        count += 1
    return f"{name} {number(count).capitalize()}"


def create_foe(ledger: Ledger, foe: Foe, name: str) -> Character:
    """One foe with its gear."""
    state = ledger.state
    lineage = lineage_named(state, foe.lineage)
    player = state.gm or state.players[0].name
    start = blank(name, player, Kind.NPC, lineage)
    attributes = list(start.attributes)
    for value in foe.attributes:
        attributes[ATTRS.index(Attr(value.name))] = value.number
    who = changed(
        start,
        attributes=tuple(attributes),
        skills=added((), foe.skills),
        max_health=foe.max_health,
        hearts=foe.max_health,
        actions_max=foe.actions,
        protection=foe.protection,
        evasion=foe.evasion,
        bonus=Gauge(foe.bonus_dice, foe.bonus_dice),
        destiny=Gauge(foe.destiny_dice, foe.destiny_dice),
        rerolls=Gauge(foe.rerolls, foe.rerolls),
        weapons=tuple(one for one in state.library.weapons if one.name in foe.weapons),
        items=tuple(one for one in state.library.items if one.name in foe.items),
        career_points=0,
        finished=True,
    )
    ledger.record(CharacterCreated(who))
    return who


class CreateCharacter(Command):
    """Begin a character with the starting values of a lineage (P6-6).

    Attributes:
        player: Who runs it; the speaker, or the GM for an npc, when left out.
        char_kind: "pc" or "npc".
        foe: Name of a ready-made foe of the library that the character is one of.
    """

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="A character called {name}?")
    name: NewName
    lineage: Words = "human"
    char_kind: CharacterKind | None = None
    player: PlayerName | None = None
    foe: FoeKind | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        state, name = ledger.state, self.name.strip()
        kind = "npc" if self.foe else (self.char_kind or "pc").strip().lower()
        if not name:
            raise Refused("BAD_VALUE", phrase("A character has a name, and is a pc or an npc."))
        if any(one.name.casefold() == name.casefold() for one in state.characters):
            raise Refused("BAD_VALUE", phrase("There is already a {name}; choose another name.", name=name))
        player = _runner(state, self, Kind(kind))
        if self.foe:
            foe = foe_named(state, self.foe)
            if foe is None:
                raise Refused("UNKNOWN_CHARACTER", phrase("The library has no foe “{foe}”.", foe=self.foe))
            create_foe(ledger, foe, name)
            return
        if not is_lineage(state, self.lineage):
            raise Refused("BAD_VALUE", phrase("There is no lineage “{lineage}”.", lineage=self.lineage))
        if kind == "pc" and sum(one.kind == "pc" and one.player == player for one in state.characters) >= MOST_OWN:
            most = phrase("{player} has at most {count} characters.", player=player, count=MOST_OWN)
            raise Refused("BAD_VALUE", most)
        start = blank(name, player, Kind(kind), lineage_named(state, self.lineage))
        ledger.record(CharacterCreated(start))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if who == state.gm:
            npc = (("char_kind", Kind.NPC.value),)
            yield Move(cls.kind, phrase("Create somebody else"), CHARACTER, npc, (Field("name", phrase("Name")),))
            return
        if any(one.kind == "pc" for one in own(state, who)):
            return
        lineages = tuple(one.name for one in state.library.lineages) or ("human",)
        fields = (Field("name", phrase("Name")), choice("lineage", phrase("Lineage"), lineages))
        yield Move(cls.kind, phrase("Create a character"), CHARACTER, fields=fields)


def _runner(state: State, command: CreateCharacter, kind: Kind) -> str:
    """The player who runs the new character; foes and bystanders belong to the GM."""
    name = speaking(state, command.actor)
    if kind is Kind.NPC:
        if not leads(state, name):
            raise Refused("NOT_GM", phrase("The GM creates those."))
        return state.gm or name or state.players[0].name
    wanted = command.player or name
    if not wanted:
        raise Refused("UNKNOWN_PLAYER", phrase("Say who plays this character."))
    player = find_player(state, wanted)
    if name not in (None, player.name) and not leads(state, name):
        raise Refused("NOT_OWNER", phrase("{name} creates that character.", name=player.name))
    return player.name
