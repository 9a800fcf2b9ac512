/** Runs a load generator in a process of its own, so that its work and its pauses are not those of who measures. */
import { resolve } from "node:path";
import type { Load, LoadResult } from "./load.ts";

/** @param until ends a load without `rate` before its `seconds` are over. */
export const runLoad = (load: Load, until?: Promise<unknown>): Promise<LoadResult> =>
  inProcess("load.ts", load, until);

/** @throws Error where an answer has another status than 200. */
export async function runScored(load: Load): Promise<LoadResult> {
  const result = await runLoad(load);
  const others = Object.keys(result.statuses).some((status) => status !== "200");
  if (others) throw new Error(`responses: ${JSON.stringify(result.statuses)}`);
  return result;
}

/**
 * @param script in this folder; it takes its wishes as JSON, and prints its result as JSON.
 * @param until sends it SIGTERM.
 * @throws Error where the script fails.
 */
export async function inProcess<Result>(
  script: string,
  wanted: object,
  until?: Promise<unknown>,
): Promise<Result> {
  const file = resolve(import.meta.dir, script);
  const child = Bun.spawn([process.execPath, file, JSON.stringify(wanted)]);
  void until?.then(() => child.kill());
  const output = await child.stdout.text();
  if ((await child.exited) === 0) return JSON.parse(output) as Result;
  throw new Error(`${script} failed (${child.signalCode ?? `status ${child.exitCode}`})`);
}
