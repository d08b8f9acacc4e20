"""A watched model: truths go out as a DataFrame, windows and drift come back as one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from homes import homes

import sibyl


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
