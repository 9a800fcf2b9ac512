/** What drift comes to, in a word and a sentence. */
import type { Drift } from "../../../dashboard-api/overview/drift.ts";
import { integers, percentages } from "../../components/charts/number-format.ts";

export interface DriftStatus {
  tone: "ok" | "warn" | "danger" | "";
  badge: string;
  text: string;
}

/** Only a change of what is denied is an alert; features alone may move without any effect. */
export function driftStatus(drift: Drift): DriftStatus {
  const { reference, basis, needed, denials, features, leftOut } = drift;
  if (!reference || drift.decisions === 0) {
    return { tone: "", badge: "No decisions", text: "Nothing to compare in this period." };
  }
  if (basis === null) return tooFew(needed, drift.live);
  const moved =
    features.length === 0
      ? "No feature has moved beyond chance."
      : `${features.length} features have moved, by their effect on scores at most ${points(drift)}.`;
  if (basis === "imports") {
    return {
      tone: "",
      badge: "Imports only",
      text: `Too few live decisions to compare. Of the imports, without ${leftOut} features of telemetry: ${moved}`,
    };
  }
  const shares = denials && shareText(denials);
  if (denials?.alert) {
    return { tone: "danger", badge: "Denials changed", text: `${shares} ${moved}` };
  }
  if (denials?.before == null) {
    return { tone: "", badge: "No earlier period", text: `${shares ?? ""} ${moved}`.trim() };
  }
  return { tone: "ok", badge: "Denials as usual", text: `${shares ?? ""} ${moved}`.trim() };
}

function tooFew(needed: number | null, live: number): DriftStatus {
  const text =
    needed === null
      ? "The project's first days have too few decisions to compare with."
      : `${integers.format(live)} live decisions are too few to tell drift from chance: it takes ${integers.format(needed)}.`;
  return { tone: "", badge: "Too few decisions", text };
}

function shareText({ now, before }: NonNullable<Drift["denials"]>): string | null {
  if (now === null) return null;
  if (before === null) {
    return `${percentages.format(now)} are denied; too few decisions in the same time before to compare.`;
  }
  return `${percentages.format(now)} are denied, ${percentages.format(before)} in the same time before.`;
}

function points({ features }: Drift): string {
  const effect = features[0]?.effect ?? null;
  return effect === null ? "an unknown number of points" : `${effect.toFixed(1)} points each`;
}
