"""What every kind of data is made into before it is sent."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Protocol

from .._wire import Source
from ..errors import InputError

PARQUET = "application/vnd.apache.parquet"


@dataclass(frozen=True)
class Upload:
    """A table as it is sent: its body, and what is said of how to read it."""

    body: Source
    content_type: str
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Answers:
    """Predictions of many rows, by column."""

    columns: dict[str, list[Any]]
    count: int


class Prepared(Protocol):
    """A frame, or rows, of which every cell can be sent."""

    names: list[str]
    count: int

    def upload(self) -> Upload: ...

    def cells(self) -> list[Sequence[Any]]:
        """A list per column, of values that JSON can hold."""

    def frame(self, answers: Answers, target_dtype: Any = None) -> Any:
        """Answers in the kind of frame that the rows came in, with its index."""

    def dtype_of(self, name: str) -> Any:
        """What `frame` needs to give predictions of this column back as they were."""

    def where(self, position: int) -> str:
        """A row as its owner knows it."""


def check_names(names: Sequence[str], what: str = "columns") -> list[str]:
    if not names:
        raise InputError(f"The data has no {what}.")
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise InputError(
            f"Several columns are called {_quoted(doubled)}: rename all but one, or drop them"
            " (df.loc[:, ~df.columns.duplicated()])."
        )
    if any(not name.strip() for name in names):
        raise InputError("A column has an empty name: rename it.")
    return list(names)


def checked_upload(data: Prepared) -> Upload:
    check_names(data.names)
    if data.count == 0:
        raise InputError("The data has no rows.")
    return data.upload()


def column_name(name: Any) -> str:
    """`("price", "mean")` of a MultiIndex becomes `price_mean`, the number 3 `3`."""
    if isinstance(name, tuple):
        return "_".join(str(part) for part in name if str(part) != "")
    return str(name)


def check_target(target: str, names: Sequence[str]) -> None:
    if target in names:
        return
    near = get_close_matches(target, names, n=1) or [name for name in names if name.lower() == target.lower()]
    guess = f" Did you mean {near[0]!r}?" if near else f" It has {_quoted(names)}."
    raise InputError(f"The data has no column {target!r} to learn to predict.{guess}")


def _quoted(names: Sequence[str], most: int = 20) -> str:
    shown = ", ".join(repr(name) for name in names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")


def utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise half_character(error) from None


def half_character(error: UnicodeEncodeError) -> InputError:
    around = error.object[max(0, error.start - 15) : error.end + 15]
    return InputError(
        f"The text {around!r} holds half of a character (a lone surrogate), which cannot be sent: mend it."
    )


def plain_number(value: float) -> float | int | None:
    """A float as JSON can hold it; 3.0 as 3, so that a code of a category reads the same from either."""
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def text_of(value: Any) -> str:
    """A category's value as text, the same whether 1 is an integer or a float."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
