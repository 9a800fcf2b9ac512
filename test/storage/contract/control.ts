import { describe, expect, test } from "bun:test";
import { StorageUnavailable } from "../../../src/storage/store.ts";
import { keyOf, projectOf, rejection } from "./fixtures.ts";
import type { Stores } from "./stores.ts";

export function describeControl(stores: Stores): void {
  describe("keys and projects", () => {
    test("a project's settings write an audit entry in the same commit, if the project exists", async () => {
      const store = await stores.open(await stores.newPlace());
      await store.projects.create(projectOf("prj_c"));
      const line = (action: string) => ({
        ...{ at: 1, actor: "ada", action, subject: "prj_c", projectId: "prj_c", detail: "{}" },
      });
      expect(await store.projects.setMoneyTerms("prj_c", '{"a":1}', line("money"))).toBe(true);
      expect(await store.projects.setTelemetryRetention("prj_c", 0, line("keep"))).toBe(true);
      expect(await store.projects.setMoneyTerms("prj_none", "{}", line("none"))).toBe(false);
      expect(await store.projects.setTelemetryRetention("prj_none", 9, line("none"))).toBe(false);
      expect(await store.projects.choices("prj_c")).toEqual({
        ...{ moneyTerms: '{"a":1}', telemetryRetentionDays: 0 },
        ...{ decisionRetentionDays: null, decisionRetentionKeeps: null },
        ...{ baseRateBasis: null, welcomeAgents: null, requiresSecondFactor: false },
      });
      expect(await store.projects.choices("prj_none")).toBeNull();
      const actions = (await store.audit.list(9, "prj_c")).map(({ action }) => action);
      expect(actions.sort()).toEqual(["keep", "money"]);
      expect(await store.collections.projects()).toEqual([]);
      await store.close();
    });

    test("are listed in the order of their creation, by project", async () => {
      const projects = [3, 1, 2].map((createdAt) => ({
        ...projectOf(`prj_l${createdAt}`),
        createdAt,
      }));
      const store = await stores.open(await stores.newPlace());
      for (const one of projects) await store.projects.create(one);
      expect((await store.projects.list()).map(({ createdAt }) => createdAt)).toEqual([1, 2, 3]);
      const keys = [2, 1].map((createdAt) => keyOf({ projectId: "prj_l1", createdAt }));
      for (const one of keys) await store.keys.create(one);
      expect(await store.keys.list("prj_l1")).toEqual([keys[1]!, keys[0]!]);
      expect(await store.keys.list("prj_l2")).toEqual([]);
      expect(await store.projects.setRiskSetting("prj_none", "balanced")).toBe(false);
      expect(await rejection(store.projects.create(projects[0]!))).toBeInstanceOf(
        StorageUnavailable,
      );
      expect(await rejection(store.keys.create(keys[0]!))).toBeInstanceOf(StorageUnavailable);
    });

    test("a change by another process is seen by the next call, every time", async () => {
      const place = await stores.newPlace();
      const store = await stores.open(place);
      await store.projects.create(projectOf("prj_1"));
      const key = keyOf();
      await store.keys.create(key);
      const look = async () => store.keys.findOwner(key.hash);
      expect(await look()).toMatchObject({ revokedAt: null, project: { riskSetting: "balanced" } });
      expect(await look()).toEqual(await look());
      await stores.elsewhere(
        place,
        `await store.projects.setRiskSetting("prj_1", "maximizeRevenue");`,
      );
      expect(await look()).toMatchObject({ project: { riskSetting: "maximizeRevenue" } });
      await stores.elsewhere(place, `await store.keys.revoke(${JSON.stringify(key.id)}, 77);`);
      expect(await look()).toMatchObject({ revokedAt: 77 });
      const late = keyOf();
      expect(await store.keys.findOwner(late.hash)).toBeNull();
      await stores.elsewhere(place, `await store.keys.create(${JSON.stringify(late)});`);
      expect(await store.keys.findOwner(late.hash)).toMatchObject({ keyId: late.id });
    }, 30_000);
  });
}
