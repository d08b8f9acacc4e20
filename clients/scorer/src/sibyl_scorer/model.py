"""A model file, read by the engine of the service, which runs in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sibyl_scorer.node import find_node

ENGINE = Path(__file__).with_name("engine.js")


class ScoringError(ValueError):
    """The rows or the file cannot be used; the message says which, and what would be right."""


class Model:
    """A loaded model. It is a context manager; without one, its process ends with the object."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        command = [find_node(), str(ENGINE), os.fspath(path)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._finalizer = weakref.finalize(self, _end, self._process)
        self.description: dict[str, Any] = self._read()["description"]

    def predict(self, rows: Sequence[Mapping[str, Any]], **params: Any) -> list[dict[str, Any]]:
        """Answers rows as `POST …/predict` of the service does: same members, same numbers.

        `rows` hold cells as JSON has them: dates and moments as text. `params` are those of the service
        (`quantile`, `threshold`, `horizon`, `explain`, `missing`, `unknown_columns`).
        Raises ScoringError for a row that the service would refuse.
        """
        question = json.dumps({"rows": list(rows), "params": params}, allow_nan=False)
        return self._ask(question.encode())["answers"]

    def columns(self, names: Sequence[str], **params: Any) -> list[dict[str, str]]:
        """Begins a batch of rows with these columns: returns name and type of each figure that `score` gives."""
        return self._ask(json.dumps({"names": list(names), "params": params}).encode())["columns"]

    def score(self, rows: bytes, start: int = 0) -> list[list[Any]]:
        """Figures of rows, after `columns`. `rows` is a JSON array of rows, each an array of cells, on one line;
        `start` is the number of rows before them, for messages."""
        return self._ask(b'{"start":%d,"cells":%b}' % (start, rows))["figures"]

    def close(self) -> None:
        self._finalizer()

    def __enter__(self) -> Model:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, line: bytes) -> dict[str, Any]:
        if self._process.stdin is None or self._process.stdin.closed:
            raise ScoringError("the model was closed")
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise ScoringError("the process of the engine ended") from None
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ScoringError("the process of the engine ended; is the Node on this machine older than 22?")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise ScoringError(answer["error"])
        return answer


def load(path: str | os.PathLike[str]) -> Model:
    """Loads a model file, as `GET /api/projects/{p}/models/{m}/file` gives it. Raises ScoringError for any other."""
    return Model(path)


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.kill()
    process.wait()
