import { describe, expect, spyOn, test } from "bun:test";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import { nextTurn } from "../../../../test/fixtures/turns.ts";
import type { CollectionRecord } from "../../port/collections.ts";
import { StorageUnavailable } from "../../port/store.ts";
import { answerValues, groupFrom, type Rest } from "./group-message.ts";
import type { Committed, Outcome, Write } from "./operations.ts";
import type { ToWriter } from "./writer.ts";
import { WriterClient } from "./writer-client.ts";

/** A thread that answers on demand. */
class FakeWorker {
  readonly groups: Write[][] = [];
  /** Of each group, the number of its decisions. */
  readonly decisions: number[] = [];
  /** Of each group that is not answered, the operations that are no appends. */
  readonly #others: number[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  dead = false;
  terminated = false;
  #rest: Rest | null = null;

  postMessage(message: ToWriter): void {
    if (this.dead) return;
    if (Array.isArray(message)) {
      const { decisions, operations } = groupFrom(message, this.#rest);
      this.groups.push(operations);
      this.decisions.push(decisions.more.length);
      this.#others.push(this.#rest?.operations.length ?? 0);
      this.#rest = null;
    } else if ("operations" in message) this.#rest = message;
    else queueMicrotask(() => this.say({ done: true }));
  }
  terminate(): void {
    this.terminated = true;
  }
  say(data: unknown): void {
    this.onmessage?.({ data });
  }
  answer(outcomes: Outcome[], committed: Committed[] = []): void {
    const others = this.#others.shift()!;
    if (others > 0) this.say({ outcomes: outcomes.slice(0, others) });
    this.say(answerValues({ outcomes, committed }, others));
  }
  die(message: string): void {
    this.dead = true;
    this.onerror?.({ message });
  }
}

async function started() {
  const worker = new FakeWorker();
  const thread = await WriterClient.start("folder", worker as unknown as Worker);
  return {
    worker,
    thread,
    ask: (id: string) => thread.ask("keys.revoke", id, 1),
    append: (version: number) =>
      thread.ask("collections.append", { projectId: "prj_1", id: "col_1", version, summary: "{}" }),
    commit: (at: number) => thread.commit(decisionFixture("prj_1", `dec_${at}`, at, { email: 7 })),
  };
}
const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error,
  );

const settledAs = (promise: Promise<unknown>) => promise.catch((error) => error);

describe("operations", () => {
  test("of one turn travel together, later ones in the next group", async () => {
    const { worker, ask } = await started();
    const first = [ask("a"), ask("b")];
    await nextTurn();
    const second = [ask("c"), ask("d")];
    await nextTurn();
    expect(worker.groups.map((group) => group.map(({ args }) => args[0]))).toEqual([["a", "b"]]);
    worker.answer([{ result: 1 }, { result: 2 }]);
    expect(await Promise.all(first)).toEqual([1, 2]);
    expect(worker.groups[1]?.map(({ args }) => args[0])).toEqual(["c", "d"]);
    worker.answer([{ result: 3 }, { result: 4 }]);
    expect(await Promise.all(second)).toEqual([3, 4]);
  });

  test("are sent in groups of at most 512", async () => {
    const { worker, ask } = await started();
    const all = Promise.all(Array.from({ length: 1100 }, (_, i) => ask(String(i))));
    await nextTurn();
    for (let sent = 0; sent < worker.groups.length; sent++) {
      worker.answer(worker.groups[sent]!.map(({ args }) => ({ result: args[0] })));
    }
    expect(worker.groups.map((group) => group.length)).toEqual([512, 512, 76]);
    expect(await all).toEqual(Array.from({ length: 1100 }, (_, i) => String(i)));
  });

  test("that are refused are rejected one by one", async () => {
    const { worker, ask } = await started();
    const both = [ask("a"), ask("b")].map(settled);
    await nextTurn();
    worker.answer([{ refused: "disk full" }, { result: null }]);
    const [refused, done] = await Promise.all(both);
    expect(refused).toBeInstanceOf(StorageUnavailable);
    expect((refused as Error).message).toBe("disk full");
    expect(done).toBe("done");
  });
});

