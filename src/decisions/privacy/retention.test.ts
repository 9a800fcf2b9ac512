import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../test/fixtures/storage/decision.ts";
import { dayMs } from "../../base/durations.ts";
import { isBlanked } from "../../storage/port/guests.ts";
import type { Store } from "../../storage/port/store.ts";
import { openForWriting } from "../../storage/sqlite/open.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import {
  getDecisionRetention,
  previewDecisionRetention,
  readDecisionRetentionDays,
  setDecisionRetention,
} from "./project-retention.ts";
import { decisionRetention } from "./retention.ts";

const projectId = "prj_p";
const actor = { name: "ada" };
const today = 20_000 * dayMs + 5000;
const now = () => today;
const root = mkdtempSync(join(tmpdir(), "booking-risk-retention-"));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
let store: Store;

/** The folder that each test has a copy of. */
const filled = join(root, "filled");
beforeAll(async () => {
  store = await openSqliteStore(filled, { indexing: true });
  for (const id of [projectId, "prj_other"]) {
    await store.projects.create({
      id,
      name: "P",
      riskSetting: "balanced",
      createdAt: 0,
      archivedAt: null,
      baseRate: null,
    });
    // One decision a day, for 80 days.
    await Promise.all(Array.from({ length: 80 }, (_, i) => decide(id, 79 - i)));
  }
  await store.guests.index();
  await store.close();
});

let copies = 0;
async function openCopy(): Promise<void> {
  folder = join(root, `copy-${copies++}`);
  cpSync(filled, folder, { recursive: true });
  store = await openSqliteStore(folder, { indexing: true });
}

const guestOf = (age: number) => `guest-of-${String(age).padStart(2, "0")}-days`;

async function decide(project: string, age: number): Promise<void> {
  const id = `dec_${String(100 - age).padStart(3, "0")}`;
  const at = today - age * dayMs;
  const made = decisionFixture(project, id, at, { email: 1000 + age, hotel: 99 });
  const hotel = { name: "H", country: "PT" };
  const request = JSON.stringify({ booker: { email: guestOf(age) }, hotel });
  const evidence = JSON.stringify({ collection: { deviceIds: [guestOf(age)] }, network: null });
  const own = { collectionId: `col_${guestOf(age)}`, request, evidence, requestId: guestOf(age) };
  const key = { keyHash: "k".repeat(age + 1), bodyHash: "b", decisionId: id, createdAt: at };
  const decision = { ...made.decision, ...own, features: "[1,2]", riskScore: age };
  await store.decisions.commit({ ...made, decision, idempotency: key });
  const report = { projectId: project, decisionId: id, outcome: "fraud", reportedAt: at };
  const more = { occurredAt: null, note: guestOf(age), requestId: guestOf(age), keyId: null };
  await store.outcomes.report({ ...report, ...more });
  await store.reasons.put({
    projectId: project,
    decisionId: id,
    json: guestOf(age),
    computedAt: at,
  });
}

const end = (days = 0) => decisionRetention(store, { days, now, stopped: () => false })();

async function set(days: number | null, keeps = "training"): Promise<void> {
  await setDecisionRetention({ store, now }, actor, { projectId, days, keeps, confirmed: true });
}

const all = (project = projectId) => store.decisions.after(project, "", 1000);

function isInFiles(text: string): boolean {
  return readdirSync(folder)
    .filter((name) => name.includes(".db"))
    .some((name) => readFileSync(join(folder, name)).includes(text));
}

function counts(): Record<string, number> {
  const database = openForWriting(folder, "history");
  const of = (table: string) =>
    database
      .query<{ count: number }, []>(
        `SELECT count(*) AS count FROM ${table}
         WHERE project = (SELECT number FROM filed_projects WHERE project_id = '${projectId}')`,
      )
      .get()!.count;
  const tables = ["attempts", "sightings", "reports", "requests", "filed"];
  const found = Object.fromEntries(tables.map((table) => [table, of(table)]));
  const { tallied } = database
    .query<{ tallied: number }, []>(
      "SELECT sum(count) AS tallied FROM day_tallies JOIN kinds ON kinds.id = kind WHERE project = 1",
    )
    .get()!;
  database.close();
  return { ...found, tallied };
}

