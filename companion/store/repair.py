"""Mends a database file: what can be read goes into a new one, and the damaged one is kept beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.base.clock import Clock
from companion.base.errors import StoreDamaged, StoreError
from companion.store.checking import Checked, check_store
from companion.store.database import parse_url, refuse_other_files
from companion.store.files import copied_aside, kept_name, nobody_writes, put_in_place, removed
from companion.store.last_write import belongs, missing_changes
from companion.store.recovery import salvage
from companion.store.store import Store, open_store
from engine.phrase import phrase


@dataclass(frozen=True, slots=True)
class Repaired:
    """Result of a repair: what was found and done.

    Attributes:
        checked: The database as it is now.
        found: What was wrong, one sentence each; empty when all was well.
        done: What was mended, one sentence each; empty when nothing was.
        kept: The damaged file, beside the mended one; None when nothing was mended.
    """

    checked: Checked
    found: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    kept: Path | None = None


def examine(target: str | Path, clock: Clock) -> Repaired:
    """Read everything, fold every campaign from nothing, and tell what is wrong; changes nothing.

    Raises:
        StoreError: There is no database, or it cannot be used for another reason than damage.
    """
    url = parse_url(target)
    if url.get_backend_name() == "sqlite":
        path = Path(str(url.database))
        if not path.is_file():
            raise StoreError(
                phrase("There is no database {path}.", path=path),
                phrase("Check the data folder: companion doctor shows it."),
            )
        if path.stat().st_size == 0:
            empty = phrase("{path} is empty.", path=path)
            return Repaired(Checked((), (empty,)), (empty,))
    try:
        with open_store(target, clock) as store:
            checked = check_store(store)
    except StoreDamaged as damage:
        checked = Checked((), (str(damage),))
    return Repaired(checked, _wrong(checked))


def repair(target: str | Path, clock: Clock) -> Repaired:
    """Mend what can be mended, and tell it; kept states that the log does not lead to are dropped.

    Every row that can be read is kept, and every log up to its first entry that cannot; campaigns of a newer companion
    are kept as they are. The damaged file stays beside the mended one.

    Raises:
        StoreError: A companion has it open, there is no room, or nothing of it can be read; it is left as it was.
    """
    url = parse_url(target)
    if url.get_backend_name() != "sqlite" or not Path(str(url.database)).is_file():
        found = examine(target, clock)
        return replace(found, done=_without_misfits(target, found.checked, clock))
    path = Path(str(url.database))
    with nobody_writes(path):
        repaired = _mended(path, clock)
    return replace(repaired, done=(*repaired.done, *_without_misfits(target, repaired.checked, clock)))


def _mended(path: Path, clock: Clock) -> Repaired:
    """Copy a file aside before anything opens it, which may change it; the copy goes when nothing is to be mended."""
    kept = kept_name(path, "damaged", clock.now())
    copied_aside(path, kept)
    try:
        found = examine(path, clock)
        foreign = all(each.foreign for each in found.checked.campaigns if each.problem)
        if found.found and (found.checked.problems or not foreign):
            return _mend(path, kept, found.found, clock)
    except BaseException:
        removed(kept)
        raise
    removed(kept)
    return found


def _without_misfits(target: str | Path, checked: Checked, clock: Clock) -> tuple[str, ...]:
    """Drop kept states that the log does not lead to; the log is folded instead."""
    wrong = [each for each in checked.campaigns if each.misfits]
    if wrong:
        with open_store(target, clock) as store:
            for each in wrong:
                store.drop_states(each.campaign.id, each.misfits)
    return tuple(f"{each.campaign.name}: snapshots that do not match the log were removed." for each in wrong)


def _mend(path: Path, kept: Path, found: tuple[str, ...], clock: Clock) -> Repaired:
    new = path.with_name(f"{path.name}.mending")
    removed(new)
    try:
        open_store(new, clock).close()
        salvaged = salvage(kept, new)
        complete = salvaged.whole and belongs(path) and not missing_changes(path)
        with open_store(new, clock) as store:
            ends = _cut_logs(store, salvaged.entries, complete=complete)
            checked = check_store(store)
        if not checked.campaigns:
            refuse_other_files(path)
            raise StoreDamaged(
                phrase("Nothing in {path} can be read.", path=path),
                phrase("It was left unchanged; restore a backup with companion restore FILE."),
            )
        put_in_place(new, path)
    finally:
        removed(new)
    return Repaired(checked, found, (*salvaged.told, *ends), kept)


def _cut_logs(store: Store, entries: Mapping[int, int], *, complete: bool) -> list[str]:
    """Cut each log where it cannot be read further; how much of it is kept, where something is lost or may be.

    Args:
        store: The mended database.
        entries: The least entries that the log of each campaign had.
        complete: Whether none can be lost besides.
    """
    done = []
    for each in check_store(store).campaigns:
        number, kept = each.campaign.id, each.entries
        if each.problem and not each.foreign:
            store.cut_log(number, kept)
        lost = entries.get(number, 0) - kept
        if not each.foreign and (lost or not complete):
            behind = f"{'' if complete else 'at least '}{lost} behind {'is' if lost == 1 else 'are'} not"
            rest = behind if lost else "what followed is unknown"
            done.append(f"{each.campaign.name}: {_kept(store, number, kept)}, {rest}.")
    return done


def _kept(store: Store, campaign_id: int, entries: int) -> str:
    """Describe how much of a log is kept, and the time of its last entry."""
    if not entries:
        return "no entry is kept"
    *_, last = store.read(campaign_id, entries - 1)
    kept = "the first entry is" if entries == 1 else f"the first {entries} entries are"
    return f"{kept} kept, up to {last.recorded_at:%Y-%m-%d %H:%M} UTC"


def _wrong(checked: Checked) -> tuple[str, ...]:
    problems = (f"{each.campaign.name}: {each.problem}" for each in checked.campaigns if each.problem)
    misfits = (
        f"{each.campaign.name}: states kept on the way ({len(each.misfits)}) are not what its log says."
        for each in checked.campaigns
        if each.misfits
    )
    return (*checked.problems, *problems, *misfits)
