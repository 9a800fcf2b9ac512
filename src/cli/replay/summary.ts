/** A replay's answer for people at a terminal. */
import { shiftLevelNames } from "../../evaluation/drift/population-stability.ts";
import { conclusionOf } from "../../evaluation/replay/conclusion.ts";
import type { FlipFigures, SettingFigures } from "../../evaluation/replay/figures.ts";
import type { Share } from "../../evaluation/replay/interval.ts";
import type { LoosenedLimit } from "../../evaluation/replay/limits.ts";
import { decimal, percent, signed, whole } from "../../evaluation/replay/page/markup.ts";
import type { ReplayReport } from "../../evaluation/replay/report.ts";
import { riskSettings } from "../../projects/risk-setting.ts";
import { table } from "../output.ts";

/** Such as `denyRateChangeMax 1 instead of 0.01`. */
export function loosenedText(limits: readonly LoosenedLimit[]): string {
  return limits
    .map((limit) => `${limit.name} ${limit.value} instead of ${limit.default}`)
    .join(", ");
}

const signs = { true: "yes", false: "NO", null: "-" } as const;

export function summary(
  report: ReplayReport,
  speed: { seconds: number; decisionsPerSecond: number; files: readonly string[] },
): string[] {
  const { candidate, riskSetting, decisions, outcomes, score, ranking, money, settings } = report;
  const { probabilities, recomputed, criteria } = report;
  const arrow = (from: string, to: string) => `${from} -> ${to}`;
  const rows = riskSettings.map((setting) => {
    const { before, after, flips } = settings[setting];
    return [
      setting === riskSetting ? `${setting} *` : setting,
      arrow(percent(before.denyRate), percent(after.denyRate)),
      knownFlips(flips.toDeny),
      knownFlips(flips.toAllow),
      arrow(precisionText(before.precision), precisionText(after.precision)),
      arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
      arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)),
      money ? costText(settings[setting], money.currency) : "-",
    ];
  });
  const head = ["SETTING", "DENIED", "NOW DENIED", "NOW ALLOWED"];
  const { result, tested, untested } = conclusionOf(report);
  return [
    `${candidate.name}@${candidate.version} on ${whole(decisions.replayed)} decisions of ${projectsOf(report)}, ${speed.seconds} s (${whole(speed.decisionsPerSecond)} a second).`,
    `${whole(probabilities.differing)} probabilities differ, ${whole(score.move.counts.reduce((sum, count) => sum + count, 0) - score.move.unchanged)} scores; features computed again differ in ${whole(recomputed.differing)}.`,
    `Known: ${whole(outcomes.fraud)} frauds, ${whole(outcomes.legitimate)} legitimate, ${whole(outcomes.quiet)} quiet; ${whole(outcomes.unknown)} are not known.`,
    "",
    ...table([...head, "PRECISION", "GUESTS REFUSED", "FRAUD MISSED", "COST (95 %)"], rows),
    "* the setting in use. Mistakes are of the bookings whose outcome is known. Of those now denied or",
    "allowed, the known frauds and known good bookings are in brackets. Precision: of the denied whose",
    "outcome is known, the share that was fraud. The cost is of the bookings whose outcome can become known.",
    "",
    ...segmentLines(report),
    "",
    `Mean score ${arrow(decimal(score.before.mean, 2), decimal(score.after.mean, 2))}, PSI ${decimal(score.populationStability.index, 4)} (${shiftLevelNames[score.populationStability.level]})`,
    `ROC AUC ${arrow(decimal(ranking.before.auc, 4), decimal(ranking.after.auc, 4))}, average precision ${arrow(decimal(ranking.before.averagePrecision, 4), decimal(ranking.after.averagePrecision, 4))}`,
    "",
    ...table(
      ["PASSED", "DEMAND", "FOUND"],
      criteria.map(({ passed, demand, found }) => [signs[`${passed}`], demand, found]),
    ),
    "",
    `The replay ${result}${report.loosened.length > 0 ? ` (${loosenedText(report.loosened)})` : ""}: ${tested}`,
    ...untested.map((text) => `- ${text}`),
    ...(report.passed && report.loosened.length > 0
      ? ["A promotion that rests on it is recorded as forced."]
      : []),
    ...speed.files,
  ];
}

const knownFlips = ({ count, fraud, legitimate }: Omit<FlipFigures, "examples">) =>
  count === 0 ? "0" : `${whole(count)} (${whole(fraud)} fraud, ${whole(legitimate)} good)`;

const precisionText = ({ share, of }: Share) =>
  share === null ? "-" : `${percent(share)} of ${whole(of)}`;

function costText({ costChange, costInterval }: SettingFigures, currency: string): string {
  if (costChange === null) return "-";
  const change = `${signed(costChange)} ${currency}`;
  if (costChange === 0 && !costInterval) return "no change";
  if (!costInterval) return `${change} (too few for an interval)`;
  return `${change} (${signed(costInterval.low)} to ${signed(costInterval.high)})`;
}

/** The setting in use, by telemetry, source and country; hotels are many, and in the report. */
function segmentLines({ segments, riskSetting }: ReplayReport): string[] {
  const rows = (["telemetry", "source", "country"] as const).flatMap((kind) =>
    segments[kind].map((one) => [
      `${kind}: ${one.name}`,
      whole(one.decisions),
      `${percent(one.before / one.decisions)} -> ${percent(one.after / one.decisions)}`,
      knownFlips({ count: one.toDeny, fraud: one.toDenyFraud, legitimate: one.toDenyOther }),
    ]),
  );
  return rows.length === 0
    ? []
    : [
        ...table(["PART", "DECISIONS", `DENIED (${riskSetting})`, "NOW DENIED"], rows),
        "Hotels are in the report (--out, --json).",
        "",
      ];
}

function projectsOf({ projectId, projects }: ReplayReport): string {
  return projectId === null ? `all ${projects.length} projects` : projects[0]!.name;
}
