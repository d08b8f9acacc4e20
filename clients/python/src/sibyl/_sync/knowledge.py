# Generated from _async by scripts/make_sync.py: change it there.
from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, cast

from .. import _wire
from .._wire import Call
from ..errors import InputError
from ..records import DocumentRecord, Passage
from .transport import Transport

DOCUMENT_SECONDS = 300.0
_TYPES = {
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".html": "text/html",
    ".htm": "text/html",
    ".pdf": "application/pdf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".csv": "text/csv",
}


class Knowledge:
    """A knowledge base, by name: documents in, passages out."""

    def __init__(self, transport: Transport, project: str, name: str) -> None:
        self._transport = transport
        self.project = project
        self.name = name
        self._path = _wire.address(project, "knowledge_bases", name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} in {self.project!r}>"

    def add(
        self,
        source: str | PathLike[str],
        *,
        content: str | None = None,
        title: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> DocumentRecord:
        """Adds a file by its path; or a text: `add("pets.md", content="# Pets …")`."""
        if content is None:
            return self._add_file(Path(source).expanduser(), title, metadata)
        body: dict[str, Any] = {"name": str(source), "content": content}
        body.update({key: value for key, value in (("title", title), ("metadata", metadata)) if value is not None})
        call = _wire.creating("POST", f"{self._path}/documents", json=body, patience=DOCUMENT_SECONDS)
        return cast(DocumentRecord, self._transport.json(call))

    def _add_file(self, path: Path, title: str | None, metadata: Mapping[str, Any] | None) -> DocumentRecord:
        if not path.is_file():
            raise InputError(f"There is no file {str(path)!r} (from {Path.cwd()}); for a text give content=….")
        kind = _TYPES.get(path.suffix.lower())
        if kind is None:
            raise InputError(
                f"A document is one of {', '.join(_TYPES)}, not {path.suffix or 'a file without ending'!r}."
            )
        query = {"name": path.name, "title": title, "metadata": _wire.as_json(metadata)}
        call = _wire.creating(
            "POST",
            f"{self._path}/documents",
            query=query,
            body=path,
            content_type=kind,
            patience=DOCUMENT_SECONDS,
        )
        return cast(DocumentRecord, self._transport.json(call))

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        filter: Mapping[str, Any] | None = None,
        method: str | None = None,
    ) -> list[Passage]:
        """Passages that answer the query, the best first."""
        told = {"query": query, "limit": limit, "filter": filter, "method": method}
        body = {key: value for key, value in told.items() if value is not None}
        answer = self._transport.json(_wire.reading("POST", f"{self._path}/search", json=body))
        return cast("list[Passage]", answer["passages"])

    def documents(self, **filters: Any) -> Iterator[DocumentRecord]:
        for record in self._transport.items(f"{self._path}/documents", filters):
            yield cast(DocumentRecord, record)

    def remove(self, document: str) -> None:
        path = f"{self._path}/documents{_wire.address(document).removeprefix('/api/projects')}"
        self._transport.send(Call("DELETE", path))
