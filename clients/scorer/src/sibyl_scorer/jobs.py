"""What both kinds of job share: their description, their progress and how they end."""

from __future__ import annotations

import http.client
import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from sibyl_scorer import files

FORMAT = 1
TELL_EVERY = 1.0


class Progress:
    """Writes how far the job is, at most once a second."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._told = 0.0

    def tell(self, phase: str, *, urgent: bool = False, **figures: float) -> None:
        now = time.monotonic()
        if not urgent and now - self._told < TELL_EVERY:
            return
        self._told = now
        try:
            files.write(self._address, json.dumps({"phase": phase, **figures}).encode(), patience=0)
        except (OSError, http.client.HTTPException) as error:
            print(f"the progress could not be written: {error}", flush=True)


def run(work: Callable[[dict[str, Any]], None]) -> None:
    """Runs the job whose description is at the address on the command line. Its last line tells the service why it
    failed."""
    address = sys.argv[1]
    try:
        job = json.loads(files.read(address))
        if job["format"] != FORMAT:
            raise RuntimeError(f"sibyl: the service asks for format {job['format']}; install its own sibyl-scorer")
        files.end_when_unwanted(address)
        work(job)
    except Exception as error:
        print(f"sibyl: {reason_of(error)}", flush=True)
        raise SystemExit(1) from None


def reason_of(error: Exception) -> str:
    """The sentence of a task, which Ray wraps into texts of its own."""
    told = re.findall(r"sibyl: (.+)", str(error))
    lines = [line for line in str(error).splitlines() if line.strip()]
    return told[-1] if told else f"{type(error).__name__}: {lines[-1] if lines else ''}"
