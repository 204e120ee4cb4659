"""An evening with a capable model: a stand-in that answers, as a server does, what one would that reads well."""

import json
from collections.abc import Iterator

import httpx
import pytest
import respx

from audio.patience import Patience
from audio.server_client import client_of
from companion.base.clock import SystemClock
from companion.llm.openai_server import OpenAIModel
from tools.bench.capable_model import CapableModel
from tools.bench.strangers import EVENINGS
from tools.bench.with_model import Meanings, measured

URL = "http://stand-in.test/v1"


@pytest.fixture
def network() -> Iterator[respx.Router]:
    with respx.mock(base_url=URL, assert_all_called=False) as router:
        yield router


def test_a_capable_model_resolves_most_of_what_an_evening_left_unclear(network: respx.Router) -> None:
    """The answers stand for those of a model that reads as well as a person; no larger share of deeds is wrong."""

    def served(meanings: Meanings) -> OpenAIModel:
        stand_in = CapableModel(meanings)

        def answer(request: httpx.Request) -> httpx.Response:
            words = json.dumps(stand_in.answer(json.loads(request.content)["messages"][1]["content"]))
            choice = {"index": 0, "message": {"role": "assistant", "content": words}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 2_900, "completion_tokens": 40}
            return httpx.Response(200, json={"id": "1", "choices": [choice], "usage": usage})

        network.post("/chat/completions").mock(side_effect=answer)
        return OpenAIModel(client_of(URL, None), SystemClock(), "stand-in", Patience(attempts=1))

    gain = measured(EVENINGS / "salt-road", served)
    missed = gain.expected - gain.without.right
    assert gain.helped.right >= gain.without.right + missed // 2
    assert gain.helped.wrong * gain.without.right <= gain.without.wrong * gain.helped.right
    assert gain.questions <= 30


def test_a_model_that_always_says_talk_takes_nothing_away(network: respx.Router) -> None:
    """Only questions that were put out of doubt are dropped; what is clear is done as without."""

    def served(meanings: Meanings) -> CapableModel:
        return CapableModel({})

    gain = measured(EVENINGS / "night-mail", served)
    assert gain.helped.wrong <= gain.without.wrong
    assert gain.helped.right >= gain.without.right - gain.without.asked
