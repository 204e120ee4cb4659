"""A campaign made for the measurement is one that can be played."""

from pathlib import Path

from companion.base.clock import SystemClock
from companion.store import open_store
from companion.store.checking import check_store
from tools.bench.opening import as_text, measure, write_campaign


def test_the_campaign_that_is_opened_folds(tmp_path: Path) -> None:
    write_campaign(tmp_path / "companion.db", 300, evenings=2)
    opening = measure(tmp_path / "companion.db")
    assert 300 <= opening.events < 400
    assert 0 < opening.entries < opening.events
    assert min(opening.read, opening.fold, opening.onward, opening.notes, opening.first, opening.every) >= 0
    assert "an evening begun " in as_text(opening, 1.0)
    with open_store(tmp_path / "companion.db", SystemClock()) as store:
        assert check_store(store).ok
