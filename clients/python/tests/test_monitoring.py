"""A watched model: truths go out as a DataFrame, windows and drift come back as one."""

from __future__ import annotations

import time
from pathlib import Path

import pandas as pd
import pytest
from homes import homes

import sibyl
from sibyl._monitoring import sample_of, unseen_of


@pytest.fixture(scope="module")
def model(client: sibyl.Client) -> sibyl.Model:
    name = f"watched_{time.time_ns()}"
    client.projects.create(name)
    trained = client.project(name).train(homes(), target="price", effort="quick", progress=False)
    return trained.set_monitor(window="day")


def test_truths_are_joined_and_windows_are_frames(model: sibyl.Model, tmp_path: Path) -> None:
    frame = homes(50, seed=3)
    asked = frame.drop(columns="price").assign(__service_row_id=range(50))
    model.predict(asked)
    told = model.truths(frame.assign(__service_row_id=range(50))[["__service_row_id", "price"]])
    assert told == {"received": 50, "joined": 50, "waiting": 0}
    named = frame.assign(__service_row_id=range(50))[["__service_row_id", "price"]]
    now = pd.Timestamp.now("UTC")
    for when in (now.strftime("%Y-%m"), now, now.tz_localize(None), now.date()):
        assert model.truths(named.assign(predicted_at=when))["joined"] == 50
    assert model.truths(named.head(1).assign(predicted_at="2020-01"))["waiting"] == 1
    assert model.truths(frame) == {"received": 50, "joined": 50, "waiting": 0}
    windows = model.monitor()
    assert windows["rows"].sum() == 50
    assert windows["truths"].sum() == 100
    assert windows["mae"].notna().all()
    drift = model.drift()
    assert set(drift["column"]) <= set(model.inputs)
    # Only the first 50 of the 240 days and hours that it learned from were asked: times move, which is no drift.
    assert drift.loc[drift["is_drift"], "column"].tolist() == []
    assert {"window_start", "prediction", "confidence"} <= set(model.sample().columns)
    errors = model.errors()
    assert {"column", "error", "elsewhere", "is_worse"} <= set(errors.columns)
    assert len(model.shadow()) == 0
    assert "<h1>" in model.report(tmp_path / "report.html").read_text()


def test_cells_stay_beside_what_the_service_adds() -> None:
    added = {"window_start": "2026-01-24T00:00:00Z", "prediction": 5.5, "confidence": 0.9, "lower": 5, "upper": 6}
    rows = [
        {**added, "version": 2, "row": {"size": 40, "version": "A", "prediction": "sunny"}},
        {**added, "version": 2, "row": {"size": 50, "version": "B", "sibyl_prediction": 1}},
    ]
    first, second = sample_of({"model": "rent", "rows": rows})
    assert (first["version"], first["sibyl_version"], first["prediction"]) == ("A", 2, "sunny")
    assert (second["version"], second["sibyl_prediction"], second["sibyl_sibyl_prediction"]) == ("B", 1, 5.5)
    assert (first["sibyl_sibyl_prediction"], first["lower"], second["size"]) == (5.5, 5, 50)


def test_classes_that_training_never_saw_are_told(client: sibyl.Client) -> None:
    assert unseen_of([]) == {}
    pieces = [{"count": 2, "examples": ["a"]}, {"count": 7, "examples": ["b", "a", "c", "d", "e", "f"]}]
    assert unseen_of(pieces) == {"unseen_classes": {"count": 9, "examples": ["a", "b", "c", "d", "e"]}}
    name = f"unseen_{time.time_ns()}"
    client.projects.create(name)
    frame = homes().drop(columns="price").assign(kind=["tall", "low"] * (len(homes()) // 2))
    model = client.project(name).train(frame, target="kind", effort="quick", progress=False)
    told = model.set_monitor(window="day").truths(frame.head(1).assign(kind="tal"))
    assert told["unseen_classes"] == {"count": 1, "examples": ["tal"]}


def test_a_model_is_kept_fresh(model: sibyl.Model) -> None:
    record = model.set_schedule({"after_rows": 100}, policy="better").record
    assert record["schedule"] == {"after_rows": 100}
    with pytest.raises(sibyl.BadRequest, match="cron"):
        model.set_schedule({"cron": "often"})


def test_a_challenger_is_accepted_or_not(model: sibyl.Model) -> None:
    model.set_schedule(None, policy="ask")
    model.retrain(progress=False)
    waiting = model.challenger()
    assert waiting["decision"] == "waiting"
    assert model.reject_challenger().record["active_version"] == 1
    assert model.challenger()["decision"] == "rejected"
    with pytest.raises(sibyl.SibylError, match="waits"):
        model.accept_challenger()
