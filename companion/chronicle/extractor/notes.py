"""Session notes as Markdown: narration, dice, people met, and the source of each line."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from companion.chronicle.extractor.evening import Beat, EveningLog, SceneNote
from companion.chronicle.extractor.markdown import clock, escape, excerpt, tidy
from companion.chronicle.extractor.model import (
    Chronicle,
    ChronicleEntry,
    Evidence,
    Happening,
    Remark,
    TalkLine,
    Wording,
)
from companion.chronicle.extractor.names import same_person
from companion.chronicle.extractor.phase_abandon import PhaseAbandonReader
from companion.chronicle.extractor.reading import EveningReader
from companion.chronicle.extractor.retellable import told
from companion.chronicle.extractor.standing import Standing, standing_of
from engine.quick_dataclass import dataclass

_SHORT_EVENING = 15_000
_BLOCK_IN_SHORT, _BLOCK_IN_LONG = 1_500, 420
_TITLE_LIMIT = 70
_QUOTES = 4


@dataclass(frozen=True, slots=True)
class EveningNotes:
    """Material of an evening, from which its notes and recap are made.

    Attributes:
        title: Name of the campaign or of the evening.
        date: The day, as it should read.
        lines: Talk of the evening, struck lines left out.
        happenings: Batches of the evening, without the setting up of the table.
        chronicle: What the scribe made of it.
        before: The system's state as the evening began.
        after: The system's state now.
        slug: Rules system played.
        describe: The system's sentence for an event, empty where nobody needs one.
        cast: (player, character or None) in seat order.
        tally: What everybody has now, as the system tells it.
        started: Wall clock at second 0 of the lines; None shows seconds since then.
        number: Which evening of the campaign it is.
        written: What the table itself wrote in it and until the next one.
    """

    title: str
    date: str
    lines: tuple[TalkLine, ...]
    happenings: tuple[Happening, ...]
    chronicle: Chronicle
    before: Any
    after: Any
    slug: str
    describe: Callable[[Any], str]
    cast: tuple[tuple[str, str | None], ...] = ()
    tally: tuple[str, ...] = ()
    started: datetime | None = None
    number: int | None = None
    written: tuple[Remark, ...] = ()


_READERS: Mapping[str, type[EveningReader]] = {"phase-abandon": PhaseAbandonReader}
"""Systems whose notes say more than their sentences."""


def read_evening(evening: EveningNotes) -> EveningLog:
    """Scenes, rolls and facts of an evening in order."""
    standing = standing_of(evening.before)
    owners = {character: player for player, character in evening.cast if character}
    players = [player for player, _ in evening.cast]
    names = [entry.name for entry in (*evening.chronicle.npcs, *evening.chronicle.places)]

    def retell(words: str) -> str:
        return told(words, players, standing.skills, names)

    reader = _READERS.get(evening.slug, EveningReader)(evening.describe, owners, dict(standing.chips), retell)
    starts = {line.id: line.start for line in evening.lines}
    return reader.read(evening.happenings, evening.chronicle.story, starts)


def render_notes(evening: EveningNotes) -> str:
    """The notes of an evening as Markdown; may be called at any time of it.

    Every claim ends in the sentences it rests on, "[u012 19:42]". What people said is escaped: it can neither format
    nor link nor inject HTML.
    """
    text = _environment(evening).get_template("notes.md.j2").render(page_of(evening))
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +$", "", text.strip(), flags=re.MULTILINE)) + "\n"


def page_of(evening: EveningNotes) -> dict[str, Any]:
    """Return the content of an evening's notes for a template; nothing in it is escaped."""
    log = read_evening(evening)
    before, after = standing_of(evening.before), standing_of(evening.after)
    group, own = _goal_rows(before, after, evening.chronicle)
    return {
        "title": evening.title,
        "date": evening.date,
        "number": evening.number,
        "cast": evening.cast,
        "openings": log.openings,
        "scenes": _scene_rows(log.scenes, evening.chronicle),
        "npcs": [_person_row(entry) for entry in evening.chronicle.npcs],
        "places": evening.chronicle.places,
        "read": _read_rows(evening.chronicle),
        "items": [entry for entry in evening.chronicle.items if entry.evidence],
        "threads": evening.chronicle.threads,
        "written": evening.written,
        "group_goals": group,
        "goals": own,
        "connections": _connection_rows(before, after, evening.chronicle),
        "chips": list(log.chips.items()),
        "tally": evening.tally,
        "improvement": log.improvement,
        "corrections": log.corrections,
    }


