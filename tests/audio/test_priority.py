"""Some threads wait while others work."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from audio.priority import NICER, giving_way

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a niceness for each thread")


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@linux
def test_only_the_threads_that_were_started_give_way():
    """They stay nicer than the program; the thread that asked, and those it starts later, do not."""
    before = niceness()
    workers = giving_way(lambda: (pool := ThreadPoolExecutor(max_workers=1), pool.submit(niceness).result())[0])
    with workers, ThreadPoolExecutor(max_workers=1) as others:
        assert workers.submit(niceness).result() == min(19, before + NICER)
        assert others.submit(niceness).result() == before
    assert niceness() == before


def test_what_goes_wrong_is_told():
    with pytest.raises(ZeroDivisionError):
        giving_way(lambda: 1 // 0)


def test_where_threads_have_no_niceness_the_work_is_just_done(monkeypatch):
    """Other systems would change the whole program, or refuse."""
    monkeypatch.setattr(sys, "platform", "darwin")
    before = niceness()
    assert giving_way(niceness) == before
