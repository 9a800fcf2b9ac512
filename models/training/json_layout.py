"""Formats JSON like the repository's formatter, which therefore never changes a bundle."""

import json

WIDTH = 100


def dumps(value: object) -> str:
    return laid_out(value, "", 0) + "\n"


def laid_out(value: object, indent: str, before: int) -> str:
    """`before` is the number of characters already on the line."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        members = [f"{inner}{json.dumps(k)}: {member(k, v, inner)}" for k, v in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if not isinstance(value, list) or not value:
        return scalar(value)
    if any(isinstance(item, dict) for item in value):
        items = [inner + laid_out(item, inner, len(inner)) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    items = [scalar(item) for item in value]
    line = f"[{', '.join(items)}]"
    # One character more for a following comma.
    if before + len(line) + 1 <= WIDTH:
        return line
    numbers = all(isinstance(item, (int, float)) for item in value)
    rows = filled(items, inner) if numbers else [inner + item for item in items]
    return "[\n" + ("\n" if numbers else ",\n").join(rows) + f"\n{indent}]"


def member(key: str, value: object, indent: str) -> str:
    return laid_out(value, indent, len(indent) + len(json.dumps(key)) + 2)


def filled(items: list[str], indent: str) -> list[str]:
    rows, row = [], indent
    for place, item in enumerate(items):
        text = item if place == len(items) - 1 else item + ","
        if row == indent:
            row += text
        elif len(row) + 1 + len(text) <= WIDTH:
            row += " " + text
        else:
            rows.append(row)
            row = indent + text
    return [*rows, row]


def scalar(value: object) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
