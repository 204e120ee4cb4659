"""Thirty evenings of one campaign in a row: after each, the state is what the whole log says."""

from random import Random
from typing import Any

import pytest

from companion.demo import demo_of
from companion.play.game import Game
from companion.play.roster import load_roster
from companion.store import Codec, open_store
from engine.dice.roll import RollRequest
from engine.history import History
from engine.offers import filled
from engine.registry import infos
from tests.support.clock import FakeClock

EVENINGS, DEEDS = 30, 9
CHANGES = ("improve", "write_sheet", "template", "level_up", "learn", "spend_improvement", "define_protagonist")
"""Parts of kinds of command with which characters change."""
COMES_AND_GOES = {
    "phase-abandon": ("set_presence", "player", "present"),
    "choice-pta": ("set_presence", "player", "here"),
    "kleptonomicon": ("set_out", "character", "out"),
}
"""The command, the field for whom and the one for whether, where people come and go."""
JOINS = {
    "phase-abandon": {"kind": "add_player"},
    "choice-pta": {"kind": "change_roster"},
    "kleptonomicon": {"kind": "add_player"},
    "phasesix": {"kind": "add_player"},
}


@pytest.mark.parametrize("slug", [info.slug for info in infos()])
def test_thirty_evenings_in_a_row_are_what_the_log_says(slug: str) -> None:
    """Deeds at random, characters that change, people who leave, come back and join."""
    rng = Random(slug)
    with open_store("sqlite://", FakeClock()) as store:
        roster = load_roster(demo_of(slug).folder / "roster.json")
        campaign = store.create_campaign(str(roster.title), slug, roster.to_json())
        kinds: set[str] = set()
        for number in range(EVENINGS):
            game = Game(store, campaign, FakeClock())
            game.set_up()
            game.evening = store.begin_evening(campaign.id).number
            kinds |= _evening(game, rng, number)
            codec = Codec(game.ruleset)
            whole = History(game.ruleset, map(codec.entry, store.read(campaign.id)))
            assert (whole.state, whole.events) == (game.state, game.history.events)
            store.end_evening(campaign.id, game.evening)
        assert len(game.history) > EVENINGS
        assert len(kinds) > 12, kinds
        assert any(part in kind for part in CHANGES for kind in kinds)
        assert JOINS[slug]["kind"] in kinds
        assert slug not in COMES_AND_GOES or COMES_AND_GOES[slug][0] in kinds


def _evening(game: Game, rng: Random, number: int) -> set[str]:
    """One evening; returns the kinds of command that were accepted."""
    done: set[str] = set()

    def give(data: dict[str, Any], actor: str | None) -> bool:
        performed = game.perform(game.parse({**data, "actor": actor}))
        done.update({data["kind"]} if performed.accepted else ())
        return bool(performed.accepted)

    players = [each.name for each in game.ruleset.vocabulary(game.state).players]
    slug = game.campaign.slug
    if slug in COMES_AND_GOES and number % 3 == 1:
        kind, whom, whether = COMES_AND_GOES[slug]
        give({"kind": kind, whom: rng.choice(players), whether: number % 2 == 0}, players[0])
    if number % 10 == 5:
        name = f"Guest {number}"
        give({**JOINS[slug], **({"add": [name]} if slug == "choice-pta" else {"name": name})}, players[0])
    for _ in range(DEEDS):
        if request := next(iter(game.open_rolls), None):
            give(_dice(game, request, rng), request.roller)
            continue
        moves = [(who, move) for who in players for move in game.ruleset.moves(game.state, who)]
        if not moves:
            break
        chosen = [each for each in moves if any(part in each[1].kind for part in CHANGES)]
        who, move = rng.choice(chosen if chosen and rng.random() < 0.3 else moves)
        give(filled(move, optional=rng.random() < 0.5), who)
    return done


def _dice(game: Game, request: RollRequest, rng: Random) -> dict[str, Any]:
    faces = [rng.randint(1, request.sides) for _ in range(request.count)]
    return {"kind": "report_dice", "player": request.roller, "values": faces, "request_id": request.request_id}
