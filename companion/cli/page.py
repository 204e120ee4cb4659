"""The command that opens the page, which is also what `companion` does without a command."""

from typing import Annotated

import typer

from companion.app.wiring import kept_store
from companion.base.clock import SystemClock
from companion.cli.common import CampaignName, Dice, Options, played_last, tell


def page(
    context: typer.Context,
    campaign: CampaignName = None,
    dice: Dice = None,
    port: Annotated[int | None, typer.Option(help="Port on this computer; 0 for any free port.")] = None,
    lan: Annotated[
        bool | None, typer.Option(help="Turn phones on: phones on the same network can open their seats' pages.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    close_others: Annotated[
        bool, typer.Option("--close-others", help="Close all table pages opened before; each then needs a new link.")
    ] = False,
) -> None:
    """Open the table page on this computer."""
    serve_page(context.obj, campaign, dice=dice, port=port, lan=lan, browser=browser, close_others=close_others)


def serve_page(
    options: Options,
    campaign: str | None,
    *,
    dice: str | None = None,
    port: int | None = None,
    lan: bool | None = None,
    browser: bool = True,
    close_others: bool = False,
) -> None:
    """Serve the page with the campaign named, or the one played last, until the process is asked to stop."""
    from companion.web.server import serve

    settings = options.settings(dice=dice, page_port=port, page_lan=lan)
    store = kept_store(settings)
    try:
        found = store.campaign(campaign) if campaign else played_last(store)
    except BaseException:
        store.close()
        raise
    serve(
        settings, store, SystemClock(), tell,
        campaign=found, dice=dice, browser=browser, close_others=close_others,
    )  # fmt: skip
