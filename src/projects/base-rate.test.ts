import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "../base/domain-error.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import {
  getBaseRateBasis,
  percentText,
  readBaseRate,
  setBaseRate,
  storeBaseRate,
} from "./base-rate.ts";
import { createProject } from "./projects.ts";

describe("a rate is read as a percentage", () => {
  test.each([
    ["0.4", 0.004],
    [" 0.4 % ", 0.004],
    ["2.2%", 0.022],
    ["0.3", 0.003],
    ["0.01", 0.0001],
    ["20", 0.2],
  ])("%p", (text, rate) => {
    expect(readBaseRate(text)).toBe(rate);
  });

  test.each(["", "%", "0", "0.009", "20.1", "0,4", "-1", "1e-1", "NaN", "0.4 percent", "1 %%"])(
    "not %p",
    (text) => {
      expect(() => readBaseRate(text)).toThrow(DomainError);
    },
  );

  test("and shown as one", () => {
    expect([0.004, 0.022, 0.0001, 0.2, 0.00412345].map(percentText)).toEqual([
      "0.4 %",
      "2.2 %",
      "0.01 %",
      "20 %",
      "0.412 %",
    ]);
  });
});

describe("a project's rate", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-base-rate-"));
  const ada = { name: "ada" };
  let store: Store;
  let deps: { store: Store; now: () => number };
  let projectId: string;
  beforeAll(async () => {
    store = await openSqliteStore(folder);
    deps = { store, now: () => 7 };
    ({ projectId } = await createProject(deps, ada, { name: "P", riskSetting: "balanced" }));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const entries = async () =>
    (await store.audit.list(100, projectId))
      .filter(({ action }) => action === "project.base-rate")
      .map(({ detail }) => JSON.parse(detail));

  test("is not set at first, is set, unset, and each change is in the audit log once", async () => {
    expect((await store.projects.find(projectId))?.baseRate).toBeNull();
    const set = (percent: string | null) => setBaseRate(deps, ada, { projectId, percent });
    expect((await set("0.4")).baseRate).toBe(0.004);
    expect((await set("0.4 %")).baseRate).toBe(0.004);
    expect((await store.projects.find(projectId))?.baseRate).toBe(0.004);
    const basis = { kind: "entered", at: 7 } as const;
    expect(await getBaseRateBasis(deps, projectId)).toEqual(basis);
    const estimated = { kind: "estimated", at: 7, low: 0.002, high: 0.004 } as const;
    await storeBaseRate(deps, ada, { projectId, baseRate: 0.003, basis: estimated });
    expect(await getBaseRateBasis(deps, projectId)).toEqual(estimated);
    expect((await set(null)).baseRate).toBeNull();
    expect(await getBaseRateBasis(deps, projectId)).toBeNull();
    expect(await entries()).toEqual([
      { baseRate: null, before: 0.003, basis: null },
      { baseRate: 0.003, before: 0.004, basis: { kind: "estimated", low: 0.002, high: 0.004 } },
      { baseRate: 0.004, before: null, basis: { kind: "entered" } },
    ]);
  });

  test("that is none, or of no project, is refused and changes nothing", async () => {
    const before = await entries();
    await expect(setBaseRate(deps, ada, { projectId, percent: "50" })).rejects.toThrow(/20 %/);
    const other = { projectId: "prj_none", percent: "1" };
    await expect(setBaseRate(deps, ada, other)).rejects.toThrow(/project_not_found/);
    await expect(getBaseRateBasis(deps, "prj_none")).rejects.toThrow(/project_not_found/);
    expect(await entries()).toEqual(before);
  });
});
