import { expect, test } from "bun:test";
import { nextTurn } from "../../../../test/fixtures/turns.ts";
import { QueueFull } from "../../../base/fair-queue.ts";
import type { Verification } from "../../../risk/verify.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import type { ReasonsRecord } from "../../../storage/port/reasons.ts";
import { ReasonsUnavailable } from "../explained-model.ts";
import { type GroupReason, type Reasons, reasonsSchema } from "../reasons.ts";
import { openExplainer, reasonsLimits, verifyLimits } from "./explainer.ts";

/** A thread that answers when it is told to. */
function setUp(options: { refuses?: string } = {}) {
  const stored = new Map<string, ReasonsRecord>();
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const store = {
    projects: { choices: async () => null },
    decisions: {
      find: async (projectId: string, id: string) =>
        id === "dec_none" ? null : recordOf(id, projectId),
      findFeatureSet: async (id: string) => ({ id, names: "[]" }),
    },
    reasons: {
      list: async (_: string, ids: readonly string[]) => ids.flatMap((id) => stored.get(id) ?? []),
      put: async (of: ReasonsRecord) => void stored.set(of.decisionId, of),
    },
  };
  const thread = {
    explain: async ({ id }: DecisionRecord) => {
      begun.push(id);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (id === options.refuses) throw new ReasonsUnavailable("no probability");
      return { schema: reasonsSchema, decisionId: id, groups: [] as GroupReason[] } as Reasons;
    },
    verify: async ({ id }: DecisionRecord) => {
      begun.push(`verify ${id}`);
      await new Promise<void>((resolve) => gates.push(resolve));
      return { decisionId: id } as Verification;
    },
    close() {},
  };
  const explainer = openExplainer({ store: store as never, thread, now: () => 1 });
  /** Lets the thread finish, decision by decision, until nothing is begun any more. */
  const finish = async () => {
    for (let idle = 0; idle < 5; ) {
      await nextTurn();
      const gate = gates.shift();
      gate?.();
      idle = gate ? 0 : idle + 1;
    }
  };
  return { explainer, begun, finish, stored };
}

const recordOf = (id: string, projectId = "prj_1") =>
  ({ id, projectId, featureSet: "set", controlGroup: null, challenge: null }) as DecisionRecord;

test("a decision is computed once, however many wait for it", async () => {
  const { explainer, begun, finish } = setUp();
  const all = Promise.all([1, 2, 3].map(() => explainer.of(recordOf("dec_1"))));
  await finish();
  expect((await all).map(({ decisionId }) => decisionId)).toEqual(["dec_1", "dec_1", "dec_1"]);
  expect((await explainer.of(recordOf("dec_1"))).decisionId).toBe("dec_1");
  expect(begun).toEqual(["dec_1"]);
});

test("a list gets what is computed in time, in its order, and nothing of what has no reasons", async () => {
  const { explainer, begun, finish } = setUp({ refuses: "dec_2" });
  const ids = ["dec_1", "dec_2", "dec_none", "dec_3"];
  const whole = explainer.listed("prj_1", ids, 60_000);
  await finish();
  expect((await whole).map(({ decisionId }) => decisionId)).toEqual(["dec_1", "dec_3"]);
  expect(begun).toEqual(["dec_1", "dec_2", "dec_3"]);
  // Nothing is computed again, nor waited for.
  const again = await explainer.listed("prj_1", ids, 60_000);
  expect(again.map(({ decisionId }) => decisionId)).toEqual(["dec_1", "dec_3"]);
  expect(begun).toHaveLength(3);
});

test("a list does not wait for longer, and a later one gets what was computed meanwhile", async () => {
  const { explainer, begun, finish } = setUp();
  expect(await explainer.listed("prj_1", ["dec_1", "dec_2"], 0)).toEqual([]);
  expect(begun).toEqual(["dec_1"]);
  await finish();
  const later = await explainer.listed("prj_1", ["dec_2", "dec_1"], 0);
  expect(later.map(({ decisionId }) => decisionId).sort()).toEqual(["dec_1", "dec_2"]);
});

test("two lists with the same decision wait for it together", async () => {
  const { explainer, begun, finish } = setUp();
  const lists = Promise.all([
    explainer.listed("prj_1", ["dec_1", "dec_2", "dec_3"], 60_000),
    explainer.listed("prj_1", ["dec_3"], 60_000),
  ]);
  await finish();
  expect((await lists).map((one) => one.length)).toEqual([3, 1]);
  expect(begun.toSorted()).toEqual(["dec_1", "dec_2", "dec_3"]);
});

test("whoever waits comes before the rest of a list, and a newer list before an older", async () => {
  const { explainer, begun, finish } = setUp();
  const older = explainer.listed("prj_1", ["dec_1", "dec_2", "dec_3"], 60_000);
  await nextTurn();
  const newer = explainer.listed("prj_1", ["dec_4"], 60_000);
  await nextTurn();
  const opened = explainer.of(recordOf("dec_9"));
  await finish();
  await Promise.all([older, newer, opened]);
  expect(begun).toEqual(["dec_1", "dec_9", "dec_4", "dec_2", "dec_3"]);
});

test("what may be listed next comes after all lists, and before the rest of a list that has it", async () => {
  const { explainer, begun, finish } = setUp();
  const first = explainer.listed("prj_1", ["dec_1", "dec_2"], 60_000);
  await nextTurn();
  await explainer.ahead("prj_1", ["dec_3", "dec_4", "dec_5", "dec_2"]);
  const next = explainer.listed("prj_1", ["dec_4", "dec_3"], 60_000);
  await finish();
  await Promise.all([first, next]);
  expect(begun).toEqual(["dec_1", "dec_4", "dec_3", "dec_2", "dec_5"]);
});

test("only so many may wait for a person, a project and all", async () => {
  const { explainer, finish } = setUp();
  let made = 0;
  const ask = (person: string, project: string) =>
    explainer.of(recordOf(`dec_${made++}`, project), person);
  const { perPerson, perProject, total } = reasonsLimits;
  const all = Array.from({ length: total }, (_, i) =>
    ask(`person ${Math.floor(i / perPerson)}`, `prj_${Math.floor(i / perProject)}`),
  );
  await nextTurn();
  expect(ask("person 0", "prj_9")).rejects.toMatchObject({ of: "person" });
  expect(ask("somebody", "prj_0")).rejects.toMatchObject({ of: "project" });
  expect(ask("somebody", "prj_9")).rejects.toMatchObject({ of: "all" });
  await finish();
  expect(await Promise.all(all)).toHaveLength(total);
});

test("whoever verifies again and again has so many places, and lets others through", async () => {
  const { explainer, begun, finish } = setUp();
  const all = Array.from({ length: verifyLimits.perPerson }, (_, i) =>
    explainer.verify(recordOf(`dec_${i}`), "vera"),
  );
  expect(explainer.verify(recordOf("dec_9"), "vera")).rejects.toThrow(QueueFull);
  all.push(explainer.verify(recordOf("dec_8", "prj_2"), "olga"));
  await finish();
  expect(await Promise.all(all)).toHaveLength(3);
  expect(begun).toEqual(["verify dec_0", "verify dec_1", "verify dec_8"]);
  const again = explainer.verify(recordOf("dec_9"), "vera");
  await finish();
  expect((await again).decisionId).toBe("dec_9");
});
