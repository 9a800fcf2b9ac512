import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { NodeProcess } from "./node-process.ts";

const folder = mkdtempSync(join(tmpdir(), "node-process-"));
const echoes = join(folder, "echoes.mjs");
const ends = join(folder, "ends.mjs");

beforeAll(async () => {
  await Bun.write(echoes, "export default ({ text }) => text;");
  await Bun.write(ends, "export default () => process.exit(1);");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a script that comes as an idle process is ended runs in another", async () => {
  let node: NodeProcess | undefined;
  for (let milliseconds = 0; milliseconds < 12; milliseconds++) {
    if (!node?.takesScripts) node = new NodeProcess(process.env, 1);
    expect(await node.run(echoes, { text: "answer" })).toBe("answer");
    await wait(milliseconds);
  }
});

test("a script whose process ends fails, and the process takes no other", async () => {
  const node = new NodeProcess(process.env, 60_000);
  await expect(node.run(ends, {})).rejects.toThrow("its process of Node was ended");
  expect(node.takesScripts).toBe(false);
});
