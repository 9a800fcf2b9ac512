"""The model card: what the model is, what it was trained on, and how good it is there."""

from dataclasses import dataclass

import numpy as np
from evaluation import Interval

# Score 75, where the default setting denies: odds of 1 to 5.
DENIED_FROM = 1 / 6
BAND_EDGES = (0, 20, 35, 50, 65, 75, 85, 99.5)


@dataclass(frozen=True)
class Figures:
    version: str
    created: str
    options: dict
    rows: dict[str, int]
    features: int
    left_out: list[str]
    trees: int
    bytes: int
    calibration: str
    calibration_errors: dict[str, float]
    parity: float
    evaluated: dict[str, dict[str, Interval]]
    kinds: dict[str, tuple[int, float, float]]
    kinds_dark: dict[str, tuple[int, float, float]]
    attacks: set[str]
    bands: list[tuple[str, int, float, float]]
    gains: list[tuple[str, float]]


def bands(probability: np.ndarray, label: np.ndarray) -> list[tuple[str, int, float, float]]:
    """By risk score: how many attempts, the mean probability told, the part that was fraud."""
    inside = np.clip(probability, 1e-12, 1 - 1e-12)
    score = np.clip(75 + 10 * np.log2(inside / (1 - inside) / 0.2), 0, 99)
    found = []
    for low, high in zip(BAND_EDGES, BAND_EDGES[1:], strict=False):
        one = (np.round(score) >= low) & (np.round(score) < high)
        if one.any():
            name = f"{low} to {int(np.ceil(high)) - 1}"
            found.append(
                (name, int(one.sum()), float(probability[one].mean()), float(label[one].mean()))
            )
    return found


TITLES = {
    "rocAuc": "ROC AUC",
    "averagePrecision": "average precision",
    "recallAt0.1%Fpr": "recall at 0.1 % false positives",
    "recallAt0.5%Fpr": "recall at 0.5 % false positives",
    "recallAt1.0%Fpr": "recall at 1 % false positives",
    "calibrationError": "expected calibration error (20 equal-mass bins)",
}


def table(figures: Figures) -> str:
    rows = [["", "with telemetry where there is some", "without any telemetry"]]
    for name, title in TITLES.items():
        cells = [interval(one[name]) for one in figures.evaluated.values()]
        rows.append([title, *cells])
    return aligned(rows)


def interval(figure: Interval) -> str:
    digits = 4 if figure[0] < 0.01 else 3
    value, low, high = (f"{one:.{digits}f}" for one in figure)
    return f"{value} ({low} to {high})"


def aligned(rows: list[list[str]]) -> str:
    """A table as the repository's formatter wants it."""
    widths = [max(3, *(len(row[place]) for row in rows)) for place in range(len(rows[0]))]
    head, *body = rows
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in [head, ["-" * width for width in widths], *body]
    )


def kinds_table(figures: Figures, fraud: bool) -> str:
    rows = [
        [
            "attack" if fraud else "traveller",
            "attempts",
            "above 1 % FPR",
            "denied by default",
            "the same, no telemetry",
        ]
    ]
    for name, (count, above, denied) in sorted(figures.kinds.items(), key=lambda kind: -kind[1][1]):
        if (name in figures.attacks) != fraud:
            continue
        _, dark_above, dark_denied = figures.kinds_dark.get(name, (0, float("nan"), float("nan")))
        dark = f"{dark_above:.1%}, {dark_denied:.1%}"
        rows.append([name, f"{count:,}", f"{above:.1%}", f"{denied:.1%}", dark])
    return aligned(rows)


def bands_table(figures: Figures) -> str:
    rows = [["risk score", "attempts", "probability told", "reported as fraud"]]
    for name, count, told, found in figures.bands:
        rows.append([name, f"{count:,}", f"{told:.2%}", f"{found:.2%}"])
    return aligned(rows)


