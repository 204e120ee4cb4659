"""Several tables on one PostgreSQL server: one writer a campaign, migrations once, and every obstacle one sentence."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from companion.base.errors import CampaignInUse, StoreBusy, StoreError, StoreReadOnly, StoreTooNew, StoreUnreachable
from companion.play.game import Game
from companion.store import Store, open_store, server
from companion.store.backup import back_up, restore
from companion.store.checking import check_store
from companion.store.repair import repair
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, play_on, played_file
from tools.bench.postgres import drop_database, new_database

WRITER = Path(__file__).with_name("writer.py")


@pytest.fixture
def club(postgres_database: str) -> str:
    """A server with a campaign on it."""
    played_file(postgres_database, rounds=1)
    return postgres_database


def command(url: str, *statements: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def haggle(game: Game) -> None:
    """One command that is taken at any time."""
    command = {"kind": "declare_action", "actor": "Jay", "player": "Jay", "skill": "Haggling", "description": "haggles"}
    assert game.perform(game.parse(command)).accepted


def lose_connections(club: str, postgres: str) -> None:
    """As a restarted server, or a pulled cable, would."""
    lost = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
    command(postgres, f"{lost}'{make_url(club).database}'")


def test_a_campaign_is_played_on_a_server_as_in_a_file(club: str, tmp_path: Path) -> None:
    """Entry by entry the same log, times aside from nothing."""
    played_file(tmp_path / "companion.db", rounds=1)
    with open_store(club, FakeClock()) as server, open_store(tmp_path / "companion.db", FakeClock()) as file:
        assert list(server.read(CAMPAIGN)) == list(file.read(CAMPAIGN))
        assert server.utterances(CAMPAIGN) == file.utterances(CAMPAIGN)
        assert server.evenings(CAMPAIGN) == file.evenings(CAMPAIGN)
        assert check_store(server).ok


def test_a_second_companion_is_refused_until_the_first_is_gone(club: str) -> None:
    """Its advisory lock goes with its process, however that ends."""
    with (
        open_store(club, FakeClock()) as store,
        subprocess.Popen([sys.executable, str(WRITER), club, "1"], stdout=subprocess.PIPE, text=True) as writer,
    ):
        assert writer.stdout is not None
        first = int(writer.stdout.readline())
        with pytest.raises(CampaignInUse, match="'The Ford' is open in another companion"):
            store.claim(CAMPAIGN)
        assert store.create_campaign("Other table", "phase-abandon", {}).id != CAMPAIGN
        writer.kill()
        acknowledged = [first, *(int(line) for line in writer.stdout if line.endswith("\n"))]
        writer.wait()
        for _ in range(1_200):
            try:
                store.claim(CAMPAIGN)
                break
            except CampaignInUse:
                threading.Event().wait(0.05)  # the server notices that the connection is gone
        else:
            pytest.fail("the server held the campaign for a companion that was gone")
        length = store.log_length(CAMPAIGN)
        assert acknowledged[-1] + 1 <= length <= acknowledged[-1] + 2
        assert [each.position for each in store.read(CAMPAIGN)] == list(range(length))


def test_companions_that_start_together_migrate_once(postgres: str) -> None:
    """On a server nobody has used yet, the first one makes the tables and the others wait for it."""
    url = new_database(postgres)
    found: list[object] = []

    def start() -> None:
        try:
            open_store(url, FakeClock()).close()
            found.append("opened")
        except Exception as problem:
            found.append(problem)

    starts = [threading.Thread(target=start) for _ in range(4)]
    for each in starts:
        each.start()
    for each in starts:
        each.join()
    drop_database(url)
    assert found == ["opened"] * 4


def test_a_newer_server_is_refused(club: str) -> None:
    """An old companion would not understand what it writes there."""
    command(club, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreTooNew, match="newer companion"):
        open_store(club, FakeClock())


def test_a_user_without_the_right_to_write(club: str, postgres: str) -> None:
    """One sentence, and the log is as it was."""
    name = str(make_url(club).database)
    command(club, f'CREATE ROLE guest_{name} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO "guest_{name}"')
    guest = make_url(club).set(username=f"guest_{name}").render_as_string(hide_password=False)
    with open_store(guest, FakeClock()) as store:
        length = store.log_length(CAMPAIGN)
        with pytest.raises(StoreReadOnly, match="is read-only") as caught:
            haggle(opened(store, FakeClock()))
        assert caught.value.hint == "Give the database user the right to write."
        assert store.log_length(CAMPAIGN) == length
    command(club, f'DROP OWNED BY "guest_{name}"; DROP ROLE "guest_{name}"')


def test_no_server_and_no_such_database(postgres: str, tmp_path: Path) -> None:
    """Unreachable, with what to look at, in one line."""
    for url in (f"postgresql://club@/x?host={tmp_path}", make_url(postgres).set(database="nowhere")):
        with pytest.raises(StoreUnreachable, match="cannot be reached") as caught:
            open_store(url if isinstance(url, str) else url.render_as_string(hide_password=False), FakeClock())
        assert "\n" not in str(caught.value)
        assert caught.value.retryable


def test_the_server_goes_away_and_comes_back(club: str, postgres: str) -> None:
    """Connections and the right to write are taken anew with the next command."""
    with open_store(club, FakeClock()) as store:
        game = opened(store, FakeClock())
        play_on(game, 1)
        length = store.log_length(CAMPAIGN)
        lose_connections(club, postgres)
        haggle(game)
        assert store.log_length(CAMPAIGN) == length + 1
        with open_store(club, FakeClock()) as second, pytest.raises(CampaignInUse):
            second.claim(CAMPAIGN)


def test_a_campaign_somebody_else_took_meanwhile_is_not_written(club: str, postgres: str) -> None:
    """Whoever was cut off hears that another companion plays on, before anything is written."""
    with open_store(club, FakeClock()) as one, open_store(club, FakeClock()) as two:
        game = opened(one, FakeClock())
        play_on(game, 1)
        lose_connections(club, postgres)
        two.claim(CAMPAIGN)
        length = two.log_length(CAMPAIGN)
        with pytest.raises(CampaignInUse):
            haggle(game)
        assert two.log_length(CAMPAIGN) == length


def test_a_backup_of_a_server_is_a_file_and_goes_back_to_one(club: str, postgres_database: str, tmp_path: Path) -> None:
    """Server to file, file to another server: the same campaigns, and new rows find new numbers."""
    backup, other = tmp_path / "b.db", new_database(postgres_database)
    with open_store(club, FakeClock()) as store:
        entries = list(store.read(CAMPAIGN))
        assert back_up(store, backup, FakeClock()).ok
    assert restore(backup, other, FakeClock()).kept is None
    with open_store(other, FakeClock()) as again:
        assert list(again.read(CAMPAIGN)) == entries
        play_on(opened(again, FakeClock()), 1)
        assert again.create_campaign("Other", "phase-abandon", {}).id == CAMPAIGN + 1
        evening = again.begin_evening(CAMPAIGN).number
        again.add_announcement(CAMPAIGN, evening, "Six.")
    with pytest.raises(StoreError, match="already holds campaigns"):
        restore(backup, other, FakeClock())
    drop_database(other)


def test_a_damaged_log_on_a_server_is_told(club: str) -> None:
    """Its pages are the server's business, so nothing is mended; the hint of the sentence is a backup."""
    command(club, "DELETE FROM log WHERE position = 20")
    repaired = repair(club, FakeClock())
    assert repaired.found == ("The Ford: Entry 20 of the log is missing.",)
    assert (repaired.done, repaired.kept, repaired.checked.ok) == ((), None, False)


