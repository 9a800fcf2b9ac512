import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToOpen } from "../../../test/fixtures/storage/opening.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-open-"));
afterAll(() => rmSync(root, { recursive: true }));

test("threads that open a new folder at the same moment all succeed", async () => {
  const threads = Array.from(
    { length: 4 },
    () => new Worker(import.meta.resolve("../../../test/fixtures/storage/opening.ts")),
  );
  const open = (thread: Worker, asked: ToOpen) =>
    new Promise<string | null>((resolve, reject) => {
      thread.onmessage = ({ data }) => resolve(data);
      thread.onerror = ({ message }) => reject(new Error(message));
      thread.postMessage(asked);
    });
  for (let round = 0; round < 25; round++) {
    const folder = join(root, String(round));
    const ready = new Int32Array(new SharedArrayBuffer(4));
    const asked = { folder, ready, threads: threads.length };
    expect(await Promise.all(threads.map((thread) => open(thread, asked)))).toEqual(
      threads.map(() => null),
    );
  }
  for (const thread of threads) thread.terminate();
});
