"""Campaigns made, opened and read in on the table's page; nobody else may."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from companion.app.wiring import delete_campaign
from companion.base.errors import CompanionError, ExportError, RosterError
from companion.base.file_limits import bounded
from companion.demo import demo_of
from companion.nlu.word_list import WordList
from companion.play.ready import ready_campaign
from companion.play.roster import Roster, load_roster
from companion.play.setup import state_of
from companion.privacy.pictures import heroes_of
from companion.store import Campaign, open_store
from companion.store.campaigns import DEMO, LONGEST_NAME
from companion.transfer.exports.campaign_file import FORMAT, dump_campaign, read_campaign_file
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.web.actions import Actions, for_table
from companion.web.app_context import AppContext
from companion.web.art import keep_picture, picture_of
from companion.web.demo import DemoPlayer, is_demo, without_demos
from companion.web.keys import Visitor
from companion.web.setup_draft import DRAFT_FILE, SetupDraft
from companion.web.strings import words
from engine.errors import EngineError
from engine.phrase import verbatim
from engine.registry import find_ruleset


@dataclass(frozen=True, slots=True)
class Deleted:
    """A campaign that was deleted: its file, and the pictures of its characters by name."""

    file: bytes
    pictures: Mapping[str, bytes]


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
        found = [(each, store.last_played(each.id)) for each in store.campaigns() if not is_demo(each)]
        return tuple(sorted(found, key=lambda each: each[1] or each[0].created, reverse=True))

    def draft(self) -> SetupDraft:
        """The campaign that is being set up."""
        self._for_table()
        return SetupDraft(self._house.settings.data_dir / DRAFT_FILE)

    def make(
        self, data: Mapping[str, Any], name: str | None = None, settings: Mapping[str, Any] | None = None
    ) -> Campaign:
        """A new campaign from a campaign file.

        Args:
            data: The file's content.
            name: Its name; the file's title when None, the game's where there is none.
            settings: Settings of this campaign alone.

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
            campaign = self._house.store.create_campaign(title, ruleset.info.slug, roster.to_json(), settings)
            WordList(self._house.store, campaign.id).learn_names((word.spelled, word.heard) for word in roster.words)
        return campaign

    def play_ready(self, slug: str, names: Sequence[str], dice: str) -> Campaign:
        """Make the ready-made campaign of a game, and play it.

        Args:
            slug: The game.
            names: The players, in the file's order; whoever's name is empty does not play.
            dice: "app" or "table": who rolls.
        """
        data = ready_campaign(slug)
        named = zip(data["players"], names, strict=False)
        data["players"] = [{**player, "name": name} for player, name in named if name]
        data["title"] = self.free_name(data["title"])
        made = self.make(data, settings={"dice": dice})
        self.open(made.id)
        return made

    def free_name(self, title: str) -> str:
        """A title no campaign has, with a number behind it where that one is taken."""
        taken = {each.name.casefold() for each in self._house.store.campaigns()}
        options = (title if number == 1 else f"{title} {number}" for number in count(1))
        return next(each for each in options if each.casefold() not in taken)

    def delete(self, number: int) -> Deleted:
        """Delete a campaign with the voiceprints of its players.

        Returns:
            What brings it back. It is written to no file: what is deleted is gone once nobody can want it back.
        """
        self._for_table()
        store, host, settings = self._house.store, self._house.host, self._house.settings
        campaign = store.campaign(number)
        brought = {name: picture_of(settings.data_dir, campaign.key, name) for name in heroes_of(campaign)}
        pictures = {name: file.read_bytes() for name, file in brought.items() if file.is_file()}
        kept = Deleted(dump_campaign(store, campaign).encode(), pictures)
        if host.game is not None and host.game.campaign.id == number:
            host.leave_for_good()
        delete_campaign(settings, store, campaign)
        self._house.keys.revoke_campaign(campaign.key)
        self._house.live.dismiss()
        self._house.live.changed("campaign")
        return kept

    def bring_back(self, kept: Deleted) -> Campaign:
        """Take a deletion back; voices have to be learnt anew."""
        made = self.read_in(kept.file)
        for name, content in kept.pictures.items():
            keep_picture(self._house.settings.data_dir, made.key, name, content)
        return made

    @property
    def demo(self) -> DemoPlayer | None:
        """The demo that is watched; None where none is."""
        game, host = self._house.host.game, self._house.host
        open_now = game is not None and host.state == "open" and DEMO in game.campaign.settings
        return self._house.demos[-1] if open_now and self._house.demos else None

    def watch(self, slug: str, pace: float = 1.0) -> None:
        """Play the packaged evening of a game on the table's page."""
        roster = load_roster(demo_of(slug).roster).to_json()
        self.leave_demo()
        made = self.make(roster, self.free_name(words("demo.name", title=roster["title"])), {DEMO: slug})
        self.open(made.id)
        bound = Visitor(campaign=made.key)  # says nothing at another table that is opened meanwhile
        host = self._house.host
        player = DemoPlayer(slug, Actions(host, bound).say, pace=pace, held=lambda: host.pauses.on)
        self._house.demos[:] = [player]
        player.start()

    def leave_demo(self) -> None:
        """Stop the demo that is watched, and delete it."""
        self._for_table()
        for player in self._house.demos:
            player.leave()
        if self.demo is not None:
            self._house.host.leave()
        self._house.demos.clear()
        without_demos(self._house.settings, self._house.store)

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
