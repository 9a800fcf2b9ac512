import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { waitUntil } from "../../../scripts/wait-until.ts";
import type { NewDecision } from "../../../src/storage/decisions.ts";
import {
  type DecisionFilter,
  type ListedDecision,
  linkKinds,
  linkLimits,
  type PlaceKind,
  placeKinds,
} from "../../../src/storage/search.ts";
import type { Store } from "../../../src/storage/store.ts";
import {
  type Identities,
  type IdentityKind,
  identityKinds,
  type Moment,
  type Sighting,
} from "../../../src/storage/velocity.ts";
import type { Stores } from "./stores.ts";

const opened = async (stores: Stores) => stores.openIndexing(await stores.newPlace());

/** Waits until all that is stored can be found. */
async function filed(store: Store): Promise<void> {
  await waitUntil("the search index", async () => (await store.search.backlog()) === 0);
}

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
export const start = Date.UTC(2027, 0, 1);
const models = ["1.0.0", "2.0.0"];
const outcomes = [null, null, null, "fraud", "chargeback", "legitimate"];
const countries = ["PT", "DE", "US"];

/** A small, seeded chance: what one run finds can be run again. */
function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, int: (most: number) => Math.floor(next() * most) };
}

export interface Made {
  added: NewDecision;
  outcome: string | null;
}

/** Identities are few, so that they are shared; `stretchMs` is how long the attempts go on for. */
export function attempts(
  projectId: string,
  count: number,
  seed: number,
  stretchMs: number,
): Made[] {
  const { next, int } = chance(seed);
  return Array.from({ length: count }, (_, i) => {
    // Some in one millisecond, on the hour.
    const inside = int(stretchMs);
    const at = start + (next() < 0.3 ? inside - (inside % hourMs) : inside);
    const tie = seed * 1e6 + i;
    const identities: Identities = {};
    for (const [place, kind] of identityKinds.entries()) {
      if (next() < 0.8) identities[kind] = (place + 1) * 1000 + int(kind === "hotel" ? 4 : 20);
    }
    const seen = next() < 0.7;
    const riskScore = next() < 0.9 ? int(70) : 70 + int(30);
    const source = next() < 0.8 ? "api" : "import";
    const [hotelCountry, billing, phone, network] = [0, 1, 2, 3].map(() => countries[int(3)]!);
    const decision = {
      ...({
        projectId,
        decidedAt: at,
        source,
        riskScore,
        keyId: null,
        collectionId: null,
      } as const),
      id: `dec_${at.toString(16).padStart(12, "0")}${projectId}${tie.toString(16).padStart(12, "0")}`,
      requestId: `request-${int(count)}`,
      riskLevel: riskScore >= 75 ? "high" : riskScore >= 65 ? "medium" : "low",
      suggestedAction: riskScore >= 75 ? "deny" : "allow",
      ...{ riskSetting: "balanced", probability: riskScore / 100, modelName: "default" },
      ...{ modelProbability: null, projectBaseRate: null, modelBaseRate: null },
      ...{ modelVersion: models[int(2)]!, modelSha256: "0", featureSet: "f", features: "[0]" },
      request: JSON.stringify({
        hotel: { name: `Hotel ${identities.hotel}`, country: hotelCountry, giataId: "7" },
        ...(next() < 0.5 && { billing: { country: billing } }),
      }),
      evidence: JSON.stringify({
        collection: seen ? {} : null,
        network: seen ? { country: network } : null,
      }),
    };
    const linked = { city: null, look: null } as Sighting["linked"];
    for (const kind of identityKinds) linked[kind] = identities[kind] ?? null;
    const sighting = { at, tie, checkIn: null, checkOut: null, linked };
    const outcome = outcomes[int(outcomes.length)]!;
    return {
      added: {
        decision,
        identities,
        sighting,
        phoneCountry: phone!,
        idempotency: null,
        idempotentSince: 0,
      },
      outcome,
    };
  });
}

