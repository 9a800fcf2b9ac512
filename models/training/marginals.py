"""Measures how real guests book; the simulator draws legitimate bookings from the result.

    python models/training/marginals.py PATH/hotel_bookings.csv.gz

Source: Antonio, Almeida, Nunes, "Hotel booking demand datasets", Data in Brief 22 (2019) 41-49,
doi:10.1016/j.dib.2018.11.126, CC BY 4.0. Two hotels in Portugal, July 2015 to August 2017. The
project contains only the shares and quantiles written here, not the bookings themselves. Cancelled
bookings are included: a cancellation is not fraud.
"""

import csv
import datetime
import gzip
import sys
from collections import Counter
from pathlib import Path

import json_layout

# The market segments of the source and their names in the simulator. Groups are block contracts,
# which do not pass through a checkout, and the rest is too rare.
SEGMENTS = {
    "Online TA": "online",
    "Direct": "direct",
    "Offline TA/TO": "agency",
    "Corporate": "corporate",
}
# The source uses ISO 3166-1 alpha-3 codes, and also "CN" for China.
COUNTRIES = {
    "PRT": "PT", "GBR": "GB", "FRA": "FR", "ESP": "ES", "DEU": "DE", "ITA": "IT", "IRL": "IE",
    "BEL": "BE", "BRA": "BR", "NLD": "NL", "USA": "US", "CHE": "CH", "CN": "CN", "CHN": "CN",
    "AUT": "AT", "SWE": "SE", "POL": "PL", "ISR": "IL", "RUS": "RU", "NOR": "NO", "ROU": "RO",
    "FIN": "FI", "DNK": "DK", "AUS": "AU", "AGO": "AO", "LUX": "LU",
}  # fmt: skip
NIGHTS_MAX = 21
QUANTILES = 40

Row = dict[str, str]


def read_bookings(path: str) -> list[Row]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [r for r in rows if r["market_segment"] in SEGMENTS and is_stay(r)]


def is_stay(row: Row) -> bool:
    return 1 <= nights_of(row) <= NIGHTS_MAX and 1 <= int(row["adults"] or 0) <= 4


def nights_of(row: Row) -> int:
    return int(row["stays_in_weekend_nights"]) + int(row["stays_in_week_nights"])


def party_of(row: Row) -> str:
    counts = (row["adults"], row["children"], row["babies"])
    return "-".join(str(min(3, int(count) if count.isdigit() else 0)) for count in counts)


def arrival_weekday(row: Row) -> int:
    text = f"{row['arrival_date_day_of_month']} {row['arrival_date_month']} "
    text += row["arrival_date_year"]
    return datetime.datetime.strptime(text, "%d %B %Y").weekday()


def shares(counts: Counter, least: float = 0.002) -> dict[str, float]:
    total = sum(counts.values())
    kept = {key: n / total for key, n in counts.most_common() if n / total >= least}
    return {str(key): round(share / sum(kept.values()), 4) for key, share in kept.items()}


def quantiles(values: list[int]) -> list[int]:
    ordered = sorted(values)
    return [ordered[round(i / QUANTILES * (len(ordered) - 1))] for i in range(QUANTILES + 1)]


def measure(rows: list[Row]) -> dict[str, object]:
    weekdays = Counter(arrival_weekday(r) for r in rows)
    return {
        "leadTimeDaysQuantiles": quantiles([int(r["lead_time"]) for r in rows]),
        "nights": shares(Counter(nights_of(r) for r in rows)),
        "party": shares(Counter(party_of(r) for r in rows)),
        "countries": shares(Counter(COUNTRIES[r["country"]] for r in rows if known(r))),
        "repeatedGuestShare": round(
            sum(r["is_repeated_guest"] == "1" for r in rows) / len(rows), 4
        ),
        "arrivalWeekdayFromMonday": [round(weekdays[day] / len(rows), 4) for day in range(7)],
    }


def known(row: Row) -> bool:
    return row["country"] in COUNTRIES


def main() -> None:
    rows = read_bookings(sys.argv[1])
    by_segment = {segment: [] for segment in SEGMENTS}
    for row in rows:
        by_segment[row["market_segment"]].append(row)
    same_day = sum(row["lead_time"] == "0" for row in rows)
    marginals = {
        "source": "Antonio, Almeida, Nunes: Hotel booking demand datasets, Data in Brief 22 (2019)",
        "doi": "10.1016/j.dib.2018.11.126",
        "licence": "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/); changed: summarised",
        "bookings": len(rows),
        "party": "adults-children-babies, each counted to 3",
        "sameDayShare": round(same_day / len(rows), 4),
        "segments": {
            SEGMENTS[segment]: {"share": round(len(part) / len(rows), 4), **measure(part)}
            for segment, part in by_segment.items()
        },
    }
    target = Path(__file__).parent / "simulator" / "marginals.json"
    target.write_text(json_layout.dumps(marginals), encoding="utf-8")


if __name__ == "__main__":
    main()
