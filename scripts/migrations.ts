/**
 * Writes a migration for the changes in the schemas since the last one:
 *
 *     npm run migrations -- NAME
 *
 * Drizzle's schema cannot express WITHOUT ROWID, so it has to be added to the SQL of a new table by hand.
 * Then list the new file in src/storage/sqlite/migrations.ts.
 */
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..");
const [name] = process.argv.slice(2);
if (!name) {
  process.stderr.write("Name the migration: npm run migrations -- NAME\n");
  process.exit(2);
}
for (const database of ["control", "events", "history"]) {
  const folder = "src/storage/sqlite";
  const generate = Bun.spawn(
    [
      process.execPath,
      join(root, "node_modules/.bin/drizzle-kit"),
      "generate",
      "--dialect",
      "sqlite",
      "--name",
      name,
      "--schema",
      `${folder}/${database}/schema.ts`,
      "--out",
      `${folder}/migrations/${database}`,
    ],
    { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
  );
  if ((await generate.exited) !== 0) process.exit(1);
}