describe("decisions of 80 days", () => {
  beforeEach(openCopy);
  afterEach(() => store.close());

  test("without a setting nothing is removed", async () => {
    expect(await end()).toEqual([]);
    expect((await all()).some(isBlanked)).toBe(false);
  });

  test("after its days a decision has no guest; what training needs is kept", async () => {
    const before = await all();
    await set(40);
    expect(await end()).toEqual([{ projectId, decisions: 39, days: 40, keeps: "training" }]);
    const after = await all();
    expect(after.map(isBlanked)).toEqual(after.map((_, i) => i < 39));
    for (const [i, one] of after.entries()) {
      const was = before[i]!;
      if (!isBlanked(one)) expect(one).toEqual(was);
      else {
        const { request, evidence } = one;
        expect(one).toEqual({ ...was, request, evidence, requestId: "", collectionId: null });
      }
    }
    const [report] = await store.outcomes.list(projectId, after[0]!.id);
    expect(report).toMatchObject({ outcome: "fraud", note: null, requestId: "" });
    expect(await store.reasons.list(projectId, [after[0]!.id])).toEqual([]);
    expect(counts()).toEqual({
      attempts: 41,
      sightings: 82,
      reports: 82,
      requests: 41,
      filed: 80,
      tallied: 80,
    });
    expect((await all("prj_other")).some(isBlanked)).toBe(false);
    const [entry] = await store.audit.list(1, projectId);
    expect(entry).toMatchObject({ action: "decision.retention", actor: "service" });
    expect(await end()).toEqual([]); // Once.
  });

  test("of two changes at the same time, of the days and of what is kept, neither is lost", async () => {
    await set(400);
    const change = (input: { days: number } | { keeps: string }) =>
      setDecisionRetention({ store, now }, actor, { projectId, confirmed: true, ...input });
    await Promise.all([change({ days: 500 }), change({ keeps: "nothing" })]);
    expect(await getDecisionRetention({ store }, projectId)).toEqual({
      days: 500,
      keeps: "nothing",
    });
  });

  test("no byte of them is left in the files", async () => {
    await set(40);
    const [guest, left] = [guestOf(79), guestOf(5)];
    expect(isInFiles(guest)).toBe(true);
    await setDecisionRetention({ store, now }, actor, {
      projectId: "prj_other",
      days: 40,
      keeps: "nothing",
      confirmed: true,
    });
    await end();
    await store.guests.clear(0);
    expect([isInFiles(guest), isInFiles(left)]).toEqual([false, true]);
  });

  test("where nothing is kept, decisions are deleted, those that were blanked before too", async () => {
    await set(60);
    await end();
    await set(40, "nothing");
    expect(await end()).toEqual([{ projectId, decisions: 39, days: 40, keeps: "nothing" }]);
    expect((await all()).length).toBe(41);
    expect(counts()).toEqual({
      attempts: 41,
      sightings: 82,
      reports: 82,
      requests: 41,
      filed: 41,
      tallied: 41,
    });
  });

  test("the service's retention holds for projects without their own", async () => {
    await set(0);
    const done = await end(50);
    expect(done).toEqual([{ projectId: "prj_other", decisions: 29, days: 50, keeps: "training" }]);
  });

  test.each(["due", "hide", "blank", "forget"] as const)(
    "interrupted at %s, before or after, it goes on the next time",
    async (step) => {
      await set(40);
      for (const done of [false, true]) {
        let calls = 1;
        const guests = {
          ...store.guests,
          [step]: async (...args: unknown[]) => {
            const call = () =>
              (store.guests[step] as (...all: unknown[]) => Promise<unknown>)(...args);
            if (calls-- > 0) return call();
            if (done) await call();
            throw new Error("killed");
          },
        };
        const stopped = () => false;
        await decisionRetention({ ...store, guests }, { days: 0, now, stopped })().catch(() => {});
      }
      await end();
      expect((await all()).filter(isBlanked)).toHaveLength(39);
      const { tallied, ...rest } = counts();
      expect(rest).toEqual({
        attempts: 41,
        sightings: 82,
        reports: 82,
        requests: 41,
        filed: 80,
      });
    },
  );

  test("built again, the index has the same figures and finds no guest", async () => {
    await set(40);
    await end();
    const hotels = () => {
      const database = openForWriting(folder, "history");
      const rows = database.query(
        "SELECT day, decisions, denied FROM place_tallies WHERE place = 0",
      );
      const found = rows.values();
      database.close();
      return found;
    };
    const before = hotels();
    const history = openForWriting(folder, "history");
    const tables = [
      "attempts",
      "sightings",
      "reports",
      "requests",
      "filed",
      "kinds",
      "hour_tallies",
    ];
    for (const table of [...tables, "day_tallies", "place_tallies", "progress", "filing"]) {
      history.run(`DELETE FROM ${table}`);
    }
    history.close();
    await store.guests.index();
    expect(hotels().sort()).toEqual(before.sort());
    expect(await end()).toEqual([]);
    expect(counts()).toEqual({
      attempts: 41,
      sightings: 82,
      reports: 82,
      requests: 80,
      filed: 80,
      tallied: 80,
    });
  });

  test("shortening it says what is removed, and takes a confirmation", async () => {
    const input = { projectId, days: "40", confirmed: false };
    const details = { decisions: 39, oldestAt: today - 79 * dayMs, days: 40 };
    expect(setDecisionRetention({ store, now }, actor, input)).rejects.toMatchObject({
      code: "decisions_would_be_blanked",
      details,
    });
    const asked = { projectId, days: 0, keeps: "training" as const };
    expect(await previewDecisionRetention({ store, now }, asked)).toEqual({
      decisions: 0,
      oldestAt: null,
    });
  });
});

test.each([
  ["0", 0],
  ["31", 31],
  ["36500", 36_500],
  ["30", null],
  ["36501", null],
  ["-1", null],
  ["1.5", null],
])("%s days are read as %p", (text, days) => {
  expect(readDecisionRetentionDays(text)).toBe(days);
});
