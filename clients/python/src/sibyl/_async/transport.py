from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, BinaryIO, cast

import httpx

from .. import _wire
from .._wire import Call, Settings
from ._runtime import sleep, stream

PAGE = 500


class AsyncTransport:
    """Sends calls over pooled connections, and again where that is safe and may help."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._http: httpx.AsyncClient | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> AsyncTransport:
        # Connections are shared, not copied: scikit-learn copies the parameters of estimators.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickle may lie around for years: the key stays out of it, and comes from SIBYL_API_KEY where it is loaded.
        return _loaded, (type(self), replace(self.settings, key=None))

    @property
    def http(self) -> httpx.AsyncClient:
        if self._http is None:
            self._http = httpx.AsyncClient(
                base_url=self.settings.url,
                headers=self.settings.headers(),
                trust_env=self.settings.trusts_proxies,
            )
        return self._http

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def send(self, call: Call, *, streamed: bool = False) -> httpx.Response:
        """The answer to a call; of a streamed one the body is still to be read. Raises a `SibylError`."""
        attempt = 0
        start = _position(call)
        while True:
            try:
                response = await self._try(call, streamed)
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
            await sleep(pause)

    async def _try(self, call: Call, streamed: bool) -> httpx.Response:
        arguments = call.httpx_arguments(self.settings)
        if isinstance(call.body, bytes):
            arguments["content"] = call.body
        elif call.body is not None:
            arguments["content"] = stream(call.body)
        request = self.http.build_request(call.method, call.path, **arguments)
        response = await self.http.send(request, stream=streamed)
        if streamed and not response.is_success:
            await response.aread()
            await response.aclose()
        return response

    async def json(self, call: Call) -> Any:
        response = await self.send(call)
        return None if response.status_code == 204 else response.json()

    async def pages(self, path: str, query: dict[str, Any], size: int = PAGE) -> AsyncIterator[list[Any]]:
        """Every page of a list, asked for when it is wanted."""
        cursor: str | None = None
        while True:
            response = await self.send(_wire.reading("GET", path, query={"limit": size, **query, "cursor": cursor}))
            yield cast("list[Any]", response.json())
            cursor = _wire.next_cursor(response)
            if cursor is None:
                return

    async def items(self, path: str, query: dict[str, Any]) -> AsyncIterator[Any]:
        async for page in self.pages(path, query):
            for item in page:
                yield item


def _loaded(kind: type[AsyncTransport], settings: Settings) -> AsyncTransport:
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
