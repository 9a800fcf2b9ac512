/** Test bookings decided by the executable, with several of each level, outcome and hotel. */
import { expect } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { dayAfter } from "../../fixtures/booking.ts";
import { callRisk, type Installation, type Service } from "../../fixtures/executable.ts";
import { writeOtherBundle } from "../../fixtures/other-bundle.ts";

export interface Booked {
  n: number;
  decisionId: string;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  decidedAt: string;
  body: ReturnType<typeof bookingOf>;
  /** Null for a booking without telemetry. */
  visit: Visit | null;
  outcome: string | null;
  /** `name@version` */
  model: string;
}

interface Visit {
  collectionId: string;
  deviceId: string;
  address: string;
}

interface Project {
  projectId: string;
  secret: { key: string };
  publishable: { key: string };
}

export const hotels = [
  { referenceId: "ours-1", giataId: "1001", name: "Hôtel Ritz", country: "PT" },
  { referenceId: "ours-2", name: "Hotel Avenida", country: "DE" },
  { name: "The Ritz", country: "US" },
] as const;

/** Booking n: by one of ten guests, at one of three hotels. */
export function bookingOf(n: number) {
  const guest = n % 10;
  return {
    booker: {
      referenceId: `user-${guest}`,
      firstName: "Ada",
      lastName: `Lovelace ${guest}`,
      email: `Ada.${guest}@Example.com`,
      phone: `+35191234567${guest}`,
    },
    billing: { country: n % 2 === 0 ? "PT" : "DE" },
    hotel: hotels[n % hotels.length]!,
    booking: { checkIn: dayAfter(60), checkOut: dayAfter(61 + (n % 7)) },
    requestId: n === 50 ? "user-3" : `checkout_${n}%`, // One text is also a booker ID.
  };
}

/** Makes the service trust `X-Forwarded-For` headers from this machine. */
export const bookingFlags = ["--trusted-proxy", "127.0.0.1"];

/**
 * Makes `count` bookings, a third each with models that give all of them low, medium or high risk. They are in
 * the lists a moment later; the last of the outcomes, which are reported after them, is `legitimate`.
 */
export async function book(
  installation: Installation,
  service: Service,
  project: Project,
  count: number,
): Promise<Booked[]> {
  const made: Booked[] = [];
  const third = Math.ceil(count / 3);
  for (const [from, version, y] of [
    [0, "89.0.0", [0.001, 0.01]],
    [third, "90.0.0", [0.1, 0.16]],
    [2 * third, "91.0.0", [0.3, 0.9]],
  ] as const) {
    const model = await promote(installation, version, y);
    await waitUntilActive(service, model);
    for (let n = from; n < Math.min(count, from + third); n++) {
      made.push({ ...(await bookOne(service, project, n)), model });
    }
  }
  for (const [n, outcome] of [
    [3, "fraud"],
    [7, "chargeback"],
    [8, "legitimate"],
  ] as const) {
    const answer = await fetch(`${service.url}/v1/decisions/${made[n]!.decisionId}/outcome`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": project.secret.key },
      body: JSON.stringify({ outcome, requestId: `outcome-${n}` }),
    });
    expect(answer.status).toBe(200);
    made[n]!.outcome = outcome;
  }
  return made;
}

interface Ready {
  models: { name: string; version: string }[];
}

/** Waits until a promotion has taken effect, which takes up to a second. */
function waitUntilActive({ url }: Service, model: string): Promise<true> {
  return waitUntil(`${model} in service`, async () => {
    const { models } = (await (await fetch(`${url}/readyz`)).json()) as Ready;
    return models.some(({ name, version }) => `${name}@${version}` === model);
  });
}

async function promote(
  installation: Installation,
  version: string,
  y: readonly [number, number],
): Promise<string> {
  const folder = join(installation.folder, version);
  await writeOtherBundle(folder, version, { kind: "isotonic", x: [0, 1], y });
  const { name } = await installation.json("model", "install", folder);
  await installation.json("model", "promote", `${name}@${version}`, "--force");
  return `${name}@${version}`;
}

async function bookOne(
  service: Service,
  { secret, publishable }: Project,
  n: number,
): Promise<Omit<Booked, "model">> {
  const visit = n % 5 === 4 ? null : await visitOf(service, publishable.key, n);
  const body = { ...bookingOf(n), ...(visit && { collectionId: visit.collectionId }) };
  const answer = await callRisk(service.url, secret.key, body);
  expect(answer.status).toBe(200);
  const decision = (await answer.json()) as Omit<Booked, "n" | "body" | "visit" | "outcome">;
  return { ...decision, n, body, visit, outcome: null };
}

async function visitOf({ url }: Service, key: string, n: number): Promise<Visit> {
  const visit = {
    collectionId: `col_booking${String(n).padStart(6, "0")}`,
    deviceId: `dev_guest00${n % 10}`,
    address: `203.0.113.${n % 10}`,
  };
  const { address, ...ids } = visit;
  const event = { kind: "scroll", at: 10, page: 0, scrolls: 1, depth: 0.5 };
  const answer = await fetch(`${url}/sdk/batch`, {
    method: "POST",
    headers: { "Content-Type": "text/plain", "X-Forwarded-For": address },
    body: JSON.stringify({
      key,
      collectionId: ids.collectionId,
      sequence: 0,
      sdkVersion: "test",
      startedAt: Date.now() - 60_000,
      sentAt: Date.now(),
      device: { deviceId: ids.deviceId },
      events: [event],
    }),
  });
  expect(answer.status).toBe(204);
  return visit;
}
