"""Finds out what kind of data was given. pandas and polars are only loaded where the data is theirs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ..errors import InputError
from .kinds import PARQUET, Prepared, Upload
from .plain_rows import PlainRows

_TYPES = {
    ".csv": "text/csv",
    ".txt": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".tab": "text/tab-separated-values",
    ".json": "application/json",
    ".ndjson": "application/x-ndjson",
    ".jsonl": "application/x-ndjson",
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".gz": "application/gzip",
}


def prepare(data: Any, *, index: bool | None = None, wanted: Sequence[str] = ()) -> Prepared:
    """Frame or rows, with every cell made into one that can be sent. `wanted` are the inputs of a model."""
    home = type(data).__module__.split(".")[0]
    kind = type(data).__name__
    if home == "pandas" and kind == "Series":
        raise InputError("A Series is one column: give a DataFrame (series.to_frame(), or a row as dict).")
    if home == "pandas" and kind == "DataFrame":
        from .pandas_frame import PandasFrame

        return PandasFrame(data, index, wanted)
    if home == "polars" and kind == "LazyFrame":
        data, kind = data.collect(), "DataFrame"
    if home == "polars" and kind == "DataFrame":
        from .polars_frame import PolarsFrame

        return PolarsFrame(data)
    if isinstance(data, Mapping):
        if any(
            isinstance(value, list | tuple) or (hasattr(value, "dtype") and getattr(value, "ndim", 0))
            for value in data.values()
        ):
            raise InputError("A dict is one row; for columns of many rows give pandas.DataFrame(…).")
        return PlainRows(data)
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return PlainRows(data)
    if home == "numpy":
        raise InputError("An array has no names of columns: give pandas.DataFrame(array, columns=[…]).")
    raise InputError(
        f"Rows must be a pandas or polars DataFrame, a list of dicts or a dict, not {type(data).__name__}."
    )


def is_file(data: Any) -> bool:
    return isinstance(data, str | bytes | PathLike) or hasattr(data, "read")


def file_upload(data: Any, content_type: str | None = None) -> Upload:
    """A path, an open file or bytes, sent as they are: the service reads them."""
    if isinstance(data, bytes):
        return Upload(data, content_type or _guess(data))
    if hasattr(data, "read"):
        return _open_file(data, content_type)
    text = fspath(data)
    if isinstance(text, str) and "\n" in text:
        raise InputError("This looks like the text of a file, not like its path: send it as bytes (text.encode()).")
    path = Path(fspath(data)).expanduser()
    if not path.is_file():
        raise InputError(f"There is no file {str(path)!r} (from {Path.cwd()}).")
    return Upload(path, content_type or _TYPES.get(path.suffix.lower(), "application/octet-stream"))


def _open_file(file: Any, content_type: str | None) -> Upload:
    named = content_type or _TYPES.get(Path(str(getattr(file, "name", ""))).suffix.lower())
    piece = file.read(0)
    if isinstance(piece, str):
        return Upload(file.read().encode(), named or "text/csv")
    if named:
        return Upload(file, named)
    content = file.read()
    return Upload(content, _guess(content))


def _guess(content: bytes) -> str:
    """Of bytes without a name: what their beginning says."""
    if content[:4] == b"PAR1":
        return PARQUET
    if content[:2] == b"\x1f\x8b":
        return "application/gzip"
    if content[:4] == b"PK\x03\x04":
        return _TYPES[".xlsx"]
    head = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] == b"[":
        return "application/json"
    return "application/x-ndjson" if head[:1] == b"{" else "text/csv"


def table_name(data: Any) -> str | None:
    """The name of a file, as far as it can be one of a table."""
    path = getattr(data, "name", data)
    if not isinstance(path, str | PathLike):
        return None
    stem = Path(fspath(path)).name.split(".")[0]
    return re.sub(r"[^A-Za-z0-9_-]+", "_", stem).strip("_")[:128] or None
