"""Rows to request bodies of a size that the service takes, and its answers to columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from .errors import ServiceError
from .frames.kinds import Answers, Prepared, utf8

#: A service takes 100,000 rows and 10 MiB a request unless its operator says otherwise.
MOST_ROWS = 25_000
MOST_BYTES = 6 << 20
_OF_EVERY_ANSWER = {"__service_row_id", "select_data_query", "when_data"}


class PredictOptions(TypedDict, total=False):
    """What predict takes beside the rows."""

    quantile: float | None
    threshold: float | None
    horizon: int | None
    history: Sequence[Mapping[str, Any]] | None
    future: Sequence[Mapping[str, Any]] | None
    cumulative: bool | None
    missing: Literal["infer", "refuse"] | None
    unknown_columns: Literal["refuse", "ignore"] | None
    record: bool | None
    details: bool
    index: bool | None
    batch_size: int | None


@dataclass(frozen=True)
class Asked:
    params: Mapping[str, Any]
    details: bool
    index: bool | None
    batch_size: int | None


def check_options(options: Mapping[str, Any]) -> Asked:
    known = PredictOptions.__annotations__
    for name in options:
        if name not in known:
            raise TypeError(f"predict() takes no {name!r}; it takes {', '.join(known)}.")
    own = ("details", "index", "batch_size")
    params = {name: value for name, value in options.items() if name not in own and value is not None}
    return Asked(params, bool(options.get("details")), options.get("index"), options.get("batch_size"))


@dataclass
class Batches:
    """The rows in pieces; the size shrinks when the service says that one is too large."""

    data: Prepared
    params: Mapping[str, Any]
    size: int = MOST_ROWS
    position: int = 0
    _cells: list[Sequence[Any]] = field(init=False)

    def __post_init__(self) -> None:
        self._cells = self.data.cells()
        sample = self._body(0, min(200, self.data.count))
        if self.data.count:
            by_bytes = int(MOST_BYTES / max(1, len(sample) / min(200, self.data.count)))
            self.size = max(1, min(self.size, by_bytes))

    def _body(self, start: int, count: int) -> bytes:
        pieces = [column[start : start + count] for column in self._cells]
        rows = [dict(zip(self.data.names, row, strict=True)) for row in zip(*pieces, strict=True)] or [{}] * count
        text = json.dumps({"data": rows, "params": dict(self.params)}, ensure_ascii=False, allow_nan=False)
        return utf8(text)

    def bodies(self) -> Iterator[bytes]:
        """Each body is the next piece until `done` says that it was answered."""
        while self.position < self.data.count:
            yield self._body(self.position, min(self.size, self.data.count - self.position))

    def done(self) -> None:
        self.position += min(self.size, self.data.count - self.position)

    def shrink(self) -> bool:
        """Makes pieces half as large; False where a single row is too large already."""
        smaller = min(self.size, self.data.count - self.position) // 2
        self.size = max(1, smaller)
        return smaller >= 1

    def locate(self, error: ServiceError) -> ServiceError:
        """Says which row of all an error is about."""
        part = next((part for part in (error.pointer or "").split("/")[1:3] if part.isdigit()), None)
        if error.errors and error.errors[0].code == "unknown_column":
            # It is in every row: which comes first says nothing.
            error.hint = 'unknown_columns="ignore" leaves such columns out.'
        elif part is not None:
            error.row = self.position + int(part)
            error.hint = f"({self.data.where(error.row)})"
        return error


@dataclass
class Collected:
    """Answers by column, from as many pieces as there are."""

    target: str
    task: str | None
    with_truth: bool
    details: bool = False
    count: int = 0
    columns: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        target = self.target
        if self.task == "forecast":
            own = {target, *(f"{target}_{end}" for end in _ENDS)} | _OF_EVERY_ANSWER
            for name in [name for name in (rows[0] if rows else {}) if name not in own]:
                self._put(name, [row.get(name) for row in rows])
        self._put("prediction", [row[target] for row in rows])
        if self.task in ("binary", "multiclass"):
            self._put("confidence", [row[f"{target}_confidence"] for row in rows])
            self._add_probabilities([row.get(f"{target}_probabilities") or {} for row in rows])
        else:
            self._put("lower", [row[f"{target}_min"] for row in rows])
            self._put("upper", [row[f"{target}_max"] for row in rows])
            self._put("confidence", [row[f"{target}_confidence"] for row in rows])
        if self.with_truth:
            self._put("actual", [row.get(f"{target}_original") for row in rows])
            self._put("anomaly", [row.get(f"{target}_anomaly") for row in rows])
        if self.details:
            self._put("details", [json.loads(row[f"{target}_explain"]) for row in rows])
        self.count += len(rows)

    def _put(self, name: str, values: list[Any]) -> None:
        self.columns.setdefault(name, []).extend(values)

    def _add_probabilities(self, rows: Sequence[Mapping[str, float]]) -> None:
        for name in dict.fromkeys(key for row in rows for key in row):
            column = self.columns.setdefault(f"probability_{name}", [None] * self.count)
            column.extend(row.get(name) for row in rows)

    def answers(self) -> Answers:
        order = ["prediction", "lower", "upper", "confidence", "actual", "anomaly", "details"]
        if not self.columns:
            bounds = [] if self.task in ("binary", "multiclass") else ["lower", "upper"]
            truth = ["actual", "anomaly"] if self.with_truth else []
            self.columns = {name: [] for name in ["prediction", *bounds, "confidence", *truth]}
        first = [name for name in self.columns if name not in order and not name.startswith("probability_")]
        last = [name for name in self.columns if name.startswith("probability_")]
        names = [*first, *(name for name in order if name in self.columns), *last]
        return Answers({name: self.columns[name] for name in names}, self.count)


_ENDS = ("original", "confidence", "explain", "anomaly", "min", "max", "probabilities")


def contributions(target: str, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Of explained answers: prediction, base, and what each column adds."""
    found = []
    for row in rows:
        explained = json.loads(row[f"{target}_explain"])
        told = explained.get("contributions", {})
        pairs = told.items() if isinstance(told, dict) else [(one["column"], one["contribution"]) for one in told]
        found.append({"prediction": row[target], "base": explained.get("base"), **dict(pairs)})
    return found