export async function bring(store: Store, made: readonly Made[]): Promise<void> {
  await Promise.all(made.map(({ added }) => store.decisions.commit(added)));
  await Promise.all(
    made.flatMap(({ added, outcome }) => (outcome === null ? [] : [report(store, added, outcome)])),
  );
}

function report(store: Store, { decision }: NewDecision, outcome: string) {
  const { projectId, id: decisionId } = decision;
  const more = {
    occurredAt: null,
    keyId: null,
    note: null,
    requestId: "o",
    reportedAt: Date.now(),
  };
  return store.outcomes.report({ projectId, decisionId, outcome, ...more });
}

/** The same question, answered by looking at each. */
export function plainList(
  made: readonly Made[],
  projectId: string,
  filter: DecisionFilter,
): string[] {
  return made
    .filter((one) => one.added.decision.projectId === projectId && fits(one, filter))
    .sort((a, b) => {
      const [first, second] = [a.added.sighting, b.added.sighting];
      return second.at - first.at || second.tie - first.tie;
    })
    .map(({ added }) => added.decision.id);
}

function fits({ added, outcome }: Made, filter: DecisionFilter): boolean {
  const { decision, identities } = added;
  const { from = 0, to = Number.MAX_VALUE, scoreFrom = 0, scoreTo = 99 } = filter;
  const own = Object.values(identities);
  const seen = JSON.parse(decision.evidence).collection !== null;
  const equal = (name: "riskLevel" | "suggestedAction" | "source" | "modelVersion" | "requestId") =>
    filter[name] === undefined || filter[name] === decision[name];
  return (
    decision.decidedAt >= from &&
    decision.decidedAt < to &&
    decision.riskScore >= scoreFrom &&
    decision.riskScore <= scoreTo &&
    (filter.seen === undefined || filter.seen === seen) &&
    (!filter.moment || isAt(filter.moment, added.sighting)) &&
    (!filter.outcomes || filter.outcomes.includes(outcome)) &&
    (filter.identities ?? []).every((group) => group.some((identity) => own.includes(identity))) &&
    equal("riskLevel") &&
    equal("suggestedAction") &&
    equal("source") &&
    equal("modelVersion") &&
    equal("requestId")
  );
}

function isAt(a: Moment, b: Moment): boolean {
  return a.at === b.at && a.tie === b.tie;
}

export async function allPages(
  store: Store,
  projectId: string,
  filter: DecisionFilter,
  limit: number,
) {
  const found: ListedDecision[] = [];
  let before: Moment | null = null;
  for (;;) {
    const page = await store.search.list(projectId, filter, before, limit);
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...page);
    if (page.length < limit) return found;
    before = { at: page.at(-1)!.at, tie: page.at(-1)!.tie };
  }
}

const identity = (kind: IdentityKind) =>
  fc.integer({ min: 0, max: 20 }).map((n) => (identityKinds.indexOf(kind) + 1) * 1000 + n);
const moments = (seed: number) => {
  const some = attempts("prj_1", 500, seed, 3 * dayMs).slice(0, 40);
  const real = some.map(({ added: { sighting } }) => ({ at: sighting.at, tie: sighting.tie }));
  return fc.constantFrom(...real, ...real.map(({ at, tie }) => ({ at, tie: tie + 1 })));
};
const group = fc
  .constantFrom(...identityKinds)
  .chain((kind) => fc.array(identity(kind), { minLength: 1, maxLength: 3 }));
const filters = (stretchMs: number): fc.Arbitrary<DecisionFilter> =>
  fc.record(
    {
      from: fc.integer({ min: 0, max: stretchMs }).map((ms) => start + ms),
      to: fc.integer({ min: 0, max: stretchMs }).map((ms) => start + ms),
      moment: moments(1),
      requestId: fc.integer({ min: 0, max: 300 }).map((n) => `request-${n}`),
      identities: fc.array(group, { maxLength: 3 }),
      riskLevel: fc.constantFrom("low", "medium", "high", "none such"),
      suggestedAction: fc.constantFrom("allow", "deny"),
      source: fc.constantFrom("api", "import"),
      modelVersion: fc.constantFrom(...models),
      seen: fc.boolean(),
      outcomes: fc.subarray([null, "fraud", "chargeback", "legitimate"]),
      scoreFrom: fc.integer({ min: 0, max: 99 }),
      scoreTo: fc.integer({ min: 0, max: 99 }),
    },
    { requiredKeys: [] },
  );

