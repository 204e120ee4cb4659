"""Appends entries until it is killed, and says which ones are acknowledged: `writer.py DATABASE CAMPAIGN`."""

import sys

from companion.base.clock import SystemClock
from companion.store import LogEntry, open_store


def main(file: str, campaign: int) -> None:
    with open_store(file, SystemClock()) as store:
        position = store.log_length(campaign)
        while True:
            events = tuple({"kind": "dice_rolled", "faces": [position % 6 + 1] * 40} for _ in range(5))
            store.append(
                campaign, position, LogEntry("committed", f"c{position}", f"c{position}", {"kind": "x"}, events)
            )
            sys.stdout.write(f"{position}\n")
            sys.stdout.flush()
            position += 1


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
