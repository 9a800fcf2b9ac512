import { beforeAll, describe, expect, test } from "bun:test";
import type { NewDecision } from "../../../src/storage/decisions.ts";
import { StorageUnavailable, type Store } from "../../../src/storage/store.ts";
import { ats, decisionOf, rejection, replayOf, reportOf } from "./fixtures.ts";
import type { Stores } from "./stores.ts";

export function describeDecisions(stores: Stores): void {
  let shared: Store;
  beforeAll(async () => {
    shared = await stores.open(await stores.newPlace());
  });

  describe("a decision", () => {
    test("is committed as a whole and found in its own project only", async () => {
      const one = decisionOf("prj_1", { email: 1 }, 5);
      expect(await shared.decisions.commit(one)).toBe(true);
      expect(await shared.decisions.find("prj_1", one.decision.id)).toEqual(one.decision);
      expect(await shared.decisions.find("prj_2", one.decision.id)).toBeNull();
    });

    test("with an idempotency key in use changes nothing", async () => {
      const project = "prj_idem";
      const first = replayOf(decisionOf(project, { email: 1 }, 5), "k", 5000);
      const second = replayOf(decisionOf(project, { email: 1 }, 6), "k", 5500);
      expect(await shared.decisions.commit(first)).toBe(true);
      expect(await shared.decisions.commit(second)).toBe(false);
      expect(await shared.decisions.find(project, second.decision.id)).toBeNull();
      const seen = (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 100, tie: 0 }))
        .sightings;
      expect(ats(seen.email)).toEqual([5]);
      expect(await shared.decisions.findIdempotent(project, "k", 0)).toMatchObject({
        decisionId: first.decision.id,
      });
    });

    test("two at once with one key: one is committed", async () => {
      const project = "prj_race";
      const both = [5, 6].map((at) => replayOf(decisionOf(project, { email: 1 }, at), "k", 5000));
      const done = await Promise.all(both.map((one) => shared.decisions.commit(one)));
      expect(done.sort()).toEqual([false, true]);
      const seen = (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 100, tie: 0 }))
        .sightings;
      expect(seen.email).toHaveLength(1);
    });

    test("an idempotency key is free again once it is too old, and belongs to one project", async () => {
      const project = "prj_old";
      await shared.decisions.commit(replayOf(decisionOf(project, { email: 1 }, 5), "k", 5000));
      expect(await shared.decisions.findIdempotent(project, "k", 5000)).not.toBeNull();
      expect(await shared.decisions.findIdempotent(project, "k", 5001)).toBeNull();
      expect(await shared.decisions.findIdempotent("prj_other", "k", 0)).toBeNull();
      const other = replayOf(decisionOf("prj_other", { email: 1 }, 6), "k", 5001);
      expect(await shared.decisions.commit(other)).toBe(true);
      const edge = replayOf(decisionOf(project, { email: 1 }, 7), "k", 6000);
      expect(await shared.decisions.commit(edge)).toBe(false);
      const later = replayOf(decisionOf(project, { email: 1 }, 8), "k", 6001);
      expect(await shared.decisions.commit(later)).toBe(true);
    });

    test("that the database refuses harms no other of its group, and leaves nothing", async () => {
      const project = "prj_bad";
      const good = [1, 2, 3, 4].map((at) => decisionOf(project, { email: 1 }, at));
      const bad = replayOf(decisionOf(project, { email: 1 }, 9), "bad", 5000);
      (bad.decision as { requestId: unknown }).requestId = null;
      const twin = decisionOf(project, { email: 1 }, 10);
      twin.decision.id = good[0]!.decision.id;
      const group = [good[0]!, bad, good[1]!, twin, good[2]!, good[3]!];
      const done = await Promise.allSettled(group.map((one) => shared.decisions.commit(one)));
      expect(done.map(({ status }) => status === "fulfilled")).toEqual([
        true,
        false,
        true,
        false,
        true,
        true,
      ]);
      expect((done[1] as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
      for (const { decision } of good) {
        expect(await shared.decisions.find(project, decision.id)).toEqual(decision);
      }
      expect(await shared.decisions.findIdempotent(project, "bad", 0)).toBeNull();
      const seen = (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 100, tie: 0 }))
        .sightings;
      expect(ats(seen.email)).toEqual([1, 2, 3, 4]);
    });
  });

  describe("known decisions", () => {
    test("are those of the given ones that the project has", async () => {
      const [mine, other] = [decisionOf("prj_k1", {}, 1), decisionOf("prj_k2", {}, 2)];
      for (const one of [mine, other]) await shared.decisions.commit(one);
      const asked = [mine.decision.id, other.decision.id, "dec_none", "", "' OR 1 --"];
      const known = await shared.decisions.known("prj_k1", asked);
      expect([...known]).toEqual([mine.decision.id]);
      expect((await shared.decisions.known("prj_k1", [])).size).toBe(0);
      expect((await shared.decisions.known("prj_k3", asked)).size).toBe(0);
    });

    test("can be queried by the ten thousand, as an import of one moment does", async () => {
      const one = decisionOf("prj_k4", {}, 1);
      await shared.decisions.commit(one);
      const asked = Array.from({ length: 51_000 }, (_, i) => `dec_not_${i}`);
      const known = await shared.decisions.known("prj_k4", [...asked, one.decision.id]);
      expect([...known]).toEqual([one.decision.id]);
    });
  });

  describe("a decision with an outcome", () => {
    const withOutcome = (one: NewDecision, outcome: string, reportedAt: number): NewDecision => ({
      ...one,
      outcome: reportOf(one, outcome, reportedAt),
    });
    const fraudsOf = async (project: string) =>
      (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 1e6, tie: 0 })).outcomes?.email;

    test("gets both from one commit", async () => {
      const one = withOutcome(decisionOf("prj_o1", { email: 1 }, 5), "fraud", 10);
      expect(await shared.decisions.commit(one)).toBe(true);
      expect(await shared.outcomes.list("prj_o1", one.decision.id)).toEqual([one.outcome!]);
      expect(await fraudsOf("prj_o1")).toEqual({ fraud: 1, legitimate: 0, lastFraudAt: 10 });
    });

    test("whose identifier exists leaves nothing, neither alone nor in a group", async () => {
      const project = "prj_o2";
      const first = decisionOf(project, { email: 1 }, 5);
      await shared.decisions.commit(first);
      const twin = decisionOf(project, { email: 1 }, 6);
      twin.decision.id = first.decision.id;
      const bad = withOutcome(twin, "fraud", 10);
      expect(await rejection(shared.decisions.commit(bad))).toBeInstanceOf(StorageUnavailable);
      const good = withOutcome(decisionOf(project, { email: 1 }, 7), "legitimate", 12);
      const done = await Promise.allSettled(
        [bad, good, bad].map((one) => shared.decisions.commit(one)),
      );
      expect(done.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
      expect(await shared.outcomes.list(project, first.decision.id)).toEqual([]);
      expect(await fraudsOf(project)).toEqual({ fraud: 0, legitimate: 1, lastFraudAt: null });
    });

    test("whose outcome the database refuses is not there either", async () => {
      const project = "prj_o3";
      const one = withOutcome(decisionOf(project, { email: 1 }, 5), "fraud", 10);
      (one.outcome as { requestId: unknown }).requestId = null;
      expect(await rejection(shared.decisions.commit(one))).toBeInstanceOf(StorageUnavailable);
      expect(await shared.decisions.find(project, one.decision.id)).toBeNull();
      expect(
        (await shared.velocity.asOf(project, { email: 1 }, 0, { at: 99, tie: 0 })).sightings,
      ).toEqual({});
    });

    test("whose idempotency key is in use leaves nothing of it", async () => {
      const project = "prj_o4";
      await shared.decisions.commit(replayOf(decisionOf(project, { email: 1 }, 5), "k", 5000));
      const second = withOutcome(decisionOf(project, { email: 1 }, 6), "fraud", 10);
      expect(await shared.decisions.commit(replayOf(second, "k", 5500))).toBe(false);
      expect(await shared.outcomes.list(project, second.decision.id)).toEqual([]);
      expect(await fraudsOf(project)).toBeUndefined();
    });
  });

  describe("feature sets", () => {
    test("are stored once", async () => {
      await shared.decisions.putFeatureSet({ id: "f1", names: '["a"]' });
      await shared.decisions.putFeatureSet({ id: "f1", names: '["other"]' });
      expect(await shared.decisions.findFeatureSet("f1")).toEqual({ id: "f1", names: '["a"]' });
      expect(await shared.decisions.findFeatureSet("f2")).toBeNull();
    });
  });

  describe("a collection", () => {
    const batch = (sequence: number) => ({
      sequence,
      receivedAt: sequence,
      ip: "192.0.2.1",
      userAgent: "UA",
      body: "{}",
      headers: sequence === 0 ? '{"language":"pt-PT"}' : null,
    });
    const record = (version: number, summary = `v${version}`) => ({
      projectId: "prj_1",
      id: "col_1",
      version,
      summary,
    });

    test("is changed only by a writer that read its latest version", async () => {
      const { collections } = shared;
      expect(await collections.find("prj_1", "col_1")).toBeNull();
      expect(await collections.append(record(2), batch(0))).toBe(false);
      expect(await collections.append(record(1), batch(0))).toBe(true);
      expect(await collections.append(record(1, "other"), batch(1))).toBe(false);
      expect(await collections.append(record(2), batch(2))).toBe(true);
      expect(await collections.append(record(2, "other"), batch(1))).toBe(false);
      expect(await collections.find("prj_1", "col_1")).toEqual(record(2));
      expect(await collections.batches("prj_1", "col_1")).toEqual([batch(0), batch(2)]);
      expect(await collections.find("prj_2", "col_1")).toBeNull();
      expect(await collections.batches("prj_2", "col_1")).toEqual([]);
    });

    test("has the times of its first and last batch, and the origin of its first page", async () => {
      const { collections } = shared;
      const add = (id: string, facts: object) =>
        collections.append(
          { projectId: "prj_arrived", id, version: 1, summary: JSON.stringify(facts) },
          batch(0),
        );
      await add("col_a", { firstAt: 3, lastAt: 5, origins: ["https://a.example", "null"] });
      await add("col_b", { firstAt: 1, lastAt: 2, origins: [] });
      const arrivals = await collections.arrivals("prj_arrived", 100);
      expect(arrivals.sort((a, b) => a.firstAt - b.firstAt)).toEqual([
        { firstAt: 1, lastAt: 2, origin: null },
        { firstAt: 3, lastAt: 5, origin: "https://a.example" },
      ]);
      expect(await collections.arrivals("prj_arrived", 1)).toHaveLength(1);
      expect(await collections.arrivals("prj_none", 100)).toEqual([]);
    });
  });
}
