/** What `GET /metrics` tells Prometheus. Labels are few and fixed: no project, no key, no guest. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { DecisionRecord } from "../storage/store.ts";

export interface Metrics {
  decided(record: DecisionRecord, replayed: boolean): void;
  /** @param route one of the service's own addresses, never the caller's text. */
  answered(route: string, status: number, seconds: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const decisions = new Counter({
    name: "booking_risk_decisions_total",
    help: "Decisions made, by level and suggested action; replayed answers are not counted.",
    labelNames: ["level", "action"] as const,
    registers: [registry],
  });
  const requests = new Counter({
    name: "booking_risk_http_requests_total",
    help: "Requests answered, by route and status.",
    labelNames: ["route", "status"] as const,
    registers: [registry],
  });
  const latency = new Histogram({
    name: "booking_risk_http_request_seconds",
    help: "From a request's arrival to its answer.",
    labelNames: ["route"] as const,
    buckets: [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    decided({ riskLevel, suggestedAction }, replayed) {
      if (!replayed) decisions.inc({ level: riskLevel, action: suggestedAction });
    },
    answered(route, status, seconds) {
      requests.inc({ route, status });
      latency.observe({ route }, seconds);
    },
    text: () => registry.metrics(),
  };
}
