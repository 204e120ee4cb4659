"""What people say and what must come of it: the rows of a parametrised test, kept in TOML beside its module."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _tables(file: Path) -> dict[str, list[Any]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def wordings(module: str, test: str, values: int = 1) -> list[Any]:
    """Return the rows of a test.

    Args:
        module: `__file__` of the test's module; the rows lie in the TOML file of the same name.
        test: Name of the test without `test_`.
        values: How many values a row has; None stands for those that a row leaves out at its end.

    Raises:
        KeyError: There are no rows for the test.
        AssertionError: There is not a single row, or one has too many values.
    """
    rows = _tables(Path(module).with_suffix(".toml"))[test]
    assert rows
    if values == 1:
        return list(rows)
    assert all(len(each) <= values for each in rows)
    return [tuple(each) + (None,) * (values - len(each)) for each in rows]
