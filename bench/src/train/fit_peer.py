"""Contenders: scikit-learn, XGBoost and LightGBM at the settings of fit-engine.ts.

Arguments: which of them, the folder of the table, trees, threads. Writes `<which>.f64`, prints a `Fit`.
Reading files and importing are not measured; everything from the arrays to the model is.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

which, folder = sys.argv[1], Path(sys.argv[2])
trees, threads = int(sys.argv[3]), int(sys.argv[4])
description = json.loads((folder / "description.json").read_text())
binary = description["task"] == "binary"
is_category = [feature["kind"] == "category" for feature in description["features"]]
categories = [index for index, flag in enumerate(is_category) if flag]
train = np.fromfile(folder / "train.f64").reshape(len(is_category), description["trainCount"]).T
targets = np.fromfile(folder / "targets.f64")
test = np.fromfile(folder / "test.f64").reshape(description["testCount"], len(is_category))

if which == "scikit-learn":
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    def fit():
        kind = HistGradientBoostingClassifier if binary else HistGradientBoostingRegressor
        model = kind(
            max_iter=trees, max_leaf_nodes=31, learning_rate=0.1, max_bins=255, min_samples_leaf=20,
            early_stopping=False, categorical_features=categories or None,
        )
        return model.fit(train, targets)

    def predict(model):
        return model.decision_function(test) if binary else model.predict(test)

elif which == "xgboost":
    import xgboost

    types = ["c" if flag else "q" for flag in is_category]
    parameters = {
        "objective": "binary:logistic" if binary else "reg:squarederror", "tree_method": "hist", "max_bin": 255,
        "grow_policy": "lossguide", "max_leaves": 31, "max_depth": 0, "eta": 0.1, "lambda": 0, "nthread": threads,
        # It has no least number of rows a leaf: the hessian of 20 rows comes nearest.
        "min_child_weight": 5 if binary else 20, "max_cat_to_onehot": 4, "max_cat_threshold": 32,
    }

    def fit():
        table = xgboost.QuantileDMatrix(
            train, targets, feature_types=types, enable_categorical=True, max_bin=255, nthread=threads
        )
        return xgboost.train(parameters, table, trees)

    def predict(model):
        rows = xgboost.DMatrix(test, feature_types=types, enable_categorical=True)
        return model.predict(rows, output_margin=True)

elif which == "lightgbm":
    import lightgbm

    parameters = {
        "objective": "binary" if binary else "regression", "num_leaves": 31, "learning_rate": 0.1, "max_bin": 255,
        "min_data_in_leaf": 20, "num_threads": threads, "verbose": -1,
    }

    def fit():
        return lightgbm.train(parameters, lightgbm.Dataset(train, targets, categorical_feature=categories), trees)

    def predict(model):
        return model.predict(test, raw_score=True)

else:
    sys.exit(f"unknown contender {which}")

started, started_cpu = time.perf_counter(), time.process_time()
model = fit()
seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - started_cpu
# Not getrusage: what a process is started from counts there.
status = Path("/proc/self/status").read_text()
peak_megabytes = int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6
np.asarray(predict(model), dtype=np.float64).tofile(folder / f"{which}.f64")
print(json.dumps({"seconds": seconds, "cpuSeconds": cpu_seconds, "peakMegabytes": peak_megabytes}))
