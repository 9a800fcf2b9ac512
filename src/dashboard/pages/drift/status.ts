/** What drift comes to, in a word and a sentence. */
import { pastPeriodsLeast } from "../../../evaluation/drift/past-periods.ts";
import type { Drift } from "../../../http/dashboard-api/overview/drift.ts";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";

export interface DriftStatus {
  tone: "ok" | "warn" | "danger" | "";
  badge: string;
  text: string;
}

export function driftStatus(drift: Drift): DriftStatus {
  const { basis, features, leftOut } = drift;
  if (drift.decisions === 0) {
    return { tone: "", badge: "No decisions", text: "Nothing to compare in this period." };
  }
  if (basis === null) return tooFew(drift);
  const alerts = alertsOf(drift);
  if (alerts.length > 0) {
    return { tone: "danger", badge: "Look at this", text: alerts.join(" ") };
  }
  const moved =
    features.length === 0
      ? "No feature has shifted more than in earlier periods."
      : `${features.length} ${features.length === 1 ? "feature has" : "features have"} shifted, ${effectText(drift)}.`;
  if (basis === "imports") {
    return {
      tone: "",
      badge: "Imports only",
      text: `Too few live decisions to compare. Imported decisions, without ${leftOut} telemetry features: ${moved}`,
    };
  }
  return { tone: "ok", badge: "As usual", text: `${sharesText(drift)} ${moved}` };
}

function alertsOf({ denials, telemetry, features }: Drift): string[] {
  const moved = features.filter(({ alert }) => alert);
  const names = moved.slice(0, 3).map(({ name }) => name);
  const more = moved.length > names.length ? ` and ${moved.length - names.length} more` : "";
  return [
    ...(denials.alert ? [`Denials have changed: ${change(denials)}.`] : []),
    ...(telemetry.alert ? [`Telemetry was lost in the last 24 hours of this period.`] : []),
    ...(names.length > 0 ? [`Bookings differ in ${names.join(", ")}${more}.`] : []),
  ];
}

function tooFew({ live, needed }: Drift): DriftStatus {
  const text =
    live < needed
      ? `Too early to detect drift: ${integers.format(live)} of ${integers.format(needed)} live decisions.`
      : `Too early to detect drift: each of ${pastPeriodsLeast} earlier periods needs ${integers.format(needed)} decisions.`;
  return { tone: "", badge: "Too few decisions", text };
}

const sharesText = ({ denials }: Drift) => `Denied: ${change(denials)}.`;

function change({ now, before }: Drift["denials"]): string {
  const share = (value: number | null) => formatOrDash(value, percentages);
  return `${share(now)} now, ${share(before)} in earlier periods`;
}

/** As in "by at most 2.3 points each". */
function effectText({ features }: Drift): string {
  const [largest] = features;
  if (largest?.effect === undefined || largest.effect === null)
    return "with an unknown effect on scores";
  const each = features.length === 1 ? "" : " each";
  return largest.effect < 0.05
    ? `by less than 0.1 points${each}`
    : `by at most ${largest.effect.toFixed(1)} points${each}`;
}
