"""Estimators in the manner of scikit-learn: `fit` trains a model in the service, `predict` asks it."""

from __future__ import annotations

import uuid
import weakref
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_array
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    assert_all_finite,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from ._sync.client import Client
from ._sync.models import Model
from ._sync.transport import Transport
from ._wire import Call
from .errors import TrainingFailed
from .frames.kinds import text_of

#: Checks of scikit-learn (`check_estimator`) that these estimators do not pass, and why.
EXPECTED_FAILED_CHECKS: dict[str, str] = {}


class _SibylEstimator(BaseEstimator):  # type: ignore[misc, unused-ignore]
    _task: str

    def __init__(
        self,
        *,
        client: Client | None = None,
        project: str | None = None,
        name: str | None = None,
        quality: str | None = None,
        effort: str | None = None,
        time_budget_seconds: float | None = None,
        metric: str | None = None,
        random_state: int | None = None,
        options: Mapping[str, Any] | None = None,
        verbose: bool = False,
    ) -> None:
        self.client = client
        self.project = project
        self.name = name
        self.quality = quality
        self.effort = effort
        self.time_budget_seconds = time_budget_seconds
        self.metric = metric
        self.random_state = random_state
        self.options = options
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _train(self, X: Any, y: Any, target_type: str | None) -> None:
        rows, target = _joined(X, y)
        client = self.client if self.client is not None else Client()
        home = client.project(self.project) if self.project else client
        options = {
            **(self.options or {}),
            "task": self._task,
            "quality": self.quality,
            "effort": self.effort,
            "time_budget_seconds": self.time_budget_seconds,
            "metric": self.metric,
            "seed": None if self.random_state is None else int(self.random_state),
        }
        self._forget()
        name = self.name or f"sklearn_{uuid.uuid4().hex[:16]}"
        try:
            model = home.train(
                rows,
                target,
                name=name,
                replace=self.name is not None,
                options={key: value for key, value in options.items() if value is not None},
                types={target: target_type} if target_type else None,
                index=False,
                progress=self.verbose,
            )
        except TrainingFailed as error:
            if self.name is None:
                _delete(home._transport, home.models._path, home.tables._path, name)
            raise ValueError(str(error)) from error
        self.model_ = model
        if self.name is None:
            # A model without a name of its own goes with its estimator.
            self._cleaner = weakref.finalize(
                self, _delete, home._transport, home.models._path, home.tables._path, model.name
            )

    def _forget(self) -> None:
        cleaner = self.__dict__.pop("_cleaner", None)
        if cleaner is not None:
            cleaner()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled or copied may outlive this estimator: its model is kept then."""
        state = dict(super().__getstate__())
        cleaner = state.pop("_cleaner", None)
        if cleaner is not None:
            cleaner.detach()
        return state

    def _checked(self, X: Any) -> Any:
        check_is_fitted(self, "model_")
        return _inputs(self, X, reset=False)

    def describe(self) -> Any:
        """What the model says of itself: figures, importances, plots."""
        check_is_fitted(self, "model_")
        return self.model_.describe()


class SibylRegressor(RegressorMixin, _SibylEstimator):  # type: ignore[misc, unused-ignore]
    """Learns numbers. `predict_interval` gives bounds that hold for a share of unseen rows.

    Without a `name` the model is deleted together with the estimator, unless that was pickled.
    `client=None` takes SIBYL_URL and SIBYL_API_KEY.
    """

    _task = "regression"
    model_: Model

    def fit(self, X: Any, y: Any = None) -> SibylRegressor:
        _need(self, y)
        inputs = _inputs(self, X, reset=True)
        truth = column_or_1d(check_array(y, ensure_2d=False, dtype=None, ensure_all_finite=True), warn=True)
        check_consistent_length(inputs, truth)
        self._train(_framed(inputs), truth.astype("float64"), None)
        return self

    def predict(self, X: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
        inputs = self._checked(X)
        answer = self.model_.predict(_framed(inputs), index=False)
        return np.asarray(answer["prediction"].to_numpy(), dtype="float64")

    def predict_interval(self, X: Any, quantile: float = 0.9) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Lower and upper bound of each row, between which the share `quantile` of actual values lies."""
        inputs = self._checked(X)
        answer = self.model_.predict(_framed(inputs), quantile=quantile, index=False)
        return np.column_stack([answer["lower"].to_numpy(), answer["upper"].to_numpy()]).astype("float64")


