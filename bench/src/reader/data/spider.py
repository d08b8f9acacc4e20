"""Spider as questions to one table: `python spider.py SPIDER OUT`.

SPIDER holds `train_spider.json`, `dev.json` and `tables.json` of Spider (CC BY-SA 4.0), and `machine/`: the databases
and `tables.json` of MachineSpider (Apache 2.0), whose names are put back into English. OUT becomes `tables/*.csv` and
`questions.tsv`. A question whose SQL is of one table, or of two that one key joins, keeps the answer that SQLite gives.
"""

import csv
import difflib
import json
import os
import re
import sqlite3
import sys

MOST_ROWS = 20_000
MOST_CELLS = 60
FIGURES = r"(count|sum|avg|min|max)\s*\("


def tables_of(schema):
    """Names of tables with their columns and types, in order."""
    kinds = zip(schema["column_names_original"], schema["column_types"])
    columns = [(table, name, kind) for (table, name), kind in kinds]
    names = schema["table_names_original"]
    return {name: [(c, k) for t, c, k in columns if t == at] for at, name in enumerate(names)}


def match_tables(stored, english):
    """The English name of each stored table: by place, or by the names and kinds of the columns."""
    if list(map(len, stored.values())) == list(map(len, english.values())):
        return dict(zip(stored, english))
    spell = lambda name, columns: " ".join([name, *(c for c, _ in columns)]).lower()
    alike = []
    for own, columns in stored.items():
        for other, its in english.items():
            if len(columns) == len(its):
                ratio = difflib.SequenceMatcher(None, spell(own, columns), spell(other, its)).ratio()
                kinds = sum(a[1] == b[1] for a, b in zip(columns, its)) / len(its)
                alike.append((ratio + 0.5 * kinds, own, other))
    matched = {}
    for _, own, other in sorted(alike, reverse=True):
        if own not in matched and other not in matched.values():
            matched[own] = other
    return matched


def open_database(path, stored, english):
    """Copies a database under English names into memory."""
    source = sqlite3.connect(path)
    source.text_factory = lambda data: data.decode("utf8", "replace")
    copy = sqlite3.connect(":memory:")
    for own, name in match_tables(stored, english).items():
        columns = english[name]
        try:
            rows = source.execute(f'select * from "{own}" limit {MOST_ROWS}').fetchall()
            held = [info[1].lower() for info in source.execute(f'pragma table_info("{own}")')]
            typed = ", ".join(f'"{c}" {"NUMERIC" if k == "number" else "TEXT"}' for c, k in columns)
            copy.execute(f'create table "{name}" ({typed})')
        except sqlite3.Error:
            continue
        places = [held.index(c.lower()) for c, _ in stored[own] if c.lower() in held]
        if len(places) < len(columns):
            places = range(len(columns))
        if len(held) >= len(columns):
            marks = ",".join("?" * len(columns))
            copy.executemany(f'insert into "{name}" values ({marks})', [[r[at] for at in places] for r in rows])
    return copy


JOINED = re.compile(
    r"\bfrom\s+(\w+)(?:\s+as)?\s+(\w+)\s+join\s+(\w+)(?:\s+as)?\s+(\w+)\s+on\s+(\w+)\.(\w+)\s*=\s*(\w+)\.(\w+)",
    re.IGNORECASE,
)


