# Generated from _async by scripts/make_sync.py: change it there.
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO, cast

import httpx

from .. import _wire
from .._wire import Call, Settings
from ._runtime import sleep, stream

PAGE = 500


class Transport:
    """Sends calls over pooled connections, and again where that is safe and may help."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._http: httpx.Client | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Transport:
        # Connections are shared, not copied: scikit-learn copies the parameters of estimators.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickle may lie around for years: the key stays out of it, and comes from SIBYL_API_KEY where it is loaded.
        return _loaded, (type(self), replace(self.settings, key=None))

    @property
    def http(self) -> httpx.Client:
        if self._http is None:
            self._http = httpx.Client(
                base_url=self.settings.url,
                headers=self.settings.headers(),
                trust_env=self.settings.trusts_proxies,
            )
        return self._http

    def close(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None

    def send(self, call: Call, *, streamed: bool = False) -> httpx.Response:
        """The answer to a call; of a streamed one the body is still to be read. Raises a `SibylError`."""
        attempt = 0
        start = _position(call)
        while True:
            try:
                response = self._try(call, streamed)
            except httpx.TransportError as error:
                pause = _wire.retry_pause(error, call, attempt, self.settings)
                if pause is None or not _rewind(call, start):
                    raise _wire.failure_of(error, call, self.settings) from error
            else:
                if response.is_success:
                    return response
                pause = _wire.retry_pause(response, call, attempt, self.settings)
                if pause is None or not _rewind(call, start):
                    raise _wire.problem_of(response, self.settings)
            attempt += 1
            sleep(pause)

    def _try(self, call: Call, streamed: bool) -> httpx.Response:
        arguments = call.httpx_arguments(self.settings)
        if isinstance(call.body, bytes):
            arguments["content"] = call.body
        elif call.body is not None:
            arguments["content"] = stream(call.body)
        request = self.http.build_request(call.method, call.path, **arguments)
        response = self.http.send(request, stream=streamed)
        if streamed and not response.is_success:
            response.read()
            response.close()
        return response

    def json(self, call: Call) -> Any:
        response = self.send(call)
        return None if response.status_code == 204 else response.json()

    def pages(self, path: str, query: dict[str, Any], size: int = PAGE) -> Iterator[list[Any]]:
        """Every page of a list, asked for when it is wanted."""
        cursor: str | None = None
        while True:
            response = self.send(_wire.reading("GET", path, query={"limit": size, **query, "cursor": cursor}))
            yield cast("list[Any]", response.json())
            cursor = _wire.next_cursor(response)
            if cursor is None:
                return

    def items(self, path: str, query: dict[str, Any]) -> Iterator[Any]:
        for page in self.pages(path, query):
            for item in page:
                yield item


def _loaded(kind: type[Transport], settings: Settings) -> Transport:
    return kind(replace(settings, key=_wire.key_of_environment()))


def _position(call: Call) -> int | None:
    file = cast("BinaryIO", call.body)
    return file.tell() if hasattr(file, "seek") and file.seekable() else None


def _rewind(call: Call, start: int | None) -> bool:
    """Makes the body ready for another try; False where it is a stream that is spent."""
    if not hasattr(call.body, "read"):
        return True
    if start is None:
        return False
    cast("BinaryIO", call.body).seek(start)
    return True