def test_tables_that_are_gone(club: str) -> None:
    """Somebody dropped one: no crash, no empty log."""
    command(club, "DROP TABLE log")
    with open_store(club, FakeClock()) as store, pytest.raises(StoreError, match="lacks tables"):
        opened(store, FakeClock())


def test_two_campaigns_of_one_server_are_written_at_once(club: str) -> None:
    """Twenty tables do not wait for each other's campaigns."""
    with open_store(club, FakeClock()) as one, open_store(club, FakeClock()) as two:
        one.claim(CAMPAIGN)
        other: Store = two
        second = other.create_campaign("Other", "phase-abandon", {}).id
        two.claim(second)
        two.save_pending(second, {"question": "?"})
        play_on(opened(one, FakeClock()), 1)
        assert two.pending(second) == {"question": "?"}


@contextmanager
def lasting(at_most: float) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < at_most


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and never greets."""
    monkeypatch.setattr(server, "CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://club@127.0.0.1:{silent.getsockname()[1]}/club"
        with lasting(1.5), pytest.raises(StoreUnreachable, match=r"no connection after 0\.3 seconds") as caught:
            open_store(url, FakeClock())
    assert caught.value.retryable


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://club@127.0.0.1:1/club?password=hunter2",
        "postgresql://club:hunter2@127.0.0.1:1/club?sslpassword=hunter2&connect_timeout=2",
        "postgresql://club:hunter2@127.0.0.1:port/club",
        "postgresql://club:hunter2@127.0.0.1:1:2/club",
        "postgresql://club@127.0.0.1:1/club?nothing=hunter2",
        "postgresql://club@127.0.0.1:1/club?nothing=x&connect_timeout=2&password=hunter2",
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(url: str) -> None:
    with pytest.raises(StoreUnreachable) as caught:
        open_store(url, FakeClock())
    told = f"{caught.value} {caught.value.hint}".replace("nothing=hunter2", "")
    assert "hunter2" not in told
    assert "\n" not in told


def test_a_statement_that_never_ends_is_given_up(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As from a server that hangs; the next one has a fresh connection."""
    with open_store(club, FakeClock()) as store:
        length = store.log_length(CAMPAIGN)
        monkeypatch.setattr(server, "ANSWER_SECONDS", 0.3)
        with (
            lasting(1.5),
            pytest.raises(StoreUnreachable, match=r"no answer after 0\.3 seconds"),
            store._database.write() as connection,
        ):
            connection.execute(text("SELECT pg_sleep(2)"))
        monkeypatch.undo()
        assert store.log_length(CAMPAIGN) == length


def test_what_another_program_has_locked_is_not_waited_for_long(club: str) -> None:
    with open_store(club, FakeClock(), busy_seconds=0.2) as store:
        engine = create_engine(club)
        with engine.begin() as other:
            other.execute(text("LOCK TABLE utterances IN ACCESS EXCLUSIVE MODE"))
            with lasting(1.5), pytest.raises(StoreBusy, match="locked by another process") as caught:
                store.utterances(CAMPAIGN)
        engine.dispose()
        assert caught.value.retryable
        assert store.utterances(CAMPAIGN)


def test_a_limit_of_the_servers_own_stays(club: str) -> None:
    """A user may be given more or less time there."""
    own = make_url(club).update_query_dict({"options": "-c lock_timeout=7s"}).render_as_string(hide_password=False)
    for url, limit in ((club, "5s"), (own, "7s")):
        with open_store(url, FakeClock()) as store, store._database.read() as connection:
            assert connection.scalar(text("SHOW lock_timeout")) == limit
