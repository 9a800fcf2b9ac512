/** `booking-risk doctor` and the messages of commands: which path, and what to do. */
import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Installation } from "../fixtures/executable.ts";
import { root, testWith } from "../fixtures/needs.ts";

interface Report {
  ok: boolean;
  checks: { name: string; ok: boolean; warning?: true; detail: string }[];
}

async function doctor(installation: Installation, ...flags: string[]) {
  const { out, status } = await installation.run("doctor", "--json", ...flags);
  const { checks } = JSON.parse(out) as Report;
  const of = (name: string) => checks.find((one) => one.name === name)!;
  return { status, of };
}

test("a new folder passes; what will want looking after is a warning with its remedy", async () => {
  const fresh = new Installation();
  await fresh.project();
  const { status, of } = await doctor(fresh);
  expect(status).toBe(0);
  expect(of("integrity")).toMatchObject({ ok: true, detail: expect.stringContaining("intact") });
  expect(of("disk").detail).toContain(fresh.data);
  expect(of("folder").ok).toBe(true);
  expect(of("files").detail).toMatch(/\d+ files may be open|unlimited/);
  expect(of("model").detail).toMatch(/one row in \d+\.\d\d ms/); // It takes some 0.05 ms.
  expect(of("backup")).toMatchObject({ warning: true });
  expect(of("backup").detail).toContain("booking-risk backup");
  expect(of("proxy")).toMatchObject({ warning: true });
  const named = await doctor(fresh, "--host", "0.0.0.0", "--trusted-proxy", "10.0.0.5");
  expect(named.of("proxy")).toEqual({
    name: "proxy",
    ok: true,
    detail: "X-Forwarded-For is trusted from 10.0.0.5",
  });
  await fresh.json("backup", join(fresh.folder, "copy.backup"));
  expect((await doctor(fresh)).of("backup").detail).toContain("the last one was made at 20");
  chmodSync(fresh.data, 0o755);
  expect((await doctor(fresh)).of("folder").detail).toContain(`chmod 700 ${fresh.data}`);
});

test("a connection to a database elsewhere that is not encrypted is a warning, without the password", async () => {
  // Refused at once, and no address of the loopback interface.
  const DATABASE_URL = "postgres://risk:secret@0.0.0.0:1/risk";
  const { status, of } = await doctor(new Installation({ DATABASE_URL }));
  expect(status).toBe(1);
  expect(of("storage").ok).toBe(false);
  expect(of("transport")).toMatchObject({ ok: true, warning: true });
  expect(of("transport").detail).toMatch(
    /to 0\.0\.0\.0 are not encrypted: add sslmode=verify-full/,
  );
  const encrypted = await doctor(
    new Installation({ DATABASE_URL: `${DATABASE_URL}?sslmode=verify-full` }),
  );
  expect(encrypted.of("transport").warning).toBeUndefined();
  const { out, error } = await new Installation({ DATABASE_URL }).run("doctor");
  expect(out).toContain("warn transport");
  expect(out + error).not.toContain("secret");
});

test("few open files are a warning that says how to allow more", async () => {
  const fresh = new Installation();
  const command = `ulimit -n 512; exec ${fresh.executable} doctor --json`;
  const child = Bun.spawn(["sh", "-c", command], { cwd: fresh.folder, env: {}, stdout: "pipe" });
  const { checks } = JSON.parse(await child.stdout.text()) as Report;
  const files = checks.find(({ name }) => name === "files")!;
  expect(files.warning).toBe(true);
  expect(files.detail).toContain("512 files may be open");
  expect(files.detail).toContain("LimitNOFILE");
});

test("a clock behind the data is found before anything is written", async () => {
  const fresh = new Installation();
  await fresh.project();
  const future = Date.now() / 1000 + 2 * 86_400;
  utimesSync(join(fresh.data, "control.db"), future, future);
  const { status, of } = await doctor(fresh);
  expect(status).toBe(1);
  expect(of("clock").detail).toMatch(/is 17\d{4} s before the newest write to .*set the clock/);
});

describe("a damaged database", () => {
  test("is named with what to do, by doctor and by a command", async () => {
    const damaged = new Installation();
    await damaged.project();
    const file = join(damaged.data, "events.db");
    const bytes = readFileSync(file);
    bytes.fill(7, 4096); // All but the page that opening it reads.
    writeFileSync(file, bytes);
    const { status, of } = await doctor(damaged);
    expect(status).toBe(1);
    expect(of("integrity").ok).toBe(false);
    expect(of("integrity").detail).toContain(file);
    expect(of("integrity").detail).toContain("booking-risk restore");
    expect(of("integrity").detail).not.toContain("***");
    const { out } = await damaged.run("doctor");
    for (const line of out.trim().split("\n")) expect(line).toMatch(/^(ok {2}|warn|BAD ) \w+/);
  });

  test("that is no database at all is named when it is opened", async () => {
    const damaged = new Installation();
    await damaged.project();
    const file = join(damaged.data, "control.db");
    writeFileSync(file, "x".repeat(8192));
    const { status, error } = await damaged.run("project", "list");
    expect(status).toBe(1);
    expect(error).toContain(`${file}: file is not a database`);
    expect(error).toContain("booking-risk restore");
    expect(error.trim().split("\n")).toHaveLength(1);
  });

  test("history.db is rebuilt, so the remedy is to delete it", async () => {
    const other = new Installation();
    await other.project();
    const file = join(other.data, "history.db");
    writeFileSync(file, "x".repeat(8192));
    const { error } = await other.run("project", "list");
    expect(error).toContain(`delete ${file}`);
  });
});

test("a folder that cannot be created is named, with what to do", async () => {
  const fresh = new Installation();
  const { status, error } = await fresh.run("doctor", "--data", "/proc/nowhere");
  expect(status).toBe(1);
  const listed = await fresh.run("serve", "--data", "/proc/nowhere", "--port", "0");
  expect(listed.error).toContain("/proc/nowhere");
  expect(listed.error).toContain("--data");
  expect(error).toContain("BAD");
});

testWith(root)("a folder of another user is named with both users", async () => {
  const fresh = new Installation();
  await fresh.project();
  chmodSync(fresh.folder, 0o755);
  for (const name of ["", "control.db", "events.db", "history.db"]) {
    chownSync(join(fresh.data, name), 12_345, 12_345);
  }
  const child = Bun.spawn(
    ["setpriv", "--reuid=65534", "--clear-groups", fresh.executable, "project", "list"],
    { cwd: fresh.folder, env: {}, stdio: ["ignore", "pipe", "pipe"] },
  );
  const error = await child.stderr.text();
  expect(await child.exited).toBe(1);
  expect(error).toContain(`${fresh.data} belongs to user 12345 (mode 700), and this is user 65534`);
  expect(error).toContain("run the command as its owner");
  const doctor = Bun.spawnSync(
    ["setpriv", "--reuid=65534", "--clear-groups", fresh.executable, "doctor"],
    { cwd: fresh.folder, env: {} },
  );
  expect(doctor.stdout.toString()).toMatch(/BAD +integrity +this user may not read/);
  chmodSync(fresh.data, 0o755); // Its files stay the other user's.
  const inside = Bun.spawnSync(
    ["setpriv", "--reuid=65534", "--clear-groups", fresh.executable, "doctor"],
    { cwd: fresh.folder, env: {} },
  );
  const [integrity] = /^BAD +integrity.*$/m.exec(inside.stdout.toString()) ?? [];
  expect(integrity).toContain("control.db belongs to user 12345");
  expect(integrity).not.toContain("restore the newest backup");
});
