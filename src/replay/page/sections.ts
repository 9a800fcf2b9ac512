/** The page's parts, each an answer to one question of who has to decide. */
import { type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import { riskLevels } from "../../risk/score.ts";
import type { FlipFigures, SettingFigures } from "../figures.ts";
import type { ReplayReport } from "../report.ts";
import { columnsChart } from "./columns-chart.ts";
import { decimal, escaped, percent, signed, table, whole } from "./markup.ts";
import { type ChartRow, rowsChart } from "./rows-chart.ts";

export const settingTitles: Readonly<Record<RiskSetting, string>> = {
  maximizeProtection: "Maximize protection",
  balanced: "Balanced",
  maximizeRevenue: "Maximize revenue",
};

const key = (series: string, text: string) => `<span class="key ${series}"></span>${text}`;
const beforeAfter = `${key("before", "before: as decided")} ${key("after", "after: by the candidate")}`;

export function verdict({ passed, criteria }: ReplayReport): string {
  const signs = { true: '<span class="yes">✓</span>', false: '<span class="no">✗</span>' };
  const items = criteria.map(({ demand, found, passed }) => {
    const sign = passed === null ? '<span class="soft">–</span>' : signs[`${passed}`];
    const rest = passed === null ? `not judged: ${found}` : found;
    return `<li>${sign}<span>${escaped(demand)} <span class="soft">(${escaped(rest)})</span></span></li>`;
  });
  const says = passed
    ? "Passed. Nothing here speaks against putting this model into service."
    : "Not passed. Look at what failed before putting this model into service.";
  return `<section class="verdict${passed ? "" : " failed"}"><strong>${says}</strong><ul>${items.join("")}</ul></section>`;
}

export function atTheSetting(report: ReplayReport): string {
  const { riskSetting, settings, money } = report;
  const { before, after, flips, costChange } = settings[riskSetting];
  const amount = (value: number) => `${whole(value)} ${money.currency}`;
  const arrow = (from: string, to: string) => (from === to ? to : `${from} → ${to}`);
  const tiles = [
    [
      whole(flips.toDeny.count + flips.toAllow.count),
      `bookings get another answer: ${whole(flips.toDeny.count)} now denied, ${whole(flips.toAllow.count)} now allowed`,
    ],
    [arrow(percent(before.denyRate), percent(after.denyRate)), "of bookings denied"],
    [
      arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
      "good guests refused",
    ],
    [arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)), "frauds let through"],
    [signed(costChange, amount), "cost of both mistakes together"],
  ];
  const items = tiles.map(([figure, says]) => `<li><b>${figure}</b><span>${says}</span></li>`);
  return (
    `<h2>With your setting, ${settingTitles[riskSetting]}</h2>` +
    `<p class="soft">It denies from a score of ${settings[riskSetting].denyFrom}. Before is what was decided; after is what this model would have said.</p>` +
    `<ul class="tiles">${items.join("")}</ul>`
  );
}

export function costs({ settings, money, outcomes }: ReplayReport): string {
  const amount = (value: number) => `${whole(value)} ${money.currency}`;
  const chart = riskSettings.flatMap((setting): ChartRow[] =>
    (["before", "after"] as const).map((when) => {
      const { refusedGuests, missedFraud, cost } = settings[setting][when];
      return {
        label: `${settingTitles[setting]}, ${when}`,
        parts: [
          { value: refusedGuests.cost, series: "refused" },
          { value: missedFraud.cost, series: "missed" },
        ],
        text: amount(cost),
        begins: when === "before",
      };
    }),
  );
  const body = riskSettings.map((setting) => {
    const { before, after, costChange } = settings[setting];
    const pair = (of: (side: SettingFigures["before"]) => string) => `${of(before)} → ${of(after)}`;
    return [
      settingTitles[setting],
      pair(({ refusedGuests }) => whole(refusedGuests.count)),
      pair(({ missedFraud }) => whole(missedFraud.count)),
      signed(costChange, amount),
    ];
  });
  return (
    `<h2>What mistakes cost</h2><p>A good guest who is refused costs the margin of the booking, ${percent(money.margin)} of its value. ` +
    `Fraud that is let through costs ${percent(money.fraudLoss)} of the value and ${amount(money.chargebackCost)} of fees.</p>` +
    `<figure><figcaption>${key("refused", "margin lost on good guests refused")} ${key("missed", "lost to fraud let through")}</figcaption>` +
    `${rowsChart("Cost of mistakes by risk setting, before and after", chart)}</figure>` +
    table(["Setting", "Good guests refused", "Fraud let through", "Change of cost"], body) +
    `<p class="soft">Counted where it is known what became of the booking: ${known(outcomes)}.</p>`
  );
}

