import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFixture } from "../../../test/fixtures/project.ts";
import { DomainError } from "../../base/domain-error.ts";
import type { ReviewRules } from "../../storage/port/reviews.ts";
import type { Store } from "../../storage/port/store.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { getReviewRules, noRules, setReviewRules } from "./rules.ts";

const folder = mkdtempSync(join(tmpdir(), "review-rules-"));
let store: Store;
let projectId: string;
const deps = () => ({ store, now: () => 7 });
const set = (
  rules: { band: unknown; share: unknown },
  { of = projectId, replaces }: { of?: string; replaces?: ReviewRules } = {},
) => setReviewRules(deps(), { name: "ada" }, { projectId: of, rules, replaces });
const stored = async () => (await store.projects.choices(projectId))?.reviewRules;
const audited = async () =>
  (await store.audit.list(500, projectId))
    .filter(({ action }) => action === "project.review-rules")
    .reverse();

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

describe("the rules of a project", () => {
  test("are none until some are set, are recorded, and are none again", async () => {
    expect(await getReviewRules(deps(), projectId)).toEqual(noRules);
    const rules = { band: { from: 60, to: 74 }, share: 0.01 };
    expect(await set(rules)).toEqual(rules);
    expect(await set(rules)).toEqual(rules);
    expect(await set({ band: null, share: 0 })).toEqual(noRules);
    expect(await stored()).toBeNull();
    const entries = await audited();
    expect(entries.map(({ action, detail }) => [action, JSON.parse(detail as string)])).toEqual([
      ["project.review-rules", { rules, before: null }],
      ["project.review-rules", { rules: null, before: rules }],
    ]);
  });

  test.each([
    ["band", { band: { from: 75, to: 74 }, share: 0 }],
    ["band", { band: { from: -1, to: 74 }, share: 0 }],
    ["band", { band: { from: 60, to: 100 }, share: 0 }],
    ["band", { band: { from: 60.5, to: 74 }, share: 0 }],
    ["band", { band: "60-74", share: 0 }],
    ["share", { band: null, share: 1.01 }],
    ["share", { band: null, share: -0.01 }],
    ["share", { band: null, share: Number.NaN }],
    ["share", { band: null, share: "0.5" }],
  ])("refuse %s of %p", async (field, rules) => {
    const error = await set(rules).catch((one) => one);
    expect(error).toBeInstanceOf(DomainError);
    expect(error.details.fields.map((one: { field: string }) => one.field)).toEqual([field]);
    expect([await stored(), await audited()]).toEqual([null, []]);
  });

  test("are not replaced by somebody who has seen others", async () => {
    const [first, second] = [
      { band: { from: 60, to: 74 }, share: 0 },
      { band: null, share: 0.01 },
    ];
    await set(first, { replaces: noRules });
    await expect(set(second, { replaces: noRules })).rejects.toThrow("setting_changed");
    expect([await stored(), await audited()]).toMatchObject([first, [{}]]);
    // What is stored already is no change, whatever was seen.
    expect(await set(first, { replaces: noRules })).toEqual(first);
    expect(await set(second, { replaces: first })).toEqual(second);
  });

  test("of two who replace the same rules at the same time, one is refused", async () => {
    const shares = [0.1, 0.2, 0.3];
    const all = shares.map((share) => set({ band: null, share }, { replaces: noRules }));
    const states = (await Promise.allSettled(all)).map(({ status }) => status);
    expect(states.toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await audited()).toHaveLength(1);
  });

  test("are of no project that does not exist", async () => {
    const error = await set({ band: null, share: 0.5 }, { of: "prj_none" }).catch((one) => one);
    expect(error.code).toBe("project_not_found");
  });
});
