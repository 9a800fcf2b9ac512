import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../test/fixtures/storage/decision.ts";
import { identityOfText } from "../../risk/velocity/identities.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { openForWriting } from "../../storage/sqlite/open.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { listedNumbers } from "../lists/kept-entries.ts";
import { addListEntry } from "../lists/lists.ts";
import {
  applyErasures,
  type ErasureDeps,
  eraseGuest,
  finishErasures,
  getReceipt,
} from "./erase.ts";
import { readGuest } from "./guest.ts";
import { entriesOfGuest } from "./guest-records.ts";
import { exportTombstones, importTombstones, readTombstone } from "./tombstones.ts";
import { withoutErasures } from "./unchanged.ts";

const actor = { name: "ada" };
let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-erase-"));
  store = await openSqliteStore(folder, { indexing: true });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Each test has a project and a guest of its own, so that all can share the store. */
let projects = 0;
let projectId: string;
let value: string;
let otherEmail: string;
let device: string;
let clock: number;
const now = () => clock;

const identity = (kind: "email" | "phone" | "device" | "collection", text: string) =>
  identityOfText(projectId, kind, text);
const guest = () => readGuest(projectId, { kind: "email", value });

async function decide(id: string, email: string, deviceId: string, at: number): Promise<void> {
  const collectionId = `col_of_${id}`;
  const made = decisionFixture(projectId, id, at, {
    email: identity("email", email),
    device: identity("device", deviceId),
    hotel: 99,
    collection: identity("collection", collectionId),
  });
  const evidence = JSON.stringify({ collection: { deviceIds: [deviceId] }, network: null });
  const request = JSON.stringify({ booker: { email }, hotel: { name: "H", country: "PT" } });
  const own = { collectionId, evidence, request, requestId: `order-${email}` };
  const key = { keyHash: `key ${id}`, bodyHash: "b", decisionId: id, createdAt: at };
  await store.decisions.commit({
    ...made,
    decision: { ...made.decision, ...own },
    idempotency: key,
  });
  await visit(collectionId, deviceId, at);
  const report = { projectId, decisionId: id, outcome: "fraud", occurredAt: null, reportedAt: at };
  await store.outcomes.report({
    ...report,
    note: `about ${email}`,
    requestId: `order-${email}`,
    keyId: null,
  });
  await store.reasons.put({ projectId, decisionId: id, json: `"${email}"`, computedAt: at });
}

async function visit(id: string, deviceId: string, at: number): Promise<void> {
  const summary = JSON.stringify({ firstAt: at, deviceIds: [deviceId] });
  const batch = { sequence: 0, receivedAt: at, ip: "203.0.113.9", userAgent: "", headers: null };
  const body = `{"deviceId":"${deviceId}"}`;
  await store.collections.append({ projectId, id, version: 1, summary }, { ...batch, body });
}

async function newGuest(): Promise<void> {
  const name = projects++;
  projectId = `prj_${name}_p`;
  value = `Guest${name}@Example.org`;
  otherEmail = `other${name}@example.org`;
  device = `dev_${name}_of_the_guest`;
  clock = 1_700_000_000_000;
  await store.projects.create({
    id: projectId,
    name: "P",
    riskSetting: "balanced",
    createdAt: 0,
    archivedAt: null,
    baseRate: null,
  });
  await Promise.all([
    ...Array.from({ length: 20 }, (_, i) =>
      decide(`dec_${i}`, value.toLowerCase(), device, clock - 100 + i),
    ),
    ...Array.from({ length: 5 }, (_, i) => decide(`dec_o${i}`, otherEmail, "dev_other", clock - i)),
    visit("col_without_decision", device, clock - 5),
  ]);
}

/** What the index has of the project. */
const history = () => {
  const database = openForWriting(folder, "history");
  const number = `(SELECT number FROM filed_projects WHERE project_id = '${projectId}')`;
  const count = (table: string) =>
    database
      .query<{ count: number }, []>(
        `SELECT count(*) AS count FROM ${table} WHERE project = ${number}`,
      )
      .get()!.count;
  const tables = ["attempts", "sightings", "reports", "filed", "requests"];
  const counts = Object.fromEntries(tables.map((table) => [table, count(table)]));
  const total = (column: string, table: string) =>
    database
      .query<{ sum: number }, []>(
        `SELECT sum(${column}) AS sum FROM ${table} WHERE project = ${number}`,
      )
      .get()!.sum;
  const tallied = {
    hours: total("count", "hour_tallies JOIN kinds ON kinds.id = kind"),
    days: total("count", "day_tallies JOIN kinds ON kinds.id = kind"),
    hotels: total("decisions", "(SELECT * FROM place_tallies WHERE place = 0)"),
  };
  database.close();
  return { ...counts, ...tallied };
};

const ofOthers = {
  attempts: 5,
  sightings: 20,
  reports: 15,
  filed: 5,
  requests: 5,
  hours: 5,
  days: 5,
  hotels: 5,
};

