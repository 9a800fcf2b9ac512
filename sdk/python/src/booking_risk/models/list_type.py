# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ListType = Literal["email", "domain", "phone", "booker", "device", "ip"]
"""email: an e-mail address. domain: a mail domain. phone: a phone number. booker: a booker's referenceId. device: a device ID. ip: an IP address, or a network such as 203.0.113.0/24."""
