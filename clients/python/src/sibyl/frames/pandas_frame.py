from __future__ import annotations

import datetime
import decimal
import json
import math
import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError
from .kinds import PARQUET, Answers, Upload, check_names, column_name, half_character, text_of, utf8


class PandasFrame:
    """A DataFrame whose columns are all of a kind that the service knows."""

    def __init__(self, frame: pd.DataFrame, index: bool | None = None, wanted: Sequence[str] = ()) -> None:
        # One level of names first: a frame cannot gain a column beside a MultiIndex of them.
        frame = frame.set_axis([column_name(name) for name in frame.columns], axis=1)
        frame = _with_index(frame, index, wanted)
        self.names = check_names(list(frame.columns))
        self.index = frame.index
        self.count = len(frame)
        self._original = frame
        #: Columns that are categories of their owner's making: their values are names, also where they are digits.
        self.categories: set[str] = set()
        self._columns: dict[str, pd.Series[Any]] = {}
        endless: list[str] = []
        for position, name in enumerate(self.names):
            series = frame.iloc[:, position].reset_index(drop=True)
            if isinstance(series.dtype, pd.CategoricalDtype):
                self.categories.add(name)
            self._columns[name] = _clean(name, series, endless)
        if endless:
            warnings.warn(
                f"Infinite numbers in {', '.join(map(repr, endless))} are sent as missing cells.",
                stacklevel=5,
            )

    def dtype_of(self, name: str) -> Any:
        return self._original.iloc[:, self.names.index(name)].dtype

    def where(self, position: int) -> str:
        label = self.index[position]
        return f"row {position} of the frame, index {label.item() if isinstance(label, np.generic) else label!r}"

    def upload(self) -> Upload:
        clean = pd.DataFrame(self._columns)
        types = {name: "text" for name in sorted(self.categories)}
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            return _as_csv(clean, types)
        buffer = BytesIO()
        try:
            clean.to_parquet(buffer, engine="pyarrow", index=False)
        except UnicodeEncodeError as error:
            raise half_character(error) from None
        return Upload(buffer.getvalue(), PARQUET, {"types": json.dumps(types)} if types else {})

    def cells(self) -> list[Sequence[Any]]:
        return [_json_cells(self._columns[name]) for name in self.names]

    def frame(self, answers: Answers, target_dtype: Any = None) -> pd.DataFrame:
        index = self.index if answers.count == self.count else None
        columns = {name: pd.Series(values, dtype=_answer_dtype(name)) for name, values in answers.columns.items()}
        for name in ("prediction", "actual"):
            if name in columns:
                columns[name] = _back(columns[name], target_dtype)
        frame = pd.DataFrame(columns)
        if index is not None:
            frame.index = index
        return frame


def _with_index(frame: pd.DataFrame, index: bool | None, wanted: Sequence[str]) -> pd.DataFrame:
    """Levels of the index become columns where that is asked for, or where the model learned from them."""
    levels = {_level_name(frame.index, level): level for level in range(frame.index.nlevels)}
    known = [name for name in levels if name in wanted and name not in frame.columns]
    if index is None and not wanted:
        _warn_of(frame.index)
    if not index and not known:
        return frame
    front = {
        name: pd.Series(frame.index.get_level_values(level), index=frame.index)
        for name, level in levels.items()
        if index or name in known
    }
    taken = [name for name in front if name in frame.columns]
    if taken:
        raise InputError(f"The index and a column are both called {taken[0]!r}: rename one.")
    wide = frame.copy(deep=False)
    for position, (name, values) in enumerate(front.items()):
        wide.insert(position, name, values.to_numpy() if values.dtype == object else values.array)
    return wide


def _warn_of(index: pd.Index[Any]) -> None:
    """An index that was given a name, or holds times, may be meant as a column."""
    named = [name for name in index.names if name is not None]
    if named or isinstance(index, pd.DatetimeIndex | pd.PeriodIndex | pd.TimedeltaIndex):
        said = ", ".join(map(repr, named)) or "of times"
        warnings.warn(f"The index {said} is not sent; index=True makes a column of it.", stacklevel=7)


def _level_name(index: pd.Index[Any], level: int) -> str:
    name = index.names[level]
    return str(name) if name is not None else ("index" if index.nlevels == 1 else f"index_{level}")


def _clean(name: str, series: pd.Series[Any], endless: list[str]) -> pd.Series[Any]:
    dtype = series.dtype
    if isinstance(dtype, pd.SparseDtype):
        return _clean(name, pd.Series(series.to_numpy()), endless)
    if isinstance(dtype, pd.CategoricalDtype):
        known = series.notna()
        texts = pd.Series([None] * len(series), dtype=object)
        texts[known] = [text_of(value) for value in series[known]]
        return texts
    if isinstance(dtype, pd.PeriodDtype | pd.IntervalDtype):
        return pd.Series([None if pd.isna(value) else str(value) for value in series], dtype=object)
    if pd.api.types.is_bool_dtype(dtype):
        return series
    if pd.api.types.is_complex_dtype(dtype):
        raise InputError(f"Column {name!r} holds complex numbers: send their parts as two columns.")
    if pd.api.types.is_timedelta64_dtype(dtype):
        return pd.Series(series.dt.total_seconds())
    if pd.api.types.is_float_dtype(dtype):
        return _without_infinities(name, series, endless)
    if pd.api.types.is_object_dtype(dtype):
        return _clean_objects(name, series, endless)
    return series


