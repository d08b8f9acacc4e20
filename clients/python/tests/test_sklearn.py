"""Estimators among those of scikit-learn. All of its checks are run by `pytest -m long` (some 200 trainings)."""

from __future__ import annotations

import gc
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from homes import homes
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator

import sibyl
from sibyl.sklearn import EXPECTED_FAILED_CHECKS, SibylClassifier, SibylRegressor

#: Those that train nothing, and for each kind two that do. `-m long` runs all.
REPRESENTATIVE = {
    "check_estimator_cloneable",
    "check_valid_tag_types",
    "check_estimator_repr",
    "check_no_attributes_set_in_init",
    "check_estimators_unfitted",
    "check_do_not_raise_errors_in_init_or_set_params",
    "check_mixin_order",
    "check_complex_data",
    "check_estimators_empty_data_messages",
    "check_estimator_sparse_tag",
    "check_estimator_sparse_array",
    "check_supervised_y_no_nan",
    "check_requires_y_none",
    "check_fit2d_1sample",
    "check_fit1d",
    "check_parameters_default_constructible",
    "check_get_params_invariance",
    "check_set_params",
    "check_classifiers_one_label",
    "check_classifiers_regression_target",
}
TRAINED = {
    SibylRegressor: {"check_methods_subset_invariance", "check_dict_unchanged"},
    SibylClassifier: {"check_estimators_pickle", "check_supervised_y_2d"},
}


def run_checks(estimator: Any, chosen: set[str] | None) -> None:
    ran = set()
    for checked, check in estimator_checks_generator(
        estimator, expected_failed_checks=EXPECTED_FAILED_CHECKS, mark="skip"
    ):
        name = check.func.__name__ if hasattr(check, "func") else check.__name__
        if chosen is not None and name not in chosen:
            continue
        ran.add(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                check(checked)
            except Exception as error:
                if type(error).__name__ != "SkipTest":
                    raise AssertionError(f"{name}: {error}") from error
    assert len(ran) >= 18


@pytest.mark.parametrize("kind", [SibylRegressor, SibylClassifier])
def test_representative_checks_of_scikit_learn(client: sibyl.Client, project: sibyl.Project, kind: Any) -> None:
    # Two trainings are compared, which a busy machine may hurry differently.
    estimator = kind(client=client, project=project.name, effort="quick", time_budget_seconds=120)
    run_checks(estimator, REPRESENTATIVE | TRAINED[kind])


@pytest.mark.long
@pytest.mark.parametrize("kind", [SibylRegressor, SibylClassifier])
def test_all_checks_of_scikit_learn(client: sibyl.Client, project: sibyl.Project, kind: Any) -> None:
    run_checks(kind(client=client, project=project.name, effort="quick"), None)


def test_in_pipelines_and_cross_validation(client: sibyl.Client, project: sibyl.Project) -> None:
    frame = homes(150)
    inputs, target = frame.drop(columns="price"), frame["price"]
    scale = ColumnTransformer([("scale", StandardScaler(), ["rooms"])], remainder="passthrough")
    scale.set_output(transform="pandas")
    regressor = SibylRegressor(client=client, project=project.name, effort="quick")
    line = make_pipeline(scale, regressor)
    assert cross_val_score(line, inputs, target, cv=2).min() > 0.8
    fitted = clone(regressor).fit(inputs, target)
    bounds = fitted.predict_interval(inputs, quantile=0.8)
    inside = (bounds[:, 0] <= target) & (target <= bounds[:, 1])
    assert 0.7 < inside.mean() <= 1
    assert list(fitted.feature_names_in_) == list(inputs.columns)
    with pytest.raises(ValueError, match="feature names"):
        fitted.predict(inputs[inputs.columns[::-1]])


def test_models_go_with_their_estimators_unless_they_are_kept(client: sibyl.Client, project: sibyl.Project) -> None:
    frame = homes(80)
    inputs, dear = frame.drop(columns="price"), np.where(frame["price"] > 350, "dear", "cheap")
    classifier = SibylClassifier(client=client, project=project.name, effort="quick").fit(inputs, dear)
    chances = classifier.predict_proba(inputs)
    assert chances.shape == (80, 2)
    assert (classifier.classes_[chances.argmax(axis=1)] == classifier.predict(inputs)).mean() > 0.95
    assert classifier.score(inputs, dear) > 0.85
    name = classifier.model_.name
    kept = pickle.dumps(classifier)
    del classifier
    gc.collect()
    assert (pickle.loads(kept).predict(inputs) == dear).mean() > 0.85
    assert [model.name for model in project.models.list()] == [name]
    other = SibylClassifier(client=client, project=project.name, effort="quick").fit(inputs, dear)
    assert len(list(project.models.list())) == 2
    del other
    gc.collect()
    assert [model.name for model in project.models.list()] == [name]
    assert [table.name for table in project.tables.list()] == [f"{name}_rows"]


@pytest.mark.long
def test_a_search_over_parameters(client: sibyl.Client, project: sibyl.Project) -> None:
    random = np.random.default_rng(0)
    inputs = random.normal(size=(60, 2))
    labels = (inputs[:, 0] > 0).astype(int)
    base = SibylClassifier(client=client, project=project.name, effort="quick")
    search = GridSearchCV(base, {"metric": ["auc", "log_loss"]}, cv=2, refit=False).fit(inputs, labels)
    assert search.best_score_ > 0.8
