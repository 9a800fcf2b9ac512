/**
 * Features of a project's own attributes, which a model of its own names besides those of the catalogue:
 * `attribute.NAME` of a number or a flag, and `attribute.NAME=VALUE` of one value of a category. The name alone says
 * what is computed, so that training and scoring do the same.
 */

import type { Attributes } from "../../storage/port/attributes.ts";

export interface AttributeFeature {
  /** The name of the attribute. */
  attribute: string;
  /** The value of the category that it asks for; null where the attribute is a number or a flag. */
  category: string | null;
}

/** As a regular expression, whole. A value is written as `encodeURIComponent` does: ASCII, and no spaces. */
export const attributeFeaturePattern =
  "attribute\\.([a-z][a-z0-9_]{0,62})(?:=([A-Za-z0-9_.!~*'()%-]{1,768}))?";
const whole = new RegExp(`^${attributeFeaturePattern}$`);

/** Null for the name of any other feature. */
export function attributeFeature(name: string): AttributeFeature | null {
  const [, attribute, encoded] = whole.exec(name) ?? [];
  if (attribute === undefined) return null;
  if (encoded === undefined) return { attribute, category: null };
  const category = decoded(encoded);
  // One value has one name.
  return category !== null && encodeURIComponent(category) === encoded
    ? { attribute, category }
    : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * A number as it is, a flag as 1 or 0; of a value of a category 1 where the attribute has it, and 0 where it has
 * another one. NaN where the attribute is missing, or of another type.
 */
export function attributeValue(
  { attribute, category }: AttributeFeature,
  attributes: Attributes | undefined,
): number {
  if (!attributes || !Object.hasOwn(attributes, attribute)) return Number.NaN;
  const value = attributes[attribute]!;
  if (category !== null) return typeof value === "string" ? Number(value === category) : Number.NaN;
  return typeof value === "string" ? Number.NaN : Number(value);
}

/** Those that features ask for, each once. */
export function attributeFeatures(features: readonly string[]): AttributeFeature[] {
  return features.map(attributeFeature).filter((one) => one !== null);
}
