"""Trains the default model on simulated rows and writes its bundle.

    python train.py ROWS_DIR BUNDLE_DIR [--version 1.0.0] [--created 2026-11-21T00:00:00Z]

ROWS_DIR is what features.ts wrote. The same rows give the same bytes: seeds are fixed, nothing
looks at a clock, and the date in the manifest is an argument.
"""

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import calibration
import card
import layout
import lightgbm
import numpy as np
import onnxruntime
import tree_onnx
from evaluation import Interval, threshold_at, with_intervals

SEED = 4711
REPORTED, FRAUD, DARK = 1, 2, 4
SPLIT = (0.6, 0.8)
PARITY = 1e-5

# What differs between fraud and honest people in the simulator only, or only by its few examples.
LEFT_OUT = {
    "phone_length_digits",
    "name_length_characters",
    "device_cores",
    "device_languages",
    "device_touch_points",
    "arrives_on_weekend",
    "local_hour",
    "collection_is_stale",
    "collection_user_agents",
}

# 1: more of it never lowers the risk. -1: never raises it.
MONOTONE = {
    "email_digit_share": 1,
    "email_name_similarity": -1,
    "name_is_repeated": 1,
    "booker_is_guest": -1,
    "children_share": -1,
    "phone_in_billing_country": -1,
    "device_is_automated": 1,
    "user_agent_is_automated": 1,
    "collection_addresses": 1,
    "since_last_batch_s": 1,
    "collection_attempts_24h": 1,
    "untrusted_events": 1,
    "untouched_fields_share": 1,
    "last_page_s": -1,
    "pages_viewed": -1,
    "centred_clicks_share": 1,
    "pointer_straightness": 1,
    "key_gap_variation": -1,
    "emails_per_device_24h": 1,
    "emails_per_device_30d": 1,
    "phones_per_device_30d": 1,
    "emails_per_ip_1h": 1,
    "emails_per_ip_24h": 1,
    "emails_per_phone_30d": 1,
    "phones_per_email_30d": 1,
    "emails_per_name_30d": 1,
}

PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.06,
    "num_leaves": 24,
    "min_data_in_leaf": 20,
    "min_sum_hessian_in_leaf": 1.0,
    "lambda_l2": 3.0,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 127,
    "monotone_constraints_method": "intermediate",
    "seed": SEED,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbosity": -1,
}
TREES = 160


@dataclass(frozen=True)
class Rows:
    """Attempts in order of time, as the product computed them."""

    names: list[str]
    values: np.ndarray
    label: np.ndarray
    fraud: np.ndarray
    dark: np.ndarray
    kind: np.ndarray
    episode: np.ndarray
    kinds: list[str]

    def where(self, chosen: np.ndarray | slice) -> "Rows":
        columns = (self.values, self.label, self.fraud, self.dark, self.kind, self.episode)
        return Rows(self.names, *(column[chosen] for column in columns), self.kinds)


def read_rows(folder: Path) -> tuple[Rows, dict]:
    header = json.loads((folder / "rows.json").read_text())
    values = np.fromfile(folder / "rows.f32", np.float32).reshape(-1, len(header["features"]))
    names = [name for name in header["features"] if name not in LEFT_OUT]
    wanted = [header["features"].index(name) for name in names]
    columns = {key: np.array(column) for key, column in header["columns"].items()}
    flags, kind = columns["flags"], columns["kind"]
    rows = Rows(
        names=names,
        values=values[:, wanted],
        label=(flags & REPORTED > 0).astype(int),
        fraud=(flags & FRAUD) > 0,
        dark=(flags & DARK) > 0,
        kind=kind,
        episode=kind * 10_000_000 + columns["episode"],
        kinds=header["kinds"],
    )
    return rows, header["options"]


def sampled(rows: Rows, honest_kept: float) -> tuple[Rows, np.ndarray]:
    """Fewer honest rows to learn from, each weighing more: probabilities stay what they were."""
    random = np.random.default_rng(SEED)
    kept = (rows.label == 1) | (random.random(len(rows.label)) < honest_kept)
    chosen = rows.where(kept)
    return chosen, np.where(chosen.label == 1, 1.0, 1 / honest_kept)


def train(rows: Rows, weight: np.ndarray) -> lightgbm.Booster:
    constraints = [MONOTONE.get(name, 0) for name in rows.names]
    data = lightgbm.Dataset(rows.values, rows.label, weight=weight, feature_name=rows.names)
    return lightgbm.train({**PARAMETERS, "monotone_constraints": constraints}, data, TREES)


def session_of(onnx: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])


def raw_of(session: onnxruntime.InferenceSession, values: np.ndarray) -> np.ndarray:
    return session.run(["probabilities"], {"features": values})[0][:, 1]


def assert_parity(
    booster: lightgbm.Booster, session: onnxruntime.InferenceSession, rows: Rows
) -> float:
    """ONNX answers what LightGBM answers, also where values are missing that never were."""
    random = np.random.default_rng(SEED)
    holes = rows.values[:20_000].copy()
    holes[random.random(holes.shape) < 0.3] = np.nan
    empty = np.full((1, holes.shape[1]), np.nan, np.float32)
    worst = 0.0
    for values in (rows.values, holes, empty):
        gap = np.abs(booster.predict(values, num_threads=2) - raw_of(session, values))
        worst = max(worst, float(gap.max()))
    assert worst <= PARITY, f"ONNX and LightGBM differ by {worst}"
    return worst


