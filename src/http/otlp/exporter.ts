/** Counts and logs what becomes of exports, and ends those whose receiver never answers. */
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { log } from "../../base/log.ts";

export type Signal = "traces" | "metrics";
export type ExportOutcome = "succeeded" | "failed";

/** Beyond the exporter's own limit, which a receiver that sends a byte at a time does not meet, ms. */
const answerMsMax = 15_000;

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/**
 * @param ended called once for each export, with the number of its spans.
 * @returns the exporter itself, changed.
 */
export function watchedExporter<
  Items extends ResourceMetrics | ReadableSpan[],
  Watched extends Exporter<Items>,
>(
  signal: Signal,
  exporter: Watched,
  ended: (signal: Signal, outcome: ExportOutcome, spans: number) => void,
  answerMs = answerMsMax,
): Watched {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    const spans = Array.isArray(items) ? items.length : 0;
    let isDone = false;
    const end = (result: ExportResult) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      const succeeded = result.code === ExportResultCode.SUCCESS;
      if (!succeeded) log("warning", "otlp", { signal, reason: reasonOf(result.error) });
      ended(signal, succeeded ? "succeeded" : "failed", spans);
      done(result);
    };
    const timer = setTimeout(
      () => end({ code: ExportResultCode.FAILED, error: new Error("timed out") }),
      answerMs,
    );
    send(items, end);
  };
  return exporter;
}

/** Neither the receiver's answer nor an address: both may have a secret in them. */
function reasonOf(error: Error | undefined): string {
  const { code, name = "Error" } = (error ?? {}) as { code?: number | string; name?: string };
  if (typeof code === "number") return `the receiver answered ${code}`;
  if (error?.message === "timed out" || error?.message === "Request timed out") return "timed out";
  return code ?? name;
}
