import { describe, expect, test } from "bun:test";
import { type Judged, judge } from "../../scripts/money-simulation/judge.ts";
import { simulateMerchant } from "../../scripts/money-simulation/merchant.ts";
import { normalQuantile } from "../interval.ts";
import { seededRandom } from "../reasons/seeded-random.ts";
import { bandRate } from "./band-rate.ts";
import { noControlEvidence } from "./control-evidence.ts";
import { noScoreEvidence, type ScoreEvidence } from "./score-evidence.ts";
import { adviseSetting, breakEvenRate } from "./settings-advice.ts";

const prices = {
  ...{ currency: "EUR", value: 300, margin: 0.15, chargebackCost: 25, fraudLoss: 1 },
  lifetimeValue: 0,
};

/** Settled decisions with these rates of fraud, of which those from `deniedFrom` have no outcome. */
function evidenceOf(
  rateAt: (score: number) => number,
  { each = 400, deniedFrom = 100 } = {},
): ScoreEvidence {
  const all = noScoreEvidence();
  for (let score = 0; score < 100; score++) {
    all.decisions[score] = each;
    if (score >= deniedFrom) continue;
    all.observed[score] = each;
    const frauds = Math.round(each * rateAt(score));
    all.evidence[score] = { frauds, exposure: each, exposureError: 0 };
  }
  return all;
}
const onScale = (score: number) => {
  const odds = 0.2 * 2 ** ((score - 75) / 10);
  return odds / (1 + odds);
};

function controlledOf(evidence: ScoreEvidence) {
  const rate = bandRate(evidence, { from: 75, to: 85 }, normalQuantile[0.95])!;
  expect(rate.basis).toBe("controlled");
  return rate;
}

