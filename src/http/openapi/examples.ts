/** The examples of the OpenAPI document. */
import { type ProblemCode, problems, problemType } from "../problems/problem.ts";
import { exampleIssues, problemGuide } from "../problems/problem-guide.ts";
import { codeSamples } from "./code-samples.ts";

type ProblemExample = Record<string, unknown>;

export interface Examples {
  request: object;
  minimalRequest: object;
  decision: object;
  report: object;
  outcome: object;
  explained: object;
  newListEntry: object;
  listEntry: object;
  listEntryPage: object;
  archivedListEntry: object;
  samples: ReturnType<typeof codeSamples>;
  riskProblems: Readonly<Record<string, ProblemExample>>;
  outcomeProblems: Readonly<Record<string, ProblemExample>>;
  decisionProblems: Readonly<Record<string, ProblemExample>>;
  addListEntryProblems: Readonly<Record<string, ProblemExample>>;
  listEntriesProblems: Readonly<Record<string, ProblemExample>>;
  archiveListEntryProblems: Readonly<Record<string, ProblemExample>>;
}

const decisionId = "dec_01963c5e8f4a7c3db2a1f0e9d8c7b6a5";
const requestId = "checkout-000123";
const booker = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+351912345678",
};
const hotel = { name: "Hotel Avenida", country: "PT" };

const exampleReasons = {
  status: "available",
  detail: null,
  summary: "Allowed: check-in is 60 days away; the visit has a referrer.",
  strongest: [
    {
      group: "stay",
      groupTitle: "Dates of the stay",
      feature: "lead_time_days",
      text: "time until check-in: 60 days (typical 24 days)",
      points: -6.2,
      definite: false,
    },
  ],
};

export const examplePayment = {
  method: "card",
  instrumentId: "fp_4mT9xKq2Lw",
  bin: "45717360",
  billingCountryMatch: true,
  avs: "match",
  cvc: "match",
  threeDSecure: "authenticated",
  previousDeclines: 0,
};

type Stay = { checkIn: string; checkOut: string };

/** With all members. @param freeCancellationUntil ISO 8601. */
const requestExample = (stay: Stay, freeCancellationUntil: string) => ({
  collectionId: "col_m3k9x2ab7Qw4ZrT1uVbN8sYp",
  booker: { referenceId: "user-4711", ...booker },
  guests: [{ firstName: "Ada", lastName: "Lovelace" }],
  billing: { addressLine: "Rua Augusta 1, Lisboa", country: "PT" },
  hotel: {
    referenceId: "hotel-12",
    giataId: "3956",
    ...hotel,
    address: "Avenida da Liberdade 185, Lisboa",
  },
  booking: {
    ...stay,
    groupSize: { adultCount: 2, childCount: 1 },
    totalAmount: { value: 45600, currency: "EUR" },
    freeCancellationUntil,
  },
  payment: examplePayment,
  requestId,
});

const addedToList = { type: "email", value: "mallory@example.com", reason: "Two chargebacks" };
const secretKeyId = "key_7Bq2LmXw9ZrT4vKp";

/** As its addition answered. @param createdAt ISO 8601. */
const listEntryExample = ({ expiresAt }: { expiresAt: string }, createdAt: string) => ({
  entryId: "lst_4fGh2KqLm8Np0RsT",
  kind: "deny",
  ...addedToList,
  decisionId: null,
  listsVersion: 1,
  createdBy: secretKeyId,
  createdAt,
  expiresAt,
  archivedBy: null,
  archivedAt: null,
  review: false,
});

/**
 * The dates are relative to the first day of the current month, so that they never expire and the
 * document changes no more than once a month.
 */
