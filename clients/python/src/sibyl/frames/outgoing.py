"""Rows of the service to a DataFrame, with the types that it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import MissingPackage


def frame_of(rows: Sequence[Mapping[str, Any]], types: Mapping[str, str]) -> Any:
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingPackage("This gives a DataFrame: pip install 'sibyl-client[pandas]'.") from error
    # An empty answer keeps its columns.
    columns = {name: _series(pd, [row.get(name) for row in rows], kind) for name, kind in types.items()}
    return pd.DataFrame(columns)


def polars_frame_of(rows: Sequence[Mapping[str, Any]], types: Mapping[str, str]) -> Any:
    try:
        import polars as pl
    except ImportError as error:
        raise MissingPackage("This gives a polars DataFrame: pip install 'sibyl-client[polars]'.") from error
    return pl.DataFrame(
        {name: _polars_series(pl, name, [row.get(name) for row in rows], kind) for name, kind in types.items()}
    )


def _series(pd: Any, values: list[Any], kind: str) -> Any:
    if kind in ("date", "datetime"):
        # The service keeps moments in UTC.
        return pd.to_datetime(pd.Series(values, dtype=object), utc=kind == "datetime", format="ISO8601")
    gaps = any(value is None for value in values)
    if kind == "integer":
        # Beyond 2^53 they come as text, to be exact.
        return pd.Series(
            [None if value is None else int(value) for value in values], dtype="Int64" if gaps else "int64"
        )
    if kind == "boolean":
        return pd.Series(values, dtype="boolean" if gaps else "bool")
    if kind == "number":
        return pd.Series([None if value is None else float(value) for value in values], dtype="float64")
    return pd.Series(values, dtype=None if values else "object")


def _polars_series(pl: Any, name: str, values: list[Any], kind: str) -> Any:
    if kind in ("date", "datetime"):
        texts = pl.Series(name, values, dtype=pl.String)
        return texts.str.to_date() if kind == "date" else texts.str.to_datetime(time_zone="UTC")
    if kind == "integer":
        whole = [None if value is None else int(value) for value in values]
        return pl.Series(name, whole, dtype=pl.Int64, strict=False)
    if kind == "number":
        return pl.Series(name, [None if value is None else float(value) for value in values], dtype=pl.Float64)
    return pl.Series(name, values, dtype=pl.Boolean if kind == "boolean" else None, strict=False)
