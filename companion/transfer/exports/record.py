"""An evening as files: its talk, and a replayable record of what was heard, done and said."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.base.characters import json_text, visible
from companion.chronicle.extractor.model import Happening, TalkLine

_STAND_INS = (
    *("Alex", "Billie", "Charlie", "Devon", "Ellis", "Frankie", "Gray", "Harper", "Indigo"),
    *("Jules", "Kit", "Lou", "Morgan", "Noor", "Oakley", "Perry", "Quinn", "Robin"),
)


def transcript_lines(lines: Iterable[TalkLine]) -> Iterator[str]:
    """The talk as JSON Lines: id, speaker, start and end in seconds, text; what `companion scribe` reads."""
    for line in lines:
        told = {"id": line.id, "speaker": line.speaker, "start": line.start, "end": line.end, "text": line.text}
        yield json_text(told)


def golden_lines(
    lines: Iterable[TalkLine],
    happenings: Iterable[Happening],
    said: Mapping[int, Sequence[str]],
    event_json: Callable[[Any], Mapping[str, Any]],
    rename: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """An evening one step a line: what was heard, what it made of it, what followed and what was said.

    Args:
        lines: The talk that led to something, and the rest; all of it is kept, in order.
        happenings: Batches of the log; those undone carry `"undone": true`.
        said: Sentences spoken after each batch, by its position.
        event_json: Turns a command or an event into its JSON form.
        rename: New names by old ones, applied to whole words everywhere; see `stand_ins`.

    Yields:
        One JSON object a line: {"heard", "by", "id"}, {"command"}, {"event"} or {"said"}.
    """
    waiting = sorted(happenings, key=lambda happening: happening.position)
    steps: list[dict[str, Any]] = []
    for line in lines:
        steps.append({"heard": line.text, "by": line.speaker, "id": line.id})
        for happening in [each for each in waiting if each.utterance == line.id]:
            waiting.remove(happening)
            steps += _batch_steps(happening, said, event_json)
    for happening in waiting:
        steps += _batch_steps(happening, said, event_json)
    for step in steps:
        yield visible(_renamed(json.dumps(step, ensure_ascii=False), rename or {}))


def _batch_steps(
    happening: Happening, said: Mapping[int, Sequence[str]], event_json: Callable[[Any], Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    undone = {"undone": True} if happening.undone else {}
    if happening.command is not None:
        command = happening.command if isinstance(happening.command, Mapping) else event_json(happening.command)
        yield {"command": dict(command), **undone}
    for event in happening.events:
        yield {"event": dict(event if isinstance(event, Mapping) else event_json(event)), **undone}
    for text in said.get(happening.position, ()):
        yield {"said": text}


def stand_ins(names: Iterable[str]) -> dict[str, str]:
    """Other names for people, for sharing an evening without saying who played."""
    taken = list(dict.fromkeys(names))
    free = [name for name in _STAND_INS if name not in taken]
    return {name: free[at] if at < len(free) else f"Player {at + 1}" for at, name in enumerate(taken)}


def _renamed(text: str, rename: Mapping[str, str]) -> str:
    if not rename:
        return text
    known = sorted(rename, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)
    lower = {name.casefold(): new for name, new in rename.items()}

    def new_name(match: re.Match[str]) -> str:
        old, new = match.group(1), lower[match.group(1).casefold()]
        return new.lower() if old.islower() else new

    return pattern.sub(new_name, text)