describe("decisions", () => {
  test("have their seq, null where the key was in use, or the reason of the refusal", async () => {
    const { worker, commit, ask } = await started();
    const all = [commit(1), commit(2), commit(3), ask("a")].map(settledAs);
    await nextTurn();
    expect(worker.decisions).toEqual([3]);
    worker.answer([{ result: "also done" }], [17, 0, "disk full"]);
    const [first, second, third, operation] = await Promise.all(all);
    expect([first, second, operation]).toEqual([17, null, "also done"]);
    expect(third).toBeInstanceOf(StorageUnavailable);
    expect((third as Error).message).toBe("disk full");
  });

  test("do not wait behind telemetry that came first, which goes on meanwhile", async () => {
    const { worker, append, commit } = await started();
    let now = 0;
    const clock = spyOn(performance, "now").mockImplementation(() => now);
    const batches = Array.from({ length: 300 }, (_, n) => append(n));
    await nextTurn();
    expect(worker.groups[0]).toHaveLength(64);
    const decisions = Array.from({ length: 1700 }, (_, n) => commit(n));
    const seqs = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    const answer = (sent: number, tookMs: number) => {
      now += tookMs;
      const outcomes = worker.groups[sent]!.map(({ args }) => ({
        result: (args[0] as CollectionRecord).version % 2 === 1,
      }));
      worker.answer(outcomes, seqs(worker.decisions[sent]!));
    };
    answer(0, 0);
    answer(1, 1); // A fast disk: 8 for each ms, and 16 in any case.
    answer(2, 5);
    answer(3, 100); // Whoever waits so long for the disk does not notice 64 of them.
    answer(4, 1);
    answer(5, 1);
    clock.mockRestore();
    expect(worker.decisions).toEqual([0, 512, 512, 512, 164, 0, 0]);
    expect(worker.groups.map((group) => group.length)).toEqual([64, 16, 16, 40, 64, 64, 36]);
    answer(6, 1);
    const odd = Array.from({ length: 300 }, (_, n) => n % 2 === 1);
    expect(await Promise.all(batches)).toEqual(odd);
    expect(await Promise.all(decisions)).toEqual([
      ...seqs(512),
      ...seqs(512),
      ...seqs(512),
      ...seqs(164),
    ]);
  });

  test("in flight and waiting are rejected when the thread dies", async () => {
    const { worker, commit } = await started();
    const underWay = settled(commit(1));
    await nextTurn();
    const waiting = settled(commit(2));
    worker.die("out of memory");
    expect(await underWay).toBeInstanceOf(StorageUnavailable);
    expect(await waiting).toBeInstanceOf(StorageUnavailable);
  });
});

describe("a thread that dies", () => {
  test("rejects everything in flight, and what comes later", async () => {
    const { worker, ask } = await started();
    const underWay = settled(ask("a"));
    await nextTurn();
    const waiting = settled(ask("b"));
    worker.die("out of memory");
    expect(await underWay).toBeInstanceOf(StorageUnavailable);
    expect(await waiting).toBeInstanceOf(StorageUnavailable);
    expect(await settled(ask("c"))).toBeInstanceOf(StorageUnavailable);
  });

  test("does not delay the end of the service", async () => {
    const { worker, thread } = await started();
    worker.die("out of memory");
    let isClosed = false;
    void thread.close().then(() => {
      isClosed = true;
    });
    await nextTurn();
    expect(isClosed).toBe(true);
  });

  test("at its start is StorageUnavailable", async () => {
    const worker = new FakeWorker();
    worker.dead = true;
    const starting = WriterClient.start("folder", worker as unknown as Worker);
    worker.say({ failed: "unable to open database file" });
    expect(await settled(starting)).toBeInstanceOf(StorageUnavailable);
  });
});

describe("closing", () => {
  test("waits for operations in flight", async () => {
    const { worker, thread, ask } = await started();
    const asked = ask("a");
    await nextTurn();
    const closing = thread.close();
    for (let turns = 0; turns < 5; turns++) await nextTurn();
    expect(worker.terminated).toBe(false);
    worker.answer([{ result: 1 }]);
    expect(await asked).toBe(1);
    await closing;
    expect(worker.terminated).toBe(true);
  });

  test("rejects what comes later", async () => {
    const { thread, ask } = await started();
    await thread.close();
    expect(await settled(ask("a"))).toBeInstanceOf(StorageUnavailable);
  });
});
