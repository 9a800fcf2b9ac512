import { type Example, keyVariable } from "./example.ts";
import { json } from "./literals.ts";

export const python = ({ url, hotel, checkIn, checkOut }: Example) => `\
import json
import os
import sys
import urllib.error
import urllib.request
import uuid


def assess(attempt):
    """Returns the decision, or None if there is none in time: then your own rule applies."""
    request = urllib.request.Request(
        ${json(`${url}/v1/risk`)},
        data=json.dumps(attempt).encode(),
        headers={
            "Content-Type": "application/json",
            "X-Service-Key": os.environ.get("${keyVariable}", ""),
            "Idempotency-Key": attempt["requestId"],  # A repeated request is the same attempt.
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=2) as response:  # Seconds. A guest is waiting.
            return json.load(response)
    except urllib.error.HTTPError as error:
        print("Booking Risk:", error.code, error.read().decode(), file=sys.stderr)
    except Exception as error:
        print("Booking Risk:", error, file=sys.stderr)
    return None


# Right before you commit the reservation:
decision = assess(
    {
        "collectionId": None,  # From your page: window.Service?.getCollectionId()
        "booker": {
            "firstName": "Ada",
            "lastName": "Lovelace",
            "email": "ada@example.com",
            "phone": "+351912345678",
        },
        "hotel": {"name": ${json(hotel)}, "country": "PT"},
        "booking": {"checkIn": "${checkIn}", "checkOut": "${checkOut}"},
        "requestId": f"checkout-{uuid.uuid4()}",  # One for each booking attempt.
    }
)
if decision is None:
    print("book, and review it manually")  # Or refuse: the choice is yours.
elif decision["suggestedAction"] == "deny":
    print("refuse", decision["decisionId"])
else:
    print("book", decision["decisionId"])  # Store the ID with the order.
`;
