import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { NewDecision } from "../../../src/storage/decisions.ts";
import { type OutcomeRecord, withdrawn } from "../../../src/storage/outcomes.ts";
import type { Store } from "../../../src/storage/store.ts";
import {
  type Identities,
  identityKinds,
  type OutcomeCount,
  type OutcomeCounts,
  type OutcomeKind,
  outcomeKinds,
  velocityLimits,
} from "../../../src/storage/velocity.ts";
import { decisionOf, nextNumber, reportOf } from "./fixtures.ts";
import type { Stores } from "./stores.ts";

export function describeOutcomes(stores: Stores): void {
  let shared: Store;
  beforeAll(async () => {
    shared = await stores.open(await stores.newPlace());
  });

  describe("past outcomes", () => {
    const asOf = async (
      store: Store,
      project: string,
      identities: Identities,
      at: number,
      tie = 0,
    ) => (await store.velocity.asOf(project, identities, 0, { at, tie })).outcomes;
    const ofEmail = async (store: Store, project: string, at: number) =>
      (await asOf(store, project, { email: 1 }, at))?.email;
    const counted = (fraud: number, legitimate: number, lastFraudAt: number | null) => ({
      ...{ fraud, legitimate, lastFraudAt },
    });
    const all: Identities = Object.fromEntries(identityKinds.map((kind, i) => [kind, 9000 + i]));

    async function decided(store: Store, project: string, identities: Identities, at: number) {
      const one = decisionOf(project, identities, at, nextNumber());
      await store.decisions.commit(one);
      return one;
    }
    /** One report each, of attempts of their own; at these times. */
    async function reported(
      store: Store,
      project: string,
      identities: Identities,
      times: number[],
    ) {
      const many = times.map((at) => decisionOf(project, identities, at - 1, nextNumber()));
      await Promise.all(many.map((one) => store.decisions.commit(one)));
      const all = many.map((one, i) => reportOf(one, i % 2 ? "fraud" : "legitimate", times[i]!));
      await Promise.all(all.map((one) => store.outcomes.report(one)));
      return many;
    }
    const every = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);

    test("are null until the project's first report, and at the same millisecond", async () => {
      const project = "prj_p1";
      const one = await decided(shared, project, { email: 1 }, 5);
      expect(await asOf(shared, project, { email: 1 }, 1000)).toBeNull();
      await shared.outcomes.report(reportOf(one, "legitimate", 100));
      expect(await asOf(shared, project, { email: 1 }, 99)).toBeNull();
      expect(await asOf(shared, project, { email: 1 }, 100, 2 ** 43)).toBeNull();
      expect(await ofEmail(shared, project, 101)).toEqual(counted(0, 1, null));
      expect(await asOf(shared, project, { email: 2 }, 101)).toEqual({});
      expect(await asOf(shared, project, {}, 101)).toEqual({});
      expect(await asOf(shared, "prj_p1_other", { email: 1 }, 101)).toBeNull();
    });

    test("know of a first report that is older than the first known one", async () => {
      const project = "prj_p2";
      const [one, two] = [
        await decided(shared, project, { email: 1 }, 5),
        await decided(shared, project, {}, 6),
      ];
      await shared.outcomes.report(reportOf(one, "fraud", 200));
      expect(await asOf(shared, project, { email: 1 }, 150)).toBeNull();
      await shared.outcomes.report(reportOf(two, "fraud", 100));
      expect(await asOf(shared, project, { email: 1 }, 150)).toEqual({});
      expect(await asOf(shared, project, { email: 1 }, 100)).toBeNull();
    });

    test("are by identity, for the kinds that are counted", async () => {
      const project = "prj_p3";
      const [one, two] = [
        await decided(shared, project, all, 5),
        await decided(shared, project, { email: all.email!, hotel: 77 }, 6),
      ];
      await shared.outcomes.report(reportOf(one, "chargeback", 100));
      await shared.outcomes.report(reportOf(two, "legitimate", 101));
      const found = (await asOf(shared, project, all, 200))!;
      expect(Object.keys(found).sort()).toEqual([...outcomeKinds].sort());
      for (const kind of outcomeKinds) {
        expect(found[kind]).toEqual(counted(1, kind === "email" ? 1 : 0, 100));
      }
      expect(await asOf(shared, project, { hotel: 77, device: 5 }, 200)).toEqual({
        hotel: counted(0, 1, null),
      });
    });

    test("are a fraud's for chargeback and fraud, with the time of the latest report", async () => {
      const project = "prj_p4";
      for (const [i, outcome] of ["fraud", "chargeback", "legitimate", "fraud"].entries()) {
        const one = await decided(shared, project, { email: 1 }, i);
        await shared.outcomes.report(reportOf(one, outcome, [100, 300, 400, 200][i]!));
      }
      expect(await ofEmail(shared, project, 401)).toEqual(counted(3, 1, 300));
      expect(await ofEmail(shared, project, 300)).toEqual(counted(2, 0, 200));
    });

    test("are no other project's, though their identities had the same numbers", async () => {
      await reported(shared, "prj_p5a", { email: 1 }, every(100, 20));
      await reported(shared, "prj_p5b", { email: 1 }, every(100, 3));
      expect(await ofEmail(shared, "prj_p5a", 999)).toEqual(counted(10, 10, 119));
      expect(await ofEmail(shared, "prj_p5b", 999)).toEqual(counted(1, 2, 101));
      expect(await ofEmail(shared, "prj_p5a", 999)).toEqual(counted(10, 10, 119));
      expect(await asOf(shared, "prj_p5c", { email: 1 }, 999)).toBeNull();
    });

    test("of an unknown decision count for nothing", async () => {
      const project = "prj_p6";
      await shared.outcomes.report(reportOf(decisionOf(project, { email: 1 }, 5), "fraud", 100));
      expect(await asOf(shared, project, { email: 1 }, 200)).toBeNull();
      const one = await decided(shared, project, { email: 1 }, 7);
      await shared.outcomes.report(reportOf(one, "fraud", 110));
      expect(await ofEmail(shared, project, 200)).toEqual(counted(1, 0, 110));
    });

    /** A store that has it all in memory, one that has it on file, and one that has it in both. */
    async function everywhere(write: (store: Store) => Promise<void>): Promise<[string, Store][]> {
      const place = await stores.newPlace();
      const memory = await stores.open(place);
      await memory.velocity.asOf("prj_1", {}, 0, { at: 1, tie: 0 }); // Follows from now on.
      await write(memory);
      await stores.index(place);
      return [
        ["from memory and file", memory],
        ["from file", await stores.open(place)],
        ["from memory", await onlyInMemory(write)],
      ];
    }
    async function onlyInMemory(write: (store: Store) => Promise<void>): Promise<Store> {
      const store = await stores.open(await stores.newPlace());
      await write(store);
      return store;
    }

    test("have one report of a decision, the newest as of then", async () => {
      const stores = await everywhere(async (store) => {
        const one = await decided(store, "prj_1", { email: 1 }, 5);
        const other = await decided(store, "prj_1", { email: 1 }, 6);
        await store.outcomes.report(reportOf(one, "legitimate", 100));
        await store.outcomes.report(reportOf(other, "legitimate", 150));
        await store.outcomes.report(reportOf(one, "chargeback", 200));
        await store.outcomes.report(reportOf(one, "legitimate", 300));
      });
      for (const [where, store] of stores) {
        const found = [];
        for (const at of [101, 151, 200, 201, 300, 301])
          found.push(await ofEmail(store, "prj_1", at));
        expect([where, ...found]).toEqual([
          where,
          counted(0, 1, null),
          counted(0, 2, null),
          counted(0, 2, null),
          counted(1, 1, 200),
          counted(1, 1, 200),
          counted(0, 2, null),
        ]);
      }
    });

    test("end when a report is withdrawn, and not before", async () => {
      const stores = await everywhere(async (store) => {
        const one = await decided(store, "prj_1", { email: 1 }, 5);
        await store.outcomes.report(reportOf(one, "fraud", 100));
        await store.outcomes.report(reportOf(one, withdrawn, 200));
        expect(await store.outcomes.between("prj_1", "", "z")).toEqual([]);
        await store.outcomes.report(reportOf(one, "legitimate", 300));
        expect(await store.outcomes.between("prj_1", "", "z")).toMatchObject([
          { outcome: "legitimate" },
        ]);
        expect(await store.outcomes.list("prj_1", one.decision.id)).toHaveLength(3);
      });
      for (const [where, store] of stores) {
        const found = [];
        for (const at of [101, 200, 201, 300, 301]) found.push(await ofEmail(store, "prj_1", at));
        expect([where, ...found]).toEqual([
          where,
          counted(1, 0, 100),
          counted(1, 0, 100),
          undefined,
          undefined,
          counted(0, 1, null),
        ]);
      }
    });

    test("begin with the earliest report, whichever was stored first", async () => {
      const stores = await everywhere(async (store) => {
        for (const at of [300, 100, 200]) await reported(store, "prj_1", { email: 1 }, [at]);
      });
      for (const [where, store] of stores) {
        const found = [];
        for (const at of [100, 101, 201]) found.push(await ofEmail(store, "prj_1", at));
        expect([where, ...found]).toEqual([
          where,
          undefined,
          counted(0, 1, null),
          counted(0, 2, null),
        ]);
        expect(await asOf(store, "prj_1", { email: 1 }, 100)).toBeNull();
      }
    });

    test("of one moment have the later one", async () => {
      const stores = await everywhere(async (store) => {
        const one = await decided(store, "prj_1", { email: 1 }, 5);
        for (const outcome of ["fraud", "legitimate", "chargeback"]) {
          await store.outcomes.report(reportOf(one, outcome, 100));
        }
      });
      for (const [where, store] of stores) {
        expect([where, await ofEmail(store, "prj_1", 101)]).toEqual([where, counted(1, 0, 100)]);
      }
    });

    const { outcomesPerIdentity: most } = velocityLimits;
    test(`have the newest ${most} of an identity by the time of the report`, async () => {
      const stores = await everywhere(async (store) => {
        // The oldest reports are of the newest attempts.
        const many = every(0, 300).map((i) => decisionOf("prj_1", { email: 1 }, 1000 - i, i));
        await Promise.all(many.map((one) => store.decisions.commit(one)));
        const reports = many.map((one, i) =>
          reportOf(one, i < 200 ? "fraud" : "legitimate", 2000 + i),
        );
        await Promise.all(reports.map((one) => store.outcomes.report(one)));
      });
      for (const [where, store] of stores) {
        const found = [];
        for (const at of [9999, 2200, 2010]) found.push(await ofEmail(store, "prj_1", at));
        expect([where, ...found]).toEqual([
          where,
          counted(most - 100, 100, 2199),
          counted(most, 0, 2199),
          counted(10, 0, 2009),
        ]);
      }
    });

    test("of each identity are whole, also where all together are very many", async () => {
      const stores = await everywhere(async (store) => {
        await reported(store, "prj_1", { hotel: 5 }, every(1000, 290));
        await reported(store, "prj_1", { email: 1, hotel: 5 }, every(100, 10));
        await reported(store, "prj_1", { phone: 2 }, [5]);
      });
      for (const [where, store] of stores) {
        const found = await asOf(store, "prj_1", { email: 1, phone: 2, hotel: 5 }, 9999);
        expect([where, found]).toEqual([
          where,
          {
            email: counted(5, 5, 109),
            phone: counted(0, 1, null),
            hotel: counted(most / 2, most / 2, 1289),
          } as OutcomeCounts,
        ]);
      }
    }, 20_000);

    test("are complete if one decision was reported again and again", async () => {
      const stores = await everywhere(async (store) => {
        await reported(store, "prj_1", { email: 1 }, every(100, 20));
        const one = await decided(store, "prj_1", { email: 1 }, 5);
        const stages = every(0, 300).map((i) => reportOf(one, "fraud", 1000 + i, `stage ${i}`));
        await Promise.all(stages.map((stage) => store.outcomes.report(stage)));
      });
      for (const [where, store] of stores.reverse()) {
        const found = await ofEmail(store, "prj_1", 9999);
        expect([where, found]).toEqual([where, counted(11, 10, 1299)]);
      }
    });

    test("have one report of a decision, even if its times are out of order", async () => {
      const stores = await everywhere(async (store) => {
        const one = await decided(store, "prj_1", { email: 1 }, 5);
        await store.outcomes.report(reportOf(one, "fraud", 100));
        await store.outcomes.report(reportOf(one, "legitimate", 300));
        await store.outcomes.report(reportOf(one, "fraud", 200));
      });
      for (const [where, store] of stores.reverse()) {
        const found = [];
        for (const at of [150, 250, 350]) found.push(await ofEmail(store, "prj_1", at));
        expect([where, ...found]).toEqual([
          where,
          counted(1, 0, 100),
          counted(1, 0, 200),
          counted(1, 0, 200),
        ]);
      }
    });

    test("have a report that restores an earlier one, with the time of the first", async () => {
      const stores = await everywhere(async (store) => {
        const one = await decided(store, "prj_1", { email: 1 }, 5);
        await store.outcomes.report(reportOf(one, "fraud", 100));
        await store.outcomes.report(reportOf(one, "legitimate", 300));
        await store.outcomes.report(reportOf(one, "fraud", 100)); // As an import again would.
      });
      for (const [where, store] of stores.reverse()) {
        const found = await ofEmail(store, "prj_1", 350);
        expect([where, found]).toEqual([where, counted(1, 0, 100)]);
      }
    });

    describe("of an identity with many, which are cached,", () => {
      test("grow with each later report", async () => {
        const project = "prj_q1";
        await reported(shared, project, { email: 1 }, every(100, 20));
        expect(await ofEmail(shared, project, 500)).toEqual(counted(10, 10, 119));
        for (const [i, at] of [510, 520, 530].entries()) {
          await reported(shared, project, { email: 1 }, [at]);
          expect(await ofEmail(shared, project, at)).toEqual(counted(10, 10 + i, 119));
          expect(await ofEmail(shared, project, at + 1)).toEqual(counted(10, 11 + i, 119));
        }
      });

      test("are right as of an earlier time, and as of a later one again", async () => {
        const project = "prj_q2";
        await reported(shared, project, { email: 1 }, every(100, 40));
        for (const at of [140, 120, 9999, 118, 119, 139, 100, 140]) {
          const n = Math.min(at, 140) - 100;
          const wanted = counted(
            Math.floor(n / 2),
            Math.ceil(n / 2),
            n < 2 ? null : 100 + (n - (n % 2)) - 1,
          );
          expect([at, (await ofEmail(shared, project, at)) ?? null]).toEqual([
            at,
            n ? wanted : null,
          ]);
        }
      });

      test("include a report with a time between two queries", async () => {
        const project = "prj_q3";
        await reported(shared, project, { email: 1 }, every(100, 20));
        await reported(shared, project, { email: 1 }, [600]);
        expect(await ofEmail(shared, project, 400)).toEqual(counted(10, 10, 119));
        expect(await ofEmail(shared, project, 700)).toEqual(counted(10, 11, 119));
        const [late] = [await decided(shared, project, { email: 1 }, 50)];
        await shared.outcomes.report(reportOf(late!, "fraud", 500));
        expect(await ofEmail(shared, project, 700)).toEqual(counted(11, 11, 500));
        expect(await ofEmail(shared, project, 400)).toEqual(counted(10, 10, 119));
        expect(await ofEmail(shared, project, 501)).toEqual(counted(11, 10, 500));
      });

      test("include a report that replaces one of them", async () => {
        const project = "prj_q4";
        const many = await reported(shared, project, { email: 1 }, every(100, 20));
        expect(await ofEmail(shared, project, 500)).toEqual(counted(10, 10, 119));
        await shared.outcomes.report(reportOf(many[19]!, "legitimate", 600));
        expect(await ofEmail(shared, project, 500)).toEqual(counted(10, 10, 119));
        expect(await ofEmail(shared, project, 600)).toEqual(counted(10, 10, 119));
        expect(await ofEmail(shared, project, 601)).toEqual(counted(9, 11, 117));
      });

      test("are right from the file too, up to the next report in it", async () => {
        const place = await stores.newPlace();
        const first = await stores.open(place);
        await reported(first, "prj_1", { email: 1 }, [...every(100, 20), 600, 700]);
        await first.close();
        await stores.index(place);
        const store = await stores.open(place);
        for (const [at, n] of [
          [500, 20],
          [600, 20],
          [601, 21],
          [700, 21],
          [701, 22],
          [550, 20],
          [650, 21],
        ] as const) {
          const { fraud, legitimate } = (await ofEmail(store, "prj_1", at))!;
          expect([at, fraud + legitimate]).toEqual([at, n]);
        }
      });

      test("grow when another process reports, and after it is opened again", async () => {
        const place = await stores.newPlace();
        const here = await stores.open(place);
        const many = await reported(here, "prj_1", { email: 1 }, every(100, 20));
        expect(await ofEmail(here, "prj_1", 999)).toEqual(counted(10, 10, 119));
        const other = decisionOf("prj_1", { email: 1 }, 50, 1);
        const reports = [reportOf(other, "fraud", 500), reportOf(many[1]!, "legitimate", 510)];
        await stores.elsewhere(
          place,
          `await store.decisions.commit(${JSON.stringify(other)});
          for (const one of ${JSON.stringify(reports)}) await store.outcomes.report(one);`,
        );
        const wanted = [counted(10, 10, 119), counted(11, 10, 500), counted(10, 11, 500)];
        const seenBy = async (store: Store) =>
          Promise.all([500, 510, 511].map((at) => ofEmail(store, "prj_1", at)));
        expect(await seenBy(here)).toEqual(wanted);
        await stores.index(place);
        expect(await seenBy(here)).toEqual(wanted);
        expect(await seenBy(await stores.open(place))).toEqual(wanted);
      }, 30_000);
    });

    /** A project's attempts and the reports of them, in the order in which they came. */
    interface Season {
      project: string;
      attempts: NewDecision[];
      reports: OutcomeRecord[];
    }
    const emails = fc.constantFrom(1, 2, 3);
    const report = fc.record({
      of: fc.nat(39),
      after: fc.constantFrom(0, 0, 1, 1, 5, 40),
      outcome: fc.constantFrom(
        "fraud",
        "chargeback",
        "legitimate",
        "fraud",
        "legitimate",
        withdrawn,
      ),
    });
    const season = fc
      .tuple(
        fc.array(fc.record({ email: emails, phone: emails }), { minLength: 40, maxLength: 40 }),
        fc.array(report, { minLength: 1, maxLength: 90 }),
      )
      .map(([identities, reported]): Season => {
        const project = `prj_season_${nextNumber()}`;
        const attempts = identities.map(({ email, phone }, i) =>
          decisionOf(project, { email, phone: phone + 10 }, i, i),
        );
        let clock = 100;
        const newest = new Map<number, string>();
        const reports = reported.flatMap(({ of, after, outcome }) => {
          clock += after;
          if ((newest.get(of) ?? withdrawn) === outcome) return []; // Says what is known already.
          newest.set(of, outcome);
          return reportOf(attempts[of]!, outcome, clock);
        });
        return { project, attempts, reports };
      });

    /** By the words of the port, from all reports. */
    function plainly({ attempts, reports }: Season, asked: Identities, at: number) {
      const known = reports.filter(({ reportedAt }) => reportedAt < at);
      if (known.length === 0) return null;
      const found: Partial<Record<OutcomeKind, OutcomeCount>> = {};
      for (const kind of outcomeKinds) {
        const newest = attempts
          .filter(({ identities }) => asked[kind] !== undefined && identities[kind] === asked[kind])
          .map(({ decision }) => known.findLast(({ decisionId }) => decisionId === decision.id))
          .filter((one) => one !== undefined && one.outcome !== withdrawn) as OutcomeRecord[];
        if (newest.length === 0) continue;
        const frauds = newest.filter(({ outcome }) => outcome !== "legitimate");
        const last = Math.max(...frauds.map(({ reportedAt }) => reportedAt));
        found[kind] = counted(
          frauds.length,
          newest.length - frauds.length,
          frauds.length > 0 ? last : null,
        );
      }
      return found;
    }

    test("equal a plain count, from memory, file and both, queried in any order", async () => {
      const seasons = fc.sample(season, { seed: 7, numRuns: 30 });
      const place = await stores.newPlace();
      const here = await stores.open(place);
      const write = async (part: (season: Season) => OutcomeRecord[]) => {
        await Promise.all(seasons.flatMap(part).map((one) => here.outcomes.report(one)));
      };
      const expectRight = async (store: Store, known: (season: Season) => OutcomeRecord[]) => {
        for (const one of seasons) {
          const so = { ...one, reports: known(one) };
          for (const at of [101, 1e6, 110, 130, 170, 120, 250, 131, 1e6]) {
            const asked = { email: (at % 3) + 1, phone: 11, hotel: 5 };
            const found = await asOf(store, one.project, asked, at);
            expect([one.project, at, found]).toEqual([one.project, at, plainly(so, asked, at)]);
          }
        }
      };
      const half = ({ reports }: Season) => reports.slice(0, reports.length / 2);
      const rest = ({ reports }: Season) => reports.slice(reports.length / 2);
      await Promise.all(
        seasons.flatMap(({ attempts }) => attempts.map((one) => here.decisions.commit(one))),
      );
      await write(half);
      await expectRight(here, half);
      await stores.index(place);
      const later = await stores.open(place); // The first half is on file, the rest will be in memory.
      await expectRight(later, half);
      await write(rest);
      for (const store of [here, later]) await expectRight(store, ({ reports }) => reports);
      await stores.index(place);
      for (const store of [here, later, await stores.open(place)]) {
        await expectRight(store, ({ reports }) => reports);
      }
    }, 30_000);
  });
}
