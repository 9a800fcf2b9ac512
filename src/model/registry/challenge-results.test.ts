import { describe, expect, test } from "bun:test";
import { splitMix } from "../../../test/fixtures/split-mix.ts";
import { challengeDraw } from "../../risk/challenge.ts";
import type { ChallengeRecord } from "../../storage/port/challenges.ts";
import type { ChallengedDecision } from "../../storage/port/decisions.ts";
import { challengeResults } from "./challenge-results.ts";
import { isAbove, rateRatio } from "./rate-ratio.ts";

const challengeOf = (share: number, seed = 1): ChallengeRecord => ({
  id: "chl_1",
  projectId: "prj_1",
  name: "new",
  version: "2",
  championName: "old",
  championVersion: "1",
  share,
  secret: seed.toString(16).padStart(64, "0"),
  forced: false,
  startedAt: 0,
  until: 1e15,
  endedAt: null,
  endedBecause: null,
});

const idOf = (n: number) => `dec_${n.toString(16).padStart(32, "0")}`;

/** What a guest does, with the model that decides for them. */
function decisionOf(
  challenge: ChallengeRecord,
  { n, email }: { n: number; email: number },
  more: (isChallenger: boolean) => Partial<ChallengedDecision>,
): ChallengedDecision {
  const side = challengeDraw(challenge, email);
  const isChallenger = side.decidedBy === "challenger";
  return {
    id: idOf(n + 1),
    riskScore: 10,
    riskSetting: "balanced",
    listMatches: null,
    outcome: null,
    challenge: JSON.stringify(side),
    modelName: isChallenger ? "new" : "old",
    modelVersion: isChallenger ? "2" : "1",
    ...more(isChallenger),
  };
}

/** Stored decisions, in the order of their identifiers, a page at a time. */
const storeOf = (stored: readonly ChallengedDecision[]) => ({
  decisions: {
    challenged: async (_: string, after: string, limit: number) => {
      const from = stored.findIndex(({ id }) => id > after);
      return from < 0 ? [] : stored.slice(from, from + limit);
    },
  },
});

/** Guests of both models with these shares of fraud and denials. */
interface Shares {
  fraud: number;
  denied: number;
}

const checkedEvery = 100;

/** Looks at a challenge again and again until it ends, or so many guests are decided. */
async function played(
  seed: number,
  { share, guests, ...of }: { share: number; guests: number; new: Shares; old: Shares },
) {
  const random = splitMix(seed);
  const challenge = challengeOf(share, seed);
  const stored: ChallengedDecision[] = [];
  for (let n = 0; n < guests; n++) {
    const [a, b] = [random(), random()];
    const one = decisionOf(challenge, { n, email: n }, (isChallenger) => {
      const { fraud, denied } = isChallenger ? of.new : of.old;
      if (a < denied) return { riskScore: 90 };
      return b < fraud ? { outcome: "chargeback" } : {};
    });
    stored.push(one);
    if ((n + 1) % checkedEvery !== 0) continue;
    const { worse, challenger } = await challengeResults(challenge, storeOf(stored));
    if (worse) return { worse, frauds: challenger.fraud.guests, denials: challenger.denied.guests };
  }
  return { worse: null, frauds: Number.POSITIVE_INFINITY, denials: Number.POSITIVE_INFINITY };
}

const seeds = Array.from({ length: 100 }, (_, i) => i + 1);

