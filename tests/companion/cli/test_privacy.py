"""`companion consent`, `forget` and `tidy`: what they print, refuse, and delete."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import StoreBusy
from companion.chronicle.saved_documents import DocumentLocked
from companion.privacy.forgetting import forget_everywhere
from companion.store import Campaign, Store, StoredUtterance, open_store
from engine.phrase import phrase
from tests.support.clock import FakeClock
from tests.support.command_line import Run, one_sentence
from tests.support.privacy import files_with


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def test_consent_is_given_taken_back_and_listed(made: Run) -> None:
    assert made("consent").lines == [f"{name}: consent not given." for name in ("Jay", "Russ", "Mira")]
    assert made("consent", "jay", "--give").out.startswith("Jay: consent given since 20")
    taken_back = made("consent", "Jay", "--withdraw").lines
    assert taken_back[0].startswith("Jay: consent withdrawn since 20")
    assert taken_back[1] == "To delete everything Jay has said as well: companion forget Jay"
    listed = made("consent", "--list").lines
    assert [line[17:] for line in listed] == [
        "Jay: consent given (command).",
        "Jay: consent withdrawn (command).",
    ]


def test_who_took_consent_back_cannot_be_typed_for(made: Run) -> None:
    made("consent", "Jay", "--withdraw")
    said = made("say", "The rain stops", "--by", "Jay")
    assert said.lines == ["      » Jay, I ignore what you say until you agree. Say: I agree to being heard."]
    made("say", "I agree to being heard", "--by", "Jay")
    assert "The rain stops" in made("say", "The rain stops", "--by", "Jay").out


def test_no_voice_is_learnt_of_who_took_consent_back(made: Run) -> None:
    made("consent", "Jay", "--withdraw")
    ran = made("enroll", "Jay", "no-such-clip.flac")
    told = "Jay does not want to be heard. If that has changed: companion consent Jay --give"
    assert (ran.code, ran.err.strip()) == (1, told)


def test_forget_deletes_after_a_yes(data: Path, made: Run) -> None:
    """Wherever they sit at the table; no byte of the words is left."""
    made("say", "Marjorie lives in Zanzibar", "--by", "Mira")
    refused = made("forget", "Mira", stdin="n\n")
    assert (refused.code, refused.err.strip()) == (1, "Nothing was deleted.")
    assert files_with(data, ["Zanzibar"])
    assert made("forget", "mira", stdin="y\n").lines[-1].endswith("Everything Mira said in Harbour is deleted.")
    assert files_with(data, ["Zanzibar", "Marjorie"]) == {}
    assert made("log").code == 0


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Zanzibar", b"\0\0 ZANZIBAR \0"),
        ("Zażółć", "\0 ZAŻÓŁĆ \0".encode()),
        ("Großmünster", "GROSSMÜNSTER".encode()),
        ("Großmünster", b'{"text": "Gro\\u00dfm\\u00fcnster"}'),
        ("Zażółć", b"." * ((1 << 20) - 3) + "zażółć".encode()),
    ],
)
def test_forget_names_copies_that_still_hold_words(data: Path, made: Run, said: str, left: bytes) -> None:
    """They may be all that is left of a damaged database, so nobody deletes them unasked; in capitals or as JSON."""
    made("say", f"Marjorie lives in {said}", "--by", "Mira")
    copy = data / "companion.db.damaged"
    copy.write_bytes(left)
    told = made("forget", "Mira", "--yes").lines
    assert told == [
        "Everything Mira said in Harbour is deleted.",
        f"{copy} still contains some of it; delete it when you no longer need it.",
    ]


def test_forget_goes_on_where_a_paper_is_locked(data: Path, made: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words go from every campaign; the paper is named, and the exit code says that something is left."""

    def locked(folder: Path, campaign: str, quotes: object) -> None:
        raise DocumentLocked(
            f"These documents may still quote it: {campaign}-1.md (Permission denied).", "Delete them."
        )

    made("say", "Marjorie lives in Zanzibar", "--by", "Mira")
    monkeypatch.setattr("companion.privacy.forgetting.redact_documents", locked)
    ran = made("forget", "Mira", "--yes")
    assert (ran.code, ran.err.strip()) == (
        1,
        "Everything Mira said in Harbour is deleted. "
        "These documents may still quote it: harbour-1.md (Permission denied). Delete them.",
    )
    assert files_with(data, ["Zanzibar", "Marjorie"]) == {}


def test_forget_goes_on_where_a_campaign_is_played_elsewhere(
    data: Path, made: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What can go goes; the campaign that has to wait is named, and the exit code says that something is left."""
    made("new", "--from", file, "--name", "Thursday")
    made("say", "Marjorie lives in Zanzibar", "--by", "Mira", "--campaign", "Thursday")

    def forget(store: Store, campaign: Campaign, *further: Any) -> tuple[str, ...]:
        if campaign.name == "Harbour":
            raise StoreBusy(phrase("Another companion plays Harbour."), phrase("Close it first."))
        return forget_everywhere(store, campaign, *further)

    monkeypatch.setattr("companion.cli.privacy.forget_everywhere", forget)
    ran = made("forget", "Mira", "--yes")
    assert (ran.code, ran.err.strip()) == (1, "Another companion plays Harbour. Close it first.")
    assert ran.lines == ["Everything Mira said in Thursday is deleted."]
    assert files_with(data, ["Zanzibar"]) == {}


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("consent", "--give"), 2, "Name one person"),
        (("consent", "Jay", "--give", "--withdraw"), 2, "Name one person"),
        (("consent", "Otto", "--give"), 1, "Otto is not at this table; players: Jay, Russ, Mira."),
        (("forget", "Otto", "--yes"), 1, "Otto is not a player of any campaign."),
        (("tidy",), 1, "Transcripts are kept without limit. Set keep_words_days"),
    ],
)
def test_mistakes_are_one_sentence(made: Run, arguments: tuple[str, ...], code: int, told: str) -> None:
    one_sentence(made(*arguments), code, told)


def test_tidy_tells_what_it_deleted(made: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_KEEP_WORDS_DAYS", "30")
    made("say", "The rain stops", "--by", "Mira")
    assert made("tidy").lines == ["Harbour: 0 sentences deleted."]


def test_tidy_asks_where_only_the_clock_of_this_moment_makes_words_old(
    data: Path, made: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock a year ahead would take them all; --yes answers, and so does a second look at the clock."""
    clock = FakeClock(datetime.now(UTC) - timedelta(days=40))
    with open_store(data / "companion.db", clock) as store:
        store.begin_evening(1)
        store.add_utterance(1, 1, StoredUtterance("u1", "The rain stops", "Mira"))
        store.end_evening(1, 1)
    monkeypatch.setenv("COMPANION_KEEP_WORDS_DAYS", "30")
    asked = made("tidy", stdin="n\n")
    assert (
        f"Is it {datetime.now(UTC):%Y-%m-%d} today, and should the transcripts of 1 evening of Harbour be deleted?"
        in asked.out
    )
    assert asked.out.endswith("Harbour: 0 sentences deleted.\n")
    assert made("tidy", "--yes").lines == ["Harbour: 1 sentence deleted."]
