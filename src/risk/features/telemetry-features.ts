/** Which features say something only where the browser script was there. */
import type { Feature, Source } from "./feature.ts";
import { catalogue } from "./index.ts";

/** Whether an ID of a tab was sent at all, and the tabs of other guests, which the history has. */
const ofTabs = [
  "collection_is_sent",
  "hotel_tabs_seen_share_30d",
  "hotel_attempts_without_tab_1h",
  "hotel_tabs_seen_share_1h",
  "hotel_same_stays_without_tab_1h",
  "hotel_tabs_seen_1h",
  "hotel_tabs_seen_24h",
  "hotel_tabs_seen_30d",
  "hotel_burst_without_tab_24h",
  "tab_attempts_30d",
  "replayed_visits",
  "device_fraud_reports_365d",
  "device_fraud_ratio_365d",
  "network_fraud_reports_365d",
];

const isTelemetry = (source: Source) =>
  source === "network" || source === "request.collectionId" || source.startsWith("collection");

function needsTelemetry({ name, source }: Feature): boolean {
  return source.some(isTelemetry) || ofTabs.includes(name);
}

/** The names of features that are missing, zero or without meaning for an attempt without telemetry. */
export const telemetryFeatures: ReadonlySet<string> = new Set(
  catalogue.filter(needsTelemetry).map(({ name }) => name),
);
