/** The registry as it concerns a project. */
import { isoTime } from "../../../base/iso-time.ts";
import { startOfLastDays } from "../../../decisions/last-days.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import {
  forcedPromotions,
  type ModelSummary,
  modelSummary,
} from "../../../model/registry/model-summary.ts";
import { isSeenBy, promotionsOf } from "../../../model/registry/roles.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import type { ModelRecord, ModelRoles } from "../../../storage/port/models.ts";
import { type DataPlace, dataPlaceFor } from "../data-place.ts";
import type { ModelDeps, RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";
import { type Figure, figureGroups, headline } from "./figures.ts";
import { projectNames, visibleRoles } from "./visible.ts";

/** Decisions of this many days are counted. */
export const recentDays = 30;

/** Where a model is in use; `projectId` null is all projects that have none of their own. */
export interface Place {
  projectId: string | null;
  projectName: string | null;
  since: string;
  /** The actor; null without the permission to read the audit log, and in shadow mode. */
  by: string | null;
  /** Whether its promotion was forced. */
  forced: boolean;
}

export interface ListedModel extends Omit<ModelSummary, "active" | "shadow" | "challenging"> {
  /** `NAME@VERSION` */
  model: string;
  /** Of the project whose own it is; null where it is shared by all. */
  ownerName: string | null;
  active: Place[];
  shadow: Place[];
  challenging: Place[];
  figures: Figure[];
  /** Decisions that it made in this project recently; null for all projects. */
  decisions: number | null;
}

/** Which models score in one place. */
export interface Stand {
  model: string | null;
  /** The model that a rollback makes active again; null where there is none. */
  before: string | null;
  shadow: string | null;
  /** Of one project only; null for all projects. */
  challenger: { model: string; share: number; until: string } | null;
}

export interface ModelsHere extends DataPlace {
  models: ListedModel[];
  /** The model that decides now, and the one that should, where that does not load. */
  deciding: { model: string; insteadOf: { wanted: string; reason: string } | null };
  /** A model that is in shadow mode here but does not score. */
  silentShadow: string | null;
  /** The challenger here that does not load, and why; null: there is none. */
  silentChallenger: { model: string; reason: string } | null;
  /** What this project has of its own; null for all projects. */
  own: Stand | null;
  all: Stand;
}

export async function listModels(deps: RouteDeps, caller: UserCaller): Promise<ModelsHere> {
  const { store, models: inUse, now } = deps;
  const { projectId, grants } = caller;
  const [models, roles, names, decisions] = await Promise.all([
    store.models.list(),
    store.models.roles(),
    projectNames(store),
    recentDecisions(deps, projectId, now()),
  ]);
  const visible = visibleRoles(roles, caller);
  const place = placeOf(names, isAllowed(grants, "audit.read", projectId));
  return {
    models: await Promise.all(
      models
        .filter((model) => isSeenBy(model, projectId))
        .map(async (model) => ({
          ...listed(model, visible, { place, forced: await forcedPromotions(store, model) }),
          ownerName: model.ownerProjectId && (names.get(model.ownerProjectId) ?? null),
          decisions: decisions && (decisions.get(fullName(model)) ?? 0),
        })),
    ),
    deciding: decidingIn(projectId, inUse),
    silentShadow: silentShadow(projectId, roles, inUse),
    silentChallenger:
      inUse.inService.silentChallengers().find((one) => one.projectId === projectId) ?? null,
    own: projectId === null ? null : standIn(projectId, roles),
    all: standIn(null, roles),
    ...dataPlaceFor(grants, deps),
  };
}

type StoredPlace = { projectId: string | null; since: string; by?: string; forced?: boolean };

/** How places are shown; the actor only with the permission to read the audit log. */
export function placeOf(names: ReadonlyMap<string, string>, showsActors: boolean) {
  return ({ projectId, since, by, forced = false }: StoredPlace) => ({
    projectId,
    since,
    forced,
    projectName: projectId === null ? null : (names.get(projectId) ?? projectId),
    by: showsActors ? (by ?? null) : null,
  });
}

export function listed(
  model: ModelRecord,
  visible: ModelRoles,
  { place, forced }: { place: ReturnType<typeof placeOf>; forced: ReadonlySet<string> },
): Omit<ListedModel, "decisions" | "ownerName"> {
  const { active, shadow, challenging, ...summary } = modelSummary(model, visible, forced);
  const { metrics } = JSON.parse(model.manifest) as { metrics?: unknown };
  return {
    ...summary,
    model: fullName(model),
    figures: headline(figureGroups(metrics)),
    active: active.map(place),
    shadow: shadow.map(place),
    challenging: challenging.map(place),
  };
}

async function recentDecisions(
  { store }: RouteDeps,
  projectId: string | null,
  at: number,
): Promise<Map<string, number> | null> {
  if (projectId === null) return null;
  const found = await store.search.byScore(projectId, startOfLastDays(recentDays, at), at + 1);
  const counts = new Map<string, number>();
  for (const { kind, count } of found) {
    const model = `${kind.modelName}@${kind.modelVersion}`;
    counts.set(model, (counts.get(model) ?? 0) + count);
  }
  return counts;
}

function decidingIn(projectId: string | null, { inService }: ModelDeps) {
  const serving = inService.serving();
  const found =
    serving.find((one) => one.projectId === projectId) ??
    serving.find((one) => one.projectId === null)!;
  return { model: fullName(found), insteadOf: found.insteadOf };
}

function standIn(projectId: string | null, roles: ModelRoles): Stand {
  const [active, before] = promotionsOf(roles, projectId);
  const shadow = roles.shadows.find((one) => one.projectId === projectId);
  const challenge = roles.challenges.find((one) => one.projectId === projectId);
  const title = (one: { name: string; version: string } | undefined) =>
    one ? fullName(one) : null;
  return {
    model: title(active),
    before: title(before),
    shadow: title(shadow),
    challenger: challenge
      ? {
          model: fullName(challenge),
          share: challenge.share,
          until: isoTime(challenge.until),
        }
      : null,
  };
}

/** The service follows changes 40 times a second; loading the model takes longer. */
const startMs = 3000;

function silentShadow(
  projectId: string | null,
  { shadows }: ModelRoles,
  { inService }: ModelDeps,
): string | null {
  const wanted =
    shadows.find((one) => one.projectId === projectId) ??
    shadows.find((one) => one.projectId === null);
  if (!wanted || Date.now() - wanted.startedAt < startMs) return null;
  const isScoring = inService
    .inShadow()
    .some((one) => one.projectId === wanted.projectId && fullName(one.model) === fullName(wanted));
  return isScoring ? null : fullName(wanted);
}
