/**
 * The metrics of `/metrics` in OpenTelemetry's form, by the same names and from the same counts: what
 * a scrape reads at a moment is what is sent at that moment.
 */
import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { millisToHrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import { version } from "../../base/version.ts";
import type { ReadMetric, Value } from "../monitoring/histogram.ts";

/** Units by the ends of names, as Prometheus has them; an OpenTelemetry receiver expects UCUM's. */
const units: readonly [RegExp, string][] = [
  [/_seconds(_total)?$/, "s"],
  [/_bytes$/, "By"],
];

/**
 * @param read the metrics as they are now.
 * @param now Unix ms.
 */
export function registryProducer(
  read: () => Promise<readonly ReadMetric[]>,
  now: () => number,
): MetricProducer {
  const since = millisToHrTime(now());
  return {
    async collect(): Promise<CollectionResult> {
      const all = await read();
      const at = millisToHrTime(now());
      const metrics = all.map((metric) => metricData(metric, { startTime: since, endTime: at }));
      const scope = { name: "booking-risk", version };
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] },
        errors: [],
      };
    },
  };
}

interface Period {
  startTime: HrTime;
  endTime: HrTime;
}

function metricData({ name, help, type, values }: ReadMetric, period: Period): MetricData {
  const unit = units.find(([end]) => end.test(name))?.[1] ?? "";
  const about = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === "histogram") {
    const dataPoints = histogramPoints(values, period);
    return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = values.map(({ labels, value }) => ({
    ...period,
    value,
    attributes: texts(labels),
  }));
  return type === "counter"
    ? { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...about, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Labels are texts, whatever they were counted by: the status of a response is "200". */
function texts(labels: Value["labels"]): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}

interface Point {
  attributes: Attributes;
  /** Of the edges, ascending; values within each of them, and last all. */
  boundaries: number[];
  within: number[];
  sum: number;
}

/** Prometheus has a value for each edge of a histogram, cumulative; OpenTelemetry one for each bin. */
function histogramPoints(values: readonly Value[], period: Period) {
  const points = new Map<string, Point>();
  for (const { labels, value, metricName = "" } of values) {
    const { le, ...attributes } = texts(labels);
    const key = JSON.stringify(attributes);
    const point = points.get(key) ?? { attributes, boundaries: [], within: [], sum: 0 };
    points.set(key, point);
    if (metricName.endsWith("_sum")) point.sum = value;
    if (!metricName.endsWith("_bucket")) continue;
    point.within.push(value);
    if (le !== "+Inf") point.boundaries.push(Number(le));
  }
  return [...points.values()].map(({ attributes, boundaries, within, sum }) => ({
    ...period,
    attributes,
    value: {
      buckets: { boundaries, counts: within.map((count, i) => count - (within[i - 1] ?? 0)) },
      count: within.at(-1) ?? 0,
      sum,
    },
  }));
}
