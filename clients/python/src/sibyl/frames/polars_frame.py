from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import polars as pl

from ..errors import InputError
from .kinds import PARQUET, Answers, Upload, check_names


class PolarsFrame:
    """A polars DataFrame whose columns are all of a kind that the service knows."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.names = check_names(frame.columns)
        self.count = frame.height
        self._original = frame
        self.categories = {name for name, dtype in frame.schema.items() if isinstance(dtype, pl.Categorical | pl.Enum)}
        endless: list[str] = []
        self._clean = frame.with_columns(
            [_clean(frame[name], endless).alias(name) for name in self.names] if self.count else []
        )
        if endless:
            warnings.warn(
                f"Infinite numbers in {', '.join(map(repr, endless))} are sent as missing cells.",
                stacklevel=5,
            )

    def dtype_of(self, name: str) -> Any:
        return self._original.schema[name]

    def where(self, position: int) -> str:
        return f"row {position} of the frame"

    def upload(self) -> Upload:
        buffer = BytesIO()
        self._clean.write_parquet(buffer)
        types = {name: "text" for name in sorted(self.categories)}
        return Upload(buffer.getvalue(), PARQUET, {"types": json.dumps(types)} if types else {})

    def cells(self) -> list[Sequence[Any]]:
        return [_json_cells(self._clean[name]) for name in self.names]

    def frame(self, answers: Answers, target_dtype: Any = None) -> pl.DataFrame:
        columns = {
            name: pl.Series(name, values, dtype=_dtype(name), strict=False) for name, values in answers.columns.items()
        }
        frame = pl.DataFrame(columns)
        if isinstance(target_dtype, pl.Categorical | pl.Enum | pl.String | pl.Boolean):
            back = [name for name in ("prediction", "actual") if name in columns]
            frame = frame.with_columns([pl.col(name).cast(target_dtype, strict=False) for name in back])
        return frame


def _clean(series: pl.Series, endless: list[str]) -> pl.Series:
    dtype = series.dtype
    if dtype == pl.Object:
        raise InputError(f"Column {series.name!r} holds Python objects: cast it to text or numbers.")
    if isinstance(dtype, pl.Categorical | pl.Enum | pl.Time):
        return series.cast(pl.String)
    if dtype == pl.Binary:
        try:
            return series.cast(pl.String)
        except pl.exceptions.PolarsError:
            raise InputError(f"Column {series.name!r} holds bytes that are no UTF-8 text.") from None
    if isinstance(dtype, pl.Duration):
        return series.dt.total_microseconds() / 1e6
    if isinstance(dtype, pl.Decimal):
        return series.cast(pl.Float64)
    if dtype.is_float():
        clean = series.fill_nan(None)
        if clean.is_infinite().any():
            endless.append(series.name)
            clean = clean.set(clean.is_infinite(), None)
        return clean
    return series


def _json_cells(series: pl.Series) -> Sequence[Any]:
    if isinstance(series.dtype, pl.Datetime):
        zoned = series.dtype.time_zone is not None
        stamps = series.dt.convert_time_zone("UTC") if zoned else series
        return stamps.dt.strftime("%Y-%m-%dT%H:%M:%S%.f" + ("Z" if zoned else "")).to_list()
    if series.dtype == pl.Date:
        return series.dt.to_string("%Y-%m-%d").to_list()
    if series.dtype.is_nested():
        return [
            None if value is None else json.dumps(value, default=str, ensure_ascii=False) for value in series.to_list()
        ]
    return series.to_list()


def _dtype(name: str) -> Any:
    if name in ("lower", "upper", "confidence") or name.startswith("probability_"):
        return pl.Float64
    return pl.Boolean if name == "anomaly" else None
