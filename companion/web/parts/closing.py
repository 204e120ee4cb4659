"""Poster that closes an evening: who narrated when, best lines, luck of the dice, open promises; saved as an image."""

from base64 import b64encode
from dataclasses import dataclass
from html import escape

from nicegui import ui

from companion.base.characters import visible_line
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.statistics import EveningStatistics, campaign_statistics
from companion.store import Campaign
from companion.web.app_context import AppContext
from companion.web.art import face
from companion.web.parts.base import address_in, box, button, text
from companion.web.strings import words
from companion.web.theme import DAY, SEATS_BY_DAY, seat_class

LINES, PROMISES = 3, 4


@dataclass(frozen=True, slots=True)
class Told:
    """Stretch of narration: place of the seat or None, where it begins and how long it lasts, each from 0 to 1."""

    seat: int | None
    start: float
    share: float


@dataclass(frozen=True, slots=True)
class Closing:
    """An evening on a poster.

    Attributes:
        campaign: Its name.
        key: Its key.
        number: Number of the evening.
        players: Players in seat order, each with the name of their character, empty for none.
        narration: Who told when.
        lines: What is worth remembering.
        luck: By player, standard deviations above fair dice.
        counters: What everybody had at the end: player, label, value.
        promises: Promises and debts that are open.
    """

    campaign: str
    key: str
    number: int
    players: tuple[tuple[str, str], ...] = ()
    narration: tuple[Told, ...] = ()
    lines: tuple[str, ...] = ()
    luck: tuple[tuple[str, float], ...] = ()
    counters: tuple[tuple[str, str, int], ...] = ()
    promises: tuple[str, ...] = ()


def closing(house: AppContext, campaign: Campaign, number: int) -> Closing | None:
    """The poster of an evening, None where nothing was played; takes up to a second.

    Raises:
        CompanionError: The log cannot be read.
    """
    found = next((e for e in campaign_statistics(house.store, campaign).evenings if e.evening.number == number), None)
    if found is None or not (found.talk or found.throws):
        return None
    roster = campaign.roster["players"]
    players = tuple((each["name"], (each.get("character") or {}).get("name", "")) for each in roster)
    memory = CampaignReader(house.store, house.tones, house.host.today).memory(campaign)
    tonight = [each.name for each in memory.lines if any(said.evening == number for said in each.evidence)]
    thrown = [each for each in found.throws if each.dice]
    return Closing(
        campaign.name,
        campaign.key,
        number,
        players,
        _narration(found, [name for name, _ in players]),
        tuple(tonight[:LINES]),
        tuple((each.player, each.luck) for each in thrown),
        tuple(
            (each.player, each.label, each.points[-1].value) for each in found.counters if each.player and each.points
        ),
        tuple(each.name for each in memory.promises if not each.closed)[:PROMISES],
    )


def _narration(found: EveningStatistics, players: list[str]) -> tuple[Told, ...]:
    whole = sum(each.seconds for each in found.narration) or 1.0
    begin = min((each.start for each in found.narration), default=0.0)
    return tuple(
        Told(
            players.index(each.player) if each.player in players else None,
            (each.start - begin) / whole,
            each.seconds / whole,
        )
        for each in found.narration
        if each.seconds
    )


def draw_closing(shown: Closing) -> None:
    """Draw the poster, with the button that saves it."""
    with box("section", "paper", "stack", "poster", aria_label=words("poster.label", number=shown.number)):
        text("p", words("poster.over", number=shown.number), "small", "faint")
        text("h2", shown.campaign, "go-on-name")
        with box("ul", "poster-seats"):
            for place, (player, hero) in enumerate(shown.players):
                with box("li", seat_class(place)) as one:
                    if hero:
                        box("img", "face", "small-face", src=address_in(one.client, face(hero, shown.key)), alt="")
                    text("span", player, "seat-name")
        if any(each.seat is not None for each in shown.narration):
            with box("div", "ribbon", role="img", aria_label=words("poster.narration")):
                for each in shown.narration:
                    colour = "" if each.seat is None else seat_class(each.seat)
                    box("span", *([colour] if colour else []), style=f"flex: {each.share:.4f} 0 0")
        for said in shown.lines:
            text("blockquote", said, "serif", "lead")
        for key, rows in (("luck", _luck(shown)), ("left", _left(shown)), ("promises", shown.promises)):
            if rows:
                text("h3", words(f"poster.{key}"))
                with box("ul"):
                    for row in rows:
                        text("li", row)
        with box("div", "row", "no-print"):
            button(words("charts.picture"), lambda: _save(shown))


def _save(shown: Closing) -> None:
    """Have the browser draw the poster and save it as a PNG."""
    drawn = b64encode(as_svg(shown).encode()).decode()
    ui.run_javascript(f"companionPicture('{drawn}', 'poster.png')")


def _luck(shown: Closing) -> tuple[str, ...]:
    return tuple(words("poster.luck_of", player=player, luck=f"{luck:+.1f}") for player, luck in shown.luck)


def _left(shown: Closing) -> tuple[str, ...]:
    return tuple(words("poster.left_of", player=who, value=value, label=label) for who, label, value in shown.counters)


def as_svg(shown: Closing) -> str:
    """The poster as a picture of its own, with everything escaped; it needs nothing else to be shown."""
    rows = [
        *((said, 26, DAY.ink) for said in shown.lines),
        *((row, 20, DAY.faint) for row in (*_luck(shown), *_left(shown), *shown.promises)),
    ]
    ribbon = "".join(
        f'<rect x="{40 + 720 * each.start:.1f}" y="130" width="{max(1.0, 720 * each.share):.1f}" height="22" '
        f'fill="{DAY.edge if each.seat is None else SEATS_BY_DAY[each.seat % len(SEATS_BY_DAY)]}"/>'
        for each in shown.narration
    )
    names = "".join(
        f'<text x="{40 + 720 * place // max(1, len(shown.players))}" y="186" font-size="20" font-weight="700" '
        f'fill="{SEATS_BY_DAY[place % len(SEATS_BY_DAY)]}">{_cut(player, 16)}</text>'
        for place, (player, _) in enumerate(shown.players)
    )
    written = "".join(
        f'<text x="40" y="{240 + 40 * at}" font-size="{size}" fill="{colour}">{_cut(row, 66)}</text>'
        for at, (row, size, colour) in enumerate(rows)
    )
    height, over = 260 + 40 * len(rows), words("poster.over", number=shown.number)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="800" height="{height}" '
        f'viewBox="0 0 800 {height}" font-family="Georgia, serif">'
        f'<rect width="800" height="{height}" fill="{DAY.paper}"/>'
        f'<text x="40" y="54" font-size="20" fill="{DAY.faint}">{_cut(over, 60)}</text>'
        f'<text x="40" y="104" font-size="44" fill="{DAY.ink}">{_cut(shown.campaign, 34)}</text>'
        f"{ribbon}{names}{written}</svg>"
    )


def _cut(said: str, most: int) -> str:
    plain = visible_line(said)
    return escape(plain if len(plain) <= most else f"{plain[: most - 1]}…")
