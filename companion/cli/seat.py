"""The command that shows one player what only they may see."""

from typing import Annotated

import typer

from companion.cli.common import CampaignName, campaign_open, say_line, settings_of, tell, usage
from companion.store import CampaignLog
from engine.registry import find_ruleset


def seat(
    context: typer.Context,
    player: Annotated[str, typer.Argument(help="Player; only this player should look at the screen.")],
    campaign: CampaignName = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print everything this seat may see as one JSON object.")
    ] = False,
) -> None:
    """Show a player's secrets: hand and code words, an undeclared bid. Works while the companion is listening."""
    with campaign_open(settings_of(context), campaign) as (store, played):
        ruleset = find_ruleset(played.slug)
        state = CampaignLog(store, played.id, ruleset).history().state
    people = {each["name"].casefold(): each["name"] for each in played.roster["players"]}
    name = people.get(player.strip().casefold())
    if name is None:
        usage(f"{player} is not at this table; players: {', '.join(people.values())}.")
    if json:
        say_line(ruleset.view(state, name))
        return
    for line in ruleset.secrets(state, name) or (f"{name} has no secrets now.",):
        tell(line)
