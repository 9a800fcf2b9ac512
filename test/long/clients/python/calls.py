"""The program of `client-program.ts` with the Python client."""

import dataclasses
import json
import sys
import traceback

from booking_risk import (
    ApiError,
    BookingRisk,
    NewListEntry,
    OutcomeReport,
    RiskRequest,
    verify_webhook,
)
from booking_risk.serialization import from_json, to_json


def seconds(call):
    return call["timeoutMs"] / 1000 if "timeoutMs" in call else None


def made(client, call):
    if "webhook" in call:
        event = dataclasses.asdict(verify_webhook(**call["webhook"]))
        return {**event, "timestamp": event["timestamp"].isoformat()}
    options = {"timeout": seconds(call), "max_retries": call.get("maxRetries")}
    if call["operation"] == "getDecision":
        return client.get_decision(call["decisionId"], **options)
    if call["operation"] == "reportOutcome":
        report = from_json(OutcomeReport, call["report"])
        return client.report_outcome(call["decisionId"], report, **options)
    if call["operation"] == "addListEntry":
        entry = from_json(NewListEntry, call["entry"])
        return client.add_list_entry(call["kind"], entry, **options)
    if call["operation"] == "listEntries":
        return client.list_entries(call["kind"], **call["page"], **options)
    if call["operation"] == "archiveListEntry":
        return client.archive_list_entry(call["kind"], call["entryId"], **options)
    if "cutName" in call:
        booker = call["request"]["booker"]
        units = booker["firstName"].encode("utf-16-le")[: 2 * call["cutName"]]
        booker["firstName"] = units.decode("utf-16-le", "surrogatepass")
    request = from_json(RiskRequest, call["request"])
    return client.score(request, idempotency_key=call.get("idempotencyKey"), **options)


def described(error):
    name = type(error).__name__
    if not isinstance(error, ApiError):
        names = ["status", "code", "detail", "requestId", "retryAfterSeconds"]
        return {"class": name, **dict.fromkeys(names), "errors": []}
    return {
        "class": name,
        "status": error.status,
        "code": error.code,
        "detail": error.detail,
        "requestId": error.request_id,
        "retryAfterSeconds": error.retry_after_seconds,
        "errors": [dataclasses.asdict(one) for one in error.errors],
    }


def answer(call):
    client = None
    try:
        client = BookingRisk(call["baseUrl"], call["secretKey"])
        result = to_json(made(client, call))
        return {"result": result, "printed": f"{client!r} {vars(client)!r}"}
    except Exception as error:
        shown = "".join(traceback.format_exception(error))
        printed = f"{error!r} {vars(error)!r} {client and vars(client)!r} {shown}"
        return {"error": described(error), "printed": printed}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
