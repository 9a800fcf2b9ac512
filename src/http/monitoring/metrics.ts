/**
 * The metrics of `GET /metrics`, for Prometheus. Labels are few: no key, no guest, and a project
 * only where it has a model of its own or where its scores are monitored for drift, and then of a
 * bounded number of projects. Figures by project are in the dashboard, which has no such bound.
 */
import { Counter, Gauge, type Metric, Registry } from "prom-client";
import type { ClockJump } from "../../base/clock-monitor.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { IndexFailure } from "../../storage/port/index-monitor.ts";
import type { IntegrityMonitor } from "../../storage/port/integrity-monitor.ts";
import type { Store } from "../../storage/port/store.ts";
import type { Certificate } from "../tls-certificate.ts";
import { histogram, type ReadMetric, readMetric } from "./histogram.ts";
import { processMetrics } from "./process-metrics.ts";
import type { RefusalCounts } from "./refusal-counts.ts";
import { type InFlight, requestCounts } from "./request-counts.ts";
import type { ResponseTimes } from "./response-times.ts";
import { damageMetric, type StorageConfig, storageMetrics } from "./storage-metrics.ts";
import { webhookMetrics } from "./webhook-metrics.ts";

/** The models in service, read at each scrape. */
export interface ModelsInUse {
  serving(): readonly (NamedModel & { projectId: string | null; insteadOf: unknown })[];
  inShadow(): readonly { projectId: string | null; model: NamedModel }[];
}

interface NamedModel {
  name: string;
  version: string;
  sha256: string;
}

export type SignInResult = "succeeded" | "failed" | "limited";

export interface Metrics {
  /** Another model took over, for a project or for all. */
  modelSwapped(): void;
  /** Decisions that a shadow model scored, dropped or failed to score. */
  shadowScored(outcome: "scored" | "dropped" | "failed", decisions: number): void;
  decided(record: DecisionRecord, replayed: boolean): void;
  /** When the stages of a decision began and ended, by `performance.now()`. */
  decisionTimed(start: number, history: number, features: number, model: number, end: number): void;
  /** An outcome was reported over HTTP. */
  outcomeReported(outcome: string): void;
  /** A batch of telemetry is on disk. */
  batchTaken(): void;
  /** @param step a password, or the code after it. */
  signedIn(step: "password" | "code", result: SignInResult): void;
  /** The distance of a project's newest scores from its reference: its model's training data or its first days. */
  scoreStability(projectId: string, index: number): void;
  /** Telemetry was deleted because its retention ended. */
  telemetryDeleted(deleted: { batches: number; collections: number }): void;
  /** The velocity or search index could not be updated. */
  indexFailed(failure: IndexFailure): void;
  clockJumped(jump: ClockJump): void;
  /** A backup at an interval was made, or failed. */
  backupEnded(result: "made" | "failed"): void;
  /** @param route a path of the routing table, never the caller's URL. */
  answered(route: string, status: number, seconds: number): void;
  /** The counter of a route's requests in flight, for the router to change. */
  inFlight(route: string): InFlight;
  /** The response times of a route since the service's start. */
  responseTimes(route: string): Promise<ResponseTimes>;
  /** Adds what can be read only once the store is open. */
  watch(watched: Watched): void;
  /** An export to an OpenTelemetry receiver ended. */
  exported(signal: "traces" | "metrics", result: "succeeded" | "failed"): void;
  /** An attempt to deliver an event to a webhook ended: `retried` where another one follows. */
  webhookAttempted(result: "delivered" | "retried" | "failed"): void;
  /** A sampled decision was not traced: too many a second, or too many spans wait to be sent. */
  traceDropped(reason: "rate" | "queue"): void;
  /** What `text` says, to be sent elsewhere. */
  values(): Promise<ReadMetric[]>;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface Watched {
  store: Pick<Store, "load" | "shared" | "lostRows" | "webhooks">;
  integrity: Pick<IntegrityMonitor, "damaged">;
  config: StorageConfig;
  refused: Pick<RefusalCounts, "all">;
  /** Null without TLS. */
  certificate: () => Pick<Certificate, "expiresAt"> | null;
  /** Resolves if `/readyz` is 200. */
  ready: () => Promise<unknown>;
}

/** Projects in the labels of a metric: those of one large installation, within one scrape of 100 kB. */
export const labelledProjectsMax = 100;
/** Tens, and the three cutoffs of the risk settings. */
const scoreEdges = [10, 20, 30, 40, 50, 64, 74, 84, 94, 99];
/** Seconds. A stage takes 10 µs to some ms; a commit waits for the disk. */
const stageEdges = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
];

