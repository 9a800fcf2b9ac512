"""The model card: what the model is, what it was trained on, and how well it performs there."""

import re
import textwrap
from dataclasses import dataclass

import numpy as np
from contenders import MODEL
from directions import Directions
from feature_constraints import LEFT_OUT
from evaluation import HIGH_SCORE, Interval, Measured
from leave_one_out import HONEST_LEARNT, HONEST_MEASURED, LeftOut
from rows import COPIED, Facts, Rows, day
from score import NEIGHBOURS, Band


@dataclass(frozen=True)
class Kind:
    attempts: int
    # Share above the threshold with a false positive rate of 1 %.
    above: float
    # Share that the default setting denies.
    denied: float


@dataclass(frozen=True)
class Evaluation:
    """The figures of the contenders on a season, or on the last part of one."""

    facts: Facts
    period: str
    attempts: int
    frauds: int
    # The kinds of fraud of a simulation.
    attacks: list[str]
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
    # Whose mean the trees are; 1: they are of one training.
    trainings: int
    bytes: int
    calibration: str
    calibration_errors: dict[str, float]
    parity: float
    # Whether another season calibrates, in which fraud is as often as it occurs.
    natural: bool
    fresh: bool
    evaluation: Evaluation
    last: Evaluation | None
    gains: list[tuple[str, float]]
    # How the known directions were tried; None where all are obeyed.
    directions: Directions | None = None


WIDTH = 100

TITLES = {
    "rocAuc": "ROC AUC",
    "averagePrecision": "average precision",
    "recallAt0.1%Fpr": "recall at 0.1 % false positives",
    "recallAt0.5%Fpr": "recall at 0.5 % false positives",
    "recallAt1.0%Fpr": "recall at 1 % false positives",
    "calibrationError": "calibration error (20 equal-mass bins)",
    "relativeCalibrationError": "calibration error relative to the fraud rate",
    f"calibrationErrorFrom{HIGH_SCORE}": f"calibration error of scores from {HIGH_SCORE} (10 bins)",
}


def period(rows: Rows) -> str:
    return f"{day(rows.at[0])} to {day(rows.at[-1])}"


# --- Tables ---------------------------------------------------------------------------------------


def aligned(rows: list[list[str]]) -> str:
    """A Markdown table, aligned like the repository's formatter does."""
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
    figures = [one.intervals() for one in columns.values()]
    body = [[title, *(number(one[name]) for one in figures)] for name, title in TITLES.items()]
    return aligned([["", *columns], *body])


def own_table(evaluation: Evaluation, last: Evaluation | None) -> str:
    columns = {"with telemetry where available": evaluation.seen[MODEL]}
    if evaluation.dark:
        columns["without telemetry"] = evaluation.dark[MODEL]
    if last:
        columns["last days of the training season"] = last.seen[MODEL]
    return figures_table(columns)


def contenders_table(evaluation: Evaluation) -> str:
    head = ["", "average precision", "ROC AUC", "recall at 1 % FPR", "calibration error"]
    head += ["average precision, no telemetry"] if evaluation.dark else []
    head += ["recall on an unseen attack"] if evaluation.left_out else []
    rows = [head]
    for name, measured in evaluation.seen.items():
        figures = measured.intervals()
        wanted = ("averagePrecision", "rocAuc", "recallAt1.0%Fpr", "calibrationError")
        row = [name, *(number(figures[one]) for one in wanted)]
        if evaluation.dark:
            row.append(number(evaluation.dark[name].intervals()["averagePrecision"]))
        if evaluation.left_out:
            row.append(number(evaluation.left_out.mean[name]))
        rows.append(row)
    return aligned(rows)


def ahead_table(evaluation: Evaluation) -> str:
    head = ["advantage over", "average precision", "average precision, no telemetry"]
    head += ["recall on an unseen attack"] if evaluation.left_out else []
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


def verdict(evaluation: Evaluation) -> str:
    """Which baselines are as good as the model, by average precision: beyond chance, or not."""
    ahead = {
        name: evaluation.seen[MODEL].ahead_of(measured, "averagePrecision")
        for name, measured in evaluation.seen.items()
        if name != MODEL
    }
    better = [f"{name} ({number(gap)})" for name, gap in ahead.items() if gap[2] < 0]
    equal = [f"{name} ({number(gap)})" for name, gap in ahead.items() if gap[1] <= 0 <= gap[2]]
    lines = []
    if better:
        lines.append(f"Better than the model, by average precision: {', '.join(better)}.")
    if equal:
        lines.append(
            "As good as the model, by average precision: the model's advantage over "
            f"{', '.join(equal)} may be chance. Such a baseline is simpler to keep."
        )
    if not lines:
        lines.append("The model is ahead of every baseline, by average precision and beyond chance.")
    return " ".join(lines)


