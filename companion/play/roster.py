"""The campaign file: who plays whom, and where the story stands.

`roster.json` is one object. Only `game` and `players` are required; everything else has a default or is asked for in
play. The first five groups are all a Phase Abandon table needs; the last one is for every system.

Game: `game` (title or slug of a system), `preset` and `house_rules` (name to value) of its house rules, `language`.
People: `players` in seat order, each with `name`, and optionally `seat` (from 0), `role` ("player" or "gm"),
    `nicknames`, `chips`, `enrolment` (voice clip, a plain file name) and `character`; `guests`, people who are heard
    but do not play, with `name` and `enrolment`.
Characters: `name`, `nicknames`, `blurbs`, `heart`, `luck`, `improvement_chips`, `equipment`; `skills` and `items` with
    `name`, `rank`, `damage`, `advancement`, `notes`, `success_effect`, `critical_failure_effect`, `crit_heart`, items
    also `breaks_at_zero`, `recharge`, `linked_to`; `principles` with `text`, `skill`, `condition`, `bonus`,
    `applies_to`; `goals` with `text`, `value`, `left`; `connections` with `name`, `value`.
Story: `session` and `title`, `setting` and `genre`, `phase`, `group_goals` like goals, `party_pool`, `holder` and
    `kind` of the running narration, `scene` with `kind`, `description`, `combat`, `rating`, `left`.
Words: `words`, each with `spelled` and, where it is misheard, `heard`; see `companion.nlu.word_list`.
Other systems: `sheet` of a character and `table` of the file hold what only one system knows (attributes, traits,
    tokens, decks), under the names of that system's rules; the system itself checks them. `library` adds to what a
    system can choose from (weapons, spells), and `library_files` names TOML files beside this one that do the same.

Any other entry is refused, so that a typing mistake is not silently ignored. So is a text with characters that nobody
sees (see `companion.base.plain_text`); a break in it becomes a blank.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, ValidationError

from companion.base.characters import HALF_LETTER
from companion.base.errors import RosterError, TextRefused
from companion.base.file_limits import read_bounded
from companion.base.plain_text import JsonRule, Line, LineRule, NameRule
from companion.base.validation_messages import first_mistake
from companion.play.library import merged, read_libraries
from engine.phrase import phrase, verbatim

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80), NameRule]
Sentence = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000), LineRule]
OneSystems = Annotated[dict[str, JsonValue], JsonRule]
"""Entries that only one system knows."""
Count = Annotated[int, Field(ge=0, le=9999)]

UNKNOWN_SPEAKER = phrase("unknown")
MAX_PLAYERS = 12


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Skill(_Part):
    """A skill; `rank` is its trained strength, `damage` what it has lost for now."""

    name: Name
    rank: int = Field(ge=-99, le=99)
    damage: Count = 0
    advancement: Count = 0
    success_effect: Line | None = None
    critical_failure_effect: Line | None = None
    notes: Line | None = None
    crit_heart: Count | None = None


class Item(Skill):
    """A special item of power: a skill that can break."""

    breaks_at_zero: bool | None = None
    recharge: Line | None = None
    linked_to: Line | None = None


class Principle(_Part):
    """A vow tied to a skill, and when it grants dice."""

    text: Sentence
    skill: Name | None = None
    condition: Line | None = None
    bonus: int | None = Field(None, ge=1, le=3)
    applies_to: Name | tuple[Name, ...] | None = None


class Goal(_Part):
    """An aim with a number that is counted down; `left` equals `value` when not given."""

    text: Sentence
    value: int = Field(ge=1, le=9999)
    left: Count | None = None


class Connection(_Part):
    """Somebody of the story whom a character can ask for help."""

    name: Name
    value: int = Field(1, ge=1, le=99)


class Character(_Part):
    """The fictional person a player runs."""

    name: Name
    nicknames: tuple[Name, ...] = ()
    blurbs: tuple[Sentence, ...] = ()
    heart: int | None = Field(None, ge=0, le=99)
    luck: int | None = Field(None, ge=0, le=6)
    skills: tuple[Skill, ...] = ()
    items: tuple[Item, ...] = ()
    goals: tuple[Goal, ...] = ()
    connections: tuple[Connection, ...] = ()
    principles: tuple[Principle, ...] = ()
    equipment: tuple[Sentence, ...] = ()
    improvement_chips: Count = 0
    sheet: OneSystems = Field(default_factory=dict)


class Guest(_Part):
    """Somebody in the room whose voice is known but who does not play."""

    name: Name
    enrolment: Name | None = None


class Player(Guest):
    """A person at the table."""

    seat: int | None = Field(None, ge=0, lt=MAX_PLAYERS)
    role: Literal["player", "gm"] = "player"
    nicknames: tuple[Name, ...] = ()
    chips: Count | None = None
    character: Character | None = None


class Scene(_Part):
    """The scene that runs; `rating` and `left` are 0 unless it is a challenge."""

    kind: Literal["PLAIN", "CHALLENGE"] = "PLAIN"
    description: Line = ""
    combat: bool = False
    rating: Count = 0
    left: Count = 0


class Word(_Part):
    """A name the recogniser gets wrong: how the table spells it, and what is heard instead."""

    spelled: Name
    heard: Name | None = None


class Roster(_Part):
    """A campaign file; see the head of this module for every entry."""

    game: Name
    preset: Name | None = None
    house_rules: Annotated[dict[str, bool | int | str], JsonRule] = Field(default_factory=dict)
    language: str | None = Field(None, pattern=r"^[a-z]{2,3}$")
    session: Name | None = None
    title: Name | None = None
    setting: Sentence | None = None
    genre: Sentence | None = None
    phase: Name | None = None
    players: tuple[Player, ...] = Field(min_length=1, max_length=MAX_PLAYERS)
    guests: tuple[Guest, ...] = ()
    group_goals: tuple[Goal, ...] = ()
    party_pool: Count = 0
    holder: Name | None = None
    kind: Name | None = None
    scene: Scene | None = None
    table: OneSystems = Field(default_factory=dict)
    words: tuple[Word, ...] = ()
    library: OneSystems = Field(default_factory=dict)
    library_files: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Players in seat order."""
        return tuple(player.name for player in self.players)

    def player(self, name: str) -> Player | None:
        """The player of that name or nickname, any case; None when there is none."""
        wanted = name.strip().casefold()
        for player in self.players:
            if wanted in (known.casefold() for known in (player.name, *player.nicknames)):
                return player
        return None

    def to_json(self) -> dict[str, Any]:
        """JSON form, ready for a file, the store or a ruleset's `setup`; entries that are not set are left out."""
        return self.model_dump(mode="json", exclude_none=True)

    @classmethod
    def from_json(cls, data: Any, path: Path | None = None) -> Self:
        """Check a roster.

        Args:
            data: JSON form.
            path: File it came from, for errors.

        Raises:
            RosterError: Something is missing, unknown, of the wrong type, impossible or there twice.
        """
        if not isinstance(data, dict):
            raise RosterError(
                path, "", phrase("it must be an object in braces"), phrase('It begins {"game": …, "players": [ … ]}.')
            )
        written = json.dumps(data, ensure_ascii=False)
        half = HALF_LETTER.search(written)
        if half:  # the library would only say that this is no JSON
            refused = TextRefused(phrase("The file"), half[0])
            raise RosterError(path, "", refused.wrong, refused.hint)
        try:
            roster = cls.model_validate_json(written)
        except ValidationError as exc:
            mistake = first_mistake(exc, cls)
            raise RosterError(path, mistake.field, verbatim(mistake.message), verbatim(mistake.hint)) from exc
        for field, message, hint in _contradictions(roster):
            raise RosterError(path, field, verbatim(message), verbatim(hint))
        return roster._in_seat_order()

    def _in_seat_order(self) -> Self:
        if any(player.seat is None for player in self.players):
            return self
        return self.model_copy(update={"players": tuple(sorted(self.players, key=lambda player: player.seat or 0))})


