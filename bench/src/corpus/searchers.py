"""Peers that search for a model in a given time, as a training does: AutoGluon and FLAML, on one core.

Their limit counts seconds of this process on a processor, as ours does, so that other work on the machine takes none of it.
"""
import logging
import resource
import shutil
import tempfile
import time

import numpy

def count_processor_time():
    begun = time.time() - time.process_time()
    time.time = lambda: begun + time.process_time()



def processor_seconds():
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in parts)


def microseconds(answer, frame):
    """What a row costs when a thousand are asked at once, which is the cheapest way for a peer."""
    asked = frame.head(1000)
    best = min(timed(answer, asked) for _ in range(2))
    return best * 1e6 / len(asked)


def timed(answer, frame):
    begun = processor_seconds()
    answer(frame)
    return processor_seconds() - begun


def autogluon(frame, held, is_class, limit):
    from autogluon.tabular import TabularPredictor

    begun = processor_seconds()
    folder = tempfile.mkdtemp(prefix="autogluon-")
    kinds = "binary" if frame["y"].nunique() == 2 else "multiclass"
    metric = {"binary": "roc_auc", "multiclass": "log_loss", "regression": "r2"}
    problem = kinds if is_class else "regression"
    predictor = TabularPredictor(label="y", path=folder, problem_type=problem, eval_metric=metric[problem], verbosity=0)
    predictor.fit(frame[~held], presets="best_quality", time_limit=limit, num_cpus=1, num_gpus=0, dynamic_stacking=False)
    inputs = frame[held].drop(columns="y")
    answer = predictor.predict_proba if is_class else predictor.predict
    found = answer(inputs)
    seconds = round(processor_seconds() - begun, 2)
    board = predictor.leaderboard(frame[held], silent=True)
    members = [[row.model, round(row.score_test, 5), round(row.score_val, 5)] for row in board.itertuples()]
    weights = predictor.info()["model_info"].get(predictor.model_best, {}).get("children_info", {})
    own = next((one.get("model_weights") for one in weights.values() if one.get("model_weights")), None)
    told = {"members": members, "weights": own, "seconds": seconds, "microseconds": microseconds(answer, inputs)}
    shutil.rmtree(folder, ignore_errors=True)
    return found, list(found.columns) if is_class else None, told


def flaml(frame, held, is_class, limit):
    from flaml import AutoML

    begun = processor_seconds()
    logging.getLogger("flaml").setLevel(logging.ERROR)
    inputs = frame.drop(columns="y")
    words = inputs.columns[[not numpy.issubdtype(kind, numpy.number) for kind in inputs.dtypes.map(lambda kind: kind if isinstance(kind, numpy.dtype) else numpy.dtype(object))]]
    inputs = inputs.astype({name: "category" for name in words})
    metric = ("roc_auc" if frame["y"].nunique() == 2 else "log_loss") if is_class else "r2"
    model = AutoML()
    kinds = ["catboost", "lgbm", "rf", "extra_tree", "xgboost"]
    model.fit(inputs[~held], frame["y"][~held].to_numpy(), task="classification" if is_class else "regression", metric=metric, time_budget=limit, n_jobs=1, estimator_list=kinds, seed=0, verbose=0)
    answer = model.predict_proba if is_class else model.predict
    found = answer(inputs[held])
    seconds = round(processor_seconds() - begun, 2)
    told = {"members": [model.best_estimator], "seconds": seconds, "microseconds": microseconds(answer, inputs[held])}
    return found, list(model.classes_) if is_class else None, told


searchers = {"autogluon": autogluon, "flaml": flaml}
