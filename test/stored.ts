/**
 * What is stored, read and changed behind the service's back: in a file of SQLite, or in PostgreSQL where the
 * run of the tests is on that. Tables and columns have the same names in both.
 */
import { appendFileSync, chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Installation } from "./executable.ts";
import { openDatabase } from "./fixtures/database.ts";
import { dumpOf } from "./postgres/cluster.ts";

type DatabaseFile = "control.db" | "events.db";

/** Runs a statement that changes rows, with `?` for each value. */
export async function changeStored(
  installation: Installation,
  file: DatabaseFile,
  statement: string,
  values: (string | number)[],
): Promise<void> {
  const url = installation.environment.DATABASE_URL;
  const changed = url
    ? await runOnPostgres(url, statement, values)
    : runOnSqlite(join(installation.data, file), statement, values);
  if (changed === 0) throw new Error(`no row was changed: ${statement}`);
}

function runOnSqlite(path: string, statement: string, values: (string | number)[]): number {
  const database = openDatabase(path);
  try {
    return database.run(statement, values).changes;
  } finally {
    database.close();
  }
}

async function runOnPostgres(
  url: string,
  statement: string,
  values: (string | number)[],
): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let number = 0;
    const numbered = statement.replaceAll("?", () => `$${++number}`);
    return (await client.query(numbered, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Alters the stored files of a model, `NAME@VERSION`: those of the data folder and, on PostgreSQL, those that
 * would replace them.
 */
export async function damageModel(installation: Installation, model: string): Promise<void> {
  const path = join(installation.data, "models", model, "model.onnx");
  chmodSync(path, 0o600);
  appendFileSync(path, "x");
  if (!installation.environment.DATABASE_URL) return;
  const change = `UPDATE bundles SET model = model || 'x'::bytea WHERE bundle_sha256 =
    (SELECT bundle_sha256 FROM models WHERE name || '@' || version = ?)`;
  await changeStored(installation, "control.db", change, [model]);
}

/** All that is stored, to look for a secret in: the bytes of a database's files, or a dump. */
export function storedBytes({ data, environment }: Installation, file: DatabaseFile): Buffer {
  if (environment.DATABASE_URL) return dumpOf(environment.DATABASE_URL);
  const files = readdirSync(data).filter((name) => name.startsWith(file)); // The WAL too.
  return Buffer.concat(files.map((name) => readFileSync(join(data, name))));
}
