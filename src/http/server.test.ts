import { afterAll, afterEach, beforeAll, expect, jest, test } from "bun:test";
import { connect } from "node:net";
import { nextTurn, turnsUntil } from "../../test/fixtures/turns.ts";
import { AnswerPace } from "./admission/answer-pace.ts";
import { refusalLimits, waitingRefusals } from "./admission/refusal-response.ts";
import { createMetrics } from "./monitoring/metrics.ts";
import { Problem } from "./problems/problem.ts";
import { createServer, type ListenerPart, type ServerDeps } from "./server.ts";

const metrics = createMetrics(() => ({ serving: () => [], inShadow: () => [] }));
let app: ReturnType<typeof createServer>;
let url: string;

/** Nobody's key is known, and the addresses of proxies cannot be read. */
const deps = {
  merchant: {
    tracing: null,
    authenticator: {
      authenticate() {
        throw new Problem("invalid_key", "…");
      },
    },
    refusals: { note() {} },
    pace: new AnswerPace(),
  },
  risk: {},
  outcome: {},
  decision: {},
  lists: {},
  telemetry: { limits: {} },
  metrics,
  operations: { metricsToken: null, allowedHosts: [], trustedProxies: [] },
  isDraining: () => false,
  get trustedProxies() {
    throw new Error("a secret path");
  },
} as unknown as ServerDeps;
beforeAll(async () => {
  // No refusal stops waiting for its body before a test says so. The deadline may have begun to tick in
  // another file: that has ended once a timer of the same length has.
  await Bun.sleep(refusalLimits.waitMs / 4);
  jest.useFakeTimers();
  app = createServer(deps).listen({ hostname: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${app.server!.port}`;
});
/** Until the deadline has stopped ticking. */
afterEach(() => {
  jest.advanceTimersByTime(refusalLimits.waitMs * 2);
});
afterAll(async () => {
  jest.useRealTimers();
  await app.stop();
});

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

test("a port of operations has what monitoring reads, for whoever reaches it, and nothing else", async () => {
  // Handled without a connection, so that the address of the caller is unknown.
  const statusOf = async (part: ListenerPart, method: string, path: string) => {
    const headers = { host: "127.0.0.1" };
    const request = new Request(`http://127.0.0.1${path}`, { method, headers });
    return (await createServer(deps, part).handle(request)).status;
  };
  expect(await statusOf("operations", "GET", "/metrics")).toBe(200);
  expect(await statusOf("all", "GET", "/metrics")).toBe(401);
  expect(await statusOf("public", "GET", "/metrics")).toBe(404);
  expect(await statusOf("operations", "GET", "/v1/risk")).toBe(404);
  expect(await statusOf("all", "GET", "/v1/risk")).toBe(405);
  expect(await statusOf("public", "GET", "/v1/risk")).toBe(405);
  for (const part of ["operations", "public", "all"] as const) {
    expect(await statusOf(part, "GET", "/healthz")).toBe(200);
  }
});

test("a refused request's id is read where its body can be", async () => {
  expect(await sent("POST", "/v1/risk", "[1]")).toEqual([401, "invalid_key", null]);
  expect(await sent("POST", "/v1/risk", null)).toEqual([401, "invalid_key", null]);
  const large = JSON.stringify({ requestId: "r-1", more: "x".repeat(70_000) });
  expect(await sent("POST", "/v1/risk", large)).toEqual([401, "invalid_key", null]);
});

test("the id is read where it is first, last, or anywhere, and never a nested one", async () => {
  const idOf = async (body: string) => (await sent("POST", "/v1/risk", body))[2];
  expect(await idOf('{ "requestId": "a.b:c-1", "x": [')).toBe("a.b:c-1");
  expect(await idOf('{"a":{"requestId":"no"},"requestId":"r-2"}\n')).toBe("r-2");
  expect(await idOf('{"a":1,"requestId":"r 3\\u00e9","b":2}')).toBe("r 3é");
  expect(await idOf('{"a":{"requestId":"no"}}')).toBeNull();
  expect(await idOf('{"a":"\\"requestId\\":\\"no\\"}"}')).toBeNull();
  expect(await idOf('{"requestId":""}')).toBeNull();
});

/** Sends what is there of a request, and resolves with what comes back until the connection closes. */
function exchange(...parts: (string | (() => Promise<void>))[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(app.server!.port!, "127.0.0.1", async () => {
      for (const part of parts) {
        if (typeof part === "string") socket.write(part);
        else await part();
      }
    });
    socket.on("data", (bytes) => {
      text += bytes;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

const waiting = (count: number) => () => turnsUntil(() => waitingRefusals() === count);

/** @returns the time that had to pass until `condition` was met, ms. */
async function passUntil(condition: () => boolean): Promise<number> {
  const begin = performance.now();
  while (!condition()) {
    jest.advanceTimersByTime(5);
    await nextTurn();
  }
  return performance.now() - begin;
}

const head = (framing: string) => `POST /v1/risk HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`;

test.each(["Content-Length: 22", "Transfer-Encoding: chunked"])(
  "a refusal does not wait long for an unfinished body, and closes its connection: %s",
  async (framing) => {
    const answer = exchange(head(framing));
    await waiting(1)();
    const waitedMs = await passUntil(() => waitingRefusals() === 0);
    expect(waitedMs).toBeWithin(refusalLimits.waitMs, refusalLimits.waitMs * 1.25 + 5);
    const text = await answer;
    expect(text).toStartWith("HTTP/1.1 401 ");
    expect(text).toContain('"code":"invalid_key","requestId":null}');
  },
);

test("a body that comes a little after its headers still has its id echoed", async () => {
  const parts = ["Content-Length: 19\r\nConnection: close", '{"requestId"', ':"r-1"}'] as const;
  const text = await exchange(head(parts[0]), waiting(1), parts[1], nextTurn, parts[2]);
  expect(text).toContain('"requestId":"r-1"}');
});

test("refusals that wait for a body are few; those that came first go without", async () => {
  const answered: number[] = [];
  let sent = 0;
  const send = async () => {
    const place = sent++;
    await exchange(head("Content-Length: 22"));
    answered.push(place);
  };
  const all: Promise<void>[] = [];
  // One after another in groups, as a system keeps few connections that no program has accepted.
  for (const more of [...Array(8).fill(refusalLimits.waiting / 8), 50]) {
    for (let i = 0; i < more; i++) all.push(send());
    await turnsUntil(() => waitingRefusals() + answered.length === sent);
  }
  expect(answered).toHaveLength(50);
  expect(Math.max(...answered)).toBeLessThan(refusalLimits.waiting / 8);
  await passUntil(() => answered.length === sent);
  await Promise.all(all);
  expect(waitingRefusals()).toBe(0);
});
