"""`companion sentences`: everything that can be said, with the names of the table."""

from tests.support.command_line import Run


def test_every_kind_of_sentence_is_listed_once(made: Run) -> None:
    lines = made("sentences").lines
    assert "I roll Haggling." in lines
    assert lines[-1].startswith("(to the companion) ")
    assert len(set(lines)) == len(lines) > 90
    assert not [line for line in lines if "{" in line]
