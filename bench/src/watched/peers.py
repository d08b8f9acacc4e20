"""What Evidently and NannyML say of the windows of a stream.

Usage: peers.py FOLDER ROWS_OF_A_WINDOW
The folder has `training.csv` and `windows.csv`. Prints for each peer the columns that are flagged in each window, and its seconds.
"""

import json
import sys
import time
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")

import nannyml  # noqa: E402
import pandas  # noqa: E402
from evidently import Report  # noqa: E402
from evidently.presets import DataDriftPreset  # noqa: E402

folder, size = Path(sys.argv[1]), int(sys.argv[2])
training = pandas.read_csv(folder / "training.csv")
windows = pandas.read_csv(folder / "windows.csv")
for name in training.columns:
    # Sibyl reads decimal commas and blanks by itself; the peers are given clean columns.
    if training[name].dtype == object:
        cleaned = [pandas.to_numeric(frame[name].astype(str).str.replace(",", "."), errors="coerce") for frame in (training, windows)]
        if cleaned[0].notna().sum() >= 0.95 * training[name].notna().sum():
            training[name], windows[name] = cleaned
columns = [name for name in training.columns if training[name].nunique() > 1]
count = len(windows) // size


def ask_evidently(current):
    flagged, dataset = [], False
    for metric in Report([DataDriftPreset()]).run(current[columns], training[columns]).dict()["metrics"]:
        config = metric["config"]
        if config["type"].endswith("DriftedColumnsCount"):
            dataset = metric["value"]["share"] >= config["drift_share"]
            continue
        threshold = config.get("threshold") or 0.05
        value = float(metric["value"])
        is_drift = value < threshold if "p_value" in (config.get("method") or metric["metric_name"]) else value >= threshold
        if is_drift:
            flagged.append(config["column"])
    return flagged, bool(dataset)


started = time.perf_counter()
answers = [ask_evidently(windows[place * size : (place + 1) * size]) for place in range(count)]
evidently_seconds = time.perf_counter() - started

started = time.perf_counter()
calculator = nannyml.UnivariateDriftCalculator(column_names=columns, chunk_size=size).fit(training[columns])
frame = calculator.calculate(windows[columns]).to_df()
alerts = {column: [bool(one) for one in frame[(column, method, "alert")]] for column, method, part in frame.columns if part == "alert"}
nannyml_seconds = time.perf_counter() - started

print(
    json.dumps(
        {
            "evidently": {
                "columns": [flagged for flagged, _ in answers],
                "dataset": [dataset for _, dataset in answers],
                "seconds": evidently_seconds,
            },
            "nannyml": {
                "columns": [[column for column in alerts if alerts[column][place]] for place in range(count)],
                "seconds": nannyml_seconds,
            },
        }
    )
)
