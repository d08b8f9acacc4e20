"""What goes wrong between a program and its service, and what is said of it."""

from __future__ import annotations

import copy
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from conftest import Service
from homes import homes

import sibyl


@contextmanager
def answering(*answers: tuple[int, dict[str, str], str]) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that gives these answers in turn, the last one for ever, and keeps the headers of each request."""
    seen: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            status, headers, body = answers[min(len(seen), len(answers) - 1)]
            length = int(self.headers.get("content-length", 0))
            seen.append(
                {name.lower(): value for name, value in self.headers.items()}
                | {"body": self.rfile.read(length).decode()}
            )
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        do_GET = do_POST = do_DELETE = answer

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()
    server.server_close()


BUSY = '{"code": "queue_full", "status": 503, "detail": "Later."}'
SILENT = '{"code": "language_model_not_configured", "status": 503, "detail": "None."}'


def test_what_may_do_better_is_sent_again_under_the_same_key() -> None:
    answers = (
        (503, {"retry-after": "1"}, BUSY),
        (502, {"content-type": "text/html"}, "<p>"),
        (200, {}, '{"name": "a"}'),
    )
    with answering(*answers) as (url, seen):
        began = time.monotonic()
        assert sibyl.Client(url).skills.create("a", type="sql")["name"] == "a"
        assert time.monotonic() - began >= 1
    assert len(seen) == 3
    assert len({one["idempotency-key"] for one in seen}) == 1
    assert len({one["body"] for one in seen}) == 1


def test_what_will_not_do_better_is_said_at_once() -> None:
    with answering((503, {"retry-after": "5"}, SILENT)) as (url, seen), pytest.raises(sibyl.Unavailable):
        sibyl.Client(url).agent("a").ask("?")
    assert len(seen) == 1
    with answering((503, {"retry-after": "3600"}, BUSY)) as (url, seen), pytest.raises(sibyl.Unavailable):
        sibyl.Client(url).tables.get("a")
    assert len(seen) == 1
    # A DELETE that went through says 404 the second time: after a proxy's failure nobody knows.
    with answering((502, {"content-type": "text/html"}, "")) as (url, seen), pytest.raises(sibyl.SibylError):
        sibyl.Client(url).agent("a").delete()
    assert len(seen) == 1


def test_an_answer_of_something_else_is_recognised() -> None:
    with answering((404, {"content-type": "text/html"}, "<h1>nginx</h1>")) as (url, _):
        with pytest.raises(sibyl.ServiceError, match="no answer of a Sibyl service"):
            sibyl.Client(url).tables.get("a")
    with answering((301, {"location": "https://sibyl.example"}, "")) as (url, _):
        with pytest.raises(sibyl.ServiceError, match="https://sibyl.example"):
            sibyl.Client(url).tables.get("a")


def test_settings_come_from_arguments_then_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIBYL_URL", "https://one.example/sibyl/")
    monkeypatch.setenv("SIBYL_API_KEY", "sib_secret")
    client = sibyl.Client()
    assert (client.url, client._transport.settings.key) == ("https://one.example/sibyl", "sib_secret")
    assert "sib_secret" not in repr(client._transport.settings) + repr(client)
    assert b"sib_other" not in pickle.dumps(sibyl.Client("http://a", "sib_other"))
    assert copy.deepcopy(client)._transport is client._transport
    loaded = pickle.loads(pickle.dumps(client))
    assert (loaded.url, loaded._transport.settings.key) == (client.url, "sib_secret")
    assert sibyl.Client("http://two.example:4747/v1/api/").url == "http://two.example:4747"
    with pytest.raises(sibyl.InputError, match="http://"):
        sibyl.Client("localhost:4747")


def test_nothing_listens() -> None:
    with pytest.raises(sibyl.ConnectionFailed, match="Is the service running"):
        sibyl.Client("http://127.0.0.1:9", max_retries=1).health()
    with pytest.raises(ConnectionError):
        sibyl.Client("http://127.0.0.1:9", max_retries=0).health()


def test_a_slow_answer_is_waited_for_as_long_as_said(client: sibyl.Client, url: str) -> None:
    slow = "select count(*) as n from range(20000000) a, range(100) b where a.range + b.range = 7"
    with pytest.raises(sibyl.Unprocessable) as caught:
        client.query(slow, timeout=0.05)
    assert caught.value.code == "query_time_limit"


def test_keys(tmp_path: Path) -> None:
    service = Service(tmp_path / "data")
    try:
        admin = service.run("keys", "create", "--role", "admin")
        with pytest.raises(sibyl.Unauthenticated, match="SIBYL_API_KEY") as caught:
            sibyl.Client(service.url).tables.get("a")
        assert caught.value.status == 401
        with pytest.raises(sibyl.Unauthenticated, match="Is the key"):
            sibyl.Client(service.url, "sib_wrong").tables.get("a")
        owner = sibyl.Client(service.url, admin)
        secret = owner.keys.create("reader", role="viewer")["secret"]
        with pytest.raises(sibyl.NotPermitted):
            sibyl.Client(service.url, secret).tables.upload("a", [{"x": 1}])
    finally:
        service.stop()


def test_the_service_goes_away_and_comes_back_within_a_training(tmp_path: Path) -> None:
    """A kill -9 in the middle: the wait goes on with the service that was started again."""
    service = Service(tmp_path / "data")
    try:
        client = sibyl.Client(service.url, max_retries=0)
        states: list[str] = []

        def show(record: sibyl.records.ModelRecord) -> None:
            states.append(record["status"])
            if record["status"] == "training" and states.count("training") == 3:
                service.stop(signal.SIGKILL)
                threading.Timer(0.5, service.start).start()

        model = client.train(homes(80), "price", effort="quick", progress=show)
        assert model.status == "complete"
        assert len(model.predict(homes(5))) == 5
    finally:
        service.stop()
    with pytest.raises(sibyl.ConnectionFailed):
        sibyl.Client(service.url, max_retries=1).models.get(model.name)