def directions_text(card: Card) -> str:
    tried = card.directions
    if card.trainings > 1:
        return ", without monotone constraints, which a mean does not need on these attempts"
    if tried is None:
        return ", with monotone constraints where the direction is known (more e-mail addresses on one device never lower the risk)"
    if tried.precision is None and not tried.dropped:
        return ", with monotone constraints where the direction is known; there were too few frauds to try them on these attempts"
    if not tried.dropped:
        return ", with monotone constraints where the direction is known; none of them is contradicted by these attempts"
    names = ", ".join(f"`{name}`" for name in sorted(tried.dropped))
    return f", with monotone constraints where the direction is known, except for those dropped because the training attempts contradict them or because none were asked for: {names}"


def mean_text(card: Card) -> str:
    return f", the mean of {card.trainings} trainings with other seeds" if card.trainings > 1 else ""


def left_out_table(left_out: LeftOut) -> str:
    names = list(left_out.mean)
    rows = [["attack left out", "attempts", "the model, attack included", *names]]
    for kind, found in sorted(left_out.kinds.items(), key=lambda one: -one[1][MODEL][0]):
        others = [share(found[name][0]) for name in names if name != MODEL]
        known = share(left_out.known[kind])
        rows.append([kind, f"{left_out.attempts[kind]:,}", known, shares(found[MODEL]), *others])
    known = share(float(np.mean(list(left_out.known.values()))))
    means = [shares(left_out.mean[name]) for name in names]
    rows.append(["mean over attacks", f"{sum(left_out.attempts.values()):,}", known, *means])
    return aligned(rows)


def kinds_table(evaluation: Evaluation, attacks: set[str]) -> str:
    head = ["attempts", "above 1 % FPR", "denied by default", "both, without telemetry"]
    rows = [["kind", *head]]
    for name, one in sorted(evaluation.kinds.items(), key=lambda kind: -kind[1].above):
        if name not in attacks:
            continue
        dark = evaluation.kinds_dark.get(name)
        also = f"{share(dark.above)}, {share(dark.denied)}" if dark else "-"
        rows.append([name, f"{one.attempts:,}", share(one.above), share(one.denied), also])
    return aligned(rows)


def bands_table(bands: list[Band]) -> str:
    head = ["risk score", "attempts", "predicted", "reported as fraud"]
    rows = [[*head, "within two points", "standard error"]]
    for one in bands:
        row = [one.name, f"{one.attempts:,}", f"{one.predicted:.2%}", f"{one.observed:.2%}"]
        rows.append([*row, share(one.close), f"{one.standard_error:.1f} points"])
    return aligned(rows)


# --- Sections that depend on the source of the attempts -------------------------------------------


def head(card: Card) -> str:
    facts = card.facts
    if facts.simulated:
        return f"""**Trained on simulated data.** No real fraud was available, so travellers and attacks were
simulated. The model has never seen a merchant's real fraud. For a merchant this means:

- It is a starting point that works on the first day, not a measurement of your fraud. The figures
  below show how well it separates _our_ simulated attacks from _our_ simulated guests. On real
  traffic it will perform worse, and only a measurement there can show by how much.
- Its probability, and therefore the risk score, is calibrated to the simulated fraud rate of
  {facts.fraud_rate:.2%}. If your rate is a tenth of that, the true odds are about a tenth, and scores should be some 33 points lower. Set
  your rate in the project's settings, and they are.
- Report outcomes, compare, and train on your own history as soon as it is large enough. Until then,
  review what the model would deny before you let it deny bookings."""
    return f"""**Trained on a project's own history** of booking attempts and their outcomes. It is meant for
that project only. Its probability is calibrated to that history's rate of reported fraud,
{facts.fraud_rate:.2%}. Fraud that was never reported counts as honest. A denied booking cannot lead to a
chargeback, so attempts that were denied are left out unless an outcome was reported."""


