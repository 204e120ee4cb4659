"""The command that tells why the companion did what it did."""

from typing import Annotated

import typer

from companion.cli.common import CampaignName, campaign_open, say_line, settings_of, tell
from companion.dialogue.explanations import explain, told


def why(
    context: typer.Context,
    which: Annotated[
        str | None, typer.Argument(help="An utterance, such as u12, or an entry of the log, such as 14.")
    ] = None,
    campaign: CampaignName = None,
    evening: Annotated[
        int | None, typer.Option(min=1, help="Evening of the utterance; the last one by default.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Explain how a sentence was understood; the latest one by default."""
    with campaign_open(settings_of(context), campaign) as (store, played):
        explanation = explain(store, played, which, evening)
    if json:
        say_line(explanation.to_json())
        return
    for line in told(explanation):
        tell(line)
