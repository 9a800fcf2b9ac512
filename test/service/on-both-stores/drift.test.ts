/** Drift on the executable: a declared attribute that is no longer sent, by the command and for the page. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import type { DriftReport } from "../../../src/cli/drift/report.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { Installation } from "../../fixtures/executable.ts";

const dayMs = 86_400_000;
const weeks = 4;
/** Of six days, which the page may show, still enough to compare. */
const perWeek = 400;

const installation = new Installation();
const { projectId } = await installation.project();
const ofProject = ["--project", projectId];
const declare = (name: string, type: string) =>
  installation.json(
    "project",
    "attribute",
    "set",
    name,
    "--type",
    type,
    "--meaning",
    name,
    ...ofProject,
  );

/** Of each booking until the last week; then only `channel` is sent. */
const attributesOf = (i: number) => ({
  channel: ["app", "web", "agency"][i % 3],
  nights_before: i % 40,
  is_member: i % 4 === 0,
  old_code: `code ${i % 2}`,
});

function lines(now: number): string[] {
  return Array.from({ length: weeks * perWeek }, (_, i) => {
    const [week, place] = [Math.floor(i / perWeek), i % perWeek];
    const decidedAt = now + (week - weeks + (place + 1) / (perWeek + 1)) * 7 * dayMs;
    const day = (ahead: number) => new Date(decidedAt + ahead * dayMs).toISOString().slice(0, 10);
    const booking = { checkIn: day(30 + (i % 60)), checkOut: day(32 + (i % 60)) };
    const all = attributesOf(i);
    const attributes = week === weeks - 1 ? { channel: all.channel } : all;
    const request = { ...distinctGuest(i), booking, attributes };
    return JSON.stringify({ decidedAt: new Date(decidedAt).toISOString(), request });
  });
}

test("lost attributes are first in the list; what is sent as before, or archived, is not", async () => {
  await declare("channel", "category");
  await declare("nights_before", "number");
  await declare("is_member", "flag");
  await declare("old_code", "category");
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, lines(Date.now()).join("\n"));
  await installation.json("history", "import", file, ...ofProject);
  await installation.json("project", "attribute", "archive", "old_code", ...ofProject);

  const report = await installation.json<DriftReport>("drift", ...ofProject);
  expect(report).toMatchObject({ basis: "imports", past: { periods: 3 } });
  const [first, second] = report.features!;
  expect([first!.name, second!.name].sort()).toEqual([
    "attribute.is_member",
    "attribute.nights_before",
  ]);
  for (const one of [first!, second!]) {
    // The default model reads no attribute: no score has moved, and nobody is alerted.
    expect(one).toMatchObject({ level: "warning", missing: 1, missingExpected: 0, alert: false });
    expect(one).toMatchObject({ weight: 0, effect: 0, moved: 1 });
  }
  const channel = report.features!.find(({ name }) => name === "attribute.channel")!;
  expect(channel).toMatchObject({ level: "stable", missing: 0 });
  expect(report.features!.some(({ name }) => name === "attribute.old_code")).toBeFalse();
  expect((await installation.run("drift", ...ofProject)).out).toMatch(
    /attribute\.(is_member|nights_before) .* LARGE +0 % -> 100\.0 %/,
  );

  const service = await installation.serve();
  const viewer = await newPerson(installation, service, "viewer@example.com", "viewer", projectId);
  const { status, body } = await viewer.get(`/projects/${projectId}/overview/drift?last=7d`);
  expect(status).toBe(200);
  expect(
    body.features
      .slice(0, 2)
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(["attribute.is_member", "attribute.nights_before"]);
});
