import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { waitUntil } from "../../../scripts/wait-until.ts";
import { openDatabase } from "../../../test/fixtures/database.ts";
import type { NewDecision } from "../decisions.ts";
import type { KeyRecord } from "../keys.ts";
import { type OutcomeRecord, withdrawn } from "../outcomes.ts";
import { StorageUnavailable, type Store } from "../store.ts";
import {
  type Identities,
  identityKinds,
  type OutcomeCount,
  type OutcomeCounts,
  type OutcomeKind,
  outcomeKinds,
  type Sighting,
  velocityLimits,
} from "../velocity.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-store-"));
const opened: Store[] = [];
let folders = 0;
let decisions = 0;

const newFolder = () => join(root, `data-${folders++}`);
async function open(folder: string): Promise<Store> {
  const store = await openSqliteStore(folder);
  opened.push(store);
  return store;
}
/** Brings all that is in the folder to the history's file. */
async function indexed(folder: string): Promise<void> {
  const store = await openSqliteStore(folder, { indexing: true });
  await store.close();
}
let shared: Store;
const sharedFolder = newFolder();
beforeAll(async () => {
  shared = await open(sharedFolder);
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  rmSync(root, { recursive: true });
});

/** What a promise is rejected with. Bun's own `.rejects` holds up the database thread's answers. */
function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new TypeError("it was not rejected"),
    (error) => error,
  );
}

/** Runs a script in another process; `store` is one on the folder, opened there. */
async function elsewhere(folder: string, script: string): Promise<string> {
  const source = `
    import { openSqliteStore } from ${JSON.stringify(join(import.meta.dir, "sqlite-store.ts"))};
    const store = await openSqliteStore(${JSON.stringify(folder)});
    ${script}
    await store.close();
    process.exit(0);`;
  const file = join(root, `script-${folders++}.ts`);
  writeFileSync(file, source);
  const child = Bun.spawn([process.execPath, file], { stdout: "pipe", stderr: "pipe" });
  const [out, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ status, errors }).toEqual({ status: 0, errors: "" });
  return out.trim();
}

const keyOf = (more: Partial<KeyRecord> = {}): KeyRecord => ({
  id: `key_${decisions++}`,
  projectId: "prj_1",
  kind: "secret",
  hash: `hash-${decisions++}`,
  start: "sk_aaaaa",
  end: "zzzz",
  name: "",
  createdAt: 1,
  lastUsedAt: null,
  revokedAt: null,
  allowedOrigins: null,
  ...{ expiresAt: null, allowedAddresses: null, rateLimit: null },
  ...more,
});
const projectOf = (id: string) => ({
  id,
  name: id,
  riskSetting: "balanced",
  createdAt: 1,
  archivedAt: null,
  baseRate: null,
});

function sightingOf(identities: Identities, at: number, tie: number): Sighting {
  const linked = { city: 4711, look: -815, surname: 3 } as Sighting["linked"];
  for (const kind of identityKinds) linked[kind] = identities[kind] ?? null;
  return { at, tie, checkIn: 20_000, checkOut: 20_003, linked };
}

function decisionOf(
  projectId: string,
  identities: Identities,
  at: number,
  tie = 0,
  more: Partial<NewDecision> = {},
): NewDecision {
  return {
    decision: {
      projectId,
      id: `dec_${decisions++}`,
      decidedAt: at,
      source: "api",
      requestId: "r",
      keyId: null,
      collectionId: null,
      riskScore: 1,
      riskLevel: "low",
      suggestedAction: "allow",
      riskSetting: "balanced",
      probability: 0.1,
      modelProbability: null,
      projectBaseRate: null,
      modelBaseRate: null,
      modelName: "m",
      modelVersion: "1",
      modelSha256: "0",
      request: '{"x":"é😀"}',
      evidence: "{}",
      featureSet: "f",
      features: "[0.1,null]",
    },
    identities,
    sighting: sightingOf(identities, at, tie),
    idempotency: null,
    idempotentSince: 0,
    ...more,
  };
}

const replayOf = (decision: NewDecision, keyHash: string, createdAt: number) => ({
  ...decision,
  idempotency: { keyHash, bodyHash: "b", createdAt, decisionId: decision.decision.id },
  idempotentSince: createdAt - 1000,
});

