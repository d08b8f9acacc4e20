"""From a DataFrame to a model and back to a DataFrame."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
from homes import homes

import sibyl
from sibyl.records import ModelRecord

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def shop(client: sibyl.Client) -> sibyl.Project:
    name = f"shop_{time.time_ns()}"
    client.projects.create(name)
    return client.project(name)


@pytest.fixture(scope="module")
def model(shop: sibyl.Project) -> sibyl.Model:
    return shop.train(homes(), target="price", effort="quick", progress=False)


def test_predictions_keep_index_and_have_bounds_and_truth(model: sibyl.Model) -> None:
    frame = homes(seed=1)
    answer = model.predict(frame)
    assert list(answer.columns) == ["prediction", "lower", "upper", "confidence", "actual", "anomaly"]
    assert answer.index.equals(frame.index)
    assert (answer["prediction"] - frame["price"]).abs().mean() < 20
    assert answer["actual"].tolist() == pytest.approx(frame["price"].tolist())
    inside = frame["price"].between(answer["lower"], answer["upper"])
    assert inside.mean() > 0.75
    assert answer["anomaly"].tolist() == (~inside).tolist()
    wide = model.predict(frame.drop(columns="price"), quantile=0.99)
    assert "actual" not in wide
    assert (wide["upper"] - wide["lower"]).mean() > (answer["upper"] - answer["lower"]).mean()


def test_batches_give_what_one_request_gives(model: sibyl.Model) -> None:
    frame = homes(100)
    pd.testing.assert_frame_equal(model.predict(frame, batch_size=7), model.predict(frame))


def test_no_rows_are_answered_by_no_rows(model: sibyl.Model) -> None:
    empty = model.predict(homes().head(0).drop(columns="price"))
    assert list(empty.columns) == ["prediction", "lower", "upper", "confidence"]
    assert len(empty) == 0
    assert model.predict([]) == []


def test_dicts_are_answered_by_dicts(model: sibyl.Model) -> None:
    row = {"rooms": np.int64(3), "city": "Oslo", "zone": 1, "garden": True, "visits": None}
    one = model.predict(row)
    assert set(one) == {"prediction", "lower", "upper", "confidence"}
    assert model.predict([row, row]) == [one, one]
    known = model.predict(row, details=True)["details"]
    assert known["unknown_inputs"] == ["built", "seen"]


def test_a_fault_names_row_index_and_column(model: sibyl.Model) -> None:
    frame = homes(20).astype({"rooms": object})
    frame.iloc[13, 0] = "many"
    with pytest.raises(sibyl.BadRequest) as caught:
        model.predict(frame, batch_size=10)
    assert (caught.value.field, caught.value.row) == ("rooms", 13)
    assert "index 1013" in str(caught.value)
    assert caught.value.request_id and caught.value.request_id in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).row == 13
    with pytest.raises(TypeError, match="quantil"):
        model.predict(frame, quantil=0.5)  # type: ignore[call-arg]


def test_classes_come_back_as_they_were(shop: sibyl.Project) -> None:
    frame = homes(80)
    for kind in (
        pd.Series(frame["price"] > 350),
        pd.Series(np.where(frame["price"] > 350, 1, 0), index=frame.index),
        pd.cut(frame["price"], [0, 350, 5000], labels=[1.0, 2.0]),
    ):
        data = frame.drop(columns="price").assign(dear=kind)
        model = shop.train(data, "dear", effort="quick", progress=False)
        answer = model.predict(data)
        assert answer["prediction"].dtype == kind.dtype
        assert (answer["prediction"] == kind).mean() > 0.85
        chances = answer.filter(like="probability_")
        assert chances.sum(axis=1).tolist() == pytest.approx([1.0] * len(data))
        assert answer["actual"].tolist() == kind.tolist()
    names = {one.name for one in shop.models.list(search="dear_model")}
    assert names == {"dear_model", "dear_model_2", "dear_model_3"}


def test_describe_shows_and_plots(model: sibyl.Model, tmp_path: Path) -> None:
    about = model.describe()
    assert "r2_score" in repr(about) and "rooms" in repr(about)
    assert "<table>" in about._repr_html_() and "<table>" in model._repr_html_()
    assert about.frame("importances")["column"].iloc[0] == "rooms"
    assert model.describe("calibration")["confidence"].tolist() == [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
    for draw in (about.plot_importances, about.plot_predictions, about.plot_calibration):
        assert draw().has_data()
    assert about.plot_dependence("city").get_xlabel() == "city"
    with pytest.raises(sibyl.InputError, match="cities"):
        about.plot_dependence("cities")
    about.plot().savefig(tmp_path / "all.png")
    shares = model.explain(homes(5))
    inputs = shares[["base", *model.inputs]].sum(axis=1)
    assert inputs.tolist() == pytest.approx(shares["prediction"].tolist())


def test_curves_slices_and_comparisons_are_frames(shop: sibyl.Project, model: sibyl.Model) -> None:
    points = model.curves()["predicted_actual"]
    assert list(points.columns) == ["predicted", "actual"] and len(points) > 100
    assert isinstance(model.slices(), pd.DataFrame)
    frame = homes()
    simple = shop.train(frame[["city", "price"]], target="price", name="by_city", effort="quick", progress=False)
    compared = model.compare(simple)
    assert compared["metric"].iloc[0] == compared.attrs["headline"] == "r2_score"
    assert compared["better"].iloc[0] == "this" and compared.attrs["rows"] > 100
    with pytest.raises(sibyl.ServiceError, match="same version"):
        model.compare(model)
    dear = frame.assign(dear=np.where(frame["price"] > frame["price"].median(), "yes", "no")).drop(columns="price")
    classes = shop.train(dear, target="dear", name="dear_homes", effort="quick", progress=False)
    assert {"roc", "precision_recall", "gains", "classes"} <= set(classes.curves())
    assert classes.threshold().empty
    worth = classes.threshold(costs={"yes": {"missed": 4, "false": 1}})
    assert worth["threshold"].tolist() == [0.2]


def test_versions_export_and_load(shop: sibyl.Project, model: sibyl.Model, tmp_path: Path) -> None:
    file = model.export(tmp_path / "price.model")
    copy = shop.models.load("copy", file)
    row = homes(1)
    assert copy.predict(row)["prediction"].tolist() == model.predict(row)["prediction"].tolist()
    with pytest.raises(sibyl.Conflict, match="replace=True"):
        shop.train(homes(60), "price", name="copy", progress=False)
    again = shop.train(homes(60), "price", name="copy", replace=True, effort="quick", progress=False)
    assert (again.version, len(again.versions())) == (2, 2)
    assert again.activate(1).record["active_version"] == 1
    with pytest.raises(sibyl.InputError, match="predicts 'price'"):
        shop.train(homes(60), "rooms", name="copy", replace=True, progress=False)


def test_progress_is_told_and_a_failure_says_why(shop: sibyl.Project) -> None:
    seen: list[ModelRecord] = []
    # What the profile of a table tells is refused at once; a query is read by the training.
    with pytest.raises(sibyl.SibylError, match="one distinct value"):
        shop.train(homes(60).assign(same=1), "same", effort="quick")
    shop.tables.upload("flats", homes(60))
    with pytest.raises(sibyl.TrainingFailed, match="one distinct value") as caught:
        shop.train(sql="SELECT rooms, 1 AS same FROM flats", target="same", effort="quick", progress=seen.append)
    assert seen[0]["status"] == "queued" and seen[-1]["status"] == "failed"
    assert caught.value.record["name"] == "same_model"
    # What came to nothing is in nobody's way.
    data = homes(60).assign(same=range(60))
    assert shop.train(data, "same", effort="quick", progress=False).name == "same_model"
    with pytest.raises(sibyl.InputError, match="must name the column"):
        shop.train("price", homes(60))  # type: ignore[arg-type]
    with pytest.raises(sibyl.InputError, match="table='homes'"):
        shop.train("homes", "price")
    with pytest.raises(sibyl.InputError, match="Did you mean 'price'"):
        shop.train(homes(60), "prize")
    with pytest.raises(sibyl.Unprocessable) as wrong:
        shop.train(table="same_model_rows", target="nothing", name="wrong", progress=False)
    assert wrong.value.code == "column_not_found"


def test_a_forecast_has_its_own_rows(shop: sibyl.Project) -> None:
    months = pd.period_range("2018-01", periods=60, freq="M").astype(str)
    frame = pd.DataFrame({"month": months, "units": 100 + 10 * np.sin(np.arange(60) * np.pi / 6)})
    options = {"order_by": "month", "horizon": 6}
    model = shop.train(frame, "units", options=options, effort="quick", progress=False)
    answer = pd.DataFrame(model.predict({}, horizon=3))
    assert answer["month"].astype(str).str[:7].tolist() == ["2023-01", "2023-02", "2023-03"]
    assert answer["prediction"].between(85, 115).all()


def test_options_are_sent_as_they_are_named(shop: sibyl.Project) -> None:
    """`options` once lost what has an argument of its own: models of scikit-learn were trained with full effort."""
    model = shop.train(homes(60), "price", options={"effort": "quick", "seed": 3}, ignore=["zone"], progress=False)
    assert model.record["options"] == {"effort": "quick", "seed": 3, "ignore": ["zone"]}
    assert "zone" not in model.inputs
    assert len(model.predict(homes(60), unknown_columns="ignore")) == 60


def test_control_c_cancels_the_training(shop: sibyl.Project, url: str) -> None:
    script = f"""
        import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})
        from homes import homes
        import sibyl
        def show(record):
            print(record["status"], flush=True)
        sibyl.Client({url!r}).project({shop.name!r}).train(homes(20_000), "price", name="long", progress=show)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    while process.stdout.readline().strip() != "training":
        assert process.poll() is None, process.stderr.read()
    process.send_signal(2)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1]
    assert shop.models.get("long").status == "cancelled"