def source_of(sql, tables):
    """What a query reads, as the name and SELECT of one table; None where it is more than two."""
    names = {name.lower(): name for name in tables}
    used = [
        names.get(name.strip('"').lower()) for name in re.findall(r'\b(?:from|join)\s+([\w"]+)', sql, re.IGNORECASE)
    ]
    joins = len(re.findall(r"\bjoin\b", sql, re.IGNORECASE))
    if not used or None in used:
        return None
    if joins == 0 and len(set(used)) == 1:
        return used[0], f'select * from "{used[0]}"'
    found = JOINED.search(sql)
    if joins != 1 or len(used) != 2 or used[0] == used[1] or sql.lower().count("select") > 1 or not found:
        return None
    _, first, _, second, side, key, other_side, other_key = found.groups()
    if side.lower() == second.lower():
        side, key, other_side, other_key = other_side, other_key, side, key
    if side.lower() != first.lower() or other_side.lower() != second.lower():
        return None
    one, other = used
    left = [c for c, _ in tables[one]]
    right = [c for c, _ in tables[other] if c.lower() != other_key.lower()]
    both = {c.lower() for c in left} & {c.lower() for c in right}
    named = lambda table, c: f"{table}_{c}" if c.lower() in both else c
    columns = [f'x."{c}" as "{named(one, c)}"' for c in left] + [f'y."{c}" as "{named(other, c)}"' for c in right]
    joined = f'from "{one}" x join "{other}" y on x."{key}"=y."{other_key}"'
    return f"{one}-{other}", f"select {', '.join(columns)} {joined}"


def answer_of(sql, rows):
    """The cells of an answer; of groups that are ranked or bounded only the label."""
    if not re.match(r"select\s+" + FIGURES.replace("(count", "(?:count"), sql, re.IGNORECASE):
        rows = list(dict.fromkeys(rows))
    shown = re.split(r",(?![^(]*\))", re.match(r"select\s+(?:distinct )?(.*?)\s+from", sql, re.IGNORECASE).group(1))
    low = sql.lower()
    is_bounded = "having" in low or ("limit" in low and "order by" in low)
    if "group by" in low and is_bounded and rows and len(shown) == len(rows[0]):
        labels = [at for at, column in enumerate(shown) if not re.search(FIGURES, column, re.IGNORECASE)]
        if labels:
            rows = list(dict.fromkeys(tuple(row[at] for at in labels) for row in rows))
    return [cell for row in rows for cell in row if cell is not None]


def write_table(path, found):
    """Writes a table that is neither tiny nor huge."""
    head = [column[0] for column in found.description]
    body = found.fetchall()
    if 3 <= len(body) <= 3000 and len(head) > 1:
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(head)
            writer.writerows([["" if cell is None else cell for cell in row] for row in body])


def convert(folder, out):
    read = lambda name: json.load(open(os.path.join(folder, name)))
    stored = {schema["db_id"]: tables_of(schema) for schema in read("machine/tables.json")}
    english = {schema["db_id"]: tables_of(schema) for schema in read("tables.json")}
    os.makedirs(os.path.join(out, "tables"), exist_ok=True)
    databases, lines = {}, {}
    for part in ("train_spider.json", "dev.json"):
        for at, asked in enumerate(read(part)):
            sql, key = asked["query"].strip().rstrip(";"), asked["db_id"]
            question = re.sub(r"\s+", " ", asked["question"]).strip()
            path = os.path.join(folder, "machine/database", key, f"{key}.sqlite")
            if key not in stored or key not in english or not os.path.exists(path) or (question, key) in lines:
                continue
            if key not in databases:
                databases[key] = open_database(path, stored[key], english[key])
            source = source_of(sql, english[key])
            if source is None:
                continue
            try:
                cells = [str(c) for c in answer_of(sql, databases[key].execute(sql).fetchall())]
                name = f"{key}~{source[0]}.csv"
                table = os.path.join(out, "tables", name)
                if not os.path.exists(table):
                    write_table(table, databases[key].execute(source[1]))
            except sqlite3.Error:
                continue
            is_plain = not any(re.search(r"[|\t\n]", cell) for cell in cells)
            if 0 < len(cells) <= MOST_CELLS and cells != ["0"] and is_plain and os.path.exists(table):
                lines[question, key] = "\t".join([f"{part[:5]}-{at}", name, question, "|".join(cells)])
    with open(os.path.join(out, "questions.tsv"), "w") as file:
        file.write("\n".join(["id\ttable\tquestion\tanswer", *lines.values(), ""]))
    print(len(lines), "questions of", len(databases), "databases")


if __name__ == "__main__":
    convert(*sys.argv[1:3])
