"""Tests the training on generated exports: small, unusual, sampled, simulated.

    python models/training/check_training.py

Takes about a minute, prints each check and stops at the first failure.
"""

import contextlib
import io
import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import calibration
import model
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import replace_features
import settings
import train
import tree_onnx
from catalogue import read_catalogue
from out_of_time import FIRST, PAST, Margin, held_out, split
from rows import Rows, read_season

DAY = 86_400_000
START = 1_700_000_000_000
CATALOGUE = [
    {"name": "lead_time_days", "group": "stay", "source": ["request"], "missing": None},
    {"name": "nights", "group": "stay", "source": ["request"], "missing": None},
    {"name": "email_digit_share", "group": "contact", "source": ["request"], "missing": None},
    {"name": "children_share", "group": "party", "source": ["request.booking.groupSize"], "missing": "."},
    {"name": "collection_is_sent", "group": "journey", "source": ["request.collectionId"], "missing": None},
    {"name": "device_is_automated", "group": "device", "source": ["collection.device"], "missing": "."},
    {"name": "pointer_moves", "group": "behaviour", "source": ["collection.pointer"], "missing": "."},
    {"name": "emails_per_device_24h", "group": "linking", "source": ["collection.device.deviceId", "history"], "missing": "."},
    {"name": "email_attempts_24h", "group": "velocity", "source": ["request", "history"], "missing": None},
]  # fmt: skip

NAMES = {str(one["name"]) for one in CATALOGUE}

Columns = dict[str, np.ndarray | list]


def export(count: int, seed: int = 1, rate: float = 0.05) -> Columns:
    """A merchant's history: attempts with features that are correlated with fraud."""
    random = np.random.default_rng(seed)
    fraud = random.random(count) < rate
    hint = random.normal(size=count) + 1.6 * fraud
    known = random.random(count) < 0.8
    at = START + np.sort(random.integers(0, 200 * DAY, count))
    reported = at + random.integers(1 * DAY, 50 * DAY, count)
    outcome = np.where(fraud, random.choice(["fraud", "chargeback"], count), None)
    outcome = np.where(~fraud & (random.random(count) < 0.1), "legitimate", outcome)

    def seen(values: np.ndarray) -> np.ndarray:
        return np.where(known, values, np.nan)

    return {
        "decision_id": [f"d{i}" for i in range(count)],
        "decided_at": at,
        "source": ["api"] * count,
        "suggested_action": ["allow"] * count,
        "outcome": outcome.tolist(),
        "outcome_reported_at": np.where(outcome != None, reported, -1),  # noqa: E711
        "weight": np.ones(count),
        "lead_time_days": np.round(np.exp(3 - hint)),
        "nights": random.integers(1, 8, count).astype(float),
        "email_digit_share": np.clip(0.2 * random.random(count) + 0.1 * hint, 0, 1),
        "children_share": np.where(random.random(count) < 0.5, np.nan, random.random(count)),
        "collection_is_sent": known.astype(float),
        "device_is_automated": seen((random.random(count) < 0.02 + 0.3 * fraud).astype(float)),
        "pointer_moves": seen(np.round(np.exp(4 - 0.5 * hint + random.normal(size=count)))),
        "emails_per_device_24h": seen(random.poisson(0.1 + 0.8 * fraud).astype(float)),
        "email_attempts_24h": random.poisson(0.2 + 0.5 * fraud).astype(float),
    }


def simulated(count: int, seed: int) -> Columns:
    columns = export(count, seed)
    random = np.random.default_rng(seed)
    fraud = np.array([one in ("fraud", "chargeback") for one in columns["outcome"]])
    attack = np.array(["burst", "slow", "odd"])[random.integers(0, 3, count)]
    return {
        **columns,
        "sim_kind": np.where(fraud, attack, "guest").tolist(),
        "sim_episode": np.arange(count) // 2,
        "sim_fraud": fraud.astype(int),
        "sim_dark": (random.random(count) < 0.2).astype(int),
    }


def chosen(columns: Columns, kept: np.ndarray) -> Columns:
    return {name: np.array(one, dtype=object)[kept].tolist() for name, one in columns.items()}


