"""The model card: what the model is, what it was trained on, and how good it is there."""

import re
import textwrap
from dataclasses import dataclass

import numpy as np
from contenders import MODEL
from directions import LEFT_OUT
from evaluation import HIGH_SCORE, Interval, Measured
from leave_one_out import HONEST_LEARNT, HONEST_MEASURED, LeftOut
from rows import COPIED, Facts, Rows, day
from score import NEIGHBOURS, Band


@dataclass(frozen=True)
class Kind:
    attempts: int
    # The part above the threshold that 1 % of the honest attempts reach.
    above: float
    # The part that the default setting denies.
    denied: float


@dataclass(frozen=True)
class Evaluation:
    """How the contenders did on the rows of a season, or of its last part."""

    facts: Facts
    period: str
    attempts: int
    frauds: int
    seen: dict[str, Measured]
    dark: dict[str, Measured]
    kinds: dict[str, Kind]
    kinds_dark: dict[str, Kind]
    left_out: LeftOut | None
    bands: list[Band]
    whole: Band


@dataclass(frozen=True)
class Card:
    name: str
    version: str
    created: str
    seed: str | None
    fresh_seed: str | None
    facts: Facts
    rows: dict[str, int]
    features: list[str]
    trees: int
    bytes: int
    calibration: str
    calibration_errors: dict[str, float]
    parity: float
    fresh: bool
    evaluation: Evaluation
    last: Evaluation | None
    gains: list[tuple[str, float]]


WIDTH = 100

TITLES = {
    "rocAuc": "ROC AUC",
    "averagePrecision": "average precision",
    "recallAt0.1%Fpr": "recall at 0.1 % false positives",
    "recallAt0.5%Fpr": "recall at 0.5 % false positives",
    "recallAt1.0%Fpr": "recall at 1 % false positives",
    "calibrationError": "calibration error (20 equal-mass bins)",
    "relativeCalibrationError": "the same as a part of all fraud",
    f"calibrationErrorFrom{HIGH_SCORE}": f"calibration error from {HIGH_SCORE} points on (10 bins)",
}


def period(rows: Rows) -> str:
    return f"{day(rows.at[0])} to {day(rows.at[-1])}"


# --- Tables ---------------------------------------------------------------------------------------


def aligned(rows: list[list[str]]) -> str:
    """A table as the repository's formatter wants it."""
    widths = [max(3, *(len(row[place]) for row in rows)) for place in range(len(rows[0]))]
    head, *body = rows
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in [head, ["-" * width for width in widths], *body]
    )


def number(figure: Interval) -> str:
    if np.isnan(figure[0]):
        return "-"
    digits = 4 if abs(figure[0]) < 0.01 else 3
    value, low, high = (f"{one:.{digits}f}" for one in figure)
    return f"{value} ({low} to {high})"


def share(value: float) -> str:
    return "-" if np.isnan(value) else f"{value:.1%}"


def shares(figure: Interval) -> str:
    return f"{share(figure[0])} ({share(figure[1])} to {share(figure[2])})"


def figures_table(columns: dict[str, Measured]) -> str:
    told = [one.intervals() for one in columns.values()]
    body = [[title, *(number(one[name]) for one in told)] for name, title in TITLES.items()]
    return aligned([["", *columns], *body])


def own_table(card: Card) -> str:
    evaluation = card.evaluation
    columns = {"with telemetry where there is some": evaluation.seen[MODEL]}
    if evaluation.dark:
        columns["without any telemetry"] = evaluation.dark[MODEL]
    if card.last:
        columns["the training season's last days"] = card.last.seen[MODEL]
    return figures_table(columns)


def contenders_table(evaluation: Evaluation) -> str:
    head = ["", "average precision", "ROC AUC", "recall at 1 % FPR", "calibration error"]
    head += ["average precision, no telemetry"] if evaluation.dark else []
    head += ["recall on an attack left out"] if evaluation.left_out else []
    rows = [head]
    for name, measured in evaluation.seen.items():
        told = measured.intervals()
        wanted = ("averagePrecision", "rocAuc", "recallAt1.0%Fpr", "calibrationError")
        row = [name, *(number(told[one]) for one in wanted)]
        if evaluation.dark:
            row.append(number(evaluation.dark[name].intervals()["averagePrecision"]))
        if evaluation.left_out:
            row.append(number(evaluation.left_out.mean[name]))
        rows.append(row)
    return aligned(rows)


