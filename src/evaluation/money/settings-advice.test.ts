import { describe, expect, test } from "bun:test";
import { type Judged, judge } from "../../../scripts/lab/money-simulation/judge.ts";
import {
  type MerchantOptions,
  simulateMerchant,
} from "../../../scripts/lab/money-simulation/merchant.ts";
import { normalQuantile } from "../../base/confidence-interval.ts";
import { seededRandom } from "../../model/reasons/seeded-random.ts";
import { noAmounts } from "../../risk/outcomes/amounts.ts";
import { noEvidence } from "../../risk/outcomes/fraud-rate.ts";
import { bandRate } from "./band-rate.ts";
import { noControlEvidence } from "./control-evidence.ts";
import { breakEvenRate } from "./prices.ts";
import { noScoreEvidence, type ScoreEvidence } from "./score-evidence.ts";
import { adviseSetting } from "./settings-advice.ts";

const prices = {
  currency: "EUR",
  value: 300,
  fraudValue: 300,
  margin: 0.15,
  chargebackCost: 25,
  fraudLoss: 1,
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
    all.evidence[score] = { ...noEvidence(), frauds, exposure: each };
  }
  return all;
}
const onScale = (score: number) => {
  const odds = 0.2 * 2 ** ((score - 75) / 10);
  return odds / (1 + odds);
};

function controlledOf(evidence: ScoreEvidence) {
  const rate = bandRate(evidence, { from: 75, to: 85 }, { prices, z: normalQuantile[0.95] })!;
  expect(rate.basis).toBe("controlled");
  return rate;
}

describe("the advice", () => {
  test("denies where the rate of fraud is above the break-even, and says by how much", () => {
    // A good booking earns 45 and a fraud costs 325.
    expect(breakEvenRate({ count: 1, amounts: noAmounts() }, prices)).toBeCloseTo(45 / 370);
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
      kind: "keep",
      setting: "balanced",
      shortfall: 0,
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
      scores: [75, 84],
      times: "trial",
      letThrough: expect.any(Number),
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
      control.evidence[score] = { ...noEvidence(), frauds: count * rate, exposure: count };
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

describe("the advice by value", () => {
  /** All bookings cost 200, but every fraud this. */
  function valuedEvidence(fraudAmount: number) {
    const evidence = evidenceOf((score) => (score >= 75 ? 0.1 : 0.01));
    const usual = (count: number) => ({
      known: count,
      sum: 200 * count,
      squares: 200 ** 2 * count,
    });
    for (let score = 0; score < 100; score++) {
      const { frauds } = evidence.evidence[score]!;
      const dear = fraudAmount - 200;
      const all = usual(400);
      all.sum += frauds * dear;
      all.squares += frauds * (fraudAmount ** 2 - 200 ** 2);
      evidence.amounts[score] = all;
      evidence.evidence[score]!.amounts = {
        exposure: all,
        frauds: { known: frauds, sum: frauds * fraudAmount, squares: frauds * fraudAmount ** 2 },
      };
    }
    return evidence;
  }

  test("is that by number where all bookings cost the same, entered or sent", () => {
    const byNumber = evidenceOf((score) => (score >= 75 ? 0.1 : 0.01));
    const same = { ...prices, value: 200, fraudValue: 200 };
    // What was entered does not matter for those whose amount is known.
    const sent = adviseSetting(valuedEvidence(200), prices, "balanced");
    const entered = adviseSetting(byNumber, same, "balanced");
    expect(sent.breakEven).toBeCloseTo(entered.breakEven!, 12);
    for (const setting of ["maximizeProtection", "maximizeRevenue"] as const) {
      for (const bound of ["estimate", "low", "high"] as const) {
        expect(sent.differences[setting][bound]).toBeCloseTo(
          entered.differences[setting][bound],
          6,
        );
      }
    }
  });

  test("denies where few frauds are in dear bookings, which their number does not tell", () => {
    const cheap = adviseSetting(valuedEvidence(200), prices, "maximizeRevenue");
    expect(cheap.kind).toBe("keep");
    const dear = adviseSetting(valuedEvidence(1200), prices, "maximizeRevenue");
    expect(dear).toMatchObject({ kind: "change", setting: "balanced" });
    // Of 4,000 bookings, each of the 400 frauds saves 1,225, and each good booking costs 30.
    expect(dear.differences.balanced.estimate).toBeCloseTo(400 * 1225 - 3600 * 30, 6);
  });

  test("takes the entered value of fraud where no amounts are sent", () => {
    const evidence = evidenceOf((score) => (score >= 75 ? 0.1 : 0.01));
    const entered = { ...prices, value: 200, fraudValue: 1200 };
    const { setting, differences } = adviseSetting(evidence, entered, "maximizeRevenue");
    expect(setting).toBe("balanced");
    expect(differences.balanced.estimate).toBeCloseTo(400 * 1225 - 3600 * 30, 6);
  });

  test("is less certain of a few dear frauds than of many cheap ones with the same loss", () => {
    const width = (fraudAmount: number, frauds: number) => {
      const evidence = noScoreEvidence();
      evidence.decisions[80] = evidence.observed[80] = 1000;
      evidence.evidence[80] = {
        frauds,
        exposure: 1000,
        exposureError: 0,
        amounts: {
          frauds: { known: frauds, sum: frauds * fraudAmount, squares: frauds * fraudAmount ** 2 },
          exposure: { known: 1000, sum: 300_000, squares: 1000 * 300 ** 2 },
        },
      };
      const rate = bandRate(evidence, { from: 75, to: 85 }, { prices, z: normalQuantile[0.95] })!;
      return (rate.high - rate.low) / rate.rate;
    };
    expect(width(3000, 5)).toBeGreaterThan(1.5 * width(300, 46));
  });
});

describe("simulated merchants with known truth", () => {
  const judgedOf = async (options?: MerchantOptions) => {
    const all: Judged[] = [];
    for (let seed = 301; seed <= 340; seed++)
      all.push(await judge(simulateMerchant(seed, options)));
    return all;
  };
  const judged = judgedOf();

  test("are told the truth by value, too, where fraud is in dear bookings", async () => {
    const advised = (await judgedOf({ amounts: "sent" })).filter(({ advice }) => advice !== null);
    const share = (is: (one: Judged) => boolean) => advised.filter(is).length / advised.length;
    expect(share(({ isWithin }) => isWithin)).toBeGreaterThanOrEqual(0.95);
    expect(share(({ areDifferencesWithin }) => areDifferencesWithin)).toBeGreaterThanOrEqual(0.93);
    expect(share(({ isHarmful }) => isHarmful)).toBe(0);
  });

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
