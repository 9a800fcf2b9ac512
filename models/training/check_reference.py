"""Tests reference.py on small examples.

    python models/training/check_reference.py

Takes a second, prints each check and stops at the first failure.
"""

import json

import numpy as np
from reference import binned, reference

ONES = np.ones(100)


def shares_of(values: np.ndarray, weight: np.ndarray = ONES) -> list[float]:
    found = binned(values, weight)
    assert abs(sum(found["shares"]) + found["missing"] - 1) < 1e-5, found
    assert len(found["shares"]) == len(found["edges"]) + 1, found
    return found["shares"]


def check_deciles() -> None:
    found = binned(np.arange(1, 101), ONES)
    assert found["edges"] == [10, 20, 30, 40, 50, 60, 70, 80, 90], found
    assert shares_of(np.arange(1, 101)) == [0.1] * 10


def check_few_values() -> None:
    flags = np.repeat([0.0, 1.0], [70, 30])
    assert binned(flags, ONES)["edges"] == [0], binned(flags, ONES)
    assert shares_of(flags) == [0.7, 0.3]
    assert binned(np.zeros(100), ONES) == {"edges": [], "shares": [1.0], "missing": 0.0}


def check_missing() -> None:
    values = np.where(np.arange(100) < 25, np.nan, np.arange(100))
    assert binned(values, ONES)["missing"] == 0.25
    nothing = binned(np.full(100, np.nan), ONES)
    assert nothing == {"edges": [], "shares": [0.0], "missing": 1.0}, nothing


def check_weights() -> None:
    values = np.array([1.0, 2.0, 3.0, np.nan])
    assert shares_of(values, np.array([8.0, 1.0, 1.0, 10.0])) == [0.4, 0.05, 0.05]
    whole = binned(np.repeat([1.0, 2.0, 3.0, np.nan], [8, 1, 1, 10]), np.ones(20))
    assert binned(values, np.array([8.0, 1.0, 1.0, 10.0])) == whole


def check_float32() -> None:
    """An edge is a float32 with all its digits, so that the product finds the same bin."""
    edge = binned(np.repeat([0.1, 0.7, 0.9], [40, 40, 20]), ONES)["edges"][1]
    assert np.float32(edge) == np.float32(0.7)
    assert json.loads(json.dumps(edge)) == edge


def check_whole() -> None:
    values = np.column_stack([np.arange(100), np.where(np.arange(100) < 60, 1.0, np.nan)])
    names = ["nights", "collection_is_known"]
    found = reference(names, values.astype(np.float32), ONES, np.full(100, 1 / 6))
    assert list(found) == ["rows", "features", "score", "telemetry"], list(found)
    assert found["rows"] == 100 and list(found["features"]) == names
    assert found["telemetry"] == 0.6
    # Odds of 1 to 5 are 75 points.
    assert found["score"] == {"edges": [], "shares": [1.0], "missing": 0.0}, found["score"]
    json.dumps(found, allow_nan=False)
    assert "telemetry" not in reference(names[:1], values[:, :1], ONES, np.full(100, 0.5))


def main() -> None:
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            check()
            print(f"ok  {name.removeprefix('check_').replace('_', ' ')}")


if __name__ == "__main__":
    main()
