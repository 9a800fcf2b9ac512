/**
 * The published OpenAPI document: `POST /v1/risk`, with descriptions, examples and every error.
 * @elysiajs/swagger makes it from the route's own schema; what it leaves out (response
 * descriptions, headers, problem+json) comes with the route's `detail`.
 */
import { swagger } from "@elysiajs/swagger";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { riskSettings } from "../projects/risk-setting.ts";
import { RiskRequest } from "../request/risk-request.ts";
import { OutcomeReport, outcomes } from "../risk/outcome.ts";
import { riskLevels, suggestedActions } from "../risk/score.ts";
import { version } from "../version.ts";
import { type ProblemCode, problems, problemType } from "./problem.ts";

const oneOf = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: "string", enum: values, description });

const Decision = Type.Object(
  {
    decisionId: Type.String({
      description: "Unique identifier of this decision. Store it on the order record.",
      pattern: "^dec_[0-9a-f]{32}$",
    }),
    riskScore: Type.Integer({
      minimum: 0,
      maximum: 99,
      description:
        "Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; " +
        "ten points double the odds.",
    }),
    riskLevel: oneOf(riskLevels, "low: 0 to 64, medium: 65 to 74, high: 75 to 99."),
    suggestedAction: oneOf(
      suggestedActions,
      "deny at a riskScore of at least 65 (maximizeProtection), 75 (balanced) or 85 " +
        "(maximizeRevenue).",
    ),
    riskSetting: oneOf(riskSettings, "The project's risk setting when the decision was made."),
    decidedAt: Type.String({ format: "date-time", description: "When the booking was scored." }),
  },
  { description: "The decision on one booking attempt." },
);

const Outcome = Type.Object(
  {
    decisionId: Type.String(),
    outcome: oneOf(outcomes, "What was reported last."),
    occurredAt: Type.Unsafe<string | null>({
      type: ["string", "null"],
      format: "date-time",
      description: "When it happened, where that was told.",
    }),
    reportedAt: Type.String({ format: "date-time", description: "When the report was kept." }),
  },
  { description: "What became of a decided booking." },
);

const ProblemDetails = Type.Object(
  {
    type: Type.String({ format: "uri-reference", description: "Where the code is explained." }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: "What to do about this occurrence." }),
    code: oneOf(Object.keys(problems), "For programs to branch on."),
    requestId: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "The request's requestId, or null where none could be read.",
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: "JSON Pointer (RFC 6901) to the field." }),
          message: Type.String(),
        }),
        { description: "With validation_failed: every issue at once. Values are not repeated." },
      ),
    ),
  },
  { description: "A failure (RFC 9457)." },
);

const exampleRequest = {
  collectionId: "col_m3k9x2ab7Qw4ZrT1uVbN8sYp",
  booker: {
    referenceId: "user-4711",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  guests: [{ firstName: "Ada", lastName: "Lovelace" }],
  billing: { addressLine: "Rua Augusta 1, Lisboa", country: "PT" },
  hotel: {
    referenceId: "hotel-12",
    giataId: "3956",
    name: "Hotel Avenida",
    address: "Avenida da Liberdade 185, Lisboa",
    country: "PT",
  },
  booking: {
    checkIn: "2027-05-01",
    checkOut: "2027-05-04",
    groupSize: { adultCount: 2, childCount: 1 },
  },
  requestId: "checkout-20270401-000123",
};

const exampleDecision = {
  decisionId: "dec_01963c5e8f4a7c3db2a1f0e9d8c7b6a5",
  riskScore: 31,
  riskLevel: "low",
  suggestedAction: "allow",
  riskSetting: "balanced",
  decidedAt: "2027-04-01T10:15:30.123Z",
};

const exampleReport = {
  outcome: "chargeback",
  occurredAt: "2027-05-20T09:00:00Z",
  note: "Reason code 10.4",
  requestId: "chargeback-000123",
};

const exampleOutcome = {
  decisionId: exampleDecision.decisionId,
  outcome: "chargeback",
  occurredAt: "2027-05-20T09:00:00.000Z",
  reportedAt: "2027-05-28T14:02:11.482Z",
};

function problemExample(code: ProblemCode) {
  const { status, title } = problems[code];
  const requestId = code === "malformed_json" ? null : exampleRequest.requestId;
  const errors = [{ pointer: "/booker/email", message: "must be an e-mail address" }];
  return {
    summary: title,
    value: {
      type: problemType(code),
      title,
      status,
      detail: `${title}.`,
      code,
      requestId,
      ...(code === "validation_failed" && { errors }),
    },
  };
}

const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
};
const responseHeaders: Record<number, object> = {
  401: {
    "WWW-Authenticate": { description: "The header to use.", schema: { type: "string" } },
  },
  405: { Allow: { description: "The methods that it takes.", schema: { type: "string" } } },
  429: {
    ...retryAfter,
    RateLimit: { description: "What is left.", schema: { type: "string" } },
    "RateLimit-Policy": { description: "The limit.", schema: { type: "string" } },
  },
  503: retryAfter,
};

