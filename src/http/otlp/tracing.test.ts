import { afterEach, beforeEach, expect, jest, spyOn, test } from "bun:test";
import { emptyResource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import { openTracing, stages, traceLimits } from "./tracing.ts";

let now: number;
beforeEach(() => {
  now = 5000;
  spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function tracingOf(ratio: number) {
  const spans: ReadableSpan[] = [];
  const dropped: string[] = [];
  let leave: (spans: number) => void = () => {};
  const { tracing } = openTracing({
    resource: emptyResource(),
    ratio,
    processor: (exported) => {
      leave = exported;
      return {
        onStart() {},
        onEnd: (span) => void spans.push(span),
        forceFlush: async () => {},
        shutdown: async () => {},
      };
    },
    dropped: (reason) => void dropped.push(reason),
  });
  const begin = (headers: Record<string, string> = {}) =>
    tracing.begin(new Request("http://localhost/v1/risk", { headers }), "prj_1", now);
  return { spans, dropped, begin, leave: (count: number) => leave(count) };
}

const sampled = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
const spansOfTrace = stages.length + 1;

test("without a caller's word, the ratio decides", () => {
  expect(tracingOf(0).begin()).toBeNull();
  expect(tracingOf(1).begin()).not.toBeNull();
  expect(tracingOf(0).begin(sampled)).not.toBeNull();
  const not = { traceparent: sampled.traceparent.replace(/1$/, "0") };
  expect(tracingOf(1).begin(not)).toBeNull();
});

test("no more traces a second than the limit, however many the caller wants", () => {
  const { begin, dropped } = tracingOf(0);
  const begun = Array.from({ length: traceLimits.perSecond + 3 }, () => begin(sampled));
  expect(begun.filter((one) => one === null)).toHaveLength(3);
  expect(dropped).toEqual(["rate", "rate", "rate"]);
});

test("spans that are not exported take places, and give them back", async () => {
  const { begin, dropped, leave, spans } = tracingOf(1);
  const places = Math.floor(traceLimits.spansQueued / spansOfTrace);
  let begun = 0;
  while (!dropped.includes("queue")) {
    const trace = begin();
    if (trace !== null) begun += 1;
    else if (dropped.at(-1) === "rate") now += 1000;
    trace?.validated();
    trace?.timed(1, 2, 3, 4, 5);
    trace?.answered(200, null);
  }
  await nextTurn(); // Spans are made after the response.
  expect(begun).toBe(places);
  expect(spans).toHaveLength(places * spansOfTrace);
  leave(spansOfTrace);
  now += 1000;
  expect(begin()).not.toBeNull();
  expect(begin()).toBeNull();
});
