"""Writes the tables of the corpus in one form, and what peers score on them. Usage: peers.py TABLES INTO PEER,… SECONDS TABLE …"""
import json
import sys
from pathlib import Path

import numpy
import pandas
from made_tables import made
from searchers import count_processor_time, processor_seconds, searchers
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, HistGradientBoostingClassifier, HistGradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import log_loss, r2_score, roc_auc_score
from sklearn.preprocessing import OrdinalEncoder

MISSING = ["NA", "?", "<null>", ""]


def read(folder, entry):
    name = entry["file"]
    if name in made:
        return made[name]()
    has_header = not name.startswith("keel-")
    path = folder / f"{name}.csv"
    if path.exists():
        frame = pandas.read_csv(path, header=0 if has_header else None, skipinitialspace=True, na_values=MISSING, keep_default_na=False, low_memory=False)
    else:
        frame = pandas.DataFrame(json.loads((folder / f"{name}.json").read_text()))
    frame.columns = [f"c{column}" if isinstance(column, int) else column for column in frame.columns]
    return frame.rename(columns={frame.columns[-1]: "y"}) if "target" not in entry else frame.rename(columns={entry["target"]: "y"})


def write(folder, into, entry):
    """The target is called y, classes are words, and every fifth row is held out."""
    path = into / f"{entry['file']}.csv"
    if path.exists():
        return path
    frame = read(folder, entry)
    frame = frame.drop(columns=[name for name in ["rownames", "Unnamed: 0", *entry.get("ignore", [])] if name in frame])
    frame = frame[frame["y"].notna()].sample(frac=1, random_state=41).head(entry.get("rows", 1_000_000)).reset_index(drop=True)
    if entry["file"].startswith("keel-") or frame["y"].nunique() == 2 or not pandas.api.types.is_numeric_dtype(frame["y"]):
        frame["y"] = "is " + frame["y"].astype(str)
        counts = frame["y"].value_counts()
        frame = frame[frame["y"].map(counts) >= 20].reset_index(drop=True)
    frame.to_csv(path, index=False)
    return path


def encode(frame):
    """Categories as codes, numbers as they are."""
    inputs = frame.drop(columns="y")
    words = [name for name in inputs if not pandas.api.types.is_numeric_dtype(inputs[name]) or inputs[name].dtype == bool]
    return inputs, words


def lightgbm(inputs, words, is_class):
    import lightgbm

    frame = inputs.astype({name: "category" for name in words})
    frame.columns = [f"f{place}" for place in range(frame.shape[1])]
    kind = lightgbm.LGBMClassifier if is_class else lightgbm.LGBMRegressor
    return kind(n_jobs=1, verbose=-1), frame


def catboost(inputs, words, is_class):
    import catboost

    frame = inputs.assign(**{name: inputs[name].astype(object).where(inputs[name].notna(), "none").astype(str) for name in words})
    kind = catboost.CatBoostClassifier if is_class else catboost.CatBoostRegressor
    return kind(thread_count=1, verbose=False, cat_features=words, allow_writing_files=False), frame


def ordinal(inputs, words):
    frame = inputs.copy()
    if words:
        frame[words] = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1).fit_transform(frame[words].astype(str))
    return frame.astype(float)


def histogram(inputs, words, is_class):
    kind = HistGradientBoostingClassifier if is_class else HistGradientBoostingRegressor
    few = [name in words and inputs[name].nunique() < 250 for name in inputs]
    return kind(categorical_features=few, random_state=0), ordinal(inputs, words)


def forest(inputs, words, is_class):
    kind = RandomForestClassifier if is_class else RandomForestRegressor
    return kind(300, n_jobs=1, random_state=0), ordinal(inputs, words)


def extra(inputs, words, is_class):
    kind = ExtraTreesClassifier if is_class else ExtraTreesRegressor
    frame = ordinal(inputs, words)
    return kind(300, n_jobs=1, random_state=0), frame.fillna(frame.median())


peers = {"lightgbm": lightgbm, "histogram": histogram, "forest": forest, "extra": extra, "catboost": catboost}


def learn(peer, frame, held, is_class, limit):
    """Returns the answers to the held-out rows, their classes, and what else is told of the peer."""
    if peer in searchers:
        return searchers[peer](frame, held, is_class, limit)
    inputs, words = encode(frame)
    model, encoded = peers[peer](inputs, words, is_class)
    model.fit(encoded[~held], frame["y"].to_numpy()[~held])
    if not is_class:
        return model.predict(encoded[held]), None, {}
    return model.predict_proba(encoded[held]), list(model.classes_), {}


def score(truth, found, classes):
    found = numpy.asarray(found, dtype=float)
    if classes is None:
        return {"r2_score": r2_score(truth, numpy.ravel(found))}
    figures = {"log_loss": log_loss(truth, found, labels=classes)}
    return {"auc": roc_auc_score(truth == classes[1], found[:, 1]), **figures} if len(classes) == 2 else figures


def keep(path, found, classes):
    """Answers to the held-out rows, so that what is between two peers can be told from chance."""
    rows = numpy.asarray(found, dtype=float).round(6).tolist()
    path.write_text(json.dumps({"classes": None if classes is None else [str(one) for one in classes], "found": rows}))


def main():
    folder, into = Path(sys.argv[1]), Path(sys.argv[2])
    asked, limit, wanted = sys.argv[3].split(","), float(sys.argv[4]), set(sys.argv[5:])
    (into / "answers").mkdir(parents=True, exist_ok=True)
    count_processor_time()
    results = into / "peers.ndjson"
    known = {(one["table"], one["peer"]) for one in map(json.loads, results.read_text().splitlines())} if results.exists() else set()
    entries = json.loads((Path(__file__).parent / "tables.json").read_text())
    for entry in (one for one in entries if one["file"] in wanted):
        path = write(folder, into, entry)
        for peer in asked:
            if (entry["file"], peer) in known:
                continue
            frame = pandas.read_csv(path, low_memory=False, na_values=MISSING, keep_default_na=False)
            is_class = frame["y"].dtype == object or pandas.api.types.is_string_dtype(frame["y"])
            held = numpy.arange(len(frame)) % 5 == 4
            begun = processor_seconds()
            try:
                found, classes, told = learn(peer, frame, held, is_class, limit)
                keep(into / "answers" / f"{entry['file']}.{peer}.json", found, classes)
                figures = {**score(frame["y"].to_numpy()[held], found, classes), **told}
            except Exception as error:
                figures = {"error": str(error)[:200]}
            line = {"table": entry["file"], "peer": peer, "rows": len(frame), "inputs": frame.shape[1] - 1, "seconds": round(processor_seconds() - begun, 2), **figures}
            with open(results, "a") as file:
                file.write(json.dumps(line) + "\n")
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
