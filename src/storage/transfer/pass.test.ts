import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Differs, pass } from "./pass.ts";
import { type SqliteSide, sqliteSide } from "./sqlite-side.ts";
import { movedTables, portionRows, type Row } from "./tables.ts";

const table = movedTables.find(({ name }) => name === "shadow_scores")!;
const everything = { after: null, upTo: null };
let folder: string;
let from: SqliteSide;
let to: SqliteSide;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-pass-"));
  [from, to] = ["from", "to"].map((name) => {
    mkdirSync(join(folder, name));
    return sqliteSide(join(folder, name), { writable: true });
  }) as [SqliteSide, SqliteSide];
  await put(from, ...Array.from({ length: 2.5 * portionRows }, (_, n) => score(`dec_${place(n)}`)));
});
afterEach(async () => {
  await from.close();
  await to.close();
  rmSync(folder, { recursive: true });
});

const place = (n: number) => String(n).padStart(6, "0");

function score(decision: string, points = 5): Row {
  return {
    project_id: "prj_1",
    decision_id: decision,
    model_name: "m",
    model_version: "1",
    model_sha256: "",
    probability: 0.1,
    risk_score: points,
    served_risk_score: 5,
    at: 1,
  };
}

const put = (side: SqliteSide, ...rows: Row[]) => side.change(table, { put: rows, remove: [] });
const content = async (side: SqliteSide) =>
  [...(await side.digests(table, { ...everything }))].toSorted();

/** A pass, and how many portions of the destination's table it read. */
async function passed(options: { compareAll?: boolean; to?: Partial<SqliteSide> } = {}) {
  let read = 0;
  const watched: SqliteSide = {
    ...to,
    ...options.to,
    digests(which, portion) {
      if (which === table) read += 1;
      return to.digests(which, portion);
    },
  };
  const { compareAll = false } = options;
  const { copied, rows } = await pass(from, watched, { compareAll, progress() {} });
  return { copied, rows, read };
}

test("what has not changed since it was compared is not read at the destination again", async () => {
  const rows = 2.5 * portionRows;
  // Of each portion before and after the change.
  expect(await passed()).toEqual({ copied: rows, rows, read: 6 });
  // The last portion has no end yet.
  expect(await passed()).toEqual({ copied: 0, rows, read: 1 });
  await put(from, score(`dec_${place(7)}`, 6));
  expect(await passed()).toEqual({ copied: 1, rows, read: 3 });
  expect(await content(to)).toEqual(await content(from));
  expect(await passed()).toEqual({ copied: 0, rows, read: 1 });
});

test("a portion that has grown is divided, and one that was emptied is read as such", async () => {
  await passed();
  const added = Array.from({ length: 6 * portionRows }, (_, n) =>
    score(`dec_${place(7)}_${place(n)}`),
  );
  await put(from, ...added);
  const keys = [...(await from.digests(table, { ...everything })).keys()];
  const second = keys.filter((key) => key.includes(`dec_${place(1).slice(0, 2)}1`));
  await from.change(table, { put: [], remove: second });
  const rows = keys.length - second.length;
  expect(await passed()).toMatchObject({ copied: added.length, rows });
  expect(await content(to)).toEqual(await content(from));
  expect(await passed()).toEqual({ copied: 0, rows, read: 1 });
});

test("an interrupted change is compared again, even where the source is what it was before it", async () => {
  await passed();
  const row = `dec_${place(7)}`;
  await put(from, score(row, 6));
  const interrupted = passed({
    to: {
      async change(which, change) {
        await to.change(which, change);
        throw new Error("killed");
      },
    },
  });
  await expect(interrupted).rejects.toThrow("killed");
  await put(from, score(row));
  expect(await content(to)).not.toEqual(await content(from));
  expect(await passed()).toMatchObject({ copied: 1 });
  expect(await content(to)).toEqual(await content(from));
});

test("what was altered at the destination after it was compared is found by comparing all", async () => {
  await passed();
  await put(to, score(`dec_${place(7)}`, 6));
  expect(await passed()).toMatchObject({ copied: 0 });
  expect(await passed({ compareAll: true })).toMatchObject({ copied: 1 });
  expect(await content(to)).toEqual(await content(from));
});

test("a row that is not what was written is named", async () => {
  const altering: Partial<SqliteSide> = {
    change: (which, { put, remove }) =>
      to.change(which, { put: put.map((row) => ({ ...row, risk_score: 7 })), remove }),
  };
  await expect(passed({ to: altering })).rejects.toThrow(Differs);
  await expect(passed({ to: altering })).rejects.toThrow(`["prj_1","dec_${place(0)}","m","1"]`);
});