const ats = (sightings: readonly Sighting[] | undefined) => sightings?.map(({ at }) => at);

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
    expect(seen).toEqual({ email: [decision.sighting] });
  });

  test("passes the check if it can be read and written", async () => {
    expect(await shared.check()).toBeUndefined();
  });
});

describe("velocity", () => {
  const identities: Identities = { email: 100, phone: 200, ip: 300 };

  async function committed(projectId: string, ...attempts: [Identities, number, number?][]) {
    await Promise.all(
      attempts.map(([of, at, tie]) => shared.decisions.commit(decisionOf(projectId, of, at, tie))),
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
    const folder = newFolder();
    const first = await openSqliteStore(folder);
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
    await indexed(folder);
    const again = await open(folder);
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

  describe("has an attempt's browser profile, beside what it is found by", () => {
    const lookOf = (at: number, look: number | null): NewDecision => {
      const decision = decisionOf("prj_looks", { email: 100 }, at);
      const { linked, ...sighting } = decision.sighting;
      return { ...decision, sighting: { ...sighting, linked: { ...linked, look } } };
    };
    const looks = async (store: Store) => {
      const found = await store.velocity.asOf("prj_looks", identities, 0, { at: 100, tie: 0 });
      return found.sightings.email?.map(({ linked }) => linked.look);
    };
    /** What a version without browser profiles wrote: the stored stay has none. */
    const forgetLooks = (folder: string) => {
      const events = openDatabase(join(folder, "events.db"));
      events.run("PRAGMA busy_timeout = 10000"); // The store's worker is still letting go.
      events.run("UPDATE decisions SET identities = json_remove(identities, '$.stay.look')");
      events.close();
    };

    test.each(["in memory", "on file"])(
      "%s, none where the browser was not seen",
      async (where) => {
        const folder = newFolder();
        const first = await openSqliteStore(folder);
        for (const one of [lookOf(10, -7), lookOf(20, null), lookOf(30, 2 ** 31 - 1)]) {
          await first.decisions.commit(one);
        }
        if (where === "in memory") expect(await looks(first)).toEqual([-7, null, 2 ** 31 - 1]);
        await first.close();
        if (where === "on file") await indexed(folder);
        expect(await looks(await open(folder))).toEqual([-7, null, 2 ** 31 - 1]);
      },
    );

    test.each(["in memory", "on file"])("%s, none of an older version's attempt", async (where) => {
      const folder = newFolder();
      const first = await openSqliteStore(folder);
      await first.decisions.commit(lookOf(10, 7));
      await first.close();
      forgetLooks(folder);
      if (where === "on file") await indexed(folder);
      const again = await open(folder);
      await again.decisions.commit(lookOf(20, 8));
      const found = await again.velocity.asOf("prj_looks", identities, 0, { at: 100, tie: 0 });
      const [older, newer] = found.sightings.email!;
      expect([older?.linked.look, newer?.linked.look]).toEqual([null, 8]);
      expect(older).toMatchObject({ checkIn: 20_000, checkOut: 20_003, linked: { city: 4711 } });
    });
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
      [{ phone: 200 }, 5],
    );
    const found = await sightings(project, 0, 1000);
    expect(ats(found.ip)).toEqual(Array.from({ length: most }, (_, i) => 300 - most + i));
    expect(ats(found.email)).toEqual(Array.from({ length: 10 }, (_, i) => 290 + i));
    expect(ats(found.phone)).toEqual([5]);
  });

  test("is as long if later attempts share the last millisecond", async () => {
    // Opened again, so that all is on file and none in memory.
    const folder = newFolder();
    const first = await openSqliteStore(folder);
    const attempts = [
      ...Array.from({ length: 300 }, (_, i) => decisionOf("prj_1", { ip: 300 }, i)),
      ...Array.from({ length: 60 }, (_, i) => decisionOf("prj_1", { ip: 300 }, 1000, 50 + i)),
    ];
    await Promise.all(attempts.map((one) => first.decisions.commit(one)));
    await first.close();
    await indexed(folder);
    const again = await open(folder);
    const found = (await again.velocity.asOf("prj_1", identities, 0, { at: 1000, tie: 50 }))
      .sightings;
    expect(ats(found.ip)).toEqual(Array.from({ length: most }, (_, i) => 300 - most + i));
  });

  test("includes attempts that another process committed", async () => {
    const script = (at: number) => {
      const one = JSON.stringify(decisionOf("prj_1", { email: 100 }, at));
      return `await store.decisions.commit(${one});`;
    };
    const folder = newFolder();
    const here = await open(folder);
    (await here.velocity.asOf("prj_1", identities, 0, { at: 1, tie: 0 })).sightings;
    await elsewhere(folder, script(10));
    await here.decisions.commit(decisionOf("prj_1", { email: 100 }, 20));
    await elsewhere(folder, script(30));
    const found = (await here.velocity.asOf("prj_1", identities, 0, { at: 100, tie: 0 })).sightings;
    expect(ats(found.email)).toEqual([10, 20, 30]);
  }, 30_000);
});

test("many stores that open a new folder at the same time all succeed", async () => {
  for (let round = 0; round < 10; round++) {
    const folder = newFolder();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openSqliteStore(folder)));
    for (const store of stores) await store.close();
  }
}, 30_000);

