/** The dashboard's API: its doors by subject. Its type is what the page's client is made from. */
import { Elysia, ValidationError } from "elysia";
import { isMediaType, readBody } from "../http/body.ts";
import { Problem, problemResponse } from "../http/problem.ts";
import { toProblem } from "../http/to-problem.ts";
import type { ValidationIssue } from "../request/schema-reader.ts";
import { accountDoors } from "./account/account.ts";
import { auditDoors } from "./audit/audit.ts";
import { oneDecisionDoors } from "./decision/decision.ts";
import { decisionDoors } from "./decisions/decisions.ts";
import { peers } from "./door.ts";
import { apiPath } from "./doors.ts";
import { keyDoors } from "./keys/keys.ts";
import { linkDoors } from "./links/links.ts";
import { modelDoors } from "./models/models.ts";
import { moneyDoors } from "./money/money.ts";
import { overviewDoors } from "./overview/overview.ts";
import type { Parts } from "./parts.ts";
import { peopleDoors } from "./people/people.ts";
import { projectDoors } from "./projects/projects.ts";
import { sessionDoors } from "./session/session.ts";
import { startDoors } from "./start/start.ts";

export const bodyBytesMax = 64 * 1024;

/** The table of contents. */
export function dashboardApi(parts: Parts) {
  return new Elysia({ prefix: apiPath, normalize: false })
    .onError(({ error, code }) => problemResponse(problemOf(error, code), null) as never)
    .use(sessionDoors(parts))
    .use(linkDoors(parts))
    .use(accountDoors(parts))
    .use(projectDoors(parts))
    .use(keyDoors(parts))
    .use(peopleDoors(parts))
    .use(decisionDoors(parts))
    .use(oneDecisionDoors(parts))
    .use(overviewDoors(parts))
    .use(modelDoors(parts))
    .use(moneyDoors(parts))
    .use(startDoors(parts))
    .use(auditDoors(parts));
}

export type DashboardApi = ReturnType<typeof dashboardApi>;

/** @returns what answers a request; the second argument is who is at the connection's other end. */
export function dashboardHandler(
  parts: Parts,
): (request: Request, peer: string) => Promise<Response> {
  const api = dashboardApi(parts);
  return async (request, peer) => {
    try {
      const whole = await withBody(request);
      peers.set(whole, peer);
      return guarded(await api.handle(whole));
    } catch (error) {
      return problemResponse(toProblem(error), null);
    }
  };
}

/** The request with its body, read within its limit. */
async function withBody(request: Request): Promise<Request> {
  const { method, headers, url, signal } = request;
  if (method === "GET" || method === "HEAD") return request;
  const body = await readBody(request, bodyBytesMax);
  if (body.byteLength > 0 && !isMediaType(headers.get("content-type"), "application/json")) {
    throw new Problem("unsupported_media_type", "Send the body as application/json.");
  }
  const sent = body.byteLength > 0 ? { body: body as Uint8Array<ArrayBuffer> } : {};
  return new Request(url, { method, headers, signal, ...sent });
}

function guarded(response: Response): Response {
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  return response;
}

function problemOf(error: unknown, code: unknown): Problem {
  if (code === "NOT_FOUND") return new Problem("not_found", "There is no such door.");
  if (code === "PARSE") return new Problem("malformed_json", "The body must be a JSON object.");
  if (error instanceof ValidationError) return invalid(error);
  return toProblem(error);
}

/** Every issue with its place, once; what was sent is not repeated. */
function invalid(error: ValidationError): Problem {
  const issues = new Map<string, ValidationIssue>();
  for (const one of error.all) {
    if (!("path" in one)) continue;
    const { path, message } = one as { path: string; message: string };
    if (!issues.has(path)) issues.set(path, { pointer: path, message });
  }
  const errors = [...issues.values()];
  return new Problem("validation_failed", "Fields are missing or malformed.", { errors });
}