def _read_rows(chronicle: Chronicle) -> list[tuple[str, list[ChronicleEntry]]]:
    """Headings and entries of a language model that have no other place in the notes, none without entries."""
    seen = [each for each in (*chronicle.goals, *chronicle.connections) if each.certainty == "inferred"]
    rows = {
        "Scenes": [*chronicle.scenes],
        "Goals and connections it sees": seen,
        "What follows": [*chronicle.consequences],
        "Lines to keep": [*chronicle.lines] if chronicle.scenes else [],
    }
    return [(heading, entries) for heading, entries in rows.items() if entries]


def _environment(evening: EveningNotes) -> Any:
    import jinja2

    at = {line.id: line.start for line in evening.lines}

    def when(utterance: str) -> str:
        seconds = at.get(utterance)
        if seconds is None:
            return ""
        return f"{evening.started + timedelta(seconds=seconds):%H:%M}" if evening.started else clock(seconds)

    def anchors(utterances: Iterable[str]) -> _Anchors:
        parts, shown = [], ""
        for utterance in utterances:
            time = when(utterance)
            parts.append(escape(utterance) + (f" {time}" if time and time != shown else ""))
            shown = time or shown
        return _Anchors(f"[{', '.join(parts)}]" if parts else "")

    # The output is Markdown, so Jinja's HTML escaping would be wrong.
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("companion.chronicle"),
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=_as_markdown,
    )
    environment.filters["anchor"] = lambda evidence: anchors((evidence.utterance,))
    environment.filters["anchors"] = anchors
    environment.filters["own"] = _own
    environment.filters["cited"] = lambda entry: anchors(dict.fromkeys(each.utterance for each in entry.evidence))
    return environment


def _own(wording: Wording) -> "_Anchors":
    """The words of a language model about an entry, named as such."""
    told = "; ".join(f"{escape(what)}: {escape(words)}" for what, words in wording)
    return _Anchors(f" (a language model: {told})" if told else "")


class _Anchors(str):
    """Links to the sources of a claim and the like, as Markdown already."""

    __slots__ = ()


def _as_markdown(put_in: Any) -> Any:
    """Return a value for a template: every text is escaped, whoever it comes from."""
    return escape(put_in) if isinstance(put_in, str) and not isinstance(put_in, _Anchors) else put_in


def _scene_rows(scenes: Sequence[SceneNote], chronicle: Chronicle) -> list[dict[str, Any]]:
    shown: list[SceneNote] = []
    for scene in scenes:
        told_anything = any(beat.kind in {"told", "roll"} for beat in scene.beats)
        if shown and not (told_anything or scene.description or scene.conflict):
            shown[-1].beats.extend(scene.beats)  # rewards and the like, before the next scene really began
        elif scene.beats or scene.description:
            shown.append(replace(scene, beats=list(scene.beats)))
    length = sum(len(beat.text) for scene in shown for beat in scene.beats if beat.kind == "told")
    limit = _BLOCK_IN_SHORT if length <= _SHORT_EVENING else _BLOCK_IN_LONG
    return [_scene_row(scene, chronicle, limit) for scene in shown]


def _scene_row(scene: SceneNote, chronicle: Chronicle, limit: int) -> dict[str, Any]:
    title = _scene_title(scene, chronicle)
    set_by = f"Set by {scene.set_by}" if scene.set_by else ""
    if scene.rating:
        set_by = f"A {'fight' if scene.combat else 'challenge'} of {scene.rating}, set by {scene.set_by}"
    described = tidy(scene.description).rstrip(".")
    return {
        "title": title,
        "intro": f"{set_by}: {described}" if described and described != title and set_by else set_by or described,
        "utterances": scene.utterances,
        "conflict": scene.conflict,
        "beats": [_shown(beat, limit) for beat in scene.beats],
    }


