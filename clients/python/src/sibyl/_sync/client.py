# Generated from _async by scripts/make_sync.py: change it there.
from __future__ import annotations

from types import TracebackType
from typing import Any

from .. import _wire
from .._wire import Call
from .project import Project
from .records import Records
from .transport import Transport


class Client(Project):
    """A Sibyl service. The client is itself its project `default`, and gives any other by `project(name)`.

    `url` and `key` come from SIBYL_URL and SIBYL_API_KEY where they are not given; a service on this machine that
    has no keys needs none. `timeout` is in seconds and for a single answer (uploads, large predictions and agents are
    given longer). What may help is sent again `max_retries` times, with growing pauses or those that the service asks
    for, as long as they are at most `max_wait` seconds.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        project: str = "default",
        timeout: float = 60.0,
        max_retries: int = 4,
        max_wait: float = 60.0,
    ) -> None:
        transport = Transport(_wire.settle(url, key, timeout, max_retries, max_wait))
        super().__init__(transport, project)
        self.projects = Records(transport, _wire.address())
        self.keys = Records(transport, "/api/keys")

    @property
    def url(self) -> str:
        return self._transport.settings.url

    def project(self, name: str) -> Project:
        return Project(self._transport, name)

    def request(self, method: str, path: str, *, query: dict[str, Any] | None = None, json: Any = None) -> Any:
        """Any other address of the service, such as `request("GET", "/api/audit")`; JSON in, JSON out."""
        return self._transport.json(
            Call(method.upper(), path, query=query or {}, json=json, repeatable=method.upper() == "GET")
        )

    def health(self) -> dict[str, Any]:
        answer: dict[str, Any] = self._transport.json(_wire.reading("GET", "/health/ready"))
        return answer

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
