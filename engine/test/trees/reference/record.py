"""Records what other libraries score on the tables of datasets.ts. Run from engine/ with numpy, scikit-learn, lightgbm
and xgboost installed and Node 24 in PATH:  python test/trees/reference/record.py"""
import json, pathlib, subprocess
import numpy as np, lightgbm, sklearn, xgboost
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.metrics import log_loss, r2_score

here = pathlib.Path(__file__).parent
dump = """import {makeDatasets} from './datasets.ts';
const plain = Object.entries(makeDatasets()).map(([name, {features, targets, loss}]) =>
  [name, {loss, targets: [...targets], columns: features.map((f) => [...f.values])}]);
console.log(JSON.stringify(Object.fromEntries(plain)));"""
text = subprocess.run(['node', '--input-type=module', '-e', dump], cwd=here, capture_output=True, check=True).stdout

def predict_all(loss, x, y, test):
    classes = loss == 'logistic'
    sk = (HistGradientBoostingClassifier if classes else HistGradientBoostingRegressor)(
        max_iter=50, learning_rate=0.1, max_leaf_nodes=31, min_samples_leaf=20, early_stopping=False).fit(x, y)
    yield 'scikit-learn ' + sklearn.__version__, sk.predict_proba(test)[:, 1] if classes else sk.predict(test)
    lgb = lightgbm.train(dict(objective='binary' if classes else 'regression', num_leaves=31, learning_rate=0.1,
        min_data_in_leaf=20, verbose=-1), lightgbm.Dataset(x, y), 50)
    yield 'LightGBM ' + lightgbm.__version__, lgb.predict(test)
    xgb = xgboost.train(dict(objective='binary:logistic' if classes else 'reg:squarederror', tree_method='hist',
        grow_policy='lossguide', max_leaves=31, max_depth=0, eta=0.1, **{'lambda': 0}, min_child_weight=20 if not classes else 1),
        xgboost.DMatrix(x, y), 50)
    yield 'XGBoost ' + xgboost.__version__, xgb.predict(xgboost.DMatrix(test)).astype(float)

scores = {}
for name, table in json.loads(text).items():
    x = np.array([[np.nan if v is None else v for v in column] for column in table['columns']]).T
    y = np.array(table['targets'])
    held = np.arange(len(y)) % 4 == 0
    score = log_loss if table['loss'] == 'logistic' else r2_score
    scores[name] = {library: round(float(score(y[held], p)), 5)
        for library, p in predict_all(table['loss'], x[~held], y[~held], x[held])}
(here / 'scores.json').write_text(json.dumps(scores, indent=2) + '\n')
