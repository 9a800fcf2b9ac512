/** A guest of whose device far more telemetry is stored than one person sends, exported by the executable. */
import { beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { newPerson, type Person } from "../../scripts/programs/dashboard-client/account.ts";
import { dataConfig } from "../../src/app/config/data.ts";
import { openStore } from "../../src/app/open.ts";
import { telemetryLimits } from "../../src/attempt/telemetry/protocol.ts";
import { type GuestExport, guestExportLimits } from "../../src/decisions/privacy/export.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

const installation = new Installation();
const email = "oksana.kovalenko@example.com";
const collectionId = "col_of_the_booking";
const body = JSON.stringify({ events: "x".repeat(telemetryLimits.batchBytes - 100) });
const batches = 500;
/** So many that they do not fit into an export. */
const collections = Math.ceil(guestExportLimits.telemetry / (batches * body.length)) + 1;

let project: Awaited<ReturnType<Installation["project"]>>;
let service: Service;
let owner: Person;

beforeAll(async () => {
  project = await installation.project();
  const first = await installation.serve();
  const { key } = project.publishable;
  const sent = await fetch(`${first.url}/sdk/batch`, {
    method: "POST",
    body: JSON.stringify({
      key,
      collectionId,
      sequence: 0,
      sdkVersion: "1.0.0",
      consent: "granted",
      events: [],
      startedAt: Date.now() - 5000,
      sentAt: Date.now(),
      device: { deviceId: "dev_oksana_kovalenko" },
    }),
  });
  expect(sent.status).toBe(204);
  expect(await book(first.url, email)).toBe(200);
  await first.stop();
  await addVisits();
  service = await installation.serve();
  owner = await newPerson(installation, service, "ada@example.com", "owner");
});

async function book(url: string, address: string): Promise<number> {
  const sent = { ...booking({ booker: { email: address } }), collectionId };
  return (await callRisk(url, project.secret.key, JSON.stringify(sent))).status;
}

/** What anybody can send who knows the device's ID, in the store, since sending takes a minute. */
async function addVisits(): Promise<void> {
  const store = await openStore(dataConfig({ data: installation.data }, {}));
  const { projectId } = project;
  const { summary } = (await store.collections.find(projectId, collectionId))!;
  const received = { receivedAt: Date.now(), ip: "192.0.2.1", userAgent: "UA", headers: null };
  for (let n = 0; n < collections; n++) {
    const added = Array.from({ length: batches }, (_, sequence) => ({
      ...received,
      sequence,
      body,
    }));
    await store.collections.append(
      { projectId, id: `col_more_${n}`, version: 1, summary },
      ...added,
    );
  }
  await store.close();
}

/** As many batches as fit; the decision's own visit comes first. */
function expectLimited(text: string): void {
  const exported = JSON.parse(text) as GuestExport;
  expect([exported.more, exported.decisions.length]).toEqual([true, 1]);
  expect(exported.collections[0]!.collectionId).toBe(collectionId);
  const telemetry = exported.collections.flatMap((one) =>
    [one.summary, ...(one.batches as { body: unknown }[]).map((batch) => batch.body)].map(
      (part) => JSON.stringify(part).length,
    ),
  );
  const all = telemetry.reduce((sum, length) => sum + length, 0);
  expect(all).toBeLessThanOrEqual(guestExportLimits.telemetry);
  expect(all).toBeGreaterThan(guestExportLimits.telemetry - 2 * telemetryLimits.batchBytes);
}

test("the dashboard's export is limited, and bookings are scored while it is downloaded", async () => {
  const { socket, end } = await begin();
  for (let n = 0; n < 20; n++) expect(await book(service.url, "other@example.com")).toBe(200);
  socket.resume();
  const answer = await end;
  expect(answer).toStartWith("HTTP/1.1 200 OK");
  expectLimited(bodyOf(answer));
});

test("the command's export is limited, and says so", async () => {
  const value = join(installation.folder, "value.txt");
  writeFileSync(value, email);
  const file = join(installation.folder, "guest.json");
  const { status, out } = await installation.run(
    "guest",
    "export",
    "--project",
    project.projectId,
    "--by",
    "email",
    "--value-file",
    value,
    "--out",
    file,
  );
  expect([status, out]).toEqual([0, expect.stringContaining("More is stored than this")]);
  expectLimited(await Bun.file(file).text());
});

/** A download that takes the first part, and the others when its socket is resumed. */
async function begin(): Promise<{ socket: Socket; end: Promise<string> }> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  const end = new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(received).toString("latin1")));
  });
  const begun = new Promise<void>((resolve) => {
    socket.on("data", (part) => {
      received.push(Buffer.from(part));
      if (received.length === 1) socket.pause();
      resolve();
    });
  });
  const sent = JSON.stringify({ kind: "email", value: email });
  socket.write(
    `POST /dashboard/api/projects/${project.projectId}/guests/export HTTP/1.1\r\nHost: ${host}\r\n` +
      `Origin: ${service.url}\r\nCookie: ${owner.cookie}\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`,
  );
  await begun;
  return { socket, end };
}

/** Of an answer in chunks. */
function bodyOf(answer: string): string {
  const parts: string[] = [];
  for (let at = answer.indexOf("\r\n\r\n") + 4; ; ) {
    const sizeEnd = answer.indexOf("\r\n", at);
    const size = Number.parseInt(answer.slice(at, sizeEnd), 16);
    if (size === 0) return parts.join("");
    parts.push(answer.slice(sizeEnd + 2, sizeEnd + 2 + size));
    at = sizeEnd + 2 + size + 2;
  }
}
