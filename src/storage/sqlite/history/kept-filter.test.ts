import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import { openForReading, openForWriting } from "../open.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { IdentityFilter } from "./identity-filter.ts";
import { keptFilter } from "./kept-filter.ts";
import { storedIdentities } from "./known-identities.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-filter-"));
afterAll(() => rmSync(root, { recursive: true }));

let names = 0;
/** As the service's: 52 bits of a hash. */
const identityOf = (n: number) => Number(Bun.hash.wyhash(String(n)) & 0xfffffffffffffn);

/** Stores and indexes decisions with the identities of these numbers. */
async function indexed(folder: string, from: number, count: number): Promise<void> {
  const store = await openSqliteStore(folder);
  const numbers = Array.from({ length: count }, (_, i) => from + i);
  await Promise.all(
    numbers.map((n) =>
      store.decisions.commit(decisionFixture("prj_1", `dec_${n}`, n, { email: identityOf(n) })),
    ),
  );
  await store.close();
  await (await openSqliteStore(folder, { indexing: true })).close();
}

async function newFolder(decisions: number) {
  const folder = join(root, String(names++));
  await indexed(folder, 1, decisions);
  const history = openForWriting(folder, "history");
  const events = openForReading(folder, "events");
  return {
    folder,
    history,
    /** Without the rows, only what is kept can tell. */
    forgetRows: () => history.run("DELETE FROM sightings"),
    reader: (keepFrom: number) => storedIdentities(history, events, keepFrom),
    kept: () => keptFilter(history).read(),
    close() {
      events.close();
      history.close();
    },
  };
}

function whole(readNext: (max: number) => IdentityFilter | null): IdentityFilter {
  for (;;) {
    const filter = readNext(7);
    if (filter) return filter;
  }
}

const has = (filter: IdentityFilter, from: number, to: number) => {
  for (let n = from; n <= to; n++) expect([n, filter.mayHave(identityOf(n))]).toEqual([n, true]);
};

describe("the filter of the identities on file", () => {
  test("is kept for the next start, and brought up to date from the log", async () => {
    const file = await newFolder(40);
    has(whole(file.reader(30)), 1, 40);
    expect(file.kept()?.decisionsTo).toBe(40);
    file.forgetRows();
    has(whole(file.reader(30)), 1, 40);
    await indexed(file.folder, 41, 20);
    file.forgetRows();
    const filter = whole(file.reader(30));
    has(filter, 1, 60);
    expect(filter.mayHave(identityOf(1000))).toBe(false);
    expect(file.kept()?.decisionsTo).toBe(40); // Few are read from the log again the next time.
    await indexed(file.folder, 61, 20);
    has(whole(file.reader(30)), 1, 80);
    expect(file.kept()?.decisionsTo).toBe(80);
    file.close();
  });

  test("of a small file is not kept", async () => {
    const file = await newFolder(20);
    has(whole(file.reader(30)), 1, 20);
    expect(file.kept()).toBeNull();
    file.close();
  });

  test("is read anew where it is too small, or ahead of the file", async () => {
    const file = await newFolder(40);
    const keep = (filter: IdentityFilter, decisionsTo: number) =>
      keptFilter(file.history).begin()({ filter, decisionsTo });
    for (const [filter, decisionsTo] of [
      [new IdentityFilter(new Int32Array(new ArrayBuffer(64))), 40],
      [IdentityFilter.for(1000), 41],
    ] as const) {
      keep(filter, decisionsTo);
      has(whole(file.reader(30)), 1, 40);
      expect(file.kept()?.decisionsTo).toBe(40);
    }
    file.close();
  });

  test("has parts of a MiB", async () => {
    const file = await newFolder(1);
    const filter = IdentityFilter.for(2e6);
    expect(filter.words.byteLength).toBeGreaterThan(3 * 1024 * 1024);
    for (let n = 0; n < 5000; n++) filter.add(identityOf(n));
    keptFilter(file.history).begin()({ filter, decisionsTo: 1 });
    expect(file.kept()?.filter.words).toEqual(filter.words);
    file.close();
  });

  test("is deleted with an identity that it has, and none is written that was being read then", async () => {
    const file = await newFolder(40);
    has(whole(file.reader(30)), 1, 40);
    await indexed(file.folder, 41, 20);
    const readNext = file.reader(0);
    expect(readNext(7)).toBeNull();
    const store = await openSqliteStore(file.folder);
    const [place] = await store.guests.find("prj_1", identityOf(7), null, 10);
    await store.guests.hide("prj_1", [place!], null);
    await store.close();
    expect(file.kept()).toBeNull();
    whole(readNext);
    expect(file.kept()).toBeNull();
    const filter = whole(file.reader(30));
    expect(filter.mayHave(identityOf(7))).toBe(false);
    has(filter, 8, 60);
    expect(file.kept()?.decisionsTo).toBe(60);
    file.close();
  });
});
