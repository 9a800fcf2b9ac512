import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import { DomainError } from "../base/domain-error.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { attemptDecider } from "./decide.ts";
import { pastDecisionOrder } from "./decision.ts";
import {
  countingReport,
  readOutcomeReport,
  reportOutcome,
  setOutcome,
  withdrawOutcome,
} from "./outcome.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-outcome-"));
const at = Date.UTC(2027, 3, 1, 12);
const actor = { name: "ada@example.com" };
let store: Store;
let project: ProjectRecord;
let decisionId: string;
let made = 0;
let clock = at;
const now = () => clock;

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  clock = at;
  project = await projectFixture(store);
  made += 1;
  const decide = attemptDecider({ store, network: () => null as never });
  const { id } = await decide({
    project,
    source: "import",
    collection: null,
    outcome: null,
    request: booking(),
    model: {
      name: "m",
      version: "1.0.0",
      sha256: "0",
      baseRate: null,
      score: async () => 0.1,
    },
    order: pastDecisionOrder(at + made, `${made}`.padStart(32, "0")),
  });
  decisionId = id;
});

const report = { outcome: "fraud", requestId: "report-1" };
const minutes = (count: number) => new Date(at + count * 60_000).toISOString();

describe("a report", () => {
  test("may be of a time that a merchant's clock has already, and of none later", () => {
    const read = (ms: number) =>
      readOutcomeReport({ ...report, occurredAt: new Date(at + ms).toISOString() }, at);
    const allowedMs = 5 * 60_000;
    for (const ms of [-1000, 0, allowedMs]) expect(read(ms)).toHaveProperty("report");
    const issues = [{ pointer: "/occurredAt", message: "must not be in the future" }];
    for (const ms of [allowedMs + 1, 10 * allowedMs]) expect(read(ms)).toEqual({ issues });
  });

  test("has a request ID of 1 to 128 characters, and a note of 512 at most", () => {
    const pointers = (more: object) => {
      const reading = readOutcomeReport({ ...report, ...more }, at);
      return "issues" in reading ? reading.issues.map(({ pointer }) => pointer) : [];
    };
    expect(pointers({ requestId: "r".repeat(128), note: "n".repeat(512) })).toEqual([]);
    expect(pointers({ requestId: "r".repeat(129) })).toEqual(["/requestId"]);
    expect(pointers({ requestId: "" })).toEqual(["/requestId"]);
    expect(pointers({ note: "n".repeat(513) })).toEqual(["/note"]);
    expect(pointers({ outcome: "withdrawn" })).toEqual(["/outcome"]);
    expect(pointers({ occurredAt: "2027-04-01" })).toEqual(["/occurredAt"]);
  });
});