def load_roster(path: Path) -> Roster:
    """Read a campaign file.

    Raises:
        RosterError: It cannot be used; the message names the file, the entry and what is wrong with it.
        TooLarge: It is larger than any campaign.
    """
    try:
        data = json.loads(read_bounded(path).decode("utf-8-sig"))
    except FileNotFoundError as exc:
        raise RosterError(
            path, "", phrase("there is no such file"), phrase("Check the path, or make a campaign first.")
        ) from exc
    except OSError as exc:
        raise RosterError(
            path,
            "",
            phrase("it cannot be read: {strerror}", strerror=exc.strerror),
            phrase("Check the path and its rights."),
        ) from exc
    except json.JSONDecodeError as exc:
        where = phrase(
            "it is not JSON: {msg} in line {lineno}, column {colno}", msg=exc.msg, lineno=exc.lineno, colno=exc.colno
        )
        raise RosterError(
            path, "", where, phrase("Look for a missing comma, quote or bracket just before that place.")
        ) from exc
    except (ValueError, RecursionError) as exc:
        raise RosterError(path, "", phrase("it is not a JSON file in UTF-8"), phrase("Save it as plain text.")) from exc
    roster = Roster.from_json(data, path)
    library = merged(roster.library, read_libraries(roster.library_files, path.parent))
    return roster.model_copy(update={"library": library, "library_files": ()})


Contradiction = tuple[str, str, str]


