/** What reasons say of: features of the catalogue, and of a project's own attributes. */
import { attributeFeature } from "../../risk/features/attribute-feature.ts";
import { groupTitles } from "../../risk/features/catalogue-text.ts";
import type { Feature, FeatureGroup } from "../../risk/features/feature.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import type { Phrase } from "./phrases/phrase.ts";

/** The groups of the catalogue, and that of a project's attributes. */
export type ReasonGroup = FeatureGroup | "attributes";

export const reasonGroupTitles: Readonly<Record<ReasonGroup, string>> = {
  ...groupTitles,
  attributes: "Attributes of the project",
};

export interface ExplainedFeature extends Pick<Feature, "name" | "type" | "unit" | "meaning"> {
  group: ReasonGroup;
  /** Where it has one of its own. */
  phrase?: Phrase;
  /** Whether it says something of the guest: then reasons name it without its value. */
  isPersonal?: boolean;
}

/**
 * The feature of an attribute as the project words it; of one that this project does not declare, by its name.
 * Null for the name of any other feature.
 */
export function explainedAttribute(
  name: string,
  declared: readonly ProjectAttribute[],
): ExplainedFeature | null {
  const feature = attributeFeature(name);
  if (!feature) return null;
  const { attribute, category } = feature;
  const known = declared.find((one) => one.name === attribute);
  const { meaning = attribute, unit = null, personal: isPersonal = true } = known ?? {};
  const isFlag = category !== null || known?.type === "flag";
  const about = { name, group: "attributes", meaning, unit: unit ?? "", isPersonal } as const;
  return {
    ...about,
    type: isFlag ? "flag" : "number",
    phrase: isPersonal
      ? { yes: meaning, no: meaning }
      : phraseOf({ meaning, unit, category, isFlag }),
  };
}

function phraseOf({
  meaning,
  unit,
  category,
  isFlag,
}: {
  meaning: string;
  unit: string | null;
  category: string | null;
  isFlag: boolean;
}): Phrase {
  if (category !== null) {
    return { yes: `${meaning}: ${category}`, no: `${meaning}: not ${category}` };
  }
  if (isFlag) return { yes: `${meaning}: yes`, no: `${meaning}: no` };
  return { of: unit === null ? meaning : `${meaning} in ${unit}` };
}
