"""Writes each table of a folder of CSV files in six ways, and what Python's csv reads of it: corpus.py FROM TO EVERY."""

import csv
import gzip
import io
import json
import re
import sys
from pathlib import Path

import openpyxl

PLAIN_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d*[1-9])?")


def as_text(rows, **how):
    text = io.StringIO(newline="")
    csv.writer(text, **how).writerows(rows)
    return text.getvalue().encode()


def as_workbook(rows):
    """Numbers below the first row are stored as such; all else is text, also what begins like a formula."""
    book = openpyxl.Workbook()
    for line, row in enumerate(rows, 1):
        for column, cell in enumerate(row, 1):
            if cell == "":
                continue
            is_number = line > 1 and len(cell) < 16 and PLAIN_NUMBER.fullmatch(cell)
            place = book.active.cell(line, column, float(cell) if is_number else cell)
            if not is_number:
                place.data_type = "s"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def write_all(source, target, every):
    for path in sorted(source.glob("*.csv"))[::every]:
        raw = path.read_bytes()
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
        ways = {
            "as it is": raw,
            "LF": as_text(rows, lineterminator="\n"),
            "semicolons": as_text(rows, delimiter=";"),
            "UTF-16": raw.decode("utf-8-sig").encode("utf-16"),
            "workbook": as_workbook(rows),
            "gzip": gzip.compress(raw),
        }
        for way, content in ways.items():
            folder = target / way
            folder.mkdir(parents=True, exist_ok=True)
            (folder / path.stem).write_bytes(content)
        (target / f"{path.stem}.json").write_text(json.dumps(rows), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
