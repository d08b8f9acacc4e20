"""Tables that tests make."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import numpy as np
import pandas as pd


def homes(rows: int = 240, seed: int = 0) -> pd.DataFrame:
    """Prices that hang on rooms, garden and a numbered zone; with gaps, zones of time and an index of its own."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "rooms": random.integers(1, 6, rows),
            "city": pd.Categorical(random.choice(["Oslo", "Rome", "Bern"], rows)),
            "zone": pd.Categorical(random.choice([1, 2, 3], rows)),
            "garden": random.random(rows) > 0.5,
            "built": pd.date_range("1990-01-01", periods=rows, freq="D"),
            "seen": pd.date_range("2024-01-01", periods=rows, freq="h", tz="Europe/Oslo"),
            "visits": pd.array([None if one == 0 else int(one) for one in random.integers(0, 5, rows)], dtype="Int64"),
        },
        index=range(1000, 1000 + rows),
    )
    noise = random.normal(0, 10, rows)
    frame["price"] = 100.0 * frame.rooms + 50.0 * frame.garden + 30.0 * frame.zone.astype(int) + noise
    return frame


def every_dtype(rows: int = 24) -> pd.DataFrame:
    half = rows // 2
    return pd.DataFrame(
        {
            "whole": np.arange(rows) * 3,
            "small": np.arange(rows, dtype="int8"),
            "big": np.arange(rows) + 2**60,
            "gaps": pd.array([7, None] * half, dtype="Int64"),
            "real": np.linspace(-1, 1, rows),
            "half": np.linspace(-1, 1, rows).astype("float16"),
            "holes": [1.5, np.nan] * half,
            "flag": [True, False] * half,
            "flag_gaps": pd.array([True, None] * half, dtype="boolean"),
            "flag_objects": np.array([True, None] * half, dtype=object),
            "code": pd.Categorical([1, 2] * half),
            "float_code": pd.Categorical([1.0, 2.0] * half),
            "word": pd.Categorical(["a", None] * half),
            "text": ['ä, "b"\nc', "x"] * half,
            "zip": pd.Categorical([f"0{number}" for number in range(rows)]),
            "day": [datetime.date(2024, 1, 1 + number % 28) for number in range(rows)],
            "moment": pd.date_range("2024-01-01 10:30", periods=rows, freq="D"),
            "zoned": pd.date_range("2024-03-30 10:30", periods=rows, freq="h", tz="Europe/Berlin"),
            "moment_gaps": pd.Series([pd.Timestamp("2024-01-01 10:30"), pd.NaT] * half),
            "lasting": pd.to_timedelta(np.arange(rows) + 0.5, unit="h"),
            "month": pd.period_range("2020-01", periods=rows, freq="M"),
            "range": pd.cut(np.linspace(0, 10, rows), 3),
            "money": np.array([decimal.Decimal("1.10"), None] * half, dtype=object),
            "sparse": pd.arrays.SparseArray([0.0, 1.0] * half),
            "mixed": np.array([1, "two"] * half, dtype=object),
            "clock": np.array([datetime.time(10, 30), None] * half, dtype=object),
            "nothing": np.array([None] * rows, dtype=object),
        }
    )


#: As what each column of `every_dtype` must be read.
TYPES: dict[str, Any] = {
    "whole": "integer",
    "small": "integer",
    "big": "integer",
    "gaps": "integer",
    "real": "number",
    "half": "number",
    "holes": "number",
    "flag": "boolean",
    "flag_gaps": "boolean",
    "flag_objects": "boolean",
    "code": "text",
    "float_code": "text",
    "word": "text",
    "text": "text",
    "zip": "text",
    "day": "date",
    "moment": "datetime",
    "zoned": "datetime",
    "moment_gaps": "datetime",
    "lasting": "number",
    "range": "text",
    "money": "number",
    "sparse": "number",
    "mixed": "text",
    "clock": "number",
}
