/**
 * A simulated merchant whose true rates of fraud are known: decisions over time, reports that come
 * late, and no outcome for what was denied.
 */

import { dayMs } from "../../../src/base/durations.ts";
import { fraudCost, type Prices, refusalCost } from "../../../src/evaluation/money/prices.ts";
import { type RiskSetting, riskSettings } from "../../../src/projects/risk-setting.ts";
import { addAmounts, amountsOf, noAmounts } from "../../../src/risk/outcomes/amounts.ts";
import { denyFrom, suggestedActionOf } from "../../../src/risk/score.ts";
import type { FraudReport, ReportHistory } from "../../../src/storage/port/outcomes.ts";
import type { DecisionKind, ScoreTally } from "../../../src/storage/port/search.ts";

/** When everything is evaluated. */
export const now = Date.UTC(2026, 10, 22, 9, 30);

export interface Decided {
  at: number;
  riskScore: number;
  kind: "allowed" | "denied" | "imported";
  /** When its fraud is reported; null: never. May be in the future. */
  reportedAt: number | null;
  /** What it truly costs, and its true probability of fraud. */
  value: number;
  rate: number;
  /** Whether the amount was sent. */
  isSent: boolean;
}

export interface MerchantOptions {
  /**
   * `none`: every booking costs as much as was entered. `sent`: amounts vary, fraud is in dear bookings, and most
   * requests have them. `kept`: the same, but no request has them: the merchant knows the mean of each kind.
   */
  amounts: "none" | "sent" | "kept";
}

export interface Merchant {
  seed: number;
  description: string;
  setting: RiskSetting;
  prices: Prices;
  days: number;
  decisions: Decided[];
}

/** mulberry32 (Tommy Ettinger, public domain). */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Draws {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = generator(seed);
  }
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
  /** As likely between 1 and 10 as between 10 and 100. */
  scale(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }
  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }
}

/** Days until a fraud is reported. */
type Delay = { name: string; draw(decidedAt: number): number };

function delayLaw(draws: Draws): Delay {
  const mean = draws.scale(8, 60);
  const laws: Delay[] = [
    { name: "exponential", draw: () => -mean * Math.log(1 - draws.next()) },
    { name: "log-normal", draw: () => mean * Math.exp(draws.normal(-0.25, 0.7)) },
    { name: "after the stay", draw: () => mean * 0.5 + mean * draws.next() },
    {
      name: "monthly file",
      draw: (decidedAt) => {
        const found = decidedAt / dayMs - mean * Math.log(1 - draws.next());
        return Math.ceil(found / 30) * 30 - decidedAt / dayMs;
      },
    },
  ];
  return draws.one(laws);
}

/**
 * The model's odds at a score, shifted, steeper or flatter, and bent by a wave: what a model that
 * was not trained on this merchant does.
 */
function trueRates(draws: Draws): number[] {
  const [shift, slope] = [draws.normal(0, 0.8), draws.between(0.7, 1.3)];
  const [wave, phase] = [draws.between(0, 0.4), draws.between(0, 2 * Math.PI)];
  return Array.from({ length: 100 }, (_, score) => {
    const model = Math.log(0.2) + ((score - 75) * Math.LN2 * slope) / 10;
    const bent = wave * Math.sin((2 * Math.PI * score) / 35 + phase);
    return 1 / (1 + Math.exp(-(model + shift + bent)));
  });
}

function pricesOf(draws: Draws): Prices {
  const value = draws.scale(80, 1500);
  return {
    currency: "EUR",
    value,
    fraudValue: value,
    margin: draws.between(0.05, 0.4),
    chargebackCost: draws.between(15, 80),
    fraudLoss: draws.between(0.3, 1),
    lifetimeValue: draws.next() < 0.5 ? 0 : draws.between(0, 100),
  };
}

/** How amounts vary, and how much likelier fraud is in dear bookings. */
interface AmountLaw {
  /** Of the logarithm. */
  deviation: number;
  /** The odds of fraud are multiplied by the amount, over its median, to this power. */
  power: number;
  sentShare: number;
}

function amountLaw(draws: Draws, { amounts }: MerchantOptions): AmountLaw | null {
  if (amounts === "none") return null;
  const [deviation, power] = [draws.between(0.3, 1), draws.between(0, 1.5)];
  const sentShare = draws.between(0.6, 1);
  return { deviation, power, sentShare: amounts === "sent" ? sentShare : 0 };
}

