/**
 * Whether the money page's advice is sound: merchants with known truth and different base rates,
 * delays, prices, sizes, settings and miscalibrations are given the advice that the page gives.
 *
 *     npm run money-simulation -- [--merchants 100] [--seed 1] [--each] [--amounts none|sent|kept]
 *
 * With --amounts, bookings cost differently, and fraud is in dear ones; the requests have the amounts (sent) or
 * do not (kept).
 */
import { parseArgs } from "node:util";
import { type Judged, judge } from "./judge.ts";
import { type MerchantOptions, simulateMerchant } from "./merchant.ts";

const { values } = parseArgs({
  options: {
    merchants: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    each: { type: "boolean", default: false },
    amounts: { type: "string", default: "none" },
  },
});

const { amounts } = values;
if (amounts !== "none" && amounts !== "sent" && amounts !== "kept") {
  throw new Error("--amounts must be none, sent or kept");
}
const options: MerchantOptions = { amounts };
const judged: Judged[] = [];
for (let i = 0; i < Number(values.merchants); i++) {
  judged.push(await judge(simulateMerchant(Number(values.seed) + i, options)));
}
if (values.each) for (const one of judged) print(lineOf(one));
print(tableOf(judged));

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function lineOf({ merchant, kind, advice, best, shortfall, isWithin }: Judged): string {
  const { seed, setting, description } = merchant;
  const amount = (value: number) => Math.round(value).toLocaleString("en");
  const shown = advice
    ? `${advice.setting}, short of the best by ${amount(shortfall)}, shown: up to ${amount(advice.shortfall)}`
    : "";
  const wrong = isWithin ? "" : " OUTSIDE";
  return `${seed}: ${description}; has ${setting}, best ${best}: ${kind} ${shown}${wrong}`;
}

function tableOf(all: readonly Judged[]): string {
  const texts: Readonly<Record<Judged["kind"], string>> = {
    change: "advised to change",
    keep: "advised to keep the setting",
    open: "no advice: no setting is clearly best, and what is missing",
    frauds: "no figures: too few reported frauds",
    history: "no figures: history too short for the delay of the reports",
    "report-times": "no figures: times of the reports are lost",
  };
  const kinds = Object.keys(texts) as Judged["kind"][];
  return [
    "| answer | merchants | advised or kept setting within its interval of the best | is the best | earns less than before | all differences within their intervals |",
    "| --- | --- | --- | --- | --- | --- |",
    ...kinds.map((kind) =>
      row(
        texts[kind],
        all.filter((one) => one.kind === kind),
      ),
    ),
    row(
      "**all with figures**",
      all.filter(({ advice }) => advice !== null),
    ),
  ].join("\n");
}

function row(name: string, of: readonly Judged[]): string {
  const count = (is: (one: Judged) => boolean) => of.filter(is).length;
  const hasFigures = of.some(({ advice }) => advice !== null);
  const figures = [
    count(({ isWithin }) => isWithin),
    count(({ advice, best }) => advice?.setting === best),
    count(({ isHarmful }) => isHarmful),
    count(({ areDifferencesWithin }) => areDifferencesWithin),
  ];
  const cells = [of.length, ...figures.map((figure) => (hasFigures ? figure : "–"))];
  return `| ${name} | ${cells.join(" | ")} |`;
}
