/**
 * Adds to a default model's card what the product's own code measures: the campaigns, from the file that
 * `campaigns/run.ts --json` wrote of it, the pairs of pairs.ts, and how often honest guests of each script
 * and country are denied.
 *
 *     bun models/training/card-tables.ts BUNDLE_DIR --campaigns FILE [--seed TEXT] [--attempts N]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { RiskRequest } from "../../src/attempt/request/risk-request.ts";
import { type Bundle, readBundleFolder } from "../../src/model/bundle.ts";
import { featureNames } from "../../src/risk/features/index.ts";
import { phoneFactsOf } from "../../src/risk/features/phone-number.ts";
import { riskScoreOf } from "../../src/risk/score.ts";
import { costLines } from "./campaigns/cost.ts";
import type { Measured } from "./campaigns/run.ts";
import { linesOf, shareText } from "./campaigns/table.ts";
import { rowsOf } from "./features.ts";
import { deniedFrom, type Pair, scorePairs } from "./pairs.ts";
import { defaultOptions } from "./simulator/simulate.ts";

/** Smaller groups are summed up: a single denial would be a large share of them. */
const attemptsLeast = 400;
const rowsAtOnce = 1000;

// biome-ignore format: a list
const scripts = [
  "Cyrillic", "Greek", "Georgian", "Armenian", "Hebrew", "Arabic", "Devanagari", "Bengali",
  "Sinhala", "Thai", "Hangul", "Han", "Katakana", "Hiragana",
] as const;
const patterns = scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")] as const);

function scriptOf({ firstName, lastName }: RiskRequest["booker"]): string {
  const name = firstName + lastName;
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? "Latin";
}

interface Count {
  attempts: number;
  denied: number;
  dark: number;
  darkDenied: number;
}
type Counts = Map<string, Count>;

/** Honest bookings of a season of its own, and those that the default setting denies, by group. */
function countedGroups(bundle: Bundle, seed: string, attempts: number) {
  const places = bundle.manifest.input.features.map((name) => featureNames.indexOf(name));
  const groups: { script: Counts; country: Counts } = { script: new Map(), country: new Map() };
  let rows: { values: Float64Array; dark: boolean; booker: RiskRequest["booker"] }[] = [];
  const score = () => {
    const values = bundle.allocate(rows.length);
    for (const [i, row] of rows.entries()) {
      for (const [j, place] of places.entries()) {
        values[i * places.length + j] = row.values[place]!;
      }
    }
    const found = bundle.predict(values, rows.length);
    for (const [i, { booker, dark }] of rows.entries()) {
      const denied = riskScoreOf(found[i]!) >= deniedFrom;
      add(groups.script, scriptOf(booker), dark, denied);
      add(groups.country, phoneFactsOf(booker.phone).country ?? "unknown", dark, denied);
    }
    rows = [];
  };
  for (const { values, dark, attempt } of rowsOf({ ...defaultOptions, seed, attempts })) {
    if (attempt.fraud) continue;
    rows.push({ values, dark, booker: attempt.request.booker });
    if (rows.length === rowsAtOnce) score();
  }
  if (rows.length > 0) score();
  return groups;
}

function add(counts: Counts, group: string, dark: boolean, denied: boolean): void {
  const count = counts.get(group) ?? { attempts: 0, denied: 0, dark: 0, darkDenied: 0 };
  counts.set(group, count);
  if (dark) {
    count.dark += 1;
    count.darkDenied += Number(denied);
  } else {
    count.attempts += 1;
    count.denied += Number(denied);
  }
}

const percent = (part: number, of: number) => (of > 0 ? `${((100 * part) / of).toFixed(1)}%` : "-");

function groupTable(title: string, counts: Counts): string {
  const rest: Count = { attempts: 0, denied: 0, dark: 0, darkDenied: 0 };
  const large: [string, Count][] = [];
  for (const [group, count] of counts) {
    if (count.attempts >= attemptsLeast) large.push([group, count]);
    else for (const key of Object.keys(rest) as (keyof Count)[]) rest[key] += count[key];
  }
  large.sort(([, a], [, b]) => b.attempts - a.attempts);
  if (rest.attempts > 0) large.push([`${counts.size - large.length} others`, rest]);
  const rows = large.map(([group, { attempts, denied, dark, darkDenied }]) => [
    group,
    attempts.toLocaleString("en"),
    percent(denied, attempts),
    percent(darkDenied, dark),
  ]);
  return table([title, "attempts", "denied by default", "without telemetry"], rows);
}

