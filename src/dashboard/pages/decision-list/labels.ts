/** What a view's parts are called. */
import type { SearchKind } from "../../../decisions/search-terms.ts";
import { outcomeLabels } from "../../components/risk.tsx";
import { settingNames } from "../settings/risk-setting.tsx";

export const readingNames: Readonly<Record<SearchKind, string>> = {
  decision: "Decision",
  request: "Request",
  email: "E-mail address",
  phone: "Phone",
  address: "Network address",
  device: "Device",
  collection: "Collection",
  booker: "Booker",
  hotel: "Hotel",
  name: "Name",
};

type Options = readonly (readonly [value: string, label: string])[];

/** By the parameter's name: what it may be, and how that is said; "" is whatever it is. */
export const filterOptions = {
  last: [
    ["", "Any time"],
    ["24h", "Last 24 hours"],
    ["7d", "Last 7 days"],
    ["30d", "Last 30 days"],
    ["90d", "Last 90 days"],
    ["365d", "Last 365 days"],
  ],
  level: [
    ["", "Any level"],
    ["low", "Low"],
    ["medium", "Medium"],
    ["high", "High"],
  ],
  action: [
    ["", "Any action"],
    ["allow", "Allow"],
    ["deny", "Deny"],
  ],
  outcome: [
    ["", "Any outcome"],
    ["chargeback,fraud", "Chargeback or fraud"],
    ["chargeback", "Chargeback"],
    ["fraud", "Fraud"],
    ["legitimate", "Legitimate"],
    ["none", "Nothing reported"],
  ],
  setting: [["", "Any setting"], ...Object.entries(settingNames)],
  source: [
    ["", "Any source"],
    ["api", "Asked for at checkout"],
    ["import", "Imported"],
  ],
  telemetry: [
    ["", "Seen or not"],
    ["seen", "Browser seen"],
    ["unseen", "Browser not seen"],
  ],
} as const satisfies Record<string, Options>;

/** Outcomes in another combination than is offered: an address may have any. */
export function outcomesText(text: string): string {
  const word = (one: string) => (one === "none" ? "nothing reported" : (outcomeLabels[one] ?? one));
  return text.split(",").map(word).join(" or ");
}

const plural = new Intl.PluralRules("en");

/** "1 night", "3 nights". */
export function counted(count: number, one: string): string {
  return `${count} ${one}${plural.select(count) === "one" ? "" : "s"}`;
}
