/** The catalogue in words, for the command line and the documentation. */
import type { Feature, FeatureGroup } from "./feature.ts";
import { catalogue } from "./index.ts";

/** What the features of a group tell of. */
export const groupTitles: Readonly<Record<FeatureGroup, string>> = {
  identity: "Who says to be booking",
  contact: "How the booker can be reached",
  party: "Who is staying",
  stay: "When and for how long",
  billing: "Who pays from where",
  device: "What the booking was made with",
  behaviour: "How the forms were filled and the pages used",
  journey: "The way to the checkout",
  network: "Whether address, browser, phone, bill and hotel are in one country",
  velocity: "How often the same was seen before",
  linking: "With how many others the same was seen",
  outcomes: "What became of earlier attempts with the same",
};

export interface GroupText {
  group: FeatureGroup;
  title: string;
  features: readonly Feature[];
}

/** The groups in the catalogue's order, each with its features. */
export function groupTexts(): GroupText[] {
  const groups = [...new Set(catalogue.map(({ group }) => group))];
  return groups.map((group) => ({
    group,
    title: groupTitles[group],
    features: catalogue.filter((feature) => feature.group === group),
  }));
}

/** Type, unit and range, as in "count, nights; from 0". */
export function formOf({ type, unit, range: [min, max] }: Feature): string {
  const kind = [type, unit].filter(Boolean).join(", ");
  if (!Number.isFinite(min) && !Number.isFinite(max)) return `${kind}; any`;
  return `${kind}; ${Number.isFinite(max) ? `${min} to ${max}` : `from ${min}`}`;
}

export const missingOf = ({ missing }: Feature): string => missing ?? "Never.";
