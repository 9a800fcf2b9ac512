/** A lobby's device on which one guest after another books, marked as a kiosk and not. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { personOf } from "../../../models/training/simulator/people.ts";
import { randomOf } from "../../../models/training/simulator/random.ts";
import { denyFrom } from "../../../src/risk/score.ts";
import { booking, dayAfter } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const guests = 30;
const everyMs = 10 * 60_000;
const deviceId = "dev_lobby00001";
const address = "203.0.113.7";

const installation = new Installation();
const service = await installation.serve();
const setKiosks = (projectId: string, ...kiosks: string[]) =>
  installation.json("project", "set", projectId, "--kiosk", ...kiosks);

/** A guest who has nothing in common with the others but the hotel and the device. */
function guestsRequest(number: number, collectionId?: string) {
  const { firstName, lastName, email, phone } = personOf(randomOf(`lobby ${number}`), "PT");
  return booking({
    booker: { firstName, lastName, email, phone },
    booking: { checkIn: dayAfter(30 + number), checkOut: dayAfter(32 + number) },
    requestId: `lobby-${number}`,
    ...(collectionId !== undefined && { collectionId }),
  });
}

interface Counts {
  device_attempts_24h: number | null;
  emails_per_device_24h: number | null;
  ip_attempts_24h: number | null;
}
interface Row extends Counts {
  risk_score: number;
}

/** The guests of the last hours, one each ten minutes: their decisions, oldest first. */
async function importedGuests(projectId: string): Promise<Row[]> {
  const begin = Date.now() - guests * everyMs;
  const lines = Array.from({ length: guests }, (_, number) => {
    const at = begin + number * everyMs;
    const collection = {
      deviceId,
      ip: address,
      userAgent: "Mozilla/5.0 Firefox/140.0",
      timezone: "Europe/Lisbon",
      language: "pt-PT",
      pages: 4,
      touchPoints: 10,
      screenWidth: 1920,
      screenHeight: 1080,
      cores: 4,
      platform: "Win32",
      startedAt: new Date(at - 300_000).toISOString(),
    };
    const request = guestsRequest(number);
    return JSON.stringify({ decidedAt: new Date(at).toISOString(), request, collection });
  });
  const [file, out] = ["past", "out"].map((name) =>
    join(installation.folder, `${projectId}.${name}.ndjson`),
  ) as [string, string];
  writeFileSync(file, lines.join("\n"));
  await installation.json("history", "import", file, "--project", projectId);
  await installation.json("export", "--project", projectId, "--out", out);
  return (await Bun.file(out).text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** How often the device, and the address, were used before. */
const counts = ({ device_attempts_24h, emails_per_device_24h, ip_attempts_24h }: Counts) => [
  device_attempts_24h,
  emails_per_device_24h,
  ip_attempts_24h,
];
/** At a kiosk: as on a device and from an address that nobody used before. */
const own = [0, 1, 0];

const marked = await installation.project();

test("thirty guests in five hours are a crowd on a device, and each a guest at a kiosk", async () => {
  const unmarked = await importedGuests((await installation.project()).projectId);
  expect(unmarked.map(counts)).toEqual(unmarked.map((_, i) => [i, i + 1, i]));
  expect(unmarked.at(-1)!.risk_score).toBeGreaterThanOrEqual(denyFrom.balanced);

  await setKiosks(marked.projectId, deviceId);
  const atKiosk = await importedGuests(marked.projectId);
  expect(atKiosk.map(counts)).toEqual(atKiosk.map(() => own));
  for (const { risk_score } of atKiosk)
    expect(risk_score).toBeLessThan(denyFrom.maximizeProtection);
});

interface Shown {
  features: Counts;
  evidence: { kiosk?: true };
}

let sent = 0;

/** A guest books at the device now; the decision follows from what is stored. */
async function guestNow(): Promise<Shown> {
  const collectionId = `col_lobby${String(sent).padStart(4, "0")}`;
  const batch = { collectionId, sequence: 0, startedAt: Date.now() - 60_000, sentAt: Date.now() };
  const taken = await fetch(`${service.url}/sdk/batch`, {
    method: "POST",
    body: JSON.stringify({
      key: marked.publishable.key,
      ...batch,
      sdkVersion: "1.1.0",
      device: { deviceId },
      events: [],
    }),
  });
  expect(taken.status).toBe(204);
  const request = guestsRequest(guests + sent++, collectionId);
  const answer = await callRisk(service.url, marked.secret.key, request);
  const { decisionId } = (await answer.json()) as { decisionId: string };
  const verified = await installation.json("decision", "verify", decisionId);
  expect(verified).toMatchObject({ result: "same" });
  return installation.json<Shown>("decision", "show", decisionId);
}

test("the mark holds from the next request on, and so does its end", async () => {
  const atKiosk = await guestNow();
  expect(counts(atKiosk.features)).toEqual(own);
  expect(atKiosk.evidence.kiosk).toBe(true);
  await setKiosks(marked.projectId, "none");
  // Those who booked under the mark are no past of the device.
  const first = await guestNow();
  expect(counts(first.features)).toEqual([0, 1, 0]);
  expect(first.evidence.kiosk).toBeUndefined();
  expect(counts((await guestNow()).features)).toEqual([1, 2, 1]);
  await setKiosks(marked.projectId, deviceId);
  expect(counts((await guestNow()).features)).toEqual(own);
});

test("who marked which device is in the audit log; other texts than device IDs are refused", async () => {
  const shown = await installation.json("project", "show", marked.projectId);
  expect(shown).toMatchObject({ kiosks: [deviceId] });
  const entries = await installation.json<Entry[]>("audit", "--project", marked.projectId);
  const changes = entries.filter(({ action }) => action === "project.kiosks");
  expect(changes.map(({ detail }) => detail)).toEqual([
    { kiosks: [deviceId], before: [] },
    { kiosks: [], before: [deviceId] },
    { kiosks: [deviceId], before: [] },
  ]);
  const refused = await installation.run("project", "set", marked.projectId, "--kiosk", "lobby");
  expect(refused.status).not.toBe(0);
  expect(refused.error).toContain("device IDs");
});

interface Entry {
  action: string;
  detail: unknown;
}
