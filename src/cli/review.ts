/** `booking-risk review list | show | open | decide | rules` */
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import { reviewLimits, type Verdict, verdicts } from "../decisions/reviews/limits.ts";
import {
  decideCase,
  getReview,
  listCases,
  openCase,
  openReview,
  type ReviewCase,
  type ReviewFigures,
  reviewFigures,
} from "../decisions/reviews/reviews.ts";
import { getReviewRules, setReviewRules } from "../decisions/reviews/rules.ts";
import { percentText } from "../projects/base-rate.ts";
import { type ReviewRules, type ReviewView, reviewViews } from "../storage/port/reviews.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, counted, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type Flags = CommonFlags & { project: string };
type RuleFlags = Flags & { band?: string; share?: string };

const decision = "dec_0198c0ffee7a4b21a0c3d4e5f6071829 --project prj_Zk3x9Qw1Ab";

export function reviewCommands(program: Command): void {
  const review = program
    .command("review")
    .description("Decisions that people look into: which ones, in which order, and their verdict");
  const ofProject = (command: Command) => command.requiredOption("--project <id>", "the project");
  ofProject(review.command("list"))
    .description(`Print the queue, at most ${reviewLimits.listed} cases, and its figures`)
    .option("--view <view>", reviewViews.join(" | "), "waiting")
    .addHelpText(...examples("review list --project prj_Zk3x9Qw1Ab --view late"))
    .action((flags: Flags & { view: string }) => list(flags));
  ofProject(review.command("show"))
    .description("Show a case: why it is in the queue, its deadline, and its verdict")
    .argument("<decision-id>")
    .addHelpText(...examples(`review show ${decision}`))
    .action((decisionId: string, flags: Flags) => show(decisionId, flags));
  ofProject(review.command("open"))
    .description("Send a decision to review")
    .argument("<decision-id>")
    .addHelpText(...examples(`review open ${decision}`))
    .action((decisionId: string, flags: Flags) => open(decisionId, flags));
  ofProject(review.command("decide"))
    .description(
      "Give the verdict of a case. fraud and good are given once, and reported as the outcome where none was " +
        "reported; later puts the case off",
    )
    .argument("<decision-id>")
    .requiredOption("--verdict <verdict>", verdicts.join(" | "))
    .addHelpText(...examples(`review decide ${decision} --verdict fraud`))
    .action((decisionId: string, flags: Flags & { verdict: string }) => decide(decisionId, flags));
  ofProject(review.command("rules"))
    .description(
      "Show or set which decisions go to review by themselves. They hold from the next request on",
    )
    .option("--band <scores>", "those with a score from the first to the last, such as 60-74; none")
    .option("--share <percent>", "a random share of all, such as 1 or 0.5; 0: none")
    .addHelpText(...examples("review rules --project prj_Zk3x9Qw1Ab --band 60-74 --share 1"))
    .action((flags: RuleFlags) => rules(flags));
}

async function list(flags: Flags & { view: string }): Promise<void> {
  const { project: projectId } = flags;
  const view = oneOf("--view", reviewViews, flags.view) as ReviewView;
  const actor = operatingSystemUser();
  const shown = await withDeps(flags, async (deps) => ({
    ...(await reviewFigures(deps, actor, projectId)),
    cases: await listCases(deps, actor, { projectId, view }),
  }));
  const { counts, cases, seconds, decided, reversed, second } = shown;
  answer(flags.json, shown, () => [
    `${counts.waiting} waiting, ${counts.late} past their deadline, ${counts.claimed} being reviewed, ` +
      `${counts.postponed} put off.`,
    seconds === null
      ? `None was decided in ${reviewLimits.figures.days} days.`
      : `${counted(decided, "case")} decided in ${reviewLimits.figures.days} days, in ${Math.round(seconds.p50)} s ` +
        `(p50) and ${Math.round(seconds.p90)} s (p90); ${reversed} reversed by a later outcome.`,
    agreementText(second),
    ...(cases.length === 0 ? [] : ["", ...caseLines(cases)]),
  ]);
}

