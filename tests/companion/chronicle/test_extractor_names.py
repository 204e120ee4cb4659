import pytest

from companion.chronicle.extractor.markdown import clock, escape, excerpt, tidy
from companion.chronicle.extractor.names import parts, same_person


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Benna Harrow", "Benahero"),
        ("Benna Harrow", "Benna"),
        ("Captain Dreel", "Dreel"),
        ("Captain Dreel", "Captain Driel"),
        ("Gault", "Galt"),
        ("Bertram Gault", "Gault"),
        ("Korrin Vale", "Coryn"),
        ("Lio Brandt", "Leo Brandt"),
        ("Ben-A-Harrow", "Ben a Harrow"),
    ],
)
def test_forms_of_one_name_are_one_person(one, other):
    assert same_person(one, other)
    assert same_person(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lio Brandt", "Mara Brandt"),
        ("Dreel", "Sallow"),
        ("Sparrow", "Barrow"),
        ("Jax", "Dex"),
        ("Benna", "Gault"),
        ("Pip", "Pop"),
    ],
)
def test_different_names_are_different_people(one, other):
    assert not same_person(one, other)


def test_titles_and_possessives_are_no_part_of_a_name():
    assert parts("Captain Dreel's") == ("dreel",)
    assert parts("the Captain") == ("captain",)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("**bold** _it_", r"\*\*bold\*\* \_it\_"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("[click](http://evil.example)", r"\[click\](http&#58;//evil.example)"),
        ("# heading", r"\# heading"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("a | b\nc", r"a \| b c"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("`rm`", r"\`rm\`"),
    ],
)
def test_speech_can_neither_format_nor_inject(said, written):
    assert escape(said) == written


def test_hesitations_and_empty_openings_are_left_out():
    assert tidy("Okay. So, um, the boat, uh, bumps against the steps.") == "The boat, bumps against the steps."
    assert tidy("Um, three and a one.") == "Three and a one."


def test_an_excerpt_ends_with_a_sentence():
    assert excerpt("One two. Three four. Five six.", 22) == "One two. Three four. …"
    assert excerpt("One two.", 20) == "One two."


def test_clock_shows_minutes_and_hours():
    assert [clock(5), clock(425.9), clock(3753)] == ["0:05", "7:05", "1:02:33"]
