"""From the readings of single evenings to what a campaign remembers: who is who across them, and what became of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.chronicle.extractor.model import Certainty, ChronicleEntry, Wording
from companion.chronicle.extractor.names import parts, same_person, title_of
from companion.chronicle.extractor.standing import GoalStanding, Standing
from companion.chronicle.memory.attitude import attitude, met_by
from companion.chronicle.memory.values import Change, Entry, Kind, Memory, Quote, Reading, spelled

Cast = Sequence[tuple[str, str | None]]
"""(player, character) in seat order."""

_SURE: dict[Certainty, int] = {"rules": 2, "said": 1, "inferred": 0}


@dataclass
class _Figure:
    """Entries of several evenings taken to be one somebody or something."""

    kind: Kind
    found: list[tuple[int, ChronicleEntry]] = field(default_factory=list)

    def names(self) -> tuple[str, ...]:
        """Every form of the name, the first one first."""
        return tuple(dict.fromkeys(name for _, entry in self.found for name in (entry.name, *entry.aliases)))

    def closeness(self, entry: ChronicleEntry) -> int:
        """Rate the likeness of an entry: 2 by a spelling, 1 by sound or a part of the name, 0 for none."""
        known = {spelled(name) for name in self.names()}
        if known & {spelled(name) for name in (entry.name, *entry.aliases)}:
            return 2
        return int(self.kind != "item" and any(same_person(each.name, entry.name) for _, each in self.found))

    def entry(self, cast: Cast) -> Entry:
        """Return the remembered entry of this figure."""
        evidence = quotes(self.found)
        name = self._best_name()
        roles = [(evening, entry.role) for evening, entry in self.found if entry.role]
        person = self.kind == "person"
        return Entry(
            kind=self.kind,
            name=name,
            certainty=max((entry.certainty for _, entry in self.found), key=_SURE.__getitem__),
            evidence=evidence,
            aliases=tuple(each for each in self.names() if each != name),
            role=_told_best(roles, name),
            owner=next((entry.owner for _, entry in self.found if entry.owner), None),
            met_by=met_by(evidence, cast) if person else (),
            attitude=attitude(evidence) if person else None,
            history=_changes(roles),
            wording=_wording(self.found),
        )

    def _best_name(self) -> str:
        """The one the rules know, else the fullest, else the one heard most often."""
        heard: dict[str, int] = {}
        for _, entry in self.found:
            heard[entry.name] = heard.get(entry.name, 0) + len(entry.evidence)
        ruled = {entry.name for _, entry in self.found if entry.certainty == "rules"}
        return max(heard, key=lambda name: (name in ruled, len(parts(name)), title_of(name) is not None, heard[name]))


def _wording(found: Iterable[tuple[int, ChronicleEntry]]) -> Wording:
    """The latest of each kind of thing a model says about an entry."""
    return tuple(dict(each for _, entry in found for each in entry.wording).items())


def _told_best(roles: Sequence[tuple[int, str]], name: str) -> str | None:
    """The role told last that is more than the title of the name."""
    plain = [role for _, role in roles if role != title_of(name)]
    told = plain or [role for _, role in roles]
    return told[-1] if told else None


def _changes(told: Iterable[tuple[int, str]]) -> tuple[Change, ...]:
    """List the values of the evenings where they differ from the evening before; empty when there was no change."""
    changes: list[Change] = []
    for evening, what in told:
        if not changes or changes[-1].what != what:
            changes.append(Change(evening, what))
    return tuple(changes) if len(changes) > 1 else ()


def quotes(found: Iterable[tuple[int, ChronicleEntry]]) -> tuple[Quote, ...]:
    """Everything some entries rest on, each sentence once, in the order it was said."""
    told = dict.fromkeys(
        Quote(evening, each.utterance, each.at, each.speaker, each.words)
        for evening, entry in found
        for each in entry.evidence
    )
    return tuple(sorted(told, key=lambda quote: quote.place))


def gather(readings: Sequence[Reading], standing: Standing, cast: Cast, requests: Iterable[str] = ()) -> Memory:
    """Gather the evenings of a campaign into one memory, uncorrected.

    Args:
        readings: Evenings, the first one first.
        standing: Goals and connections as the rules have them now.
        cast: Who plays whom now; characters are never people of the story.
        requests: What connections asked for and nobody has settled, in words of the rules.
    """
    table = tuple(name for pair in cast for name in pair if name)
    promises = _sentences("promise", readings)
    promised = {each.ref for each in promises}
    return Memory(
        people=_figures("person", [(each.number, each.chronicle.npcs) for each in readings], cast, table),
        places=_figures("place", [(each.number, each.chronicle.places) for each in readings], cast, table),
        items=_figures("item", [(each.number, each.chronicle.items) for each in readings], cast),
        goals=_told_apart(_goals(readings, standing.goals)),
        connections=_told_apart(_connections(readings, standing)),
        threads=_told_apart(
            (
                *(Entry("thread", words, "rules") for words in requests),
                *(each for each in _sentences("thread", readings) if each.ref not in promised),
            )
        ),
        promises=_told_apart(promises),
        lines=_told_apart(_sentences("line", readings)),
        scenes=_told_apart(_sentences("scene", readings)),
        consequences=_told_apart(_sentences("consequence", readings)),
        days=tuple((each.number, each.day) for each in readings),
    )


def _told_apart(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The same, each with a key of its own: one sentence may hold two promises, two players may have one goal."""
    found: dict[str, int] = {}
    apart = []
    for each in entries:
        found[each.key] = found.get(each.key, 0) + 1
        apart.append(replace(each, nth=found[each.key]))
    return tuple(apart)


