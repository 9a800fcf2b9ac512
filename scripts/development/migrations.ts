/**
 * Writes a migration for the changes in the schemas since the last one:
 *
 *     npm run migrations -- NAME
 *
 * Drizzle's schema cannot express WITHOUT ROWID, nor PostgreSQL's partitions, so they have to be added to the
 * SQL of a new table by hand. Then list the new files in migrations.ts of src/storage/sqlite and postgres.
 */
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "../..");
const [name] = process.argv.slice(2);
if (!name) {
  process.stderr.write("Name the migration: npm run migrations -- NAME\n");
  process.exit(2);
}
const sqlite = "src/storage/sqlite";
const postgres = "src/storage/postgres";
const targets = [
  ...["control", "events", "history"].map((database) => ({
    dialect: "sqlite",
    schema: `${sqlite}/${database}/schema.ts`,
    out: `${sqlite}/migrations/${database}`,
  })),
  { dialect: "postgresql", schema: `${postgres}/schema.ts`, out: `${postgres}/migrations` },
];
for (const { dialect, schema, out } of targets) {
  const flags = ["--dialect", dialect, "--name", name, "--schema", schema, "--out", out];
  const generate = Bun.spawn(
    [process.execPath, join(root, "node_modules/.bin/drizzle-kit"), "generate", ...flags],
    { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
  );
  if ((await generate.exited) !== 0) process.exit(1);
  removeOldSnapshots(join(root, out, "meta"));
}

/** The next migration is written for what has changed since the newest one: nothing reads those before. */
function removeOldSnapshots(folder: string): void {
  const snapshots = readdirSync(folder).filter((file) => file.endsWith("_snapshot.json"));
  for (const file of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, file));
}