def write(path: Path, columns: Columns) -> Path:
    arrays = {}
    for name, one in columns.items():
        values = one if isinstance(one, list) else one.tolist()
        if name.endswith("_at"):
            values = [None if value is None or value < 0 else value for value in values]
            arrays[name] = pa.array(values, pa.timestamp("ms"))
        elif any(isinstance(value, str) for value in values):
            arrays[name] = pa.array(values, pa.string())
        else:
            empty = [None if value is None or np.isnan(value) else value for value in values]
            arrays[name] = pa.array(empty, pa.float64())
    pq.write_table(pa.table(arrays), path, row_group_size=1000)
    return path


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.catalogue = folder / "features.json"
        self.catalogue.write_text(json.dumps(CATALOGUE))
        self.files = 0

    def file(self, columns: Columns) -> Path:
        self.files += 1
        return write(self.folder / f"{self.files}.parquet", columns)

    def train(self, *given: Path | str) -> tuple[int, str, Path]:
        """Without baselines. The exit status, the text on stderr, and the bundle."""
        return self.train_all(*given, "--alone")

    def train_all(self, *given: Path | str) -> tuple[int, str, Path]:
        self.files += 1
        bundle = self.folder / f"bundle-{self.files}"
        exports = [str(one) for one in given if str(one).endswith(".parquet")][:1]
        rest = [str(one) for one in given][1:]
        stderr = io.StringIO()
        with contextlib.redirect_stderr(stderr), contextlib.redirect_stdout(io.StringIO()):
            status = train.main([*exports, str(bundle), "--catalogue", str(self.catalogue), *rest])
        return status, stderr.getvalue(), bundle

    def trained(self, *given: Path | str) -> Path:
        status, stderr, bundle = self.train(*given)
        assert status == 0, stderr
        return bundle

    def compared(self, *given: Path | str) -> Path:
        """With the baselines, which take most of the time."""
        status, stderr, bundle = self.train_all(*given)
        assert status == 0, stderr
        return bundle

    def refused(self, columns: Columns, expected: str) -> None:
        status, stderr, _ = self.train(self.file(columns), "--name", "shop")
        last = stderr.splitlines()[-1] if stderr else ""
        assert status == 2 and expected in last, f"{status}: {stderr}"


def manifest(bundle: Path) -> dict:
    return json.loads((bundle / "manifest.json").read_text())


def error_of(bundle: Path) -> float:
    return manifest(bundle)["metrics"]["all"]["calibrationError"]["value"]


def same_bytes(bench: Bench) -> None:
    """The same file gives the same bundle; the order of its rows hardly matters."""
    columns = export(6000)
    file = bench.file(columns)
    shuffled = bench.file(chosen(columns, np.random.default_rng(2).permutation(6000)))
    first, again, other = (bench.trained(one, "--name", "shop") for one in (file, file, shuffled))
    for name in ("model.onnx", "manifest.json", "CARD.md"):
        assert (first / name).read_bytes() == (again / name).read_bytes(), name
    assert manifest(first)["metrics"]["all"] == manifest(again)["metrics"]["all"]
    ours, theirs = (manifest(one)["metrics"]["all"]["rocAuc"]["value"] for one in (first, other))
    assert abs(ours - theirs) < 0.02, (ours, theirs)
    card = (first / "CARD.md").read_text()
    assert "simulat" not in card, "a merchant's card mentions a simulation"


def copies(bench: Bench) -> None:
    """An export is also evaluated without telemetry, although it has no such rows."""
    metrics = manifest(bench.trained(bench.file(export(6000)), "--name", "shop"))["metrics"]
    all_, dark = (metrics[name]["rocAuc"]["value"] for name in ("all", "withoutTelemetry"))
    assert 0.5 < dark < all_, (dark, all_)


def unseen_hotel(bench: Bench) -> None:
    """In a copy without telemetry, no attempt at the hotel has a tab."""
    hotel = {
        "hotel_attempts_1h": np.arange(6000) % 7.0,
        "hotel_tabs_seen_share_30d": np.full(6000, 0.9),
        "hotel_attempts_without_tab_1h": np.zeros(6000),
    }
    catalogue = [
        {"name": name, "group": "velocity", "source": ["history"], "missing": None} for name in hotel
    ]
    path = bench.folder / "hotel.json"
    path.write_text(json.dumps(CATALOGUE + catalogue))
    season = read_season([bench.file(export(6000) | hotel)], read_catalogue(path), 0, 0.5)
    rows = season.rows.where(season.rows.dark)
    attempts, share, without = (rows.values[:, rows.names.index(name)] for name in hotel)
    assert len(rows.label) > 1000, len(rows.label)
    assert (share == 0).all() and (without == attempts).all()
    seen = season.rows.where(~season.rows.dark)
    assert (seen.values[:, seen.names.index("hotel_tabs_seen_share_30d")] > 0.5).all()


