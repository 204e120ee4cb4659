import pytest

from companion.chronicle.recaps import load_tone
from companion.transfer.exports.chapters import EVERYBODY, chapters_of
from tests.companion.dialogue.test_secrets import HIGH, LOW, sitting


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """An evening with hidden hands: Ana's are low cards, Ben's high ones."""
    return sitting(tmp_path_factory.mktemp("secrets") / "evening", LOW, HIGH).evening.game


def secrets(game, of):
    (chapter,) = chapters_of(game.store, game.campaign, load_tone("plain"), of)
    return chapter.secrets


def test_a_players_own_secrets_are_that_players_alone(game):
    assert {each.player for each in secrets(game, "Ana")} == {"Ana"}
    assert any("4 hearts" in each.text for each in secrets(game, "Ana"))
    assert {"Ana", "Ben"} <= {each.player for each in secrets(game, EVERYBODY)}


def test_nobodys_secrets_are_told_unless_they_are_asked_for(game):
    assert secrets(game, None) == ()


def test_a_secret_cites_its_entry_of_the_log(game):
    for each in secrets(game, EVERYBODY):
        recorded = next(iter(game.store.read(game.campaign.id, each.position)))
        assert recorded.entry.kind == "committed"
