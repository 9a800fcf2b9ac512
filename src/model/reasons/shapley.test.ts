import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { shapleyValues } from "./shapley.ts";

const worth = fc.double({ min: -200, max: 400, noNaN: true });
const game = (players: number) =>
  fc
    .array(worth, { minLength: 2 ** players, maxLength: 2 ** players })
    .map((worths) => Float64Array.from(worths));
const games = fc.integer({ min: 1, max: 9 }).chain(game);
const sum = (values: Float64Array) => values.reduce((all, one) => all + one, 0);

/** The other definition: what a player adds when it comes, over all orders of coming. */
function byOrders(worths: Float64Array): number[] {
  const players = Math.log2(worths.length);
  const values = new Array<number>(players).fill(0);
  let orders = 0;
  const walk = (there: number, gained: readonly (readonly [number, number])[]) => {
    if (there === worths.length - 1) {
      orders += 1;
      for (const [i, gain] of gained) values[i]! += gain;
    }
    for (let i = 0; i < players; i++) {
      if (there & (1 << i)) continue;
      const next = there | (1 << i);
      walk(next, [...gained, [i, worths[next]! - worths[there]!]]);
    }
  };
  walk(0, []);
  return values.map((value) => value / orders);
}

describe("Shapley values", () => {
  test("add up to what all are worth more than nobody", () => {
    fc.assert(
      fc.property(games, (worths) => {
        const all = worths.at(-1)! - worths[0]!;
        expect(Math.abs(sum(shapleyValues(worths)) - all)).toBeLessThan(1e-9);
      }),
    );
  });

  test("of 12 groups too", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const worths = Float64Array.from({ length: 4096 }, (_, i) => 90 * Math.sin(seed + i * i));
        const all = worths.at(-1)! - worths[0]!;
        expect(Math.abs(sum(shapleyValues(worths)) - all)).toBeLessThan(1e-9);
      }),
      { numRuns: 20 },
    );
  });

  test("are the mean gain over all orders", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }).chain(game), (worths) => {
        const values = shapleyValues(worths);
        for (const [i, value] of byOrders(worths).entries())
          expect(values[i]).toBeCloseTo(value, 8);
      }),
      { numRuns: 50 },
    );
  });

  test("give nothing to who changes nothing, and equals the same", () => {
    fc.assert(
      fc.property(game(4), (four) => {
        // Player 4 changes nothing; players 0 and 1 are made equal.
        const fair = four.map(
          (one, s) => (one + four[(s & ~3) | ((s & 1) << 1) | ((s >> 1) & 1)]!) / 2,
        );
        const values = shapleyValues(Float64Array.from([...fair, ...fair]));
        expect(values[4]).toBeCloseTo(0, 9);
        expect(values[0]).toBeCloseTo(values[1]!, 9);
      }),
    );
  });

  test("are refused for a game that is not whole", () => {
    expect(() => shapleyValues(new Float64Array(3))).toThrow(RangeError);
    expect(() => shapleyValues(new Float64Array(2 ** 17))).toThrow(RangeError);
  });
});