def _shown(beat: Beat, limit: int) -> Beat:
    return replace(beat, text=excerpt(tidy(beat.text), limit)) if beat.kind == "told" else beat


def _scene_title(scene: SceneNote, chronicle: Chronicle) -> str:
    """The description when it is short, else the first place named, else what opened the scene, else who set it."""
    if scene.description and len(scene.description) <= _TITLE_LIMIT:
        return tidy(scene.description).rstrip(".")
    cited = {utterance for beat in scene.beats for utterance in beat.utterances}
    place = next(
        (entry.name for entry in chronicle.places if cited & {each.utterance for each in entry.evidence}), None
    )
    if scene.rating:
        nature = scene.conflict[0].text.partition(": ")[2] if scene.conflict else ""
        return excerpt(tidy(nature), _TITLE_LIMIT).rstrip(".") if nature else "Conflict"
    if place is not None:
        return place
    if scene.description:
        return excerpt(tidy(scene.description), _TITLE_LIMIT).rstrip(".")
    return f"{scene.set_by}'s scene" if scene.set_by else "After that" if scene.key else "To begin with"


def _person_row(entry: ChronicleEntry) -> dict[str, Any]:
    quotes = [replace(evidence, words=tidy(evidence.words)) for evidence in _telling(entry)]
    heard_as = [alias for alias in entry.aliases if not _part_of(alias, entry.name)]
    role = entry.role if entry.role and entry.role.casefold() not in entry.name.casefold().split() else None
    return {"name": entry.name, "role": role, "heard_as": heard_as, "quotes": quotes, "wording": entry.wording}


def _part_of(alias: str, name: str) -> bool:
    return all(word in name.casefold().split() for word in alias.casefold().split())


def _telling(entry: ChronicleEntry) -> list[Evidence]:
    """The first sentence with the name, then the longest few, in the order they were said."""
    by_line: dict[str, Evidence] = {}
    for evidence in sorted(entry.evidence, key=lambda evidence: len(evidence.words)):
        by_line[evidence.utterance] = evidence
    story = {name: each for name, each in by_line.items() if told(each.words, (), (), (entry.name, *entry.aliases))}
    by_line = story or by_line
    first, *rest = sorted(by_line.values(), key=lambda evidence: evidence.at)
    chosen = sorted(rest, key=lambda evidence: -len(evidence.words))[: _QUOTES - 1]
    return [first, *sorted(chosen, key=lambda evidence: evidence.at)]


def _goal_rows(before: Standing, after: Standing, chronicle: Chronicle) -> tuple[list[dict[str, Any]], ...]:
    """The group's aims, and everybody's that moved."""
    group, own = [], []
    for goal in after.goals:
        earlier = before.goal(goal.owner, goal.text)
        then = earlier.left if earlier is not None else goal.initial
        said = next((entry for entry in chronicle.goals if entry.name == goal.text), None)
        row: dict[str, Any] = {"text": goal.text, "owner": goal.owner, "before": then, "now": goal.left or "reached"}
        row["utterances"] = tuple(evidence.utterance for evidence in said.evidence) if said is not None else ()
        if goal.owner is None:
            group.append(row)
        elif then != goal.left or earlier is None:
            own.append(row)
    return group, own


def _connection_rows(before: Standing, after: Standing, chronicle: Chronicle) -> list[dict[str, Any]]:
    """Connections that changed or that the evening spoke of."""
    earlier = {(owner, name): value for owner, name, value in before.connections}
    rows = []
    for owner, name, value in after.connections:
        entry = next((each for each in chronicle.connections if each.name == name), None)
        person = next((each for each in chronicle.npcs if same_person(each.name, name)), None)
        words = _sentence([*(entry.evidence if entry else ()), *(person.evidence if person else ())])
        then = earlier.get((owner, name))
        shown = str(value) if then == value else f"new, at {value}" if then is None else f"{then} → {value}"
        if words is not None or then != value:
            rows.append({"name": name, "owner": owner, "value": shown, "words": words})
    return rows


def _sentence(evidence: Iterable[Evidence]) -> Evidence | None:
    return next(iter(evidence), None)
