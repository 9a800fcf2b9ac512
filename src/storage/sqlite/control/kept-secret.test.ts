import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { openDatabase } from "../../../../test/fixtures/database.ts";
import { openSqliteStore } from "../sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-secret-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a secret is in a file for the operator only, and no longer in the database", async () => {
  await (await openSqliteStore(folder)).close();
  const database = openDatabase(join(folder, "control.db"));
  const former = "former-secret-of-an-older-version";
  database.run("INSERT INTO secrets (name, value) VALUES ('sign-in', ?)", [former]);
  database.close();

  const store = await openSqliteStore(folder);
  expect(await store.accounts.secret("sign-in", "unused")).toBe(former); // What it encrypts can be read.
  expect(await store.accounts.secret("sign-in", "unused")).toBe(former);
  expect(await store.accounts.secret("other", "fresh")).toBe("fresh");
  expect(await store.accounts.secret("other", "fresher")).toBe("fresh");
  await store.close();
  const checkpointed = openDatabase(join(folder, "control.db"));
  const checkpoint = checkpointed.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)");
  await waitUntil("the log to be empty", () => checkpoint.get()!.busy === 0);
  checkpointed.close();
  expect(statSync(join(folder, "sign-in.key")).mode & 0o777).toBe(0o600);
  for (const name of readdirSync(folder).filter((one) => one.startsWith("control.db"))) {
    expect(readFileSync(join(folder, name)).includes(former)).toBe(false);
  }
});

test("an app's code is used once, also after a restart", async () => {
  const first = await openSqliteStore(folder);
  expect(await first.accounts.useCode("hash", 100, 0)).toBe(true);
  await first.close();
  const store = await openSqliteStore(folder);
  expect(await store.accounts.useCode("hash", 110, 0)).toBe(false);
  expect(await store.accounts.useCode("hash", 300, 101)).toBe(true);
  await store.close();
});
