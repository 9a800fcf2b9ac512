"""The columns of an export besides the features: time, outcome and weight of each attempt."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from errors import InputError, listed

DAY_MS = 86_400_000
FRAUD = ("chargeback", "fraud")
OUTCOMES = (*FRAUD, "legitimate")
KNOWN = {
    *("decision_id", "request_id", "decided_at", "source", "risk_score", "probability", "model"),
    *("model_probability", "project_base_rate", "model_base_rate"),
    *("outcome", "outcome_reported_at", "outcome_occurred_at", "weight", "control_group"),
    *("key_id", "outcome_key_id", "suggested_action"),
}
# Denied attempts that could have been let through for the control group. Those that were let through have a weight that
# stands for them; an outcome of theirs is unknown, since there was no booking.
REPRESENTED = ("denied", "limitReached")
SIMULATED = {"sim_kind", "sim_episode", "sim_fraud", "sim_dark"}


@dataclass(frozen=True)
class Attempts:
    """In the order of the files; times are Unix ms."""

    at: np.ndarray
    # An index into OUTCOMES, or -1 where none was reported.
    outcome: np.ndarray
    reported_at: np.ndarray  # 0 where none was reported
    weight: np.ndarray
    imported: np.ndarray
    # Denied, and represented by rows of the control group: not learnt from.
    represented: np.ndarray
    # Denied at checkout, not represented, and without an outcome: there was no stay, so that the absence of a report does
    # not mean that it was honest. Not learnt from.
    denied: np.ndarray
    # Known to a simulator only; None for an export.
    kind: np.ndarray | None  # an index into kinds
    kinds: list[str]
    episode: np.ndarray | None
    fraud: np.ndarray | None
    dark: np.ndarray | None

    @property
    def label(self) -> np.ndarray:
        return (self.outcome >= 0) & (self.outcome < len(FRAUD))

    @property
    def left_out(self) -> np.ndarray:
        return self.represented | self.denied

    def newest(self) -> int:
        """The latest time in the files."""
        return int(max(self.at.max(), self.reported_at.max()))


def open_exports(paths: list[Path]) -> list[pq.ParquetFile]:
    files = []
    for path in paths:
        try:
            files.append(pq.ParquetFile(path))
        except (OSError, pa.ArrowInvalid) as error:
            reason = str(error).splitlines()[0]
            raise InputError(f"{path} cannot be read as Parquet: {reason}") from error
        names = set(files[-1].schema_arrow.names)
        absent = [name for name in ("decided_at", "outcome") if name not in names]
        if absent:
            raise InputError(
                f"{path} lacks {listed(absent)}; write it with: booking-risk export --out x.parquet"
            )
        first = set(files[0].schema_arrow.names)
        if names - {"source"} != first - {"source"}:
            differ = sorted((names ^ first) - {"source"})
            raise InputError(f"{path} and {paths[0]} have different columns: {listed(differ)}")
    return files


def read_attempts(files: list[pq.ParquetFile]) -> Attempts:
    parts = [file.read([n for n in file.schema_arrow.names if known(n)]) for file in files]
    table = pa.concat_tables(parts, promote_options="default")
    if table.num_rows == 0:
        raise InputError("the export has no rows; export a period in which decisions were made")
    names = set(table.column_names)
    simulated = names & SIMULATED
    if simulated and simulated != SIMULATED:
        raise InputError(f"a simulated file needs {listed(sorted(SIMULATED - simulated))} as well")
    if table["decided_at"].null_count:
        raise InputError("decided_at is empty in some rows; every attempt needs a time")
    count = table.num_rows

    def numbers(name: str, otherwise: float) -> np.ndarray:
        if name not in names:
            return np.full(count, otherwise)
        return pc.fill_null(table[name].cast(pa.float64()), otherwise).to_numpy()

    outcome = outcomes(table["outcome"])
    weight = numbers("weight", 1.0)
    if not (np.isfinite(weight) & (weight > 0)).all():
        raise InputError(
            "weight is not positive in some rows; it is the number of attempts a row represents"
        )
    kind, kinds = places_of(table["sim_kind"]) if simulated else (None, [])

    def equal(name: str, *values: str) -> np.ndarray:
        if name not in names:
            return np.zeros(count, bool)
        return pc.is_in(table[name].cast(pa.string()), value_set=pa.array(values)).to_numpy()

    if not simulated and "suggested_action" not in names and equal("source", "api").any():
        raise InputError("the export has no column suggested_action: write it again with this version")
    imported, represented = equal("source", "import"), equal("control_group", *REPRESENTED)
    return Attempts(
        at=times(table["decided_at"]),
        outcome=outcome,
        reported_at=times(table["outcome_reported_at"])
        if "outcome_reported_at" in names
        else np.zeros(count, np.int64),
        weight=weight,
        imported=imported,
        represented=represented,
        denied=equal("suggested_action", "deny") & ~imported & (outcome < 0) & ~represented,
        kind=kind,
        kinds=kinds,
        episode=numbers("sim_episode", 0).astype(np.int64) if simulated else None,
        fraud=numbers("sim_fraud", 0) > 0 if simulated else None,
        dark=numbers("sim_dark", 0) > 0 if simulated else None,
    )


def known(name: str) -> bool:
    needed = {"decided_at", "source", "outcome", "outcome_reported_at", "weight"}
    return name in needed | SIMULATED | {"control_group", "suggested_action"}


def times(column: pa.ChunkedArray) -> np.ndarray:
    return pc.fill_null(column.cast(pa.timestamp("ms"), safe=False).cast(pa.int64()), 0).to_numpy()


def outcomes(column: pa.ChunkedArray) -> np.ndarray:
    column = column.cast(pa.string())
    unknown = sorted(set(pc.unique(column).to_pylist()) - {*OUTCOMES, None})
    if unknown:
        raise InputError(f"outcome has unknown values: {listed(unknown)}; known: {listed([*OUTCOMES])}")
    places = pc.index_in(column, value_set=pa.array(OUTCOMES))
    return pc.fill_null(places, -1).to_numpy().astype(np.int8)


def places_of(column: pa.ChunkedArray) -> tuple[np.ndarray, list[str]]:
    """The index of each value in the sorted list of distinct values, and that list."""
    column = pc.fill_null(column.cast(pa.string()), "")
    values = sorted(pc.unique(column).to_pylist())
    return pc.index_in(column, value_set=pa.array(values)).to_numpy(), values
