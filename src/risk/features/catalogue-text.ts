/** The catalogue as text, for the command line and the documentation. */
import type { Feature, FeatureGroup } from "./feature.ts";
import { catalogue } from "./index.ts";

/** The groups as people read them. */
export const groupTitles: Readonly<Record<FeatureGroup, string>> = {
  identity: "Booker's name and account",
  contact: "E-mail address and phone number",
  party: "Guests",
  stay: "Dates of the stay",
  billing: "Billing address",
  device: "Device and browser",
  behaviour: "Typing and pointer behaviour",
  journey: "Visit and path to checkout",
  network: "Location consistency",
  velocity: "Velocity",
  linking: "Linked identities",
  outcomes: "Past chargebacks and outcomes",
  amount: "Amount",
  payment: "Payment and card",
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
