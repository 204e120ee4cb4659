"""Sentences that correct the spelling of a name, and sentences that only sound like it."""

import pytest

from companion.nlu.spelling import Respelling, respelling

TABLE = ("Haggling", "Handling", "Hannah", "Ben")


@pytest.mark.parametrize(
    ("said", "heard_before", "spelled", "mistake"),
    [
        ("Olvir, not Oliver.", (), "Olvir", "Oliver"),
        ("No, it's Olvir, not Oliver", (), "Olvir", "Oliver"),
        ("Sorry, his name is Olvir and not Oliver.", (), "Olvir", "Oliver"),
        ("Not Oliver, Olvir", (), "Olvir", "Oliver"),
        ("It's Yargert with a Y", ("Jargert",), "Yargert", "Jargert"),
        ("It's Jargert with a Y.", (), "Yargert", "Jargert"),
        ("Kara with a K.", ("Old Cara",), "Kara", "Cara"),
        ("Cara with a K", (), "Kara", "Cara"),
        ("Mat with two Ts", (), "Matt", "Mat"),
        ("Hanna without an H", (), "Anna", "Hanna"),
        ("It's Cara, spelled K-A-R-A", (), "Kara", "Cara"),
        ("That's spelled K, A, R, A", ("Cara",), "Kara", "Cara"),
        ("Olvir, O L V I R", ("Oliver", "Marta"), "Olvir", "Oliver"),
        ("Oh well. It's Olvir, not Oliver! Go on.", (), "Olvir", "Oliver"),
    ],
)
def test_corrections_name_the_spelling_and_the_mistake(
    said: str, heard_before: tuple[str, ...], spelled: str, mistake: str
) -> None:
    assert respelling(said, heard_before, TABLE) == Respelling(spelled, mistake)


@pytest.mark.parametrize(
    "said",
    [
        "Marta with a knife",
        "Bill, not Will",
        "Ben, not Marta",
        "I rolled two, not three",
        "Haggling, not Handling",
        "Hanna, not Hannah",
        "two, a, b",
        "Olvir, not Olvir",
        "Olvir",
        "It's spelled wrong",
        "Three, not four. A five.",
        "",
    ],
)
def test_other_talk_corrects_nothing(said: str) -> None:
    """Everyday words, people with a name alike, and things of the table keep their spelling."""
    assert respelling(said, ("Marta",), TABLE) is None
