import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import type { Store } from "../../port/store.ts";
import type { Identities } from "../../port/velocity.ts";
import { changeMark } from "../change-mark.ts";
import { openForReading } from "../open.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { startIndexing } from "../threads/indexer-client.ts";
import { OwnDecisions } from "../threads/own-decisions.ts";
import { IdentityFilter } from "./identity-filter.ts";
import { KnownIdentities, storedIdentities } from "./known-identities.ts";
import { velocityReads } from "./velocity.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-known-"));
afterAll(() => rmSync(root, { recursive: true }));

let names = 0;
const newFolder = () => join(root, String(names++));
/** As the service's: 52 bits of a hash. */
const identityOf = (n: number) => Number(Bun.hash.wyhash(String(n)) & 0xfffffffffffffn);
const commit = (store: Store, identities: Identities, at: number) =>
  store.decisions.commit(decisionFixture("prj_1", `dec_${names++}`, at, identities));
const seen = async (store: Store, identities: Identities, at = 1e6) =>
  (await store.velocity.asOf("prj_1", identities, 0, { at, tie: 0 })).sightings;
const indexed = async (folder: string) =>
  (await openSqliteStore(folder, { indexing: true })).close();

describe("the filter", () => {
  test("never denies what it was given, whatever the number", () => {
    const identity = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 52 - 1 }),
      fc.constantFrom(0, 1, -5, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 52 - 1),
    );
    fc.assert(
      fc.property(fc.array(identity, { maxLength: 500 }), (all) => {
        const filter = IdentityFilter.for(100);
        for (const one of all) filter.add(one);
        for (const one of all) expect(filter.mayHave(one)).toBe(true);
        const copy = new IdentityFilter(structuredClone(filter.words));
        for (const one of all) expect(copy.mayHave(one)).toBe(true);
      }),
    );
  });

  test("denies 98 in 100 others when it is full", () => {
    const filter = IdentityFilter.for(50_000);
    const { capacity } = filter;
    for (let n = 0; n < capacity; n++) filter.add(identityOf(n));
    let wrong = 0;
    for (let n = 0; n < 20_000; n++) if (filter.mayHave(identityOf(1e7 + n))) wrong += 1;
    expect(wrong / 20_000).toBeLessThan(0.02);
  });

  test("has a bounded size", () => {
    expect(IdentityFilter.for(0).words.byteLength).toBe(8192);
    expect(IdentityFilter.for(1e6).words.byteLength).toBe(2 * 1024 * 1024);
    expect(IdentityFilter.for(1e10).words.byteLength).toBe(64 * 1024 * 1024);
  });
});

describe("known identities", () => {
  test("may be on file until it is known what the file has, and after that where it has them", () => {
    const known = new KnownIdentities();
    expect(known.mayBeStored(identityOf(1))).toBe(true);
    known.add({ email: identityOf(2) });
    const stored = IdentityFilter.for(10);
    stored.add(identityOf(3));
    known.stored(stored);
    expect([1, 2, 3].map((n) => known.mayBeStored(identityOf(n)))).toEqual([false, true, true]);
  });

  test("stay known in a few million, in bounded memory", () => {
    const known = new KnownIdentities();
    known.stored(IdentityFilter.for(0));
    for (let n = 0; n < 2_000_000; n += 2) {
      known.add({ email: identityOf(n), phone: identityOf(n + 1) });
    }
    let denied = 0;
    let unknown = 0;
    for (let n = 0; n < 2_000_000; n++) if (!known.mayBeStored(identityOf(n))) denied += 1;
    for (let n = 0; n < 20_000; n++) if (!known.mayBeStored(identityOf(5e6 + n))) unknown += 1;
    expect(denied).toBe(0);
    expect(unknown / 20_000).toBeGreaterThan(0.97);
    expect(known.bytes).toBeLessThanOrEqual(5 * 1024 * 1024 + 8192);
  });
});

