import { describe, expect, test } from "bun:test";
import { atBaseRate, modelProbabilityOf } from "../../risk/base-rate.ts";
import { dayMs } from "../../risk/outcomes/reporting-delay.ts";
import { riskScoreOf } from "../../risk/score.ts";
import type { DecisionKind, ScoreTally } from "../../storage/port/search.ts";
import { type EstimateDeps, estimateBaseRate, problemText } from "./base-rate-estimate.ts";

const now = Date.UTC(2026, 10, 22);
const modelBaseRate = 0.022;

/** Mulberry32 (Ettinger 2017), seeded through one step of SplitMix32. */
function randomOf(seed: number) {
  let state = Math.imul(seed + 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

interface Attempt {
  at: number;
  own: number;
  riskScore: number;
  denied: boolean;
  fraud: boolean;
  reportedAt: number | null;
  /** Of a denied one, while there is a control group: whether it was let through. */
  drawn?: "allowed" | "denied";
}

/** How far the logits of fraud and of guests are apart, in standard deviations: an AUC of 0.98. */
const apart = 3;

/**
 * Attempts of a merchant whose true rate is known. The model is calibrated to 2.2 %: its log
 * likelihood ratio of fraud is normal with a mean of ±apart²/2 and a variance of apart².
 */
function merchant(
  rate: number,
  seed: number,
  { attempts = 40_000, days = 300, share = 0, overconfident = 0 } = {},
): Attempt[] {
  const { uniform, normal } = randomOf(seed);
  return Array.from({ length: attempts }, () => {
    const fraud = uniform() < rate;
    // An overconfident model takes a part of the guests for fraud.
    const looksBad = fraud || uniform() < overconfident;
    const ratio = ((looksBad ? 1 : -1) * apart ** 2) / 2 + apart * normal();
    const own = 1 / (1 + Math.exp(-ratio) * ((1 - modelBaseRate) / modelBaseRate));
    const riskScore = riskScoreOf(own);
    const isHigh = riskScore >= 75;
    const letThrough = isHigh && share > 0 && uniform() < share;
    const denied = isHigh && !letThrough;
    const at = now - uniform() * days * dayMs;
    const reportedAt = at - 30 * dayMs * Math.log(1 - uniform());
    const isReported = fraud && !denied && reportedAt <= now;
    const drawn = isHigh && share > 0 ? { drawn: letThrough ? "allowed" : "denied" } : {};
    const known = isReported ? reportedAt : null;
    return { at, own, riskScore, denied, fraud, reportedAt: known, ...drawn } as Attempt;
  });
}

const kindOf = ({ denied, reportedAt }: Attempt): DecisionKind => ({
  riskLevel: "low",
  riskSetting: "balanced",
  source: "api",
  seen: true,
  modelName: "m",
  modelVersion: "1",
  suggestedAction: denied ? "deny" : "allow",
  outcome: reportedAt === null ? null : "chargeback",
});

function depsOf(attempts: readonly Attempt[], modelRate: number | null = modelBaseRate) {
  const frauds = attempts.flatMap(({ at, reportedAt }) =>
    reportedAt === null ? [] : [{ decidedAt: at, reportedAt }],
  );
  const reported = frauds.map(({ reportedAt }) => reportedAt);
  const search = {
    reportHistory: async () => ({
      frauds,
      reportDays: new Set(reported.map((time) => Math.floor(time / dayMs))).size,
      firstReportedAt: reported.length > 0 ? Math.min(...reported) : null,
      lastReportedAt: reported.length > 0 ? Math.max(...reported) : null,
    }),
    byScore: async (_: string, from: number, to: number): Promise<ScoreTally[]> => {
      const tallies = new Map<number, ScoreTally>();
      for (const one of attempts) {
        if (one.at < from || one.at >= to) continue;
        // The score says whether it was denied: the rest of its kind is whether it was reported.
        const key = 4 * one.riskScore + (one.reportedAt === null ? 0 : 1) + (one.denied ? 2 : 0);
        const tally = tallies.get(key);
        if (tally) tally.count += 1;
        else tallies.set(key, { kind: kindOf(one), riskScore: one.riskScore, count: 1 });
      }
      return [...tallies.values()];
    },
    modelProbabilities: async () => {
      const denied = attempts.filter((one) => one.denied);
      return denied.slice(0, 1).map((one) => ({
        kind: kindOf(one),
        at: Float64Array.from(denied, ({ at }) => at),
        modelProbabilities: Float64Array.from(denied, ({ own }) => own),
      }));
    },
    backlog: async () => 0,
  };
  const first = Math.min(...attempts.map(({ at }) => at));
  const rows = attempts.map((one, i) => ({ ...one, id: String(i).padStart(9, "0") }));
  const decisions = {
    after: async () => [{ decidedAt: first }],
    drawn: async (_: string, id: string, limit: number) =>
      rows
        .filter((one) => one.drawn && one.id > id)
        .slice(0, limit)
        .map(({ id, at, riskScore, drawn, own }) => ({
          id,
          decidedAt: at,
          riskScore,
          request: "{}",
          modelName: "m",
          modelVersion: "1",
          probability: own,
          modelProbability: null,
          controlGroup: JSON.stringify({ share: 0.05, draw: 0.01, result: drawn }),
        })),
  };
  const outcomes = {
    list: async (_: string, id: string) =>
      rows[Number(id)]!.reportedAt === null ? [] : [{ outcome: "chargeback", reportedAt: 1 }],
  };
  const store = { search, decisions, outcomes } as unknown as EstimateDeps["store"];
  return { store, now: () => now, modelRate: async () => modelRate };
}

const estimateOf = async (attempts: readonly Attempt[]) =>
  (await estimateBaseRate("prj_1", depsOf(attempts))).estimate!;

describe("the estimated rate", () => {
  test.each([0.004, 0.01, 0.05])(
    "of merchants with a true rate of %p has it in its interval 95 times of 100",
    async (rate) => {
      let inside = 0;
      const estimates: number[] = [];
      for (let seed = 1; seed <= 40; seed++) {
        const attempts = merchant(rate, seed, { attempts: rate < 0.01 ? 60_000 : 30_000 });
        const { rate: estimated, low, high } = await estimateOf(attempts);
        if (low <= rate && rate <= high) inside += 1;
        estimates.push(estimated);
      }
      const mean = estimates.reduce((sum, one) => sum + one, 0) / estimates.length;
      expect(Math.abs(mean / rate - 1)).toBeLessThan(0.06);
      expect(inside).toBeGreaterThanOrEqual(38);
    },
  );

  test("is above what was reported alone, since fraud was denied and reports are late", async () => {
    const attempts = merchant(0.01, 5);
    const { frauds, observed, denied, deniedFrauds, withoutDenied, rate } =
      await estimateOf(attempts);
    expect(frauds).toBe(attempts.filter(({ reportedAt }) => reportedAt !== null).length);
    expect(observed + denied).toBe(attempts.length);
    expect(frauds / observed).toBeLessThan(withoutDenied);
    expect(withoutDenied).toBeLessThan(rate);
    const truly = attempts.filter((one) => one.denied && one.fraud).length;
    expect(Math.abs(deniedFrauds / truly - 1)).toBeLessThan(0.25);
  });

  test("counts the denied as the model says, where it states no rate", async () => {
    const attempts = merchant(0.022, 3);
    const { estimate } = await estimateBaseRate("prj_1", depsOf(attempts, null));
    const said = attempts.filter((one) => one.denied).reduce((sum, { own }) => sum + own, 0);
    expect(estimate!.deniedFrauds).toBeCloseTo(said, 6);
  });
});

describe("with a control group", () => {
  const group = { share: 0.05, overconfident: 0.03, attempts: 60_000 };

  test("denied guests that the model takes for fraud are not counted as such", async () => {
    let inside = 0;
    let nearer = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const attempts = merchant(0.02, seed, group);
      const truth = attempts.filter(({ fraud }) => fraud).length / attempts.length;
      const { rate, low, high, represented } = await estimateOf(attempts);
      expect(represented).toBe(attempts.filter(({ drawn }) => drawn === "denied").length);
      const plain = await estimateOf(attempts.map(({ drawn: _, ...one }) => one));
      if (low <= truth && truth <= high) inside += 1;
      if (Math.abs(rate - truth) < Math.abs(plain.rate - truth)) nearer += 1;
    }
    expect(inside).toBeGreaterThanOrEqual(7);
    expect(nearer).toBe(8);
  });

  test("of a few bookings, the model's probabilities tell more", async () => {
    const few = await estimateOf(merchant(0.01, 4, { share: 0.005, attempts: 20_000 }));
    expect(few.represented).toBe(0);
  });
});

describe("there is no estimate to use", () => {
  test("of a few frauds, and it says how many it takes", async () => {
    const { estimate, problem } = await estimateBaseRate(
      "prj_1",
      depsOf(merchant(0.004, 2, { attempts: 2000 })),
    );
    expect(estimate).toBeNull();
    expect(problem).toMatchObject({ missing: "frauds", need: 20 });
    expect(problemText(problem!)).toMatch(
      /^\d+ bookings were reported as fraud, and 20 are needed/,
    );
  });

  test("where nothing was decided", async () => {
    const { estimate, problem } = await estimateBaseRate("prj_1", depsOf([]));
    expect([estimate, problem?.missing]).toEqual([null, "frauds"]);
  });

  test("outside what can be set", async () => {
    const { estimate, problem } = await estimateBaseRate(
      "prj_1",
      depsOf(merchant(0.4, 2, { attempts: 4000 })),
    );
    expect(estimate!.rate).toBeGreaterThan(0.2);
    expect(problem?.missing).toBe("limits");
  });

  test("while the index is behind", async () => {
    const deps = depsOf(merchant(0.01, 2));
    const search = { ...deps.store.search, backlog: async () => 500 };
    const { problem } = await estimateBaseRate("prj_1", {
      ...deps,
      store: { ...deps.store, search },
    });
    expect(problem?.missing).toBe("index");
  });
});

test("the shift to the estimate makes the model's probabilities add up to the frauds", async () => {
  const attempts = merchant(0.004, 9);
  const { rate } = await estimateOf(attempts);
  const rates = { projectBaseRate: rate, modelBaseRate };
  const sum = (of: (own: number) => number) =>
    attempts.reduce((all, { own }) => all + of(own), 0) / attempts.length;
  expect(sum((own) => own)).toBeGreaterThan(2 * 0.004);
  expect(Math.abs(sum((own) => atBaseRate(own, rates)) / rate - 1)).toBeLessThan(0.15);
  expect(modelProbabilityOf({ probability: 0.2, modelProbability: null })).toBe(0.2);
});
