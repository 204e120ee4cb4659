"""Benchmark of six open pages that show what happens, and cost of the page's part in an evening of 5,000 utterances.

`python -m tools.bench.page` serves the pages from this process and opens six table pages in a real browser. Each
sample is the time from the record of an utterance to the frame in which the last of the six pages shows its line.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

from companion.app.evenings import WiredEvening
from companion.app.timings import percentile
from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.demo import demo_of
from companion.dialogue.records import Emit
from companion.play.roster import load_roster
from companion.store import Campaign, open_store
from companion.web.app_context import AppContext
from companion.web.evening_opener import EveningOpener
from companion.web.host import EveningHost
from companion.web.keys import Keys
from companion.web.lan import LOOPBACK, Lan, bind
from companion.web.links import table_link
from companion.web.server import KEYS_FILE
from companion.web.updates import Updates
from tools.served_beside import ServedBeside

CLIENTS = 6
UTTERANCES = 5_000
SAMPLES = 60
SETTLE_SECONDS = 4.0
A_SECOND = 30
"""Utterances a second while the evening is filled up: more than a hundred times the pace of a table."""

_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_WATCH = """() => {
  window.shown = {};
  const list = document.querySelector('.talk-lines');
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.id)
      requestAnimationFrame(() => requestAnimationFrame(() => {
        window.shown[node.id] = performance.timeOrigin + performance.now();
      }));
  }).observe(list, {childList: true});
}"""
"""Notes when each new line was painted: two frames after it came, in milliseconds of wall clock."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Measurements of the pages.

    Attributes:
        clients: Pages open at once.
        early_median_ms: From event to pixels on the last of them, at the beginning of the evening.
        early_p95_ms: The same, 95th percentile.
        late_median_ms: After all utterances.
        late_p95_ms: The same, 95th percentile.
        utterances: How many there were.
        grown_mb: How much more memory this process holds than before they came, with the pages open.
        missed: Samples that did not reach every page, because one was loading anew.
        reloads: How often a page had to load anew because it fell behind.
        lines_drawn: Lines in the transcript of one page.
        browser_heap_mb: JavaScript heap of one page.
    """

    clients: int
    early_median_ms: float
    early_p95_ms: float
    late_median_ms: float
    late_p95_ms: float
    utterances: int
    grown_mb: float
    missed: int
    reloads: int
    lines_drawn: int
    browser_heap_mb: float


class _Tapped(EveningOpener):
    """Opens evenings and keeps hold of what observes their records, so that records alone can be sent."""

    emit: Emit

    def evening(self, campaign: Campaign, emit: Emit) -> WiredEvening:
        """Open a campaign where it stopped."""
        self.emit = emit
        return super().evening(campaign, emit)


class _Talker:
    """Sends records of utterances as a session would."""

    def __init__(self, emit: Emit, players: Sequence[str]) -> None:
        self._emit = emit
        self._players = players
        self._numbers = count(1)

    def say(self) -> tuple[str, float]:
        """One more utterance: the id of its line and when it was sent, in milliseconds of wall clock."""
        number = next(self._numbers)
        at = time.time() * 1000
        self._emit(
            {
                "type": "utterance",
                "id": f"u{number}",
                "start": float(number),
                "end": number + 1.0,
                "speaker": self._players[number % len(self._players)],
                "speaker_score": 0.6,
                "text": f"And then, for the {number}th time, we go along the quay and ask about the ferry.",
                "typed": False,
            }
        )
        return f"said-u{number}", at


def measure(browser_path: str, folder: Path, utterances: int = UTTERANCES) -> Measured:
    """Measure on a new installation in a folder, with so many utterances between the early and the late samples."""
    from playwright.sync_api import Page, sync_playwright

    taken = bind(LOOPBACK, 0)
    port = int(taken.getsockname()[1])
    clock = SystemClock()
    settings = load_settings({"data_dir": folder, "voice": False}, environment={})
    store = open_store(folder / "companion.db", clock)
    opens, live = _Tapped(store, settings, "table"), Updates()
    host = EveningHost(store, opens, live, clock)
    keys = Keys(folder / KEYS_FILE, clock, port)
    house = AppContext(settings, store, host, live, keys, Lan(port), clock)
    served = ServedBeside(house, taken)
    roster = load_roster(demo_of("phase-abandon").roster)
    host.open(store.create_campaign("Bench", "phase-abandon", roster.to_json()))
    talker = _Talker(opens.emit, host.players)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=_FLAGS)
        pages: list[Page] = []
        reloaded: list[Page] = []
        for _ in range(CLIENTS):
            # A window each: pages behind others are not painted.
            pages.append(browser.new_context(viewport={"width": 1280, "height": 800}).new_page())
            pages[-1].goto(table_link(house))
            pages[-1].wait_for_selector(".talk-lines", state="attached")
            pages[-1].on("load", lambda page: reloaded.append(page))
        _sampled(talker, pages, 5)
        before = _resident_mb()
        early = _sampled(talker, pages, SAMPLES)
        for _ in range(utterances):
            talker.say()
            time.sleep(1 / A_SECOND)
        time.sleep(SETTLE_SECONDS)
        grown = _resident_mb() - before
        late = _sampled(talker, pages, SAMPLES)
        lines = int(pages[0].locator(".talk-lines > li").count())
        heap = float(pages[0].evaluate("performance.memory.usedJSHeapSize")) / 2**20
        browser.close()
    served.close()
    return Measured(
        clients=CLIENTS,
        early_median_ms=round(percentile(early, 0.5), 1),
        early_p95_ms=round(percentile(early, 0.95), 1),
        late_median_ms=round(percentile(late, 0.5), 1),
        late_p95_ms=round(percentile(late, 0.95), 1),
        utterances=utterances + 2 * SAMPLES,
        grown_mb=round(grown, 1),
        missed=2 * SAMPLES - len(early) - len(late),
        reloads=len(reloaded),
        lines_drawn=lines,
        browser_heap_mb=round(heap, 1),
    )


def _sampled(talker: _Talker, pages: Sequence[Any], samples: int) -> list[float]:
    """Milliseconds from each of so many utterances to the frame in which the last page shows it, where all do."""
    for page in pages:
        page.evaluate(_WATCH)
    sent = []
    for _ in range(samples):
        sent.append(talker.say())
        time.sleep(0.25)
    time.sleep(SETTLE_SECONDS)
    shown = [page.evaluate("window.shown ?? {}") for page in pages]
    return [max(float(each[line]) for each in shown) - at for line, at in sent if all(line in each for each in shown)]


def _resident_mb() -> float:
    """Memory of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where there is no browser to measure with."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.page", description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--utterances", type=int, default=UTTERANCES, help="between early and late samples")
    options = parser.parse_args(arguments)
    browser = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if browser is None:
        sys.stderr.write("No Chromium is installed, so nothing can be measured (Debian: apt-get install chromium).\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(browser, Path(folder), options.utterances)
    for name, value in asdict(measured).items():
        sys.stdout.write(f"{name.replace('_', ' '):>18}: {value}\n")
    if options.json is not None:
        options.json.write_text(json.dumps(asdict(measured), indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
