"""DataFrames on their way to the service and back: no type is lost, whichever way they go."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from homes import TYPES, every_dtype

import sibyl


@pytest.mark.parametrize("way", ["parquet", "csv"])
def test_every_dtype_is_read_as_it_was_meant(project: sibyl.Project, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "csv":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    frame = every_dtype()
    table = project.tables.upload("all", frame)
    assert {name: table.types[name] for name in TYPES} == TYPES
    back = table.to_pandas()
    assert len(back) == len(frame)
    for name in ("whole", "small", "big", "real", "flag", "gaps", "flag_gaps"):
        assert back[name].tolist() == frame[name].tolist(), name
    assert back["zip"].tolist() == list(frame["zip"])
    assert back["code"].tolist() == back["float_code"].tolist() == ["1", "2"] * 12
    assert back["text"].tolist() == frame["text"].tolist()
    assert back["holes"].isna().tolist() == frame["holes"].isna().tolist()
    assert back["moment"].dt.tz_localize(None).tolist() == frame["moment"].tolist()
    assert back["zoned"].tolist() == frame["zoned"].tolist()
    assert back["lasting"].tolist() == frame["lasting"].dt.total_seconds().tolist()
    assert back["money"].dropna().tolist() == [1.1] * 12
    assert back["mixed"].tolist() == ["1", "two"] * 12
    assert back["nothing"].isna().all()


def test_rows_to_predict_say_the_same_as_rows_to_train_on(project: sibyl.Project) -> None:
    """What was sent as Parquet to learn from is sent as JSON to be predicted: every cell must mean the same."""
    frame = every_dtype(60)
    frame["y"] = np.arange(60) % 7 + frame["code"].astype(int) * 10.0
    model = project.train(frame, "y", name="all", effort="quick", progress=False)
    answer = model.predict(frame.drop(columns="y"), details=True)
    assert answer.index.equals(frame.index)
    for details in answer["details"]:
        assert "unseen_values" not in details
        assert "out_of_range" not in details
        # An empty cell is told as unknown only where training knew no empty ones.
        assert details.get("unknown_inputs", []) == []


def test_polars_frames_are_read_and_answered_alike(project: sibyl.Project) -> None:
    frame = pl.DataFrame(
        {
            "rooms": list(range(60)),
            "kind": pl.Series(["1", "2", "3"] * 20, dtype=pl.Categorical),
            "when": pl.Series(pd.date_range("2024-01-01", periods=60, tz="UTC").to_list()),
            "lasting": pl.Series([float(one) for one in range(60)]).cast(pl.Int64).cast(pl.Duration("ms")),
            "gap": pl.Series([None, 1.5, float("nan")] * 20),
            "y": pl.Series(["low"] * 30 + ["high"] * 30, dtype=pl.Enum(["low", "high"])),
        }
    )
    model = project.train(frame, "y", name="kinds", effort="quick", progress=False)
    table = project.tables.get("kinds_rows")
    assert table.types == {
        "rooms": "integer",
        "kind": "text",
        "when": "datetime",
        "lasting": "number",
        "gap": "number",
        "y": "text",
    }
    answer = model.predict(frame.drop("y"))
    assert isinstance(answer, pl.DataFrame)
    assert answer.height == 60
    assert answer.schema["prediction"] == frame.schema["y"]
    assert answer.schema["confidence"] == pl.Float64
    assert {"probability_low", "probability_high"} < set(answer.columns)
    rows = project.query_polars("select kind, count(*) as n from kinds_rows group by 1 order by 1")
    assert rows.rows() == [("1", 20), ("2", 20), ("3", 20)]


def frame_of(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame(columns)


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "'a'"),
        (pd.DataFrame(), "no columns"),
        (frame_of(a=[]), "no rows"),
        (frame_of(a=[1 + 2j]), "complex"),
        (frame_of(a=[b"\xff"]), "UTF-8"),
        (pd.Series([1, 2]), "to_frame"),
        (np.zeros((2, 2)), "columns="),
        (frame_of(a=pd.Series(["\ud800"], dtype=object)), "surrogate"),
        ([{"a": "\ud800"}], "surrogate"),
        ({"a": [1, 2]}, "one row"),
        ([1, 2], "must be a dict"),
        (3, "DataFrame"),
        ("nowhere.csv", "no file"),
        ("a,b\n1,2\n", "encode"),
    ],
)
def test_data_that_cannot_be_sent_says_what_would_do(client: sibyl.Client, frame: Any, said: str) -> None:
    with pytest.raises(sibyl.InputError, match=said):
        client.tables.upload("never", frame)


def test_columns_of_a_multiindex_are_joined(project: sibyl.Project) -> None:
    frame = pd.DataFrame({"shop": ["a", "b", "a"], "sold": [1.0, 2.0, 3.0]})
    grouped = frame.groupby("shop").agg({"sold": ["mean", "max"]})
    with pytest.warns(UserWarning, match="index=True"):
        assert list(project.tables.upload("without", grouped).types) == ["sold_mean", "sold_max"]
    assert list(project.tables.upload("with", grouped, index=True).types) == ["shop", "sold_mean", "sold_max"]


def test_an_index_of_times_is_not_lost_in_silence(project: sibyl.Project) -> None:
    frame = pd.DataFrame({"co2": [316.1, 317.3]}, index=pd.date_range("1958-03-29", periods=2))
    with pytest.warns(UserWarning, match="index of times"):
        project.tables.upload("without", frame)
    assert project.tables.upload("with", frame, index=True).types == {"index": "datetime", "co2": "number"}
    # An input that was the index is found there again, though it has no name.
    long = pd.DataFrame({"co2": np.arange(60) % 12 * 1.0}, index=pd.date_range("1958-03-01", periods=60, freq="MS"))
    model = project.train(long, "co2", index=True, effort="quick", progress=False)
    assert model.inputs == ["index"]
    assert not any("unknown_inputs" in one for one in model.predict(long, details=True)["details"])


def test_infinite_numbers_are_missing_and_said(project: sibyl.Project) -> None:
    with pytest.warns(UserWarning, match="'a'"):
        table = project.tables.upload("endless", frame_of(a=[1.0, np.inf, -np.inf]))
    assert table.record["columns"][0]["nulls"] == 2


def test_a_file_comes_as_path_open_file_or_bytes(project: sibyl.Project, tmp_path: Any) -> None:
    path = tmp_path / "my homes.csv"
    path.write_text("rooms;price\n1;10,5\n2;20,5\n")
    assert project.tables.upload(None, path).name == "my_homes"
    with path.open("rb") as file:
        assert project.tables.upload("opened", file).row_count == 2
    with path.open() as file:
        assert project.tables.upload("text", file).row_count == 2
    table = project.tables.upload("bytes", path.read_bytes(), types={"rooms": "text"})
    assert table.types == {"rooms": "text", "price": "number"}
    assert table.append([{"rooms": "3", "price": 30}]).row_count == 3
    assert [row["rooms"] for row in table.rows()] == ["1", "2", "3"]
    with pytest.raises(sibyl.Conflict) as caught:
        project.tables.upload("bytes", path)
    assert caught.value.code == "name_taken"
    assert project.tables.upload("bytes", path, replace=True).row_count == 2