test("two services on one folder see each other's attempts", async () => {
  const folder = newFolder();
  const [one, two] = await Promise.all(
    [1, 2].map(async () => {
      const store = await openSqliteStore(folder, { indexing: true });
      opened.push(store);
      return store;
    }),
  );
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

describe("a decision", () => {
  test("is committed as a whole and found in its own project only", async () => {
    const one = decisionOf("prj_1", { email: 1 }, 5);
    expect(await shared.decisions.commit(one)).toBe(true);
    expect(await shared.decisions.find("prj_1", one.decision.id)).toEqual(one.decision);
    expect(await shared.decisions.find("prj_2", one.decision.id)).toBeNull();
  });

  test("with an idempotency key in use changes nothing", async () => {
    const project = "prj_idem";
    const first = replayOf(decisionOf(project, { email: 1 }, 5), "k", 5000);
    const second = replayOf(decisionOf(project, { email: 1 }, 6), "k", 5500);
    expect(await shared.decisions.commit(first)).toBe(true);
    expect(await shared.decisions.commit(second)).toBe(false);
    expect(await shared.decisions.find(project, second.decision.id)).toBeNull();
    const seen = (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 100, tie: 0 }))
      .sightings;
    expect(ats(seen.email)).toEqual([5]);
    expect(await shared.decisions.findIdempotent(project, "k", 0)).toMatchObject({
      decisionId: first.decision.id,
    });
  });

  test("two at once with one key: one is committed", async () => {
    const project = "prj_race";
    const both = [5, 6].map((at) => replayOf(decisionOf(project, { email: 1 }, at), "k", 5000));
    const done = await Promise.all(both.map((one) => shared.decisions.commit(one)));
    expect(done.sort()).toEqual([false, true]);
    const seen = (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 100, tie: 0 }))
      .sightings;
    expect(seen.email).toHaveLength(1);
  });

  test("an idempotency key is free again once it is too old, and belongs to one project", async () => {
    const project = "prj_old";
    await shared.decisions.commit(replayOf(decisionOf(project, { email: 1 }, 5), "k", 5000));
    expect(await shared.decisions.findIdempotent(project, "k", 5000)).not.toBeNull();
    expect(await shared.decisions.findIdempotent(project, "k", 5001)).toBeNull();
    expect(await shared.decisions.findIdempotent("prj_other", "k", 0)).toBeNull();
    const other = replayOf(decisionOf("prj_other", { email: 1 }, 6), "k", 5001);
    expect(await shared.decisions.commit(other)).toBe(true);
    const edge = replayOf(decisionOf(project, { email: 1 }, 7), "k", 6000);
    expect(await shared.decisions.commit(edge)).toBe(false);
    const later = replayOf(decisionOf(project, { email: 1 }, 8), "k", 6001);
    expect(await shared.decisions.commit(later)).toBe(true);
  });

  test("that the database refuses harms no other of its group, and leaves nothing", async () => {
    const project = "prj_bad";
    const good = [1, 2, 3, 4].map((at) => decisionOf(project, { email: 1 }, at));
    const bad = replayOf(decisionOf(project, { email: 1 }, 9), "bad", 5000);
    (bad.decision as { requestId: unknown }).requestId = null;
    const twin = decisionOf(project, { email: 1 }, 10);
    twin.decision.id = good[0]!.decision.id;
    const group = [good[0]!, bad, good[1]!, twin, good[2]!, good[3]!];
    const done = await Promise.allSettled(group.map((one) => shared.decisions.commit(one)));
    expect(done.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect((done[1] as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
    for (const { decision } of good) {
      expect(await shared.decisions.find(project, decision.id)).toEqual(decision);
    }
    expect(await shared.decisions.findIdempotent(project, "bad", 0)).toBeNull();
    const seen = (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 100, tie: 0 }))
      .sightings;
    expect(ats(seen.email)).toEqual([1, 2, 3, 4]);
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
});

describe("known decisions", () => {
  test("are those of the given ones that the project has", async () => {
    const [mine, other] = [decisionOf("prj_k1", {}, 1), decisionOf("prj_k2", {}, 2)];
    for (const one of [mine, other]) await shared.decisions.commit(one);
    const asked = [mine.decision.id, other.decision.id, "dec_none", "", "' OR 1 --"];
    const known = await shared.decisions.known("prj_k1", asked);
    expect([...known]).toEqual([mine.decision.id]);
    expect((await shared.decisions.known("prj_k1", [])).size).toBe(0);
    expect((await shared.decisions.known("prj_k3", asked)).size).toBe(0);
  });

  test("can be queried by the ten thousand, as an import of one moment does", async () => {
    const one = decisionOf("prj_k4", {}, 1);
    await shared.decisions.commit(one);
    const asked = Array.from({ length: 51_000 }, (_, i) => `dec_not_${i}`);
    const known = await shared.decisions.known("prj_k4", [...asked, one.decision.id]);
    expect([...known]).toEqual([one.decision.id]);
  });
});

/** What a decision's outcome is reported with. */
const reportOf = (
  { decision: { projectId, id } }: NewDecision,
  outcome: string,
  reportedAt: number,
  note: string | null = null,
): OutcomeRecord => ({
  ...{ projectId, decisionId: id, outcome, reportedAt, note },
  ...{ occurredAt: null, keyId: null, requestId: "r" },
});

describe("a decision with an outcome", () => {
  const withOutcome = (one: NewDecision, outcome: string, reportedAt: number): NewDecision => ({
    ...one,
    outcome: reportOf(one, outcome, reportedAt),
  });
  const fraudsOf = async (project: string) =>
    (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 1e6, tie: 0 })).outcomes?.email;

  test("gets both from one commit", async () => {
    const one = withOutcome(decisionOf("prj_o1", { email: 1 }, 5), "fraud", 10);
    expect(await shared.decisions.commit(one)).toBe(true);
    expect(await shared.outcomes.list("prj_o1", one.decision.id)).toEqual([one.outcome!]);
    expect(await fraudsOf("prj_o1")).toEqual({ fraud: 1, legitimate: 0, lastFraudAt: 10 });
  });

  test("whose identifier exists leaves nothing, neither alone nor in a group", async () => {
    const project = "prj_o2";
    const first = decisionOf(project, { email: 1 }, 5);
    await shared.decisions.commit(first);
    const twin = decisionOf(project, { email: 1 }, 6);
    twin.decision.id = first.decision.id;
    const bad = withOutcome(twin, "fraud", 10);
    expect(await rejection(shared.decisions.commit(bad))).toBeInstanceOf(StorageUnavailable);
    const good = withOutcome(decisionOf(project, { email: 1 }, 7), "legitimate", 12);
    const done = await Promise.allSettled(
      [bad, good, bad].map((one) => shared.decisions.commit(one)),
    );
    expect(done.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    expect(await shared.outcomes.list(project, first.decision.id)).toEqual([]);
    expect(await fraudsOf(project)).toEqual({ fraud: 0, legitimate: 1, lastFraudAt: null });
  });

  test("whose outcome the database refuses is not there either", async () => {
    const project = "prj_o3";
    const one = withOutcome(decisionOf(project, { email: 1 }, 5), "fraud", 10);
    (one.outcome as { requestId: unknown }).requestId = null;
    expect(await rejection(shared.decisions.commit(one))).toBeInstanceOf(StorageUnavailable);
    expect(await shared.decisions.find(project, one.decision.id)).toBeNull();
    expect(
      (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 99, tie: 0 })).sightings,
    ).toEqual({});
  });

  test("whose idempotency key is in use leaves nothing of it", async () => {
    const project = "prj_o4";
    await shared.decisions.commit(replayOf(decisionOf(project, { email: 1 }, 5), "k", 5000));
    const second = withOutcome(decisionOf(project, { email: 1 }, 6), "fraud", 10);
    expect(await shared.decisions.commit(replayOf(second, "k", 5500))).toBe(false);
    expect(await shared.outcomes.list(project, second.decision.id)).toEqual([]);
    expect(await fraudsOf(project)).toBeUndefined();
  });
});

