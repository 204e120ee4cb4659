"""A campaign's log as lines for people."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.store import Campaign, Store
from companion.store.codec import Codec
from engine.history import Committed, Undone
from engine.phrase import Phrase
from engine.quick_dataclass import dataclass
from engine.registry import find_ruleset
from engine.ruleset import Ruleset
from engine.types import PUBLIC


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry: its position, command, sentence and facts; `undone` when the table undid it."""

    position: int
    text: str
    undone: bool = False


def told_log(store: Store, campaign: Campaign) -> list[LogLine]:
    """Every entry of a campaign, oldest first.

    Raises:
        StoreError: The log cannot be read.
    """
    ruleset = find_ruleset(campaign.slug)
    codec = Codec(ruleset)
    words = {
        (evening.number, each.id): each.text
        for evening in store.evenings(campaign.id)
        for each in store.utterances(campaign.id, evening.number)
    }
    lines: list[LogLine] = []
    roots: dict[str, list[int]] = {}
    for recorded in store.read(campaign.id):
        entry = codec.entry(recorded)
        said = words.get((recorded.evening or 0, recorded.utterance_id or ""))
        quoted = f" “{said}”" if said else ""
        head = f"{recorded.position:>5} {recorded.recorded_at:%Y-%m-%d %H:%M}"
        if isinstance(entry, Committed):
            facts = " ".join(told_facts(ruleset, entry))
            roots.setdefault(entry.root, []).append(len(lines))
            lines.append(LogLine(recorded.position, f"{head} {facts or entry.command.kind.replace('_', ' ')}{quoted}"))
            continue
        undone = isinstance(entry, Undone)
        meant = roots.get(entry.root, [])
        for at in meant:
            lines[at] = LogLine(lines[at].position, lines[at].text, undone)
        change = f"{'undone' if undone else 'done again'}: {_entries(lines[at].position for at in meant)}"
        lines.append(LogLine(recorded.position, f"{head} {change}{quoted}"))
    return lines


def _entries(positions: Iterable[int]) -> str:
    shown = [str(position) for position in positions]
    return f"{'entry' if len(shown) == 1 else 'entries'} {', '.join(shown)}"


def told_facts(ruleset: Ruleset[Any, Any, Any], entry: Committed[Any, Any]) -> Iterator[Phrase]:
    """Sentences about what everybody may know."""
    return (text for event in entry.events if event.visibility == PUBLIC and (text := ruleset.describe(event)))
