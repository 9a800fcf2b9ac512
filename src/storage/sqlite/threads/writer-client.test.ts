import { describe, expect, test } from "bun:test";
import { StorageUnavailable } from "../../store.ts";
import type { Outcome, Write } from "./operations.ts";
import type { ToWriter } from "./writer.ts";
import { WriterClient } from "./writer-client.ts";

/** A thread that answers on demand. */
class FakeWorker {
  readonly groups: Write[][] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  dead = false;
  terminated = false;

  postMessage(message: ToWriter): void {
    if (this.dead) return;
    if ("operations" in message) this.groups.push(message.operations);
    else queueMicrotask(() => this.say({ done: true }));
  }
  terminate(): void {
    this.terminated = true;
  }
  say(data: unknown): void {
    this.onmessage?.({ data });
  }
  answer(outcomes: Outcome[]): void {
    this.say({ outcomes });
  }
  die(message: string): void {
    this.dead = true;
    this.onerror?.({ message });
  }
}

async function started() {
  const worker = new FakeWorker();
  const thread = await WriterClient.start("folder", worker as unknown as Worker);
  return { worker, thread, ask: (id: string) => thread.ask("keys.revoke", id, 1) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => "done",
      (error) => error,
    ),
    Bun.sleep(500).then(() => "hung"),
  ]);

describe("operations", () => {
  test("of one turn travel together, later ones in the next group", async () => {
    const { worker, ask } = await started();
    const first = [ask("a"), ask("b")];
    await turn();
    const second = [ask("c"), ask("d")];
    await turn();
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
    await turn();
    for (let sent = 0; sent < worker.groups.length; sent++) {
      worker.answer(worker.groups[sent]!.map(({ args }) => ({ result: args[0] })));
    }
    expect(worker.groups.map((group) => group.length)).toEqual([512, 512, 76]);
    expect(await all).toEqual(Array.from({ length: 1100 }, (_, i) => String(i)));
  });

  test("that are refused are rejected one by one", async () => {
    const { worker, ask } = await started();
    const both = [ask("a"), ask("b")].map(settled);
    await turn();
    worker.answer([{ refused: "disk full" }, { result: null }]);
    const [refused, done] = await Promise.all(both);
    expect(refused).toBeInstanceOf(StorageUnavailable);
    expect((refused as Error).message).toBe("disk full");
    expect(done).toBe("done");
  });
});

describe("a thread that dies", () => {
  test("rejects everything in flight, and what comes later", async () => {
    const { worker, ask } = await started();
    const underWay = settled(ask("a"));
    await turn();
    const waiting = settled(ask("b"));
    worker.die("out of memory");
    expect(await underWay).toBeInstanceOf(StorageUnavailable);
    expect(await waiting).toBeInstanceOf(StorageUnavailable);
    expect(await settled(ask("c"))).toBeInstanceOf(StorageUnavailable);
  });

  test("does not delay the end of the service", async () => {
    const { worker, thread } = await started();
    worker.die("out of memory");
    expect(await settled(thread.close())).not.toBe("hung");
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
    await turn();
    const closing = thread.close();
    await Bun.sleep(20);
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
