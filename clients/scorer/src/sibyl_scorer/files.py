"""Files of a job: addresses that the service gave, `file://` on shared storage or signed `https://` of a bucket."""

import http.client
import os
import shutil
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

SECONDS = 60
LOOK_EVERY = 5
PATIENCE = 600
"""Seconds for which a store may be away, or refuse for being asked too often, before a job fails by it."""

Result = TypeVar("Result")


def fetch(address: str, into: Path) -> Path:
    """A local file with the content: the file itself where it is on shared storage."""
    local = local_path(address)
    if local is not None:
        return local

    def copy() -> None:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer, into.open("wb") as file:
            shutil.copyfileobj(answer, file)
            length = answer.headers.get("Content-Length")
            if length is not None and file.tell() != int(length):
                raise http.client.IncompleteRead(b"", int(length) - file.tell())

    patiently(copy)
    return into


def read(address: str) -> bytes:
    local = local_path(address)
    if local is not None:
        return local.read_bytes()

    def read_all() -> bytes:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            return bytes(answer.read())

    return patiently(read_all)


def write(address: str, content: bytes, patience: float = PATIENCE) -> None:
    """Writes all or nothing."""
    local = local_path(address)
    if local is None:
        request = urllib.request.Request(address, data=content, method="PUT")
        patiently(lambda: urllib.request.urlopen(request, timeout=SECONDS).close(), patience)
        return
    unfinished = local.with_name(f"{local.name}.{os.getpid()}.{threading.get_ident()}.part")
    unfinished.write_bytes(content)
    unfinished.replace(local)


def patiently(call: Callable[[], Result], patience: float = PATIENCE) -> Result:
    """Repeats the call while the store cannot be reached, or says that it is busy."""
    deadline = time.monotonic() + patience
    pause = 1.0
    while True:
        try:
            return call()
        except (OSError, http.client.HTTPException) as error:
            if not is_passing(error) or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause = min(2 * pause, 15)


def is_passing(error: Exception) -> bool:
    """Whether the store may do later what it does not do now; other answers are final, and so are full disks."""
    if isinstance(error, urllib.error.HTTPError):
        return error.code in (408, 429) or error.code >= 500
    return isinstance(error, (urllib.error.URLError, ConnectionError, TimeoutError, http.client.HTTPException))


def is_gone(address: str) -> bool:
    """Whether the file was deleted; one that cannot be asked for at the moment counts as there."""
    local = local_path(address)
    if local is not None:
        return local.parent.parent.exists() and not local.exists()
    try:
        urllib.request.urlopen(address, timeout=SECONDS).close()
    except urllib.error.HTTPError as error:
        return error.code == 404
    except OSError:
        return False
    return False


def end_when_unwanted(address: str) -> None:
    """Ends this process, and with it all of its tasks, when the service deletes the job's own file: the training was
    cancelled while nobody could reach the cluster."""

    def watch() -> None:
        while not stopped.wait(LOOK_EVERY):
            if is_gone(address):
                print("sibyl: nobody wants the result any more", flush=True)
                os._exit(3)

    stopped = threading.Event()
    threading.Thread(target=watch, daemon=True).start()


def local_path(address: str) -> Path | None:
    parts = urlsplit(address)
    return Path(unquote(parts.path)) if parts.scheme == "file" else None
