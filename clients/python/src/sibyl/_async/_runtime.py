"""The few things that differ between both clients beyond `async` and `await`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

import anyio
import anyio.to_thread

from .._wire import Source

T = TypeVar("T")
CHUNK = 1 << 20

sleep = anyio.sleep


def interrupts() -> tuple[type[BaseException], ...]:
    """What is raised in a wait that somebody ends."""
    return (KeyboardInterrupt, anyio.get_cancelled_exc_class())


async def once_more(action: Callable[[], Awaitable[T]]) -> None:
    """Does a last thing though the task is cancelled, for at most ten seconds."""
    with anyio.move_on_after(10, shield=True):
        await action()


async def stream(source: Source) -> AsyncIterator[bytes]:
    """A file's bytes from its beginning, piece by piece; reading is done in a thread."""
    file: BinaryIO
    if isinstance(source, bytes):
        file = BytesIO(source)
    else:
        file = open(source, "rb") if isinstance(source, Path) else source
    try:
        while piece := await anyio.to_thread.run_sync(file.read, CHUNK):
            yield piece
    finally:
        if file is not source:
            file.close()
