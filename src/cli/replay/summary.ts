/** A replay's answer for people at a terminal. */
import { riskSettings } from "../../projects/risk-setting.ts";
import { decimal, percent, signed, whole } from "../../replay/page/markup.ts";
import type { ReplayReport } from "../../replay/report.ts";
import { table } from "../output.ts";

const signs = { true: "yes", false: "NO", null: "-" } as const;

export function summary(
  report: ReplayReport,
  speed: { seconds: number; decisionsPerSecond: number; files: readonly string[] },
): string[] {
  const { candidate, riskSetting, decisions, outcomes, score, ranking, money, settings } = report;
  const { probabilities, recomputed, criteria } = report;
  const arrow = (from: string, to: string) => `${from} -> ${to}`;
  const rows = riskSettings.map((setting) => {
    const { before, after, flips, costChange } = settings[setting];
    return [
      setting === riskSetting ? `${setting} *` : setting,
      arrow(percent(before.denyRate), percent(after.denyRate)),
      whole(flips.toDeny.count),
      whole(flips.toAllow.count),
      arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
      arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)),
      signed(costChange, (value) => `${whole(value)} ${money.currency}`),
    ];
  });
  const head = ["SETTING", "DENIED", "NOW DENIED", "NOW ALLOWED"];
  return [
    `${candidate.name}@${candidate.version} on ${whole(decisions.replayed)} decisions of ${projectsOf(report)}, ${speed.seconds} s (${whole(speed.decisionsPerSecond)} a second).`,
    `${whole(probabilities.differing)} probabilities differ, ${whole(score.move.counts.reduce((sum, count) => sum + count, 0) - score.move.unchanged)} scores; features computed again differ in ${whole(recomputed.differing)}.`,
    `Known: ${whole(outcomes.fraud)} frauds, ${whole(outcomes.legitimate)} legitimate, ${whole(outcomes.quiet)} quiet; ${whole(outcomes.unknown)} are not known.`,
    "",
    ...table([...head, "GUESTS REFUSED", "FRAUD MISSED", "COST"], rows),
    "* the setting in use. Mistakes and cost are of the bookings whose outcome is known.",
    "",
    `Mean score ${arrow(decimal(score.before.mean, 2), decimal(score.after.mean, 2))}, stability index ${decimal(score.populationStability.index, 4)} (${score.populationStability.level})`,
    `ROC AUC ${arrow(decimal(ranking.before.auc, 4), decimal(ranking.after.auc, 4))}, average precision ${arrow(decimal(ranking.before.averagePrecision, 4), decimal(ranking.after.averagePrecision, 4))}`,
    "",
    ...table(
      ["PASSED", "DEMAND", "FOUND"],
      criteria.map(({ passed, demand, found }) => [signs[`${passed}`], demand, found]),
    ),
    "",
    report.passed ? "The replay passed." : "The replay did not pass.",
    ...speed.files,
  ];
}

function projectsOf({ projectId, projects }: ReplayReport): string {
  return projectId === null ? `all ${projects.length} projects` : projects[0]!.name;
}
