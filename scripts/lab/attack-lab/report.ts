/** The report of a run: Markdown tables that are also readable in a terminal. */

import { riskSettings } from "../../../src/projects/risk-setting.ts";
import { denyFrom } from "../../../src/risk/score.ts";
import type { KindTally, Tally } from "./tally.ts";
import type { VisitRecord } from "./visits.ts";

export interface Run {
  startedAt: string;
  minutes: number;
  seed: string;
  parallel: number;
  browser: string;
  /** As named in stored decisions; absent where there are none. */
  model?: string;
  kinds: KindTally[];
  groups: Tally[];
  visits: VisitRecord[];
}

export function markdownOf(run: Run): string {
  const [legitimate, attacks] = (["legitimate", "attack"] as const).map((side) =>
    run.kinds.filter(({ kind }) => kind.side === side),
  );
  const isCampaign = ({ kind }: KindTally) => kind.countedFrom !== undefined;
  const sections = [
    `# Attack lab\n\n${summaryOf(run)}`,
    section("Legitimate visitors", "denied", legitimate!),
    section(
      "Attackers",
      "caught",
      attacks!.filter((tally) => !isCampaign(tally)),
    ),
    section(
      "Campaigns, of which only the later attempts count",
      "caught",
      attacks!.filter(isCampaign),
    ),
    groups(run.groups),
    aboutKinds(run.kinds),
    failures(run.visits),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

function summaryOf(run: Run): string {
  const { visits, minutes, parallel, seed, startedAt, browser, model } = run;
  const failed = visits.filter(({ failure }) => failure !== null).length;
  return (
    `${visits.length} visits, of which ${failed} failed, in ${minutes.toFixed(1)} minutes, ` +
    `${parallel} concurrent, seed ${seed}, ${startedAt}. Model ${model ?? "unknown"}, ${browser}.`
  );
}

function section(title: string, verb: string, tallies: readonly KindTally[]): string {
  if (tallies.length === 0) return "";
  const rows = tallies.map((tally) => [...cells(tally), tally.kind.trainedOn ?? "no"]);
  return `## ${title}\n\n${table([...headings(verb), "trained on"], rows)}`;
}

function groups(tallies: readonly Tally[]): string {
  return `## Groups\n\n${table(headings("denied"), tallies.map(cells))}`;
}

const headings = (verb: string) => [
  "kind",
  "visits",
  "failed",
  "attempts",
  "min",
  "median",
  "max",
  "medium or above",
  ...riskSettings.map((setting) => `${verb} at ${setting} (${denyFrom[setting]})`),
];

function cells(tally: Tally): string[] {
  const { name, visits, failed, attempts, scores, medium, denied } = tally;
  const score = (value: number | undefined) => (value === undefined ? "–" : String(value));
  return [
    name,
    String(visits),
    String(failed),
    String(attempts),
    score(scores?.min),
    score(scores?.median),
    score(scores?.max),
    share(medium, attempts),
    ...riskSettings.map((setting) => share(denied[setting], attempts)),
  ];
}

/** For example `95 % (19)`. */
export function share(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (100 * part) / whole;
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)} % (${part})`;
}

function aboutKinds(kinds: readonly KindTally[]): string {
  const lines = kinds.map(({ kind: { name, about, countedFrom } }) => {
    const counted = countedFrom ? ` Counted from attempt ${countedFrom} on.` : "";
    return `- **${name}**: ${about}${counted}`;
  });
  return `## The kinds\n\n${lines.join("\n")}`;
}

function failures(visits: readonly VisitRecord[]): string {
  const failed = visits.filter(({ failure }) => failure !== null);
  if (failed.length === 0) return "";
  const lines = failed.map(({ kind, visit, failure }) => `- visit ${visit}, ${kind}: ${failure}`);
  return `## Failed visits\n\n${lines.join("\n")}`;
}

/** A Markdown table with aligned columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
