"""What held-out rows show of a model, as rows of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .records import Row

CURVES = ("roc", "precision_recall", "gains", "classes", "predicted_actual", "backtest")


def curves_of(found: Mapping[str, Sequence[Row]]) -> dict[str, Sequence[Row]]:
    """The curves that a model has, each as rows."""
    rows = {name: _ROWS.get(name, list)(answer) for name, answer in found.items()}
    return {name: some for name, some in rows.items() if some}


def _points(answer: Sequence[Row]) -> list[Row]:
    points: Sequence[Sequence[float]] = (answer[0]["points"] if answer else None) or []
    return [{"predicted": predicted, "actual": actual} for predicted, actual in points]


def _forecasts(answer: Sequence[Row]) -> list[Row]:
    points: Sequence[Mapping[str, Any]] = answer[0]["points"] if answer else []
    return [{**point["series"], **{name: cell for name, cell in point.items() if name != "series"}} for point in points]


_ROWS = {"predicted_actual": _points, "backtest": _forecasts}


def slices_of(answer: Sequence[Row]) -> list[Row]:
    """A row for each slice, with what tells its rows as a text."""
    found: Sequence[Mapping[str, Any]] = answer[0]["found"] if answer else []
    metric = answer[0]["metric"] if answer else None
    return [
        {
            "rows_where": " and ".join(_say(condition) for condition in one["conditions"]),
            "metric": metric,
            **{name: cell for name, cell in one.items() if name != "conditions"},
        }
        for one in found
    ]


def _say(condition: Mapping[str, Any]) -> str:
    column = condition["column"]
    if "value" in condition:
        return f"{column} is missing" if condition["value"] is None else f"{column} = {condition['value']}"
    low, high = condition.get("from"), condition.get("below")
    if low is None:
        return f"{column} < {high}"
    return f"{column} >= {low}" if high is None else f"{low} <= {column} < {high}"
