"""Questions of business with SQL as questions with answers: `python business.py business.tar.gz OUT`.

The archive holds a folder of each of four writers, who wrote them for Sibyl (Apache 2.0): `t/TABLE.csv`, and `questions.jsonl` with {"table", "ask": [wordings], "sql"}. OUT
becomes `tables/*.csv` and `questions.tsv`, whose last column tells which rows a list is of: that of the column that the
SQL orders by, empty where it orders by none, and `-` where rows are not what is listed.
"""

import json
import os
import re
import shutil
import sys
import tarfile
import tempfile

import duckdb

MOST_CELLS = 60
FIGURES = r"\b(count|sum|avg|median|min|max|stddev\w*|corr|mode|arg_max|arg_min|any_value|quantile\w*)\s*\("
MONTHS = "january february march april may june july august september october november december".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
NAME = r'"(?:[^"]+)"|\w+'


def without_rounding(sql):
    """The query with `round(x, n)` as `(x)`."""
    found = re.search(r"\bround\s*\(", sql, re.IGNORECASE)
    if not found:
        return sql
    depth, comma = 1, None
    for at in range(found.end(), len(sql)):
        depth += {"(": 1, ")": -1}.get(sql[at], 0)
        if sql[at] == "," and depth == 1:
            comma = at
        if depth == 0:
            inner = sql[found.end() : comma if comma else at]
            return without_rounding(f"{sql[: found.start()]}({inner}){sql[at + 1 :]}")
    return sql


def split_top(text):
    """The parts between commas that stand in no brackets or quotes."""
    parts, depth, quote = [""], 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        depth += 0 if quote else {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def selected(sql):
    found = re.match(r"\s*select\s+(?:distinct\s+)?(.*?)\s+from\s", sql, re.IGNORECASE | re.DOTALL)
    return [part.strip() for part in split_top(found.group(1))] if found else None


def order_of(sql):
    """What a list of rows is ordered by; None where rows are not what is listed."""
    low = sql.lower()
    if "group by" in low or "distinct" in low or low.count("select") != 1 or re.search(FIGURES, low):
        return None
    if " limit " not in low:
        return ""
    found = re.search(rf"order\s+by\s+({NAME})\s*(?:asc|desc)?\s*(?:nulls\s+\w+)?\s+limit", sql, re.IGNORECASE)
    return found.group(1).strip('"') if found else None


def cell_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    low = text.lower()
    if low in MONTHS:
        return str(MONTHS.index(low) + 1)
    if low in DAYS:
        return str(DAYS.index(low) + 1)
    if re.fullmatch(r"\d{4}-\d\d", text):
        return f"{text}-01"
    return re.sub(r"^(\d{4}-\d\d-\d\d) 00:00:00$", r"\1", text)


def answer_of(db, sql):
    """The cells of an answer: of ranked or bounded groups and of ordered rows only what names them."""
    rows = db.execute(without_rounding(sql)).fetchall()
    shown, low = selected(sql), sql.lower()
    is_bounded = "limit" in low or "having" in low
    if is_bounded and rows and shown and len(shown) == len(rows[0]) > 1:
        order = order_of(sql)
        figures = [at for at, one in enumerate(shown) if re.search(FIGURES, one, re.IGNORECASE) or (order and one.strip('"') == order)]
        if 0 < len(figures) < len(shown):
            rows = [[cell for at, cell in enumerate(row) if at not in figures] for row in rows]
    if len(rows) == 1 and len(rows[0]) == 1 and re.search(r"\)\s*-\s*[(\w]", sql) and is_below_zero(rows[0][0]):
        rows = [(-rows[0][0],)]
    return [cell_of(cell) for row in in_quarters(rows, low) for cell in row if cell is not None]


def is_below_zero(cell):
    """Differences are told without their sign."""
    return isinstance(cell, (int, float)) and cell < 0


def in_quarters(rows, low):
    """Quarters of one year by their first days, as they are told."""
    year = re.search(r"year\s*\([^)]*\)\s*=\s*(\d{4})", low)
    if not year or not re.match(r"select\s+quarter\s*\(", low):
        return rows
    return [(f"{year.group(1)}-{3 * int(row[0]) - 2:02}-01", *row[1:]) for row in rows]


def convert(writers, out):
    os.makedirs(os.path.join(out, "tables"), exist_ok=True)
    lines = ["id\ttable\tquestion\tanswer\tlists"]
    failed = 0
    for writer in sorted(os.listdir(writers)):
        path = os.path.join(writers, writer, "questions.jsonl")
        if not os.path.exists(path):
            continue
        db, known = duckdb.connect(), set()
        for at, line in enumerate(open(path)):
            asked = json.loads(line)
            table = asked["table"]
            name = f"business {writer} {table}~{table}.csv"
            source = os.path.join(writers, writer, "t", f"{table}.csv")
            if asked["sql"] is None:
                continue
            try:
                if table not in known:
                    db.execute(f"create table \"{table}\" as select * from read_csv_auto('{source}', sample_size=-1)")
                    known.add(table)
                    shutil.copy(source, os.path.join(out, "tables", name))
                cells = answer_of(db, asked["sql"])
            except (duckdb.Error, OSError) as error:
                failed += 1
                print(writer, at, str(error)[:100])
                continue
            if not 0 < len(cells) <= MOST_CELLS or any(re.search(r"[|\t\n]", cell) for cell in cells):
                continue
            order = order_of(asked["sql"])
            lists = "-" if order is None else order
            for which, question in enumerate(asked["ask"]):
                plain = re.sub(r"\s+", " ", question).strip()
                lines.append("\t".join([f"{writer}-{at}-{which}", name, plain, "|".join(cells), lists]))
    with open(os.path.join(out, "questions.tsv"), "w") as file:
        file.write("\n".join([*lines, ""]))
    print(len(lines) - 1, "questions;", failed, "failed")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as writers:
        tarfile.open(sys.argv[1]).extractall(writers, filter="data")
        convert(writers, sys.argv[2])