def write(figures: Figures) -> str:
    options, rows = figures.options, figures.rows
    gains = ", ".join(f"`{name}`" for name, _ in figures.gains)
    left_out = ", ".join(f"`{name}`" for name in figures.left_out)
    errors = ", ".join(f"{name} {value:.4f}" for name, value in figures.calibration_errors.items())
    return f"""# Model card: default {figures.version}

**Trained on simulated data.** No real fraud was available, so travellers and attacks were
simulated. The model has never seen a merchant's fraud. For a merchant this means:

- It is a start that works on the first day, not a measurement of your fraud. The figures below
  tell how well it separates _our_ simulated attacks from _our_ simulated guests; on real traffic
  it will be worse, and by how much nobody knows before it was measured there.
- Its probability, and so the risk score, is calibrated to the simulated fraud rate of
  {options["fraudRate"]:.2%}. Where yours is a tenth of that, true odds are about a tenth, some 33 points less.
- Report outcomes, compare, and train on your own history as soon as there is enough of it. Until
  then watch what it would deny before you let it deny.

## What it is

Gradient-boosted trees (LightGBM, {figures.trees} trees, {figures.bytes / 1000:.0f} kB of ONNX) on {figures.features} features of the
catalogue, with the direction fixed where it is known (more e-mail addresses on one device never
lower the risk). Missing values are a branch of their own. Output: the probability that the
merchant will report the attempt as fraud, calibrated by {figures.calibration} on rows that the trees
never saw (cross-fitted error: {errors}). ONNX and LightGBM differ by at most {figures.parity:.1e} on the
test rows, on rows with holes and on an empty one.

Most used, by gain: {gains}.

Left out, because the simulator's few examples would have been learnt by heart: {left_out}.

## What it was trained on

{options["attempts"]:,} attempts (about) over {options["days"]} days at eleven made-up merchants, by
`models/training/simulator` with seed `{options["seed"]}`; {options["unreported"]:.0%} of the fraud goes unreported and {options["wronglyReported"]:.1%} of
the honest bookings are disputed wrongly. 30 % of the attempts are in it a second time as a merchant
without the SDK would send them. In order of time: {rows["learn"]:,} rows to learn, {rows["calibrate"]:,} to
calibrate, {rows["test"]:,} to test.

How honest guests book (lead time, nights, party, country, weekday, repeat guests, by channel) was
measured on real bookings: Antonio, Almeida, Nunes, "Hotel booking demand datasets", Data in Brief
22 (2019), CC BY 4.0: two hotels in Portugal, 2015 to 2017. How people and programs move, type and
pay is our own assumption, not measured.

## How good it is, on the simulator's last days

Against the reported labels, noise included. In brackets the 95 % interval of a bootstrap over
whole episodes (a burst counts as one). **They flatter:** simulator and settings were revised several
times with an eye on these same days, and nothing was held back from that.

{table(figures)}

### By attack

Recall against the truth: the part above the threshold that 1 % of the honest attempts reach, and
the part that `balanced` denies (score 75 and more).

{kinds_table(figures, True)}

### By traveller

The same for honest people: what it costs them.

{kinds_table(figures, False)}

### Whether the probability holds

{bands_table(figures)}

## Use

Intended: to rank and route single hotel booking attempts before they are committed, with a person
or a second check behind what it stops. Not intended: other trades, judging a person rather than an
attempt, or a decision with legal effect on somebody without a human in it.

## Limits

- Attacks that were not simulated are caught only where they happen to look like these.
- Attack kinds are eight, each with one author's imagination; real ones mix and change.
- Names, mailboxes and phones come from 25 countries; other scripts and habits are rare or absent.
  Look at the false positives of your own guests by country and language.
- People who cannot use a mouse, or who let an assistant book, look more like programs than others
  do. They are in the training data as honest, and still pay the price seen above (`assistant`).
- Velocity counts what the project itself has seen; in its first month there is less to see.

Created {figures.created}. Trained by `models/training/run.ts`; the same input gives the same bytes.
"""
