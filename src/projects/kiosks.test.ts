import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFixture } from "../../test/fixtures/project.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { projectList } from "./choices.ts";
import { kiosksMax, markKiosk, setKiosks } from "./kiosks.ts";

const [one, two] = ["dev_00000001", "dev_00000002"];
const actor = { name: "ada" };
const folder = mkdtempSync(join(tmpdir(), "kiosks-"));
let store: Store;
let projectId: string;
const deps = () => ({ store, now: () => 7 });
const set = (kiosks: readonly string[], project = projectId) =>
  setKiosks(deps(), actor, { projectId: project, kiosks });
const mark = (deviceId: string, marked: boolean) =>
  markKiosk(deps(), actor, { projectId, deviceId, marked });
const entries = async () =>
  (await store.audit.list(500, projectId))
    .filter(({ action }) => action === "project.kiosks")
    .reverse();
const details = async () =>
  (await entries()).map(({ detail }): unknown => JSON.parse(detail as string));

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
beforeEach(async () => {
  projectId = (await projectFixture(store)).id;
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("a list has each device once, in order, and is in the audit log with the one before", async () => {
  expect(await projectList(deps(), projectId, "kiosks")).toEqual([]);
  expect(await set([two, ` ${one} `, two])).toEqual([one, two]);
  expect(await projectList(deps(), projectId, "kiosks")).toEqual([one, two]);
  await set([]);
  const [first] = await entries();
  expect(first).toMatchObject({ at: 7, actor: "ada", subject: projectId, projectId });
  expect(await details()).toEqual([
    { kiosks: [one, two], before: [] },
    { kiosks: [], before: [one, two] },
  ]);
});

test("a list is not replaced by somebody who has seen another one", async () => {
  const replace = (kiosks: readonly string[], replaces: readonly string[]) =>
    setKiosks(deps(), actor, { projectId, kiosks, replaces });
  await mark(one, true);
  await expect(replace([two], [])).rejects.toThrow("setting_changed");
  expect(await projectList(deps(), projectId, "kiosks")).toEqual([one]);
  expect(await replace([one, two], [one])).toEqual([one, two]);
});

test("the same list again changes nothing", async () => {
  await set([one, two]);
  expect(await set([two, one])).toEqual([one, two]);
  expect(await mark(two, true)).toEqual([one, two]);
  expect(await entries()).toHaveLength(1);
});

test("only device IDs are accepted, and at most so many", async () => {
  const devices = Array.from({ length: kiosksMax + 1 }, (_, i) => `dev_${10_000_000 + i}`);
  for (const wrong of [["dev_1"], ["kiosk"], [`${one} ${two}`]]) {
    await expect(set(wrong)).rejects.toThrow("invalid_input");
  }
  await expect(mark("kiosk", true)).rejects.toThrow("invalid_input");
  await expect(set(devices)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await set(devices.slice(1))).toHaveLength(kiosksMax);
  await expect(mark(devices[0]!, true)).rejects.toMatchObject({ code: "invalid_input" });
  await expect(set([one], "prj_none")).rejects.toMatchObject({ code: "project_not_found" });
});

test("of devices that are marked at the same time, none is lost", async () => {
  const devices = Array.from({ length: 20 }, (_, i) => `dev_${10_000_000 + i}`);
  await Promise.all(devices.map((deviceId) => mark(deviceId, true)));
  expect(await projectList(deps(), projectId, "kiosks")).toEqual(devices);
  expect(await mark(devices[3]!, false)).toEqual(devices.toSpliced(3, 1));
  const log = await details();
  expect(log).toHaveLength(21);
  expect(log.slice(1).map((entry) => (entry as { before: unknown }).before)).toEqual(
    log.slice(0, -1).map((entry) => (entry as { kiosks: unknown }).kiosks),
  );
});
