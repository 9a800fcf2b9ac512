/** The groups of features that a model looks at: the players that share the score. */
import type { Feature, FeatureGroup } from "../features/feature.ts";
import { catalogue } from "../features/index.ts";
import { ReasonsUnavailable } from "./explained-model.ts";

export interface ModelGroup {
  group: FeatureGroup;
  /** Where its features stand in the model's order, with the features themselves. */
  members: readonly { place: number; feature: Feature }[];
}

const byName = new Map(catalogue.map((feature) => [feature.name, feature]));

/** Only groups of which the model names a feature, in the catalogue's order. */
export function groupsOf(names: readonly string[]): ModelGroup[] {
  const members = names.map((name, place) => ({ place, feature: knownFeature(name) }));
  const groups = new Set(catalogue.map(({ group }) => group));
  return [...groups]
    .map((group) => ({ group, members: members.filter((one) => one.feature.group === group) }))
    .filter((one) => one.members.length > 0);
}

function knownFeature(name: string): Feature {
  const feature = byName.get(name);
  if (feature) return feature;
  throw new ReasonsUnavailable(`the model reads ${name}, which this version no longer knows`);
}
