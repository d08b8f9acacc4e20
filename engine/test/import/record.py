"""Writes the model files and margins that import.test.ts reads. Run from engine/ with numpy, lightgbm and xgboost."""
import json, pathlib
import numpy as np, lightgbm as lgb, xgboost as xgb

out = pathlib.Path(__file__).parent / 'models'
random = np.random.default_rng(5)
count = 1500
numbers = random.normal(size=(count, 4))
numbers[random.random((count, 4)) < 0.1] = np.nan
codes = random.integers(0, 12, count).astype(float)
x = np.column_stack([numbers, codes])
known = np.nan_to_num(numbers)
signal = known[:, 0] + known[:, 1] * known[:, 2] + codes % 3
targets = {
    'binary': (signal > 1).astype(int),
    'multiclass': np.digitize(signal, [0.3, 1.5]),
    'regression': signal,
    'poisson': np.round(np.abs(signal)),
}
xgb_objectives = dict(binary='binary:logistic', multiclass='multi:softprob', regression='reg:squarederror', poisson='count:poisson')
lgb_objectives = dict(binary='binary', multiclass='multiclass', regression='regression', poisson='poisson')
tests = np.vstack([x[:40], np.full((1, 5), np.nan)])
rows = [[None if np.isnan(v) else v for v in row] for row in tests]
margins = {}
for name, y in targets.items():
    classes = dict(num_class=3) if name == 'multiclass' else {}
    kinds = ['q'] * 4 + ['c']
    matrix = lambda some, label=None: xgb.DMatrix(some, label, feature_types=kinds, enable_categorical=True)
    booster = xgb.train(dict(objective=xgb_objectives[name], max_leaves=6, grow_policy='lossguide', max_depth=0,
        tree_method='hist', eta=0.3, **classes), matrix(x, y), 4)
    booster.save_model(out / f'xgboost-{name}.json')
    margins[f'xgboost-{name}.json'] = booster.predict(matrix(tests), output_margin=True).astype(float).ravel().tolist()
    model = lgb.train(dict(objective=lgb_objectives[name], num_leaves=6, learning_rate=0.3, verbose=-1, min_data_per_group=10,
        **classes), lgb.Dataset(x, y, categorical_feature=[4]), 4)
    model.save_model(str(out / f'lightgbm-{name}.txt'))
    margins[f'lightgbm-{name}.txt'] = model.predict(tests, raw_score=True).ravel().tolist()
dart = xgb.train(dict(objective='reg:squarederror', booster='dart', rate_drop=0.5, max_depth=3, seed=1), xgb.DMatrix(numbers, signal), 6)
dart.save_model(out / 'xgboost-dart.json')
narrow = [[v for v in row[:4]] for row in rows]
margins['xgboost-dart.json'] = dart.predict(xgb.DMatrix(tests[:, :4]), output_margin=True).astype(float).tolist()
forest = lgb.train(dict(objective='regression', boosting='rf', bagging_fraction=0.6, bagging_freq=1, num_leaves=6, verbose=-1),
    lgb.Dataset(numbers, signal), 5)
forest.save_model(str(out / 'lightgbm-forest.txt'))
# Its raw_score is the sum over the trees; what counts is their mean.
margins['lightgbm-forest.txt'] = forest.predict(tests[:, :4]).tolist()
(out / 'margins.json').write_text(json.dumps(dict(rows=rows, margins=margins)) + '\n')