function agreementText({ cases, share, kappa, waiting }: ReviewFigures["second"]): string {
  const left = `${counted(waiting, "second review")} to do.`;
  if (share === null) return `No case was decided by two people. ${left}`;
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  const beyondChance = kappa === null ? "" : `, Cohen's kappa ${kappa.toFixed(2)}`;
  return (
    `Two people agree on ${percent(share.value)} of ${counted(cases, "case")} (95% interval ${percent(share.from)} to ` +
    `${percent(share.to)})${beyondChance}. ${left}`
  );
}

function caseLines(cases: readonly ReviewCase[]): string[] {
  const rows = cases.map((one) => [
    one.decisionId,
    one.state,
    one.deadline,
    lossText(one),
    one.claim?.by ?? "",
    one.verdict ?? "",
    sourcesText(one),
  ]);
  const header = [
    "DECISION",
    "STATE",
    "DEADLINE",
    "EXPECTED LOSS",
    "BEING REVIEWED BY",
    "VERDICT",
    "WHY",
  ];
  return table(header, rows);
}

const lossText = ({ expectedLoss, currency }: ReviewCase) =>
  `${currency ? `${currency} ` : ""}${expectedLoss.toFixed(2)}`;

const sourcesText = ({ sources }: ReviewCase) => sources.map(({ kind }) => kind).join(", ");

async function show(decisionId: string, flags: Flags): Promise<void> {
  const { project: projectId } = flags;
  const shown = await withDeps(flags, (deps) => getReview(deps, { projectId, decisionId }));
  answer(flags.json, shown, () => caseLines([shown]));
}

async function open(decisionId: string, flags: Flags): Promise<void> {
  const { project: projectId } = flags;
  const shown = await withDeps(flags, (deps) =>
    openReview(deps, operatingSystemUser(), { projectId, decisionId }),
  );
  answer(flags.json, shown, () => [
    `${decisionId} is in review. It can be saved until ${shown.deadline}.`,
  ]);
}

async function decide(decisionId: string, flags: Flags & { verdict: string }): Promise<void> {
  const { project: projectId } = flags;
  const verdict = oneOf("--verdict", verdicts, flags.verdict) as Verdict;
  const actor = operatingSystemUser();
  const shown = await withDeps(flags, async (deps) => {
    const { claim } = await openCase(deps, actor, { projectId, decisionId });
    return decideCase(deps, actor, { projectId, decisionId, claim: claim!.number, verdict });
  });
  answer(flags.json, shown, () => [
    shown.verdict === null
      ? `${decisionId} is put off until ${shown.postponedUntil}.`
      : `The verdict on ${decisionId} is ${shown.verdict}.`,
  ]);
}

async function rules(flags: RuleFlags): Promise<void> {
  const { project: projectId, band, share } = flags;
  const given = {
    ...(band !== undefined && { band: bandOf(band) }),
    ...(share !== undefined && { share: shareOf(share) }),
  };
  const shown = await withDeps(flags, async (deps) => {
    const before = await getReviewRules(deps, projectId);
    if (Object.keys(given).length === 0) return before;
    return setReviewRules(deps, operatingSystemUser(), {
      projectId,
      rules: { ...before, ...given },
      replaces: before, // Nobody's change is lost with what was not given.
    });
  });
  answer(flags.json, shown, () => [ruleText(shown)]);
}

function ruleText({ band, share }: ReviewRules): string {
  const scores = band === null ? "no score" : `scores from ${band.from} to ${band.to}`;
  return `To review go ${scores}, ${percentText(share)} of all decisions at random, and what the watch list sends.`;
}

/** @throws UsageError */
function bandOf(text: string): ReviewRules["band"] {
  if (text === "none") return null;
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (to === undefined) throw new UsageError("--band must be scores such as 60-74, or none");
  return { from: Number(from), to: Number(to) };
}

/** @throws UsageError */
function shareOf(text: string): number {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(text) || Number(text) > 100) {
    throw new UsageError("--share must be a percentage from 0 to 100, such as 0.5");
  }
  return Number(text) / 100;
}

/** @throws UsageError */
function oneOf(flag: string, names: readonly string[], given: string): string {
  if (names.includes(given)) return given;
  throw new UsageError(`${flag} must be one of ${names.join(", ")}`);
}
