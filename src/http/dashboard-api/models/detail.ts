/** One model: its manifest, its card, and what was done to it. */
import { isoTime } from "../../../base/iso-time.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import type { AuditRecord } from "../../../storage/port/audit.ts";
import type { ModelRecord } from "../../../storage/port/models.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";
import { type FigureGroup, figureGroups } from "./figures.ts";
import { mayRead, projectNames } from "./visible.ts";

export interface ModelDetail {
  /** `NAME@VERSION` */
  model: string;
  sha256: string;
  installedAt: string;
  retiredAt: string | null;
  createdAt: string;
  trainedOn: string | null;
  calibration: string;
  /** What its probabilities were compared with; null where its manifest has no evidence. */
  evidence: { from: string | null; attempts: number; frauds: number } | null;
  /** Rows for which it must give the same answers as where it was trained. */
  goldenRows: number;
  features: string[];
  figures: FigureGroup[];
  /** Its card, unchecked Markdown; null where it has none. */
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
  /** Null without the permission to read the audit log. */
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

/** The newest entries of its history, which are shown. */
const historyMax = 200;

export async function getModelDetail(
  { store, models }: RouteDeps,
  caller: UserCaller,
  model: ModelRecord,
): Promise<ModelDetail> {
  const [card, entries, names] = await Promise.all([
    models.library.cardOf(model),
    store.audit.about(fullName(model), historyMax),
    projectNames(store),
  ]);
  const showsActors = isAllowed(caller.grants, "audit.read", caller.projectId);
  return {
    ...factsOf(model),
    card,
    history: entries
      .filter(({ action }) => action.startsWith("model."))
      .filter(({ projectId }) => projectId === null || mayRead(caller, projectId))
      .map((entry) => eventOf(entry, names, showsActors)),
  };
}

function factsOf(model: ModelRecord): Omit<ModelDetail, "card" | "history"> {
  const manifest = JSON.parse(model.manifest) as KeptManifest;
  const { createdAt, trainedOn, calibration, goldenRows, input, metrics } = manifest;
  const { sha256, installedAt, retiredAt } = model;
  return {
    model: fullName(model),
    sha256,
    createdAt,
    goldenRows,
    installedAt: isoTime(installedAt),
    retiredAt: isoTime(retiredAt),
    trainedOn: trainedOn ?? null,
    calibration: calibration.kind,
    evidence: evidenceOf(manifest),
    features: input.features,
    figures: figureGroups(metrics),
  };
}

function evidenceOf({ calibrationEvidence: evidence }: KeptManifest): ModelDetail["evidence"] {
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
  showsActors: boolean,
): ModelEvent {
  const { forced, to } = JSON.parse(detail) as { forced?: unknown; to?: unknown };
  return {
    at: isoTime(at),
    action: action.slice("model.".length),
    projectId,
    projectName: projectId === null ? null : (names.get(projectId) ?? projectId),
    by: showsActors ? actor : null,
    forced: forced === true,
    to: typeof to === "string" ? to : null,
  };
}
