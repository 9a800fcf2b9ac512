/** One model: what it is, what it says of itself, and what was done to it. */
import { isAllowed } from "../../accounts/permissions.ts";
import { fullName } from "../../registry/model-name.ts";
import type { AuditRecord } from "../../storage/audit.ts";
import type { ModelRecord } from "../../storage/models.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { modelOf } from "./asked-model.ts";
import { type FigureGroup, figureGroups } from "./figures.ts";
import { mayRead, projectNames } from "./seen.ts";

export interface ModelLook {
  /** `NAME@VERSION` */
  model: string;
  sha256: string;
  installedAt: string;
  retiredAt: string | null;
  createdAt: string;
  trainedOn: string | null;
  calibration: string;
  /** What its probabilities were held against; null where its manifest has no evidence. */
  evidence: { from: string | null; attempts: number; frauds: number } | null;
  /** Rows that it must answer as it did where it was trained. */
  goldenRows: number;
  features: string[];
  figures: FigureGroup[];
  /** Its card as Markdown that nobody checked; null where it has none. */
  card: string | null;
  history: ModelEvent[];
}

export interface ModelEvent {
  at: string;
  /** What was done, such as `promote`. */
  action: string;
  /** Null for all projects. */
  projectId: string | null;
  projectName: string | null;
  /** Null for those who may not know. */
  by: string | null;
  forced: boolean;
  /** What a rollback led to. */
  to: string | null;
}

interface KeptManifest {
  createdAt: string;
  trainedOn?: string;
  calibration: { kind: string };
  calibrationEvidence?: {
    from?: string;
    bins?: { attempts: number; frauds: number }[];
    scores?: { fraud: boolean }[];
  };
  goldenRows: number;
  input: { features: string[] };
  metrics?: unknown;
}

/** The newest lines of its history that are shown. */
const historyMax = 200;

export async function lookAtModel(parts: Parts, caller: Caller, title: string): Promise<ModelLook> {
  const { store, models } = parts;
  const model = await modelOf(parts, title);
  const [card, lines, names] = await Promise.all([
    models.library.cardOf(model),
    store.audit.about(fullName(model), historyMax),
    projectNames(store),
  ]);
  const tellsWho = isAllowed(caller.grants, "audit.read", caller.projectId);
  return {
    ...factsOf(model),
    card,
    history: lines
      .filter(({ action }) => action.startsWith("model."))
      .filter(({ projectId }) => projectId === null || mayRead(caller, projectId))
      .map((line) => eventOf(line, names, tellsWho)),
  };
}

function factsOf(model: ModelRecord): Omit<ModelLook, "card" | "history"> {
  const manifest = JSON.parse(model.manifest) as KeptManifest;
  const { createdAt, trainedOn, calibration, goldenRows, input, metrics } = manifest;
  const { sha256, installedAt, retiredAt } = model;
  return {
    ...{ model: fullName(model), sha256, createdAt, goldenRows },
    installedAt: new Date(installedAt).toISOString(),
    retiredAt: retiredAt === null ? null : new Date(retiredAt).toISOString(),
    trainedOn: trainedOn ?? null,
    calibration: calibration.kind,
    evidence: evidenceOf(manifest),
    features: input.features,
    figures: figureGroups(metrics),
  };
}

function evidenceOf({ calibrationEvidence: evidence }: KeptManifest): ModelLook["evidence"] {
  if (!evidence) return null;
  const { from = null, bins, scores = [] } = evidence;
  const parts = bins ?? scores.map(({ fraud }) => ({ attempts: 1, frauds: Number(fraud) }));
  return {
    from,
    attempts: parts.reduce((sum, { attempts }) => sum + attempts, 0),
    frauds: parts.reduce((sum, { frauds }) => sum + frauds, 0),
  };
}

function eventOf(
  { at, actor, action, projectId, detail }: AuditRecord,
  names: ReadonlyMap<string, string>,
  tellsWho: boolean,
): ModelEvent {
  const { forced, to } = JSON.parse(detail) as { forced?: unknown; to?: unknown };
  return {
    at: new Date(at).toISOString(),
    action: action.slice("model.".length),
    projectId,
    projectName: projectId === null ? null : (names.get(projectId) ?? projectId),
    by: tellsWho ? actor : null,
    forced: forced === true,
    to: typeof to === "string" ? to : null,
  };
}
