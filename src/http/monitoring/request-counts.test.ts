import { expect, test } from "bun:test";
import { Counter, Histogram, Registry } from "prom-client";
import { createMetrics } from "./metrics.ts";

const edges = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.25, 0.5, 1, 2.5];

test("the text is what prom-client's own counter and histogram would give", async () => {
  const registry = new Registry();
  const requests = new Counter({
    name: "booking_risk_http_requests_total",
    help: "HTTP requests by route and status.",
    labelNames: ["route", "status"],
    registers: [registry],
  });
  const latency = new Histogram({
    name: "booking_risk_http_request_duration_seconds",
    help: "Time from the arrival of a request to its response.",
    labelNames: ["route"],
    buckets: edges,
    registers: [registry],
  });
  const metrics = createMetrics(() => ({ serving: () => [], inShadow: () => [] }));
  const seconds = [0, ...edges, ...edges.map((edge) => edge * 1.01), 60];
  for (const [i, time] of seconds.entries()) {
    const [route, status] = [i % 2 ? "/v1/risk" : "/healthz", i % 3 ? 200 : 401];
    requests.inc({ route, status });
    latency.observe({ route }, time);
    metrics.answered(route, status, time);
  }
  const linesOf = (text: string) =>
    text
      .split("\n")
      .filter((line) => /booking_risk_http_requests_total|booking_risk_http_request_d/.test(line))
      .sort();
  expect(linesOf(await metrics.text())).toEqual(linesOf(await registry.metrics()));
});

test("the response times of a route are cumulative", async () => {
  const metrics = createMetrics(() => ({ serving: () => [], inShadow: () => [] }));
  for (const time of [0.001, 0.0011, 3]) metrics.answered("/v1/risk", 200, time);
  const within = [1, ...Array(11).fill(2), 3];
  expect(await metrics.responseTimes("/v1/risk")).toEqual({ edges, within });
});
