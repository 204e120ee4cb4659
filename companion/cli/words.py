"""The command about a campaign's word list."""

from typing import Annotated

import typer

from companion.cli.common import CampaignName, Options, complain, open_campaign, registered, tell, usage
from companion.nlu.word_list import WordList


def register(app: typer.Typer) -> None:
    """Add these commands."""
    registered(app, words)


def words(
    context: typer.Context,
    action: Annotated[str, typer.Argument(help="list, add or remove.")] = "list",
    word: Annotated[
        str | None, typer.Argument(help="The word as the table spells it; to remove, as heard too.")
    ] = None,
    heard: Annotated[str | None, typer.Option(help="What is written instead of the word to add.")] = None,
    campaign: CampaignName = None,
) -> None:
    """List, add or remove the names a campaign has learnt to spell."""
    if action not in _ACTIONS:
        usage(f"There is no action {action!r}; choose one of {', '.join(_ACTIONS)}.")
    if (action == "list") is not (word is None):
        usage("companion words list takes no word; add and remove take one.")
    if heard is not None and action != "add":
        usage("--heard goes with companion words add.")
    options: Options = context.obj
    store, played = open_campaign(options.settings(), campaign)
    with store:
        known = WordList(store, played.id)
        if word is None:
            _list(known, played.name)
        elif action == "add":
            _add(known, word, heard)
        else:
            _remove(known, word)


_ACTIONS = ("list", "add", "remove")


def _list(known: WordList, campaign: str) -> None:
    for each in known.words:
        tell(each.spelled if each.heard == each.spelled.casefold() else f"{each.heard} is spelt {each.spelled}")
    if not known.words:
        tell(f"{campaign} has learnt no words yet.")


def _add(known: WordList, word: str, heard: str | None) -> None:
    if not word.strip() or (heard is not None and not heard.strip()):
        usage("A word needs letters.")
    learnt = known.learn_name(word, heard)
    tell(f"{learnt.heard} is spelt {learnt.spelled} from now on.")


def _remove(known: WordList, word: str) -> None:
    if not known.forget(word):
        complain(f"{word} is not in the word list.", "companion words lists it.")
    tell(f"{word} is forgotten.")
