import { describeFeature, formatAmount } from "../../../model/reasons/describe.ts";
import { featureSetNames } from "../../../risk/feature-sets.ts";
import { groupTitles } from "../../../risk/features/catalogue-text.ts";
import { type Feature, type FeatureGroup, featureGroups } from "../../../risk/features/feature.ts";
import { catalogue, decodeVector } from "../../../risk/features/index.ts";
import type { RouteDeps } from "../deps.ts";
import { type DecisionParams, getDecision } from "./get-decision.ts";
import type { ReferenceOf, UsualKnown, UsualSource } from "./references.ts";
import { type Mark, usualRange } from "./usual-range.ts";

export interface ShownFeature {
  name: string;
  /** As in "2 pages viewed"; numbers alone, nothing that a caller wrote. */
  text: string;
  /** Null is missing. */
  value: number | null;
  unit: string;
  meaning: string;
  why: string;
  /** What it means that it is missing; null where it never is. */
  missing: string | null;
  /** Whether the model that decided reads it; null where that is not known. */
  isRead: boolean | null;
  /** Null where nothing is known of what is usual. */
  usual: { text: string; place: number | null; mark: Mark } | null;
}

export interface ShownFeatures {
  usualFrom: UsualSource | null;
  groups: { group: FeatureGroup; title: string; features: ShownFeature[] }[];
  /** Of an older version, which this one does not know any more. */
  older: { name: string; value: number | null }[];
}

/** The features as served, with what is usual for each. */
export async function getFeatures(
  { store }: RouteDeps,
  referenceOf: ReferenceOf,
  params: DecisionParams,
): Promise<ShownFeatures> {
  const record = await getDecision(store, params);
  const [names, known] = await Promise.all([
    featureSetNames(record.featureSet, store),
    referenceOf(record),
  ]);
  const served = decodeVector(record.features);
  const values = new Map(
    names.map((name, i) => [name, Number.isNaN(served[i]) ? null : served[i]!]),
  );
  const groups = featureGroups.map((group) => ({
    group,
    title: groupTitles[group],
    features: catalogue
      .filter((feature) => feature.group === group && values.has(feature.name))
      .map((feature) => shownFeature(feature, values.get(feature.name)!, known)),
  }));
  return {
    usualFrom: known.source,
    groups: groups.filter(({ features }) => features.length > 0),
    older: [...values]
      .filter(([name]) => !catalogueNames.has(name))
      .map(([name, value]) => ({ name, value })),
  };
}

const catalogueNames = new Set(catalogue.map(({ name }) => name));

function shownFeature(feature: Feature, value: number | null, known: UsualKnown): ShownFeature {
  const { name, unit, meaning, why, missing } = feature;
  return {
    name,
    text: describeFeature(feature, value),
    value,
    unit,
    meaning,
    why,
    missing,
    isRead: known.read?.has(name) ?? null,
    usual: usualOfFeature(feature, value, known),
  };
}

function usualOfFeature(
  feature: Feature,
  value: number | null,
  { reference, typical }: UsualKnown,
): ShownFeature["usual"] {
  const { features = {} } = reference ?? {};
  const binned = Object.hasOwn(features, feature.name) ? features[feature.name] : undefined;
  if (!binned) return null;
  const isFlag = feature.type === "flag";
  const typicalHere = typical(feature.name);
  const range = usualRange(binned, value, { isFlag, typical: typicalHere });
  const { place, mark } = range;
  const isNoticed = value === null && mark !== "usual";
  return { text: isNoticed ? "known" : sayUsual(feature, range), place, mark };
}

/** As in "4 to 24", "3 or less", "no (yes in 0.9 %)", "not known". */
function sayUsual(feature: Feature, range: ReturnType<typeof usualRange>): string {
  if (range.missing > 0.5) return `not known (in ${percent(range.missing)})`;
  if (feature.type === "flag") return sayFlag(range.yes);
  const { over, upTo, most } = range;
  const said = (value: number) => formatAmount(plain(value), feature.unit);
  if (over === null && upTo === null) return most === null ? "any" : said(most);
  // A count above 3 is 4 or more.
  const from = over !== null && feature.type === "count" ? Math.floor(over) + 1 : over;
  if (from === null)
    return upTo === 0 && feature.range[0] === 0 ? said(0) : `${said(upTo!)} or less`;
  if (upTo === null)
    return `${feature.type === "count" ? "" : "over "}${said(from)}${feature.type === "count" ? " or more" : ""}`;
  return from === upTo ? said(upTo) : `${said(from)} to ${said(upTo)}`;
}

function sayFlag(yes: number | null): string {
  if (yes === null) return "any";
  return yes >= 0.5 ? `yes (in ${percent(yes)})` : `no (yes in ${percent(yes)})`;
}

/** Edges are float32: 0.2 is stored as 0.20000000298. */
const plain = (value: number) => Number(value.toPrecision(6));

function percent(share: number): string {
  const percents = share * 100;
  if (percents > 0 && percents < 0.1) return "less than 0.1 %";
  if (percents > 99.9 && percents < 100) return "more than 99.9 %";
  return `${percents < 10 || percents > 90 ? Number(percents.toFixed(1)) : Math.round(percents)} %`;
}
