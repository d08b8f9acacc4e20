"""What keeps the package honest: the generated half, the types, the document of the service."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import sibyl
from sibyl import records

HERE = Path(__file__).resolve().parent.parent
DOCUMENT = HERE.parents[1] / "openapi.json"
PAIRS: list[tuple[Any, str]] = [
    (records.ProjectRecord, "Project"),
    (records.TableRecord, "Table"),
    (records.Column, "Column"),
    (records.ModelRecord, "Model"),
    (records.Progress, "Progress"),
    (records.Passage, "Passage"),
    (records.DocumentRecord, "Document"),
    (records.Citation, "Citation"),
]


def test_the_synchronous_half_is_what_is_generated() -> None:
    done = subprocess.run([sys.executable, HERE / "scripts/make_sync.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_records_are_those_of_the_openapi_document() -> None:
    schemas = json.loads(DOCUMENT.read_text())["components"]["schemas"]
    for kind, name in PAIRS:
        missing = set(get_type_hints(kind)) - set(schemas[name]["properties"])
        assert not missing, f"{kind.__name__} has {missing}, which {name} of openapi.json has not"


def test_every_status_has_its_exception() -> None:
    statuses = {400, 401, 403, 404, 409, 412, 413, 422, 429, 500, 503}
    kinds = {status: type(sibyl.errors.service_error({"code": "x", "detail": "y"}, status)) for status in statuses}
    assert kinds[500] is kinds[503] is sibyl.Unavailable
    assert sibyl.ServiceError not in kinds.values()


def test_types_hold() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