describe("past outcomes", () => {
  const asOf = async (store: Store, project: string, identities: Identities, at: number, tie = 0) =>
    (await store.velocity.asOf(project, identities, 0, { at, tie })).outcomes;
  const ofEmail = async (store: Store, project: string, at: number) =>
    (await asOf(store, project, { email: 1 }, at))?.email;
  const counted = (fraud: number, legitimate: number, lastFraudAt: number | null) => ({
    ...{ fraud, legitimate, lastFraudAt },
  });
  const all: Identities = Object.fromEntries(identityKinds.map((kind, i) => [kind, 9000 + i]));

  async function decided(store: Store, project: string, identities: Identities, at: number) {
    const one = decisionOf(project, identities, at, decisions);
    await store.decisions.commit(one);
    return one;
  }
  /** One report each, of attempts of their own; at these times. */
  async function reported(store: Store, project: string, identities: Identities, times: number[]) {
    const many = times.map((at) => decisionOf(project, identities, at - 1, decisions));
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
    const folder = newFolder();
    const memory = await open(folder);
    await memory.velocity.asOf("prj_1", {}, 0, { at: 1, tie: 0 }); // Follows from now on.
    await write(memory);
    await indexed(folder);
    return [
      ["from memory and file", memory],
      ["from file", await open(folder)],
      ["from memory", await onlyInMemory(write)],
    ];
  }
  async function onlyInMemory(write: (store: Store) => Promise<void>): Promise<Store> {
    const store = await open(newFolder());
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
        expect([at, (await ofEmail(shared, project, at)) ?? null]).toEqual([at, n ? wanted : null]);
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
      const folder = newFolder();
      const first = await openSqliteStore(folder);
      await reported(first, "prj_1", { email: 1 }, [...every(100, 20), 600, 700]);
      await first.close();
      await indexed(folder);
      const store = await open(folder);
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
      const folder = newFolder();
      const here = await open(folder);
      const many = await reported(here, "prj_1", { email: 1 }, every(100, 20));
      expect(await ofEmail(here, "prj_1", 999)).toEqual(counted(10, 10, 119));
      const other = decisionOf("prj_1", { email: 1 }, 50, 1);
      const reports = [reportOf(other, "fraud", 500), reportOf(many[1]!, "legitimate", 510)];
      await elsewhere(
        folder,
        `await store.decisions.commit(${JSON.stringify(other)});
        for (const one of ${JSON.stringify(reports)}) await store.outcomes.report(one);`,
      );
      const wanted = [counted(10, 10, 119), counted(11, 10, 500), counted(10, 11, 500)];
      const seenBy = async (store: Store) =>
        Promise.all([500, 510, 511].map((at) => ofEmail(store, "prj_1", at)));
      expect(await seenBy(here)).toEqual(wanted);
      await indexed(folder);
      expect(await seenBy(here)).toEqual(wanted);
      expect(await seenBy(await open(folder))).toEqual(wanted);
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
    outcome: fc.constantFrom("fraud", "chargeback", "legitimate", "fraud", "legitimate", withdrawn),
  });
  const season = fc
    .tuple(
      fc.array(fc.record({ email: emails, phone: emails }), { minLength: 40, maxLength: 40 }),
      fc.array(report, { minLength: 1, maxLength: 90 }),
    )
    .map(([identities, reported]): Season => {
      const project = `prj_season_${folders++}`;
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
    const folder = newFolder();
    const here = await open(folder);
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
    await indexed(folder);
    const later = await open(folder); // The first half is on file, the rest will be in memory.
    await expectRight(later, half);
    await write(rest);
    for (const store of [here, later]) await expectRight(store, ({ reports }) => reports);
    await indexed(folder);
    for (const store of [here, later, await open(folder)]) {
      await expectRight(store, ({ reports }) => reports);
    }
  }, 30_000);
});

