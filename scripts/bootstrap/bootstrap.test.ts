/** What is installed on a new machine is what the repository's hashes say. */
import { beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Locked {
  version: string;
  integrity: string;
  resolved?: string;
}

test("Bun is checked against the same hashes as in bun.lock, before it runs", () => {
  const { devDependencies } = JSON.parse(read("package.json"));
  const { packages } = JSON.parse(read("scripts/bootstrap/package-lock.json")) as {
    packages: Record<string, Locked>;
  };
  const { "": own, ...locked } = packages;
  expect(own).toMatchObject({ dependencies: { bun: devDependencies.bun } });
  const lock = read("bun.lock");
  expect(Object.keys(locked)).toContain("node_modules/@oven/bun-linux-x64");
  for (const [path, { version, integrity, resolved }] of Object.entries(locked)) {
    expect([path, version, resolved]).toEqual([path, devDependencies.bun, undefined]);
    expect(lock).toContain(`"${path.slice("node_modules/".length)}@${version}"`);
    expect(lock).toContain(integrity);
  }
});

test("with-bun.mjs ends with its program, by its status or by a signal that it passes on", async () => {
  const run = (code: string) =>
    Bun.spawn(["node", join(root, "scripts/with-bun.mjs"), "-e", code], { stdout: "pipe" });
  expect(await run("process.exit(7)").exited).toBe(7);
  const killed = run("process.kill(process.pid, 'SIGKILL')");
  expect(await killed.exited).toBe(137);
  const waiting = run(`process.on("SIGTERM", () => process.exit(8));
    setInterval(() => {}, 1000); console.log("ready");`);
  await waiting.stdout.getReader().read();
  waiting.kill("SIGTERM");
  expect(await waiting.exited).toBe(8);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "what a program of with-bun.mjs has started ends with it: %s",
  async (signal) => {
    // The innermost process writes to the same pipe, which ends once both have ended.
    const started = `console.log("ready"); setInterval(() => {}, 1000);`;
    const code = `Bun.spawn([process.execPath, "-e", ${JSON.stringify(started)}], { stdout: "inherit" });
      setInterval(() => {}, 1000);`;
    const run = Bun.spawn(["node", join(root, "scripts/with-bun.mjs"), "-e", code], {
      stdout: "pipe",
    });
    const output = run.stdout.getReader();
    await output.read();
    run.kill(signal);
    while (!(await output.read()).done);
    expect(await run.exited).toBe(signal === "SIGTERM" ? 143 : 137);
  },
);

describe("a new clone", () => {
  let clone: string;
  const lock = () => join(clone, "scripts/bootstrap/.installing");
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), "booking-risk-clone-"));
    mkdirSync(dirname(lock()), { recursive: true });
    for (const file of ["package.json", "bun.lock", "scripts/with-bun.mjs"]) {
      copyFileSync(join(root, file), join(clone, file));
    }
    return () => rmSync(clone, { recursive: true });
  });
  const started = () =>
    Bun.spawn(["node", join(clone, "scripts/with-bun.mjs"), "-e", "console.log('ran')"], {
      stdout: "pipe",
      stderr: "pipe",
    });

  test("is installed by one of the programs that are started in it; the others wait", async () => {
    const installing = Bun.spawn(["sleep", "600"]);
    writeFileSync(lock(), String(installing.pid));
    const waiting = started();
    const errors = waiting.stderr.getReader();
    const { value } = await errors.read();
    expect(new TextDecoder().decode(value)).toContain(`Waiting for process ${installing.pid},`);
    const installed = join(clone, "node_modules/bun/bin/bun.exe");
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(process.execPath, installed);
    copyFileSync(
      join(root, "node_modules/.installed-from"),
      join(clone, "node_modules/.installed-from"),
    );
    expect(await waiting.stdout.text()).toBe("ran\n");
    expect([await waiting.exited, existsSync(lock())]).toEqual([0, true]);
    installing.kill();
  });

  test("is installed by the next program where the one that did it was killed", async () => {
    const killed = Bun.spawn(["true"]);
    await killed.exited;
    writeFileSync(lock(), String(killed.pid));
    const next = started(); // Nothing can be installed there.
    const said = await next.stderr.text();
    expect(said).toStartWith("Installing the pinned packages.");
    expect(said).toContain("Installing failed at: npm ci");
    expect([await next.exited, existsSync(lock())]).toEqual([1, false]);
  });
});

const environments = ["models/training", "scripts/bench/peers", "test/long/schemathesis"];
test.each([...environments, "test/fixtures/models"])(
  "every Python package of %s has hashes",
  (folder) => {
    const packages = read(`${folder}/requirements.txt`)
      .replaceAll(/^#.*\n/gm, "")
      .trim()
      .split(/\n(?=\S)/);
    expect(packages.length).toBeGreaterThan(10);
    for (const one of packages)
      expect(one).toMatch(/^[\w.-]+==\S+ \\\n +--hash=sha256:[0-9a-f]{64}/);
  },
);
