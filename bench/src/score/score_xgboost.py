"""Trains an XGBoost model on a table and times its scoring: one thread, float32 rows in memory, margins out.

Arguments: the folder of the table, trees, leaves of a tree, the numbers of rows with commas between, rounds. Writes `model.json` and
`margins.f64` (of the most rows), prints microseconds a row by number of rows: the fastest of the rounds.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import xgboost

folder, trees, leaves = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
sizes, rounds = [int(size) for size in sys.argv[4].split(",")], int(sys.argv[5])
description = json.loads((folder / "description.json").read_text())
width = len(description["features"])
train = np.fromfile(folder / "train.f64").reshape(width, description["trainCount"]).T
targets = np.fromfile(folder / "targets.f64")
rows = np.fromfile(folder / "test.f64").reshape(-1, width).astype(np.float32)
parameters = {
    "objective": "binary:logistic", "tree_method": "hist", "grow_policy": "lossguide", "max_leaves": leaves, "max_depth": 0,
    "eta": 0.1, "nthread": 1,
}
# A tenth of the rows makes the same kind of trees.
learned = len(targets) // 10
booster = xgboost.train(parameters, xgboost.QuantileDMatrix(train[:learned], targets[:learned]), trees)
booster.save_model(folder / "model.json")


def time_rows(size):
    some = rows[:size]
    booster.inplace_predict(some, predict_type="margin")
    repeats = min(1000, max(1, 20_000 // size))
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(repeats):
            booster.inplace_predict(some, predict_type="margin")
        best = min(best, (time.perf_counter() - started) / repeats / size)
    return best * 1e6


timed = {size: time_rows(size) for size in sizes}
booster.inplace_predict(rows[: max(sizes)], predict_type="margin").astype(np.float64).tofile(folder / "margins.f64")
print(json.dumps(timed))
