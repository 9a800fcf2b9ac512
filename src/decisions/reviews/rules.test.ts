import { beforeEach, describe, expect, test } from "bun:test";
import { DomainError } from "../../base/domain-error.ts";
import type { AuditRecord } from "../../storage/port/audit.ts";
import type { ProjectChoices } from "../../storage/port/projects.ts";
import type { ReviewRules } from "../../storage/port/reviews.ts";
import { getReviewRules, noRules, type RuleDeps, setReviewRules } from "./rules.ts";

let stored: ReviewRules | null = null;
let audit: AuditRecord[] = [];
const projects = {
  choices: async (id: string) =>
    id === "prj_1" ? ({ reviewRules: stored } as ProjectChoices) : null,
  setReviewRules: async (_: string, rules: ReviewRules | null, entry?: AuditRecord) => {
    stored = rules;
    if (entry) audit.push(entry);
    return true;
  },
};
const deps = { store: { projects }, now: () => 7 } as unknown as RuleDeps;
const set = (rules: { band: unknown; share: unknown }, projectId = "prj_1") =>
  setReviewRules(deps, { name: "ada" }, { projectId, rules });

beforeEach(() => {
  stored = null;
  audit = [];
});

describe("the rules of a project", () => {
  test("are none until some are set, are recorded, and are none again", async () => {
    expect(await getReviewRules(deps, "prj_1")).toEqual(noRules);
    const rules = { band: { from: 60, to: 74 }, share: 0.01 };
    expect(await set(rules)).toEqual(rules);
    expect(await set(rules)).toEqual(rules);
    expect(await set({ band: null, share: 0 })).toEqual(noRules);
    expect(stored).toBeNull();
    expect(audit.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
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
    expect([stored, audit]).toEqual([null, []]);
  });

  test("are of no project that does not exist", async () => {
    const error = await set({ band: null, share: 0.5 }, "prj_2").catch((one) => one);
    expect(error.code).toBe("project_not_found");
  });
});
