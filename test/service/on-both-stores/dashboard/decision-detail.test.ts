/** The decision page: with a real visit, and with markup in every text that a caller can set. */

import { beforeAll, describe, expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/dashboard-client/account.ts";
import { startHotel } from "../../../../scripts/demo/hotel/server.ts";
import { waitUntil } from "../../../../scripts/wait-until.ts";
import type { TelemetryEvent } from "../../../../src/telemetry/protocol.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";
import { changeStored } from "../../../fixtures/stored.ts";

const inBrowser = testWith(chromium);
const timeoutMs = 120_000;

const installation = new Installation();
const service = await installation.serve("--trusted-proxy", "127.0.0.1");
const { url } = service;
const { projectId, secret, publishable } = await installation.project("Hotel");
const other = await installation.project("Other");
const ada = await newPerson(installation, service, "ada@example.com", "owner");
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer");

/** Markup with a mark of its own, so that each text can be searched for. */
const hostile = (mark: string) => `${mark}<img src=x onerror=hacked=1><script>hacked=1</script>`;
const collectionId = "col_hostileVisit0001";
const deviceId = "dev_sharedDevice0001";
const address = "198.51.100.77";

/** The guest's data by field: a viewer must not see any of it. */
const guests = {
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

function hostileRequest(requestId = hostile("rId").slice(0, 128)) {
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

const page = (number: number, at: number, path: string) =>
  ({
    kind: "page",
    at,
    page: number,
    path,
    referrerHost: hostile("tHost"),
    navigation: "navigate",
  }) as TelemetryEvent;

async function sendBatch(id: string, sequence: number, events: TelemetryEvent[]): Promise<void> {
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

async function decide(key: string, request: object): Promise<string> {
  const answer = await callRisk(url, key, request);
  const { decisionId } = (await answer.json()) as { decisionId: string };
  expect(answer.status).toBe(200);
  return decisionId;
}

await sendBatch(collectionId, 0, [
  page(0, 0, `/${hostile("tPath")}`),
  page(1, 20_000, "/checkout"),
  field(25_000, {}),
  field(30_000, { purpose: "name", pastes: 0, keys: 1, corrections: 9, inputs: 1 }),
]);
const hostileId = await decide(secret.key, hostileRequest());
const linkedIds: string[] = [];
for (let i = 0; i < 3; i++) {
  const { booker, ...rest } = hostileRequest(`linked-${i}`);
  linkedIds.push(
    await decide(secret.key, { ...rest, booker: { ...booker, email: `other${i}@example.com` } }),
  );
}
const foreignId = await decide(other.secret.key, fullRequest());

const at = (id: string, endpoint = "", project = projectId) =>
  `/projects/${project}/decisions/${id}${endpoint}`;
const readEndpoints = ["", "/journey", "/features", "/reasons", "/linked"];

let visited: { decisionId: string; riskScore: number };

beforeAll(async () => {
  if (!chromium.isInstalled) return;
  const site = startHotel({
    port: 0,
    publishableKey: publishable.key,
    showDecision: (id: string) => id,
    risk: { url, secretKey: secret.key },
  });
  visited = await inChromium("browser/book.mjs", { site: site.url, mode: "person" });
  await site.stop();
}, timeoutMs);

async function act<Seen>(scenario: string, more: object = {}): Promise<Seen> {
  const argument = { scenario, url, projectId, ...more };
  return inChromium<Seen>("on-both-stores/dashboard/decision-detail.mjs", argument);
}

describe("the API", () => {
  test("returns stored reasons that add up to the score", async () => {
    const { body } = await ada.get(at(hostileId, "/reasons"));
    const groups = body.groups.reduce(
      (sum: number, one: { points: number }) => sum + one.points,
      0,
    );
    expect(body.base + groups + body.remainder.points).toBeCloseTo(body.riskScore, 9);
    expect((await ada.get(at(hostileId, "/reasons"))).body).toEqual(body);
    expect(await installation.json<object>("decision", "reasons", hostileId)).toEqual(body);
  });

  test("verifies with the same result as the command", async () => {
    const { status, body } = await ada.post(at(hostileId, "/verify"));
    expect([status, body.result]).toEqual([200, "same"]);
    expect(await installation.json<object>("decision", "verify", hostileId)).toEqual(body);
  });

  test("verifies so often for a person, and others meanwhile", async () => {
    const path = at(hostileId, "/verify");
    // More than once where the machine takes seconds for them.
    const refused = await waitUntil("a refusal", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post(path)));
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      return answers.find(({ status }) => status === 429);
    });
    expect(refused.body.code).toBe("rate_limited");
    const other = await newPerson(installation, service, "olga@example.com", "owner");
    expect((await other.post(path)).body.result).toBe("same");
    await Bun.sleep(1100); // The tests that follow verify, too.
  });

  test("does not verify a stored decision that was changed", async () => {
    const id = await decide(secret.key, hostileRequest("tampered"));
    const change = "UPDATE decisions SET risk_score = (risk_score + 1) % 99 WHERE id = ?";
    await changeStored(installation, "events.db", change, [id]);
    const { body } = await ada.post(at(id, "/verify"));
    expect(body).toMatchObject({
      result: "differs",
      differing: expect.arrayContaining(["riskScore"]),
    });
  });

  test("returns features with typical values from the training data", async () => {
    const { body } = await ada.get(at(hostileId, "/features"));
    expect(body.usualFrom).toMatchObject({ kind: "training", rows: expect.any(Number) });
    type Shown = { name: string; value: number; usual: { text: string; mark: string } };
    const features: Shown[] = body.groups.flatMap((one: { features: Shown[] }) => one.features);
    const impossible = features.find(({ name }) => name === "impossible_events");
    expect(impossible).toMatchObject({ value: 1, usual: { text: "0", mark: "far" } });
    const known = features.filter(({ usual }) => usual !== null);
    expect(known.length).toBeGreaterThan(200);
  });

  test("never returns guest data to a viewer", async () => {
    const own = [...Object.values(guests).map((text) => text.split("<")[0]!), deviceId, address];
    const secrets = [...own, "other0@example.com", "noted by"];
    const noted = { outcome: "legitimate", replaces: null, note: "noted by gFirst" };
    expect((await ada.post(at(linkedIds[0]!, "/outcome"), noted)).status).toBe(200);
    for (const id of [hostileId, linkedIds[0]!]) {
      for (const endpoint of readEndpoints) {
        const answer = await viewer.get(at(id, endpoint));
        expect(answer.status).toBe(200);
        const raw = JSON.stringify(answer.body);
        for (const text of secrets) {
          expect([endpoint, text, raw.includes(text)]).toEqual([endpoint, text, false]);
        }
      }
    }
    const raw = JSON.stringify((await ada.get(at(hostileId))).body);
    for (const text of own) expect(raw).toContain(text);
    expect((await viewer.post(at(hostileId, "/outcome"), noted)).status).toBe(403);
  });

  test("answers 404 for an unknown decision and for one of another project", async () => {
    for (const id of [foreignId, "dec_0", `dec_${"0".repeat(32)}`, "x".repeat(128)]) {
      for (const endpoint of readEndpoints) {
        expect((await ada.get(at(id, endpoint))).status).toBe(404);
      }
      expect((await ada.post(at(id, "/verify"))).status).toBe(404);
      const asked = { outcome: "fraud", replaces: null };
      expect((await ada.post(at(id, "/outcome"), asked)).status).toBe(404);
    }
    expect((await ada.get(at(foreignId, "", other.projectId))).status).toBe(200);
  });

  test("does not overwrite an outcome that was reported in the meantime", async () => {
    const [, id] = linkedIds as [string, string];
    const set = (outcome: string, replaces: string | null, more = {}) =>
      ada.post(at(id, "/outcome"), { outcome, replaces, ...more });
    expect((await set("fraud", null)).status).toBe(200);
    expect((await set("legitimate", null)).body.code).toBe("conflict");
    expect((await set("legitimate", "fraud")).status).toBe(200);
    const { body } = await ada.get(at(id));
    expect(body.outcomes.map((one: { outcome: string }) => one.outcome)).toEqual([
      "fraud",
      "legitimate",
    ]);
    const audit = (await ada.get(`/audit/${projectId}`)).body;
    expect(audit[0]).toMatchObject({
      actor: "ada@example.com",
      action: "outcome.set",
      subject: id,
      detail: { outcome: "legitimate", before: "fraud" },
    });
  });

  test("withdraws an outcome that the user has seen, and keeps every report", async () => {
    const [, , id] = linkedIds as [string, string, string];
    const withdraw = (replaces: string) => ada.post(at(id, "/outcome/withdraw"), { replaces });
    expect((await ada.post(at(id, "/outcome"), { outcome: "fraud", replaces: null })).status).toBe(
      200,
    );
    expect((await withdraw("legitimate")).body.code).toBe("conflict");
    expect(await withdraw("fraud")).toMatchObject({ status: 200, body: { before: "fraud" } });
    expect(await withdraw("fraud")).toMatchObject({ status: 200, body: { before: null } });
    expect((await viewer.post(at(id, "/outcome/withdraw"), { replaces: "fraud" })).status).toBe(
      403,
    );
    const { body } = await ada.get(at(id));
    expect(body.outcomes.map((one: { outcome: string }) => one.outcome)).toEqual([
      "fraud",
      "withdrawn",
    ]);
    expect((await ada.get(`/audit/${projectId}`)).body[0]).toMatchObject({
      ...{ actor: "ada@example.com", action: "outcome.withdraw", subject: id },
      detail: { before: "fraud" },
    });
    const set = { outcome: "chargeback", replaces: null };
    expect((await ada.post(at(id, "/outcome"), set)).status).toBe(200);
    const command = ["outcome", "withdraw", id, "--project", projectId] as const;
    expect(await installation.json(...command)).toEqual({ decisionId: id, before: "chargeback" });
    expect(await installation.json<object>(...command)).toEqual({ decisionId: id, before: null });
    expect(await installation.json("decision", "show", id)).toMatchObject({
      outcomes: [{}, {}, {}, { outcome: "withdrawn" }],
    });
  });

  test("rejects an outcome in the future or with a note that is too long", async () => {
    const report = (more: object) =>
      ada.post(at(hostileId, "/outcome"), { outcome: "fraud", replaces: null, ...more });
    const future = await report({ occurredAt: "2100-01-01T00:00:00Z" });
    expect(future).toMatchObject({ status: 422, body: { errors: [{ pointer: "/occurredAt" }] } });
    const long = await report({ note: "x".repeat(513) });
    expect(long).toMatchObject({ status: 422, body: { errors: [{ pointer: "/note" }] } });
  });

  test("reports a visit as deleted after its retention period, and keeps its totals", async () => {
    const own = "col_deletedVisit0001";
    await sendBatch(own, 0, [page(0, 0, "/rooms"), page(1, 9000, "/checkout")]);
    const id = await decide(secret.key, { ...hostileRequest("deleted"), collectionId: own });
    expect((await ada.get(at(id, "/journey"))).body).toMatchObject({ state: "events" });
    for (const where of ["batches WHERE collection_id = ?", "collections WHERE id = ?"]) {
      await changeStored(installation, "events.db", `DELETE FROM ${where}`, [own]);
    }
    const { body } = await ada.get(at(id, "/journey"));
    expect(body).toMatchObject({ state: "deleted", pages: [], facts: { pages: 2 } });
  });

  test("shows a viewer the visit without the paths of its pages", async () => {
    const own = "col_withheldPaths01";
    await sendBatch(own, 0, [page(0, 0, "/guest/4711"), page(1, 9000, "/checkout/4711")]);
    const id = await decide(secret.key, { ...hostileRequest("paths"), collectionId: own });
    const whole = (await ada.get(at(id, "/journey"))).body;
    expect(JSON.stringify(whole)).toContain("/guest/4711");
    const { body } = await viewer.get(at(id, "/journey"));
    expect(body.pages).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain("4711");
  });

  test("distinguishes an unknown collection from a missing one", async () => {
    const unknown = { ...hostileRequest("unknown"), collectionId: "col_neverSeen00001" };
    const { collectionId: _, ...none } = hostileRequest("none");
    for (const [request, state] of [
      [unknown, "unknown"],
      [none, "none"],
    ] as const) {
      const id = await decide(secret.key, request);
      expect((await ada.get(at(id, "/journey"))).body).toMatchObject({ state, pages: [] });
    }
  });
});

inBrowser(
  "a real visit is shown as a timeline from the first page to the decision",
  async () => {
    const { body } = await ada.get(at(visited.decisionId, "/journey"));
    expect(body.state).toBe("events");
    const paths = body.pages.map(({ path }: { path: string }) => path);
    expect(paths.slice(0, 3)).toEqual(["/", "/rooms", "/checkout"]);
    const seen = await act<{ timeline: string[]; faults: string[] }>("visit", {
      decisionId: visited.decisionId,
    });
    expect(seen.faults).toEqual([]);
    const text = seen.timeline.join("\n");
    for (const expected of [
      "/checkout",
      "E-mail, ",
      " keystrokes",
      "Submitted the form",
      "Decided: ",
    ]) {
      expect(text).toContain(expected);
    }
  },
  timeoutMs,
);

interface Shown {
  group: string;
  parts: string[];
}
const pointsIn = (text: string) => Number(text.replace("−", "-"));

inBrowser(
  "the page shows reasons that add up, linked decisions, the reported outcome and the verdict",
  async () => {
    const seen = await act<Record<string, unknown>>("show", { decisionId: hostileId });
    const { why, heading, title, features, ...shown } = seen as typeof seen & { features: Shown[] };
    expect(why).toMatch(/^(Denied|Allowed)[:, ]/);
    expect(heading).toContain("gFirst");
    expect(title).not.toContain("gFirst");
    for (const { group, parts } of features) {
      // Each is rounded to a tenth by itself.
      const all = parts.reduce((sum, part) => sum + pointsIn(part), 0);
      if (parts.length > 0) expect(Math.abs(all - pointsIn(group))).toBeLessThan(0.31);
    }
    const { points, ending, score, linked, links, verdict, outcome, hacked, ...rest } = shown;
    expect(rest).toEqual({ faults: [] });
    const tenths = (points as string[]).map((text) => Math.round(pointsIn(text) * 10));
    const sum = tenths.slice(0, -1).reduce((all, one) => all + one, 0);
    expect(tenths.at(-1)).toBe(Number(score) * 10);
    expect(Math.min(99, Math.max(0, Math.round(sum / 10)))).toBe(Number(score));
    expect(ending).toStartWith(`The points add up to ${(sum / 10).toFixed(1).replace("-", "−")}`);
    expect((linked as string[]).filter((id) => linkedIds.includes(id)).sort()).toEqual(
      linkedIds.toSorted(),
    );
    expect((links as string[]).toSorted()).toEqual((linked as string[]).toSorted());
    expect(verdict).toContain("Identical, bit for bit");
    expect(outcome).toEqual({
      ...{ first: "Fraud", asked: true, second: "Chargeback", history: 2 },
      // An undo is a report of its own; and nothing can be saved before something is chosen.
      ...{ withdrawn: 3, chosen: 0, savable: false, savableThen: true },
    });
    // Each text of a caller is shown as plain text, and none is interpreted as markup.
    const { images, ran, missing } = hacked as { images: number; ran: boolean; missing: string[] };
    expect({ images, ran, missing }).toEqual({ images: 0, ran: false, missing: [] });
  },
  timeoutMs,
);

inBrowser(
  "the page can be used with the keyboard only",
  async () => {
    const seen = await act<object>("keyboard", { decisionId: linkedIds[2] });
    expect(seen).toEqual({
      outcome: "Legitimate",
      verdict: "Identical, bit for bit",
      faults: [],
      graph: { moved: true, opened: true },
    });
  },
  timeoutMs,
);

inBrowser(
  "a viewer sees no guest data and cannot report an outcome",
  async () => {
    const seen = await act<{ text: string; buttons: string[]; faults: string[] }>("viewer", {
      decisionId: hostileId,
    });
    expect(seen.faults).toEqual([]);
    expect(seen.text).not.toContain("gFirst");
    expect(seen.text).toContain("Only analysts and owners can see guest data");
    expect(seen.buttons).not.toContain("Report outcome");
    expect(seen.buttons).toContain("Verify");
  },
  timeoutMs,
);

inBrowser(
  "an owner marks the device as a kiosk, whose decisions say so, and unmarks it",
  async () => {
    interface Seen {
      text: string;
      listed: string;
      activity: string;
    }
    const clean = { axe: [], faults: [] };
    const { activity, ...marked } = await act<Seen>("kiosk", {
      ...{ decisionId: linkedIds[0], button: "Mark as kiosk" },
    });
    expect(marked).toEqual({ ...clean, listed: deviceId, text: expect.any(String) });
    expect(marked.text).not.toContain("not compared by device and address");
    expect(activity).toContain(`marked as a kiosk: ${deviceId}`);
    const own = "col_atTheKiosk00001";
    await sendBatch(own, 0, [page(0, 0, "/rooms")]);
    const decisionId = await decide(secret.key, { ...hostileRequest("kiosk"), collectionId: own });
    const { visitor } = (await viewer.get(at(decisionId))).body;
    expect(visitor).toMatchObject({ atKiosk: true, lastDeviceId: null });
    expect((await viewer.get(`/projects/${projectId}/kiosks`)).status).toBe(403);
    const unmarked = await act<Seen>("kiosk", { decisionId, button: "Unmark kiosk" });
    expect(unmarked).toMatchObject({ ...clean, listed: "" });
    expect(unmarked.text).toContain("not compared by device and address");
    expect(unmarked.activity).toContain(`unmarked as a kiosk: ${deviceId}`);
  },
  timeoutMs,
);

inBrowser(
  "an unknown ID leads to a page that says what to do",
  async () => {
    const seen = await act<{ message: string; path: string }>("notFound", {
      decisionId: foreignId,
    });
    expect(seen.message).toContain("belongs to another project");
    expect(seen.path).toBe(`/dashboard/p/${projectId}/decisions`);
  },
  timeoutMs,
);

describe.each(["light", "dark"])("axe, %s", (colorScheme) => {
  inBrowser(
    "finds no serious or critical violation, wide and narrow",
    async () => {
      const ids = [hostileId, visited.decisionId];
      expect<object>(await act("accessible", { ids, colorScheme })).toEqual({
        checked: 6,
        found: [],
        wider: [],
        faults: [],
      });
    },
    timeoutMs,
  );
});
