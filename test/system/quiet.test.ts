/** The executable connects to no other host: the ONNX runtime's telemetry, above all, is off. */
import { expect } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readUntil, waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { strace, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const project = await installation.project();

testWith(strace)("opens no connection and writes nothing outside its data", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const trace = join(home, "..", `trace-${process.pid}`);
  const child = Bun.spawn(
    [
      "strace",
      "-D",
      "-f",
      "-q",
      "-e",
      "trace=connect,sendto",
      "-o",
      trace,
      installation.executable,
      "serve",
      "--port",
      "0",
    ],
    { cwd: installation.folder, env: { HOME: home }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const line = (await readUntil(child.stdout, "\n")).split("\n")[0]!;
  const { url } = JSON.parse(line) as { url: string };
  for (let i = 0; i < 20; i++) {
    const answer = await callRisk(url.replace(/\/$/, ""), project.secret.key, fullRequest());
    expect(answer.status).toBe(200);
  }
  const session = await fetch(new URL("/dashboard/api/session", url)); // Loads the sign-in library.
  expect(session.status).toBe(200);
  await Bun.sleep(2000); // A telemetry client would send shortly after its start, and nothing says when it has not.
  child.kill("SIGTERM");
  await child.exited;
  const calls = await waitUntil("the end of the trace", () => {
    const text = readFileSync(trace, "utf8");
    return new RegExp(`^${child.pid} +\\+{3} exited with 0`, "m").test(text) && text;
  });
  rmSync(trace);
  expect(calls.split("\n").filter((call) => /connect\(.*AF_INET/.test(call))).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
  rmSync(home, { recursive: true });
});
