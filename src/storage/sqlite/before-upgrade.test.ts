import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyBeforeUpgrade } from "./before-upgrade.ts";
import { migrate, migrations } from "./migrations.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-upgrade-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A data folder as the version before the last migration of control.db left it. */
function olderFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [database, all] of Object.entries(migrations)) {
    const file = new Database(join(folder, `${database}.db`));
    file.run("PRAGMA journal_mode = WAL");
    migrate(file, database === "control" ? all.slice(0, -1) : all);
    if (database === "control") file.run("INSERT INTO secrets (name, value) VALUES ('a', 'b')");
    file.close();
  }
  return folder;
}
const copiesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith("before-upgrade-"))
    .sort();
const newest = (folder: string, name: "control" | "events") => {
  const database = new Database(join(folder, `${name}.db`));
  const row = database.query("SELECT max(created_at) AS last FROM __drizzle_migrations").get();
  database.close();
  return (row as { last: number }).last;
};

test("databases of an older version are copied before they are migrated, once", async () => {
  const folder = olderFolder("older");
  await (await openSqliteStore(folder)).close();
  const [copy, ...others] = copiesIn(folder);
  expect(others).toEqual([]);
  expect(readdirSync(join(folder, copy!)).sort()).toEqual(["control.db", "events.db"]);
  expect(newest(join(folder, copy!), "control")).toBe(migrations.control.at(-2)!.when);
  expect(newest(folder, "control")).toBe(migrations.control.at(-1)!.when);
  const kept = new Database(join(folder, copy!, "control.db"));
  expect(kept.query("SELECT * FROM secrets").all()).toEqual([{ name: "a", value: "b" }]);
  expect(kept.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  kept.close();
  await (await openSqliteStore(folder)).close();
  expect(copiesIn(folder)).toEqual([copy!]);
});

test("a new folder, and one of this version, get no copy", async () => {
  const folder = join(root, "new");
  await (await openSqliteStore(folder)).close();
  await (await openSqliteStore(folder)).close();
  expect(copiesIn(folder)).toEqual([]);
});

test("without a copy where that is asked for", async () => {
  const folder = olderFolder("skipped");
  await (await openSqliteStore(folder, { skipUpgradeCopy: true })).close();
  expect(copiesIn(folder)).toEqual([]);
});

test("the newest two copies are kept, and half ones removed", () => {
  const folder = olderFolder("many");
  for (const name of ["before-upgrade-2020", "before-upgrade-2021", "before-upgrade-2022"]) {
    mkdirSync(join(folder, name));
  }
  const made = copyBeforeUpgrade(folder)!;
  expect(copiesIn(folder)).toEqual(["before-upgrade-2022", made.slice(folder.length + 1)]);
  expect(existsSync(join(made, "events.db"))).toBe(true);
  expect(readdirSync(folder).filter((name) => name.startsWith(".before"))).toEqual([]);
});
