/** The executable under test: starts, kills and restarts it on one port, and reads its usage. */
import { readFileSync } from "node:fs";
import { startServer } from "../bench/start-server.ts";
import { type ThreadCpu, threadCpu } from "../bench/thread-cpu.ts";

export interface ServiceUnderTest {
  url: string;
  /** Kills it without warning and restarts it on the same port. */
  killAndRestart(): Promise<void>;
  /** Peak resident memory since the last start, MiB. */
  peakMiB(): number;
  /** CPU time since the last start, by thread. */
  threadCpu(): ThreadCpu;
  stop(): Promise<void>;
}

export async function startServiceUnderTest(
  executable: string,
  flags: string[],
): Promise<ServiceUnderTest> {
  const command = [executable, "serve", ...flags];
  let { process: child, url } = await startServer([...command, "--port", "0"]);
  const { port } = new URL(url);
  return {
    url,
    async killAndRestart() {
      child.kill("SIGKILL");
      await child.exited;
      ({ process: child, url } = await startServer([...command, "--port", port]));
    },
    peakMiB() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    },
    threadCpu: () => threadCpu(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
