/** Labels of search terms and filters. */
import type { SearchKind } from "../../../decisions/search-terms.ts";
import { settingNames } from "../../../projects/risk-setting.ts";
import { outcomeLabels } from "../../components/risk.tsx";

export const searchKindLabels: Readonly<Record<SearchKind, string>> = {
  decision: "Decision ID",
  request: "Request ID",
  email: "E-mail address",
  phone: "Phone",
  address: "IP address",
  device: "Device ID",
  collection: "Collection ID",
  booker: "Booker ID",
  hotel: "Hotel",
  name: "Name",
  card: "Card or account",
};

type Options = readonly (readonly [value: string, label: string])[];

/** The options of each filter by its parameter; "" is no filter. */
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
    ["none", "Not reported"],
  ],
  setting: [["", "Any setting"], ...Object.entries(settingNames)],
  source: [
    ["", "Any source"],
    ["api", "API"],
    ["import", "Imported"],
  ],
  telemetry: [
    ["", "Any telemetry"],
    ["seen", "With telemetry"],
    ["unseen", "Without telemetry"],
  ],
} as const satisfies Record<string, Options>;

/** The label of a combination of outcomes that is not among the options but may be in a URL. */
export function outcomesLabel(text: string): string {
  const label = (one: string) => (one === "none" ? "not reported" : (outcomeLabels[one] ?? one));
  return text.split(",").map(label).join(" or ");
}