def without_device(bench: Bench) -> None:
    """In a copy without telemetry, counts of devices are missing, as the product computes them."""
    counts = {"devices_per_email_30d": np.ones(6000), "emails_per_device_30d": np.ones(6000)}
    sources = ["collection.device.deviceId", "history"]
    catalogue = [
        {"name": name, "group": "linking", "source": sources, "missing": "."} for name in counts
    ]
    path = bench.folder / "device.json"
    path.write_text(json.dumps(CATALOGUE + catalogue))
    season = read_season([bench.file(export(6000) | counts)], read_catalogue(path), 0, 0.5)
    copies = season.rows.where(season.rows.dark)
    for name in counts:
        assert np.isnan(copies.values[:, copies.names.index(name)]).all(), name


def contrary(bench: Bench) -> None:
    """A direction that the rows contradict is dropped, and the model reaches a plain LightGBM."""
    columns = export(20_000)
    hint = -np.log(np.maximum(columns["lead_time_days"], 1))
    columns["email_digit_share"] = np.clip(0.5 - 0.1 * hint, 0, 1)
    columns["lead_time_days"] = np.ones(20_000)
    file = bench.file(columns)
    compared = bench.compared(file, "--name", "shop")
    card = (compared / "CARD.md").read_text()
    assert "contradict them" in card and "`email_digit_share`" in card, card
    assert "device_is_automated`" not in card.split("Missing values")[0], card
    tried, plain = precisions(compared)
    obedient, _ = precisions(bench.trained(file, "--name", "shop", "--directions", "all"))
    assert tried > plain - 0.005, (tried, plain)
    assert obedient < plain - 0.03, (obedient, plain)


def precisions(bundle: Path) -> tuple[float, float]:
    """The average precision of the model and of a plain LightGBM on the same rows."""
    metrics = manifest(bundle)["metrics"]
    plain = metrics["baselines"].get("plain LightGBM", metrics)
    return tuple(one["all"]["averagePrecision"]["value"] for one in (metrics, plain))


def known_directions(bench: Bench) -> None:
    """Directions that the rows agree with are kept; the card names a simple baseline that is as good."""
    card = (bench.compared(bench.file(export(6000)), "--name", "shop") / "CARD.md").read_text()
    card = " ".join(card.split())
    assert "none of them is contradicted" in card, card
    verdict = card.split("As good as the model, by average precision:")[1].split(" may be chance")[0]
    assert "logistic regression" in verdict, card


def newest_fraud(bench: Bench) -> None:
    """The trees of the bundle know fraud that appears only in the last fifth, which measures others."""
    columns = export(10_000)
    new = (columns["decided_at"] > START + 160 * DAY) & (np.random.default_rng(5).random(10_000) < 0.04)
    columns["outcome"] = np.where(new, "fraud", np.array(columns["outcome"], object)).tolist()
    columns["nights"] = np.where(new, 30.0, columns["nights"])
    bundle = bench.trained(bench.file(columns), "--name", "shop")
    assert probability(bundle, nights=30.0) > 0.5 > 10 * probability(bundle, nights=3.0)
    # Honest, as it had not seen it.
    assert manifest(bundle)["metrics"]["all"]["recallAt1.0%Fpr"]["value"] < 0.6


def probability(bundle: Path, **given: float) -> float:
    """What a bundle says of an attempt with these features and ordinary others."""
    usual = {name: np.nanmedian(np.array(one, float)) for name, one in export(1000).items() if name in NAMES}
    names = manifest(bundle)["input"]["features"]
    values = np.array([[(usual | given)[name] for name in names]], np.float32)
    raw = model.raw_of(model.session_of((bundle / "model.onnx").read_bytes()), values)
    return float(calibration.apply(manifest(bundle)["calibration"], raw)[0])


