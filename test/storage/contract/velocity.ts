import { beforeAll, describe, expect, test } from "bun:test";
import { waitUntil } from "../../../scripts/wait-until.ts";
import type { Store } from "../../../src/storage/store.ts";
import { type Identities, identityKinds, velocityLimits } from "../../../src/storage/velocity.ts";
import { ats, decisionOf, sightingOf } from "./fixtures.ts";
import type { Stores } from "./stores.ts";

export function describeVelocity(stores: Stores): void {
  let shared: Store;
  beforeAll(async () => {
    shared = await stores.open(await stores.newPlace());
  });

  describe("velocity", () => {
    const identities: Identities = { email: 100, phone: 200, ip: 300 };

    async function committed(projectId: string, ...attempts: [Identities, number, number?][]) {
      await Promise.all(
        attempts.map(([of, at, tie]) =>
          shared.decisions.commit(decisionOf(projectId, of, at, tie)),
        ),
      );
    }
    const sightings = async (
      projectId: string,
      since: number,
      at: number,
      tie = 0,
      of = identities,
    ) => (await shared.velocity.asOf(projectId, of, since, { at, tie })).sightings;

    test("reaches from since, included, to the attempt, excluded", async () => {
      const project = "prj_edges";
      await committed(
        project,
        [{ email: 100 }, 999],
        [{ email: 100 }, 1000],
        [{ email: 100 }, 1999, 7],
        [{ email: 100 }, 2000, 4],
        [{ email: 100 }, 2000, 5],
        [{ email: 100 }, 2000, 6],
        [{ email: 100 }, 2001],
      );
      const found = await sightings(project, 1000, 2000, 5);
      expect(found.email?.map(({ at, tie }) => [at, tie])).toEqual([
        [1000, 0],
        [1999, 7],
        [2000, 4],
      ]);
      expect(await sightings(project, 3000, 4000)).toEqual({});
      expect(await sightings(project, 0, 999)).toEqual({});
    });

    test("has the same edges on file as in memory", async () => {
      const place = await stores.newPlace();
      const first = await stores.open(place);
      const attempts: [at: number, tie: number][] = [
        [999, 0],
        [1000, 0],
        [2000, 4],
        [2000, 5],
        [2000, 6],
        [2001, 0],
      ];
      for (const [at, tie] of attempts) {
        await first.decisions.commit(decisionOf("prj_1", { email: 100 }, at, tie));
      }
      await first.close();
      await stores.index(place);
      const again = await stores.open(place);
      const found = (await again.velocity.asOf("prj_1", identities, 1000, { at: 2000, tie: 5 }))
        .sightings;
      expect(found.email?.map(({ at, tie }) => [at, tie])).toEqual([
        [1000, 0],
        [2000, 4],
      ]);
    });

    test("is by identity: each kind has its own attempts, with everything that linked them", async () => {
      const project = "prj_kinds";
      const both: Identities = { email: 100, phone: 201, device: -5 };
      await committed(project, [both, 10], [{ phone: 200, ip: 300 }, 20], [{ email: 999 }, 30]);
      expect(await sightings(project, 0, 100)).toEqual({
        email: [sightingOf(both, 10, 0)],
        phone: [sightingOf({ phone: 200, ip: 300 }, 20, 0)],
        ip: [sightingOf({ phone: 200, ip: 300 }, 20, 0)],
      });
    });

    test("of an identity of every kind comes back as it went in", async () => {
      const all: Identities = Object.fromEntries(identityKinds.map((kind, i) => [kind, 7000 + i]));
      await committed("prj_all", [all, 10, 3]);
      const found = await sightings("prj_all", 0, 100, 0, all);
      for (const kind of identityKinds) expect(found[kind]).toEqual([sightingOf(all, 10, 3)]);
    });

    test("of one project is never another's", async () => {
      await committed("prj_a", [{ email: 100 }, 10]);
      expect(await sightings("prj_b", 0, 100)).toEqual({});
      expect((await sightings("prj_a", 0, 100)).email).toHaveLength(1);
    });

    test("is in order of time, whatever the order on disk", async () => {
      const project = "prj_order";
      await committed(project, [{ email: 100 }, 30], [{ email: 100 }, 10], [{ email: 100 }, 20]);
      expect(ats((await sightings(project, 0, 100)).email)).toEqual([10, 20, 30]);
    });

    const { sightingsPerIdentity: most } = velocityLimits;
    test("has the newest by their time, where older ones are imported after them", async () => {
      const project = "prj_imported_after";
      const at = (i: number): [Identities, number] => [{ email: 100 }, i];
      await committed(project, ...Array.from({ length: most }, (_, i) => at(10_000 + i)));
      await committed(project, ...Array.from({ length: most }, (_, i) => at(i)));
      const newest = Array.from({ length: most }, (_, i) => 10_000 + i);
      for (const _ of ["at first", "and again"]) {
        expect(ats((await sightings(project, 0, 20_000)).email)).toEqual(newest);
      }
    });

    test(`has the newest ${most} of an identity`, async () => {
      const project = "prj_many";
      await committed(
        project,
        ...Array.from({ length: 200 }, (_, i): [Identities, number] => [{ email: 100 }, i]),
      );
      const found = await sightings(project, 0, 1000);
      expect(ats(found.email)).toEqual(Array.from({ length: most }, (_, i) => 200 - most + i));
      expect(ats((await sightings(project, 0, 150)).email)?.at(-1)).toBe(149);
      expect(ats((await sightings(project, 190, 1000)).email)).toHaveLength(10);
    });

    test("is complete for each identity, also where all together are very many", async () => {
      const project = "prj_flood";
      await committed(
        project,
        ...Array.from({ length: 300 }, (_, i): [Identities, number] => [
          i < 290 ? { ip: 300 } : { ip: 300, email: 100 },
          i,
        ]),
        [{ phone: 200 }, 5, 1],
      );
      const found = await sightings(project, 0, 1000);
      expect(ats(found.ip)).toEqual(Array.from({ length: most }, (_, i) => 300 - most + i));
      expect(ats(found.email)).toEqual(Array.from({ length: 10 }, (_, i) => 290 + i));
      expect(ats(found.phone)).toEqual([5]);
    });

    test("is as long if later attempts share the last millisecond", async () => {
      // Opened again, so that all is on file and none in memory.
      const place = await stores.newPlace();
      const first = await stores.open(place);
      const attempts = [
        ...Array.from({ length: 300 }, (_, i) => decisionOf("prj_1", { ip: 300 }, i)),
        ...Array.from({ length: 60 }, (_, i) => decisionOf("prj_1", { ip: 300 }, 1000, 50 + i)),
      ];
      await Promise.all(attempts.map((one) => first.decisions.commit(one)));
      await first.close();
      await stores.index(place);
      const again = await stores.open(place);
      const found = (await again.velocity.asOf("prj_1", identities, 0, { at: 1000, tie: 50 }))
        .sightings;
      expect(ats(found.ip)).toEqual(Array.from({ length: most }, (_, i) => 300 - most + i));
    });

    test("includes attempts that another process committed", async () => {
      const script = (at: number) => {
        const one = JSON.stringify(decisionOf("prj_1", { email: 100 }, at));
        return `await store.decisions.commit(${one});`;
      };
      const place = await stores.newPlace();
      const here = await stores.open(place);
      (await here.velocity.asOf("prj_1", identities, 0, { at: 1, tie: 0 })).sightings;
      await stores.elsewhere(place, script(10));
      await here.decisions.commit(decisionOf("prj_1", { email: 100 }, 20));
      await stores.elsewhere(place, script(30));
      const found = (await here.velocity.asOf("prj_1", identities, 0, { at: 100, tie: 0 }))
        .sightings;
      expect(ats(found.email)).toEqual([10, 20, 30]);
    }, 30_000);
  });

  test("many stores that open a new place at the same time all succeed", async () => {
    for (let round = 0; round < 10; round++) {
      const place = await stores.newPlace();
      const all = await Promise.all([1, 2, 3, 4].map(() => stores.open(place)));
      for (const store of all) await store.close();
    }
  }, 30_000);

  test("two services on one place see each other's attempts", async () => {
    const place = await stores.newPlace();
    const [one, two] = await Promise.all([1, 2].map(() => stores.openIndexing(place)));
    const seenBy = async (store: Store) =>
      (await store.velocity.asOf("prj_1", { email: 1 }, 0, { at: 100, tie: 0 })).sightings.email
        ?.length;
    for (const store of [one!, two!]) expect(await seenBy(store)).toBeUndefined();
    await one!.decisions.commit(decisionOf("prj_1", { email: 1 }, 1));
    await two!.decisions.commit(decisionOf("prj_1", { email: 1 }, 2));
    for (const store of [one!, two!]) {
      await waitUntil("both decisions", async () => (await seenBy(store)) === 2);
    }
  }, 30_000);
}