def golden_rows(rows: Rows, session: onnxruntime.InferenceSession, fitted: dict) -> list[dict]:
    """One row a kind, every other without telemetry; rows with holes, and one of nothing at all."""
    chosen = []
    for kind in range(len(rows.kinds)):
        dark = rows.dark == (kind % 2 == 1)
        chosen.extend(np.nonzero((rows.kind == kind) & dark)[0][:1])
    values = rows.values[chosen]
    holes = values[:6].copy()
    holes[np.random.default_rng(SEED).random(holes.shape) < 0.5] = np.nan
    values = np.vstack([values, holes, np.full((1, values.shape[1]), np.nan, np.float32)])
    probability = calibration.apply(fitted, raw_of(session, values))
    return [
        {
            "features": [None if np.isnan(v) else float(v) for v in row],
            "probability": round(float(p), 12),
        }
        for row, p in zip(values, probability, strict=True)
    ]


def by_kind(
    rows: Rows, probability: np.ndarray, threshold: float
) -> dict[str, tuple[int, float, float]]:
    """Of each kind: how many, the part above the threshold, the part denied by default."""
    found = {}
    denied = probability >= card.DENIED_FROM
    for place, name in enumerate(rows.kinds):
        one = rows.kind == place
        if one.any():
            above = float((probability[one] >= threshold).mean())
            found[name] = (int(one.sum()), above, float(denied[one].mean()))
    return found


def rounded(figures: dict[str, Interval]) -> dict[str, dict[str, float]]:
    return {
        name: {"value": round(v, 4), "low": round(low, 4), "high": round(high, 4)}
        for name, (v, low, high) in figures.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--version", default="1.0.0")
    parser.add_argument("--created", default="2026-11-21T00:00:00Z")
    parser.add_argument("--honest-kept", type=float, default=1.0)
    arguments = parser.parse_args()

    rows, options = read_rows(arguments.rows)
    first, second = (int(part * len(rows.label)) for part in SPLIT)
    learn, weight = sampled(rows.where(slice(0, first)), arguments.honest_kept)
    fit, test = rows.where(slice(first, second)), rows.where(slice(second, None))

    booster = train(learn, weight)
    about = f"Booking Risk default {arguments.version}, trained on simulated data"
    onnx = tree_onnx.export(booster, rows.names, about)
    session = session_of(onnx)
    parity = assert_parity(booster, session, test)
    fitted, errors = calibration.choose(raw_of(session, fit.values), fit.label)

    probability = calibration.apply(fitted, raw_of(session, test.values))
    seen, dark = ~test.dark, test.dark
    evaluated = {
        "all": with_intervals(probability[seen], test.label[seen], test.episode[seen]),
        "withoutTelemetry": with_intervals(probability[dark], test.label[dark], test.episode[dark]),
    }
    threshold = threshold_at(probability[seen], test.label[seen], 0.01)
    threshold_dark = threshold_at(probability[dark], test.label[dark], 0.01)
    figures = card.Figures(
        version=arguments.version,
        created=arguments.created,
        options=options,
        rows={"learn": len(learn.label), "calibrate": len(fit.label), "test": len(test.label)},
        features=len(rows.names),
        left_out=sorted(LEFT_OUT),
        trees=booster.num_trees(),
        bytes=len(onnx),
        calibration=str(fitted["kind"]),
        calibration_errors=errors,
        parity=parity,
        evaluated=evaluated,
        kinds=by_kind(test.where(seen), probability[seen], threshold),
        kinds_dark=by_kind(test.where(dark), probability[dark], threshold_dark),
        attacks={rows.kinds[place] for place in np.unique(rows.kind[rows.fraud])},
        bands=card.bands(probability[seen], test.label[seen]),
        gains=sorted(
            zip(rows.names, booster.feature_importance("gain"), strict=True),
            key=lambda pair: -pair[1],
        )[:15],
    )

    manifest = {
        "schema": 1,
        "name": "default",
        "version": arguments.version,
        "createdAt": arguments.created,
        "sha256": hashlib.sha256(onnx).hexdigest(),
        "input": {"name": "features", "features": rows.names},
        "output": {"name": "probabilities", "column": 1, "kind": "probability"},
        "calibration": fitted,
        "trainedOn": "Simulated booking attempts (models/training/simulator); no real fraud. "
        "Marginals of honest bookings: Antonio, Almeida, Nunes, Data in Brief 22 (2019), CC BY 4.0.",
        "metrics": {name: rounded(one) for name, one in evaluated.items()},
        "golden": golden_rows(test, session, fitted),
    }
    arguments.bundle.mkdir(parents=True, exist_ok=True)
    (arguments.bundle / "model.onnx").write_bytes(onnx)
    (arguments.bundle / "manifest.json").write_text(layout.dumps(manifest), encoding="utf-8")
    (arguments.bundle / "CARD.md").write_text(card.write(figures), encoding="utf-8")
    print(card.table(figures))


if __name__ == "__main__":
    main()