def ahead_table(evaluation: Evaluation) -> str:
    head = ["the model is ahead of", "in average precision", "the same, no telemetry"]
    head += ["in recall on an attack left out"] if evaluation.left_out else []
    rows = [head]
    for name in evaluation.seen:
        if name == MODEL:
            continue
        row = [name]
        for measured in (evaluation.seen, evaluation.dark):
            gap = measured[MODEL].ahead_of(measured[name], "averagePrecision") if measured else None
            row.append(number(gap) if gap else "-")
        if evaluation.left_out:
            row.append(number(evaluation.left_out.ahead[name]))
        rows.append(row)
    return aligned(rows)


def left_out_table(left_out: LeftOut) -> str:
    names = list(left_out.mean)
    rows = [["attack left out", "attempts", "the model, not left out", *names]]
    for kind, found in sorted(left_out.kinds.items(), key=lambda one: -one[1][MODEL][0]):
        others = [share(found[name][0]) for name in names if name != MODEL]
        known = share(left_out.known[kind])
        rows.append([kind, f"{left_out.attempts[kind]:,}", known, shares(found[MODEL]), *others])
    known = share(float(np.mean(list(left_out.known.values()))))
    means = [shares(left_out.mean[name]) for name in names]
    rows.append(["mean over attacks", f"{sum(left_out.attempts.values()):,}", known, *means])
    return aligned(rows)


def kinds_table(evaluation: Evaluation, attacks: set[str]) -> str:
    head = ["attempts", "above 1 % FPR", "denied by default", "the same, no telemetry"]
    rows = [["kind", *head]]
    for name, one in sorted(evaluation.kinds.items(), key=lambda kind: -kind[1].above):
        if name not in attacks:
            continue
        dark = evaluation.kinds_dark.get(name)
        also = f"{share(dark.above)}, {share(dark.denied)}" if dark else "-"
        rows.append([name, f"{one.attempts:,}", share(one.above), share(one.denied), also])
    return aligned(rows)


def bands_table(bands: list[Band]) -> str:
    head = ["risk score", "attempts", "probability told", "reported as fraud"]
    rows = [[*head, "within two points of the truth", "the truth's standard error"]]
    for one in bands:
        row = [one.name, f"{one.attempts:,}", f"{one.told:.2%}", f"{one.found:.2%}"]
        rows.append([*row, share(one.close), f"{one.unsure:.1f} points"])
    return aligned(rows)


# --- What depends on where the attempts came from -------------------------------------------------


def head(card: Card) -> str:
    facts = card.facts
    if facts.simulated:
        return f"""**Trained on simulated data.** No real fraud was available, so travellers and attacks were
simulated. The model has never seen a merchant's fraud. For a merchant this means:

- It is a start that works on the first day, not a measurement of your fraud. The figures below
  tell how well it separates _our_ simulated attacks from _our_ simulated guests; on real traffic
  it will be worse, and by how much nobody knows before it was measured there.
- Its probability, and so the risk score, is calibrated to the simulated fraud rate of
  {facts.fraud_rate:.2%}. Where yours is a tenth of that, true odds are about a tenth, some 33 points less.
- Report outcomes, compare, and train on your own history as soon as there is enough of it. Until
  then watch what it would deny before you let it deny."""
    return f"""**Trained on a project's own history**: what its checkout asked, and what became of it. It is
meant for that project and no other. Its probability is calibrated to that history's fraud rate of
{facts.fraud_rate:.2%}, and to what of the fraud was reported. What was never reported it takes as
honest. Bookings that were denied could not become a chargeback, so on what the former model denied
it learnt from reports by hand only, or took them as honest."""


