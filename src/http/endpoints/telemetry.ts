/** `POST /sdk/batch`: what the browser script sends, from any page of any site. */

import { invalidPointers, readBatch } from "../../attempt/telemetry/batch-reader.ts";
import { type Intake, intakeLimits } from "../../attempt/telemetry/intake.ts";
import { type TelemetryBatch, telemetryLimits } from "../../attempt/telemetry/protocol.ts";
import { EventLoopShare } from "../../base/event-loop-share.ts";
import { isAllowedOrigin } from "../../projects/origins.ts";
import type { KeyOwner } from "../../storage/port/keys.ts";
import type { Authenticator } from "../admission/authenticate.ts";
import { assertNotEncoded, parseJsonObject, readBody } from "../admission/body.ts";
import { browserHeaders } from "../admission/browser-headers.ts";
import { callerOf } from "../admission/rate-limit.ts";
import type { RefusalLog } from "../admission/refusals.ts";
import type { TelemetryLimits } from "../admission/telemetry-limits.ts";
import type { VerifySignature } from "../agents/verifier.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { logRefusal } from "../monitoring/request-log.ts";
import { Problem, problemResponse } from "../problems/problem.ts";
import { toProblem, unavailable } from "../problems/to-problem.ts";

export interface TelemetryDeps {
  take: Intake["take"];
  authenticator: Authenticator;
  refusals: Pick<RefusalLog, "note">;
  /**
   * The limit of the address comes before any work. The limits of the key, which all visitors of a
   * site share, come last, so that a batch that is refused for its address, its collection or its
   * form does not count against them.
   */
  limits: TelemetryLimits;
  /** Of requests that an agent signed; the others are not held up by it. */
  verifySignature: VerifySignature;
  now: () => number;
  metrics: Pick<Metrics, "batchTaken">;
}

/** Any page may send: the publishable key identifies the project, and no cookie is involved. */
const openCors = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
/** Made once, since a response copies `Headers` faster than it makes them from an object. */
const openInit = { status: 204, headers: new Headers(openCors) };
const userAgentCharacters = 512;
/** Reading a batch takes some 25 µs, and a browser sends it again where scoring leaves no time for it. */
const batchShare = { perTurn: 8, perMs: 8 };

interface ReceivedBatch {
  request: Request;
  ip: string;
  /** The URL that its sender asked for, before any proxy; only signatures need it. */
  sentTo: () => string;
}

interface AcceptedBatch {
  owner: KeyOwner;
  batch: TelemetryBatch;
}

export function telemetryHandler(deps: TelemetryDeps) {
  const share = new EventLoopShare(batchShare);
  let inFlight = 0;

  async function accept(received: ReceivedBatch, { owner, batch }: AcceptedBatch): Promise<void> {
    const { request, ip } = received;
    if (inFlight >= intakeLimits.inFlight) throw unavailable("Too many batches are in flight.");
    const userAgent = (request.headers.get("user-agent") ?? "").slice(0, userAgentCharacters);
    const headers = browserHeaders(request);
    const receivedAt = deps.now();
    inFlight += 1;
    try {
      if (request.headers.has("signature-input")) {
        const signature = await verified(deps, received, { owner, batch });
        if (signature) headers.signature = signature;
      }
      const arrival = { receivedAt, ip, userAgent, headers };
      await deps.take(owner.project.id, batch, arrival);
    } finally {
      inFlight -= 1;
    }
  }

  return async (
    request: Request,
    ip: string,
    sentTo: ReceivedBatch["sentTo"] = () => request.url,
  ): Promise<Response> => {
    const origin = request.headers.get("origin");
    let cors: Record<string, string> = openCors;
    let projectId: string | null = null;
    try {
      const caller = callerOf(ip);
      deps.limits.address(caller);
      assertNotEncoded(request);
      const body = await readBody(request, telemetryLimits.batchBytes);
      const turn = share.turn();
      if (turn) await turn;
      const json = asObject(body);
      const owner = await deps.authenticator.authenticate(keyIn(json), "publishable");
      cors = corsOf(owner, origin);
      projectId = owner.project.id;
      if (owner.restrictions) deps.authenticator.checkRestrictions(owner, ip);
      const batch = readAllowedBatch(json, owner, origin, deps);
      const sender = { projectId, keyId: owner.keyId, caller, collectionId: batch.collectionId };
      deps.limits.batch(sender, body.byteLength);
      deps.authenticator.takeFromLimit(owner);
      await accept({ request, ip, sentTo }, { owner, batch });
      deps.metrics.batchTaken();
      return new Response(null, cors === openCors ? openInit : { status: 204, headers: cors });
    } catch (error) {
      const problem = toProblem(error, request);
      deps.refusals.note(projectId, "batch", problem, origin);
      logRefusal(request, { endpoint: "batch", code: problem.code, projectId });
      const response = problemResponse(problem, null);
      for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
      return response;
    }
  };
}

function verified(
  { verifySignature }: TelemetryDeps,
  { request, sentTo }: ReceivedBatch,
  { owner, batch }: AcceptedBatch,
) {
  const { method, headers } = request;
  const { allowedOrigins, welcomeAgents, project } = owner;
  return verifySignature(
    { method, headers, url: sentTo() },
    {
      batch: `${project.id}:${batch.collectionId}:${batch.sequence}`,
      allowedOrigins,
      welcomeAgents: welcomeAgents ?? [],
    },
  );
}

function asObject(body: Uint8Array): Record<string, unknown> {
  const json = parseJsonObject(body);
  if (!json) throw new Problem("malformed_json", "The body must be a JSON object in UTF-8.");
  return json;
}

/** The key is in the body: a custom header would cost every page a preflight request. */
function keyIn({ key }: Record<string, unknown>): string | null {
  return typeof key === "string" ? key : null;
}

/** The batch, where its page may send it and it is valid. */
function readAllowedBatch(
  json: Record<string, unknown>,
  owner: KeyOwner,
  origin: string | null,
  { authenticator }: TelemetryDeps,
): TelemetryBatch {
  const { allowedOrigins, keyId } = owner;
  if (allowedOrigins && !isAllowedOrigin(allowedOrigins, origin)) {
    const detail =
      "This key is not allowed on pages of this origin. `booking-risk key list` shows its origins.";
    throw new Problem("origin_not_allowed", detail);
  }
  authenticator.recordUse(keyId);
  const batch = readBatch(json);
  if (!batch) throw malformed(json);
  return batch;
}

function malformed(json: Record<string, unknown>): Problem {
  const errors = invalidPointers(json).map((pointer) => ({ pointer, message: "is not valid" }));
  return new Problem(
    "validation_failed",
    "Fields of the batch are missing or invalid. See errors for each of them.",
    { errors },
  );
}

/**
 * For a key with a list of origins, the response names the page's origin. So does a refusal: a page
 * that cannot read it would take it for a network failure and retry.
 */
function corsOf({ allowedOrigins }: KeyOwner, origin: string | null): Record<string, string> {
  if (!allowedOrigins) return openCors;
  const { "Access-Control-Allow-Origin": _, ...others } = openCors;
  return { ...others, Vary: "Origin", ...(origin && { "Access-Control-Allow-Origin": origin }) };
}

/**
 * The response to a preflight request, which browsers send where a page adds headers. The key is in
 * the body and not known yet, so no origin is refused here; the request itself may be.
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
