"""The command about a campaign's word list."""

from typing import Annotated

import typer

from companion.cli.common import CampaignName, campaign_open, complain, settings_of, tell, usage
from companion.nlu.word_list import WordList, takes_a_command


def words(
    context: typer.Context,
    action: Annotated[str, typer.Argument(help="list, add or remove.")] = "list",
    word: Annotated[
        str | None, typer.Argument(help="The word in its correct spelling; to remove one, also as heard.")
    ] = None,
    heard: Annotated[str | None, typer.Option(help="Wrong spelling that is replaced by the word.")] = None,
    campaign: CampaignName = None,
) -> None:
    """List, add or remove words of a campaign's word list."""
    if action not in _ACTIONS:
        usage(f"There is no action {action!r}; choose one of {', '.join(_ACTIONS)}.")
    if (action == "list") is not (word is None):
        usage("companion words list takes no word; add and remove take one.")
    if heard is not None and action != "add":
        usage("--heard goes with companion words add.")
    with campaign_open(settings_of(context), campaign) as (store, played):
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
        spelled = each.spelled if each.heard == each.spelled.casefold() else f"{each.heard} is spelled {each.spelled}"
        tell(f"{spelled} (not used: said to the companion)" if takes_a_command(each.spelled, each.heard) else spelled)
    if not known.words:
        tell(f"The word list of {campaign} is empty.")


def _add(known: WordList, word: str, heard: str | None) -> None:
    if not word.strip() or (heard is not None and not heard.strip()):
        usage("A word must contain letters.")
    learnt = known.learn_name(word, heard)
    tell(f"{learnt.heard} is now spelled {learnt.spelled}.")


def _remove(known: WordList, word: str) -> None:
    if not known.forget(word):
        complain(f"{word} is not in the word list.", "Show the list with companion words.")
    tell(f"{word} is removed.")
