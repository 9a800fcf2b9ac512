/** One line of `history import`: an attempt from the time before the service was used. */
import { hash } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { jsonObject } from "../attempt/request/json-object.ts";
import { RiskRequest, readRiskRequest } from "../attempt/request/risk-request.ts";
import { schemaReader, type ValidationIssue } from "../attempt/request/schema-reader.ts";
import { type UnknownMember, unknownMembers } from "../attempt/request/unknown-members.ts";
import { PastCollection } from "../attempt/telemetry/past-collection.ts";
import { type CollectionFacts, pastCollectionFacts } from "../attempt/telemetry/summary.ts";
import type { ProjectAttribute } from "../storage/port/attributes.ts";
import { type DecisionOrder, pastDecisionOrder } from "./decision.ts";

/** The members besides `request`, which has its own reader. */
const Surroundings = Type.Object({
  decidedAt: Type.String({ format: "date-time" }),
  collection: Type.Optional(PastCollection),
  outcome: Type.Optional(Type.String({ format: "outcome" })),
  outcomeAt: Type.Optional(Type.String({ format: "date-time" })),
});
const reader = schemaReader(Surroundings);
const WholeLine = Type.Object({ ...Surroundings.properties, request: RiskRequest });

export interface PastAttempt {
  request: RiskRequest;
  collection: CollectionFacts | null;
  /** `reportedAt`: when the merchant learned of it, Unix ms; now, where the line has no date. */
  outcome: { outcome: string; reportedAt: number; isDated: boolean } | null;
  /** The same for the same time and request, in every file. */
  order: DecisionOrder;
}

/** `unknown`: members that are in the line and not in an attempt. Nothing is read from them. */
export type PastAttemptReading = { unknown: UnknownMember[] } & (
  | { attempt: PastAttempt }
  | { issues: ValidationIssue[] }
);

/**
 * Reads a line.
 * @param now Unix ms; no time may be later. An outcome without a time counts as reported now.
 * @param declared the attributes of the project; null: none.
 */
export function readPastAttempt(
  line: string,
  now: number,
  declared: readonly ProjectAttribute[] | null = null,
): PastAttemptReading {
  const body = jsonObject(line);
  if (!body) return { unknown: [], issues: [{ pointer: "", message: "is not a JSON object" }] };
  const unknown = unknownMembers(WholeLine, body);
  const { value, issues } = reader(body);
  const reading = requestIn(body, declared);
  if ("issues" in reading) return { unknown, issues: [...issues, ...reading.issues] };
  const surroundings = value as Static<typeof Surroundings>;
  issues.push(...timeIssues(surroundings, issues, now));
  if (issues.length > 0) return { unknown, issues };
  return { unknown, attempt: attemptOf(surroundings, reading.request, now) };
}

function requestIn(
  body: Readonly<Record<string, unknown>>,
  declared: readonly ProjectAttribute[] | null,
) {
  const { request } = body;
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    const message = request === undefined || request === null ? "is required" : "must be an object";
    return { issues: [{ pointer: "/request", message }] };
  }
  const reading = readRiskRequest(request as Record<string, unknown>, declared);
  if ("request" in reading) return reading;
  return {
    issues: reading.issues.map(({ pointer, message }) => ({
      pointer: `/request${pointer}`,
      message,
    })),
  };
}

function timeIssues(
  { decidedAt, outcome, outcomeAt, collection }: Static<typeof Surroundings>,
  others: readonly ValidationIssue[],
  now: number,
): ValidationIssue[] {
  if (others.length > 0) return [];
  const issues: ValidationIssue[] = [];
  const at = Date.parse(decidedAt);
  const issue = (pointer: string, message: string) => issues.push({ pointer, message });
  if (at > now) issue("/decidedAt", "must not be in the future");
  if (at < 0) issue("/decidedAt", "must not be before 1970");
  if (collection?.startedAt && Date.parse(collection.startedAt) > at) {
    issue("/collection/startedAt", "must not be after decidedAt");
  }
  if (outcomeAt === undefined) return issues;
  if (outcome === undefined) issue("/outcomeAt", "needs an outcome");
  if (Date.parse(outcomeAt) < at) issue("/outcomeAt", "must not be before decidedAt");
  if (Date.parse(outcomeAt) > now) issue("/outcomeAt", "must not be in the future");
  return issues;
}

function attemptOf(
  { decidedAt, collection, outcome, outcomeAt }: Static<typeof Surroundings>,
  request: RiskRequest,
  now: number,
): PastAttempt {
  const at = Date.parse(decidedAt);
  const digest = hash("sha256", `${at}\0${JSON.stringify(request)}`);
  // A collection ID without its telemetry would be an unknown one, which is a signal of its own.
  const { collectionId = `col_${digest.slice(0, 32)}`, ...rest } = request;
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
