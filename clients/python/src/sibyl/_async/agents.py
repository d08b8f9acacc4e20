from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from .. import _wire
from .._views import Answer
from .._wire import Call
from ..errors import ConnectionFailed, service_error
from .transport import AsyncTransport

ANSWER_SECONDS = 660.0
Event = dict[str, Any]


class AsyncAgent:
    """An agent, by name. `ask` goes on with one conversation when told so by its ID."""

    def __init__(
        self, transport: AsyncTransport, project: str, name: str, record: Mapping[str, Any] | None = None
    ) -> None:
        self._transport = transport
        self.project = project
        self.name = name
        self.record = record
        self._path = _wire.address(project, "agents", name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} in {self.project!r}>"

    async def ask(self, question: str, *, conversation_id: str | None = None, **params: Any) -> Answer:
        """The whole answer. `params` are those of agents: `temperature`, `max_steps`, `language` …"""
        call = _wire.creating(
            "POST",
            f"{self._path}/completions",
            json=_question(question, conversation_id, params),
            patience=ANSWER_SECONDS,
        )
        return Answer(await self._transport.json(call))

    async def stream(self, question: str, *, conversation_id: str | None = None, **params: Any) -> AsyncIterator[str]:
        """The answer's text as it comes."""
        async for event in self.events(question, conversation_id=conversation_id, **params):
            if event["type"] == "token":
                yield event["text"]

    async def events(self, question: str, *, conversation_id: str | None = None, **params: Any) -> AsyncIterator[Event]:
        """All that happens: `start`, `token`, `tool_call`, `tool_result`, `message` (the whole answer), `end`."""
        call = Call(
            "POST",
            f"{self._path}/completions/stream",
            json=_question(question, conversation_id, params),
            headers={"accept": "text/event-stream"},
            patience=ANSWER_SECONDS,
        )
        response = await self._transport.send(call, streamed=True)
        try:
            async for line in response.aiter_lines():
                if not line.startswith("data:"):
                    continue
                event: Event = json.loads(line[5:])
                if event["type"] == "error":
                    raise service_error({**event, "title": "The agent failed"}, int(event.get("status", 500)))
                yield event
                if event["type"] == "end":
                    return
        finally:
            await response.aclose()
        raise ConnectionFailed(f"The stream of {self.name!r} broke off before its end.")

    async def delete(self, *, force: bool = False, permanently: bool = False) -> None:
        query = {"force": force or None, "permanently": permanently or None}
        await self._transport.send(Call("DELETE", self._path, query=query))


def _question(question: str, conversation_id: str | None, params: Mapping[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = {"messages": [{"role": "user", "content": question}]}
    if conversation_id is not None:
        body["conversation_id"] = conversation_id
    if params:
        body["params"] = dict(params)
    return body
