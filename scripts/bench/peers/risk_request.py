"""The body of a risk request, as the service's schema has it, for the peer in Python."""

import re
from datetime import date
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

EMAIL = re.compile(
    r'[^\s@"(),:;<>\[\\\]\x00-\x1f\x7f]{1,64}'
    r"@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W_](?:[\w-]{0,61}[^\W_])?"
)
CALENDAR_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")

countries: set[str] = set()
"""The assigned codes; filled by the peer when it starts."""


def is_email(text: str) -> str:
    if not EMAIL.fullmatch(text):
        raise ValueError("must be an e-mail address")
    return text


def is_country(text: str) -> str:
    upper = text.upper()
    if upper not in countries:
        raise ValueError("must be an assigned country code")
    return upper


def is_day(text: str) -> str:
    if not CALENDAR_DAY.fullmatch(text):
        raise ValueError("must be a calendar date")
    date.fromisoformat(text)
    return text


def text(shortest: int, longest: int):
    return StringConstraints(strip_whitespace=True, min_length=shortest, max_length=longest)


Name = Annotated[str, text(1, 256)]
OptionalText = Annotated[str, text(0, 256)] | None
OptionalAddress = Annotated[str, text(0, 512)] | None
Email = Annotated[str, text(1, 254), AfterValidator(is_email)]
Phone = Annotated[str, StringConstraints(pattern=r"^\+[1-9]\d{1,14}$")]
Country = Annotated[str, text(2, 2), AfterValidator(is_country)]
Day = Annotated[str, AfterValidator(is_day)]
Headcount = Annotated[int, Field(ge=0, le=1000)] | None


class Strict(BaseModel):
    """No text passes for a number; unknown fields are dropped."""

    model_config = ConfigDict(strict=True)


class Booker(Strict):
    referenceId: OptionalText = None
    firstName: Name
    lastName: Name
    email: Email
    phone: Phone


class Guest(Strict):
    firstName: OptionalText = None
    lastName: OptionalText = None


class Billing(Strict):
    addressLine: OptionalAddress = None
    country: Country | None = None


class Hotel(Strict):
    referenceId: OptionalText = None
    giataId: OptionalText = None
    name: Name
    address: OptionalAddress = None
    country: Country


class GroupSize(Strict):
    adultCount: Headcount = None
    childCount: Headcount = None
    infantCount: Headcount = None


class Booking(Strict):
    checkIn: Day
    checkOut: Day
    groupSize: GroupSize | None = None

    @model_validator(mode="after")
    def ends_later(self):
        if self.checkOut <= self.checkIn:
            raise ValueError("checkOut must be after checkIn")
        return self


class RiskRequest(Strict):
    collectionId: Annotated[str, StringConstraints(pattern=r"^col_[A-Za-z0-9_-]{8,64}$")] | None = None
    booker: Booker
    guests: Annotated[list[Guest], Field(max_length=100)] | None = None
    billing: Billing | None = None
    hotel: Hotel
    booking: Booking
    requestId: Annotated[str, text(1, 128)]
