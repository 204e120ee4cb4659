"""A ready-made campaign: four characters with portraits, players to name, one button to play or to change it first."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from nicegui import Client

from companion.play.ready import ready_campaign, ready_systems
from companion.play.setup_answers import FEWEST_PLAYERS
from companion.web.app_context import AppContext
from companion.web.art import cover, face
from companion.web.campaign_setup import CampaignSetup
from companion.web.campaigns import Campaigns
from companion.web.page import Page
from companion.web.parts.base import Given, box, first, form, text
from companion.web.parts.dice_asked import DICE, draw_dice
from companion.web.routes import table_page
from companion.web.strings import words
from engine.registry import find_ruleset, infos


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/ready")
    def ready(request: Request, client: Client, game: str = "") -> None:
        slug = game if game in ready_systems() else infos()[0].slug
        ReadyPage(Page(house, request, client, "ready.title"), slug).show()


class ReadyPage:
    """The campaign of one game.

    Args:
        page: The page drawn into.
        slug: The game.
    """

    def __init__(self, page: Page, slug: str) -> None:
        self._page = page
        self._slug = slug
        self._data = ready_campaign(slug)
        self._campaigns = Campaigns(page.house, page.visitor)

    def show(self) -> None:
        """Draw everything."""
        ruleset = find_ruleset(self._slug)
        with self._page.main, form(self._sent, "start", "stack", keeps=True):
            with box("div", "go-on", "paper"):
                box("img", "go-on-art", src=self._page.address(cover(self._slug)), alt="", width="320", height="200")
                with box("div", "stack", "grow"):
                    text("p", ruleset.info.title, "small", "faint")
                    text("h1", self._data["title"], "title")
                    if setting := self._data.get("setting"):
                        text("p", setting)
                    text("p", words("ready.lead"), "faint")
            with box("div", "heroes"):
                for player in self._data["players"]:
                    self._draw_hero(player)
            draw_dice("")
            with box("div", "row", "step-end"):
                text("button", words("ready.edit"), type="submit", name="deed", value="edit")
                text("button", words("ready.play"), "main", "big", type="submit", name="deed", value="play")

    def _draw_hero(self, player: Mapping[str, Any]) -> None:
        hero = player.get("character")
        name = hero["name"] if hero else words("ready.gm")
        with box("article", "hero-card", "paper", "stack", aria_label=name):
            if hero:
                alt = words("ready.portrait", name=name)
                box("img", "face", src=self._page.address(face(name)), alt=alt, width="96", height="96")
            text("h2", name)
            if hero:
                text("p", next(iter(hero.get("blurbs", ())), ""), "small", "faint")
            with box("label", "stack", "hero-player"):
                text("span", words("ready.player"), "small")
                label = words("ready.player_of", character=name)
                box("input", name="player", value=player["name"], maxlength="80", aria_label=label)

    async def _sent(self, given: Given) -> None:
        names = [" ".join(each.split()) for each in given.get("player", ())]
        dice = first(given, "dice") if first(given, "dice") in DICE else DICE[0]
        playing = zip(self._data["players"], names, strict=False)
        if sum(bool(name) for player, name in playing if "character" in player) < FEWEST_PLAYERS:
            self._page.notice(words("ready.few"))
        elif first(given, "deed") == "edit":
            draft = self._campaigns.draft()
            CampaignSetup(draft).fill_in({**self._data, "title": self._campaigns.free_name(self._data["title"])}, names)
            draft.put("dice", dice)
            await self._page.do(draft.keep)
            self._page.go("/new")
        elif await self._page.do(lambda: self._campaigns.play_ready(self._slug, names, dice)) is not None:
            self._page.go("/")
