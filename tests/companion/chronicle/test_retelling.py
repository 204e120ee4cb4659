"""Last time, in half a minute: people are named as the sentences behind them do."""

import pytest

from companion.chronicle.extractor.last_time import make_recap
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence


def person(name: str, *said: str, aliases: tuple[str, ...] = (), role: str | None = None) -> ChronicleEntry:
    evidence = tuple(Evidence(f"u{at}", words, "Jay", float(at)) for at, words in enumerate(said, 1))
    return ChronicleEntry(name, "said", evidence, aliases=aliases, role=role)


@pytest.mark.parametrize(
    ("entry", "told", "cited"),
    [
        (person("Bertram Gault", "Gault waits.", "Bertram Gault."), "Bertram Gault", ("u1", "u2")),
        (person("Bertrand Galt", "Gaul waits.", "Galt nods.", aliases=("Galt",)), "Galt", ("u1", "u2")),
        (person("Gault", "Gault waits.", "The foreman, Gault.", role="foreman"), "the foreman Gault", ("u1", "u2")),
        (person("Gault", "Gault waits.", "Gault nods."), "Gault", ("u1",)),
    ],
)
def test_every_word_about_somebody_stands_in_a_cited_sentence(
    entry: ChronicleEntry, told: str, cited: tuple[str, ...]
) -> None:
    recap = make_recap(Chronicle(npcs=(entry,)))
    assert recap.text == f"Last time: You met {told}."
    assert recap.evidence == cited
