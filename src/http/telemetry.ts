/** `POST /sdk/batch`: what the browser script sends, from any page of any site. */
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import type { Store } from "../storage/store.ts";
import type { Intake } from "../telemetry/intake.ts";
import { TelemetryBatch, telemetryLimits } from "../telemetry/protocol.ts";
import { type keyUse, ownerOf } from "./authenticate.ts";
import { parseJsonObject, readBody } from "./body.ts";
import { Problem, problemResponse } from "./problem.ts";
import type { rateLimiter } from "./rate-limit.ts";
import { toProblem } from "./to-problem.ts";

export interface TelemetryParts {
  store: Store;
  take: Intake["take"];
  keyUse: ReturnType<typeof keyUse>;
  limit: ReturnType<typeof rateLimiter>;
  now: () => number;
}

/** Any page may send; the publishable key says whose it is, and no cookie is involved. */
const cors = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
const userAgentCharacters = 512;
const check = TypeCompiler.Compile(TelemetryBatch);

export function telemetryHandler(parts: TelemetryParts) {
  return async (request: Request, ip: string): Promise<Response> => {
    try {
      const batch = await readBatch(request, parts);
      const userAgent = (request.headers.get("user-agent") ?? "").slice(0, userAgentCharacters);
      await parts.take(batch.projectId, batch.batch, { receivedAt: parts.now(), ip, userAgent });
      return new Response(null, { status: 204, headers: cors });
    } catch (error) {
      const response = problemResponse(toProblem(error), null);
      for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
      return response;
    }
  };
}

/** The key is in the body: a header of our own would cost every page a preflight. */
async function readBatch(request: Request, { store, keyUse, limit }: TelemetryParts) {
  const json = parseJsonObject(await readBody(request, telemetryLimits.batchBytes));
  if (!json) throw new Problem("malformed_json", "The body must be a JSON object in UTF-8.");
  const key = typeof json.key === "string" ? json.key : null;
  const owner = await ownerOf(key, "publishable", store);
  keyUse.note(owner.keyId);
  limit(owner.project.id);
  const batch: unknown = Value.Clean(TelemetryBatch, json); // Unknown members are not stored.
  if (!check.Check(batch)) throw malformed(batch);
  return { projectId: owner.project.id, batch };
}

function malformed(batch: unknown): Problem {
  const pointers = new Set([...check.Errors(batch)].map(({ path }) => path));
  const errors = [...pointers]
    .slice(0, 20)
    .map((pointer) => ({ pointer, message: "is malformed" }));
  return new Problem("validation_failed", "The batch is malformed.", { errors });
}

/** Answer to a browser that asks first, as it does for a page that adds headers of its own. */
export function telemetryPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": "content-type",
      "Access-Control-Max-Age": "86400",
    },
  });
}
