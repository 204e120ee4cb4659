"""The command that lists what can be said."""

from collections.abc import Iterator

import typer

from companion.cli.common import CampaignName, campaign_open, settings_of, tell
from companion.nlu.examples import in_general, load_examples, spoken
from companion.play.setup import state_of
from companion.store import Campaign
from engine.registry import find_ruleset


def sentences(context: typer.Context, campaign: CampaignName = None) -> None:
    """List what can be said, with one example for each command; other wordings are understood too."""
    settings = settings_of(context)
    with campaign_open(settings, campaign) as (_, played):
        listed = _sentences(played, settings.language)
    for game, sentence in listed:
        tell(f"{'' if game else '(to the companion) '}{sentence}")


def _sentences(played: Campaign, language: str) -> list[tuple[bool, str]]:
    """Every sentence and whether it is of the game played, as somebody says it who has what it names."""
    ruleset = find_ruleset(played.slug)
    vocabulary = ruleset.vocabulary(state_of(ruleset, played.roster))
    kinds = {command.kind for command in ruleset.command_types}

    def said() -> Iterator[tuple[bool, str]]:
        for kind, sentence in load_examples(played.slug, language).items():
            tried = (spoken(sentence, vocabulary, player.name) for player in vocabulary.players)
            yield kind in kinds, next(filter(None, tried), None) or in_general(sentence, {})

    return sorted(dict.fromkeys(said()), key=lambda each: not each[0])