export function describeSearch(stores: Stores): void {
  describe("a list", () => {
    test("returns what a plain scan does, whatever the filter and the paging", async () => {
      const stretch = 3 * dayMs;
      const made = [...attempts("prj_1", 500, 1, stretch), ...attempts("prj_2", 200, 2, stretch)];
      const store = await opened(stores);
      await bring(store, made);
      await filed(store);
      const limits = fc.integer({ min: 1, max: 120 });
      await fc.assert(
        fc.asyncProperty(filters(stretch), limits, async (filter, limit) => {
          const found = await allPages(store, "prj_1", filter, limit);
          expect(found.map(({ id }) => id)).toEqual(plainList(made, "prj_1", filter));
        }),
        { numRuns: 400 },
      );
    });

    test("longer than what is read consecutively returns the same, also for rare matches", async () => {
      const stretch = 90 * dayMs;
      const made = [...attempts("prj_1", 9000, 3, stretch), ...attempts("prj_2", 300, 4, stretch)];
      const store = await opened(stores);
      await bring(store, made);
      await filed(store);
      const rare: DecisionFilter[] = [
        { scoreFrom: 99 },
        { scoreFrom: 98, outcomes: ["fraud"] },
        { scoreFrom: 98, from: start + dayMs / 3, to: start + 60.3 * dayMs },
        { scoreFrom: 97, identities: [[9001]] },
        { scoreFrom: 97, identities: [[9001, 9002, 9003]] },
        { outcomes: ["chargeback"], source: "import", riskLevel: "high", seen: false },
        { identities: [[9001], [1005]] },
        { riskLevel: "none such" },
        {},
      ];
      for (const filter of rare) {
        for (const limit of [7, 200]) {
          const found = await allPages(store, "prj_1", filter, limit);
          expect(found.map(({ id }) => id)).toEqual(plainList(made, "prj_1", filter));
        }
      }
      const oneOf = fc.constantFrom(...rare);
      await fc.assert(
        fc.asyncProperty(filters(stretch), oneOf, async (filter, more) => {
          const both = { ...filter, ...more };
          const found = await allPages(store, "prj_1", both, 500);
          expect(found.map(({ id }) => id)).toEqual(plainList(made, "prj_1", both));
        }),
        { numRuns: 60 },
      );
    }, 60_000);

    test("skips and repeats nothing while decisions and reports arrive", async () => {
      const made = attempts("prj_1", 400, 5, dayMs);
      const later = attempts("prj_1", 400, 6, 2 * dayMs);
      const store = await opened(stores);
      await bring(store, made);
      await filed(store);
      const arriving = (async () => {
        for (const one of later) await bring(store, [one]);
      })();
      const found: string[] = [];
      let before: Moment | null = null;
      for (;;) {
        const page: ListedDecision[] = await store.search.list("prj_1", {}, before, 10);
        found.push(...page.map(({ id }) => id));
        if (page.length < 10) break;
        before = page.at(-1)!;
        await Bun.sleep(10);
      }
      await arriving;
      expect(new Set(found).size).toBe(found.length);
      const seen = new Set(found);
      const missing = plainList(made, "prj_1", {}).filter((id) => !seen.has(id));
      expect(missing).toEqual([]);
    }, 60_000);

    test("has the models' own probabilities of the newest decisions, by kind", async () => {
      const made = attempts("prj_1", 300, 11, dayMs);
      for (const [i, { added }] of made.entries()) {
        if (i % 3 > 0) continue;
        const rates = { projectBaseRate: 0.004, modelBaseRate: 0.022 };
        Object.assign(added.decision, { ...rates, modelProbability: i / 1000 });
      }
      const store = await opened(stores);
      await bring(store, made);
      await filed(store);
      const own = ({ added: { decision } }: Made) =>
        decision.modelProbability ?? decision.probability;
      const filter = { suggestedAction: "deny", source: "api" } as const;
      const found = await store.search.modelProbabilities("prj_1", filter, 1000);
      expect(found.length).toBeGreaterThan(1);
      for (const { kind, at, modelProbabilities } of found) {
        const same = made.filter(
          (one) =>
            fits(one, { ...filter, modelVersion: kind.modelVersion, seen: kind.seen }) &&
            one.outcome === kind.outcome &&
            one.added.decision.riskLevel === kind.riskLevel,
        );
        expect([...modelProbabilities].sort()).toEqual(same.map(own).sort());
        expect([...at].sort()).toEqual(same.map((one) => one.added.decision.decidedAt).sort());
      }
      const some = await store.search.modelProbabilities("prj_1", filter, 7);
      expect(some.reduce((sum, { at }) => sum + at.length, 0)).toBe(7);
      expect(await store.search.modelProbabilities("prj_none", {}, 7)).toEqual([]);
    });

    test("shows a decision's record with its newest outcome", async () => {
      const [one] = attempts("prj_1", 1, 7, dayMs) as [Made];
      const store = await opened(stores);
      await store.decisions.commit(one.added);
      const only = async () => {
        await filed(store);
        return (await store.search.list("prj_1", {}, null, 10)) as [ListedDecision];
      };
      const {
        decidedAt: at,
        evidence: _,
        featureSet: __,
        features: ___,
        modelProbability: ____,
        projectBaseRate: _____,
        modelBaseRate: ______,
        ...record
      } = one.added.decision;
      const seen = Boolean(JSON.parse(one.added.decision.evidence).collection);
      const { tie } = one.added.sighting;
      expect(await only()).toEqual([{ ...record, at, tie, seen, outcome: null }]);
      await report(store, one.added, "fraud");
      expect((await only())[0].outcome).toBe("fraud");
      expect(await store.search.list("prj_1", { outcomes: [null] }, null, 10)).toEqual([]);
      await report(store, one.added, "legitimate");
      expect((await only())[0].outcome).toBe("legitimate");
      expect(await store.search.list("prj_1", { outcomes: ["fraud"] }, null, 10)).toEqual([]);
      await report(store, one.added, "withdrawn");
      expect((await only())[0].outcome).toBeNull();
      expect(await store.search.list("prj_1", { outcomes: [null] }, null, 10)).toHaveLength(1);
    });

    test("has the history of the reports: frauds with their first report, and its days", async () => {
      const [one, other] = attempts("prj_1", 2, 7, dayMs) as [Made, Made];
      const store = await opened(stores);
      for (const { added } of [one, other]) await store.decisions.commit(added);
      const none = { frauds: [], reportDays: 0, firstReportedAt: null, lastReportedAt: null };
      expect(await store.search.reportHistory("prj_1")).toEqual(none);
      const send = ({ added: { decision } }: Made, outcome: string, reportedAt: number) => {
        const { projectId, id: decisionId } = decision;
        const more = { occurredAt: null, keyId: null, note: null, requestId: "r", reportedAt };
        return store.outcomes.report({ projectId, decisionId, outcome, ...more });
      };
      const at = 400 * dayMs;
      await send(one, "fraud", at);
      await send(one, "chargeback", at + dayMs);
      await send(other, "fraud", at + dayMs);
      await send(other, "withdrawn", at + 2 * dayMs);
      expect(await store.search.reportHistory("prj_1")).toEqual({
        frauds: [{ decidedAt: one.added.decision.decidedAt, reportedAt: at }],
        ...{ reportDays: 3, firstReportedAt: at, lastReportedAt: at + 2 * dayMs },
      });
    });

    test("treats hostile text as text", async () => {
      const store = await opened(stores);
      const made = attempts("prj_1", 20, 8, dayMs);
      const hostile = ["%", "_", "' OR 1=1 --", "\0", "request-%", "x".repeat(100_000), "👩\ud800"];
      await bring(store, made);
      await filed(store);
      for (const text of hostile) {
        expect(await store.search.list("prj_1", { requestId: text }, null, 10)).toEqual([]);
        expect(await store.search.list(text, {}, null, 10)).toEqual([]);
        expect(await store.search.list("prj_1", { riskLevel: text }, null, 10)).toEqual([]);
        expect(await store.search.linked("prj_1", text, dayMs)).toBeNull();
        expect(await store.search.hotels(text)).toEqual([]);
        expect(await store.search.byScore(text, 0, start + dayMs)).toEqual([]);
      }
      const many = Array.from({ length: 5000 }, (_, i) => 9000 + i);
      expect(await store.search.list("prj_1", { identities: [[9001], []] }, null, 30)).toEqual([]);
      const found = await store.search.list("prj_1", { identities: [many] }, null, 30);
      expect(found.map(({ id }) => id)).toEqual(plainList(made, "prj_1", { identities: [many] }));
    });
  });

  describe("linked decisions", () => {
    test("are those that a plain scan links, with everything they share", async () => {
      const made = attempts("prj_1", 300, 9, 60 * dayMs);
      const others = attempts("prj_2", 100, 10, 60 * dayMs);
      const store = await opened(stores);
      await bring(store, [...made, ...others]);
      await filed(store);
      const within = 10 * dayMs;
      for (const one of made.slice(0, 40)) {
        const { decision, identities } = one.added;
        const linked = (await store.search.linked("prj_1", decision.id, within))!;
        const own = linkKinds.filter((kind) => identities[kind] !== undefined);
        expect(linked.counts.map(({ kind }) => kind)).toEqual(own);
        for (const { kind, within: near, ever } of linked.counts) {
          const sharing = made.filter(
            ({ added }) => added !== one.added && added.identities[kind] === identities[kind],
          );
          expect(ever).toBe(sharing.length);
          const close = ({ added }: Made) =>
            Math.abs(added.decision.decidedAt - decision.decidedAt) <= within;
          expect(near).toBe(sharing.filter(close).length);
        }
        const shares = made.flatMap(({ added }) => {
          const kinds = own.filter((kind) => added.identities[kind] === identities[kind]);
          return added === one.added || kinds.length === 0 ? [] : [[added.decision.id, kinds]];
        });
        // Below the limit of each kind, all are listed.
        expect(new Map(linked.decisions.map(({ id, shares }) => [id, shares]))).toEqual(
          new Map(shares as [string, typeof own][]),
        );
      }
      const foreign = others[0]!.added.decision.id;
      expect(await store.search.linked("prj_1", foreign, within)).toBeNull();
    });

    test("are the nearest where there are very many, and counts are capped", async () => {
      const made = attempts("prj_1", linkLimits.counted + 300, 11, dayMs).map((one) => {
        one.added.identities = { email: 1 };
        return one;
      });
      const store = await opened(stores);
      await bring(store, made);
      await filed(store);
      const [{ added }] = made as [Made];
      const linked = (await store.search.linked("prj_1", added.decision.id, dayMs))!;
      expect(linked.counts).toEqual([
        { kind: "email", within: linkLimits.counted, ever: linkLimits.counted },
      ]);
      const distance = (at: number) => Math.abs(at - added.decision.decidedAt);
      const nearest = made
        .slice(1)
        .map((one) => distance(one.added.decision.decidedAt))
        .sort((a, b) => a - b)
        .slice(0, linkLimits.listed);
      expect(linked.decisions.map(({ at }) => distance(at)).sort((a, b) => a - b)).toEqual(nearest);
    });
  });

  describe("tallies", () => {
    const stretch = 5 * dayMs;
    const made = [...attempts("prj_1", 600, 12, stretch), ...attempts("prj_2", 100, 13, stretch)];
    const mine = made.filter(({ added }) => added.decision.projectId === "prj_1");
    let store: Store;
    const ready = async () => {
      if (store) return;
      store = await opened(stores);
      await bring(store, made);
      await filed(store);
    };
    const within = (from: number, to: number, unitMs: number) =>
      mine.filter(({ added }) => {
        const unit = Math.floor(added.decision.decidedAt / unitMs);
        return unit >= Math.floor(from / unitMs) && unit < Math.ceil(to / unitMs);
      });
    const kindOf = ({ added: { decision }, outcome }: Made) =>
      [
        decision.riskLevel,
        decision.source,
        decision.modelVersion,
        JSON.parse(decision.evidence).collection !== null,
        outcome,
      ].join();
    const counted = (keys: string[]) => {
      const counts: Record<string, number> = {};
      for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
      return counts;
    };
    const ranges = fc
      .tuple(fc.integer({ min: 0, max: stretch }), fc.integer({ min: 0, max: stretch }))
      .map(([a, b]) => [start + Math.min(a, b), start + Math.max(a, b)] as const);

    test("by score and by time are plain counts of whole hours", async () => {
      await ready();
      await fc.assert(
        fc.asyncProperty(ranges, fc.constantFrom("hour", "day"), async ([from, to], step) => {
          const expected = within(from, to, hourMs);
          const byScore = await store.search.byScore("prj_1", from, to);
          const key = (one: { kind: (typeof byScore)[number]["kind"] }) =>
            [
              one.kind.riskLevel,
              one.kind.source,
              one.kind.modelVersion,
              one.kind.seen,
              one.kind.outcome,
            ].join();
          expect(
            counted(
              byScore.flatMap((one) => Array(one.count).fill(`${key(one)} ${one.riskScore}`)),
            ),
          ).toEqual(
            counted(expected.map((one) => `${kindOf(one)} ${one.added.decision.riskScore}`)),
          );
          const byTime = await store.search.byTime("prj_1", from, to, step as "hour" | "day");
          const unit = step === "hour" ? hourMs : dayMs;
          expect(
            counted(byTime.flatMap((one) => Array(one.count).fill(`${key(one)} ${one.at}`))),
          ).toEqual(
            counted(
              expected.map((one) => {
                return `${kindOf(one)} ${Math.floor(one.added.decision.decidedAt / unit) * unit}`;
              }),
            ),
          );
          const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
          expect(sum(byTime.map(({ scoreSum }) => scoreSum))).toBe(
            sum(expected.map(({ added }) => added.decision.riskScore)),
          );
        }),
        { numRuns: 60 },
      );
    });

    test("by place are plain counts of whole days, largest first", async () => {
      await ready();
      const placeOf = ({ added }: Made, place: PlaceKind): number | string | undefined => {
        const request = JSON.parse(added.decision.request);
        if (place === "hotel") return added.identities.hotel;
        if (place === "hotelCountry") return request.hotel.country;
        if (place === "billing") return request.billing?.country;
        if (place === "phone") return added.phoneCountry!;
        return JSON.parse(added.decision.evidence).network?.country;
      };
      const [from, to] = [start + 0.3 * dayMs, start + 3.6 * dayMs];
      for (const place of placeKinds) {
        const expected = within(from, to, dayMs).flatMap((one) => {
          const value = placeOf(one, place);
          return value === undefined
            ? []
            : [{ value, denied: one.added.decision.suggestedAction === "deny" }];
        });
        const found = await store.search.byPlace("prj_1", place, { from, to }, 100);
        expect(Object.fromEntries(found.map((one) => [one.place, one.decisions]))).toEqual(
          counted(expected.map(({ value }) => String(value))),
        );
        const denied = counted(
          expected.filter((one) => one.denied).map(({ value }) => String(value)),
        );
        for (const one of found) expect(one.denied).toBe(denied[one.place] ?? 0);
        expect(found.map(({ decisions }) => -decisions)).toEqual(
          found.map(({ decisions }) => -decisions).sort((a, b) => a - b),
        );
        const top = await store.search.byPlace("prj_1", place, { from, to }, 2);
        expect(top).toEqual(found.slice(0, 2));
      }
      expect((await store.search.hotels("prj_1"))[0]).toMatchObject({
        giataId: "7",
        referenceId: null,
      });
    });
  });
}
