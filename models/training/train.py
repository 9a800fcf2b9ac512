"""Trains a model on an export of attempts, verifies it, and writes the bundle.

    python train.py EXPORT.parquet [MORE.parquet ...] BUNDLE_DIR --catalogue features.json
        [--calibrate NATURAL.parquet] [--evaluate FRESH.parquet] [--name default] [--version 1.0.0]
        [--created TIME] [--mature-days 60] [--honest-kept 1] [--directions tried|all|none] [--alone]
        [--fraud-rate R] [--seed TEXT] [--fresh-seed TEXT]

EXPORT is a file written by `booking-risk export --out x.parquet`, or by features.ts from a
simulation. The trees learn from all of it. What trees of the rows before said of later rows calibrates
them; the figures of the card are those of trees that learnt from the first 80 %, on the rest. NATURAL
is a simulation in which fraud is as often as it occurs: it calibrates, and the trees learn from the
first 80 % of EXPORT only. FRESH is a file that was not used for tuning: the figures are of the trees
themselves on that. The same files give the same bytes: seeds are fixed, the clock is not used, and the
date in the manifest is an argument or that of the export.
"""

import argparse
import hashlib
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import calibration
import card
import directions
import golden
import json_layout
import leave_one_out
import model
import numpy as np
import settings
import tree_onnx
from baselines import Baseline, baselines

from catalogue import Catalogue, read_catalogue
from contenders import MODEL, Contender, Result, calibrated, measure, the_model
from errors import InputError
from evaluation import Interval, threshold_at
from fitting import Fitted, Method, Trained, calibrated_on, cross_fitted
from manifest_sections import manifest_sections
from mean import trainings_of
from out_of_time import FIRST, PAST, HeldOut, held_out, split
from rows import Facts, Rows, Season, read_season
from score import bands, probability_from
from threadpoolctl import threadpool_limits

# With fewer frauds than this, no figure would be meaningful and the trees would overfit to them.
LEAST_FRAUDS = 50
LEAST_IN_PART = 10
DENIED_FROM = probability_from(75)
# Resamples for the standard error of the observed fraud curve.
CURVES = 60
CREATED = "2026-11-30T00:00:00Z"


def arguments_of(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exports", type=Path, nargs="+")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--catalogue", type=Path, required=True)
    parser.add_argument("--calibrate", type=Path)
    parser.add_argument("--evaluate", type=Path)
    parser.add_argument("--name", default="default")
    parser.add_argument("--version", default="1.0.0")
    parser.add_argument("--created")
    parser.add_argument("--mature-days", type=float, default=60)
    parser.add_argument("--honest-kept", type=float, default=1.0)
    parser.add_argument(
        "--alone",
        action="store_true",
        help="train the model alone: neither the baselines nor the trees without each attack",
    )
    parser.add_argument(
        "--directions",
        choices=("tried", "all", "none"),
        help="which known directions the trees obey; by default all for a simulation, "
        "and those that the rows do not contradict for an export",
    )
    parser.add_argument(
        "--fraud-rate",
        type=float,
        help="of a simulation: the share of fraud that the weights amount to, in place of the rows'",
    )
    parser.add_argument("--seed", help="the seed of the simulation, for the card")
    parser.add_argument("--fresh-seed", help="the same for --evaluate")
    return parser.parse_args(given)


class Steps:
    """Prints to stderr how long each step took; the bundle does not contain these times."""

    def __init__(self) -> None:
        self.since = time.monotonic()

    def done(self, what: str) -> None:
        now = time.monotonic()
        print(f"   {now - self.since:6.1f} s  {what}", file=sys.stderr)
        self.since = now


def assert_same_columns(file: Path, other: Season, names: list[str], facts: Facts) -> None:
    if other.rows.names != names or other.facts.simulated != facts.simulated:
        raise InputError(f"{file} lacks columns of the training data or has others")


def assert_enough(season: Season, parts: list[Rows]) -> None:
    rows, facts = season.rows, season.facts
    frauds = int((rows.label[~rows.dark] == 1).sum())
    if frauds < LEAST_FRAUDS:
        raise InputError(
            f"{frauds} reported frauds older than {facts.mature_days} days are too few for training: "
            f"at least {LEAST_FRAUDS} are required; report more outcomes or export a longer period"
        )
    for name, part in zip(("learning", "calibration", "test"), parts, strict=True):
        for what, label in (("frauds", 1), ("honest attempts", 0)):
            found = int((part.label[~part.dark] == label).sum())
            if found < LEAST_IN_PART:
                raise InputError(
                    f"the {name} part ({card.period(part)}) has {found} {what}, and at least "
                    f"{LEAST_IN_PART} are required; export a period that has them throughout"
                )


