"""Predicts rows by Ray Data with the engine of the service: `python -m sibyl_scorer.predict ADDRESS`."""

from __future__ import annotations

import gzip
import io
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import ray
import ray.data

from sibyl_scorer import files, jobs
from sibyl_scorer.model import Model, ScoringError

TYPES = {"DOUBLE": pa.float64(), "VARCHAR": pa.string(), "BOOLEAN": pa.bool_()}


class Score:
    """An actor with the model in memory; each call predicts one part."""

    def __init__(self, job: dict[str, Any]) -> None:
        folder = tempfile.mkdtemp(prefix="sibyl-")
        self._model = Model(files.fetch(job["model"], Path(folder, "model")))
        columns = self._model.columns(job["names"], **job["params"])
        self._schema = pa.schema([(column["name"], TYPES[column["type"]]) for column in columns])

    def __call__(self, part: dict[str, Any]) -> dict[str, Any]:
        figures: list[list[Any]] = []
        try:
            for line in gzip.decompress(files.read(part["rows"])).splitlines():
                figures += self._model.score(line, part["start"] + len(figures))
        except ScoringError as error:
            raise RuntimeError(f"sibyl: {error}") from None
        columns = list(zip(*figures, strict=True)) or [()] * len(self._schema)
        arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        file = io.BytesIO()
        pq.write_table(pa.Table.from_arrays(arrays, schema=self._schema), file, compression="zstd")
        files.write(part["figures"], file.getvalue())
        return {"rows": len(figures)}


def predict(job: dict[str, Any]) -> None:
    progress = jobs.Progress(job["progress"])
    progress.tell("waiting for the cluster", urgent=True)
    ray.init(address="auto", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    parts = job["parts"]
    most = max(1, min(len(parts), int(ray.cluster_resources().get("CPU", 1))))
    scored = ray.data.from_items(parts, override_num_blocks=len(parts)).map(
        Score, fn_constructor_args=(job,), compute=ray.data.ActorPoolStrategy(min_size=1, max_size=most), num_cpus=1
    )
    rows = 0
    for part in scored.iter_rows():
        rows += part["rows"]
        progress.tell("predicting", rows=rows)
    progress.tell("predicted", urgent=True, rows=rows)


if __name__ == "__main__":
    jobs.run(predict)
