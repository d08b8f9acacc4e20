# Generated from _async by scripts/make_sync.py: change it there.
from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .. import _wire
from .._naming import first_free, name_for
from ..errors import Conflict, InputError, ServiceError, service_error
from ..frames.incoming import file_upload, is_file, prepare
from ..frames.kinds import check_target, checked_upload, column_name
from ..frames.outgoing import frame_of, polars_frame_of
from ..progress import Shown
from ..records import Row
from .agents import Agent
from .knowledge import Knowledge
from .models import Model, Models
from .records import Records
from .tables import Table, Tables
from .transport import Transport

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

QUERY_SECONDS = 120.0


class Project:
    """A project, by name: its tables, models, agents and all else. Nothing is asked before something is wanted."""

    def __init__(self, transport: Transport, name: str) -> None:
        self._transport = transport
        self.name = name
        self._path = _wire.address(name)
        self.tables = Tables(transport, name)
        self.models = Models(transport, name)
        self.agents = Records(transport, f"{self._path}/agents")
        self.skills = Records(transport, f"{self._path}/skills")
        self.chatbots = Records(transport, f"{self._path}/chatbots")
        self.connections = Records(transport, f"{self._path}/connections")
        self.webhooks = Records(transport, f"{self._path}/webhooks")
        self.knowledge_bases = Records(transport, f"{self._path}/knowledge_bases")
        self.trash = Records(transport, f"{self._path}/trash")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} at {self._transport.settings.url}>"

    def agent(self, name: str) -> Agent:
        return Agent(self._transport, self.name, name)

    def knowledge(self, name: str) -> Knowledge:
        return Knowledge(self._transport, self.name, name)

    def spending(self, *, first: str | None = None, last: str | None = None, key: str | None = None) -> Row:
        """What agents used of language models, by day, agent and model: `today` and `days`.

        `first` and `last` are days in UTC such as `2026-11-28`; without them it is the last 30 days.
        `key` is the ID of who asked.
        """
        query = {"from": first, "to": last, "key": key}
        call = _wire.Call("GET", f"{self._path}/spending", query=query, repeatable=True)
        return cast(Row, self._transport.json(call))

    def train(
        self,
        data: Any = None,
        target: str | int | tuple[Any, ...] | None = None,
        *,
        name: str | None = None,
        table: str | None = None,
        sql: str | None = None,
        connection: str | None = None,
        replace: bool = False,
        quality: str | None = None,
        effort: str | None = None,
        time_budget_seconds: float | None = None,
        metric: str | None = None,
        seed: int | None = None,
        ignore: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        types: Mapping[str, str] | None = None,
        index: bool | None = None,
        wait: bool = True,
        progress: Shown = True,
    ) -> Model:
        """Trains a model of `target` on a DataFrame, dicts or a file; or on a `table` or the rows of an `sql` query.

        Without a `name` it takes the first free of `price_model`, `price_model_2` …; with the name of a model that is
        there, `replace=True` trains it anew as its next version. Ctrl-C cancels the training. `quality` is "fast" for
        a first look, "balanced" or "best" (`effort` is its former word); `options` are those of the service
        (`order_by`, `group_by`, `horizon` of a forecast, `validate` …).
        """
        if not isinstance(target, str | int | tuple) or target == "":
            raise InputError('target="…" must name the column to predict.')
        target = column_name(target)
        if sum(given is not None for given in (data, table, sql)) != 1:
            raise InputError("Give one of: data, table=… or sql=….")
        told = {
            "quality": quality,
            "effort": effort,
            "time_budget_seconds": time_budget_seconds,
            "metric": metric,
            "seed": seed,
            "ignore": list(ignore) if ignore is not None else None,
        }
        wanted = {**(options or {}), **{key: value for key, value in told.items() if value is not None}}
        chosen, again = self._place(name, target, replace)
        source, uploaded, dtype = self._source(
            chosen, target, data, table, sql, connection, replace, again, types, index
        )
        try:
            model = self._begin(chosen, target, source, wanted, again)
        except ServiceError:
            if uploaded is not None and again is None:
                uploaded.delete()
            raise
        model._target_dtype = dtype
        return model.wait(progress, cancel=True) if wait else model

    def _place(self, name: str | None, target: str, replace: bool) -> tuple[str, Model | None]:
        """Under which name to train, and the model there that gets another version.

        A model that never came to a version is in nobody's way: whoever tries again takes its place.
        """
        if name is None:
            models = [model for model in self.models.list()]
            idle = {model.name: model for model in models if _is_idle(model) and model.target == target}
            chosen = first_free(name_for(target), {model.name for model in models} - set(idle))
            return chosen, idle.get(chosen)
        there = self.models.find(name)
        if there is None:
            return name, None
        if not replace and not _is_idle(there):
            raise _taken(name)
        if there.target != target:
            raise InputError(
                f"Model {name!r} predicts {there.target!r}, not {target!r}: give another name, or delete it."
            )
        return name, there

    def _source(
        self,
        name: str,
        target: str,
        data: Any,
        table: str | None,
        sql: str | None,
        connection: str | None,
        replace: bool,
        again: Model | None,
        types: Mapping[str, str] | None,
        index: bool | None,
    ) -> tuple[dict[str, Any], Table | None, Any]:
        """Where the rows are, the table that was made for it, and how the target was in the frame."""
        if table is not None:
            return {"table": table}, None, None
        if sql is not None:
            return ({"sql": sql, "connection": connection} if connection else {"sql": sql}), None, None
        dtype = None
        if isinstance(data, str) and not Path(data).expanduser().is_file():
            raise InputError(f"There is no file {data!r}; for a table of the project say table={data!r}.")
        if is_file(data):
            upload = file_upload(data)
        else:
            prepared = prepare(data, index=index)
            check_target(target, prepared.names)
            dtype = prepared.dtype_of(target)
            upload = checked_upload(prepared)
        rows = f"{name[:120]}_rows"
        replace = replace or (again is not None and again.record["source"].get("table") == rows)
        if not replace:
            rows = first_free(rows, [one.name for one in self.tables.list()])
        uploaded = self.tables.send(rows, upload, replace=replace, types=types)
        return {"table": uploaded.name}, uploaded, dtype

    def _begin(
        self,
        name: str,
        target: str,
        source: dict[str, Any],
        options: dict[str, Any],
        again: Model | None,
    ) -> Model:
        if again is None:
            try:
                return self.models.create(name, target, source, options)
            except Conflict as error:
                raise (_taken(name) if error.code == "name_taken" else error) from error
        call = _wire.creating("POST", f"{self._path}/models/{name}/retrain", json={"from": source, "options": options})
        again.record = self._transport.json(call)
        return again

    def query(
        self,
        sql: str,
        *,
        connection: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> pd.DataFrame:
        """Rows of one SELECT over the project's tables, or over a connection's, as a pandas DataFrame."""
        rows, types = self._ask(sql, connection, limit, timeout)
        return cast("pd.DataFrame", frame_of(rows, types))

    def query_polars(
        self,
        sql: str,
        *,
        connection: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> pl.DataFrame:
        """The same as a polars DataFrame."""
        rows, types = self._ask(sql, connection, limit, timeout)
        return cast("pl.DataFrame", polars_frame_of(rows, types))

    def query_rows(
        self,
        sql: str,
        *,
        connection: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> list[Row]:
        """The same as dicts."""
        return (self._ask(sql, connection, limit, timeout))[0]

    def _ask(
        self, sql: str, connection: str | None, limit: int | None, timeout: float | None
    ) -> tuple[list[Row], dict[str, str]]:
        told = {
            "sql": sql,
            "connection": connection,
            "limit": limit,
            "timeout_ms": int(timeout * 1000) if timeout else None,
        }
        body = {key: value for key, value in told.items() if value is not None}
        patience = max(QUERY_SECONDS, (timeout or 0) + 10)
        answer = self._transport.json(_wire.reading("POST", f"{self._path}/query", json=body, patience=patience))
        if answer["truncated"] and limit is None:
            warnings.warn(
                f"The query has more than the {answer['row_count']:,} rows that are answered at once;"
                " say limit=… if that is meant, else ask for less.",
                stacklevel=3,
            )
        return answer["rows"], {column["name"]: column["type"] for column in answer["columns"]}


def _is_idle(model: Model) -> bool:
    return model.record["active_version"] is None and model.status in ("failed", "cancelled")


def _taken(name: str) -> ServiceError:
    detail = f"There is a model {name!r} already."
    hint = "replace=True trains it anew as its next version; or give another name."
    return service_error({"code": "name_taken", "detail": detail}, 409, hint)
