/** Both signals by OpenTelemetry's SDK. Loaded with `import()`: it takes time and memory. */
import { hostname } from "node:os";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace";
import { version } from "../../base/version.ts";
import type { OtlpConfig, OtlpMetrics } from "./config.ts";
import { watchedExporter } from "./exporter.ts";
import { registryProducer } from "./registry-producer.ts";
import { openTracing, traceLimits } from "./tracing.ts";

/** How long the receiver may take, with retries, ms. */
const exportMsMax = 10_000;

export function startExports(config: OtlpConfig, metrics: OtlpMetrics, url: URL) {
  const resource = resourceOf(url);
  const { headers, tracesUrl, metricsUrl } = config;
  const traces = tracesUrl === null ? null : startTraces(config, tracesUrl, metrics, resource);
  const provider =
    metricsUrl === null
      ? null
      : new MeterProvider({
          resource,
          readers: [
            new PeriodicExportingMetricReader({
              exporter: watchedExporter(
                "metrics",
                new OTLPMetricExporter({ url: metricsUrl, headers, timeoutMillis: exportMsMax }),
                metrics.exported,
              ),
              exportIntervalMillis: config.metricsEveryMs,
              metricProducers: [registryProducer(metrics.values, Date.now)],
            }),
          ],
        });
  return {
    tracing: traces?.tracing ?? null,
    stop: async () => {
      await Promise.allSettled([traces?.stop(), provider?.shutdown()]);
    },
  };
}

function startTraces(
  { headers, traceRatio }: OtlpConfig,
  url: string,
  metrics: OtlpMetrics,
  resource: Resource,
) {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: exportMsMax });
  return openTracing({
    resource,
    ratio: traceRatio,
    dropped: metrics.traceDropped,
    processor: (exported) =>
      new BatchSpanProcessor({
        exporter: watchedExporter("traces", exporter, (signal, result, spans) => {
          exported(spans);
          metrics.exported(signal, result);
        }),
        maxQueueSize: traceLimits.spansQueued,
        maxExportBatchSize: traceLimits.spansAtOnce,
      }),
  });
}

/** What `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say takes precedence. */
function resourceOf(url: URL): Resource {
  const own = resourceFromAttributes({
    "service.name": "booking-risk",
    "service.version": version,
    "service.instance.id": `${hostname()}:${url.port}`,
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}
