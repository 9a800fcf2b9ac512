/** The store's side of the registry. */
import { beforeEach, describe, expect, test } from "bun:test";
import { waitUntil } from "../../../scripts/wait-until.ts";
import type { ModelRecord } from "../../../src/storage/models.ts";
import type { ReplayRecord } from "../../../src/storage/replays.ts";
import type { ShadowScore } from "../../../src/storage/shadow-scores.ts";
import type { Store } from "../../../src/storage/store.ts";
import type { Stores } from "./stores.ts";

export function describeModels(stores: Stores): void {
  let store: Store;
  let place: string;
  beforeEach(async () => {
    place = await stores.newPlace();
    store = await stores.open(place);
  });

  const line = (action: string) => ({
    ...{ at: 1, actor: "ada", action, subject: "x", projectId: null, detail: "{}" },
  });
  const model = (name: string): ModelRecord => ({
    ...{ name, version: "1", sha256: "a", bundleSha256: `b${name}`, manifest: "{}" },
    ...{ installedAt: 1, retiredAt: null, ownerProjectId: null },
  });
  const promotion = (name: string, projectId: string | null = null) => ({
    ...{ projectId, name, version: "1", actor: "ada", promotedAt: 2 },
  });
  const add = (name: string) => store.models.add(model(name), line("add"));
  const promote = (name: string, projectId: string | null = null, onlyFirst = false) =>
    store.models.promote(promotion(name, projectId), line("promote"), onlyFirst);
  const active = async (projectId: string | null = null) =>
    (await store.models.roles()).promotions.filter((one) => one.projectId === projectId);
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const retire = (name: string, retiredAt: number | null) =>
    store.models.retire({ name, version: "1", retiredAt }, line("retire"));

  describe("models", () => {
    test("are added once", async () => {
      expect([await add("a"), await add("a"), await add("b")]).toEqual([true, false, true]);
      expect(names(await store.models.list())).toEqual(["a", "b"]);
      expect(await store.models.find("a", "1")).toEqual(model("a"));
      expect(await store.models.find("a", "2")).toBeNull();
    });

    test("are promoted and rolled back, each project on its own", async () => {
      await add("a");
      await add("b");
      expect([await promote("a", null, true), await promote("b", null, true)]).toEqual([
        true,
        false,
      ]);
      await promote("b");
      await promote("a", "prj_1");
      expect(names(await active())).toEqual(["b", "a"]);
      expect(names(await active("prj_1"))).toEqual(["a"]);
      const [newest, before] = await active();
      const back = () => store.models.rollback(newest!, line("rollback"));
      expect(await store.models.rollback(before!, line("rollback"))).toBe(false);
      expect([await back(), await back()]).toEqual([true, false]);
      expect(names(await active())).toEqual(["a"]);
      expect(names(await active("prj_1"))).toEqual(["a"]);
    });

    test("in use are not retired; a retired one is skipped", async () => {
      for (const name of ["a", "b", "c"]) await add(name);
      for (const name of ["a", "b", "c"]) await promote(name);
      const shadow = { projectId: null, name: "a", version: "1", startedAt: 3 };
      await store.models.startShadow(shadow, line("shadow"));
      expect([await retire("c", 5), await retire("a", 5)]).toEqual([false, false]);
      expect(await retire("b", 5)).toBe(true);
      expect(names(await active())).toEqual(["c", "a"]);
      expect(await retire("b", null)).toBe(true);
      expect(names(await active())).toEqual(["c", "b", "a"]);
    });

    test("each project has one shadow model, until it is promoted there", async () => {
      await add("a");
      await add("b");
      const shadow = (name: string, projectId: string | null) =>
        store.models.startShadow({ projectId, name, version: "1", startedAt: 3 }, line("shadow"));
      await shadow("a", null);
      await shadow("b", null);
      await shadow("a", "prj_1");
      const inShadow = async () =>
        (await store.models.roles()).shadows.map(({ projectId, name }) => `${projectId} ${name}`);
      expect((await inShadow()).sort()).toEqual(["null b", "prj_1 a"]);
      await promote("b");
      expect(await inShadow()).toEqual(["prj_1 a"]);
      const end = () =>
        store.models.endShadow({ projectId: "prj_1", name: "a", version: "1" }, line("end"));
      expect([await end(), await end()]).toEqual([true, false]);
    });

    describe("of one project", () => {
      const own = (name: string, ownerProjectId: string | null, before: string | null = null) =>
        store.models.setOwner({ name, version: "1", ownerProjectId }, before, line("own"));
      const shadow = (name: string, projectId: string | null) =>
        store.models.startShadow({ projectId, name, version: "1", startedAt: 3 }, line("shadow"));

      test("keep their owner", async () => {
        const owned = { ...model("a"), ownerProjectId: "prj_1" };
        await store.models.add(owned, line("add"));
        expect(await store.models.find("a", "1")).toEqual(owned);
        expect(await store.models.list()).toEqual([owned]);
      });

      test("score there and nowhere else, whoever asks", async () => {
        await store.models.add({ ...model("a"), ownerProjectId: "prj_1" }, line("add"));
        expect(await promote("a", "prj_1")).toBe(true);
        expect(await shadow("a", "prj_1")).toBe(true);
        expect([await promote("a"), await promote("a", "prj_2")]).toEqual([false, false]);
        expect([await shadow("a", null), await shadow("a", "prj_2")]).toEqual([false, false]);
        expect([await promote("none"), await shadow("none", null)]).toEqual([false, false]);
        const { promotions, shadows } = await store.models.roles();
        expect(promotions.map(({ projectId }) => projectId)).toEqual(["prj_1"]);
        expect(shadows.map(({ projectId }) => projectId)).toEqual(["prj_1"]);
        expect(await store.audit.list(10)).toHaveLength(3); // Nothing of what was refused.
      });

      test("were shared before, and are no longer gone back to elsewhere", async () => {
        for (const name of ["a", "b"]) await add(name);
        for (const name of ["a", "b"]) await promote(name, "prj_2");
        expect(await own("a", "prj_1")).toBe(true);
        expect(names(await active("prj_2"))).toEqual(["b"]);
        const [newest] = await active("prj_2");
        await store.models.rollback(newest!, line("rollback"));
        expect(await active("prj_2")).toEqual([]);
        expect(await own("a", null, "prj_1")).toBe(true);
        expect(names(await active("prj_2"))).toEqual(["a"]);
      });

      test("cannot become so while they are in use elsewhere", async () => {
        for (const name of ["a", "b"]) await add(name);
        await promote("a");
        await shadow("b", "prj_2");
        expect([await own("a", "prj_1"), await own("b", "prj_1")]).toEqual([false, false]);
        expect(await own("b", "prj_2")).toBe(true);
        await promote("b", "prj_2");
        expect(await own("b", "prj_1", "prj_2")).toBe(false);
        expect(await own("b", null, "prj_2")).toBe(true);
      });

      test("change owner only from the one that was seen", async () => {
        await add("a");
        expect(await own("a", "prj_1")).toBe(true);
        expect([await own("a", "prj_2"), await own("a", null, "prj_2")]).toEqual([false, false]);
        expect((await store.models.find("a", "1"))!.ownerProjectId).toBe("prj_1");
      });
    });

    test("write an audit entry if something was changed, and only then", async () => {
      await add("a");
      await add("a");
      await promote("a");
      await store.audit.add(line("other"));
      const actions = (await store.audit.list(10)).map(({ action }) => action);
      expect(actions).toEqual(["other", "promote", "add"]);
      expect(await store.audit.list(1)).toEqual([line("other")]);
    });

    test("a change by another connection is noticed once, within a second", async () => {
      const changed = store.models.changes();
      await waitUntil("no change", () => !changed());
      const other = await stores.open(place);
      await other.models.add(model("z"), line("add"));
      await other.close();
      await waitUntil("the change", changed, { timeoutMs: 1000 });
      expect(changed()).toBe(false);
      expect(await store.models.find("z", "1")).not.toBeNull();
    });
  });

  test("a replay is found by its model, the most recently started first", async () => {
    const replay = (id: string, startedAt: number): ReplayRecord => ({
      ...{ id, name: "a", version: "1", projectId: "prj_1", startedAt, finishedAt: null },
      ...{ passed: null, options: "{}", report: null },
    });
    const ended = { ...replay("r2", 2), finishedAt: 3, passed: false, report: '{"n":1}' };
    await store.replays.put(replay("r1", 1));
    await store.replays.put(replay("r2", 2));
    await store.replays.put(ended);
    expect(await store.replays.newest("a", "1")).toEqual(ended);
    expect(await store.replays.find("r1")).toEqual(replay("r1", 1));
    expect(await store.replays.list("a", "1")).toEqual([
      { ...ended, report: null },
      replay("r1", 1),
    ]);
    expect(await store.replays.newest("b", "1")).toBeNull();
  });

  test("shadow scores are stored once, and counted by pairs of scores", async () => {
    const score = (decisionId: string, riskScore: number, projectId = "prj_1"): ShadowScore => ({
      ...{ projectId, decisionId, modelName: "a", modelVersion: "1", modelSha256: "x" },
      ...{ probability: 0.1, riskScore, servedRiskScore: 30, at: 1 },
    });
    await store.shadowScores.add([score("dec_1", 31), score("dec_2", 31), score("dec_1", 99)]);
    await store.shadowScores.add([score("dec_3", 40, "prj_2")]);
    const pairs = async (projectId: string | null) =>
      (await store.shadowScores.pairs("a", "1", projectId)).sort((a, b) => a.shadow - b.shadow);
    expect(await pairs("prj_1")).toEqual([{ served: 30, shadow: 31, count: 2 }]);
    expect(await pairs(null)).toEqual([
      { served: 30, shadow: 31, count: 2 },
      { served: 30, shadow: 40, count: 1 },
    ]);
    expect(await store.shadowScores.list("prj_1", "dec_2", "dec_9")).toEqual([score("dec_2", 31)]);
  });

  test("reasons replace earlier ones", async () => {
    const reasons = { projectId: "prj_1", decisionId: "dec_1", json: "1", computedAt: 1 };
    await store.reasons.put(reasons);
    await store.reasons.put({ ...reasons, json: "2" });
    const wanted = ["dec_1", "dec_2"];
    expect(await store.reasons.list("prj_1", wanted)).toEqual([{ ...reasons, json: "2" }]);
    expect(await store.reasons.list("prj_2", wanted)).toEqual([]);
    expect(await store.reasons.list("prj_1", [])).toEqual([]);
  });
}
