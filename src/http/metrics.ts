/**
 * The metrics of `GET /metrics`, for Prometheus. Labels are few: no key, no guest, and a project
 * only where it has a model of its own or where its scores are monitored for drift.
 */
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from "prom-client";
import type { ClockJump } from "../clock-monitor.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { IndexFailure } from "../storage/index-monitor.ts";
import { requestCounts } from "./request-counts.ts";
import type { ResponseTimes } from "./response-times.ts";

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

export interface Metrics {
  /** Another model took over, for a project or for all. */
  modelSwapped(): void;
  /** Decisions that a shadow model scored, dropped or failed to score. */
  shadowScored(outcome: "scored" | "dropped" | "failed", decisions: number): void;
  decided(record: DecisionRecord, replayed: boolean): void;
  /** The distance of a project's newest scores from its reference: its model's training data or its first days. */
  scoreStability(projectId: string, index: number): void;
  /** Telemetry was deleted because its retention ended. */
  telemetryDeleted(deleted: { batches: number; collections: number }): void;
  /** The velocity or search index could not be updated. */
  indexFailed(failure: IndexFailure): void;
  clockJumped(jump: ClockJump): void;
  /** @param route a path of the routing table, never the caller's URL. */
  answered(route: string, status: number, seconds: number): void;
  /** The response times of a route since the service's start. */
  responseTimes(route: string): Promise<ResponseTimes>;
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(models: () => ModelsInUse): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addModelGauges(registry, models);
  const { decisions, swaps, shadow, stability, deletions, indexErrors, jumps } =
    createCollectors(registry);
  const requests = requestCounts();
  // A metric is whatever has its name and returns its values; the declared type is of the classes.
  for (const metric of requests.metrics) registry.registerMetric(metric as unknown as Metric);
  return {
    contentType: registry.contentType,
    modelSwapped: () => swaps.inc(),
    shadowScored: (outcome, decisions) => shadow.inc({ outcome }, decisions),
    decided({ riskLevel, suggestedAction }, replayed) {
      if (!replayed) decisions.inc({ level: riskLevel, action: suggestedAction });
    },
    scoreStability: (project, index) => stability.set({ project }, index),
    telemetryDeleted({ batches, collections }) {
      deletions.inc({ what: "batches" }, batches);
      deletions.inc({ what: "collections" }, collections);
    },
    clockJumped: ({ byMs }) => jumps.inc({ direction: byMs > 0 ? "forward" : "back" }),
    indexFailed: ({ index, kind }) => indexErrors.inc({ index, kind }),
    answered: requests.answered,
    responseTimes: async (route) => requests.responseTimes(route),
    text: () => registry.metrics(),
  };
}

function createCollectors(registry: Registry) {
  const decisions = new Counter({
    name: "booking_risk_decisions_total",
    help: "Decisions by level and suggested action, without replayed responses.",
    labelNames: ["level", "action"] as const,
    registers: [registry],
  });
  const swaps = new Counter({
    name: "booking_risk_model_swaps_total",
    help: "Times that another model took over, for a project or for all.",
    registers: [registry],
  });
  const shadow = new Counter({
    name: "booking_risk_shadow_scores_total",
    help: "Decisions passed to a shadow model: scored, dropped because it was too slow, or failed.",
    labelNames: ["outcome"] as const,
    registers: [registry],
  });
  const stability = new Gauge({
    name: "booking_risk_score_psi",
    help: "Population stability index of a project's newest scores; 0.25 or more is a large shift.",
    labelNames: ["project"] as const,
    registers: [registry],
  });
  const deletions = new Counter({
    name: "booking_risk_telemetry_deleted_total",
    help: "Batches and collections of telemetry that were deleted because their retention ended.",
    labelNames: ["what"] as const,
    registers: [registry],
  });
  const indexErrors = new Counter({
    name: "booking_risk_index_errors_total",
    help: "Times that the velocity or search index could not be updated: locked, full or failed.",
    labelNames: ["index", "kind"] as const,
    registers: [registry],
  });
  const jumps = new Counter({
    name: "booking_risk_clock_jumps_total",
    help: "Times that the machine's clock was set forward or back by 2 seconds or more.",
    labelNames: ["direction"] as const,
    registers: [registry],
  });
  return { decisions, swaps, shadow, stability, deletions, indexErrors, jumps };
}

function addModelGauges(registry: Registry, models: () => ModelsInUse): void {
  new Gauge({
    name: "booking_risk_model_info",
    help: "1 for each active model and each shadow model; project is empty for all projects.",
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
      for (const one of serving()) report(one, one.projectId, "active");
      for (const { model, projectId } of inShadow()) report(model, projectId, "shadow");
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
