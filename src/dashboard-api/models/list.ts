/** The registry as it concerns a project. */
import { dirname } from "node:path";
import { isAllowed } from "../../accounts/permissions.ts";
import { fullName } from "../../registry/model-name.ts";
import { type ModelSummary, modelSummary } from "../../registry/model-summary.ts";
import { promotionsOf } from "../../registry/roles.ts";
import type { ModelRecord, ModelRoles } from "../../storage/models.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import type { ModelsAtWork } from "./at-work.ts";
import { type Figure, figureGroups, headline } from "./figures.ts";
import { projectNames, rolesSeen } from "./seen.ts";

/** Decisions of so long count as lately made. */
export const latelyDays = 30;

/** Where a model is in use; `projectId` null is all projects that have none of their own. */
export interface Place {
  projectId: string | null;
  projectName: string | null;
  since: string;
  /** Who did it; null for those who may not know, and in the shadow. */
  by: string | null;
}

export interface ListedModel extends Omit<ModelSummary, "active" | "shadow"> {
  /** `NAME@VERSION` */
  model: string;
  active: Place[];
  shadow: Place[];
  figures: Figure[];
  /** Made by it in this project lately; null where the question is of all projects. */
  decisions: number | null;
}

/** Who decides in one place. */
export interface Stand {
  model: string | null;
  /** What a rollback leads to; null where it leads nowhere. */
  before: string | null;
  shadow: string | null;
}

export interface ModelsHere {
  models: ListedModel[];
  /** What decides at this moment, as the service says; and what should, where it does not load. */
  deciding: { model: string; insteadOf: { wanted: string; reason: string } | null };
  /** A model that is in the shadow here, and does not score. */
  silentShadow: string | null;
  /** What this project has for itself; null where the question is of all projects. */
  own: Stand | null;
  all: Stand;
  /** Where the service keeps its data: for commands; null for those who do not run it. */
  dataFolder: string | null;
}

export async function listModelsHere(parts: Parts, caller: Caller): Promise<ModelsHere> {
  const { store, models: atWork, now } = parts;
  const { projectId, grants } = caller;
  const [models, roles, names, decisions] = await Promise.all([
    store.models.list(),
    store.models.roles(),
    projectNames(store),
    decisionsLately(parts, projectId, now()),
  ]);
  const seen = rolesSeen(roles, caller);
  const place = placeOf(names, isAllowed(grants, "audit.read", projectId));
  return {
    models: models.map((model) => ({
      ...listed(model, seen, place),
      decisions: decisions && (decisions.get(fullName(model)) ?? 0),
    })),
    deciding: decidingIn(projectId, atWork),
    silentShadow: silentShadow(projectId, roles, atWork),
    own: projectId === null ? null : standIn(projectId, roles),
    all: standIn(null, roles),
    dataFolder: isAllowed(grants, "model.set", null) ? dirname(atWork.library.folder) : null,
  };
}

/** How places are told; who did it only where that is for this person. */
export function placeOf(names: ReadonlyMap<string, string>, tellsWho: boolean) {
  return ({ projectId, since, by }: { projectId: string | null; since: string; by?: string }) => ({
    ...{ projectId, since },
    projectName: projectId === null ? null : (names.get(projectId) ?? projectId),
    by: tellsWho ? (by ?? null) : null,
  });
}

export function listed(
  model: ModelRecord,
  seen: ModelRoles,
  place: ReturnType<typeof placeOf>,
): Omit<ListedModel, "decisions"> {
  const { active, shadow, ...summary } = modelSummary(model, seen);
  const { metrics } = JSON.parse(model.manifest) as { metrics?: unknown };
  return {
    ...{ ...summary, model: fullName(model), figures: headline(figureGroups(metrics)) },
    active: active.map(place),
    shadow: shadow.map(place),
  };
}

async function decisionsLately(
  { store }: Parts,
  projectId: string | null,
  at: number,
): Promise<Map<string, number> | null> {
  if (projectId === null) return null;
  const found = await store.search.byScore(projectId, at - latelyDays * 86_400_000, at + 1);
  const counts = new Map<string, number>();
  for (const { kind, count } of found) {
    const model = `${kind.modelName}@${kind.modelVersion}`;
    counts.set(model, (counts.get(model) ?? 0) + count);
  }
  return counts;
}

function decidingIn(projectId: string | null, { inService }: ModelsAtWork) {
  const serving = inService.serving();
  const found =
    serving.find((one) => one.projectId === projectId) ??
    serving.find((one) => one.projectId === null)!;
  return { model: fullName(found), insteadOf: found.insteadOf };
}

function standIn(projectId: string | null, roles: ModelRoles): Stand {
  const [active, before] = promotionsOf(roles, projectId);
  const shadow = roles.shadows.find((one) => one.projectId === projectId);
  const title = (one: { name: string; version: string } | undefined) =>
    one ? fullName(one) : null;
  return { model: title(active), before: title(before), shadow: title(shadow) };
}

/** The service looks for changes 40 times a second: what was started just now is not silent yet. */
const takenUpMs = 3000;

function silentShadow(
  projectId: string | null,
  { shadows }: ModelRoles,
  { inService }: ModelsAtWork,
): string | null {
  const wanted =
    shadows.find((one) => one.projectId === projectId) ??
    shadows.find((one) => one.projectId === null);
  if (!wanted || Date.now() - wanted.startedAt < takenUpMs) return null;
  const isScoring = inService
    .inShadow()
    .some((one) => one.projectId === wanted.projectId && fullName(one.model) === fullName(wanted));
  return isScoring ? null : fullName(wanted);
}
