import { afterAll, beforeAll, expect, test } from "bun:test";
import { createMetrics } from "./metrics.ts";
import { Problem } from "./problem.ts";
import { createServer, type ServerDeps } from "./server.ts";

const metrics = createMetrics(() => ({ serving: () => [], inShadow: () => [] }));
let app: ReturnType<typeof createServer>;
let url: string;

/** Nobody's key is known, and the addresses of proxies cannot be read. */
beforeAll(() => {
  const deps = {
    merchant: {
      authenticator: {
        authenticate() {
          throw new Problem("invalid_key", "…");
        },
      },
      refusals: { note() {} },
    },
    ...{ risk: {}, outcome: {}, decision: {} },
    telemetry: { limits: {} },
    metrics,
    get trustedProxies() {
      throw new Error("a secret path");
    },
  };
  app = createServer(deps as unknown as ServerDeps).listen({ hostname: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${app.server!.port}`;
});
afterAll(() => app.stop());

interface Answer {
  code: string;
  requestId: string | null;
}

const sent = async (
  method: string,
  path: string,
  body: string | null = '{"requestId":"r-1"}',
): Promise<[number, string, string | null]> => {
  const response = await fetch(`${url}${path}`, { method, body });
  const { code, requestId } = (await response.json()) as Answer;
  return [response.status, code, requestId];
};

test("a failure of a handler is a problem without detail, also where Bun's router calls it", async () => {
  const response = await fetch(`${url}/sdk/batch`, { method: "POST", body: '{"requestId":"r-1"}' });
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ status: 500, code: "internal_error", requestId: "r-1" });
  expect(text).not.toContain("secret");
});

test("the busy paths know their methods, and a slash at the end", async () => {
  expect(await sent("POST", "/v1/risk")).toEqual([401, "invalid_key", "r-1"]);
  expect(await sent("POST", "/v1/risk/")).toEqual([401, "invalid_key", "r-1"]);
  expect(await sent("PUT", "/v1/risk")).toEqual([405, "method_not_allowed", "r-1"]);
  expect(await sent("POST", "/v1/risks")).toEqual([404, "not_found", "r-1"]);
});

test("a refused request's id is read where its body can be", async () => {
  expect(await sent("POST", "/v1/risk", "[1]")).toEqual([401, "invalid_key", null]);
  expect(await sent("POST", "/v1/risk", null)).toEqual([401, "invalid_key", null]);
  const large = JSON.stringify({ requestId: "r-1", more: "x".repeat(70_000) });
  expect(await sent("POST", "/v1/risk", large)).toEqual([401, "invalid_key", null]);
});
