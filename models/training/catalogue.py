"""The catalogue of features, as the product prints it: what each is computed from.

Written by `booking-risk features --json`. Of a catalogue that tells no `source`, the groups and
the names are read instead.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from refusal import Refused

REQUEST_GROUPS = {"identity", "contact", "party", "stay", "billing"}
TELEMETRY_GROUPS = {"device", "behaviour", "journey", "network"}
TELEMETRY_WORDS = {"device", "devices", "ip", "ips", "network", "networks", "collection"}
# Of a hotel's earlier attempts, none would have had a tab.
WITHOUT_SCRIPT: dict[str, float | str] = {
    "hotel_tabs_seen_share_30d": 0.0,
    "hotel_attempts_without_tab_1h": "hotel_attempts_1h",
}


@dataclass(frozen=True)
class Feature:
    name: str
    group: str
    source: tuple[str, ...] | None
    never_missing: bool

    def needs_telemetry(self) -> bool:
        """Whether a shop without the browser script would not have it, or another value of it."""
        if self.name in WITHOUT_SCRIPT:
            return True
        if self.source is not None:
            return any(is_telemetry(one) for one in self.source)
        words = set(self.name.split("_"))
        return self.group in TELEMETRY_GROUPS or not words.isdisjoint(TELEMETRY_WORDS)

    def needs_request_only(self) -> bool:
        if self.source is not None:
            return all(one.startswith("request") and not is_telemetry(one) for one in self.source)
        return self.group in REQUEST_GROUPS and not self.needs_telemetry()

    def without_telemetry(self) -> float | str:
        """Its value where the telemetry was never there: missing, or a count of nothing seen; or
        the name of the feature that it then equals.

        `devices_per_email` counts, for somebody whom the request names, what only the browser
        script sees; `emails_per_device` asks about what is not known.
        """
        if self.name in WITHOUT_SCRIPT:
            return WITHOUT_SCRIPT[self.name]
        counted = re.match(r"([a-z]+)_per_([a-z]+)_", self.name)
        of_nothing = counted is not None and counted[2] not in TELEMETRY_WORDS
        return 0.0 if self.never_missing or of_nothing else float("nan")


def is_telemetry(source: str) -> bool:
    return source == "request.collectionId" or source.split(".")[0] in TELEMETRY_WORDS


class Catalogue:
    def __init__(self, features: Iterable[Feature]) -> None:
        self.features = {feature.name: feature for feature in features}

    def __contains__(self, name: str) -> bool:
        return name in self.features

    def telemetry(self, names: list[str]) -> dict[str, float | str]:
        """Those that need telemetry, each with its value where there is none."""
        chosen = [self.features[name] for name in names]
        return {one.name: one.without_telemetry() for one in chosen if one.needs_telemetry()}

    def request_only(self, names: list[str]) -> list[str]:
        return [name for name in names if self.features[name].needs_request_only()]


def read_catalogue(path: Path) -> Catalogue:
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        return Catalogue(
            Feature(
                name=one["name"],
                group=one["group"],
                source=tuple(one["source"]) if one.get("source") else None,
                never_missing=one["missing"] is None,
            )
            for one in listed
        )
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Refused(
            f"{path} is no catalogue ({type(error).__name__}: {error}); "
            "write it with: booking-risk features --json"
        ) from error