test("the identities on file are read in parts, those of all projects", async () => {
  const folder = newFolder();
  const store = await openSqliteStore(folder);
  for (let n = 0; n < 40; n++) {
    const one = { email: identityOf(n), hotel: identityOf(1000 + (n % 3)) };
    await store.decisions.commit(decisionFixture(`prj_${n % 2}`, `dec_${names++}`, n, one));
  }
  await store.close();
  await indexed(folder);
  const file = openForReading(folder, "history");
  const log = openForReading(folder, "events");
  for (const max of [1, 7, 1000]) {
    const readNext = storedIdentities(file, log);
    let filter: IdentityFilter | null = null;
    let parts = 0;
    for (; !filter; parts++) filter = readNext(max);
    expect(parts).toBe(Math.floor(46 / max) + 1);
    for (let n = 0; n < 40; n++) expect(filter.mayHave(identityOf(n))).toBe(true);
    for (let n = 0; n < 3; n++) expect(filter.mayHave(identityOf(1000 + n))).toBe(true);
    expect(filter.mayHave(identityOf(5000))).toBe(false);
  }
  log.close();
  file.close();
});

describe("nothing that is on file is missed", () => {
  const all: Identities = { email: identityOf(1), phone: identityOf(2), device: identityOf(3) };

  test("after a restart, before the identities have been read and after", async () => {
    const folder = newFolder();
    const first = await openSqliteStore(folder, { indexing: true });
    for (const at of [10, 20]) await commit(first, all, at);
    await first.close();
    const index = await startIndexing(folder, { failed() {}, recovered() {} });
    const events = openForReading(folder, "events");
    const history = openForReading(folder, "history");
    const areRead = Promise.withResolvers<void>();
    const velocity = velocityReads({
      events,
      history,
      own: new OwnDecisions(),
      changed: changeMark(folder, "events"),
      readIdentities: (whenRead) =>
        index.readIdentities((identities) => {
          whenRead(identities);
          areRead.resolve();
        }),
    });
    const found = (identities: Identities) =>
      velocity.asOf("prj_1", identities, 0, { at: 1e6, tie: 0 }).sightings;
    const expectAll = () => {
      const { email, device } = found(all);
      expect([email?.length, device?.length]).toEqual([2, 2]);
      expect(found({ email: identityOf(77) })).toEqual({});
    };
    expectAll();
    await areRead.promise;
    expectAll();
    await index.stop();
    for (const file of [events, history]) file.close();
  });

  test("of what another process commits and indexes, also where it is older", async () => {
    const folder = newFolder();
    const here = await openSqliteStore(folder); // Begins with an empty file, which is known to be so.
    expect(await seen(here, all)).toEqual({});
    const other = await openSqliteStore(folder, { indexing: true });
    await commit(other, all, 500);
    await commit(other, { email: identityOf(4) }, 510);
    await commit(other, all, 100); // An import.
    await other.close();
    await indexed(folder);
    expect((await seen(here, all)).email?.map(({ at }) => at)).toEqual([100, 500]);
    expect((await seen(here, { email: identityOf(4) })).email).toHaveLength(1);
    const found = await here.velocity.asOf("prj_1", all, 400, { at: 1e6, tie: 0 });
    expect(found.firstSeen).toEqual({ email: 100, phone: 100, device: 100 });
    await here.close();
  });

  test("of what this process commits while its identities are being read and indexed", async () => {
    const folder = newFolder();
    const first = await openSqliteStore(folder);
    await commit(first, all, 1);
    await first.close();
    const store = await openSqliteStore(folder, { indexing: true });
    const expectSeen = async (n: number, committed: number) => {
      const { email, phone } = await seen(store, { ...all, email: identityOf(n) });
      expect([email?.length, phone?.length]).toEqual([1, 1 + committed]);
    };
    for (let committed = 1; committed <= 30; committed++) {
      await commit(store, { ...all, email: identityOf(9 + committed) }, 9 + committed);
      await expectSeen(9 + committed, committed);
      if (committed % 10 > 0) continue;
      await waitUntil("the indexer", async () => (await store.search.backlog()) === 0);
      for (let n = 10; n < 10 + committed; n++) await expectSeen(n, committed);
    }
    await store.close();
  });
});
