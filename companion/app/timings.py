"""Durations of the stages of hearing and answering, from the records of an evening."""

import sys
import time

from rich.console import Console
from rich.table import Table

from companion.dialogue.records import Record

STAGES = {
    "endpoint": "silence that ends a sentence",
    "transcribe": "recognising the words of a sentence",
    "identify": "recognising the speaker",
}
"""Stages that are timed; the last two go on at once, mostly during that silence, so stages do not add up."""
WORDS = "end of speech to words"
DECISION = "end of speech to decision"
"""Until everything that was asked for is understood, done and written to the log."""
FIRST_SOUND = "moment to speak to first sound"
"""From the pause in which an announcement may be made; making its first sentence is what takes time."""
ANSWERED = "end of speech to first sound"
"""The whole way, the wait for a pause included; for each kind of announcement."""


class Timings:
    """Collects latencies as an observer of records."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = {}
        self._decisions: dict[str, tuple[float, float]] = {}
        self._causes: dict[str, str] = {}

    def __call__(self, record: Record) -> None:
        """Take in one record."""
        match record["type"]:
            case "utterance" if record["latency"] is not None:
                for stage, seconds in record["stages"].items():
                    self._add(STAGES[stage], seconds)
                self._add(WORDS, record["latency"])
            case "decision":
                self._add(DECISION, record["latency"])
                self._decisions[record["utterance"]] = (record["end"], record["latency"])
            case "command" if record["command_id"] and record["utterance"]:
                self._causes[record["command_id"]] = record["utterance"]
            case "announcement" if "latency_to_audio" in record:
                self._add(FIRST_SOUND, record["latency_to_audio"])
                self._add_answer(record)

    def _add_answer(self, record: Record) -> None:
        """A recording played at full speed stands still while it is decided: what took longer counts."""
        utterance = self._causes.get(record["cause"], record["cause"])
        if utterance in self._decisions:
            end, decided = self._decisions[utterance]
            waited = max(record["at"] - end, decided)
            self._add(f"{ANSWERED} ({record['of']})", waited + record["latency_to_audio"])

    def rows(self) -> list[tuple[str, int, float, float]]:
        """(stage, how often, median seconds, 95th percentile seconds)."""
        return [
            (stage, len(values), percentile(values, 0.5), percentile(values, 0.95))
            for stage, values in self._seconds.items()
        ]

    def show(self, console: Console) -> None:
        """Print a table."""
        table = Table("stage", "times", "median s", "95 % s")
        for stage, times, median, high in self.rows():
            table.add_row(stage, str(times), f"{median:.2f}", f"{high:.2f}")
        console.print(table)
        console.print(f"{used()}.")

    def _add(self, stage: str, seconds: float) -> None:
        self._seconds.setdefault(stage, []).append(seconds)


def used() -> str:
    """Processor time of this process and, where the system tells it, the most memory it has held so far."""
    processor = f"{time.process_time():.0f} seconds of processor time"
    if sys.platform == "win32":
        return processor
    import resource

    return f"{processor}, at most {megabytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss):.0f} MB of memory"


def megabytes(maxrss: int) -> float:
    """The system's figure of most memory held, which is in bytes on macOS and in kilobytes elsewhere."""
    return maxrss / 1e6 if sys.platform == "darwin" else maxrss * 1024 / 1e6


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
