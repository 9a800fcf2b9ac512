"""What stops a training that its input cannot carry."""


class Refused(Exception):
    """The message is one line for the person who started it: what is wrong and what is needed."""


def listed(names: list[str], most: int = 5) -> str:
    """The first few of many names, for such a line."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
