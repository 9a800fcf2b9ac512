/**
 * A guest is erased from a data folder, and from an older copy of it that is restored: then no file has a
 * byte of what identified the guest, and nothing of the other guests has changed.
 */
import { describe, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Installation, type Service } from "./executable.ts";
import { booking } from "./fixtures/booking.ts";

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

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** The traces in the raw bytes of all files of a folder, by file. */
function found(folder: string, guest: Guest): string[] {
  return filesIn(folder).flatMap((file) => {
    const bytes = readFileSync(file).toString("latin1").toLowerCase();
    const hits = tracesOf(guest).filter((trace) => bytes.includes(trace.toLowerCase()));
    return hits.map((trace) => `${file}: ${trace}`);
  });
}

class Hotel {
  readonly installation = new Installation();
  projectId = "";
  #secret = "";
  #publishable = "";

  async create(): Promise<void> {
    const made = await this.installation.project();
    this.projectId = made.projectId;
    this.#secret = made.secret.key;
    this.#publishable = made.publishable.key;
  }

  serve(): Promise<Service> {
    return this.installation.serve("--trusted-proxy", "127.0.0.1/32");
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
    const file = join(this.installation.folder, "value.txt");
    writeFileSync(file, `${value}\n`);
    return this.installation.json<{ erasureId: string; erased: Record<string, number> }>(
      ...["guest", "erase", "--project", this.projectId, "--by", by],
      ...["--value-file", file, "--yes"],
    );
  }
}

function batchOf(key: string, guest: Guest, place: { collectionId: string; sequence: number }) {
  return {
    ...{ key, ...place, sdkVersion: "1.0.0", startedAt: Date.now() - 5000, sentAt: Date.now() },
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
  }, 60_000);

  test("erased while the service runs, the guest is in no file, and was not known before", async () => {
    const { installation } = hotel;
    await hotel.book(service.url, erased, "col_third_visit_x");
    const receipt = await hotel.erase("email", erased.email.toUpperCase());
    expect(receipt).toMatchObject({
      kind: "email",
      erased: { decisions: 3, outcomes: 1, reasons: 1, idempotencyKeys: 2, collections: 3 },
      files: { logs: true, remains: true },
      interrupted: false,
    });
    expect(found(installation.data, erased)).toEqual([]);
    for (const id of decisions) {
      expect((await installation.run("decision", "show", id)).status).toBe(1);
    }
    const id = await hotel.book(service.url, { ...erased, ip: addressOf(99) }, "col_new_visit_x1");
    const { features } = await installation.json<{ features: Record<string, number | null> }>(
      ...["decision", "show", id],
    );
    expect(features.email_attempts_24h).toBe(0);
    await hotel.erase("booker", erased.referenceId);
    expect(found(installation.data, erased)).toEqual([]);
  }, 60_000);

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
  }, 60_000);

  test("the audit log and the receipts do not say who it was", async () => {
    const { installation, projectId } = hotel;
    const { out } = await installation.run("guest", "receipts", "--project", projectId);
    expect(out).toContain("ers_");
    for (const trace of tracesOf(erased)) expect(out).not.toContain(trace);
  }, 30_000);

  test("an older backup that is restored over the folder has nothing of the guest", async () => {
    const { installation } = hotel;
    const { data, folder } = installation;
    const restored = await installation.json(
      ...["restore", join(folder, "older.tar"), "--replace"],
    );
    expect(restored).toMatchObject({ carriedErasures: 2, erasures: 2 } as never);
    expect(found(data, erased)).toEqual([]);
    for (const other of others) expect(found(data, other)).not.toEqual([]);
    const tally = await installation.json<Record<string, unknown>>("decision", "verify", "--all");
    expect(tally).toMatchObject({ decisions: 6, same: 6, differing: 0 });
  }, 60_000);

  test("an older copy that is restored has the guest until the tombstones are imported", async () => {
    const { installation } = hotel;
    const { data, folder } = installation;
    const tombstones = join(folder, "tombstones.ndjson");
    await installation.json("guest", "tombstones", "export", tombstones);
    rmSync(data, { recursive: true });
    cpSync(`${data}-older`, data, { recursive: true });
    expect(found(data, erased)).not.toEqual([]);
    const applied = await installation.json("guest", "tombstones", "import", tombstones);
    expect(applied).toMatchObject({ erasures: 2, decisions: 2 } as never);
    expect(found(data, erased)).toEqual([]);
    const tally = await installation.json<Record<string, unknown>>("decision", "verify", "--all");
    expect(tally).toMatchObject({ decisions: 6, same: 6, differing: 0 });
  }, 60_000);
});