describe("feature sets", () => {
  test("are stored once", async () => {
    await shared.decisions.putFeatureSet({ id: "f1", names: '["a"]' });
    await shared.decisions.putFeatureSet({ id: "f1", names: '["other"]' });
    expect(await shared.decisions.findFeatureSet("f1")).toEqual({ id: "f1", names: '["a"]' });
    expect(await shared.decisions.findFeatureSet("f2")).toBeNull();
  });
});

describe("a collection", () => {
  const batch = (sequence: number) => ({
    sequence,
    receivedAt: sequence,
    ip: "192.0.2.1",
    userAgent: "UA",
    body: "{}",
    headers: sequence === 0 ? '{"language":"pt-PT"}' : null,
  });
  const record = (version: number, summary = `v${version}`) => ({
    projectId: "prj_1",
    id: "col_1",
    version,
    summary,
  });

  test("is changed only by a writer that read its latest version", async () => {
    const { collections } = shared;
    expect(await collections.find("prj_1", "col_1")).toBeNull();
    expect(await collections.append(record(2), batch(0))).toBe(false);
    expect(await collections.append(record(1), batch(0))).toBe(true);
    expect(await collections.append(record(1, "other"), batch(1))).toBe(false);
    expect(await collections.append(record(2), batch(2))).toBe(true);
    expect(await collections.append(record(2, "other"), batch(1))).toBe(false);
    expect(await collections.find("prj_1", "col_1")).toEqual(record(2));
    expect(await collections.batches("prj_1", "col_1")).toEqual([batch(0), batch(2)]);
    expect(await collections.find("prj_2", "col_1")).toBeNull();
    expect(await collections.batches("prj_2", "col_1")).toEqual([]);
  });

  test("has the times of its first and last batch, and the origin of its first page", async () => {
    const { collections } = shared;
    const add = (id: string, facts: object) =>
      collections.append(
        { projectId: "prj_arrived", id, version: 1, summary: JSON.stringify(facts) },
        batch(0),
      );
    await add("col_a", { firstAt: 3, lastAt: 5, origins: ["https://a.example", "null"] });
    await add("col_b", { firstAt: 1, lastAt: 2, origins: [] });
    const arrivals = await collections.arrivals("prj_arrived", 100);
    expect(arrivals.sort((a, b) => a.firstAt - b.firstAt)).toEqual([
      { firstAt: 1, lastAt: 2, origin: null },
      { firstAt: 3, lastAt: 5, origin: "https://a.example" },
    ]);
    expect(await collections.arrivals("prj_arrived", 1)).toHaveLength(1);
    expect(await collections.arrivals("prj_none", 100)).toEqual([]);
  });
});

