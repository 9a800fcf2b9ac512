/** A visit and its booking with markup in every text that a caller can set, and decisions that are linked with it. */
import { expect } from "bun:test";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { TelemetryEvent } from "../../../src/attempt/telemetry/protocol.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

/** Markup with a mark of its own, so that each text can be searched for. */
export const hostile = (mark: string) =>
  `${mark}<img src=x onerror=hacked=1><script>hacked=1</script>`;
export const collectionId = "col_hostileVisit0001";
export const deviceId = "dev_sharedDevice0001";
export const address = "198.51.100.77";

/** The guest's data by field: a viewer must not see any of it. */
export const guests = {
  firstName: hostile("gFirst"),
  lastName: hostile("gLast"),
  email: "gmail-secret@hostile.example",
  phone: "+351912345678",
  referenceId: hostile("gReference"),
  companion: hostile("gCompanion"),
  addressLine: hostile("gAddress"),
};
const hotel = {
  name: hostile("hName"),
  address: hostile("hAddress"),
  referenceId: hostile("hRef"),
};

export function hostileRequest(requestId = hostile("rId").slice(0, 128)) {
  const { companion, addressLine, ...booker } = guests;
  return {
    booker,
    collectionId,
    requestId,
    guests: [{ firstName: companion, lastName: guests.lastName }],
    billing: { addressLine, country: "PT" },
    hotel: { ...hotel, giataId: hostile("hGiata"), country: "PT" },
    booking: { checkIn: "2027-05-01", checkOut: "2027-05-04", groupSize: { adultCount: 2 } },
  };
}

const field = (at: number, more: object) =>
  ({
    kind: "field",
    at,
    page: 1,
    purpose: "email",
    index: 1,
    focusMs: 3000,
    keys: 0,
    corrections: 0,
    pastes: 1,
    autofills: 0,
    inputs: 1,
    untrusted: 0,
    gapSumMs: 0,
    gapSquareSum: 0,
    ...more,
  }) as TelemetryEvent;

export const page = (number: number, at: number, path: string) =>
  ({
    kind: "page",
    at,
    page: number,
    path,
    referrerHost: hostile("tHost"),
    navigation: "navigate",
  }) as TelemetryEvent;

/** Where a visit is sent, and with which publishable key. */
interface Visited {
  url: string;
  publishable: { key: string };
}

export async function sendBatch(
  { url, publishable }: Visited,
  id: string,
  sequence: number,
  events: TelemetryEvent[],
): Promise<void> {
  const now = Date.now();
  const device = {
    deviceId,
    platform: hostile("tPlat").slice(0, 64),
    timeZone: hostile("tZone").slice(0, 64),
    languages: [hostile("tL").slice(0, 35)],
    brands: [hostile("tBrand").slice(0, 40)],
    traces: [hostile("t").slice(0, 24)],
    screenWidth: 1440,
    screenHeight: 900,
  };
  const answer = await fetch(`${url}/sdk/batch`, {
    method: "POST",
    headers: {
      "content-type": "text/plain",
      "x-forwarded-for": address,
      "user-agent": hostile("tAgent"),
      origin: "https://hotel.example",
    },
    body: JSON.stringify({
      key: publishable.key,
      collectionId: id,
      sequence,
      sdkVersion: hostile("v").slice(0, 32),
      startedAt: now - 90_000,
      sentAt: now,
      device,
      events,
    }),
  });
  expect(answer.status).toBe(204);
}

/** @returns the decision's ID. */
export async function decide(url: string, key: string, request: object): Promise<string> {
  const answer = await callRisk(url, key, request);
  const { decisionId } = (await answer.json()) as { decisionId: string };
  expect(answer.status).toBe(200);
  return decisionId;
}

/** A project of a running service. */
interface Of extends Visited {
  secret: { key: string };
  /** Of another project. */
  foreign: { key: string };
}

/** A service with the visit: its owner, somebody who may only view, and another project. */
export async function startWithHostileVisit() {
  const installation = new Installation();
  const service = await installation.serve("--trusted-proxy", "127.0.0.1");
  const { url } = service;
  const { projectId, secret, publishable } = await installation.project("Hotel");
  const other = await installation.project("Other");
  const ada = await newPerson(installation, service, "ada@example.com", "owner");
  const viewer = await newPerson(installation, service, "viewer@example.com", "viewer");
  const stored = await storeHostileVisit({ url, secret, publishable, foreign: other.secret });
  const at = (id: string, endpoint = "", project = projectId) =>
    `/projects/${project}/decisions/${id}${endpoint}`;
  // A page that is opened before they are in the index does not ask for them again.
  await waitUntil("the linked decisions", async () => {
    const { body } = await ada.get(at(stored.hostileId, "/linked"));
    return body.decisions?.length === stored.linkedIds.length;
  });
  return {
    installation,
    service,
    url,
    projectId,
    secret,
    publishable,
    other,
    ada,
    viewer,
    ...stored,
    at,
  };
}

/** Stores the visit with its decision, three decisions that are linked with it, and one of another project. */
export async function storeHostileVisit({ secret, foreign, ...visited }: Of) {
  const { url } = visited;
  await sendBatch(visited, collectionId, 0, [
    page(0, 0, `/${hostile("tPath")}`),
    page(1, 20_000, "/checkout"),
    field(25_000, {}),
    field(30_000, { purpose: "name", pastes: 0, keys: 1, corrections: 9, inputs: 1 }),
  ]);
  const hostileId = await decide(url, secret.key, hostileRequest());
  const linkedIds: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { booker, ...rest } = hostileRequest(`linked-${i}`);
    const linked = { ...rest, booker: { ...booker, email: `other${i}@example.com` } };
    linkedIds.push(await decide(url, secret.key, linked));
  }
  const foreignId = await decide(url, foreign.key, fullRequest());
  return { hostileId, linkedIds, foreignId };
}
