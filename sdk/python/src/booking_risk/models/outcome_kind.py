# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

OutcomeKind = Literal["chargeback", "fraud", "legitimate"]
"""chargeback: the payment was charged back. fraud: found to be fraudulent in another way. legitimate: a genuine guest, also when the booking was refused."""
