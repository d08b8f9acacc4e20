"""What notebooks show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any


def number(value: Any) -> str:
    """Four digits that matter, and no exponent where a person would write none."""
    if isinstance(value, bool) or not isinstance(value, float):
        return "" if value is None else str(value)
    return f"{value:,.0f}" if 1e4 <= abs(value) < 1e15 else f"{value:.4g}"


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(number(row.get(name)))}</td>" for name in columns) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def bars(rows: Sequence[tuple[str, float]]) -> str:
    most = max((value for _, value in rows), default=0) or 1
    cells = "".join(
        f"<tr><td>{escape(name)}</td><td style='width:200px'><div style='background:#4c78a8;height:.8em;"
        f"width:{max(0.0, 100 * value / most):.1f}%'></div></td><td>{value:.3f}</td></tr>"
        for name, value in rows
    )
    return f"<table><tbody>{cells}</tbody></table>"


def card(title: str, facts: Mapping[str, Any], *more: str) -> str:
    left = " style='text-align:left'"
    lines = "".join(
        f"<tr><th{left}>{escape(name)}</th><td{left}>{escape(number(value))}</td></tr>"
        for name, value in facts.items()
        if value is not None
    )
    return f"<div><strong>{escape(title)}</strong><table><tbody>{lines}</tbody></table>{''.join(more)}</div>"


def warnings(texts: Sequence[str]) -> str:
    return "".join(f"<div>⚠ {escape(text)}</div>" for text in texts)
