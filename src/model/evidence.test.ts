import { describe, expect, test } from "bun:test";
import { BundleRefused } from "./bundle-refused.ts";
import { weigh } from "./evidence.ts";

const bins = (...rows: [probability: number, attempts: number, frauds: number][]) => ({
  bins: rows.map(([probability, attempts, frauds]) => ({ probability, attempts, frauds })),
});

test("pointsOff is ten times the binary logarithm of the odds ratio", () => {
  const { weighed } = weigh(bins([0.2, 10_000, 1800]));
  expect(weighed.all.observed).toBeCloseTo(0.18, 6);
  expect(weighed.all.pointsOff).toBeCloseTo(10 * Math.log2(0.18 / 0.82 / 0.25), 6);
});

describe("differences within chance are accepted", () => {
  // Three frauds in twenty instead of one: triple odds, but not significant.
  test("for few attempts", () => {
    const { weighed, warnings } = weigh(bins([0.05, 20, 3]));
    expect(weighed.all.pointsOff).toBeGreaterThan(15);
    expect(weighed.all.pointsBeyondChance).toBeLessThan(5);
    expect(warnings.length).toBe(2);
  });

  test("of a thousand calibrated bundles, hardly any is refused", () => {
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    let refused = 0;
    for (let bundle = 0; bundle < 1000; bundle++) {
      const rows = [0.003, 0.01, 0.03, 0.1, 0.5].map((probability): [number, number, number] => {
        let frauds = 0;
        for (let i = 0; i < 200; i++) frauds += Number(random() < probability);
        return [probability, 200, frauds];
      });
      try {
        weigh(bins(...rows));
      } catch {
        refused++;
      }
    }
    expect(refused).toBe(0);
  });
});

describe("differences beyond chance are refused", () => {
  const cases: [string, ReturnType<typeof bins>, RegExp][] = [
    ["twice the odds everywhere", bins([0.1, 50_000, 9090]), /all its attempts were 18\.2 % fraud/],
    ["half the odds everywhere", bins([0.1, 50_000, 2631]), /all its attempts were 5\.26 % fraud/],
    [
      "one bin three times as risky as it says",
      bins([0.001, 1_000_000, 1000], [0.02, 10_000, 600]),
      /the bin of 2\.00 % were 6\.00 % fraud \(of 10000\)/,
    ],
    ["certainty that is wrong", bins([1, 1000, 700]), /it says 100 %/],
  ];
  for (const [name, evidence, says] of cases) {
    test(name, () => {
      expect(() => weigh(evidence)).toThrow(BundleRefused);
      expect(() => weigh(evidence)).toThrow(says);
    });
  }
});

test("scores become ten bins of equal size, in order of probability", () => {
  const scores = Array.from({ length: 1000 }, (_, i) => ({
    probability: ((i * 7) % 1000) / 1000,
    fraud: (i * 7919) % 1000 < (i * 7) % 1000,
  }));
  const { weighed, warnings } = weigh({ scores, from: "generated" });
  expect(weighed).toMatchObject({ kind: "scores", from: "generated" });
  expect(weighed.bins.map(({ attempts }) => attempts)).toEqual(Array(10).fill(100));
  expect(weighed.bins[0]!.probability).toBeCloseTo(0.0495, 6);
  expect(warnings).toEqual([]);
});
