/**
 * The published OpenAPI document: descriptions, examples and every error of the public API.
 * @elysiajs/swagger creates it from the routes; what that cannot express (response descriptions,
 * headers, problem+json) comes with the `detail` of each route.
 */
import { swagger } from "@elysiajs/swagger";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { RiskRequest } from "../../attempt/request/risk-request.ts";
import { version } from "../../base/version.ts";
import { listLimits } from "../../decisions/lists/limits.ts";
import { riskSettings } from "../../projects/risk-setting.ts";
import { OutcomeReport } from "../../risk/outcome.ts";
import { riskLevels, suggestedActions } from "../../risk/score.ts";
import { entryKinds, listKinds, listTypes } from "../../storage/port/lists.ts";
import { finalVerdicts } from "../../storage/port/reviews.ts";
import { reasonsStatuses } from "../endpoints/decision.ts";
import { type ProblemCode, problems } from "../problems/problem.ts";
import { samplesOf } from "./code-samples.ts";
import { type Examples, openApiExamples } from "./examples.ts";
import { publishedSchemas } from "./published-schema.ts";
import { openApiWebhooks } from "./webhooks.ts";

const oneOf = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: "string", enum: values, description });

/** A component of its own, so that generated clients have one name for it. */
const reference = (name: string) => Type.Unsafe<string>({ $ref: `#/components/schemas/${name}` });

const decisionIdPattern = "^dec_[0-9a-f]{32}$";

const RiskLevel = oneOf(riskLevels, "low: 0 to 64, medium: 65 to 74, high: 75 to 99.");
const SuggestedAction = oneOf(
  suggestedActions,
  "deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), " +
    "otherwise allow; a one-time pass or an entry of the deny or allow list takes precedence.",
);
const RiskSetting = oneOf(riskSettings, "The project's risk setting at the time of the decision.");

const Decision = Type.Object(
  {
    decisionId: Type.String({
      description: "Unique identifier of this decision. Store it with the order.",
      pattern: decisionIdPattern,
    }),
    riskScore: Type.Integer({
      minimum: 0,
      maximum: 99,
      description:
        "Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; " +
        "ten points double the odds.",
    }),
    riskLevel: reference("RiskLevel"),
    suggestedAction: reference("SuggestedAction"),
    riskSetting: reference("RiskSetting"),
    decidedAt: Type.String({ format: "date-time", description: "When the attempt was scored." }),
  },
  { description: "The decision on a booking attempt." },
);

const Outcome = Type.Object(
  {
    decisionId: Type.String({
      description: "The decision that the outcome belongs to.",
      pattern: decisionIdPattern,
    }),
    outcome: reference("OutcomeKind"),
    occurredAt: Type.Unsafe<string | null>({
      type: ["string", "null"],
      format: "date-time",
      description: "When it happened, or null if that was not reported.",
    }),
    reportedAt: Type.String({ format: "date-time", description: "When the report was stored." }),
  },
  { description: "The outcome of a booking that was scored." },
);

const nullable = (schema: object) => Type.Unsafe<never>(schema);

const Reason = Type.Object(
  {
    group: Type.String({ description: "The code of a group of features." }),
    groupTitle: Type.String({ description: "The group as people read it." }),
    feature: Type.String({ description: "The feature, as in /docs/features." }),
    text: Type.String({
      description: "Its value, and what is typical. The text may be worded differently later.",
    }),
    points: Type.Number({
      description: "What it adds to the score, in points; negative where it lowers the score.",
    }),
    definite: Type.Boolean({
      description: "Evidence that stands by itself, such as a reported fraud, whatever its points.",
    }),
  },
  { description: "One of the strongest reasons for a score." },
);

const ReasonsStatus = oneOf(
  reasonsStatuses,
  "pending: being computed, ask again. unavailable: see detail, such as a model that is gone.",
);

