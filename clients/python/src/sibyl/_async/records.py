from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

from .. import _wire
from .._wire import Call
from .transport import AsyncTransport


class AsyncRecords:
    """Records of one kind, as plain dicts: skills, chatbots, connections, webhooks, keys, projects."""

    def __init__(self, transport: AsyncTransport, path: str) -> None:
        self._transport = transport
        self._path = path

    def _address(self, name: str) -> str:
        return self._path + _wire.address(name).removeprefix("/api/projects")

    async def list(self, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """All of them, page by page; filters are `name`, `search`, `sort` and those of the kind."""
        async for record in self._transport.items(self._path, filters):
            yield record

    async def get(self, name: str) -> dict[str, Any]:
        """One by name or ID."""
        record: dict[str, Any] = await self._transport.json(_wire.reading("GET", self._address(name)))
        return record

    async def create(self, name: str, **fields: Any) -> dict[str, Any]:
        call = _wire.creating("POST", self._path, json={"name": name, **fields})
        record: dict[str, Any] = await self._transport.json(call)
        return record

    async def update(self, name: str, **fields: Any) -> dict[str, Any]:
        call = Call("PUT", self._address(name), json=fields, repeatable=True)
        record: dict[str, Any] = await self._transport.json(call)
        return record

    async def delete(self, name: str, **options: Any) -> None:
        await self._transport.send(Call("DELETE", self._address(name), query=options))

    async def act(self, name: str, verb: str, **fields: Any) -> Any:
        """A POST below a record, such as `act("shop", "start")` of a chatbot."""
        path = f"{self._address(name)}/{quote(verb)}"
        return await self._transport.json(_wire.creating("POST", path, json=fields or None))
