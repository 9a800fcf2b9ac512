/** Compares a bundle's rows with the types and ranges that the catalogue declares. */
import { attributeFeature } from "../risk/features/attribute-feature.ts";
import { BundleRefused } from "./bundle-refused.ts";
import type { Manifest } from "./manifest.ts";

/** What the catalogue declares of a feature's values. */
export interface FeatureForm {
  name: string;
  /** A count is a whole number; a flag is 0 or 1. */
  type: "number" | "count" | "flag";
  /** Both ends included; `Infinity` where there is no bound. */
  range: readonly [number, number];
}

/** The form of a feature; of an attribute's, as its name says; any number where neither is known. */
export function formOf(name: string, catalogue: readonly FeatureForm[]): FeatureForm {
  const known = catalogue.find((form) => form.name === name);
  if (known) return known;
  if (attributeFeature(name)?.category != null) return { name, type: "flag", range: [0, 1] };
  return { name, type: "number", range: [-Infinity, Infinity] };
}

/** Features that the message names. */
const namedMax = 5;
/** Models read float32, whose rounding may lead over the end of a range by this part of it. */
const rounding = 1e-6;

/**
 * Golden rows are by position, the names of a manifest too. Where two names are swapped, or sorted,
 * the runtime still reproduces every golden row, but the values are not those of their names: 2 for
 * a flag, half a guest, more attempts than are ever counted.
 *
 * @param forms the model's features, in its order.
 * @throws BundleRefused where a value cannot be one of its feature.
 */
export function assertGoldenForms(
  { golden, background = [] }: Pick<Manifest, "golden" | "background">,
  forms: readonly FeatureForm[],
): void {
  const rows = [...golden.map(({ features }) => features), ...background];
  const wrong = forms.flatMap((form, place) => {
    const value = rows.map((row) => row[place]).find((one) => !fits(form, one));
    return value == null ? [] : [`${form.name} is ${value}, which must be ${wordsOf(form)}`];
  });
  if (wrong.length === 0) return;
  const rest = wrong.length > namedMax ? `; and ${wrong.length - namedMax} more` : "";
  throw new BundleRefused(
    `the golden or background rows have values that ${wrong.length} of ${forms.length} features cannot have ` +
      `(${wrong.slice(0, namedMax).join("; ")}${rest}); name the features in the order of the ` +
      "model's columns, neither swapped nor sorted, and give golden rows as the service computes them",
  );
}

function fits({ type, range: [low, high] }: FeatureForm, value: number | null | undefined) {
  if (value == null) return true; // Missing, as any feature may be.
  if (type !== "number" && !Number.isInteger(value)) return false;
  const slack = rounding * Math.max(1, Math.abs(value));
  return value >= low - slack && value <= high + slack;
}

function wordsOf({ type, range: [low, high] }: FeatureForm): string {
  if (type === "flag") return "0 or 1";
  const what = type === "count" ? "a whole number" : "a number";
  if (low === -Infinity) return high === Infinity ? what : `${what} of at most ${high}`;
  return high === Infinity ? `${what} from ${low} on` : `${what} from ${low} to ${high}`;
}