def _figures(
    kind: Kind, told: Iterable[tuple[int, Sequence[ChronicleEntry]]], cast: Cast, table: Sequence[str] = ()
) -> tuple[Entry, ...]:
    found: list[_Figure] = []
    for evening, entries in told:
        for entry in entries:
            if any(same_person(entry.name, name) for name in table):
                continue
            near = [(closeness, figure) for figure in found if (closeness := figure.closeness(entry))]
            home = max(near, key=lambda each: (each[0], each[1].found[-1][0]), default=(0, _Figure(kind)))[1]
            if not home.found:
                found.append(home)
            home.found.append((evening, entry))
    return tuple(figure.entry(cast) for figure in found)


def _goals(readings: Sequence[Reading], standing: Sequence[GoalStanding]) -> tuple[Entry, ...]:
    told: dict[tuple[str, str | None], list[tuple[int, ChronicleEntry]]] = {}
    for reading in readings:
        for entry in reading.chronicle.goals:
            told.setdefault((entry.name, entry.owner), []).append((reading.number, entry))
    now = {(goal.text, goal.owner): goal for goal in standing}
    return tuple(_goal(*key, told.get(key, []), now.get(key)) for key in dict.fromkeys([*now, *told]))


def _goal(text: str, owner: str | None, told: list[tuple[int, ChronicleEntry]], now: GoalStanding | None) -> Entry:
    moved = [(evening, entry.detail) for evening, entry in told if entry.detail]
    detail = f"{now.left} of {now.initial} left" if now is not None else moved[-1][1] if moved else None
    certainty: Certainty = "rules" if now is not None or moved else _surest(told)
    closed = now.left == 0 if now is not None else bool(moved) and moved[-1][1] == "done"
    return Entry(
        "goal", text, certainty, quotes(told), detail=detail, owner=owner, closed=closed, history=_moves(moved),
        wording=_wording(told),
    )  # fmt: skip


def _surest(found: Iterable[tuple[int, ChronicleEntry]]) -> Certainty:
    """The certainty of an entry that no rules know: one that only a model saw is uncertain."""
    return "inferred" if all(entry.certainty == "inferred" for _, entry in found) else "said"


def _connections(readings: Sequence[Reading], standing: Standing) -> tuple[Entry, ...]:
    """Those of the sheets with their value, then those asked for aloud that the rules do not know."""
    told: dict[str, list[tuple[int, ChronicleEntry]]] = {}
    for reading in readings:
        for entry in reading.chronicle.connections:
            told.setdefault(entry.name, []).append((reading.number, entry))
    known = {name: (player, value) for player, name, value in standing.connections}
    entries = []
    for name in dict.fromkeys([*known, *told]):
        found, player, detail = told.get(name, []), None, None
        if name in known:
            player, detail = known[name][0], f"at {known[name][1]}"
        elif any(same_person(name, other) for other in known):
            continue
        moved = [(evening, entry.detail) for evening, entry in found if entry.detail]
        player = player or next((entry.owner for _, entry in found if entry.owner), None)
        certainty: Certainty = "rules" if name in known or moved else _surest(found)
        made = Entry("connection", name, certainty, quotes(found), detail=detail, owner=player, history=_moves(moved))
        entries.append(replace(made, wording=_wording(found)))
    return tuple(entries)


def _moves(moved: Iterable[tuple[int, str]]) -> tuple[Change, ...]:
    return tuple(Change(evening, detail) for evening, detail in moved)


def _sentences(kind: Kind, readings: Sequence[Reading]) -> tuple[Entry, ...]:
    """Threads, promises or lines: what was said on every evening, nothing twice."""
    found: dict[str, Entry] = {}
    for reading in readings:
        for entry in getattr(reading.chronicle, f"{kind}s"):
            new = Entry(kind, entry.name, entry.certainty, quotes([(reading.number, entry)]), role=entry.role)
            known = found.setdefault(spelled(entry.name), replace(new, owner=entry.owner, wording=entry.wording))
            if known.ref != new.ref:
                found[spelled(entry.name)] = replace(known, evidence=(*known.evidence, *new.evidence))
    return tuple(found.values())
