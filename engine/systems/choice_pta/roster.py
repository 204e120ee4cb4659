"""A campaign file as the commands that bring a fresh table to what it describes."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import BadField
from engine.systems.choice_pta.messages import Command
from engine.systems.choice_pta.rules.table import ChangeSetting, CreateTable, DefineProtagonist
from engine.systems.choice_pta.rules.tokens import CorrectTokens
from engine.systems.choice_pta.state import TOKENS_PER_PLAYER
from engine.systems.choice_pta.vocabulary import CardMode

Entry = Mapping[str, Any]
REASON = "starting state of the campaign"
_SHEET, _TABLE = frozenset(("traits",)), frozenset(("card_mode", "tokens", "pool"))


def commands_for(roster: Entry) -> tuple[Command, ...]:
    """Commands that open the table described.

    Args:
        roster: `players` with `name` and `role`, one of them "gm"; a player's `character` with `name` and
            `sheet.traits`; `house_rules`; `table` with `card_mode` ("virtual" or "physical"), `tokens` (name to number)
            and `pool` for a game that has been played before.

    Raises:
        BadField: An entry is unknown or does not fit; its full path is given.
    """
    return tuple(_commands(roster))


def _commands(roster: Entry) -> Iterator[Command]:
    people = roster["players"]
    masters = [person["name"] for person in people if person.get("role") == "gm"]
    players = [person["name"] for person in people if person.get("role") != "gm"]
    if len(masters) > 1:
        raise BadField("players", 'one player with role "gm"', masters)
    table = _known(roster.get("table"), "table", _TABLE)
    mode = table.get("card_mode") or CardMode.VIRTUAL.value
    if mode not in list(CardMode):
        raise BadField("table.card_mode", "virtual or physical", mode)
    gm = masters[0] if masters else "GM"
    yield CreateTable(players=tuple(players), gm=gm, card_mode=mode)
    yield from (ChangeSetting(name=name, value=value) for name, value in (roster.get("house_rules") or {}).items())
    for at, person in enumerate(people):
        yield from _protagonist(person, f"players.{at}.character")
    yield from _tokens(table, players, gm)


def _known(entry: object, path: str, names: frozenset[str]) -> Entry:
    if entry is None:
        return {}
    if not isinstance(entry, Mapping):
        raise BadField(path, "an object", entry)
    for name in entry:
        if name not in names:
            raise BadField(f"{path}.{name}", f"one of {', '.join(sorted(names))}", name)
    return entry


def _protagonist(person: Entry, path: str) -> Iterator[Command]:
    character = person.get("character")
    if not character:
        return
    sheet = _known(character.get("sheet"), f"{path}.sheet", _SHEET)
    traits = sheet.get("traits")
    if traits is not None and not (isinstance(traits, list | tuple) and all(isinstance(each, str) for each in traits)):
        raise BadField(f"{path}.sheet.traits", "a list of names", traits)
    labels = tuple(traits) if traits else None
    yield DefineProtagonist(player=person["name"], name=character["name"], traits=labels)


def _tokens(table: Entry, players: list[str], gm: str) -> Iterator[Command]:
    """Tokens as they lay when the game was last put away; none are made or lost (PTA-8)."""
    wanted = table.get("tokens")
    if wanted is None and table.get("pool") is None:
        return
    counts = dict.fromkeys(players, 0) | {gm: 2 * len(players)} | dict(wanted or {})
    for name, count in counts.items():
        if name not in (*players, gm) or isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise BadField(f"table.tokens.{name}", "a number of tokens for somebody at the table", count)
    left = TOKENS_PER_PLAYER * len(players) - sum(counts.values())
    pool = table.get("pool", left)
    if isinstance(pool, bool) or pool != left or left < 0:
        raise BadField("table.pool", f"{left}, what nobody has: three tokens for each player are in the game", pool)
    spare = 2 * len(players) - counts[gm]
    if spare > 0:
        yield CorrectTokens(from_=gm, to="pool", n=spare, reason=REASON)
    elif spare < 0:
        yield CorrectTokens(from_="pool", to=gm, n=-spare, reason=REASON)
    for name in players:
        if counts[name]:
            yield CorrectTokens(from_="pool", to=name, n=counts[name], reason=REASON)
