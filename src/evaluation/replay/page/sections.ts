/** The sections of the page, each answering one question of the person who decides. */
import { riskSettings, settingNames } from "../../../projects/risk-setting.ts";
import { riskLevels } from "../../../risk/score.ts";
import { knownMin } from "../calibration.ts";
import { conclusionOf } from "../conclusion.ts";
import type { CostInterval } from "../costs.ts";
import type { FlipFigures, SettingFigures } from "../figures.ts";
import type { Share } from "../interval.ts";
import type { ReplayReport } from "../report.ts";
import { segmentKinds, segmentTitles } from "../segment.ts";
import { segmentDecisionsMin } from "../segments.ts";
import { type ChartRow, columnsChart, rowsChart } from "./charts.ts";
import { decimal, escaped, percent, signed, table, whole } from "./markup.ts";

const key = (series: string, text: string) => `<span class="key ${series}"></span>${text}`;
const beforeAfter = `${key("before", "before: as served")} ${key("after", "after: candidate")}`;

export function verdict(report: ReplayReport): string {
  const { passed, criteria, loosened } = report;
  const signs = { true: '<span class="yes">✓</span>', false: '<span class="no">✗</span>' };
  const items = criteria.map(({ demand, found, passed }) => {
    const sign = passed === null ? '<span class="soft">–</span>' : signs[`${passed}`];
    const rest = passed === null ? `not assessed: ${found}` : found;
    return `<li>${sign}<span>${escaped(demand)} <span class="soft">(${escaped(rest)})</span></span></li>`;
  });
  const { result, tested, untested } = conclusionOf(report);
  const looser = loosened.map(
    (limit) => `<code>${limit.name}</code> ${limit.value} instead of ${limit.default}`,
  );
  const forced =
    looser.length > 0
      ? `<p>Looser limits: ${looser.join(", ")}. A promotion is recorded as forced.</p>`
      : "";
  const not = untested.map(
    (text) => `<li><span class="soft">–</span><span>${escaped(text)}</span></li>`,
  );
  return (
    `<section class="verdict${passed ? "" : " failed"}"><strong>The replay ${result}: ${escaped(tested)}</strong>` +
    `<ul>${items.join("")}</ul>${forced}<p>What this replay does not show:</p><ul>${not.join("")}</ul></section>`
  );
}

export function atTheSetting(report: ReplayReport): string {
  const { riskSetting, settings, money } = report;
  const { before, after, flips, costChange, costInterval } = settings[riskSetting];
  const amount = (value: number) => `${whole(value)} ${money?.currency ?? ""}`;
  const arrow = (from: string, to: string) => (from === to ? to : `${from} → ${to}`);
  const tiles = [
    [
      whole(flips.toDeny.count + flips.toAllow.count),
      `decisions change: ${whole(flips.toDeny.count)} now denied, ${whole(flips.toAllow.count)} now allowed`,
    ],
    [arrow(percent(before.denyRate), percent(after.denyRate)), "deny rate"],
    [
      arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
      "legitimate guests refused",
    ],
    [arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)), "frauds missed"],
    [
      arrow(percent(before.precision.share), percent(after.precision.share)),
      `of the denied were fraud, where known (${intervalText(after.precision)} after)`,
    ],
    costChange === null
      ? ["–", "total cost of both mistakes: no prices are entered"]
      : [
          signed(costChange, amount),
          `total cost of both mistakes${moneyInterval(costInterval, amount)}`,
        ],
  ];
  const items = tiles.map(([figure, says]) => `<li><b>${figure}</b><span>${says}</span></li>`);
  return (
    `<h2>At your risk setting: ${settingNames[riskSetting]}</h2>` +
    `<p class="soft">It denies scores of ${settings[riskSetting].denyFrom} and above. Before is what was served; after is what this model would have decided.</p>` +
    `<ul class="tiles">${items.join("")}</ul>`
  );
}

function intervalText({ low, high, of }: Share): string {
  return low === null || high === null
    ? "no outcome is known"
    : `${percent(low)} to ${percent(high)}, ${whole(of)} known`;
}

function moneyInterval(interval: CostInterval | null, amount: (value: number) => string): string {
  if (!interval) return "; no outcome is known of bookings that change";
  return ` (95 %: ${signed(interval.low, amount)} to ${signed(interval.high, amount)})`;
}

export function parts({ segments, riskSetting }: ReplayReport): string {
  const body = segmentKinds.flatMap((kind) =>
    segments[kind].map((one) => [
      `${segmentTitles[kind]}: ${escaped(one.name)}`,
      whole(one.decisions),
      whole(one.fraud),
      percent(one.before / one.decisions),
      percent(one.after / one.decisions),
      whole(one.toDeny),
      whole(one.toDenyFraud),
      whole(one.toDenyOther),
    ]),
  );
  const head = [
    "",
    "Decisions",
    "Known frauds",
    "Denied before",
    "After",
    "Now denied",
    "Fraud",
    "Good",
  ];
  return (
    `<h2>By part of the bookings</h2>${table(head, body)}` +
    `<p class="soft">At ${settingNames[riskSetting]}. The last two columns are those of the now denied whose outcome is known. Parts of fewer than ${segmentDecisionsMin} decisions are counted together.</p>`
  );
}

