/** Features of what was seen of the tab: missing where one of the facts that they need is not. */
import type { CollectionFacts, CollectionSummary } from "../telemetry/summary.ts";
import type { Attempt, Feature, Source } from "./feature.ts";

/** The source that each fact of a tab belongs to. */
export const sourceOfFact = {
  firstAt: "collection",
  lastAt: "collection",
  startedAt: "collection",
  batches: "collection",
  nextSequence: "collection",
  missing: "collection",
  sdkVersion: "collection",
  lastEventAt: "collection",
  device: "collection.device",
  deviceIds: "collection.device.deviceId",
  lastDeviceId: "collection.device.deviceId",
  ips: "collection.ip",
  lastIp: "collection.ip",
  consent: "collection",
  firstDelayMs: "collection",
  clockOffsetMs: "collection",
  impossibleEvents: "collection",
  impossible: "collection",
  traces: "collection.device",
  origins: "collection.headers",
  plainBatches: "collection.headers",
  headerLanguage: "collection.headers",
  headerPlatform: "collection.headers",
  headerBrands: "collection.headers",
  userAgents: "collection.userAgent",
  pages: "collection.pages",
  landingPath: "collection.pages",
  referrerHost: "collection.pages",
  lastPageAt: "collection.pages",
  hides: "collection.visibility",
  hiddenMs: "collection.visibility",
  hiddenAt: "collection.visibility",
  fieldVisits: "collection.fields",
  firstFieldAt: "collection.fields",
  firstFieldPage: "collection.fields",
  focusMs: "collection.fields",
  keys: "collection.fields",
  corrections: "collection.fields",
  pastes: "collection.fields",
  autofills: "collection.fields",
  inputs: "collection.fields",
  untrustedInputs: "collection.fields",
  emailPastes: "collection.fields",
  keyGaps: "collection.fields",
  keyGapSumMs: "collection.fields",
  keyGapSquareSum: "collection.fields",
  holds: "collection.fields",
  holdSumMs: "collection.fields",
  holdSquareSum: "collection.fields",
  rushes: "collection.fields",
  shiftless: "collection.fields",
  hiddenFields: "collection.fields",
  fieldJumps: "collection.fields",
  lastField: "collection.fields",
  pointerMoves: "collection.pointer",
  pointerPx: "collection.pointer",
  pointerDirectPx: "collection.pointer",
  clicks: "collection.pointer",
  touches: "collection.pointer",
  untrustedPointer: "collection.pointer",
  centredClicks: "collection.pointer",
  pointerMs: "collection.pointer",
  stepSquareSum: "collection.pointer",
  turns: "collection.pointer",
  coalesced: "collection.pointer",
  teleports: "collection.pointer",
  pressureless: "collection.pointer",
  fractions: "collection.pointer",
  presses: "collection.pointer",
  pressSumMs: "collection.pointer",
  taps: "collection.touch",
  swipes: "collection.touch",
  swipePx: "collection.touch",
  swipeMs: "collection.touch",
  sizedTouches: "collection.touch",
  scrolls: "collection.scroll",
  scrollDepth: "collection.scroll",
  submits: "collection.submit",
  untrustedSubmits: "collection.submit",
  lastSubmitAt: "collection.submit",
  filledFields: "collection.submit",
  touchedFields: "collection.submit",
  hiddenFilled: "collection.submit",
} as const satisfies Record<keyof CollectionSummary, Source>;

type Fact = keyof typeof sourceOfFact;
type Known<Name extends Fact> = { [One in Name]: NonNullable<CollectionFacts[One]> };

/** Whether somebody saw all of these. A decision stored by an older version may lack one. */
function areKnown<Name extends Fact>(
  collection: CollectionFacts,
  names: readonly Name[],
): collection is CollectionFacts & Known<Name> {
  for (const name of names) if (collection[name] == null) return false;
  return true;
}

/** `source` and `compute` of a feature that needs all of these facts of the tab. */
export function seen<Name extends Fact>(
  names: readonly Name[],
  read: (facts: Known<Name>, attempt: Attempt) => number | null,
): Pick<Feature, "source" | "compute"> {
  return {
    source: [...new Set(names.map((name) => sourceOfFact[name]))],
    compute: (attempt) => {
      const { collection } = attempt;
      return collection && areKnown(collection, names) ? read(collection, attempt) : null;
    },
  };
}

/** Where nothing was seen: an unknown tab, or an imported one of which this is not known. */
export const notSeen = "Not seen: no collection is known, or nobody recorded this of it.";

/** A part of a whole, 0 to 1 even where the counts do not fit each other; missing of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.max(0, Math.min(part, whole)) / whole : null;
}
