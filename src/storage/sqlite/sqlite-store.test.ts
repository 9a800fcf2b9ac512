import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../../test/fixtures/database.ts";
import { describeAccounts } from "../../../test/fixtures/storage/contract/accounts.ts";
import { describeControl } from "../../../test/fixtures/storage/contract/control.ts";
import { describeDecisions } from "../../../test/fixtures/storage/contract/decisions.ts";
import {
  ats,
  decisionOf,
  keyOf,
  projectOf,
  rejection,
} from "../../../test/fixtures/storage/contract/fixtures.ts";
import { describeGuests } from "../../../test/fixtures/storage/contract/guests.ts";
import { describeHotelDays } from "../../../test/fixtures/storage/contract/hotel-days.ts";
import { describeLists } from "../../../test/fixtures/storage/contract/lists.ts";
import { describeOutcomes } from "../../../test/fixtures/storage/contract/outcomes.ts";
import { describeReviews } from "../../../test/fixtures/storage/contract/reviews.ts";
import { describeVelocity } from "../../../test/fixtures/storage/contract/velocity.ts";
import { describeWebhooks } from "../../../test/fixtures/storage/contract/webhooks.ts";
import { sqliteStores } from "../../../test/fixtures/storage/sqlite-stores.ts";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import type { NewDecision } from "../port/decisions.ts";
import { StorageUnavailable, type Store } from "../port/store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const stores = sqliteStores();
const { root, newFolder, open, index: indexed } = stores;
let shared: Store;
beforeAll(async () => {
  shared = await open(newFolder());
});

describe("the data folder", () => {
  test("is readable by the operator only", async () => {
    const folder = newFolder();
    await open(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of ["control", "events"]) {
      expect(statSync(join(folder, `${name}.db`)).mode & 0o777).toBe(0o600);
    }
  });

  test("that is a file, or that cannot be written, is StorageUnavailable", async () => {
    const file = join(root, "a-file");
    writeFileSync(file, "");
    expect(await rejection(openSqliteStore(file))).toBeInstanceOf(StorageUnavailable);
    const broken = newFolder();
    mkdirSync(broken);
    writeFileSync(join(broken, "control.db"), "no database ".repeat(1000));
    expect(await rejection(openSqliteStore(broken))).toBeInstanceOf(StorageUnavailable);
    if (process.getuid?.() === 0) return; // Nothing is read-only for root.
    const locked = newFolder();
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    expect(await rejection(openSqliteStore(locked))).toBeInstanceOf(StorageUnavailable);
  });

  test("has what was written when it is opened again", async () => {
    const folder = newFolder();
    const first = await openSqliteStore(folder);
    await first.projects.create(projectOf("prj_1"));
    const key = keyOf();
    await first.keys.create(key);
    const decision = decisionOf("prj_1", { email: 1 }, 1000);
    await first.decisions.commit(decision);
    await first.close();
    const again = await open(folder);
    expect(await again.projects.list()).toEqual([projectOf("prj_1")]);
    expect(await again.keys.find(key.id)).toEqual(key);
    expect(await again.decisions.find("prj_1", decision.decision.id)).toEqual(decision.decision);
    const seen = (await again.velocity.asOf("prj_1", { email: 1 }, 0, { at: 2000, tie: 0 }))
      .sightings;
    expect(seen).toEqual({ email: [{ ...decision.sighting, score: 1 }] });
  });

  test("passes the check if it can be read and written", async () => {
    expect(await shared.check()).toBeUndefined();
  });
});

describeVelocity(stores);
describeHotelDays(stores);
describeDecisions(stores);
describeOutcomes(stores);
describeReviews(stores);
describeControl(stores);
describeAccounts(stores);
describeGuests(stores);
describeLists(stores);
describeWebhooks(stores);

describe("has an attempt's browser profile, besides what it is found by", () => {
  const lookOf = (at: number, look: number | null): NewDecision => {
    const decision = decisionOf("prj_looks", { email: 100 }, at);
    const { linked, ...sighting } = decision.sighting;
    return { ...decision, sighting: { ...sighting, linked: { ...linked, look } } };
  };
  const looks = async (store: Store) => {
    const found = await store.velocity.asOf("prj_looks", { email: 100 }, 0, { at: 100, tie: 0 });
    return found.sightings.email?.map(({ linked }) => linked.look);
  };
  /** What a version without browser profiles wrote: the stored stay has none. */
  const forgetLooks = (folder: string) => {
    const events = openDatabase(join(folder, "events.db"));
    events.run("PRAGMA busy_timeout = 10000"); // The store's worker is still letting go.
    events.run("UPDATE decisions SET identities = json_remove(identities, '$.stay.look')");
    events.close();
  };

  test.each(["in memory", "on file"])("%s, none where the browser was not seen", async (where) => {
    const folder = newFolder();
    const first = await openSqliteStore(folder);
    for (const one of [lookOf(10, -7), lookOf(20, null), lookOf(30, 2 ** 31 - 1)]) {
      await first.decisions.commit(one);
    }
    if (where === "in memory") expect(await looks(first)).toEqual([-7, null, 2 ** 31 - 1]);
    await first.close();
    if (where === "on file") await indexed(folder);
    expect(await looks(await open(folder))).toEqual([-7, null, 2 ** 31 - 1]);
  });

  test.each(["in memory", "on file"])("%s, none of an older version's attempt", async (where) => {
    const folder = newFolder();
    const first = await openSqliteStore(folder);
    await first.decisions.commit(lookOf(10, 7));
    await first.close();
    forgetLooks(folder);
    if (where === "on file") await indexed(folder);
    const again = await open(folder);
    await again.decisions.commit(lookOf(20, 8));
    const found = await again.velocity.asOf("prj_looks", { email: 100 }, 0, { at: 100, tie: 0 });
    const [older, newer] = found.sightings.email!;
    expect([older?.linked.look, newer?.linked.look]).toEqual([null, 8]);
    expect(older).toMatchObject({ checkIn: 20_000, checkOut: 20_003, linked: { city: 4711 } });
  });
});

