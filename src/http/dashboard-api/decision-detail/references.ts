/** What attempts usually look like: what the model that decided was trained on, or the project's own. */

import { RecentValues } from "../../../base/recent-values.ts";
import { type Reference, readReference } from "../../../evaluation/drift/reference.ts";
import { projectReference } from "../../../evaluation/drift/references.ts";
import { type Typical, typicalValue } from "../../../model/reasons/background.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import { isSeenBy } from "../../../model/registry/roles.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import type { RouteDeps } from "../deps.ts";

/** A project's own reference is up to 5,000 of its first decisions: read once so often, ms. */
const ownKeptMs = 60 * 60 * 1000;
/** Projects whose own reference is kept. */
const projectsKept = 64;

export interface UsualSource {
  /** `training`: the data of the model that decided. `project`: the project's first days. */
  kind: "training" | "project";
  /** `name@version` of that model. */
  model: string;
  rows: number;
}

export interface UsualKnown {
  source: UsualSource | null;
  reference: Reference | null;
  /** Among typical legitimate attempts that the model's bundle names. */
  typical: (name: string) => Typical | null;
  /** The features that the model reads; null where its bundle is not in the library. */
  read: ReadonlySet<string> | null;
}

export type ReferenceOf = (record: DecisionRecord) => Promise<UsualKnown>;

interface KnownManifest {
  input?: { features?: string[] };
  background?: (number | null)[][];
  reference?: unknown;
}

export function references({ store, now }: Pick<RouteDeps, "store" | "now">): ReferenceOf {
  const own = new RecentValues<{ until: number; reference: Promise<Reference | null> }>(
    projectsKept,
  );

  function ofProject(projectId: string): Promise<Reference | null> {
    const known = own.get(projectId);
    if (known && known.until > now()) return known.reference;
    const reference = projectReference(projectId, store);
    own.set(projectId, { until: now() + ownKeptMs, reference });
    reference.catch(() => own.delete(projectId));
    return reference;
  }

  return async ({ projectId, modelName: name, modelVersion: version, modelSha256: sha256 }) => {
    const model = fullName({ name, version });
    const record = await store.models.find(name, version);
    const isKnown = record?.sha256 === sha256 && isSeenBy(record, projectId);
    const manifest: KnownManifest = isKnown ? (JSON.parse(record.manifest) as KnownManifest) : {};
    const features = manifest.input?.features ?? [];
    const trained = readReference(manifest.reference);
    const reference = trained ?? (await ofProject(projectId));
    const kind = trained ? "training" : "project";
    return {
      source: reference && { kind, model, rows: Math.round(reference.rows) },
      reference,
      typical: (name) => typicalOf(manifest.background ?? [], features.indexOf(name)),
      read: features.length > 0 ? new Set(features) : null,
    };
  };
}

function typicalOf(rows: readonly (number | null)[][], place: number): Typical | null {
  return rows.length === 0 || place < 0 ? null : typicalValue(rows, place);
}
