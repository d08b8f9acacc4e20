"""Trains XGBoost by Ray Train on rows that the service encoded: `python -m sibyl_scorer.train ADDRESS`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import ray
import ray.train
import xgboost
from ray.train import RunConfig, ScalingConfig
from ray.train.xgboost import XGBoostTrainer
from xgboost import collective

from sibyl_scorer import files, jobs

LABEL, STOPS = 0, 1
"""The first columns of a part: the target, and 1 for rows that say when to stop. The features come after them."""


class Parts(xgboost.DataIter):  # type: ignore[misc]
    """Some rows of a worker's parts, one part in memory at a time."""

    def __init__(self, paths: list[Path], stops: bool, types: list[str]) -> None:
        super().__init__()
        self._paths, self._stops, self._types, self._next = paths, stops, types, 0

    def next(self, input_data: Any) -> bool:
        if self._next == len(self._paths):
            return False
        part = np.load(self._paths[self._next], mmap_mode="r", allow_pickle=False)
        rows = np.asarray(part[(part[:, STOPS] == 1) == self._stops])
        input_data(data=rows[:, STOPS + 1 :], label=rows[:, LABEL], feature_types=self._types)
        self._next += 1
        return True

    def reset(self) -> None:
        self._next = 0


class Report(xgboost.callback.TrainingCallback):  # type: ignore[misc]
    """Tells the rounds so far, and ends all workers in the same round when time is over."""

    def __init__(self, job: dict[str, Any]) -> None:
        self._progress = jobs.Progress(job["progress"])
        self._rounds, self._seconds = job["rounds"], job["seconds"]
        self._began = time.monotonic()

    def after_iteration(self, _model: Any, epoch: int, _log: Any) -> bool:
        spent = time.monotonic() - self._began
        if collective.get_rank() == 0:
            self._progress.tell("boosting", rounds=epoch + 1, of=self._rounds, seconds=spent)
        return bool(collective.broadcast(spent > self._seconds, 0))


def learn(job: dict[str, Any]) -> None:
    """The work of one worker."""
    context = ray.train.get_context()
    rank, count = context.get_world_rank(), context.get_world_size()
    with tempfile.TemporaryDirectory() as folder:
        own = job["parts"][rank::count]
        paths = [files.fetch(address, Path(folder, f"{place}.npy")) for place, address in enumerate(own)]
        bins = job["params"]["max_bin"]
        train = xgboost.QuantileDMatrix(Parts(paths, False, job["types"]), max_bin=bins)
        held = xgboost.QuantileDMatrix(Parts(paths, True, job["types"]), max_bin=bins, ref=train)
        stop = xgboost.callback.EarlyStopping(rounds=job["patience"], save_best=True)
        booster = xgboost.train(
            {**job["params"], "nthread": job["threads"]},
            train,
            num_boost_round=job["rounds"],
            evals=[(held, "stop")],
            callbacks=[Report(job), stop],
            verbose_eval=False,
        )
    if rank == 0:
        files.write(job["model"], bytes(booster.save_raw(raw_format="json")))


def train(job: dict[str, Any]) -> None:
    progress = jobs.Progress(job["progress"])
    progress.tell("waiting for the cluster", urgent=True)
    ray.init(address="auto", log_to_driver=False)
    workers, threads = plan_workers(len(job["parts"]))
    with tempfile.TemporaryDirectory() as folder:
        XGBoostTrainer(
            learn,
            train_loop_config={**job, "threads": threads},
            scaling_config=ScalingConfig(num_workers=workers, resources_per_worker={"CPU": threads}),
            run_config=RunConfig(storage_path=folder),
        ).fit()
    progress.tell("trained", urgent=True)


def plan_workers(parts: int) -> tuple[int, int]:
    """One worker a node with all of its processors, because processes of one node would only share them."""
    cores = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
    cores = [count for count in cores if count > 0]
    if not cores:
        raise RuntimeError("sibyl: the cluster has no node with a processor for tasks")
    return min(len(cores), parts), min(cores)


if __name__ == "__main__":
    jobs.run(train)