const Reasons = Type.Object(
  {
    status: reference("ReasonsStatus"),
    detail: nullable({
      type: ["string", "null"],
      description: "Why there are no reasons, or none yet.",
    }),
    summary: nullable({
      type: ["string", "null"],
      description: "One-sentence explanation of the decision.",
    }),
    strongest: Type.Array(Type.Unsafe({ $ref: "#/components/schemas/Reason" }), {
      maxItems: 3,
      description:
        "At most three: definite evidence first unless it adds next to nothing, then the strongest of each group.",
    }),
  },
  { description: "Why a decision has its score." },
);

const DecidingModel = Type.Object(
  {
    name: Type.String({ description: "The model's name." }),
    version: Type.String({ description: "The model's version." }),
  },
  { description: "The model that scored the attempt." },
);

const nullableTime = (description: string) =>
  nullable({ type: ["string", "null"], format: "date-time", description });
const nullableText = (description: string) => nullable({ type: ["string", "null"], description });

const DecidedByKind = oneOf(
  ["model", ...entryKinds.filter((kind) => kind !== "watch"), "controlGroup"],
  "The first of these that applied: a one-time pass, an entry of the deny list, one of the allow list, the control group, " +
    "which lets through a random few of those that the model denies, the model.",
);

const DecidedBy = Type.Object(
  {
    kind: reference("DecidedByKind"),
    entryId: nullableText("The entry or the pass; null where neither decided."),
    listsVersion: nullable({
      type: ["integer", "null"],
      description:
        "The version that the project's lists had with it; null where no entry and no pass decided.",
    }),
  },
  { description: "What decided the suggested action." },
);

const ListMatchKind = oneOf(entryKinds, "watch marks a decision, and never decides it.");

const ListMatch = Type.Object(
  {
    kind: reference("ListMatchKind"),
    entryId: Type.String({ description: "The entry or the pass." }),
    listsVersion: Type.Integer({
      description: "The version that the project's lists had with it.",
    }),
  },
  { description: "An entry of a list that applied to an attempt." },
);

const ReportedOutcome = Type.Object(
  {
    outcome: Outcome.properties.outcome,
    occurredAt: Outcome.properties.occurredAt,
    reportedAt: Outcome.properties.reportedAt,
  },
  { description: "The outcome that was reported last." },
);

const ReviewStatus = oneOf(
  ["open", "decided"],
  "open: waiting for a person's verdict, or being looked at.",
);
const ReviewVerdict = oneOf(
  finalVerdicts,
  "What a person says of the booking: fraud, or a good guest.",
);

const Review = Type.Object(
  {
    status: reference("ReviewStatus"),
    verdict: nullable({
      anyOf: [{ $ref: "#/components/schemas/ReviewVerdict" }, { type: "null" }],
      description: "Given once; null while the review is open.",
    }),
    decidedAt: nullableTime("When the verdict was given; null while the review is open."),
  },
  { description: "A person's review of a decision. It never changes the decision." },
);

const ExplainedDecision = Type.Object(
  {
    ...Decision.properties,
    requestId: Type.String({ description: "The requestId of the attempt." }),
    model: Type.Unsafe({ $ref: "#/components/schemas/DecidingModel" }),
    decidedBy: reference("DecidedBy"),
    listMatches: Type.Array(reference("ListMatch"), {
      description: "Entries of the project's lists that applied, in the order of decision.",
    }),
    outcome: nullable({
      anyOf: [{ $ref: "#/components/schemas/ReportedOutcome" }, { type: "null" }],
      description: "Null where none was reported.",
    }),
    review: nullable({
      anyOf: [{ $ref: "#/components/schemas/Review" }, { type: "null" }],
      description: "Null where the decision was never sent to review.",
    }),
    reasons: Type.Unsafe({ $ref: "#/components/schemas/Reasons" }),
  },
  { description: "A decision, its outcome and its strongest reasons." },
);

const ListKind = oneOf(listKinds, "deny and allow decide the action; watch marks decisions.");
const ListType = oneOf(
  listTypes,
  "email: an e-mail address. domain: a mail domain. phone: a phone number. booker: a booker's referenceId. " +
    "device: a device ID. ip: an IP address, or a network such as 203.0.113.0/24.",
);

