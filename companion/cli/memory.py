"""Commands about what a campaign remembers: reading its chronicle, setting it right, and searching what was said."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated

import typer

from companion.chronicle.memory.corrections import (
    AnyCorrection,
    Close,
    Forget,
    Merge,
    Note,
    Rename,
    SetCertainty,
    SetRole,
    Split,
    Undo,
    effective,
    told,
)
from companion.chronicle.memory.recollection import Recollection, recall
from companion.chronicle.memory.values import LISTS, Entry, Memory, Written
from companion.cli.common import CampaignName, campaign_open, complain, say_line, settings_of, tell, usage
from companion.privacy.consent import person_named


def chronicle(
    context: typer.Context,
    action: Annotated[
        str | None,
        typer.Argument(
            help=f"{', '.join(LISTS)}: show only these; rename, merge, split, forget, role, certain, uncertain,"
            " close, note or undo: correct an entry;"
            " corrections: list the corrections. Everything by default."
        ),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="rename NAME NEW, merge NAME INTO, split NAME ALIAS, forget NAME, role NAME ROLE, certain NAME,"
            " uncertain NAME, close 2/u14, note NAME TEXT, undo [NUMBER]."
        ),
    ] = None,
    by: Annotated[str | None, typer.Option(help="Author of the note.")] = None,
    campaign: CampaignName = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show or correct what a campaign remembers of its story; game state and log are not changed."""
    given = words or []
    actions = (*LISTS, *_USAGE, "undo", "corrections")
    if action is not None and action not in actions:
        usage(f"There is no action {action!r}; choose one of {', '.join(actions)}.")
    correction = _correction(action, given) if action in _USAGE else None
    if by is not None and not isinstance(correction, Note):
        usage("--by requires the action note.")
    if correction is None and given and action != "undo":
        usage(f"companion chronicle {action} takes no arguments.")
    settings = settings_of(context)
    with campaign_open(settings, campaign) as (store, played):
        recollection, memory = recall(store, played, papers=settings.data_dir / "notes")
        if action == "undo":
            correction = _undo(recollection, given)
        if by is not None and isinstance(correction, Note):
            correction = replace(correction, by=person_named(played, by))
        if correction is not None:
            made = recollection.correct(correction, memory)
            tell(f"Correction {made.number}: {told(correction)}.")
            return
    if action == "corrections":
        for line in _corrections(recollection, memory):
            tell(line)
    elif json:
        data = memory.to_json()
        say_line(data if action is None else {action: data[action]})
    else:
        _show(memory, LISTS if action is None else (action,), played.name)


def search(
    context: typer.Context,
    words: Annotated[
        list[str], typer.Argument(help="Words in any order; a word also finds longer words that start with it.")
    ],
    campaign: CampaignName = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Most results to show.")] = 50,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per result.")] = False,
) -> None:
    """Search transcripts and notes of all evenings; a name is also found as it was misheard."""
    wanted = " ".join(words)
    with campaign_open(settings_of(context), campaign) as (store, played):
        recollection, memory = recall(store, played)
        found, noted = recollection.search(wanted, memory, limit), recollection.search_notes(wanted, memory)
    for entry, note in noted:
        if json:
            say_line({"about": entry.name, "written": note.number, "by": note.by, "text": note.text})
        else:
            tell(_noted(note, f"{entry.name}: "))
    for each in found:
        said = each.utterance
        if json:
            place = {"evening": each.evening, "utterance": said.id, "at": said.start}
            say_line({**place, "speaker": said.speaker, "text": said.text})
        else:
            tell(f"{each.evening}/{said.id} {said.speaker or 'somebody'}: {said.text}")
    if not found and not noted and not json:
        tell(f"No results for {wanted}.")


_USAGE: dict[str, tuple[str, Callable[..., AnyCorrection]]] = {
    "rename": ("NAME NEW", lambda name, new: Rename(name, new)),
    "merge": ("NAME INTO", lambda name, into: Merge(name, into)),
    "split": ("NAME ALIAS", lambda name, alias: Split(name, alias)),
    "forget": ("NAME", lambda name: Forget(name)),
    "role": ("NAME ROLE", lambda name, role: SetRole(name, role)),
    "certain": ("NAME", lambda name: SetCertainty(name, "said")),
    "uncertain": ("NAME", lambda name: SetCertainty(name, "inferred")),
    "close": ("2/u14", lambda ref: Close(ref)),
    "note": ("NAME TEXT", lambda name, text: Note(name, text)),
}


def _correction(action: str, words: list[str]) -> AnyCorrection:
    takes, make = _USAGE[action]
    if len(words) != len(takes.split()) or not all(word.strip() for word in words):
        usage(f"companion chronicle {action} takes {takes}; put names of several words in quotes.")
    return make(*(" ".join(word.split()) for word in words))


def _undo(recollection: Recollection, words: list[str]) -> Undo:
    if len(words) > 1 or not all(word.isdecimal() for word in words):
        usage("companion chronicle undo takes the number of a correction, or nothing for the latest one.")
    number = int(words[0]) if words else recollection.last_effective()
    if number is None:
        complain("There is no correction to undo.")
    return Undo(number)


def _corrections(recollection: Recollection, memory: Memory) -> Iterator[str]:
    counting = {number for number, _ in effective(recollection.corrections)}
    for each, correction in recollection.all_corrections():
        undone = "" if each.number in counting or isinstance(correction, Undo) else " (undone)"
        idle = " (no longer has an effect)" if each.number in memory.idle else ""
        yield f"{each.number} {each.made_at:%Y-%m-%d}: {told(correction)}{undone}{idle}"
    if not recollection.corrections:
        yield "There are no corrections yet."


def _show(memory: Memory, lists: tuple[str, ...], campaign: str) -> None:
    shown = [(name, getattr(memory, name)) for name in lists if getattr(memory, name)]
    for name, entries in shown:
        tell(name.capitalize())
        for entry in entries:
            tell(f"  {_line(entry)}")
            for what, words in entry.wording:
                tell(f"    {what}: {words} (language model)")
            for note in entry.notes:
                tell(f"    {_noted(note)}")
    if not shown:
        what = "anything" if len(lists) > 1 else f"any {lists[0]}"
        tell(f"{campaign} does not have {what} yet.")


def _line(entry: Entry) -> str:
    parts = [entry.role, entry.detail, f"of {entry.owner}" if entry.owner else None, entry.attitude]
    parts.append(f"met by {', '.join(entry.met_by)}" if entry.met_by else None)
    parts.append(f"also {', '.join(entry.aliases)}" if entry.aliases else None)
    parts.append("resolved" if entry.closed else None)
    first = entry.ref if entry.nth == 1 else entry.key
    seen = [first] if len(entry.evidence) == 1 else []
    seen += [f"{first} to {entry.evidence[-1].ref}"] if len(entry.evidence) > 1 else []
    told = "; ".join(part for part in parts if part)
    return f"{entry.name}{f' ({told})' if told else ''} [{', '.join([entry.certainty, *seen])}]"


def _noted(note: Written, about: str = "") -> str:
    return f"{about}“{' '.join(note.text.split())}” (written by {note.by or 'the table'}, correction {note.number})"
