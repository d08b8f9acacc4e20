"""Writes the small models with named categories, and what the libraries predict by them, that import-model.test.ts reads.
Run from engine/ with numpy, pandas, lightgbm and xgboost. Names of categories are ASCII: XGBoost 3.2 cuts others short in its file."""
import json, pathlib
import numpy as np, pandas as pd, lightgbm as lgb, xgboost as xgb

out = pathlib.Path(__file__).parent / 'models'
random = np.random.default_rng(7)
count = 600
frame = pd.DataFrame({
    'size': random.normal(size=count),
    'color': pd.Categorical(random.choice(['red', 'green', 'blue', 'off white'], count)),
    'age': np.where(random.random(count) < 0.2, np.nan, random.integers(0, 90, count)),
    'grade': pd.Categorical(random.choice([10, 20, 30], count)),
})
signal = frame['size'] + 2 * (frame['color'] == 'red') + (frame['grade'] == 20) + frame['age'].fillna(30) / 60
shares = 1 / (1 + np.exp(-signal))
targets = {
    'number': signal,
    'positive': np.exp(signal / 3),
    'share': shares,
    'two': (signal > 1.5).astype(int),
    'three': np.digitize(signal, [1, 2.2]),
}
models = [
    ('xgboost', 'reg:squarederror', 'number', {}),
    ('xgboost', 'reg:gamma', 'positive', {}),
    ('xgboost', 'reg:tweedie', 'positive', {}),
    ('xgboost', 'reg:logistic', 'share', {}),
    ('xgboost', 'binary:logistic', 'two', {}),
    ('xgboost', 'multi:softprob', 'three', {'num_class': 3}),
    ('lightgbm', 'regression', 'number', {}),
    ('lightgbm', 'regression', 'positive', {'reg_sqrt': True}),
    ('lightgbm', 'gamma', 'positive', {}),
    ('lightgbm', 'tweedie', 'positive', {}),
    ('lightgbm', 'cross_entropy', 'share', {}),
    ('lightgbm', 'binary', 'two', {'sigmoid': 1.7}),
    ('lightgbm', 'multiclass', 'three', {'num_class': 3}),
]
asked = frame.iloc[:30]
recorded = {}
for library, objective, target, settings in models:
    name = f'{library} {objective} {target}'.replace(':', ' ').replace(' ', '-')
    if library == 'xgboost':
        data = xgb.DMatrix(frame, targets[target], enable_categorical=True)
        model = xgb.train(dict(objective=objective, max_depth=3, eta=0.4, **settings), data, 3)
        file = f'{name}.json'
        predictions = model.predict(xgb.DMatrix(asked, enable_categorical=True))
    else:
        data = lgb.Dataset(frame, targets[target])
        model = lgb.train(dict(objective=objective, num_leaves=5, learning_rate=0.4, verbose=-1, min_data_per_group=5,
            **settings), data, 3)
        file = f'{name}.txt'
        predictions = model.predict(asked)
    model.save_model(str(out / file))
    recorded[file] = predictions.astype(float).ravel().tolist()
cells = lambda value: None if pd.isna(value) else value.item() if isinstance(value, np.generic) else value
rows = [{name: cells(value) for name, value in row.items()} for row in asked.to_dict('records')]
(out / 'predictions.json').write_text(json.dumps(dict(rows=rows, predictions=recorded), ensure_ascii=False) + '\n')
