"""Grammar files: what they accept, and how they complain."""

import pytest

from companion.base.errors import GrammarError
from companion.nlu.grammar import build_grammar, load_grammar
from companion.nlu.grammar_files import parse_source
from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.types import Table, Turn
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings

BASE = """
[params]
act = 0.8
ask = 0.55
note = 0.3
careful = 0.08
heard_floor = 0.4
someone_else = 0.9

[words]
openers = "okay so"
closers = "please"
report_chaff = "a"
report_lead = "a"

[rules]
I = "(i|i'll)"
I-am = "i'm"
"""


def built(intents: str) -> object:
    return build_grammar("test", "en", [parse_source("test.toml", BASE + intents)])


def test_a_grammar_that_is_not_there_says_so() -> None:
    with pytest.raises(GrammarError, match="there is no such grammar"):
        load_grammar("no-such-game")


@pytest.mark.parametrize(("wrong", "message"), wordings(__file__, "mistakes_are_reported_with_file_and_line", 2))
def test_mistakes_are_reported_with_file_and_line(wrong: str, message: str) -> None:
    text = f'\n[[intent]]\ncommand = "undo_last"\ncategory = "table_command"\n{wrong}\n'
    with pytest.raises(GrammarError, match=message) as caught:
        built(text)
    assert caught.value.file == "test.toml"
    assert caught.value.line > 15


def test_a_file_that_is_no_toml_is_reported_with_its_line() -> None:
    with pytest.raises(GrammarError) as caught:
        parse_source("bad.toml", "[params]\nact = = 3\n")
    assert caught.value.line == 2


def test_an_unknown_condition_is_found_when_loading() -> None:
    text = '\n[[intent]]\ncommand = "undo_last"\ncategory = "table_command"\nneeds = ["moonlight"]\nsay = ["undo"]\n'
    with pytest.raises(GrammarError, match="moonlight"):
        Recognizer(built(text))  # type: ignore[arg-type]


def test_a_verb_stands_for_everybody_doing_it_now() -> None:
    text = '\n[[intent]]\ncommand = "accept_roll"\ncategory = "resource"\nsay = ["%(keep|stand by) it"]\n'
    recognizer = Recognizer(built(text))  # type: ignore[arg-type]
    table = Table("test", Vocabulary((PlayerWords("Ana"), PlayerWords("Ben"))))
    for said in ("I keep it", "i'll stand by it", "I'm keeping it", "Ben keeps it", "Ben is standing by it"):
        (intent,) = recognizer.recognize(Turn(said, "Ana"), table)
        assert intent.slots["player"] == ("Ben" if "Ben" in said else "Ana")
    assert recognizer.recognize(Turn("they kept it", "Ana"), table) == ()


def test_both_grammars_load() -> None:
    assert load_recognizer("phase-abandon").grammar.slug == "phase-abandon"
    assert load_recognizer("any-rpg").grammar.vocabulary


def test_a_grammar_loads_without_compiling_and_is_compiled_before_it_is_needed() -> None:
    """A typed sentence waits for the templates it may match; a table that is listened to for none."""
    text = '\n[[intent]]\ncommand = "undo_last"\ncategory = "table_command"\nsay = ["undo it"]\n'
    text += '[[intent]]\ncommand = "repeat"\ncategory = "table_command"\nsay = ["once more"]\n'
    grammar = build_grammar("test", "en", [parse_source("test.toml", BASE + text)])
    templates = [each for pattern in grammar.patterns for each in (*pattern.say, *pattern.never)]

    def compiled() -> list[str]:
        return [each.source for each in templates if "pattern" in vars(each)]

    assert compiled() == []
    table = Table("test", Vocabulary((PlayerWords("Ana"),)))
    assert [each.command for each in Recognizer(grammar).recognize(Turn("Undo it", "Ana"), table)] == ["undo_last"]
    assert compiled() == ["undo it"]
    grammar.warm_up()
    assert compiled() == ["undo it", "once more"]


def test_a_deed_may_be_said_or_told_to_somebody() -> None:
    text = BASE + 'told = "(/|and) [please]"\n'
    text += '[[intent]]\ncommand = "accept_roll"\ncategory = "resource"\nsay = ["!(keep|stand by) it"]\n'
    recognizer = Recognizer(build_grammar("test", "en", [parse_source("test.toml", text)]))
    table = Table("test", Vocabulary((PlayerWords("Ana"), PlayerWords("Ben"))))
    for said in ("I keep it", "Ben stands by it", "Stand by it", "Fine, please keep it", "Five and keep it"):
        assert [intent.command for intent in recognizer.recognize(Turn(said, "Ana"), table)] == ["accept_roll"]
    assert recognizer.recognize(Turn("nobody can keep it", "Ana"), table) == ()
