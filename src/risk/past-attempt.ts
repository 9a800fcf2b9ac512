/** One line of `history import`: an attempt that was made before the service knew of it. */
import { hash } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { jsonObject } from "../request/json-object.ts";
import { type RiskRequest, readRiskRequest } from "../request/risk-request.ts";
import { type Fault, schemaReader } from "../request/schema-reader.ts";
import { PastCollection, pastCollectionFacts } from "../telemetry/past-collection.ts";
import type { CollectionFacts } from "../telemetry/summary.ts";
import { type DecisionOrder, pastDecisionOrder } from "./decision.ts";

/** What stands beside the request, which has a reader of its own. */
const Surroundings = Type.Object({
  decidedAt: Type.String({ format: "date-time" }),
  collection: Type.Optional(PastCollection),
  outcome: Type.Optional(Type.String({ format: "outcome" })),
  outcomeAt: Type.Optional(Type.String({ format: "date-time" })),
});
const reader = schemaReader(Surroundings);

export interface PastAttempt {
  request: RiskRequest;
  collection: CollectionFacts | null;
  /** `reportedAt`: when the merchant learnt of it, Unix ms; now, where the line is not dated. */
  outcome: { outcome: string; reportedAt: number; isDated: boolean } | null;
  /** The same for the same time and request, in whichever file. */
  order: DecisionOrder;
}

/**
 * Reads a line.
 * @param now Unix ms: nothing lies after it. An outcome without a time was learnt of now.
 */
export function readPastAttempt(
  line: string,
  now: number,
): { attempt: PastAttempt } | { faults: Fault[] } {
  const body = jsonObject(line);
  if (!body) return { faults: [{ pointer: "", message: "is no JSON object" }] };
  const { value, faults } = reader(body);
  const reading = requestIn(body);
  if ("faults" in reading) return { faults: [...faults, ...reading.faults] };
  const surroundings = value as Static<typeof Surroundings>;
  faults.push(...timeFaults(surroundings, faults, now));
  if (faults.length > 0) return { faults };
  return { attempt: attemptOf(surroundings, reading.request, now) };
}

function requestIn(body: Readonly<Record<string, unknown>>) {
  const { request } = body;
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    const message = request === undefined || request === null ? "is required" : "must be an object";
    return { faults: [{ pointer: "/request", message }] };
  }
  const reading = readRiskRequest(request as Record<string, unknown>);
  if ("request" in reading) return reading;
  return {
    faults: reading.faults.map(({ pointer, message }) => ({
      pointer: `/request${pointer}`,
      message,
    })),
  };
}

function timeFaults(
  { decidedAt, outcome, outcomeAt, collection }: Static<typeof Surroundings>,
  others: readonly Fault[],
  now: number,
): Fault[] {
  if (others.length > 0) return [];
  const faults: Fault[] = [];
  const at = Date.parse(decidedAt);
  const fault = (pointer: string, message: string) => faults.push({ pointer, message });
  if (at > now) fault("/decidedAt", "must not be in the future");
  if (at < 0) fault("/decidedAt", "must not be before 1970");
  if (collection?.startedAt && Date.parse(collection.startedAt) > at) {
    fault("/collection/startedAt", "must not be after decidedAt");
  }
  if (outcomeAt === undefined) return faults;
  if (outcome === undefined) fault("/outcomeAt", "needs an outcome");
  if (Date.parse(outcomeAt) < at) fault("/outcomeAt", "must not be before decidedAt");
  if (Date.parse(outcomeAt) > now) fault("/outcomeAt", "must not be in the future");
  return faults;
}

function attemptOf(
  { decidedAt, collection, outcome, outcomeAt }: Static<typeof Surroundings>,
  told: RiskRequest,
  now: number,
): PastAttempt {
  const at = Date.parse(decidedAt);
  const digest = hash("sha256", `${at}\0${JSON.stringify(told)}`);
  // Only what was seen of the tab gives its identifier a meaning.
  const { collectionId = `col_${digest.slice(0, 32)}`, ...rest } = told;
  return {
    request: collection ? { ...rest, collectionId } : rest,
    collection: collection ? pastCollectionFacts(collection) : null,
    outcome:
      outcome === undefined
        ? null
        : { outcome, reportedAt: timeOf(outcomeAt) ?? now, isDated: outcomeAt !== undefined },
    order: pastDecisionOrder(at, digest),
  };
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
