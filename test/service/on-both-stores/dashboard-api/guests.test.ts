/** The dashboard's endpoints of guests: an export, an erasure with its receipt, and the retention of decisions. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  newPerson,
  Person,
  password,
} from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { distinctGuest } from "../../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";

const dayMs = 24 * 60 * 60 * 1000;
const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const service = await installation.serve();
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer", projectId);
const path = (rest: string) => `/projects/${projectId}/${rest}`;
const emailOf = (n: number): string => distinctGuest(n).booker.email;

test("a guest is exported and erased, and the receipt says how much, and not whom", async () => {
  for (const [n, bookings] of [
    [1, 2],
    [2, 1],
  ] as const) {
    for (let i = 0; i < bookings; i++) {
      const sent = { ...distinctGuest(n), requestId: `guest-${n}-${i}` };
      expect((await callRisk(service.url, secret.key, sent)).status).toBe(200);
    }
  }
  const entry = { type: "email", value: emailOf(1), reason: "A chargeback" };
  const listed = await owner.post(path("lists/entries"), { kind: "deny", ...entry });
  expect(listed.status).toBe(200);
  const asked = (n: number) => ({ kind: "email", value: emailOf(n).toUpperCase() });
  const exported = async (n: number) =>
    (await owner.post(path("guests/export"), asked(n))).body.decisions;
  const emails = (await exported(1)).map((one: { request: { booker: { email: string } } }) => {
    return one.request.booker.email;
  });
  expect(emails).toEqual([emailOf(1), emailOf(1)]);
  const stored = async (n: number) => (await owner.post(path("guests/stored"), asked(n))).body;
  expect((await viewer.post(path("guests/stored"), asked(1))).status).toBe(403);
  expect(await stored(1)).toMatchObject({
    decisions: 2,
    more: false,
    visits: 0,
    listEntries: [expect.objectContaining({ ...entry, kind: "deny", canBeKept: true })],
    oldestAt: expect.stringMatching(/^\d{4}-/),
  });
  const nothing = { decisions: 0, visits: 0, listEntries: [], oldestAt: null, newestAt: null };
  expect(await stored(9)).toMatchObject(nothing);
  const erase = { ...asked(1), confirm: "erase" };
  expect((await viewer.post(path("guests/erase"), erase)).status).toBe(403);
  expect((await owner.post(path("guests/erase"), { ...erase, confirm: "yes" })).status).toBe(422);
  const { status, body: receipt } = await owner.post(path("guests/erase"), erase);
  expect(status).toBe(200);
  expect(receipt.erased).toMatchObject({ decisions: 2, collections: 0, listEntries: 1 });
  expect(await stored(1)).toMatchObject(nothing);
  expect([await exported(1), (await exported(2)).length]).toEqual([[], 1]);
  const { body: receipts } = await owner.get(path("guests/receipts"));
  expect(receipts).toEqual([receipt]);
  expect(JSON.stringify(receipts).toLowerCase()).not.toContain(emailOf(1).toLowerCase());
});

test("a guest who is erased stays denied where the entry is kept, of which only a reason is shown", async () => {
  const booked = async (n: number) => {
    const sent = { ...distinctGuest(n), requestId: `kept-${n}-${crypto.randomUUID()}` };
    return (await callRisk(service.url, secret.key, sent)).json();
  };
  const entry = { type: "email", value: emailOf(4), reason: "A chargeback of Mr Four" };
  await owner.post(path("lists/entries"), { kind: "deny", ...entry });
  const asked = { kind: "email", value: emailOf(4) };
  const erase = { ...asked, confirm: "erase", keptBecause: "Chargeback, legitimate interest" };
  const refused = await owner.post(path("guests/erase"), { ...erase, keptBecause: "" });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining("keptBecause"),
  ]);
  const { body: receipt } = await owner.post(path("guests/erase"), erase);
  expect(receipt.erased).toMatchObject({ listEntries: 1, keptEntries: 1 });
  expect(await booked(4)).toMatchObject({ suggestedAction: "deny" });
  expect(await booked(5)).toMatchObject({ suggestedAction: "allow" });
  const { body: deny } = await owner.post(path("lists/find"), { kind: "deny", find: emailOf(4) });
  const { entryId, ...kept } = deny.entries[0];
  expect(kept).toMatchObject({ type: "email", value: "", reason: erase.keptBecause });
  expect(JSON.stringify(deny)).not.toContain("Mr Four");
  await owner.post(path(`lists/entries/${entryId}/archive`), {});
  expect(await booked(4)).toMatchObject({ suggestedAction: "allow" });
  expect(JSON.stringify(await installation.json("audit"))).toContain("list.keep");
});

test("a retention of decisions says how many it blanks, and the list shows them without a guest", async () => {
  const lines = [52, 51, 50].map((daysAgo) =>
    JSON.stringify({
      decidedAt: new Date(Date.now() - daysAgo * dayMs).toISOString(),
      request: { ...distinctGuest(3), collectionId: undefined, requestId: `past-${daysAgo}` },
    }),
  );
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, lines.join("\n"));
  const done = await installation.json<object>("history", "import", file, "--project", projectId);
  expect(done).toMatchObject({ imported: 3 });
  const would = async (days: number) =>
    (await owner.get(path(`decision-retention/would-blank?days=${days}&keeps=training`))).body;
  // The history of attempts is a moment behind.
  await waitUntil("the past decisions", async () => (await would(40)).decisions === 3);
  expect(Math.round((Date.now() - Date.parse((await would(40)).oldestAt)) / dayMs)).toBe(52);
  expect(await would(60)).toEqual({ decisions: 0, oldestAt: null });
  const sent = { days: 40, keeps: "training" };
  expect((await viewer.put(path("decision-retention"), sent)).status).toBe(403);
  expect((await owner.put(path("decision-retention"), sent)).body).toMatchObject(sent);
  await service.stop(); // Retentions end at the start, and every ten minutes.
  const again = await installation.serve();
  const anew = new Person(again.url);
  await anew.post("/session", { email: "owner@example.com", password });
  const blanked = await waitUntil("the end of the retention", async () => {
    const { rows } = (await anew.post(path("decisions/list"), { view: { source: "import" } })).body;
    const isBlank = ({ guest }: { guest: object | null }) => guest === null;
    return rows.every(isBlank) && rows;
  });
  expect(blanked).toHaveLength(3);
  const { body } = await anew.get(path(`decisions/${blanked[0].decisionId}`));
  expect(JSON.stringify(body).toLowerCase()).not.toContain(emailOf(3).toLowerCase());
});
