"""How long the stages of hearing and answering took, from the records of an evening."""

from rich.console import Console
from rich.table import Table

from companion.records import Record

DECISION = "end of speech to decision"
FIRST_SOUND = "announcement to first sound"


class Timings:
    """Collects latencies as an observer of records."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = {}

    def __call__(self, record: Record) -> None:
        """Take in one record."""
        if record["type"] == "utterance" and record["latency"] is not None:
            for stage, seconds in record["stages"].items():
                self._add(stage, seconds)
            self._add(DECISION, record["latency"])
        elif record["type"] == "announcement" and "latency_to_audio" in record:
            self._add(FIRST_SOUND, record["latency_to_audio"])

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

    def _add(self, stage: str, seconds: float) -> None:
        self._seconds.setdefault(stage, []).append(seconds)


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
