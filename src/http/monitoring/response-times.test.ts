import { expect, test } from "bun:test";
import { createMetrics } from "./metrics.ts";
import { percentile, responseTimeMonitor, sampleEveryMs } from "./response-times.ts";

const edges = [0.001, 0.002, 0.004];

test("a percentile is found inside its bin, as Prometheus does", () => {
  const times = { edges, within: [0, 50, 100, 100] };
  expect(percentile(0.25, times)).toBeCloseTo(0.0015);
  expect(percentile(0.5, times)).toBeCloseTo(0.002);
  expect(percentile(0.75, times)).toBeCloseTo(0.003);
  expect(percentile(0.5, { edges, within: [10, 10, 10, 10] })).toBeCloseTo(0.0005);
});

test("beyond the last edge is that edge, and of nothing there is none", () => {
  expect(percentile(0.99, { edges, within: [1, 1, 1, 100] })).toBe(0.004);
  expect(percentile(0.5, { edges, within: [0, 0, 0, 0] })).toBeNull();
  expect(percentile(0.5, { edges: [], within: [] })).toBeNull();
});

test("lately is the last quarter of an hour, and since the start before that is over", async () => {
  let now = 1_000_000;
  let within = [10, 10, 10, 10];
  const watch = responseTimeMonitor(
    async () => ({ edges, within }),
    () => now,
  );
  expect(await watch.summary()).toMatchObject({
    startedAt: 1_000_000,
    latelyFrom: 1_000_000,
    longest: 0.004,
    sinceStart: { answers: 10 },
    lately: { answers: 10 },
  });
  for (let minute = 1; minute <= 20; minute++) {
    now += sampleEveryMs;
    await watch.sample();
  }
  within = [10, 10, 15, 15];
  const seen = await watch.summary();
  expect(seen.latelyFrom).toBe(now - 15 * sampleEveryMs);
  expect(seen.sinceStart.answers).toBe(15);
  expect(seen.lately).toMatchObject({ answers: 5 });
  expect(seen.lately.p50).toBeCloseTo(0.003);
});

test("the service's own histogram tells the times of one route", async () => {
  const metrics = createMetrics(() => ({ serving: () => [], inShadow: () => [] }));
  expect(await metrics.responseTimes("/v1/risk")).toEqual({ edges: [], within: [] });
  for (const seconds of [0.0015, 0.003, 9]) metrics.answered("/v1/risk", 200, seconds);
  metrics.answered("/healthz", 200, 0.0001);
  const { edges, within } = await metrics.responseTimes("/v1/risk");
  expect([edges[0], edges.at(-1)]).toEqual([0.001, 2.5]);
  expect(within.slice(0, 3)).toEqual([0, 1, 2]);
  expect(within.at(-1)).toBe(3);
});