export function unseen({ withoutTelemetry, riskSetting }: ReplayReport): string {
  const body = riskSettings.map((setting) => {
    const { before, after } = withoutTelemetry.denyRate[setting];
    return [
      `${settingNames[setting]}${setting === riskSetting ? " (yours)" : ""}`,
      percent(before),
      percent(after),
    ];
  });
  return (
    `<h2>Without telemetry</h2><p>The same bookings, scored as if the browser script had seen nothing: what happens to guests who block it, and to all of them if it fails.</p>` +
    table(["Denied", "by the active model", "by this model"], body)
  );
}

export function costs({ settings, money, outcomes }: ReplayReport): string {
  if (!money) {
    return (
      "<h2>Cost of mistakes</h2><p>No prices are entered. Enter them on the dashboard's page Money, or with the " +
      "command, and replay again.</p>"
    );
  }
  const amount = (value: number) => `${whole(value)} ${money.currency}`;
  const chart = riskSettings.flatMap((setting): ChartRow[] =>
    (["before", "after"] as const).map((when) => {
      const { refusedGuests, missedFraud, cost } = settings[setting][when];
      return {
        label: `${settingNames[setting]}, ${when}`,
        parts: [
          { value: refusedGuests.cost ?? 0, series: "refused" },
          { value: missedFraud.cost ?? 0, series: "missed" },
        ],
        text: amount(cost ?? 0),
        begins: when === "before",
      };
    }),
  );
  const body = riskSettings.map((setting) => {
    const { before, after, costChange, costInterval } = settings[setting];
    const pair = (of: (side: SettingFigures["before"]) => string) => `${of(before)} → ${of(after)}`;
    return [
      settingNames[setting],
      pair(({ refusedGuests }) => whole(refusedGuests.count)),
      pair(({ missedFraud }) => whole(missedFraud.count)),
      `${signed(costChange ?? 0, amount)}<span class="soft">${moneyInterval(costInterval, amount)}</span>`,
    ];
  });
  const later =
    money.lifetimeValue > 0 ? `, and ${amount(money.lifetimeValue)} of later revenue` : "";
  return (
    `<h2>Cost of mistakes</h2><p>A legitimate guest who is refused costs the margin of the booking, ${percent(money.margin)} of its value${later}. ` +
    `Missed fraud costs ${percent(money.fraudLoss)} of the value and ${amount(money.chargebackCost)} in fees.</p>` +
    `<figure><figcaption>${key("refused", "margin lost on legitimate guests")} ${key("missed", "lost to missed fraud")}</figcaption>` +
    `${rowsChart("Cost of mistakes by risk setting, before and after", chart)}</figure>` +
    table(["Setting", "Legitimate guests refused", "Fraud missed", "Change in cost"], body) +
    `<p class="soft">Guests and frauds are those with a known outcome: ${known(outcomes)}. The cost is of all bookings whose outcome can become known.</p>`
  );
}

function known({ fraud, legitimate, quiet, unknown }: ReplayReport["outcomes"]): string {
  return (
    `${whole(fraud)} reported as fraud, ${whole(legitimate)} as legitimate, ` +
    `${whole(quiet)} without a report within the waiting time. ` +
    `The outcome of ${whole(unknown)} is unknown`
  );
}

