/** Each test confines a process of its own: what is refused cannot be had back. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Program, testWith } from "../../test/fixtures/needs.ts";
import { type Sandbox, sandboxOffered } from "./sandbox.ts";
import type { Attempts, Outcome } from "./sandbox-attempts.ts";

const offered = sandboxOffered();
const seccomp: Program = {
  name: "seccomp",
  isInstalled: offered.systemCalls,
  install: "Run the tests on a kernel with CONFIG_SECCOMP_FILTER.",
};
const landlock: Program = {
  name: "Landlock",
  isInstalled: offered.files,
  install: "Run the tests on Linux 5.13 or newer with Landlock.",
};

async function attemptsIn(wanted: Sandbox): Promise<{ sandbox: Sandbox; attempts: Attempts }> {
  const script = `
    import { confineThisProcess } from ${JSON.stringify(join(import.meta.dir, "sandbox.ts"))};
    import { prepareAttempts } from ${JSON.stringify(join(import.meta.dir, "sandbox-attempts.ts"))};
    const attempt = prepareAttempts();
    const sandbox = confineThisProcess(${JSON.stringify(wanted)});
    console.log(JSON.stringify({ sandbox, attempts: attempt() }));`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await child.stdout.text();
  expect(await child.exited).toBe(0);
  return JSON.parse(said);
}

const all = (outcome: Outcome, but: Partial<Attempts> = {}): Attempts => ({
  openFile: outcome,
  connect: outcome,
  startProgram: outcome,
  signalParent: outcome,
  raiseLimit: outcome,
  otherCalls: outcome,
  ...but,
});

const isLinux = process.platform === "linux";
// Neither is skipped on the other system, where there is nothing to install for it.
if (isLinux) describe("on Linux", confinedProcesses);
else {
  test("elsewhere there is no sandbox, and it says so", () => {
    expect(offered).toEqual({ systemCalls: false, files: false });
  });
}

function confinedProcesses() {
  test("a process without a sandbox can do all of it, so the attempts are real", async () => {
    const { sandbox, attempts } = await attemptsIn({ systemCalls: false, files: false });
    expect(sandbox).toEqual({ systemCalls: false, files: false });
    // Only a privileged process may raise its own limits, but each may read them.
    expect(attempts).toEqual(all("possible"));
  });

  testWith(seccomp)("seccomp alone refuses all of it", async () => {
    const { sandbox, attempts } = await attemptsIn({ systemCalls: true, files: false });
    expect(sandbox).toEqual({ systemCalls: true, files: false });
    expect(attempts).toEqual(all("refused"));
  });

  testWith(landlock)("Landlock alone refuses files, programs, TCP and signals", async () => {
    const { sandbox, attempts } = await attemptsIn({ systemCalls: false, files: true });
    expect(sandbox).toEqual({ systemCalls: false, files: true });
    const { openFile, startProgram } = attempts;
    expect({ openFile, startProgram }).toEqual({ openFile: "refused", startProgram: "refused" });
  });

  testWith(seccomp, landlock)("both are in effect together", async () => {
    const { sandbox, attempts } = await attemptsIn({ systemCalls: true, files: true });
    expect(sandbox).toEqual({ systemCalls: true, files: true });
    expect(attempts).toEqual(all("refused"));
  });
}
