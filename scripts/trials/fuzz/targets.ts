/** The endpoints under test, each with requests that are nearly right. */

import type { TSchema } from "@sinclair/typebox";
import fc, { type Arbitrary } from "fast-check";
import { dashboardApi } from "../../../src/http/dashboard-api/api.ts";
import type { RouteDeps } from "../../../src/http/dashboard-api/deps.ts";
import { valuesOf } from "./from-schema.ts";
import { brokenBody, hostilePathPart, mutated } from "./hostile-values.ts";

export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array | string | null;
}

export interface Target {
  name: string;
  requests: Arbitrary<FuzzedRequest>;
}

/** What the service under test has, so that requests name things that exist. */
export interface Known {
  projectId: string;
  secretKey: string;
  publishableKey: string;
  keyId: string;
  decisionId: string;
  /** `NAME@VERSION` */
  model: string;
  /** Of an account that nobody uses. */
  userId: string;
  /** The `Cookie` header of a signed-in owner. */
  cookie: string;
  origin: string;
  booking: object;
  /** A project, and the cookie of an owner of all projects, that requests may close for those after. */
  spare: { projectId: string; cookie: string };
}

export function targets(known: Known): Target[] {
  return [
    ...merchantTargets(known),
    telemetryTarget(known),
    pathTarget,
    headerTarget(known),
    ...dashboardTargets(known),
  ];
}

function merchantTargets({ booking, secretKey, decisionId }: Known): Target[] {
  const report = {
    outcome: "fraud",
    occurredAt: new Date().toISOString(),
    note: "n",
    requestId: "f",
  };
  const headers = { "Content-Type": "application/json", "X-Service-Key": secretKey };
  const post = (name: string, path: Arbitrary<string>, valid: object): Target => {
    const text = JSON.stringify(valid);
    const body = fc.oneof(
      { weight: 4, arbitrary: mutated(valid).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: brokenBody(text) },
      { weight: 1, arbitrary: fc.constant(text) },
    );
    const requests = fc.record({
      method: fc.constant("POST"),
      path,
      headers: fc.constant(headers),
      body,
    });
    return { name, requests };
  };
  const decision = fc.oneof(fc.constant(decisionId), hostilePathPart);
  const list = fc
    .oneof(fc.constantFrom("deny", "allow", "watch"), hostilePathPart)
    .map((kind) => `/v1/lists/${kind}/entries`);
  const expiresAt = "2999-01-01T00:00:00Z";
  const entry = { type: "booker", value: "user-4711", reason: "a test", expiresAt };
  return [
    post("POST /v1/risk", fc.constant("/v1/risk"), booking),
    post(
      "POST /v1/decisions/{id}/outcome",
      decision.map((id) => `/v1/decisions/${id}/outcome`),
      report,
    ),
    {
      name: "GET /v1/decisions/{id}",
      requests: decision.map((id) => ({
        method: "GET",
        path: `/v1/decisions/${id}`,
        headers,
        body: null,
      })),
    },
    post("POST /v1/lists/{kind}/entries", list, { ...entry, decisionId }),
    {
      name: "GET /v1/lists/{kind}/entries",
      requests: fc.record({
        method: fc.constant("GET"),
        path: fc.tuple(list, hostilePathPart).map(([path, text]) => `${path}?cursor=${text}`),
        headers: fc.constant(headers),
        body: fc.constant(null),
      }),
    },
    {
      name: "POST /v1/lists/{kind}/entries/{id}/archive",
      requests: fc.record({
        method: fc.constant("POST"),
        path: fc.tuple(list, hostilePathPart).map(([path, id]) => `${path}/${id}/archive`),
        headers: fc.constant(headers),
        body: fc.constant(null),
      }),
    },
  ];
}

function telemetryTarget({ publishableKey }: Known): Target {
  const batch = {
    key: publishableKey,
    collectionId: "col_fuzzed0001",
    sequence: 0,
    sdkVersion: "fuzz",
    startedAt: Date.now(),
    sentAt: Date.now(),
    events: [
      { kind: "scroll", at: 10, page: 0, scrolls: 1, depth: 0.5 },
      { kind: "page", at: 5, page: 0, path: "/rooms" },
    ],
  };
  const body = fc.oneof(
    { weight: 4, arbitrary: mutated(batch).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: brokenBody(JSON.stringify(batch)) },
  );
  const headers = { "Content-Type": "text/plain" };
  const requests = body.map((one) => ({ method: "POST", path: "/sdk/batch", headers, body: one }));
  return { name: "POST /sdk/batch", requests };
}