export function createMetrics(models: () => ModelsInUse): Metrics {
  const registry = new Registry();
  // A metric is whatever has its name and returns its values; the declared type is of the classes.
  const register = (metrics: readonly { name: string }[]) => {
    for (const metric of metrics) registry.registerMetric(metric as unknown as Metric);
  };
  const { decisions, swaps, shadow, deletions, indexErrors, jumps, outcomes, signIns, ...more } =
    createCounters(registry);
  const { scores, stages } = createHistograms();
  const requests = requestCounts();
  const stability = new Map<string, number>();
  let batches = 0;
  addModelGauges(registry, models);
  register([...processMetrics, ...requests.metrics, scores.metric, stages.metric]);
  register([stabilityMetric(stability)]);
  return {
    contentType: registry.contentType,
    modelSwapped: () => swaps.inc(),
    shadowScored: (outcome, decisions) => shadow.inc({ outcome }, decisions),
    decided({ riskLevel, suggestedAction, riskScore }, replayed) {
      if (replayed) return;
      decisions.inc({ level: riskLevel, action: suggestedAction });
      scores.observe("", riskScore);
    },
    decisionTimed(start, history, features, model, end) {
      stages.observe("history", (history - start) / 1000);
      stages.observe("features", (features - history) / 1000);
      stages.observe("model", (model - features) / 1000);
      stages.observe("commit", (end - model) / 1000);
    },
    outcomeReported: (outcome) => outcomes.inc({ outcome }),
    batchTaken() {
      batches += 1;
    },
    signedIn: (step, result) => signIns.inc({ step, result }),
    scoreStability: (project, index) => stability.set(project, index),
    telemetryDeleted({ batches, collections }) {
      deletions.inc({ what: "batches" }, batches);
      deletions.inc({ what: "collections" }, collections);
    },
    clockJumped: ({ byMs }) => jumps.inc({ direction: byMs > 0 ? "forward" : "back" }),
    indexFailed: ({ index, kind }) => indexErrors.inc({ index, kind }),
    answered: requests.answered,
    inFlight: requests.inFlight,
    responseTimes: async (route) => requests.responseTimes(route),
    backupEnded: (result) => more.backups.inc({ result }),
    watch({ store, integrity, config, refused, certificate, ready }) {
      register(storageMetrics(store, config));
      register([damageMetric(integrity)]);
      register(webhookMetrics(store));
      register(refusalMetrics(refused, () => batches));
      register([readyMetric(ready), certificateMetric(certificate)]);
    },
    webhookAttempted: (result) => more.webhooks.inc({ result }),
    exported: (signal, result) => more.exports.inc({ signal, result }),
    traceDropped: (reason) => more.tracesDropped.inc({ reason }),
    values: async () => (await registry.getMetricsAsJSON()) as unknown as ReadMetric[],
    text: () => registry.metrics(),
  };
}

function createHistograms() {
  const scores = histogram({
    name: "booking_risk_score",
    help: "Risk scores of decisions, without replayed responses.",
    label: null,
    edges: scoreEdges,
  });
  const stages = histogram({
    name: "booking_risk_decision_stage_duration_seconds",
    help: "Time of each stage of a decision: history, features, model and commit.",
    label: "stage",
    edges: stageEdges,
  });
  return { scores, stages };
}

function certificateMetric(certificate: Watched["certificate"]) {
  return readMetric(
    {
      name: "booking_risk_tls_expiry_timestamp_seconds",
      help: "When the TLS certificate or one of its chain expires; absent without TLS.",
      type: "gauge",
    },
    () => {
      const inUse = certificate();
      return inUse === null ? [] : [{ labels: {}, value: inUse.expiresAt / 1000 }];
    },
  );
}

function readyMetric(ready: Watched["ready"]) {
  return readMetric(
    {
      name: "booking_risk_ready",
      help: "1 if the service can score, as /readyz says; 0 if not.",
      type: "gauge",
    },
    async () => {
      const value = await ready().then(
        () => 1,
        () => 0,
      );
      return [{ labels: {}, value }];
    },
  );
}