const NewListEntry = Type.Object(
  {
    type: reference("ListType"),
    value: Type.String({
      minLength: 1,
      maxLength: listLimits.value,
      description: "As people write it. It is stored as attempts are compared with it.",
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: listLimits.reason,
      description: "One line, for whoever reads the entry later.",
    }),
    expiresAt: Type.Optional(
      nullableTime(
        "Until when it applies. Required on the allow list; without it, the entry applies until it is archived.",
      ),
    ),
    decisionId: Type.Optional(
      nullable({
        type: ["string", "null"],
        pattern: decisionIdPattern,
        description: "The decision because of which it is added.",
      }),
    ),
    review: Type.Optional(
      nullable({
        type: ["boolean", "null"],
        description: "On the watch list only: whether bookings that it marks go to review.",
      }),
    ),
  },
  { description: "A value for a list." },
);

const ListEntry = Type.Object(
  {
    entryId: Type.String({ description: "Unique identifier of this entry." }),
    kind: reference("ListKind"),
    type: reference("ListType"),
    value: Type.String({
      description:
        "As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash.",
    }),
    reason: Type.String({ description: "Why it was added." }),
    decisionId: nullableText("The decision because of which it was added."),
    listsVersion: Type.Integer({
      description: "The version that the project's lists had with it: 1 for the first.",
    }),
    createdBy: Type.String({
      description: "Who added it: the ID of a key, an account or a user of the operating system.",
    }),
    createdAt: Type.String({ format: "date-time", description: "When it was added." }),
    expiresAt: nullableTime("From then on it does not apply. Null: until it is archived."),
    archivedBy: nullableText("Who archived it."),
    archivedAt: nullableTime("From then on it does not apply. Null: it is not archived."),
    review: Type.Boolean({
      description: "On the watch list: whether bookings that it marks go to review.",
    }),
  },
  { description: "An entry of one of the project's lists." },
);

const ListEntryPage = Type.Object(
  {
    entries: Type.Array(reference("ListEntry"), {
      maxItems: listLimits.page,
      description: "Newest first.",
    }),
    next: nullableText("The cursor of the next page; null at the end."),
  },
  { description: "A page of a list." },
);

const ValidationError = Type.Object(
  {
    pointer: Type.String({
      description: "JSON Pointer (RFC 6901) to the field, or / and the name of a query parameter.",
    }),
    message: Type.String({ description: "What the field must be." }),
  },
  { description: "A field that is missing or invalid. The value that was sent is not repeated." },
);

const Problem = Type.Object(
  {
    type: Type.String({ format: "uri-reference", description: "Where the code is explained." }),
    title: Type.String({ description: "The same for every occurrence of the code." }),
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: "The status code of the response.",
    }),
    detail: Type.String({ description: "What is wrong with this request, and what to do." }),
    code: oneOf(Object.keys(problems), "A stable identifier to branch on."),
    requestId: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "The request's requestId, or null if it could not be read.",
    }),
    errors: Type.Optional(
      Type.Array(Type.Unsafe({ $ref: "#/components/schemas/ValidationError" }), {
        description: "Every field that is missing or invalid. Only with validation_failed.",
      }),
    ),
  },
  { description: "A failure, as RFC 9457 defines it." },
);

const requestIdHeaders = {
  "X-Request-Id": {
    description: "The request's ID in the service's log: the one that was sent, or a new one.",
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
};
const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
};
const responseHeaders: Record<number, object> = {
  401: {
    "WWW-Authenticate": { description: "The header to send.", schema: { type: "string" } },
  },
  405: { Allow: { description: "The supported methods.", schema: { type: "string" } } },
  429: {
    ...retryAfter,
    RateLimit: { description: "What is left.", schema: { type: "string" } },
    "RateLimit-Policy": { description: "The limit.", schema: { type: "string" } },
  },
  503: retryAfter,
};

