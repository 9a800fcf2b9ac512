/** What every call of a merchant's server goes through: key → rate → media type → body. */
import { requestIdOf } from "../request/risk-request.ts";
import type { ValidationIssue } from "../request/schema-reader.ts";
import type { KeyOwner } from "../storage/keys.ts";
import type { Store } from "../storage/store.ts";
import { type keyUse, ownerOf } from "./authenticate.ts";
import { isMediaType, parseJsonObject, readBody } from "./body.ts";
import { Problem, problemResponse } from "./problem.ts";
import type { rateLimiter } from "./rate-limit.ts";
import type { PublicDoor, RefusalLog } from "./refusals.ts";
import { toProblem, unavailable } from "./to-problem.ts";

export const callLimits = {
  bodyBytes: 64 * 1024,
  /** Calls under way at once; one more is told to come again instead of waiting in line. */
  underWay: 4096,
} as const;

export interface CallParts {
  store: Store;
  keyUse: ReturnType<typeof keyUse>;
  limit: ReturnType<typeof rateLimiter>;
  refusals: Pick<RefusalLog, "note">;
}

type Json = Record<string, unknown>;

const notJsonObject =
  "The body must be a JSON object in UTF-8. Check for an empty body, an array, a trailing comma or " +
  "single quotes.";

/** @param answer gets the key's owner and the body; what it throws leaves as a problem. */
export function merchantCall(
  parts: CallParts,
  door: PublicDoor,
  answer: (request: Request, owner: KeyOwner, body: Json) => Promise<Response>,
): (request: Request) => Promise<Response> {
  let underWay = 0;
  return async (request) => {
    const body = new LazyBody(request);
    let projectId: string | null = null;
    underWay += 1;
    try {
      if (underWay > callLimits.underWay) throw unavailable("Too many requests are in flight.");
      const owner = await ownerOf(request.headers.get("x-service-key"), "secret", parts.store);
      projectId = owner.project.id;
      admit(request, owner, parts);
      const json = await body.parsed();
      if (!json) throw new Problem("malformed_json", notJsonObject);
      return await answer(request, owner, json);
    } catch (error) {
      const problem = toProblem(error);
      parts.refusals.note(projectId, door, problem);
      // The key is judged before the body, but the caller finds its own id in every answer.
      return problemResponse(problem, requestIdOf(await body.parsed().catch(() => null)));
    } finally {
      underWay -= 1;
    }
  };
}

function admit(request: Request, { keyId, project }: KeyOwner, { keyUse, limit }: CallParts): void {
  keyUse.note(keyId);
  limit(project.id);
  if (isMediaType(request.headers.get("content-type"), "application/json")) return;
  throw new Problem("unsupported_media_type", "Send the body with Content-Type: application/json.");
}

/** An answer in JSON that nobody may keep: it is about a guest. */
export function jsonAnswer(value: unknown, more: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...more,
    },
  });
}

export function invalid(errors: readonly ValidationIssue[]): Problem {
  const fields = errors.length === 1 ? "One field is" : `${errors.length} fields are`;
  return new Problem(
    "validation_failed",
    `${fields} missing or invalid. See errors for each of them.`,
    { errors },
  );
}

/** The body, read once, by whoever needs it first. */
class LazyBody {
  readonly #request: Request;
  #parsed: Promise<Json | null> | undefined;

  constructor(request: Request) {
    this.#request = request;
  }

  parsed(): Promise<Json | null> {
    this.#parsed ??= readBody(this.#request, callLimits.bodyBytes).then(parseJsonObject);
    return this.#parsed;
  }
}
