"""The counts of earlier attempts, and how they enter the model's vector, for the peer in Python."""

import unicodedata
from datetime import date

from risk_request import RiskRequest

DAY_MS = 86_400_000
NAN = float("nan")
EPOCH = date(1970, 1, 1).toordinal()


def identities_of(request: RiskRequest, collection, free_mail_domains: set[str]) -> dict:
    """All kinds of identity, as the columns of the table of attempts."""
    booker, hotel = request.booker, request.hotel
    email = booker.email.lower()
    domain = email.rpartition("@")[2]
    device, ip, network = collection or (None, None, None)
    return {
        "email": email,
        "phone": booker.phone,
        "booker": booker.referenceId or None,
        "name": plain(f"{booker.firstName} {booker.lastName}"),
        "device": device,
        "ip": ip,
        "network": network,
        "domain": None if domain in free_mail_domains else domain,
        "hotel": hotel.giataId or hotel.referenceId or f"{hotel.country} {plain(hotel.name)}",
        "collection": request.collectionId,
        "city": city_of(hotel.address),
    }


def plain(name: str) -> str:
    if name.isascii():
        return name.lower()
    letters = unicodedata.normalize("NFKD", name)
    return "".join(one for one in letters if not unicodedata.combining(one)).lower()


def city_of(address: str | None) -> str | None:
    if address is None or "," not in address:
        return None
    return address.rpartition(",")[2].strip().lower()


def count_rows(kind: dict, rows: list[tuple], own: dict, at: int, windows_ms: list[int]):
    """How many of the rows, which begin with their time and come newest first, lie in each window,
    and how many different identities they have, this attempt's included."""
    if not rows:
        return [0] * len(windows_ms), [
            None if own[link["of"]] is None else 1 for link in kind["distinct"]
        ]
    attempts = [rows_since(rows, at - window) for window in windows_ms]
    distinct = []
    for link in kind["distinct"]:
        identity = own[link["of"]]
        if identity is None:
            distinct.append(None)
            continue
        column = link["column"]
        seen = {row[column] for row in rows[: rows_since(rows, at - link["windowMs"])]}
        seen.discard(None)
        seen.add(identity)
        distinct.append(len(seen))
    return attempts, distinct


def rows_since(rows: list[tuple], since: int) -> int:
    end = len(rows)
    while end > 0 and rows[end - 1][0] < since:
        end -= 1
    return end


def put_counts(vector, kind: dict, attempts: list[int], distinct: list[int | None]) -> None:
    """Writes the counts of one kind into a row of the model's input."""
    for feature, value in zip(kind["attempts"], attempts):
        if feature >= 0:
            vector[feature] = value
    if kind["attemptsBefore24h"] >= 0:
        vector[kind["attemptsBefore24h"]] = attempts[4] - attempts[2]
    for link, value in zip(kind["distinct"], distinct):
        if link["feature"] >= 0 and value is not None:
            vector[link["feature"]] = value


def request_features(
    request: RiskRequest, collection, at: int, free_mail_domains: set[str]
) -> dict[str, float]:
    """Features that follow from the request alone, by the name that the model gives them."""
    booker, billing, hotel = request.booker, request.billing, request.hotel
    group = request.booking.groupSize
    adults = (group and group.adultCount) or 0
    children = ((group and group.childCount) or 0) + ((group and group.infantCount) or 0)
    people = adults + children
    guests = request.guests
    named = None if guests is None else sum(1 for one in guests if one.firstName or one.lastName)
    local, _, domain = booker.email.lower().rpartition("@")
    check_in = date.fromisoformat(request.booking.checkIn)
    check_out = date.fromisoformat(request.booking.checkOut)
    return {
        "booker_is_referenced": 1 if booker.referenceId else 0,
        "email_is_tagged": 1 if "+" in local else 0,
        "email_is_free_mail": 1 if domain in free_mail_domains else 0,
        "group_size_people": people or (guests and len(guests)) or NAN,
        "children_share": children / people if people else NAN,
        "children_are_alone": float(adults == 0) if people else NAN,
        "named_guests_people": NAN if named is None else named,
        "named_guests_over_group_ratio": named / people if people and named is not None else NAN,
        "lead_time_days": (check_in - date.fromordinal(EPOCH + at // DAY_MS)).days,
        "nights": (check_out - check_in).days,
        "billing_address_is_sent": 1 if billing and billing.addressLine else 0,
        "billing_in_hotel_country": float(billing.country == hotel.country)
        if billing and billing.country
        else NAN,
        "collection_is_sent": 1 if request.collectionId else 0,
        "collection_is_known": 1 if collection else 0,
    }