def training(card: Card) -> str:
    facts, rows = card.facts, card.rows
    parts = f"""The trees learnt from all {rows["learn"]:,} rows. They are calibrated on what trees of the rows
before said of the last {rows["calibrate"]:,}, in chronological order. """
    if not card.fresh:
        parts += f"""The figures below are of trees that learnt from the first {rows["past"]:,} rows only, calibrated in
the same way, on the {rows["test"]:,} rows after those."""
    if card.natural:
        parts = f"""In chronological order: {rows["learn"]:,} rows for training, {rows["test"]:,} for testing. The
probability is calibrated on {rows["calibrate"]:,} rows of another season, in which fraud is as frequent as it is
assumed to be: in the season for training it is more frequent, and guests have more of it around them."""
    first, last = facts.period
    if facts.simulated:
        seed = f" with seed `{card.seed}`" if card.seed else ""
        return f"""{facts.attempts:,} attempts from {first} to {last} at fictional merchants, from
`models/training/simulator`{seed}. {facts.unreported:.1%} of the fraud goes unreported and {facts.wrongly_reported:.2%} of
the honest bookings are disputed by mistake. {facts.rows - facts.attempts:,} of the attempts are included a second time, as a
merchant without the SDK would send them. {parts}

How honest guests book (lead time, nights, party, country, weekday, repeat guests, by channel) was
measured on real bookings: Antonio, Almeida, Nunes, "Hotel booking demand datasets", Data in Brief
22 (2019), CC BY 4.0: two hotels in Portugal, 2015 to 2017. How people and programs move, type and
pay is our own assumption, not measured."""
    outcomes = aligned(
        [
            ["outcome", "attempts"],
            *([name, f"{count:,}"] for name, count in facts.outcomes.items()),
            ["none reported, counted as legitimate", f"{facts.silent:,}"],
        ]
    )
    sampled = (
        "The export was sampled; every row is weighted by the attempts it represents, in training,\n"
        "in calibration and in the figures below. "
        if facts.sampled
        else ""
    )
    imported = f"{facts.imported:,} of the attempts were imported. " if facts.imported else ""
    denied = (
        f"{facts.denied:,} denied attempts without an outcome are left out: no booking, no report. "
        if facts.denied
        else ""
    )
    represented = (
        f"{facts.represented:,} denied attempts are represented by those of the control group. "
        if facts.represented
        else ""
    )
    copied = facts.rows - facts.attempts
    left_out = f"{denied}{represented}"
    return f"""{facts.attempts:,} attempts from {first} to {last}. {imported}{left_out}{sampled}{parts}

{outcomes}

The latest time in the export is {facts.newest}. The {facts.immature:,} attempts of the {facts.mature_days} days before
that are left out, including the {facts.immature_outcomes:,} with an outcome: fraud is reported late and honest bookings
rarely at all, so the fraud rate of a recent period is wrong whichever of its rows are used.

{copied:,} rows are copies without telemetry ({COPIED:.0%} of the first 80 % of the rows, and all of the rest), so that the model also handles bookings without telemetry."""


def left_out_features(card: Card) -> str:
    if not card.facts.simulated:
        return ""
    names = ", ".join(f"`{name}`" for name in sorted(LEFT_OUT))
    return f"""

Excluded, because the model would overfit to the simulator's few examples: {names}."""


def size_of(evaluation: Evaluation) -> str:
    one = evaluation
    return f"{one.attempts:,} attempts, {one.frauds:,} of them reported as fraud, {one.period}"


def source(card: Card) -> str:
    """The data that the figures are measured on."""
    one = card.evaluation
    size = size_of(one)
    if card.fresh and card.facts.simulated:
        seed = f" (seed `{card.fresh_seed}`)" if card.fresh_seed else ""
        return f"""All figures are from a second season{seed} that was not used for training or tuning: {size}. It
comes from the same simulator, so it says nothing about real traffic. The last column of the first
table shows the last days of the training season, for comparison."""
    if card.fresh:
        return f"All figures are from another export that was not used for training: {size}."
    flatter = (
        " **They are\noptimistic:** the simulator and the settings were tuned on the same days."
        if card.facts.simulated
        else ""
    )
    return f"All figures are from the last fifth of the attempts, of trees that had not learnt from it: {size}.{flatter}"


def plain_text(card: Card) -> str:
    if card.directions is None:
        return ""
    return (
        " Plain LightGBM: the library's defaults on all features of the attempts as exported, without "
        "directions, copies or tuning."
    )


def simple_enough(card: Card) -> str:
    return "" if card.directions is None else f"\n{verdict(card.evaluation)}\n"


def by_kind(card: Card) -> str:
    evaluation = card.evaluation
    if not evaluation.kinds or not evaluation.left_out:
        return ""
    own = evaluation.seen[MODEL].point["averagePrecision"]
    return f"""
{by_attack(evaluation)}

### Unseen attacks

All contenders are retrained without the rows of one attack and then measured on that attack: recall
at a false positive rate of 1 %, with telemetry where available. To finish within minutes, these runs
use {HONEST_LEARNT:.0%} of the honest rows with higher weights for training, and {HONEST_MEASURED:,} honest rows for the
threshold. With no attack left out, such a model has an average precision of {evaluation.left_out.sampled_precision:.3f}, compared
with {own:.3f} for the model itself. Intervals are from resampling an attack's episodes.

{left_out_table(evaluation.left_out)}

{by_traveller(evaluation)}
"""


def by_attack(evaluation: Evaluation) -> str:
    return f"""### By attack

Recall against the ground truth: the share above the threshold that 1 % of the honest attempts
exceed, and the share that `balanced` denies (scores of 75 and above).

{kinds_table(evaluation, set(evaluation.attacks))}"""


