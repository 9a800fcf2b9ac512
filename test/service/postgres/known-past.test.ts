/** What copies keep of earlier attempts never differs from what the database has. */
import { beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { byOrder } from "../../../src/storage/port/sighting.ts";
import { StorageUnavailable, type Store } from "../../../src/storage/port/store.ts";
import type { Identities } from "../../../src/storage/port/velocity.ts";
import { connectTo } from "../../../src/storage/postgres/connection.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { attemptOf, windowMs } from "../../fixtures/storage/attempt-on-copies.ts";
import { rejection, reportOf } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

/** What happens to a project, through one of the copies. */
const step = fc.record({
  what: fc.oneof(
    ...(
      ["one", "group", "group", "group", "closed", "erased", "imported", "reported"] as const
    ).map(fc.constant),
  ),
  copy: fc.nat(2),
  guests: fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }),
  agoMs: fc.nat(windowMs * 1.2),
});
type Step = ReturnType<typeof step.generate>["value"];

describeWith(postgresql)("what a copy keeps of earlier attempts", () => {
  const stores = postgresStores();
  let url: string;
  let copies: Store[];
  beforeAll(async () => {
    url = await stores.newPlace();
    copies = await Promise.all([1, 2, 3].map(() => stores.open(url)));
  });
  let projects = 0;

  /** Six guests, who have a device and a network in common by twos and threes, of one hotel and one mail domain. */
  const identitiesOf = (guest: number): Identities => ({
    email: 10 + guest,
    device: 20 + Math.floor(guest / 2),
    network: 30 + (guest % 2),
    domain: 40,
    hotel: 50,
    card: 60 + guest,
  });

  /** Opens attempts at once, some by each copy, and compares what they see with what the database has. */
  async function open(project: string, guests: readonly number[], now = Date.now()) {
    const opened = await Promise.all(
      guests.map(async (guest, i) => {
        const by = (guest + i) % copies.length;
        const copy = copies[by]!;
        // Clocks differ by less than a second.
        const one = attemptOf(project, identitiesOf(guest), now + by * 300);
        const { at, history } = (await copy.shared!.attempts.open(one.opening))!;
        return { ...one, copy, guest, at, history };
      }),
    );
    for (const { copy, guest, at, tie, history } of opened) {
      const since = at - windowMs;
      const stored = await copy.velocity.asOf(project, identitiesOf(guest), since, { at, tie });
      expect(history).toEqual(stored);
    }
    return opened;
  }

  const openCount = async (project: string) => {
    const connection = connectTo(url);
    const [row] = await connection.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM attempts WHERE project_id = $1 AND opened_at IS NOT NULL",
      [project],
    );
    await connection.close();
    return row!.n;
  };

  const commit = (opened: Awaited<ReturnType<typeof open>>) =>
    Promise.all(opened.map((one) => one.copy.decisions.commit(one.decided(one))));

  const steps: Record<
    Step["what"],
    (project: string, step: Step, copy: Store) => Promise<unknown>
  > = {
    one: async (project, { guests }) => commit(await open(project, guests.slice(0, 1))),
    group: async (project, { guests }) => commit(await open(project, guests)),
    async closed(project, { guests }) {
      for (const { copy, at, tie } of await open(project, guests.slice(0, 3))) {
        copy.shared!.attempts.close(project, { at, tie });
      }
      await waitUntil("their end", async () => (await openCount(project)) === 0);
    },
    async erased(project, { guests }, { guests: store }) {
      const found = await store.find(project, identitiesOf(guests[0]!).email!, null, 2);
      const hidden = await store.hide(project, found, null);
      await store.forget(project, hidden, null, true);
    },
    async imported(project, { guests, agoMs }, { decisions }) {
      const at = Date.now() - agoMs;
      await decisions.commit(attemptOf(project, identitiesOf(guests[0]!), at).decided({ at }));
    },
    async reported(project, { guests }, { guests: store, outcomes }) {
      const email = identitiesOf(guests[0]!).email!;
      const [found] = await store.find(project, email, null, 1);
      if (!found?.id) return;
      const of = { decision: { projectId: project, id: found.id } };
      await outcomes.report(reportOf(of as never, "fraud", Date.now()));
    },
  };

  test("is what the database has, whatever is opened, closed, erased, imported or reported", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), async (all) => {
        const project = `prj_${projects++}`;
        for (const one of all) await steps[one.what](project, one, copies[one.copy]!);
        await commit(await open(project, [0, 1, 2, 3, 4, 5]));
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  test("is read again after attempts got places before those that were read", async () => {
    const project = "prj_clocks";
    // Clocks are as wrong as is accepted: some attempts are more than ten seconds ahead of later ones.
    for (const offMs of [0, 9000, -9500, 9000, -9500, 9000, 0]) {
      for (const guest of [0, 1, 2, 3, 4, 5]) {
        await commit(await open(project, [guest], Date.now() + offMs));
      }
    }
  });

  test("has no attempt that the database has lost", async () => {
    const project = "prj_lost";
    const guests = [0, 1, 2, 3, 4, 5];
    for (let i = 0; i < 2; i++) await commit(await open(project, guests));
    const lost = await open(project, guests);
    // As after a crash, which no trigger sees.
    const connection = connectTo(url);
    await connection.transaction(async ({ sql }) => {
      await sql("SET LOCAL session_replication_role = replica");
      await sql(
        `WITH gone AS (
           DELETE FROM attempts WHERE project_id = $1 AND opened_at IS NOT NULL RETURNING at, tie
         )
         DELETE FROM sightings AS s USING gone
         WHERE s.project_id = $1 AND s.at = gone.at AND s.tie = gone.tie`,
        [project],
      );
    });
    await connection.close();
    for (const one of lost) {
      const refused = await rejection(one.copy.decisions.commit(one.decided(one)));
      expect(refused).toBeInstanceOf(StorageUnavailable);
    }
    for (let i = 0; i < 2; i++) await commit(await open(project, guests));
  });

  test("is the newest 128 attempts of an identity that more have", async () => {
    const project = "prj_many";
    // Two groups of each copy at a time.
    const guests = Array.from({ length: 80 * copies.length }, (_, i) => Math.floor(i / 3) % 6);
    for (let i = 0; i < 4; i++) {
      const opened = await open(project, guests);
      const last = opened.toSorted(byOrder).at(-1)!;
      expect(last.history.sightings.hotel).toHaveLength(128);
      await commit(opened);
    }
  });
});
