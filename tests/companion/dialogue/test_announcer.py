import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dialogue.announcer import Announcer, Pacing
from engine.types import Spoken

DICE_WANTED = Spoken("Common Sense, three dice. Jay?", 3)
RESULT = Spoken("Two successes, one failure.", 2)
DETAIL = Spoken("The pool has one token.", 1)


def test_results_that_wait_together_are_said_as_one():
    announcer = Announcer()
    announcer.results([RESULT, Spoken("Jay narrates, two actions.", 3)], 10.0, cause="c1")
    said = announcer.due(10.3, 10.0, False)
    assert said is not None
    assert said.text == "Two successes, one failure. Jay narrates, two actions."
    assert (said.priority, said.interruptible, said.cause, said.kind) == (3, False, "c1", "result")
    assert announcer.waiting == ()


def test_nothing_is_said_while_somebody_speaks():
    announcer = Announcer()
    announcer.results([DICE_WANTED], 1.0)
    assert announcer.due(5.0, 1.0, True) is None
    assert announcer.due(5.0, 1.0, False) is not None


@pytest.mark.parametrize(("spoken", "pause"), [(DICE_WANTED, 0.25), (RESULT, 0.8), (DETAIL, 1.5)])
def test_the_lighter_the_sentence_the_longer_the_pause_it_waits_for(spoken, pause):
    announcer = Announcer("full")
    announcer.results([spoken], 0.0)
    assert announcer.due(pause - 0.01, 0.0, False) is None
    assert announcer.due(pause, 0.0, False) is not None


@pytest.mark.parametrize(("verbosity", "texts"), [("quiet", 1), ("normal", 2), ("full", 3)])
def test_verbosity_decides_which_weights_are_spoken(verbosity, texts):
    announcer = Announcer(verbosity)
    announcer.results([DICE_WANTED, RESULT, DETAIL], 0.0)
    assert len(announcer.waiting) == texts


def test_answers_come_before_results_and_questions_last():
    announcer = Announcer()
    announcer.ask("Was that Stealth or Streetwise?", 0.0)
    announcer.results([RESULT], 0.0)
    announcer.answer("Mira has four chips.", 0.0)
    said = [announcer.due(2.0 + i, 0.0, False) for i in range(3)]
    assert [each.kind for each in said if each] == ["answer", "result", "question"]


def test_answers_are_spoken_even_when_quiet():
    announcer = Announcer("quiet")
    announcer.answer("Mira has four chips.", 0.0)
    announcer.refuse("Mira has no chip left to pay.", 0.0)
    assert len(announcer.waiting) == 2


def test_one_question_at_a_time():
    announcer = Announcer()
    announcer.ask("Whose dice were these?", 0.0, cause="u1")
    announcer.ask("Stealth or Streetwise?", 0.0, cause="u2")
    first = announcer.due(2.0, 0.0, False)
    assert first is not None
    assert first.text == "Whose dice were these?"
    assert announcer.due(4.0, 0.0, False) is None
    announcer.answered()
    second = announcer.due(5.0, 0.0, False)
    assert second is not None
    assert second.text == "Stealth or Streetwise?"


def test_the_same_question_is_never_put_twice():
    announcer = Announcer()
    assert announcer.ask("Whose dice were these?", 0.0, cause="u1")
    announcer.due(2.0, 0.0, False)
    announcer.answered()
    assert not announcer.ask("Whose dice were these?", 60.0, cause="u1")
    assert announcer.waiting == ()


def test_what_nobody_let_the_companion_say_in_time_expires_quietly():
    announcer = Announcer()
    announcer.results([RESULT], 0.0)
    announcer.ask("Whose dice were these?", 0.0)
    announcer.due(21.0, 20.9, True)
    assert announcer.waiting == ()
    assert announcer.due(30.0, 20.0, False) is None


def test_repeat_says_the_last_announcement_again():
    announcer = Announcer()
    assert not announcer.repeat(0.0)
    announcer.results([DICE_WANTED], 0.0)
    announcer.due(1.0, 0.0, False)
    assert announcer.repeat(9.0)
    said = announcer.due(9.5, 9.0, False)
    assert said is not None
    assert (said.text, said.kind) == (DICE_WANTED.text, "answer")


def test_what_an_undone_command_wanted_to_say_is_withdrawn():
    announcer = Announcer()
    announcer.results([RESULT], 0.0, cause="c1")
    announcer.results([DICE_WANTED], 0.0, cause="c2")
    announcer.withdraw("c1")
    assert [each.cause for each in announcer.waiting] == ["c2"]


def test_a_text_too_long_for_one_go_loses_its_details_and_then_waits():
    announcer = Announcer("full", Pacing(longest_text=60))
    announcer.results([Spoken("A" * 40 + ".", 2), Spoken("Detail.", 1), Spoken("B" * 40 + ".", 3)], 0.0)
    first, second = announcer.due(3.0, 0.0, False), announcer.due(6.0, 0.0, False)
    assert first is not None
    assert first.text == "A" * 40 + "."
    assert second is not None
    assert second.text == "B" * 40 + "."


def test_a_typed_table_without_any_speech_is_answered_at_once():
    announcer = Announcer()
    announcer.results([RESULT], 0.0)
    assert announcer.due(0.0, None, False) is not None


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("results"), st.sampled_from([DICE_WANTED, RESULT, DETAIL])),
        st.tuples(st.just("answer"), st.sampled_from(["Four chips.", "Jay narrates."])),
        st.tuples(st.just("ask"), st.sampled_from(["Whose dice?", "Which skill?"])),
        st.tuples(st.just("answered"), st.none()),
        st.tuples(st.just("repeat"), st.none()),
        st.tuples(st.just("due"), st.tuples(st.booleans(), st.floats(0, 5))),
    ),
    max_size=40,
)


@given(STEPS, st.sampled_from(["quiet", "normal", "full"]))
def test_whatever_happens_no_talk_is_interrupted_and_no_question_repeated(steps, verbosity):
    announcer, now, questions = Announcer(verbosity), 0.0, []
    for what, value in steps:
        now += 0.7
        if what == "results":
            announcer.results([value], now)
        elif what == "answer":
            announcer.answer(value, now)
        elif what == "ask":
            announcer.ask(value, now)
        elif what == "answered":
            announcer.answered()
        elif what == "repeat":
            announcer.repeat(now)
        else:
            speaking, silence = value
            said = announcer.due(now, now - silence, speaking)
            if said is not None:
                assert not speaking
                assert silence >= 0.24
                assert said.expires_seconds > now
                if said.kind == "question":
                    questions.append(said.text)
        assert all(each.expires_seconds > now - 60 for each in announcer.waiting)
    assert len(questions) == len(set(questions))