test("many at once are all on disk when they are answered", async () => {
  const folder = newFolder();
  const store = await open(folder);
  const many = Array.from({ length: 1500 }, (_, i) => decisionOf("prj_1", { email: i }, i));
  await Promise.all(many.map((one) => store.decisions.commit(one)));
  const file = new Database(join(folder, "events.db"), { readonly: true });
  const row = file.query<{ n: number }, []>("SELECT count(*) AS n FROM decisions").get();
  file.close();
  expect(row?.n).toBe(1500);
});

test("a revocation by another process is seen as soon as it is committed, by any call", async () => {
  const folder = newFolder();
  const store = await open(folder);
  await store.projects.create(projectOf("prj_1"));
  const keys = Array.from({ length: 20 }, () => keyOf());
  for (const key of keys) await store.keys.create(key);
  const script = `
    for (const id of ${JSON.stringify(keys.map(({ id }) => id))}) {
      await store.keys.revoke(id, 5);
      const answer = Promise.withResolvers();
      process.stdin.once("data", answer.resolve);
      process.stdout.write(id + "\\n");
      await answer.promise;
    }`;
  const file = join(root, "revoking.ts");
  writeFileSync(
    file,
    `import { openSqliteStore } from ${JSON.stringify(join(import.meta.dir, "sqlite-store.ts"))};
    const store = await openSqliteStore(${JSON.stringify(folder)});
    ${script}
    await store.close();
    process.exit(0);`,
  );
  const child = Bun.spawn([process.execPath, file], { stdin: "pipe", stdout: "pipe" });
  const lines = child.stdout.pipeThrough(new TextDecoderStream());
  let confirmed = 0;
  for await (const text of lines as unknown as AsyncIterable<string>) {
    for (const id of text.trim().split("\n")) {
      const key = keys.find((one) => one.id === id)!;
      expect(await store.keys.findOwner(key.hash)).toMatchObject({ revokedAt: 5 });
      confirmed += 1;
      const next = keys[confirmed];
      if (next) await store.keys.findOwner(next.hash); // Cached until it is revoked.
      child.stdin.write("next\n");
      child.stdin.flush();
    }
  }
  expect(confirmed).toBe(20);
  expect(await child.exited).toBe(0);
});

describe("a database that another process holds", () => {
  function held(folder: string, name: string): () => void {
    const database = openDatabase(join(folder, `${name}.db`));
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN IMMEDIATE");
    return () => {
      database.run("ROLLBACK");
      database.close();
    };
  }

  test("is StorageUnavailable within its time limit, for a whole group at once; then it recovers", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.decisions.commit(decisionOf("prj_1", { email: 1 }, 1));
    const release = held(folder, "events");
    const start = performance.now();
    const errors: unknown[] = [];
    const waiting = [2, 3, 4, 5].map((at) =>
      rejection(store.decisions.commit(decisionOf("prj_1", { email: 1 }, at))).then((error) =>
        errors.push(error),
      ),
    );
    await Promise.race(waiting);
    expect(performance.now() - start).toBeGreaterThan(1500);
    await nextTurn(); // None of the others waits for a time limit of its own.
    expect(errors).toHaveLength(4);
    for (const error of errors) expect(error).toBeInstanceOf(StorageUnavailable);
    release();
    expect(await store.decisions.commit(decisionOf("prj_1", { email: 1 }, 6))).toBe(true);
    const seen = (await store.velocity.asOf("prj_1", { email: 1 }, 0, { at: 100, tie: 0 }))
      .sightings;
    expect(ats(seen.email)).toEqual([1, 6]);
  });

  test("can be read meanwhile; a short lock is waited for", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.projects.create(projectOf("prj_1"));
    const key = keyOf();
    await store.keys.create(key);
    const release = held(folder, "control");
    expect(await store.keys.findOwner(key.hash)).toMatchObject({ keyId: key.id });
    expect(await store.projects.list()).toHaveLength(1);
    setTimeout(release, 300);
    expect(await store.keys.revoke(key.id, 9)).toBe(true);
  });

  test("does not pass the check", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const release = held(folder, "control");
    expect(await rejection(store.check())).toBeInstanceOf(StorageUnavailable);
    release();
    expect(await store.check()).toBeUndefined();
  });

  test("but is only derived does not take the store out of service", async () => {
    const folder = newFolder();
    const store = await open(folder);
    if (!(await Bun.file(join(folder, "history.db")).exists())) return;
    const release = held(folder, "history");
    await Promise.allSettled([store.decisions.commit(decisionOf("prj_1", { email: 1 }, 1))]);
    release();
    expect(await store.decisions.commit(decisionOf("prj_1", { email: 1 }, 2))).toBe(true);
  });
});

test("a store may be closed twice, also after a search", async () => {
  const store = await openSqliteStore(newFolder());
  expect(await store.search.list("prj_1", {}, null, 1)).toEqual([]);
  await store.close();
  await store.close();
});

test("a store that was closed rejects calls instead of waiting for ever", async () => {
  const store = await openSqliteStore(newFolder());
  await store.close();
  const hung = nextTurn().then(() => "hung");
  const asked = rejection(store.decisions.find("prj_1", "dec_1"));
  const call = rejection(store.projects.list());
  const written = rejection(store.projects.create(projectOf("prj_1")));
  for (const one of [asked, call, written]) {
    expect(await Promise.race([one, hung])).toBeInstanceOf(StorageUnavailable);
  }
});