def by_kind(result: Result | None) -> dict[str, card.Kind]:
    """For each kind: attempts, share above the 1 % threshold, and share denied by default."""
    if result is None or not result.rows.kinds:
        return {}
    rows, probability = result.rows, result.probability
    threshold = threshold_at(probability, ~rows.fraud, rows.weight, 0.01)
    found = {}
    for place, name in enumerate(rows.kinds):
        one = rows.kind == place
        if one.any():
            above = float((probability[one] >= threshold).mean())
            denied = float((probability[one] >= DENIED_FROM).mean())
            found[name] = card.Kind(int(one.sum()), above, denied)
    return found


def evaluated(facts: Facts, rows: Rows, contenders: list[Contender], without: dict) -> card.Evaluation:
    seen, dark = measure(contenders, rows.where(~rows.dark)), measure(contenders, rows.where(rows.dark))
    if seen is None:
        raise InputError("the rows to evaluate on need both frauds and honest attempts")
    drawn = [weight for weight, _ in zip(seen.resamples.weights(), range(CURVES), strict=False)]
    found, whole = bands(seen.probability, seen.rows.label, seen.rows.weight, drawn)
    return card.Evaluation(
        facts=facts,
        period=card.period(rows),
        attempts=len(seen.rows.label),
        frauds=int(seen.rows.label.sum()),
        attacks=leave_one_out.attacks(rows) if rows.kinds else [],
        seen=seen.measured,
        dark=dark.measured if dark else {},
        kinds=by_kind(seen),
        kinds_dark=by_kind(dark),
        left_out=leave_one_out.measure(without, rows) if without else None,
        bands=found,
        whole=whole,
    )


def rounded(figures: dict[str, Interval]) -> dict[str, dict[str, float | None]]:
    return {
        name: {
            key: None if np.isnan(value) else round(value, 4)
            for key, value in zip(("value", "low", "high"), figure, strict=True)
        }
        for name, figure in figures.items()
    }


def metrics(evaluation: card.Evaluation, last: card.Evaluation | None) -> dict[str, object]:
    found: dict[str, object] = {"all": rounded(evaluation.seen[MODEL].intervals())}
    if evaluation.dark:
        found["withoutTelemetry"] = rounded(evaluation.dark[MODEL].intervals())
    if last:
        found["lastDaysOfTraining"] = rounded(last.seen[MODEL].intervals())
    found["withinTwoPoints"] = round(evaluation.whole.close, 4)
    left_out = evaluation.left_out
    if left_out:
        found["leaveOneAttackOut"] = rounded({"recallAt1.0%Fpr": left_out.mean[MODEL]})
    found["baselines"] = {
        name: {
            "all": rounded(measured.intervals()),
            **(
                {"withoutTelemetry": rounded(evaluation.dark[name].intervals())}
                if evaluation.dark
                else {}
            ),
            **(
                {"leaveOneAttackOut": rounded({"recallAt1.0%Fpr": left_out.mean[name]})}
                if left_out
                else {}
            ),
        }
        for name, measured in evaluation.seen.items()
        if name != MODEL
    }
    return found


def trained_on(facts: Facts, name: str) -> str:
    if facts.simulated:
        return (
            "Simulated booking attempts (models/training/simulator); no real fraud. Marginals of "
            "honest bookings: Antonio, Almeida, Nunes, Data in Brief 22 (2019), CC BY 4.0."
        )
    frauds = facts.outcomes["chargeback"] + facts.outcomes["fraud"]
    return (
        f"A project's own export for {name}: {facts.attempts} attempts from {facts.period[0]} to "
        f"{facts.period[1]}, {frauds} of them reported as fraud."
    )


def directions_for(
    arguments: argparse.Namespace, facts: Facts, learn: Rows, catalogue: Catalogue
) -> directions.Directions | None:
    """None where all known directions are obeyed unseen, as in a simulation."""
    chosen = arguments.directions or ("all" if facts.simulated else "tried")
    if chosen == "all":
        return None
    return directions.contradicted(learn, catalogue) if chosen == "tried" else directions.none()