/** Every error that an operation can answer with, one response per status. */
function problemResponses(examples: Examples["outcomeProblems"]) {
  const possible = Object.keys(examples) as ProblemCode[];
  const responses: Record<string, object> = {};
  for (const status of new Set(possible.map((code) => problems[code].status))) {
    const codes = possible.filter((code) => problems[code].status === status);
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(" "),
      headers: { ...requestIdHeaders, ...responseHeaders[status] },
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(
            codes.map((code) => [code, { summary: problems[code].title, value: examples[code] }]),
          ),
        },
      },
    };
  }
  return responses;
}

type NamedExamples = Readonly<Record<string, { summary: string; value: unknown }>>;

const jsonContent = (schema: string, examples: NamedExamples) => ({
  "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, examples },
});

const jsonBody = (schema: string, examples: NamedExamples) => ({
  required: true,
  description: "At most 64 KiB.",
  content: jsonContent(schema, examples),
});

const success = (description: string, schema: string, examples: NamedExamples, headers = {}) => ({
  description,
  headers: { ...requestIdHeaders, ...headers },
  content: jsonContent(schema, examples),
});

const parameter = (
  where: "header" | "path" | "query",
  name: string,
  description: string,
  schema: object,
) => ({ name, in: where, required: where === "path", description, schema });

const riskDetail = (examples: Examples) => ({
  operationId: "scoreBookingAttempt",
  "x-codeSamples": [
    ...samplesOf(examples.samples, "scoreBookingAttempt"),
    {
      lang: "JSON",
      label: "Body with every field",
      source: JSON.stringify(examples.request, null, 2),
    },
  ],
  tags: ["Scoring"],
  summary: "Score a booking attempt",
  description:
    "Call it from your server right before you commit the reservation. Branch on " +
    "`suggestedAction`: on `allow` commit the reservation, on `deny` stop the checkout. Store " +
    "`decisionId` with the order. A high score is never an error.",
  security: [{ secretKey: [] }],
  parameters: [
    parameter(
      "header",
      "Idempotency-Key",
      "A request with the same key and the same body within 24 hours returns the stored answer, " +
        "and the attempt counts once. With a different body it fails with idempotency_conflict.",
      { type: "string", minLength: 1, maxLength: 255 },
    ),
  ],
  requestBody: jsonBody("RiskRequest", {
    full: { summary: "Every field", value: examples.request },
    minimal: { summary: "Required fields only", value: examples.minimalRequest },
  }),
  responses: {
    "200": success(
      "The decision. It is on disk before the response is sent.",
      "Decision",
      { decision: { summary: "A decision", value: examples.decision } },
      {
        "Idempotency-Replayed": {
          description: "`true` if this is the answer to an earlier request.",
          schema: { type: "string", enum: ["true"] },
        },
      },
    ),
    ...problemResponses(examples.riskProblems),
  },
});

const pathDecisionId = parameter(
  "path",
  "decisionId",
  "The decisionId of an earlier decision of this project.",
  { type: "string", pattern: decisionIdPattern },
);

const decisionDetail = (examples: Examples) => ({
  operationId: "getDecision",
  "x-codeSamples": samplesOf(examples.samples, "getDecision"),
  tags: ["Decisions"],
  "x-extension": true,
  summary: "Get a decision with its strongest reasons",
  description:
    "For your support and your records, not for the checkout. Reasons are computed when they are " +
    "first asked for, which takes about a second; an answer waits for them for at most three.",
  security: [{ secretKey: [] }],
  parameters: [pathDecisionId],
  responses: {
    "200": success("The decision.", "ExplainedDecision", {
      explained: { summary: "A decision with its reasons", value: examples.explained },
    }),
    ...problemResponses(examples.decisionProblems),
  },
});

