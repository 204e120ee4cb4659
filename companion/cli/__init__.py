"""The command line: parses, then calls; every expected mistake becomes one sentence and an exit code."""

import gc
import os
import sys

from companion import DISTRIBUTION


def main() -> None:
    """Entry point of `companion`; loads nothing but this module to tell the version."""
    if sys.argv[1:] == ["--version"]:
        tell_version()
        return
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # it looks through everything installed for some
    gc.disable()  # until a command begins: what is loaded stays, and looking through it takes half as long as loading
    try:
        from companion.cli.application import run

        run()
    finally:
        gc.enable()


def tell_version() -> None:
    """Print what is installed."""
    from importlib import metadata  # nothing else needs it, and it takes as long to load as the command line itself

    sys.stdout.write(f"{DISTRIBUTION} {metadata.version(DISTRIBUTION)}\n")
