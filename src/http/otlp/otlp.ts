/**
 * OpenTelemetry: traces of decisions and the service's metrics, sent by OTLP over HTTP to where the
 * operator says. Its SDK is loaded only then, and after the service has begun to answer.
 */

import { log } from "../../base/log.ts";
import type { Tracing } from "../monitoring/request-trace.ts";
import type { OtlpConfig, OtlpMetrics } from "./config.ts";

export interface Otlp {
  /** Null where no traces are sent. Traces none until the SDK is loaded. */
  tracing: Tracing | null;
  /** Loads the SDK and begins. @param url the service's own address, which names it in what is sent. */
  start(url: URL): void;
  /** Sends what is pending, for a moment at most: the receiver may hang. */
  stop(): Promise<void>;
}

/** How long a stop waits for the receiver, ms. */
const flushMsMax = 2000;

export function openOtlp(config: OtlpConfig | null, metrics: OtlpMetrics): Otlp {
  if (config === null) return { tracing: null, start() {}, stop: async () => {} };
  let loaded: Awaited<ReturnType<typeof load>> | null = null;
  return {
    tracing:
      config.tracesUrl === null
        ? null
        : {
            begin: (request, projectId, startedAt) =>
              loaded?.tracing?.begin(request, projectId, startedAt) ?? null,
          },
    start(url) {
      load(config, metrics, url).then(
        (parts) => {
          loaded = parts;
        },
        (error) => log("error", "otlp", { reason: `OpenTelemetry cannot be loaded: ${error}` }),
      );
    },
    async stop() {
      if (loaded) await Promise.race([loaded.stop(), Bun.sleep(flushMsMax)]);
    },
  };
}

async function load(config: OtlpConfig, metrics: OtlpMetrics, url: URL) {
  const { startExports } = await import("./exports.ts");
  return startExports(config, metrics, url);
}