def out_of_time(bench: Bench) -> None:
    """Whoever is asked about a row has learnt from earlier attempts only, and all later rows are asked."""
    rows = read_season([bench.file(export(6000))], read_catalogue(bench.catalogue), 0, 0.8).rows
    for share in (1.0, PAST):
        asked: list[np.ndarray] = []

        def fit(before: Rows, asked: list[np.ndarray] = asked) -> Margin:
            def margin(values: np.ndarray) -> np.ndarray:
                first = len(before.label)
                assert np.array_equal(values, rows.values[first : first + len(values)], equal_nan=True)
                assert before.at[-1] <= rows.at[first], "a copy is apart from its attempt"
                asked.append(np.full(len(values), first, float))
                return asked[-1]

            return margin

        part = split(rows, (share,))[0] if share < 1 else rows
        found = held_out(part, fit, share)
        own = np.nonzero(~rows.dark)[0]
        assert len(part.label) - len(found.margin) == own[int(FIRST * len(own))]
        assert np.array_equal(found.margin, np.concatenate(asked))
        assert np.array_equal(found.rows.at, part.at[-len(found.margin) :])


def searched(bench: Bench) -> None:
    """A short history gets fewer trees than the default; too few frauds to compare leave the default."""
    catalogue = read_catalogue(bench.catalogue)
    rows = read_season([bench.file(export(6000))], catalogue, 0, 0.8).rows
    found = settings.search(rows, frozenset())
    assert found.precision is not None and found.precision >= found.default
    assert found.chosen.trees < model.Settings().trees, found.line()
    few = settings.search(rows.where(slice(0, 300)), frozenset())
    assert few.chosen == model.Settings() and "untried" in few.line(), few.line()


def mean_of_trainings(bench: Bench) -> None:
    """Several trainings are one file: ONNX says their mean, which is calibrated and measured as one model."""
    rows = read_season([bench.file(export(3000))], read_catalogue(bench.catalogue), 0, 0.8).rows
    both = model.train(rows, settings=model.Settings(20, 8, 0.5, trainings=3))
    said = [one.predict(rows.values, raw_score=True) for one in both.trainings]
    assert len(said) == 3
    assert np.abs(said[0] - said[1]).max() > 0.1, "trainings with other seeds differ"
    mean = 1 / (1 + np.exp(-np.mean(said, axis=0)))
    session = model.session_of(tree_onnx.export(both, rows.names, "mean"))
    assert np.abs(mean - model.raw_of(session, rows.values)).max() < 1e-5
    model.parity(both, session, rows.values)

    found = settings.TREES, settings.LEAVES
    # Alone, trees that are too many and too large for these rows: the mean of fewer is better.
    settings.TREES, settings.LEAVES = (300,), (24,)
    try:
        bundle = bench.trained(bench.file(export(6000)), "--name", "shop", "--mature-days", "0")
    finally:
        settings.TREES, settings.LEAVES = found
    card = " ".join((bundle / "CARD.md").read_text().split())
    of = settings.MEAN_OF
    trees, trainings = re.search(r"(\d+) trees, the mean of (\d+) trainings", card).groups()
    assert (int(trees), int(trainings)) in [(of * one, of) for one in settings.MEAN_TREES], card[:300]
    assert error_of(bundle) < 0.02, error_of(bundle)
    assert "without monotone constraints" in card, card[:300]
    assert settings.search(rows, frozenset(), means=False).chosen.trainings == 1


def immature(bench: Bench) -> None:
    """The most recent rows are left out, with and without an outcome, so the fraud rate is right."""
    bundle = bench.trained(bench.file(export(6000)), "--name", "shop", "--mature-days", "60")
    card = " ".join((bundle / "CARD.md").read_text().split())
    assert "of the 60 days before that are left out" in card
    assert re.search(r"rate of reported fraud, [45]\.", card), card[:900]