def training(card: Card) -> str:
    facts, rows = card.facts, card.rows
    parts = f"""In order of time: {rows["learn"]:,} rows to learn, {rows["calibrate"]:,} to calibrate, {rows["test"]:,} to
test."""
    first, last = facts.period
    if facts.simulated:
        seed = f" with seed `{card.seed}`" if card.seed else ""
        return f"""{facts.attempts:,} attempts from {first} to {last} at made-up merchants, by
`models/training/simulator`{seed}; {facts.unreported:.1%} of the fraud goes unreported and {facts.wrongly_reported:.2%} of
the honest bookings are disputed wrongly. A part of the attempts ({facts.rows - facts.attempts:,}) is in it a second
time as a merchant without the SDK would send them. {parts}

How honest guests book (lead time, nights, party, country, weekday, repeat guests, by channel) was
measured on real bookings: Antonio, Almeida, Nunes, "Hotel booking demand datasets", Data in Brief
22 (2019), CC BY 4.0: two hotels in Portugal, 2015 to 2017. How people and programs move, type and
pay is our own assumption, not measured."""
    outcomes = aligned(
        [
            ["outcome", "attempts"],
            *([name, f"{count:,}"] for name, count in facts.outcomes.items()),
            ["none reported, taken as legitimate", f"{facts.silent:,}"],
        ]
    )
    sampled = (
        "The export was sampled; every row counts as the attempts it stands for, in learning, in\n"
        "calibration and in the figures below. "
        if facts.sampled
        else ""
    )
    imported = f"{facts.imported:,} of the attempts were imported. " if facts.imported else ""
    copied = facts.rows - facts.attempts
    return f"""{facts.attempts:,} attempts from {first} to {last}. {imported}{sampled}{parts}

{outcomes}

The export knows of nothing after {facts.newest}. The {facts.immature:,} attempts of the {facts.mature_days} days before
that are left out, those with an outcome ({facts.immature_outcomes:,}) as well: fraud is reported late, honest bookings
seldom at all, so a young period shows a wrong fraud rate whichever of its rows one keeps.

{copied:,} rows are copies without what the browser tells ({COPIED:.0%} of the rows to learn and to calibrate, and
all to test), so that the model knows bookings without telemetry."""


def left_out_features(card: Card) -> str:
    if not card.facts.simulated:
        return ""
    names = ", ".join(f"`{name}`" for name in sorted(LEFT_OUT))
    return f"""

Left out, because the simulator's few examples would have been learnt by heart: {names}."""


def source(card: Card) -> str:
    """Where the figures come from."""
    one = card.evaluation
    size = f"{one.attempts:,} attempts, {one.frauds:,} of them reported as fraud, {one.period}"
    if card.fresh and card.facts.simulated:
        seed = f" (seed `{card.fresh_seed}`)" if card.fresh_seed else ""
        return f"""All figures are from a second season{seed} that no step of the training saw and no setting was
tuned on: {size}. It comes from the same
simulator, so it tells nothing of real traffic. The last column of the first table is the training
season's own last days, for comparison."""
    if card.fresh:
        return f"All figures are from another export, that no step of the training saw: {size}."
    flatter = (
        " **They flatter:** simulator\nand settings were revised with an eye on these same days."
        if card.facts.simulated
        else ""
    )
    return f"All figures are from the last part of the rows, by time: {size}.{flatter}"


def by_kind(card: Card) -> str:
    evaluation = card.evaluation
    if not evaluation.kinds or not evaluation.left_out:
        return ""
    attacks = set(evaluation.left_out.attacks)
    own = evaluation.seen[MODEL].point["averagePrecision"]
    return f"""
### By attack

Recall against the truth: the part above the threshold that 1 % of the honest attempts reach, and
the part that `balanced` denies (score 75 and more).

{kinds_table(evaluation, attacks)}

### An attack that it was never trained on

Everything trained anew without any row of one attack, then measured on that attack: recall where
1 % of the honest attempts are stopped, with telemetry where there is some. To keep it to minutes
these runs learn from {HONEST_LEARNT:.0%} of the honest rows, each weighing more, and {HONEST_MEASURED:,} honest rows set the
threshold. With nothing left out such a model has an average precision of {evaluation.left_out.thin:.3f},
the model itself {own:.3f}. Intervals come from resampling an attack's episodes.

{left_out_table(evaluation.left_out)}

### By traveller

What it costs honest people: the same as by attack.

{kinds_table(evaluation, set(evaluation.kinds) - attacks)}
"""


