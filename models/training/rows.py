"""An export as rows to learn from: in order of time, float32, missing is NaN.

Two things happen on the way. What is too young to be known as fraud or honest is left out. And an
export that has no rows without telemetry (only a simulation brings its own) gets some: copies of
rows whose features from the browser are taken away.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from attempts import DAY_MS, KNOWN, OUTCOMES, SIMULATED, Attempts, open_exports, read_attempts
from catalogue import Catalogue
from directions import LEFT_OUT
from refusal import Refused, listed

SEED = 4711
# Part of the attempts that is seen a second time, as the simulation does it.
COPIED = 0.3
BATCH = 10_000


@dataclass(frozen=True)
class Rows:
    """Attempts in order of time, as the product computed them."""

    names: list[str]
    values: np.ndarray
    label: np.ndarray
    weight: np.ndarray
    at: np.ndarray
    # Fraud in truth, where a simulator knows it; else as reported.
    fraud: np.ndarray
    # Seen a second time, without telemetry.
    dark: np.ndarray
    kind: np.ndarray
    # What is not independent of each other: a simulated episode, or a day of an export.
    episode: np.ndarray
    kinds: list[str]

    def where(self, chosen: np.ndarray | slice) -> "Rows":
        columns = (self.values, self.label, self.weight, self.at, self.fraud, self.dark)
        more = (self.kind, self.episode)
        return Rows(self.names, *(one[chosen] for one in (*columns, *more)), self.kinds)


@dataclass(frozen=True)
class Facts:
    """What the card tells of a file."""

    simulated: bool
    attempts: int
    rows: int
    # First and last day, and the newest thing that the file knows of.
    period: tuple[str, str]
    newest: str
    outcomes: dict[str, int]
    silent: int
    mature_days: int
    immature: int
    immature_outcomes: int
    imported: int
    sampled: bool
    fraud_rate: float
    # Of a simulation: fraud that nobody reports, honest bookings that are disputed.
    unreported: float
    wrongly_reported: float


@dataclass(frozen=True)
class Season:
    rows: Rows
    facts: Facts


@dataclass(frozen=True)
class Places:
    """Where each attempt of the files goes: as it is, and as a copy without telemetry; -1: not."""

    own: np.ndarray
    copy: np.ndarray
    count: int


def read_season(
    paths: list[Path], catalogue: Catalogue, mature_days: float, copies_from: float
) -> Season:
    """`copies_from`: from this part of the rows on every one is copied, to be evaluated on."""
    files = open_exports(paths)
    names = feature_names(files[0], catalogue)
    attempts = read_attempts(files)
    if attempts.dark is not None:
        names = [name for name in names if name not in LEFT_OUT]
    mature = attempts.at <= attempts.newest() - mature_days * DAY_MS
    if not mature.any():
        raise Refused(
            f"no attempt is {mature_days:g} days old, so no honest one is known as such; "
            "export a longer period, or give a smaller --mature-days"
        )
    telemetry = catalogue.telemetry(names)
    if attempts.dark is None:
        blind = ~has_telemetry(files, telemetry, len(mature))
        places = put(attempts, mature, blind, copies_from)
    else:
        places = put(attempts, mature, np.ones(len(mature), bool), 1.0)
    values = read_values(files, names, telemetry, places)
    return Season(
        rows=laid_out(names, values, attempts, places),
        facts=facts(attempts, mature, mature_days, places),
    )


def feature_names(file: pq.ParquetFile, catalogue: Catalogue) -> list[str]:
    columns = [name for name in file.schema_arrow.names if name not in KNOWN | SIMULATED]
    unknown = [name for name in columns if name not in catalogue]
    if unknown:
        raise Refused(
            f"{len(unknown)} columns are not in the catalogue ({listed(unknown)}); "
            "take export and catalogue from the same version"
        )
    if not columns:
        raise Refused("the export has no features; write it with: booking-risk export")
    for name in columns:
        type_ = file.schema_arrow.field(name).type
        if not (pa.types.is_floating(type_) or pa.types.is_integer(type_)):
            raise Refused(f"the feature {name} is no number in the export but {type_}")
    return columns


def batches(
    files: list[pq.ParquetFile], names: list[str]
) -> Iterator[tuple[slice, pa.RecordBatch]]:
    """Batches of the columns, each with its place among all rows."""
    start = 0
    for file in files:
        for batch in file.iter_batches(BATCH, columns=names, use_threads=False):
            yield slice(start, start + batch.num_rows), batch
            start += batch.num_rows


# Of each feature that needs telemetry, what it is without: a value, or another feature's name.
Unseen = dict[str, float | str]


def has_telemetry(files: list[pq.ParquetFile], telemetry: Unseen, count: int) -> np.ndarray:
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
    files: list[pq.ParquetFile], names: list[str], telemetry: Unseen, places: Places
) -> np.ndarray:
    values = np.empty((places.count, len(names)), np.float32)
    for place, batch in batches(files, names):
        own, copy = places.own[place], places.copy[place]
        kept, copied = own >= 0, copy >= 0
        for column, name in enumerate(names):
            read = floats(batch, name)
            values[own[kept], column] = read[kept]
            values[copy[copied], column] = unseen(batch, read, telemetry.get(name))[copied]
    return values


def unseen(batch: pa.RecordBatch, read: np.ndarray, otherwise: float | str | None) -> np.ndarray:
    """A column as a shop without the browser script would have it."""
    if otherwise is None:
        return read
    if isinstance(otherwise, str):
        # An export of an earlier version, or one that was thinned by hand, may lack the other.
        return floats(batch, otherwise) if otherwise in batch.schema.names else read
    return np.full(len(read), otherwise, np.float32)


def floats(batch: pa.RecordBatch, name: str) -> np.ndarray:
    read = batch.column(name).cast(pa.float64()).to_numpy(zero_copy_only=False)
    if np.isinf(read).any():
        raise Refused(f"the feature {name} is infinite in some rows; a feature is finite or missing")
    return read.astype(np.float32)


def laid_out(names: list[str], values: np.ndarray, attempts: Attempts, places: Places) -> Rows:
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
    first_time = ~attempts.dark if attempts.dark is not None else np.ones(len(mature), bool)
    told = mature & first_time
    weight, label = attempts.weight, attempts.label
    truth = attempts.fraud if attempts.fraud is not None else label

    def part(of: np.ndarray, which: np.ndarray) -> float:
        return float(weight[of & which].sum() / max(weight[of].sum(), 1e-12))

    return Facts(
        simulated=attempts.dark is not None,
        attempts=int(told.sum()),
        rows=places.count,
        period=(day(attempts.at[told].min()), day(attempts.at[told].max())),
        newest=moment(attempts.newest()),
        outcomes={
            name: int((told & (attempts.outcome == place)).sum())
            for place, name in enumerate(OUTCOMES)
        },
        silent=int((told & (attempts.outcome < 0)).sum()),
        mature_days=int(mature_days),
        immature=int((~mature & first_time).sum()),
        immature_outcomes=int((~mature & first_time & (attempts.outcome >= 0)).sum()),
        imported=int((told & attempts.imported).sum()),
        sampled=bool(np.ptp(weight) > 0),
        fraud_rate=part(told, label),
        unreported=part(told & truth, ~label),
        wrongly_reported=part(told & ~truth, label),
    )


def moment(ms: int) -> str:
    return f"{np.datetime64(int(ms) // 1000, 's')}Z"


def day(ms: int) -> str:
    return moment(ms)[:10]
