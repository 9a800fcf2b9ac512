/** Starts the receiver, and reads what it decoded. */
import { join } from "node:path";
import { python } from "./install.ts";

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string; boolValue?: boolean };
}
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attribute[];
  status?: { code?: string };
}
interface Point {
  attributes?: Attribute[];
  asDouble?: number;
  count?: string;
  sum?: number;
  bucketCounts?: string[];
  explicitBounds?: number[];
}
export interface Metric {
  name: string;
  unit?: string;
  sum?: { dataPoints?: Point[]; isMonotonic?: boolean; aggregationTemporality?: string };
  gauge?: { dataPoints?: Point[] };
  histogram?: { dataPoints?: Point[]; aggregationTemporality?: string };
}
interface Resource {
  attributes: Attribute[];
}
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: {
    resourceSpans?: { resource: Resource; scopeSpans: { spans: Span[] }[] }[];
    resourceMetrics?: { resource: Resource; scopeMetrics: { metrics: Metric[] }[] }[];
  };
}

export async function startReceiver() {
  const child = Bun.spawn([python, join(import.meta.dir, "receiver.py")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const received: Received[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    (async () => {
      let rest = "";
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream() as never)) {
        const lines = (rest + (chunk as unknown as string)).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          if (line.startsWith("{")) received.push(JSON.parse(line));
          else resolve(line);
        }
      }
      reject(new Error("the receiver ended"));
    })();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    spans: () =>
      received.flatMap(({ body }) =>
        (body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)),
      ),
    /** Those of the newest export. */
    metrics: () =>
      (received.findLast(({ path }) => path === "/v1/metrics")?.body.resourceMetrics ?? []).flatMap(
        ({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics),
      ),
    stop: () => child.kill(),
  };
}

/** The attributes of a span, a point or a resource. */
export function attributesOf({ attributes = [] }: { attributes?: Attribute[] }) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
  ) as Record<string, string | boolean | undefined>;
}
