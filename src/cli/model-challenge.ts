/** `booking-risk model challenge` */
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import {
  challengeLimits,
  endChallenge,
  type ShownChallenge,
  startChallenge,
} from "../model/registry/challenge.ts";
import {
  type ChallengeReport,
  challengeReport,
  type GuestShare,
  type SideResults,
} from "../model/registry/challenge-results.ts";
import { fullName, type ModelName, parseModelName } from "../model/registry/model-name.ts";
import type { RateRatio } from "../model/registry/rate-ratio.ts";
import { getProject } from "../projects/projects.ts";
import { endReason } from "../storage/port/challenges.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, examples, table } from "./output.ts";
import { withLibrary } from "./with-library.ts";
import type { CommonFlags } from "./with-store.ts";

interface ChallengeFlags extends CommonFlags {
  project: string;
  share?: string;
  days?: string;
  force?: boolean;
  report?: boolean;
  off?: boolean;
}

export function challengeCommand(model: Command): void {
  const { shareMin, shareMax, share, daysMax, days } = challengeLimits;
  const percent = (part: number) => `${part * 100}`;
  model
    .command("challenge")
    .description("Let a model decide for a share of a project's guests, alongside the active model")
    .argument("<name@version>")
    .requiredOption("--project <id>", "the project")
    .option(
      "--share <percent>",
      `of the guests, ${percent(shareMin)} to ${percent(shareMax)} (default: ${percent(share)})`,
    )
    .option("--days <number>", `ends by itself after these, 1 to ${daysMax} (default: ${days})`)
    .option("--force", "start even if a check fails; recorded as forced")
    .option("--report", "compare both models so far")
    .option("--off", "end the challenge; its decisions are kept")
    .addHelpText(
      ...examples(
        "model challenge mine@2.0.0 --project prj_Zk3x9Qw1Ab --share 5",
        "model challenge mine@2.0.0 --project prj_Zk3x9Qw1Ab --report",
      ),
    )
    .action((text: string, flags: ChallengeFlags) => challenge(parseModelName(text), flags));
}

async function challenge(model: ModelName, flags: ChallengeFlags): Promise<void> {
  if (flags.report && flags.off) throw new UsageError("use either --report or --off");
  const asked = {
    share: numberOf(flags.share, "--share", challengeLimits.share * 100) / 100,
    days: numberOf(flags.days, "--days", challengeLimits.days),
  };
  await withLibrary(flags, async (deps) => {
    const { store } = deps.library;
    const projectId = (await getProject(store, flags.project)).id;
    if (flags.report) {
      const report = await challengeReport({ model, projectId }, store);
      answer(flags.json, { ...model, projectId, ...report }, () => reportLines(model, report));
      return;
    }
    if (flags.off) {
      await endChallenge(deps, operatingSystemUser(), { model, projectId });
      answer(flags.json, { ...model, projectId, isChallenging: false }, () => [
        `${fullName(model)} no longer decides anything in project ${projectId}.`,
      ]);
      return;
    }
    const input = { model, projectId, ...asked, force: flags.force ?? false };
    const started = await startChallenge(deps, operatingSystemUser(), input);
    answer(flags.json, { ...model, isChallenging: true, ...started }, () => startedLines(started));
  });
}

function numberOf(given: string | undefined, flag: string, byDefault: number): number {
  if (given === undefined) return byDefault;
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(given)) throw new UsageError(`${flag} must be a number`);
  return Number(given);
}

function startedLines(started: ShownChallenge): string[] {
  const { projectId, share, until, championName, championVersion, forced } = started;
  const model = fullName(started);
  return [
    `${model} now decides for ${percent(share)} of the guests of project ${projectId}, ` +
      `${championName}@${championVersion} for the others. A running service loads it within a second.`,
    `It ends by itself if the challenger is worse, and on ${until} at the latest.`,
    ...(forced ? ["Recorded as forced."] : []),
    `Compare both:  booking-risk model challenge ${model} --project ${projectId} --report`,
  ];
}

function reportLines(model: ModelName, report: ChallengeReport): string[] {
  const { challenge, results } = report;
  if (!challenge || !results) return [`${fullName(model)} was never the challenger there.`];
  const { championName, championVersion, share, startedAt, endedAt, endedBecause } = challenge;
  const { challenger, champion, fraud, denials, leftOut } = results;
  const sides: [string, SideResults][] = [
    [`challenger ${fullName(model)}`, challenger],
    [`champion ${championName}@${championVersion}`, champion],
  ];
  return [
    `Since ${startedAt}, ${percent(share)} of the guests. ${
      endedAt === null ? "It runs." : `It ended on ${endedAt}: ${endReason(endedBecause)}.`
    }`,
    "",
    ...table(
      ["MODEL", "BOOKINGS", "GUESTS", "DENIED", "FRAUD AMONG ALLOWED"],
      sides.map(([name, side]) => [
        name,
        String(side.bookings),
        String(side.guests),
        shareText(side.denied),
        shareText(side.fraud),
      ]),
    ),
    "",
    `Fraud, challenger relative to champion:    ${ratioText(fraud)}`,
    `Denials, challenger relative to champion:  ${ratioText(denials)}`,
    "A guest is an e-mail address. The last two intervals (95 %) hold at any time.",
    ...(leftOut > 0 ? [`Left out, since a list or another model decided: ${leftOut}.`] : []),
  ];
}

const percent = (share: number) => `${Number((share * 100).toPrecision(3))} %`;

function shareText({ guests, share, low, high }: GuestShare): string {
  if (share === null) return "none yet";
  return `${guests}: ${percent(share)} (${percent(low!)} to ${percent(high!)})`;
}

function ratioText({ estimate, low, high }: RateRatio): string {
  if (low === 0 && high === null) return "not known yet";
  const times = (ratio: number) => ratio.toFixed(2);
  const ends = `${times(low)} to ${high === null ? "any" : times(high)}`;
  return estimate === null ? `unknown (${ends})` : `${times(estimate)} times (${ends})`;
}
