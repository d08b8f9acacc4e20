# Generated from _async by scripts/make_sync.py: change it there.
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from .. import _wire
from .._views import TableView
from .._wire import Call
from ..errors import InputError
from ..frames.incoming import file_upload, is_file, prepare, table_name
from ..frames.kinds import Upload, checked_upload
from ..frames.outgoing import frame_of
from ..records import Row, TableRecord
from .transport import Transport

if TYPE_CHECKING:
    import pandas as pd

UPLOAD_SECONDS = 3600.0


class Table(TableView):
    """A table of a project: its record as it was read, and what can be done with it."""

    def __init__(self, transport: Transport, record: TableRecord) -> None:
        self._transport = transport
        self.record = record
        self._path = _wire.address(record["project"], "tables", record["name"])

    def refresh(self) -> Table:
        self.record = cast(TableRecord, self._transport.json(_wire.reading("GET", self._path)))
        return self

    def append(self, data: Any, **options: Any) -> Table:
        """Adds rows: a DataFrame, dicts, a file. Every column must be there."""
        upload = _upload(data, options.pop("index", None))
        self._transport.json(_sending(f"{self._path}/rows", upload, options))
        return self.refresh()

    def rows(self, limit: int | None = None) -> Iterator[Row]:
        """Rows in order, page by page."""
        left = limit
        for page in self._transport.pages(
            f"{self._path}/rows", {}, 1000 if limit is None else min(1000, max(1, limit))
        ):
            for row in page if left is None else page[:left]:
                yield row
            if left is not None:
                left -= len(page)
                if left <= 0:
                    return

    def to_pandas(self, limit: int | None = None) -> pd.DataFrame:
        """The rows as a DataFrame, typed as the service read them."""
        found = [row for row in self.rows(limit)]
        return cast("pd.DataFrame", frame_of(found, self.types))

    def delete(self, *, permanently: bool = False) -> None:
        """It lies in the trash first, unless `permanently`."""
        self._transport.send(Call("DELETE", self._path, query={"permanently": permanently or None}))


class Tables:
    """Tables of a project."""

    def __init__(self, transport: Transport, project: str) -> None:
        self._transport = transport
        self._path = _wire.address(project, "tables")

    def upload(
        self,
        name: str | None,
        data: Any,
        *,
        replace: bool = False,
        index: bool | None = None,
        types: Mapping[str, str] | None = None,
        content_type: str | None = None,
        **options: Any,
    ) -> Table:
        """Makes a table of a DataFrame (pandas, polars), dicts, a path, an open file or bytes.

        `replace` puts it in the place of a table of that name. `types` says how to read columns
        (`{"zip": "text"}`); other options are those of the service: `delimiter`, `header_row`, `skip_rows`,
        `decimal`, `date_order`, `encoding`, `sheet`, `blanks` …
        """
        if name is not None and not isinstance(name, str):
            raise InputError("The name comes first: tables.upload('homes', data).")
        chosen = name or table_name(data)
        if not chosen:
            raise InputError("Such data has no name of its own: give the table one.")
        return self.send(chosen, _upload(data, index, content_type), replace=replace, types=types, **options)

    def send(
        self,
        name: str,
        upload: Upload,
        *,
        replace: bool = False,
        types: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Table:
        """Makes a table of what is ready to be sent."""
        query = {"name": name, "replace": replace or None, **options}
        record = self._transport.json(_sending(self._path, upload, query, types))
        return Table(self._transport, cast(TableRecord, record))

    def get(self, name: str) -> Table:
        """A table by name or ID."""
        path = self._path + _wire.address(name).removeprefix("/api/projects")
        return Table(self._transport, cast(TableRecord, self._transport.json(_wire.reading("GET", path))))

    def list(self, **filters: Any) -> Iterator[Table]:
        for record in self._transport.items(self._path, filters):
            yield Table(self._transport, cast(TableRecord, record))

    def delete(self, name: str, *, permanently: bool = False) -> None:
        path = self._path + _wire.address(name).removeprefix("/api/projects")
        self._transport.send(Call("DELETE", path, query={"permanently": permanently or None}))


def _upload(data: Any, index: bool | None, content_type: str | None = None) -> Upload:
    return file_upload(data, content_type) if is_file(data) else checked_upload(prepare(data, index=index))


def _sending(path: str, upload: Upload, options: Mapping[str, Any], types: Mapping[str, str] | None = None) -> Call:
    query = {**upload.query, **{name: _option(value) for name, value in options.items()}}
    if types:
        query["types"] = json.dumps({**json.loads(query.get("types", "{}")), **types})
    return _wire.creating(
        "POST", path, query=query, body=upload.body, content_type=upload.content_type, patience=UPLOAD_SECONDS
    )


def _option(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