/** The code of the error, with its details; null where there is none. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return null;
  if (!(error instanceof DomainError)) throw error;
  return [error.code, error.details];
}
const reported = async () =>
  (await store.outcomes.list(project.id, decisionId)).map(({ outcome }) => outcome);
const audited = async () => (await store.audit.about(decisionId, 10)).map(({ action }) => action);

const reporting = (body: Record<string, unknown>, id = decisionId) =>
  reportOutcome({ store, now }, { projectId: project.id, decisionId: id, report: body });
const send = async (body: Record<string, unknown>, id = decisionId) =>
  (await reporting(body, id)).counting;

test("the newest report counts, and one that repeats it is not added", async () => {
  expect(await send(report)).toEqual({
    decisionId,
    outcome: "fraud",
    occurredAt: null,
    reportedAt: minutes(0),
  });
  clock += 60_000;
  expect((await send({ ...report, requestId: "report-2" })).reportedAt).toBe(minutes(0));
  const corrected = { outcome: "legitimate", requestId: "report-3", occurredAt: minutes(-5) };
  expect(await send(corrected)).toEqual({
    decisionId,
    outcome: "legitimate",
    occurredAt: minutes(-5),
    reportedAt: minutes(1),
  });
  expect(await reported()).toEqual(["fraud", "legitimate"]);
});

test("what was reported is as it was read, and not as it was written", async () => {
  const padded = { outcome: `${"\t".repeat(1000)}fraud\n`, requestId: "padded" };
  expect((await reporting(padded)).reported).toBe("fraud");
});

test("a report is refused where it is no report, and where there is no such decision", async () => {
  expect(await refusal(send({ ...report, outcome: "bad" }))).toMatchObject([
    "invalid_input",
    { fields: [{ field: "outcome" }] },
  ]);
  for (const id of [`${decisionId}0`, "", pastDecisionOrder(at, "f".repeat(32)).id]) {
    expect(await refusal(send(report, id))).toEqual(["decision_not_found", { decisionId: id }]);
  }
  const elsewhere = { projectId: "another", decisionId, report };
  expect(await refusal(reportOutcome({ store, now }, elsewhere))).toEqual([
    "decision_not_found",
    { decisionId },
  ]);
  expect(await reported()).toEqual([]);
});

const set = (outcome: "fraud" | "legitimate", replaces: string | null) =>
  setOutcome({ store, now }, actor, {
    projectId: project.id,
    decisionId,
    report: { outcome },
    replaces,
  });
const withdraw = (replaces?: string | null) =>
  withdrawOutcome({ store, now }, actor, {
    projectId: project.id,
    decisionId,
    ...(replaces !== undefined && { replaces }),
  });
const requestIds = async () =>
  (await store.outcomes.list(project.id, decisionId)).map(({ requestId }) => requestId);

describe("a user who sets an outcome", () => {
  test("replaces the one that was seen, and the log says so", async () => {
    await set("fraud", null);
    expect(await set("legitimate", "fraud")).toMatchObject({ outcome: "legitimate" });
    expect(await reported()).toEqual(["fraud", "legitimate"]);
    for (const requestId of await requestIds()) expect(requestId).toStartWith("dashboard-");
    const [newest, first] = await store.audit.about(decisionId, 10);
    const { id: projectId } = project;
    expect(newest).toMatchObject({ actor: actor.name, action: "outcome.set", projectId });
    expect(JSON.parse(newest!.detail)).toMatchObject({ outcome: "legitimate", before: "fraud" });
    expect(JSON.parse(first!.detail)).toMatchObject({ outcome: "fraud", before: null });
  });

  test("does not replace another one, but may say the same as that", async () => {
    await send(report);
    for (const replaces of [null, "legitimate"]) {
      expect(await refusal(set("legitimate", replaces))).toEqual([
        "outcome_changed",
        { current: "fraud" },
      ]);
    }
    expect(await audited()).toEqual([]);
    expect(await set("fraud", null)).toMatchObject({ outcome: "fraud" });
    expect(await reported()).toEqual(["fraud"]);
  });

  test("is one of two who set another at the same time; the other is told", async () => {
    const both = await Promise.allSettled([set("fraud", null), set("legitimate", null)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [kept] = await reported();
    const { reason } = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(reason).toMatchObject({ code: "outcome_changed", details: { current: kept } });
    expect(await reported()).toHaveLength(1);
    expect(await audited()).toEqual(["outcome.set"]);
  });
});

describe("an outcome that is withdrawn", () => {
  test("no longer counts, stays in the list, and can be reported again", async () => {
    await send(report);
    expect(await withdraw("fraud")).toBe("fraud");
    const reports = await store.outcomes.list(project.id, decisionId);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["fraud", "withdrawn"]);
    expect(countingReport(reports)).toBeNull();
    expect(await audited()).toEqual(["outcome.withdraw"]);
    await send({ ...report, requestId: "report-2" });
    const again = await store.outcomes.list(project.id, decisionId);
    expect(countingReport(again)).toMatchObject({ outcome: "fraud", requestId: "report-2" });
  });

  test("is not reported again by the request that it was reported with", async () => {
    const first = await send(report);
    await withdraw();
    expect(await send(report)).toEqual(first);
    expect(await reported()).toEqual(["fraud", "withdrawn"]);
  });

  test("is the one that the user has seen; a command withdraws any", async () => {
    await send(report);
    for (const replaces of [null, "legitimate"]) {
      expect(await refusal(withdraw(replaces))).toEqual(["outcome_changed", { current: "fraud" }]);
    }
    expect(await withdraw()).toBe("fraud");
    expect((await requestIds()).at(-1)).toStartWith("command-");
    await send({ ...report, requestId: "report-2" });
    await withdraw("fraud");
    expect((await requestIds()).at(-1)).toStartWith("dashboard-");
  });

  test("is none where no report counts, and then nothing is stored", async () => {
    expect(await withdraw("fraud")).toBeNull();
    await send(report);
    await withdraw();
    expect(await withdraw()).toBeNull();
    expect(await reported()).toEqual(["fraud", "withdrawn"]);
    expect(await audited()).toEqual(["outcome.withdraw"]);
  });
});

test("of no reports none counts", () => {
  expect(countingReport([])).toBeNull();
});
