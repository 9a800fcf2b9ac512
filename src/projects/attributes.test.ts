import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFixture } from "../../test/fixtures/project.ts";
import { attributeLimits } from "../attempt/request/attributes.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import {
  type AttributeInput,
  archiveAttribute,
  attributeTextLimits,
  setAttribute,
} from "./attributes.ts";
import { projectList } from "./choices.ts";

const folder = mkdtempSync(join(tmpdir(), "attributes-"));
const actor = { name: "test" };
let store: Store;
let projectId: string;
const at = 5;
const deps = () => ({ store, now: () => at });
const points = { name: "points", type: "number", unit: "pt", meaning: "Points", personal: true };
const set = (input: Partial<AttributeInput>) =>
  setAttribute(deps(), actor, { projectId, ...points, ...input });
const actions = async () =>
  (await store.audit.list(500, projectId))
    .filter(({ action }) => action.startsWith("project.attribute"))
    .map(({ action, detail }): [string, unknown] => [action, JSON.parse(detail)]);

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function faultsOf(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError) || !error.is("invalid_input")) throw error;
  return error.details.fields.map(({ field, message }) => `${field} ${message}`);
}

describe("an attribute", () => {
  beforeEach(async () => {
    projectId = (await projectFixture(store)).id;
  });

  test("is declared, changed, archived and in use again, and each is in the audit log", async () => {
    expect(await projectList(deps(), projectId, "attributes")).toEqual([]);
    const declared = { ...points, archivedAt: null };
    expect(await set({})).toEqual(declared as never);
    await set({});
    expect(await set({ meaning: " Loyalty ", personal: undefined, unit: undefined })).toMatchObject(
      {
        meaning: "Loyalty",
        personal: true,
        unit: "pt",
      },
    );
    await archiveAttribute(deps(), actor, { projectId, name: "points" });
    await archiveAttribute(deps(), actor, { projectId, name: "points" });
    expect(await projectList(deps(), projectId, "attributes")).toMatchObject([{ archivedAt: at }]);
    await set({ meaning: "Loyalty" });
    expect(await projectList(deps(), projectId, "attributes")).toMatchObject([
      { archivedAt: null },
    ]);
    const { archivedAt: _, ...detail } = declared;
    expect((await actions()).reverse()).toEqual([
      ["project.attribute", { ...detail, before: null }],
      ["project.attribute", { ...detail, meaning: "Loyalty", before: declared }],
      ["project.attribute-archive", { name: "points" }],
      [
        "project.attribute",
        {
          ...detail,
          meaning: "Loyalty",
          before: { ...declared, meaning: "Loyalty", archivedAt: at },
        },
      ],
    ]);
  });

  test("keeps its type and its unit", async () => {
    await set({});
    const never = "never changes; declare another attribute under another name";
    expect(await faultsOf(set({ type: "flag", unit: null }))).toEqual([
      `type is number and ${never}`,
    ]);
    expect(await faultsOf(set({ unit: "EUR" }))).toEqual([`unit is pt and ${never}`]);
    expect(await faultsOf(set({ unit: null }))).toEqual([`unit is pt and ${never}`]);
  });

  test("has a name, a type, a unit and a meaning that people can read; all faults are named", async () => {
    const { unitCharacters } = attributeTextLimits;
    const wrong = { name: "Points", type: "text", unit: "x".repeat(17), meaning: " " };
    expect(await faultsOf(set(wrong))).toEqual([
      "name must be a letter, a to z, and up to 62 of a to z, 0 to 9 and _",
      "type must be one of number, category, flag",
      `unit must have at most ${unitCharacters} characters`,
      "meaning must not be empty",
    ]);
    const card = "4111 1111 1111 1111";
    expect(await faultsOf(set({ name: "a_4111111111111111", meaning: card }))).toEqual([
      "name must be a letter, a to z, and up to 62 of a to z, 0 to 9 and _",
      "meaning must not have a card number in it",
    ]);
    expect(await faultsOf(set({ name: "other", type: "flag" }))).toEqual([
      "unit is only of a number",
    ]);
    expect(await faultsOf(set({ meaning: "x".repeat(101) }))).toHaveLength(1);
    expect(await faultsOf(archiveAttribute(deps(), actor, { projectId, name: "none" }))).toEqual([
      "name is not declared in the project",
    ]);
    await expect(projectList(deps(), "prj_none", "attributes")).rejects.toThrow(
      "project_not_found",
    );
    await expect(set({ projectId: "prj_none" } as never)).rejects.toThrow("project_not_found");
  });
});

test("32 are in use, 128 are declared, and none is lost where many are declared at once", async () => {
  projectId = (await projectFixture(store)).id;
  const { attributes: inUse } = attributeLimits;
  const { declared } = attributeTextLimits;
  const names = Array.from({ length: inUse }, (_, i) => `a${i}`);
  await Promise.all(names.map((name) => set({ name })));
  expect(
    (await projectList(deps(), projectId, "attributes")).map(({ name }) => name).sort(),
  ).toEqual(names.sort());
  expect((await actions()).length).toBe(inUse);
  const full = `name is one too many: a project has at most ${inUse} in use; archive one first`;
  expect(await faultsOf(set({ name: "more" }))).toEqual([full]);
  for (let i = inUse; i < declared; i++) {
    await archiveAttribute(deps(), actor, { projectId, name: `a${i - inUse}` });
    await set({ name: `a${i}` });
  }
  expect(await faultsOf(set({ name: "a0" }))).toEqual([full]);
  await archiveAttribute(deps(), actor, { projectId, name: `a${declared - 1}` });
  expect(await faultsOf(set({ name: "more" }))).toEqual([
    `name is one too many: a project declares at most ${declared}, the archived ones included`,
  ]);
  await set({ name: "a0" });
});
