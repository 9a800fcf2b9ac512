/**
 * A guest is erased from a data folder, and from an older copy of it that is restored: then no file has a
 * byte of what identified the guest, and nothing of the other guests has changed.
 */
import { describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../../scripts/programs/files-below.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import type { GuestExport } from "../../src/decisions/privacy/export.ts";
import { booking } from "../fixtures/booking.ts";
import { Installation, type Service } from "../fixtures/executable.ts";

/** Where guests come from: the service is told by the proxy that it trusts. */
const addressOf = (guest: number) => `203.0.113.${guest}`;
const guestOf = (name: string, number: number) => ({
  email: `${name}.Kovalenko${number}@mail-of-${name}.example`,
  phone: `+35191234${5000 + number}`,
  referenceId: `booker-reference-${name}-${number}`,
  lastName: `Kovalenko${name}`,
  address: `Rua das Flores ${number} ${name}, Lisboa`,
  ip: addressOf(number),
  deviceId: `dev_${name.padEnd(22, String(number))}`,
  note: `note about ${name}`,
  requestId: `order-of-${name}`,
});
type Guest = ReturnType<typeof guestOf>;

const erased = guestOf("Oksana", 77);
/** How a guest is found, and by what of it, as people write it. */
const selectors: [by: string, valueIn: (guest: Guest) => string][] = [
  ["email", ({ email }) => email.toUpperCase()],
  ["phone", ({ phone }) => phone.replace("+351", "00351 ")],
  ["booker", ({ referenceId }) => referenceId],
  ["device", ({ deviceId }) => deviceId],
];

const others = [guestOf("Bruno", 11), guestOf("Chiara", 12), guestOf("Dieter", 13)];

/** What identifies a guest, in any letter case. */
const tracesOf = (guest: Guest) => [
  guest.email,
  guest.phone,
  guest.referenceId,
  guest.lastName,
  guest.address,
  guest.ip,
  guest.deviceId,
  guest.note,
  guest.requestId,
];

const textOf = (file: string) => readFileSync(file).toString("latin1").toLowerCase();

/** The traces in the raw bytes of a file, or of all files of a folder, by file. */
function found(place: string, guest: Guest): string[] {
  return filesBelow(place, textOf).flatMap(([file, text]) => {
    const hits = tracesOf(guest).filter((trace) => text.includes(trace.toLowerCase()));
    return hits.map((trace) => `${file}: ${trace}`);
  });
}

class Hotel {
  readonly installation = new Installation();
  /** Of all services, a line each. */
  readonly logs: string[][] = [];
  projectId = "";
  #secret = "";
  #publishable = "";

  async create(): Promise<void> {
    const made = await this.installation.project();
    this.projectId = made.projectId;
    this.#secret = made.secret.key;
    this.#publishable = made.publishable.key;
  }

  /** With a log that leaves nothing out. */
  async serve(): Promise<Service> {
    const flags = ["--trusted-proxy", "127.0.0.1/32", "--log-level", "debug", "--access-log"];
    const service = await this.installation.serve(...flags);
    this.logs.push(service.log);
    return service;
  }

  /** A visit, without a decision where no `requestId` is sent. */
  async visit(url: string, guest: Guest, collectionId: string): Promise<void> {
    for (const sequence of [0, 1, 2]) {
      const response = await fetch(`${url}/sdk/batch`, {
        method: "POST",
        headers: { "Content-Type": "text/plain", "X-Forwarded-For": guest.ip },
        body: JSON.stringify(batchOf(this.#publishable, guest, { collectionId, sequence })),
      });
      expect([response.status, await response.text()]).toEqual([204, ""]);
    }
  }

  async book(url: string, guest: Guest, collectionId: string, key?: string): Promise<string> {
    const { email, phone, referenceId, lastName, address, requestId } = guest;
    const response = await fetch(`${url}/v1/risk`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Service-Key": this.#secret,
        ...(key && { "Idempotency-Key": key }),
      },
      body: JSON.stringify({
        ...booking({ booker: { email, phone, referenceId, lastName }, requestId }),
        billing: { addressLine: address, country: "PT" },
        guests: [{ firstName: "Ada", lastName }],
        collectionId,
      }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { decisionId: string }).decisionId;
  }

  async report(url: string, guest: Guest, decisionId: string): Promise<void> {
    const { note, requestId } = guest;
    const response = await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": this.#secret },
      body: JSON.stringify({ outcome: "chargeback", note, requestId }),
    });
    expect(response.status).toBe(200);
  }

  /** Two visits with a booking each, one without; an outcome; reasons. */
  async stay(url: string, guest: Guest): Promise<string[]> {
    const name = guest.lastName.slice(-6).toLowerCase();
    const decisions: string[] = [];
    for (const visit of ["first", "second"]) {
      const collectionId = `col_${visit}_${name}`;
      await this.visit(url, guest, collectionId);
      decisions.push(await this.book(url, guest, collectionId, `${visit}-${name}`));
    }
    await this.visit(url, guest, `col_without_booking_${name}`);
    await this.report(url, guest, decisions[0]!);
    await this.installation.json("decision", "reasons", decisions[1]!);
    return decisions;
  }

  /** Erases by the value, which is read from a file. */
  async erase(by: string, value: string) {
    return this.installation.json<{ erasureId: string; erased: Record<string, number> }>(
      "guest",
      "erase",
      ...this.#found(by, value),
      "--yes",
    );
  }

  /** The text of the file that is written. */
  async exported(by: string, value: string): Promise<string> {
    const file = join(this.installation.folder, `${crypto.randomUUID()}.json`);
    await this.installation.json("guest", "export", ...this.#found(by, value), "--out", file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    return readFileSync(file, "utf8");
  }

  #found(by: string, value: string): string[] {
    const file = join(this.installation.folder, "value.txt");
    writeFileSync(file, `${value}\n`);
    return ["--project", this.projectId, "--by", by, "--value-file", file];
  }
}

function batchOf(key: string, guest: Guest, place: { collectionId: string; sequence: number }) {
  return {
    key,
    ...place,
    sdkVersion: "1.0.0",
    startedAt: Date.now() - 5000,
    sentAt: Date.now(),
    consent: "granted",
    device: { deviceId: guest.deviceId },
    events: [],
  };
}

const hotel = new Hotel();

describe("guest erase", () => {
  let service: Service;
  let decisions: string[];
  let othersDecisions: string[];

  test("a guest is in the files", async () => {
    await hotel.create();
    service = await hotel.serve();
    decisions = await hotel.stay(service.url, erased);
    othersDecisions = [];
    for (const other of others) othersDecisions.push(...(await hotel.stay(service.url, other)));
    const { data } = hotel.installation;
    const hits = found(data, erased).join("\n");
    for (const trace of tracesOf(erased)) expect(hits).toContain(trace);
    await service.stop();
    cpSync(data, `${data}-older`, { recursive: true });
    await hotel.installation.json("backup", join(hotel.installation.folder, "older.tar"));
    service = await hotel.serve();
  });

  test.each(selectors)(
    "exported by %s, all of the guest is in the file, and nothing of another",
    async (by, valueIn) => {
      const text = await hotel.exported(by, valueIn(erased));
      const { decisions: all, collections, more } = JSON.parse(text) as GuestExport;
      expect(all.map(({ decisionId }) => decisionId)).toEqual(decisions);
      expect(all.map(({ outcomes }) => outcomes.map(({ outcome }) => outcome))).toEqual([
        ["chargeback"],
        [],
      ]);
      expect(all[0]).toMatchObject({ riskScore: expect.any(Number), features: expect.anything() });
      expect(all[1]?.reasons).not.toBeNull();
      expect(
        collections.map(({ collectionId, batches }) => [collectionId, batches.length]),
      ).toEqual(
        ["first_oksana", "second_oksana", "without_booking_oksana"].map((id) => [`col_${id}`, 3]),
      );
      expect(more).toBe(false);
      const lower = text.toLowerCase();
      for (const trace of tracesOf(erased)) expect(lower).toContain(trace.toLowerCase());
      for (const trace of others.flatMap(tracesOf))
        expect(lower).not.toContain(trace.toLowerCase());
    },
  );

  test("an export that is running when a guest is erased fails, and leaves no file", async () => {
    const { installation, projectId } = hotel;
    const out = join(installation.folder, "training.ndjson");
    const running = installation.run(
      "export",
      "--project",
      projectId,
      "--out",
      out,
      "--reasons",
      "all",
    );
    await waitUntil("the export", () => existsSync(`${out}.partial`));
    await hotel.erase("email", "nobody@nowhere.example");
    const { status, error } = await running;
    expect(status).toBe(1);
    expect(error).toContain("a guest was erased while this ran");
    expect(readdirSync(installation.folder).filter((name) => name.startsWith("training"))).toEqual(
      [],
    );
  });

  test("erased while the service runs, the guest is in no file, and was not known before", async () => {
    const { installation } = hotel;
    await hotel.book(service.url, erased, "col_third_visit_x");
    const receipt = await hotel.erase("email", erased.email.toUpperCase());
    expect(receipt).toMatchObject({
      kind: "email",
      erased: { decisions: 3, outcomes: 1, reasons: 2, idempotencyKeys: 2, collections: 3 },
      files: { logs: true, withoutRemains: true },
      interrupted: false,
    });
    expect(found(installation.data, erased)).toEqual([]);
    for (const id of decisions) {
      expect((await installation.run("decision", "show", id)).status).toBe(1);
    }
    const id = await hotel.book(service.url, { ...erased, ip: addressOf(99) }, "col_new_visit_x1");
    const { features } = await installation.json<{ features: Record<string, number | null> }>(
      "decision",
      "show",
      id,
    );
    expect(features.email_attempts_24h).toBe(0);
    await hotel.erase("booker", erased.referenceId);
    expect(found(installation.data, erased)).toEqual([]);
  });

  test("after a restart too; the others are the same, bit for bit", async () => {
    const { installation } = hotel;
    await service.stop();
    expect(found(installation.data, erased)).toEqual([]);
    service = await hotel.serve();
    expect(found(installation.data, erased)).toEqual([]);
    const tally = await installation.json<Record<string, unknown>>("decision", "verify", "--all");
    expect(tally).toMatchObject({ decisions: 6, same: 6, differing: 0, unverifiable: 0 });
    for (const other of others) expect(found(installation.data, other)).not.toEqual([]);
    for (const one of othersDecisions) await installation.json("decision", "show", one);
    await service.stop();
  });

  test("the audit log and the receipts do not say who it was", async () => {
    const { installation, projectId } = hotel;
    const { out } = await installation.run("guest", "receipts", "--project", projectId);
    expect(out).toContain("ers_");
    for (const trace of tracesOf(erased)) expect(out).not.toContain(trace);
  });

  test("an older backup that is restored over the folder has nothing of the guest", async () => {
    const { installation } = hotel;
    const { data, folder } = installation;
    const restored = await installation.json("restore", join(folder, "older.tar"), "--replace");
    expect(restored).toMatchObject({ carriedErasures: 3, erasures: 3 } as never);
    expect(found(data, erased)).toEqual([]);
    for (const other of others) expect(found(data, other)).not.toEqual([]);
    const tally = await installation.json<Record<string, unknown>>("decision", "verify", "--all");
    expect(tally).toMatchObject({ decisions: 6, same: 6, differing: 0 });
  });

  test("an older copy that is restored has the guest until the tombstones are imported", async () => {
    const { installation } = hotel;
    const { data, folder } = installation;
    const tombstones = join(folder, "tombstones.ndjson");
    await installation.json("guest", "tombstones", "export", tombstones);
    rmSync(data, { recursive: true });
    cpSync(`${data}-older`, data, { recursive: true });
    expect(found(data, erased)).not.toEqual([]);
    const applied = await installation.json("guest", "tombstones", "import", tombstones);
    expect(applied).toMatchObject({ erasures: 3, decisions: 2 } as never);
    expect(found(data, erased)).toEqual([]);
    const tally = await installation.json<Record<string, unknown>>("decision", "verify", "--all");
    expect(tally).toMatchObject({ decisions: 6, same: 6, differing: 0 });
  });

  test.each(selectors.slice(1))(
    "erased by %s, another guest is in no file, nor in an older backup that is restored",
    async (by, valueIn) => {
      const { installation } = hotel;
      const { data, folder } = installation;
      const guest = others[selectors.findIndex(([one]) => one === by) - 1]!;
      expect(found(data, guest)).not.toEqual([]);
      const { erased: rows } = await hotel.erase(by, valueIn(guest));
      expect(rows).toMatchObject({ decisions: 2, outcomes: 1, collections: 3, batches: 9 });
      expect(found(data, guest)).toEqual([]);
      const elsewhere = join(folder, `restored-${by}`);
      const tombstones = join(folder, `tombstones-${by}.ndjson`);
      await installation.json("guest", "tombstones", "export", tombstones);
      expect(found(tombstones, guest)).toEqual([]);
      await installation.json(
        "restore",
        join(folder, "older.tar"),
        "--data",
        elsewhere,
        "--tombstones",
        tombstones,
      );
      expect(found(elsewhere, guest)).toEqual([]);
      expect(found(elsewhere, erased)).toEqual([]);
      expect((await hotel.exported(by, valueIn(guest))).length).toBeLessThan(300);
    },
  );

  test("no log of the services, and no list of the audit log, has a trace of any guest", async () => {
    const { out } = await hotel.installation.run("audit", "--json");
    expect(out).toContain("guest.erased");
    const texts = [out, ...hotel.logs.flat()].join("\n").toLowerCase();
    expect(hotel.logs.flat().length).toBeGreaterThan(20);
    for (const trace of [erased, ...others].flatMap(tracesOf)) {
      expect(texts).not.toContain(trace.toLowerCase());
    }
  });
});
