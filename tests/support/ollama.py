"""A language server whose answers have the shapes of Ollama's, on a port of this computer or for a mocked network."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from companion.app.model_examination import questions
from tools.bench.capable_model import CapableModel

MODELS = ("qwen2.5:7b", "llama3.1:8b")
Answer = tuple[int, Any]
"""Status, and a body: JSON, or the text of a page."""


class Ollama:
    """What it answers.

    Args:
        capable: Whether it passes the examination.
        models: Those it has.
        key: Key it wants; none when None.
        page: Text it answers everything with.
        seconds: How long each answer takes.
        counts: Whether it tells the tokens.
    """

    def __init__(
        self,
        *,
        capable: bool = True,
        models: tuple[str, ...] = MODELS,
        key: str | None = None,
        page: str = "",
        seconds: float = 0.0,
        counts: bool = True,
    ) -> None:
        lines = (line for question in questions() for line in question.lines)
        meant = {each.text: [(each.kind, each.fields or {})] if each.kind else [] for each in lines}
        self._model = CapableModel(meant if capable else {})
        self._models, self._key, self._page = models, key, page
        self._seconds, self._counts = seconds, counts
        self.keys: list[str] = []
        """Keys it was sent."""

    def answer(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """The answer to a request."""
        sent = headers.get("authorization", "").removeprefix("Bearer ")
        self.keys.append(sent)
        if self._page:
            return 200, self._page
        if self._key is not None and sent != self._key:
            return 401, {"error": {"message": "Incorrect API key provided: sk-***"}}
        if path.endswith("/v1/models"):
            listed = [{"id": each, "object": "model", "created": 1, "owned_by": "library"} for each in self._models]
            return 200, {"object": "list", "data": listed}
        if not path.endswith("/v1/chat/completions"):
            return 404, "404 page not found"
        time.sleep(self._seconds)
        return 200, self._completion(json.loads(body))

    def _completion(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        words = json.dumps(self._model.answer(asked["messages"][1]["content"]))
        message = {"role": "assistant", "content": f"```json\n{words}\n```"}
        found = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": asked["model"]}
        usage = {"usage": {"prompt_tokens": 3_000, "completion_tokens": 60, "total_tokens": 3_060}}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        return {**found, "system_fingerprint": "fp_ollama", "choices": choices, **(usage if self._counts else {})}


@contextmanager
def serving(ollama: Ollama) -> Iterator[str]:
    """Serve it on this computer; gives its address without /v1."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            read = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, said = ollama.answer(self.path, headers, read)
            body = (said if isinstance(said, str) else json.dumps(said)).encode()
            self.send_response(status)
            self.send_header("content-type", "text/html" if isinstance(said, str) else "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
