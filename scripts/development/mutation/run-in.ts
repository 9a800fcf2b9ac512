/** Runs programs in copies of the project: tests, and the compiler. */
import { timeLimitFlag } from "../test/bun-test.ts";

export type Ending = "passed" | "failed" | "timed out";

const running = new Set<number>();

/** A program, with all that it starts. What it prints is dropped. */
export async function runIn(
  folder: string,
  command: readonly string[],
  timeoutMs: number,
): Promise<Ending> {
  // A group of its own, so that what it has started ends with it.
  const child = Bun.spawn([...command], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  running.add(child.pid);
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    kill(child.pid);
  }, timeoutMs);
  const status = await child.exited;
  clearTimeout(limit);
  running.delete(child.pid);
  return isLate ? "timed out" : status === 0 ? "passed" : "failed";
}

/**
 * Runs test files in one process, in the order given, until the first test fails.
 * @param options further ones of `bun test`.
 */
export function runTests(
  folder: string,
  files: readonly string[],
  timeoutMs: number,
  options: readonly string[] = [],
): Promise<Ending> {
  const command = [
    process.execPath,
    "test",
    "--bail",
    "--no-orphans",
    timeLimitFlag,
    ...options,
    ...files.map((file) => `./${file}`),
  ];
  return runIn(folder, command, timeoutMs);
}

/** Ends all that runs now, before this process ends. */
export function killRunning(): void {
  for (const group of running) kill(group);
}

function kill(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {} // It has just ended by itself.
}
