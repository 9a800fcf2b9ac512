import { beforeEach, expect, test } from "bun:test";
import type { AuditRecord } from "../storage/port/audit.ts";
import type { SavedViewRecord, SavedViewStore } from "../storage/port/saved-views.ts";
import { savedViewLimits } from "./saved-view-limits.ts";
import { listSavedViews, removeView, saveView } from "./saved-views.ts";

let stored: SavedViewRecord[];
let audited: AuditRecord[];
beforeEach(() => {
  stored = [];
  audited = [];
});

/** The contract of the stores has its own tests. */
const savedViews: SavedViewStore = {
  async add(view, max, audit) {
    if (stored.some(({ name }) => name === view.name)) return "exists";
    if (stored.length >= max) return "full";
    stored.push(view);
    audited.push(audit);
    return "added";
  },
  list: async () => stored,
  async remove(_, name, audit) {
    const before = stored.length;
    stored = stored.filter((one) => one.name !== name);
    if (stored.length < before) audited.push(audit);
    return stored.length < before;
  },
};
const deps = { store: { savedViews }, now: () => Date.UTC(2027, 0, 1) };
const actor = { name: "grace@example.com" };
const save = (name: string, filters: Record<string, string>) =>
  saveView(deps, actor, { projectId: "prj_1", name, filters });

test("filters are saved as the list reads them, and listed", async () => {
  const saved = await save(" Denied, not reported ", {
    action: "deny",
    outcome: "none",
    level: "",
    page: "3",
  });
  const view = {
    name: "Denied, not reported",
    filters: { action: "deny", outcome: "none" },
    createdBy: "grace@example.com",
    createdAt: "2027-01-01T00:00:00.000Z",
  };
  expect(saved).toEqual(view);
  expect(await listSavedViews(deps, "prj_1")).toEqual([view]);
  expect(audited).toMatchObject([
    { action: "view.save", detail: '{"name":"Denied, not reported"}' },
  ]);
});

test.each<[string, string, Record<string, string>, string]>([
  ["one guest", "A", { same: "email:dec_0198c0ffee7a4b21a0c3d4e5f6071829" }, "filters/same"],
  ["a search term", "A", { level: "high", find: "email:ada@example.com" }, "filters/find"],
  ["an unknown level", "A", { level: "highest" }, "filters/level"],
  ["no filter", "A", { page: "2" }, "filters"],
  ["no name", "  ", { level: "high" }, "name"],
  ["a name with a direction control", "a\u202eb", { level: "high" }, "name"],
  ["a long name", "x".repeat(savedViewLimits.name + 1), { level: "high" }, "name"],
])("%s is refused", async (_, name, filters, field) => {
  const refused = await save(name, filters).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "invalid_input", details: { fields: [{ field }] } });
  expect(JSON.stringify(refused)).not.toContain("ada@example.com");
  expect(stored).toEqual([]);
});

test("a name is taken once, and a project has so many", async () => {
  await save("x".repeat(savedViewLimits.name), { level: "high" });
  expect(save("x".repeat(savedViewLimits.name), { level: "low" })).rejects.toMatchObject({
    code: "view_exists",
  });
  for (let n = 1; n < savedViewLimits.perProject; n++) await save(`View ${n}`, { level: "high" });
  expect(save("One more", { level: "high" })).rejects.toMatchObject({
    code: "too_many_views",
    details: { max: savedViewLimits.perProject },
  });
});

test("one that is not there cannot be removed", async () => {
  await save("High", { level: "high" });
  await removeView(deps, actor, { projectId: "prj_1", name: "High" });
  expect(stored).toEqual([]);
  expect(audited.at(-1)).toMatchObject({ action: "view.remove", detail: '{"name":"High"}' });
  expect(removeView(deps, actor, { projectId: "prj_1", name: "High" })).rejects.toMatchObject({
    code: "view_not_found",
  });
});