function refusalMetrics(refused: Watched["refused"], batches: () => number) {
  const ofBatches = () => refused.all().filter(({ endpoint }) => endpoint === "batch");
  return [
    readMetric(
      {
        name: "booking_risk_refusals_total",
        help: "Calls of the public endpoints that were refused, by endpoint and error code.",
        type: "counter",
      },
      () =>
        refused.all().map(({ endpoint, code, count }) => ({
          labels: { endpoint, code },
          value: count,
        })),
    ),
    readMetric(
      {
        name: "booking_risk_telemetry_batches_total",
        help: "Batches of telemetry: accepted, which are on disk, or the code of their refusal.",
        type: "counter",
      },
      () => [
        { labels: { result: "accepted" }, value: batches() },
        ...ofBatches().map(({ code, count }) => ({ labels: { result: code }, value: count })),
      ],
    ),
  ];
}

/** The projects whose scores moved most. */
function stabilityMetric(stability: ReadonlyMap<string, number>) {
  return readMetric(
    {
      name: "booking_risk_score_psi",
      help:
        "Population stability index of a project's newest scores against earlier weeks of the same model; " +
        "0 where it is within what those weeks show; 0.25 or more is a large shift. " +
        `The ${labelledProjectsMax} projects with the largest ones.`,
      type: "gauge",
    },
    () =>
      [...stability]
        .sort(([, a], [, b]) => b - a)
        .slice(0, labelledProjectsMax)
        .map(([project, value]) => ({ labels: { project }, value })),
  );
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `booking_risk_${name}_total`, help, labelNames, registers: [registry] });
  return {
    decisions: counter(
      "decisions",
      "Decisions by level and suggested action, without replayed responses.",
      ["level", "action"],
    ),
    swaps: counter("model_swaps", "Times that another model took over, for a project or all.", []),
    shadow: counter(
      "shadow_scores",
      "Decisions passed to a shadow model: scored, dropped because it was too slow, or failed.",
      ["outcome"],
    ),
    deletions: counter(
      "telemetry_deleted",
      "Batches and collections of telemetry that were deleted because their retention ended.",
      ["what"],
    ),
    indexErrors: counter(
      "index_errors",
      "Times that the velocity or search index could not be updated: locked, full or failed.",
      ["index", "kind"],
    ),
    jumps: counter(
      "clock_jumps",
      "Times that the machine's clock was set forward or back by 2 seconds or more.",
      ["direction"],
    ),
    outcomes: counter("outcomes", "Outcomes that were reported over HTTP, by kind.", ["outcome"]),
    backups: counter("backups", "Backups at an interval, by result: made or failed.", ["result"]),
    signIns: counter(
      "sign_ins",
      "Attempts to sign in to the dashboard, by step (password, code) and result.",
      ["step", "result"],
    ),
    exports: counter(
      "otlp_exports",
      "Exports to an OpenTelemetry receiver, by signal (traces, metrics) and result.",
      ["signal", "result"],
    ),
    webhooks: counter(
      "webhook_attempts",
      "Attempts to deliver events to webhooks: delivered, retried later, or failed for good.",
      ["result"],
    ),
    tracesDropped: counter(
      "traces_dropped",
      "Sampled decisions that were not traced: too many a second (rate), or waiting (queue).",
      ["reason"],
    ),
  };
}

function addModelGauges(registry: Registry, models: () => ModelsInUse): void {
  new Gauge({
    name: "booking_risk_model_info",
    help:
      "1 for each active model and each shadow model; project is empty for all projects. " +
      `At most ${labelledProjectsMax} of each.`,
    labelNames: ["name", "version", "sha256", "project", "state"] as const,
    registers: [registry],
    collect() {
      this.reset();
      const { serving, inShadow } = models();
      const report = (
        { name, version, sha256 }: NamedModel,
        project: string | null,
        state: string,
      ) => this.set({ name, version, sha256, project: project ?? "", state }, 1);
      const active = serving().slice(0, labelledProjectsMax);
      for (const one of active) report(one, one.projectId, "active");
      const shadows = inShadow().slice(0, labelledProjectsMax);
      for (const { model, projectId } of shadows) report(model, projectId, "shadow");
    },
  });
  new Gauge({
    name: "booking_risk_model_unusable",
    help: "Projects for which a fallback scores because the promoted model cannot be loaded.",
    registers: [registry],
    collect() {
      this.set(
        models()
          .serving()
          .filter(({ insteadOf }) => insteadOf !== null).length,
      );
    },
  });
}
