"""Questions by templates in the wording of business: `python made.py SOURCES OUT`.

`made-tables.json` tells of each public table how its rows, measures, groups and values are spoken of; SOURCES holds its
files (vega-datasets, IBM attrition, insurance). OUT becomes `tables/*.csv` and `questions.tsv`, with answers by SQL.
"""

import csv
import json
import os
import random
import re
import sqlite3
import statistics
import sys

import drawn_tables
import more_templates
import templates
import time_templates
import wider_templates
from templates import quoted

MOST_ROWS = 600
MOST_CELLS = 120


def cell_of(text):
    if text in ("", None) or isinstance(text, (int, float)):
        return None if text == "" else text
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    try:
        return float(text)
    except ValueError:
        return text


class Median:
    """The median, which SQLite lacks."""

    def __init__(self):
        self.all = []

    def step(self, value):
        if value is not None:
            self.all.append(value)

    def finalize(self):
        return statistics.median(self.all) if self.all else None


class Table:
    """A table in SQLite, how it is spoken of, and the questions made of it."""

    def __init__(self, spec, folder, out):
        path = os.path.join(out if spec["file"].startswith("drawn-") else folder, spec["file"])
        rows = json.load(open(path)) if path.endswith(".json") else list(csv.DictReader(open(path)))
        columns = list(dict.fromkeys(name for row in rows[:50] for name in row if name != "_comment"))
        rows = rows if len(rows) < MOST_ROWS else rows[:: max(1, len(rows) // 500)]
        cells = [[cell_of(row.get(name)) for name in columns] for row in rows]
        if "date" in spec:
            at = columns.index(spec["date"])
            for row in cells:
                row[at] = str(row[at]).replace("/", "-")[:10] if row[at] else None
        self.db = sqlite3.connect(":memory:")
        self.db.create_aggregate("median", 1, Median)
        self.db.execute(f"create table t ({','.join(map(quoted, columns))})")
        self.db.executemany(f"insert into t values ({','.join('?' * len(columns))})", cells)
        self.file = f"{spec['name']}~{spec['rows']}.csv"
        with open(os.path.join(out, "tables", self.file), "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows([["" if cell is None else cell for cell in row] for row in cells])
        self.rows, self.row, self.name = spec["rows"], spec["row"], spec["name"]
        self.label = spec["label"]
        self.names_rows = self.label not in spec["groups"]
        self.date, self.year = spec.get("date"), spec.get("year")
        self.measures = spec["measures"]
        self.groups = {name: (one, many or f"{one}s") for name, (one, many) in spec["groups"].items()}
        self.plural = {name for name, (_, many) in spec["groups"].items() if many}
        self.values = [(name, value, said) for name, all in spec["values"].items() for value, said in all]
        self.made = {}

    def ask(self, texts, sql):
        """Keeps one of the texts with what the SQL gives, unless that is nothing or too much."""
        cells = [str(cell) for row in self.db.execute(sql) for cell in row if cell is not None]
        if 0 < len(cells) <= MOST_CELLS and not any("|" in cell for cell in cells):
            self.made.setdefault(random.choice(texts), "|".join(cells))

    def column(self, sql):
        return [cell for (cell,) in self.db.execute(sql) if cell is not None]


def make(folder, out):
    random.seed(5)
    os.makedirs(os.path.join(out, "tables"), exist_ok=True)
    drawn_tables.draw(out)
    lines = ["id\ttable\tquestion\tanswer"]
    for spec in json.load(open(os.path.join(os.path.dirname(__file__), "made-tables.json"))):
        table = Table(spec, folder, out)
        templates.ask_all(table)
        more_templates.ask_more(table)
        time_templates.ask_of_times(table)
        wider_templates.ask_wider(table)
        made = enumerate(table.made.items())
        lines += [f"made-{table.name}-{at}\t{table.file}\t{text}\t{answer}" for at, (text, answer) in made]
        print(table.name, len(table.made))
    with open(os.path.join(out, "questions.tsv"), "w") as file:
        file.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    make(*sys.argv[1:3])