function known({ fraud, legitimate, quiet, unknown }: ReplayReport["outcomes"]): string {
  return (
    `${whole(fraud)} reported as fraud, ${whole(legitimate)} as legitimate, ` +
    `${whole(quiet)} of which nothing bad was heard in time. ` +
    `Of ${whole(unknown)} it is not known`
  );
}

export function answers({ settings, riskSetting }: ReplayReport): string {
  const chart = riskSettings.flatMap((setting): ChartRow[] => {
    const { toDeny, toAllow } = settings[setting].flips;
    const row = (label: string, flips: FlipFigures, series: string): ChartRow => ({
      label: `${settingTitles[setting]}, ${label}`,
      parts: [{ value: flips.count, series }],
      text: `${whole(flips.count)} (${whole(flips.fraud)} known frauds)`,
    });
    return [
      { ...row("now denied", toDeny, "missed"), begins: true },
      row("now allowed", toAllow, "after"),
    ];
  });
  const { toDeny, toAllow } = settings[riskSetting].flips;
  return (
    `<h2>Which answers change</h2><figure>${rowsChart("Answers that change, by risk setting", chart)}</figure>` +
    examples("Now denied, largest change first", toDeny) +
    examples("Now allowed, largest change first", toAllow)
  );
}

const becameOf = {
  fraud: "fraud",
  legitimate: "legitimate",
  quiet: "nothing bad heard",
  unknown: "not known",
} as const;

function examples(title: string, { examples }: FlipFigures): string {
  if (examples.length === 0) return "";
  const body = examples.map(({ decisionId, decidedAt, before, after, knownAs }) => [
    `<code>${escaped(decisionId)}</code>`,
    decidedAt.slice(0, 10),
    `${before} → ${after}`,
    becameOf[knownAs],
  ]);
  return `<h3>${title}</h3>${table(["Decision", "Day", "Score", "What became of it"], body)}`;
}

export function scores({ score, levels, decisions }: ReplayReport): string {
  const part = (counts: readonly number[], i: number) => {
    const count = counts.slice(10 * i, 10 * i + 10).reduce((sum, one) => sum + one, 0);
    return decisions.compared === 0 ? 0 : count / decisions.compared;
  };
  const groups = Array.from({ length: 10 }, (_, i) => ({
    label: `${10 * i}–${10 * i + 9}`,
    values: [part(score.before.counts, i), part(score.after.counts, i)],
  }));
  const { index, level } = score.populationStability;
  const says = {
    stable: "below 0.1, which is called stable",
    notice: "from 0.1 on worth a look",
    warning: "from 0.25 on another population",
  }[level]!;
  const chart = columnsChart("Part of bookings by score, before and after", groups, {
    series: ["before", "after"],
    text: (value) => percent(value).replace(" %", ""),
  });
  const body = riskLevels.map((from) => [
    `${from} before`,
    ...riskLevels.map((to) => whole(levels.moved[from][to])),
    whole(levels.before[from]),
  ]);
  const total = [
    "all",
    ...riskLevels.map((to) => whole(levels.after[to])),
    whole(decisions.compared),
  ];
  return (
    `<h2>How scores move</h2><figure><figcaption>Percent of bookings by score. ${beforeAfter}</figcaption>${chart}</figure>` +
    `<p>The mean goes from ${decimal(score.before.mean, 1)} to ${decimal(score.after.mean, 1)}; ${whole(score.move.unchanged)} of ${whole(decisions.compared)} scores stay the same. ` +
    `The population stability index is ${decimal(index, 3)}: ${says}.</p>` +
    table(["Level", ...riskLevels.map((to) => `${to} after`), "all"], [...body, total])
  );
}