describe("the stopping rule, on 100 seeds", () => {
  /** By its share: guests of the challenger with reported fraud, before the challenge ends (docs/experiments.md). */
  const bounds = [
    { share: 0.1, twice: 70, thrice: 35 },
    { share: 0.2, twice: 80, thrice: 40 },
    { share: 0.5, twice: 140, thrice: 70 },
  ];

  test.each(bounds)(
    "a challenger of $share with twice or three times the fraud is stopped within the promised bound",
    async ({ share, ...promised }) => {
      const old = { fraud: 0.2, denied: 0.03 };
      for (const [times, bound] of [
        [2, promised.twice],
        [3, promised.thrice],
      ] as const) {
        const worse = { share, old, new: { ...old, fraud: 0.2 * times } };
        const guests = Math.ceil((1.5 * bound) / share / (0.2 * times));
        const all = await Promise.all(seeds.map((seed) => played(seed, { ...worse, guests })));
        const within = all.filter(({ worse, frauds }) => worse === "fraud" && frauds <= bound);
        expect(within.length, `${times} times`).toBeGreaterThanOrEqual(95);
      }
    },
  );

  test("one that denies everybody is stopped by its 25th guest", async () => {
    const old = { fraud: 0.01, denied: 0.03 };
    const worse = { share: 0.1, guests: 500, old, new: { fraud: 0, denied: 1 } };
    const all = await Promise.all(seeds.map((seed) => played(seed, worse)));
    const within = all.filter(({ worse, denials }) => worse === "denials" && denials <= 25);
    expect(within.length).toBeGreaterThanOrEqual(95);
  });

  test("an equal one is stopped wrongly in at most 5, however often it is looked at", async () => {
    for (const share of [0.1, 0.5]) {
      const same = { fraud: 0.2, denied: 0.2 };
      const equal = { share, guests: 1000, old: same, new: same };
      const all = await Promise.all(seeds.map((seed) => played(seed, equal)));
      const wrongly = all.filter(({ worse }) => worse !== null);
      expect(wrongly.length, `share ${share}`).toBeLessThanOrEqual(5);
    }
  });

  test("the intervals contain the true ratio at all times, in at least 95", () => {
    for (const [share, ratio] of [
      [0.1, 1],
      [0.5, 2],
      [0.2, 0.5],
    ] as const) {
      const probability = (share * ratio) / (share * ratio + 1 - share);
      let outside = 0;
      for (const seed of seeds) {
        const random = splitMix(seed);
        const counted = { challenger: 0, champion: 0 };
        for (let n = 0; n < 400; n++) {
          counted[random() < probability ? "challenger" : "champion"] += 1;
          if (n % 10 !== 9) continue;
          const { low, high } = rateRatio(counted, { share, alpha: 0.025 });
          if (low <= ratio && ratio <= (high ?? Number.POSITIVE_INFINITY)) continue;
          outside += 1;
          break;
        }
      }
      expect(outside, `share ${share}, ratio ${ratio}`).toBeLessThanOrEqual(5);
    }
  });
});

test("the interval's lower end and the rule say the same", () => {
  for (let challenger = 0; challenger < 60; challenger++) {
    const counted = { challenger, champion: 40 };
    const { low } = rateRatio(counted, { share: 0.3, alpha: 0.025 });
    for (const ratio of [0.5, 1, 1.3, 2]) {
      if (Math.abs(low / ratio - 1) < 0.001) continue;
      const again = isAbove(counted, { share: 0.3, ratio, alpha: 0.025 });
      expect(again, `${challenger} ${ratio}`).toBe(low > ratio);
    }
  }
  expect(rateRatio({ challenger: 0, champion: 0 }, { share: 0.1, alpha: 0.025 })).toEqual({
    estimate: null,
    low: 0,
    high: null,
  });
});

describe("what is counted", () => {
  const challenge = challengeOf(0.5);
  const guestOf = (side: "challenger" | "champion") =>
    seeds.find((email) => challengeDraw(challenge, email).decidedBy === side)!;
  const results = (...more: Partial<ChallengedDecision>[]) => {
    const stored = more.map((one, n) =>
      decisionOf(challenge, { n, email: guestOf("challenger") }, () => one),
    );
    return challengeResults(challenge, storeOf(stored));
  };

  test("a guest counts once, whatever they book", async () => {
    const { challenger, champion } = await results(
      {},
      { outcome: "fraud" },
      { outcome: "chargeback" },
      { riskScore: 90 },
    );
    expect(challenger).toMatchObject({ bookings: 4, guests: 1 });
    expect(challenger.fraud).toMatchObject({ guests: 1, share: 1 });
    expect(challenger.denied).toMatchObject({ guests: 1, share: 1 });
    expect(champion).toMatchObject({ bookings: 0, guests: 0, denied: { share: null } });
  });

  test("what a list or a pass decided counts for neither; what a watch list marks does", async () => {
    const match = (kind: string) => ({
      listMatches: JSON.stringify([{ kind, entryId: "lst_1", version: 1 }]),
    });
    const { challenger, leftOut } = await results(
      { ...match("allow"), outcome: "fraud" },
      { ...match("deny"), riskScore: 90 },
      { ...match("pass"), outcome: "fraud" },
      match("watch"),
    );
    expect(leftOut).toBe(3);
    expect(challenger).toMatchObject({ bookings: 1, fraud: { guests: 0 }, denied: { guests: 0 } });
  });

  test("a fallback is neither of the two models, nor is another challenge this one", async () => {
    const other = { challenge: JSON.stringify({ ...challengeDraw(challenge, 1), id: "chl_2" }) };
    const { challenger, champion, leftOut } = await results({ modelName: "built-in" }, other);
    expect([challenger.bookings, champion.bookings, leftOut]).toEqual([0, 0, 1]);
  });

  test("what is withdrawn, legitimate, or denied by the model and let through is no fraud", async () => {
    const { challenger } = await results(
      { outcome: "withdrawn" },
      { outcome: "legitimate" },
      { riskScore: 90, outcome: "fraud" },
    );
    expect(challenger.fraud.guests).toBe(0);
  });
});