def sampled_export(bench: Bench) -> None:
    """With all fraud and a fifth of the rest at weight five, probabilities are unchanged."""
    columns = export(20_000)
    fraud = np.array([one in ("fraud", "chargeback") for one in columns["outcome"]])
    kept = fraud | (np.random.default_rng(3).random(20_000) < 0.2)
    columns["weight"] = np.where(fraud, 1.0, 5.0)
    fewer = bench.file(chosen(columns, np.nonzero(kept)[0]))
    columns["weight"] = np.ones(20_000)
    whole = bench.file(columns)
    usual = error_of(bench.trained(whole, "--name", "shop"))
    errors = [
        error_of(bench.trained(whole, "--name", "shop", "--honest-kept", "0.3")),
        error_of(bench.trained(fewer, "--name", "shop")),
        error_of(bench.trained(fewer, "--name", "shop", "--evaluate", str(whole))),
    ]
    assert max(errors) < usual + 0.01, (usual, errors)
    # Without the weights, the sample gives probabilities that are far too high.
    silent = chosen({**columns, "weight": np.ones(20_000)}, np.nonzero(kept)[0])
    wrong = bench.trained(bench.file(silent), "--name", "shop", "--evaluate", str(whole))
    assert error_of(wrong) > usual + 0.05, (usual, error_of(wrong))


def control_group(bench: Bench) -> None:
    """Denied attempts are not learnt from where rows of the control group represent them."""
    columns = export(6000)
    fraud = np.array([one in ("fraud", "chargeback") for one in columns["outcome"]])
    draw = np.random.default_rng(4).random(6000)
    denied = fraud & (draw < 0.8)
    let_through = denied & (draw < 0.2)
    result = np.where(denied, "denied", None)
    result = np.where(let_through, "allowed", result)
    columns["control_group"] = result.tolist()
    # Nobody can report what was denied.
    unknown = denied & ~let_through
    columns["outcome"] = [None if hidden else one for hidden, one in zip(unknown, columns["outcome"], strict=True)]
    columns["outcome_reported_at"] = np.where(unknown, -1, columns["outcome_reported_at"])
    columns["weight"] = np.where(let_through, denied.sum() / let_through.sum(), 1.0)
    season = read_season([bench.file(columns)], read_catalogue(bench.catalogue), 0, 1.0)
    rows = season.rows.where(~season.rows.dark)
    assert rows.label.size == 6000 - unknown.sum(), rows.label.size
    rate = float(np.average(rows.label, weights=rows.weight))
    assert abs(rate - fraud.mean()) < 0.002, (rate, fraud.mean())


def denied_live(bench: Bench) -> None:
    """What was denied at checkout is learnt from only with an outcome: without one, it is not honest."""
    columns = export(6000)
    fraud = np.array([one in ("fraud", "chargeback") for one in columns["outcome"]])
    random = np.random.default_rng(5)
    denied = random.random(6000) < np.where(fraud, 0.6, 0.1)
    imported, told = random.random(6000) < 0.2, random.random(6000) < 0.3
    columns["source"] = np.where(imported, "import", "api").tolist()
    columns["suggested_action"] = np.where(denied, "deny", "allow").tolist()
    hidden = denied & ~imported & ~told
    columns["outcome"] = [None if one else two for one, two in zip(hidden, columns["outcome"], strict=True)]
    columns["outcome_reported_at"] = np.where(hidden, -1, columns["outcome_reported_at"])
    silent = np.array([one is None for one in columns["outcome"]])
    unknown = denied & ~imported & silent
    # A drawn attempt is represented, whether or not an outcome was reported.
    drawn = denied & ~imported & (random.random(6000) < 0.1)
    columns["control_group"] = np.where(drawn, "denied", None).tolist()
    file = bench.file(columns)
    season = read_season([file], read_catalogue(bench.catalogue), 0, 1.0)
    rows, facts = season.rows.where(~season.rows.dark), season.facts
    assert (facts.denied, facts.represented) == ((unknown & ~drawn).sum(), drawn.sum()), facts
    assert rows.label.size == 6000 - (unknown | drawn).sum(), rows.label.size
    assert rows.label.sum() == (fraud & ~(hidden | drawn)).sum(), rows.label.sum()
    status, stderr, _ = bench.train(file, "--name", "shop")
    assert status == 0 and f"left out: {facts.denied} denied attempts" in stderr, stderr