const markdown = ([head, ...rows]: readonly (readonly string[])[]) => table(head!, rows);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

function pairsTable(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ name, labels, scores, rule, holds }) => [
    name,
    labels.map((label, i) => `${label} ${scores[i]}`).join(", "),
    holds ? rule : `${rule}: NOT so`,
  ]);
  return table(["bookings", "risk scores", "asked of them"], rows);
}

/** An attack of which less than half as much is denied as is asked. */
const isMissed = ({ goals, summary: { denied } }: Measured["rows"][number]) =>
  goals.some(({ least }) => least && denied && denied.share < least / 2);

export function campaignSections({ seed, repeats, rows, cost }: Measured): string {
  const asked = rows.filter(({ reached }) => reached !== null);
  const reached = asked.filter((row) => row.reached).length;
  const missed = rows
    .filter(isMissed)
    .map(({ name, line, summary }) => `- ${name}, ${line}: ${shareText(summary.denied!.share)}`);
  return `### Campaigns

Attackers who see each answer and change something when they are denied, and honest guests who could be
taken for them, among the bookings of ${repeats} more simulated seasons (seed \`${seed}\`). Denied is the mean
share of a campaign that the default setting denies. Its 95 % interval is over campaigns, since the attempts
of one are not independent. Points are differences: the median (least to most). What each case is, and how
to play it: \`models/training/campaigns\`.

Goals reached: ${reached} of ${asked.length}. Attacks that are denied less than half as often as the goal asks:

${missed.join("\n") || "- none"}

${markdown(linesOf(rows))}

### What one accepted booking costs

An attacker stops after ten accepted bookings, or when the budget of attempts is spent, and changes something
after each denial: script, mailbox, phone, device, address, hotel, hands, a recorded visit, or waits. Figures
are of the median campaign / of all campaigns together, and from "attempts" on for one accepted booking;
"-" where the median campaign got none.

${markdown(costLines(cost))}

`;
}

function sections(pairs: readonly Pair[], groups: ReturnType<typeof countedGroups>): string {
  return `### Pairs and orders

Bookings of which it is known how their scores should compare, as \`models/training/pairs.ts\` makes them:
the same ordinary German guest, stay and visit, changed in one thing. \`npm test\` asks the same.

${pairsTable(pairs)}

### By script and country

Honest bookings of another season (\`models/training/card-tables.ts\`): the share that the default setting
denies, by the script of the booker's name and by the country of the phone number. Groups of fewer than
${attemptsLeast} attempts are summed up.

${groupTable("script", groups.script)}

${groupTable("country", groups.country)}

`;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      seed: { type: "string", default: `${defaultOptions.seed}/groups` },
      attempts: { type: "string", default: "80000" },
      campaigns: { type: "string" },
    },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder || !values.campaigns) throw new Error("BUNDLE_DIR and --campaigns are required");
  const measured: Measured = JSON.parse(readFileSync(values.campaigns, "utf8"));
  const pairs = await scorePairs(folder);
  const bundle = await readBundleFolder(folder, featureNames);
  const groups = countedGroups(bundle, values.seed, Number(values.attempts));
  bundle.close();
  const file = join(folder, "CARD.md");
  const card = readFileSync(file, "utf8");
  const [before, after] = card.split("## Use\n");
  if (before === undefined || after === undefined) throw new Error(`${file} has no section "Use"`);
  const own = before.split(/^### (?:Campaigns|Pairs and orders)\n/m)[0]!;
  const added = `${campaignSections(measured)}${sections(pairs, groups)}`;
  writeFileSync(file, `${own}${added}## Use\n${after}`);
  const broken = pairs.filter(({ holds }) => !holds);
  for (const { name, rule, scores } of broken) {
    process.stderr.write(`not so: ${name}: ${scores.join(", ")} (${rule})\n`);
  }
}
