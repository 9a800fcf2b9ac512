/**
 * What every endpoint for merchants' servers does before its own handler runs: authenticate the
 * key, apply the rate limit, read the body. And after it: turn an error into a problem.
 */
import { jsonObject } from "../request/json-object.ts";
import { requestIdOf } from "../request/risk-request.ts";
import type { ProjectRecord } from "../storage/projects.ts";
import type { Authenticator } from "./authenticate.ts";
import { isMediaType, readJsonObject, readText } from "./body.ts";
import { Problem, problemResponse } from "./problem.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { PublicEndpoint, RefusalLog } from "./refusals.ts";
import { toProblem, unavailable } from "./to-problem.ts";

export const merchantLimits = {
  bodyBytes: 64 * 1024,
  /** Requests of one endpoint in flight; one more is refused instead of queued. */
  inFlight: 4096,
} as const;

export interface MerchantDeps {
  authenticator: Authenticator;
  rateLimit: RateLimit;
  refusals: Pick<RefusalLog, "note">;
}

type JsonObject = Record<string, unknown>;

const notJsonObject =
  "The body must be a JSON object in UTF-8. Check for an empty body, an array, a trailing comma or " +
  "single quotes.";

/** An authenticated request of a merchant's server. */
export interface MerchantCall {
  request: Request;
  project: ProjectRecord;
  /** The key that it came with. */
  keyId: string;
  /** Empty where the method has none. */
  body: JsonObject;
}

export type MerchantHandler = (call: MerchantCall) => Promise<Response>;

/** @returns a function that puts a merchant endpoint around its handler. */
export function merchantEndpoints(deps: MerchantDeps) {
  return (endpoint: PublicEndpoint, handle: MerchantHandler) => {
    let inFlight = 0;
    return async (request: Request): Promise<Response> => {
      let reading: Promise<JsonObject | null> | undefined;
      /** The body, read at most once, by the first that needs it. */
      const read = () => {
        reading ??= readJsonObject(request, merchantLimits.bodyBytes);
        return reading;
      };
      let projectId: string | null = null;
      inFlight += 1;
      try {
        if (inFlight > merchantLimits.inFlight)
          throw unavailable("Too many requests are in flight.");
        const key = request.headers.get("x-service-key");
        const found = deps.authenticator.authenticate(key, "secret");
        const { keyId, project } = found instanceof Promise ? await found : found;
        projectId = project.id;
        deps.authenticator.recordUse(keyId);
        deps.rateLimit(project.id);
        const json = hasBody(request) ? await readJson(request, read) : {};
        return await handle({ request, project, keyId, body: json });
      } catch (error) {
        const problem = toProblem(error);
        deps.refusals.note(projectId, endpoint, problem);
        // The key is checked before the body, but every response echoes the caller's requestId.
        return problemResponse(problem, await readRequestId(request, reading));
      } finally {
        inFlight -= 1;
      }
    };
  };
}

const hasBody = ({ method }: Request) => method !== "GET" && method !== "HEAD";

/**
 * Null where there is no body, or where it cannot be read. A body that nobody has read yet is that of a
 * request refused for its key, so nobody judges its UTF-8: 1.5 µs less than reading the bytes.
 */
async function readRequestId(
  request: Request,
  reading: Promise<JsonObject | null> | undefined,
): Promise<string | null> {
  try {
    if (reading) return requestIdOf(await reading);
    return requestIdOf(jsonObject(await readText(request, merchantLimits.bodyBytes)));
  } catch {
    return null;
  }
}

async function readJson(
  request: Request,
  read: () => Promise<JsonObject | null>,
): Promise<JsonObject> {
  assertJson(request);
  const json = await read();
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