describe("keys and projects", () => {
  test("a project's settings write an audit entry in the same commit, if the project exists", async () => {
    const store = await open(newFolder());
    await store.projects.create(projectOf("prj_c"));
    const line = (action: string) => ({
      ...{ at: 1, actor: "ada", action, subject: "prj_c", projectId: "prj_c", detail: "{}" },
    });
    expect(await store.projects.setMoneyTerms("prj_c", '{"a":1}', line("money"))).toBe(true);
    expect(await store.projects.setTelemetryRetention("prj_c", 0, line("keep"))).toBe(true);
    expect(await store.projects.setMoneyTerms("prj_none", "{}", line("none"))).toBe(false);
    expect(await store.projects.setTelemetryRetention("prj_none", 9, line("none"))).toBe(false);
    expect(await store.projects.choices("prj_c")).toEqual({
      ...{ moneyTerms: '{"a":1}', telemetryRetentionDays: 0 },
      ...{ decisionRetentionDays: null, decisionRetentionKeeps: null },
      ...{ baseRateBasis: null, welcomeAgents: null, requiresSecondFactor: false },
    });
    expect(await store.projects.choices("prj_none")).toBeNull();
    const actions = (await store.audit.list(9, "prj_c")).map(({ action }) => action);
    expect(actions.sort()).toEqual(["keep", "money"]);
    expect(await store.collections.projects()).toEqual([]);
    await store.close();
  });

  test("are listed in the order of their creation, by project", async () => {
    const projects = [3, 1, 2].map((createdAt) => ({
      ...projectOf(`prj_l${createdAt}`),
      createdAt,
    }));
    const store = await open(newFolder());
    for (const one of projects) await store.projects.create(one);
    expect((await store.projects.list()).map(({ createdAt }) => createdAt)).toEqual([1, 2, 3]);
    const keys = [2, 1].map((createdAt) => keyOf({ projectId: "prj_l1", createdAt }));
    for (const one of keys) await store.keys.create(one);
    expect(await store.keys.list("prj_l1")).toEqual([keys[1]!, keys[0]!]);
    expect(await store.keys.list("prj_l2")).toEqual([]);
    expect(await store.projects.setRiskSetting("prj_none", "balanced")).toBe(false);
    expect(await rejection(store.projects.create(projects[0]!))).toBeInstanceOf(StorageUnavailable);
    expect(await rejection(store.keys.create(keys[0]!))).toBeInstanceOf(StorageUnavailable);
  });

  test("a change by another process is seen by the next call, every time", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.projects.create(projectOf("prj_1"));
    const key = keyOf();
    await store.keys.create(key);
    const look = async () => store.keys.findOwner(key.hash);
    expect(await look()).toMatchObject({ revokedAt: null, project: { riskSetting: "balanced" } });
    expect(await look()).toEqual(await look());
    await elsewhere(folder, `await store.projects.setRiskSetting("prj_1", "maximizeRevenue");`);
    expect(await look()).toMatchObject({ project: { riskSetting: "maximizeRevenue" } });
    await elsewhere(folder, `await store.keys.revoke(${JSON.stringify(key.id)}, 77);`);
    expect(await look()).toMatchObject({ revokedAt: 77 });
    const late = keyOf();
    expect(await store.keys.findOwner(late.hash)).toBeNull();
    await elsewhere(folder, `await store.keys.create(${JSON.stringify(late)});`);
    expect(await store.keys.findOwner(late.hash)).toMatchObject({ keyId: late.id });
  }, 30_000);

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
  }, 30_000);
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
    const waiting = [2, 3, 4, 5].map((at) =>
      rejection(store.decisions.commit(decisionOf("prj_1", { email: 1 }, at))),
    );
    for (const error of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(StorageUnavailable);
    }
    const took = performance.now() - start;
    expect(took).toBeGreaterThan(1500);
    expect(took).toBeLessThan(4000);
    release();
    expect(await store.decisions.commit(decisionOf("prj_1", { email: 1 }, 6))).toBe(true);
    const seen = (await store.velocity.asOf("prj_1", { email: 1 }, 0, { at: 100, tie: 0 }))
      .sightings;
    expect(ats(seen.email)).toEqual([1, 6]);
  }, 20_000);

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
  }, 20_000);

  test("does not pass the check", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const release = held(folder, "control");
    expect(await rejection(store.check())).toBeInstanceOf(StorageUnavailable);
    release();
    expect(await store.check()).toBeUndefined();
  }, 20_000);

  test("but is only derived does not take the store out of service", async () => {
    const folder = newFolder();
    const store = await open(folder);
    if (!(await Bun.file(join(folder, "history.db")).exists())) return;
    const release = held(folder, "history");
    await Promise.allSettled([store.decisions.commit(decisionOf("prj_1", { email: 1 }, 1))]);
    release();
    expect(await store.decisions.commit(decisionOf("prj_1", { email: 1 }, 2))).toBe(true);
  }, 20_000);
});

test("a store that was closed rejects calls instead of waiting for ever", async () => {
  const store = await openSqliteStore(newFolder());
  await store.close();
  const hung = Bun.sleep(1500).then(() => "hung");
  const asked = rejection(store.decisions.find("prj_1", "dec_1"));
  expect(await Promise.race([asked, hung])).toBeInstanceOf(StorageUnavailable);
  const call = rejection(store.projects.list());
  expect(await Promise.race([call, hung])).toBeInstanceOf(StorageUnavailable);
}, 20_000);