export function truth({ calibration, ranking, outcomes }: ReplayReport): string {
  const { before, after } = calibration;
  if (after.error === null || outcomes.fraud === 0) {
    return "<h2>Whether scores come true</h2><p>No outcome is known in this period, or no fraud. Report outcomes, and replay again.</p>";
  }
  const groups = after.bands.map(({ from, to, told, found }) => ({
    label: `${from}–${to}`,
    values: [told, found],
  }));
  const chart = columnsChart("Probability of fraud told and found, by score", groups, {
    series: ["after", "missed"],
    text: (value) => percent(value).replace(" %", ""),
  });
  const body = [
    ["Area under the ROC curve", decimal(ranking.before.auc, 4), decimal(ranking.after.auc, 4)],
    [
      "Average precision",
      decimal(ranking.before.averagePrecision, 4),
      decimal(ranking.after.averagePrecision, 4),
    ],
    ["Calibration error", percent(before.error), percent(after.error)],
  ];
  const bands = after.bands.map(({ from, to, known, told, found }, i) => {
    const then = before.bands[i]!;
    return [
      `${from}–${to}`,
      whole(then.known),
      percent(then.told),
      percent(then.found),
      whole(known),
      percent(told),
      percent(found),
    ];
  });
  return (
    `<h2>Whether scores come true</h2><p>Of bookings with one score, the part that turns out to be fraud should be what the score says.</p>` +
    `<figure><figcaption>Percent fraud by the candidate's score. ${key("after", "as the candidate tells")} ${key("missed", "as it turned out")}</figcaption>${chart}</figure>` +
    table(["Score", "before: known", "told", "found", "after: known", "told", "found"], bands) +
    `<h3>How well fraud is put above the rest</h3>${table(["", "before", "after"], body)}` +
    `<p class="soft">1 is perfect for the first two. An area of 0.5 is chance; so is an average precision of ${percent(outcomes.fraud / (outcomes.fraud + outcomes.legitimate + outcomes.quiet))}, the part that is fraud.</p>`
  );
}

export function grounds(report: ReplayReport): string {
  const { decisions, recomputed, money, matureDays, outcomes } = report;
  const decidedBy = Object.entries(decisions.decidedBy)
    .map(([model, count]) => `${whole(count)} by ${escaped(model)}`)
    .join(", ");
  const differing = Object.entries(recomputed.differingFeatures)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name, count]) => `<code>${escaped(name)}</code> (${whole(count)})`)
    .join(", ");
  const quiet =
    matureDays === null
      ? "Only reported outcomes count."
      : `A booking older than ${matureDays} days of which nothing was reported counts as legitimate, unless the service itself advised to deny it. Younger ones are not known.`;
  const values = money.valuesFile
    ? `Booking values come from ${escaped(money.valuesFile)} (${whole(money.valuesRead)} read); where it has none, ${whole(money.value)} ${money.currency} are assumed.`
    : `Every booking is assumed to be worth ${whole(money.value)} ${money.currency}.`;
  const same =
    recomputed.differing === 0
      ? "All features computed again are, bit for bit, those that were served."
      : `In ${whole(recomputed.differing)} decisions a feature computed again is not what was served: ${differing}.`;
  const left =
    decisions.unscored + decisions.unreadable === 0
      ? ""
      : `<p>${whole(decisions.unscored + decisions.unreadable)} decisions are in no comparison: ${decisions.leftOutExamples.map((id) => `<code>${escaped(id)}</code>`).join(", ")}.</p>`;
  return (
    `<h2>What this stands on</h2><p>Features were computed again from what was stored with each decision, as of its own time, and scored by the candidate. ${same}</p>` +
    `<p>Decided ${decidedBy || "by nobody"}; ${whole(decisions.bySource.import ?? 0)} are imported history. ${quiet} Known: ${known(outcomes)}.</p>` +
    `<p>${values} Guests who were refused may have booked elsewhere, come back, or been fraud after all: money is an estimate.</p>${left}`
  );
}