export function answers({ settings, riskSetting }: ReplayReport): string {
  const chart = riskSettings.flatMap((setting): ChartRow[] => {
    const { toDeny, toAllow } = settings[setting].flips;
    const row = (label: string, flips: FlipFigures, series: string): ChartRow => ({
      label: `${settingNames[setting]}, ${label}`,
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
    `<h2>Decisions that change</h2><figure>${rowsChart("Decisions that change, by risk setting", chart)}</figure>` +
    examples("Now denied, largest change first", toDeny) +
    examples("Now allowed, largest change first", toAllow) +
    (toDeny.count + toAllow.count > 0
      ? '<p class="soft">Why a decision was made: <code>booking-risk decision reasons ID</code>, or its page in the dashboard.</p>'
      : "")
  );
}

const outcomeTexts = {
  fraud: "fraud",
  legitimate: "legitimate",
  quiet: "no report",
  unknown: "unknown",
} as const;

function examples(title: string, { examples }: FlipFigures): string {
  if (examples.length === 0) return "";
  const body = examples.map(({ decisionId, decidedAt, before, after, knownAs }) => [
    `<code>${escaped(decisionId)}</code>`,
    decidedAt.slice(0, 10),
    `${before} → ${after}`,
    outcomeTexts[knownAs],
  ]);
  return `<h3>${title}</h3>${table(["Decision", "Day", "Score", "Outcome"], body)}`;
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
    stable: "below 0.1, stable",
    notice: "above 0.1, a noticeable shift",
    warning: "above 0.25, a large shift",
  }[level]!;
  const chart = columnsChart("Share of bookings by score, before and after", groups, {
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
    `<h2>Score distribution</h2><figure><figcaption>Percent of bookings by score. ${beforeAfter}</figcaption>${chart}</figure>` +
    `<p>The mean score changes from ${decimal(score.before.mean, 1)} to ${decimal(score.after.mean, 1)}; ${whole(score.move.unchanged)} of ${whole(decisions.compared)} scores stay the same. ` +
    `The population stability index is ${decimal(index, 3)}: ${says}.</p>` +
    table(["Level", ...riskLevels.map((to) => `${to} after`), "all"], [...body, total])
  );
}

export function truth({ calibration, ranking, outcomes }: ReplayReport): string {
  const { before, after } = calibration;
  if (after.error === null || outcomes.fraud === 0) {
    return "<h2>Calibration</h2><p>No outcomes, or no frauds, are known in this period. Report outcomes and replay again.</p>";
  }
  const groups = after.bands.map(({ from, to, known, told, found }) => ({
    label: `${from}–${to}`,
    values: known >= knownMin ? [told, found] : [null, null],
  }));
  const chart = columnsChart("Predicted and reported fraud, by score", groups, {
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
      ...shareCells(then.known, then.told, then.found),
      whole(known),
      ...shareCells(known, told, found),
    ];
  });
  return (
    `<h2>Calibration</h2><p>Of the bookings with a given score, the share that turns out to be fraud should be the predicted probability.</p>` +
    `<figure><figcaption>Percent fraud by the candidate's score. ${key("after", "predicted by the candidate")} ${key("missed", "reported")}. Bands with fewer than ${knownMin} known outcomes have no columns.</figcaption>${chart}</figure>` +
    table(
      ["Score", "before: known", "predicted", "reported", "after: known", "predicted", "reported"],
      bands,
    ) +
    `<h3>Ranking of fraud above legitimate bookings</h3>${table(["", "before", "after"], body)}` +
    `<p class="soft">1 is perfect for the first two. Chance gives an area of 0.5 and an average precision of ${percent(outcomes.fraud / (outcomes.fraud + outcomes.legitimate + outcomes.quiet))}, the share of fraud.</p>`
  );
}

function shareCells(known: number, told: number | null, found: number | null): string[] {
  const cells = [percent(told), percent(found)];
  return known >= knownMin ? cells : cells.map((text) => `<span class="soft">${text}</span>`);
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
      : `A booking older than ${matureDays} days without a report counts as legitimate, unless the service suggested to deny it. The outcome of more recent ones is unknown.`;
  const values = money ? valuesText(money) : "Nothing is told in money, as no prices are entered.";
  const same =
    recomputed.differing === 0
      ? "All recomputed features are, bit for bit, those that were served."
      : `In ${whole(recomputed.differing)} decisions a recomputed feature differs from the one served: ${differing}.`;
  const left =
    decisions.unscored + decisions.unreadable === 0
      ? ""
      : `<p>${whole(decisions.unscored + decisions.unreadable)} decisions could not be compared: ${decisions.leftOutExamples.map((id) => `<code>${escaped(id)}</code>`).join(", ")}.</p>`;
  return (
    `<h2>Methodology</h2><p>Features were recomputed from the data stored with each decision, as of its own time, and scored by the candidate. ${same}</p>` +
    `<p>Decided ${decidedBy || "by no model"}; ${whole(decisions.bySource.import ?? 0)} are imported. ${quiet} Outcomes: ${known(outcomes)}.</p>` +
    `<p>${values} ${silenceText(report)} Refused guests may have booked elsewhere, come back, or been fraud after all, so amounts are estimates.</p>${left}`
  );
}

/** What a booking is worth, see src/evaluation/money/prices.ts. */
function valuesText(money: NonNullable<ReplayReport["money"]>): string {
  const { currency, value, fraudValue = value } = money;
  const file = money.valuesFile
    ? ` or in ${escaped(money.valuesFile)} (${whole(money.valuesRead)} read)`
    : "";
  const fraud = fraudValue === value ? "" : ` (${whole(fraudValue)} ${currency} if it is fraud)`;
  return (
    `A booking is worth its amount in the request${file}, if that is in ${currency}, ` +
    `and otherwise ${whole(value)} ${currency}${fraud}.`
  );
}

/** What silence means in money, see src/evaluation/money/silence.ts. */
function silenceText({ money, projects, matureDays }: ReplayReport): string {
  const isEstimated = projects.some(({ silence }) => silence === "estimated");
  if (!money || !isEstimated) return "";
  const others = projects.every(({ silence }) => silence === "estimated")
    ? ""
    : ` Where they do not tell yet, it is good after ${matureDays} days.`;
  return (
    "In money, a booking without a report counts by how likely its fraud would be reported by now, as the " +
    `project's own reports tell.${others} What the control group let through counts for all that were drawn.`
  );
}
