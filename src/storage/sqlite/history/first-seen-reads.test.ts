import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import type { Store } from "../../port/store.ts";
import { velocityLimits } from "../../port/velocity.ts";
import { openSqliteStore } from "../sqlite-store.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-first-seen-"));
afterAll(() => rmSync(root, { recursive: true }));

const all = { email: 1, phone: 2, device: 3, network: 4, ip: 5 };
const year = 365 * 24 * 60 * 60 * 1000;
let decisions = 0;

async function committed(
  store: Store,
  ...attempts: [of: typeof all | { email: number }, at: number][]
) {
  for (const [identities, at] of attempts) {
    const id = `dec_${decisions++}`;
    await store.decisions.commit(decisionFixture("prj_1", id, at, identities));
  }
}

/** As velocity asks: of the last 30 days. */
const firstSeen = async (store: Store, at: number, of: object = all, project = "prj_1") => {
  const since = at - velocityLimits.windowMs;
  return (await store.velocity.asOf(project, of, since, { at, tie: at })).firstSeen;
};

/** In memory only, in the file only, and after the file was deleted and built again. */
async function everywhere(name: string, write: (store: Store) => Promise<void>) {
  const folder = join(root, name);
  const memory = await openSqliteStore(folder);
  await write(memory);
  const indexed = async () => (await openSqliteStore(folder, { indexing: true })).close();
  await indexed();
  const stores: [where: string, store: Store][] = [["in memory", memory]];
  stores.push(["in the file", await openSqliteStore(folder)]);
  return stores;
}

const closed = (stores: [string, Store][]) => Promise.all(stores.map(([, store]) => store.close()));

test("the first attempt counts, though it is long before the window of velocity", async () => {
  const stores = await everywhere("long-ago", (store) =>
    committed(store, [all, 1000], [all, 1000 + year], [{ email: 1 }, 1000 + 2 * year]),
  );
  for (const [where, store] of stores) {
    expect([where, await firstSeen(store, 1000 + 3 * year)]).toEqual([
      where,
      { email: 1000, phone: 1000, device: 1000, network: 1000 },
    ]);
    expect([where, await firstSeen(store, 2000 + year, { email: 9, ip: 5 })]).toEqual([where, {}]);
    expect([where, await firstSeen(store, 2000, all, "prj_2")]).toEqual([where, {}]);
  }
  await closed(stores);
});

test("an attempt reads only what was before it, in whatever order it was stored", async () => {
  const stores = await everywhere("imported-after", (store) =>
    committed(store, [{ email: 1 }, 5000], [{ email: 1 }, 3000], [{ email: 1 }, 4000]),
  );
  for (const [where, store] of stores) {
    const found = [];
    for (const at of [2999, 3000, 3001, 6000]) found.push((await firstSeen(store, at)).email);
    expect([where, ...found]).toEqual([where, undefined, 3000, 3000, 3000]);
  }
  await closed(stores);
});

test("a deleted history.db is built again with the same first attempts", async () => {
  const folder = join(root, "rebuilt");
  const first = await openSqliteStore(folder, { indexing: true });
  await committed(first, [all, 1000], [all, 1000 + year]);
  await first.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `history.db${end}`), { force: true });
  const again = await openSqliteStore(folder, { indexing: true });
  expect(await firstSeen(again, 2 * year)).toMatchObject({ email: 1000, network: 1000 });
  await again.close();
});
