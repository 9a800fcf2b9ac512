/** The executable under test: started, killed and started again on one port, and looked at. */
import { readFileSync } from "node:fs";

export interface UnderTest {
  url: string;
  /** Ends it as a power cut would, and starts it again on the same port. */
  killAndRestart(): Promise<void>;
  /** Most memory that it ever had in RAM, MiB; since it was last started. */
  peakMiB(): number;
  /** Processor time since it was last started, s. */
  cpuS(): number;
  stop(): Promise<void>;
}

export async function startUnderTest(executable: string, flags: string[]): Promise<UnderTest> {
  let { child, url } = await start(executable, [...flags, "--port", "0"]);
  const { port } = new URL(url);
  return {
    url,
    async killAndRestart() {
      child.kill("SIGKILL");
      await child.exited;
      ({ child, url } = await start(executable, [...flags, "--port", port]));
    },
    peakMiB() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    },
    cpuS() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100; // utime and stime, in ticks.
    },
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

async function start(executable: string, flags: string[]) {
  const child = Bun.spawn([executable, "serve", ...flags], { stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the service ended before it served");
    text += new TextDecoder().decode(value);
  }
  void drain(reader);
  const { url } = JSON.parse(text.split("\n")[0]!) as { url: string };
  return { child, url };
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
