"""Settings of the C library's memory allocator."""

import ctypes

M_TRIM_THRESHOLD = -1
M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8
"""Numbers of `mallopt` in glibc's malloc.h."""

KEPT_BYTES = 1 << 28


def keep_memory() -> None:
    """Use memory that was given back again instead of asking the system for new, and share it among threads.

    Every sentence needs the same hundred megabytes for its networks, and the system takes and clears them each time: a
    tenth of the time of a sentence, more where it is the longest. Only glibc knows these settings; elsewhere nothing
    happens.
    """
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    for setting, value in ((M_ARENA_MAX, 1), (M_MMAP_THRESHOLD, KEPT_BYTES), (M_TRIM_THRESHOLD, KEPT_BYTES)):
        mallopt(setting, value)


def give_back() -> None:
    """Hand memory that is free back to the system, as far as the C library can; only glibc does it when asked."""
    try:
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    except (OSError, AttributeError):
        return
