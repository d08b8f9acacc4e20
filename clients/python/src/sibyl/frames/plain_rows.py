from __future__ import annotations

import datetime
import decimal
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from .kinds import Answers, Upload, check_names, plain_number, utf8


class PlainRows:
    """Rows as dicts; one dict is one row, and is answered by one."""

    def __init__(self, rows: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> None:
        self.single = isinstance(rows, Mapping)
        listed: list[Any] = [rows] if isinstance(rows, Mapping) else list(rows)
        for position, row in enumerate(listed):
            if not isinstance(row, Mapping):
                raise InputError(f"Row {position} must be a dict of column and value, not {type(row).__name__}.")
        names = dict.fromkeys(str(name) for row in listed for name in row)
        self.names = list(names)
        self.count = len(listed)
        self._rows = [{str(name): _cell(str(name), value) for name, value in row.items()} for row in listed]

    def dtype_of(self, name: str) -> Any:
        return None

    def where(self, position: int) -> str:
        return f"row {position}"

    def upload(self) -> Upload:
        check_names(self.names)
        lines = (json.dumps({name: row.get(name) for name in self.names}, ensure_ascii=False) for row in self._rows)
        return Upload(utf8("\n".join(lines)), "application/x-ndjson")

    def cells(self) -> list[Sequence[Any]]:
        return [[row.get(name) for row in self._rows] for name in self.names]

    def frame(self, answers: Answers, target_dtype: Any = None) -> Any:
        keys = [name for name in answers.columns if not name.startswith("probability_")]
        rows: list[dict[str, Any]] = [
            {name: answers.columns[name][position] for name in keys} for position in range(answers.count)
        ]
        classes = [name for name in answers.columns if name.startswith("probability_")]
        if classes:
            for position, row in enumerate(rows):
                row["probabilities"] = {
                    name.removeprefix("probability_"): answers.columns[name][position] for name in classes
                }
        return rows[0] if self.single and len(rows) == 1 else rows


def _cell(name: str, value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return plain_number(value)
    if isinstance(value, decimal.Decimal):
        return plain_number(float(value))
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, default=str, ensure_ascii=False)
    if hasattr(value, "item"):
        return _cell(name, value.item())
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    raise InputError(f"{name!r} holds a {type(value).__name__}, which cannot be sent: make it text or a number.")
