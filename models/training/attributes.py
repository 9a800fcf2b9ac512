"""Attributes of a project's own in an export, as features that the product computes by name.

A column `attribute_NAME` of numbers is the feature `attribute.NAME`, flags included. One of texts is
a category: each of its frequent values is a feature `attribute.NAME=VALUE`, 1 or 0. Which values are
features depends on how many attempts have them, never on their outcomes. An attempt without the
attribute has none of its features.
"""

from dataclasses import dataclass
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from errors import InputError

PREFIX = "attribute_"
# The most frequent values of a category; the rest are none of them.
VALUES = 16
# A value that fewer attempts have says little, and might name a guest.
LEAST = 30
# As `encodeURIComponent` leaves them in a name.
UNQUOTED = "-_.!~*'()"


@dataclass(frozen=True)
class Column:
    """What a feature is computed from."""

    name: str
    # The value of a category; None where the column itself is the feature.
    value: str | None


def is_attribute(column: str) -> bool:
    return column.startswith(PREFIX)


def attribute_columns(files: list[pq.ParquetFile]) -> dict[str, Column]:
    """The features of all attributes, in the order of the columns and then of the values."""
    schema = files[0].schema_arrow
    columns = [name for name in schema.names if is_attribute(name)]
    found: dict[str, Column] = {}
    for column in columns:
        feature = f"attribute.{column.removeprefix(PREFIX)}"
        if is_text(schema.field(column).type):
            for value in frequent(files, column):
                found[f"{feature}={quote(value, safe=UNQUOTED)}"] = Column(column, value)
        else:
            found[feature] = Column(column, None)
    return found


def is_text(type_: pa.DataType) -> bool:
    return pa.types.is_string(type_) or pa.types.is_large_string(type_) or pa.types.is_null(type_)


def frequent(files: list[pq.ParquetFile], column: str) -> list[str]:
    counts: dict[str, int] = {}
    for file in files:
        texts = file.read([column], use_threads=False)[column].cast(pa.string())
        for one in pc.value_counts(texts.combine_chunks()).to_pylist():
            if one["values"] is not None:
                counts[one["values"]] = counts.get(one["values"], 0) + one["counts"]
    often = [value for value, count in counts.items() if count >= LEAST]
    return sorted(sorted(often), key=lambda value: -counts[value])[:VALUES]


def values_of(batch: pa.RecordBatch, column: Column) -> pa.Array:
    """The feature in a batch, as numbers; null where the attempt lacks the attribute."""
    found = batch.column(column.name)
    if column.value is None:
        if not (pa.types.is_floating(found.type) or pa.types.is_integer(found.type)):
            raise InputError(f"{column.name} is neither text nor a number in the export but {found.type}")
        return found
    return pc.equal(found.cast(pa.string()), column.value).cast(pa.int8())
