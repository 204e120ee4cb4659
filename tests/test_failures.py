"""Joining the failures of many checks."""

import pytest

from tests.support.failures import check_each, report


def test_every_failure_is_told_with_its_thing() -> None:
    def small(number: int) -> None:
        assert 6 // number > 2, "too large"

    check_each([1, 2], small)
    with pytest.raises(pytest.fail.Exception) as caught:
        check_each([0, 1, 4], small, lambda number: f"number {number}")
    told = str(caught.value).splitlines()
    assert told[0] == "2 wrong:"
    assert told[1].startswith("number 0: ZeroDivisionError")
    assert told[2].startswith("number 4: AssertionError: too large")


def test_without_a_failure_there_is_nothing_to_tell() -> None:
    report()
