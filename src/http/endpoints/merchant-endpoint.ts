/**
 * What every endpoint for merchants' servers does before its own handler runs: authenticate the
 * key, apply the rate limit, read the body. And after it: turn an error into a problem.
 */
import type { KeyOwner } from "../../storage/port/keys.ts";
import { Admission, admissionLimits } from "../admission/admission.ts";
import type { AnswerPace } from "../admission/answer-pace.ts";
import type { Authenticator } from "../admission/authenticate.ts";
import { assertNotEncoded, isMediaType, readJsonObject } from "../admission/body.ts";
import type { RateLimit } from "../admission/rate-limit.ts";
import { refusalResponse } from "../admission/refusal-response.ts";
import type { PublicEndpoint, RefusalLog } from "../admission/refusals.ts";
import { logRefusal, noteRequest } from "../monitoring/request-log.ts";
import type { RequestTrace, Tracing } from "../monitoring/request-trace.ts";
import { Problem } from "../problems/problem.ts";
import { toProblem } from "../problems/to-problem.ts";

export const merchantLimits = {
  bodyBytes: 64 * 1024,
} as const;

export interface MerchantDeps {
  authenticator: Authenticator;
  rateLimit: RateLimit;
  refusals: Pick<RefusalLog, "note">;
  pace: AnswerPace;
  /** Null where no decision is traced. */
  tracing: Tracing | null;
}

type JsonObject = Record<string, unknown>;

const notJsonObject =
  "The body must be a JSON object in UTF-8. Check for an empty body, an array, a trailing comma or " +
  "single quotes.";

/** An authenticated request of a merchant's server. */
export interface MerchantCall {
  request: Request;
  /** The key that it came with, and its project. */
  owner: KeyOwner;
  /** Empty where the endpoint has none. */
  body: JsonObject;
  /** Null where the request is not traced. */
  trace: RequestTrace | null;
}

export type MerchantHandler = (call: MerchantCall) => Promise<Response>;

/** The address that a request came from, past trusted proxies; `peer` is the connection's. */
export type AddressOf = (request: Request, peer: () => string) => string;

/** @returns a function that puts a merchant endpoint around its handler. */
export function merchantEndpoints(deps: MerchantDeps, addressOf: AddressOf) {
  return (endpoint: PublicEndpoint, handle: MerchantHandler) => {
    const admission = new Admission(workingOn(endpoint));
    const tracing = endpoint === "risk" ? deps.tracing : null;
    const isRead = !unreadBodies.has(endpoint);
    return async (request: Request, peer: () => string): Promise<Response> => {
      const startedAt = tracing === null ? 0 : performance.now();
      let trace: RequestTrace | null = null;
      let reading: Promise<JsonObject | null> | undefined;
      let projectId: string | null = null;
      try {
        const key = request.headers.get("x-service-key");
        const found = deps.authenticator.authenticate(key, "secret");
        const owner = found instanceof Promise ? await found : found;
        projectId = owner.project.id;
        noteRequest(request, "projectId", projectId);
        if (owner.restrictions) {
          deps.authenticator.checkRestrictions(owner, addressOf(request, peer));
          deps.authenticator.takeFromLimit(owner);
        }
        deps.authenticator.recordUse(owner.keyId);
        deps.rateLimit(projectId);
        const queue = admission.queueOf(projectId);
        admission.assertRoom(queue);
        if (tracing !== null) trace = tracing.begin(request, projectId, startedAt);
        let body: JsonObject = {};
        if (isRead && hasBody(request)) {
          assertJson(request);
          assertNotEncoded(request);
          reading = readJsonObject(request, merchantLimits.bodyBytes);
          body = assertObject(await reading);
        }
        // Counted when its work begins: neither a refused request nor an unfinished body takes a place.
        const turn = admission.enter(queue, () => addressOf(request, peer));
        if (turn) await turn;
        try {
          const response = await handle({ request, owner, body, trace });
          trace?.answered(response.status, null);
          return response;
        } finally {
          deps.pace.served();
          admission.leave(queue);
        }
      } catch (error) {
        const problem = toProblem(error, request);
        trace?.answered(problem.rendered.init.status, problem.code);
        deps.refusals.note(projectId, endpoint, problem);
        logRefusal(request, { endpoint, code: problem.code, projectId });
        const turn = deps.pace.turn(projectId ?? "");
        if (turn) await turn;
        // The key is checked before the body, but every response echoes the caller's requestId.
        return refusalResponse(problem, request, merchantLimits.bodyBytes, reading);
      }
    };
  };
}

/** A decision may be read together with its reasons, for which a request waits a second. */
function workingOn(endpoint: PublicEndpoint) {
  return endpoint === "decision" ? admissionLimits.workingSlowly : admissionLimits.working;
}

/** A POST that says everything in its path: a body may be there, and nobody reads it. */
const unreadBodies: ReadonlySet<PublicEndpoint> = new Set(["listArchive"]);

const hasBody = ({ method }: Request) => method !== "GET" && method !== "HEAD";

function assertObject(json: JsonObject | null): JsonObject {
  if (!json) throw new Problem("malformed_json", notJsonObject);
  return json;
}

function assertJson(request: Request): void {
  if (isMediaType(request.headers.get("content-type"), "application/json")) return;
  throw new Problem("unsupported_media_type", "Send the body with Content-Type: application/json.");
}

const noStore = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};
/** Made once, since a response copies `Headers` faster than it makes them from an object. */
const noStoreInit = { headers: new Headers(noStore) };

/** A JSON response that no cache may store, since it is about a guest. */
export function jsonResponse(value: unknown, headers?: Record<string, string>): Response {
  const init = headers ? { headers: { ...noStore, ...headers } } : noStoreInit;
  return new Response(JSON.stringify(value), init);
}
