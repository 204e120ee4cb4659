"""The scribe as a program: a transcript in, one JSON object out."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.base.characters import as_heard
from companion.chronicle.extractor.chronicle import NoteExtractor
from companion.chronicle.extractor.last_time import make_recap
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, TalkLine
from engine.vocabulary import PlayerWords, Vocabulary

_OWNED = (("skill", "skills", "name"), ("item", "items", "name"), ("goal", "goals", "text"))
_ALSO_OWNED = (("connection", "connections", "name"), ("principle", "principles", "text"))


def roster_vocabulary(roster: Any) -> Vocabulary:
    """The names of a roster, given as its JSON form or as a `Roster`."""
    data: Mapping[str, Any] = roster.to_json() if hasattr(roster, "to_json") else roster
    players = tuple(_player_words(player) for player in data.get("players", ()))
    return Vocabulary(players, tuple(("group_goal", goal["text"]) for goal in data.get("group_goals", ())))


def _player_words(player: Mapping[str, Any]) -> PlayerWords:
    character = player.get("character") or {}
    things = tuple(
        (kind, each[field]) for kind, key, field in (*_OWNED, *_ALSO_OWNED) for each in character.get(key) or ()
    )
    return PlayerWords(player["name"], character.get("name"), things)


def line_of(data: Mapping[str, Any], number: int = 0) -> TalkLine:
    """A line of a transcript from its JSON form; only `text` is required."""
    start = float(data.get("start") or 0.0)
    return TalkLine(
        id=str(data.get("id") or f"u{number:03}"),
        text=as_heard(str(data["text"])),
        speaker=data.get("speaker") or None,
        start=start,
        end=float(data.get("end") or start),
    )


def scribe_lines(lines: Iterable[Mapping[str, Any]], roster: Any) -> dict[str, Any]:
    """Extract people, goals, connections, places, things and open threads from a transcript, with a recap.

    Args:
        lines: Objects with `text` and, where known, `id`, `speaker`, `start` and `end` in seconds.
        roster: The table's roster, as JSON or as a `Roster`.

    Returns:
        A JSON-safe object; every entry lists the ids of the lines that name it.
    """
    scribe = NoteExtractor(roster_vocabulary(roster))
    for number, data in enumerate(lines, 1):
        scribe.heard(line_of(data, number))
    chronicle = scribe.chronicle()
    recap = make_recap(chronicle)
    return {**chronicle_json(chronicle), "recap": {"text": recap.text, "evidence": list(recap.evidence)}}


def chronicle_json(chronicle: Chronicle) -> dict[str, Any]:
    """A chronicle as a JSON-safe object: a list of entries for each sort of thing."""
    return {
        "npcs": [_person(entry) for entry in chronicle.npcs],
        "goals": [_entry(entry) for entry in chronicle.goals],
        "connections": [_entry(entry) for entry in chronicle.connections],
        "places": [_entry(entry) for entry in chronicle.places],
        "items": [_entry(entry) for entry in chronicle.items],
        "threads": [_entry(entry) for entry in chronicle.threads],
    }


def model_lists(chronicle: Chronicle) -> dict[str, Any]:
    """Scenes, promises, consequences and lines to keep that a language model brings, as a JSON-safe object."""
    lists = ("scenes", "promises", "consequences", "lines")
    return {name: [_entry(entry) for entry in getattr(chronicle, name)] for name in lists}


def _person(entry: ChronicleEntry) -> dict[str, Any]:
    facts = list(dict.fromkeys(evidence.words for evidence in entry.evidence))
    return {**_entry(entry), "role": entry.role, "facts": facts}


def _entry(entry: ChronicleEntry) -> dict[str, Any]:
    filled = {"owner": entry.owner, "detail": entry.detail, "wording": dict(entry.wording) or None}
    return {
        "name": entry.name,
        "aliases": list(entry.aliases),
        "certainty": entry.certainty,
        **{key: value for key, value in filled.items() if value is not None},
        "evidence": list(dict.fromkeys(evidence.utterance for evidence in entry.evidence)),
    }
