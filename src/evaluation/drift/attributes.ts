/** A project's own attributes, compared as the features of the catalogue are. */
import { attributeFeature, attributeValue } from "../../risk/features/attribute-feature.ts";
import { storedAttributes } from "../../risk/stored-attributes.ts";
import type {
  Attributes,
  AttributeValue,
  ProjectAttribute,
} from "../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { isBlanked } from "../../storage/port/guests.ts";

/** Values of a category that are told apart, the most frequent of the past; the others are one. */
const categoriesMax = 9;

/** As a model's feature that reads it is named; of a category, all values together. */
export const comparedName = (attribute: string) => `attribute.${attribute}`;

/** Undefined where the name is of another feature. */
export const comparedAttribute = (name: string): string | undefined =>
  attributeFeature(name)?.attribute;

/** Null where they are no longer known, since the decision's retention has ended. */
export function attributesOf(record: Pick<DecisionRecord, "request">): Attributes | null {
  return isBlanked(record) ? null : (storedAttributes(record) ?? {});
}

/**
 * Gives the number by which an attribute is compared: a number itself, 1 or 0 of a flag, the rank of a category; NaN
 * where it is missing.
 *
 * @param past the attributes of earlier bookings, in which categories are ranked, the most frequent first.
 */
export function attributeReader(
  { name, type }: Pick<ProjectAttribute, "name" | "type">,
  past: readonly Attributes[],
): (attributes: Attributes) => number {
  if (type !== "category") {
    return (attributes) => attributeValue({ attribute: name, category: null }, attributes);
  }
  const sent = (attributes: Attributes) =>
    Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  const ranks = ranksOf(past.map(sent));
  return (attributes) => {
    const value = sent(attributes);
    return value === undefined ? Number.NaN : (ranks.get(value) ?? categoriesMax);
  };
}

function ranksOf(values: readonly (AttributeValue | undefined)[]): Map<AttributeValue, number> {
  const counts = new Map<AttributeValue, number>();
  for (const value of values) {
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, categoriesMax);
  return new Map(frequent.map(([value], rank) => [value, rank]));
}
