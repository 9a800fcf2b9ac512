/** A shadow's report for people. */
import type { LiveDecisions } from "../model/registry/live-evidence.ts";
import type { ShadowReport } from "../risk/shadow-report.ts";
import { table } from "./output.ts";

export function shadowLines(title: string, report: ShadowReport, live: LiveDecisions): string[] {
  const { decisions, settings, levels, meanDifference, meanAbsoluteDifference } = report;
  if (decisions === 0) return [`${title} has scored nothing in shadow mode yet.`];
  return [
    `${title} in shadow mode, compared with what merchants got: ${decisions} decisions.`,
    "",
    ...table(
      ["RISK SETTING", "SAME ACTION", "ALLOW TO DENY", "DENY TO ALLOW"],
      settings.map(({ riskSetting, agreement, allowToDeny, denyToAllow }) => [
        riskSetting,
        percent(agreement!),
        String(allowToDeny),
        String(denyToAllow),
      ]),
    ),
    "",
    ...table(
      ["RISK LEVEL", "SERVED", "SHADOW"],
      Object.entries(levels).map(([level, { served, shadow }]) => [
        level,
        percent(served / decisions),
        percent(shadow / decisions),
      ]),
    ),
    "",
    `A promotion takes ${live.decisionsMin} live decisions of the last ${live.days} days: there are ` +
      `${live.decisions}.`,
    `Scores differ by ${meanDifference!.toFixed(2)} points on average, ` +
      `${meanAbsoluteDifference!.toFixed(2)} in either direction.`,
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
