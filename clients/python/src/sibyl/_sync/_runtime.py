"""The few things that differ between both clients beyond `async` and `await`. Written by hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

from .._wire import Source

T = TypeVar("T")
CHUNK = 1 << 20

sleep = time.sleep


def interrupts() -> tuple[type[BaseException], ...]:
    """What is raised in a wait that somebody ends."""
    return (KeyboardInterrupt,)


def once_more(action: Callable[[], T]) -> None:
    """Does a last thing though somebody wants an end."""
    action()


def stream(source: Source) -> Iterator[bytes]:
    """A file's bytes from its beginning, piece by piece."""
    file: BinaryIO
    if isinstance(source, bytes):
        file = BytesIO(source)
    else:
        file = open(source, "rb") if isinstance(source, Path) else source
    try:
        while piece := file.read(CHUNK):
            yield piece
    finally:
        if file is not source:
            file.close()
