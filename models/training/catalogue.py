"""The product's catalogue of features, which says what each feature is computed from.

Written by `booking-risk features --json`. Where a catalogue has no `source`, it is inferred from
groups and names.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from errors import InputError

REQUEST_GROUPS = {"identity", "contact", "party", "stay", "billing"}
TELEMETRY_GROUPS = {"device", "behaviour", "journey", "network"}
TELEMETRY_WORDS = {"device", "devices", "ip", "ips", "network", "networks", "collection"}
# Without the SDK, no attempt has an id of a tab, and none of a hotel's earlier attempts has a tab.
WITHOUT_SCRIPT: dict[str, float | str] = {
    "collection_is_sent": 0.0,
    "hotel_tabs_seen_share_30d": 0.0,
    "hotel_tabs_seen_share_1h": 0.0,
    "hotel_attempts_without_tab_1h": "hotel_attempts_1h",
    "hotel_tabs_seen_1h": 0.0,
    "hotel_tabs_seen_24h": 0.0,
    "hotel_tabs_seen_30d": 0.0,
    "tab_attempts_30d": 0.0,
    "replayed_visits": 0.0,
    "device_fraud_reports_365d": 0.0,
    "device_fraud_ratio_365d": 0.0,
    "network_fraud_reports_365d": 0.0,
}


@dataclass(frozen=True)
class Feature:
    name: str
    group: str
    source: tuple[str, ...] | None
    never_missing: bool

    def needs_telemetry(self) -> bool:
        """Whether its value would differ for a merchant without the SDK."""
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
        """Its value without any telemetry: missing, zero where it never is, or the name of the
        feature that it then equals.

        `devices_per_email` counts the attempt's own device too, so without one it is missing, as
        `emails_per_device` is.
        """
        if self.name in WITHOUT_SCRIPT:
            return WITHOUT_SCRIPT[self.name]
        return 0.0 if self.never_missing else float("nan")


def is_telemetry(source: str) -> bool:
    return source == "request.collectionId" or source.split(".")[0] in TELEMETRY_WORDS


class Catalogue:
    def __init__(self, features: Iterable[Feature]) -> None:
        self.features = {feature.name: feature for feature in features}

    def __contains__(self, name: str) -> bool:
        return name in self.features

    def of_groups(self, groups: set[str]) -> set[str]:
        return {one.name for one in self.features.values() if one.group in groups}

    def telemetry(self, names: list[str]) -> dict[str, float | str]:
        """The features that need telemetry, each with its value without."""
        chosen = [self.features[name] for name in names]
        return {one.name: one.without_telemetry() for one in chosen if one.needs_telemetry()}

    def request_only(self, names: list[str]) -> list[str]:
        """Those of the request; an attribute of the project's own is one that the catalogue lacks."""
        return [name for name in names if name not in self or self.features[name].needs_request_only()]


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
        raise InputError(
            f"{path} is not a feature catalogue ({type(error).__name__}: {error}); "
            "write it with: booking-risk features --json"
        ) from error
