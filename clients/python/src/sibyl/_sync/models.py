# Generated from _async by scripts/make_sync.py: change it there.
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from .. import _wire
from .._curves import CURVES, curves_of, slices_of
from .._monitoring import drift_of, errors_of, sample_of, truths_of, unseen_of, windows_of
from .._predicting import MOST_ROWS, Batches, Collected, check_options, contributions
from .._views import ModelView
from .._wire import Call
from ..description import ATTRIBUTES, Description, as_frame
from ..errors import (
    BadRequest,
    ConnectionFailed,
    InputError,
    NotFound,
    ServiceError,
    SibylError,
    TooLarge,
    TrainingCancelled,
    TrainingFailed,
)
from ..frames.incoming import prepare
from ..frames.kinds import Answers, Prepared
from ..progress import Shown, display
from ..records import ModelRecord, Prediction, Row
from ._runtime import interrupts, once_more, sleep
from .transport import Transport

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from typing_extensions import Unpack

    from .._predicting import PredictOptions

Frame = TypeVar("Frame", "pd.DataFrame", "pl.DataFrame")

PREDICT_SECONDS = 600.0
EXPLAINED_ROWS = 500
LONGEST_POLL = 1.5


class Model(ModelView):
    """A model of a project: its record as it was read, and what can be done with it."""

    def __init__(self, transport: Transport, record: ModelRecord, target_dtype: Any = None) -> None:
        self._transport = transport
        self.record = record
        #: How the frame had the target that this model was trained on in this program: answers come back so.
        self._target_dtype = target_dtype

    @property
    def _path(self) -> str:
        return _wire.address(self.record["project"], "models", self.record["name"])

    def refresh(self) -> Model:
        self.record = cast(ModelRecord, self._transport.json(_wire.reading("GET", self._path)))
        return self

    def wait(self, progress: Shown = True, *, cancel: bool = False) -> Model:
        """Waits for the end of the training. With `cancel`, whoever ends the wait (Ctrl-C) ends the training.

        Raises `TrainingFailed` or `TrainingCancelled`.
        """
        shown = display(progress, f"Training {self.name}")
        version = f"{self._path}.{self.record['version']}"
        pause = 0.1
        heard = monotonic()
        try:
            while True:
                shown.update(self.record)
                if self.status not in ("queued", "training"):
                    break
                sleep(pause)
                pause = min(LONGEST_POLL, pause * 1.3)
                try:
                    # By its number: once it is cancelled, the model's record is of the version that answers.
                    self.record = cast(ModelRecord, self._transport.json(_wire.reading("GET", version)))
                    heard = monotonic()
                except ConnectionFailed as error:
                    # A service that is started again goes on with its trainings.
                    if monotonic() - heard > self._transport.settings.max_wait:
                        hint = f"The training may go on: models.get({self.name!r}).wait() sees how it ends."
                        raise ConnectionFailed(f"{error} {hint}") from error
        except interrupts():
            if cancel:
                once_more(self._cancel_quietly)
            raise
        finally:
            shown.close()
        if self.status == "complete":
            return self
        if self.status == "cancelled":
            raise TrainingCancelled(f"The training of {self.name!r} was cancelled.", self.record)
        raise TrainingFailed(f"The training of {self.name!r} failed: {self.record['error']}", self.record)

    def _cancel_quietly(self) -> None:
        # It may have ended by itself a moment before.
        with suppress(ServiceError):
            self.cancel()

    def cancel(self) -> Model:
        self._transport.send(_wire.creating("POST", f"{self._path}/cancel"))
        return self.refresh()

    def retrain(
        self,
        data: Any = None,
        *,
        options: Mapping[str, Any] | None = None,
        policy: str | None = None,
        wait: bool = True,
        progress: Shown = True,
        index: bool | None = None,
    ) -> Model:
        """
        Trains a new version: of the same source, or of other rows when given. The old one answers meanwhile.
        `policy` of this version: "always", "better" or "ask" (compared, and active once it is accepted).
        """
        body: dict[str, Any] = {} if policy is None else {"policy": policy}
        if data is not None:
            from .tables import Tables

            source = self.record["source"].get("table") or f"{self.name}_rows"
            tables = Tables(self._transport, self.record["project"])
            table = tables.upload(source, data, replace=True, index=index)
            body["from"] = {"table": table.name}
        if options is not None:
            body["options"] = dict(options)
        call = _wire.creating("POST", f"{self._path}/retrain", json=body)
        self.record = cast(ModelRecord, self._transport.json(call))
        return self.wait(progress, cancel=True) if wait else self

    def grow(self, *, wait: bool = True, progress: Shown = True) -> Model:
        """Fits what answers again on the rows that its source has now: a part of the time of `retrain`."""
        call = _wire.creating("POST", f"{self._path}/update", json={})
        self.record = cast(ModelRecord, self._transport.json(call))
        return self.wait(progress, cancel=True) if wait else self

    @overload
    def predict(self, data: Frame, **options: Unpack[PredictOptions]) -> Frame: ...
    @overload
    def predict(self, data: Mapping[str, Any], **options: Unpack[PredictOptions]) -> Prediction: ...
    @overload
    def predict(
        self, data: Sequence[Mapping[str, Any]], **options: Unpack[PredictOptions]
    ) -> list[Prediction]: ...

    def predict(self, data: Any, **options: Unpack[PredictOptions]) -> Any:
        """Predicts each row. A DataFrame is answered by one of the same index, dicts by dicts.

        Columns: `prediction`, `lower` and `upper` (they hold `quantile` of all actual values, 0.9 when absent),
        `confidence`, of classes `probability_…`; and where the rows bring the target, `actual` and `anomaly`.
        Options: `quantile`, `threshold`, `missing`, `unknown_columns`, `record` (`False`: a monitored model does not
        count these rows); of forecasts `horizon`, `history` (rows that came after the training), `future` (known
        inputs of times to come) and `cumulative`; `details=True` adds a dict with what else is known (unknown inputs,
        unseen values, ranges left); `index`, `batch_size`.
        """
        asked = check_options(options)
        if self.task is None:
            # It was not trained yet when its record was read.
            self.refresh()
        prepared = prepare(data, index=asked.index, wanted=self.inputs)
        collected = Collected(self.target, self.task, self.target in prepared.names, asked.details)
        for rows in self._batches(prepared, asked.params, asked.batch_size):
            collected.add(rows)
        return prepared.frame(collected.answers(), self._target_dtype)

    def predict_table(
        self,
        table: str | None = None,
        *,
        sql: str | None = None,
        connection: str | None = None,
        into: str | None = None,
        replace: bool = False,
        timeout: float | None = None,
        **params: Any,
    ) -> Row:
        """Predicts a whole table or query of the service, however many rows it has, and waits for it.

        `into` makes a table of the result. Answers the record; `download_predictions` fetches its rows.
        """
        source = {"table": table} if sql is None else {"sql": sql, **({"connection": connection} if connection else {})}
        body: dict[str, Any] = {"from": source, "params": params}
        if into is not None:
            body["into"] = {"table": into, "replace": replace}
        call = _wire.creating("POST", f"{self._path}/predictions", json=body)
        batch = cast(Row, self._transport.json(call))
        deadline = None if timeout is None else monotonic() + timeout
        pause = 0.1
        while batch["status"] in ("queued", "running"):
            if deadline is not None and monotonic() > deadline:
                raise TimeoutError(f"The predictions {batch['id']} are still {batch['status']}.")
            sleep(pause)
            pause = min(LONGEST_POLL, pause * 1.5)
            path = f"{self._path}/predictions/{batch['id']}"
            batch = cast(Row, self._transport.json(_wire.reading("GET", path)))
        if batch["status"] == "failed":
            raise SibylError(str(batch["error"]))
        return batch

    def download_predictions(self, batch: Row, path: str | PathLike[str]) -> Path:
        """Writes the rows of `predict_table` to a file, in the format of its ending: csv, parquet, ndjson, xlsx …"""
        query = {"format": Path(path).suffix.removeprefix(".") or "parquet"}
        address = f"{self._path}/predictions/{batch['id']}/download"
        return self._save(_wire.reading("GET", address, query=query, patience=PREDICT_SECONDS), path)

    def delete_predictions(self, batch: Row) -> None:
        """Cancels predictions that run, and deletes them with their result."""
        self._transport.send(Call("DELETE", f"{self._path}/predictions/{batch['id']}"))

    def _batches(
        self, prepared: Prepared, params: Mapping[str, Any], batch_size: int | None
    ) -> Iterator[list[Row]]:
        batches = Batches(prepared, params, batch_size or MOST_ROWS)
        for body in batches.bodies():
            call = _wire.reading(
                "POST",
                f"{self._path}/predict",
                body=body,
                content_type="application/json",
                patience=PREDICT_SECONDS,
            )
            try:
                rows = cast("list[Row]", self._transport.json(call))
            except TooLarge:
                if not batches.shrink():
                    raise
                continue
            except BadRequest as error:
                raise batches.locate(error) from None
            batches.done()
            yield rows

    def explain(self, data: Any, *, index: bool | None = None) -> Any:
        """What each column contributed to each prediction: `base` plus all contributions is `prediction`."""
        prepared = prepare(data, index=index, wanted=self.inputs)
        rows: list[dict[str, Any]] = []
        for answered in self._batches(prepared, {"explain": True}, EXPLAINED_ROWS):
            rows += contributions(self.target, answered)
        names = ["prediction", "base", *self.inputs]
        return prepared.frame(Answers({name: [row.get(name) for row in rows] for name in names}, len(rows)))

    @overload
    def describe(self, attribute: None = None) -> Description: ...
    @overload
    def describe(self, attribute: str) -> pd.DataFrame: ...

    def describe(self, attribute: str | None = None) -> Any:
        """All that matters in one object with plots; or one attribute as a DataFrame.

        Attributes: `features`, `importances`, `accuracies`, `calibration`, `coverage`, `confusion_matrix`,
        `classes`, `roc`, `precision_recall`, `gains`, `threshold`, `slices`, `predicted_actual`, `residuals`,
        `dependence`, `learning`, `backtest`, `model`, `data`, `plan`.
        """
        if attribute is not None:
            return as_frame(self._attribute(attribute))
        self.refresh()
        found: dict[str, Any] = {}
        for name in ATTRIBUTES:
            rows = self._attribute(name)
            if rows:
                found[name] = rows
        return Description(self.record, found)

    def _attribute(self, attribute: str) -> list[Row]:
        call = _wire.reading("GET", f"{self._path}/describe", query={"attribute": attribute})
        return cast("list[Row]", self._transport.json(call))

    def curves(self) -> dict[str, pd.DataFrame]:
        """Of held-out rows: `roc`, `precision_recall` and `gains` of two classes, `classes` of all, of forecasts
        `backtest` (each forecast beside what came); points of numbers as `predicted_actual` where they are not too
        many."""
        found = {name: self._attribute(name) for name in CURVES}
        return {name: cast("pd.DataFrame", as_frame(rows)) for name, rows in curves_of(found).items()}

    def slices(self) -> pd.DataFrame:
        """Where the model is worse than elsewhere beyond chance; without a row where there is no such place."""
        return cast("pd.DataFrame", as_frame(slices_of(self._attribute("slices"))))

    def threshold(
        self, threshold: float | None = None, *, costs: Mapping[str, Mapping[str, float]] | None = None
    ) -> pd.DataFrame:
        """What the threshold of two classes is worth, after setting it where one is given.

        Empty where the likelier class is answered (`set_threshold()` goes back to that).
        """
        if threshold is not None or costs is not None:
            self._change({"threshold": threshold, "costs": costs})
        return cast("pd.DataFrame", as_frame(self._attribute("threshold")))

    def compare(self, other: str | Model | int) -> pd.DataFrame:
        """Each figure of this and another model (or version) of the same target, on rows neither learned from.

        `other` is a model, its name (`rent`, `rent@2`), or the number of a version of this one. `better` says which
        one is better beyond chance; `attrs` of the frame has the number of rows and which these are.
        """
        named = f"@{other}" if isinstance(other, int) else other if isinstance(other, str) else other.name
        call = _wire.reading("GET", f"{self._path}/comparison", query={"with": named})
        answer = cast("Row", self._transport.json(call))
        frame = cast("pd.DataFrame", as_frame(answer.pop("figures")))
        frame.attrs.update(answer)
        return frame

    def set_monitor(self, **settings: Any) -> Model:
        """Turns monitoring on: predicted rows and predictions are compared with the training rows.

        `window` ("hour" or "day"), `sample_rows`, `exclude` (columns), `id_column`, `shadow`; `enabled=False` ends it.
        """
        return self._change({"monitor": settings})

    def set_threshold(
        self, threshold: float | None = None, *, costs: Mapping[str, float] | None = None
    ) -> Model:
        """From which probability on the second of two classes is answered, without another training.

        `costs` (`{"yes": {"missed": 20, "false": 1}}`) decide it unless it is given; with neither the likelier
        class is answered. `describe("threshold")` tells what it is worth.
        """
        return self._change({"threshold": threshold, "costs": costs})

    def _change(self, change: Mapping[str, Any]) -> Model:
        call = Call("PUT", self._path, json=dict(change), repeatable=True)
        self.record = cast(ModelRecord, self._transport.json(call))
        return self

    def set_schedule(self, schedule: Mapping[str, Any] | None, policy: str | None = None) -> Model:
        """Retrains by `cron` (and `time_zone`), `after_rows` or `on_alarm`; None: never.

        `policy`: "always", "better" or "ask" says which retrained version answers.
        """
        return self._change({"schedule": None if schedule is None else dict(schedule), "policy": policy})

    def truths(self, data: Any, *, index: bool | None = None) -> Row:
        """
        Sends actual values: rows with the target, and the ID of the predicted row or its cells.

        An ID that is predicted each month means its newest prediction; a column `predicted_at` names another one by
        its month (`2026-01`), its day or a moment.

        `unseen_classes` of the answer has classes that training never saw, which count as errors: perhaps misspelt.
        """
        told: Row = {"received": 0, "joined": 0, "waiting": 0}
        unseen: list[Row] = []
        for rows in truths_of(prepare(data, index=index)):
            call = Call("POST", f"{self._path}/truths", json=rows, repeatable=True)
            answer = cast("Row", self._transport.json(call))
            told = {name: told[name] + answer[name] for name in told}
            unseen += [answer["unseen_classes"]] if "unseen_classes" in answer else []
        return told | unseen_of(unseen)

    def monitor(self) -> pd.DataFrame:
        """A row for each window: rows, drift, estimated and live figures."""
        return cast("pd.DataFrame", as_frame(windows_of(self._monitoring())))

    def drift(self) -> pd.DataFrame:
        """A row for each window and column: its distance from the training rows, and how significant that is."""
        return cast("pd.DataFrame", as_frame(drift_of(self._monitoring())))

    def shadow(self) -> pd.DataFrame:
        """Each figure of a challenger that predicts in the background, beside the version that answers."""
        compared = (self._monitoring())["shadow"]
        frame = cast("pd.DataFrame", as_frame(compared["figures"] if compared else []))
        frame.attrs.update({name: value for name, value in (compared or {}).items() if name != "figures"})
        return frame

    def challenger(self) -> Row:
        """The last retrained version beside the one that answers: `decision`, `reason`, and how they `compared`."""
        return cast("Row", self._transport.json(_wire.reading("GET", f"{self._path}/challenger")))

    def accept_challenger(self) -> Model:
        """Lets the version that waits answer."""
        return self._settle("accept")

    def reject_challenger(self) -> Model:
        """Keeps the version that answers."""
        return self._settle("reject")

    def _settle(self, verdict: str) -> Model:
        self._transport.json(Call("POST", f"{self._path}/challenger/{verdict}"))
        return self.refresh()

    def errors(self) -> pd.DataFrame:
        """A row for each part of each column: its error by actual values, beside other rows and beside what it was."""
        return cast("pd.DataFrame", as_frame(errors_of(self._errors())))

    def sample(self) -> pd.DataFrame:
        """Rows that were predicted, drawn at random, with their predictions."""
        call = _wire.reading("GET", f"{self._path}/monitor/sample", query={"limit": 1000})
        return cast("pd.DataFrame", as_frame(sample_of(cast("Row", self._transport.json(call)))))

    def _errors(self) -> Row:
        return cast("Row", self._transport.json(_wire.reading("GET", f"{self._path}/monitor/errors")))

    def _monitoring(self) -> Row:
        return cast("Row", self._transport.json(_wire.reading("GET", f"{self._path}/monitor")))

    def report(self, path: str | PathLike[str]) -> Path:
        """Writes the report of the model: one page of HTML that needs nothing else."""
        return self._save(_wire.reading("GET", f"{self._path}/report"), path)

    def versions(self) -> list[ModelRecord]:
        return cast("list[ModelRecord]", self._transport.json(_wire.reading("GET", f"{self._path}/versions")))

    def activate(self, version: int) -> Model:
        """Has another version answer."""
        call = Call("PUT", self._path, json={"active_version": version}, repeatable=True)
        self.record = cast(ModelRecord, self._transport.json(call))
        return self

    def export(self, path: str | PathLike[str]) -> Path:
        """Writes the trained model to a file, which `models.load` takes on any Sibyl service."""
        return self._save(_wire.reading("GET", f"{self._path}/export"), path)

    def _save(self, call: Call, path: str | PathLike[str]) -> Path:
        response = self._transport.send(call, streamed=True)
        target = Path(path)
        partial = target.with_name(target.name + ".partial")
        try:
            with partial.open("wb") as file:
                for piece in response.iter_bytes():
                    file.write(piece)
            partial.replace(target)
        finally:
            response.close()
            partial.unlink(missing_ok=True)
        return target

    def delete(self, *, permanently: bool = False) -> None:
        """It lies in the trash first, unless `permanently`."""
        self._transport.send(Call("DELETE", self._path, query={"permanently": permanently or None}))