def assert_arguments(arguments: argparse.Namespace) -> None:
    if not 0 < arguments.honest_kept <= 1:
        raise InputError("--honest-kept must be above 0 and at most 1")
    if arguments.fraud_rate is not None and not 0 < arguments.fraud_rate < 1:
        raise InputError("--fraud-rate must be between 0 and 1")
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,63}", arguments.name):
        raise InputError("--name must be at most 64 of a-z, 0-9, dot, hyphen and underscore")


@dataclass(frozen=True)
class Made:
    """A bundle's trees, with what needs the rows that they were made of."""

    directions: directions.Directions | None
    shipped: Trained
    onnx: bytes
    # The largest difference between ONNX and LightGBM.
    parity: float
    # Rows that the trees learnt from, were calibrated on, and that others of the past were tested on.
    counts: dict[str, int]
    # Sections of the manifest.
    sections: dict[str, object]
    # The model and the baselines.
    contenders: list[Contender]
    without_attacks: leave_one_out.Trained


def run(arguments: argparse.Namespace) -> None:
    steps = Steps()
    assert_arguments(arguments)
    catalogue = read_catalogue(arguments.catalogue)

    def read(paths: list[Path], copies_from: float) -> Season:
        return read_season(paths, catalogue, arguments.mature_days, copies_from, arguments.fraud_rate)

    season = read(arguments.exports, PAST)
    facts, names = season.facts, season.rows.names
    natural = read([arguments.calibrate], 0.0) if arguments.calibrate else None
    if natural:
        assert_same_columns(arguments.calibrate, natural, names, facts)
    steps.done(
        f"{facts.rows} rows of {len(names)} features read; left out: {facts.denied} denied attempts without "
        f"an outcome, and {facts.represented} that the control group represents"
    )
    fitted = trained_on_season(arguments, season, natural, catalogue, steps)
    made = make(arguments, season, natural, fitted, catalogue, steps)
    test = fitted.test
    last = None
    if arguments.evaluate:
        last = evaluated(facts, test, [the_model(fitted.measured.raw, fitted.measured.calibration)], {})
        # Frees the first season before the second, equally large one is read.
        del season, natural, fitted, test
        fresh = read([arguments.evaluate], 0.0)
        assert_same_columns(arguments.evaluate, fresh, names, facts)
        evaluation = evaluated(fresh.facts, fresh.rows, made.contenders, made.without_attacks)
    else:
        evaluation = evaluated(facts, test, made.contenders, made.without_attacks)
    steps.done("evaluated")
    write_bundle(arguments, made, Measurements(facts, names, evaluation, last))
    print(card.contenders_table(evaluation))
    print(card.verdict(evaluation))


def trained_on_season(
    arguments: argparse.Namespace,
    season: Season,
    natural: Season | None,
    catalogue: Catalogue,
    steps: Steps,
) -> Fitted:
    facts = season.facts
    past, test = split(season.rows, (PAST,))
    parts = [past, natural.rows, test] if natural else split(season.rows, (FIRST, PAST))
    assert_enough(season, parts)
    tried = directions_for(arguments, facts, past, catalogue)
    without = tried.dropped if tried else frozenset()
    if tried:
        print("\n".join(tried.lines()))
        steps.done("directions")
    # Those of a simulation were chosen by its author.
    searched = None if facts.simulated else settings.search(past, without, arguments.directions != "all")
    if searched:
        print(searched.line())
        steps.done("settings")
    method = Method(without, searched.chosen if searched else model.Settings(), arguments.honest_kept)
    if natural:
        fitted = calibrated_on(natural.rows, past, test, method, tried)
    else:
        fitted = cross_fitted(season.rows, past, test, method, tried)
    trees = fitted.shipped.booster.num_trees()
    steps.done(f"{trees} trees, calibrated with a {fitted.shipped.calibration_name}")
    return fitted


