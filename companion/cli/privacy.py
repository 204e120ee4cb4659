"""Commands about people's own words and voices: who agreed to being heard, who is forgotten, what is kept how long."""

from datetime import datetime, timedelta
from typing import Annotated

import typer

from companion.app import wiring
from companion.app.evenings import consent_desk
from companion.base.clock import SystemClock
from companion.base.errors import StoreError, UnknownEntry
from companion.chronicle.saved_documents import DocumentLocked
from companion.cli.common import CampaignName, campaign_open, complain, confirmed, settings_of, tell, usage
from companion.privacy import consent as consents
from companion.privacy import retention
from companion.privacy.forgetting import forget_everywhere
from companion.store import Campaign, Store
from engine.phrase import plural

_SAID = {True: "consent given", False: "consent withdrawn", None: "consent not given"}


def consent(
    context: typer.Context,
    person: Annotated[str | None, typer.Argument(help="Person; everybody by default.")] = None,
    campaign: CampaignName = None,
    give: Annotated[bool, typer.Option("--give", help="Record that they agree to being heard.")] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Record that they do not; their voiceprint is deleted.")
    ] = False,
    list_: Annotated[bool, typer.Option("--list", help="List all changes of consent with their times.")] = False,
) -> None:
    """Show who has given consent to being heard, or record it."""
    if (give and withdraw) or (person is None and (give or withdraw)):
        usage("Name one person, and use either --give or --withdraw.")
    settings = settings_of(context)
    with campaign_open(settings, campaign) as (store, played):
        name = None if person is None else consents.person_named(played, person)
        desk = consent_desk(settings, store, played)
        if name is not None and give:
            desk.give(name, "command")
        if name is not None and withdraw:
            desk.withdraw(name, "command")
        _show(store, played, name, every=list_)
    if withdraw:
        tell(f"To delete everything {name} has said as well: companion forget {name}")


def _show(store: Store, played: Campaign, name: str | None, *, every: bool) -> None:
    if every:
        for each in store.consents(played.id):
            if name in (None, each.person):
                tell(f"{each.at:%Y-%m-%d %H:%M} {each.person}: {_SAID[each.given]} ({each.way}).")
        return
    for standing in consents.consents(store, played):
        if name in (None, standing.person):
            since = f" since {standing.at:%Y-%m-%d %H:%M}" if standing.at else ""
            tell(f"{standing.person}: {_SAID[standing.given]}{since}.")


def forget(
    context: typer.Context,
    person: Annotated[str, typer.Argument(help="Person whose words and voice are deleted.")],
    campaign: Annotated[
        str | None, typer.Option("--campaign", "-c", help="Only in this campaign; in all campaigns by default.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete everything somebody has said, their voiceprint and their consent; chips, dice and names stay."""
    settings = settings_of(context)
    with wiring.kept_store(settings) as store:
        meant = (store.campaign(campaign),) if campaign else store.campaigns()
        theirs = [(played, name) for played in meant if (name := _name_at(played, person)) is not None]
        if not theirs:
            complain(f"{person} is not a player of any campaign.", "List the players with companion consent.")
        where = ", ".join(played.name for played, _ in theirs)
        if not yes and not confirmed(f"Delete everything {person} has said in {where}, and the voiceprint?"):
            complain("Nothing was deleted.")
        locked: list[DocumentLocked | StoreError] = []
        for played, name in theirs:
            desk = consent_desk(settings, store, played)
            try:
                for sentence in forget_everywhere(store, played, name, settings.data_dir, desk.forget_voice):
                    tell(sentence)
            except (DocumentLocked, StoreError) as problem:  # the words of the other campaigns go all the same
                locked.append(problem)
        if locked:
            complain(" ".join(map(str, locked)), locked[0].hint)


def tidy(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation of the date.")] = False,
) -> None:
    """Delete transcripts of evenings older than the setting keep_words_days; the log of the game stays.

    Asks for confirmation when only the computer's clock says that they are that old.
    """
    settings = settings_of(context)
    if settings.keep_words_days is None:
        complain("Transcripts are kept without limit.", "Set keep_words_days to delete them after that many days.")
    clock = SystemClock()
    with wiring.kept_store(settings) as store:
        for played in store.campaigns():
            sure = yes or _clock_is_right(store, played, timedelta(days=settings.keep_words_days), clock.now())
            count = retention.tidy(store, played, settings.keep_words_days, clock.now(), sure=sure)
            told = plural(
                "{name}: {count} sentence deleted.", "{name}: {count} sentences deleted.", count, name=played.name
            )
            tell(told)
            store.release(played.id)


def _clock_is_right(store: Store, played: Campaign, kept: timedelta, now: datetime) -> bool:
    """Ask about it, where words would go that would stay otherwise."""
    evenings = store.evenings(played.id)
    more = set(retention.too_old(evenings, kept, now, sure=True)) - set(retention.too_old(evenings, kept, now))
    count = f"{len(more)} {'evening' if len(more) == 1 else 'evenings'} of {played.name}"
    return not more or typer.confirm(f"Is it {now:%Y-%m-%d} today, and should the transcripts of {count} be deleted?")


def _name_at(played: Campaign, person: str) -> str | None:
    try:
        return consents.person_named(played, person)
    except UnknownEntry:
        return None
