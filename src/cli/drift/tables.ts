/** Drift for people at a terminal: what it does to decisions first, then what moves scores most. */

import { pastPeriods, pastPeriodsLeast } from "../../evaluation/drift/past-periods.ts";
import {
  type ShiftLevel,
  shiftFrom,
  shiftLevelNames,
} from "../../evaluation/drift/population-stability.ts";
import { decimal, percent, whole } from "../../evaluation/replay/page/markup.ts";
import { table } from "../output.ts";
import type { DriftReport } from "./report.ts";

/** Features that are shown without --all. */
const shownMost = 10;

const arrow = (from: string, to: string) => `${from} -> ${to}`;
const levelOf = ({ level, alert }: { level: ShiftLevel; alert?: boolean }) =>
  alert ? "ALERT" : level === "stable" ? "" : shiftLevelNames[level].toUpperCase();

type Whole = Required<DriftReport> & { period: object };

const isWhole = (report: DriftReport): report is Whole =>
  report.period !== null && report.features !== undefined;

/** @param all every feature, the score bands and the days. */
export function driftTables(report: DriftReport, all: boolean): string[] {
  if (!isWhole(report)) return ["There is no decision yet."];
  const { decisions, live, period, past } = report;
  const head =
    `${whole(decisions)} decisions, ${whole(live)} of them live, from ${period.from.slice(0, 10)} to ` +
    `${period.to.slice(0, 10)}.`;
  if (report.basis === null) return [head, tooFew(report), ...(all ? details(report) : [])];
  return [
    head,
    `Compared with ${whole(past.decisions)} decisions of ${past.periods} periods of the same length before it, which also show what is usual.`,
    ...alertLines(report),
    ...basisLines(report),
    "",
    ...featureTable(report, all),
    ...(all ? ["", ...details(report)] : ["--all shows every feature, score bands and days."]),
  ];
}

function tooFew({ needed }: Whole): string {
  return (
    `Too few to distinguish drift from chance: ${whole(needed)} live or ${whole(needed)} imported decisions are ` +
    `needed, in this period and in ${pastPeriodsLeast} of the ${pastPeriods} periods of the same length before it.`
  );
}

/** What somebody has to look at. */
function alertLines({ denials, telemetry, features }: Whole): string[] {
  const moved = features.filter(({ alert }) => alert);
  const lines = [
    ...(denials.alert ? ["the share of denied bookings has changed."] : []),
    ...(telemetry.alert ? ["telemetry was lost in the last 24 hours of the period."] : []),
    ...moved.map(({ name, effect }) => `${name} moves scores by ${decimal(effect, 1)} points.`),
  ];
  if (lines.length === 0) return ["No alert."];
  return lines.map((line) => `ALERT  ${line}`);
}

function basisLines({ basis, score, telemetry, leftOut, denials }: Whole): string[] {
  if (basis === "imports") {
    return [
      `Only imports are compared, without ${whole(leftOut)} telemetry features, which they cannot have, and without scores.`,
    ];
  }
  return [
    `Denied: ${arrow(percent(denials.before), percent(denials.now))} of live decisions.`,
    `Telemetry: the browser was seen in ${arrow(percent(telemetry.before), percent(telemetry.now))}.`,
    score.stability === null
      ? "Scores are not compared: another model has decided since."
      : `Scores: PSI ${decimal(score.stability, 4)} ${levelOf(score)}`.trimEnd(),
  ];
}

function featureTable({ features }: Whole, all: boolean): string[] {
  const moved = features.filter(({ level }) => level !== "stable");
  const shown = all ? features : moved.slice(0, shownMost);
  if (shown.length === 0) return ["No feature shows a significant change."];
  return [
    ...table(
      ["FEATURE", "EFFECT", "WEIGHT", "MOVED", "PSI", "USUAL", "LEVEL", "MISSING"],
      shown.map((one) => [
        one.name,
        decimal(one.effect, 1),
        decimal(one.weight, 1),
        percent(one.moved),
        decimal(one.stability, 4),
        decimal(one.usual, 4),
        levelOf(one),
        arrow(percent(one.missingExpected), percent(one.missing)),
      ]),
    ),
    "EFFECT: points of the score that the shift moves at most, which is the feature's weight in the",
    "model times the share of bookings in other bins than before. PSI, the population stability index, is " +
      `MODERATE from ${shiftFrom.notice} on and`,
    `LARGE from ${shiftFrom.warning} on, where it is more than chance and more than 1.5 times USUAL, the largest PSI of an`,
    "earlier period. A large shift is an ALERT if its effect is a point or more, and the feature does not count",
    `earlier attempts or outcomes. ${moved.length} of ${features.length} features have moved.`,
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
      ["DAY", "DECISIONS", "MEAN SCORE", "PSI", "LEVEL", "TELEMETRY", "FRAUD", "LEGITIMATE"],
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
