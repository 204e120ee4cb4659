"""Writes settings into the settings file: a line of its own for each, whatever else stands there stays as it is."""

import json
import re
import stat
import tomllib
from collections.abc import Mapping

from companion.base.atomic_files import write_whole
from companion.base.config import Settings
from companion.base.errors import SettingsError
from companion.base.file_limits import read_small
from companion.base.file_lock import alone
from companion.base.private_files import FILE_MODE, private_folder
from engine.phrase import phrase

Value = str | bool | float


def put_settings(settings: Settings, values: Mapping[str, Value], why: str) -> Settings:
    """Set settings in the settings file, in place of what it says of them.

    Args:
        settings: Effective settings.
        values: By name.
        why: One line for whoever reads the file.

    Raises:
        SettingsError: The file cannot be written, or a value is impossible; it is as it was.
    """
    changed = settings
    for name, value in values.items():
        changed = changed.having(name, value, str(settings.file))
    file = settings.file.resolve()  # a link to a file elsewhere stays one
    try:
        private_folder(file.parent)
        with alone(file):
            before, mode = (read_small(file), stat.S_IMODE(file.stat().st_mode)) if file.exists() else (b"", FILE_MODE)
            text = _written(before.decode(), values, why)
            found = tomllib.loads(text)
            if any(found.get(name) != value for name, value in values.items()):
                raise ValueError(file.name)
            write_whole(file, text.encode(), mode)
    except OSError as exc:
        wrong = phrase("it cannot be written: {strerror}", strerror=exc.strerror)
        raise SettingsError(str(settings.file), "", wrong) from exc
    except ValueError as exc:
        raise SettingsError(str(settings.file), "", phrase("it cannot be changed: set it right by hand")) from exc
    return changed


def _written(before: str, values: Mapping[str, Value], why: str) -> str:
    end = "\r\n" if "\r\n" in before else "\n"
    named = re.compile(rf"^\s*(?:{'|'.join(map(re.escape, values))})\s*=")
    kept = [each for each in before.splitlines() if not named.match(each) and each != f"# {why}"]
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    return "".join(each + end for each in (*kept, f"# {why}", *lines))
