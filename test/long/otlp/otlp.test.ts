/** OpenTelemetry from the real executable, to a receiver that decodes by the published definitions. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { otlpDefinitions } from "./install.ts";
import { attributesOf, type Span, startReceiver } from "./receiver.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
const token = "Bearer-of-the-receiver-0123456789";
const headersFile = join(installation.folder, "headers");
writeFileSync(headersFile, `Authorization=Bearer ${token}\n\nX-Tenant=hotels\n`);
const stageNames = ["authenticate", "read", "identify", "history", "features", "score", "commit"];

/** A caller's trace, sampled or not. */
const parentOf = (trace: number, sampled: boolean) => ({
  traceparent: `00-${trace.toString(16).padStart(32, "a")}-b7ad6b7169203331-${sampled ? "01" : "00"}`,
});
const book = (service: Service, headers: Record<string, string> = {}, key = secret.key) =>
  callRisk(service.url, key, fullRequest(), headers);

async function metricsOf(service: Service): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describeWith(otlpDefinitions)("with a receiver", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let service: Service;

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await installation.serveIn(
      { OTEL_SERVICE_NAME: "risk-eu", OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      "--otlp-headers-file",
      headersFile,
      "--otlp-metrics-interval",
      "1000",
      "--otlp-trace-ratio",
      "0",
    );
    await waitUntil("the first metrics", () => receiver.metrics().length > 0);
  });
  afterAll(async () => {
    await service?.stop();
    receiver?.stop();
  });

  const traceOf = (trace: number) => {
    const id = Buffer.from(trace.toString(16).padStart(32, "a"), "hex").toString("base64");
    const spans = receiver.spans().filter(({ traceId }) => traceId === id);
    return spans.length > 0 && spans;
  };

  test("a decision that the caller traces has a span for each stage, under the caller's", async () => {
    const answer = await book(service, { ...parentOf(1, true), "X-Request-Id": "gateway-77" });
    const { decisionId } = (await answer.json()) as { decisionId: string };
    const spans = await waitUntil("the trace", () => traceOf(1));
    const root = spans.find(({ name }) => name === "POST /v1/risk") as Span;
    expect(Buffer.from(root.parentSpanId!, "base64").toString("hex")).toBe("b7ad6b7169203331");
    expect(attributesOf(root)).toEqual({
      "http.request.method": "POST",
      "http.route": "/v1/risk",
      "http.response.status_code": "200",
      "booking_risk.request_id": "gateway-77",
      "booking_risk.project_id": projectId,
      "booking_risk.decision_id": decisionId,
      "booking_risk.replayed": false,
    });
    const stages = spans.filter(({ name }) => name !== root.name);
    expect(stages.map(({ name }) => name)).toEqual(stageNames);
    expect(new Set(stages.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root.spanId]));
    let at = BigInt(root.startTimeUnixNano);
    for (const stage of stages) {
      expect(BigInt(stage.startTimeUnixNano)).toBe(at);
      at = BigInt(stage.endTimeUnixNano);
      expect(at >= BigInt(stage.startTimeUnixNano)).toBe(true);
    }
    expect(at <= BigInt(root.endTimeUnixNano)).toBe(true);
    expect(Math.abs(Number(at / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  });

  test("a refused request says why; one without an accepted key is never traced", async () => {
    await callRisk(service.url, secret.key, { requestId: "r" }, parentOf(2, true));
    await callRisk(service.url, "sk_nobody", fullRequest(), parentOf(3, true));
    await book(service, parentOf(4, false));
    await book(service); // The ratio is 0.
    await book(service, { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` });
    await book(service, parentOf(5, true));
    await waitUntil("the last trace", () => traceOf(5));
    const [root] = (await waitUntil("the refused", () => traceOf(2))).slice(-1);
    expect(attributesOf(root!)).toMatchObject({
      "error.type": "validation_failed",
      "http.response.status_code": "422",
    });
    const traces = new Set(receiver.spans().map(({ traceId }) => traceId));
    expect(traces.size).toBe(3);
  });

  test("the metrics are those of /metrics, from the same counts", async () => {
    const sent = await waitUntil("metrics of all decisions", () => {
      const metrics = receiver.metrics();
      const score = metrics.find(({ name }) => name === "booking_risk_score");
      return score?.histogram?.dataPoints?.[0]?.count === "5" && metrics;
    });
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const published = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name, type]) => [
      name,
      type,
    ]);
    const kindOf = ({ sum, histogram }: (typeof sent)[number]) =>
      sum ? "counter" : histogram ? "histogram" : "gauge";
    expect(sent.map((one) => [one.name, kindOf(one)])).toEqual(published as [string, string][]);

    const samples = await metricsOf(service);
    const named = (name: string) => sent.find((one) => one.name === name)!;
    const decisions = named("booking_risk_decisions_total").sum!;
    expect(decisions).toMatchObject({
      isMonotonic: true,
      aggregationTemporality: "AGGREGATION_TEMPORALITY_CUMULATIVE",
    });
    for (const point of decisions.dataPoints!) {
      const { level, action } = attributesOf(point);
      const sample = `booking_risk_decisions_total{level="${level}",action="${action}"}`;
      expect(samples.get(sample)).toBe(point.asDouble!);
    }
    const score = named("booking_risk_score").histogram!.dataPoints![0]!;
    let within = 0;
    for (const [i, count] of score.bucketCounts!.entries()) {
      within += Number(count);
      const le = score.explicitBounds![i] ?? "+Inf";
      expect(samples.get(`booking_risk_score_bucket{le="${le}"}`)).toBe(within);
    }
    expect(samples.get("booking_risk_score_sum")).toBe(score.sum!);
    expect(named("booking_risk_http_request_duration_seconds").unit).toBe("s");
    expect(named("booking_risk_disk_free_bytes").unit).toBe("By");
    expect(named("booking_risk_refusals_total").sum!.dataPoints!.map(attributesOf)).toContainEqual({
      endpoint: "risk",
      code: "invalid_key",
    });
  });

  test("every export has the headers of the file, and says which service it is from", () => {
    expect(receiver.received.length).toBeGreaterThan(1);
    for (const { headers, body } of receiver.received) {
      expect(headers.authorization).toBe(`Bearer ${token}`);
      expect(headers["x-tenant"]).toBe("hotels");
      const [first] = [...(body.resourceSpans ?? []), ...(body.resourceMetrics ?? [])];
      const attributes = attributesOf(first!.resource);
      expect(attributes["service.name"]).toBe("risk-eu");
      expect(attributes["service.instance.id"]).toEndWith(new URL(service.url).port);
    }
  });

  test("nothing of the guest, no key and no address is in what is sent", () => {
    const text = JSON.stringify(receiver.received.map(({ body }) => body));
    const { booker, hotel } = fullRequest();
    for (const one of [booker.email, booker.lastName, booker.phone, hotel.name, secret.key]) {
      expect(text).not.toContain(one);
    }
    expect(text).not.toMatch(/\b[sp]k_[0-9A-Za-z]/);
  });

  test("the token is neither in the log nor in the command", () => {
    expect(service.log.join("\n")).not.toContain(token);
    const command = readFileSync(`/proc/${service.process.pid}/cmdline`, "utf8");
    expect(command).toContain(headersFile);
    expect(command).not.toContain(token);
  });
});

describe("with a receiver that", () => {
  /** Traces of 200 bookings in a moment, while 20 others are answered. */
  async function bookMany(service: Service): Promise<number> {
    await book(service);
    const slowest = async () => {
      const start = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 220 }, (_, i) => book(service, parentOf(i + 1, true))),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return performance.now() - start;
    };
    return slowest();
  }

  test("never answers, nobody waits; what is too much is dropped and counted", async () => {
    const sockets: Socket[] = [];
    const hanging: Server = createServer(
      (socket) => void sockets.push(socket.on("error", () => {})),
    );
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    const { port } = hanging.address() as { port: number };
    const plain = await installation.serve();
    const without = await bookMany(plain);
    await plain.stop();

    const service = await installation.serve(
      "--otlp-endpoint",
      `http://127.0.0.1:${port}`,
      "--otlp-metrics-interval",
      "1000",
    );
    await waitUntil("the first export", () => sockets.length > 0);
    const took = await bookMany(service);
    await waitUntil("an export of spans", () => sockets.length > 1);
    expect(took).toBeLessThan(3 * without + 1000);
    await waitUntil("a trace that is dropped", async () => {
      await bookMany(service);
      return [...(await metricsOf(service)).keys()].some((one) => one.includes("_traces_dropped"));
    });
    await waitUntil("a failure that is counted", async () => {
      const metrics = await metricsOf(service);
      return metrics.get('booking_risk_otlp_exports_total{signal="metrics",result="failed"}');
    });
    const stopped = performance.now();
    await service.stop();
    expect(performance.now() - stopped).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });

  test("is not there, nobody waits, and the log says so without the address", async () => {
    const service = await installation.serveIn(
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1/with-a-secret" },
      "--otlp-metrics-interval",
      "1000",
    );
    expect((await book(service, parentOf(1, true))).status).toBe(200);
    const line = await waitUntil("a line", () => service.log.find((one) => /"otlp"/.test(one)));
    expect(JSON.parse(line)).toMatchObject({ level: "warning", signal: "metrics" });
    expect(service.log.join("\n")).not.toContain("with-a-secret");
    expect(await service.stop()).toBe(0);
  });
});

describe("wrong usage", () => {
  const refused: [string, string[], Record<string, string>][] = [
    ["--otlp-endpoint", ["--otlp-endpoint", "collector:4317"], {}],
    ["--otlp-headers-file", ["--otlp-endpoint", "http://user:secret-1@c:4318"], {}],
    ["--otlp-header ", ["--otlp-endpoint", "http://c", "--otlp-header", "secret-1"], {}],
    [
      "OTEL_EXPORTER_OTLP_PROTOCOL",
      ["--otlp-endpoint", "http://c"],
      { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    ],
  ];
  test.each(refused)("names %s, and no secret", (named, flags, env) => {
    const run = Bun.spawnSync([installation.executable, "serve", "--port", "0", ...flags], {
      cwd: installation.folder,
      env,
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr.toString()).toContain(named);
    expect(run.stderr.toString()).not.toContain("secret-1");
  });
});