export function simulateMerchant(
  seed: number,
  options: MerchantOptions = { amounts: "none" },
): Merchant {
  const draws = new Draws(seed * 7919 + 13);
  for (let i = 0; i < 10; i++) draws.next();
  const days = Math.round(draws.between(45, 540));
  const daily = draws.scale(15, 500);
  const delay = delayLaw(draws);
  const trueRate = trueRates(draws);
  const setting = draws.one(riskSettings);
  const before = draws.next() < 0.3 ? draws.one(riskSettings) : setting;
  const changedAt = now - days * dayMs * draws.between(0.3, 0.9);
  const importedTo = draws.next() < 0.2 ? now - days * dayMs * draws.between(0.2, 0.8) : 0;
  const unreported = draws.between(0, 0.05);
  const [middle, width] = [draws.between(15, 38), draws.between(13, 20)];
  const highShare = draws.between(0.01, 0.06);
  // Drawn on their own, so that with amounts a merchant is otherwise the same.
  const own = new Draws(seed * 104_729 + 7);
  const law = amountLaw(own, options);
  const decisions = Array.from({ length: Math.round(days * daily) }, (): Decided => {
    const at = now - draws.next() * days * dayMs;
    const drawn = draws.next() < highShare ? draws.normal(78, 14) : draws.normal(middle, width);
    const riskScore = Math.min(99, Math.max(0, Math.round(drawn)));
    const log = law ? own.normal(0, law.deviation) : 0;
    const odds = trueRate[riskScore]! / (1 - trueRate[riskScore]!);
    const dearer = odds * Math.exp((law?.power ?? 0) * log);
    const rate = dearer / (1 + dearer);
    const isFraud = draws.next() < rate;
    const denied = suggestedActionOf(riskScore, at < changedAt ? before : setting) === "deny";
    const kind = at < importedTo ? "imported" : denied ? "denied" : "allowed";
    const isReported = isFraud && kind !== "denied" && draws.next() >= unreported;
    const reportedAt = isReported ? at + delay.draw(at) * dayMs : null;
    const isSent = law !== null && own.next() < law.sentShare;
    return { at, riskScore, kind, reportedAt, rate, value: Math.exp(log), isSent };
  }).sort((a, b) => a.at - b.at);
  const description = `${days} days, ${Math.round(daily)} a day, reports ${delay.name}`;
  const entered = pricesOf(draws);
  for (const one of decisions) one.value *= entered.value;
  const prices = law ? { ...entered, ...meanValues(decisions) } : entered;
  return { seed, description, setting, prices, days, decisions };
}

/** What the merchant enters for bookings without an amount: the mean of all, and of fraud. */
function meanValues(decisions: readonly Decided[]): { value: number; fraudValue: number } {
  const mean = (of: readonly Decided[]) => of.reduce((sum, one) => sum + one.value, 0) / of.length;
  const frauds = decisions.filter(({ reportedAt }) => reportedAt !== null && reportedAt <= now);
  const value = mean(decisions);
  return { value, fraudValue: frauds.length > 0 ? mean(frauds) : value };
}

/** What the merchant has reported by now. */
export function reportHistoryOf({ decisions }: Merchant): ReportHistory {
  const frauds: FraudReport[] = decisions.flatMap(({ at, reportedAt }) => {
    return reportedAt !== null && reportedAt <= now ? [{ decidedAt: at, reportedAt }] : [];
  });
  const times = frauds.map(({ reportedAt }) => reportedAt).sort((a, b) => a - b);
  return {
    frauds,
    reportDays: new Set(times.map((time) => Math.floor(time / dayMs))).size,
    firstReportedAt: times[0] ?? null,
    lastReportedAt: times.at(-1) ?? null,
  };
}

/** As the store counts them; the currency has no minor units. */
export function talliesOf(merchant: Merchant, from: number, to: number): ScoreTally[] {
  const counts = new Map<string, ScoreTally>();
  for (const { at, riskScore, kind, reportedAt, value, isSent } of merchant.decisions) {
    if (at < from || at >= to) continue;
    const outcome = reportedAt !== null && reportedAt <= now ? "chargeback" : null;
    const key = `${riskScore} ${kind} ${outcome}`;
    const tally = counts.get(key) ?? {
      riskScore,
      count: 0,
      kind: kindOf(kind, outcome),
      amounts: noAmounts(),
    };
    counts.set(key, tally);
    tally.count += 1;
    addAmounts(tally.amounts!, amountsOf(isSent ? value : null));
  }
  return [...counts.values()];
}

function kindOf(kind: Decided["kind"], outcome: string | null): DecisionKind {
  return {
    riskLevel: "low",
    riskSetting: "balanced",
    modelName: "m",
    modelVersion: "1",
    seen: true,
    suggestedAction: kind === "denied" ? "deny" : "allow",
    source: kind === "imported" ? "import" : "api",
    outcome,
  };
}

/** What each setting truly earns in a range, in expectation, more than denying nobody. */
export function trueNets(
  { decisions, prices }: Merchant,
  range: { from: number; to: number },
): Record<RiskSetting, number> {
  const nets = { maximizeProtection: 0, balanced: 0, maximizeRevenue: 0 };
  for (const { at, riskScore, rate, value } of decisions) {
    if (at < range.from || at >= range.to) continue;
    const booking = { count: 1, amounts: amountsOf(value) };
    const gain = rate * fraudCost(booking, prices) - (1 - rate) * refusalCost(booking, prices);
    for (const setting of riskSettings) {
      if (riskScore >= denyFrom[setting]) nets[setting] += gain;
    }
  }
  return nets;
}
