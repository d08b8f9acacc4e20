"""What a model says of itself, in one object: text, notebook, plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from . import _html
from .errors import InputError, MissingPackage
from .records import ModelRecord

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Rows = Sequence[Mapping[str, Any]]
#: What `describe()` asks for, in this order; a model may have no answer to some.
ATTRIBUTES = (
    "info",
    "accuracies",
    "importances",
    "calibration",
    "residuals",
    "confusion_matrix",
    "dependence",
)


def _where(row: Mapping[str, Any]) -> str:
    """Which rows a figure is for, where these are not like those of the table."""
    if "scheme" not in row:
        return ""
    if row["column"] is None:
        return "rows without duplicates"
    kind = {"group": "new", "forward": "later"}.get(row["scheme"], "known")
    return f"rows of {kind} {row['column']}"


@dataclass(repr=False)
class Description:
    model: ModelRecord
    #: Answers by attribute, as the service gives them.
    attributes: dict[str, Rows] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Rows:
        attributes: dict[str, Rows] = self.__dict__.get("attributes", {})
        if name in attributes:
            return attributes[name]
        raise AttributeError(f"The description has no {name!r}; it has {', '.join(attributes)}.")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.attributes]

    def frame(self, attribute: str) -> Any:
        """One attribute as a pandas DataFrame."""
        if attribute not in self.attributes:
            raise InputError(f"The description has no {attribute!r}; it has {', '.join(self.attributes)}.")
        return as_frame(self.attributes[attribute])

    @property
    def stages(self) -> str:
        info = self.attributes.get("info") or [{}]
        return str(info[0].get("model", ""))

    def _importances(self) -> list[tuple[str, float]]:
        return [(str(row["column"]), float(row["importance"])) for row in self.attributes.get("importances", [])]

    def __repr__(self) -> str:
        model = self.model
        lines = [
            f"{model['name']} (version {model['version']}): {model['task']} of {model['target']!r}"
            f" from {model['row_count']:,} rows",
            f"  {self.stages}",
        ]
        for row in self.attributes.get("accuracies", []):
            error, base = row.get("standard_error"), row.get("baseline")
            more = f" ± {_html.number(float(f'{error:.2g}'))}" if error is not None else ""
            more += f"  (baseline {_html.number(base)})" if base is not None else ""
            where = _where(row)
            lines.append(f"  {row['metric']:<18}{_html.number(float(row['value']))}{more}{where and f'  for {where}'}")
        important = self._importances()
        most = max((value for _, value in important), default=0) or 1
        width = max((len(name) for name, _ in important[:12]), default=0)
        for name, value in important[:12]:
            lines.append(f"  {name:<{width}}  {'█' * max(0, round(24 * value / most)):<24} {value:.3f}")
        if len(important) > 12:
            lines.append(f"  … and {len(important) - 12} more columns")
        lines += [f"  ⚠ {text}" for text in model["warnings"] or []]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        model = self.model
        return _html.card(
            f"{model['name']} (version {model['version']}): {model['task']} of {model['target']}",
            {"rows": model["row_count"], "stages": self.stages},
            _html.table(
                [{**row, "rows": _where(row)} for row in self.attributes.get("accuracies", [])],
                ["metric", "value", "standard_error", "baseline", "rows"],
            ),
            _html.bars(self._importances()[:20]),
            _html.warnings(model["warnings"] or []),
        )

    def plot_importances(self, ax: Axes | None = None, most: int = 20) -> Axes:
        """Share of each column in what the model would lose without it; grey: not beyond chance."""
        rows = list(self._need("importances"))[:most][::-1]
        axes = _axes(ax, height=0.3 * len(rows) + 1)
        axes.barh(
            [str(row["column"]) for row in rows],
            [row["importance"] for row in rows],
            xerr=[row.get("spread") or 0 for row in rows],
            color=["#bbbbbb" if row.get("within_noise") else "#4c78a8" for row in rows],
        )
        axes.set(xlabel="importance", title=f"Feature importance for {self.model['target']}")
        return axes

    def plot_predictions(self, ax: Axes | None = None) -> Axes:
        """Of held-out rows: truth against prediction in bands (numbers), or the confusion matrix (classes)."""
        if self.model["task"] in ("binary", "multiclass"):
            return self._plot_confusion(ax)
        bands = self._need("residuals")[0]["bands"]
        axes = _axes(ax)
        middle = [(band["from"] + band["to"]) / 2 for band in bands]
        actual = [at + band["median"] for at, band in zip(middle, bands, strict=True)]
        spread = [
            [band["median"] - band["low"] for band in bands],
            [band["high"] - band["median"] for band in bands],
        ]
        axes.errorbar(middle, actual, yerr=spread, fmt="o", capsize=3, label="held-out rows: median, 5 % to 95 %")
        ends = [bands[0]["from"], bands[-1]["to"]]
        axes.plot(ends, ends, "--", color="#888888", label="prediction = actual")
        axes.set(xlabel=f"predicted {self.model['target']}", ylabel="actual")
        axes.legend()
        return axes

    def _plot_confusion(self, ax: Axes | None) -> Axes:
        classes, counts = confusion(self._need("confusion_matrix"))
        names = [str(name) for name in classes]
        axes = _axes(ax)
        axes.imshow(counts, cmap="Blues")
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(names)), names)
        for y, line in enumerate(counts):
            for x, count in enumerate(line):
                axes.text(x, y, str(count), ha="center", va="center")
        axes.set(xlabel="predicted", ylabel="actual")
        return axes

    def plot_calibration(self, ax: Axes | None = None) -> Axes:
        """Of answers given with a confidence, the share that was right (or inside the bounds)."""
        rows = self._need("calibration")
        axes = _axes(ax)
        axes.plot(
            [row["confidence"] for row in rows],
            [row["observed"] for row in rows],
            "o-",
            label="held-out rows",
        )
        ends = [min(min(row["confidence"], row["observed"]) for row in rows), 1]
        axes.plot(ends, ends, "--", color="#888888", label="as promised")
        axes.set(xlabel="confidence", ylabel="observed")
        axes.legend()
        return axes

    def plot_dependence(self, column: str | None = None, ax: Axes | None = None, of_class: Any = None) -> Axes:
        """The mean answer along one column, with the middle four fifths of the answers."""
        curves = self._need("dependence")
        names = list(dict.fromkeys(curve["column"] for curve in curves))
        if column is not None and column not in names:
            raise InputError(f"There is no curve of {column!r}; there are some of {', '.join(map(str, names))}.")
        fitting = [curve for curve in curves if curve["column"] == (column or names[0])]
        # Of two classes the second says all; of more the first is as good as any.
        curve = next((one for one in fitting if one["class"] == of_class), fitting[-1 if len(fitting) == 2 else 0])
        axes = _axes(ax)
        points = curve["points"]
        low, high = [point["low"] for point in points], [point["high"] for point in points]
        mean = [point["mean"] for point in points]
        numeric = all(isinstance(point["value"], int | float) for point in points)
        at = [point["value"] if numeric else str(point["value"]) for point in points]
        if numeric:
            axes.plot(at, mean)
            axes.fill_between(at, low, high, alpha=0.2)
        else:
            below = [center - end for center, end in zip(mean, low, strict=True)]
            above = [end - center for center, end in zip(mean, high, strict=True)]
            axes.errorbar(at, mean, yerr=[below, above], fmt="o", capsize=3)
            axes.tick_params(axis="x", rotation=45)
        what = (
            self.model["target"] if curve["class"] is None else f"probability of {self.model['target']} = {curve['class']}"
        )
        axes.set(xlabel=str(curve["column"]), ylabel=what)
        return axes

    def plot(self) -> Any:
        """All that there is, in one figure."""
        plt = _pyplot()
        plots = [
            draw
            for name, draw in (
                ("importances", self.plot_importances),
                ("residuals", self.plot_predictions),
                ("confusion_matrix", self.plot_predictions),
                ("calibration", self.plot_calibration),
                ("dependence", self.plot_dependence),
            )
            if self.attributes.get(name)
        ]
        figure, axes = plt.subplots(1, len(plots), figsize=(4.5 * len(plots), 4), squeeze=False)
        for draw, ax in zip(plots, axes[0], strict=True):
            draw(ax=ax)
        figure.tight_layout()
        return figure

    def _need(self, attribute: str) -> Rows:
        rows = self.attributes.get(attribute)
        if not rows:
            task = self.model["task"]
            raise InputError(f"A {task} model has no {attribute}; it has {', '.join(self.attributes)}.")
        return rows


def confusion(rows: Rows) -> tuple[list[Any], list[list[int]]]:
    """The classes, and for each true class how often each class was answered."""
    classes = list(dict.fromkeys(row[side] for side in ("truth", "predicted") for row in rows))
    counts = {(row["truth"], row["predicted"]): int(row["count"]) for row in rows}
    return classes, [[counts.get((truth, answered), 0) for answered in classes] for truth in classes]


def as_frame(rows: Rows) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise MissingPackage("This gives a DataFrame: pip install 'sibyl-client[pandas]'.") from error
    return pandas.DataFrame([dict(row) for row in rows])


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise MissingPackage("Plots need matplotlib: pip install 'sibyl-client[plots]'.") from error
    return plt


def _axes(ax: Axes | None, height: float = 4) -> Axes:
    if ax is not None:
        return ax
    return cast("Axes", _pyplot().subplots(figsize=(6, max(2.5, height)))[1])