const outcomeDetail = (examples: Examples) => ({
  operationId: "reportOutcome",
  "x-codeSamples": samplesOf(examples.samples, "reportOutcome"),
  tags: ["Outcomes"],
  "x-extension": true,
  summary: "Report the outcome of a booking",
  description:
    "Call it when you learn how a booking ended, also when you learn that a refused guest was " +
    "genuine. All reports are stored; the latest one counts. Sending a report again, with the same " +
    "`requestId`, changes nothing, also after a later one.",
  security: [{ secretKey: [] }],
  parameters: [pathDecisionId],
  requestBody: jsonBody("OutcomeReport", {
    chargeback: { summary: "A chargeback", value: examples.report },
  }),
  responses: {
    "200": success(
      "The decision's current outcome. It is on disk before the response is sent.",
      "Outcome",
      { outcome: { summary: "An outcome", value: examples.outcome } },
    ),
    ...problemResponses(examples.outcomeProblems),
  },
});

const pathListKind = parameter("path", "kind", "The list.", {
  $ref: "#/components/schemas/ListKind",
});

const listEntryResponse = (description: string, summary: string, value: object) =>
  success(description, "ListEntry", { entry: { summary, value } });

const addListEntryDetail = (examples: Examples) => ({
  operationId: "addListEntry",
  "x-codeSamples": samplesOf(examples.samples, "addListEntry"),
  tags: ["Lists"],
  "x-extension": true,
  summary: "Add an entry to a list",
  description:
    "It applies to every request that arrives after the answer. If the value is in the list already, nothing " +
    "changes, and the answer is the entry that has it, so repeating a call is safe.",
  security: [{ secretKey: [] }],
  parameters: [pathListKind],
  requestBody: jsonBody("NewListEntry", {
    email: { summary: "An e-mail address", value: examples.newListEntry },
  }),
  responses: {
    "200": listEntryResponse(
      "The entry that is in the list. It is on disk before the response is sent.",
      "An entry",
      examples.listEntry,
    ),
    ...problemResponses(examples.addListEntryProblems),
  },
});

const listEntriesDetail = (examples: Examples) => ({
  operationId: "listEntries",
  "x-codeSamples": samplesOf(examples.samples, "listEntries"),
  tags: ["Lists"],
  "x-extension": true,
  summary: "List the entries of a list",
  description:
    "Newest first. Entries cannot be found by their value here: it is a guest's, and addresses of requests are " +
    "in the logs of proxies.",
  security: [{ secretKey: [] }],
  parameters: [
    pathListKind,
    parameter("query", "archived", "The archived entries instead of the others.", {
      type: "boolean",
      default: false,
    }),
    parameter("query", "limit", "Entries of the page at most.", {
      type: "integer",
      minimum: 1,
      maximum: listLimits.page,
      default: listLimits.page,
    }),
    parameter("query", "cursor", "`next` of the page before. Without it: the first page.", {
      type: "string",
    }),
  ],
  responses: {
    "200": success("A page of the list.", "ListEntryPage", {
      page: { summary: "The only page", value: examples.listEntryPage },
    }),
    ...problemResponses(examples.listEntriesProblems),
  },
});

const archiveListEntryDetail = (examples: Examples) => ({
  operationId: "archiveListEntry",
  "x-codeSamples": samplesOf(examples.samples, "archiveListEntry"),
  tags: ["Lists"],
  "x-extension": true,
  summary: "Archive an entry",
  description:
    "It applies to no request that arrives after the answer, and stays in the records. Archiving it again " +
    "changes nothing. The request has no body.",
  security: [{ secretKey: [] }],
  parameters: [
    pathListKind,
    parameter("path", "entryId", "The entryId of an entry of this list.", { type: "string" }),
  ],
  responses: {
    "200": listEntryResponse(
      "The archived entry. This is on disk before the response is sent.",
      "An archived entry",
      examples.archivedListEntry,
    ),
    ...problemResponses(examples.archiveListEntryProblems),
  },
});

