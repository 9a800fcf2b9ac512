/** Drift for people at a terminal: the worst first, and what it means. */
import type { Shift } from "../../drift/counts.ts";
import { shiftFrom } from "../../drift/population-stability.ts";
import { projectReferenceName } from "../../drift/references.ts";
import { decimal, percent, whole } from "../../replay/page/markup.ts";
import { table } from "../output.ts";
import type { DriftReport } from "./report.ts";

/** Features that are stable are many, and not shown beyond these. */
const shownLeast = 10;

const arrow = (from: string, to: string) => `${from} -> ${to}`;
const levelOf = ({ level }: Pick<Shift, "level">) =>
  level === "stable" ? "" : level.toUpperCase();

export function driftTables(report: DriftReport): string[] {
  const { decisions, period, reference, score, telemetry, features, bands, days } = report;
  if (!period || !reference || !score || !telemetry || !features || !bands || !days) {
    return ["There is no decision yet."];
  }
  const moved = features.filter(({ level }) => level !== "stable");
  const shown = features.slice(0, Math.max(moved.length, shownLeast));
  return [
    `${whole(decisions)} decisions from ${period.from.slice(0, 10)} to ${period.to.slice(0, 10)}, compared with ${reference.of} (${whole(reference.rows)} attempts).`,
    `A stability index from ${shiftFrom.notice} on is worth a look (NOTICE), from ${shiftFrom.warning} on a large shift (WARNING), where it is more than chance.`,
    ...(reference.of === projectReferenceName
      ? ["There was little history then: what counts it moves by itself, as it grows."]
      : []),
    "",
    ...table(["", "INDEX", "LEVEL"], [["score", decimal(score.stability, 4), levelOf(score)]]),
    `Telemetry: the browser was seen in ${percent(telemetry.now)} (expected ${percent(telemetry.expected)}).`,
    "",
    ...table(
      ["FEATURE", "INDEX", "LEVEL", "MISSING"],
      shown.map((one) => [
        one.name,
        decimal(one.stability, 4),
        levelOf(one),
        arrow(percent(one.missingExpected), percent(one.missing)),
      ]),
    ),
    `${features.length - shown.length} more are stable; all are in --json.`,
    "",
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