def limits(card: Card) -> str:
    if not card.facts.simulated:
        return """- Fraud of a kind that this history does not have is caught only where it happens to look alike.
- Fraud that was not reported, or not yet, was learnt as honest.
- Look at the false positives of your own guests by country and language.
- People who cannot use a mouse, or who let an assistant book, look more like programs than others.
- It ages: train anew as fraud changes, and after the catalogue or the checkout did."""
    kinds = len(card.evaluation.left_out.attacks) if card.evaluation.left_out else 0
    return f"""- Attacks that were not simulated are caught only where they happen to look like these.
- Attack kinds are {kinds}, each with one author's imagination; real ones mix and change.
- Names, mailboxes and phones come from a few countries; other scripts and habits are rare or absent.
  Look at the false positives of your own guests by country and language.
- People who cannot use a mouse, or who let an assistant book, look more like programs than others
  do. They are in the training data as honest, and still pay the price seen above (`assistant`).
- Velocity counts what the project itself has seen; in its first month there is less to see."""


def write(card: Card) -> str:
    evaluation = card.evaluation
    gains = ", ".join(f"`{name}`" for name, _ in card.gains)
    errors = ", ".join(f"{name} {value:.4f}" for name, value in card.calibration_errors.items())
    errors = f" (cross-fitted error: {errors})" if errors else ""
    whole = evaluation.whole
    groups = "whole episodes (a burst counts as one)" if evaluation.kinds else "whole days"
    return filled(f"""# Model card: {card.name} {card.version}

{head(card)}

## What it is

Gradient-boosted trees (LightGBM, {card.trees} trees, {card.bytes / 1000:.0f} kB of ONNX) on {len(card.features)} features of the
catalogue, with the direction fixed where it is known (more e-mail addresses on one device never
lower the risk). Missing values are a branch of their own. Output: the probability that the
merchant will report the attempt as fraud, calibrated by a {card.calibration} on rows that the trees
never saw{errors}. ONNX and LightGBM differ by at most {card.parity:.1e} on the
test rows, on rows with holes and on an empty one.

Most used, by gain: {gains}.{left_out_features(card)}

## What it was trained on

{training(card)}

## How good it is

{source(card)}

Against the reported labels, noise included. In brackets the 95 % interval of a bootstrap over
{groups}. Resampling adds to a calibration error, which cannot be below zero: where it is
small its interval lies too high.

{own_table(card)}

### Against what one would have without it

All learnt from the same rows and were measured on the same ones. Rules of thumb: points for what a
fraud team would look at, added up. Logistic regression: all features, by rank and by size, with a
column for each that may be missing; its strength was tuned. Isolation forest: all features, no
labels. Boosted trees on the request: the same trees on what the booking request alone says.

{contenders_table(evaluation)}

How far the model is ahead, on the same resamples:

{ahead_table(evaluation)}
{by_kind(card)}
### Whether the probability holds

The truth is the part that was reported as fraud, as a smooth function of the probability that was
told: a local logistic regression on log-odds that looks around each place as far as it takes to
find {NEIGHBOURS} frauds (or half of all), and so is smoother where fraud is rare. Its own standard error, by
resampling, says how well the truth is known. Over all, {share(whole.close)} of the decisions are within two points of it.

{bands_table(evaluation.bands)}

## Use

Intended: to rank and route single hotel booking attempts before they are committed, with a person
or a second check behind what it stops. Not intended: other trades, judging a person rather than an
attempt, or a decision with legal effect on somebody without a human in it.

## Limits

{limits(card)}

Created {card.created}. Trained by `models/training/run.ts`; the same input gives the same bytes.
""")


def filled(text: str) -> str:
    """Its paragraphs and lists broken into lines anew, since figures differ in length."""
    return "\n\n".join(map(paragraph, text.strip().split("\n\n"))) + "\n"


def paragraph(text: str) -> str:
    if text.lstrip().startswith(("|", "#")):
        return text.strip()
    items = re.split(r"^(?=- )", text.strip(), flags=re.MULTILINE)
    return "\n".join(
        textwrap.fill(
            " ".join(item.split()),
            WIDTH,
            subsequent_indent="  " if item.startswith("- ") else "",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for item in items
        if item.strip()
    )
