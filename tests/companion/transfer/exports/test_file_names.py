import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.file_names import Names, file_name, safe_name


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Mama Odette", "Mama Odette"),
        ("Jürgen Łukasz", "Jürgen Łukasz"),
        ("Dr. Miller", "Dr Miller"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "C--Windows"),
        ("..", "unnamed"),
        ("", "unnamed"),
        ("NUL", "NUL (name)"),
        ("con", "con (name)"),
        ("[[x|y]]#z^", "x-y---z"),
        ("a\u202etxt.exe", "a-txt exe"),
        (".obsidian", "obsidian"),
        ("-rf", "rf"),
        ("प्रिया", "प्रिया"),
    ],
)
def test_names_become_file_names(name, file):
    assert safe_name(name) == file


@given(st.text(max_size=300))
def test_any_name_is_safe(name):
    safe = safe_name(name)
    assert 0 < len(safe.encode()) <= 90
    assert not set(safe) & set('/\\:*?"<>|.#^[]\0\n\r\t`$%&;~!')
    assert safe == safe.strip()
    assert safe[0] != "-"
    assert safe.isprintable()


def test_names_that_differ_in_case_or_width_only_are_told_apart():
    names = Names()
    assert [names.give(each) for each in ("Marta", "marta", "Ｍarta", "MARTA")] == [
        *("Marta", "marta 2", "Ｍarta 3", "MARTA 4")
    ]


@pytest.mark.parametrize(
    ("name", "file"),
    [("Rust and Bone", "rust-and-bone"), ("Ñandú 3", "ñandú-3"), ("con", "con-name")],
)
def test_plain_names_begin_files_as_they_are(name: str, file: str) -> None:
    """Blanks become dashes, and nothing is added."""
    assert file_name(name) == file


def test_names_that_differ_in_marks_only_are_kept_apart() -> None:
    """Notes of one campaign are never written over those of another."""
    names = ["Rust Bone", "Rust & Bone", "Rust, Bone", "Rust-Bone", "Rust Bone!", "!!!", "???"]
    files = [file_name(name) for name in names]
    assert len(set(files)) == len(names)
    assert all(file.replace("-", "").isalnum() for file in files)
    assert file_name("RUST & Bone") == file_name("rust & bone")


@pytest.mark.parametrize("letter", ["x", "ß", "字", "𝔄", "e\u0301", "x "])
def test_a_long_name_is_cut_and_kept_apart(letter: str) -> None:
    """Prefixes and suffixes fit as well; a name that was not cut begins a file as it always did."""
    long, longer = (file_name(letter * count) for count in (300, 301))
    assert long != longer
    assert max(len(each.encode()) for each in (long, longer)) <= 210
    assert file_name("x" * 200) == "x" * 200
