import type { Metrics } from "../monitoring/metrics.ts";

/** Where OpenTelemetry's signals are sent, and how much of them. */
export interface OtlpConfig {
  /** Where traces are sent, such as `http://127.0.0.1:4318/v1/traces`; null for none. */
  tracesUrl: string | null;
  /** Where metrics are sent; null for none. */
  metricsUrl: string | null;
  /** Sent with each export. They are secrets: none is logged. */
  headers: Readonly<Record<string, string>>;
  /** The part of the decisions that is traced where the caller does not say, 0 to 1. */
  traceRatio: number;
  /** How often metrics are sent, ms. */
  metricsEveryMs: number;
}

/** What is sent, and where it is counted. */
export type OtlpMetrics = Pick<Metrics, "values" | "exported" | "traceDropped">;
