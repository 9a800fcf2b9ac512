"""Errors in the input or the arguments of a training run."""


class InputError(Exception):
    """Its message is one line for the user: what is wrong and what is required."""


def listed(names: list[str], most: int = 5) -> str:
    """The first few names of a list, for an error message."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
