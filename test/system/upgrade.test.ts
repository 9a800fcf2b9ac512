/** The executable on data of an older version, and on data of a newer one. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, migrations } from "../../src/storage/sqlite/migrations.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const names = ["control", "events"] as const;

const open = (folder: string, name: string) => new Database(join(folder, `${name}.db`));
const newest = (folder: string, name: (typeof names)[number]) => {
  const database = open(folder, name);
  const row = database.query("SELECT max(created_at) AS at FROM __drizzle_migrations").get();
  database.close();
  return (row as { at: number }).at;
};
const copiesIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith("before-upgrade-"));

test("on older data it makes a copy of it, and scores", async () => {
  const { data } = installation;
  mkdirSync(data);
  for (const name of names) {
    const database = open(data, name);
    database.run("PRAGMA journal_mode = WAL");
    migrate(database, migrations[name].slice(0, -1)); // As the version before the last change left it.
    if (name === "control") database.run("INSERT INTO secrets (name, value) VALUES ('old', 'x')");
    database.close();
  }
  const first = await installation.serve();
  expect(await first.stop()).toBe(0);
  const [copy, ...others] = copiesIn(data);
  expect(others).toEqual([]);
  for (const name of names) {
    expect(newest(join(data, copy!), name)).toBe(migrations[name].at(-2)!.when);
    expect(newest(data, name)).toBe(migrations[name].at(-1)!.when);
  }
  const kept = open(join(data, copy!), "control");
  expect(kept.query("SELECT name FROM secrets").all()).toEqual([{ name: "old" }]);
  kept.close();

  const { secret } = await installation.project();
  const second = await installation.serve();
  expect((await callRisk(second.url, secret.key, booking())).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(copiesIn(data)).toEqual([copy!]);
});

test.each([
  ["serve", "--port", "0"],
  ["project", "list"],
  ["user", "list"],
] as string[][])(
  "on newer data %s is refused with what to do, and changes nothing",
  async (...command: string[]) => {
    const data = join(installation.folder, `newer-${command[0]}`);
    await installation.json("project", "create", "Hotel", "--data", data);
    const control = open(data, "control");
    control.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9e15)");
    control.run("PRAGMA wal_checkpoint(TRUNCATE)");
    control.close();
    const before = readFileSync(join(data, "control.db"));
    const { status, error } = await installation.run(...command, "--data", data);
    expect(status).toBe(1);
    expect(error).toContain("newer version of booking-risk; use that one, or the copy in the");
    expect(readFileSync(join(data, "control.db")).equals(before)).toBe(true);
    expect(copiesIn(data)).toEqual([]);
  },
);