def make(
    arguments: argparse.Namespace,
    season: Season,
    natural: Season | None,
    fitted: Fitted,
    catalogue: Catalogue,
    steps: Steps,
) -> Made:
    shipped, known, test = fitted.shipped, fitted.known, fitted.test
    simulated = season.facts.simulated
    kind = "simulated data" if simulated else "a project's own export"
    about = f"Booking Risk {arguments.name} {arguments.version}, trained on {kind}"
    onnx = tree_onnx.export(shipped.booster, season.rows.names, about)
    session = model.session_of(onnx)
    parity = model.parity(shipped.booster, session, test.values)
    steps.done(f"ONNX equals LightGBM within {parity:.1e}")

    # Where another season measures the trees themselves, the baselines learn from the same rows.
    learnt = fitted.learnt if arguments.evaluate else fitted.past
    without = fitted.directions.dropped if fitted.directions else frozenset()
    plain = fitted.directions is not None
    others = [] if arguments.alone else baselines(catalogue, learnt, without, plain=plain)
    measured = shipped if arguments.evaluate else fitted.measured
    contenders = [
        the_model(measured.raw, measured.calibration),
        *contending(others, learnt, natural, PAST if learnt is fitted.past else 1.0),
    ]
    steps.done("baselines")
    without_attacks = {}
    if simulated and not arguments.alone:
        without_attacks = leave_one_out.train_all(learnt, others)
        steps.done("trained without each attack")

    def probability(values: np.ndarray) -> np.ndarray:
        return calibration.apply(shipped.calibration, model.raw_of(session, values))

    sections = {
        # The rate that the probability is calibrated to, which a project's own rate replaces.
        "baseRate": round((natural or season).facts.fraud_rate, 6),
        "golden": golden.golden_rows(test, probability),
        **manifest_sections(
            known.rows,
            calibration.apply(shipped.calibration, known.margin),
            test,
            fitted.measured.probability(test.values),
        ),
    }
    counts = {
        "learn": len(fitted.learnt.label),
        "past": len(fitted.past.label),
        "calibrate": len((natural.rows if natural else known.rows).label),
        "test": len(test.label),
    }
    return Made(
        fitted.directions, shipped, onnx, parity, counts, sections, contenders, without_attacks
    )


def contending(
    others: list[Baseline], learnt: Rows, natural: Season | None, share: float
) -> Iterator[Contender]:
    """@param share: how much of the season was learnt from."""
    for one in others:
        margin = one.fit(learnt)
        if natural:
            known = HeldOut(natural.rows, margin(natural.rows.values))
        else:
            known = held_out(learnt, one.fit, share)
        yield calibrated(one.name, margin, known)


@dataclass(frozen=True)
class Measurements:
    """What a training run measured, for the manifest and the card."""

    facts: Facts
    names: list[str]
    evaluation: card.Evaluation
    last: card.Evaluation | None


def write_bundle(arguments: argparse.Namespace, made: Made, result: Measurements) -> None:
    created = arguments.created or (CREATED if result.facts.simulated else result.facts.newest)
    booster = made.shipped.booster
    gains = zip(result.names, booster.feature_importance("gain"), strict=True)
    text = card.write(
        card.Card(
            name=arguments.name,
            version=arguments.version,
            created=created,
            seed=arguments.seed,
            fresh_seed=arguments.fresh_seed,
            facts=result.facts,
            rows=made.counts,
            features=result.names,
            trees=booster.num_trees(),
            trainings=trainings_of(booster),
            bytes=len(made.onnx),
            calibration=made.shipped.calibration_name,
            calibration_errors=made.shipped.calibration_errors,
            parity=made.parity,
            natural=arguments.calibrate is not None,
            fresh=arguments.evaluate is not None,
            evaluation=result.evaluation,
            last=result.last,
            gains=sorted(gains, key=lambda pair: -pair[1])[:15],
            directions=made.directions,
        )
    )
    manifest = {
        "schema": 1,
        "name": arguments.name,
        "version": arguments.version,
        "createdAt": created,
        "sha256": hashlib.sha256(made.onnx).hexdigest(),
        "input": {"name": "features", "features": result.names},
        "output": {"name": "probabilities", "column": 1, "kind": "probability"},
        "calibration": made.shipped.calibration,
        "trainedOn": trained_on(result.facts, arguments.name),
        "metrics": metrics(result.evaluation, result.last),
        **made.sections,
    }
    arguments.bundle.mkdir(parents=True, exist_ok=True)
    (arguments.bundle / "model.onnx").write_bytes(made.onnx)
    (arguments.bundle / "manifest.json").write_text(json_layout.dumps(manifest), encoding="utf-8")
    (arguments.bundle / "CARD.md").write_text(text, encoding="utf-8")


def main(given: list[str] | None = None) -> int:
    arguments = arguments_of(given)
    try:
        # A single thread keeps the order of summation, and so the result, independent of the CPU.
        with threadpool_limits(1, "blas"):
            run(arguments)
    except InputError as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
