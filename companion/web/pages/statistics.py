"""An evening, or a whole campaign, in numbers: who spoke, who told, what everybody had, and how the dice fell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fastapi import Request
from nicegui import Client

from companion.chronicle.statistics import (
    CampaignStatistics,
    CounterLine,
    EveningStatistics,
    NarrationShare,
    TalkShare,
    Throws,
    campaign_statistics,
)
from companion.store import Campaign
from companion.web.app_context import AppContext
from companion.web.library_access import READING_SECONDS, LibraryAccess
from companion.web.page import Page
from companion.web.parts.base import box, link, text
from companion.web.parts.charts import Cell, Chart, Stretch, bars, draw_chart, steps, strips
from companion.web.parts.nothing_yet import draw_nothing_yet
from companion.web.routes import table_page
from companion.web.strings import counted, words
from companion.web.theme import seat_class
from engine.phrase import capital

MOST_COUNTERS = 3
"""Kinds of counters drawn over time; the numbers of the others are in what `companion statistics` prints."""


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/statistics", within=READING_SECONDS)
    async def statistics(request: Request, client: Client, campaign: str = "", evening: str = "") -> None:
        page = Page(house, request, client, "statistics.title")
        await StatisticsPage(page).show(campaign, evening)


@dataclass(frozen=True, slots=True)
class _Shown:
    """Figures to draw: of one evening, or of all of them."""

    talk: Sequence[TalkShare]
    throws: Sequence[Throws]
    narration: Sequence[NarrationShare]
    counters: Sequence[CounterLine]
    evenings: Sequence[EveningStatistics]

    @classmethod
    def of(cls, found: CampaignStatistics | EveningStatistics) -> "_Shown":
        """The part that is drawn."""
        if isinstance(found, EveningStatistics):
            return cls(found.talk, found.throws, found.narration_shares, found.counters, (found,))
        return cls(found.talk, found.throws, found.narration_shares, found.counters, found.evenings)


class StatisticsPage:
    """The numbers of a campaign.

    Args:
        page: The page drawn into.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._players: tuple[str, ...] = ()

    async def show(self, campaign: str, evening: str) -> None:
        """Draw the numbers.

        Args:
            campaign: Number of the campaign, as an address has it; none means the one being played, or the newest.
            evening: Number of the evening; anything else means all of them.
        """
        house = self._page.house
        if not house.store.campaigns():
            draw_nothing_yet(self._page, "statistics")
            return
        reader = await self._page.do(lambda: LibraryAccess(house, self._page.visitor, campaign))
        if reader is None:
            return
        played = reader.campaign
        found = await self._page.do(lambda: campaign_statistics(house.store, played))
        if found is None:
            return
        self._players = tuple(each["name"] for each in played.roster["players"])
        chosen = next((each for each in found.evenings if str(each.evening.number) == evening), None)
        with self._page.main, box("div", "library", "stack"):
            text("h1", words("statistics.heading", campaign=played.name), "title")
            self._evenings(played, found, chosen)
            charts = tuple(self._charts(_Shown.of(chosen or found)))
            for each in charts:
                draw_chart(each)
            if not charts:
                text("p", words("statistics.empty"))

    def _evenings(self, played: Campaign, found: CampaignStatistics, chosen: EveningStatistics | None) -> None:
        with box("nav", "row", aria_label=words("statistics.evenings")):
            self._way(words("statistics.all"), f"/statistics?campaign={played.id}", chosen is None)
            for each in found.evenings:
                number = each.evening.number
                address = f"/statistics?campaign={played.id}&evening={number}"
                self._way(words("statistics.evening", number=number), address, each is chosen)

    def _way(self, said: str, address: str, here: bool) -> None:
        way = link(said, address)
        if here:
            way.props["aria-current"] = "page"

    # ---------------------------------------------------------- charts

    def _charts(self, shown: _Shown) -> Iterator[Chart]:
        if shown.talk:
            yield self._talk(shown.talk)
        if any(each.player is not None for each in shown.narration):
            yield self._narration(shown.narration)
            yield self._changes(shown)
        for label in _moving(shown.counters)[:MOST_COUNTERS]:
            lines = [each for each in shown.counters if each.label == label and each.player]
            yield self._counter(label, lines, "evening" if len(shown.evenings) == 1 else "evenings")
        if shown.throws:
            yield self._throws(shown.throws)

    def _talk(self, talk: Sequence[TalkShare]) -> Chart:
        names = [self._name(each.player) for each in talk]
        first = talk[0]
        rows: list[tuple[Cell, ...]] = [
            (name, each.words, _percent(each.share_of_words), round(each.seconds), each.utterances)
            for name, each in zip(names, talk, strict=True)
        ]
        return Chart(
            "talk",
            words("statistics.talk.title"),
            words("statistics.talk.lead", player=names[0], share=_percent(first.share_of_words)),
            bars(names, {words("statistics.talk.words"): [each.words for each in talk]}, self._colours(talk)),
            tuple(words(f"statistics.talk.{name}") for name in ("who", "words", "share", "seconds", "times")),
            tuple(rows),
            _height(len(talk)),
        )

    def _narration(self, narration: Sequence[NarrationShare]) -> Chart:
        names = [self._name(each.player) for each in narration]
        changes = sum(each.times for each in narration) - 1
        minutes = [round(each.seconds / 60, 1) for each in narration]
        return Chart(
            "narration",
            words("statistics.narration.title"),
            counted("statistics.narration.lead", changes),
            bars(names, {words("statistics.narration.minutes"): minutes}, self._colours(narration)),
            tuple(words(f"statistics.narration.{name}") for name in ("who", "minutes", "share", "times")),
            tuple(
                (name, long, _percent(each.share), each.times)
                for name, long, each in zip(names, minutes, narration, strict=True)
            ),
            _height(len(narration)),
        )

    def _changes(self, shown: _Shown) -> Chart:
        """Draw the storytellers over time: a strip an evening."""
        told = {words("statistics.evening", number=each.evening.number): each.narration for each in shown.evenings}
        colours = {self._name(each.player): self._colour(each.player) for each in shown.narration}
        stretches: dict[str, list[Stretch]] = {
            evening: [Stretch(self._name(each.player), round(each.seconds / 60, 2)) for each in held]
            for evening, held in told.items()
        }
        return Chart(
            "changes",
            words("statistics.changes.title"),
            words("statistics.changes.lead"),
            strips(stretches, colours, words("statistics.counter.minutes.evening")),
            tuple(words(f"statistics.changes.{name}") for name in ("evening", "who", "minute", "minutes")),
            tuple(
                (evening, self._name(each.player), round(each.start / 60, 1), round(each.seconds / 60, 1))
                for evening, held in told.items()
                for each in held
            ),
            _height(1 + len(told)) + 3.0,
        )

    def _counter(self, label: str, lines: Sequence[CounterLine], over: str) -> Chart:
        named = {self._name(each.player): [(point.second / 60, point.value) for point in each.points] for each in lines}
        end = max((points[-1][0] for points in named.values()), default=0.0)
        held = {name: [*points, (end, points[-1][1])] for name, points in named.items()}
        colours = {self._name(each.player): self._colour(each.player) for each in lines}
        ends = words("statistics.counter.between").join(f"{name} {points[-1][1]}" for name, points in named.items())
        return Chart(
            "counter",
            words(f"statistics.counter.title.{over}", label=capital(label)),
            words("statistics.counter.lead", ends=ends),
            steps(held, colours, words(f"statistics.counter.minutes.{over}")),
            tuple(words(f"statistics.counter.{name}") for name in ("who", "minute", "value")),
            tuple((name, round(at, 1), value) for name, points in named.items() for at, value in points),
            18.0,
        )

    def _throws(self, throws: Sequence[Throws]) -> Chart:
        most = max(throws, key=lambda each: each.dice)
        names = [words("statistics.throws.dice", player=each.player, sides=each.sides) for each in throws]
        thrown: dict[str, list[float]] = {
            words("statistics.throws.mean"): [round(each.mean, 2) for each in throws],
            words("statistics.throws.expected"): [round(each.expected_mean, 2) for each in throws],
        }
        rows: list[tuple[Cell, ...]] = [
            (
                name,
                each.dice,
                round(each.mean, 2),
                round(each.expected_mean, 2),
                each.successes,
                round(each.expected_successes, 1),
                round(each.luck, 2),
                " ".join(str(times) for times in each.faces),
            )
            for name, each in zip(names, throws, strict=True)
        ]
        columns = ("who", "thrown", "mean", "expected", "successes", "expected_successes", "luck", "faces")
        return Chart(
            "throws",
            words("statistics.throws.title"),
            words("statistics.throws.lead", player=most.player, mean=round(most.mean, 2), fair=most.expected_mean),
            bars(names, thrown, ("felt", "brass")),
            tuple(words(f"statistics.throws.{name}") for name in columns),
            tuple(rows),
            _height(2 * len(throws)),
        )

    # ---------------------------------------------------------- names and colours

    def _name(self, player: str | None) -> str:
        return player or words("statistics.nobody")

    def _colour(self, player: str | None) -> str:
        return seat_class(self._players.index(player)) if player in self._players else "faint"

    def _colours(self, shares: Sequence[TalkShare | NarrationShare]) -> tuple[str, ...]:
        return tuple(self._colour(each.player) for each in shares)


def _moving(counters: Sequence[CounterLine]) -> list[str]:
    """Labels of counters that changed, those that changed most first."""
    changes: dict[str, int] = {}
    for each in counters:
        if each.player is not None:
            changes[each.label] = changes.get(each.label, 0) + len(each.points) - 1
    return [label for label, times in sorted(changes.items(), key=lambda item: -item[1]) if times]


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _height(rows: int) -> float:
    return 3.5 + 2.2 * rows
