/** Nobody without a key keeps bookings from being scored: the real executable under hostile connections. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Socket } from "bun";
import type { Load } from "../../scripts/bench/load.ts";
import { runLoad } from "../../scripts/bench/run-load.ts";
import { waitMsMax, waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const project = await installation.project();
const service = await installation.serve();
const { hostname, port } = new URL(service.url);

const opened: Socket<Received>[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

interface Received {
  text: string;
  closed: Promise<string>;
  close: (text: string) => void;
}

/** Opens a connection and sends what is given. */
async function connection(text: string): Promise<Socket<Received>> {
  const { promise: closed, resolve: close } = Promise.withResolvers<string>();
  const socket = await Bun.connect<Received>({
    hostname,
    port: Number(port),
    data: { text: "", closed, close },
    socket: {
      data({ data }, bytes) {
        data.text += bytes.toString("latin1");
      },
      close: ({ data }) => data.close(data.text),
      error() {},
    },
  });
  opened.push(socket);
  if (text !== "") socket.write(text);
  return socket;
}

async function connections(count: number, text: string): Promise<void> {
  for (let i = 0; i < count; i += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - i) }, () => connection(text)));
  }
}

/** How many of so many bookings are scored, one after another. `times` gets how long each takes, ms. */
async function scored(count = 20, times: number[] = []): Promise<number> {
  let scored = 0;
  for (let i = 0; i < count; i++) {
    const begin = performance.now();
    const answer = await callRisk(
      service.url,
      project.secret.key,
      booking({ requestId: `available-${i}` }),
    );
    if (answer.status === 200) scored += 1;
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
  }
  return scored;
}

const head = (framing: string, ...headers: string[]) =>
  `${["POST /v1/risk HTTP/1.1", "Host: x", "Content-Type: application/json", ...headers, framing].join("\r\n")}\r\n\r\n`;
const framings = { declared: "Content-Length: 2000", chunked: "Transfer-Encoding: chunked" };
const begun = { declared: "{", chunked: "1\r\n{\r\n" };

describe.each(["declared", "chunked"] as const)("a body of %s length", (how) => {
  test("4,200 unfinished requests without a key take no place of a booking", async () => {
    await connections(4200, head(framings[how]) + begun[how]);
    expect(await scored()).toBe(20);
  });

  test("that does not arrive in time is answered with 408, and its connection closed", async () => {
    const key = `X-Service-Key: ${project.secret.key}`;
    const socket = await connection(head(framings[how], key) + begun[how]);
    const start = performance.now();
    const drip = setInterval(() => socket.write(how === "declared" ? " " : "1\r\n \r\n"), 100);
    const text = await socket.data.closed;
    clearInterval(drip);
    expect(text).toStartWith("HTTP/1.1 408 ");
    expect(text).toContain('"code":"request_timeout","requestId":null');
    // At this pace all of it would take 200 s or more.
    expect(performance.now() - start).toBeLessThan(100_000);
  });
});

test("batches of telemetry that never end take no place of a booking", async () => {
  await connections(1000, head(framings.declared).replace("/v1/risk", "/sdk/batch"));
  expect(await scored()).toBe(20);
  const text = await opened[0]!.data.closed;
  expect(text).toStartWith("HTTP/1.1 408 ");
});

test("10,000 idle connections, and requests without an end to their headers, hold up no booking", async () => {
  await connections(9000, "");
  await connections(1000, "POST /v1/risk HTTP/1.1\r\nHost: x\r\nX-Service-Key: ");
  expect(await scored()).toBe(20);
});

test("a flood of headers is refused, and its connection closed", async () => {
  const many = Array.from({ length: 300 }, (_, i) => `X-${i}: y`);
  const large = `X-Large: ${"y".repeat(20_000)}`;
  for (const headers of [many, [large]]) {
    const { data } = await connection(head("Content-Length: 0", ...headers));
    expect(await data.closed).toStartWith("HTTP/1.1 431 ");
  }
  expect(await scored(1)).toBe(1);
});

test("a project that sends more than can be answered is refused, and another does not wait behind it", async () => {
  const other = await installation.project("Other");
  const load: Load = {
    url: `${service.url}/v1/risk`,
    headers: { "Content-Type": "application/json", "X-Service-Key": other.secret.key },
    connections: 1000, // In a closed loop: as many are in flight as are not refused.
    seconds: waitMsMax / 1000,
  };
  const isMeasured = Promise.withResolvers<void>();
  const flood = runLoad(load, isMeasured.promise);
  const times: number[] = [];
  try {
    await waitUntil("a refusal", async () => {
      const answer = await callRisk(service.url, other.secret.key, booking());
      return answer.status === 503;
    });
    expect(await scored(100, times)).toBe(100);
  } finally {
    isMeasured.resolve();
  }
  const { statuses, scoredSinceSentMs } = await flood;
  times.sort((one, other) => one - other);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(scoredSinceSentMs.p50 / 2);
  expect(Object.keys(statuses).sort()).toEqual(["200", "503"]);
  expect(await scored(1)).toBe(1);
  const again = await callRisk(service.url, other.secret.key, booking());
  expect(again.status).toBe(200);
});

describe("telemetry that would fill the disk", () => {
  let collections = 0;
  const sendBatch = async (url: string, headers: Record<string, string> = {}) => {
    const collectionId = `col_fillsdisk${collections++}`;
    const batch = { collectionId, sequence: 0, events: [] };
    const times = { startedAt: Date.now(), sentAt: Date.now(), sdkVersion: "0.1.0" };
    const body = JSON.stringify({ key: project.publishable.key, ...batch, ...times });
    const init = { method: "POST", headers, body: body.padEnd(30_000) };
    const answer = await fetch(`${url}/sdk/batch`, init);
    await answer.arrayBuffer();
    return answer;
  };

  test("is refused below the floor of free space, where bookings are still scored", async () => {
    const all = String(999_999_999);
    const full = await installation.serve("--telemetry-free-space", all);
    // The free space is looked at in the background.
    const refused = await waitUntil("a refusal", async () => {
      const answer = await sendBatch(full.url);
      return answer.status !== 204 && answer;
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    const answer = await callRisk(full.url, project.secret.key, booking());
    expect(answer.status).toBe(200);
    expect(full.log.join()).toContain("telemetry_refused");
    await full.stop();
  });

  test("is refused beyond a day's quota; a proxy that nobody named is warned of", async () => {
    const small = await installation.serve("--telemetry-key-quota", "1");
    const statuses: number[] = [];
    const headers = { "X-Forwarded-For": "192.0.2.1" };
    for (let i = 0; i < 40; i++) statuses.push((await sendBatch(small.url, headers)).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(34); // Of 30,000 bytes each.
    expect(statuses.at(-1)).toBe(429);
    const ready = (await (await fetch(`${small.url}/readyz`)).json()) as { warnings: string[] };
    expect(ready.warnings.join()).toContain("start with --trusted-proxy 127.0.0.1");
    expect(small.log.join()).toContain("untrusted_proxy");
    await small.stop();
  });
});