class SibylClassifier(ClassifierMixin, _SibylEstimator):  # type: ignore[misc, unused-ignore]
    """Learns classes. `predict_proba` gives calibrated probabilities in the order of `classes_`.

    Without a `name` the model is deleted together with the estimator, unless that was pickled.
    `client=None` takes SIBYL_URL and SIBYL_API_KEY.
    """

    model_: Model
    classes_: np.ndarray[Any, Any]

    def fit(self, X: Any, y: Any = None) -> SibylClassifier:
        _need(self, y)
        inputs = _inputs(self, X, reset=True)
        truth = column_or_1d(y, warn=True)
        assert_all_finite(truth)
        check_classification_targets(truth)
        check_consistent_length(inputs, truth)
        self.classes_, codes = np.unique(truth, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"There must be at least two classes to learn; y has one class, {self.classes_[0]!r}.")
        self._task = "binary" if len(self.classes_) == 2 else "multiclass"
        labels = _labels(self.classes_)
        self._train(_framed(inputs), np.asarray(labels, dtype=object)[codes], "text")
        return self

    def predict(self, X: Any) -> np.ndarray[Any, Any]:
        inputs = self._checked(X)
        answer = self.model_.predict(_framed(inputs), index=False)
        places = {label: place for place, label in enumerate(_labels(self.classes_))}
        return self.classes_[[places[text_of(value)] for value in answer["prediction"].to_list()]]

    def predict_proba(self, X: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
        inputs = self._checked(X)
        answer = self.model_.predict(_framed(inputs), index=False)
        columns = [answer[f"probability_{label}"].to_numpy() for label in _labels(self.classes_)]
        chances = np.column_stack(columns).astype("float64")
        return cast("np.ndarray[Any, np.dtype[np.float64]]", chances / chances.sum(axis=1, keepdims=True))


def _need(estimator: BaseEstimator, y: Any) -> None:
    if y is None:
        kind = type(estimator).__name__
        raise ValueError(f"{kind} requires y to be passed, but the target y is None.")


def _is_frame(X: Any) -> bool:
    return type(X).__module__.split(".")[0] in ("pandas", "polars") and type(X).__name__ == "DataFrame"


def _inputs(estimator: BaseEstimator, X: Any, *, reset: bool) -> Any:
    """A frame keeps its columns' types; all else is an array as scikit-learn checks it."""
    if not _is_frame(X):
        return validate_data(
            estimator, X, reset=reset, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=2 if reset else 1
        )
    validate_data(estimator, X, reset=reset, skip_check_array=True)
    if reset and len(X) < 2:
        raise ValueError(f"Found {len(X)} sample(s) while a minimum of 2 is required.")
    return X


def _framed(inputs: Any) -> Any:
    if _is_frame(inputs):
        return inputs
    return pd.DataFrame({f"x{position}": inputs[:, position] for position in range(inputs.shape[1])})


def _joined(X: Any, y: Any) -> tuple[Any, str]:
    """The frame with the target as its last column, under a name that no input has."""
    names = {str(name) for name in X.columns}
    target = next(name for name in ("target", "y", f"target_{uuid.uuid4().hex[:8]}") if name not in names)
    if type(X).__module__.split(".")[0] == "polars":
        import polars as pl

        return X.with_columns(pl.Series(target, list(y))), target
    return X.reset_index(drop=True).assign(**{target: y}), target


def _labels(classes: np.ndarray[Any, Any]) -> list[str]:
    """Classes as text; by number where two would read the same."""
    labels = [text_of(value) for value in classes.tolist()]
    if len(set(labels)) == len(labels) and all(label.strip() == label and label for label in labels):
        return labels
    return [f"class {place}" for place in range(len(labels))]


def _delete(transport: Transport, models: str, tables: str, name: str) -> None:
    """Removes a model and its rows, as far as the service can be reached now."""
    impatient = Transport(replace(transport.settings, max_retries=0, timeout=5.0))
    for path in (f"{models}/{name}", f"{tables}/{name}_rows"):
        with suppress(Exception):
            impatient.send(Call("DELETE", path))
    with suppress(Exception):
        impatient.close()
