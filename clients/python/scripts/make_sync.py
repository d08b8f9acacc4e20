"""Writes src/sibyl/_sync from src/sibyl/_async; with --check it says what differs and changes nothing."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import unasync

SOURCE = Path(__file__).resolve().parent.parent / "src/sibyl/_async"
TARGET = SOURCE.with_name("_sync")
HEADER = "# Generated from _async by scripts/make_sync.py: change it there.\n"
# These differ in more than words, so there is one of each by hand.
BY_HAND = {"__init__.py", "_runtime.py"}
WORDS = {
    "aclose": "close",
    "aread": "read",
    "aiter_bytes": "iter_bytes",
    "aiter_lines": "iter_lines",
    "_async": "_sync",
}


def generate(folder: Path) -> None:
    files = [file for file in sorted(SOURCE.glob("*.py")) if file.name not in BY_HAND]
    text = "".join(file.read_text() for file in files)
    own = {name: name.removeprefix("Async") for name in re.findall(r"\bAsync[A-Z]\w+", text)}
    rule = unasync.Rule(fromdir=f"{SOURCE}/", todir=f"{folder}/", additional_replacements={**own, **WORDS})
    unasync.unasync_files([str(file) for file in files], [rule])
    for file in files:
        made = folder / file.name
        made.write_text(HEADER + made.read_text())


def main() -> int:
    if "--check" not in sys.argv:
        generate(TARGET)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        made = {file.name: file.read_text() for file in Path(folder).glob("*.py")}
    kept = {file.name: file.read_text() for file in TARGET.glob("*.py") if file.name not in BY_HAND}
    stale = sorted(name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name))
    for name in stale:
        print(f"src/sibyl/_sync/{name} is not what scripts/make_sync.py makes of _async", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