/** Where it was interrupted, figures by hotel may still count decisions: they have nothing of the guest. */
async function isErased(interrupted = false): Promise<void> {
  expect(await store.decisions.find(projectId, "dec_0")).toBeNull();
  expect(await store.collections.find(projectId, "col_without_decision")).toBeNull();
  const hotels = interrupted ? expect.any(Number) : ofOthers.hotels;
  expect(history()).toEqual({ ...ofOthers, hotels });
  const files = readdirSync(folder)
    .filter((name) => name.includes(".db"))
    .map((name) => readFileSync(join(folder, name)));
  const guestAt = value.toLowerCase().replace(".org", "");
  const left = [guestAt, device, otherEmail].filter((text) =>
    files.some((file) => file.includes(text)),
  );
  expect(left).toEqual([otherEmail]);
}

describe("a guest", () => {
  beforeEach(newGuest);

  test("everything of the guest is deleted, and nothing of others", async () => {
    const { erased, files } = await eraseGuest({ store, now }, actor, guest());
    expect(erased).toEqual({
      decisions: 20,
      outcomes: 20,
      reasons: 20,
      shadowScores: 0,
      idempotencyKeys: 20,
      reviews: 0,
      collections: 21,
      batches: 21,
      listEntries: 0,
      keptEntries: 0,
    });
    expect(files).toEqual({ logs: true, copies: [], withoutRemains: true });
    await isErased();
  });

  test("a receipt that an earlier version stored is read like others", async () => {
    const receipt = await eraseGuest({ store, now }, actor, guest());
    const { erasureId, files } = receipt;
    for (const withoutRemains of [true, false]) {
      const earlier = { ...receipt, files: { logs: true, copies: [], remains: withoutRemains } };
      await store.erasures.reopen();
      await store.erasures.finish(erasureId, now(), JSON.stringify(earlier));
      const read = await getReceipt({ store }, { projectId, erasureId });
      expect(read).toEqual({ ...receipt, files: { ...files!, withoutRemains } });
    }
  });

  describe("an erasure that is interrupted", () => {
    const steps = [
      "index",
      "find",
      "hide",
      "forget",
      "collectionDevices",
      "deleteDecisions",
      "deleteCollections",
      "clear",
    ] as const;
    /** The calls before the one that fails, and whether it fails after it was done. */
    const cases = steps.flatMap((step) =>
      [0, 1].flatMap((calls) => [false, true].map((done) => [step, calls, done] as const)),
    );
    test.each(cases)(
      "at %s, after %i calls, done: %p, is finished later",
      async (step, calls, done) => {
        let left = calls;
        const failing = async (...args: unknown[]) => {
          const call = () =>
            (store.guests[step] as (...args: unknown[]) => Promise<unknown>)(...args);
          if (left-- > 0) return call();
          if (done) await call();
          throw new Error("killed");
        };
        const guests = { ...store.guests, [step]: failing };
        const deps: ErasureDeps = { store: { ...store, guests }, now };
        const first = await eraseGuest(deps, actor, guest()).catch((error: Error) => error.message);
        if (first !== "killed") expect(calls).toBe(1); // It is called once.
        clock += 10 * 60 * 1000;
        await finishErasures({ store, now });
        await isErased(true);
        const [record] = await store.erasures.list(projectId);
        expect(record).toMatchObject({ identity: null, finishedAt: expect.any(Number) });
      },
    );
  });

  test("velocity's memory forgets the guest, whichever process erased", async () => {
    const identities = { email: identity("email", value), hotel: 99 };
    const asked = [projectId, identities, 0, { at: clock + 1, tie: 0 }] as const;
    const before = await store.velocity.asOf(...asked);
    expect([before.sightings.email?.length, before.sightings.hotel?.length]).toEqual([20, 25]);
    const another = await openSqliteStore(folder);
    await eraseGuest({ store: another, now }, actor, guest());
    await another.close();
    const { sightings, firstSeen, outcomes } = await store.velocity.asOf(...asked);
    expect([sightings.email, sightings.hotel?.length]).toEqual([undefined, 5]);
    expect(firstSeen.email).toBeUndefined();
    expect(outcomes?.email).toBeUndefined();
  });

  test("what comes after the request stays, also when the erasure is done once more", async () => {
    await eraseGuest({ store, now }, actor, guest());
    clock += 1000;
    await decide("dec_new", value.toLowerCase(), device, clock);
    await applyErasures({ store, now });
    expect(await store.decisions.find(projectId, "dec_new")).not.toBeNull();
  });

  test("by its device, a tab's other device and a visit without a booking are the guest's", async () => {
    const own = readGuest(projectId, { kind: "device", value: device });
    const { erased } = await eraseGuest({ store, now }, actor, own);
    expect(erased).toMatchObject({ decisions: 20, collections: 21 });
    await isErased();
  });

  test("tombstones erase the guest in another folder, and have nothing that identifies one", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "booking-risk-tombstones-"));
    const other = await openSqliteStore(elsewhere);
    await other.projects.create((await store.projects.find(projectId))!);
    await eraseGuest({ store: other, now }, actor, guest());
    const lines = (await exportTombstones({ store: other })).map((one) => JSON.stringify(one));
    await other.close();
    rmSync(elsewhere, { recursive: true });
    expect(lines.join()).not.toContain(String(identity("email", value)));
    const read = lines.map((line) => readTombstone(line)!);
    const receiptsOfProject = async () => {
      const receipts = await importTombstones({ store, now }, actor, read);
      return receipts.filter((receipt) => receipt.projectId === projectId);
    };
    const receipts = await receiptsOfProject();
    expect(receipts.map(({ erased }) => erased?.decisions)).toEqual([20]);
    await isErased();
    expect(await receiptsOfProject()).toHaveLength(1);
  });

  describe("with entries of lists", () => {
    const add = (kind: string, of: string) =>
      addListEntry({ store, now }, actor, {
        projectId,
        kind,
        type: "email",
        value: of,
        reason: `about ${of}`,
        expiresAt: kind === "allow" ? new Date(clock + 1000).toISOString() : null,
      });
    const listed = async () => {
      const found = await entriesOfGuest(store, guest());
      return found.map(({ kind, value: shown, reason }) => [kind, shown, reason]).sort();
    };
    const kept = [
      ["deny", "", "two chargebacks"],
      ["watch", "", "two chargebacks"],
    ];
    beforeEach(async () => {
      for (const kind of ["deny", "allow", "watch"]) await add(kind, value);
      await add("deny", otherEmail);
    });

    test("none is left, unless a reason to keep those against the guest is given", async () => {
      const { erased } = await eraseGuest({ store, now }, actor, guest());
      expect(erased).toMatchObject({ listEntries: 3, keptEntries: 0 });
      expect(await listed()).toEqual([]);
      await isErased();
    });

    test("a keyed hash is kept for that reason, and the guest is in no file", async () => {
      const { erased } = await eraseGuest({ store, now }, actor, guest(), "two chargebacks");
      expect(erased).toMatchObject({ listEntries: 3, keptEntries: 2 });
      expect(await listed()).toEqual(kept);
      await isErased();
    });

    test("on a restored backup they are kept again, once, whatever was erased before", async () => {
      const of = [identity("email", value)];
      await eraseGuest({ store, now }, actor, guest());
      clock += 1000;
      for (const kind of ["deny", "watch"]) await add(kind, value);
      const backup = await store.lists.withIdentities(projectId, of);
      clock += 1000;
      await eraseGuest({ store, now }, actor, guest(), "two chargebacks");
      const numbers = await listedNumbers(store, projectId, of);
      for (const number of numbers) await store.lists.erase(projectId, number, clock);
      const restored = backup.map(({ version, archivedBy, archivedAt, ...entry }) => entry);
      const audit = auditEntry(actor, clock, "list.import", {
        subject: projectId,
        projectId,
        detail: { kind: "deny", entries: restored.length },
      });
      await store.lists.add(restored, audit);
      for (let i = 0; i < 2; i++) {
        await applyErasures({ store, now });
        expect(await listed()).toEqual(kept);
      }
      await isErased();
      clock += 1000;
      await eraseGuest({ store, now }, actor, guest());
      expect(await listed()).toEqual([]);
    });

    test.each(["", "two\nlines", "x".repeat(501)])("the reason %j is refused", async (reason) => {
      const erasing = eraseGuest({ store, now }, actor, guest(), reason);
      expect(erasing).rejects.toMatchObject({ code: "invalid_input" });
      await erasing.catch(() => {});
      expect(await listed()).toHaveLength(3);
    });
  });

  test("an export that is running ends where a guest is erased", async () => {
    async function* pages() {
      yield 1;
      await eraseGuest({ store, now }, actor, guest());
      yield 2;
    }
    const read: number[] = [];
    const all = (async () => {
      for await (const page of withoutErasures(store, pages())) read.push(page);
    })();
    expect(all).rejects.toMatchObject({ code: "erased_meanwhile" });
    await all.catch(() => {});
    expect(read).toEqual([1, 2]);
  });

  test("the audit log names neither the guest nor the identity", async () => {
    await eraseGuest({ store, now }, actor, guest());
    const entries = await store.audit.list(10, projectId);
    expect(entries.map(({ action }) => action)).toEqual(["guest.erased", "guest.erase"]);
    expect(JSON.stringify(entries)).not.toMatch(/example/i);
  });
});

test.each(["", "{}", "null", '{"id":"ers_1","kind":"name"}'])("%j is no tombstone", (text) => {
  expect(readTombstone(text)).toBeNull();
});

test.each([
  ["email", "not an address"],
  ["email", "a@b.example, c@d.example"],
  ["phone", "918273645"],
  ["booker", ""],
  ["device", "x".repeat(129)],
  ["name", "Ada Lovelace"],
])("%s %j is refused, and not repeated", (kind, value) => {
  let message = "";
  try {
    readGuest(projectId, { kind, value });
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toStartWith("invalid_input");
  if (value) expect(message).not.toContain(value);
});
