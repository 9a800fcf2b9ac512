/** A summary of a model and its roles, for the command line and the dashboard. */
import { isoTime } from "../../base/iso-time.ts";
import type { ModelRecord, ModelRoles } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

export type ModelState = "candidate" | "shadow" | "challenger" | "active" | "retired";

export interface ModelSummary {
  name: string;
  version: string;
  sha256: string;
  state: ModelState;
  installedAt: string;
  retiredAt: string | null;
  /** The only project that sees it; null: shared by all. */
  ownerProjectId: string | null;
  features: number;
  calibration: string;
  trainedOn: string | null;
  /** Where it is active; `projectId` null is all projects without a model of their own. */
  active: ActivePlace[];
  /** Where it is the shadow model. */
  shadow: { projectId: string | null; since: string }[];
  /** Where it is the challenger, of which share of the guests. */
  challenging: { projectId: string; since: string; share: number }[];
}

export interface ActivePlace {
  projectId: string | null;
  since: string;
  by: string;
  /** Whether it was promoted although something spoke against it, or with looser limits. */
  forced: boolean;
}

/** A model's newest audit entries, among which its promotions are. */
const entriesMax = 200;

/** When and where a model's promotion was forced, for `modelSummary`. */
export async function forcedPromotions(
  { audit }: Pick<Store, "audit">,
  model: ModelName,
): Promise<ReadonlySet<string>> {
  const entries = await audit.about(fullName(model), entriesMax);
  return new Set(
    entries
      .filter(
        ({ action, detail }) => action === "model.promote" && JSON.parse(detail).forced === true,
      )
      .map(({ projectId, at }) => placeKey(projectId, at)),
  );
}

const placeKey = (projectId: string | null, at: number) => `${projectId} ${at}`;

interface StoredManifest {
  input: { features: unknown[] };
  calibration: { kind: string };
  trainedOn?: string;
}

/** @param forced of `forcedPromotions`. */
export function modelSummary(
  model: ModelRecord,
  roles: ModelRoles,
  forced: ReadonlySet<string>,
): ModelSummary {
  const { name, version, sha256, installedAt, retiredAt, ownerProjectId } = model;
  const isSame = (one: { name: string; version: string }) =>
    one.name === name && one.version === version;
  const places = [...new Set(roles.promotions.map(({ projectId }) => projectId))];
  const active = places
    .map((projectId) => promotionsOf(roles, projectId)[0]!)
    .filter(isSame)
    .map(({ projectId, promotedAt, actor }) => ({
      projectId,
      since: isoTime(promotedAt),
      by: actor,
      forced: forced.has(placeKey(projectId, promotedAt)),
    }));
  const shadow = roles.shadows
    .filter(isSame)
    .map(({ projectId, startedAt }) => ({ projectId, since: isoTime(startedAt) }));
  const challenging = roles.challenges
    .filter(isSame)
    .map(({ projectId, startedAt, share }) => ({ projectId, since: isoTime(startedAt), share }));
  const manifest = JSON.parse(model.manifest) as StoredManifest;
  return {
    name,
    version,
    sha256,
    state: stateOf(retiredAt !== null, { active, challenging, shadow }),
    installedAt: isoTime(installedAt),
    retiredAt: isoTime(retiredAt),
    ownerProjectId,
    features: manifest.input.features.length,
    calibration: manifest.calibration.kind,
    trainedOn: manifest.trainedOn ?? null,
    active,
    shadow,
    challenging,
  };
}

function stateOf(
  isRetired: boolean,
  { active, challenging, shadow }: Pick<ModelSummary, "active" | "challenging" | "shadow">,
): ModelState {
  if (isRetired) return "retired";
  if (active.length > 0) return "active";
  if (challenging.length > 0) return "challenger";
  return shadow.length > 0 ? "shadow" : "candidate";
}
