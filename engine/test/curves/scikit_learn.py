"""Figures that scikit-learn computes for the predictions made below.

    python engine/test/curves/scikit_learn.py > engine/test/curves/scikit-learn.json

Probabilities are whole thousandths, so that rows tie as those of trees do.
"""

import json
import random

from sklearn.metrics import (
    auc,
    average_precision_score,
    confusion_matrix,
    precision_recall_curve,
    precision_recall_fscore_support,
    roc_auc_score,
    roc_curve,
)

chance = random.Random(44)


def rows(count, share, most):
    """Truths and probabilities of `count` rows; probabilities are multiples of 1 / most."""
    truth = [int(chance.random() < share) for _ in range(count)]
    scores = [min(most, max(0, round(most * (share + 0.2 * label + chance.gauss(0, 0.2))))) for label in truth]
    return truth, [score / most for score in scores]


def judge(count, share, most, costs):
    truth, scores = rows(count, share, most)
    false_positives, true_positives, thresholds = roc_curve(truth, scores, drop_intermediate=False)
    precision, recall, cuts = precision_recall_curve(truth, scores)
    decisions = []
    for threshold in (0.1, 0.3, 0.5):
        answers = [int(score >= threshold) for score in scores]
        matrix = confusion_matrix(truth, answers, labels=[0, 1])
        figures = precision_recall_fscore_support(truth, answers, labels=[0, 1], zero_division=0)
        decisions.append(
            {
                "threshold": threshold,
                "confusion": matrix.tolist(),
                "precision": figures[0].tolist(),
                "recall": figures[1].tolist(),
                "f1": figures[2].tolist(),
                "rows": figures[3].tolist(),
                "cost": float(matrix[0, 1] * costs[0] + matrix[1, 0] * costs[1]) / count,
            }
        )
    return {
        "truth": truth,
        "scores": scores,
        "costs": costs,
        "auc": roc_auc_score(truth, scores),
        "area": auc(false_positives, true_positives),
        "average_precision": average_precision_score(truth, scores),
        "roc": [list(map(float, point)) for point in zip(thresholds[1:], false_positives[1:], true_positives[1:])],
        "precision_recall": [list(map(float, point)) for point in zip(cuts, precision, recall)],
        "decisions": decisions,
    }


print(json.dumps({"few": judge(120, 0.4, 100, [1, 3]), "many": judge(3000, 0.1, 1000, [1, 20])}))