describe("the advice", () => {
  test("denies where the rate of fraud is above the break-even, and says by how much", () => {
    // A good booking earns 45 and a fraud costs 325.
    expect(breakEvenRate(prices)).toBeCloseTo(45 / 370);
    const evidence = evidenceOf((score) => (score >= 75 ? 0.3 : 0.03));
    const advice = adviseSetting(evidence, prices, "maximizeRevenue");
    expect(advice).toMatchObject({ kind: "change", setting: "balanced", missing: [] });
    const { estimate, low, high } = advice.differences.balanced;
    expect(estimate).toBeCloseTo(10 * 400 * (0.3 * 325 - 0.7 * 45));
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(estimate);
    expect(high).toBeGreaterThan(estimate);
    expect(advice.differences.maximizeRevenue).toEqual({ estimate: 0, low: 0, high: 0 });
    expect(adviseSetting(evidence, prices, "balanced")).toMatchObject({
      ...{ kind: "keep", setting: "balanced", shortfall: 0 },
    });
  });

  test("is open where the rate is at the break-even, or few bookings tell", () => {
    const even = adviseSetting(
      evidenceOf(() => 45 / 370),
      prices,
      "balanced",
    );
    expect(even).toMatchObject({ kind: "open", setting: "balanced" });
    const few = adviseSetting(
      evidenceOf(() => 0.2, { each: 2 }),
      prices,
      "maximizeRevenue",
    );
    expect(few.kind).toBe("open");
    expect(few.missing.map(({ scores }) => scores)).toContainEqual([65, 74]);
    expect(few.shortfall).toBeGreaterThan(0);
  });

  test("extrapolates to denied bookings, and is cautious about it", () => {
    const evidence = evidenceOf(onScale, { deniedFrom: 75 });
    const [observed, denied] = adviseSetting(evidence, prices, "balanced").bands;
    expect(observed!.rate).toMatchObject({ basis: "observed" });
    expect(denied!.rate).toMatchObject({ basis: "extrapolated", observed: 0 });
    expect(denied!.rate!.rate).toBeCloseTo(onScale(79.5), 1);
    // As if the scores were ten points higher or lower, at least.
    expect(denied!.rate!.low).toBeLessThan(onScale(69.6));
    expect(denied!.rate!.high).toBeGreaterThan(onScale(89.4));
    const dear = { ...prices, margin: 0.3, lifetimeValue: 20, fraudLoss: 0.3, chargebackCost: 20 };
    const clear = adviseSetting(evidence, dear, "balanced");
    expect(clear.kind).toBe("change");
    expect(clear.setting).toBe("maximizeRevenue");
    const doubtful = adviseSetting(evidence, { ...prices, margin: 0.2 }, "balanced");
    expect(doubtful.missing).toContainEqual({
      ...{ scores: [75, 84], times: "trial", letThrough: expect.any(Number) },
    });
  });

  test("says how many bookings a control group takes, and is settled by as many", () => {
    const evidence = evidenceOf(onScale, { deniedFrom: 75 });
    const cautious = { ...prices, margin: 0.2 };
    const { missing, bands } = adviseSetting(evidence, cautious, "balanced");
    const { letThrough } = missing.find(({ scores }) => scores[0] === 75)!;
    const { rate } = bands[1]!.rate!;
    const count = Math.ceil(letThrough! / 10);
    const control = noControlEvidence();
    for (let score = 75; score < 85; score++) {
      control.drawn[score] = 390;
      control.excluded[score] = 10;
      control.evidence[score] = { frauds: count * rate, exposure: count, exposureError: 0 };
    }
    const known = adviseSetting({ ...evidence, control }, cautious, "balanced");
    expect(known.bands[1]!.rate!.basis).toBe("controlled");
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(known.bands[1]!.rate!)).toBeLessThan(width(bands[1]!.rate!));
    expect(known.bands[1]!.rate!.rate).toBeCloseTo(rate, 2);
    // Where nobody could be drawn, the group says nothing.
    const none = { ...control, drawn: control.excluded.map(() => 0) };
    const same = adviseSetting({ ...evidence, control: none }, cautious, "balanced");
    expect(same.bands[1]!.rate).toEqual(bands[1]!.rate);
  });

  test("a control group's rate is within its interval in 95 of 100", () => {
    const random = seededRandom("control group");
    let within = 0;
    const trials = 400;
    for (let trial = 0; trial < trials; trial++) {
      const truth = 0.05 + 0.7 * random();
      const evidence = noScoreEvidence();
      evidence.decisions.fill(50, 75, 85);
      const control = noControlEvidence();
      for (let i = 0; i < 100; i++) {
        const score = 75 + (i % 10);
        control.drawn[score]! += 50;
        control.evidence[score]!.exposure += 1;
        control.evidence[score]!.frauds += random() < truth ? 1 : 0;
      }
      const { low, high } = controlledOf({ ...evidence, control });
      if (low <= truth && truth <= high) within += 1;
    }
    expect(within / trials).toBeGreaterThan(0.95);
  });

  test("says nothing of denied bookings where no fraud was ever reported", () => {
    const { kind, bands } = adviseSetting(
      evidenceOf(() => 0, { deniedFrom: 75 }),
      prices,
      "balanced",
    );
    expect(kind).toBe("open");
    expect(bands[1]!.rate).toMatchObject({ low: 0, high: 1 });
  });
});

describe("simulated merchants with known truth", () => {
  const judged: Promise<Judged[]> = (async () => {
    const all: Judged[] = [];
    for (let seed = 301; seed <= 340; seed++) all.push(await judge(simulateMerchant(seed)));
    return all;
  })();

  test("are advised a setting within its interval of the best, and never a worse one", async () => {
    const advised = (await judged).filter(({ advice }) => advice !== null);
    expect(advised.length).toBeGreaterThan(30);
    const within = advised.filter(({ isWithin }) => isWithin).length;
    expect(within / advised.length).toBeGreaterThanOrEqual(0.95);
    expect(advised.filter(({ isHarmful }) => isHarmful)).toEqual([]);
    expect(advised.filter(({ kind }) => kind !== "open").length).toBeGreaterThan(10);
    const differences = advised.filter(({ areDifferencesWithin }) => areDifferencesWithin).length;
    expect(differences / advised.length).toBeGreaterThanOrEqual(0.93);
  });

  test("have a best setting only where it is shown", async () => {
    for (const { kind, advice, best } of await judged) {
      if (kind === "keep") expect(advice!.setting).toBe(best);
      if (advice?.shortfall === 0) expect(advice.setting).toBe(best);
    }
  });
});
