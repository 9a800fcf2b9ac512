import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  copiesIn,
  copyName,
  noteVerified,
  removeOld,
  removeUnfinished,
  seriesOf,
} from "./copies.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-copies-"));
const folder = join(root, "backups");
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

const write = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), "x");
};

test("a data folder keeps its name, and another one has another", () => {
  const [a, b] = [join(root, "a"), join(root, "b")];
  mkdirSync(a);
  mkdirSync(b);
  const series = seriesOf(a);
  expect(series).toMatch(/^[a-z0-9]{8}$/);
  expect(seriesOf(a)).toBe(series);
  expect(seriesOf(b)).not.toBe(series);
  writeFileSync(join(b, "backup-series"), "../../x");
  expect(() => seriesOf(b)).toThrow("is damaged");
});

test("a name says when, and whether it is encrypted", () => {
  const at = Date.UTC(2026, 10, 22, 4, 5, 6, 789);
  expect(copyName("abcdefgh", at, false)).toBe("booking-risk-abcdefgh-2026-11-22T04-05-06Z.tar");
  expect(copyName("abcdefgh", at, true)).toEndWith(".tar.age");
});

test("the newest are kept, and whatever is not its own", () => {
  const own = [1, 2, 3, 4].map((hour) =>
    copyName("abcdefgh", Date.UTC(2026, 0, 1, hour), hour % 2 === 0),
  );
  const others = [
    copyName("zzzzzzzz", Date.UTC(2025, 0, 1), false),
    "booking-risk-abcdefgh-2025-01-01T00-00-00Z.tar.partial-1",
    "booking-risk-abcdefgh-2025-01-01T00-00-00Z.tar.old",
    "x-booking-risk-abcdefgh-2025-01-01T00-00-00Z.tar",
    "monday.tar",
  ];
  write(...own, ...others);
  expect(copiesIn(folder, "abcdefgh")).toEqual(own);
  expect(removeOld(folder, "abcdefgh", 2)).toEqual(own.slice(0, 2));
  expect(removeOld(folder, "abcdefgh", 2)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([...own.slice(2), ...others].sort());
});

test("the newest that was verified is kept however old it is, and no other", () => {
  const own = [1, 2, 3, 4, 5].map((day) => copyName("abcdefgh", Date.UTC(2026, 0, day), day > 1));
  write(...own);
  noteVerified(join(folder, own[0]!));
  noteVerified(join(folder, own[1]!));
  expect(readdirSync(folder)).toContain(`${own[0]}.verified`);
  expect(removeOld(folder, "abcdefgh", 1)).toEqual([own[0]!, own[2]!, own[3]!]);
  expect(readdirSync(folder).sort()).toEqual([own[1]!, `${own[1]}.verified`, own[4]!].sort());
  noteVerified(join(folder, own[4]!));
  expect(removeOld(folder, "abcdefgh", 1)).toEqual([own[1]!]);
  expect(readdirSync(folder).sort()).toEqual([own[4]!, `${own[4]}.verified`].sort());
});

test("nothing is noted beside a backup that is in no series", () => {
  write("monday.tar");
  noteVerified(join(folder, "monday.tar"));
  expect(readdirSync(folder)).toEqual(["monday.tar"]);
});

test("what killed runs left goes, and what is being written stays", () => {
  const name = copyName("abcdefgh", Date.UTC(2026, 0, 1), false);
  const running = `${name}.partial-${process.pid}`;
  const old = `${name}.partial-${process.ppid}`; // Its number is another process's now.
  write(running, old, `${name}.partial-999999999`, "booking-risk-zzzzzzzz-x.tar.partial-999999999");
  utimesSync(join(folder, old), 0, 0);
  removeUnfinished(folder, "abcdefgh");
  expect(readdirSync(folder).sort()).toEqual(
    [running, "booking-risk-zzzzzzzz-x.tar.partial-999999999"].sort(),
  );
});
