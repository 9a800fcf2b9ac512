import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { damageTable } from "../../../../test/fixtures/database.ts";
import { decisionFixture, groupOf } from "../../../../test/fixtures/storage/decision.ts";
import { openForReading, openForWriting } from "../open.ts";
import { Databases } from "../threads/operations.ts";
import { OwnDecisions } from "../threads/own-decisions.ts";
import { attemptsIndexer, waitingReader } from "./index-attempts.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-index-attempts-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with so many decisions, each of another project and with many identities. */
function folderWith(name: string, decisions: number): string {
  const folder = join(root, name);
  const databases = new Databases(folder, new OwnDecisions());
  const added = Array.from({ length: decisions }, (_, n) =>
    decisionFixture(`prj_${n % 3}`, `dec_${n}`, n + 1, { email: -n, phone: n * 2 ** 30, hotel: 7 }),
  );
  databases.perform({ decisions: groupOf(added), operations: [] });
  databases.close();
  return folder;
}

test("decisions wait until they are indexed", () => {
  const folder = folderWith("waiting", 5);
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  const waiting = waitingReader(events, history);
  const index = attemptsIndexer(events, history);
  expect(waiting()).toBe(5);
  expect(index(3)).toBe(3);
  expect(waiting()).toBe(2);
  expect(index(3)).toBe(2);
  expect(waiting()).toBe(0);
  history.close();
  events.close();
});

test("where that cannot be read, none waits: indexing reports why", () => {
  const folder = folderWith("damaged", 1);
  damageTable(join(folder, "history.db"), "progress");
  const events = openForReading(folder, "events");
  const history = openForReading(folder, "history");
  expect(waitingReader(events, history)()).toBe(0);
  history.close();
  events.close();
});

test("a group has all rows by identity, those of each project by their own, once", () => {
  const count = 3000; // More rows than are made at once.
  const folder = folderWith("rows", count);
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  expect(attemptsIndexer(events, history)(count + 1)).toBe(count);
  const rows = history
    .query(
      `SELECT p.project_id, s.identity, s.at FROM sightings AS s
       JOIN filed_projects AS p ON p.number = s.project ORDER BY s.at, s.identity`,
    )
    .values();
  const wanted = Array.from({ length: count }, (_, n) => {
    const identities = [-n, n * 2 ** 30, 7].sort((a, b) => a - b);
    return [...new Set(identities)].map((identity) => [`prj_${n % 3}`, identity + 0, n + 1]);
  }).flat();
  expect(rows).toEqual(wanted);
  history.close();
  events.close();
});
