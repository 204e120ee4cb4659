"""A whole evening from a campaign file, with the real understanding, rules, announcements and notes around it.

Nothing is faked but speech recognition: sentences come with their speakers' names, as a recogniser would hand them on.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.app.evenings import open_evening
from companion.base.config import load_settings
from companion.dialogue.records import Record
from companion.play.roster import Roster
from companion.store import open_store
from engine.registry import find_info
from tests.support.clock import FakeClock

PAUSE_SECONDS = 3.0
"""Quiet after each sentence: enough for the app's dice and for announcements."""


class WholeEvening:
    """One evening of a campaign that is gone afterwards.

    Args:
        roster: The campaign file.
        tmp_path: Where the script of faces and cards is put.
        dice: Faces of the app's own throws, one list each.
        cards: Cards in drawing order.
        settings: Further settings.
    """

    def __init__(
        self,
        roster: Mapping[str, Any],
        tmp_path: Path,
        dice: list[list[int]] | None = None,
        cards: list[str] | None = None,
        **settings: Any,
    ) -> None:
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"dice": dice or [], "cards": cards or []}))
        read = Roster.from_json(dict(roster))
        clock = FakeClock()
        store = open_store("sqlite://", clock)
        campaign = store.create_campaign(read.title or read.game, find_info(read.game).slug, read.to_json())
        self.records: list[Record] = []
        chosen = load_settings({"dice": f"script:{script}", **settings})
        self.evening = open_evening(store, campaign, chosen, self.records.append, clock=clock)
        self.session = self.evening.session
        self.now = 0.0

    def say(self, by: str | None, text: str, *, typed: bool = False, seconds: float = 1.5) -> list[Record]:
        """Somebody says something, then it is quiet; what happened and what was said aloud."""
        before = len(self.records)
        start, self.now = self.now, self.now + seconds
        match = SpeakerMatch(by, 0.9) if by else None
        self.session.hear(Utterance("live", text, match, start, self.now, avg_logprob=-0.1, typed=typed))
        self.wait(PAUSE_SECONDS)
        return self.records[before:]

    def tap(self, by: str, command: Mapping[str, Any]) -> list[Record]:
        """Somebody taps a command on their own page."""
        before = len(self.records)
        self.session.submit(command, actor=by)
        self.wait(PAUSE_SECONDS)
        return self.records[before:]

    def wait(self, seconds: float) -> None:
        """Let time pass and say what is due."""
        until = self.now + seconds
        while self.now < until:
            self.now += 0.25
            self.session.pass_time(self.now)
            while announcement := self.session.due():
                self.session.said(announcement)
