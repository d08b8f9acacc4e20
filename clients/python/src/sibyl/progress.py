"""Shows a training as it goes: tqdm where it is installed, else one plain line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Protocol, Union

from .records import ModelRecord

#: True shows a bar, False nothing; a function is given the model's record each time it was read.
Shown = Union[bool, Callable[[ModelRecord], None]]


class Display(Protocol):
    def update(self, record: ModelRecord) -> None: ...

    def close(self) -> None: ...


def display(shown: Shown, name: str) -> Display:
    if callable(shown):
        return Called(shown)
    if not shown:
        return Called(lambda record: None)
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return PlainLine(name)
    return Bar(tqdm, name)


class Called:
    def __init__(self, function: Callable[[ModelRecord], None]) -> None:
        self._function = function

    def update(self, record: ModelRecord) -> None:
        self._function(record)

    def close(self) -> None:
        pass


class Bar:
    def __init__(self, tqdm: Any, name: str) -> None:
        form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
        self._bar = tqdm(total=100, desc=name, bar_format=form, leave=True)

    def update(self, record: ModelRecord) -> None:
        percent, said = summary(record)
        self._bar.set_postfix_str(said, refresh=False)
        self._bar.n = percent
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


class PlainLine:
    """On a terminal one line that is written anew; elsewhere a line for each phase."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last = ""
        self._width = 0

    def update(self, record: ModelRecord) -> None:
        percent, said = summary(record)
        terminal = sys.stderr.isatty()
        if terminal:
            line = f"{self._name}: {percent:3d} % {said}"
            sys.stderr.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            phase = said.split(",")[0]
            if phase == self._last:
                return
            self._last = phase
            sys.stderr.write(f"{self._name}: {said}\n")
        sys.stderr.flush()

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\n")


def summary(record: ModelRecord) -> tuple[int, str]:
    """Percent done, and the phase with what is known by now."""
    if record["status"] == "complete":
        seconds = record["training_seconds"] or 0
        return 100, f"complete, accuracy {record['accuracy'] or 0:.3f} in {seconds:.1f} s"
    progress = record["progress"]
    if record["status"] != "training" or not progress:
        return 0, record["status"]
    said = progress["phase"]
    if progress["best_score"] is not None:
        said += f", best {progress['best_score']:.4g}"
    if progress["eta_seconds"] is not None:
        said += f", about {progress['eta_seconds']:.0f} s left"
    return int(100 * progress["fraction"]), said
