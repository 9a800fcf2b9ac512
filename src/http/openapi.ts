/**
 * The published OpenAPI document: descriptions, examples and every error of the public API.
 * @elysiajs/swagger creates it from the routes; what that cannot express (response descriptions,
 * headers, problem+json) comes with the `detail` of each route.
 */
import { swagger } from "@elysiajs/swagger";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { riskSettings } from "../projects/risk-setting.ts";
import { RiskRequest } from "../request/risk-request.ts";
import { OutcomeReport, outcomes } from "../risk/outcome.ts";
import { riskLevels, suggestedActions } from "../risk/score.ts";
import { version } from "../version.ts";
import { type Examples, openApiExamples } from "./openapi-examples.ts";
import { type ProblemCode, problems } from "./problem.ts";
import { publishedSchemas } from "./published-schema.ts";

const oneOf = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: "string", enum: values, description });

const decisionIdPattern = "^dec_[0-9a-f]{32}$";

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
    riskLevel: oneOf(riskLevels, "low: 0 to 64, medium: 65 to 74, high: 75 to 99."),
    suggestedAction: oneOf(
      suggestedActions,
      "deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), " +
        "otherwise allow.",
    ),
    riskSetting: oneOf(riskSettings, "The project's risk setting at the time of the decision."),
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
    outcome: oneOf(outcomes, "The outcome that was reported last."),
    occurredAt: Type.Unsafe<string | null>({
      type: ["string", "null"],
      format: "date-time",
      description: "When it happened, or null if that was not reported.",
    }),
    reportedAt: Type.String({ format: "date-time", description: "When the report was stored." }),
  },
  { description: "The outcome of a booking that was scored." },
);

const ValidationError = Type.Object(
  {
    pointer: Type.String({ description: "JSON Pointer (RFC 6901) to the field." }),
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
      ...(responseHeaders[status] && { headers: responseHeaders[status] }),
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

const riskDetail = (examples: Examples) => ({
  operationId: "scoreBookingAttempt",
  tags: ["Scoring"],
  summary: "Score a booking attempt",
  description:
    "Call it from your server right before you commit the reservation. Branch on " +
    "`suggestedAction`: on `allow` commit the reservation, on `deny` stop the checkout. Store " +
    "`decisionId` with the order. A high score is never an error.",
  security: [{ secretKey: [] }],
  parameters: [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "A request with the same key and the same body within 24 hours returns the stored answer, " +
        "and the attempt counts once. With a different body it fails with idempotency_conflict.",
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
          full: { summary: "Every field", value: examples.request },
          minimal: { summary: "Required fields only", value: examples.minimalRequest },
        },
      },
    },
  },
  responses: {
    "200": {
      description: "The decision. It is on disk before the response is sent.",
      headers: {
        "Idempotency-Replayed": {
          description: "`true` if this is the answer to an earlier request.",
          schema: { type: "string", enum: ["true"] },
        },
      },
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Decision" },
          examples: { decision: { summary: "A decision", value: examples.decision } },
        },
      },
    },
    ...problemResponses(examples.riskProblems),
  },
});

const outcomeDetail = (examples: Examples) => ({
  operationId: "reportOutcome",
  tags: ["Outcomes"],
  "x-extension": true,
  summary: "Report the outcome of a booking",
  description:
    "Call it when you learn how a booking ended, also when you learn that a refused guest was " +
    "genuine. The newest report counts, and all of them are stored. Repeating a report changes " +
    "nothing.",
  security: [{ secretKey: [] }],
  parameters: [
    {
      name: "decisionId",
      in: "path",
      required: true,
      description: "The decisionId of an earlier decision of this project.",
      schema: { type: "string", pattern: decisionIdPattern },
    },
  ],
  requestBody: {
    required: true,
    description: "At most 64 KiB.",
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/OutcomeReport" },
        examples: { chargeback: { summary: "A chargeback", value: examples.report } },
      },
    },
  },
  responses: {
    "200": {
      description: "The decision's current outcome. It is on disk before the response is sent.",
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Outcome" },
          examples: { outcome: { summary: "An outcome", value: examples.outcome } },
        },
      },
    },
    ...problemResponses(examples.outcomeProblems),
  },
});

const documentation = {
  openapi: "3.1.0",
  info: {
    title: "Booking Risk",
    version,
    summary: "Scores a hotel booking attempt right before the reservation is committed.",
    description:
      "Your server calls this API with a secret key of your project. Failures are " +
      "`application/problem+json` (RFC 9457) with a `code` to branch on.\n\n" +
      "[Problems](/docs/problems): every code, its cause and its remedy. " +
      "[Features](/docs/features): what a model can use. " +
      "[Dashboard](/dashboard): keys, decisions and _Getting started_.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/", description: "This service" }],
  tags: [
    { name: "Scoring", description: "Score a booking attempt before you commit the reservation." },
    {
      name: "Outcomes",
      description:
        "Report chargebacks, fraud and genuine guests. Later scores and your figures use them.",
    },
  ],
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
      ...publishedSchemas(OutcomeReport),
      Outcome,
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
    .post("/v1/decisions/:decisionId/outcome", () => "", {
      detail: outcomeDetail(examples) as never,
    });
  await described.modules;
  const answer = await described.handle(new Request("http://localhost/openapi.json"));
  const document = (await answer.json()) as Record<string, unknown>;
  return JSON.stringify({ ...document, openapi: documentation.openapi }, null, 2);
}
