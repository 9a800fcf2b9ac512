/** A project's own model: what it may do there, and that it does not exist elsewhere. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openModels } from "../../app/open.ts";
import { DomainError } from "../../base/domain-error.ts";
import type { AuditRecord } from "../../storage/port/audit.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import type { BundleFiles } from "../bundle-files.ts";
import { installBuiltIn } from "./built-in.ts";
import { install, retire } from "./install.ts";
import type { ModelName } from "./model-name.ts";
import { setOwner } from "./owner.ts";
import { promote, rollback } from "./promote.ts";
import { type ReplayRuns, startReplay } from "./replay-runs.ts";
import { endShadow, startShadow } from "./shadow.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "booking-risk-owner-"));
const store = await openSqliteStore(dataFolder);
const library = openModels({ dataFolder }, store);
const deps = { library, now: () => 5 };
const installDeps = { ...deps, check: async () => [] };
const ada = { name: "ada" };
const [prj, other] = ["prj_1", "prj_2"];
const own = { name: "own", version: "1.0.0" };
const shared = { name: "shared", version: "1.0.0" };

/** The built-in bundle under another name. */
async function bundle({ name, version }: ModelName): Promise<BundleFiles> {
  const { model, manifest } = await library.builtIn();
  const renamed = { ...JSON.parse(Buffer.from(manifest).toString()), name, version };
  return { model, manifest: JSON.stringify(renamed) };
}

async function installed(model: ModelName, ownerProjectId: string | null) {
  return install(installDeps, ada, { files: await bundle(model), revive: true, ownerProjectId });
}

beforeAll(async () => {
  for (const id of [prj, other]) {
    const names = { id, name: id, riskSetting: "balanced" };
    await store.projects.create({ ...names, createdAt: 1, archivedAt: null, baseRate: null });
  }
  await installBuiltIn(library, 1);
  await installed(own, prj);
  await installed(shared, null);
});
afterAll(async () => {
  await store.close();
  rmSync(dataFolder, { recursive: true });
});

/** The code and details of what a use case refuses with. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${error}`);
  return { code: error.code, details: error.details };
}

const noReplays = { start: () => true } as unknown as ReplayRuns;
const newest = async () => (await store.audit.list(1))[0] as AuditRecord;

test.each([
  [
    "promoted",
    (model: ModelName, projectId: string | null) =>
      promote(deps, ada, { model, projectId, force: true }),
  ],
  [
    "run in shadow mode",
    (model: ModelName, projectId: string | null) => startShadow(deps, ada, { model, projectId }),
  ],
  [
    "replayed",
    (model: ModelName, projectId: string | null) =>
      startReplay({ ...deps, replays: noReplays }, ada, { model, projectId, days: 1 }),
  ],
])("another project's model is %s as an unknown one is: not found", async (_, act) => {
  const unknown = { name: "none", version: "1.0.0" };
  const before = await store.audit.list(100);
  const asked = await refusal(act(own, other));
  const text = JSON.stringify(await refusal(act(unknown, other)));
  expect(JSON.stringify(asked)).toBe(text.replace("none@1.0.0", "own@1.0.0"));
  expect(asked).toEqual({ code: "model_not_found", details: { model: "own@1.0.0" } });
  // Only who may see all projects can ask for all of them.
  expect(await refusal(act(own, null))).toEqual({
    code: "model_owned",
    details: { model: "own@1.0.0", projectId: prj },
  });
  expect(await store.audit.list(100)).toEqual(before);
  await act(own, prj);
  expect(await newest()).toMatchObject({ subject: "own@1.0.0", projectId: prj });
});

test("ending another project's shadow, or rolling back from its model, says as little", async () => {
  await startShadow(deps, ada, { model: own, projectId: prj });
  await promote(deps, ada, { model: shared, projectId: other, force: true });
  const end = (model: ModelName) => refusal(endShadow(deps, ada, { model, projectId: other }));
  const unknown = JSON.stringify(await end({ name: "none", version: "1.0.0" }));
  expect(JSON.stringify(await end(own))).toBe(unknown.replace("none@", "own@"));
  const from = (model: string) => refusal(rollback(deps, ada, { projectId: other, from: model }));
  expect(await from("own@1.0.0")).toEqual(await from("none@1.0.0"));
  await rollback(deps, ada, { projectId: other });
  await endShadow(deps, ada, { model: own, projectId: prj });
});

test("an installation names the owner, and does not change whose a model is", async () => {
  const entries = await store.audit.about("own@1.0.0", 100);
  const entry = entries.find(({ action }) => action === "model.install")!;
  expect(entry.projectId).toBe(prj);
  expect((await installed(own, null)).model.ownerProjectId).toBe(prj); // Restores lost files.
  expect((await installed(own, prj)).isNew).toBe(false);
  expect(await refusal(installed(own, other))).toMatchObject({ code: "model_owned" });
  expect(await refusal(installed(shared, other))).toMatchObject({ code: "model_shared" });
  expect((await store.models.find("own", "1.0.0"))!.ownerProjectId).toBe(prj);
});

test("an owner is set and taken away, one at a time, and each is audited in the project", async () => {
  const set = (projectId: string | null) => setOwner(deps, ada, { model: shared, projectId });
  expect([await set(null), await set(other)]).toEqual([false, true]);
  expect(await newest()).toMatchObject({ action: "model.own", projectId: other, detail: "{}" });
  expect(await refusal(set(prj))).toEqual({
    code: "model_owned",
    details: { model: "shared@1.0.0", projectId: other },
  });
  await retire(deps, ada, { model: shared });
  expect(await newest()).toMatchObject({ action: "model.retire", projectId: other });
  await installed(shared, null);
  expect(await newest()).toMatchObject({ action: "model.unretire", projectId: other });
  expect(await set(null)).toBe(true);
  expect(await newest()).toMatchObject({ action: "model.share", projectId: other, detail: "{}" });
  await startShadow(deps, ada, { model: shared, projectId: other });
  expect(await refusal(set(prj))).toMatchObject({ code: "model_in_use_elsewhere" });
});
