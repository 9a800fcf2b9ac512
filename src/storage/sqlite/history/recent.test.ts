import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import { withdrawn } from "../../port/outcomes.ts";
import type { Store } from "../../port/store.ts";
import { openForReading } from "../open.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { OwnDecisions } from "../threads/own-decisions.ts";
import { followRecent } from "./recent.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-recent-"));
afterAll(() => rmSync(root, { recursive: true }));

let names = 0;
const newFolder = () => join(root, String(names++));
const decisionAt = (at: number) => decisionFixture("prj_1", `dec_${names++}`, at, { email: 1 });

/** A follower of a store that commits, and what it was called with. */
async function following() {
  const folder = newFolder();
  const store = await openSqliteStore(folder);
  const files = [openForReading(folder, "events"), openForReading(folder, "history")] as const;
  const own = new OwnDecisions();
  const heard: number[] = [];
  const follower = followRecent(
    ...files,
    { changed: () => true, own },
    { started() {}, attempt: ({ seq }) => heard.push(seq), dropped() {}, report() {} },
  );
  /** The time of each decision, in the order of `seq`. */
  const times: number[] = [];
  const commit = async (at: number) => {
    const one = decisionAt(at);
    await store.decisions.commit(one);
    times.push(at);
    return { projectId: "prj_1", identities: one.identities, sighting: one.sighting };
  };
  const close = async () => {
    for (const file of files) file.close();
    await store.close();
  };
  const seqs = () =>
    follower
      .now()
      .attempts.find("prj_1", 1, 0, null, 100)
      .sightings.map(({ at }) => times.indexOf(at) + 1);
  return { commit, own, follower, heard, seqs, close };
}

describe("what is recent", () => {
  test("is told, not read, of this process's own decisions, and read of all others", async () => {
    const { commit, own, follower, heard, seqs, close } = await following();
    await commit(10);
    expect(seqs()).toEqual([1]);
    own.announce([2]);
    const second = await commit(20);
    expect(seqs()).toEqual([1]); // On disk, not acknowledged: still in flight.
    follower.committed({ seq: 2, ...second });
    expect(seqs()).toEqual([1, 2]);
    await commit(30);
    expect(seqs()).toEqual([1, 2, 3]);
    expect(heard).toEqual([1, 2, 3]);
    await close();
  });

  test("is not kept until it is asked for, and then has what was committed before", async () => {
    const { commit, own, follower, heard, seqs, close } = await following();
    for (const seq of [1, 2]) {
      own.announce([seq]);
      follower.committed({ seq, ...(await commit(seq)) });
    }
    expect(heard).toEqual([]);
    expect(seqs()).toEqual([1, 2]);
    own.announce([3]);
    follower.committed({ seq: 3, ...(await commit(3)) });
    expect(seqs()).toEqual([1, 2, 3]);
    expect(heard).toEqual([1, 2, 3]);
    await close();
  });

  test("has everything once where others' decisions are among its own", async () => {
    const { commit, own, follower, heard, seqs, close } = await following();
    await commit(10); // Another process's.
    own.announce([2]);
    follower.committed({ seq: 2, ...(await commit(20)) });
    expect(seqs()).toEqual([1, 2]);
    const third = await commit(30); // Read while it is not known to be its own.
    expect(seqs()).toEqual([1, 2, 3]);
    follower.committed({ seq: 3, ...third });
    expect(seqs()).toEqual([1, 2, 3]);
    expect(heard).toEqual([1, 2, 3]);
    await close();
  });

  test("has another's decision in the place of one that was announced and failed", async () => {
    const { commit, own, seqs, close } = await following();
    expect(seqs()).toEqual([]);
    own.announce([1]);
    await commit(10);
    expect(seqs()).toEqual([]);
    own.withdraw([1]);
    expect(seqs()).toEqual([1]);
    await close();
  });
});

describe("two stores of one folder", () => {
  const seen = async (store: Store, at = 1e6) =>
    (await store.velocity.asOf("prj_1", { email: 1 }, 0, { at, tie: 0 })).sightings.email?.map(
      (one) => one.at,
    ) ?? [];

  test("have each other's decisions as soon as they are acknowledged, each once", async () => {
    const turns = fc.array(fc.tuple(fc.nat(1), fc.nat(4)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const folder = newFolder();
        const stores = [await openSqliteStore(folder), await openSqliteStore(folder)];
        const acknowledged: number[] = [];
        for (const [who, count] of all) {
          const group = Array.from({ length: count }, (_, i) => acknowledged.length + i);
          await Promise.all(group.map((at) => stores[who]!.decisions.commit(decisionAt(at))));
          acknowledged.push(...group);
          for (const store of stores) expect(await seen(store)).toEqual(acknowledged);
        }
        for (const store of stores) await store.close();
      }),
      { numRuns: 5 },
    );
  });

  test("have each other's reports too", async () => {
    const folder = newFolder();
    const [one, two] = [await openSqliteStore(folder), await openSqliteStore(folder)];
    const decision = decisionAt(10);
    await one.decisions.commit(decision);
    const { projectId, id: decisionId } = decision.decision;
    const report = (store: Store, outcome: string, reportedAt: number) => {
      const more = { occurredAt: null, keyId: null, note: null, requestId: "r" };
      return store.outcomes.report({ projectId, decisionId, outcome, reportedAt, ...more });
    };
    const outcomes = async (store: Store) =>
      (await store.velocity.asOf(projectId, { email: 1 }, 0, { at: 1e6, tie: 0 })).outcomes?.email;
    await report(two, "fraud", 20);
    for (const store of [one, two]) expect((await outcomes(store))?.fraud).toBe(1);
    await report(one, withdrawn, 30);
    for (const store of [one, two]) expect(await outcomes(store)).toBeUndefined();
    await one.close();
    await two.close();
  });
});
