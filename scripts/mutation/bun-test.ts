/** Runs test files of a copy of the project, and says how that ended. */

export type Ending = "passed" | "failed" | "timed out";

/** A test may take this long where it names no limit of its own: as in a run of the tests. */
const testMsMax = 120_000;

/**
 * In one process, in the order given, until the first test fails.
 * @param options further ones of `bun test`.
 */
export async function runTests(
  folder: string,
  files: readonly string[],
  timeoutMs: number,
  options: readonly string[] = [],
): Promise<Ending> {
  const child = Bun.spawn(
    [
      ...[process.execPath, "test", "--bail", "--no-orphans", `--timeout=${testMsMax}`],
      ...[...options, ...files.map((file) => `./${file}`)],
    ],
    // A group of its own, so that what the tests have started ends with it.
    { cwd: folder, stdio: ["ignore", "ignore", "ignore"], detached: true },
  );
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    process.kill(-child.pid, "SIGKILL");
  }, timeoutMs);
  const status = await child.exited;
  clearTimeout(limit);
  return isLate ? "timed out" : status === 0 ? "passed" : "failed";
}
