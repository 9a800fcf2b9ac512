import { describe, expect, test } from "bun:test";
import { bookingBodies } from "../bookings.ts";
import { completeStatus, type LoadResult } from "../load.ts";
import { median } from "../median.ts";
import type { Measured } from "./measure.ts";
import { markdownOf, ratiosOf, textOf, withTable } from "./report.ts";

const latency = { p50: 1, p90: 2, p95: 3, p99: 3.456, p999: 4, max: 123.4 };

const load = (perSecond: number): LoadResult => ({
  perSecond,
  statuses: { "200": perSecond },
  unanswered: 0,
  unsent: 0,
  latencyMs: latency,
  scoredMs: latency,
  refusedMs: { p50: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0 },
  scoredSinceSentMs: { p50: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0 },
  refusedSinceSentMs: { p50: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0 },
  sent: perSecond,
  generatorUs: 5,
});

function measured(name: Measured["name"], speeds: number[]): Measured {
  const results = speeds.map(load);
  return {
    name,
    startMs: [100, 90, 110],
    closed: results.map((one) => ({ ...one, cpuUs: 12.34 })),
    alone: results,
    refused: name === "service" ? [load(500), load(800), load(600)] : [],
    open: [{ percent: 50, rate: 100, rounds: results }],
    peakMiB: 200,
    bytesWritten: name === "echo" ? null : 5000,
    bytesGrown: name === "echo" ? null : 4000,
    accepted: 1000,
    stored: null,
  };
}

const all = [measured("service", [100, 200, 300]), measured("echo", [1000, 1000, 1200])];
const plan = { rounds: 3, seconds: 1, connections: 64 };

describe("ratios", () => {
  test("are taken round by round", () => {
    expect(ratiosOf(all).service.echo).toEqual({ median: 0.2, min: 0.1, max: 0.25 });
  });

  test("of a refused key are its cost in echoes", () => {
    expect(ratiosOf(all).refusedInEchoes).toEqual({ median: 2, min: 1.25, max: 2 });
  });

  test("need the service", () => {
    expect(ratiosOf([all[1]!])).toEqual({ service: {}, refusedInEchoes: null });
  });
});

test("the median of an even number lies between the middle two", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("the text says what was not answered with 200, and what is left out", () => {
  const refusing = measured("fastify", [1, 2, 3]);
  refusing.closed[0]!.statuses = { "200": 1, "503": 7 };
  const text = textOf([...all, refusing], plan, ["fastapi is left out: no Python."]);
  expect(text).toContain("7 answers with 503!");
  expect(text).toContain("fastapi is left out: no Python.");
  expect(text).toMatch(/service \/ echo +0\.20 +\(0\.10 to 0\.25\)/);
});

test("a table replaces the one before it, and nothing else", () => {
  const table = markdownOf(all);
  expect(table.split("\n")).toHaveLength(4);
  expect(table).toContain("| Booking Risk ");
  const marks = (inside: string) =>
    `# A\n\n<!-- bench: written by npm run bench -->${inside}<!-- /bench -->\n\nB\n`;
  const document = withTable(marks("\n\nold\n\n"), table);
  expect(document).toBe(marks(`\n\n${table}\n\n`));
  expect(() => withTable("# A\n", table)).toThrow("has no");
});

describe("the load generator", () => {
  test("sends valid JSON in ASCII, another booking each time", () => {
    const next = bookingBodies();
    const bodies = Array.from({ length: 100 }, next);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBe(body.length);
    const requests = bodies.map((body) => JSON.parse(body) as { requestId: string });
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(100);
  });

  test.each([
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "200"],
    ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx: y\r\n\r\n{", null],
    ["HTTP/1.1 401 Unauthorized\r\ncontent-le", null],
    ["HTTP/1.1 204 No Content\r\n\r\n", "204"],
  ])("reads %j", (response, status) => {
    expect(completeStatus([Buffer.from(response)])).toBe(status);
  });
});