def attributes(bench: Bench) -> None:
    """Columns of a project's own become features by name: the frequent values of a category each one."""
    columns = export(6000)
    random = np.random.default_rng(6)
    fraud = np.array([one in ("fraud", "chargeback") for one in columns["outcome"]])
    years = np.where(random.random(6000) < 0.3, np.nan, np.round(10 * random.random(6000) * ~fraud, 1))
    channel = np.where(fraud & (random.random(6000) < 0.7), "a b/ü", np.array(["web", "app"])[random.integers(0, 2, 6000)])
    channel[:20], channel[20:40] = "rare", ""
    columns["attribute_loyalty_years"] = years
    columns["attribute_channel"] = [one or None for one in channel.tolist()]
    columns["attribute_empty"] = np.full(6000, np.nan)
    names = ["attribute.loyalty_years", *(f"attribute.channel={one}" for one in ("web", "app", "a%20b%2F%C3%BC")), "attribute.empty"]
    rows = read_season([bench.file(columns)], read_catalogue(bench.catalogue), 0, 1.0).rows
    own = rows.where(~rows.dark)
    found = [name for name in rows.names if name.startswith("attribute.")]
    assert sorted(found) == sorted(names), found
    assert np.array_equal(own.values[:, rows.names.index(names[0])], years.astype(np.float32), equal_nan=True)
    wanted = np.where(channel == "", np.nan, channel == "a b/ü").astype(np.float32)
    assert np.array_equal(own.values[:, rows.names.index(names[3])], wanted, equal_nan=True)
    # What the browser does not send is the same without its script.
    assert np.isfinite(rows.values[rows.dark][:, rows.names.index(names[0])]).any()
    bundle = manifest(bench.trained(bench.file(columns), "--name", "shop"))
    assert set(names) <= set(bundle["input"]["features"])
    bench.compared(bench.file(columns), "--name", "shop")
    bench.refused({**columns, "attribute_loyalty_years": np.full(6000, np.inf)}, "infinite")


def odd_columns(bench: Bench) -> None:
    """Constant and empty features, no source and no weight are accepted."""
    columns = export(4000)
    columns["nights"] = np.ones(4000)
    columns["children_share"] = np.full(4000, np.nan)
    columns["pointer_moves"] = np.full(4000, np.nan)
    del columns["source"], columns["weight"]
    bench.trained(bench.file(columns), "--name", "shop")


def no_telemetry(bench: Bench) -> None:
    """A merchant that never used the SDK."""
    columns = export(4000)
    for name in ("device_is_automated", "pointer_moves", "emails_per_device_24h"):
        columns[name] = np.full(4000, np.nan)
    columns["collection_is_sent"] = np.zeros(4000)
    metrics = manifest(bench.trained(bench.file(columns), "--name", "shop"))["metrics"]
    assert "withoutTelemetry" not in metrics


def simulation(bench: Bench) -> None:
    """A simulated season is evaluated on a fresh one, at a given rate, leaving out each attack once."""
    first, fresh = bench.file(simulated(8000, 1)), bench.file(simulated(8000, 2))
    seeds = ("--seed", "a", "--fresh-seed", "a/fresh")
    bundle = bench.compared(first, "--evaluate", fresh, *seeds, "--fraud-rate", "0.02")
    assert abs(manifest(bundle)["baseRate"] - 0.02) < 0.002, manifest(bundle)["baseRate"]
    metrics = manifest(bundle)["metrics"]
    assert {"all", "withoutTelemetry", "leaveOneAttackOut", "baselines"} <= set(metrics)
    card = (bundle / "CARD.md").read_text()
    assert all(text in card for text in ("| burst", "a second season", "`a/fresh`"))
    alone = bench.trained(first, "--evaluate", fresh) / "CARD.md"
    for text in (card, alone.read_text()):
        assert "There are 3 kinds of attack" in text, text


