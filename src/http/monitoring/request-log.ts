/**
 * IDs of requests, which every response has in `X-Request-Id`, and the access log, which is off by
 * default.
 */
import { isLogged, log } from "../../base/log.ts";

export const requestIdHeader = "X-Request-Id";
/** What is taken over from the caller: what gateways send, and nothing that could break a log. */
const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/;

/** Different in each process, so that IDs of two processes are different. */
const prefix = `req_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
/** Counted from here, so that all have six digits. */
const firstId = 36 ** 5;
let made = firstId;
const ids = new WeakMap<Request, string>();
const notes = new WeakMap<Request, RequestNotes>();
let isAccessLogged = false;

/** What a handler knows of a request. No address, no key: a log may be shipped elsewhere. */
export interface RequestNotes {
  projectId?: string;
  decisionId?: string;
}

/** The caller's `X-Request-Id` where it is well-formed; one of our own otherwise, always the same. */
export function idOfRequest(request: Request): string {
  const known = knownId(request);
  if (known !== undefined) return known;
  const id = newId();
  ids.set(request, id);
  return id;
}

/** Undefined where the caller sent none and nobody has asked for it yet. */
function knownId(request: Request): string | undefined {
  const sent = request.headers.get(requestIdHeader);
  return sent !== null && wellFormed.test(sent) ? sent : ids.get(request);
}

function newId(): string {
  made += 1;
  return prefix + made.toString(36);
}

/** Turns the access log on or off: a line `request` for each response. */
export function setAccessLog(on: boolean): void {
  isAccessLogged = on;
}

/** Adds to the request's line in the access log. */
export function noteRequest(request: Request, name: keyof RequestNotes, value: string): void {
  if (isAccessLogged) notes.set(request, { ...notes.get(request), [name]: value });
}

/**
 * Marks a response with the ID of its request, and logs it where requests are logged.
 * @param route a path of the routing table, never the caller's URL, which may have data in it.
 */
export function answered(request: Request, response: Response, route: string, ms: number): void {
  // Nobody asks after this, so most IDs are never kept: a WeakMap costs each request, and each collection.
  const requestId = knownId(request) ?? newId();
  response.headers.set(requestIdHeader, requestId);
  if (!isAccessLogged) return;
  const { method } = request;
  const { status } = response;
  const about = { requestId, method, route, status, ms: Math.round(ms * 10) / 10 };
  log("info", "request", { ...about, ...notes.get(request) });
}

/** A refused request, at the level "debug". */
export function logRefusal(
  request: Request,
  refusal: { endpoint: string; code: string; projectId: string | null },
): void {
  if (isLogged("debug")) log("debug", "refused", { requestId: idOfRequest(request), ...refusal });
}
