/** Runs a load generator in a process of its own, so that its work and its pauses are not those of who measures. */
import { resolve } from "node:path";
import type { Load, LoadResult } from "./load.ts";

export const runLoad = (load: Load): Promise<LoadResult> => inProcess("load.ts", load);

/** @throws Error where an answer has another status than 200. */
export async function runScored(load: Load): Promise<LoadResult> {
  const result = await runLoad(load);
  const others = Object.keys(result.statuses).some((status) => status !== "200");
  if (others) throw new Error(`responses: ${JSON.stringify(result.statuses)}`);
  return result;
}

/** @param script in this folder; it takes its wishes as JSON, and prints its result as JSON. */
export function inProcess<Result>(script: string, wanted: object): Promise<Result> {
  const file = resolve(import.meta.dir, script);
  return Bun.$`${process.execPath} ${file} ${JSON.stringify(wanted)}`.json() as Promise<Result>;
}
