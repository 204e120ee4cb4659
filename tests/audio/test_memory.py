"""Memory that was given back is used again."""

import ctypes
import platform
import resource

import pytest

from audio.memory import keep_memory

BYTES = 100 << 20
"""As much as the networks need for a long sentence, and more than glibc keeps by itself."""


def new_pages() -> int:
    """Pages that the system has handed out to this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be told")
def test_what_one_sentence_gave_back_the_next_one_uses() -> None:
    b"x" * BYTES
    before = new_pages()
    for _ in range(10):
        b"x" * BYTES
    assert new_pages() - before < BYTES / resource.getpagesize()


@pytest.mark.parametrize("library", [OSError("no such library"), object()])
def test_elsewhere_nothing_happens(monkeypatch: pytest.MonkeyPatch, library: object) -> None:
    def load(name: str) -> object:
        if isinstance(library, OSError):
            raise library
        return library

    monkeypatch.setattr(ctypes, "CDLL", load)
    keep_memory()
