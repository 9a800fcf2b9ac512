/**
 * What `GET /metrics` tells Prometheus. Labels are few: no key, no guest, and a project only where
 * it has a model of its own or where its scores are compared with what they were.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { AnswerTimes } from "./answer-times.ts";

/** Which models there are to tell of, asked at each look. */
export interface ModelsToTell {
  serving(): readonly (NamedModel & { projectId: string | null; insteadOf: unknown })[];
  inShadow(): readonly { projectId: string | null; model: NamedModel }[];
}

interface NamedModel {
  name: string;
  version: string;
  sha256: string;
}

export interface Metrics {
  /** Another model scores somewhere. */
  swapped(): void;
  /** So many decisions came to this end in the shadow. */
  shadowed(outcome: "scored" | "dropped" | "failed", decisions: number): void;
  decided(record: DecisionRecord, replayed: boolean): void;
  /** How far a project's newest scores are from those of its model's training, or its first days. */
  scoreStability(projectId: string, index: number): void;
  /** So much telemetry was deleted, since its retention had ended. */
  forgotten(deleted: { batches: number; collections: number }): void;
  /** @param route one of the service's own addresses, never the caller's text. */
  answered(route: string, status: number, seconds: number): void;
  /** How long answers of a route took, since the service's start. */
  answerTimes(route: string): Promise<AnswerTimes>;
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(models: () => ModelsToTell): Metrics {
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
  new Gauge({
    name: "booking_risk_model_info",
    help: "1 for each model that scores, or scores in the shadow; project is empty for all.",
    labelNames: ["name", "version", "sha256", "project", "state"] as const,
    registers: [registry],
    collect() {
      this.reset();
      const { serving, inShadow } = models();
      const tell = ({ name, version, sha256 }: NamedModel, project: string | null, state: string) =>
        this.set({ name, version, sha256, project: project ?? "", state }, 1);
      for (const one of serving()) tell(one, one.projectId, "active");
      for (const { model, projectId } of inShadow()) tell(model, projectId, "shadow");
    },
  });
  new Gauge({
    name: "booking_risk_model_unusable",
    help: "Projects, and all as one, for which another model scores than the one promoted.",
    registers: [registry],
    collect() {
      this.set(
        models()
          .serving()
          .filter(({ insteadOf }) => insteadOf !== null).length,
      );
    },
  });
  const swaps = new Counter({
    name: "booking_risk_model_swaps_total",
    help: "How often another model took over, for a project or for all.",
    registers: [registry],
  });
  const shadow = new Counter({
    name: "booking_risk_shadow_scores_total",
    help: "Decisions in the shadow: scored, dropped because it was behind, or failed.",
    labelNames: ["outcome"] as const,
    registers: [registry],
  });
  const stability = new Gauge({
    name: "booking_risk_score_psi",
    help: "Population stability index of a project's newest scores; from 0.25 on a large shift.",
    labelNames: ["project"] as const,
    registers: [registry],
  });
  const forgotten = new Counter({
    name: "booking_risk_telemetry_deleted_total",
    help: "Batches, and collections, of telemetry that were deleted when their retention ended.",
    labelNames: ["what"] as const,
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    swapped: () => swaps.inc(),
    shadowed: (outcome, decisions) => shadow.inc({ outcome }, decisions),
    decided({ riskLevel, suggestedAction }, replayed) {
      if (!replayed) decisions.inc({ level: riskLevel, action: suggestedAction });
    },
    scoreStability: (project, index) => stability.set({ project }, index),
    forgotten({ batches, collections }) {
      forgotten.inc({ what: "batches" }, batches);
      forgotten.inc({ what: "collections" }, collections);
    },
    answered(route, status, seconds) {
      requests.inc({ route, status });
      latency.observe({ route }, seconds);
    },
    async answerTimes(route) {
      const { values } = await latency.get();
      const buckets = values.filter(
        ({ labels, metricName }) => labels.route === route && metricName?.endsWith("_bucket"),
      );
      return {
        edges: buckets
          .map(({ labels }) => Number((labels as { le?: number | string }).le))
          .filter(Number.isFinite),
        within: buckets.map(({ value }) => value),
      };
    },
    text: () => registry.metrics(),
  };
}
