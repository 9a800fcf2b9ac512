import { beforeEach, expect, test } from "bun:test";
import type { AuditRecord } from "../../storage/port/audit.ts";
import type { ProjectChoices } from "../../storage/port/projects.ts";
import { getKiosks, type KioskDeps, kiosksMax, setKiosks } from "./kiosks.ts";

const [one, two] = ["dev_00000001", "dev_00000002"];
const actor = { name: "ada" };
let stored: readonly string[] | null;
let entries: (AuditRecord | undefined)[];

const projects = {
  choices: async (id: string) => (id === "prj_1" ? ({ kiosks: stored } as ProjectChoices) : null),
  setKiosks: async (_: string, kiosks: readonly string[], entry?: AuditRecord) => {
    stored = kiosks;
    entries.push(entry);
    return true;
  },
} as KioskDeps["store"]["projects"];
const deps: KioskDeps = { store: { projects }, now: () => 7 };
const set = (kiosks: readonly string[], projectId = "prj_1") =>
  setKiosks(deps, actor, { projectId, kiosks });

beforeEach(() => {
  stored = null;
  entries = [];
});

test("a list has each device once, in order, and is in the audit log with the one before", async () => {
  expect(await getKiosks(deps, "prj_1")).toEqual([]);
  expect(await set([two, ` ${one} `, two])).toEqual([one, two]);
  expect(await getKiosks(deps, "prj_1")).toEqual([one, two]);
  await set([]);
  expect(entries).toMatchObject([
    { at: 7, actor: "ada", action: "project.kiosks", subject: "prj_1", projectId: "prj_1" },
    { action: "project.kiosks" },
  ]);
  expect(entries.map((entry) => JSON.parse(entry!.detail))).toEqual([
    { kiosks: [one, two], before: [] },
    { kiosks: [], before: [one, two] },
  ]);
});

test("the same list again changes nothing", async () => {
  await set([one, two]);
  await set([two, one]);
  expect(entries).toHaveLength(1);
});

test("only device IDs are accepted, and at most so many", async () => {
  const devices = Array.from({ length: kiosksMax + 1 }, (_, i) => `dev_${10_000_000 + i}`);
  for (const wrong of [["dev_1"], ["kiosk"], [`${one} ${two}`], devices]) {
    expect(set(wrong)).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await set(devices.slice(1))).toHaveLength(kiosksMax);
  expect(set([one], "prj_none")).rejects.toMatchObject({ code: "project_not_found" });
});
