"""Campaigns made, opened and read in on the table's page; nobody else may."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.base.errors import CompanionError, ExportError, RosterError
from companion.base.file_limits import bounded
from companion.nlu.word_list import WordList
from companion.play.roster import Roster
from companion.play.setup import state_of
from companion.store import Campaign, open_store
from companion.store.campaigns import LONGEST_NAME
from companion.transfer.exports.campaign_file import FORMAT, read_campaign_file
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.web.actions import for_table
from companion.web.app_context import AppContext
from companion.web.keys import Visitor
from companion.web.setup_draft import DRAFT_FILE, SetupDraft
from companion.web.strings import words
from engine.errors import EngineError
from engine.phrase import verbatim
from engine.registry import find_ruleset


class Campaigns:
    """The campaigns of this computer.

    Args:
        house: What pages share.
        visitor: Whose page it is.

    Raises (every deed):
        NotAllowed: It is not the table's page.
        CompanionError: It could not be done; the sentence says why.
    """

    def __init__(self, house: AppContext, visitor: Visitor) -> None:
        self._house = house
        self._visitor = visitor

    def listed(self) -> tuple[tuple[Campaign, datetime | None], ...]:
        """Every campaign with when it was last played, the latest first; new ones count as of when they were made."""
        self._for_table()
        store = self._house.store
        found = [(campaign, store.last_played(campaign.id)) for campaign in store.campaigns()]
        return tuple(sorted(found, key=lambda each: each[1] or each[0].created, reverse=True))

    def draft(self) -> SetupDraft:
        """The campaign that is being set up."""
        self._for_table()
        return SetupDraft(self._house.settings.data_dir / DRAFT_FILE)

    def make(self, data: Mapping[str, Any], name: str | None = None) -> Campaign:
        """A new campaign from a campaign file.

        Args:
            data: The file's content.
            name: Its name; the file's title when None, the game's where there is none.

        Raises:
            RosterError: The file or the rules do not take something in it; nothing is made then.
            CampaignExists: The name is taken.
        """
        self._for_table()
        roster = Roster.from_json(dict(data))
        if roster.library_files:
            raise RosterError(None, "library_files", words("start.no_library"), words("start.library_inside"))
        ruleset = _played(roster)
        state_of(ruleset, roster.to_json())
        title = name or roster.title or ruleset.info.title
        with self._house.store.in_one_step():
            campaign = self._house.store.create_campaign(title, ruleset.info.slug, roster.to_json())
            WordList(self._house.store, campaign.id).learn_names((word.spelled, word.heard) for word in roster.words)
        return campaign

    def open(self, campaign: int) -> None:
        """Play a campaign; the one that is open is left as it is."""
        self._for_table()
        found = next((each for each in self._house.store.campaigns() if each.id == campaign), None)
        if found is None:
            raise CompanionError(words("library.none"))
        self._house.host.open(found)

    def read_in(self, content: bytes) -> Campaign:
        """A campaign from a file: a whole one with its evenings, or one to begin with.

        Raises:
            ExportError: It is no such file, is damaged, or too large; nothing is kept of it then.
        """
        self._for_table()
        try:
            text = bounded(content).decode("utf-8-sig")
            data = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise ExportError(words("start.no_json"), words("start.which")) from problem
        if not isinstance(data, dict) or ("game" not in data and data.get("format") != FORMAT):
            raise ExportError(words("start.no_campaign"), words("start.which"))
        if "game" in data:
            return self.make(data)
        read = read_campaign_file(text)
        if len(read.campaign.name) > LONGEST_NAME:
            raise ExportError(words("start.long_name", most=LONGEST_NAME))
        clock = RecalledClock(read.campaign.created)
        with open_store(self._house.settings.database, clock) as store:
            return restore_campaign(store, clock, read)

    def _for_table(self) -> None:
        for_table(self._visitor)


def _played(roster: Roster) -> Any:
    try:
        return find_ruleset(roster.game)
    except EngineError as problem:
        raise RosterError(None, "game", verbatim(str(problem))) from problem
