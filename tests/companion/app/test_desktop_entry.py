"""The menu entry of Linux desktops: written for one user, and removed without a trace."""

from pathlib import Path

from companion.app import desktop_entry


def test_entry_and_icon_are_written_and_removed(tmp_path: Path) -> None:
    program = Path("/opt/my games/100%/companion")
    entry, icon = desktop_entry.install(program, tmp_path, {})
    assert entry == tmp_path / ".local" / "share" / "applications" / "table-companion.desktop"
    lines = entry.read_text().splitlines()
    assert lines[0] == "[Desktop Entry]"
    assert 'Exec="/opt/my games/100%%/companion"' in lines
    assert f"Icon={icon.stem}" in lines
    assert icon.read_text().startswith("<svg")
    assert desktop_entry.remove(tmp_path, {})
    assert not entry.exists()
    assert not icon.exists()
    assert not desktop_entry.remove(tmp_path, {})
