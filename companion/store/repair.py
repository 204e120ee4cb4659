"""Mends a database file: what can be read goes into a new one, and the damaged one is kept beside it."""

from dataclasses import dataclass, replace
from pathlib import Path

from companion.clock import Clock
from companion.errors import StoreDamaged, StoreError
from companion.store.checking import Checked, check_store
from companion.store.database import parse_url, refuse_other_files
from companion.store.files import copied_aside, kept_name, nobody_writes, put_in_place, removed
from companion.store.salvage import salvage
from companion.store.store import Store, open_store
from engine.phrase import phrase


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was found and done.

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
        refuse_other_files(path)
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
    found = examine(target, clock)
    foreign = all(each.foreign for each in found.checked.campaigns if each.problem)
    url = parse_url(target)
    if not found.found or (foreign and not found.checked.problems) or url.get_backend_name() != "sqlite":
        return replace(found, done=_without_misfits(target, found.checked, clock))
    path = Path(str(url.database))
    with nobody_writes(path):
        mended = _mend(path, found.found, clock)
    return replace(mended, done=(*mended.done, *_without_misfits(target, mended.checked, clock)))


def _without_misfits(target: str | Path, checked: Checked, clock: Clock) -> tuple[str, ...]:
    """Drop kept states that the log does not lead to; the log is folded instead."""
    wrong = [each for each in checked.campaigns if each.misfits]
    if wrong:
        with open_store(target, clock) as store:
            for each in wrong:
                store.drop_states(each.campaign.id, each.misfits)
    return tuple(f"{each.campaign.name}: kept states that do not fit the log were dropped." for each in wrong)


def _mend(path: Path, found: tuple[str, ...], clock: Clock) -> Repaired:
    new, kept = path.with_name(f"{path.name}.mending"), kept_name(path, "damaged", clock.now())
    removed(new)
    try:
        open_store(new, clock).close()
        done = list(salvage(path, new))
        with open_store(new, clock) as store:
            done += _cut_logs(store)
            checked = check_store(store)
        if not checked.campaigns:
            raise StoreDamaged(
                phrase("Nothing of {path} can be read.", path=path),
                phrase("It was left as it is; companion restore FILE helps."),
            )
        copied_aside(path, kept)
        put_in_place(new, path)
    finally:
        removed(new)
    return Repaired(checked, found, tuple(done), kept)


def _cut_logs(store: Store) -> list[str]:
    done = []
    for each in check_store(store).campaigns:
        if each.problem and not each.foreign:
            cut = store.cut_log(each.campaign.id, each.entries)
            kept = "the first entry is" if each.entries == 1 else f"the first {each.entries} entries are"
            done.append(f"{each.campaign.name}: {kept} kept, {cut} behind {'is' if cut == 1 else 'are'} not.")
    return done


def _wrong(checked: Checked) -> tuple[str, ...]:
    problems = (f"{each.campaign.name}: {each.problem}" for each in checked.campaigns if each.problem)
    misfits = (
        f"{each.campaign.name}: states kept on the way ({len(each.misfits)}) are not what its log says."
        for each in checked.campaigns
        if each.misfits
    )
    return (*checked.problems, *problems, *misfits)
