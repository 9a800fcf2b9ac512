/** Drift for people at a terminal: what it does to decisions first, then what moves scores most. */
import { shiftFrom } from "../../drift/population-stability.ts";
import { projectReferenceName } from "../../drift/references.ts";
import { decimal, percent, whole } from "../../replay/page/markup.ts";
import { table } from "../output.ts";
import type { DriftReport } from "./report.ts";

/** Features that are shown without --all. */
const shownMost = 10;

const arrow = (from: string, to: string) => `${from} -> ${to}`;
const levelOf = ({ level }: { level: string }) => (level === "stable" ? "" : level.toUpperCase());

type Whole = Required<DriftReport> & { period: object; reference: object };

const isWhole = (report: DriftReport): report is Whole =>
  report.period !== null && report.reference !== null && report.features !== undefined;

/** @param all every feature, the score bands and the days. */
export function driftTables(report: DriftReport, all: boolean): string[] {
  if (!isWhole(report)) return ["There is no decision yet."];
  const { decisions, live, period, reference } = report;
  const head =
    `${whole(decisions)} decisions, ${whole(live)} of them live, from ${period.from.slice(0, 10)} to ` +
    `${period.to.slice(0, 10)}, compared with ${reference.of} (${whole(reference.rows)} attempts).`;
  if (report.basis === null) return [head, tooFew(report), ...(all ? details(report) : [])];
  return [
    head,
    ...basisLines(report),
    denialLine(report),
    "",
    ...featureTable(report, all),
    ...(all ? ["", ...details(report)] : ["--all shows every feature, score bands and days."]),
  ];
}

function tooFew({ needed, reference }: Whole): string {
  return needed === null
    ? `${reference.of} is too small to compare with: by chance alone, it would look shifted.`
    : `Too few to distinguish drift from chance: ${whole(needed)} live or ${whole(needed)} imported decisions are needed.`;
}

function basisLines({ basis, score, telemetry, leftOut, reference }: Whole): string[] {
  const early =
    reference.of === projectReferenceName
      ? ["There was little history then: features that count it move by themselves as it grows."]
      : [];
  if (basis === "imports") {
    return [
      `Only imports are compared, without ${whole(leftOut)} telemetry features, which they cannot have, and without scores.`,
      ...early,
    ];
  }
  return [
    "Live decisions are compared.",
    `Scores: stability index ${decimal(score.stability, 4)} ${levelOf(score)}`.trimEnd(),
    `Telemetry: the browser was seen in ${percent(telemetry.now)} (expected ${percent(telemetry.expected)}).`,
    ...early,
  ];
}

function denialLine({ denials: { now, before, alert }, needed }: Whole): string {
  if (now === null) return `Denials: fewer than ${whole(needed ?? 0)} live decisions.`;
  if (before === null)
    return `Denied: ${percent(now)}; there is no earlier period to compare with.`;
  const change = `Denied: ${arrow(percent(before), percent(now))} of live decisions, compared with the preceding period of the same length`;
  return alert
    ? `ALERT  ${change}: more than chance and more than a replay allows.`
    : `${change}: no more than usual.`;
}

function featureTable({ features }: Whole, all: boolean): string[] {
  const moved = features.filter(({ level }) => level !== "stable");
  const shown = all ? features : moved.slice(0, shownMost);
  if (shown.length === 0) return ["No feature has moved beyond chance."];
  return [
    ...table(
      ["FEATURE", "EFFECT", "WEIGHT", "MOVED", "INDEX", "LEVEL", "MISSING"],
      shown.map((one) => [
        one.name,
        decimal(one.effect, 1),
        decimal(one.weight, 1),
        percent(one.moved),
        decimal(one.stability, 4),
        levelOf(one),
        arrow(percent(one.missingExpected), percent(one.missing)),
      ]),
    ),
    "EFFECT: points of the score that the shift moves at most, which is the feature's weight in the",
    "model times the share of bookings in other bins than expected. An index from " +
      `${shiftFrom.notice} on is a`,
    `NOTICE, from ${shiftFrom.warning} on a WARNING, where it is more than chance. ${moved.length} of ${features.length} features have moved.`,
  ];
}

function details({ bands, days }: Whole): string[] {
  return [
    ...table(
      ["SCORE", "DECISIONS", "FRAUD", "LEGITIMATE", "FRAUD RATE", "PREDICTED"],
      bands.map(({ from, to, decisions, fraud, legitimate, fraudRate, told }) => [
        `${from}-${to}`,
        whole(decisions),
        whole(fraud),
        whole(legitimate),
        percent(fraudRate),
        percent(told),
      ]),
    ),
    "",
    ...table(
      ["DAY", "DECISIONS", "MEAN SCORE", "INDEX", "LEVEL", "TELEMETRY", "FRAUD", "LEGITIMATE"],
      days.map((day) => [
        day.day,
        whole(day.decisions),
        decimal(day.meanScore, 1),
        decimal(day.stability, 4),
        levelOf(day),
        percent(day.telemetry),
        whole(day.fraud),
        whole(day.legitimate),
      ]),
    ),
    "Fraud is what was reported so far; reports come weeks later.",
  ];
}