const introduction = `Your server calls this API right before it commits a reservation, and branches on
\`suggestedAction\`. The [dashboard](/dashboard) has your keys, your decisions and _Getting started_;
[Features](/docs/features) lists what a model can use.

# Authentication

Send a secret key of your project in \`X-Service-Key\` with every call; \`Authorization\` is not read. Secret keys begin
with \`sk_\` and belong on your server only: pages have a publishable key, which can do nothing but deliver telemetry.

# Errors

A failure is \`application/problem+json\` (RFC 9457) with a \`code\` to branch on, the \`requestId\` that you sent and, for
\`validation_failed\`, every field that is wrong. [Problems](/docs/problems) has the cause and the remedy of each code. A
high score is never an error. Without an answer, apply your own rule: for instance, accept the booking and review it.

# Repeated requests

With the same \`Idempotency-Key\` and the same body, \`POST /v1/risk\` returns the stored answer for 24 hours, and the
attempt counts once. The other calls change nothing the second time. After 429 and 503, wait for as many seconds as
\`Retry-After\` says.

# Clients

Libraries for TypeScript, Python, Go, Java and PHP have typed methods for the calls below, and handle time-outs, retries
and idempotency keys. Each release has them as files, with the same version as the service.
`;

const documentation = {
  openapi: "3.1.0",
  info: {
    title: "Booking Risk",
    version,
    summary: "Scores a hotel booking attempt right before the reservation is committed.",
    description: introduction,
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/", description: "This service" }],
  tags: [
    { name: "Scoring", description: "Score a booking attempt before you commit the reservation." },
    { name: "Decisions", description: "Look up a decision and why it was made." },
    {
      name: "Outcomes",
      description:
        "Report chargebacks, fraud and genuine guests. Later scores and your figures use them.",
    },
    { name: "Lists", description: "Deny, allow or mark whom a person has decided about." },
    { name: "Webhooks", description: "What the service tells your server." },
  ],
  webhooks: openApiWebhooks,
  components: {
    securitySchemes: {
      secretKey: {
        type: "apiKey",
        in: "header",
        name: "X-Service-Key",
        description: "A secret key (sk_) of the project. Never send it from a browser.",
      },
    },
    schemas: {
      ...publishedSchemas(RiskRequest),
      Decision,
      RiskLevel,
      SuggestedAction,
      RiskSetting,
      ...publishedSchemas(OutcomeReport),
      Outcome,
      ExplainedDecision,
      DecidingModel,
      DecidedBy,
      DecidedByKind,
      ListMatch,
      ListMatchKind,
      ReportedOutcome,
      Review,
      ReviewStatus,
      ReviewVerdict,
      Reasons,
      ReasonsStatus,
      Reason,
      NewListEntry,
      ListKind,
      ListType,
      ListEntry,
      ListEntryPage,
      Problem,
      ValidationError,
    },
  },
};

/**
 * The document as JSON text.
 *
 * @param now Unix ms. The dates of the examples are relative to it, so that none of them expires.
 */
export async function openApiDocument(now = Date.now()): Promise<string> {
  const examples = openApiExamples(now);
  const described = new Elysia()
    .use(
      swagger({
        path: "/page",
        specPath: "/openapi.json",
        provider: "swagger-ui",
        excludeStaticFile: true,
        documentation: documentation as never,
      }),
    )
    .post("/v1/risk", () => "", { detail: riskDetail(examples) as never })
    .get("/v1/decisions/:decisionId", () => "", { detail: decisionDetail(examples) as never })
    .post("/v1/decisions/:decisionId/outcome", () => "", {
      detail: outcomeDetail(examples) as never,
    })
    .get("/v1/lists/:kind/entries", () => "", { detail: listEntriesDetail(examples) as never })
    .post("/v1/lists/:kind/entries", () => "", { detail: addListEntryDetail(examples) as never })
    .post("/v1/lists/:kind/entries/:entryId/archive", () => "", {
      detail: archiveListEntryDetail(examples) as never,
    });
  await described.modules;
  const answer = await described.handle(new Request("http://localhost/openapi.json"));
  const document = (await answer.json()) as Record<string, unknown>;
  return JSON.stringify({ ...document, openapi: documentation.openapi }, null, 2);
}