def by_traveller(evaluation: Evaluation) -> str:
    return f"""### By traveller

The same figures for honest travellers, where they are false positives.

{kinds_table(evaluation, set(evaluation.kinds) - set(evaluation.attacks))}"""


def labels_text(evaluation: Evaluation) -> str:
    groups = "whole episodes (a burst counts as one)" if evaluation.kinds else "whole days"
    return f"""Labels are the reported outcomes, including their errors. Brackets contain the 95 % interval of a
bootstrap over {groups}. Resampling increases a calibration error, which cannot be negative,
so the intervals of small errors are too high."""


def by_score(evaluation: Evaluation) -> str:
    return f"""### Calibration by risk score

Scores are compared with the observed rate of reported fraud as a smooth function of the predicted
probability: a local logistic regression on log-odds whose bandwidth includes at least {NEIGHBOURS} frauds (or
half of all), so that it is smoother where fraud is rare. The standard error of the observed rate is
from resampling. Overall, {share(evaluation.whole.close)} of the decisions are within two points of the observed rate.

{bands_table(evaluation.bands)}"""


def limits(evaluation: Evaluation) -> str:
    if not evaluation.facts.simulated:
        return """- Kinds of fraud that do not occur in this history are detected only if they happen to be similar.
- Fraud that was not reported, or not yet, was treated as honest.
- Check the false positives among your guests by country and language.
- People who cannot use a mouse, or who let an assistant book, resemble programs more than others.
- It ages: retrain when fraud changes, and after changes to the features or the checkout."""
    return f"""- Attacks that were not simulated are detected only if they happen to be similar.
- There are {len(evaluation.attacks)} kinds of attack, as one author imagined them; real attacks mix and change.
- Names come from 76 countries and their scripts, of mailboxes only what was counted on public ones.
  Check the false positives among your guests by country and language.
- How people with aids (`aid`) use a page, and kiosks (`kiosk`), is assumed: there are no recordings.
- An assistant that books for its owner and does not sign its requests (`assistant`) is a program like
  any other, and is denied as often as shown above. One that signs them can be welcomed.
- Where many strangers legitimately book on one device every day, as at a busy kiosk or a travel agent's
  desk, they differ from a fraud farm's in their pace and their past only: some are denied.
- Whoever was denied is recognised for a week, and whoever was reported for a year, by e-mail address,
  phone number or booker reference, and after a report by the device. Who changes all of them is new.
- Attackers who adapt still get bookings accepted. `npm run attack-lab -- --campaigns` plays them, and
  prints how often each kind is denied, which goals are missed and what one accepted booking costs.
- An attempt without the script belongs to no device, so the next one on that device scores lower than
  it would have.
- Velocity features count the project's own attempts, of which there are few in its first month."""


def write(card: Card) -> str:
    evaluation = card.evaluation
    gains = ", ".join(f"`{name}`" for name, _ in card.gains)
    errors = ", ".join(f"{name} {value:.4f}" for name, value in card.calibration_errors.items())
    errors = f" (cross-fitted error: {errors})" if errors else ""
    return filled(f"""# Model card: {card.name} {card.version}

{head(card)}

## What it is

Gradient-boosted trees (LightGBM, {card.trees} trees{mean_text(card)}, {card.bytes / 1000:.0f} kB of ONNX) on {len(card.features)} features of the
catalogue{directions_text(card)}. Missing values have branches of their own. Output: the probability that the
merchant will report the attempt as fraud, calibrated with a {card.calibration} on rows that the trees
asked about them had not learnt from{errors}. ONNX and LightGBM differ by at most {card.parity:.1e} on the
test rows, on rows with missing values and on an empty row.

The most important features, by gain: {gains}.{left_out_features(card)}

## What it was trained on

{training(card)}

## Performance

{source(card)}

{labels_text(evaluation)}

{own_table(evaluation, card.last)}

### Baselines

All were trained and measured on the same rows. Rules of thumb: the sum of points for signs that a
fraud team would check. Logistic regression: all features by rank and by size, with flags for missing
values and tuned regularisation. Isolation forest: all features, without labels. Boosted trees on the
request: the same algorithm on the features of the booking request only.{plain_text(card)}

{contenders_table(evaluation)}

The model's advantage over each baseline, on the same resamples:

{ahead_table(evaluation)}
{simple_enough(card)}{by_kind(card)}
{by_score(evaluation)}

## Use

Intended: to rank and route individual hotel booking attempts before they are committed, with a manual
review or a second check of what it denies. Not intended: other industries, judging a person rather
than an attempt, or decisions with legal effect on a person without human involvement.

## Limits

{limits(evaluation)}

Created {card.created}. Trained by `models/training/run.ts`; the same input gives the same bytes.
""")


def filled(text: str) -> str:
    """Rewraps paragraphs and lists, because the figures in them differ in length."""
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
