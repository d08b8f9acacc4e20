"""Records as the service answers them. Only what is needed here is named; what else it answers is there as well."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

#: A cell of a row that is sent as JSON.
Cell = Union[str, int, float, bool, None]
Row = dict[str, Any]


class Record(TypedDict):
    id: str
    name: str
    created_at: str
    updated_at: str


class ProjectRecord(Record):
    description: str
    metadata: dict[str, Any]


class Column(TypedDict):
    name: str
    type: Literal["integer", "number", "boolean", "date", "datetime", "text", "json"]
    nulls: int
    distinct: int
    min: Any
    max: Any
    examples: list[Any]


class TableWarning(TypedDict, total=False):
    code: str
    detail: str
    line: int
    column: str


class TableRecord(Record):
    project: str
    columns: list[Column]
    warnings: list[TableWarning]
    row_count: int
    byte_size: int


class Progress(TypedDict):
    phase: str
    fraction: float
    eta_seconds: float | None
    best_score: float | None


Status = Literal["queued", "training", "complete", "failed", "cancelled"]
Task = Literal["regression", "binary", "multiclass", "forecast"]


class AccuraciesElsewhere(TypedDict):
    """Figures for rows of another kind: of a new value of `column`, of later or of known times."""

    column: str | None
    scheme: str
    accuracies: dict[str, float]
    standard_errors: dict[str, float]
    baseline: dict[str, float]
    coverage: dict[str, float]
    held_rows: int
    independent: int


class ModelRecord(Record):
    project: str
    target: str
    status: Status
    progress: Progress | None
    version: int
    active: bool
    active_version: int | None
    task: Task | None
    accuracy: float | None
    cost: dict[str, float] | None
    accuracies: dict[str, float] | None
    baseline: dict[str, float] | None
    accuracies_elsewhere: list[AccuraciesElsewhere] | None
    inputs: list[str] | None
    warnings: list[str] | None
    source: dict[str, Any]
    options: dict[str, Any]
    row_count: int | None
    training_seconds: float | None
    error: str | None
    monitor: dict[str, Any] | None
    alarms: list[dict[str, Any]]
    grown_from: int | None
    schedule: dict[str, Any] | None
    policy: str | None


class Citation(TypedDict, total=False):
    source: str
    title: str
    heading: str
    page: int
    text: str
    score: float


class Passage(TypedDict):
    text: str
    score: float


class DocumentRecord(Record):
    project: str
    format: str
    title: str | None
    metadata: dict[str, Any]
    character_count: int
    chunk_count: int


class Prediction(TypedDict, total=False):
    """One answer where rows are plain dicts; frames have the same names as columns."""

    prediction: Any
    confidence: float | None
    lower: float | None
    upper: float | None
    probabilities: dict[str, float]
    actual: Any
    anomaly: bool | None
    details: dict[str, Any]
