"""What records show of themselves: shared by both clients, without any input or output."""

from __future__ import annotations

from typing import Any

from . import _html
from .records import AccuraciesElsewhere, ModelRecord, TableRecord


class ModelView:
    """A model's record, by name."""

    record: ModelRecord

    @property
    def name(self) -> str:
        return self.record["name"]

    @property
    def id(self) -> str:
        return self.record["id"]

    @property
    def target(self) -> str:
        return self.record["target"]

    @property
    def status(self) -> str:
        return self.record["status"]

    @property
    def task(self) -> str | None:
        return self.record["task"]

    @property
    def version(self) -> int:
        return self.record["version"]

    @property
    def accuracy(self) -> float | None:
        """R² (cut to 0 to 1), the share of right answers, or of a forecast 1 - sMAPE / 2."""
        return self.record["accuracy"]

    @property
    def accuracies(self) -> dict[str, float]:
        return self.record["accuracies"] or {}

    @property
    def baseline(self) -> dict[str, float]:
        """What a model without inputs would get of each of the accuracies."""
        return self.record["baseline"] or {}

    @property
    def accuracies_elsewhere(self) -> list[AccuraciesElsewhere]:
        """The same for rows of other kinds (new customers, later times), where these differ beyond chance."""
        return self.record["accuracies_elsewhere"] or []

    @property
    def inputs(self) -> list[str]:
        return self.record["inputs"] or []

    @property
    def warnings(self) -> list[str]:
        """What to know of the table before trusting the model."""
        return self.record["warnings"] or []

    def __repr__(self) -> str:
        if self.status == "complete":
            said = f"{self.task} of {self.target!r}, accuracy {_html.number(self.accuracy)}, version {self.version}"
        else:
            said = f"{self.target!r}, {self.status}" + (f": {self.record['error']}" if self.record["error"] else "")
        return f"<{type(self).__name__} {self.name!r} in {self.record['project']!r}: {said}>"

    def _repr_html_(self) -> str:
        record = self.record
        facts = {
            "project": record["project"],
            "target": record["target"],
            "task": record["task"],
            "status": record["status"],
            "error": record["error"],
            "accuracy": record["accuracy"],
            "rows": record["row_count"],
            "inputs": ", ".join(self.inputs[:30]) or None,
            "seconds": record["training_seconds"],
        }
        figures = [
            {"metric": name, "value": value, "baseline": self.baseline.get(name)}
            for name, value in self.accuracies.items()
        ]
        more = _html.table(figures, ["metric", "value", "baseline"]) if figures else ""
        return _html.card(f"Model {self.name}, version {self.version}", facts, more, _html.warnings(self.warnings))


class TableView:
    record: TableRecord

    @property
    def name(self) -> str:
        return self.record["name"]

    @property
    def id(self) -> str:
        return self.record["id"]

    @property
    def row_count(self) -> int:
        return self.record["row_count"]

    @property
    def types(self) -> dict[str, str]:
        """How each column was read."""
        return {column["name"]: column["type"] for column in self.record["columns"]}

    @property
    def warnings(self) -> list[str]:
        """What was guessed or left out when the table was read."""
        return [one["detail"] for one in self.record["warnings"]]

    def __len__(self) -> int:
        return self.row_count

    def __repr__(self) -> str:
        columns = ", ".join(f"{name}: {kind}" for name, kind in list(self.types.items())[:12])
        said = columns + (", …" if len(self.types) > 12 else "")
        place = self.record["project"]
        return f"<{type(self).__name__} {self.name!r} in {place!r}: {self.row_count:,} rows ({said})>"

    def _repr_html_(self) -> str:
        columns = ["name", "type", "nulls", "distinct", "min", "max"]
        rows: list[dict[str, Any]] = [dict(column) for column in self.record["columns"]]
        facts = {"project": self.record["project"], "rows": self.row_count}
        return _html.card(f"Table {self.name}", facts, _html.table(rows, columns), _html.warnings(self.warnings))


class Answer:
    """What an agent answered."""

    def __init__(self, completion: dict[str, Any]) -> None:
        self.completion = completion
        message = completion["message"]
        self.text: str = message["content"]
        self.citations: list[dict[str, Any]] = message["citations"]
        self.steps: list[dict[str, Any]] = message["steps"]
        #: False where nothing that the agent has answers what was asked.
        self.answered: bool = message.get("answered", True)
        #: False where the text does not rest on what was looked up; None where nothing was to be.
        self.grounded: bool | None = message.get("grounded")
        #: Name of the language model, or ``builtin`` for the rules.
        self.answered_by: str | None = message.get("answered_by")
        #: Other ways to read the question, each with a ``question`` that asks it so.
        self.alternatives: list[dict[str, str]] = message.get("alternatives", [])
        #: The word that a refused question lacks, with entries of a glossary that would give it a meaning.
        self.would_help: dict[str, Any] | None = message.get("would_help")
        self.conversation_id: str = completion["conversation_id"]
        self.usage: dict[str, Any] = completion["usage"]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Answer({self.text!r})"

    def _repr_markdown_(self) -> str:
        sources = dict.fromkeys(one.get("source", "") for one in self.citations)
        return self.text + (f"\n\n*Sources: {', '.join(sources)}*" if sources else "")
