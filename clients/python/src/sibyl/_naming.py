"""Names that are not given."""

from __future__ import annotations

import re
from collections.abc import Container


def name_for(target: str) -> str:
    """`Sale price (€)` becomes `Sale_price_model`."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", target).strip("_")[:110]
    return f"{plain or 'target'}_model"


def first_free(name: str, taken: Container[str]) -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