export function openApiExamples(now: number): Examples {
  const date = new Date(now);
  const time = (months: number, day: number, hour = 0) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day, hour)).toISOString();
  const day = (months: number, ofMonth: number) => time(months, ofMonth).slice(0, 10);
  const stay = { checkIn: day(2, 12), checkOut: day(2, 15) };
  const occurredAt = time(-1, 12, 9);
  const decision = {
    decisionId,
    riskScore: 31,
    riskLevel: "low",
    suggestedAction: "allow",
    riskSetting: "balanced",
    decidedAt: time(-3, 4, 10),
  };
  const newListEntry = { ...addedToList, expiresAt: time(12, 1) };
  const listEntry = listEntryExample(newListEntry, time(-1, 20, 14));
  const reported = { outcome: "chargeback", occurredAt, reportedAt: time(-1, 20, 14) };

  return {
    request: requestExample(stay, time(2, 10, 18).replace(".000", "")),
    minimalRequest: { booker, hotel, booking: stay, requestId },
    decision,
    report: {
      outcome: "chargeback",
      occurredAt: occurredAt.replace(".000", ""),
      note: "Reason code 10.4",
      requestId: "chargeback-000123",
    },
    outcome: { decisionId, ...reported },
    explained: {
      ...decision,
      requestId,
      model: { name: "default", version: "1.1.0" },
      decidedBy: { kind: "model", entryId: null, listsVersion: null },
      listMatches: [],
      outcome: reported,
      review: null,
      reasons: exampleReasons,
    },
    newListEntry,
    listEntry,
    listEntryPage: { entries: [listEntry], next: null },
    archivedListEntry: {
      ...listEntry,
      archivedBy: secretKeyId,
      archivedAt: time(-1, 21),
    },
    samples: codeSamples({ decisionId, entryId: listEntry.entryId, ...stay }),
    riskProblems: problemExamples(requestId),
    outcomeProblems: outcomeProblemExamples(),
    decisionProblems: decisionProblemExamples(),
    ...listProblemExamples(),
  };
}

/** Where the body is not read, its requestId is not known. */
const unreadBodies: ReadonlySet<ProblemCode> = new Set([
  "malformed_json",
  "request_timeout",
  "body_too_large",
]);

function problemExamples(id: string): Record<string, ProblemExample> {
  const codes = Object.keys(problems) as ProblemCode[];
  return Object.fromEntries(
    codes.map((code) => {
      const { status, title } = problems[code];
      const { detail } = problemGuide[code];
      const isRead = !unreadBodies.has(code);
      const example = {
        type: problemType(code),
        title,
        status,
        detail,
        code,
        requestId: isRead ? id : null,
        ...(code === "validation_failed" && { errors: exampleIssues }),
      };
      return [code, example];
    }),
  );
}

/** Reports are not idempotent by key, and refer to a decision and to fields of their own. */
function outcomeProblemExamples(): Record<string, ProblemExample> {
  const { idempotency_conflict: _, ...examples } = problemExamples("chargeback-000123");
  const ofReport: Partial<Record<ProblemCode, ProblemExample>> = {
    not_found: { detail: "This project has no decision with that decisionId." },
    validation_failed: {
      detail: "One field is missing or invalid. See errors for each of them.",
      errors: [{ pointer: "/outcome", message: "must be chargeback, fraud or legitimate" }],
    },
  };
  for (const [code, changed] of Object.entries(ofReport)) Object.assign(examples[code]!, changed);
  return examples;
}

/** Without a body, none of its faults is possible, and no requestId is known. */
function withoutBody(given: Record<string, ProblemExample>): Record<string, ProblemExample> {
  const {
    malformed_json: _m,
    request_timeout: _t,
    body_too_large: _b,
    unsupported_media_type: _u,
    ...examples
  } = given;
  for (const example of Object.values(examples)) example.requestId = null;
  return examples;
}

function decisionProblemExamples(): Record<string, ProblemExample> {
  const { validation_failed: _, ...examples } = withoutBody(outcomeProblemExamples());
  examples.method_not_allowed!.detail = "This endpoint supports GET, HEAD.";
  return examples;
}

/** Entries have no requestId. */
function listProblemExamples(): Pick<
  Examples,
  "addListEntryProblems" | "listEntriesProblems" | "archiveListEntryProblems"
> {
  const adding = outcomeProblemExamples();
  for (const example of Object.values(adding)) example.requestId = null;
  adding.not_found!.detail = "There is no such list. The lists are deny, allow, watch.";
  adding.method_not_allowed!.detail = "This endpoint supports GET, POST, HEAD.";
  adding.validation_failed!.errors = [{ pointer: "/value", message: "must be one e-mail address" }];
  const paging = withoutBody(structuredClone(adding));
  paging.validation_failed!.errors = [
    { pointer: "/limit", message: "must be a whole number from 1 to 200" },
  ];
  const { validation_failed: _, ...archiving } = withoutBody(outcomeProblemExamples());
  archiving.not_found!.detail = "This project has no such entry in that list.";
  return {
    addListEntryProblems: adding,
    listEntriesProblems: paging,
    archiveListEntryProblems: archiving,
  };
}
