"""The menu entry of Linux desktops: written for one user, and taken away without a trace."""

import sys
from pathlib import Path

import pytest

from companion import desktop
from tests.companion.test_cli import Run, one_sentence, run

__all__ = ["run"]


def test_entry_and_icon_are_written_and_removed(tmp_path: Path) -> None:
    program = Path("/opt/my games/100%/companion")
    entry, icon = desktop.install(program, tmp_path, {})
    assert entry == tmp_path / ".local" / "share" / "applications" / "table-companion.desktop"
    lines = entry.read_text().splitlines()
    assert lines[0] == "[Desktop Entry]"
    assert 'Exec="/opt/my games/100%%/companion"' in lines
    assert f"Icon={icon.stem}" in lines
    assert icon.read_text().startswith("<svg")
    assert desktop.remove(tmp_path, {})
    assert not entry.exists()
    assert not icon.exists()
    assert not desktop.remove(tmp_path, {})


@pytest.mark.skipif(sys.platform != "linux", reason="menu entries of this kind are Linux's")
def test_the_command_tells_what_it_did(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "in the menus now" in run("desktop").out
    assert run("desktop", "--remove").lines == ["The menu entry is gone."]
    assert run("desktop", "--remove").lines == ["There was no menu entry."]
    monkeypatch.setattr(sys, "platform", "darwin")
    one_sentence(run("desktop"), 1, "Only Linux desktops")
