"""`companion why`: how a sentence was taken."""

from tests.support.command_line import Run, one_sentence


def test_why_tells_how_a_sentence_was_taken(made: Run) -> None:
    """In lines or as an object; what is not there is one sentence."""
    one_sentence(made("why"), 1, "Harbour has not been played yet.")
    made("say", "Jay, here's a chip, give me a Haggling check.", "--by", "Russ", "--dice", "table")
    told = made("why", "u1")
    assert told.code == 0
    assert told.lines[1] == "Heard: typed"
    assert "Carried out: request skill check (" in told.out
    (data,) = made("why", "--json").json
    assert (data["utterance"], data["reasons"]["heard"]) == ("u1", 1.0)
    one_sentence(made("why", "u7"), 1, "There is no utterance u7 in evening 1.")
    one_sentence(made("why", "u1", "--evening", "3"), 1, "Harbour has no evening 3.")