def _without_infinities(name: str, series: pd.Series[Any], endless: list[str]) -> pd.Series[Any]:
    numbers = series.astype("float32") if series.dtype == np.float16 else series
    values = numbers.to_numpy(dtype="float64", na_value=np.nan)
    if not np.isinf(values).any():
        return numbers
    endless.append(name)
    return pd.Series(np.where(np.isinf(values), np.nan, values))


def _clean_objects(name: str, series: pd.Series[Any], endless: list[str]) -> pd.Series[Any]:
    """Objects become the narrowest kind that all of them fit; what fits none becomes text."""
    kind = pd.api.types.infer_dtype(series, skipna=True)
    missing = series.isna()
    if kind == "boolean":
        return series.where(~missing, pd.NA).astype("boolean")
    if kind in ("floating", "mixed-integer-float", "decimal"):
        return _without_infinities(name, series.where(~missing, np.nan).astype("float64"), endless)
    if kind == "integer":
        small = all(-(2**63) <= value < 2**63 for value in series[~missing])
        if small:
            return series.where(~missing, pd.NA).astype("Int64")
    if kind in ("datetime", "datetime64"):
        return pd.Series(pd.to_datetime(series, utc=_zoned(series[~missing])))
    if kind in ("timedelta", "timedelta64"):
        return pd.Series(pd.to_timedelta(series)).dt.total_seconds()
    if kind in ("date", "empty"):
        return series
    return pd.Series([_text_cell(name, value) for value in series], dtype=object)


def _zoned(values: pd.Series[Any]) -> bool:
    zones = {getattr(value, "tzinfo", None) is not None for value in values}
    if len(zones) > 1:
        raise InputError("A column mixes times with and without a zone: bring them to one (dt.tz_localize).")
    return zones == {True}


def _text_cell(name: str, value: Any) -> str | None:
    if value is None or value is pd.NaT or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise InputError(f"Column {name!r} holds bytes that are no UTF-8 text.") from None
    if isinstance(value, dict | list | tuple | np.ndarray):
        return json.dumps(value, default=_listed, ensure_ascii=False)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    return text_of(value.item() if isinstance(value, np.generic) else value)


def _listed(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else str(value)


def _json_cells(series: pd.Series[Any]) -> Sequence[Any]:
    """Values that json.dumps takes; every way to say that there is none becomes None."""
    dtype = series.dtype
    if pd.api.types.is_datetime64_any_dtype(dtype):
        stamps = series.dt.tz_convert("UTC") if getattr(dtype, "tz", None) is not None else series
        return [None if stamp is pd.NaT else stamp.isoformat() for stamp in stamps]
    if isinstance(dtype, np.dtype) and dtype.kind in "biu":
        return [int(value) if dtype.kind != "b" else value for value in series.tolist()]
    if isinstance(dtype, np.dtype) and dtype.kind == "f":
        return [None if value != value else value for value in series.tolist()]
    missing = series.isna().to_numpy()
    return [None if gone else _json_cell(value) for value, gone in zip(series.tolist(), missing, strict=True)]


def _json_cell(value: Any) -> Any:
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, np.generic):
        return value.item()
    return value


# How a file of this package is read: nothing of it is to be guessed.
_DIALECT = {
    "format": "csv",
    "delimiter": ",",
    "header": "true",
    "quote": '"',
    "decimal": ".",
    "totals": "keep",
    "comment": "",
}


def _as_csv(clean: pd.DataFrame, types: dict[str, str]) -> Upload:
    """Without pyarrow: text, with the type of each column said, so that no number, date or boolean is lost."""
    for name, series in clean.items():
        told = _told_type(series)
        if told:
            types[str(name)] = told
    query = {**_DIALECT, "types": json.dumps(types)} if types else dict(_DIALECT)
    text = clean.map(_csv_cell).to_csv(index=False, lineterminator="\n")
    return Upload(utf8(text), "text/csv", query)


def _told_type(series: pd.Series[Any]) -> str | None:
    dtype = series.dtype
    if pd.api.types.is_bool_dtype(dtype):
        return "boolean"
    if pd.api.types.is_integer_dtype(dtype):
        return "integer"
    if pd.api.types.is_float_dtype(dtype):
        return "number"
    if pd.api.types.is_datetime64_any_dtype(dtype):
        return "datetime"
    if pd.api.types.is_object_dtype(dtype) and pd.api.types.infer_dtype(series, skipna=True) == "date":
        return "date"
    return None


def _csv_cell(value: Any) -> Any:
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, pd.Timestamp) and value.tzinfo is not None:
        return value.tz_convert("UTC").isoformat()
    return value


def _answer_dtype(name: str) -> Any:
    if name in ("lower", "upper", "confidence") or name.startswith("probability_"):
        return "float64"
    return "boolean" if name == "anomaly" else None


def _back(values: pd.Series[Any], dtype: Any) -> pd.Series[Any]:
    """Classes as the frame had them that the model was trained on; numbers stay numbers."""
    if isinstance(dtype, pd.CategoricalDtype):
        by_text = {text_of(category): category for category in dtype.categories}
        back = [by_text.get(text_of(value)) if value is not None else None for value in values]
        return pd.Series(pd.Categorical(back, dtype=dtype))
    if dtype is None or values.isna().any():
        return values
    if pd.api.types.is_bool_dtype(dtype) and values.isin([True, False]).all():
        return values.astype(dtype)
    # A mean of whole numbers is none.
    if pd.api.types.is_integer_dtype(dtype) and pd.api.types.is_integer_dtype(values.dtype):
        return values.astype(dtype)
    if pd.api.types.is_float_dtype(dtype) and pd.api.types.is_numeric_dtype(values.dtype):
        return values.astype("float64")
    return values.astype(dtype) if pd.api.types.is_string_dtype(dtype) else values
