"""Priority of threads: some wait while others work."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

NICER = 10
"""Steps of niceness: beside such a thread any other gets nine tenths of a core."""


def giving_way(work: Callable[[], T]) -> T:
    """Do something such that the threads it starts give way to all others of this program.

    Only Linux has a niceness for each thread, which the threads it starts inherit; elsewhere it is just done.
    """

    def done_nicely() -> T:
        if sys.platform == "linux":
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICER)
        return work()

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="giving-way") as thread:
        return thread.submit(done_nicely).result()
