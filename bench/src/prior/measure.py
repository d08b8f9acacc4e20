"""Scores a pre-trained network beside scikit-learn on tables of a corpus: every fifth row is held out, the target is the column y.

    python measure.py NETWORK.safetensors FOLDER NAME [NAME ...]

Prints one JSON line a table: log loss of the held-out rows for classes, R² for numbers, processor seconds.
"""
import json
import sys
import time

import numpy
import pandas
import torch
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from network import CENTRES, MOST_SPREADS, hide_absent, load_network

#: Most columns that the network sees; categories share what numbers leave.
MOST_COLUMNS = 50


def read_table(path):
    """Inputs as numbers (one column of 0 and 1 for each frequent category) and the target as numbers or class indexes."""
    table = pandas.read_csv(path)
    table = table[table.y.notna()].reset_index(drop=True)
    y, inputs = table.y, table.drop(columns="y")
    words = [name for name in inputs if not pandas.api.types.is_numeric_dtype(inputs[name]) or inputs[name].dtype == bool]
    share = max(2, (MOST_COLUMNS - (inputs.shape[1] - len(words))) // max(1, len(words)))
    columns = {}
    for name in inputs:
        cells = inputs[name]
        if name in words:
            for value in cells.value_counts().index[:share]:
                columns[f"{name} {value}"] = (cells == value).astype(float)
        else:
            columns[name] = cells.astype(float).fillna(cells.mean())
        if cells.isna().any():
            columns[f"{name} missing"] = cells.isna().astype(float)
    x = pandas.DataFrame(columns)
    x = x.loc[:, x.nunique() > 1].to_numpy(numpy.float32)[:, :MOST_COLUMNS]
    is_class = not pandas.api.types.is_numeric_dtype(y) or y.dtype == bool
    return x, pandas.factorize(y, sort=True)[0] if is_class else y.to_numpy(float), is_class


def ask_network(network, codes, x, y, asked, is_class):
    """Shares of classes or numbers, the mean over drawn codes of the columns and orders of the classes."""
    known = len(y)
    inputs = torch.from_numpy(numpy.concatenate([x, asked]))[None]
    total = 0
    for turn in range(codes.shape[0]):
        code = codes[turn, : inputs.shape[2]][None]
        with torch.no_grad():
            if is_class:
                order = (torch.arange(10) + turn) % 10
                targets = torch.cat([order[torch.from_numpy(y)], torch.zeros(len(asked), dtype=torch.long)])[None].float()
                scores = hide_absent(network(inputs, targets, known, True, code), targets, known)[0].softmax(-1)
                total = total + scores[:, order[: y.max() + 1]].numpy()
            else:
                mean, spread = y.mean(), y.std()
                z = torch.from_numpy((y - mean) / spread).float().clamp(-MOST_SPREADS, MOST_SPREADS)
                scores = network(inputs, torch.cat([z, torch.zeros(len(asked))])[None], known, False, code)[0]
                total = total + mean + spread * (scores.softmax(-1) @ CENTRES).numpy()
    return total / codes.shape[0]


def peers_of(is_class, rows):
    if is_class:
        return dict(
            linear=make_pipeline(StandardScaler(), LogisticRegression(max_iter=500)),
            extra=ExtraTreesClassifier(200, min_samples_leaf=2, random_state=1),
            boosting=HistGradientBoostingClassifier(random_state=1),
        )
    return dict(
        linear=make_pipeline(StandardScaler(), RidgeCV()),
        extra=ExtraTreesRegressor(200, min_samples_leaf=2, random_state=1),
        boosting=HistGradientBoostingRegressor(random_state=1),
    )


def judge(answers, truth, is_class):
    """Log loss, or R²."""
    if is_class:
        return float(-numpy.log(numpy.maximum(answers[numpy.arange(len(truth)), truth], 1e-6)).mean())
    return float(1 - ((answers - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum())


def main():
    path, folder, *names = sys.argv[1:]
    torch.set_num_threads(1)
    network, _ = load_network(path)
    codes = torch.randn(4, MOST_COLUMNS, network.code.shape[0], generator=torch.Generator().manual_seed(41))
    for name in names:
        x, y, is_class = read_table(f"{folder}/{name}.csv")
        if is_class and y.max() >= 10:
            continue
        held = numpy.arange(len(y)) % 5 == 4
        known = (x[~held], y[~held])
        line = dict(table=name, rows=int((~held).sum()), columns=x.shape[1], measure="log loss" if is_class else "R²")
        for turns in (1, len(codes)):
            before = time.process_time()
            answers = ask_network(network, codes[:turns], *known, x[held], is_class)
            line[f"network {turns}"] = [round(judge(answers, y[held], is_class), 4), round(time.process_time() - before, 2)]
        for peer, model in peers_of(is_class, len(y)).items():
            before = time.process_time()
            model.fit(*known)
            answers = model.predict_proba(x[held]) if is_class else model.predict(x[held])
            line[peer] = [round(judge(answers, y[held], is_class), 4), round(time.process_time() - before, 2)]
        print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
