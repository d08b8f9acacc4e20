"""Trains XGBoost as `sibyl_scorer.train` does, without Ray, and writes the trees and its own predictions of the rows."""

import json
import sys

import numpy as np
import xgboost

folder, job = sys.argv[1], json.loads(sys.argv[2])
rows = np.load(f"{folder}/rows.npy")
matrix = xgboost.QuantileDMatrix(rows[:, 2:], label=rows[:, 0], feature_types=job["types"])
booster = xgboost.train(job["params"], matrix, num_boost_round=40)
booster.save_model(f"{folder}/model.json")
asked = xgboost.DMatrix(rows[:, 2:], feature_types=job["types"])
predicted = np.asarray(booster.predict(asked), dtype=np.float64).reshape(len(rows), -1)
json.dump(predicted.tolist(), open(f"{folder}/predicted.json", "w"))
