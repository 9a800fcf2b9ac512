/** Lists, by the commands and by requests: what a person decides holds from the next booking on. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ListEntry, ListEntryPage } from "../../../src/decisions/lists/lists.ts";
import type { StoredDecision } from "../../../src/risk/stored-decision.ts";
import { booking } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
const service = await installation.serve();

let files = 0;
function fileOf(text: string, name = "value.txt"): string {
  const file = join(installation.folder, `${files++}-${name}`);
  writeFileSync(file, text);
  return file;
}

const nextYear = new Date().getUTCFullYear() + 1;
const add = (kind: string, type: string, value: string, ...more: string[]) =>
  installation.json<ListEntry>(
    "list",
    "add",
    kind,
    "--project",
    projectId,
    "--type",
    type,
    "--reason",
    "a test",
    "--value-file",
    fileOf(value),
    ...more,
  );
const archive = (entryId: string) =>
  installation.json<ListEntry>("list", "archive", entryId, "--project", projectId);

let bookings = 0;
async function book(email: string): Promise<StoredDecision> {
  const request = booking({ booker: { email }, requestId: `listed-${bookings++}` });
  const answer = await callRisk(service.url, secret.key, request);
  expect(answer.status).toBe(200);
  const { decisionId } = (await answer.json()) as { decisionId: string };
  const verified = await installation.json("decision", "verify", decisionId);
  expect(verified).toMatchObject({ result: "same" });
  return installation.json<StoredDecision>("decision", "show", decisionId);
}

describe("an entry that a command adds while the service runs", () => {
  test("denies the next booking, and its archiving allows the one after that", async () => {
    const before = await book("grace@hotel-avenida.example");
    expect(before).toMatchObject({ suggestedAction: "allow", decidedBy: { kind: "model" } });
    const { entryId, value } = await add("deny", "email", "Grace@Hotel-Avenida.example\n");
    expect(value).toBe("grace@hotel-avenida.example");
    const denied = await book("GRACE@hotel-avenida.example");
    expect(denied).toMatchObject({
      suggestedAction: "deny",
      riskLevel: "low",
      decidedBy: { kind: "deny", entryId, listsVersion: 1 },
      listMatches: [{ kind: "deny", entryId, version: 1 }],
    });
    const shown = await installation.run("decision", "show", denied.decisionId);
    expect(shown.out).toContain(`deny: ${entryId} of version 1, which decided`);
    const explained = await installation.json<{ reasons: { summary: { sentence: string } } }>(
      "decision",
      "show",
      denied.decisionId,
      "--reasons",
    );
    expect(explained.reasons.summary.sentence).toStartWith(
      "Denied by an entry of the deny list. By its score it would be allowed",
    );
    await archive(entryId);
    expect(await book("grace@hotel-avenida.example")).toMatchObject({
      suggestedAction: "allow",
      listMatches: [],
    });
  });

  test("is listed once, and needs an expiry to allow", async () => {
    const { entryId } = await add("watch", "domain", "hotel-example.test");
    const again = await installation.run(
      "list",
      "add",
      "watch",
      "--project",
      projectId,
      "--type",
      "domain",
      "--reason",
      "x",
      "--value-file",
      fileOf("@Hotel-Example.test"),
    );
    expect([again.status, again.error.trim()]).toEqual([
      1,
      `booking-risk: this is in the list already, as ${entryId}`,
    ]);
    const allowed = await installation.run(
      "list",
      "add",
      "allow",
      "--project",
      projectId,
      "--type",
      "email",
      "--reason",
      "x",
      "--value-file",
      fileOf("ada@hotel.example"),
    );
    expect([allowed.status, allowed.error.trim()]).toEqual([
      2,
      "booking-risk: --expires is required in the list allow",
    ]);
    const until = `${nextYear}-01-01`;
    const entry = await add("allow", "email", "ada@hotel.example", "--expires", until);
    expect(entry.expiresAt).toBe(`${until}T00:00:00.000Z`);
  });
});

describe("a file of entries", () => {
  const lines = [
    { type: "email", value: "first@listed.example", reason: "chargeback" },
    { type: "email", value: "nobody", reason: "chargeback" },
    { type: "phone", value: "+351 912 000 001", reason: "chargeback" },
  ];
  const imported = (file: string, ...more: string[]) =>
    installation.run("list", "import", "deny", file, "--project", projectId, "--json", ...more);
  const count = async () =>
    (await installation.json<ListEntryPage>("list", "show", "deny", "--project", projectId)).entries
      .length;

  test("is imported whole or not at all, or its good lines are, and each bad one is named", async () => {
    const before = await count();
    const file = fileOf(lines.map((line) => JSON.stringify(line)).join("\n"), "deny.ndjson");
    const nothing = await imported(file, "--all-or-nothing");
    expect(nothing.status).toBe(1);
    const errors = [{ line: 2, error: "value must be one e-mail address" }];
    expect(JSON.parse(nothing.out)).toMatchObject({ added: 0, known: 0, rejected: 1, errors });
    expect(await count()).toBe(before);
    const some = await imported(file);
    expect(some.status).toBe(1);
    expect(JSON.parse(some.out)).toMatchObject({ added: 2, known: 0, rejected: 1, errors });
    expect(JSON.parse(readFileSync(`${file}.rejected`, "utf8"))).toMatchObject({ line: 2 });
    expect(await count()).toBe(before + 2);
    const again = await imported(file);
    expect(JSON.parse(again.out)).toMatchObject({ added: 0, known: 2, rejected: 1 });
    expect(await book("First@listed.example")).toMatchObject({ suggestedAction: "deny" });
  });

  test("may be CSV", async () => {
    const header = "value,type,reason,expiresAt";
    const csv = fileOf(
      `${header}\r\n"csv@listed.example",email,"fraud, twice",${nextYear}-01-01\r\nx,y,z\r\n`,
      "deny.csv",
    );
    const { out } = await imported(csv);
    expect(JSON.parse(out)).toMatchObject({ added: 1, rejected: 1, errors: [{ line: 3 }] });
    const found = await installation.json<ListEntryPage>(
      "list",
      "show",
      "deny",
      "--project",
      projectId,
      "--find",
      "--value-file",
      fileOf("CSV@listed.example"),
    );
    expect(found.entries).toMatchObject([{ reason: "fraud, twice", type: "email" }]);
    const bad = await imported(fileOf("a,b\n1,2\n", "bad.csv"));
    expect(bad.error).toContain("the first line must be a header with the columns");
  });
});

test("the audit log has each act, and no value", async () => {
  const entries = await installation.json<{ action: string; detail: object }[]>(
    "audit",
    "--project",
    projectId,
  );
  const acts = entries.filter(({ action }) => action.startsWith("list."));
  expect(new Set(acts.map(({ action }) => action))).toEqual(
    new Set(["list.add", "list.archive", "list.import"]),
  );
  expect(JSON.stringify(acts)).not.toMatch(/@|912 ?000/);
});

test("a guest's export has the entries, and the erasure deletes them", async () => {
  const value = "erased@listed.example";
  const { entryId } = await add("deny", "email", value);
  await add("watch", "email", value);
  await archive(entryId);
  const guest = ["--project", projectId, "--by", "email", "--value-file", fileOf(value)];
  const out = join(installation.folder, "guest.json");
  await installation.json("guest", "export", ...guest, "--out", out);
  const { listEntries } = JSON.parse(readFileSync(out, "utf8")) as { listEntries: ListEntry[] };
  expect(listEntries).toMatchObject([
    { entryId, value, archivedBy: expect.any(String) },
    { kind: "watch", value, archivedBy: null },
  ]);
  const receipt = await installation.json<{ erased: object }>("guest", "erase", ...guest, "--yes");
  expect(receipt.erased).toMatchObject({ listEntries: 2 });
  const left = await installation.run("list", "archive", entryId, "--project", projectId);
  expect(left.error).toContain(`there is no list entry ${entryId}`);
});
