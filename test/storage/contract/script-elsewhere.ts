import { expect } from "bun:test";
import { writeFileSync } from "node:fs";

/** Runs a script in a process of its own, and returns what it prints. */
export async function runElsewhere(file: string, source: string): Promise<string> {
  writeFileSync(file, source);
  const child = Bun.spawn([process.execPath, file], { stdout: "pipe", stderr: "pipe" });
  const [out, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ status, errors }).toEqual({ status: 0, errors: "" });
  return out.trim();
}