/** Every error that an operation can answer with, one response a status. */
function problemResponses(never: readonly ProblemCode[] = []) {
  const possible = (Object.keys(problems) as ProblemCode[]).filter((code) => !never.includes(code));
  const responses: Record<string, object> = {};
  for (const status of new Set(possible.map((code) => problems[code].status))) {
    const codes = possible.filter((code) => problems[code].status === status);
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(" "),
      ...(responseHeaders[status] && { headers: responseHeaders[status] }),
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
        },
      },
    };
  }
  return responses;
}

const riskDetail = {
  operationId: "scoreBookingAttempt",
  tags: ["Risk"],
  summary: "Score one booking attempt",
  description:
    "Called by the merchant's server right before the reservation is committed. Branch on " +
    "`suggestedAction`: on `allow` commit the reservation, on `deny` stop the checkout. Store " +
    "`decisionId` on the order. A high score is never an error.",
  security: [{ secretKey: [] }],
  parameters: [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "The same key with the same body within 24 hours gets the stored answer again, and the " +
        "attempt counts once. With another body it is refused as idempotency_conflict.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    },
  ],
  requestBody: {
    required: true,
    description: "At most 64 KiB.",
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/RiskRequest" },
        examples: {
          full: { summary: "All that can be sent", value: exampleRequest },
          least: { summary: "What is strictly needed", value: leastRequest() },
        },
      },
    },
  },
  responses: {
    "200": {
      description: "The decision. It is on disk before this answer leaves.",
      headers: {
        "Idempotency-Replayed": {
          description: "`true` where the answer is an earlier call's.",
          schema: { type: "string", enum: ["true"] },
        },
      },
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Decision" },
          examples: { decision: { summary: "A decision", value: exampleDecision } },
        },
      },
    },
    ...problemResponses(),
  },
};

const outcomeDetail = {
  operationId: "reportOutcome",
  tags: ["Extensions"],
  "x-extension": true,
  summary: "Report what became of a decided booking",
  description:
    "An extension of the specification. The newest report of a decision counts, and all are " +
    "kept. Repeating a report changes nothing.",
  security: [{ secretKey: [] }],
  parameters: [
    {
      name: "decisionId",
      in: "path",
      required: true,
      description: "The decisionId of an earlier answer of this project.",
      schema: { type: "string", pattern: "^dec_[0-9a-f]{32}$" },
    },
  ],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/OutcomeReport" },
        examples: { chargeback: { summary: "A chargeback", value: exampleReport } },
      },
    },
  },
  responses: {
    "200": {
      description: "What counts for the decision now. It is on disk before this answer leaves.",
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Outcome" },
          examples: { outcome: { summary: "An outcome", value: exampleOutcome } },
        },
      },
    },
    ...problemResponses(["idempotency_conflict"]),
  },
};

function leastRequest() {
  const { firstName, lastName, email, phone } = exampleRequest.booker;
  const { name, country } = exampleRequest.hotel;
  const { checkIn, checkOut } = exampleRequest.booking;
  return {
    booker: { firstName, lastName, email, phone },
    hotel: { name, country },
    booking: { checkIn, checkOut },
    requestId: exampleRequest.requestId,
  };
}

const documentation = {
  openapi: "3.1.0",
  info: {
    title: "Booking Risk",
    version,
    summary: "Scores a hotel booking attempt right before the reservation is committed.",
    description:
      "Called from the merchant's server with a secret key. Failures are " +
      "`application/problem+json` (RFC 9457) with a `code` to branch on.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/", description: "This service" }],
  tags: [
    { name: "Risk", description: "Scoring of booking attempts." },
    { name: "Extensions", description: "What the specification does not ask for." },
  ],
  components: {
    securitySchemes: {
      secretKey: {
        type: "apiKey",
        in: "header",
        name: "X-Service-Key",
        description: "A secret key (sk_) of the project. Never in a browser.",
      },
    },
    schemas: { RiskRequest, Decision, OutcomeReport, Outcome, Problem: ProblemDetails },
  },
};

/** The document as JSON text. Made once, at start. */
export async function openApiDocument(): Promise<string> {
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
    .post("/v1/risk", () => "", { detail: riskDetail as never })
    .post("/v1/decisions/:decisionId/outcome", () => "", { detail: outcomeDetail as never });
  await described.modules;
  const answer = await described.handle(new Request("http://localhost/openapi.json"));
  const document = (await answer.json()) as Record<string, unknown>;
  return JSON.stringify({ ...document, openapi: documentation.openapi }, null, 2);
}
