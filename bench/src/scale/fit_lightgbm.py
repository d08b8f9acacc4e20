"""LightGBM on a table in a file, which it reads in two rounds so that no number of it stays in memory.

Arguments: CSV to learn from, CSV to judge by (both with the label, 0 or 1, last), seconds of growing, threads. Prints
a `PeerFit`: reading counts apart, because the service reads a table when it is uploaded.
"""

import json
import sys
import time
from pathlib import Path

import lightgbm
import numpy as np

train_file, test_file = sys.argv[1], sys.argv[2]
growing_seconds, threads = float(sys.argv[3]), int(sys.argv[4])
parameters = {
    "objective": "binary", "num_leaves": 31, "learning_rate": 0.1, "max_bin": 255, "min_data_in_leaf": 20,
    "num_threads": threads, "verbose": -1, "header": True, "label_column": "name:y", "two_round": True,
}


def log_loss(model):
    rows = np.loadtxt(test_file, delimiter=",", skiprows=1)
    truth, chance = rows[:, -1], np.clip(model.predict(rows[:, :-1]), 1e-6, 1 - 1e-6)
    return float(-np.mean(np.where(truth == 1, np.log(chance), np.log(1 - chance))))


def stop_late(started):
    def callback(env):
        if time.perf_counter() - started > growing_seconds:
            raise lightgbm.callback.EarlyStopException(env.iteration, [])

    return callback


started = time.perf_counter()
table = lightgbm.Dataset(train_file, params=parameters).construct()
read = time.perf_counter()
cpu_read = time.process_time()
model = lightgbm.train(parameters, table, 100_000, callbacks=[stop_late(read)])
seconds, cpu_seconds = time.perf_counter() - read, time.process_time() - cpu_read
status = Path("/proc/self/status").read_text()
peak_megabytes = int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6
print(
    json.dumps(
        {
            "readSeconds": read - started,
            "seconds": seconds,
            "cpuSeconds": cpu_seconds,
            "peakMegabytes": peak_megabytes,
            "trees": model.num_trees(),
            "logLoss": log_loss(model),
        }
    )
)