def _contradictions(roster: Roster) -> Iterator[Contradiction]:
    """Yield the faults that single entries cannot show: (field, message, hint)."""
    yield from _name_clashes(roster)
    yield from _seat_clashes(roster)
    yield from _bad_files(roster)
    if roster.holder is not None and roster.player(roster.holder) is None:
        yield "holder", f"{roster.holder} is none of the players", f"Players are {', '.join(roster.names)}."
    for index, player in enumerate(roster.players):
        if player.character is not None:
            yield from _sheet_mistakes(player.character, f"players[{index}].character")
    yield from _goal_mistakes(roster.group_goals, "group_goals")
    if roster.scene is not None and roster.scene.left > roster.scene.rating:
        yield "scene.left", f"{roster.scene.left} is more than the rating {roster.scene.rating}", ""


def _name_clashes(roster: Roster) -> Iterator[Contradiction]:
    people = [(f"players[{index}].name", player.name) for index, player in enumerate(roster.players)]
    people += [(f"guests[{index}].name", guest.name) for index, guest in enumerate(roster.guests)]
    for field, name in people:
        if name.casefold() == UNKNOWN_SPEAKER:
            yield field, f"{name!r} is the name for unknown voices", "Choose another name."
    yield from _twice(people, "Give each player a different name; upper and lower case count as the same.")
    characters = [
        (f"players[{index}].character.name", player.character.name)
        for index, player in enumerate(roster.players)
        if player.character
    ]
    yield from _twice(characters, "Give each character a different name.")
    nicknames = [
        (f"players[{index}].nicknames", nickname)
        for index, player in enumerate(roster.players)
        for nickname in player.nicknames
    ]
    yield from _twice([*people, *nicknames], "A nickname must belong to one person only.")


def _twice(named: list[tuple[str, str]], hint: str) -> Iterator[Contradiction]:
    seen: dict[str, str] = {}
    for field, name in named:
        first = seen.setdefault(name.casefold(), field)
        if first != field:
            yield field, f"{name!r} is also {first}", hint


def _seat_clashes(roster: Roster) -> Iterator[Contradiction]:
    seats: dict[int, str] = {}
    for index, player in enumerate(roster.players):
        if player.seat is None:
            continue
        if player.seat in seats:
            yield (
                f"players[{index}].seat",
                f"seat {player.seat} belongs to {seats[player.seat]}",
                "Give each player a different seat.",
            )
        seats[player.seat] = player.name


def _bad_files(roster: Roster) -> Iterator[Contradiction]:
    for index, name in enumerate(roster.library_files):
        if not _is_file_name(name):
            yield f"library_files[{index}]", "it must be a plain file name", "The file lies beside the campaign file."
    for group, people in (("players", roster.players), ("guests", roster.guests)):
        for index, person in enumerate(people):
            clip = person.enrolment
            if clip is not None and not _is_file_name(clip):
                hint = "The folder is given on the command line."
                yield f"{group}[{index}].enrolment", "it must be a plain file name", hint


def _is_file_name(name: str) -> bool:
    return name not in {".", ".."} and not {*name} & {*"/\\:"}  # Windows reads a colon as another drive or stream


def _sheet_mistakes(sheet: Character, at: str) -> Iterator[Contradiction]:
    skills = [(f"{at}.skills[{index}]", skill) for index, skill in enumerate(sheet.skills)]
    skills += [(f"{at}.items[{index}]", item) for index, item in enumerate(sheet.items)]
    yield from _twice([(f"{field}.name", skill.name) for field, skill in skills], "Name every skill and item once.")
    for field, skill in skills:
        if skill.damage > max(skill.rank, 0):
            yield f"{field}.damage", f"{skill.damage} is more than the rank {skill.rank}", ""
    known = {skill.name.casefold() for _, skill in skills}
    for index, principle in enumerate(sheet.principles):
        if principle.skill is not None and principle.skill.casefold() not in known:
            hint = f"{sheet.name} has {', '.join(skill.name for _, skill in skills) or 'no skills'}."
            yield f"{at}.principles[{index}].skill", f"there is no skill {principle.skill!r} on this sheet", hint
    yield from _goal_mistakes(sheet.goals, f"{at}.goals")
    yield from _twice(
        [(f"{at}.connections[{index}].name", each.name) for index, each in enumerate(sheet.connections)],
        "List every connection once.",
    )


def _goal_mistakes(goals: tuple[Goal, ...], at: str) -> Iterator[Contradiction]:
    for index, goal in enumerate(goals):
        if goal.left is not None and goal.left > goal.value:
            yield f"{at}[{index}].left", f"{goal.left} is more than the value {goal.value}", ""
    yield from _twice([(f"{at}[{index}].text", goal.text) for index, goal in enumerate(goals)], "List every goal once.")
