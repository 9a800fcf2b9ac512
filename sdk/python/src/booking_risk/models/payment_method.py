# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

PaymentMethod = Literal["card", "wallet", "bankTransfer", "directDebit", "payLater", "giftCard", "loyaltyPoints", "invoice", "payAtProperty", "other"]
"""How the booking is paid. wallet: such as Apple Pay or PayPal. payLater: in instalments, such as Klarna. payAtProperty: nothing is paid or guaranteed yet."""
