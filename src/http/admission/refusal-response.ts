/**
 * Answers a request that is refused, whatever its body does. The caller's requestId is echoed where the
 * body has arrived or arrives in a moment; nothing else waits for it.
 */
import { jsonObject } from "../../attempt/request/json-object.ts";
import { requestIdOf } from "../../attempt/request/risk-request.ts";
import { type Problem, problemResponse } from "../problems/problem.ts";
import { readText } from "./body.ts";
import { BodyDeadline } from "./body-deadline.ts";

export const refusalLimits = {
  /** How long a refusal waits for the rest of the body, ms: the next packet, or a lost one. */
  waitMs: 500,
  /** Refusals that wait at once. One more answers the oldest, without its requestId. */
  waiting: 1024,
} as const;

const deadline = new BodyDeadline({ ms: refusalLimits.waitMs, max: refusalLimits.waiting });

/** Refusals that wait for a body. */
export const waitingRefusals = () => deadline.size;

/**
 * @param limitBytes of the body; a longer one has no requestId.
 * @param reading where the body is being read or was read: as JSON, or null if it is none.
 */
export async function refusalResponse(
  problem: Problem,
  request: Request,
  limitBytes: number,
  reading?: Promise<Record<string, unknown> | null>,
): Promise<Response> {
  try {
    if (reading) return problemResponse(problem, requestIdOf(await reading));
    if (request.bodyUsed) return problemResponse(problem, null);
    const text = await readText(request, limitBytes, deadline);
    if (text !== null) return problemResponse(problem, requestIdIn(text));
    const response = problemResponse(problem, null);
    response.headers.set("Connection", "close"); // What still arrives would be the rest of this body.
    return response;
  } catch {
    return problemResponse(problem, null); // The body is too large, or its sender has gone.
  }
}

/** Without escapes, where it is the first or the last member: what comes between is not parsed. */
const first = /^\s*\{\s*"requestId"\s*:\s*"([\w.:-]{1,128})"\s*[,}]/;
const last = /"requestId"\s*:\s*"([\w.:-]{1,128})"\s*\}\s*$/y;

/** Nobody judges the body of a refused request: it may as well be no JSON, or not UTF-8. */
function requestIdIn(text: string): string | null {
  last.lastIndex = Math.max(0, text.lastIndexOf('"requestId"'));
  const found = last.exec(text) ?? first.exec(text);
  return found?.[1] ?? requestIdOf(jsonObject(text));
}
