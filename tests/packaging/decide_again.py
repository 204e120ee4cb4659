"""Decides every command of an evening again, with nothing but the standard library: SYSTEM on the command line.

Standard input is one JSON line an entry of the log: `command` and the `events` it came to. Standard output is what the
rules say to each command at its moment, in a line each, and the state after the last event.
"""

import json
import sys

from engine.codec import KindReader, to_json
from engine.dice.source import NoDice
from engine.registry import find_ruleset
from engine.step import advance, fold


def main(slug: str) -> None:
    """Read, decide, and fold what really happened."""
    ruleset = find_ruleset(slug)
    command_of, event_of = KindReader(ruleset.command_types), KindReader(ruleset.event_types)
    state = ruleset.initial_state()
    for line in sys.stdin:
        entry = json.loads(line)
        outcome, _ = advance(ruleset, state, command_of(entry["command"]), NoDice())
        sys.stdout.write(json.dumps([type(outcome).__name__, to_json(outcome)]) + "\n")
        state = fold(ruleset, state, [event_of(each) for each in entry["events"]])
    sys.stdout.write(json.dumps(to_json(state)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
