"""The command that shows a campaign in numbers."""

from typing import Annotated

import typer
from rich.table import Table

from companion.chronicle.statistics import CampaignStatistics, EveningStatistics, campaign_statistics
from companion.cli.common import CampaignName, campaign_open, say_line, screen, settings_of, usage


def statistics(
    context: typer.Context,
    campaign: CampaignName = None,
    evening: Annotated[int | None, typer.Option(help="Only this evening; all by default.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
) -> None:
    """Show talk time, narration time and dice statistics; the table page shows them as charts."""
    with campaign_open(settings_of(context), campaign) as (store, played):
        found = campaign_statistics(store, played)
    shown = _chosen(found, evening)
    if json:
        say_line(shown.to_json())
        return
    for table in _tables(shown):
        screen.print(table)


def _chosen(found: CampaignStatistics, evening: int | None) -> CampaignStatistics | EveningStatistics:
    if evening is None:
        return found
    numbered = {each.evening.number: each for each in found.evenings}
    if evening not in numbered:
        usage(f"There is no evening {evening}; available: {', '.join(map(str, numbered)) or 'none yet'}.")
    return numbered[evening]


def _tables(shown: CampaignStatistics | EveningStatistics) -> tuple[Table, ...]:
    talk = _table("Who spoke", "Words", "Share", "Seconds", "Times")
    for each in shown.talk:
        share = f"{each.share_of_words:.0%}"
        talk.add_row(each.player or "unknown", str(each.words), share, f"{each.seconds:.0f}", str(each.utterances))
    told = _table("Narration", "Minutes", "Share", "Times")
    for held in shown.narration_shares:
        told.add_row(held.player or "nobody", f"{held.seconds / 60:.1f}", f"{held.share:.0%}", str(held.times))
    dice = _table("Dice", "Rolled", "Average", "Expected", "Successes", "Expected", "Luck")
    for throws in shown.throws:
        name = f"{throws.player}, d{throws.sides}"
        successes = (str(throws.successes), f"{throws.expected_successes:.1f}") if throws.counted else ("", "")
        mean, fair = f"{throws.mean:.2f}", f"{throws.expected_mean:.2f}"
        dice.add_row(name, str(throws.dice), mean, fair, *successes, f"{throws.luck:+.1f}")
    return talk, told, dice


def _table(title: str, *columns: str) -> Table:
    table = Table(title, box=None, pad_edge=False)
    for each in columns:
        table.add_column(each, justify="right")
    return table
