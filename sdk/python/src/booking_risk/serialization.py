"""The generated models as JSON, and JSON as models."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import types
import typing
from typing import Any, TypeVar

Model = TypeVar("Model")


def to_json(value: Any) -> Any:
    """A model as what `json.dumps` takes, without what is absent."""
    if dataclasses.is_dataclass(value):
        members = {
            field.metadata["json"]: getattr(value, field.name)
            for field in dataclasses.fields(value)
        }
        return {name: to_json(one) for name, one in members.items() if one is not None}
    if isinstance(value, list | tuple):
        return [to_json(one) for one in value]
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError("a datetime must have a time zone")
        return value.isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value


def from_json(model: type[Model], value: Any) -> Model:
    """
    What the service sent as a model. Members that the model does not have are ignored.

    Raises TypeError, KeyError or ValueError if it is not of that model.
    """
    hints = _hints_of(model)
    members = {}
    for field in dataclasses.fields(model):  # type: ignore[arg-type]
        name = field.metadata["json"]
        is_required = field.default is dataclasses.MISSING
        one = value[name] if is_required else value.get(name)
        members[field.name] = _parsed(hints[field.name], one)
    return model(**members)


@functools.cache
def _hints_of(model: type) -> dict[str, Any]:
    return typing.get_type_hints(model)


def _parsed(hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        hint = next(one for one in typing.get_args(hint) if one is not type(None))
    if typing.get_origin(hint) is list:
        return [_parsed(typing.get_args(hint)[0], one) for one in value]
    if dataclasses.is_dataclass(hint):
        return from_json(hint, value)
    if hint is datetime.datetime:
        return datetime.datetime.fromisoformat(value)
    if hint is datetime.date:
        return datetime.date.fromisoformat(value)
    return value
