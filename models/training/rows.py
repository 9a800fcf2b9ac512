"""Reads an export as training rows: in chronological order, float32, NaN for missing values.

Attempts that are too recent to be known as fraudulent or honest, and those that were denied and have no
outcome, are left out. An export has no rows without telemetry (only a simulation does), so copies of
rows without the features from the browser are added.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from attempts import DAY_MS, KNOWN, OUTCOMES, SIMULATED, Attempts, open_exports, read_attempts
from attributes import Column, attribute_columns, is_attribute, values_of
from catalogue import Catalogue
from feature_constraints import LEFT_OUT, LEFT_OUT_GROUPS
from errors import InputError, listed

SEED = 4711
# Share of the attempts that is copied without telemetry, as in the simulation.
COPIED = 0.3
BATCH = 10_000


@dataclass(frozen=True)
class Rows:
    """Attempts in chronological order, with the features that the product computed."""

    names: list[str]
    values: np.ndarray
    label: np.ndarray
    weight: np.ndarray
    at: np.ndarray
    # The ground truth of a simulation; else as reported.
    fraud: np.ndarray
    # Whether the row is a copy without telemetry.
    dark: np.ndarray
    kind: np.ndarray
    # Groups of dependent rows: the episodes of a simulation, or the days of an export.
    episode: np.ndarray
    kinds: list[str]

    def where(self, chosen: np.ndarray | slice) -> "Rows":
        columns = (self.values, self.label, self.weight, self.at, self.fraud, self.dark)
        more = (self.kind, self.episode)
        return Rows(self.names, *(one[chosen] for one in (*columns, *more)), self.kinds)


@dataclass(frozen=True)
class Facts:
    """Facts about a file, for the model card."""

    simulated: bool
    attempts: int
    rows: int
    # The first and last day, and the latest time in the file.
    period: tuple[str, str]
    newest: str
    outcomes: dict[str, int]
    silent: int
    mature_days: int
    immature: int
    immature_outcomes: int
    imported: int
    # Left out: denied without an outcome, and denied but represented by rows of the control group.
    denied: int
    represented: int
    sampled: bool
    fraud_rate: float
    # Of a simulation: the shares of unreported fraud and of disputed honest bookings.
    unreported: float
    wrongly_reported: float


@dataclass(frozen=True)
class Season:
    rows: Rows
    facts: Facts


@dataclass(frozen=True)
class Places:
    """The row of each attempt of the files, and that of its copy without telemetry; -1 for none."""

    own: np.ndarray
    copy: np.ndarray
    count: int


def read_season(
    paths: list[Path],
    catalogue: Catalogue,
    mature_days: float,
    copies_from: float,
    fraud_rate: float | None = None,
) -> Season:
    """
    `copies_from`: every row after this share of the rows is copied, for evaluation. `fraud_rate`: of a
    simulation, the share of fraud that the weights amount to.
    """
    files = open_exports(paths)
    own = attribute_columns(files)
    names = feature_names(files[0], catalogue) + [*own]
    attempts = read_attempts(files)
    if fraud_rate is not None:
        attempts = at_rate(attempts, fraud_rate)
    if attempts.dark is not None:
        left_out = LEFT_OUT | catalogue.of_groups(LEFT_OUT_GROUPS)
        names = [name for name in names if name not in left_out]
    mature = attempts.at <= attempts.newest() - mature_days * DAY_MS
    if not mature.any():
        raise InputError(
            f"no attempt is {mature_days:g} days old, so none can be considered honest; "
            "export a longer period, or use a smaller --mature-days"
        )
    mature &= ~attempts.left_out
    telemetry = catalogue.telemetry([name for name in names if name not in own])
    if attempts.dark is None:
        blind = ~has_telemetry(files, telemetry, len(mature))
        places = put(attempts, mature, blind, copies_from)
    else:
        places = put(attempts, mature, np.ones(len(mature), bool), 1.0)
    values = read_values(files, names, telemetry, places, own)
    return Season(
        rows=to_rows(names, values, attempts, places),
        facts=facts(attempts, mature, mature_days, places),
    )


def at_rate(attempts: Attempts, rate: float) -> Attempts:
    """With the weights of fraud multiplied, so that it is this share of the attempts."""
    if attempts.fraud is None or attempts.dark is None:
        raise InputError("--fraud-rate is for a simulation: an export has the rate of its project")
    own = attempts.weight * ~attempts.dark
    fraud, honest = own[attempts.fraud].sum(), own[~attempts.fraud].sum()
    times = rate / (1 - rate) * honest / fraud
    weight = np.where(attempts.fraud, times, 1.0) * attempts.weight
    return replace(attempts, weight=weight)


def feature_names(file: pq.ParquetFile, catalogue: Catalogue) -> list[str]:
    names = [name for name in file.schema_arrow.names if not is_attribute(name)]
    columns = [name for name in names if name not in KNOWN | SIMULATED]
    unknown = [name for name in columns if name not in catalogue]
    if unknown:
        raise InputError(
            f"{len(unknown)} columns are not in the catalogue ({listed(unknown)}); "
            "use an export and a catalogue of the same version"
        )
    if not columns:
        raise InputError("the export has no features; write it with: booking-risk export")
    for name in columns:
        type_ = file.schema_arrow.field(name).type
        if not (pa.types.is_floating(type_) or pa.types.is_integer(type_)):
            raise InputError(f"the feature {name} is not a number in the export but {type_}")
    return columns


def batches(
    files: list[pq.ParquetFile], names: list[str]
) -> Iterator[tuple[slice, pa.RecordBatch]]:
    """Batches of the columns, each with its range among all rows."""
    start = 0
    for file in files:
        for batch in file.iter_batches(BATCH, columns=names, use_threads=False):
            yield slice(start, start + batch.num_rows), batch
            start += batch.num_rows


# For each feature that needs telemetry: its value without, or the name of the feature it equals.
WithoutTelemetry = dict[str, float | str]


def has_telemetry(files: list[pq.ParquetFile], telemetry: WithoutTelemetry, count: int) -> np.ndarray:
    found = np.zeros(count, bool)
    seen = [name for name, otherwise in telemetry.items() if otherwise != otherwise]
    for place, batch in batches(files, seen):
        for name in seen:
            found[place] |= ~np.isnan(floats(batch, name))
    return found


def put(attempts: Attempts, mature: np.ndarray, blind: np.ndarray, copies_from: float) -> Places:
    kept = np.nonzero(mature)[0]
    order = kept[np.argsort(attempts.at[kept], kind="stable")]
    drawn = np.random.default_rng(SEED).random(len(order)) < COPIED
    copied = (drawn | (np.arange(len(order)) >= copies_from * len(order))) & ~blind[order]
    own_places = np.arange(len(order)) + np.cumsum(copied) - copied
    own, copy = np.full(len(mature), -1), np.full(len(mature), -1)
    own[order] = own_places
    copy[order[copied]] = own_places[copied] + 1
    return Places(own, copy, len(order) + int(copied.sum()))


def read_values(
    files: list[pq.ParquetFile],
    names: list[str],
    telemetry: WithoutTelemetry,
    places: Places,
    attributes: dict[str, Column],
) -> np.ndarray:
    values = np.empty((places.count, len(names)), np.float32)
    columns = dict.fromkeys(attributes[name].name if name in attributes else name for name in names)
    for place, batch in batches(files, [*columns]):
        own, copy = places.own[place], places.copy[place]
        kept, copied = own >= 0, copy >= 0
        for column, name in enumerate(names):
            if name in attributes:
                read = finite(values_of(batch, attributes[name]), name)
            else:
                read = floats(batch, name)
            values[own[kept], column] = read[kept]
            values[copy[copied], column] = without_telemetry(batch, read, telemetry.get(name))[copied]
    return values


def without_telemetry(batch: pa.RecordBatch, read: np.ndarray, otherwise: float | str | None) -> np.ndarray:
    """A column as it would be for a merchant without the SDK."""
    if otherwise is None:
        return read
    if isinstance(otherwise, str):
        # An export of an earlier version, or an edited one, may lack the other feature.
        return floats(batch, otherwise) if otherwise in batch.schema.names else read
    # Where nothing is known of the hotel, nothing is known of its attempts' tabs either.
    return np.where(np.isnan(read), np.float32(np.nan), np.float32(otherwise))


def floats(batch: pa.RecordBatch, name: str) -> np.ndarray:
    return finite(batch.column(name), name)


def finite(column: pa.Array, name: str) -> np.ndarray:
    read = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
    if np.isinf(read).any():
        raise InputError(
            f"the feature {name} is infinite in some rows; a feature must be finite or missing"
        )
    return read.astype(np.float32)


def to_rows(names: list[str], values: np.ndarray, attempts: Attempts, places: Places) -> Rows:
    source = np.empty(places.count, np.int64)
    dark = np.zeros(places.count, bool)
    kept, copied = places.own >= 0, places.copy >= 0
    source[places.own[kept]] = np.nonzero(kept)[0]
    source[places.copy[copied]] = np.nonzero(copied)[0]
    dark[places.copy[copied]] = True
    at, label = attempts.at[source], attempts.label[source]
    if attempts.kind is None:
        none = np.zeros(places.count, np.int64)
        columns = (label, dark, none, at // DAY_MS)
    else:
        kind = attempts.kind[source].astype(np.int64)
        episode = kind * 10_000_000 + attempts.episode[source]
        columns = (attempts.fraud[source], attempts.dark[source], kind, episode)
    weight = attempts.weight[source]
    return Rows(names, values, label.astype(int), weight, at, *columns, attempts.kinds)


def facts(attempts: Attempts, mature: np.ndarray, mature_days: float, places: Places) -> Facts:
    original = ~attempts.dark if attempts.dark is not None else np.ones(len(mature), bool)
    original &= ~attempts.left_out
    counted = mature & original
    weight, label = attempts.weight, attempts.label
    truth = attempts.fraud if attempts.fraud is not None else label

    def part(of: np.ndarray, which: np.ndarray) -> float:
        return float(weight[of & which].sum() / max(weight[of].sum(), 1e-12))

    return Facts(
        simulated=attempts.dark is not None,
        attempts=int(counted.sum()),
        rows=places.count,
        period=(day(attempts.at[counted].min()), day(attempts.at[counted].max())),
        newest=moment(attempts.newest()),
        outcomes={
            name: int((counted & (attempts.outcome == place)).sum())
            for place, name in enumerate(OUTCOMES)
        },
        silent=int((counted & (attempts.outcome < 0)).sum()),
        mature_days=int(mature_days),
        immature=int((~mature & original).sum()),
        immature_outcomes=int((~mature & original & (attempts.outcome >= 0)).sum()),
        imported=int((counted & attempts.imported).sum()),
        denied=int(attempts.denied.sum()),
        represented=int(attempts.represented.sum()),
        sampled=bool(np.ptp(weight) > 0),
        fraud_rate=part(counted, label),
        unreported=part(counted & truth, ~label),
        wrongly_reported=part(counted & ~truth, label),
    )


def moment(ms: int) -> str:
    return f"{np.datetime64(int(ms) // 1000, 's')}Z"


def day(ms: int) -> str:
    return moment(ms)[:10]
