"""Verifies requests by the published library. Standard input: a JSON array of {secret, headers, body}.

Prints a JSON array: for each request what the library gives, or null where it refuses.
"""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def verified(request):
    try:
        return Webhook(request["secret"]).verify(request["body"], request["headers"])
    except WebhookVerificationError:
        return None


print(json.dumps([verified(request) for request in json.load(sys.stdin)]))
