"""Files of a job: addresses that the service gave, `file://` on shared storage or signed `https://` of a bucket."""

import os
import shutil
import threading
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

SECONDS = 60
LOOK_EVERY = 5


def fetch(address: str, into: Path) -> Path:
    """A local file with the content: the file itself where it is on shared storage."""
    local = local_path(address)
    if local is not None:
        return local
    with urllib.request.urlopen(address, timeout=SECONDS) as answer, into.open("wb") as file:
        shutil.copyfileobj(answer, file)
    return into


def read(address: str) -> bytes:
    local = local_path(address)
    if local is not None:
        return local.read_bytes()
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        return bytes(answer.read())


def write(address: str, content: bytes) -> None:
    """Writes all or nothing."""
    local = local_path(address)
    if local is None:
        request = urllib.request.Request(address, data=content, method="PUT")
        urllib.request.urlopen(request, timeout=SECONDS).close()
        return
    unfinished = local.with_name(f"{local.name}.{os.getpid()}.{threading.get_ident()}.part")
    unfinished.write_bytes(content)
    unfinished.replace(local)


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
