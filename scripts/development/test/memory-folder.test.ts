import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readUntil } from "../../programs/wait-until.ts";

/** A process that opens a folder, says what it got, and then does this. */
function opening(then: string) {
  const code = `import { openMemoryFolder } from ${JSON.stringify(join(import.meta.dir, "memory-folder.ts"))};
    const { TMPDIR = "" } = openMemoryFolder();
    console.log(TMPDIR);
    ${then}`;
  return Bun.spawn([process.execPath, "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
}

async function folderOf(child: ReturnType<typeof opening>): Promise<string> {
  return (await readUntil(child.stdout, "\n")).trim();
}

test("a run's folder is removed at its end, and that of a killed run by the next one", async () => {
  const killed = opening("setInterval(() => {}, 1000);");
  const left = await folderOf(killed);
  if (left === "") return void killed.kill(); // This machine has no memory to spare.
  killed.kill("SIGKILL");
  await killed.exited;
  expect(existsSync(left)).toBe(true);

  const next = opening("process.exit(1);");
  const own = await folderOf(next);
  expect(await next.exited).toBe(1);
  expect([own === left, existsSync(own), existsSync(left)]).toEqual([false, false, false]);
});

test("the folder of a run that goes on is left alone", async () => {
  const running = opening("setInterval(() => {}, 1000);");
  const own = await folderOf(running);
  expect(await opening("").exited).toBe(0);
  expect(own === "" || existsSync(own)).toBe(true);
  running.kill("SIGTERM");
  await running.exited;
  expect(await opening("").exited).toBe(0); // Which removes what is left.
});
