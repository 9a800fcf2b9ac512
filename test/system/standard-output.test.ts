/** Standard output that takes nothing: a command says so and fails, a closed pipe is no failure, and the service goes on. */
import { expect, test } from "bun:test";
import { openSync } from "node:fs";
import { freePort } from "../../scripts/programs/free-port.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, compilingLate, Installation } from "../fixtures/executable.ts";
import { testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const project = await installation.project();

/** Every write to it fails as on a full disk. */
const full = "/dev/full";
const linux = { name: "Linux", isInstalled: process.platform === "linux", install: "" };
const failure = "booking-risk: standard output could not be written: no space left on device\n";

async function runWith(stdout: number | "pipe", ...args: string[]) {
  const child = Bun.spawn([installation.executable, ...args], {
    cwd: installation.folder,
    env: { ...compilingLate, ...installation.environment },
    stdio: ["ignore", stdout, "pipe"],
  });
  if (stdout === "pipe") await (child.stdout as ReadableStream).cancel();
  const error = await child.stderr.text();
  return { status: await child.exited, error };
}

testWith(linux).each([
  "decision verify --all",
  "project list --json",
  "features",
  "audit --format ndjson",
  "openapi",
  "backup -",
  "--help",
])("%s fails on a full disk", async (command) => {
  const ran = await runWith(openSync(full, "w"), ...command.split(" "));
  expect(ran.status).toBe(1);
  expect(ran.error).toEndWith(failure); // After the progress, where there are decisions.
});

testWith(linux)("a command that fails for another reason keeps that one", async () => {
  const ran = await runWith(openSync(full, "w"), "project", "show");
  expect(ran.status).toBe(2);
  expect(ran.error).toContain("missing required argument");
});

test.each(["project list", "features", "openapi"])(
  "%s is quiet if its pipe is closed",
  async (command) => {
    expect(await runWith("pipe", ...command.split(" "))).toEqual({ status: 0, error: "" });
  },
);

testWith(linux)(
  "the service scores, and stops as usual, while its log cannot be written",
  async () => {
    const port = await freePort();
    const flags = ["serve", "--port", `${port}`, "--drain", "0", "--access-log"];
    const service = Bun.spawn([installation.executable, ...flags], {
      cwd: installation.folder,
      env: { ...compilingLate, ...installation.environment },
      stdio: ["ignore", openSync(full, "w"), "ignore"],
    });
    const url = `http://127.0.0.1:${port}`;
    const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;
    await waitUntil("the service", isReady, { ignoreErrors: true });
    for (let i = 0; i < 3; i++) {
      expect((await callRisk(url, project.secret.key, booking())).status).toBe(200);
    }
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
  },
);