class Models:
    """Models of a project."""

    def __init__(self, transport: Transport, project: str) -> None:
        self._transport = transport
        self._path = _wire.address(project, "models")

    def get(self, name: str) -> Model:
        """A model by name or ID; `rent.2` is version 2."""
        path = self._path + _wire.address(name).removeprefix("/api/projects")
        return Model(self._transport, cast(ModelRecord, self._transport.json(_wire.reading("GET", path))))

    def list(self, **filters: Any) -> Iterator[Model]:
        for record in self._transport.items(self._path, filters):
            yield Model(self._transport, cast(ModelRecord, record))

    def find(self, name: str) -> Model | None:
        """The same, or None where there is no such model."""
        try:
            return self.get(name)
        except NotFound as error:
            if error.code != "model_not_found":
                raise
            return None

    def create(
        self, name: str, target: str, source: Mapping[str, Any], options: Mapping[str, Any] | None = None
    ) -> Model:
        """Begins a training of what is in the service already: `source` is {"table": …} or {"sql": …}."""
        body = {"name": name, "target": target, "from": dict(source), "options": dict(options or {})}
        record = self._transport.json(_wire.creating("POST", self._path, json=body))
        return Model(self._transport, cast(ModelRecord, record))

    def load(self, name: str, path: str | PathLike[str], target: str | None = None) -> Model:
        """Makes a model of a file: an export, or a model of XGBoost or LightGBM (then with `target`)."""
        file = Path(path)
        if not file.is_file():
            raise InputError(f"There is no file {str(file)!r}.")
        call = _wire.creating(
            "POST",
            f"{self._path}/import",
            query={"name": name, "target": target},
            body=file,
            content_type="application/octet-stream",
            patience=PREDICT_SECONDS,
        )
        return Model(self._transport, cast(ModelRecord, self._transport.json(call)))

    def delete(self, name: str, *, permanently: bool = False) -> None:
        path = self._path + _wire.address(name).removeprefix("/api/projects")
        self._transport.send(Call("DELETE", path, query={"permanently": permanently or None}))
