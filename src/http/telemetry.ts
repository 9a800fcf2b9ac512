/** `POST /sdk/batch`: what the browser script sends, from any page of any site. */
import { isAllowedOrigin } from "../projects/origins.ts";
import type { KeyOwner } from "../storage/keys.ts";
import type { Store } from "../storage/store.ts";
import { faultyPlaces, readBatch } from "../telemetry/batch-reader.ts";
import { type Intake, intakeLimits } from "../telemetry/intake.ts";
import { type TelemetryBatch, telemetryLimits } from "../telemetry/protocol.ts";
import { type keyUse, ownerOf } from "./authenticate.ts";
import { parseJsonObject, readBody } from "./body.ts";
import { browserHeaders } from "./browser-headers.ts";
import { Problem, problemResponse } from "./problem.ts";
import { callerOf, type RateLimit } from "./rate-limit.ts";
import type { RefusalLog } from "./refusals.ts";
import { toProblem, unavailable } from "./to-problem.ts";

export interface TelemetryParts {
  store: Store;
  take: Intake["take"];
  keyUse: ReturnType<typeof keyUse>;
  refusals: Pick<RefusalLog, "note">;
  /**
   * In the order in which they are asked. The address's comes before anything is done; the key's,
   * which all of a site's visitors share, comes last, when a batch is about to be taken in: what is
   * refused for its address, its collection or its form takes nothing of it.
   */
  limits: { address: RateLimit; collection: RateLimit; key: RateLimit };
  now: () => number;
}

/** Any page may send; the publishable key says whose it is, and no cookie is involved. */
const openCors = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
const userAgentCharacters = 512;

interface Admitted {
  owner: KeyOwner;
  batch: TelemetryBatch;
}

export function telemetryHandler(parts: TelemetryParts) {
  let underWay = 0;

  async function takeIn(request: Request, ip: string, { owner, batch }: Admitted): Promise<void> {
    if (underWay >= intakeLimits.underWay) throw unavailable("Too many batches are in flight.");
    const userAgent = (request.headers.get("user-agent") ?? "").slice(0, userAgentCharacters);
    const headers = browserHeaders(request);
    underWay += 1;
    try {
      const arrival = { receivedAt: parts.now(), ip, userAgent, headers };
      await parts.take(owner.project.id, batch, arrival);
    } finally {
      underWay -= 1;
    }
  }

  return async (request: Request, ip: string): Promise<Response> => {
    const origin = request.headers.get("origin");
    let cors: Record<string, string> = openCors;
    let projectId: string | null = null;
    try {
      parts.limits.address(callerOf(ip));
      const json = await readJson(request);
      const owner = await ownerOf(keyIn(json), "publishable", parts.store);
      cors = corsOf(owner, origin);
      projectId = owner.project.id;
      const batch = admit(json, owner, origin, parts);
      await takeIn(request, ip, { owner, batch });
      return new Response(null, { status: 204, headers: cors });
    } catch (error) {
      const problem = toProblem(error);
      parts.refusals.note(projectId, "batch", problem, origin);
      const response = problemResponse(problem, null);
      for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
      return response;
    }
  };
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const json = parseJsonObject(await readBody(request, telemetryLimits.batchBytes));
  if (!json) throw new Problem("malformed_json", "The body must be a JSON object in UTF-8.");
  return json;
}

/** The key is in the body: a header of our own would cost every page a preflight. */
function keyIn({ key }: Record<string, unknown>): string | null {
  return typeof key === "string" ? key : null;
}

/** The batch, where this page may send it, it is one, and not too many came. */
function admit(
  json: Record<string, unknown>,
  owner: KeyOwner,
  origin: string | null,
  { keyUse, limits }: TelemetryParts,
): TelemetryBatch {
  const { allowedOrigins, keyId, project } = owner;
  if (allowedOrigins && !isAllowedOrigin(allowedOrigins, origin)) {
    const detail =
      "This key is not allowed on pages of this origin. `booking-risk key list` shows its origins.";
    throw new Problem("origin_not_allowed", detail);
  }
  keyUse.note(keyId);
  const batch = readBatch(json);
  if (!batch) throw malformed(json);
  limits.collection(`${project.id}:${batch.collectionId}`);
  limits.key(keyId);
  return batch;
}

function malformed(json: Record<string, unknown>): Problem {
  const errors = faultyPlaces(json).map((pointer) => ({ pointer, message: "is not valid" }));
  return new Problem(
    "validation_failed",
    "Fields of the batch are missing or invalid. See errors for each of them.",
    { errors },
  );
}

/**
 * Where a key has a list of origins, the answer names the page's. So does the refusal: a page that
 * may not read it would take it for a broken network, and try again and again.
 */
function corsOf({ allowedOrigins }: KeyOwner, origin: string | null): Record<string, string> {
  if (!allowedOrigins) return openCors;
  const { "Access-Control-Allow-Origin": _, ...others } = openCors;
  return { ...others, Vary: "Origin", ...(origin && { "Access-Control-Allow-Origin": origin }) };
}

/**
 * Answer to a browser that asks first, as it does for a page that adds headers of its own. Nobody
 * knows the key yet, which is in the body, so nobody is refused: the request itself may be.
 */
export function telemetryPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...openCors,
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": "content-type",
      "Access-Control-Max-Age": "86400",
    },
  });
}