/** Any method on any path, known or not. */
const pathTarget: Target = {
  name: "any method and path",
  requests: fc
    .tuple(
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"),
      fc.constantFrom(
        "/",
        "/v1/",
        "/sdk/",
        "/docs/",
        "/docs/assets/",
        "/dashboard/",
        "/dashboard/assets/",
        "/dashboard/api/",
        "/metrics",
        "/readyz",
        "/healthz",
        "/openapi.json",
        "/sdk.js",
      ),
      fc.array(hostilePathPart, { maxLength: 3 }),
      fc.option(hostilePathPart),
    )
    .map(([method, start, parts, query]) => ({
      method,
      path: start + parts.join("/") + (query === null ? "" : `?${query}=${query}`),
      headers: {},
      body: null,
    })),
};

/** A valid booking with headers of any content. */
function headerTarget({ booking, secretKey }: Known): Target {
  const name = fc.constantFrom(
    "X-Service-Key",
    "Idempotency-Key",
    "Content-Type",
    "X-Forwarded-For",
    "X-Request-Id",
    "Content-Encoding",
    "Accept",
    "Origin",
    "Host",
    "Authorization",
    "Signature-Input",
    "Cookie",
    "Range",
    "If-None-Match",
    "traceparent",
  );
  const value = fc.oneof(
    fc.constantFrom(
      "",
      ",",
      "gzip",
      "application/json; charset=utf-16",
      "\u00ff",
      "a".repeat(4000),
    ),
    fc.constantFrom(
      "1.2.3.4, ::1, x",
      "[::1]:80",
      "bytes=0-",
      "*",
      'sig1=("@authority");created=1',
    ),
    fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    }),
  );
  const usual = { "Content-Type": "application/json", "X-Service-Key": secretKey };
  const body = JSON.stringify(booking);
  const requests = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 3 }).map((pairs) => ({
    method: "POST",
    path: "/v1/risk",
    body,
    headers: { ...usual, ...Object.fromEntries(pairs.map(([key, text]) => [key, text.trim()])) },
  }));
  return { name: "headers of POST /v1/risk", requests };
}

interface DashboardRoute {
  method: string;
  path: string;
  hooks?: { body?: TSchema; query?: TSchema };
}

/**
 * Changes an account, or closes a project: the requests after it would all be refused. These are sent
 * with the spare account and project, and the end of its own session comes last.
 */
const closes = /\/account\/|\/session\/end$|\/archived$|\/:projectId\/second-factor$/;
const endsSession = /\/session\/end$/;

/** Every route of the dashboard's API, with bodies from its own schema. */
function dashboardTargets(known: Known): Target[] {
  const routes = dashboardApi({ models: {} } as RouteDeps).routes as unknown as DashboardRoute[];
  const rank = ({ path }: DashboardRoute) =>
    Number(closes.test(path)) + Number(endsSession.test(path));
  return routes
    .toSorted((a, b) => rank(a) - rank(b))
    .map((route) => dashboardTarget(route, rank(route) > 0 ? { ...known, ...known.spare } : known));
}

function dashboardTarget({ method, path, hooks }: DashboardRoute, known: Known): Target {
  const bodies =
    method === "GET"
      ? fc.constant(null)
      : valuesOf(hooks?.body).chain((valid) => {
          const text = fc.constant(JSON.stringify(valid ?? {}));
          if (valid === undefined) return text;
          const changed = mutated(valid).map((value) => JSON.stringify(value));
          return fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: changed });
        });
  const query = hooks?.query ? valuesOf(hooks.query) : fc.constant({});
  const headers = {
    Origin: known.origin,
    Cookie: known.cookie,
    "Content-Type": "application/json",
  };
  const requests = fc
    .record({ filled: filledPath(path, known), body: bodies, query })
    .map((one) => ({
      method,
      path: one.filled + queryText(one.query),
      headers,
      body: one.body ?? null,
    }));
  return { name: `${method} ${path}`, requests };
}

function filledPath(path: string, known: Known): Arbitrary<string> {
  const existing: Record<string, string> = {
    projectId: known.projectId,
    keyId: known.keyId,
    decisionId: known.decisionId,
    model: known.model,
    userId: known.userId,
  };
  const parts = path.split("/").map((part): Arbitrary<string> => {
    if (!part.startsWith(":")) return fc.constant(part);
    const real = existing[part.slice(1)];
    const one = { weight: 1, arbitrary: hostilePathPart };
    return real ? fc.oneof({ weight: 4, arbitrary: fc.constant(real) }, one) : hostilePathPart;
  });
  return fc.tuple(...parts).map((filled) => filled.join("/"));
}

function queryText(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`,
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