def features_replaced(bench: Bench) -> None:
    """Trees of an earlier bundle read another feature where they read one, and say the same of it."""
    old, new = "emails_per_device_24h", "email_attempts_24h"
    lacking = {name: one for name, one in simulated(8000, 1).items() if name != new}
    earlier = bench.trained(bench.file(lacking), "--name", "shop")
    limits = "Attackers who adapt"
    before = (earlier / "CARD.md").read_text()
    assert limits in before, before
    (earlier / "CARD.md").write_text(before.replace(limits, "What an earlier version missed"))
    fresh = bench.file(simulated(8000, 2))

    def made(folder: str, *pairs: str) -> tuple[int, str, Path]:
        bundle, stderr = bench.folder / folder, io.StringIO()
        given = [str(earlier), str(bundle), "--version", "1.1.0", "--created", "2026-11-27T00:00:00Z"]
        given += ["--catalogue", str(bench.catalogue), "--evaluate", str(fresh), "--fresh-seed", "a/fresh"]
        given += [part for pair in pairs for part in ("--replace", pair)]
        with contextlib.redirect_stderr(stderr), contextlib.redirect_stdout(io.StringIO()):
            return replace_features.main(given), stderr.getvalue(), bundle

    status, stderr, bundle = made("replaced", f"{old}={new}")
    assert status == 0, stderr
    again = made("again", f"{old}={new}")[2]
    for name in ("model.onnx", "manifest.json", "CARD.md"):
        assert (bundle / name).read_bytes() == (again / name).read_bytes(), name
    names = manifest(bundle)["input"]["features"]
    assert new in names and old not in names, names
    told = [probability(bundle, **{new: value}) for value in (0.0, 4.0)]
    assert told == [probability(earlier, **{old: value}) for value in (0.0, 4.0)] and told[0] < told[1]
    text = " ".join((bundle / "CARD.md").read_text().split())
    for part in ("# Model card: shop 1.1.0", f"`{new}` in place of `{old}`", "`a/fresh`", "| burst", "Of shop 1.0.0", limits):
        assert part in text, (part, text)
    wrong = {
        "nights=email_attempts_24h": "direction",
        f"{old}=nights": "direction",
        f"{new}={old}": f"does not read {new}",
        "nights=lead_time_days": "in two places",
        "nights": "OLD=NEW",
        "nights=children_count": "no children_count",
    }
    for pair, expected in wrong.items():
        status, stderr, bundle = made("refused", pair)
        assert status == 2 and expected in stderr and not bundle.exists(), (pair, stderr)


def refusals(bench: Bench) -> None:
    """Invalid input gives a one-line error without a traceback."""
    columns = export(4000)
    bench.refused({**columns, "moon_phase": np.ones(4000)}, "moon_phase")
    bench.refused(export(300), "too few")
    bench.refused(chosen(columns, np.arange(0)), "no rows")
    bench.refused({name: one for name, one in columns.items() if name != "outcome"}, "lacks outcome")
    without = {name: one for name, one in columns.items() if name != "suggested_action"}
    bench.refused(without, "has no column suggested_action")
    bench.refused({**columns, "weight": np.zeros(4000)}, "weight")
    bench.refused({**columns, "sim_kind": ["a"] * 4000}, "a simulated file needs")
    bench.refused({**columns, "outcome": ["stolen"] * 4000}, "unknown values: stolen")
    bench.refused({**columns, "nights": ["two"] * 4000}, "not a number")
    bench.refused({**columns, "nights": np.full(4000, np.inf)}, "infinite")
    early = [one if place < 2000 else None for place, one in enumerate(columns["outcome"])]
    bench.refused({**columns, "outcome": early}, "part")
    late = {**columns, "decided_at": np.full(4000, START + 199 * DAY)}
    bench.refused(late, "no attempt is 60 days old")
    status, stderr, _ = bench.train(bench.folder / "nothing.parquet", "--name", "shop")
    assert status == 2 and "cannot be read" in stderr, stderr
    for rate, expected in (("0.02", "--fraud-rate is for a simulation"), ("2", "between 0 and 1")):
        status, stderr, _ = bench.train(bench.file(columns), "--fraud-rate", rate)
        assert status == 2 and expected in stderr, stderr


CHECKS: tuple[Callable[[Bench], None], ...] = (
    *(refusals, same_bytes, copies, unseen_hotel, without_device, known_directions, contrary),
    *(newest_fraud, out_of_time, searched, mean_of_trainings),
    *(immature, sampled_export, control_group, denied_live, attributes, odd_columns, no_telemetry),
    *(simulation, features_replaced),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for check in CHECKS:
            check(bench)
            print(f"ok  {check.__name__}: {check.__doc__}")


if __name__ == "__main__":
    main()
