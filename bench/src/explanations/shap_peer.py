"""Explains a model that answers over its standard streams, by shap and by scikit-learn.

Reads one line of JSON: background, rows, held {rows, truth}. Asks {"predict": rows} and reads a line of answers, as often as
it likes; its last line is {"values", "base", "importances", "deviations"}.
"""
import json
import sys

import numpy
import shap
from sklearn.inspection import permutation_importance


class Model:
    """As scikit-learn wants one."""

    def fit(self, rows, truth):
        return self

    def predict(self, rows):
        sys.stdout.write(json.dumps({"predict": numpy.asarray(rows).tolist()}) + "\n")
        sys.stdout.flush()
        return numpy.array(json.loads(sys.stdin.readline()))


def negative_loss(model, rows, truth):
    return -float(numpy.mean((model.predict(rows) - truth) ** 2))


task = json.loads(sys.stdin.readline())
model = Model()
background = numpy.array(task["background"])
explainer = shap.explainers.Exact(model.predict, shap.maskers.Independent(background, max_samples=len(background)))
explained = explainer(numpy.array(task["rows"]))
held = task["held"]
found = permutation_importance(
    model, numpy.array(held["rows"]), numpy.array(held["truth"]), scoring=negative_loss, n_repeats=5, random_state=0
)
print(
    json.dumps(
        {
            "values": explained.values.tolist(),
            "base": numpy.atleast_1d(explained.base_values).tolist(),
            "importances": found.importances_mean.tolist(),
            "deviations": found.importances_std.tolist(),
        }
    )
)
