"""What a watched model was asked and answered, as rows of tables; truths as pieces of a request."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from .frames.kinds import Prepared
from .records import Row

#: Truths of one request.
_PIECE = 5000


def windows_of(monitoring: Mapping[str, Any]) -> list[Row]:
    """A row for each window."""
    return [_window(window) for window in monitoring["windows"]]


def _window(window: Mapping[str, Any]) -> Row:
    row: Row = {name: window[name] for name in ("start", "end", "version", "is_complete", "rows", "drawn", "truths")}
    row["drifted"] = [column["column"] for column in window["columns"] if column["is_drift"]]
    together, estimated = window["together"], window["estimated"]
    row["auc"] = together and together["auc"]
    if estimated:
        row[f"estimated_{estimated['metric']}"] = estimated["value"]
    for figure in window["live"]:
        row[figure["metric"]] = figure["value"]
        row[f"{figure['metric']}_error"] = figure["standard_error"]
    return row


def drift_of(monitoring: Mapping[str, Any]) -> list[Row]:
    """A row for each window and column."""
    return [
        {"start": window["start"], "version": window["version"], **column}
        for window in monitoring["windows"]
        for column in window["columns"]
    ]


def errors_of(errors: Mapping[str, Any]) -> list[Row]:
    """A row for each part of each column."""
    return [{"column": one["column"], **part} for one in errors["columns"] for part in one["parts"]]


def sample_of(sample: Mapping[str, Any]) -> list[Row]:
    """A row for each row that was predicted: its cells, then its prediction.

    Where a cell has a name of what the service adds, such as `version`, the latter is called `sibyl_version`.
    """
    rows = sample["rows"]
    cells = {name for one in rows for name in one["row"]}
    return [{**one["row"], **{_beside(cells, name): one[name] for name in one if name != "row"}} for one in rows]


def _beside(taken: Collection[str], name: str) -> str:
    """The name, or one with a prefix where it is taken."""
    while name in taken:
        name = f"sibyl_{name}"
    return name


def unseen_of(pieces: Sequence[Row]) -> Row:
    """Classes that training never saw, of all pieces; nothing where there were none."""
    if not pieces:
        return {}
    examples = dict.fromkeys(one for piece in pieces for one in piece["examples"])
    return {"unseen_classes": {"count": sum(piece["count"] for piece in pieces), "examples": list(examples)[:5]}}


def truths_of(data: Prepared) -> Iterator[Sequence[Row]]:
    """Rows in pieces of a size that the service takes."""
    cells = data.cells()
    for start in range(0, data.count, _PIECE):
        pieces = [column[start : start + _PIECE] for column in cells]
        yield [dict(zip(data.names, row, strict=True)) for row in zip(*pieces, strict=True)]
