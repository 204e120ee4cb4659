"""An entry for the companion in the menus of a Linux desktop."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from companion.base.atomic_files import SHARED, write_whole
from companion.base.characters import visible_line
from companion.base.errors import TextRefused
from engine.phrase import phrase

_NAME = "table-companion"
_ENTRY = """[Desktop Entry]
Type=Application
Name=Table companion
Comment=Hears the table, keeps the rules and writes the notes
Exec="{program}"
Icon={name}
Terminal=true
Categories=Game;RolePlaying;
"""
_SPECIAL = str.maketrans({each: f"\\{each}" for each in '"`$\\'} | {ord("%"): "%%"})


def install(program: Path, home: Path, variables: Mapping[str, str]) -> tuple[Path, Path]:
    """Write the entry and its icon for this user.

    Args:
        program: The installed `companion`.
        home: Home folder.
        variables: Environment variables; XDG_DATA_HOME says where menus look.

    Returns:
        The entry and the icon.

    Raises:
        OSError: They cannot be written.
        TextRefused: The path of the program holds a break or a character that nobody sees, which no entry can name.
    """
    strange = next((each for each in str(program) if visible_line(each) != each), None)
    if strange is not None:
        raise TextRefused(phrase("The path of the companion"), strange)
    entry, icon = _files(home, variables)
    for file in (entry, icon):
        file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(icon, (files("companion.app") / "data" / f"{_NAME}.svg").read_bytes(), SHARED)
    write_whole(entry, _ENTRY.format(program=str(program).translate(_SPECIAL), name=_NAME), SHARED)
    return entry, icon


def remove(home: Path, variables: Mapping[str, str]) -> bool:
    """Take entry and icon away; False when there was none."""
    known = [each for each in _files(home, variables) if each.is_file()]
    for each in known:
        each.unlink()
    return bool(known)


def _files(home: Path, variables: Mapping[str, str]) -> tuple[Path, Path]:
    base = Path(variables.get("XDG_DATA_HOME") or home / ".local" / "share")
    icons = base / "icons" / "hicolor" / "scalable" / "apps"
    return base / "applications" / f"{_NAME}.desktop", icons / f"{_NAME}.svg"
